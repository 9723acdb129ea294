--- The exercise of lesson 9: a rule that selects a child by what was won so far.

local guard = require "gts.course.guard"
local raised = require "gts.base.raised"
local random = require "gts.base.random"
local tables = require "gts.base.tables"
local trees = require "gts.course.trees"

local exercise = { title = "Exercise 9: a rule that selects", takes = "function" }

local GAMES, MOVES, ITERATIONS = 60, 5, 800
local GAP = 3                   -- of 100 iterations, to UCT

--- The values in the texts of the exercise.
function exercise.values(seed) return { seed = seed, games = GAMES, moves = MOVES, iterations = ITERATIONS } end

-- The move for which a rule says most; each was tried before.
local function selected(rule, moves, N)
  local best, at
  for i, move in ipairs(moves) do
    local sum = guard.number(rule(move.won / move.n, move.n, N))
    if not best or sum > best then best, at = sum, i end
  end
  return at
end

-- Plays a game by a rule: how many iterations go through the best move?
local function play(rule, lot)
  local moves = trees.shuffle(lot, tables.range(1, MOVES, function(i)
    return { chance = 25 + 10 * i, n = 0, won = 0, is_best = i == MOVES }
  end))
  for N = 0, ITERATIONS - 1 do
    local move = moves[N < MOVES and N + 1 or selected(rule, moves, N)]
    move.n, move.won = move.n + 1, move.won + (lot(1, 100) <= move.chance and 1 or 0)
  end
  return tables.find(moves, function(move) return move.is_best end).n
end

-- How many of 100 iterations go through the best move, in all games.
local function share(rule, seed)
  local lot, played = random.stream(seed), guard.limited(play, "your function")
  return 100 * tables.sum(tables.range(1, GAMES, function() return played(rule, lot) end)) // (GAMES * ITERATIONS)
end

local function uct(X, n, N) return X + 0.7 * math.sqrt(math.log(N) / n) end

--- Grades.
function exercise.grade(sheet, f, seed)
  local ok, own = pcall(share, f, seed)
  if not sheet:row(2, "it runs, and gives numbers", ok, not ok and raised.text(own) or nil) then return end
  local mean, good = share(function(X) return X end, seed), share(uct, seed)
  local note = ("%d %% of iterations; the best mean %d %%, UCT %d %%"):format(own, mean, good)
  local better = sheet:row(2, "more iterations go through the best move than at random", own > 100 // MOVES + 5, nil, note)
  if not better then return end
  sheet:row(4, "about as many as with UCT", own >= good - GAP, ("%d %% would be"):format(good - GAP))
end

return exercise
