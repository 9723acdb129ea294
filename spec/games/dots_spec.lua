-- The game dots, and its bounds.

local gts = require "gts"

-- An independent version of the game: boxes as lists of lines, named by corners; the score that the mover will still gain, by
-- brute force.
local function solver(columns, rows)
  local lines, of_line = {}, {}
  local function line(x1, y1, x2, y2)
    local name = table.concat({ x1, y1, x2, y2 }, ",")
    if not lines[name] then
      lines[#lines + 1] = name
      lines[name] = #lines
      of_line[#lines] = {}
    end
    return lines[name]
  end
  for x = 1, columns do
    for y = 1, rows do
      local b = { line(x, y, x + 1, y), line(x, y + 1, x + 1, y + 1), line(x, y, x, y + 1), line(x + 1, y, x + 1, y + 1) }
      for _, l in ipairs(b) do table.insert(of_line[l], b) end
    end
  end
  local known = {}
  local function gain(drawn)
    if known[drawn] then return known[drawn] end
    local best
    for l = 1, #lines do
      if drawn & 1 << l == 0 then
        local now, won = drawn | 1 << l, 0
        for _, b in ipairs(of_line[l]) do
          local all = true
          for _, other in ipairs(b) do all = all and now & 1 << other ~= 0 end
          if all then won = won + 1 end
        end
        local value = won > 0 and won + gain(now) or -gain(now)
        best = best and math.max(best, value) or value
      end
    end
    known[drawn] = best or 0
    return known[drawn]
  end
  return gain(0), #lines
end

describe("dots #lua", function()
  it("has the value that brute force finds", function()
    for _, size in ipairs { { 1, 1 }, { 2, 1 }, { 1, 3 }, { 3, 1 } } do
      local game = gts.game("dots", { columns = size[1], rows = size[2] })
      local value = solver(size[1], size[2])
      for _, id in ipairs { "alphabeta", "maxsearch", "minsearch", "hstarstar" } do
        local r = gts.search(game, { algorithm = id })
        assert.equal(value, r.value)
        assert.is_true(r.solved)
        if size[1] * size[2] < 3 then assert.equal(value, gts.search(game, { algorithm = id, bounds = false }).value) end
      end
    end
  end)

  it("has bounds that bracket the value of every position, and are inherited as the papers ask", function()
    local game = gts.game("dots", { columns = 2, rows = 1 })
    local seen, positions = {}, 0
    local function walk(lines, score)
      local name = lines .. " " .. score
      if seen[name] then return seen[name] end
      local player, value = game.player(lines), nil
      local lower, upper = game.bounds(lines, score)
      local move, a, b = game.next(lines, score)
      while move do
        local v = walk(a, b)
        local l, u = game.bounds(a, b)
        if player == "max" then assert(u <= upper) else assert(l >= lower) end
        value = value and math[player](value, v) or v
        move, a, b = game.next(lines, score, move)
      end
      value = value or score
      assert(lower <= value and value <= upper)
      positions = positions + 1
      seen[name] = value
      return value
    end
    assert.equal((solver(2, 1)), walk(table.unpack(game.start)))
    assert(positions > 128)
  end)

  it("is searched with a fraction of the nodes if bounds are used", function()
    local game = gts.game "dots"
    for _, id in ipairs { "alphabeta", "hstarstar" } do
      local with = gts.search(game, { algorithm = id, depth = 8 }).stats.visits
      local without = gts.search(game, { algorithm = id, depth = 8, bounds = false }).stats.visits
      assert(with < without, id)
    end
  end)

  it("refuses sizes that it cannot hold", function()
    local ok, wrong = pcall(gts.game, "dots", { columns = 6, rows = 5 })
    assert.is_false(ok)
    assert.matches("option", wrong)
    assert.equal("dots", gts.game("dots", { columns = 5, rows = 4 }).name)
  end)
end)
