--- The fields of what gts returns about rules, searches and games that are played. The form of the rows is described in
-- gts.facts.class.

local reports = {}

local class, list = require "gts.facts.class"(reports)

list("gts.Experiment", "table", "gts.experiment", "What `gts.experiment` returns: a list.", {
  { "name", "string", "its name" },
  { "title", "string", "its title" },
  { "source", "string", "the paper and the table that it repeats" },
  { "about", "string", "what it measures" },
  { "findings", "string[]", "what came out" },
  { "seed", "integer", "the first seed" },
  { "seeds", "integer", "how many were asked for" },
  { "count", "integer?", "the number of trees or games of each point" },
  { "quick", "boolean", "it was run at a small scale" },
  { "workers", "integer", "the processes that ran it" },
  { "stopped", "string?", "why it ended early" },
  { "jobs", "integer", "number of jobs" },
  { "finished", "integer", "number of jobs that are done" },
  { "kept", "integer", "number of these that the file already had" },
  { "seconds", "number", "how long it took" },
  { "version", "string", "the version of gts" },
  { "compiler", "string", "the compiler it was built with" },
  { "machine", "string", "the machine it ran on" },
  { "lua", "string", "the version of Lua" },
  { "jsonl", "fun(self: gts.Experiment): string", "the experiment as JSON lines" },
  { "text", "fun(self: gts.Experiment, width?: integer): string", "the experiment as text" },
})

class("gts.ExperimentRow", "A row of gts.experiment", "Its parameters and columns have their own names.", {
  { "algorithm", "string", "the label" },
  { "measure", "string", "what was measured" },
  { "count", "integer", "how many observations there are" },
  { "mean", "number?", "their mean" },
  { "standard_error", "number?", "its standard error" },
  { "deviation", "number?", "their standard deviation" },
  { "ratio", "number?", "relative to the first algorithm, on equal trees" },
  { "ratio_error", "number?", "its standard error" },
  { "published", "number?", "the published figure" },
  { "published_trees", "integer?", "of how many trees it is the mean" },
  { "difference", "number?", "from the published figure: 0.02 is 2 % more" },
  { "sigmas", "number?", "this difference in standard errors" },
  { "missing", "integer?", "how many observations have no number" },
  { "entry", "any", "for internal use", internal = true },
  { "point", "any", "for internal use", internal = true },
  { "sample", "any", "for internal use", internal = true },
  { "several", "any", "for internal use", internal = true },
})

list("gts.Findings", "gts.Finding", "gts.check", "What `gts.check` returns: a list of findings.", {
  { "clean", "boolean", "no mistake was found: the list is empty" },
  { "suspicions", "gts.Finding[]", "what looks like a mistake, and is a guess; `clean` does not depend on it" },
  { "unseen", "gts.Finding[]", "what was not seen, and in `hint` what would see more" },
  { "notes", "gts.Finding[]", "findings that need not be mistakes" },
  { "game", "string", "the name of the game" },
  { "seed", "integer", "the seed of the random games" },
  { "seconds", "number", "how long it took" },
  { "positions", "integer", "how many positions were seen" },
  { "depth", "integer", "how far from the start, in plies" },
  { "whole", "boolean", "these are all positions of the game" },
  { "branching", "number", "successors of a position, on average" },
  { "most", "integer", "the most successors of a position" },
  { "games", "integer", "games played at random" },
  { "ended", "integer", "how many of these came to an end" },
  { "length", "number?", "their length in moves, on average" },
  { "last_wins", "number?", "the fraction of decided games that the last move won" },
  { "merged", "number?", "the fraction of positions whose key was known already" },
  { "bounds", "table?", "of rules with bounds: fractions of positions where they are equal (`met`) or trivial (`open`), and "
      .. "their mean `width` relative to the range" },
  { "parity", "table?", "the [parity effect](../howto/check.md): `tempo`, `error` (95 %); `one`, `two`: change of values by "
      .. "one ply and by two (root mean square); `held`, `held_error`: along principal variations; `positions` measured" },
  { "speed", "gts.Speed?", "what makes the rules slow; nil after a mistake, and with the option `positions`" },
  { "compiled", "boolean?", "[all rules compile](../reference/compiler.md)" },
  { "stopped", "string?", "`\"progress\"`: a function `progress` has ended it" },
})

