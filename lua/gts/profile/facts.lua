--- The fields of profiles: see gts.facts.class.

local classes, class, list = require "gts.facts.class"()

list("gts.Profile", "gts.ProfileFigure", "gts.profile", "What `gts.profile` returns: a list of figures.", {
  { "game", "string", "the name of the game" },
  { "options", "string?", "its options, if any were given" },
  { "players", "string", "the player of the games, as in `\"level:6\"`" },
  { "games", "integer", "how many games were finished" },
  { "plies", "integer", "random moves at the beginning of each" },
  { "longest", "integer", "number of moves after which a game was cut off" },
  { "seed", "integer", "the seed of all that is random" },
  { "missing", "table[]", "figures that could not be found: `name`, and `why`" },
  { "errors", "string[]", "errors, of rules for instance, each with the stage that it has ended" },
  { "course", "table[]", "by move, or several moves: `ply`; `reached`, share of games; `moves`, mean of legal moves, `low`, "
      .. "`high`; `forced`, share of positions with one; `led`, share with a leader" },
  { "lengths", "table[]", "how many `games` have how many `moves`" },
  { "ladder", "table[]", "matches between levels: `a`, `b`, `games`, `score` of `a`, `low`, `high`" },
  { "stopped", "string?", "`\"time\"`, `\"interrupted\"` or `\"progress\"`: why it ended early" },
  { "seconds", "number", "how long it took" },
  { "compare", "fun(self: gts.Profile, other: gts.Profile): gts.ProfileComparison", "both side by side" },
})

class("gts.ProfileFigure", "A figure of gts.profile", "A figure of gts.profile.", {
  { "name", "string", "which: see [Figures](#figures)" },
  { "value", "number?", "the figure; nil: only `low` is known" },
  { "low", "number?", "lower limit of its 95 % interval; the value itself if it is exact" },
  { "high", "number?", "upper limit; nil: unknown" },
  { "exact", "boolean", "it is no estimate" },
  { "how", "string", "how it was found" },
})

list("gts.ProfileComparison", "gts.ProfileDifference", "Two profiles compared",
  "What `profile:compare(other)` returns: a list.", {
  { "a", "string", "the one game" },
  { "b", "string", "the other" },
  { "level", "number", "probability of any difference that is named and is none: 0.05, for all tests together" },
  { "tests", "integer", "how many figures were tested" },
  { "missing", "string[]", "names of figures that one of the profiles lacks" },
  { "profiles", "any", "for internal use", internal = true },
})

class("gts.ProfileDifference", "A figure of two profiles", "A figure of two profiles.", {
  { "name", "string", "which" },
  { "a", "number", "its value in the one" },
  { "b", "number", "its value in the other" },
  { "difference", "number", "`b` less `a`; of sizes, of their decimal logarithms" },
  { "low", "number", "lower limit of its 95 % interval" },
  { "high", "number", "upper limit" },
  { "exact", "boolean", "both are exact: nothing was tested" },
  { "chance", "number?", "probability of such a difference, or a greater one, if there is none; nil: not tested" },
  { "verdict", "string", "`\"differs\"`: by more than chance, or exactly; `\"unclear\"`; `\"equal\"`: exactly; "
    .. "`\"untested\"`: see [Compare](../../profile/manual/profile.md)" },
  { "a_row", "any", "for internal use", internal = true },
  { "b_row", "any", "for internal use", internal = true },
})

return { classes = classes }
