-- Kalah: what is known of it, and against the rules as a child would write them.

local gts = require "gts"
local plain = require "spec.support.plain"

-- A position lists the pits of MAX, his store, the pits of MIN, his store: one round.
local function kalah(pits, seeds)
  local round = 2 * pits + 2
  local start = { player = "max" }
  for i = 1, round do start[i] = i % (pits + 1) == 0 and 0 or seeds end

  local function play(p, pit)
    local first = p.player == "max" and 0 or pits + 1
    local after = table.move(p, 1, round, 1, { player = plain.other[p.player] })
    local mine, his, at = first + pits + 1, (first + 2 * pits + 1) % round + 1, first + pit
    after[at] = 0
    for _ = 1, p[first + pit] do
      repeat at = at % round + 1 until at ~= his
      after[at] = after[at] + 1
    end
    if at == mine then after.player = p.player end
    local opposite = round - at
    if at > first and at < mine and after[at] == 1 and after[opposite] > 0 then
      after[mine], after[at], after[opposite] = after[mine] + 1 + after[opposite], 0, 0
    end
    for side = 0, 1 do
      local empty = true
      for i = 1, pits do empty = empty and after[side * (pits + 1) + i] == 0 end
      for i = 1, empty and pits or 0 do
        local from, store = (1 - side) * (pits + 1) + i, (2 - side) * (pits + 1)
        after[from], after[store] = 0, after[store] + after[from]
      end
    end
    return after
  end

  local function text(p)
    return ("%s / %s %s"):format(table.concat(p, " ", 1, pits + 1), table.concat(p, " ", pits + 2, round), p.player)
  end

  return {
    start = start,
    value = function(p) return p[pits + 1] - p[round] end,
    text = text,
    moves = function(p)
      local list, first = {}, p.player == "max" and 0 or pits + 1
      for pit = pits, 1, -1 do if p[first + pit] > 0 then list[#list + 1] = { pit, play(p, pit) } end end
      return list
    end,
  }
end

local function value_of(pits, seeds)
  local r = gts.search(gts.game("kalah", { pits = pits, seeds = seeds }), { algorithm = "ttalphabeta" })
  assert.is_true(r.solved)
  return r.value
end

describe("kalah #lua", function()
  -- Irving, Donkers and Uiterwijk, Solving Kalah (2000), table of game values: draws, wins and losses of the first player, by
  -- seeds.
  it("has the winners that are known", function()
    for pits, winners in ipairs { "DLWLWD", "WLLLWW", "DWWWWL" } do
      for seeds = 1, pits < 3 and 6 or 3 do
        local value = value_of(pits, seeds)
        assert.equal(winners:sub(seeds, seeds), value == 0 and "D" or value > 0 and "W" or "L")
      end
    end
    assert.equal(2, value_of(3, 4))             -- by a program in C, over all positions
  end)

  it("is the game of plain lists", function()
    for seed, size in ipairs { { 1, 10 }, { 2, 10 }, { 3, 4 }, { 6, 4 }, { 6, 10 } } do
      local game, rules = gts.game("kalah", { pits = size[1], seeds = size[2] }), kalah(size[1], size[2])
      plain.same_positions(game, rules, 200)
      plain.same_games(game, rules, seed, 3)
    end
  end)

  it("captures only if the pit opposite is not empty, and moves again from the store", function()
    local game = gts.game("kalah", { pits = 3, seeds = 1 })
    local captures = gts.apply(game, gts.read(game, "1 0 1 0 / 1 2 0 1 max"), 1)
    assert.equal("0 0 1 3 / 1 0 0 1 min", gts.write(game, captures))
    local nothing = gts.apply(game, gts.read(game, "1 0 1 1 / 1 0 1 1 max"), 1)
    assert.equal("0 1 1 1 / 1 0 1 1 min", gts.write(game, nothing))
    local again = gts.apply(game, gts.read(game, "1 0 1 1 / 1 0 1 1 max"), 3)
    assert.equal("1 0 0 2 / 1 0 1 1 max", gts.write(game, again))
  end)

  it("passes the other's store, and may come round to the pit that was emptied", function()
    local game = gts.game("kalah", { pits = 2, seeds = 2 })
    local round = gts.apply(game, gts.read(game, "5 1 0 / 1 1 0 max"), 1)
    assert.equal("0 2 4 / 2 0 0 min", gts.write(game, round))
  end)
end)
