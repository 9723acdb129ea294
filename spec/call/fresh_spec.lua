-- gts.best by time in games that no evaluation is written for: how many of its moves lose value, by the values of all positions.

local gts = require "gts"
local trees = require "spec.support.trees"
local virtual = require "spec.support.virtual_time"

local SPEED, SECONDS = 4e4, 0.05        -- 2000 nodes a move
local MOST, MOST_OF_ONE = 0.2, 0.5      -- of the moves, in all games and in one, that may lose value; of random moves 60 % do

-- Games whose evaluation is written for their ends alone: before these it is 0.
local function fresh(name, options)
  local full = gts.game(name, options)
  return { name = name, words = full.words, start = full.start, next = full.next, player = full.player, range = { -1, 1 },
    evaluate = function(...) return full.next(...) == nil and full.evaluate(...) or 0 end }
end

local games = {
  domineering = function() return fresh("domineering", { columns = 5, rows = 5 }) end,
  connect4 = function() return fresh("connect4", { columns = 4, rows = 4, plain = true }) end,
}

-- The value of a position, by definition; `known` has those that were asked for before.
local function value_of(game, p, known)
  local key = type(p) == "table" and table.concat(p, " ") or p
  if known[key] then return known[key] end
  local list = gts.moves(game, p)
  local sign = list.player == "max" and 1 or -1
  local value = -sign
  if #list == 0 then value = game.evaluate(table.unpack(type(p) == "table" and p or { p })) end
  for _, child in ipairs(list) do
    value = sign * math.max(sign * value, sign * value_of(game, child.position, known))
    if value == sign then break end
  end
  known[key] = value
  return value
end

-- Positions some plies from the start at which it matters what is played: each with the set of its best moves.
local function positions(game, wanted)
  local random, known, found = trees.stream(7), {}, {}
  while #found < wanted do
    local list, p, best, sets = gts.moves(game), game.start, nil, {}
    for _ = 1, random(3, 7) do
      if #list == 0 then break end
      p = list[random(1, #list)].position
      list = gts.moves(game, p)
    end
    local sign = list.player == "max" and 1 or -1
    for _, child in ipairs(list) do
      local value = sign * value_of(game, child.position, known)
      sets[value] = sets[value] or {}
      sets[value][child.move] = true
      best = math.max(best or value, value)
    end
    if next(sets, next(sets)) then found[#found + 1] = { position = p, best = sets[best] } end
  end
  return found
end

describe("gts.best in games without an evaluation #plain", function()
  local all, lost = 0, 0

  for name, rules in pairs(games) do
    it("plays well in " .. name, function()
      local game, mistakes = gts.game(rules()), 0
      local list = positions(game, trees.share(20) + 5)
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
    local rules = games.domineering()
    local r = gts.best(rules, nil, { time = 0.5, native = false })
    assert.equal("mcts", r.algorithm)
  end)
end)
