--- Groups of constant tables: which of them is read turns out as the rules run. Where a value may be either of two tables their
-- groups become one. So a list of lists of numbers has nothing to do with a list of names.

local values = require "gts.compile.values"

local groups = {}

local Group = {}
Group.__index = Group

--- Begins the group of one table.
function groups.new(unit, known)
  return setmetatable({
    unit = unit, tables = { known },
    parent = nil,               -- the group that it has become
    all = nil,                  -- what any element of their lists may be
    descriptions = {},          -- by masks
  }, Group)
end

--- The group that it has become by now: itself, mostly.
function Group:root()
  local group = self
  while group.parent do group = group.parent end
  return group
end

--- The description of a value that is a table of the group, or has another type of the mask.
function Group:describe(mask)
  self.descriptions[mask] = self.descriptions[mask] or { mask = mask, group = self }
  return self.descriptions[mask]
end

--- Notes what elements of lists of the group may be.
function Group:put(v)
  local group, all
  repeat                                -- lists may hold lists of their group, which may become another here
    group = self:root()
    all = values.joined(group.all, v)
  until group == self:root()
  if all == group.all then return end
  group.all = all
  group.unit:grow()
end

--- Two groups become one.
function Group:join(other)
  local a, b = self:root(), other:root()
  if a == b then return a end
  local unit = a.unit
  if #a.tables < #b.tables then a, b = b, a end
  b.parent = a
  table.move(b.tables, 1, #b.tables, #a.tables + 1, a.tables)
  unit:grow()
  -- With their elements other groups become one, which wait here: nothing calls itself, however deep tables are in others.
  local waiting = unit.joining or {}
  waiting[#waiting + 1] = b
  if not unit.joining then
    unit.joining = waiting
    for _, group in ipairs(waiting) do group:put(group.all) end
    unit.joining = nil
  end
  return a:root()
end

return groups
