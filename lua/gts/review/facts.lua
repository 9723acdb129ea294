--- The fields of reviews and puzzles: see gts.facts.class.

local classes, class, list = require "gts.facts.class"()

list("gts.Review", "gts.ReviewMove", "gts.review", "What `gts.review` returns: a list of the moves of the game.", {
  { "game", "string", "what was played" },
  { "winner", "gts.Player?", "the player that won the game; nil: a draw, or it is not over" },
  { "how", "string?", "why it ended: `\"rules\"`, `\"cycle\"`, `\"resigned\"`, `\"agreed\"`, `\"time\"`, or how an engine "
    .. "has lost; nil: it is not over" },
  { "result", "\"max\"|\"min\"|\"draw\"|nil", "what the last position is, if that is proved" },
  { "turning", "integer?", "number of the move that decided the game: a proved mistake, after which every position is proved "
    .. "to have that result" },
  { "decided", "integer?", "number of moves after which every position is proved to have that result; nil: the last is not" },
  { "last_not_lost", "integer?", "number of the loser's last move before which the position is proved not to be lost" },
  { "missed", "integer?", "number of the move that missed the shortest win" },
  { "mistakes_max", "integer", "proved mistakes of MAX" },
  { "mistakes_min", "integer", "proved mistakes of MIN" },
  { "dubious_max", "integer", "dubious moves of MAX" },
  { "dubious_min", "integer", "dubious moves of MIN" },
  { "proved", "integer", "number of moves whose verdict is proved" },
  { "missing", "integer", "number of positions that were not searched" },
  { "wrong", "string?", "what of the file cannot be read, or played: the moves before it are reviewed" },
  { "stopped", "\"interrupted\"|\"progress\"|\"time\"|nil", "why it ended early" },
  { "seconds", "number", "how long it took" },
})

class("gts.ReviewMove", "A move of gts.review", "A move of the game, and what it was worth.", {
  { "number", "integer", "1 for the first move" },
  { "player", "gts.Player", "whose move it is" },
  { "move", "string", "its name" },
  { "value", "number?", "the value after it: proved if `lower` and `upper` meet, else an estimate; nil: nothing is known" },
  { "lower", "number", "proved lower bound on that value" },
  { "upper", "number", "proved upper bound on that value" },
  { "best", "string?", "the best move; the one that was played, if none is better" },
  { "best_value", "number?", "the value before the move, which the best move has" },
  { "best_lower", "number", "proved lower bound on that value" },
  { "best_upper", "number", "proved upper bound on that value" },
  { "verdict", "string?", "`\"best\"`, `\"forced\"`, `\"slower\"`; of a mistake `\"won to drawn\"`, `\"won to lost\"`, "
    .. "`\"drawn to lost\"`, `\"worse\"`; `\"dubious\"`; nil: see [Verdicts](../../review/manual/review.md)" },
  { "proved", "boolean", "the verdict is proved" },
  { "loss", "number?", "what the move lost, at least, from the mover's side; by estimates if `proved` is false" },
  { "margin", "number?", "of estimates: what the loss has to exceed" },
  { "horizon", "integer?", "of estimates: the depth, before the move, at which they are compared" },
  { "depth", "integer?", "the depth of the estimate `value`" },
  { "distance", "integer?", "plies to the end by this move, where a win is proved, and how soon" },
  { "best_distance", "integer?", "plies to the end by the best move, where that is proved" },
  { "position", "gts.Position", "the position before it" },
})

list("gts.Puzzles", "gts.Puzzle", "gts.puzzles", "What `gts.puzzles` returns: a list, the easiest first.", {
  { "game", "string", "the name of the game" },
  { "games", "integer", "number of games whose positions were looked at" },
  { "positions", "integer", "number of these positions, each once; with `workers`, once for each process that came to it" },
  { "undecided", "integer", "number of positions that `nodes` did not suffice to settle" },
  { "missing", "integer", "number of positions that were not looked at, as the search was stopped" },
  { "nodes", "integer", "the limit of nodes" },
  { "wrong", "string?", "which move, or what of the file, cannot be read: the moves before it are used" },
  { "stopped", "\"interrupted\"|\"progress\"|\"time\"|nil", "why it ended early" },
  { "seconds", "number", "how long it took" },
})

class("gts.Puzzle", "A puzzle of gts.puzzles", "A position in which one move only keeps the value.", {
  { "number", "integer", "its place in the list" },
  { "player", "gts.Player", "the player to move" },
  { "goal", "\"win\"|\"draw\"|\"value\"", "what the move keeps; `\"value\"`: the position is lost, but other moves lose more" },
  { "value", "number", "the value, proved" },
  { "move", "string", "the move that keeps it" },
  { "distance", "integer?", "plies to the end, where a win or a loss is proved, and how soon" },
  { "depth", "integer?", "the depth from which on a full search without help prefers the move to the end; nil: it does not "
    .. "within `nodes`" },
  { "nodes", "integer?", "the nodes that it takes to complete that depth" },
  { "line", "string[]", "the principal variation" },
  { "others", "gts.PuzzleMove[]", "the other moves" },
  { "moves", "string[]", "the moves of the game that lead there" },
  { "game", "integer", "number of the game" },
  { "ply", "integer", "number of the move in it" },
  { "position", "gts.Position", "the position" },
})

class("gts.PuzzleMove", "Another move of a puzzle", "A move that is proved to be worse.", {
  { "move", "string", "its name" },
  { "lower", "number", "proved lower bound on its value" },
  { "upper", "number", "proved upper bound on its value" },
  { "distance", "integer?", "plies to the end, this move included, where they are proved" },
  { "line", "string[]", "the answer that refutes it, and the moves behind" },
})

return { classes = classes }
