-- Boards in letters that are not ASCII: on request only.

local board = require "gts.show.board"
local gts = require "gts"
local inside = require "spec.support.inside"
local json = require "gts.show.json"
local run = require "spec.support.run"

-- Runs gts; its output, and its exit code must be 0.
local function output(words)
  local out, err, code = ((words.script or words.input) and run.gts or inside)(words)
  assert.same({ "", 0 }, { err, code })
  return out
end

local PLAIN, ROUND = "X O .\n. . .\n. . .\n", "● ○ ·\n· · ·\n· · ·\n"

local function moves(more)
  local words = { "moves", "tictactoe", "--after", "1,2" }
  for key, value in pairs(more) do
    if type(key) == "number" then words[#words + 1] = value else words[key] = value end
  end
  return output(words)
end

local function begins(text, with) assert.equal(with, text:sub(1, #with)) end

describe("boards #lua", function()
  it("are ASCII unless somebody asks, by the option or the environment; the option counts more", function()
    begins(moves {}, PLAIN)
    begins(moves { "--unicode" }, ROUND)
    begins(moves { environment = "GTS_UNICODE=1" }, ROUND)
    begins(moves { environment = "GTS_UNICODE=0" }, PLAIN)
    begins(moves { environment = "GTS_UNICODE=" }, PLAIN)
    begins(moves { environment = "GTS_UNICODE=1", "--unicode=false" }, PLAIN)
  end)

  it("are ASCII for programs: in JSON, in gts.show", function()
    assert.equal("X O .\n. . .\n. . .", json.decode(moves { "--unicode", "--json" }).shown)
    local script = [[io.write(gts.show("tictactoe", gts.apply("tictactoe", nil, 1, 2)), "\n")]]
    assert.equal(PLAIN, output { script = script, environment = "GTS_UNICODE=1" })
  end)

  it("are drawn by all commands that show them", function()
    for _, words in ipairs {
      { "search", "tictactoe" }, { "best", "tictactoe" }, { "analyze", "tictactoe" }, { "solve", "tictactoe" },
      { "moves", "tictactoe" },
    } do
      words[3] = "--unicode"
      begins(output(words), "· · ·\n· · ·\n· · ·\n")
    end
    assert.matches("\n○ · ·\n· ● ·\n· · ·\n",
      output { "play", "tictactoe", "--level", "8", "--seed", "1", "--unicode", input = "5\nquit\n" })
    assert.matches("· · ·\n· · ·\n· · ·", output { environment = "GTS_UNICODE=1", input = "gts.game 'tictactoe'\n" })
  end)

  it("have labels and whatever else the rules show", function()
    local out = output { "moves", "othello", "--unicode" }
    begins(out, "1 · · · · · · · ·\n")
    assert.matches("\n4 · · · ○ ● · · ·\n5 · · · ● ○ · · ·\n", out)
    assert.matches("\n  a b c d e f g h\n", out)
    assert.matches("\n 2  · · ·\n", output { "moves", "hex", "size=3", "--unicode" })
    assert.matches("★\ncolumn", output { "moves", "wythoff", "--unicode" })
  end)
end)

-- Back to the letters that rules show.
local back = { ["●"] = "X", ["○"] = "O", ["·"] = ".", ["■"] = "#", ["★"] = "Q" }
local queens = { ["★"] = "X", ["☆"] = "O", ["·"] = ".", ["■"] = "#" }
local back_of = { amazons = queens }

describe("a board that is drawn #lua", function()
  for _, entry in ipairs(gts.games()) do
    it("is that which the rules show, letter by letter: " .. entry.name, function()
      local game = gts.game(entry.name)
      local position = game.start
      for seed = 1, 30 do
        local list = gts.moves(game, position)
        if #list == 0 then break end
        position = list[seed * 7919 % #list + 1].position
        local text = gts.show(game, position)
        local drawn = board.drawn(game, position, text)
        assert.equal(utf8.len(text), utf8.len(drawn))
        assert.equal(text, (drawn:gsub(utf8.charpattern, back_of[entry.name] or back)))
      end
    end)
  end

  local function made(show, of) return board.drawn({ board = function() return of end }, 1, show) end

  it("stays as it is where the text does not have the cells, or the board is none", function()
    local cells = { columns = 2, rows = 2, cells = "XO.." }
    assert.equal("● ○\n· ·", made("X O\n. .", cells))
    assert.equal("a  ● ○ \nb  · ·\nend", made("a  X O \nb  . .\nend", cells))
    for _, text in ipairs { "XO\n..", "X O", "X O\nX .", "10 O\n. .", "" } do assert.equal(text, made(text, cells)) end
    assert.equal("X O\n. .", made("X O\n. .", { columns = 3, rows = 2, cells = "XO" }))
    assert.equal("X O\n. .", made("X O\n. .", nil))
    assert.equal("X", board.drawn({ board = function() error "no" end }, 1, "X"))
    assert.equal("X", board.drawn({}, 1, "X"))
  end)

  it("has other letters for other pieces, and those of the rules where there is none", function()
    local cells = { columns = 5, rows = 1, cells = { "max king", "min king", "block", "max 3", "" } }
    assert.equal("◆ ◇ ■ 3 ·", made("K k # 3 .", cells))
    cells.cells = { "max pawn", "min ring", "max knight", "z", "" }
    assert.equal("● ○ ♘ ? ·", made("X O ♘ ? .", cells))
  end)
end)
