-- The games that come with gts: their list, and what all of them promise.

local gts = require "gts"
local plain = require "spec.support.plain"

local list = gts.games()

-- Lines that files may have: what long captures, two halves of a board, large boards, moves at random without a list, an index of
-- all positions, and bounds that see ahead take.
local long = { amazons = 280, connect4 = 260, draughts = 280, breakthrough = 240, hex = 440, gomoku = 220, knightthrough = 240,
  loa = 220, mill = 490 }

describe("gts.games", function()
  it("lists the files of the folder games, in the order of their names", function()
    local pipe <close> = assert(io.popen "ls -p games")
    local names = {}
    for file in pipe:lines() do names[#names + 1] = file ~= "learnt/" and assert(file:match "^(.*)%.lua$") or nil end
    table.sort(names)
    local listed = {}
    for i, entry in ipairs(list) do listed[i] = entry.name end
    assert.same(names, listed)
    assert(#listed >= 14)
  end)

  it("makes each of them with its defaults, and describes it", function()
    for _, entry in ipairs(list) do
      local options = {}
      for _, option in ipairs(entry.options) do
        options[option.name] = option.default
        assert.equal("string", type(option.help))
        assert.equal("string", type(option.expected))
      end
      assert.equal(gts.show(entry.name), gts.show(gts.game(entry.name, next(options) and options or nil)))
      assert(entry.title ~= "" and #entry.title < 60, entry.title)
      assert.equal(entry.title, entry.summary:sub(1, #entry.title))
      assert(#entry.summary > 60 and not entry.summary:find "\n")
      local game, lines = gts.game(entry.name), 0
      assert(game.name == entry.name and game.range[1] == -game.range[2] and game.show and game.player)
      for _ in io.lines(require("gts.game").find("gts.games." .. entry.name)) do lines = lines + 1 end
      assert(lines < (long[entry.name] or 200), entry.name .. " is too long to be a model")
    end
  end)

  it("prints as a table", function()
    local text = tostring(list)
    for line in text:gmatch "[^\n]+" do assert(#line <= 80) end
    assert.truthy(text:find("kalah +Kalah +pits, seeds"))
  end)

  it("gives new lists", function()
    for _, entry in ipairs(gts.games()) do if entry.name == "nim" then entry.options[1].default[1] = 60 end end
    for _, entry in ipairs(gts.games()) do
      if entry.name == "nim" then assert.same({ 3, 4, 5 }, entry.options[1].default) end
    end
  end)
end)

-- Options of the boards on which positions at random are looked at, and how long their games are; the board on which all
-- algorithms agree, and to what depth (nil: the end).
local looked_at = {
  amazons = { boards = { { size = 4 }, { size = 5 } }, agree = { size = 4 }, depth = 1 },
  ataxx = { boards = { {}, { size = 3 } }, longest = 60, agree = { size = 4, repetition = false }, depth = 2 },
  breakthrough = { boards = { {}, { columns = 3, rows = 5 } }, agree = { columns = 4, rows = 5 }, depth = 3 },
  chomp = { boards = { {} }, agree = {} },
  clobber = { boards = { {} }, agree = { columns = 3, rows = 3 }, depth = 4 },
  connect4 = { boards = { {} }, agree = {}, depth = 3 },
  domineering = { boards = { {} }, agree = { columns = 3, rows = 3 } },
  dots = { boards = { {} }, agree = {}, depth = 3 },
  draughts = { boards = { {} }, agree = { repetition = false }, depth = 3 },
  gomoku = { boards = { { size = 9 } }, longest = 60, agree = { size = 5 }, depth = 1 },
  hex = { boards = { {}, { size = 2 }, { size = 9 }, { size = 11 } }, longest = 60, agree = { size = 4 }, depth = 2 },
  hexapawn = { boards = { {} }, agree = {} },
  kalah = { boards = { {}, { pits = 2, seeds = 10 } }, agree = { pits = 3, seeds = 3 }, depth = 4 },
  knightthrough = { boards = { {}, { columns = 6, rows = 7 } }, agree = { columns = 4, rows = 5 }, depth = 2 },
  loa = { boards = { {} }, longest = 40, agree = { size = 4, repetition = false }, depth = 2 },
  mill = { boards = { {}, { men = 6 } }, longest = 60, agree = { men = 6, repetition = false }, depth = 1 },
  morris = { boards = { {}, { moves = "any" } }, longest = 40, agree = { repetition = false }, depth = 4 },
  nim = { boards = { {} }, agree = {}, depth = 3 },
  othello = { boards = { {}, { size = 6 }, { size = 4 } }, agree = {}, depth = 3 },
  oware = { boards = { {}, { pits = 2, seeds = 10 } }, agree = { pits = 3, seeds = 3, repetition = false }, depth = 4 },
  teeko = { boards = { {} }, longest = 40, agree = { repetition = false }, depth = 1 },
  tictactoe = { boards = { {} }, agree = {}, depth = 3 },
  wythoff = { boards = { {}, { columns = 20, rows = 3 } }, agree = { columns = 4, rows = 4 } },
}

-- How boards are shown at the start.
local shown = {
  amazons = { { size = 4 }, " 4  . O O .\n 3  O . . O\n 2  X . . X\n 1  . X X .\n\n    a b c d" },
  breakthrough = { { columns = 2, rows = 4 }, "4  O O\n3  O O\n2  X X\n1  X X\n\n   a b" },
  clobber = { { columns = 3, rows = 2 }, " 2  X O X\n 1  O X O\n\n    a b c" },
  hex = { { size = 3 }, "   a b c\n1  . . .\n 2  . . .\n  3  . . ." },
  kalah = { {}, "     4  4  4  4  4  4\n  0                    0\n     4  4  4  4  4  4" },
  oware = { {}, "     4  4  4  4  4  4\n  0                    0\n     4  4  4  4  4  4" },
  othello = { { size = 4 }, "1 . . . .\n2 . O X .\n3 . X O .\n4 . . . .\n  a b c d" },
  wythoff = { { columns = 3, rows = 2 }, ". . .\n. . Q\ncolumn 3, row 2, MAX to move" },
}

-- The sanitizers see these.
local sanitized = { connect4 = true, dots = true, morris = true, nim = true, othello = true }

describe("every shipped game", function()
  it("is shown as it is drawn #lua", function()
    for name, how in pairs(shown) do assert.equal(how[2], gts.show(gts.game(name, how[1]))) end
    assert.equal("+--+  +\n|  |  |\n+  +--+\nMAX is 0 ahead, MAX to move",
      gts.game("dots", { columns = 2, rows = 1 }).show(0x5D, 0))
  end)

  it("refuses texts with other seeds #lua", function()
    for _, name in ipairs { "kalah", "oware" } do
      local game = gts.game(name, { pits = 2, seeds = 1 })
      assert.has_error(function() gts.read(game, "1 1 0 / 1 2 0 max") end,
        ("gts.read: %s has no position '1 1 0 / 1 2 0 max': there are 5 seeds, not 4"):format(name))
    end
  end)

  for _, entry in ipairs(list) do
    local name, how = entry.name, looked_at[entry.name]

    it("is compiled whole, and keeps the promises of a game, from all sides: " .. name .. " #lua", function()
      for seed, options in ipairs(how.boards) do
        local game = gts.game(name, options)
        if seed % 3 == 1 then assert.is_nil(tostring(gts.native(game)):find("in Lua", 1, true)) end
        plain.keeps_promises(game, seed, how.longest)
      end
    end)

    it("has one value by all algorithms: " .. name .. (sanitized[name] and "" or " #lua"), function()
      plain.agree(gts.game(name, how.agree), how.depth)
    end)
  end
end)
