--- Functions that are told by their names: those of Lua's library and of gts. They are noted when gts is loaded, before a program
-- may have put others in their place. See gts.check.fingerprint.
-- @module gts.check.known

local core = require "gts.core"

local known = {}

--- function -> its name.
known.names = {}

--- Names of what brings in more than is among the rules that use it.
known.outside = {}

for name in ("io os debug package require load loadfile dofile"):gmatch "%a+" do known.outside[name] = true end

--- Says that functions are always what they are called: their names then stand for them.
-- @tparam string name of the library
-- @tparam table functions by their names; other values in it are left out
function known.note(name, functions)
  for field, value in next, functions do
    if type(value) == "function" then known.names[value] = name .. field end
  end
end

known.note("", core.names)
for name in pairs(known.outside) do known.names[core.names[name] or 0] = nil end
for _, name in ipairs { "coroutine", "math", "string", "table", "utf8" } do known.note(name .. ".", core.names[name]) end
known.note("every string ", debug.getmetatable(""))

return known
