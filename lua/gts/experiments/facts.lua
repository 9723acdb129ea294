--- The fields of experiments, and their files: see gts.facts.class and gts.facts.files.

local classes, class, list = require "gts.facts.class"()

list("gts.Experiment", "table", "gts.experiment", "What `gts.experiment` returns: a list.", {
  { "name", "string", "its name" },
  { "title", "string", "its title" },
  { "source", "string", "the paper and the table that it repeats" },
  { "about", "string", "what it measures" },
  { "findings", "string[]", "what came out" },
  { "seed", "integer", "the first seed" },
  { "seeds", "integer", "how many were to be run" },
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

return { classes = classes, files = {
  {
    kind = "study", title = "definitions of experiments", by = "their author", form = "Lua", most = 16 << 20, runs = true,
    from = "the user, by name", checked = "text, not a binary chunk; fields and their types", damaged = "refused, with the line",
  },
  {
    kind = "experiment", title = "an experiment", section = "Experiments", by = "`gts.experiment` with a `file`", form =
      "JSON lines", ends = "none: it grows", format = 1, most = 128 << 20, from = "anyone", checked =
      "the definition and version that it belongs to; every line", damaged = "refused, with the line",
  },
} }
