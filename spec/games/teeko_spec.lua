-- Teeko: against the rules as a child would write them.

local gts = require "gts"
local plain = require "spec.support.plain"

local teeko = { start = { board = plain.board(5, 5, "."), player = "max" }, text = plain.rows }

-- The cells of a mark as { row, column }, from above.
local function pieces(board, mark) return plain.each(board, mark, function(r, c) return { r, c } end) end

-- Are these four cells a line, or a square? The steps from one to the next tell.
local function is_figure(list)
  if #list ~= 4 then return false end
  local steps = {}
  for i = 1, 3 do steps[i] = list[i + 1][1] - list[i][1] .. " " .. list[i + 1][2] - list[i][2] end
  local text = table.concat(steps, ",")
  return text == "0 1,0 1,0 1" or text == "1 0,1 0,1 0" or text == "1 1,1 1,1 1" or text == "1 -1,1 -1,1 -1"
    or text == "0 1,1 -1,0 1"
end

function teeko.value(p)
  return is_figure(pieces(p.board, "X")) and 1000 or is_figure(pieces(p.board, "O")) and -1000 or 0
end

function teeko.moves(p)
  local list = {}
  if teeko.value(p) ~= 0 then return list end
  local mine = pieces(p.board, plain.mark[p.player])
  plain.each(p.board, ".", function(r, c)
    local to = plain.cell(p.board, r, c)
    if #mine < 4 then list[#list + 1] = { to, plain.put(p, r, c) } end
    for _, at in ipairs(#mine == 4 and mine or {}) do
      if math.abs(at[1] - r) <= 1 and math.abs(at[2] - c) <= 1 then
        list[#list + 1] = { plain.cell(p.board, at[1], at[2]) .. "-" .. to, plain.put(p, r, c, at[1], at[2]) }
      end
    end
  end)
  return list
end

describe("teeko #lua", function()
  it("has 25 * 24 * 23 ways to begin", function()
    assert.same({ 25, 25 * 24, 25 * 24 * 23 }, { table.unpack(gts.perft("teeko", 3)) })
  end)

  it("plays games as a plain board does", function() assert(plain.same_games(gts.game "teeko", teeko, 4, 3, 40) > 40) end)

  it("is won in 44 ways: 28 lines and 16 squares", function()
    local game, won = gts.game "teeko", 0
    for a = 0, 21 do
      for b = a + 1, math.min(a + 6, 22) do
        for c = b + 1, math.min(b + 6, 23) do
          for d = c + 1, math.min(c + 6, 24) do
            local value = game.evaluate(1 << a | 1 << b | 1 << c | 1 << d | 1 << 50)
            if value == 1000 then won = won + 1 end
          end
        end
      end
    end
    assert.equal(44, won)
  end)

  it("finds a win", function()
    local position = gts.read("teeko", "...../.XX../..X../XO.O./..O.O max")
    local r = gts.search("teeko", { position = position, depth = 3 })
    assert.equal(1000, r.value)
  end)
end)
