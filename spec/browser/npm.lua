-- The package of JavaScript (make npm): its tests in node; what its page of the manual shows, in node and in Chromium.

local Browser = require "spec.support.browser"
local Server = require "spec.support.server"
local run = require "spec.support.run"

local PACKAGE = "build/npm/package"
local PAGE = "lua/gts/wasm/manual/javascript.md"

local made <close> = io.open(PACKAGE .. "/gts.wasm")
if not made then
  describe("the package of JavaScript", function() pending "was not made: there is no emscripten" end)
  return
end

-- The blocks of the page in a language, each with the block that follows it.
local function blocks(language)
  local file <close> = assert(io.open(PAGE))
  local text, list = file:read "a", {}
  for block, rest in text:gmatch("\n```" .. language .. "\n(.-\n)```\n()") do
    list[#list + 1] = { text = block, shown = text:match("^\n```\n(.-\n)```\n", rest) }
  end
  return list
end

-- A folder in which the package is, as npm has it and as a page does.
local folder
setup(function()
  folder = run.folder()
  local place = run.output("realpath " .. PACKAGE)
  local command = "cd '%s' && mkdir node_modules && ln -s '%s' node_modules/gts-search && ln -s '%s' gts-search"
  assert(os.execute(command:format(folder, place, place)))
end)
teardown(function() os.execute(("rm -rf '%s'"):format(folder)) end)

describe("the package of JavaScript", function()
  it("passes its tests in node", function()
    local text = run.output "timeout 300 node --test spec/wasm/test_*.mjs 2>&1"
    assert.truthy(text:find "\n# pass [1-9]%d*\n# fail 0\n", text)
  end)

  it("prints what its page of the manual shows", function()
    local list = blocks "js"
    assert.is_true(#list >= 1)
    for i, block in ipairs(list) do
      run.write(("%s/program%d.mjs"):format(folder, i), block.text)
      local text = run.output(("cd '%s' && timeout 60 node program%d.mjs 2>&1"):format(folder, i))
      assert.equal(block.shown, text .. "\n")
    end
  end)

  it("is of three megabytes at most, and names its files", function()
    assert.is_true(tonumber(run.output(("cat %s/* | wc -c"):format(PACKAGE))) < 3000000)
    for name in run.output(("grep -ho 'from \"[^\"]*\"\\|URL(\"[^\"]*\"' %s/*.js"):format(PACKAGE)):gmatch '"%./([^"]*)"' do
      assert.equal("", run.output(("test -f %s/%s || echo %s"):format(PACKAGE, name, name)))
    end
  end)
end)

describe("the page with a bot", function()
  local browser, server, port
  setup(function()
    local page = blocks("html")[1].text
    assert.is_true(select(2, page:gsub("\n", "")) <= 26)
    run.write(folder .. "/index.html", page)
    run.write(folder .. "/favicon.ico", "")
    server = Server.spawn(("python3 -u -m http.server --bind 127.0.0.1 --directory '%s' 0"):format(folder), folder .. "/log")
    port = Server.await("the server", function() return run.output(("cat '%s/log'"):format(folder)):match "port (%d+)" end)
    browser = Browser.start()
  end)
  teardown(function()
    getmetatable(browser).__close(browser)
    os.execute("kill " .. server)
  end)

  local BUTTONS = "document.querySelectorAll('button').length"

  it("plays tic-tac-toe to its end, and is not beaten", function()
    browser:open(("http://127.0.0.1:%s/index.html"):format(port))
    for left = 9, 1, -2 do
      browser:wait(("%s === %d || moves.textContent === 'Game over.'"):format(BUTTONS, left))
      if browser:eval(BUTTONS) == 0 then break end
      browser:click "button"
    end
    browser:wait "moves.textContent === 'Game over.'"
    local board = browser:eval "board.textContent":gsub("%s", "")
    assert.truthy(board:find "^[XO.]+$", board)
    for line in ("123 456 789 147 258 369 159 357"):gmatch "%d+" do
      assert.not_equal("XXX", (line:gsub("%d", function(cell) return board:sub(cell, cell) end)))
    end
    assert.same({}, browser:complaints())
  end)

  it("stops a search in a worker that hears nothing, and goes on", function()
    browser:eval [[(import("/gts-search/gts.js").then(async ({ worker }) => {
      const gts = await worker(), game = await gts.game("connect4");
      const r = await game.search({ depth: 40, deepen: true, every: 0.01, progress: ({ depth }) => depth > 0 && gts.stop() });
      const { value } = await (await gts.game("nim")).search();
      window.found = `${typeof SharedArrayBuffer} ${r.stopped} ${r.depth > 0} ${value}`;
    }).catch(error => { window.found = String(error); }), 0)]]
    browser:wait "window.found !== undefined"
    assert.equal("undefined interrupted true 1", browser:eval "window.found")
  end)
end)
