--- The fields of what gts.problems returns: see gts.facts.class.

local classes, class, list = require "gts.facts.class"()

list("gts.Problems", "gts.Problem", "gts.problems", "What `gts.problems` returns: a list.", {
  { "set", "string", "the name of the set, or its file" },
  { "title", "string?", "what it is" },
  { "source", "string?", "where it was published" },
  { "solved", "integer", "problems in which all that the set states was proved" },
  { "wrong", "integer", "problems in which something else was proved, or the rules raised an error" },
  { "open", "integer", "problems that were not solved" },
  { "nodes", "integer", "nodes visited, or positions found, in sum" },
  { "seconds", "number", "wall-clock seconds, in sum" },
})

class("gts.Problem", "A row of gts.problems", "One problem.", {
  { "name", "string", "its name" },
  { "game", "string", "the game" },
  { "outcome", "\"solved\"|\"wrong\"|\"open\"", "`\"wrong\"`: see `why`" },
  { "why", "string?", "what was proved, and what the set has; or why it is open" },
  { "value", "number?", "the value that was proved" },
  { "lower", "number?", "proved lower bound on the value" },
  { "upper", "number?", "proved upper bound" },
  { "distance", "integer?", "plies to the end" },
  { "move", "string?", "the name of the best move that was found" },
  { "nodes", "integer", "nodes visited, or positions found" },
  { "published", "integer?", "nodes that were published for it" },
  { "seconds", "number", "wall-clock seconds" },
  { "stopped", "string?", "why its search ended early, as in a search" },
})

return { classes = classes }
