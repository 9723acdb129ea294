--- Better numbers for the weights of an evaluation.

return {
  interface = 1,
  commands = { { name = "tune", module = "gts.tune.command", after = "profile" } },
  facts = { { name = "tune", module = "gts.tune.facts" } },
  pages = { { name = "tune", kind = "howto", after = "profile" } },
  synonyms = { { "tune", "tuning", "texel", "weights", "logistic regression", "parameters of an evaluation" } },
  functions = {
    --- Tunes the weights of a game: finds better numbers for `rules.weights` by games of a player against itself, and tests them
    -- by a match against those before. See `gts help tune`.
    -- @function tune
    -- @tparam table|string game its rules have weights
    -- @tparam[opt] table given
    -- @treturn {table,...} the weights, a list; tostring makes a report of it
    -- @raise what is wrong with the game, the players or an option; errors of the rules; that a file cannot be written
    { name = "tune", module = "gts.tune.tune", options = "gts.TuneOptions", returns = { "gts.Tuning" } },
  },
}
