--- What editors know of gts: annotations for the Lua language server (LuaCATS), made from what the program itself goes by.
-- Options are the rows that check them, and their types are what these let pass; functions are the doc comments in gts; what
-- rules and results mean is the manual's. What remains stands in gts.program.annotations.

local adviser = require "gts.best.adviser"
local analyze = require "gts.analyze"
local annotations = require "gts.program.annotations"
local board = require "gts.rules.board"
local classes = require("gts.facts.classes").extend()
local clock = require "gts.base.clock"
local confine = require "gts.confine"
local core = require "gts.core"
local docs = require "gts.program.docs"
local extensions = require "gts.base.extensions"
local game = require "gts.game"
local index = require "gts.rules.index"
local gts = require "gts"
local manual = require "gts.program.manual"
local map = require "gts.map"
local markdown = require "gts.show.markdown"
local options = require "gts.facts.options"
local perft = require "gts.perft"
local pick = require "gts.base.pick"
local symmetry = require "gts.rules.symmetry"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local types = {}

-- Types of values.

-- Numbers that some kind of number lets pass. To Lua infinity is no integer, nor is 100e6.
local wholes, reals = { 0, 1, 2, 7, 100, 5000, 1 << 30 }, { 0.25, 1.5, 300.5, math.huge }

local function fits_any(kind, list) return tables.any(list, kind.fits) end

local function quoted(word) return type(word) == "string" and ("%q"):format(word) or tostring(word) end

