--- The lab: recordings of searches, drawings of them, and comparisons of algorithms.

return {
  interface = 1,
  commands = {
    { name = "draw", module = "gts.lab.command.draw", after = "demo" },
    { name = "record", module = "gts.lab.command.record", after = "draw" },
    { name = "compare", module = "gts.lab.command.compare", after = "record" },
  },
  pages = { { name = "visualize", kind = "howto", after = "play", renamed = { "draw", "drawings" } } },
  synonyms = { { "visualize", "svg", "graphviz", "dot", "diagram", "visualization", "picture" } },
  tabs = {
    { name = "steps", module = "gts.lab.stepping", after = "search", commands = { "draw" } },
    { name = "compare", module = "gts.lab.comparing", after = "steps", commands = { "compare" } },
  },
  facts = { { name = "lab", module = "gts.lab.facts" } },
  functions = {
    --- Searches a game, and records the events: for drawings, and to step through them.
    -- @function record
    -- @tparam table|string game a game, a rules table, or what gts.game makes a game of
    -- @tparam[opt] table given the options of gts.search; `most`, the greatest number of events that are recorded (100000; the
    -- others are counted in `lost`); `open`: true keeps after each event what has changed in OPEN, where the algorithm has one
    -- (event.opened)
    -- @treturn table the recording: result, events (a list; see `gts help trace`), lost, game, options, and nodes: by its path
    -- ("2.1"), the outcome of each node: developed (how often), leaf (its value), evaluated (a list of its numbers among the
    -- leaves), alpha and beta, cut, lower and upper (proved bounds) and more; the methods successors(path), line() (the paths of
    -- the principal variation), jsonl() (the whole as JSON lines) and lines() (jsonl line by line)
    -- @raise what is wrong with the game or an option, by name; and errors of the rules: see `gts help search`
    { name = "record", module = "gts.lab.record", options = "gts.RecordOptions", extends = "gts.SearchOptions",
      returns = { "gts.Recording" } },
    --- Draws a recorded search, or a tree: see `gts help visualize`.
    -- @function draw
    -- @tparam table what a recording; a list of two, for a page with both; a game of gts.tree; a proof; what else can draw itself
    -- @tparam string format "text", "svg", "dot" (for Graphviz) or "html" (a page to step through the search)
    -- @tparam[opt] table given file (writes it there); root (the path of the node on top); trees ("max", "min", "critical": marks
    -- solution trees); symmetric (of successors that are images of one another only one is drawn); show (positions in the nodes);
    -- width (pixels of SVG, 1200), lines (of text, or nodes of DOT, 150), breadth (children shown one by one, 12): what does not
    -- fit is folded, and said to be
    -- @treturn string the drawing
    -- @raise what is wrong with an option, or that this cannot be drawn
    { name = "draw", module = "gts.lab.draw", options = "gts.DrawOptions",
      parameters = { what = "any", format = [["text"|"svg"|"dot"|"html"]] }, returns = { "string" } },
    --- Searches a game by several algorithms, and puts what they find and what it takes side by side.
    -- @function compare
    -- @tparam table|string game
    -- @tparam[opt] table given algorithms: a list of ids or tables of options (with a `label`, if you want another name in the
    -- table); "all" (default) are those that can search the game so; workers (1: processes); and options of gts.search, each for
    -- those that take it
    -- @treturn {table,...} a list of tables with algorithm, label, value, lower, upper, move, depth, leaves, ratio (of leaves, to
    -- the first), developed, visits, peak, bytes, seconds, stopped; with the fields game, disagree (true: values contradict each
    -- other), disagreement (which), skipped, version, compiler, machine; tostring makes a table of it; csv(), json() and jsonl()
    -- are methods
    -- @raise what is wrong with the game or an option, by name; and errors of the rules: see `gts help search`
    { name = "compare", module = "gts.lab.compare", options = "gts.CompareOptions", extends = "gts.SearchOptions",
      returns = { "gts.Comparison" } },
  },
}
