--- The window algorithms on games that people play, as section 6 of de Bruin & Pijls tells of them.

local moments = require "gts.experiments.moments"
local openings = require "gts.experiments.openings"
local tables = require "gts.base.tables"

local PLIES = 4                 -- of the random openings
local TABLE = 64 << 20          -- bytes: large enough that nothing is lost

local PLAIN = "alpha-beta alone"

local function points(depths)
  return tables.flatten(depths, function(row)
    return tables.range(row[2], row[3], function(depth) return { game = row[1], depth = depth } end)
  end)
end

local function in_practice(entry)
  entry.table, entry.deepen, entry.order = TABLE, true, { "table" }
  return entry
end

-- The rows of each game; by the label of each algorithm the row of its deepest search.
local function deepest(rows)
  local games = tables.groups(rows, function(row) return row.game end)
  for _, of in ipairs(games) do
    for _, row in ipairs(of) do
      local last = of[row.algorithm]
      of[row.algorithm] = last and last.depth > row.depth and last or row
    end
  end
  return games
end

-- By how many per cent one examines more than another at the greatest depths: on the average over the games, and for each.
local function compared(rows, label, base)
  local sum = 0
  local parts = tables.map(deepest(rows), function(of)
    local ratio, error = moments.ratio(of[label].sample, of[base].sample)
    sum = sum + math.log(ratio)
    return ("%s %+.1f%s"):format(of.key, 100 * (ratio - 1), error and (" +- %.1f"):format(100 * error) or "")
  end)
  return 100 * (math.exp(sum / #parts) - 1), table.concat(parts, ", ")
end

local claims = {
  { "MTD(inf)", "alpha-beta, table", "MTD(inf) examines a few per cent less than alpha-beta with a table" },
  { "NegaScout", "alpha-beta, table", "NegaScout examines less than alpha-beta, but never by more than 10 %" },
  { "NegaScout", "MTD(inf)", "NegaScout examines less than MTD(inf)" },
  { "MTD(f)", "NegaScout", "MTD(f) examines 1 to 15 % less than NegaScout" },
}

local function findings(rows)
  return tables.map(claims, function(claim)
    local text = "The paper: %s. Here, at the greatest depths, per cent more leaves: %+.1f (%s)."
    return text:format(claim[3], compared(rows, claim[1], claim[2]))
  end)
end

return {
  seeds = 50,
  points = points { { "connect4", 2, 9 }, { "othello", 2, 7 }, { "breakthrough", 2, 5 }, { "kalah", 2, 9 } },
  parameters = { "game", "depth" },
  rows = "depth",
  games = function(point, seed) return openings.of(point.game, PLIES, seed) end,
  algorithms = function(point)
    local list = {
      in_practice { label = "alpha-beta, table", algorithm = "ttalphabeta" },
      in_practice { label = "NegaScout", algorithm = "negascout" },
      in_practice { label = "MTD(f)", algorithm = "mtd" },
      in_practice { label = "MTD(inf)", algorithm = "mtd", first = math.huge },
      in_practice { label = "MTD(-inf)", algorithm = "mtd", first = -math.huge },
      { label = PLAIN, algorithm = "alphabeta" },
    }
    for _, entry in ipairs(list) do entry.depth = point.depth end
    return list
  end,
  findings = findings,
  quick = { seeds = 2, points = points { { "connect4", 2, 5 }, { "kalah", 2, 4 } } },
  chart = {
    x = "depth", x_label = "depth, plies", y = "ratio", y_label = "leaves, as against alpha-beta", panels = { "game" },
    where = function(row) return row.algorithm ~= PLAIN end,
  },
}
