--- Better numbers for the weights of an evaluation.

return {
  interface = 1,
  commands = { { name = "tune", module = "gts.tune.command", after = "profile" } },
  pages = { { name = "tune", kind = "howto", after = "profile" } },
  synonyms = {
    { "tune", "tuning", "texel", "spsa", "weights", "logistic regression", "parameters of an evaluation" },
  },
  functions = {
    --- Tunes the weights of a game: finds better numbers for `rules.weights` by games of a player against itself, and tests them
    -- by a match against those before. See `gts help tune`.
    -- @function tune
    -- @tparam table|string game its rules have weights
    -- @tparam[opt] table given method ("texel": logistic regression on the results of games; "spsa": matches between perturbed
    -- weights), players (of all games: options of gts.best, default `{ nodes = 1000 }`, or a level), games (1000, from which
    -- weights are found), test (2000: most games of the test), elo0 and elo1 (0 and 10: the differences that it tells apart),
    -- plies (8 random moves at the beginning of each game), longest (1000 moves, then a game is cut off), time (seconds, for the
    -- whole), seed (1), workers (1: processes), file (for weights that pass the test; the run goes on from FILE.state), progress
    -- (a function of a table with stage, done, total, seconds; false stops)
    -- @treturn {table,...} the weights, each a table with name, before, after, seen; with the fields game, options, method,
    -- players, games, seed, positions, linear, scale, before_error, after_error, limited, test_games, elo, low, high, error, llr,
    -- llr_lower, llr_upper, accepted, gained, reason, stopped, weights (those to use), file, seconds; tostring makes a report of
    -- it; csv() and json() are methods
    -- @raise what is wrong with the game, the players or an option; errors of the rules; that a file cannot be written
    { name = "tune", module = "gts.tune.tune", options = "gts.TuneOptions", returns = { "gts.Tuning" } },
  },
}
