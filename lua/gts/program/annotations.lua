--- What annotations for editors say that no check of values can: what functions are handed and return, and which fields results
-- have. See gts.program.types; spec/types_spec.lua holds it against what gts really gives.
-- @module gts.program.annotations

local annotations = {}

--- What is named: aliases.
annotations.aliases = {
  { "gts.Player", [["max"|"min"]] },
  { "gts.Source", "string|gts.Rules|gts.Game|fun(options: table): gts.Rules" },
  { "gts.Contender", "gts.ContenderOptions|fun(game: gts.Game, position: any): any" },
}

--- The rules' functions: types of fields. A field of the rules without one has the type of its kind. A position is one value, or
-- as many integers as `words` says: so most are `...`.
annotations.rules = {
  next = "fun(position: any, ...): ...", successors = "fun(position: any): any[]|function, ...",
  legal = "fun(position: any, ...): integer, ...", moves = "fun(board: any): any[]", play = "fun(position: any, ...): ...",
  undo = "fun(board: any, move: any, taken: any)", evaluate = "fun(position: any, ...): number",
  player = "fun(position: any, ...): gts.Player", terminal = "fun(position: any, ...): boolean",
  bounds = "fun(position: any, ...): number, number", range = "number[]", key = "fun(position: any, ...): integer|string",
  score = "fun(position: any, ...): integer", tier = "fun(position: any, ...): integer",
  rank = "fun(position: any, ...): integer", show = "fun(position: any, ...): string",
  board = "fun(position: any, ...): gts.Board", write = "fun(position: any, ...): string",
  read = "fun(text: string): any, ...", move_name = "fun(move: any): string",
}

--- The fields of a board, where they are functions.
annotations.board = { at = "fun(move: any): integer?, ..." }

--- Options of a search that are functions, and those that are things of gts: name -> type.
annotations.options = {
  algorithm = "gts.Algorithm", database = "gts.Database", table = "gts.Table|number", trace = "fun(event: gts.Event): boolean?",
  progress = "fun(report: gts.Report): boolean?", window = "number[]",
  order = "gts.Order|gts.Order[]|fun(position: any, move: any, next: any): number",
  select = [["leftmost"|"max"|"min"|"hstar"|"random"|fun(node: table): any]],
  pseudo = "number|fun(position: any, ply: integer): boolean",
  rollout = [[number|"random"|fun(position: any, player: gts.Player, ply: integer, random: integer): number]],
}

--- The same of other functions: class -> name -> type.
annotations.others = {
  ["gts.AnalyzeOptions"] = { progress = "fun(list: gts.Analysis): boolean?" },
  ["gts.SolveOptions"] = { progress = "fun(report: table): boolean?", mpi = "table" },
  ["gts.TableOptions"] = { game = "gts.Source" },
  ["gts.MatchOptions"] = { progress = "fun(match: gts.Match): boolean?" },
  ["gts.ExperimentOptions"] = { progress = "fun(so_far: table): boolean?" },
  ["gts.MapOptions"] = { progress = "fun(done: integer, jobs: integer, left: number): boolean?" },
  ["gts.TreeSpec"] = {
    branching = "integer|integer[]", depth = "integer|integer[]", spread = "number|number[]", range = "number[]",
  },
}

--- What the module has that is no function; other values of it are tables.
annotations.module = { version = "string", algorithms = "gts.AlgorithmRow[]" }

--- What functions take, where the comment says only table or less: function -> parameter -> type.
annotations.parameters = {
  game = { what = "gts.Source" }, tree = { spec = "gts.TreeSpec|any[]" }, search = { given = "gts.SearchOptions" },
  record = { given = "gts.RecordOptions" },
  draw = { what = "any", format = [["text"|"svg"|"dot"|"html"]], given = "gts.DrawOptions" },
  best = { given = "gts.SearchOptions" }, analyze = { given = "gts.AnalyzeOptions" }, perft = { given = "gts.PerftOptions" },
  equivalent = { a = "gts.Source", b = "gts.Source", given = "gts.EquivalentOptions" }, solve = { given = "gts.SolveOptions" },
  check = { given = "gts.CheckOptions" }, play = { given = "gts.PlayOptions" },
  match = { a = [[gts.Contender|"random"]], b = [[gts.Contender|"random"]], given = "gts.MatchOptions" },
  compare = { given = "gts.CompareOptions" }, experiment = { given = "gts.ExperimentOptions" },
  course = { lesson = "integer|string", given = "gts.CourseOptions" },
  map = { jobs = "any[]", f = "fun(job: any, number: integer): any", given = "gts.MapOptions" },
  table = { given = "gts.TableOptions" },
  verify = { proof = "gts.Proof|string" }, confine = { what = "string|gts.ConfinedRules", limits = "gts.Limits" },
  with_options = { make = "fun(options: table): gts.Rules?, string?" },
}

