--- MTD(f) against NegaScout with aspiration windows, on games.

local moments = require "gts.experiments.moments"
local openings = require "gts.experiments.openings"
local search = require("gts.experiments.searched").search
local new_table = require "gts.table".try
local tables = require "gts.base.tables"

local PLIES = 4                 -- of the random openings
local TABLE = 16 << 20          -- bytes: large enough that next to nothing is lost

local depths = { othello = 7, breakthrough = 5, connect4 = 9, kalah = 9 }

local NEGASCOUT, MTD = "Aspiration NegaScout", "MTD(f)"

-- Deepens with a table for this alone: `iterate` searches to a depth, given the values of the depths before, and returns the
-- value. Returns the leaves of all iterations, and how many searches one takes.
local function deepen(point, seed, iterate)
  local of, position = openings.of(point.game, PLIES, seed)
  local held, leaves, searches, values = new_table { bytes = TABLE }, 0, 0, {}
  local function ask(options)
    local passes = 0
    options.position, options.table, options.order = position, held, { "table" }
    options.trace = function(event) passes = passes + (event.kind == "pass" and 1 or 0) end
    local r = search(of, options)
    leaves, searches = leaves + r.stats.leaves, searches + math.max(1, passes)
    return r.value
  end
  for depth = 1, depths[point.game] do values[depth] = iterate(ask, depth, values) end
  return { leaves, searches / #values }
end

-- The window is as wide as the widest step of the value so far; a value outside is searched for again from there.
local function aspire(ask, depth, values)
  local function within(alpha, beta) return ask { algorithm = "negascout", depth = depth, window = { alpha, beta } } end
  local step = tables.most(tables.range(2, #values), function(i) return math.abs(values[i] - values[i - 1]) end)
  if step == 0 then return within(-math.huge, math.huge) end
  local alpha, beta = values[#values] - step, values[#values] + step
  local found = within(alpha, beta)
  if found <= alpha then return within(-math.huge, found) end
  if found >= beta then return within(found, math.huge) end
  return found
end

local function guess(ask, depth, values) return ask { algorithm = "mtd", depth = depth, first = values[#values] } end

-- By how much MTD(f) examines fewer leaves, and how many searches it takes for an iteration.
local function findings(rows)
  local list, base = {}, nil
  for _, row in ipairs(rows) do
    if row.measure == "leaves" and row.algorithm == NEGASCOUT then base = row
    elseif row.measure == "leaves" then
      local ratio, error = moments.ratio(row.sample, base.sample)
      list[#list + 1] = ("%s: MTD(f) examines %+.1f%s %% leaves"):format(row.game, 100 * (ratio - 1),
        error and (" +- %.1f"):format(100 * error) or "")
    elseif row.algorithm == MTD then
      list[#list] = list[#list] .. (", and takes %.1f searches an iteration."):format(row.mean)
    end
  end
  return list
end

return {
  seeds = 60,
  over = { game = { "othello", "breakthrough", "connect4", "kalah" } },
  algorithms = { { label = NEGASCOUT }, { label = MTD } },
  run = function(point, seed) return { deepen(point, seed, aspire), deepen(point, seed, guess) } end,
  measures = { "leaves", "searches" },
  findings = findings,
  quick = { seeds = 1, over = { game = { "kalah" } } },
  chart = {
    x = "game", y = "ratio", y_label = "leaves, as against NegaScout", where = function(row) return row.measure == "leaves" end,
  },
}
