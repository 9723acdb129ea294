--- Searches with helpers, and what tells the processes of them apart.
--
--    local helping = require "spec.support.helping"
--    local r = helping.at_once("connect4", { algorithm = "mcts", threads = 2 })

local core = require "gts.core"
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

--- Returns nim in Lua on a board of three heaps. Its evaluation is that of the board, as `evaluated` gives it back.
function helping.heaps(board, evaluated)
  return gts.game {
    name = "heaps", start = board, native = false,
    moves = function(b)
      local list = {}
      for heap = 1, 3 do
        for take = 1, b[heap] do list[#list + 1] = heap * 10 + take end
      end
      return list
    end,
    play = function(b, move) b[move // 10] = b[move // 10] - move % 10 b.turn = not b.turn end,
    undo = function(b, move) b[move // 10] = b[move // 10] + move % 10 b.turn = not b.turn end,
    evaluate = function(b) return evaluated(b.turn and 1 or -1) end,
    key = function(b) return ((b[1] * 8 + b[2]) * 8 + b[3]) * 2 + (b.turn and 1 or 0) end,
  }
end

--- Searches without one of the helpers, which ends early, what make(a function of positions) makes: the value is `expected`.
function helping.loses(expected, make, options)
  for _, last in ipairs { function() os.exit(3) end, function() os.execute("kill -9 " .. helping.process()) end } do
    assert(helping.at_once(make(helping.in_helper(last)), options).value == expected)
  end
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

-- A game that no search ends: the first move, a leaf, loses for its player, and the two others are open down to ply 38.
local function endless(evaluate)
  return gts.game {
    name = "endless", start = 1, native = false,
    next = function(p, move)
      move = (move or -1) + 1
      if (p == 1 or p % 3 > 0) and p < 1 << 60 and move <= 2 then return move, p * 3 + move end
    end,
    evaluate = function(p)
      local value, ply = evaluate(p), 0
      if value then return value end
      while p > 1 do p, ply = p // 3, ply + 1 end
      return ply % 2 == 0 and 1 or 0
    end,
  }
end

--- Returns the error of a search that ends only because what(p) fails in a helper; nil if it goes on for a minute all the same.
function helping.failure(what, options)
  local net = core.clock() + 60
  options.progress = function() return core.clock() < net end
  local ok, wrong = pcall(helping.at_once, endless(helping.in_helper(what)), options)
  return not ok and wrong or nil
end

return helping