--- What functions return: lists of types; a function that is not here returns nothing.
annotations.returns = {
  game = { "gts.Game" }, with_options = { "fun(options: table): gts.Rules" }, games = { "gts.Shipped[]" }, tree = { "gts.Game" },
  search = { "gts.Result" }, record = { "gts.Recording" }, draw = { "string" }, best = { "gts.Result" },
  analyze = { "gts.Analysis" }, moves = { "gts.Moves" }, apply = { "any" }, write = { "string" }, read = { "any" },
  show = { "string" }, perft = { "gts.Counts" }, equivalent = { "boolean", "table" }, solve = { "gts.Solved" },
  database = { "gts.Database" }, check = { "gts.Findings" }, play = { "table" }, match = { "gts.Match" },
  compare = { "gts.Comparison" }, experiment = { "gts.List" }, course = { "table|string" },
  map = { "any[]" }, table = { "gts.Table" },
  verify = { "gts.Verified?", "string?" }, load_proof = { "gts.Proof?", "string?" }, confine = { "gts.Confined" },
  native = { "gts.NativeReport" }, traceback = { "string?", "any" },
}

-- What lists have beside their elements.
local LIST = {
  { "csv", "fun(self: gts.List): string", "the list as CSV" }, { "json", "fun(self: gts.List): string", "the list as JSON" },
  { "text", "fun(self: gts.List, width?: integer): string", "the list as a table" },
}

