--- Functions that are known by their names: those of Lua's library and of gts. They are noted when gts is
-- loaded, before a program may have put others in their place. See gts.rules.fingerprint.

local core = require "gts.core"

local known = {}

--- function -> its name.
known.names = {}

--- Names of what brings in more than is among the rules that use it.
known.outside = {}

for name in ("io os debug package require load loadfile dofile"):gmatch "%a+" do known.outside[name] = true end

--- Lua's names, and its libraries, that students' programs and confined rules have.
known.plain = {
  "_VERSION", "assert", "error", "getmetatable", "ipairs", "next", "pairs", "pcall", "rawequal", "rawget", "rawlen", "rawset",
  "select", "setmetatable", "tonumber", "tostring", "type", "xpcall",
}
known.libraries = { "coroutine", "math", "string", "table", "utf8" }

--- Says that functions are always what they are called: their names then stand for them. Of several names of one function (Lua
-- may have math.atan2 beside math.atan) it is the least: any other would depend on the order of `next`, which is the process's.
-- `name` of the library; `functions` by their names; other values in it are left out.
function known.note(name, functions)
  local least = {}
  for field, value in next, functions do
    if type(value) == "function" and not (least[value] and least[value] < field) then least[value] = field end
  end
  for value, field in next, least do known.names[value] = name .. field end
end

known.note("", core.names)
for name in pairs(known.outside) do known.names[core.names[name] or 0] = nil end
for _, name in ipairs(known.libraries) do known.note(name .. ".", core.names[name]) end
known.note("every string ", debug.getmetatable(""))

return known
