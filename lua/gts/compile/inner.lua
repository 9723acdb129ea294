--- Functions that rules make as they run, for themselves: local functions in others, which read and change what is local there.
-- Such a function may only be called by the one that makes it, while that runs: so in C it is handed pointers to registers.

local refuse = require("gts.compile.refusal").refuse

local inner = {}

--- The record of a function that another one makes. It has in addition: `frame` and `at`, the function that makes it, and where;
-- `known`, what its description knows; `captured`, upvalue -> description, of those that are registers of `frame`; `assigned`,
-- upvalue -> description of what is assigned to it. `f`, the record of the function that makes it; `pc`, where; `proto`.
function inner.func(unit, f, pc, proto)
  if f.frame then refuse(f, pc, "a function is made in one that is made while the rules run: write it above them") end
  f.inner = f.inner or {}
  if f.inner[pc] then return f.inner[pc] end
  local g = unit:add_function(proto)
  if g.refused then error(g.refused, 0) end
  g.frame, g.at, g.captured, g.assigned, g.known = f, pc, {}, {}, { inner = g }
  f.inner[pc] = g
  return g
end

--- The register of its frame that an upvalue of a function is; nil if it is none.
function inner.captured(f, index)
  local upvalue = f.frame and f.proto.upvalues[index]
  return upvalue and upvalue.in_stack and upvalue.index - 1 or nil
end

--- The name of an upvalue that is no register of a frame.
function inner.upvalue_name(f, index)
  if inner.captured(f, index) then return nil end
  if f.frame then return inner.upvalue_name(f.frame, f.proto.upvalues[index].index) end
  return (debug.getupvalue(f.closure, index))
end

return inner