--- The type of a kind: what it lets pass.
-- @tparam table kind see gts.base.schema
function types.of_kind(kind)
  local list = {}
  if kind.fits(print) and kind.fits "any word" and kind.fits(true) then return "any" end
  if kind.fits(true) then list[1] = "boolean" end
  if fits_any(kind, reals) then list[#list + 1] = "number"
  elseif fits_any(kind, wholes) then list[#list + 1] = "integer" end
  if kind.fits "any word" then list[#list + 1] = "string"
  else
    for _, word in ipairs(kind.words or {}) do
      if type(word) == "string" and kind.fits(word) then list[#list + 1] = quoted(word) end
    end
  end
  if kind.fits(print) then list[#list + 1] = "function" end
  if kind.fits {} or kind.fits { 1, 2 } then list[#list + 1] = "table" end
  return #list > 0 and table.concat(list, "|") or "any"
end

-- Texts.

-- Lines of a comment.
local function commented(out, text)
  for line in text:gmatch "[^\n]+" do out[#out + 1] = "---" .. line end
end

local function field(out, name, type_of, about)
  if about then commented(out, about) end
  local optional = type_of:sub(-1) == "?" and not type_of:find "fun%b()"
  if optional then type_of = type_of:sub(1, -2) end
  out[#out + 1] = ("---@field %s%s %s"):format(name, optional and "?" or "", type_of)
end

local function class(out, name, about, extends)
  out[#out + 1] = ""
  commented(out, about)
  out[#out + 1] = ("---@class %s%s"):format(name, extends and ": " .. extends or "")
end

-- A text of the manual as a plain one.
local function plain(text) return (markdown.show(text, 10000):gsub("\n", " ")) end

--- What the tables of a page of the manual say of names: name -> text.
-- @tparam string topic
-- @tparam[opt] string section only those below this heading
function types.texts_of(topic, section)
  local texts, here = {}, section == nil
  for _, block in ipairs(markdown.blocks(manual.page(topic))) do
    if section and block.kind == "heading" then here = block[1] == section end
    for i = 3, here and block.kind == "table" and #block or 0 do
      local cells = markdown.cells(block[i])
      local about = plain(cells[#cells])
      for name in cells[1]:gmatch "`([%w_]+)[^`]*`" do texts[name] = texts[name] or about end
    end
  end
  return texts
end

-- Classes.

local function union(list)
  return table.concat(tables.map(list, quoted), "|")
end

local function aliases(out)
  out[#out + 1] = ""
  local list = { { "gts.Algorithm", union(options.ids()) }, { "gts.Order", union(options.row "order".words) } }
  table.move(annotations.aliases, 1, #annotations.aliases, #list + 1, list)
  for _, alias in ipairs(list) do out[#out + 1] = ("---@alias %s %s"):format(alias[1], alias[2]) end
end

-- The fields of a table that rules give, with the texts of a section of the page on rules; `functions` has the types of some.
local function fields(out, rows, section, functions)
  local texts = types.texts_of("rules", section)
  for _, row in ipairs(rows) do
    field(out, row.name .. (row.required and "" or "?"), functions[row.name] or types.of_kind(row.kind), texts[row.name])
  end
end

-- Rules are filled in one by one, so none of their functions is required where the table is made. A field without a text is
-- described with the one above it.
local function rules(out)
  class(out, "gts.Rules", "The rules of a game: gts help rules.")
  local about
  for _, row in ipairs(game.fields) do
    local required = row.required and row.kind.fits "any word"
    about = row.text and plain(row.text) or about
    field(out, row.name .. (required and "" or "?"), row.type or types.of_kind(row.kind), about)
  end
  class(out, "gts.Symmetries", "How a board can be mirrored and turned: gts help rules.")
  field(out, "[integer]", "string|integer[]", "a name, or a permutation of cells")
  fields(out, symmetry.rows, "Symmetries", annotations.symmetries)
  class(out, "gts.Index", "The positions of each tier by numbers: gts help rules.")
  fields(out, index.rows, "An index of positions", annotations.index)
  class(out, "gts.Board", "A position as a board to click on: gts help rules.")
  fields(out, board.rows, "Graphical boards", annotations.board)
end

-- The options that are named, as rows.
local function rows_of(names) return tables.map(names, options.row) end

--- The classes of options: name, what takes it, rows or the module that has them, and the class that they go on from.
types.options = {
  { name = "gts.SearchOptions", of = "gts.search", rows = options.rows },
  { name = "gts.BestOptions", of = "gts.best", extends = "gts.SearchOptions", rows = { pick.clock,
    table.unpack(adviser.rows()) } },
  { name = "gts.ClockTable", of = "a clock", rows = clock.rows },
  { name = "gts.AnalyzeOptions", of = "gts.analyze",
    rows = table.move({ map.row }, 1, 1, #analyze.options + 1, rows_of(analyze.options)) },
  { name = "gts.CheckOptions", of = "gts.check", module = "gts.check.check" },
  { name = "gts.SolveOptions", of = "gts.solve", module = "gts.solve" },
  { name = "gts.PerftOptions", of = "gts.perft", rows = table.move(perft.rows, 2, #perft.rows, 1, {}) },
  { name = "gts.PlayoutOptions", of = "gts.playouts", module = "gts.playouts" },
  { name = "gts.EquivalentOptions", of = "gts.equivalent", module = "gts.equivalent" },
  { name = "gts.MatchOptions", of = "gts.match", module = "gts.play.match" },
  { name = "gts.LevelsOptions", of = "gts.levels", module = "gts.play.ladder" },
  { name = "gts.PlayOptions", of = "gts.play", module = "gts.play.play" },
  { name = "gts.MapOptions", of = "gts.map", rows = map.options },
  { name = "gts.TableOptions", of = "gts.table", module = "gts.table" },
  { name = "gts.Limits", of = "gts.confine, its limits", rows = confine.limits },
  { name = "gts.ConfinedRules", of = "gts.confine, where the rules are named", rows = confine.what },
  { name = "gts.TreeSpec", of = "gts.tree", module = "gts.tree" },
}

for _, row in ipairs(extensions.rows "functions") do
  local made = row.options and extensions.load(row, { options = "table" })
  if made then
    table.insert(types.options, { name = row.options, of = "gts." .. row.name, rows = made.options, extends = row.extends })
  end
  annotations.parameters[row.name], annotations.returns[row.name] = row.parameters, row.returns
end

for _, of in ipairs(types.options) do
  local name, made = of.of:match "^gts%.(%a+)$", of.module and require(of.module)
  of.rows = of.rows or made.rows or made.options
  if name and of.name:find "Options$" then
    annotations.parameters[name] = tables.copy({ given = of.name }, annotations.parameters[name])
  end
end

local function option_type(of, row)
  local own = annotations.others[of.name] or {}
  local of_search = row == options.row(row.name) and annotations.options[row.name]
  return own[row.name] or of_search or row.type or types.of_kind(row.kind)
end

local function option_class(out, of)
  class(out, of.name, "The options of " .. of.of .. ".", of.extends)
  for _, row in ipairs(of.rows) do
    local has = row.default ~= nil and type(row.default) ~= "table"
    local about = row.help .. (has and "; default: " .. quoted(row.default) or "")
    field(out, row.name .. (row.required and "" or "?"), option_type(of, row), about)
  end
end

local function result_class(out, of)
  class(out, of.name, plain(of.about), of.extends)
  if of.element then out[#out + 1] = ("---@field [integer] %s"):format(of.element) end
  for _, row in ipairs(of.rows) do
    if not row.internal then field(out, row[1], row[2], plain(row[3])) end
  end
end

-- Functions.

-- The type of a parameter, from its comment: tables are what gts.program.annotations says.
local function parameter_type(name, parameter)
  local own = annotations.parameters[name]
  if own and own[parameter.name] then return own[parameter.name] end
  if parameter.name == "game" then return "gts.Source" end
  local of = parameter.type or "any"
  return (of:gsub("{(%w+),%.%.%.}", "%1[]"))
end

local function one_function(out, name)
  local said = docs.parts(name)
  out[#out + 1] = ""
  commented(out, said.text)
  local names = {}
  for i, parameter in ipairs(said.parameters) do
    names[i] = parameter.name
    out[#out + 1] = (("---@param %s%s %s %s"):format(parameter.name, parameter.optional and "?" or "",
      parameter_type(name, parameter), parameter.text):gsub(" $", ""))
  end
  for _, of in ipairs(annotations.returns[name] or {}) do out[#out + 1] = "---@return " .. of end
  out[#out + 1] = ("function gts.%s(%s) end"):format(name, table.concat(names, ", "))
end

-- What the module has: values, and functions.
local function module(out)
  out[#out + 1] = ""
  commented(out, "Game-tree search: rules of a game in Lua, the algorithms in C. See gts help.")
  out[#out + 1] = "---@class gts"
  for _, name in ipairs(words.keys(gts)) do
    if type(gts[name]) ~= "function" then field(out, name, annotations.module[name] or "table", docs.sentence(name)) end
  end
  out[#out + 1] = "local gts = {}"
  for _, name in ipairs(words.keys(gts)) do
    if type(gts[name]) == "function" and name ~= "help" and name ~= "prompt" then one_function(out, name) end
  end
end

--- The annotations.
-- @treturn string a file of Lua that only editors read
function types.text()
  local out = { "---@meta gts", ("-- Made by gts types, of gts %s."):format(core.version) }
  aliases(out)
  rules(out)
  for _, of in ipairs(types.options) do option_class(out, of) end
  for _, of in ipairs(classes.list) do result_class(out, of) end
  module(out)
  table.move({ "", "return gts", "" }, 1, 3, #out + 1, out)
  return table.concat(out, "\n")
end

--- The folder where the annotations are installed; nil if they are not.
function types.installed()
  local file = package.searchpath("gts.types.gts", package.path)
  return file and file:match "^(.*)/[^/]*$"
end

return types
