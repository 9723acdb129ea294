-- The address of the page of `gts serve`: its token, and what an address asks for.

local Browser = require "spec.support.browser"
local Server = require "spec.support.server"
local run = require "spec.support.run"

local browser

setup(function() browser = Browser.start() end)
teardown(function() getmetatable(browser).__close(browser) end)

local function shows(selector, words)
  browser:wait(("document.querySelector('%s').textContent.includes('%s')"):format(selector, words))
end

local function works() browser:wait "document.querySelector('#status').textContent.length > 0" end

local function clear()
  browser:open "about:blank"
  browser:complaints()
end

describe("the token of the address", function()
  local server
  before_each(function()
    clear()
    server = Server.start { "tictactoe", "--as", "both" }
  end)
  after_each(function() getmetatable(server).__close(server) end)

  local function plain() return ("http://127.0.0.1:%s/"):format(server.port) end

  it("is taken out of the address, and outlives a reload and a fragment", function()
    browser:open(server.address)
    works()
    assert.equal(plain(), browser:eval "location.href")
    assert.equal(0, browser:eval "document.cookie.length")
    browser:eval "location.reload()"
    works()
    browser:open "about:blank"
    browser:open(plain() .. "#search?depth=2")
    shows("#search-rows", "nodes visited")
    assert.same({}, browser:complaints())
  end)

  it("may have behind it what the page is to do", function()
    for _, mark in ipairs { "#", "&" } do
      clear()
      browser:open(server.address .. mark .. "search?depth=2&algorithm=minimax")
      shows("#search-rows", "minimax")
      assert.equal(plain() .. "#search?depth=2&algorithm=minimax", browser:eval "location.href")
    end
    assert.same({}, browser:complaints())
  end)

  it("opens several tabs, each by the whole address; one without it says what to open, and takes it", function()
    browser:open(server.address)
    works()
    local first = browser:ask("GET", "/window")
    local second = browser:ask("POST", "/window/new", { type = "tab" }).handle
    browser:ask("POST", "/window", { handle = second })
    browser:open(plain())
    shows("#says", "open the address that gts serve has printed")
    browser:open(server.address)                        -- only the fragment differs: nothing is loaded by that
    works()
    assert.equal(plain(), browser:eval "location.href")
    server:post { kind = "play", move = "5", turn = 0 }
    for _, window in ipairs { second, first } do
      browser:ask("POST", "/window", { handle = window })
      browser:wait "document.querySelectorAll('#played li').length === 1"
      if window == second then browser:ask("DELETE", "/window") end
    end
  end)

  it("is of one run: a page of the run before says what to open", function()
    browser:open(server.address)
    works()
    local port = server.port
    getmetatable(server).__close(server)
    server = Server.start { "nim", "--port", port }
    shows("#says", "open the address that gts serve has printed")
    browser:open(server.address)
    browser:wait "document.querySelector('#game').value === 'nim'"
    assert.equal("", browser:eval "document.querySelector('#says').textContent")
  end)
end)

describe("what an address asks for beyond a shipped game", function()
  local function dialog() return browser:eval "document.querySelector('#wanted').open" end

  it("is asked about before it is sent", function()
    local folder, gone <close> = run.folder()
    local canary = folder .. "/canary"
    run.write(folder .. "/evil.lua", ("io.open(%q, 'w'):close() return { name = 'evil' }"):format(canary))
    local server <close> = Server.start { "nim" }
    clear()
    for _, wanted in ipairs { "othello&options=evaluation%3D" .. folder .. "/evil.lua", folder .. "/evil.lua", "./evil.lua",
      "othello&options=size%3D4%26native%3Dtrue" } do
      browser:open "about:blank"
      browser:open(("%s#play?game=%s"):format(server.address, wanted))
      browser:wait "document.querySelector('#wanted').open"
      shows("#wanted-text", wanted:match "^[^&]*")
      assert.equal("wanted-no", browser:eval "document.activeElement.id")
      browser:picture "build/browser/wanted.png"
      browser:click "#wanted-no"
      assert.is_false(dialog())
      server:post { kind = "go" }
      assert.equal("nim", server:page_state().current.name)
    end
    assert.equal("", run.output(("ls %s 2>/dev/null"):format(canary)))
    assert.same({}, browser:complaints())
  end)

  it("is done once the user says so; what is a shipped game is not asked about", function()
    local server <close> = Server.start { "nim" }
    clear()
    browser:open(server.address .. "#search?game=othello&options=size%3D4&depth=2")
    shows("#search-rows", "nodes visited")
    assert.equal("othello", server:page_state().current.name)
    browser:open "about:blank"
    browser:open(server.address .. "#search?game=%7B%7B3,12%7D,%7B2,4%7D%7D&algorithm=minimax&depth=2")
    browser:wait "document.querySelector('#wanted').open"
    browser:click "#wanted-yes"
    shows("#search-rows", "minimax")
    assert.equal("tree", server:page_state().current.kind)
    assert.same({}, browser:complaints())
  end)
end)
