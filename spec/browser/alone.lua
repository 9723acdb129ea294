-- The page that runs gts by itself (make page), from a file, by the keyboard alone: with a browser that can suspend a program
-- at work, and with one that cannot. Without the page, for want of emscripten, nothing is tried. Pictures are left in
-- build/browser.

local Browser = require "spec.support.browser"
local run = require "spec.support.run"

local PAGE = "build/page/gts.html"
local MOST_BYTES = 1500000
local MOST_TABS = 60

local KEY = {
  right = "\u{E014}", left = "\u{E012}", enter = "\u{E007}", tab = "\u{E004}", first = "\u{E011}", control = "\u{E009}",
  none = "\u{E000}", escape = "\u{E00C}", shift = "\u{E008}", down = "\u{E015}",
}

local sizes = { desktop = { 1280, 800 }, phone = { 390, 844 } }

local function read(file)
  local f <close> = io.open(file, "rb")
  return f and f:read "a"
end

local page = read(PAGE)
if not page then
  describe("the page that runs gts", function() pending "was not made: there is no emscripten" end)
  return
end

local STATUS = "document.querySelector('#status').textContent"

local browser

local function text(selector) return browser:eval(("document.querySelector(`%s`).textContent"):format(selector)) end

local function open(size)
  browser:open "about:blank"
  browser:complaints()
  browser:resize(table.unpack(sizes[size or "desktop"]))
  browser:open("file://" .. run.output("realpath " .. PAGE))
  browser:wait(STATUS .. ".includes('Your move')")
end

local function has_focus(selector)
  return browser:eval(("document.activeElement !== null && document.activeElement.matches(`%s`)"):format(selector))
end

-- Puts the focus where the page begins, then forward with the Tab key to what is meant.
local function tab_to(selector)
  browser:eval "(document.body.tabIndex = -1, document.body.focus(), document.body.removeAttribute('tabindex'), 0)"
  for _ = 1, MOST_TABS do
    browser:key(KEY.tab)
    if has_focus(selector) then return end
  end
  error("the Tab key does not lead to " .. selector)
end

local function go(name)
  tab_to "[role=tab]"
  browser:press(KEY.first)
  for _ = 1, 7 do
    if has_focus("#tab-" .. name) then return end
    browser:press(KEY.right)
  end
  error("there is no tab " .. name)
end

-- In the place of what stands in a field.
local function fill(selector, value)
  tab_to(selector)
  browser:press(KEY.control .. "a" .. KEY.none .. value)
end

local function choose(game, title)
  tab_to "#game"
  browser:press(game)
  browser:wait(("document.querySelector('#title').textContent === '%s'"):format(title))
end

-- Writes rules, and plays by them.
local function play_by(rules)
  go "rules"
  browser:eval(("(document.querySelector('#rules-text').value = `%s`, 0)"):format(rules))
  tab_to "#rules-text"
  browser:press(KEY.control .. KEY.enter .. KEY.none)
end

-- Nothing has gone wrong, all is within the window sideways, and nothing was fetched but from the page itself.
local function is_sound()
  assert.is_true(browser:eval "document.documentElement.scrollWidth <= document.documentElement.clientWidth")
  assert.same({}, browser:complaints())
  assert.is_true(browser:eval "performance.getEntriesByType('resource').every(one => /^(blob|data):/.test(one.name))")
  assert.equal("", text "#says")
end

local function picture(name, size) browser:picture(("build/browser/alone-%s-%s.png"):format(name, size), true) end

