--- How the program and its commands are used, from their rows.

local arguments = require "gts.program.arguments"
local columns = require "gts.show.columns"
local commands = require "gts.program.commands"
local schema = require "gts.base.schema"
local tables = require "gts.base.tables"

local usage = {}

local INDENT = 2

local function wrapped(text, width, margin)
  margin = (" "):rep(margin or 0)
  return margin .. table.concat(columns.wrap(text, width - #margin), "\n" .. margin)
end

--- What a command does, as a sentence.
function usage.sentence(row)
  local text = row.summary:sub(1, 1):upper() .. row.summary:sub(2)
  return text:find "%p$" and text or text .. "."
end

-- A value as the command line has it.
local literal
function literal(value)
  if type(value) ~= "table" then return tostring(value) end
  return "{" .. table.concat(tables.map(value, literal), ",") .. "}"
end

-- The default placeholder for the value of an option.
local function value_of(option)
  local kind = option.kind or schema.text
  if kind.words and #kind.words > 0 and #table.concat(kind.words, "|") <= 18 then return table.concat(kind.words, "|") end
  if kind == schema.seconds then return "SECONDS" end
  return kind.expected:find "^a whole number" and "N" or kind.expected:find "number" and "X" or "VALUE"
end

--- How an option is written: "--depth N".
function usage.option(option)
  local list = table.move(option.kind and option.kind.words or {}, 1, 3, 1, {})
  if #list > 2 and arguments.is_flag(option) then
    table.insert(list, 1, table.remove(list))           -- true and false come last
    return ("--%s %s"):format(option.name, table.concat(list, "|"))
  end
  if not arguments.is_flag(option) then return ("--%s %s"):format(option.name, option.value or value_of(option)) end
  return option.value and ("--%s[=%s]"):format(option.name, option.value) or "--" .. option.name
end

--- What an option does, what it takes, and what it is without being given.
function usage.about(option)
  local parts = { option.help }
  if option.kind and not option.flag then parts[#parts + 1] = option.kind.expected end
  local default = option.default
  if default == nil then default = option.implied end
  if default ~= nil then parts[#parts + 1] = "default: " .. literal(default) end
  return table.concat(parts, "; ")
end

--- The line that says how a command is typed, without "usage:".
function usage.line(row)
  local parts = { "gts", row.name }
  for _, place in ipairs(arguments.places(row)) do
    local name = place.many and place.name .. " ..." or place.name
    if place.game then name = name .. " [NAME=VALUE ...]" end
    parts[#parts + 1] = place.required and name or ("[%s]"):format(name)
  end
  if #(row.options or {}) > 0 or row.json then parts[#parts + 1] = "[--OPTION ...]" end
  return table.concat(parts, " ")
end

--- The help on a command.
function usage.command(row, width)
  local parts = { columns.fold("usage: " .. usage.line(row), width, #"usage: "), wrapped(usage.sentence(row), width) }
  if row.details then parts[#parts + 1] = wrapped(row.details, width) end
  local rows = {}
  for _, place in ipairs(arguments.places(row)) do
    rows[#rows + 1] = { place.name, place.help }
    if place.game and place.name == "GAME" then
      rows[#rows + 1] = { "NAME=VALUE", "an option of the game: gts help GAME lists them" }
    end
  end
  if #rows > 0 then parts[#parts + 1] = columns.pairs(rows, width) end
  rows = {}
  for _, option in ipairs(arguments.options(row)) do rows[#rows + 1] = { usage.option(option), usage.about(option) } end
  parts[#parts + 1] = "options:\n" .. columns.pairs(rows, width)
  if row.examples then
    local lines = { #row.examples == 1 and "example:" or "examples:" }
    for _, example in ipairs(row.examples) do
      lines[#lines + 1] = ("  %s\n%s"):format(example[1], wrapped(example[2], width, 6))
    end
    parts[#parts + 1] = table.concat(lines, "\n")
  end
  return table.concat(parts, "\n\n")
end

-- Commands in two columns: how they are called, what they do.
local function listed(rows, width)
  return columns.pairs(tables.map(rows, function(row)
    local names = { row.name }
    for _, place in ipairs(arguments.places(row)) do names[#names + 1] = place.name end
    return { table.concat(names, " "), row.summary }
  end), width)
end

--- All commands in a line each.
function usage.commands(width) return listed(commands.rows(), width) end

--- The help on the program: less than a screen of 24 lines and 80 columns.
function usage.program(width)
  local ways = {
    { "gts [-E]", "a prompt for Lua; -E: no start-up file" },
    { "gts FILE.lua [ARGUMENT ...]", "runs a script; -: from the standard input" },
    { "gts -e CODE [ARGUMENT ...]", "runs CODE" },
    { "gts COMMAND ...", "one of these:" },
  }
  return table.concat({
    columns.pairs(ways, width, "usage: "), "", listed(commands.rows(commands.usual), width),
    wrapped("and " .. table.concat(commands.others, ", "), width, INDENT), "",
    wrapped("GAME is a name or a file; its options stand behind: gts best connect4 rows=5", width),
    wrapped("More: gts COMMAND --help, gts help commands, gts help TOPIC, gts --version", width),
  }, "\n")
end

return usage
