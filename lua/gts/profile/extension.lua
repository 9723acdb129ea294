--- What a game is like to play: figures, charts and a report.

return {
  interface = 1,
  commands = { { name = "profile", module = "gts.profile.command", after = "puzzles" } },
  facts = { { name = "profile", module = "gts.profile.facts" } },
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
    -- @tparam[opt] table given
    -- @treturn {table,...} the figures, a list; tostring makes a report of it; compare(other) says what differs by more than
    -- chance; gts.draw(profile, "html") makes a page
    -- @raise what is wrong with the game, the players or an option
    { name = "profile", module = "gts.profile.profile", options = "gts.ProfileOptions", returns = { "gts.Profile" } },
  },
}
