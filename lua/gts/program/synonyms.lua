--- Synonyms: terms of the field and of other programs for what gts help has under another name.

local extensions = require "gts.base.extensions"
local find = require "gts.program.find"

local synonyms = {}

-- The rows: a name that gts help knows, then what else it is called.
synonyms.rows = {
  -- Algorithms.
  { "alphabeta", "ab", "alfabeta" },
  { "minimax", "negamax", "min-max" },
  { "negascout", "scout", "pvs", "principal variation search" },
  { "mtd", "mtd(f)", "mtdf", "memory-enhanced test driver", "memory-enhanced test", "zero window", "null window",
    "minimal window" },
  { "mcts", "monte carlo tree search", "uct", "playout", "rollout policy" },
  { "pn", "pns" },
  { "dfpn", "df-pn", "depth-first proof number search" },
  { "sss", "sss*", "state space search" },
  { "dual", "dual*" },
  { "hstarstar", "h**" },
  { "bstar", "b*" },
  -- Options of a search.
  { "depth", "plies", "search depth", "horizon" },
  { "seed", "random seed" },
  -- Guides.
  { "first", "getting started", "quickstart", "quick start", "begin", "tutorial for beginners", "introduction" },
  { "own-game", "write a game", "my own game", "custom game" },
  { "strength", "playing strength", "stronger play" },
  { "speed", "slow", "faster", "performance", "optimize" },
  { "install", "installation", "uninstall", "debian", "package", "docker", "license", "licence" },
  { "limits", "time limit", "time control", "node limit", "memory limit", "ctrl-c", "interrupt", "timeout", "best move" },
  { "check", "debug", "debugging", "validate", "bug", "mistakes" },
  { "play", "difficulty", "opponent", "take back", "match", "elo", "levels", "handicap", "sprt", "los",
    "likelihood of superiority", "tournament" },
  { "parallel", "multithreading", "multicore", "cores", "concurrency" },
  { "solving", "solve a game", "retrograde analysis", "retrograde", "backward induction", "strong solution",
    "game-theoretic value" },
  { "sandbox", "untrusted rules", "untrusted", "seccomp", "confined" },
  { "embedding", "embed", "coroutines" },
  { "custom-search", "selection rule", "gamesearch" },
  { "contribute", "contributing", "pull request" },
  -- Reference.
  { "rules", "game rules", "evaluation function", "heuristic", "static evaluation", "bitboard", "symmetry",
    "moves as integers" },
  { "search", "error message", "exceptions", "errors" },
  { "results", "principal variation", "pv", "line of play", "best line", "solved", "result fields", "node count", "statistics" },
  { "command-line", "json", "exit code", "environment variables", "completion", "shell", "colours", "colors", "prompt", "repl" },
  { "formats", "file format", "csv", "game tree", "nested lists", "versions" },
  { "transposition-tables", "transposition table", "transposition", "tt", "hash", "hash table", "hashing", "zobrist",
    "move ordering", "killer", "killer move", "killer heuristic", "history heuristic", "order of moves", "order" },
  { "endgame-databases", "tablebase", "endgame tablebase", "endgame database", "wdl", "win draw loss" },
  { "compiler", "native", "compile", "compiled rules", "not compiled", "machine code", "jit" },
  { "distributed", "cluster" },
  { "architecture", "source code", "internals" },
  -- Explanation.
  { "selective-search", "selective", "quiescence", "quiescence search", "late move reductions", "lmr", "null move",
    "futility pruning",
    "horizon effect", "forward pruning" },
  { "alpha-beta", "pruning", "alpha-beta pruning", "cutoff", "bounds of a value" },
  { "solution-trees", "solution tree", "dominance" },
  { "best-first-search", "best first" },
  { "proof-number-search", "proof number", "certificate", "and/or tree" },
  { "monte-carlo", "monte carlo", "simulation", "sampling" },
  { "iterative-deepening", "deepening", "id" },
  { "proved-values", "repetition", "draw by repetition", "loop", "cycles", "graph history interaction" },
  { "parallel-search", "speedup", "abdada" },
}

for _, row in ipairs(extensions.rows "synonyms") do synonyms.rows[#synonyms.rows + 1] = row end

local by_phrase                 -- phrase as it is compared -> name

--- The name that a phrase is a synonym of; nil if it is none.
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
