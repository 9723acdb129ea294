--- Experiments: what many searches of many trees say, and those that papers published.

-- In the order in which they are listed.
local NAMES = [[
  memsss-table1 memsss-table2 trends-figure1 trends-practice framework-bounds althofer-pathology ordering equal-memory dominance
]]

local experiments = {}
for name in NAMES:gmatch "%S+" do
  experiments[#experiments + 1] = { name = name, module = "gts.experiments.published." .. name:gsub("%-", "_") }
end

return {
  interface = 1,
  commands = { { name = "experiment", module = "gts.experiments.command", after = "compare" } },
  facts = { { name = "experiments", module = "gts.experiments.facts" } },
  pages = { { name = "experiments", kind = "howto", after = "visualize" } },
  synonyms = { { "experiments", "benchmark", "compare algorithms" } },
  experiments = experiments,
  functions = {
    --- Repeats an experiment: many trees or games, several algorithms, means. See `gts help experiments` for those that come with
    -- gts, and for how to write one.
    -- @function experiment
    -- @tparam string|table what the name of one, a file that returns one, or a table
    -- @tparam[opt] table given progress is called with done, total, seconds and left
    -- @treturn {table,...} a list of rows with the parameters, and what was measured; tostring makes tables of it
    -- @raise what is wrong with the experiment or an option; errors of its functions, and of rules
    { name = "experiment", module = "gts.experiments.experiment", options = "gts.ExperimentOptions",
      returns = { "gts.Experiment" }, prefix = "gts.experiment: " },
  },
}
