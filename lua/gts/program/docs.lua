--- The doc comments of functions, read from the source when they are asked for.

local columns = require "gts.show.columns"
local extensions = require "gts.base.extensions"
local functions = require "gts.program.functions"
local gts = require "gts"
local options = require "gts.facts.options"
local source = require "gts.rules.source"
local tables = require "gts.base.tables"
local usage = require "gts.program.usage"
local words = require "gts.base.words"

local docs = {}

-- The comments of a text: for each line the comment it is in or ends, a list of lines, with `code`, the line behind them.
local function comments(text)
  local list, comment = {}, {}
  for line in text:gmatch "([^\n]*)\n?" do
    if comment.code or line:find "^%s*%-%-%-" then comment = {} end
    local inner = line:match "^%s*%-%-%-?%s?(.*)$"
    comment[#comment + 1], comment.code = inner, not inner and line or nil
    list[#list + 1] = comment
  end
  return list
end

-- A comment in parts: the text before the first tag, and the tags, each with its name and text.
local function parse(lines)
  local parts = { text = {} }
  for _, line in ipairs(lines) do
    local tag, rest = line:match "^@(%S+)%s*(.*)$"
    if tag then parts[#parts + 1] = { tag = tag, text = rest }
    elseif #parts > 0 then parts[#parts].text = parts[#parts].text .. " " .. line
    else parts.text[#parts.text + 1] = line end
  end
  return parts
end

-- Text of lines: paragraphs wrapped, what is indented as it is.
local function body(lines, width, out)
  local paragraph = {}
  local function flush()
    for _, line in ipairs(columns.wrap(table.concat(paragraph, " "), width)) do out[#out + 1] = line end
    paragraph = {}
  end
  for _, line in ipairs(lines) do
    if line:find "^%s%s" or line == "" then
      flush()
      out[#out + 1] = line
    else paragraph[#paragraph + 1] = line end
  end
  flush()
  while out[#out] == "" do out[#out] = nil end
end

local INDENT = 12       -- of what is said of a parameter

local function add(out, head, text, width)
  local indent = math.max(INDENT, #head + 2)
  local lines = columns.wrap(text, width - indent)
  for i, line in ipairs(lines) do out[#out + 1] = (i == 1 and head .. (" "):rep(indent - #head) or (" "):rep(indent)) .. line end
end

-- A parameter, of its tag: name, type (nil: any), optional, text; nil: the tag is another.
local function parameter(part)
  local base, mark = part.tag:match "^(t?param)(%[?)"
  if not base then return nil end
  local of, rest = nil, part.text
  if base == "tparam" then
    of = rest:match "^%b{}" or rest:match "^%S+"
    rest = rest:sub(#of + 1)
  end
  local name, text = rest:match "^%s*(%S+)%s*(.*)$"
  return { name = name, type = of, optional = mark ~= "", text = text }
end

local function parameters(parts) return tables.collect(parts, parameter) end

-- How a function is called; what else gts has is named.
local function head(short, parts)
  if type(gts[short]) ~= "function" then return "gts." .. short end
  local names = tables.map(parameters(parts), function(one) return one.optional and ("[%s]"):format(one.name) or one.name end)
  return ("gts.%s(%s)"):format(short, table.concat(names, ", "))
end

-- What is known of a parameter: its type and text, and the options that it has.
local function add_parameter(out, short, one, width)
  local about = { one.type and one.type:gsub("|", " or ") }
  about[#about + 1] = one.text ~= "" and one.text or nil
  add(out, "  " .. one.name, table.concat(about, ": "), width)
  local class = functions.class(short, one.name)
  if not class then return end
  local own = class.rows ~= options.rows
  local rows = own and tables.map(class.rows, function(row) return { row.name, usage.about(row) } end) or {}
  if #rows > 0 then out[#out + 1] = columns.pairs(rows, width, "    ") end
  if class.extends or not own then add(out, "", "the options of a search: help options", width) end
end

local heads = { treturn = "returns", ["return"] = "returns", raise = "error" }

local function show(short, parts, width)
  local out, below, fields = { head(short, parts), "" }, {}, functions.fields(short)
  for _, part in ipairs(parts) do
    local one, base = parameter(part), part.tag:match "^%a+"
    if one then add_parameter(below, short, one, width)
    elseif heads[base] then
      local text = base ~= "treturn" and part.text or part.text:match "^%b{}%s*(.*)$" or part.text:match "^%S+%s*(.*)$"
      if heads[base] == "returns" then text, fields = (text ~= "" and text or part.text) .. fields, "" end
      add(below, "  " .. heads[base], text, width)
    end
  end
  body(parts.text, width, out)
  if #below > 0 then out[#out + 1] = "" end
  return table.concat(table.move(below, 1, #below, #out + 1, out), "\n")
end

local public                    -- name -> the parts of its comment

-- What is said of the functions of gts, where they are named: in init, and in extensions.
local function read_public()
  if public then return public end
  public = {}
  local function read(file)
    for _, comment in ipairs(comments(file and source.text(file) or "")) do
      local code = #comment > 0 and comment.code or ""
      local name = code:match "^gts%.([%w_]+)" or code:match "^function gts%.([%w_]+)" or code:match '^ +{ name = "([%w_]+)"'
      if name and gts[name] ~= nil then public[name] = public[name] or parse(comment) end
    end
  end
  read(package.searchpath("gts", package.path))
  for _, row in ipairs(extensions.rows "functions") do read(row.extension.file) end
  public.help = parse {
    "The text that help shows. At the prompt the word help shows it.",
    "@tparam[opt] string|function|table topic without one, what there is help on",
    "@treturn string",
    "@raise that there is none, and what may have been meant",
  }
  public.prompt = parse {
    "Opens a prompt inside running code, in rules or in what a trace calls: with the variables that are there, which may be",
    "changed. The code continues when the prompt is left with Ctrl-D; the word quit ends it.",
    "Without a terminal it does nothing.",
  }
  return public
end

--- The names of the functions that there is something to say about.
function docs.names()
  return tables.collect(words.keys(read_public()), function(name) return type(gts[name]) == "function" and "gts." .. name end)
end

local function name_of(f)
  for name, value in pairs(gts) do
    if value == f and read_public()[name] then return name end
  end
end

--- What the comment of a function, by its name without "gts.", says: text; parameters, with name, type (nil: any), optional and
-- text.
function docs.parts(name)
  local parts = read_public()[name]
  if not parts then return nil end
  return { text = table.concat(parts.text, "\n"), parameters = parameters(parts) }
end

--- What something in gts, by its name without "gts.", is for, in one sentence.
function docs.sentence(name)
  local parts = read_public()[name]
  return parts and table.concat(parts.text, " "):match "^.-[^.]%.%f[%s\0]" or ""
end

--- How a function of gts is called, and what it is for: two texts; nil if it is none of gts.
function docs.line(f)
  local name = type(f) == "function" and name_of(f)
  if not name then return nil end
  return head(name, public[name]), docs.sentence(name)
end

--- Returns the text on a public function, or another field of gts, by a name such as "gts.search", or "search" of a function;
-- or nil.
function docs.text(name, width)
  local short = name:gsub("^gts%.", "")
  local parts = (short ~= name or type(gts[short]) == "function") and read_public()[short]
  return parts and show(short, parts, width) or nil
end

--- The text on a function: of gts, or with a comment above it in its file.
function docs.of_function(f, width)
  local its_name = name_of(f)
  if its_name then return docs.text(its_name, width) end
  for _, library in ipairs { "_G", "string", "table", "math", "io", "os", "coroutine", "utf8", "debug" } do
    for name, value in pairs(package.loaded[library] or {}) do
      local full = library == "_G" and name or library .. "." .. name
      if value == f then return ("%s is Lua's own: see https://www.lua.org/manual/5.4/manual.html#pdf-%s"):format(full, full) end
    end
  end
  local info = debug.getinfo(f, "S")
  local file = info.source:match "^@(.*)$"
  local above = comments(file and source.text(file) or "")[info.linedefined] or { code = "function" }
  local out = { above.code:match "^%s*(.-)%s*$", ("%s:%d"):format(info.short_src, info.linedefined), "" }
  body(#above > 0 and above or { "Nothing is written above it." }, width, out)
  return table.concat(out, "\n")
end

return docs
