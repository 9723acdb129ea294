--- What the field, and who comes from elsewhere, calls what gts help has under another name: for each name,
-- its synonyms.
-- @module gts.program.synonyms

local find = require "gts.program.find"

local synonyms = {}

-- The rows: a name that gts help knows, then what else it is called.
synonyms.rows = {
  -- Algorithms.
  { "alphabeta", "alpha-beta", "alpha-beta pruning", "ab", "alfabeta" },
  { "minimax", "negamax", "min-max" },
  { "negascout", "scout", "pvs", "principal variation search" },
  { "mtd", "mtd(f)", "mtdf", "memory-enhanced test driver" },
  { "mcts", "monte carlo", "monte carlo tree search", "uct", "playout", "rollout policy" },
  { "pn", "pns", "proof-number search" },
  { "dfpn", "df-pn", "depth-first proof number search" },
  { "sss", "sss*", "state space search" },
  { "dual", "dual*" },
  { "hstarstar", "h**" },
  -- Options of a search.
  { "depth", "plies", "search depth" },
  { "seed", "random seed" },
  -- Pages.
  { "tables", "transposition table", "transposition", "tt", "hash", "hash table", "hashing", "zobrist",
    "move ordering", "killer move", "killer heuristic", "history heuristic", "order of moves" },
  { "deepening", "iterative deepening", "id" },
  { "databases", "tablebase", "endgame tablebase", "endgame database", "wdl", "win draw loss" },
  { "solve", "retrograde analysis", "retrograde", "backward induction", "strong solution",
    "game-theoretic value" },
  { "limits", "time limit", "time control", "node limit", "memory limit", "ctrl-c", "interrupt", "timeout" },
  { "rules", "game rules", "evaluation function", "heuristic", "static evaluation", "bitboard", "symmetry" },
  { "results", "principal variation", "pv", "solved", "result fields" },
  { "trees", "game tree", "nested lists" },
  { "cycles", "repetition", "draw by repetition", "loop" },
  { "intervals", "bounds of a value" },
  { "numbers", "proof numbers" },
  { "sampling", "simulation" },
  { "match", "elo", "sprt", "los", "likelihood of superiority", "tournament" },
  { "play", "difficulty", "opponent", "take back" },
  { "serve", "browser", "web", "gui", "http" },
  { "page", "wasm", "webassembly" },
  { "draw", "svg", "graphviz", "dot", "diagram", "visualize", "visualization" },
  { "embedding", "embed", "c api", "library" },
  { "ugi", "uci", "protocol of engines" },
  { "parallel", "multithreading", "multicore", "cores", "concurrency" },
  { "clusters", "mpi", "slurm", "supercomputer" },
  { "confined", "sandbox", "untrusted rules", "untrusted", "seccomp" },
  { "native", "compile", "compiler", "machine code", "jit", "speed", "slow" },
  { "check", "debug", "debugging", "validate", "bug" },
  { "own", "write a game", "my own game", "custom game" },
  { "first", "getting started", "quickstart", "quick start", "begin", "tutorial for beginners",
    "introduction" },
  { "install", "installation", "uninstall", "debian", "package", "docker" },
  { "counts", "node count", "statistics" },
  { "program", "json", "exit code", "environment variables", "command line", "completion", "shell", "colours",
    "colors", "prompt", "repl" },
  { "formats", "file format", "csv" },
  { "errors", "error message", "exceptions" },
  { "experiments", "benchmark", "compare algorithms" },
  { "course", "lessons", "exercises" },
  { "proofs", "certificate", "solution tree" },
}

local by_phrase                 -- phrase as it is compared -> name

--- The name that a phrase is a synonym of; nil if it is none.
-- @tparam string phrase
function synonyms.of(phrase)
  if not by_phrase then
    by_phrase = {}
    for _, row in ipairs(synonyms.rows) do
      for i = 2, #row do by_phrase[find.plain(row[i])] = row[1] end
    end
  end
  return by_phrase[find.plain(phrase)]
end

return synonyms
