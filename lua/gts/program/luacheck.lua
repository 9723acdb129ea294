--- What luacheck is to allow in rules: what confined rules have, but the clock, the files and the dice.

local core = require "gts.core"
local known = require "gts.base.known"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local luacheck = {}

-- What a library has that is nothing for rules: what is random, is not there where rules are confined, or is Lua's of long ago.
local unfit = {
  math = { "random", "randomseed", "atan2", "cosh", "frexp", "ldexp", "log10", "pow", "sinh", "tanh" }, string = { "dump" },
}

-- What rules have besides.
local others = { "load", "print", "require" }

local MARGIN = "  "

local function listed(list, margin)
  local lines, line = {}, margin
  for _, word in ipairs(list) do
    local text = ('"%s", '):format(word)
    if #line + #text > 120 then lines[#lines + 1], line = line:match "^(.-) *$", margin end
    line = line .. text
  end
  lines[#lines + 1] = line:match "^(.-) *$"
  return table.concat(lines, "\n")
end

-- A library and the fields that rules may look at.
local function library(name)
  local fields = tables.filter(words.keys(core.names[name]), function(field)
    return not words.contains(unfit[name] or {}, field)
  end)
  return ("%s%s = { fields = {\n%s\n%s} },"):format(MARGIN, name, listed(fields, MARGIN .. MARGIN), MARGIN)
end

--- The names of the globals that rules may look at, but for the libraries.
function luacheck.globals()
  local names = table.move(others, 1, #others, #known.plain + 1, table.move(known.plain, 1, #known.plain, 1, {}))
  table.sort(names)
  return names
end

--- A configuration for luacheck, in Lua: all files are rules, but specs.
function luacheck.text()
  local parts = {
    "-- For luacheck. Rules may look at these globals, and set none: what is not here (os, io, math.random ...) would make them",
    "-- answer otherwise the next time, or is not there where rules are confined.",
    "stds.rules = { read_globals = {", listed(luacheck.globals(), MARGIN),
  }
  for _, name in ipairs(known.libraries) do parts[#parts + 1] = library(name) end
  parts[#parts + 1] = [[
} }

std = "rules"
max_line_length = false
exclude_files = { "types" }
files["*_spec.lua"] = { std = "lua54+busted" }]]
  return table.concat(parts, "\n") .. "\n"
end

return luacheck
