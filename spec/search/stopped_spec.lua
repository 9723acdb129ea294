-- A search that is stopped after any number of nodes: what it says is exact, or solved, is.

local gts = require "gts"
local scores = require "spec.support.scores"
local trees = require "spec.support.trees"

local algorithms = {}
for _, algorithm in ipairs(gts.algorithms) do
  if not algorithm.alternative and algorithm.id ~= "retrograde" then algorithms[#algorithms + 1] = algorithm end
end

-- Bounds that meet at many positions, the start among them, or lie apart.
local function meeting(seed)
  return function(a, score)
    local value = score + scores.oracle(a)
    local apart = (a * 31 + seed) % 3
    return value - (a == seed << 8 and 0 or apart), value + apart // 2
  end
end

-- The options of a search; `seed` says which, and after how many nodes it ends.
local function options(algorithm, seed)
  local with = {}
  for _, option in ipairs(algorithm.options) do with[option.name or option] = true end
  return {
    algorithm = algorithm.id, position = scores.start(seed), native = false, nodes = seed % 5 > 0 and seed % 37 + 1 or nil,
    depth = seed % 4 == 1 and seed % 6 + 1 or nil, deepen = not algorithm.anytime and seed % 7 > 4 or nil,
    order = with.order and ({ nil, { "lookahead" }, { "table" } })[seed % 3 + 1] or nil,
    table = with.table and ({ 1, 300, 1 << 16 })[seed % 2 + seed % 4 // 2 + 1] or nil, bounds = seed % 11 > 0,
  }
end

describe("a search that is stopped", function()
  it("has the value where its bounds meet, and it is the value", function()
    local met = 0
    for seed = 1, trees.share(120) do
      for _, bounds in ipairs { meeting(seed), scores.bounds } do
        local game = gts.game(scores.rules { bounds = bounds })
        for _, algorithm in ipairs(algorithms) do
          local given = options(algorithm, seed)
          local r = gts.search(game, given)
          local text = ("%s of graph %d"):format(algorithm.id, seed)
          assert(r.exact == (r.lower == r.upper), text)
          if r.exact then
            assert(r.value == r.lower, ("%s: %s, not %s"):format(text, r.value, r.lower))
            if r.stopped and not (given.deepen or given.depth) then
              assert(r.value == scores.oracle(seed << 8), ("%s: %s"):format(text, r.value))
              met = met + 1
            end
          else assert(r.stopped, text .. " ends without the value") end
        end
      end
    end
    assert(met > 0 or trees.share(120) < 120)
  end)

  it("says solved of no other value than the game's, and shows only moves that keep to it", function()
    local played = 0
    for seed = 1, trees.share(120) do
      local start = seed << 8
      local value, least, most = scores.oracle(start), scores.extremes(start)
      local game = gts.game(scores.mirrored { range = { least, most } })
      for _, algorithm in ipairs(algorithms) do
        local given = options(algorithm, seed)
        given.position = scores.mirror(given.position)
        local r = gts.search(game, given)
        if r.solved then
          assert(r.value == value, ("%s of graph %d: %s, not %s"):format(algorithm.id, seed, r.value, value))
          for i, position in ipairs(r.line) do
            local worth = position[2] + scores.oracle(position[1])
            assert(worth == value, ("%s of graph %d: %d is worth %s, not %s"):format(algorithm.id, seed, i, worth, value))
            played = played + 1
          end
        end
      end
    end
    assert(played > (trees.share(120) < 120 and 0 or 100))
  end)

  it("knows the value before it knows a move, where the rules say it of the start", function()
    -- By hand: nothing is asked but the bounds, and one node may be entered.
    local rules = { name = "known", start = 1, bounds = function(p) return p < 4 and 7 or -9, p < 4 and 7 or 9 end }
    function rules.successors(p) return p < 4 and { 2 * p, 2 * p + 1 } or {} end
    function rules.evaluate() return 7 end
    for _, algorithm in ipairs(algorithms) do
      local r = algorithm.informed and gts.search(rules, { algorithm = algorithm.id, nodes = 1, native = false })
      assert(not r or r.value == 7 and r.lower == 7 and r.upper == 7 and r.exact, algorithm.id)
    end
    function rules.bounds(p) return p == 1 and 7 or -9, 9 end
    function rules.evaluate(p) return p == 5 and -9 or 7 end
    local r = gts.search(rules, { window = { 7, 8 } })           -- does not see that move 1 loses
    assert.same({ 7, true }, { r.value, r.exact, r.move })
  end)

  it("is not said to prove the value of another move than gts.best takes", function()
    for seed = 1, 120 do
      local r = gts.best(scores.rules { bounds = meeting(seed) }, scores.start(seed), { nodes = seed % 3 + 1 })
      assert(not (r.solved and r.move) or r.position[2] + scores.oracle(r.position[1]) == r.value, "graph " .. seed)
    end
  end)
end)
