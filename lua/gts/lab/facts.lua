--- The fields of recordings and comparisons, and the file of a recording: see gts.facts.class and gts.facts.files.

local classes, class, list = require "gts.facts.class"()

list("gts.Comparison", "gts.ComparisonRow", "gts.compare", "What `gts.compare` returns: a list.", {
  { "game", "string", "the name of the game" },
  { "disagree", "boolean", "the bounds that two algorithms have proved exclude each other" },
  { "disagreement", "string?", "which two, and what they say" },
  { "skipped", "string?", "which algorithms were left out, and why" },
  { "version", "string", "the version of gts" },
  { "compiler", "string", "the compiler it was built with" },
  { "machine", "string", "the machine it ran on" },
  { "lua", "string", "the version of Lua" },
  { "jsonl", "fun(self: gts.Comparison): string", "the comparison as JSON, a line for each row" },
})

class("gts.ComparisonRow", "A row of gts.compare", "One algorithm of gts.compare.", {
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
  { "uses", "string", "what it had beside the rules: a table, their bounds, an order of successors" },
  { "alternative", "boolean?", "true: its value is not the minimax value, by its definition" },
  { "disagrees", "boolean?", "true: it is one of those that disagree" },
})

class("gts.Recording", "gts.record", "What `gts.record` returns.", {
  { "result", "gts.Result", "the result of the search" },
  { "events", "gts.Event[]", "a list of [events](../reference/trace.md); with the option `open` each has "
    .. "`opened`, what has changed in OPEN" },
  { "lost", "integer", "number of events that were not recorded" },
  { "nodes", "table<string, table>", "by its path the outcome of each node: see [Recordings](../../lab/manual/visualize.md)" },
  { "game", "gts.Game", "what was searched" },
  { "options", "gts.SearchOptions", "with which options" },
  { "successors", "fun(self: gts.Recording, path: string): table[]", "all successors of a node, seen or not" },
  { "line", "fun(self: gts.Recording): string[]", "the paths of the principal variation" },
  { "jsonl", "fun(self: gts.Recording): string", "the recording as JSON lines" },
  { "lines", "fun(self: gts.Recording): function", "an iterator over these lines" },
  { "asked", "any", "for internal use", internal = true },
  { "listed", "any", "for internal use", internal = true },
})

local files = {
  {
    kind = "recording", title = "a recording", section = "Recordings", by = "`gts record`, `recording:jsonl()`", form =
      "JSON lines", ends = "the line with `\"kind\":\"result\"`", format = 1,
  },
}

return { classes = classes, files = files }
