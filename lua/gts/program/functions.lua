--- What the functions of gts take and return, by classes: for help, completion and editors. Those of extensions: extension.lua.

local adviser = require "gts.best.adviser"
local analyze = require "gts.analyze"
local classes = require("gts.facts.classes").extend()
local clock = require "gts.base.clock"
local confine = require "gts.game.confine"
local extensions = require "gts.base.extensions"
local map = require "gts.map"
local options = require "gts.facts.options"
local perft = require "gts.perft"
local pick = require "gts.base.pick"
local tables = require "gts.base.tables"
local variant = require "gts.rules.variant"

local functions = {}

local function of_analyze(name)
  if name ~= "progress" then return options.row(name) end
  return tables.copy(options.row(name), { type = "fun(list: gts.Analysis): boolean?" })
end

--- A row has `name`, of a function; `returns`, the types of what it returns (nil: nothing); `options`, the class of its parameter
-- `given`, with `rows` or the `module` that has them, and the class that it `extends`; and `parameters`, types of others.
functions.rows = {
  { name = "search", options = "gts.SearchOptions", rows = options.rows, returns = { "gts.Result" } },
  { name = "best", options = "gts.BestOptions", extends = "gts.SearchOptions", returns = { "gts.Result" },
    rows = { pick.clock, pick.estimate, table.unpack(adviser.rows()) } },
  { options = "gts.ClockTable", of = "a clock", rows = clock.rows },
  { name = "analyze", options = "gts.AnalyzeOptions", returns = { "gts.Analysis" },
    rows = table.move({ map.row }, 1, 1, #analyze.options + 1, tables.map(analyze.options, of_analyze)) },
  { name = "check", options = "gts.CheckOptions", module = "gts.check.check", returns = { "gts.Findings" } },
  { name = "solve", options = "gts.SolveOptions", module = "gts.solve", returns = { "gts.Solved" } },
  { name = "perft", options = "gts.PerftOptions", returns = { "gts.Counts" },
    rows = table.move(perft.rows, 2, #perft.rows, 1, {}) },
  { name = "playouts", options = "gts.PlayoutOptions", module = "gts.playouts", returns = { "gts.Playouts" } },
  { name = "equivalent", options = "gts.EquivalentOptions", module = "gts.game.equivalent", returns = { "boolean", "table" },
    parameters = { a = "gts.Source", b = "gts.Source" } },
  { name = "match", options = "gts.MatchOptions", module = "gts.play.match", returns = { "gts.Match" },
    parameters = { a = [[gts.Contender|"random"]], b = [[gts.Contender|"random"]] } },
  { name = "levels", options = "gts.LevelsOptions", module = "gts.play.ladder", returns = { "gts.Levels" } },
  { name = "play", options = "gts.PlayOptions", module = "gts.play.play", returns = { "table" } },
  { name = "map", options = "gts.MapOptions", rows = map.options, returns = { "any[]" },
    parameters = { jobs = "any[]", f = "fun(job: any, number: integer): any" } },
  { name = "table", options = "gts.TableOptions", module = "gts.table", returns = { "gts.Table" } },
  { options = "gts.Limits", of = "gts.confine, its limits", rows = confine.limits },
  { options = "gts.ConfinedRules", of = "gts.confine, where the rules are named", rows = confine.what },
  { options = "gts.TreeSpec", of = "gts.tree", module = "gts.tree" },
  { name = "variant", options = "gts.VariantOptions", rows = variant.rows, returns = { "gts.Game" } },
  { name = "game", returns = { "gts.Game" }, parameters = { what = "gts.Source" } },
  { name = "with_options", returns = { "fun(options: table): gts.Rules" },
    parameters = { make = "fun(options: table): gts.Rules?, string?" } },
  { name = "games", returns = { "gts.Shipped[]" } },
  { name = "tree", returns = { "gts.Game" }, parameters = { spec = "gts.TreeSpec|any[]" } },
  { name = "moves", returns = { "gts.Moves" } }, { name = "apply", returns = { "any" } },
  { name = "write", returns = { "string" } }, { name = "read", returns = { "any" } },
  { name = "show", returns = { "string" } }, { name = "canonical", returns = { "string" } },
  { name = "database", returns = { "gts.Database" } },
  { name = "verify", options = "gts.VerifyOptions", module = "gts.solve.audit", returns = { "gts.Verified?", "string?" },
    parameters = { proof = "gts.Proof|string" } },
  { name = "load_proof", returns = { "gts.Proof?", "string?" } },
  { name = "confine", returns = { "gts.Confined" },
    parameters = { what = "string|gts.ConfinedRules", limits = "gts.Limits" } },
  { name = "native", returns = { "gts.NativeReport" } }, { name = "traceback", returns = { "string?", "any" } },
}

for _, row in ipairs(extensions.rows "functions") do
  local made = row.options and extensions.load(row, { options = "table" }) or {}
  local class = { module = false, options = made.options and row.options or false, rows = made.options }
  table.insert(functions.rows, tables.copy(row, class))
end

--- The classes of options: tables with `name`; `of`, what takes it; `rows`; and `extends`, the class that it goes on from.
functions.options = {}

local by_name, by_class = {}, {}

for _, row in ipairs(functions.rows) do
  local made = row.module and require(row.module)
  if row.name then by_name[row.name] = row end
  if row.options then
    local class = { name = row.options, of = row.of or "gts." .. row.name, extends = row.extends,
      rows = row.rows or made.rows or made.options }
    functions.options[#functions.options + 1], by_class[class.name] = class, class
  end
end

--- The types of what a function returns; its name is without "gts." here.
function functions.returns(name) return by_name[name] and by_name[name].returns or {} end

--- The type of a parameter of a function; nil: its comment says it.
function functions.parameter(name, parameter)
  local row = by_name[name] or {}
  local of = parameter == "given" and row.options or parameter == "game" and "gts.Source" or nil
  return row.parameters and row.parameters[parameter] or of
end

--- The class of options that a parameter of a function is; nil: it is none.
function functions.class(name, parameter) return by_class[(functions.parameter(name, parameter) or ""):match "gts%.%w+"] end

-- The names of what a class has, methods with parentheses behind them.
local function names_of(class)
  return table.concat(tables.collect(class.rows, function(row)
    return not row.internal and (row[2]:find "^fun%(" and row[1] .. "()" or row[1])
  end), ", ")
end

--- What stands in what a function, by its name without "gts.", returns: the fields of its class, and of its elements; or "".
function functions.fields(name)
  local class = classes.of((functions.returns(name)[1] or ""):gsub("[?%[%]]", ""))
  if not class then return "" end
  local element, above = classes.of(class.element or ""), classes.of(class.extends or "")
  local parts = { element and "each element has " .. names_of(element) }
  if #class.rows > 0 then parts[#parts + 1] = "it has " .. names_of(class) .. (above and ", " .. names_of(above) or "") end
  return #parts > 0 and ("; %s (gts help results)"):format(table.concat(parts, "; ")) or ""
end

return functions
