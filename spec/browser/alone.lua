-- The page that runs gts by itself (make page): its file, and what is done in it by keys alone, on two sizes of windows.

local alone = require "spec.support.alone"
local run = require "spec.support.run"

local MOST_BYTES = 1600000

local page = alone.page()
if not page then
  describe("the page that runs gts", function() pending "was not made: there is no emscripten" end)
  return
end

local KEY, STATUS = alone.KEY, alone.STATUS
local go, is_sound, open, picture = alone.go, alone.is_sound, alone.open, alone.picture
local play_by, tab_to, text = alone.play_by, alone.tab_to, alone.text

local browser

describe("the file of the page that runs gts", function()
  it("is smaller than 1.6 MB", function() assert.is_true(#page < MOST_BYTES) end)

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
    local lines = run.lines(said)
    for i, name in ipairs(expected) do
      assert.truthy(lines[i]:find(name, 1, true) and lines[i]:find(": not in WebAssembly: ", 1, true), lines[i])
    end
    assert.same({ "1", "2" }, { table.unpack(lines, #expected + 1) })
  end)
end)

describe("the page that runs gts, before its engine runs", function()
  setup(function() browser = alone.start "delete globalThis.WebAssembly" end)
  teardown(alone.stop)

  it("has a game on the board, but none that is not asked for, and says that it cannot run", function()
    local place = "file://" .. run.output "realpath build/page/gts.html"
    for size, window in pairs(alone.sizes) do
      browser:open "about:blank"
      browser:resize(table.unpack(window))
      browser:open(place .. "#play?game=othello")
      assert.equal("…", text "#title")
      browser:open(place)
      assert.equal("You begin. The engine is being loaded …", text "#status")
      assert.equal(9, browser:eval "document.querySelectorAll('#moves button').length")
      assert.is_true(browser:eval "document.querySelector('#board').checkVisibility()")
      picture("first", size)
      browser:click "#tab-search"
      browser:click "#tab-play"
      browser:wait "document.querySelector('#says').textContent.includes('needs a browser of 2023')"
    end
  end)
end)

for size in pairs(alone.sizes) do
  describe("the page that runs gts, by keys alone, on a " .. size, function()
    setup(function() browser = alone.start() end)
    teardown(alone.stop)

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

    if size == "phone" then             -- the tabs are tried in spec/browser/tabs.lua, at both sizes
      it("reviews a game, finds puzzles, profiles, checks rules, and has the pages of algorithms", function()
        open(size)
        browser:click "#analyze"
        browser:click "#moves button"
        browser:wait "document.querySelectorAll('#course .proved').length === 3"
        browser:click "#played-review"
        browser:wait "document.querySelectorAll('#review-rows tr').length === 2"
        assert.equal("2 of 2 moves", text "#review-facts div:last-child dd")
        picture("review", size)
        browser:click "#tab-puzzles"
        browser:eval "(document.querySelector('#puzzles-of').value = '4', 0)"
        browser:click "#puzzles-form .main"
        browser:wait "document.querySelectorAll('#puzzles-list li').length > 1"
        tab_to "#puzzle-solution"
        browser:press(KEY.enter)
        assert.truthy(text "#puzzle-answer":find "Solution: ")
        picture("puzzles", size)
        browser:click "#tab-profile"
        browser:click "#profile-form .main"
        browser:wait "document.querySelector('#profile-status').textContent.includes('tictactoe: 20 games of level:6')"
        assert.truthy(text "#profile-result":find("positions5,478exactenumerated", 1, true))
        picture("profile", size)
        is_sound()
        go "check"
        tab_to "#check-form .main"
        browser:press(KEY.enter)
        browser:wait "document.querySelector('#check-status').textContent.includes('No mistake was found')"
        go "learn"
        tab_to "#learn-list .algorithms button"
        browser:press(KEY.enter)
        browser:wait "document.activeElement.id === 'learn-page-title'"
        assert.is_true(browser:eval "document.querySelector('#learn-page-text img').naturalWidth > 0")
        is_sound()
      end)

      it("shows what rules say as text, whatever it is", function()
        open(size)
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
    end
  end)
end
