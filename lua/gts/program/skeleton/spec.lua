-- What the game mygame must keep to: run `busted` here after each change of the rules.

local gts = require "gts"

-- The rules stand beside this file.
local file = (debug.getinfo(1, "S").source:match "^@(.*/)" or "./") .. "mygame.lua"
local mygame = gts.game(file)

-- The position after these moves, by their names.
local function after(...) return gts.apply(mygame, nil, ...) end

describe("mygame", function()
  it("has rules in which gts finds no mistake", function()
    local report = gts.check(file, { time = 1, seed = 1 })
    assert.is_true(report.clean, tostring(report))
  end)

  -- Nine cells for the first stone, eight for the second, and so on. The fifth is the first that can win: of its 15,120 games
  -- 1440 end there (8 lines, in which 3 crosses can come in 6 ways, and 6 * 5 ways for two rings). In the others a sixth can
  -- be put on 4 cells.
  it("has as many games as can be counted by hand", function()
    local counts = gts.perft(mygame, 6)
    assert.are.same({ 9, 72, 504, 3024, 15120, (15120 - 1440) * 4 }, { table.unpack(counts) })
  end)

  it("is a draw with best play", function()
    local r = gts.search(mygame)
    assert.is_true(r.solved)
    assert.are.equal(0, r.value)
  end)

  --  X X .
  --  O O .
  --  . . .
  it("is won by the player to move, where two in a row have a free cell beside them", function()
    local r = gts.search(mygame, { position = after("1", "4", "2", "5") })
    assert.are.equal(1, r.value)
    assert.are.equal("X X X\nO O .\n. . .", gts.show(mygame, r.position))
  end)
end)
