--- What editors know of gts: annotations for the Lua language server (LuaCATS), made from the rows that check options, the doc
-- comments in gts, the manual's rules and results, and gts.program.functions.

local board = require "gts.rules.board"
local classes = require("gts.facts.classes").extend()
local core = require "gts.core"
local docs = require "gts.program.docs"
local functions = require "gts.program.functions"
local game = require "gts.game"
local index = require "gts.rules.index"
local gts = require "gts"
local manual = require "gts.program.manual"
local markdown = require "gts.show.markdown"
local options = require "gts.facts.options"
local symmetry = require "gts.rules.symmetry"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local types = {}

-- What no check of values can say.

local aliases = {
  { "gts.Player", [["max"|"min"]] }, { "gts.Move", "any" }, { "gts.Position", "any" },
  { "gts.Source", "string|gts.Rules|gts.Game|fun(options: table): gts.Rules" },
  { "gts.Clock", "string|number|gts.ClockTable" },
  { "gts.Contender", "gts.ContenderOptions|fun(game: gts.Game, position: any): any" },
}

--- Options of a search that are functions, and those that are things of gts: name -> type.
types.of_search = {
  algorithm = "gts.Algorithm", database = "gts.Database", table = "gts.Table|number", trace = "fun(event: gts.Event): boolean?",
  progress = "fun(report: gts.Report): boolean?",
  order = "gts.Order|gts.Order[]|fun(position: any, move: any, next: any): number",
  select = [["leftmost"|"max"|"min"|"hstar"|"random"|"uct"|"ucb1tuned"|"rave"|"grave"|"pn"|"gpn"|fun(node: table): any]],
  pseudo = "number|fun(position: any, ply: integer): boolean",
  rollout = [[number|"random"|fun(position: any, player: gts.Player, ply: integer, random: integer): number]],
}

-- What the module has that is no function; other values of it are tables.
local of_module = { version = "string", algorithms = "gts.AlgorithmRow[]" }

-- Numbers that some kind of number lets pass. To Lua infinity is no integer, nor is 100e6.
local wholes, reals = { 0, 1, 2, 7, 100, 5000, 1 << 30 }, { 0.25, 1.5, 300.5, math.huge }

local function fits_any(kind, list) return tables.any(list, kind.fits) end
local function quoted(word) return type(word) == "string" and ("%q"):format(word) or tostring(word) end

--- The type of a kind: what it lets pass. `kind`: see gts.base.schema.
function types.of_kind(kind)
  local list = {}
  if kind.type then return kind.type end
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

-- Classes: tables with name, about, extends, element, and rows, with name, type, optional and about.