class("gts.Speed", "The speed of rules",
  "What the [section speed](../howto/check.md) of gts.check has measured; what could not be measured is nil.", {
  { "positions", "string", "what they are: tables, strings, one board, integers" },
  { "lua", "number?", "visits a second of minimax with the rules in Lua" },
  { "compiled", "number?", "visits a second with compiled rules" },
  { "reason", "string?", "which function is not compiled, and why" },
  { "share", "number?", "the part of the time that rules take; the engine takes the rest" },
  { "keyless", "string?", "why positions have no keys" },
  { "table", "number?", "the part of the visits that a table leaves, where there are no keys with one of all fields" },
  { "table_depth", "integer?", "the depth of these searches" },
  { "rank", "number?", "the part of the visits that the best move first leaves, of rules without `rank`" },
  { "bounds", "number?", "the part of the visits that wins by the next move leave, of rules without `bounds`" },
  { "order_depth", "integer?", "the depth of these searches" },
  { "fields", "table[]?", "fields of positions that no rule reads: `name`; `with` and `without` them, the number of positions "
    .. "within `depth` plies" },
  { "seconds", "number", "how long it took" },
})

class("gts.Finding", "A finding of gts.check", "A mistake in rules.", {
  { "kind", "string", "[which kind of mistake](../howto/check.md)" },
  { "message", "string", "what is wrong" },
  { "hint", "string?", "what may help" },
  { "moves", "string[]?", "the names of the moves that lead there" },
  { "position", "gts.Position?", "the position" },
  { "shown", "string?", "its text" },
  { "cycle", "string[]?", "of games that go round in circles: the moves of the shortest circle" },
})

list("gts.Match", "gts.MatchGame", "gts.match", "What `gts.match` returns: a list of games.", {
  { "game", "string", "what was played" },
  { "a", "string", "the player A" },
  { "b", "string", "the player B" },
  { "plies", "integer", "the length of the openings" },
  { "seed", "integer", "the seed of the openings" },
  { "clock", "string?", "with the option `clock`: seconds and increment of each player, as in `\"60+1\"`" },
  { "games", "integer", "how many games were played" },
  { "won", "integer", "won by A" },
  { "drawn", "integer", "drawn" },
  { "lost", "integer", "lost by A" },
  { "score", "number", "the points of A, as a fraction of all" },
  { "pairs", "integer[]", "how many pairs of games brought A 0, 1/2, 1, 3/2, 2 points" },
  { "elo", "number", "the difference in Elo, A over B" },
  { "low", "number?", "its lower limit at 95 %" },
  { "high", "number?", "its upper limit at 95 %" },
  { "error", "number?", "half the distance of these limits" },
  { "superiority", "number?", "likelihood of superiority (LOS): the probability that A is stronger" },
  { "elo0", "number?", "of the sequential test (SPRT): the difference of H0" },
  { "elo1", "number?", "of the sequential test: the difference of H1" },
  { "alpha", "number?", "of the sequential test: the probability of accepting H1 where H0 holds" },
  { "beta", "number?", "of the sequential test: the probability of accepting H0 where H1 holds" },
  { "llr", "number?", "of the sequential test: the log-likelihood ratio" },
  { "llr_lower", "number?", "where the test accepts H0" },
  { "llr_upper", "number?", "where the test accepts H1" },
  { "accepted", "\"H0\"|\"H1\"|nil", "what the test has accepted; nil: nothing yet" },
  { "moves", "integer", "how many moves were played" },
  { "stopped", "string", "`\"games\"`: all are played; `\"sprt\"`: the test has ended it; `\"interrupted\"`, `\"progress\"`" },
  { "seconds", "number", "how long it took" },
})

