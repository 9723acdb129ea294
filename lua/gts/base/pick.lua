--- The default algorithm and options, by measured playing strength: see `gts help strength`.

local clock = require "gts.base.clock"
local core = require "gts.core"
local schema = require "gts.base.schema"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local pick = {}

--- Seconds for the best move, where the caller states no limit.
pick.seconds = 1

--- On Othello and connect-4 NegaScout with a table and the history heuristic needs fewest seconds, and with killer moves before
-- it plays better at the same nodes. Leaves are not remembered: compiled rules evaluate them sooner than a table finds them, and
-- in Lua it takes no longer. Without keys there is no table, and the order must do without it. What rules say of moves comes
-- first; an order that does not pay is dropped. `has_keys`, `has_rank`: of the rules. Returns options.
function pick.choice(has_keys, has_rank)
  local order = { "killer", "history" }
  if has_rank then table.insert(order, 1, "rules") end
  if not has_keys then return { algorithm = "negascout", deepen = true, order = order, drop_order = true, selective = true } end
  table.insert(order, 1, "table")
  return { algorithm = "negascout", deepen = true, order = order, drop_order = true, selective = true, table = "auto",
    remember_leaves = false }
end

-- Options that go with the algorithm that was picked, and make no sense with another.
local belongs = { table = true, order = true, drop_order = true, remember_leaves = true, selective = true }

-- Does an algorithm come to an answer at any time, without deepening?
local function is_anytime(id)
  return tables.any(core.algorithms, function(algorithm) return algorithm.id == id and algorithm.anytime end)
end

-- Is an option to be picked, which the caller leaves open?
local function picks(name, given)
  if name == "deepen" then return not (given.algorithm and is_anytime(given.algorithm)) end
  return not (given.algorithm and belongs[name])
end

--- The row of the option that only gts.best has: see gts.base.schema.
pick.clock = { name = "clock", kind = clock.kind, value = "S+I",
  help = "seconds left for the rest of the game, and increment, as in 60+1: the time of the move is chosen" }

--- Another.
pick.estimate = { name = "estimate", kind = schema.flag, default = true,
  help = "by time alone, search by a learnt evaluation that comes with gts, or one that is found in the rules" }

-- The clock that is given, and the limits of the move by it; nil, and what is wrong.
local function check_clock(given)
  local wrong = schema.misfit("option 'clock' of gts.best", given.clock, clock.kind)
  if wrong then return nil, wrong end
  if given.time ~= nil then return nil, "options 'clock' and 'time' do not go together" end
  if given.deepen == false and not is_anytime(given.algorithm) then
    return nil, "options 'clock' and 'deepen = false' do not go together"
  end
  return clock.kind.normal(given.clock)
end

--- The options for the best move. `position` (nil: where the game starts); `given`: what the caller wants; `has_keys`: the
-- positions have keys; `has_rank`: the rules rank moves. Returns options for gts.search; the options that were picked here;
-- the clock that was given: `time` is then the hard limit of the move.
function pick.options(position, given, has_keys, has_rank)
  if given ~= nil and type(given) ~= "table" then
    return nil, ("the options of gts.best are %s: expected a table"):format(words.quote(given))
  end
  given = given or {}
  local picked, of_player = pick.choice(has_keys, has_rank), nil
  for name in next, picked do
    if rawget(given, name) ~= nil or not picks(name, given) then picked[name] = nil end
  end
  -- By one constructor, so that it does not grow.
  local all = { algorithm = picked.algorithm, deepen = picked.deepen, order = picked.order, drop_order = picked.drop_order,
    selective = picked.selective, table = picked.table, remember_leaves = picked.remember_leaves, position = position }
  for name, value in pairs(given) do all[name] = value end
  local misfit = given.estimate ~= nil and schema.misfit("option 'estimate' of gts.best", given.estimate, schema.flag)
  if misfit then return nil, misfit end
  all.estimate = nil
  if given.clock ~= nil then
    local wrong
    of_player, wrong = check_clock(given)
    if not of_player then return nil, wrong end
    local _, hard = clock.limits(of_player)
    all.clock, all.time, picked.time = nil, hard, hard
  end
  -- Its nodes are few and expensive, and the rules' evaluation judges a position better than playouts.
  if given.algorithm == "ubfm" and given.rollout == nil then all.rollout, picked.rollout = 0, 0 end
  local limited = all.time or given.depth or given.nodes or given.iterations
  if not limited then all.time, picked.time = pick.seconds, pick.seconds end
  return all, picked, of_player
end

return pick
