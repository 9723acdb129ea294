--- What a game is like to play: figures, charts and a report.

return {
  interface = 1,
  commands = { { name = "profile", module = "gts.profile.command", after = "puzzles" } },
  pages = { { name = "profile", kind = "howto", after = "check" } },
  synonyms = {
    { "profile", "game design", "inventor", "balance", "first-player advantage", "branching factor", "drama", "pie rule",
      "state-space complexity", "game-tree complexity" },
  },
  tabs = { { name = "profile", module = "gts.profile.tab", after = "puzzles" } },
  functions = {
    --- Profiles a game: what its inventor wants to know. Balance, length, choice, drama, skill and size, each figure with its 95
    -- % interval, or exact where the game is small enough. See `gts help profile`; `gts help results` defines the figures.
    -- @function profile
    -- @tparam table|string game
    -- @tparam[opt] table given players (of the games, each against itself: a player of gts.match; default: `{ level = 6 }`),
    -- games (100), plies (random moves at the beginning; 0, or 2 for players that play alike in equal positions), longest (1000
    -- moves, then a game is cut off), exact (false: estimate everything), skill (false: no matches), time (60 seconds, for the
    -- whole), seed (1), workers (1: processes), progress (a function of a table with stage, done, total, seconds; false stops)
    -- @treturn {table,...} the figures, each a table with name, value, low, high, exact, how; with the fields game, options,
    -- players, games, plies, longest, seed, missing (a list of name and why), errors, course, lengths, ladder, stopped, seconds;
    -- tostring makes a report of it; text(width), csv() and json() are methods, and compare(other), which says what differs by
    -- more than chance; gts.draw(profile, "html") makes a page
    -- @raise what is wrong with the game, the players or an option
    { name = "profile", module = "gts.profile.profile", options = "gts.ProfileOptions", returns = { "gts.Profile" } },
  },
}
