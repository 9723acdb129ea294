--- The fields of learning, and its file: see gts.facts.class and gts.facts.files.

local train = require "gts.train.facts"

local classes, class, list = require "gts.facts.class"()

list("gts.Learning", "gts.LearningRow", "gts.learn",
  "What `gts.learn` returns: a list of rows, each some games of self-play.", train.with_trial("evaluation", {
  { "game", "string", "the name of the game" },
  { "options", "string?", "its options, if any were given" },
  { "method", "string", "the rule of learning: `\"td\"`, `\"tdleaf\"`, `\"rootstrap\"` or `\"treestrap\"`" },
  { "depth", "integer", "depth of the searches that chose moves" },
  { "lambda", "number", "of td and tdleaf: how far errors were passed back" },
  { "rate", "number", "the learning rate" },
  { "explore", "number", "probability of a random move" },
  { "plies", "integer", "random moves at the beginning of each game" },
  { "players", "string", "the player of the test, as in `\"time:0.05\"`" },
  { "games", "integer", "how many games were learnt from" },
  { "positions", "integer", "how many positions" },
  { "seed", "integer", "the seed of all that is random" },
  { "target", "string?", "what is predicted: `\"winner\"` or `\"value\"`; nil: nothing" },
  { "shapes", "string?", "the shapes of patterns; nil: there are features" },
  { "tried", "table[]?", "the patterns tried: `shapes`, `points`, and `games` with the others; `shapes` above is the best" },
  { "patterns", "integer?", "how many patterns of the board; nil: none, or there are features" },
  { "weights", "integer?", "how many weights" },
  { "numbers", "integer?", "length of the evaluation's list; above 70,000 the rules are not compiled" },
  { "evaluation", "function?", "what was learnt, better or not, for the option `evaluation` of games; nil: nothing" },
}))

class("gts.LearningRow", "A row of gts.learn", "Some games of self-play, in a row of gts.learn.", {
  { "games", "integer", "how many" },
  { "positions", "integer", "how many positions were learnt from" },
  { "error", "number", "mean square of the errors of predictions" },
  { "max", "integer", "games that MAX won" },
  { "draws", "integer", "drawn games" },
  { "min", "integer", "games that MIN won" },
  { "cut", "integer", "games that were cut off" },
  { "speed", "number", "positions a second, of all processes" },
  { "seconds", "number", "how long they took" },
})

return { classes = classes, files = { train.file("learn", "learning", "Learning") } }
