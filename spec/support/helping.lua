--- Searches with helpers, and what tells the processes of them apart.
--
--    local helping = require "spec.support.helping"
--    local r = helping.at_once("connect4", { algorithm = "mcts", threads = 2 })

local gts = require "gts"
local proofs = require "gts.proof"
local search = require "gts.search"

local helping = {}

--- Searches with helpers from the beginning, however short it is, or after `alone` seconds.
function helping.at_once(game, options, alone)
  game = gts.game(game)
  local all = assert(search.check(game, options))
  all.alone = alone or 0
  local result = assert(search.run(game, all))
  if result.proof then proofs.complete(result, game, all) end
  return result
end

--- Returns a tree in Lua whose positions are integers, with three successors below `most`; its evaluation is `evaluate` first.
function helping.ternary(most, evaluate)
  return gts.game {
    name = "ternary", start = 1, native = false,
    next = function(p, move)
      move = (move or 0) + 1
      if p < most and move <= 3 then return move, p * 3 + move - 1 end
    end,
    evaluate = function(p) return evaluate(p) or p * 37 % 19 end,
  }
end

--- The number of the process that asks.
function helping.process()
  local file <close> = assert(io.open "/proc/self/stat")
  return file:read "n"
end

--- Calls what(p) in helpers alone, after a number of positions (50), so that the search goes on already.
function helping.in_helper(what)
  local here, count = helping.process(), 0
  return function(p)
    count = count + 1
    if count > 50 and helping.process() ~= here then return what(p) end
  end
end

return helping
