--- The fields of gts's objects (games, databases, tables), of its lists, and of gts itself. Rows: see gts.facts.class.

local objects, class, list = require "gts.facts.class"()

class("gts.Game", nil, "A checked game, of gts.game or gts.tree. It has the fields of its rules.", {}, "gts.Rules")

class("gts.ContenderOptions", nil, "A player of gts.match.", {
  { "level", "integer?", "how well it plays, 1 to 10" },
  { "game", "gts.Source?", "rules to search by instead" },
  { "weights", "table<string, number>|string|nil", "weights of the rules, or a file with weights" },
  { "evaluation", "string|function|nil", "a file that gts.learn has written, or 'learnt'; or a function of rules, which "
    .. "returns evaluate" },
}, "gts.BestOptions")

class("gts.List", nil, "A list that prints as a table.", {
  { "csv", "fun(self: gts.List): string", "the list as CSV" },
  { "json", "fun(self: gts.List): string", "the list as JSON" },
  { "latex", "fun(self: gts.List): string", "the list as a table of LaTeX" },
  { "text", "fun(self: gts.List, width?: integer): string", "the list as a table" },
})

list("gts.Counts", "integer", nil, "At index k the number of paths of k moves.", {
  { "seconds", "number", "how long it took" },
})

class("gts.Playouts", nil, "Games by chance: what gts.playouts returns.", {
  { "game", "string", "the name of the game" },
  { "games", "integer", "how many were played" },
  { "plies", "integer", "the moves of all games" },
  { "seconds", "number", "how long they took" },
  { "games_per_second", "number", "how many in a second" },
  { "plies_per_second", "number", "and moves" },
  { "length", "number?", "the mean number of plies; nil, as what follows, where no game came to its end" },
  { "max", "number?", "the part of games that end with a value above 0" },
  { "min", "number?", "the part of those that end with a value below 0" },
  { "draws", "number?", "the part of those that end with the value 0" },
  { "mean", "number?", "the mean of their values" },
  { "seed", "integer", "seed of the random moves" },
  { "native", "boolean", "rules were run as machine code" },
})

class("gts.Database", nil, "Solved positions.", {
  { "value", "fun(self: gts.Database, position: any, player?: gts.Player): number?", "the value of a position" },
  { "distance", "fun(self: gts.Database, position: any, player?: gts.Player): integer?", "plies to the end" },
  { "best", "fun(self: gts.Database, position: any, player?: gts.Player): any, any, number?, integer?",
    "move, position, value, distance" },
  { "stats", "fun(self: gts.Database): table", "positions, bytes, tiers, values, parts" },
  { "counts", "fun(self: gts.Database): table<number, integer>", "value -> positions" },
  { "check", "fun(self: gts.Database): boolean?, string?", "true, or nil and which file is damaged" },
  { "cache", "fun(self: gts.Database, bytes: integer)", "limits the bytes kept unpacked" },
  { "close", "fun(self: gts.Database)", "closes its files" },
})

class("gts.Table", nil, "A transposition table for several searches.", {
  { "save", "fun(self: gts.Table, file: string)", "writes it to a file" },
  { "stats", "fun(self: gts.Table): table", "how full it is" },
  { "clear", "fun(self: gts.Table)", "removes all entries" },
})

class("gts.Confined", nil, "A game whose rules need not be trusted.", {
  { "search", "fun(self: gts.Confined, options?: gts.SearchOptions): gts.Result", "as gts.search" },
  { "best", "fun(self: gts.Confined, position?: any, options?: gts.SearchOptions): gts.Result", "as gts.best" },
  { "analyze", "fun(self: gts.Confined, options?: gts.AnalyzeOptions): gts.Analysis", "as gts.analyze" },
})

class("gts.NativeReport", nil, "Which rules can be compiled.", {
  { "compiled", "boolean", "all rules are compiled" },
  { "functions", "table<string, table>", "name -> compiled, where, reason" },
})

class("gts.Shipped", nil, "A game that comes with gts.", {
  { "name", "string", "its name" },
  { "title", "string", "its title" },
  { "summary", "string", "what it is" },
  { "options", "table[]", "rows with name, default, expected, help" },
})

class("gts.AlgorithmRow", "gts.algorithms", "A list of all algorithms. Each has", {
  { "id", "gts.Algorithm", "its id" },
  { "title", "string", "the name that the literature gives it" },
  { "family", "string", "its family" },
  { "source", "string", "the paper it is from" },
  { "options", "string[]", "the names of its options, beside the options of all searches" },
  { "rows", "table[]", "these options as rows" },
  { "needs", "string[]", "the fields that rules must have" },
  { "informed", "boolean", "it uses the bounds of the rules" },
  { "alternative", "boolean", "its value is not the minimax value" },
  { "leftmost", "boolean", "of equal moves it names the leftmost" },
  { "lines", "boolean", "it returns the whole principal variation" },
  { "selective", "boolean", "it takes the option `selective`" },
  { "path", "boolean", "it keeps the path to a position, and serves `rules.cycle`" },
  { "anytime", "boolean", "it estimates, and does not deepen" },
  { "example", "string?", "options that `gts help` shows it with" },
  { "file", "string?", "its source" },
})

return objects
