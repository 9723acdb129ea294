-- Rules run both ways, compiled and in Lua: for comparing what searches find.

local gts = require "gts"
local native_rules = require "gts.compile.native"
local tables = require "gts.base.tables"

local compiled = {}

--- A game of integers.
-- @tparam[opt] table more functions and other fields instead of its own
function compiled.counting(more)
  local rules = {
    name = "counting", start = 1, range = { -1000, 1000 },
    next = function(p, move)
      local m = (move or 0) + 1
      if m <= 3 and p < 40 then return m, 3 * p + m end
    end,
    evaluate = function(p) return p % 7 - 3 end,
  }
  return tables.copy(rules, more)
end

--- All that a search finds, or its error: for assert.same.
function compiled.outcome(game, options)
  local ok, r = pcall(gts.search, game, options)
  if not ok then return { error = r } end
  return { value = r.value, move = r.move, pv = table.concat(r.pv, " "), visits = r.stats.visits, leaves = r.stats.leaves,
    developed = r.stats.developed, lower = r.lower, upper = r.upper, solved = r.solved, depth = r.depth }
end

--- What a search finds with compiled rules, and with the same in Lua.
function compiled.both(game, options)
  return compiled.outcome(game, tables.copy({ native = true }, options)),
    compiled.outcome(game, tables.copy({ native = false }, options))
end

--- Waits until the unit of a game is made, so that every search by this algorithm has it from its beginning, however short.
-- @tparam table game a checked game
-- @tparam[opt] string algorithm id; default alphabeta
-- @tparam[opt] boolean selective
-- @treturn table the plan
function compiled.made(game, algorithm, selective)
  local plan = native_rules.prepare(game, { algorithm = algorithm or "alphabeta", selective = selective })
  assert(plan.unit or native_rules.start(plan) and native_rules.ready(plan, true) and plan.unit, plan.problem)
  return plan
end

return compiled
