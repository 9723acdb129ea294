--- Table 1 of Bhattacharya & Bagchi: alpha-beta, MemSSS* and QuickGame.

-- The published counts of terminal nodes, on random trees and on strongly ordered ones.
local published = {
  ["5 10"] = {
    alphabeta = { 114525, 8992 }, mgame = { 76048, 18963 },
    { 26, 84482, 8433 }, { 70, 70138, 8192 }, { 190, 62871, 7856 }, { 517, 50984, 7660 }, { 1408, 41157, 7431 },
    { 3906, 31758, 7219 },
  },
  ["6 9"] = {
    alphabeta = { 116270, 16960 }, mgame = { 78314, 21965 },
    { 25, 89186, 15322 }, { 57, 74338, 14801 }, { 130, 67178, 14209 }, { 296, 61906, 14031 }, { 676, 52700, 13402 },
    { 1555, 43059, 13290 },
  },
  ["9 8"] = {
    alphabeta = { 250305, 29279 }, mgame = { 148467, 43692 },
    { 37, 181696, 25114 }, { 106, 148601, 23529 }, { 305, 130106, 21971 }, { 879, 117005, 21465 }, { 2534, 98500, 19310 },
    { 7381, 74948, 18470 },
  },
  ["10 7"] = {
    alphabeta = { 106636, 18701 }, mgame = { 68679, 21261 },
    { 31, 81026, 17325 }, { 63, 71915, 16799 }, { 128, 63881, 16681 }, { 261, 61376, 16291 }, { 533, 54268, 15869 },
    { 1111, 47069, 15645 },
  },
}

local function table_of(point) return published[point.branching .. " " .. point.depth] end

-- Leaves below a MAX node are not stored, which is how the paper searches trees of odd depth.
local function algorithms(point)
  local list = {
    { label = "Alpha-Beta, strict", algorithm = "alphabeta", strict = true },
    { label = "Alpha-Beta", algorithm = "alphabeta" },
  }
  for _, row in ipairs(table_of(point)) do
    list[#list + 1] = { label = "MemSSS*", algorithm = "memsss", entries = row[1], store_terminals = point.depth % 2 == 0 }
  end
  list[#list + 1] = { label = "QuickGame", algorithm = "mgame", searchd = 2 }
  return list
end

local TREES = 100               -- that the published means are of

local function figure(point, entry)
  local column = point.order == "random" and 1 or 2
  if entry.label == "QuickGame" then return table_of(point).mgame[column], TREES end
  if entry.label == "Alpha-Beta, strict" then return table_of(point).alphabeta[column], TREES end
  for _, row in ipairs(table_of(point)) do
    if row[1] == entry.entries then return row[1 + column], TREES end
  end
end

return {
  seeds = TREES,
  points = {
    { branching = 5, depth = 10 }, { branching = 6, depth = 9 }, { branching = 9, depth = 8 }, { branching = 10, depth = 7 },
  },
  over = { order = { "random", "strong" } },
  parameters = { "branching", "depth", "order" },
  games = { { spread = 30, shrink = 0.9 } },
  algorithms = algorithms,
  columns = { "entries" },
  published = figure,
  quick = { seeds = 2, points = { { branching = 10, depth = 7 } } },
  chart = {
    x = "entries", x_label = "records of memory, M", log_x = true, y_label = "leaves examined, mean", y_least = 0,
    panels = { "branching", "depth", "order" },
  },
}
