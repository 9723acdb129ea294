--- The best move.
-- @module gts.best

local analyze = require "gts.analyze"
local game = require "gts.game"
local pick = require "gts.base.pick"
local search = require "gts.search"

local best = {}

-- Where the bounds of the rules say the value of a position they do not say which move has it: the moves are asked. When a limit
-- comes before one is known to have it, the most promising is taken, and `stopped` says that it is no more than that.
local function by_value(of, all, result)
  if all.depth == 0 then return end
  local list = analyze.try(of, {
    position = all.position, depth = all.depth, time = all.time, nodes = all.nodes, memory = all.memory, native = all.native,
  })
  local first = list and list[1]
  if not first then return end
  if not first.solved or first.value ~= result.value then result.stopped = list.stopped end
  result.move, result.position = first.move, first.position
  result.pv, result.line = { first.move }, { first.position }
end

-- A limit so tight that nothing is known yet: any legal move is better than none. The value stays unknown.
local function any_move(of, all, result)
  local least = { algorithm = "alphabeta", position = all.position, depth = 1, nodes = 2, native = false, bounds = false }
  local first = search.try(of, least)
  if not first then return end
  result.move, result.position, result.pv, result.line = first.move, first.position, first.pv, first.line
end

-- Are these options, where the position belongs? Positions of this game may have such fields.
local function are_options(position, start)
  if type(position) ~= "table" then return false end
  for _, name in ipairs { "time", "depth", "nodes", "memory", "algorithm" } do
    if position[name] ~= nil and (type(start) ~= "table" or start[name] == nil) then return true end
  end
  return false
end

--- The best move of a checked game.
-- @tparam table of
-- @param position nil: where the game starts
-- @tparam[opt] table given options, see gts.best
-- @treturn[1] table the result
-- @return[2] nil
-- @treturn[2] string what is wrong
function best.try(of, position, given)
  local all, picked = pick.options(position, given, search.has_keys(of, position), of.rank ~= nil)
  if not all then return nil, picked end
  local result, wrong = search.try(of, all)
  if not result then return nil, wrong end
  result.picked = picked
  if result.move == nil and result.exact then by_value(of, all, result)
  elseif result.move == nil then any_move(of, all, result) end
  return result
end

--- See gts.best.
function best.best(what, position, given)
  local of, wrong = game.first("gts.best(game, position, options)", what, position)
  if not of then error(wrong, 2) end
  if given == nil and are_options(position, of.start) then
    error("gts.best takes the position before the options: gts.best(game, nil, { ... }) searches from the start", 2)
  end
  local result
  result, wrong = best.try(of, position, given)
  if not result then error(wrong, 2) end
  return result
end

return best
