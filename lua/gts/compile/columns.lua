--- Fields of constant tables that are known by number only: each field that is read has a column, what it holds in every table.

local refusal = require "gts.compile.refusal"
local values = require "gts.compile.values"
local words = require "gts.base.words"

local columns = {}

local TAB, FUN = values.TAB, values.FUN
local nothing, joined, refuse = values.nothing, values.joined, refusal.refuse

--- Describes what a field of a constant table of a group may hold, whichever it is. What is no data is left to Lua.
function columns.field_of_any(unit, group, key)
  if not unit.columns[key] then unit.column_names[#unit.column_names + 1], unit.columns[key] = key, {} end
  unit.columns[key][group], unit.data_in_fields = true, true
  local all
  for _, known in ipairs(group.tables) do
    local v = columns.field_in_column(unit, known, key)
    if v then all = joined(all, v) end
  end
  return values.narrowed(all or nothing, ~FUN)
end

--- The tables of which a field is read, where it is not known which: a set of records.
function columns.tables(unit, key)
  local set = {}
  for group in pairs(unit.columns[key]) do
    for _, known in ipairs(group:root().tables) do set[known] = true end
  end
  return set
end

--- Describes what a field of a constant table holds; nil for a table with a metatable, and what is no data.
function columns.field_in_column(unit, known, key)
  if unit:metatable(known.table, known.name) ~= nil then return nil end
  local v = unit:constant(unit:raw_field(known.table, key, known.name), ("%s.%s"):format(known.name, key))
  return v.mask & ~FUN ~= 0 and v or nil
end

--- Describes what any field of a table may hold, and nil; or refuses.
function columns.any_field(unit, f, pc, t)
  local known, all = t.known, nothing
  if not known or t.mask ~= TAB then refuse(f, pc, "a field by a name that is not known, of a table that is not known either") end
  if unit:metatable(known.table, known.name) ~= nil then refuse(f, pc, "a field of a table with a metatable") end
  for _, name in ipairs(columns.names(known)) do
    local v = unit:constant(unit:raw_field(known.table, name, known.name), ("%s.%s"):format(known.name, name))
    if v.mask & (TAB | FUN) == 0 then unit.data_in_fields = true end
    if v.mask & ~FUN == 0 then refuse(f, pc, "a field by a name that is not known, of a table with functions in it") end
    unit:string(name)
    all = joined(all, v)
  end
  known.all_names = #columns.names(known)
  return all
end

--- The names of a table's fields, in the order of the alphabet.
function columns.names(known) return words.keys(known.table) end

return columns
