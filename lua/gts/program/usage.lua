--- How the program and its commands are used, from their rows.
-- @module gts.program.usage

local arguments = require "gts.program.arguments"
local columns = require "gts.show.columns"
local commands = require "gts.program.commands"

local usage = {}

local INDENT = 2

local function indented(rows, width)
  local lines = columns.lay(rows, { "", "" }, width - INDENT)
  for i, line in ipairs(lines) do lines[i] = (" "):rep(INDENT) .. line end
  return table.concat(lines, "\n")
end

-- A value as the command line has it.
local function literal(value)
  if type(value) ~= "table" then return tostring(value) end
  local texts = {}
  for i, element in ipairs(value) do texts[i] = literal(element) end
  return "{" .. table.concat(texts, ",") .. "}"
end

--- How an option is written: "--depth VALUE".
function usage.option(option)
  if arguments.is_flag(option) then return "--" .. option.name end
  return ("--%s %s"):format(option.name, option.value or option.name:upper())
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
-- @tparam table row
-- @tparam integer width in characters
-- @treturn string
function usage.command(row, width)
  local parts = { "usage: " .. usage.line(row), table.concat(columns.wrap(row.summary .. ".", width), "\n") }
  if row.details then
    for paragraph in (row.details .. "\n\n"):gmatch "(.-)\n\n" do
      parts[#parts + 1] = table.concat(columns.wrap(paragraph, width), "\n")
    end
  end
  local rows = {}
  for _, place in ipairs(arguments.places(row)) do
    rows[#rows + 1] = { place.name, place.help }
    if place.name == "GAME" then rows[#rows + 1] = { "NAME=VALUE", "an option of the game: gts help GAME lists them" } end
  end
  if #rows > 0 then parts[#parts + 1] = indented(rows, width) end
  rows = {}
  for _, option in ipairs(arguments.options(row)) do rows[#rows + 1] = { usage.option(option), usage.about(option) } end
  parts[#parts + 1] = "options:\n" .. indented(rows, width)
  if row.examples then
    local lines = { #row.examples == 1 and "example:" or "examples:" }
    for _, example in ipairs(row.examples) do
      lines[#lines + 1] = ("  %s\n      %s"):format(example[1], example[2])
    end
    parts[#parts + 1] = table.concat(lines, "\n")
  end
  return table.concat(parts, "\n\n")
end

--- The help on the program: less than a screen of 24 lines and 80 columns.
-- @tparam integer width in characters
-- @treturn string
function usage.program(width)
  local rows = {
    { "gts FILE.lua [ARGUMENT ...]", "runs a script (-: from the standard input)" },
    { "gts -e CODE [ARGUMENT ...]", "runs CODE" },
  }
  local list = {}
  for _, row in ipairs(commands.all()) do
    local names = { row.name }
    for _, place in ipairs(arguments.places(row)) do names[#names + 1] = place.name end
    list[#list + 1] = { table.concat(names, " "), row.summary }
  end
  return table.concat({
    "usage: gts                     a prompt for Lua",
    indented(rows, width),
    "  gts COMMAND, which is one of",
    indented(list, width),
    "GAME is a name (connect4) or a file (./mygame.lua), with its options behind it:",
    "  gts search connect4 columns=6 rows=5 --depth 10",
    "More: gts COMMAND --help; gts help TOPIC; gts --version",
  }, "\n")
end

return usage
