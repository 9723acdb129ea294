-- A dozen searches, each by a line: what was searched, its value and move, and what was counted. Run by the program, and by
-- the same engine in WebAssembly: see spec/browser/alone.lua.

local gts = require "gts"

local searches = {
  { "tictactoe", nil, { algorithm = "alphabeta" } },
  { "tictactoe", nil, { algorithm = "minimax", depth = 6 } },
  { "tictactoe", nil, { algorithm = "sss" } },
  { "connect4", nil, { algorithm = "alphabeta", depth = 8 } },
  { "connect4", nil, { algorithm = "negascout", depth = 9, deepen = true, table = 1 << 20,
    order = { "table", "killer", "history" } } },
  { "connect4", nil, { algorithm = "dual2", depth = 5 } },
  { "othello", { size = 4 }, { algorithm = "mtd", table = 1 << 20 } },
  { "nim", { heaps = { 3, 4, 5 } }, { algorithm = "alphabeta" } },
  { "nim", { heaps = { 2, 3, 4 } }, { algorithm = "dfpn", goal = 1 } },
  { "hexapawn", nil, { algorithm = "pn", goal = 1 } },
  { "connect4", nil, { algorithm = "mcts", nodes = 3000, seed = 7 } },
  { "breakthrough", nil, { algorithm = "ttalphabeta", depth = 4, table = 1 << 16 } },
  { "tree", { branching = 5, depth = 6, seed = 3 }, { algorithm = "memsss", entries = 500, branching = 5 } },
  { "tree", { branching = 8, depth = 6, seed = 1 }, { algorithm = "gsearch", select = "random", seed = 5 } },
}

local lines = {}
for i, row in ipairs(searches) do
  local name, options, given = table.unpack(row, 1, 3)
  given.native = false
  local game = name == "tree" and gts.tree(options) or gts.game(name, options)
  local ok, r = pcall(gts.search, game, given)
  if ok then
    local s = r.stats
    lines[i] = ("%s %s: %s %s %s visits %d leaves %d developed %d"):format(name, given.algorithm, r.value or r.estimate, r.move,
      table.concat(r.pv or {}, ","), s.visits, s.leaves, s.developed)
  else lines[i] = ("%s %s: %s"):format(name, given.algorithm, r) end
end

local solved = gts.solve("tictactoe", { by = "retrograde" })
lines[#lines + 1] = ("tictactoe retrograde: %s %d, %d positions"):format(solved.value, solved.distance, solved.positions)
for _, row in ipairs(gts.compare("tictactoe", { algorithms = { "alphabeta", "sss", "mtd" }, depth = 5 })) do
  lines[#lines + 1] = ("%s %s %d"):format(row.algorithm, row.value, row.leaves)
end
return table.concat(lines, "\n")
