--- Calls that show what algorithms and options do: all of them run.
-- @module gts.program.examples

local examples = {}

-- What else an algorithm wants to be shown with.
local with = {
  mtd = ", first=math.huge", mgame = ", searchd=2", memsss = ", entries=50", memdual = ", entries=50", itersss = ", entries=50",
  gsearch = [[, select="random"]], rsearch = ", pseudo=2",
}

-- SSS* and its kin keep whole solution trees: on a small game.
local GAME = [[gts.tree{branching=3, depth=6}]]

--- A call that shows an algorithm.
-- @tparam string id
-- @treturn string Lua
function examples.of_algorithm(id)
  return ("gts.search(%s, {algorithm=%q%s})"):format(GAME, id, with[id] or "")
end

local values = {
  algorithm = [["tictactoe", {algorithm = "negascout"}]],
  alternating = GAME .. [[, {algorithm = "itersss", entries = 50, alternating = true}]],
  bounds = [["nim", {bounds = false}]],
  branching = GAME .. [[, {algorithm = "memsss", entries = 50, branching = 3}]],
  database = [["nim", {database = gts.solve("nim").database}]],
  deepen = [["connect4", {deepen = true, depth = 8}]],
  depth = [["connect4", {depth = 6}]],
  entries = GAME .. [[, {algorithm = "memsss", entries = 50}]],
  every = [["connect4", {deepen = true, depth = 9, every = 0.01, progress = function(r) print(r.nodes) end}]],
  exploration = [["connect4", {algorithm = "mcts", iterations = 2000, exploration = 0.5}]],
  first = [["tictactoe", {algorithm = "mtd", first = -math.huge}]],
  goal = [["tictactoe", {algorithm = "dfpn", goal = 1}]],
  iterations = [["connect4", {algorithm = "mcts", iterations = 2000}]],
  longest_rollout = [["connect4", {algorithm = "mcts", iterations = 2000, longest_rollout = 100}]],
  longest = [["tictactoe", {longest = 9}]],
  memory = [["connect4", {depth = 8, memory = 100e6}]],
  native = [["connect4", {depth = 6, native = false}]],
  nodes = [["connect4", {nodes = 10000, deepen = true}]],
  order = [["connect4", {depth = 8, algorithm = "negascout", order = {"killer", "history"}}]],
  position = [["nim", {position = 4096}]],
  prior = [["connect4", {algorithm = "mcts", iterations = 2000, prior = 2}]],
  progress = [["connect4", {deepen = true, depth = 9, progress = function(r) print(r.depth, r.nodes) end}]],
  prune = [["tictactoe", {algorithm = "althofer", depth = 5, prune = false}]],
  pseudo = GAME .. [[, {algorithm = "rsearch", pseudo = 2}]],
  drop_order = [["connect4", {algorithm = "negascout", deepen = true, depth = 6, order = "history", drop_order = true}]],
  remember_leaves = [["tictactoe", {algorithm = "negascout", table = 1e6, remember_leaves = false}]],
  rollout = [["othello", {algorithm = "mcts", iterations = 500, rollout = 4}]],
  safe = [["connect4", {algorithm = "ubfm", iterations = 2000, safe = false}]],
  searchd = GAME .. [[, {algorithm = "mgame", searchd = 3}]],
  seed = GAME .. [[, {algorithm = "gsearch", select = "random", seed = 2}]],
  select = GAME .. [[, {algorithm = "gsearch", select = "random"}]],
  solution = [["tictactoe", {solution = true}]],
  store_terminals = GAME .. [[, {algorithm = "recsss", store_terminals = false}]],
  strategy = [[gts.tree{branching=3, depth=6, order="correlated", tightness=3}, {algorithm = "bstar", strategy = "turns"}]],
  strict = [[gts.tree{branching=3, depth=6, order="random"}, {strict = true}]],
  table = [["connect4", {depth = 10, algorithm = "negascout", table = 64 << 20}]],
  threads = [["connect4", {depth = 14, algorithm = "negascout", threads = 2}]],
  time = [["connect4", {time = 0.5}]],
  trace = [[gts.tree{{3,12},{2,4}}, {trace = function(event) print(event.kind, event.path) end}]],
  window = [["connect4", {depth = 6, window = {-1, 1}}]],
}

--- A call that shows an option.
-- @tparam string name
-- @treturn string Lua
function examples.of_option(name) return ("gts.search(%s)"):format(values[name] or error("no example of " .. name)) end

return examples
