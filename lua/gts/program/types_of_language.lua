--- The classes of gts in other languages: dataclasses of Python, interfaces of TypeScript. A field that is a function of Lua is
-- left out.

local core = require "gts.core"
local docs = require "gts.program.docs"
local functions = require "gts.program.functions"
local tables = require "gts.base.tables"
local types = require "gts.program.types"
local words = require "gts.base.words"

local types_of_language = {}

-- The alternatives of a type, without those in brackets, quotes or angles.
local function alternatives(text)
  local list, from, depth, quoted = {}, 1, 0, false
  for i = 1, #text do
    local c = text:sub(i, i)
    if c == '"' then quoted = not quoted end
    if not quoted and c:find "[(<]" then depth = depth + 1 end
    if not quoted and c:find "[)>]" then depth = depth - 1 end
    if c == "|" and depth == 0 and not quoted then list[#list + 1], from = text:sub(from, i - 1), i + 1 end
  end
  list[#list + 1] = text:sub(from)
  return list
end

local function without_gts(name) return name and name:match "^gts%.(.*)$" end

-- The classes of the annotations, and their aliases by name: names without "gts.".
local function read()
  local list, aliases = types.classes(), {}
  for _, class in ipairs(list) do class.name, class.extends = without_gts(class.name), without_gts(class.extends) end
  for _, alias in ipairs(types.aliases()) do aliases[without_gts(alias[1])] = alias[2] end
  return list, aliases
end

-- A type in a language; nil: it is a function, or nothing is left of it.
local function translated(language, text)
  local parts, literals, takes_function = {}, {}, false
  for _, part in ipairs(alternatives(text)) do
    local inner = part:match "^(.*)%[%]$"
    local bare = part:match "^%((.*)%)$"
    local key, value = part:match "^table<([^,]*), ?(.*)>$"
    local made
    if part:find "^fun" then takes_function = true
    elseif part == "nil" then made = nil
    elseif part:find '^"' then literals[#literals + 1] = part
    elseif inner then
      made = translated(language, inner)
      made = made and language.list(made)
    elseif bare then made = translated(language, bare)
    elseif key then
      local any = language.names.any
      made = language.map(translated(language, key) or any, translated(language, value) or any)
    elseif part:find "^gts%." then made = without_gts(part)
    else made = language.names[part] or language.names.any end
    if made then parts[#parts + 1] = made end
  end
  if #literals > 0 then parts[#parts + 1] = language.literals(literals) end
  if #parts == 0 then return nil end
  if takes_function then parts[#parts + 1] = language.names["function"] end
  return table.concat(parts, " | ")
end

-- The declarations of the aliases. Algorithms have ids of the caller's, too.
local function add_aliases(out, language, declaration, aliases)
  for _, name in ipairs { "Algorithm", "Order", "Player" } do
    local made = translated(language, aliases[name])
    out[#out + 1] = declaration:format(name, name == "Algorithm" and language.open(made) or made)
  end
end

local keywords = tables.set { "from", "as", "not", "pass", "lambda", "is", "in", "class" }

local python = {
  names = { any = "Any", number = "float", integer = "int", string = "str", boolean = "bool", table = "dict",
    ["function"] = "Callable[..., Any]" },
  list = function(of) return ("list[%s]"):format(of) end,
  map = function(key, value) return ("dict[%s, %s]"):format(key, value) end,
  literals = function(list) return ("Literal[%s]"):format(table.concat(list, ", ")) end,
  open = function(literals) return ("Union[%s, str]"):format(literals) end,
}

-- A text as one of Python; a quotation mark at its end would be taken for one of the three.
local function documented(text) return (text:gsub("\\", "\\\\"):gsub('"""', "'''"):gsub('"$', '" ')) end

local function python_class(out, class, classes)
  out[#out + 1] = ("\n\n@dataclass(repr=False)\nclass %s%s:\n    \"\"\"%s\"\"\""):format(class.name,
    class.extends and classes[class.extends] and ("(%s)"):format(class.extends) or "(Data)", documented(class.about))
  local parts, names = {}, {}
  for _, row in ipairs(class.rows) do
    local made = translated(python, row.type)
    if made then
      local name = keywords[row.name] and row.name .. "_" or row.name
      out[#out + 1] = ("    %s: %s | None = None\n    \"\"\"%s\"\"\""):format(name, made, documented(row.about))
      local of = row.type:gsub("%[%]$", ""):match "^gts%.(%w+)$"
      local list = row.type:find "%[%]$" and "True" or "False"
      if classes[of] then parts[#parts + 1] = ("%q: (%q, %s)"):format(row.name, of, list) end
      if name ~= row.name then names[#names + 1] = ("%q: %q"):format(row.name, name) end
    end
  end
  local element = class.element and class.element:match "^gts%.(%w+)$"
  if element and classes[element] then parts[#parts + 1] = ('"": (%q, True)'):format(element) end
  out[#out + 1] = ("    PARTS: ClassVar[dict] = {%s}"):format(table.concat(parts, ", "))
  out[#out + 1] = ("    NAMES: ClassVar[dict] = {%s}"):format(table.concat(names, ", "))
end

-- Options as keywords. What gts keeps for a caller, as a table, is a handle in Python.
local function python_options(out, class, classes)
  local base = class.extends and not classes[class.extends] and class.extends or "TypedDict"
  out[#out + 1] = ("\n\nclass %s(%s, total=False):\n    \"\"\"%s\"\"\""):format(class.name, base, documented(class.about))
  for _, row in ipairs(class.rows) do
    local made = (translated(python, row.type) or python.names["function"]):gsub("%f[%w_][%w_]+", function(name)
      return classes[name] and "Any" or nil
    end)
    if not keywords[row.name] and row.name ~= "position" then
      out[#out + 1] = ("    %s: %s\n    \"\"\"%s\"\"\""):format(row.name, made, documented(row.about))
    end
  end
end

-- Options are what a caller writes; all others are results.
local function is_options(class) return class.name:find "Options$" or class.name:find "Spec$" or class.name == "ClockTable" end

local inputs = { Rules = true, Symmetries = true, Board = true, Limits = true, ConfinedRules = true, Game = true, List = true }

--- The results of gts as dataclasses of Python. Returns the module.
function types_of_language.python()
  local list, aliases = read()
  local found = tables.filter(list, function(class) return not is_options(class) and not inputs[class.name] end)
  local _, by_name = tables.groups(found, function(class) return class.name end)
  local out = { ('"""The results of gts %s. Made by `gts types python`."""\n\nfrom __future__ import annotations\n\n'
    .. "from dataclasses import dataclass\nfrom typing import Any, Callable, ClassVar, Literal, TypedDict, Union\n\n"
    .. "from .data import Data\n\n"
    .. "Move = Any\nPosition = Any\nSource = Any\nClock = Any\nContender = Any"):format(core.version) }
  add_aliases(out, python, "%s = %s", aliases)
  for _, class in ipairs(list) do
    if not by_name[class.name] and not is_options(class) then out[#out + 1] = ("%s = Any"):format(class.name) end
  end
  for _, class in ipairs(list) do
    if is_options(class) then python_options(out, class, by_name) end
  end
  for _, class in ipairs(found) do python_class(out, class, by_name) end
  out[#out + 1] = "\n\nRETURNS = {"
  local names = tables.collect(functions.rows, function(row) return row.name end)
  table.sort(names)
  for _, name in ipairs(names) do
    local class = without_gts(functions.returns(name)[1])
    if by_name[class] then out[#out + 1] = ('    "%s": %s,'):format(name, class) end
  end
  out[#out + 1] = '}\n"""The classes of what functions of gts return."""\n\nFUNCTIONS = {'
  for _, name in ipairs(docs.names()) do
    local text = docs.text(name, 80):gsub("%[?given%]?%)", "**given)", 1)
    out[#out + 1] = ('    "%s": """%s""",'):format(without_gts(name), documented(text))
  end
  out[#out + 1] = '}\n"""What they do, take and return."""'
  return table.concat(out, "\n") .. "\n"
end

local typescript = {
  names = { any = "any", number = "number", integer = "number", string = "string", boolean = "boolean", table = "any",
    ["function"] = "((...given: any[]) => any)" },
  list = function(of) return ("Array<%s>"):format(of) end,
  map = function(_, value) return ("Record<string, %s>"):format(value) end,
  literals = function(all) return table.concat(all, " | ") end,
  open = function(literals) return literals .. " | (string & {})" end,
}

-- The functions of gts, as methods.
local function add_calls(out)
  out[#out + 1] = "\n/** The functions of gts. */\nexport interface Calls {"
  for _, full in ipairs(docs.names()) do
    local name, parameters = without_gts(full), {}
    local row = tables.find(functions.rows, function(one) return one.name == name and one.options end)
    local signature, about = docs.text(full, math.huge):match "^[^(]*(%b())%s*([^\n]*)"
    for mark, word in signature:gmatch "(%[?)([%a_][%w_]*)" do
      local of = word == "given" and row and ("Told<%s>"):format(without_gts(row.options)) or "any"
      parameters[#parameters + 1] = word .. (mark == "" and ": " or "?: ") .. of
    end
    local returns = translated(typescript, ((functions.returns(name) or {})[1] or "any"):match "^[^?]*") or "any"
    out[#out + 1] = ("  /** %s */\n  %s(%s): %s"):format(about:gsub("%*/", "* /"), name, table.concat(parameters, ", "), returns)
  end
  out[#out + 1] = "}"
end

--- The results and options of gts as interfaces of TypeScript. Returns declarations.
function types_of_language.typescript()
  local list, aliases = read()
  local out = { ("// The results, options and functions of gts %s. Made by `gts types typescript`."):format(core.version),
    'import type { Handle, Told } from "./index.js"' }
  add_aliases(out, typescript, "export type %s = %s", aliases)
  for _, class in ipairs(list) do
    if not inputs[class.name] then
      out[#out + 1] = ("\n/** %s */\nexport interface %s%s {"):format(class.about, class.name,
        class.extends and not inputs[class.extends] and " extends " .. class.extends or "")
      for _, row in ipairs(class.rows) do
        local made = translated(typescript, row.type)
        if made then out[#out + 1] = ("  /** %s */\n  %s?: %s"):format(row.about:gsub("%*/", "* /"), row.name, made) end
      end
      local methods = not is_options(class) and tables.any(class.rows, function(row) return row.type:find "^fun" end)
      if methods then out[#out + 1] = "  handle: Handle" end
      if class.element then out[#out + 1] = ("  list: Array<%s>"):format(translated(typescript, class.element) or "any") end
      out[#out + 1] = "}"
    end
  end
  local any = tables.copy(inputs, tables.set { "Move", "Position", "Source", "Clock", "Contender" })
  for _, name in ipairs(words.keys(any)) do out[#out + 1] = ("export type %s = any"):format(name) end
  add_calls(out)
  return table.concat(out, "\n") .. "\n"
end

return types_of_language
