--- What annotations for editors say that no check of values can: the types of options that are functions or things of gts. See
-- gts.program.types; spec/program/types_spec.lua holds it against what gts really gives.

local annotations = {}

--- What is named: aliases.
annotations.aliases = {
  { "gts.Player", [["max"|"min"]] }, { "gts.Move", "any" }, { "gts.Position", "any" },
  { "gts.Source", "string|gts.Rules|gts.Game|fun(options: table): gts.Rules" },
  { "gts.Clock", "string|number|gts.ClockTable" },
  { "gts.Contender", "gts.ContenderOptions|fun(game: gts.Game, position: any): any" },
}

--- The fields of a board, where they are functions.
annotations.board = { at = "fun(move: any): integer?, ..." }

--- The fields of symmetries, where they are functions.
annotations.symmetries = {
  bits = "fun(column: integer, row?: integer): integer, ...", reversed = "fun(position: any, ...): any, ...",
}

--- The fields of an index, where they are functions.
annotations.index = {
  size = "fun(tier: integer): integer?", at = "fun(tier: integer, index: integer): any, ...",
  of = "fun(position: any, ...): integer", before = "fun(position: any, ...): ...",
}

--- Options of a search that are functions, and those that are things of gts: name -> type.
annotations.options = {
  algorithm = "gts.Algorithm", database = "gts.Database", table = "gts.Table|number", trace = "fun(event: gts.Event): boolean?",
  progress = "fun(report: gts.Report): boolean?", window = "number[]",
  order = "gts.Order|gts.Order[]|fun(position: any, move: any, next: any): number",
  select = [["leftmost"|"max"|"min"|"hstar"|"random"|"uct"|"ucb1tuned"|"rave"|"grave"|"pn"|"gpn"|fun(node: table): any]],
  pseudo = "number|fun(position: any, ply: integer): boolean",
  rollout = [[number|"random"|fun(position: any, player: gts.Player, ply: integer, random: integer): number]],
}

--- Options of other functions that are functions or things of gts: class -> name -> type.
annotations.others = {
  ["gts.BestOptions"] = { clock = "gts.Clock" },
  ["gts.PlayOptions"] = { clock = "gts.Clock" },
  ["gts.AnalyzeOptions"] = { progress = "fun(list: gts.Analysis): boolean?" },
  ["gts.SolveOptions"] = { progress = "fun(report: table): boolean?" },
  ["gts.TableOptions"] = { game = "gts.Source" },
  ["gts.MatchOptions"] = { clock = "gts.Clock", progress = "fun(match: gts.Match): boolean?" },
  ["gts.LevelsOptions"] = { progress = "fun(list: gts.Levels): boolean?" },
  ["gts.MapOptions"] = { progress = "fun(done: integer, jobs: integer, left: number): boolean?" },
  ["gts.VariantOptions"] = {
    handicap = "integer|string", weights = "table<string, number>|string", evaluation = [["learnt"|string|function]],
  },
  ["gts.TreeSpec"] = {
    branching = "integer|integer[]", depth = "integer|integer[]", spread = "number|number[]", range = "number[]",
  },
}

--- What the module has that is no function; other values of it are tables.
annotations.module = { version = "string", algorithms = "gts.AlgorithmRow[]" }

return annotations
