--- Is SSS* better than alpha-beta with a table in equal memory? The dispute from Stockman to Plaat.

local openings = require "gts.experiments.openings"
local tables = require "gts.base.tables"

local RECORD = 80               -- bytes that MemSSS* takes for a record, about

local PLIES = 4                 -- of the random openings of games

-- What is searched: trees of 9.8 million leaves, and games.
local ORDER = { "tree, independent leaves", "tree, random order", "tree, strong order", "connect4", "othello" }
local subjects = {
  ["tree, independent leaves"] = { tree = { branching = 5, depth = 10, order = "independent" } },
  ["tree, random order"] = { tree = { branching = 5, depth = 10, order = "random" } },
  ["tree, strong order"] = { tree = { branching = 5, depth = 10, order = "strong" } },
  connect4 = { game = "connect4", depth = 8 },
  othello = { game = "othello", depth = 6 },
}

-- What both may hold.
local SIZES = { "4 KB", "16 KB", "64 KB", "256 KB", "1 MB", "4 MB" }
local bytes_of = {}
for i, size in ipairs(SIZES) do bytes_of[size] = 1 << (10 + 2 * i) end

local ALPHABETA, NEGASCOUT, MTD_F = "alpha-beta, table", "NegaScout, table", "MTD(f), table"
local SSS, MEMSSS = "SSS* as MTD(inf), table", "SSS* as MemSSS*"
local ALONE = "alpha-beta alone"                -- without a table: to see what that costs

-- A game is searched as a program would: it deepens, with the table's move first. Trees teach nothing by shallow searches.
local function algorithms(point)
  local subject, bytes = subjects[point.subject], bytes_of[point.memory]
  local list = {
    { label = ALPHABETA, algorithm = "ttalphabeta" }, { label = NEGASCOUT, algorithm = "negascout" },
    { label = SSS, algorithm = "mtd", first = math.huge },
  }
  if subject.game then list[4] = { label = MTD_F, algorithm = "mtd" } end
  for _, entry in ipairs(list) do
    entry.table, entry.depth = bytes, subject.depth
    if subject.game then entry.deepen, entry.order = true, { "table" } end
  end
  if subject.tree then
    list[#list + 1] = { label = MEMSSS, algorithm = "memsss", entries = bytes // RECORD }
    list[#list + 1] = { label = ALONE, algorithm = "alphabeta" }
  end
  return list
end

-- From which memory on SSS* of this kind examines fewer leaves, and by how much with the most memory.
local function verdict(rows, label)
  local from, last
  for i = #SIZES, 1, -1 do
    local function mean_of(name)
      local row = tables.find(rows, function(row) return row.memory == SIZES[i] and row.algorithm == name end)
      return row and row.mean
    end
    local own, base = mean_of(label), mean_of(ALPHABETA)
    if own then
      last = last or own / base
      if own >= base then break end
      from = SIZES[i]
    end
  end
  if not last then return nil end
  local when = from and "fewer leaves than alpha-beta from " .. from .. " on" or "no fewer leaves than alpha-beta"
  return ("%s examines %s; with the most memory %.2f times as many"):format(label, when, last)
end

local function findings(rows)
  local _, of = tables.groups(rows, function(row) return row.measure == "leaves" and row.mean and row.subject or nil end)
  return tables.collect(ORDER, function(name)
    return of[name] and ("%s: %s."):format(name, table.concat({ verdict(of[name], SSS), verdict(of[name], MEMSSS) }, ". "))
  end)
end

return {
  seeds = 20,
  points = tables.map(ORDER, function(name) return { subject = name } end),
  over = { { "memory", SIZES } },
  parameters = { "subject", "memory" },
  rows = "memory",
  games = function(point, seed)
    local subject = subjects[point.subject]
    if subject.game then return openings.of(subject.game, PLIES, seed) end
    return tables.copy(subject.tree, { seed = seed })
  end,
  algorithms = algorithms,
  measures = { "leaves", { "seconds of the processor", function(r, of) return of.tree and r.processor or false end } },
  findings = findings,
  quick = { seeds = 1, points = { { subject = "tree, strong order" } }, over = { { "memory", { "4 KB", "64 KB" } } } },
  chart = {
    x = "memory", x_label = "memory", y = "ratio", y_label = "leaves, as against alpha-beta", log_y = true,
    panels = { "subject" }, where = function(row) return row.measure == "leaves" and row.algorithm ~= ALONE end,
  },
}
