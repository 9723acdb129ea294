--- The fields of tunings, and their file: see gts.facts.class and gts.facts.files.

local train = require "gts.train.facts"

local classes, class, list = require "gts.facts.class"()

list("gts.Tuning", "gts.TunedWeight", "gts.tune", "What `gts.tune` returns: a list of weights.", train.with_trial("weights", {
  { "game", "string", "the name of the game" },
  { "options", "string?", "its options, if any were given" },
  { "method", "string", "`\"texel\"`" },
  { "players", "string", "the player of the games, as in `\"nodes:1000\"`" },
  { "games", "integer", "how many games the weights were found from" },
  { "seed", "integer", "the seed of all that is random" },
  { "positions", "integer?", "how many quiet positions; nil: none were taken" },
  { "linear", "boolean?", "the evaluation is linear in all weights" },
  { "scale", "number?", "K: MAX is expected to score 1 / (1 + exp(-K * value))" },
  { "before_error", "number?", "mean of -log of the probability of the results, by the weights before" },
  { "after_error", "number?", "the mean by the new weights" },
  { "limited", "boolean?", "true: the change was cut short, because values would leave `rules.range`" },
  { "weights", "table<string, number>", "the weights to use: new ones only if they are better" },
}))

class("gts.TunedWeight", "A weight of gts.tune", "A weight of gts.tune.", {
  { "name", "string", "which" },
  { "before", "number", "what it was" },
  { "after", "number?", "what was found, better or not; nil: nothing was" },
  { "seen", "number?", "share of the positions whose value it changes" },
})

return { classes = classes, files = { train.file("tune", "a tuning", "Tunings") } }