describe("the file of the page that runs gts", function()
  it("is smaller than 1.5 MB", function() assert.is_true(#page < MOST_BYTES) end)

  it("names nothing to fetch, and may fetch nothing", function()
    local own = page:gsub('<script type="text/plain" id="packed">.-</script>', "")
    assert.is_true(#own < #page)
    for address in own:gmatch "%s[sh]r[ce]f?%s*=%s*[\"']([^\"']+)" do assert.truthy(address:find "^data:") end
    for _, word in ipairs { "<script src", "@import", "XMLHttpRequest", "importScripts", "WebSocket", "EventSource", "fetch(" } do
      assert.is_nil(own:find(word, 1, true), word)
    end
    for address in own:gmatch "https?://[%w./]+" do assert.equal("http://www.w3.org/2000/svg", address) end
    local policy = own:match 'http%-equiv="Content%-Security%-Policy" content="([^"]+)"'
    assert.truthy(policy:find "default%-src 'none'")
    for directive in policy:gmatch "[^;]+" do assert.is_nil(directive:find "connect%-src" or directive:find "https?:") end
  end)

  it("has in it what counts as the program does", function()
    local script = 'print(dofile "spec/support/counts.lua")'
    local native = run.gts { script = script }
    assert.truthy(native:find "tictactoe alphabeta: 0")
    assert.equal(native, run.output "node spec/support/wasm.js build/page spec/support/counts.lua" .. "\n")
  end)

  it("has in it errors that say what is not there", function()
    local place, gone <close> = run.folder()
    run.write(place .. "/lacks.lua", [[
      local gts = require "gts"
      local said = {}
      local function try(f, ...) said[#said + 1] = tostring(select(2, pcall(f, ...))) end
      try(gts.search, "nim", { native = true })
      try(gts.search, "nim", { algorithm = "ttalphabeta", threads = 2 })
      try(gts.map, { 1, 2 }, tostring, { workers = 2 })
      try(gts.solve, "nim", { folder = "nim" })
      try(gts.confine, { name = "nim" })
      try(require, "gts.mpi")
      try(gts.draw, gts.tree { 1, 2 }, "svg", { file = "x.svg" })
      try(function() return gts.search("nim", { native = "auto" }).value end)
      try(function() return gts.map({ 1, 2 }, math.abs)[2] end)
      return table.concat(said, "\n")]])
    local said = run.output(("node spec/support/wasm.js build/page %s/lacks.lua"):format(place))
    local expected = { "native", "threads", "workers", "folders", "gts.confine", "gts.mpi", "x.svg" }
    local lines = {}
    for line in said:gmatch "[^\n]+" do lines[#lines + 1] = line end
    for i, name in ipairs(expected) do
      assert.truthy(lines[i]:find(name, 1, true) and lines[i]:find(": not in the page: ", 1, true), lines[i])
    end
    assert.same({ "1", "2" }, { table.unpack(lines, #expected + 1) })
    assert(gone)
  end)
end)

-- What must be the same whether or not a program at work can be suspended.
local kinds = { ["that suspends"] = "0", ["that cannot suspend"] = "delete WebAssembly.Suspending" }

for kind, script in pairs(kinds) do
  describe("the page that runs gts, in a browser " .. kind, function()
    setup(function()
      browser = Browser.start()
      browser:before(script)
    end)
    teardown(function() getmetatable(browser).__close(browser) end)

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

    for what, theft in pairs {
      ["take Lua's modules away"] = "for name in pairs(_G.package.loaded) do _G.package.loaded[name] = nil end",
      ["say what is no news"] = [[local host = debug.getregistry()["gts.host"] host.tell "no news" host.tell "null"
        host.tell '{"state":{"play":{},"current":5}}']],
      ["take away the hook that watches them"] = "debug.sethook()",
    } do
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

    it("shows what rules say as text, whatever it is", function()
      open()
      local attack = "<img src=x onerror=window.done=1><script>window.done=1</script>"
      play_by(([[local attack = "ATTACK"
        print(attack)
        local rules = { name = attack, start = 1 }
        function rules.evaluate() return 0 end
        function rules.show() return attack end
        function rules.move_name(move) return attack .. move end
        function rules.successors(p) return p < 3 and { p + 1 } or {} end
        local short = "<img src=x onerror=done=1>"
        function rules.board() return { columns = 1, rows = 1, cells = { "max " .. short }, across = { short } } end
        return rules]]):gsub("ATTACK", attack))
      browser:wait "document.querySelector('#title').textContent.startsWith('<img')"
      browser:press(KEY.escape)
      assert.equal(attack, text "#rules-printed pre")
      for _, name in ipairs { "play", "check", "search", "steps" } do go(name) end
      browser:eval [[(document.querySelector("#steps-of").value = "start",
        document.querySelector("#steps-show").checked = true, 0)]]
      tab_to "#steps-form .main"
      browser:press(KEY.enter)
      browser:wait "document.querySelector('#steps-status').textContent.includes('value 0')"
      browser:wait "document.querySelector('#steps-frame iframe') !== null"
      assert.is_true(browser:eval "window.done === undefined && document.querySelectorAll('img').length === 0")
      is_sound()
    end)

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
end

for size in pairs(sizes) do
  describe("the page that runs gts, by keys alone, on a " .. size, function()
    setup(function() browser = Browser.start() end)
    teardown(function() getmetatable(browser).__close(browser) end)

    it("plays a game to its end", function()
      open(size)
      picture("begin", size)
      local over = ("/won|draw/i.test(%s)"):format(STATUS)
      while not browser:eval(over) do
        local before = browser:eval "document.querySelectorAll('#played li').length"
        tab_to "#moves button"
        browser:press(KEY.enter)
        browser:wait(("document.querySelectorAll('#played li').length > %d"):format(before))
        browser:wait(("%s || %s.includes('Your move')"):format(over, STATUS))
      end
      assert.is_true(browser:eval "document.querySelectorAll('#played li').length >= 5")
      picture("end", size)
      is_sound()
    end)

    it("says which line of rules is wrong, and checks them when it is mended", function()
      open(size)
      go "rules"
      tab_to "#rules-templates"
      browser:press "coins"
      browser:wait "document.querySelector('#title').textContent === 'coins'"
      tab_to "#rules-text"
      browser:press(KEY.control .. KEY.first .. KEY.none .. "oops" .. KEY.enter .. "oops")
      browser:press(KEY.control .. KEY.enter .. KEY.none)
      browser:wait "!document.querySelector('#rules-problem').classList.contains('hidden')"
      assert.truthy(text "#rules-problem p":find "rules.lua:2: ")
      picture("wrong", size)
      browser:press(KEY.control .. KEY.first .. KEY.none .. KEY.shift .. KEY.down .. KEY.down .. KEY.none .. "-- ")
      browser:press(KEY.control .. KEY.enter .. KEY.none)
      browser:wait "document.querySelector('#rules-problem').classList.contains('hidden')"
      browser:press(KEY.escape)
      go "check"
      tab_to "#check-form .main"
      browser:press(KEY.enter)
      browser:wait "document.querySelector('#check-status').textContent.includes('No mistake was found')"
      is_sound()
    end)

    it("goes through a search step by step", function()
      open(size)
      go "steps"
      fill("#steps-tree", "{{3,5},{2,9}}" .. KEY.enter)
      browser:wait "document.querySelector('iframe') !== null"
      tab_to "iframe"
      browser:frame("iframe", "document.querySelector('#slider') !== null")
      browser:eval "document.body.focus()"
      browser:press(KEY.right .. KEY.right)
      assert.equal("2", browser:eval "document.querySelector('#slider').value")
      browser:frame()
      picture("steps", size)
      is_sound()
    end)

    it("compares algorithms", function()
      open(size)
      go "compare"
      tab_to "#compare-algorithms [value=sss]"
      browser:press " "
      tab_to "#compare-form .main"
      browser:press(KEY.enter)
      browser:wait "document.querySelector('#compare-status').textContent.includes('fewest leaves')"
      picture("compare", size)
      is_sound()
    end)

    it("has the pages of algorithms", function()
      open(size)
      go "learn"
      tab_to "#learn-list .algorithms button"
      browser:press(KEY.enter)
      browser:wait "document.activeElement.id === 'learn-page-title'"
      assert.is_true(browser:eval "document.querySelector('#learn-page-text img').naturalWidth > 0")
      is_sound()
    end)

    it("has lessons", function()
      open(size)
      go "learn"
      tab_to "#learn-list button"
      browser:press(KEY.enter)
      browser:wait "document.activeElement.id === 'learn-title'"
      picture("lesson", size)
      is_sound()
    end)
  end)
end
