-- The games that come with gts: their list, and what all of them promise.

local gts = require "gts"
local plain = require "spec.support.plain"

local list = gts.games()

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
    end
  end)

  it("prints as a table", function()
    local text = tostring(list)
    for line in text:gmatch "[^\n]+" do assert(#line <= 80) end
    assert.truthy(text:find("kalah +Kalah +pits, seeds"))
  end)

  it("gives new lists", function()
    for _, entry in ipairs(gts.games()) do
      if entry.name == "nim" then entry.options[1].default[1] = 60 end
    end
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

-- The sanitizers see these.
local sanitized = { connect4 = true, dots = true, morris = true, nim = true, othello = true }

describe("every shipped game", function()
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
