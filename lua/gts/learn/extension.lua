--- An evaluation from the rules alone, by self-play.

return {
  interface = 1,
  commands = { { name = "learn", module = "gts.learn.command", after = "tune" } },
  facts = { { name = "learn", module = "gts.learn.facts" } },
  pages = { { name = "learn", kind = "howto", after = "tune" } },
  synonyms = {
    { "learn", "learning", "machine learning", "reinforcement learning", "self-play", "temporal difference", "td(lambda)",
      "td-leaf", "treestrap", "rootstrap", "n-tuple", "patterns", "neural network" },
  },
  functions = {
    --- Learns an evaluation from the rules alone: weights of patterns of the board, or of the numbers of `rules.features`, by
    -- self-play; and tests it by a match against the one before. See `gts help learn`.
    -- @function learn
    -- @tparam table|string game
    -- @tparam[opt] table given
    -- @treturn {table,...} rows of games learnt from; tostring makes a report of it
    -- @raise what is wrong with the game, the players or an option; errors of the rules; that a file cannot be written
    { name = "learn", module = "gts.learn.learn", options = "gts.LearnOptions", returns = { "gts.Learning" } },
  },
}
