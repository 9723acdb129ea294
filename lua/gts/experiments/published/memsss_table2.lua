--- Table 2 of Bhattacharya & Bagchi: MemSSS* and IterSSS* within a given memory.

-- The published counts of terminal nodes, by the shape of the tree: alpha-beta's, then those of MemSSS* and IterSSS* by memory.
local published = {
  ["4 10"] = {
    alphabeta = 51135,
    { 21, 50251, 49218 }, { 48, 48347, 47376 }, { 110, 46027, 45162 }, { 253, 42670, 40909 }, { 583, 39864, 38153 },
    { 1365, 34643, 34651 },
  },
  ["6 8"] = {
    alphabeta = 77604,
    { 25, 76255, 76122 }, { 57, 71975, 72451 }, { 130, 69910, 69071 }, { 296, 65288, 64571 }, { 676, 61971, 59781 },
    { 1555, 52949, 53112 },
  },
}

local function table_of(point) return published[point.branching .. " " .. point.depth] end

local function algorithms(point)
  local list = { { label = "Alpha-Beta", algorithm = "alphabeta" } }
  for _, row in ipairs(table_of(point)) do list[#list + 1] = { label = "MemSSS*", algorithm = "memsss", entries = row[1] } end
  for _, row in ipairs(table_of(point)) do list[#list + 1] = { label = "IterSSS*", algorithm = "itersss", entries = row[1] } end
  return list
end

local TREES = 100               -- that the published means are of

local function figure(point, entry)
  if entry.label == "Alpha-Beta" then return table_of(point).alphabeta, TREES end
  for _, row in ipairs(table_of(point)) do
    if row[1] == entry.entries then return entry.label == "MemSSS*" and row[2] or row[3], TREES end
  end
end

return {
  name = "memsss-table2",
  title = "Terminal nodes examined by MemSSS* and IterSSS* within a given memory",
  source = "Bhattacharya & Bagchi, Searching game trees under memory constraints, Table 2",
  about = [[
Random trees of two shapes with independent leaf values. MemSSS* and IterSSS* search them with M records, from the least that
they can do with to all that they can use. The paper drew its values by srandom() and random() from the Dewey code of a leaf
and the number of the run; here they are drawn by a hash, from -32768 to 32767. More than about 500 different values make no
difference.

What the paper leaves open: which memory an activated node gets in MemSSS* (the text and the procedure differ; the text's rule
is taken, which fits), and what IterSSS* forgets when it activates one (unless it forgets all that is proved to be no better,
it stops dead). At the least memory MemSSS* examines 0.978 and 0.969 of the leaves of alpha-beta here, 0.983 there. That is a
small difference, but more than chance, for both are counted on the same trees; a generator that is linear in its seed, as
random() is, comes nearer to 0.983.

What came out, with 100 trees of each kind: all 26 published means are met within 1.1 standard errors.]],
  seeds = TREES,
  points = { { branching = 4, depth = 10 }, { branching = 6, depth = 8 } },
  games = function(point, seed) return { branching = point.branching, depth = point.depth, seed = seed } end,
  algorithms = algorithms,
  columns = { "entries" },
  published = figure,
  quick = { seeds = 3 },
  chart = { x = "entries", x_label = "records of memory, M", y_label = "leaves examined, mean", panels = { "branching", "depth" },
    log_x = true },
}
