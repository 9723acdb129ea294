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

describe("a game in the address", function()
  it("is there after its moves, with its options; what does not exist, and a file, is refused in words", function()
    local server <close> = Server.start { "nim" }
    local folder, gone <close> = run.folder()
    run.write(folder .. "/evil.lua", ("io.open(%q, 'w'):close() return { name = 'evil' }"):format(folder .. "/canary"))
    clear()
    local function open(mark)
      browser:open "about:blank"
      browser:open(server.address .. mark)
    end
    for mark, words in pairs { ["./evil.lua"] = "there is no game", [folder .. "/evil.lua"] = "there is no game",
      ["othello&options=sise%3D4"] = "no option",
      ["othello&options=evaluation%3D" .. folder .. "/evil.lua"] = "cannot name a file",
      ["connect4&moves=4,9"] = "move 2 cannot be played" } do
      open("#play?game=" .. mark)
      shows("#says", words)
    end
    assert.equal("connect4", server:page_state().current.name)
    assert.equal("", run.output(("ls %s/canary 2>/dev/null"):format(folder)))
    open "#play?game=othello&options=size%3D4&moves=a2,a1"
    browser:wait "document.querySelectorAll('#played li').length >= 2"
    open "#search?game=%7B%7B3,12%7D,%7B2,4%7D%7D&algorithm=minimax&depth=2"
    shows("#search-rows", "minimax")
    assert.equal("tree", server:page_state().current.kind)
    assert.same({}, browser:complaints())
  end)
end)