--- The classes of what gts gives: name, what it is (also: of what it is a list, and on what it builds), fields. A field: name,
-- type (with a ? where it may be nil), and what it is, where the manual's page on results does not
-- say so below the heading `section`.
annotations.classes = {
  { name = "gts.Game", about = "A checked game, of gts.game or gts.tree. Its fields are those of its rules.",
    extends = "gts.Rules", fields = {} },
  { name = "gts.ContenderOptions", about = "A player of gts.match.", extends = "gts.SearchOptions", fields = {
    { "level", "integer?", "how well it plays, 1 to 10" }, { "game", "gts.Source?", "rules to search by instead" },
  } },
  { name = "gts.List", about = "A list that prints as a table.", fields = LIST },
  { name = "gts.Stats", about = "What a search has counted: gts help counts.", fields = {
    { "visits", "integer", "nodes entered" }, { "leaves", "integer", "leaf evaluations made" },
    { "developed", "integer", "nodes developed" }, { "peak", "integer", "most entries held at once" },
    { "bytes", "integer", "most memory held" }, { "replayed", "integer?", "moves played again, of rules with one board" },
    { "table", "table?", "probes, hits, cutoffs, stores, replaced" },
  } },
  { name = "gts.Result", about = "What a search has found: gts help results.", section = "A search", fields = {
    { "value", "number?" }, { "estimate", "number?" }, { "moves", "table[]?" }, { "lower", "number" }, { "upper", "number" },
    { "exact", "boolean" }, { "solved", "boolean" },
    { "stopped", [["time"|"nodes"|"memory"|"interrupted"|"progress"|"iterations"|nil]] }, { "move", "any" },
    { "position", "any" },
    { "distance", "integer?" }, { "pv", "any[]" }, { "line", "any[]" }, { "depth", "integer" }, { "stats", "gts.Stats" },
    { "proof", "gts.Proof?" }, { "native", "boolean" }, { "untold", "integer?" }, { "seconds", "number" },
    { "algorithm", "gts.Algorithm" }, { "options", "gts.SearchOptions" }, { "seconds_before", "number?" },
    { "picked", "gts.SearchOptions?", "of gts.best: the options that were chosen" },
    { "threads", "integer?", "how many searched" }, { "helped_by", "string?", "what the threads were: threads, or processes" },
    { "shown", "string?", "of a confined search: the position as text" },
    { "printed", "string?", "of a confined search: what the rules have printed" },
    { "confined", "table?", "of a confined search: lacks, what could not be had" },
  } },
  { name = "gts.Report", about = "What the option progress is told.", fields = {
    { "value", "number?", "the value, if something is known" }, { "estimate", "number?", "what the value may be" },
    { "lower", "number", "what is proved" }, { "upper", "number", "what is proved" }, { "move", "any", "the best move so far" },
    { "pv", "any[]", "the line of play" }, { "line", "any[]", "its positions" },
    { "depth", "integer", "the depth that is completed" },
    { "visits", "integer", "nodes entered" }, { "nodes", "integer", "the same" },
    { "leaves", "integer", "leaf evaluations made" },
    { "seconds", "number", "since the search began" },
  } },
  { name = "gts.Event", about = "What the option trace is told: gts help trace.", fields = {
    { "kind", [["develop"|"leaf"|"bound"|"table"|"cutoff"|"pass"|"update"|"solved"|"deactivate"|"activate"]], "what happened" },
    { "path", "string", "of the node: numbers of successors, joined by dots; \"\" is the root" },
    { "ply", "integer", "its depth" },
    { "position", "any", "where it is known" }, { "player", "gts.Player?", "who moves there" },
    { "value", "number?", "of a leaf, a bound, what cuts" }, { "alpha", "number?", "of the window" },
    { "beta", "number?", "of the window" },
    { "lower", "number?", "what is known of the node" }, { "upper", "number?", "what is known of the node" },
    { "merit", "number?", "of a state of SSS* and its kin" }, { "case", "integer?", "of the table of SSS*, 1 to 6" },
    { "left", "boolean?", "of a cutoff: something is left out" }, { "live", "boolean?", "false: it is not live any more" },
    { "number", "integer?", "of a pass" }, { "depth", "integer?", "of a pass" },
    { "test", "number?", "of a null window: the question" },
    { "relation", [[">="|">"|nil]], "of a null window: how the question is meant" },
    { "open", "fun(self: gts.Event): table[]?", "what the search has open at this moment" },
  } },
  { name = "gts.Recording", about = "A search with all its events, of gts.record.", fields = {
    { "result", "gts.Result", "what was found" }, { "events", "gts.Event[]", "what happened" },
    { "lost", "integer", "events that were not kept" },
    { "game", "gts.Game", "what was searched" }, { "options", "gts.SearchOptions", "how it was searched" },
    { "nodes", "table<string, table>", "by path" },
    { "successors", "fun(self: gts.Recording, path: string): table[]", "of a node" },
    { "line", "fun(self: gts.Recording): string[]", "the paths of the principal variation" },
    { "jsonl", "fun(self: gts.Recording): string", "the whole as JSON lines" },
    { "lines", "fun(self: gts.Recording): function", "the same, line by line" },
  } },
  { name = "gts.Entry", about = "A move, as gts.moves and gts.analyze list it.", fields = {
    { "move", "any", "the move" }, { "name", "string", "the move as text" }, { "position", "any", "where it leads" },
    { "value", "number?", "what it is worth" }, { "lower", "number?", "what is proved" },
    { "upper", "number?", "what is proved" },
    { "exact", "boolean?", "they meet" }, { "solved", "boolean?", "no leaf was at the horizon" },
    { "distance", "integer?", "plies to a win or loss, this move included" },
    { "estimate", "number?", "what the value may be" },
    { "visits", "integer?", "how often it was looked at" },
  } },
  { name = "gts.Moves", about = "The moves of a position.", extends = "gts.List", element = "gts.Entry", fields = {
    { "player", "gts.Player", "who moves" },
  } },
  { name = "gts.Analysis", about = "All moves with their values, the best first.", extends = "gts.List",
    element = "gts.Entry", fields = {
    { "player", "gts.Player", "who moves" }, { "depth", "integer?", "the depth that was completed" },
    { "stopped", "string?", "why it ended early" }, { "seconds", "number", "how long it took" },
    { "algorithm", "gts.Algorithm", "what searched" }, { "visits", "integer?", "nodes entered, by a search that estimates" },
  } },
  { name = "gts.Counts", about = "At index k the number of paths of k moves.", extends = "gts.List", element = "integer",
    fields = {
    { "seconds", "number", "how long it took" },
  } },
  { name = "gts.Solved", about = "The truth about a position, of gts.solve.", fields = {
    { "value", "number?", "if it is known" }, { "lower", "number", "what is proved" }, { "upper", "number", "what is proved" },
    { "exact", "boolean", "they meet" }, { "distance", "integer?", "plies to the end" }, { "move", "any", "the best move" },
    { "position", "any", "where it leads" }, { "pv", "any[]", "the line of best play" }, { "line", "any[]", "its positions" },
    { "by", [["search"|"dfpn"|"retrograde"]], "how it was found" }, { "why", "string", "why so" },
    { "positions", "integer", "those found, or nodes visited" }, { "seconds", "number", "how long it took" },
    { "stopped", "string?", "why it ended early" }, { "native", "boolean", "compiled rules were used" },
    { "game", "gts.Game", "what was solved" },
    { "database", "gts.Database?", "of retrograde analysis" }, { "shared", "table?", "of several processes" },
    { "proof", "gts.Proof?", "with solution" }, { "folder", "string?", "where the database is" },
  } },
  { name = "gts.Database", about = "Solved positions.", fields = {
    { "value", "fun(self: gts.Database, position: any, player?: gts.Player): number?", "of a position" },
    { "distance", "fun(self: gts.Database, position: any, player?: gts.Player): integer?", "plies to the end" },
    { "best", "fun(self: gts.Database, position: any, player?: gts.Player): any, any, number?, integer?",
      "move, position, value, distance" },
    { "stats", "fun(self: gts.Database): table", "positions, bytes, tiers, values, parts" },
    { "counts", "fun(self: gts.Database): table<number, integer>", "value -> positions" },
    { "check", "fun(self: gts.Database): boolean?, string?", "true, or nil and which file is damaged" },
    { "close", "fun(self: gts.Database)", "ends it" },
  } },
  { name = "gts.Finding", about = "A mistake in rules.", fields = {
    { "kind", "string", "see gts help check" }, { "message", "string", "what is wrong" },
    { "hint", "string?", "what may be the cause" },
    { "moves", "string[]?", "the moves that lead there" }, { "position", "any", "where" },
    { "shown", "string?", "the position as text" },
    { "cycle", "string[]?", "the shortest way round" },
  } },
  { name = "gts.Findings", about = "What gts.check has found.", extends = "gts.List", element = "gts.Finding", fields = {
    { "clean", "boolean", "nothing was found" }, { "notes", "gts.Finding[]", "no mistakes, or they need not be" },
    { "game", "string", "its name" }, { "positions", "integer", "how many were looked at" },
    { "depth", "integer", "how far from the start" },
    { "whole", "boolean", "all positions were seen" }, { "branching", "number", "moves of a position, on average" },
    { "most", "integer", "the most moves of a position" }, { "games", "integer", "played at random" },
    { "ended", "integer", "of these, came to an end" }, { "length", "number?", "of a game, on average" },
    { "last_wins", "number?", "in which part of those won the last move won" },
    { "merged", "number?", "the part of positions whose key was known" },
    { "bounds", "table?", "how tight they are" },
    { "compiled", "boolean?", "the rules can be compiled" }, { "seconds", "number", "how long it took" },
    { "seed", "integer", "of the walks" },
  } },
  { name = "gts.Match", about = "The games of two players, and who is the stronger.", extends = "gts.List", element = "table",
    fields = {
    { "games", "integer", "how many" }, { "won", "integer", "by A" }, { "drawn", "integer", "by both" },
    { "lost", "integer", "by A" },
    { "score", "number", "of A, from 0 to 1" }, { "pairs", "integer[]", "how many pairs brought 0, 1/2, 1, 3/2, 2 points" },
    { "elo", "number", "of A over B" }, { "low", "number?", "of 95 %" }, { "high", "number?", "of 95 %" },
    { "error", "number?", "of 95 %" },
    { "superiority", "number?", "how likely A is the stronger" }, { "llr", "number?", "of the sequential test" },
    { "accepted", [["H0"|"H1"|nil]], "by the sequential test" }, { "stopped", "string", "why it ended" },
    { "seconds", "number", "how long it took" }, { "a", "string", "who A is" }, { "b", "string", "who B is" },
    { "game", "string", "what was played" }, { "moves", "integer", "in all games" }, { "plies", "integer", "of the openings" },
    { "seed", "integer", "of the openings" },
    { "elo0", "number?", "of the sequential test" }, { "elo1", "number?", "of the sequential test" },
    { "alpha", "number?", "of the sequential test" }, { "beta", "number?", "of the sequential test" },
    { "llr_lower", "number?", "where the sequential test accepts H0" }, { "llr_upper", "number?", "where it accepts H1" },
  } },
  { name = "gts.Comparison", about = "Algorithms side by side.", extends = "gts.List", element = "table", fields = {
    { "game", "string", "what was searched" }, { "disagree", "boolean", "values contradict each other" },
    { "disagreement", "string?", "which" }, { "skipped", "string?", "algorithms that cannot search it so" },
    { "version", "string", "of gts" }, { "compiler", "string", "of gts" }, { "machine", "string", "where it ran" },
    { "lua", "string", "its version" },
    { "jsonl", "fun(self: gts.Comparison): string", "as JSON lines" },
  } },
  { name = "gts.Proof", about = "Solution trees that prove a result.", fields = {
    { "game", "string", "its name" }, { "lower", "number", "what is proved" }, { "upper", "number", "what is proved" },
    { "max", "string?", "the max solution tree" }, { "min", "string?", "the min solution tree" },
    { "depth", "integer?", "the horizon" },
    { "save", "fun(self: gts.Proof, file: string)", "writes it" },
    { "text", "fun(self: gts.Proof): string", "the proof as text" },
  } },
  { name = "gts.Verified", about = "What a proof proves.", fields = {
    { "lower", "number", "of the value" }, { "upper", "number", "of the value" }, { "exact", "boolean", "they meet" },
    { "leaves", "integer", "how many were looked at" },
  } },
  { name = "gts.Table", about = "A transposition table that is kept.", fields = {
    { "save", "fun(self: gts.Table, file: string)", "writes it" }, { "stats", "fun(self: gts.Table): table", "how full it is" },
    { "clear", "fun(self: gts.Table)", "empties it" },
  } },
  { name = "gts.Confined", about = "A game whose rules need not be trusted.", fields = {
    { "search", "fun(self: gts.Confined, options?: gts.SearchOptions): gts.Result", "as gts.search" },
    { "best", "fun(self: gts.Confined, position?: any, options?: gts.SearchOptions): gts.Result", "as gts.best" },
    { "analyze", "fun(self: gts.Confined, options?: gts.AnalyzeOptions): gts.Analysis", "as gts.analyze" },
  } },
  { name = "gts.NativeReport", about = "Which rules can be machine code.", fields = {
    { "compiled", "boolean", "all of it" }, { "functions", "table<string, table>", "name -> compiled, where, reason" },
  } },
  { name = "gts.Shipped", about = "A game that comes with gts.", fields = {
    { "name", "string", "of the game" }, { "title", "string", "of the game" }, { "summary", "string", "what it is" },
    { "options", "table[]", "rows with name, default, expected, help" },
  } },
  { name = "gts.AlgorithmRow", about = "What is known of an algorithm.", fields = {
    { "id", "gts.Algorithm", "its name" }, { "title", "string", "that of the literature" }, { "family", "string", "its kin" },
    { "source", "string", "where it is from" }, { "needs", "string[]", "fields of the rules" },
    { "options", "string[]", "of its own" },
    { "informed", "boolean", "uses the bounds of rules" }, { "alternative", "boolean", "its value is not the minimax value" },
    { "leftmost", "boolean", "of equal moves it names the leftmost" }, { "lines", "boolean", "knows the line of play" },
    { "path", "boolean", "knows the path to a position" }, { "anytime", "boolean", "needs no deepening" },
    { "rows", "table[]", "its options, as rows" }, { "file", "string?", "of its source" },
  } },
}

return annotations
