--- The fields of what the functions of gts return: the one place where they are named.
--
-- The tables of the manual (gts help results), the annotations for editors, the JSON of results, and the check of what a worker
-- answers are made from these rows: see gts.facts.class.

local results, class, list = require "gts.facts.class"()

class("gts.Result", "Search results", "What gts.search and gts.best return.", {
  { "move", "gts.Move?", "the move with the value, the leftmost of equal ones (in a selective search the first found). Stopped "
      .. "searches may have none: nil, or beside an `estimate` the most promising" },
  { "value", "number?", "the minimax value, as far as the search has looked; nil if nothing is known" },
  { "estimate", "number?", "estimated value; only of [searches that estimate](../explanation/monte-carlo.md)" },
  { "lower", "number", "proved lower bound on the value" },
  { "upper", "number", "proved upper bound on the value" },
  { "exact", "boolean", "`lower` and `upper` are equal. With a horizon this is the value at the horizon" },
  { "solved", "boolean", "exact, and no leaf was at the horizon: the value of the game" },
  { "selective", "boolean", "the option `selective` has pruned, reduced or extended moves. Then `exact` is false; `lower` "
      .. "and `upper` are still proved", since = "1.1" },
  { "distance", "integer?", "plies to the end of the game, if deepening has proved a win, and how soon" },
  { "stopped", "\"time\"|\"nodes\"|\"memory\"|\"interrupted\"|\"progress\"|\"iterations\"|nil",
    "nil, or why it ended early: `\"time\"`, `\"nodes\"`, `\"memory\"`, `\"interrupted\"` (Ctrl-C), `\"progress\"`, "
      .. "`\"iterations\"`", worker = "\"time\"|\"nodes\"|\"memory\"|\"iterations\"|nil" },
  { "depth", "integer", "the depth that was completed; without a horizon, the greatest ply that was reached" },
  { "proof_number", "integer?", "of a stopped `pn` or `dfpn`: the root's proof number for the last unanswered goal (for "
      .. "`dfpn`: a lower estimate)" },
  { "disproof_number", "integer?", "its disproof number" },
  { "pv", "gts.Move[]", "the principal variation: a list of moves, down to a leaf that has the value. Algorithms without "
      .. "`lines` in `gts.algorithms` have only the first" },
  { "line", "gts.Position[]", "the positions after these moves" },
  { "moves", "gts.MoveWorth[]?",
    "of searches that estimate: a list of [the moves that were looked at](#a-move-of-an-estimating-search)" },
  { "position", "gts.Position?", "the position after `move`; in JSON, the position that was searched",
    json = false },
  { "seconds", "number", "wall-clock seconds, in all" },
  { "seconds_before", "number?", "of these, the seconds before the compiled search began" },
  { "algorithm", "gts.Algorithm?", "the id of the algorithm; nil: a book has answered" },
  { "native", "boolean", "compiled rules were used" },
  { "threads", "integer?", "number of threads or processes that searched, if more than one" },
  { "helped_by", "\"threads\"|\"processes\"|nil", "kind of these: `\"threads\"` or `\"processes\"`" },
  { "untold", "integer?", "number of events not passed to a `trace` that returned false" },
  { "stats", "gts.Stats", "counts: see [Counts](#counts)" },
  { "options", "gts.SearchOptions", "all options, with defaults: enough to repeat the search" },
  { "picked", "gts.SearchOptions?", "of `gts.best`: the options that it has chosen" },
  { "evaluation", "string?", "of `gts.best`: `\"learnt\"`, if it has chosen [that evaluation](../../learn/manual/learn.md)" },
  { "why", "string?", "of `gts.best`: the reason for deepening or sampling",
    since = "1.1" },
  { "proof", "gts.Proof?", "with the option `solution`: [the trees that prove it](#a-proof)", json = false, worker = false },
  { "shown", "string?", "of a [confined](../howto/sandbox.md) search: the position that was searched, as text",
    worker = "string" },
  { "printed", "string?", "of a confined search: the first 4096 bytes that the rules have printed, if any" },
  { "confined", "gts.Lacks?", "of a confined search: what the system could not give to confine it", worker = false },
})

class("gts.Stats", "Counts", "What a search has counted: gts help results.", {
  { "visits", "integer", "nodes entered" },
  { "leaves", "integer", "leaf evaluations" },
  { "developed", "integer", "nodes whose successors were computed" },
  { "peak", "integer", "most nodes or entries held simultaneously" },
  { "bytes", "integer", "most memory that the engine held" },
  { "table", "gts.TableStats?", "probes of the transposition table, if there is one" },
  { "replayed", "integer?", "of [rules with one board](../reference/rules.md#one-board): moves replayed between positions" },
})

