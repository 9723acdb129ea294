--- The lab: recordings of searches, drawings of them, and comparisons of algorithms.

return {
  interface = 1,
  commands = {
    { name = "draw", module = "gts.lab.command.draw", after = "demo" },
    { name = "record", module = "gts.lab.command.record", after = "draw" },
    { name = "compare", module = "gts.lab.command.compare", after = "record" },
  },
  pages = { { name = "visualize", kind = "howto", after = "play", renamed = { "draw" } } },
  synonyms = { { "visualize", "svg", "graphviz", "dot", "diagram", "visualization", "picture" } },
  tabs = {
    { name = "steps", module = "gts.lab.stepping", after = "search", commands = { "draw" } },
    { name = "compare", module = "gts.lab.comparing", after = "steps", commands = { "compare" } },
  },
  facts = { { name = "lab", module = "gts.lab.facts" } },
  functions = {
    --- Makes a search algorithm of a function in Lua: see `gts help custom-search`.
    -- @function algorithm
    -- @tparam table given id; run, a function of the root, the search and the options, which returns the value; title,
    -- options, needs, keeps, informed. It replaces an older one in Lua of that id
    -- @treturn string the id, for the option `algorithm`
    -- @raise what is wrong with a field, by name
    { name = "algorithm", module = "gts.lab.algorithm", parameters = { given = "table" }, returns = { "string" } },
    --- Searches a game, and records the events: for drawings, and to step through them.
    -- @function record
    -- @tparam table|string game a game, a rules table, or what gts.game makes a game of
    -- @tparam[opt] table given
    -- @treturn table the recording
    -- @raise what is wrong with the game or an option, by name; and errors of the rules: see `gts help search`
    { name = "record", module = "gts.lab.record", options = "gts.RecordOptions", extends = "gts.SearchOptions",
      returns = { "gts.Recording" } },
    --- Draws a recorded search, or a tree: see `gts help visualize`.
    -- @function draw
    -- @tparam table what a recording; a list of two, for a page with both; a game of gts.tree; a proof; what else can draw itself
    -- @tparam string format "text", "svg", "dot" (for Graphviz) or "html" (a page to step through the search)
    -- @tparam[opt] table given what does not fit is folded, and said to be
    -- @treturn string the drawing
    -- @raise what is wrong with an option, or that this cannot be drawn
    { name = "draw", module = "gts.lab.draw", options = "gts.DrawOptions",
      parameters = { what = "any", format = [["text"|"svg"|"dot"|"html"]] }, returns = { "string" } },
    --- Searches a game by several algorithms, and puts what they find and what it takes side by side.
    -- @function compare
    -- @tparam table|string game
    -- @tparam[opt] table given an algorithm is an id, or a table of options, with a `label` for another name in the table; other
    -- options are each for those that take it
    -- @treturn {table,...} a list; tostring makes a table of it
    -- @raise what is wrong with the game or an option, by name; and errors of the rules: see `gts help search`
    { name = "compare", module = "gts.lab.compare", options = "gts.CompareOptions", extends = "gts.SearchOptions",
      returns = { "gts.Comparison" } },
  },
}
