--- Lesson 9: Monte-Carlo tree search.

local facts = require "gts.course.facts"
local record = require "gts.lab.record"
local sketch = require "gts.course.sketch"
local tables = require "gts.base.tables"
local trees = require "gts.course.trees"

local sampling = { exercise = "bandit" }

local C = 0.7                   -- of UCT
local ITERATIONS = 10

-- The moves of the root by which the iterations went.
local function firsts(recording)
  return tables.collect(recording.events, function(event)
    return event.kind == "leaf" and tonumber(event.path:match "^%d") or nil
  end)
end

-- A search after some iterations: the three moves with their scaled means and visits, and where the next iteration goes.
local function sampled(lot)
  return trees.such(lot, function(l)
    local t = { tree = trees.draw(l, { 3, 3 }, 0, 10), seed = l(1, 1000), count = l(6, 9) }
    local sums = {}
    local function select(X, n, N)
      if N == t.count then sums[#sums + 1] = { X = X, n = n, sum = X + C * math.sqrt(math.log(N) / n) } end
      return X + C * math.sqrt(math.log(N) / n)
    end
    t.whole = assert(record.try(trees.game(t.tree),
      { algorithm = "mcts", seed = t.seed, iterations = t.count + 1, select = select }))
    t.moves = table.move(sums, 1, 3, 1, {})
    return t
  end, function(t)
    local visits = tables.sum(t.moves, function(move) return move.n end)
    if #t.moves ~= 3 or #firsts(t.whole) ~= t.count + 1 or visits ~= t.count then return false end
    t.ln = ("%.2f"):format(math.log(t.count))
    for i, name in ipairs { "bonus_one", "bonus_two", "bonus_three", "bonus_four" } do
      t[name] = ("%.2f"):format(C * math.sqrt(math.log(t.count) / i))
    end
    local list = tables.map(t.moves, function(move) return move.sum end)
    t.sums = table.concat(tables.map(list, function(sum) return ("%.2f"):format(sum) end), ", ")
    t.shown = table.concat(tables.map(t.moves, function(move, i)
      return ("move %d   X = %.2f   n = %d"):format(i, move.X, move.n)
    end), "\n")
    local function best(by) return tables.best({ 1, 2, 3 }, function(a, b) return t.moves[a][by] > t.moves[b][by] end) end
    t.greedy, t.i = best "X", firsts(t.whole)[t.count + 1]
    t.n = t.moves[t.i].n
    table.sort(list)
    return list[3] - list[2] > 0.03
  end)
end

-- A move with many good replies for MAX and one bad one: the mean is not the value.
local function trap(lot)
  local t = { count = lot(3, 5), good = lot(2, 9) }
  t.bad = lot(-9, -1)
  t.bad = t.bad - (t.good * (t.count - 1) + t.bad) % t.count      -- the mean is a whole number
  local replies = tables.range(1, t.count, function() return t.good end)
  replies[lot(1, t.count)] = t.bad
  t.tree = { replies }
  t.mean = tables.sum(replies) // t.count
  return t
end

local function settled(lot)
  return trees.such(lot, function(l)
    local t = { tree = trees.draw(l, { 3, 3 }, 0, 10), visits = { 0, 0, 0 } }
    t.whole = assert(record.try(trees.game(t.tree), { algorithm = "mcts", seed = l(1, 1000), iterations = ITERATIONS }))
    for _, move in ipairs(firsts(t.whole)) do t.visits[move] = t.visits[move] + 1 end
    t.most = tables.best({ 1, 2, 3 }, function(a, b) return t.visits[a] > t.visits[b] end)
    return t
  end, function(t)
    return #firsts(t.whole) == ITERATIONS and t.whole.result.move == t.most
      and tables.count(t.visits, function(n) return n == t.visits[t.most] end) == 1
  end)
end

sampling.drawings = {
  visits = function(t)
    local values = { [""] = ITERATIONS .. "x" }
    for i, count in ipairs(t.visits) do values[tostring(i)] = count .. "x" end
    return sketch.draw(t.tree, { values = values })
  end,
}

sampling.screens = {
  mean = { make = trap, right = function(t) return { t.mean, facts.value(t.tree, "") } end },
  first = { make = settled, right = function(t) return table.move(firsts(t.whole), 1, 3, 1, {}) end },
  sum = { of = "sampled", make = sampled, right = function(t) return t.i end },
  after = { of = "sampled", make = sampled, right = function(t) return { t.n + 1, t.count + 1 } end },
  answer = { make = settled, right = function(t) return t.whole.result.move end },
}

return sampling
