-- Breakthrough: what is known of it, and against the rules as a child would write them.

local gts = require "gts"
local plain = require "spec.support.plain"

local function board(rows, columns)
  local start = plain.board(rows, columns, ".")
  for c = 1, columns do
    start[1][c], start[2][c], start[rows - 1][c], start[rows][c] = "O", "O", "X", "X"
  end
  return { board = start, player = "max" }
end

local function breakthrough(rows, columns)
  local rules = { start = board(rows, columns), key = function(p) return plain.text(p.board) .. p.player end }

  local function has(p, mark, row)
    for r = row or 1, row or rows do
      for c = 1, columns do
        if p.board[r][c] == mark then return true end
      end
    end
    return false
  end

  local function winner(p)
    if has(p, "X", 1) or not has(p, "O") then return 1 end
    return (has(p, "O", rows) or not has(p, "X")) and -1 or nil
  end

  function rules.value(p) return winner(p) or 0 end

  function rules.moves(p)
    local list = {}
    if winner(p) then return list end
    local own, step = p.player == "max" and "X" or "O", p.player == "max" and -1 or 1
    for r = 1, rows do
      for c = 1, columns do
        for aside = -1, p.board[r][c] == own and 1 or -2 do
          local to = (p.board[r + step] or {})[c + aside]
          if to == "." or to and to ~= own and aside ~= 0 then
            local after = plain.copy(p.board)
            after[r][c], after[r + step][c + aside] = ".", own
            local way, row = to == "." and "-" or "x", rows + 1 - r
            local name = ("%c%d%s%c%d"):format(96 + c, row, way, 96 + c + aside, row - step)
            list[#list + 1] = { name, { board = after, player = plain.other[p.player] } }
          end
        end
      end
    end
    return list
  end

  return rules
end

-- The game with its values brought down to -1, 0 and 1.
local function signs(game)
  local copy = {}
  for k, v in pairs(game) do copy[k] = v end
  copy.range, copy.bounds = { -1, 1 }, nil
  copy.evaluate = function(...) return game.next(...) and 0 or game.player(...) == "max" and -1 or 1 end
  return copy
end

local function upside_down(position, rows, columns)
  local function turned(set)
    local result = 0
    for cell = 0, rows * columns - 1 do
      if set >> cell & 1 ~= 0 then result = result | 1 << (rows - 1 - cell // columns) * columns + cell % columns end
    end
    return result
  end
  return { turned(position[1]), turned(position[2]), 1 - position[3] }
end

describe("breakthrough #lua", function()
  it("has 22, 484, 11,132 and 256,036 ways to begin", function()
    assert.same({ 22, 484, 11132, 256036 }, { table.unpack(gts.perft("breakthrough", 4)) })
  end)

  it("has the winners of brute force on small boards #thorough", function()
    for _, size in ipairs { { 4, 2 }, { 5, 2 }, { 4, 3 } } do
      local game = gts.game("breakthrough", { rows = size[1], columns = size[2] })
      local value = plain.value(breakthrough(size[1], size[2]), board(size[1], size[2]), {})
      assert.equal(10000 * value, gts.search(game, { algorithm = "ttalphabeta" }).value)
    end
  end)

  it("is the game of a plain board #thorough", function()
    for _, size in ipairs { { 4, 2 }, { 4, 4 }, { 5, 3 }, { 6, 5 }, { 8, 8 }, { 7, 8 } } do
      local game = gts.game("breakthrough", { rows = size[1], columns = size[2] })
      assert.is_true((gts.equivalent(signs(game), plain.game(breakthrough(size[1], size[2])), { time = 0.2 })))
    end
  end)

  it("bounds what brute force says", function()
    local rules, game, known = breakthrough(5, 2), gts.game("breakthrough", { rows = 5, columns = 2 }), {}
    local decided = 0
    for _, at in ipairs(plain.walk(game, 5, 200)) do
      local p = { board = {}, player = at.player }
      for line in gts.write(game, at.position):gmatch "[XO.]+" do
        p.board[#p.board + 1] = {}
        for mark in line:gmatch "." do table.insert(p.board[#p.board], mark) end
      end
      local value = 10000 * plain.value(rules, p, known)
      local lower, upper = game.bounds(table.unpack(at.position))
      assert(lower <= value and value <= upper)
      if lower == upper then decided = decided + 1 end
    end
    assert(decided > 10)
  end)

  it("estimates the same for both players", function()
    for _, size in ipairs { { 8, 8 }, { 6, 5 } } do
      local game = gts.game("breakthrough", { rows = size[1], columns = size[2] })
      for _, at in ipairs(plain.walk(game, 3, 100)) do
        local mirrored = upside_down(at.position, size[1], size[2])
        assert.equal(plain.evaluate(game, at.position), -plain.evaluate(game, mirrored))
      end
    end
  end)

  it("is compiled, keeps the promises of a game, and has one value by all algorithms", function()
    assert.is_true(gts.native("breakthrough").compiled)
    plain.keeps_promises(gts.game "breakthrough", 1)
    plain.keeps_promises(gts.game("breakthrough", { columns = 3, rows = 5 }), 2)
    plain.agree(gts.game("breakthrough", { columns = 4, rows = 5 }), 4)
  end)

  it("shows its start", function()
    assert.equal("4  O O\n3  O O\n2  X X\n1  X X\n\n   a b", gts.show(gts.game("breakthrough", { columns = 2, rows = 4 })))
  end)
end)
