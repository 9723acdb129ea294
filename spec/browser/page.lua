-- The page of `gts serve` as people use it: a browser that clicks, presses keys and looks.

local hands = require "spec.support.hands"

local KEY, STATUS, open, sizes, turn = hands.KEY, hands.STATUS, hands.open, hands.sizes, hands.turn

local browser

setup(function() browser = hands.start() end)
teardown(hands.stop)

-- The cell whose label for screen readers begins with a place, as in "d3,".
local function cell(place) return ("#board [aria-label^='%s,']"):format(place) end

local function label(place)
  return browser:eval(("document.querySelector(`%s`).getAttribute('aria-label')"):format(cell(place)))
end

-- Plays to the end by the first moves of the list, against the engine.
local function play_out()
  local moves = 0
  local over = ("/won|draw/.test(%s)"):format(STATUS)
  while not browser:eval(over) do
    browser:wait("!document.querySelector('#moves button:disabled') || " .. over)
    if not browser:eval(over) then
      local before = browser:eval "document.querySelectorAll('#played li').length"
      browser:click "#moves button"
      browser:wait(("document.querySelectorAll('#played li').length > %d"):format(before))
      moves = moves + 1
    end
  end
  return moves
end

for size in pairs(sizes) do
  describe("the page on a " .. size, function()
    it("plays connect-4 by clicks on columns, to the end", function()
      local server <close> = open({ "connect4", "--level", "1" }, size)
      browser:picture("build/browser/connect4-" .. size .. ".png")
      assert.equal("Your move (MAX).", browser:eval(STATUS))
      browser:click(cell "row 2, column 4")
      turn(2)
      assert.truthy(label "row 6, column 4":find "MAX stone")
      browser:click "#analyze"
      browser:wait "document.querySelector('#moves .best .worth') !== null"
      browser:wait "document.querySelector('#board .worth.best') !== null"
      browser:picture("build/browser/connect4-analysis-" .. size .. ".png")
      browser:click "#analyze"
      browser:click "#back"
      turn(0)
      play_out()
      browser:picture("build/browser/connect4-end-" .. size .. ".png", true)
      browser:click "#new"
      turn(0)
    end)

    it("plays othello by clicks on cells, with passes, to the end", function()
      local server <close> = open({ "othello", "size=4", "--level", "2" }, size)
      assert.truthy(label "b1":find "a move")
      browser:click(cell "b1")
      turn(2)
      assert.truthy(label "b1":find "MAX stone")
      browser:picture("build/browser/othello-" .. size .. ".png")
      assert(play_out() >= 4)
      browser:picture("build/browser/othello-end-" .. size .. ".png", true)
    end)
  end)
end

describe("the page", function()
  it("shows all games without more than fits", function()
    for _, game in ipairs { "breakthrough", "hex", "kalah", "dots", "nim", "chomp", "wythoff", "domineering", "amazons" } do
      local server <close> = open { game, "--level", "1" }
      for size, window in pairs(sizes) do
        browser:resize(table.unpack(window))
        browser:picture(("build/browser/%s-%s.png"):format(game, size))
        assert.is_true(browser:eval "document.querySelectorAll('#moves button').length > 0")
        hands.is_sound()
      end
    end
  end)

  it("shows what the engine thinks while it thinks, and lets it move at once", function()
    local server <close> = open { "othello", "--as", "min", "--time", "600" }
    browser:wait "Number(document.querySelector('#depth').textContent) >= 3"
    local nodes = browser:eval "document.querySelector('#nodes').title"
    browser:wait(("document.querySelector('#nodes').title !== '%s'"):format(nodes))
    assert.truthy(browser:eval "document.querySelector('#line').textContent":find "%l%d %l%d")
    browser:picture "build/browser/thinking.png"
    browser:click "#stop"
    turn(1)
    browser:wait(STATUS .. ".includes('Your move (MIN)')")
  end)

  it("is played with keys alone", function()
    local server <close> = open { "othello", "--as", "both" }
    browser:eval(("document.querySelector(`%s`).focus()"):format(cell "a1"))
    browser:press(KEY.right .. KEY.right .. KEY.right .. KEY.down .. KEY.down)
    assert.truthy(browser:eval "document.activeElement.getAttribute('aria-label')":find "^d3, empty, a move")
    browser:press(KEY.enter)
    turn(1)
    assert.truthy(browser:eval "document.activeElement.getAttribute('aria-label')":find "^d3, MAX stone, last move")
    browser:press(KEY.left .. " ")
    turn(2)
  end)

  it("chooses a piece, and then where it goes; Escape lets go of it", function()
    local server <close> = open { "hexapawn", "--as", "both" }
    browser:click(cell "b1")
    assert.truthy(label "b1":find "chosen")
    assert.truthy(label "b2":find "a move")
    browser:press(KEY.escape)
    assert.is_nil(label "b1":find "chosen")
    browser:click(cell "a1")
    browser:click(cell "b1")
    assert.is_nil(label "a1":find "chosen")
    browser:click(cell "b2")
    turn(1)
    assert.truthy(label "b2":find "MAX pawn")
  end)

  it("has buttons for moves that are not on the board", function()
    -- After these MAX has no move.
    local server <close> = open { "othello", "size=4", "--as", "both", "--after", "b1 a1 a2 c1 d1 a3 a4 d3" }
    assert.equal("pass", browser:eval "document.querySelector('#choice button').textContent")
    browser:click "#choice button"
    turn(1)
    assert.equal(0, browser:eval "document.querySelectorAll('#choice button').length")
  end)

  it("tells screen readers what happens, in words", function()
    local server <close> = open { "tictactoe", "--level", "10" }
    assert.equal("polite", browser:eval "document.querySelector('#status').getAttribute('aria-live')")
    browser:click(cell "row 1, column 1")
    browser:wait(STATUS .. ".includes('The engine played 5. Your move (MAX).')")
    assert.truthy(label "row 2, column 2":find "MIN ring, last move")
    assert.equal(9, browser:eval "document.querySelectorAll('#board [role=row] [role=gridcell]').length")
    assert.equal(1, browser:eval "document.querySelectorAll('#board [tabindex=\"0\"]').length")
    browser:click "#hint"
    browser:wait "document.querySelector('#board .hint') !== null"
    assert.truthy(browser:eval "document.querySelector('#board .hint').getAttribute('aria-label')":find "hint")
  end)

  it("plays on in two windows, and says when the program has ended", function()
    local server <close> = open { "tictactoe", "--as", "both" }
    server:post { kind = "play", move = "5", turn = 0 }
    turn(1)
    server.leaves = true
    server:signal "INT"
    browser:wait "document.querySelector('#says').textContent.includes('cannot be reached')"
    assert(browser:complaints())
  end)
end)
