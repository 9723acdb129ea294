--- The world of confined rules: what of Lua they have. The first of several walls: what it takes away no state has.

local core = require "gts.core"
local gts = require "gts"
local grid = require "gts.show.grid"
local known = require "gts.base.known"
local options = require "gts.facts.options"
local pits = require "gts.show.pits"
local rows = require "gts.rules.rows"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local names = core.names        -- what the modules of gts go by

local MOST = 4096               -- bytes of the output of rules that are stored

-- A copy of a library, which rules may change.
local function library(name)
  local copy = tables.copy(names[name])
  if name == "string" then copy.dump = nil end
  return copy
end

-- load: text only, in the world.
local function loader(world)
  return function(chunk, name, mode, ...)
    if mode ~= nil and not tostring(mode):find "t" then return nil, "rules may load text only" end
    return load(chunk, name, "t", select("#", ...) > 0 and (...) or world)
  end
end

-- require: for the functions by which rules say what they are; and for the modules that games which come with gts are drawn by.
local function require_gts(name)
  if name == "gts" then return { version = gts.version, with_options = rows.with } end
  if name == "gts.show.grid" then return tables.copy(grid) end
  if name == "gts.show.pits" then return tables.copy(pits) end
  error(("confined rules have no module '%s'"):format(tostring(name)), 2)
end

-- print: stores the beginning of the output.
local function printer(kept)
  return function(...)
    local values = table.pack(...)
    for i = 1, values.n do values[i] = tostring(values[i]) end
    local text = table.concat(values, "\t", 1, values.n) .. "\n"
    kept.text = kept.text .. text:sub(1, MOST - #kept.text)
  end
end

local function collect(what)
  if what == "count" then return collectgarbage "count" end
  return collectgarbage()
end

-- Modules that others load when they need them.
local later = {}
for _, name in ipairs { "gts.proof", "gts.rules.variant", "gts.table" } do later[name] = require(name) end

-- What no module of gts needs from now on, rules cannot come to by them.
local function forget(kept)
  setmetatable(core, nil)       -- nor is anything made anew that it lacks
  for _, name in ipairs { "debug", "dofile", "io", "loadfile", "os", "package", "require" } do
    if not words.contains(kept, name) then names[name] = nil end
  end
  function core.loaded(name) return later[name] end
  for _, name in ipairs { "child", "compiler", "confined", "files", "input", "load_table", "native" } do core[name] = nil end
  for name in next, _G do _G[name] = nil end
  setmetatable(gts, nil)        -- no extensions from now on, nor their algorithms
  options.algorithms = function() return core.algorithms end
end

--- Makes the world, and removes all globals outside of it. Once, after all modules that are needed have been loaded. `needed`:
-- names that modules of gts go on needing. Returns the environment of rules; kept: `text`, the beginning of their output.
local function make(needed)
  local world, kept = {}, { text = "" }
  for _, name in ipairs(known.plain) do world[name] = names[name] end
  for _, name in ipairs(known.libraries) do world[name] = library(name) end
  world._G, world.load, world.require = world, loader(world), require_gts
  world.print, world.warn, world.collectgarbage = printer(kept), function() end, collect
  local meta = debug.getmetatable ""
  meta.__index, meta.__metatable = library "string", "strings"          -- they are shared: read-only now, and one is gone
  forget(needed or {})
  return world, kept
end

return { make = make }
