--- Problem sets: positions whose values or best moves are published, solved and compared.

return {
  interface = 1,
  commands = { { name = "problems", module = "gts.problems.command", after = "equivalent" } },
  pages = { { name = "problems", kind = "howto", after = "solving" } },
  synonyms = { { "problems", "problem sets", "test suites", "test positions", "epd", "published positions" } },
  facts = { { name = "problems", module = "gts.problems.facts" } },
  functions = {
    --- Solves the problems of a set, and compares what is proved with what the set says. See `gts help problems` for the format.
    -- @function problems
    -- @tparam[opt] string set the name of a set that comes with gts, or a file. Without one: the list of these sets
    -- @tparam[opt] table given
    -- @treturn {table,...} a list of rows, one for each problem; tostring makes a table of it
    -- @raise what is wrong with the file, by its line; a wrong option
    { name = "problems", module = "gts.problems.problems", options = "gts.ProblemsOptions", returns = { "gts.Problems" } },
  },
}
