--- What functions change while rules run: upvalues that they assign to, tables that they store into. That is no constant.
--
-- Their bytecode is looked through from the first line to the last, without following it. From a function others are reached
-- through its upvalues.
-- @module gts.compile.changes

local changes = {}

-- Calls `note` with each upvalue of a closure that a prototype assigns to, itself or in functions that it makes. `origin` says
-- which upvalue of the closure each upvalue of the prototype is.
local function scan_assignments(proto, origin, note)
  for _, i in ipairs(proto.code) do
    if i.op == "SETUPVAL" and origin[i.b + 1] then note(origin[i.b + 1]) end
  end
  for _, inner in ipairs(proto.protos) do
    local inner_origin = {}
    for index, upvalue_of in ipairs(inner.upvalues) do
      if not upvalue_of.in_stack then inner_origin[index] = origin[upvalue_of.index] end
    end
    scan_assignments(inner, inner_origin, note)
  end
end

--- Which upvalues are assigned to by the functions given and all that they reach?
-- @tparam {function,...} closures
-- @tparam table budget what reading them is charged to
-- @treturn table id of an upvalue, as of debug.upvalueid -> true
function changes.assigned(closures, budget)
  local assigned, seen, work = {}, {}, { table.unpack(closures) }
  while #work > 0 do
    local closure = table.remove(work)
    local proto = not seen[closure] and budget:read(closure)
    seen[closure] = true
    if proto then
      local origin = {}
      for index in ipairs(proto.upvalues) do
        origin[index] = index
        local _, v = debug.getupvalue(closure, index)
        if type(v) == "function" then work[#work + 1] = v end
      end
      scan_assignments(proto, origin, function(index) assigned[debug.upvalueid(closure, index)] = true end)
    end
  end
  return assigned
end

local stores = { SETTABLE = true, SETI = true, SETFIELD = true }

-- Does a prototype, or a function that it makes, store into tables that it has not made itself? `made` says of registers
-- whether they hold a new table: as long as nothing else is put there.
local function stores_elsewhere(proto)
  local made = {}
  for _, i in ipairs(proto.code) do
    if i.op == "SETTABUP" or stores[i.op] and not made[i.a] then return true end
    -- EXTRAARG, which follows NEWTABLE, changes no register; nor does what begins with SET.
    if i.op ~= "EXTRAARG" and not i.op:find("^SET") then made[i.a] = i.op == "NEWTABLE" end
  end
  for _, inner in ipairs(proto.protos) do
    if stores_elsewhere(inner) then return true end
  end
  return false
end

--- Does a function, or one that it reaches, store into tables that it has not made itself?
-- @param closure a function; for anything else the answer is no
-- @tparam table budget what reading it is charged to
-- @treturn boolean
function changes.tables(closure, budget)
  local seen, work = {}, { closure }
  while #work > 0 do
    local f = table.remove(work)
    local proto = type(f) == "function" and not seen[f] and budget:read(f)
    if proto then
      seen[f] = true
      if stores_elsewhere(proto) then return true end
      for index in ipairs(proto.upvalues) do work[#work + 1] = select(2, debug.getupvalue(f, index)) end
    end
  end
  return false
end

return changes
