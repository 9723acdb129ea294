--- Functions that rules make as they run, for themselves: local functions in others, which read and change what is local there.
-- Such a function may only be called while the one that makes it runs: by that, by itself, and by functions above the rules to
-- which it is handed. So in C it is handed pointers to registers, and those have them too.

local refuse = require("gts.compile.refusal").refuse
local tables = require "gts.base.tables"

local inner = {}

--- The record of a function that another one makes. It has in addition: `frame` and `at`, the function that makes it, and where;
-- `known`, what its description knows; `captured`, upvalue -> description, of those that are registers of `frame`; `assigned`,
-- upvalue -> description of what is assigned to it. Any function has `carried`, a list of those that are handed to it. `f`, the
-- record of the function that makes it; `pc`, where; `proto`.
function inner.func(unit, f, pc, proto)
  if f.frame then refuse(f, pc, "a function is made in one that is made while the rules run: write it above them") end
  f.inner = f.inner or {}
  if f.inner[pc] then return f.inner[pc] end
  local g = unit:add_function(proto)
  if g.refused then error(g.refused, 0) end
  g.frame, g.at, g.known = f, pc, { inner = g }
  f.inner[pc] = g
  return g
end

--- The register of its frame that an upvalue of a function is; nil if it is none.
function inner.captured(f, index)
  local upvalue = f.frame and f.proto.upvalues[index]
  return upvalue and upvalue.in_stack and upvalue.index - 1 or nil
end

--- May one function call another that the rules make?
function inner.reaches(f, g)
  return g.frame == f or g == f or tables.any(f.carried, function(carried) return carried == g end)
end

--- What leads in C from a function to the registers that another one needs, or itself: formats of three names, for t, i and d.
function inner.pointers(f, callee)
  return tables.flatten({ callee, table.unpack(callee.carried) }, function(g)
    local list = {}
    for index in ipairs(g.proto.upvalues) do
      local a, own = inner.captured(g, index), g == f and "" or g.id .. "_"
      if a then list[#list + 1] = g.frame == f and "&%s" .. a or "u%s" .. own .. index - 1 end
    end
    return list
  end)
end

--- The name of an upvalue that is no register of a frame.
function inner.upvalue_name(f, index)
  if inner.captured(f, index) then return nil end
  if f.frame then return inner.upvalue_name(f.frame, f.proto.upvalues[index].index) end
  return (debug.getupvalue(f.closure, index))
end

return inner