class("gts.TableStats", "Counts of the table", "The use of a transposition table in one search.", {
  { "probes", "integer", "positions looked up" },
  { "hits", "integer", "of these, found" },
  { "cutoffs", "integer", "of these, whose entry gave a cutoff" },
  { "stores", "integer", "entries written" },
  { "replaced", "integer", "of these, over another position's entry" },
})

class("gts.Lacks", nil, "What a confined search went without.", {
  { "lacks", "string[]", "what the system could not give to confine it" },
})

class("gts.MoveWorth", "A move of an estimating search", "An element of `moves`, of a search by `mcts` or `ubfm`.", {
  { "move", "gts.Move", "the move" },
  { "position", "gts.Position?", "the position after it", json = false },
  { "visits", "integer", "number of visits" },
  { "estimate", "number", "its estimated value" },
  { "lower", "number", "proved lower bound on its value" },
  { "upper", "number", "proved upper bound on its value" },
})

class("gts.Report", "Reports of progress", "What a function `progress` of a search is given.", {
  { "depth", "integer", "the depth that was completed" },
  { "value", "number?", "the value so far" },
  { "estimate", "number?", "estimated value" },
  { "lower", "number", "proved lower bound on the value" },
  { "upper", "number", "proved upper bound on the value" },
  { "move", "gts.Move?", "the best move so far" },
  { "pv", "gts.Move[]", "its principal variation" },
  { "line", "gts.Position[]", "the positions after these moves" },
  { "visits", "integer", "nodes entered" },
  { "nodes", "integer", "`visits` under a second name" },
  { "leaves", "integer", "leaf evaluations" },
  { "seconds", "number", "since the search began" },
})

class("gts.Proof", "A proof",
  "`result.proof`, and what `gts.load_proof` returns. See [Proofs](../explanation/solution-trees.md).", {
  { "max", "string?", "the max solution tree, as text: it proves `upper`" },
  { "min", "string?", "the min solution tree, as text: it proves `lower`" },
  { "lower", "number", "proved lower bound on the value" },
  { "upper", "number", "proved upper bound on the value" },
  { "depth", "integer?", "the horizon; nil if there was none" },
  { "position", "gts.Position?", "the position that was searched, if it was not the start" },
  { "game", "string", "the name of the game" },
  { "save", "fun(self: gts.Proof, file: string)", "writes the proof to a file" },
  { "text", "fun(self: gts.Proof): string", "the proof, as text" },
})

class("gts.Verified", "gts.verify", "What a proof proves, or a database has.", {
  { "lower", "number?", "of a proof: proved lower bound on the value" },
  { "upper", "number?", "proved upper bound on the value" },
  { "exact", "boolean?", "they are equal" },
  { "leaves", "integer?", "number of leaves examined" },
  { "depth", "integer?", "of a proof with a horizon: the depth at which these are bounds" },
  { "position", "gts.Position?", "of a proof: its position, if that was not the start" },
  { "positions", "integer?", "of a database: its positions, each compared with its successors" },
  { "value", "number?", "value of its root" },
  { "distance", "integer?", "plies from the root to the end" },
  { "native", "boolean?", "compiled rules were used" },
  { "seconds", "number?", "wall-clock seconds" },
})

list("gts.Analysis", "gts.AnalysisRow", "gts.analyze",
  "What `gts.analyze` returns: a list, the best move for the player to move first.", {
  { "player", "gts.Player", "the player to move: `\"max\"` or `\"min\"`" },
  { "depth", "integer?", "the depth of all these values" },
  { "stopped", "string?", "why it ended early, as in a search" },
  { "seconds", "number", "wall-clock seconds" },
  { "visits", "integer?", "by `mcts` or `ubfm`: the visits of all moves together" },
  { "algorithm", "gts.Algorithm?", "the id of the algorithm" },
  { "shown", "string?", "of a [confined](../howto/sandbox.md) analysis: the position, as text", worker = "string" },
  { "printed", "string?", "of a confined analysis: the first 4096 bytes that the rules have printed, if any" },
  { "confined", "gts.Lacks?", "of a confined analysis: what the system could not give to confine it", worker = false },
})