class("gts.MatchGame", "A game of gts.match", "One game of a match.", {
  { "pair", "integer", "the pair it belongs to" },
  { "side", "any", "the side that A had" },
  { "points", "number", "of A: 1, 0.5 or 0" },
  { "value", "number?", "how it ended, from MAX's side; nil on time" },
  { "how", "string", "why it ended: `\"rules\"`, `\"cycle\"` (a repeated position), `\"time\"` (a player's time was over), "
    .. "`\"longest\"`; of [engines of others](../../engines/manual/engines.md) also `\"ended\"`, `\"silent\"`, `\"illegal\"`, "
    .. "`\"refused\"`, `\"resigned\"`" },
  { "why", "string?", "what an engine that has lost so did, in words" },
  { "moves", "string[]", "the names of the moves" },
})

list("gts.Levels", "gts.LevelMatch", "gts.levels", "What `gts.levels` returns: a list of matches.", {
  { "game", "string", "what was played" },
  { "games", "integer", "games of each match" },
  { "plies", "integer", "the length of the openings" },
  { "seed", "integer", "the seed of the openings, and of slips" },
  { "clean", "boolean", "no level is too weak or too strong" },
  { "solved", "boolean", "the start of the game is solved in 500,000 nodes: levels may be equal" },
  { "stopped", "string?", "`\"progress\"`: a function `progress` has ended it; `\"interrupted\"`" },
  { "seconds", "number", "how long it took" },
})

class("gts.LevelMatch", "A match of gts.levels", "A level against the one below.", {
  { "a", "string", "the level, as in `\"level:2\"`" },
  { "b", "string", "the level below, or `\"random\"`" },
  { "games", "integer", "how many games were played" },
  { "score", "number", "the points of `a`, as a fraction of all" },
  { "error", "number", "half of its 95 % interval" },
  { "verdict", "string", "`\"ok\"`: 0.6 to 0.8, against random moves at least 0.8; `\"too weak\"`, `\"too strong\"`: "
    .. "outside; `\"unclear\"`: partly outside; `\"equal\"`: too weak, but the game is solved or the side decides" },
})

-- Adds the rows of what a match of new against old says.
local function with_trial(what, rows)
  local more = {
    { "test_games", "integer?", "games of the test; nil: there was none" },
    { "elo", "number?", ("Elo difference between the new %s and the old"):format(what) },
    { "low", "number?", "lower limit of its 95 % interval" },
    { "high", "number?", "upper limit" },
    { "error", "number?", "half of the interval" },
    { "llr", "number?", "logarithm of the likelihood ratio of the test" },
    { "llr_lower", "number?", "at or below it what is new is rejected" },
    { "llr_upper", "number?", "at or above it what is new is accepted" },
    { "accepted", "string?", "`\"H1\"`: what is new is better; `\"H0\"`: it is not; nil: not decided" },
    { "gained", "boolean", ("the test has accepted the new %s"):format(what) },
    { "reason", "string?", "why nothing was gained" },
    { "stopped", "string?", "`\"time\"`, `\"interrupted\"` or `\"progress\"`: why it ended early" },
    { "file", "string?", "the file that was written" },
    { "seconds", "number", "how long it took" },
  }
  return table.move(more, 1, #more, #rows + 1, rows)
end

list("gts.Tuning", "gts.TunedWeight", "gts.tune", "What `gts.tune` returns: a list of weights.", with_trial("weights", {
  { "game", "string", "the name of the game" },
  { "options", "string?", "its options, if any were given" },
  { "method", "string", "`\"texel\"` or `\"spsa\"`" },
  { "players", "string", "the player of the games, as in `\"nodes:1000\"`" },
  { "games", "integer", "how many games the weights were found from" },
  { "seed", "integer", "the seed of all that is random" },
  { "positions", "integer?", "how many quiet positions; nil: none were taken" },
  { "linear", "boolean?", "the evaluation is linear in the weights, at all of them" },
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

list("gts.Learning", "gts.LearningRow", "gts.learn",
  "What `gts.learn` returns: a list of rows, each some games of self-play.", with_trial("evaluation", {
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

return reports
