-- Oware: what is known of it, and against the rules as a child would write them.

local gts = require "gts"
local plain = require "spec.support.plain"
local run = require "spec.support.run"

-- A position lists the pits in one round, those of MAX first, and has what each player has captured.
local function oware(pits, seeds)
  local round = 2 * pits
  local start = { player = "max", max = 0, min = 0 }
  for i = 1, round do start[i] = seeds end

  local function is_own(p, pit) return (pit <= pits) == (p.player == "max") end

  local function has_seeds(p, player)
    for i = 1, pits do if p[player == "max" and i or pits + i] > 0 then return true end end
    return false
  end

  local function play(p, pit)
    local after = table.move(p, 1, round, 1, { player = plain.other[p.player], max = p.max, min = p.min })
    local at = pit
    after[pit] = 0
    for _ = 1, p[pit] do
      at = at % round + 1
      if at == pit then at = at % round + 1 end
      after[at] = after[at] + 1
    end
    while not is_own(p, at) and (after[at] == 2 or after[at] == 3) do
      after[p.player], after[at] = after[p.player] + after[at], 0
      at = (at - 2) % round + 1
    end
    return after
  end

  return {
    start = start,
    key = function(p) return table.concat(p, " ", 1, round) .. " " .. p.max - p.min .. p.player end,
    text = function(p)
      local max, min = table.concat(p, " ", 1, pits), table.concat(p, " ", pits + 1, round)
      return ("%s %d / %s %d %s"):format(max, p.max, min, p.min, p.player)
    end,
    -- Where the player to move has no seeds, all are those of the other one.
    value = function(p)
      local left = 0
      for i = 1, has_seeds(p, p.player) and 0 or round do left = left + p[i] end
      return p.max - p.min + (p.player == "max" and -left or left)
    end,
    moves = function(p)
      local all, feeding = {}, {}
      for pit = pits, 1, -1 do
        local place = p.player == "max" and pit or pits + pit
        if p[place] > 0 then
          local after = play(p, place)
          all[#all + 1] = { pit, after }
          if has_seeds(after, after.player) then feeding[#feeding + 1] = all[#all] end
        end
      end
      return #feeding > 0 and feeding or all
    end,
  }
end

describe("oware #lua", function()
  -- By a program in Python that makes the moves as the lookup of the published awari database does (Vrije Universiteit, 2024).
  it("has as many games as another program counts", function()
    assert.same({ 6, 36, 190, 1014, 5219, 27332 }, { table.unpack(gts.perft("oware", 6)) })
  end)

  it("is the game of plain lists", function()
    for seed, size in ipairs { { 1, 2 }, { 2, 3 }, { 3, 10 }, { 6, 4 } } do
      local game, rules = gts.game("oware", { pits = size[1], seeds = size[2] }), oware(size[1], size[2])
      plain.same_positions(game, rules, 200)
      plain.same_games(game, rules, seed, 3, 100)
    end
  end)

  it("has the values that are counted out, of all positions of small boards, by search, too", function()
    for _, size in ipairs { { 1, 4 }, { 2, 1 }, { 2, 2 }, { 3, 1 } } do
      local game, rules = gts.game("oware", { pits = size[1], seeds = size[2] }), oware(size[1], size[2])
      local values, positions = plain.counted_out(rules)
      values = values[#values]
      local solved = gts.solve(game, { by = "retrograde", native = false })
      for _, p in ipairs(positions) do
        assert.equal(values[rules.key(p)], solved.database:value(gts.read(game, rules.text(p))))
      end
      local value = values[rules.key(rules.start)]
      assert.equal(value, solved.value)
      assert(#positions > 2)
      for _, id in ipairs(size[1] > 1 and { "ttalphabeta", "mtd", "dfpn", "pn" } or {}) do
        local r = gts.search(game, { algorithm = id, native = false })
        assert.same({ value, true }, { r.value, r.solved }, id)
      end
    end
  end)

  it("has one database by one process and by several, and half of it where reversed positions are one #thorough", function()
    local folder, gone <close> = run.folder()
    local alone = gts.solve(gts.game("oware", { pits = 3, seeds = 2 }), { by = "retrograde" })
    local shared = gts.solve(gts.game("oware", { pits = 3, seeds = 2 }), { by = "retrograde", folder = folder, threads = 3 })
    local half = gts.solve(gts.game("oware", { pits = 3, seeds = 2, symmetries = "key" }), { by = "retrograde" })
    assert.same({ alone.value, alone.positions }, { shared.value, shared.positions })
    assert.same(alone.database:counts(), shared.database:counts())
    assert.equal(alone.value, half.value)
    assert(half.positions < 0.51 * alone.positions)
  end)

  it("captures twos and threes back along the other row, to the first pit with another number", function()
    local game = gts.game("oware", { pits = 3, seeds = 4 })
    local function after(text) return gts.write(game, gts.apply(game, gts.read(game, text), 3)) end
    assert.equal("1 0 0 10 / 2 4 0 7 min", after "1 0 3 8 / 1 3 1 7 max")
    assert.equal("2 0 0 12 / 4 0 0 6 min", after "2 0 3 7 / 3 2 1 6 max")
    assert.equal("3 1 0 8 / 1 1 3 7 min", after "2 0 5 8 / 0 0 2 7 max")
  end)

  it("leaves the other player some seeds, if it can", function()
    local game = gts.game("oware", { pits = 2, seeds = 2 })
    local function names(text) return plain.names(game, text) end
    assert.equal("1", names "1 1 2 / 1 0 3 max")        -- the other would capture all
    assert.equal("2", names "0 1 3 / 1 0 3 max")        -- it is all there is
    assert.equal("2", names "1 1 3 / 0 0 3 max")
    assert.equal("1", names "1 0 3 / 0 0 4 max")
    assert.equal("", names "0 0 3 / 1 1 3 max")
    local all = gts.apply(game, gts.read(game, "0 1 3 / 1 0 3 max"), 2)
    assert.same({ "0 0 5 / 0 0 3 min", 2 }, { gts.write(game, all), game.evaluate(table.unpack(all)) })
    assert.equal(-2, game.evaluate(table.unpack(gts.read(game, "0 0 3 / 1 1 3 max"))))
  end)

  it("passes over the pit that is sown", function()
    local game = gts.game("oware", { pits = 2, seeds = 2 })
    assert.equal("0 2 1 / 2 2 1 min", gts.write(game, gts.apply(game, gts.read(game, "4 0 1 / 1 1 1 max"), 1)))
  end)
end)
