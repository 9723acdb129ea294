--- The fields of what gts returns about rules and searches: comparisons, experiments, checks, recordings. Those on games that
-- are played stand in gts.facts.play. The form of the rows is described in gts.facts.results.
-- @module gts.facts.reports

local reports = {}

local function class(of) reports[#reports + 1] = of end

class {
  name = "gts.Comparison", title = "gts.compare", extends = "gts.List", element = "gts.ComparisonRow",
  about = "What `gts.compare` returns: a list.", rows = {
    { "game", "string", "the name of the game" },
    { "disagree", "boolean", "the bounds that two algorithms have proved exclude each other" },
    { "disagreement", "string?", "which two, and what they say" },
    { "skipped", "string?", "which algorithms were left out, and why" },
    { "version", "string", "the version of gts" },
    { "compiler", "string", "the compiler it was built with" },
    { "machine", "string", "the machine it ran on" },
    { "lua", "string", "the version of Lua" },
    { "jsonl", "fun(self: gts.Comparison): string", "the comparison as JSON, a line for each row" },
  },
}

class {
  name = "gts.ComparisonRow", title = "A row of gts.compare", about = "One algorithm of gts.compare.", rows = {
    { "algorithm", "gts.Algorithm", "the id" },
    { "label", "string", "the id with its options, or the label that you have given" },
    { "value", "number?", "as in a search" },
    { "estimate", "number?", "as in a search" },
    { "lower", "number", "as in a search" },
    { "upper", "number", "as in a search" },
    { "exact", "boolean", "as in a search" },
    { "move", "string?", "the name of the move" },
    { "depth", "integer?", "as in a search" },
    { "stopped", "string?", "as in a search" },
    { "seconds", "number", "as in a search" },
    { "leaves", "integer", "as in [its counts](#counts)" },
    { "developed", "integer", "as in its counts" },
    { "visits", "integer", "as in its counts" },
    { "peak", "integer", "as in its counts" },
    { "bytes", "integer", "as in its counts" },
    { "ratio", "number?", "leaves, relative to the first row" },
    { "alternative", "boolean?", "true: its value is not the minimax value, by its definition" },
    { "disagrees", "boolean?", "true: it is one of those that disagree" },
  },
}

class {
  name = "gts.Experiment", title = "gts.experiment", extends = "gts.List", element = "table",
  about = "What `gts.experiment` returns: a list.", rows = {
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
  },
}

class {
  name = "gts.ExperimentRow", title = "A row of gts.experiment", about = "Its parameters and columns "
    .. "have their own names.", rows = {
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
  },
}

class {
  name = "gts.Findings", title = "gts.check", extends = "gts.List", element = "gts.Finding",
  about = "What `gts.check` returns: a list of findings.", rows = {
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
    { "bounds", "table?", "of rules with bounds: `met`, the fraction of positions where they meet; "
      .. "`open`, where they say nothing; "
      .. "and `width`, the fraction of the range between them, on average" },
    { "parity", "table?", "the [parity effect](../howto/check.md) of estimates: `tempo`, what `evaluate` lacks for the player to "
      .. "move, and its 95 % `error`; `one` and `two`, the change of values by one ply and by two (root mean square); `held` and "
      .. "`held_error`, the tempo along principal variations; `positions`, how many were measured" },
    { "compiled", "boolean?", "[all rules compile](../reference/compiler.md)" },
    { "stopped", "string?", "`\"progress\"`: a function `progress` has ended it" },
  },
}

class {
  name = "gts.Finding", title = "A finding of gts.check", about = "A mistake in rules.", rows = {
    { "kind", "string", "[which kind of mistake](../howto/check.md)" },
    { "message", "string", "what is wrong" },
    { "hint", "string?", "what may help" },
    { "moves", "string[]?", "the names of the moves that lead there" },
    { "position", "gts.Position?", "the position" },
    { "shown", "string?", "its text" },
    { "cycle", "string[]?", "of games that go round in circles: the moves of the shortest circle" },
  },
}

class {
  name = "gts.Recording", title = "gts.record", about = "What `gts.record` returns.", rows = {
    { "result", "gts.Result", "the result of the search" },
    { "events", "gts.Event[]", "a list of [events](../reference/trace.md); with the option `open` each "
      .. "has `opened`, what has "
      .. "changed in OPEN" },
    { "lost", "integer", "number of events that were not recorded" },
    { "nodes", "table<string, table>", "by its path the outcome of each node: see "
      .. "[Recordings](../howto/visualize.md)" },
    { "game", "gts.Game", "what was searched" },
    { "options", "gts.SearchOptions", "with which options" },
    { "successors", "fun(self: gts.Recording, path: string): table[]", "all successors of a node, seen "
      .. "or not" },
    { "line", "fun(self: gts.Recording): string[]", "the paths of the principal variation" },
    { "jsonl", "fun(self: gts.Recording): string", "the recording as JSON lines" },
    { "lines", "fun(self: gts.Recording): function", "an iterator over these lines" },
    { "asked", "any", "for internal use", internal = true },
    { "listed", "any", "for internal use", internal = true },
  },
}

return reports
