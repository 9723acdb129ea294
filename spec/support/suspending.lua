--- Specs of the page that runs gts by itself, which hold whether or not its browser can suspend a program at work. A chunk with
-- two arguments: a kind of browser, and a script that makes it one.

local kind, script = ...

local alone = require "spec.support.alone"

local KEY, STATUS = alone.KEY, alone.STATUS
local choose, fill, go, is_sound, open, play_by, tab_to, text = alone.choose, alone.fill, alone.go, alone.is_sound, alone.open,
  alone.play_by, alone.tab_to, alone.text

-- The page waits ten seconds for rules to be loaded: in specs three.
local HURRY = [[{ const later = setTimeout;
  window.setTimeout = (f, wait, ...more) => later(f, wait === 10000 ? 3000 : wait, ...more); }
]]

if not alone.page() then
  describe("the page that runs gts", function() pending "was not made: there is no emscripten" end)
  return
end

local browser

describe("the page that runs gts, in a browser " .. kind, function()
  setup(function() browser = alone.start(HURRY .. script) end)
  teardown(alone.stop)

  it("lets the engine move at once, with what it has found", function()
    open()
    choose("othello", "Othello")
    tab_to "#strength"
    browser:press "30 s"
    browser:wait "document.querySelector('#strength').value === 'time 30'"
    tab_to "#sides"
    browser:press "MIN"
    browser:wait "Number(document.querySelector('#depth').textContent) >= 3"
    tab_to "#stop"
    browser:press(KEY.enter)
    browser:wait "document.querySelectorAll('#played li').length === 1"
    browser:wait(STATUS .. ".includes('Your move (MIN)')")
    is_sound()
  end)

  it("shows a search at work, and stops it", function()
    open()
    choose("othello", "Othello")
    go "search"
    fill("#search-time", "600" .. KEY.enter)
    browser:wait "Number(document.querySelector('#search-live-depth').textContent) >= 3"
    local nodes = text "#search-live-nodes"
    browser:wait(("document.querySelector('#search-live-nodes').textContent !== '%s'"):format(nodes))
    tab_to "#search-stop"
    browser:press(KEY.enter)
    browser:wait "/stopped/i.test(document.querySelector('#panel-search').textContent)"
    browser:wait "document.querySelector('#search-stop').disabled"
    fill("#search-time", "60")
    fill("#search-depth", "3" .. KEY.enter)
    browser:wait "document.querySelector('#search-status').textContent.includes('3 moves')"
    is_sound()
  end)

  it("takes other rules while a search runs", function()
    open()
    choose("othello", "Othello")
    go "search"
    fill("#search-time", "600" .. KEY.enter)
    browser:wait "Number(document.querySelector('#search-live-depth').textContent) >= 3"
    choose("nim", "Nim")
    is_sound()
  end)

  for what, rules in pairs {
    ["end the program"] = "_G.os.exit(1)", ["are loaded for ever"] = "coroutine.wrap(function() while true do end end)()",
  } do
    it("begins anew after rules that " .. what, function()
      open()
      choose("nim", "Nim")
      go "rules"
      browser:eval(("(document.querySelector('#rules-text').value = '%s', 0)"):format(rules))
      tab_to "#rules-text"
      browser:press(KEY.control .. KEY.enter .. KEY.none)
      browser:wait "document.querySelector('#says').textContent !== ''"
      browser:press(KEY.escape)
      tab_to "#restart"
      browser:press(KEY.enter)
      choose("othello", "Othello")
      go "play"
      browser:wait(STATUS .. ".length > 0")
      is_sound()
    end)
  end

  for what, theft in pairs(kind ~= "that suspends" and {} or {
    ["take Lua's modules away"] = "for name in pairs(_G.package.loaded) do _G.package.loaded[name] = nil end",
    ["say what is no news"] = [[local host = debug.getregistry()["gts.host"] host.tell "no news" host.tell "null"
      host.tell '{"state":{"play":{},"current":5}}']],
    ["take away the hook that watches them"] = "debug.sethook()",
  }) do
    it("plays on after rules that " .. what, function()
      open()
      play_by(theft .. [[ return { name = "bad", start = 1, evaluate = function() return 0 end,
        successors = function(p) return p < 3 and { p + 1 } or {} end }]])
      browser:wait [[document.querySelector("#title").textContent === "bad"
        || document.querySelector("#says").textContent !== ""]]
      browser:press(KEY.escape)
      choose("nim", "Nim")
      go "play"
      tab_to "#moves button"
      browser:press(KEY.enter)
      browser:wait "document.querySelectorAll('#played li').length === 2"
      assert.equal("", text "#says")
    end)
  end

  it("ends rules that never come back, and goes on", function()
    open()
    go "rules"
    browser:eval [[(document.querySelector("#rules-text").value =
      'return { name = "endless", start = 1, evaluate = function(p) return p end,\n' +
      'successors = function(p) while p > 2 do end return { p + 1 } end }', 0)]]
    tab_to "#rules-text"
    browser:press(KEY.control .. KEY.enter .. KEY.none)
    browser:wait "document.querySelector('#title').textContent === 'endless'"
    browser:press(KEY.escape)
    go "search"
    fill("#search-depth", "5" .. KEY.enter)
    browser:wait "document.querySelector('#search-status').textContent.includes('At work')"
    tab_to "#search-stop"
    browser:press(KEY.enter)
    browser:wait "document.querySelector('#search-stop').disabled"
    assert.matches("^Stopped before it was done", text "#search-wrong")
    assert.equal("endless", text "#title")
    choose("tic", "Tic-tac-toe on any board")
    go "play"
    browser:wait(STATUS .. ".length > 0")
    is_sound()
  end)
end)
