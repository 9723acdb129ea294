--- Reviews and puzzles: what the moves of a game were worth, and positions in which one move only keeps the value.

return {
  interface = 1,
  commands = {
    { name = "review", module = "gts.review.command", after = "levels" },
    { name = "puzzles", module = "gts.review.command", after = "review" },
  },
  pages = { { name = "review", kind = "howto", after = "book" } },
  synonyms = { { "review", "analysis of a game", "blunder", "turning point", "puzzle", "tactics", "annotate" } },
  play_commands = {
    { name = "review", module = "gts.review.review", takes = "[SECONDS]", after = "history",
      help = "what each move was worth, and where the game was decided", at_end = "says where it was decided",
      saved = "gts review %s says what the moves were worth" },
  },
  tabs = {
    { name = "review", module = "gts.review.reviewing", after = "play" },
    { name = "puzzles", module = "gts.review.puzzling", after = "review" },
  },
  facts = { { name = "review", module = "gts.review.facts" } },
  functions = {
    --- Reviews a game that was played: searches its positions from the last to the first with one table, and says what each move
    -- was worth, which were mistakes, and where the game was decided. See `gts help review`.
    -- @function review
    -- @tparam table|string|nil game nil: the one that the file names; or what gts.play returned, and the options behind it
    -- @tparam table|string moves a list of moves, as themselves or by their names; or the file of a saved game or of a match
    -- @tparam[opt] table given
    -- @treturn {table,...} the moves, a list; tostring makes a report of it; gts.draw makes a chart ("svg") or a page ("html")
    -- @raise what is wrong with the game, the file, an option, or a move of a list; errors of the rules
    { name = "review", module = "gts.review.review", options = "gts.ReviewOptions", returns = { "gts.Review" },
      prefix = "gts.review: ", parameters = { game = "gts.Source|table?", moves = "any[]|string|table|nil" } },
    --- Finds puzzles of a game: positions in which exactly one move keeps the value, which is proved, as it is of every other
    -- move that it is worse. See `gts help review`.
    -- @function puzzles
    -- @tparam table|string game
    -- @tparam[opt] table given
    -- @treturn {table,...} a list, the easiest first; tostring shows boards and solutions
    -- @raise what is wrong with the game, the file or an option; errors of the rules
    { name = "puzzles", module = "gts.review.puzzles", options = "gts.PuzzleOptions", returns = { "gts.Puzzles" },
      prefix = "gts.puzzles: " },
  },
}