-- Adds a row to a class. A type with a question mark behind it is optional, too.
local function add(class, name, of, about, optional)
  local marked = of:sub(-1) == "?" and not of:find "fun%b()"
  if marked then of = of:sub(1, -2) end
  class.rows[#class.rows + 1] = { name = name, type = of, optional = optional or marked, about = about }
end

local function plain(text) return (markdown.show(text, 10000):gsub("\n", " ")) end

--- What the tables of a page of the manual say of names: name -> text; with `section`, only those below this heading.
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

local function union(list) return table.concat(tables.map(list, quoted), "|") end

--- What is named: lists of a name and a type.
function types.aliases()
  local list = { { "gts.Algorithm", union(options.ids()) }, { "gts.Order", union(options.row "order".words) } }
  return table.move(aliases, 1, #aliases, #list + 1, list)
end

-- A table that rules give, with the texts of a section of the page on rules.
local function part_of_rules(name, about, rows, section)
  local class, texts = { name = name, about = about .. ": gts help rules.", rows = {} }, types.texts_of("rules", section)
  for _, row in ipairs(rows) do add(class, row.name, row.type or types.of_kind(row.kind), texts[row.name], not row.required) end
  return class
end

-- Rules are filled in one by one, so none is required where the table is made. A field without a text belongs to the one above.
local function rules()
  local class, about = { name = "gts.Rules", about = "The rules of a game: gts help rules.", rows = {} }, nil
  for _, row in ipairs(game.fields) do
    about = row.text and plain(row.text) or about
    add(class, row.name, row.type or types.of_kind(row.kind), about, not (row.required and row.kind.fits "any word"))
  end
  local symmetries = part_of_rules("gts.Symmetries", "How a board can be mirrored and turned", symmetry.rows, "Symmetries")
  symmetries.element, symmetries.about_element = "string|integer[]", "a name, or a permutation of cells"
  return class, symmetries,
    part_of_rules("gts.Index", "The positions of each tier by numbers", index.rows, "An index of positions"),
    part_of_rules("gts.Board", "A position as a board to click on", board.rows, "Graphical boards")
end

--- The classes of options: see gts.program.functions.
types.options = functions.options

local function option_type(row)
  return row == options.row(row.name) and types.of_search[row.name] or row.type or types.of_kind(row.kind)
end

local function option_class(of)
  local class = { name = of.name, about = "The options of " .. of.of .. ".", extends = of.extends, rows = {} }
  for _, row in ipairs(of.rows) do
    local has = row.default ~= nil and type(row.default) ~= "table"
    add(class, row.name, option_type(row), row.help .. (has and "; default: " .. quoted(row.default) or ""), not row.required)
  end
  return class
end

local function result_class(of)
  local class = { name = of.name, about = plain(of.about), extends = of.extends, element = of.element, rows = {} }
  for _, row in ipairs(of.rows) do
    if not row.internal then add(class, row[1], row[2], plain(row[3])) end
  end
  return class
end

--- All classes.
function types.classes()
  local list = { rules() }
  for _, of in ipairs(types.options) do list[#list + 1] = option_class(of) end
  for _, of in ipairs(classes.list) do list[#list + 1] = result_class(of) end
  return list
end

local function commented(out, text)
  for line in text:gmatch "[^\n]+" do out[#out + 1] = "---" .. line end
end

local function field(out, row)
  commented(out, row.about or "")
  out[#out + 1] = ("---@field %s%s %s"):format(row.name, row.optional and "?" or "", row.type)
end

local function write_class(out, class)
  out[#out + 1] = ""
  commented(out, class.about)
  out[#out + 1] = ("---@class %s%s"):format(class.name, class.extends and ": " .. class.extends or "")
  if class.element then field(out, { name = "[integer]", type = class.element, about = class.about_element }) end
  for _, row in ipairs(class.rows) do field(out, row) end
end

-- The type of a parameter, from its comment: tables are what gts.program.functions says.
local function parameter_type(name, parameter)
  return functions.parameter(name, parameter.name) or ((parameter.type or "any"):gsub("{(%w+),%.%.%.}", "%1[]"))
end

local function one_function(out, name)
  local said = docs.parts(name) or { text = "", parameters = {} }
  out[#out + 1] = ""
  commented(out, said.text)
  local names = {}
  for i, parameter in ipairs(said.parameters) do
    names[i] = parameter.name
    out[#out + 1] = (("---@param %s%s %s %s"):format(parameter.name, parameter.optional and "?" or "",
      parameter_type(name, parameter), parameter.text):gsub(" $", ""))
  end
  for _, of in ipairs(functions.returns(name)) do out[#out + 1] = "---@return " .. of end
  out[#out + 1] = ("function gts.%s(%s) end"):format(name, table.concat(names, ", "))
end

--- The annotations. Returns a file of Lua that only editors read.
function types.text()
  local out = { "---@meta gts", ("-- Made by gts types, of gts %s."):format(core.version), "" }
  for _, alias in ipairs(types.aliases()) do out[#out + 1] = ("---@alias %s %s"):format(alias[1], alias[2]) end
  for _, class in ipairs(types.classes()) do write_class(out, class) end
  out[#out + 1] = ""
  commented(out, "Game-tree search: rules of a game in Lua, the algorithms in C. See gts help.")
  out[#out + 1] = "---@class gts"
  for _, name in ipairs(words.keys(gts)) do
    if type(gts[name]) ~= "function" then
      field(out, { name = name, type = of_module[name] or "table", about = docs.sentence(name) })
    end
  end
  out[#out + 1] = "local gts = {}"
  for _, name in ipairs(words.keys(gts)) do
    if type(gts[name]) == "function" and name ~= "help" and name ~= "prompt" then one_function(out, name) end
  end
  table.move({ "", "return gts", "" }, 1, 3, #out + 1, out)
  return table.concat(out, "\n")
end

--- The folder where the annotations are installed; nil if they are not.
function types.installed()
  local file = package.searchpath("gts.types.gts", package.path)
  return file and file:match "^(.*)/[^/]*$"
end

return types
