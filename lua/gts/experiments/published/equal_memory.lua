--- Is SSS* better than alpha-beta with a table in equal memory? The dispute from Stockman to Plaat.

local openings = require "gts.experiments.openings"

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

-- A game is searched as a program would: it deepens, and looks first at the move that the table has. In a tree there is
-- nothing to be learned from less deep searches.
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

-- The means of leaves: subject -> memory -> label.
local function means_of(rows)
  local means = {}
  for _, row in ipairs(rows) do
    if row.measure == "leaves" and row.mean then
      means[row.subject] = means[row.subject] or {}
      means[row.subject][row.memory] = means[row.subject][row.memory] or {}
      means[row.subject][row.memory][row.algorithm] = row.mean
    end
  end
  return means
end

-- From which memory on SSS* of this kind examines fewer leaves, and by how much with the most memory.
local function verdict(means, label)
  local from, last
  for i = #SIZES, 1, -1 do
    local at = means[SIZES[i]]
    if at and at[label] then
      last = last or at[label] / at[ALPHABETA]
      if at[label] >= at[ALPHABETA] then break end
      from = SIZES[i]
    end
  end
  if not last then return nil end
  local when = from and "fewer leaves than alpha-beta from " .. from .. " on" or "no fewer leaves than alpha-beta"
  return ("%s examines %s; with the most memory %.2f times as many"):format(label, when, last)
end

local function findings(rows)
  local means, list = means_of(rows), {}
  for _, name in ipairs(ORDER) do
    if means[name] then
      local parts = { verdict(means[name], SSS), verdict(means[name], MEMSSS) }
      list[#list + 1] = ("%s: %s."):format(name, table.concat(parts, ". "))
    end
  end
  return list
end

local function points()
  local list = {}
  for i, name in ipairs(ORDER) do list[i] = { subject = name } end
  return list
end

return {
  name = "equal-memory",
  title = "Leaves examined by SSS* and by alpha-beta with a table, in equal memory",
  source = "Stockman 1979; Roizen & Pearl 1983; Bhattacharya & Bagchi 1993; Plaat, Schaeffer, Pijls & de Bruin 1996",
  about = [[
Stockman showed that SSS* examines no leaf that alpha-beta does not. Roizen & Pearl held against it that it gains little in
practice and takes too much memory and time; Bhattacharya & Bagchi made it live within any memory (MemSSS*); Plaat and others
made it of alpha-beta with null windows and a table (MTD(inf)), and found that memory is no hindrance. Here all get the same
bytes: alpha-beta and its kin for their tables, MemSSS* for its records, of about 80 bytes. Trees are of branching 5 and depth
10; games are searched from positions after four random moves, connect4 8 and othello 6 plies deep, as a program would,
deepening, with the table's move first. In the trees no position is reached twice: of a table alpha-beta has nothing there.

What came out, with 20 of each kind, in leaves. With memory enough SSS* examines 0.63 of the leaves of alpha-beta on trees with
independent leaves, 0.37 in random order, 0.86 in strong order, 0.89 in connect4 and 0.94 in othello: Stockman is right, and so
are those who say that the gain is small where the order is good. NegaScout with a table takes part of it: as against that, it
is 0.87, 0.63, 0.94, 0.90 and 0.98.

Memory: MTD(inf) needs a table for a solution tree. With less it looks at leaves again and again: with 4 KB seven times as many
as alpha-beta on independent leaves, three times in othello. From 64 KB on (independent leaves: 256 KB) it examines fewer than
alpha-beta everywhere; from 1 MB on more memory brings nothing. For a tree of 9.8 million leaves that is no hindrance: Plaat is
right. MemSSS* examines fewer than alpha-beta in any memory, by its nature. With 4 KB it is ahead of NegaScout on independent
leaves, level with it in random order, and behind in strong order. But it knows no table, and what games have of positions that
are reached twice is lost on it: so it is not tried on games.

Time: leaves cost next to nothing here, and alpha-beta alone, without the table that it has no use for in a tree, is the
fastest on independent leaves (13 ms of a processor; MemSSS* 19 ms, MTD(inf) 39 ms at the best) and in strong order (0.9 ms;
1.8 and 2.0 ms). In random order MemSSS* with 4 MB is level with it (7 and 8 ms). Roizen & Pearl are right where evaluations
are cheap; where one takes a microsecond, the leaves decide, and SSS* is ahead wherever it examines fewer.]],
  seeds = 20,
  points = points(),
  over = { { "memory", SIZES } },
  parameters = { "subject", "memory" },
  rows = "memory",
  games = function(point, seed)
    local subject = subjects[point.subject]
    if subject.game then return openings.of(subject.game, PLIES, seed) end
    local spec = { seed = seed }
    for name, value in pairs(subject.tree) do spec[name] = value end
    return spec
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
