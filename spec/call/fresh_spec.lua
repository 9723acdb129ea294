-- gts.best by time in games that no evaluation is written for: how many of its moves lose value, by the values of all positions.

local fresh = require "spec.support.fresh_games"
local gts = require "gts"
local trees = require "spec.support.trees"
local virtual = require "spec.support.virtual_time"

local SPEED, SECONDS = 4e4, 0.05        -- 2000 nodes a move
local MOST, MOST_OF_ONE = 0.2, 0.5      -- of the moves, in all games and in one, that may lose value; of random moves 60 % do

local function children(rules, p)
  local list = {}
  if rules.terminal and rules.terminal(p) then return list end
  if rules.next then
    for move, q in rules.next, p do list[#list + 1] = { move = move, position = q } end
    return list
  end
  local positions, moves = rules.successors(p)
  for i, q in ipairs(positions) do list[i] = { move = moves[i], position = q } end
  return list
end

-- The value of a position, by definition; `known` has those that were asked for before.
local function value_of(rules, p, known)
  local key = rules.key and rules.key(p) or p
  if known[key] then return known[key] end
  local sign, list = rules.player(p) == "max" and 1 or -1, children(rules, p)
  local value = -sign
  if #list == 0 then value = rules.evaluate(p) end
  for _, child in ipairs(list) do
    value = sign * math.max(sign * value, sign * value_of(rules, child.position, known))
    if value == sign then break end
  end
  known[key] = value
  return value
end

-- Positions some plies from the start at which it matters what is played: each with the set of its best moves.
local function positions(rules, wanted)
  local random, known, found = trees.stream(7), {}, {}
  while #found < wanted do
    local p = rules.start
    for _ = 1, random(3, 7) do
      local list = children(rules, p)
      if #list == 0 then break end
      p = list[random(1, #list)].position
    end
    local list, best, sets = children(rules, p), nil, {}
    local sign = rules.player(p) == "max" and 1 or -1
    for _, child in ipairs(list) do
      local value = sign * value_of(rules, child.position, known)
      sets[value] = sets[value] or {}
      sets[value][child.move] = true
      best = math.max(best or value, value)
    end
    if next(sets, next(sets)) then found[#found + 1] = { position = p, best = sets[best] } end
  end
  return found
end

describe("gts.best in games without an evaluation", function()
  local all, lost = 0, 0

  for _, name in ipairs(fresh.names) do
    it("plays well in " .. name, function()
      local rules = fresh[name]()
      local game, mistakes = gts.game(rules), 0
      local list = positions(rules, trees.share(20) + 5)
      for _, at in ipairs(list) do
        local _ <close> = virtual.time(SPEED)
        local r = gts.best(game, at.position, { time = SECONDS, native = false })
        if r.why == "deepening: the rest of the game is small" then assert.is_true(r.solved) end
        assert.equal(r.algorithm == "mcts", r.why:find "^sampling" == 1)
        if not at.best[r.move] then mistakes = mistakes + 1 end
      end
      all, lost = all + #list, lost + mistakes
      assert(mistakes <= MOST_OF_ONE * #list, ("%d of %d moves lose value"):format(mistakes, #list))
    end)
  end

  it("loses value with few of all moves", function()
    assert(lost <= MOST * all, ("%d of %d moves lose value"):format(lost, all))
  end)

  it("samples where too few positions were seen, but all evaluations were equal", function()
    local _ <close> = virtual.time(600)
    local rules = fresh.snort()
    local r = gts.best(rules, nil, { time = 0.5, native = false })
    assert.equal("mcts", r.algorithm)
    -- Three moves that are too short for that are no reason to deepen when there is more time.
    rules = fresh.snort()
    local game = gts.game(rules)
    for _ = 1, 4 do
      assert.matches("too few positions", gts.best(game, nil, { time = 0.01, native = false }).why)
    end
    assert.equal("mcts", gts.best(game, nil, { time = 10, native = false }).algorithm)
  end)
end)
