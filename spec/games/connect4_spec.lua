-- Connect-4 with strong rules: bounds and ranks.

local gts = require "gts"

-- All positions of a board by other rules: calls `see` with the stones of the player to move, all stones, whether MAX is to
-- move, and the value. Returns the value of the start, and how many positions there are.
local function brute_force(columns, rows, see)
  local height, known, count = rows + 1, {}, 0
  local steps = { 1, height - 1, height, height + 1 }
  local function won(stones)
    for _, step in ipairs(steps) do
      if stones & stones >> step & stones >> 2 * step & stones >> 3 * step ~= 0 then return true end
    end
  end
  local function value(mine, all, max)
    local key = mine << 32 | all
    if known[key] then return known[key] end
    local sign, best = max and 1 or -1, nil
    if won(mine ~ all) then best = -sign
    else
      for c = 0, columns - 1 do
        local cell = all + (1 << c * height) & ((1 << rows) - 1) << c * height & ~all
        if cell ~= 0 then
          local after = value(mine ~ all, all | cell, not max)
          if not best or sign * after > sign * best then best = after end
        end
      end
    end
    best = best or 0
    known[key], count = best, count + 1
    see(mine, all, max, best)
    return best
  end
  return value(0, 0, true), count
end

describe("connect-4 with strong rules", function()
  local strong = gts.game("connect4", { strong = true })

  it("has bounds that hold in every position of small boards, and tell the value of most", function()
    for _, size in ipairs { { 4, 3 }, { 4, 4 } } do
      local columns, rows = size[1], size[2]
      local rules = gts.game("connect4", { columns = columns, rows = rows, strong = true })
      local turn, wrong, meet = rules.start[2], 0, 0
      local result, count = brute_force(columns, rows, function(mine, all, max, value)
        local lower, upper = rules.bounds(max and mine or mine | turn, all | turn)
        if lower > value or upper < value then wrong = wrong + 1 end
        if lower == upper then meet = meet + 1 end
      end)
      if rows == columns then assert.equal(161029, count) end           -- Tromp, "John's Connect Four Playground"
      assert.equal(0, wrong)
      assert.equal(result, gts.search(gts.game("connect4", { columns = columns, rows = rows })).value)
      assert.is_true(meet > count / 2)
    end
  end)

  it("has the moves of the others", function()
    local plain = gts.game("connect4", { plain = true })
    local ways = gts.perft(strong, 5)
    for depth, wanted in ipairs { 7, 49, 343, 2401, 16807 } do assert.equal(wanted, ways[depth]) end
    local position = strong.start
    for _, move in ipairs { 4, 4, 4, 4, 4, 4, 3, 5, 3, 5, 3 } do
      local found, wanted = {}, {}
      for _, row in ipairs(gts.moves(strong, position)) do found[row.move] = row.position end
      for _, row in ipairs(gts.moves(plain, position)) do wanted[row.move] = row.position end
      assert.same(wanted, found)
      position = found[move]
    end
    assert.equal(0, #gts.moves(strong, gts.apply(strong, position, 7, 3)))      -- four in column 3
  end)

  it("tries a move that makes threats first, and what loses at once last", function()
    -- MAX has 3 and 4: with 2 or 5 he makes two threats. Then MIN must not leave both.
    assert.equal(5, gts.moves(strong, gts.apply(strong, nil, 3, 3, 4, 4))[1].move)
    -- MAX has three in column 4: MIN must play there.
    assert.equal(4, gts.moves(strong, gts.apply(strong, nil, 4, 1, 4, 1, 4))[1].move)
  end)

  it("solves small boards, with a tenth of the visits #thorough", function()
    -- The values: Tromp's table.
    local options = { algorithm = "mtd" }
    local six = gts.search(gts.game("connect4", { columns = 6, rows = 4, strong = true }), options)
    local five = gts.search(gts.game("connect4", { columns = 5, rows = 4, strong = true }), options)
    assert.same({ true, -1, true, 0 }, { six.solved, six.value, five.solved, five.value })
    options.nodes = 10 * five.stats.visits
    assert.equal("nodes", gts.search(gts.game("connect4", { columns = 5, rows = 4 }), options).stopped)
  end)

  it("is played to the end as soon, or as late, as without bounds that know the value", function()
    local with = gts.game("connect4", { columns = 6, rows = 5, strong = true })
    local without = gts.game("connect4", { columns = 6, rows = 5 })
    for _, list in ipairs { { 11828273920, 8812251444160 }, { 8797169914241, 8799435624899 }, { 5387337856, 8812257636544 },
                            { 8799314550806, 8799433584671 } } do
      local r, plain = gts.best(with, list, { nodes = 300000 }), gts.best(without, list, { nodes = 300000 })
      assert.is_nil(gts.search(with, { position = list }).move)                -- its bounds meet
      assert.same({ plain.value, plain.distance }, { r.value, r.distance })
      assert.equal(r.distance, #r.pv)
    end
  end)

  it("is compiled whole, and excludes the plain ones", function()
    assert.is_nil(tostring(gts.native(strong)):find("in Lua", 1, true))
    local ok, wrong = pcall(gts.game, "connect4", { strong = true, plain = true })
    assert.is_false(ok)
    assert.truthy(wrong:find("options 'plain' and 'strong' exclude each other", 1, true))
  end)
end)
