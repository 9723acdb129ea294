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