class("gts.AnalysisRow", "A move of gts.analyze", "A move, as gts.analyze lists it.", {
  { "move", "gts.Move", "the move" },
  { "name", "string", "the move as text" },
  { "position", "gts.Position", "the position after it" },
  { "value", "number?", "its value" },
  { "lower", "number?", "proved lower bound on its value" },
  { "upper", "number?", "proved upper bound on its value" },
  { "exact", "boolean?", "`lower` and `upper` are equal" },
  { "solved", "boolean?", "exact, and no leaf was at the horizon" },
  { "distance", "integer?", "plies to a win or a loss, this move included, where they are known" },
  { "estimate", "number?", "by `mcts` or `ubfm`: its estimated value" },
  { "visits", "integer?", "by `mcts` or `ubfm`: number of visits" },
})

list("gts.Moves", "gts.Successor", "gts.moves", "What `gts.moves` returns: a list.", {
  { "player", "gts.Player", "the player to move: `\"max\"` or `\"min\"`" },
})

class("gts.Successor", "A move of gts.moves", "A move, as gts.moves lists it.", {
  { "move", "gts.Move", "the move" },
  { "name", "string", "the move as text" },
  { "label", "string", "its name, or `NAME#2` for the second move of that name" },
  { "position", "gts.Position", "the position after it" },
})

class("gts.Solved", "gts.solve", "The value of a position, and how it was found.", {
  { "value", "number?", "the value, if it is known" },
  { "lower", "number", "proved lower bound on the value" },
  { "upper", "number", "proved upper bound on the value" },
  { "exact", "boolean", "`lower` and `upper` are equal" },
  { "solved", "boolean", "the same as `exact`: `gts.solve` has no horizon" },
  { "distance", "integer?", "plies to the end, if both play their best" },
  { "move", "gts.Move?", "the best move" },
  { "position", "gts.Position?", "the position after it. In JSON, `position` is the position that was solved", json = false },
  { "pv", "gts.Move[]", "the principal variation: a list of moves" },
  { "line", "gts.Position[]", "the positions after these moves" },
  { "by", "\"search\"|\"dfpn\"|\"parts\"|\"jobs\"|\"retrograde\"",
    "the method: `\"search\"`, `\"dfpn\"`, `\"parts\"`, `\"jobs\"`, `\"retrograde\"`" },
  { "why", "string", "why this one, or these" },
  { "chosen", "table?", "of several searches, without the option `by`: the options of the one that has found the value" },
  { "positions", "integer", "number of positions found; of a search: nodes visited" },
  { "seconds", "number", "wall-clock seconds" },
  { "stopped", "string?", "why it ended early, as in a search" },
  { "folder", "string?", "where the database is" },
  { "file", "string?", "of jobs: where their results are" },
  { "jobs", "integer?", "of jobs: how many were done now" },
  { "native", "boolean", "compiled rules were used" },
  { "parts", "string[]?", "by parts: the [value of each part](../reference/rules.md#parts), `\"?\"` where unknown",
    since = "1.2" },
  { "database", "gts.Database?", "after retrograde analysis: see [Databases](../reference/endgame-databases.md)",
    json = false },
  { "need", "integer?", "of retrograde analysis, once all positions are found: bytes of memory that their values need" },
  { "shared", "gts.Shared?", "of several processes: what they sent one another" },
  { "proof", "gts.Proof?", "with the option `solution`: [a proof](#a-proof)", json = false },
  { "game", "gts.Game", "the game", json = false },
})

class("gts.Shared", "Processes of gts.solve", "What the processes of a retrograde analysis sent one another.", {
  { "ranks", "integer", "how many processes there were" },
  { "messages", "integer", "messages sent" },
  { "bytes", "integer", "bytes sent" },
  { "largest", "integer", "the most positions that one process held" },
})

class("gts.SolveReport", "Progress of gts.solve", "Beside those of [a search](#reports-of-progress).", {
  { "stage", "string?", "`\"forward\"`: finds positions; `\"backward\"`: computes values; `\"check\"`: compares with "
      .. "successors; `\"merge\"`: merges the files of processes" },
  { "tier", "integer?", "which tier of the game" },
  { "need", "integer?", "backward: bytes of memory for the tier" },
  { "done", "integer?", "how many positions of the tier are done" },
  { "total", "integer?", "of how many" },
  { "positions", "integer?", "how many positions of all tiers were found" },
  { "resolved", "integer?", "number of these with values" },
  { "left", "number?", "estimate of the seconds left" },
}, "gts.Report")

return results
