--- The fields of what gts returns about rules, searches and played games. Rows: see gts.facts.class.

local reports, class, list = require "gts.facts.class"()

list("gts.Findings", "gts.Finding", "gts.check", "What `gts.check` returns: a list of findings.", {
  { "clean", "boolean", "no mistake was found: the list is empty" },
  { "suspicions", "gts.Finding[]", "findings that may be no mistakes; `clean` does not depend on it" },
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

return reports
