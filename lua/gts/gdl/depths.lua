--- The order in which ground atoms are evaluated.

local tables = require "gts.base.tables"

local depths = {}

-- Strongly connected components of the atoms, dependences first (Tarjan 1972), without recursion of Lua.
local function components(atoms, rules_of)
  local index, low, on_stack, stack, found, count = {}, {}, {}, {}, {}, 0
  for _, root in ipairs(atoms) do
    local path = not index[root] and { { atom = root } } or {}
    while #path > 0 do
      local top = path[#path]
      local atom = top.atom
      if not index[atom] then
        count = count + 1
        index[atom], low[atom], on_stack[atom] = count, count, true
        stack[#stack + 1] = atom
        top.list, top.at = {}, 0
        for _, rule in ipairs(rules_of[atom]) do
          for _, literal in ipairs(rule.body) do
            if rules_of[literal.atom] then top.list[#top.list + 1] = literal.atom end
          end
        end
      end
      top.at = top.at + 1
      local other = top.list[top.at]
      if other and not index[other] then path[#path + 1] = { atom = other }
      elseif other then
        if on_stack[other] then low[atom] = math.min(low[atom], index[other]) end
      else
        path[#path] = nil
        local above = path[#path]
        if above then low[above.atom] = math.min(low[above.atom], low[atom]) end
        if low[atom] == index[atom] then
          local component = {}
          repeat
            local member = table.remove(stack)
            on_stack[member], component[#component + 1] = nil, member
          until member == atom
          found[#found + 1] = component
        end
      end
    end
  end
  return found
end

local function is_within(component, rules_of)
  local atom = component[1]
  return #component > 1 or tables.any(rules_of[atom], function(rule)
    return tables.any(rule.body, function(literal) return literal.atom == atom end)
  end)
end

-- Relations, as atoms of ground rules: each a table with its name as `text`.
local function relations_of(rules)
  local objects = {}
  local function object(name)
    objects[name] = objects[name] or { text = name }
    return objects[name]
  end
  return tables.map(rules, function(rule)
    return { head = object(rule.head.relation), body = tables.collect(rule.body, function(literal)
      return literal.atom and { atom = object(literal.atom.relation) }
    end) }
  end)
end

--- Numbers the relations of rules so that those that depend on each other have the same: name -> number.
function depths.components_of(rules)
  local heads, rules_of = tables.groups(relations_of(rules), function(rule) return rule.head end)
  local number = {}
  for i, component in ipairs(components(tables.map(heads, function(group) return group.key end), rules_of)) do
    for _, relation in ipairs(component) do number[relation.text] = i end
  end
  return number
end

-- All that is reached from these names.
local function reached(names, steps)
  local found, list = {}, table.move(names, 1, #names, 1, {})
  while #list > 0 do
    local name = table.remove(list)
    if not found[name] then
      found[name] = true
      table.move(steps[name] or {}, 1, #(steps[name] or {}), #list + 1, list)
    end
  end
  return found
end

-- The relations of heads and of bodies, in pairs.
local function uses(rules, note)
  local steps = {}
  for _, rule in ipairs(rules) do
    for _, literal in ipairs(rule.body) do
      if literal.atom then
        local from, to = note(rule.head.relation, literal.atom.relation)
        steps[from] = steps[from] or {}
        table.insert(steps[from], to)
      end
    end
  end
  return steps
end

--- The relations that depend on one of these, themselves included: a set.
function depths.dependent(rules, names)
  return reached(names, uses(rules, function(head, body) return body, head end))
end

--- The relations that these depend on, themselves included: a set.
function depths.needed(rules, names)
  return reached(names, uses(rules, function(head, body) return head, body end))
end

--- Rules in the order in which they are evaluated: lists, each of relations that depend on those before or each other.
function depths.order(rules)
  local _, by_relation = tables.groups(rules, function(rule) return rule.head.relation end)
  return tables.map(depths.of(relations_of(rules), function() return false end), function(list)
    return tables.flatten(list, function(relation) return by_relation[relation.text] end)
  end)
end

--- In how many strata the relations of `rules` lie: what a rule denies lies below its head.
function depths.strata(rules)
  local number, stratum, most = depths.components_of(rules), {}, 1
  local in_order = table.move(rules, 1, #rules, 1, {})
  table.sort(in_order, function(a, b) return number[a.head.relation] < number[b.head.relation] end)
  for _, rule in ipairs(in_order) do
    local own = number[rule.head.relation]
    for _, literal in ipairs(rule.body) do
      local other = literal.atom and number[literal.atom.relation]
      local least = (stratum[other] or 1) + (literal.negated and literal.atom and 1 or 0)
      stratum[own] = math.max(stratum[own] or 1, least)
      most = math.max(most, least)
    end
  end
  return most
end

--- Lists the atoms of the heads of `rules` by depth: each depends on lower ones. `comes_late`, a function of an atom: is it to
-- come after the others? Returns lists, each with `recursive`: some of its atoms depend on each other.
function depths.of(rules, comes_late)
  local heads, rules_of = tables.groups(rules, function(rule) return rule.head end)
  local atoms = tables.map(heads, function(group) return group.key end)
  local depth, late, lists = {}, {}, { {}, {} }
  for _, component in ipairs(components(atoms, rules_of)) do
    local deepest, is_late = 0, false
    for _, atom in ipairs(component) do
      for _, rule in ipairs(rules_of[atom]) do
        for _, literal in ipairs(rule.body) do
          deepest = math.max(deepest, depth[literal.atom] or 0)
          is_late = is_late or late[literal.atom] or comes_late(literal.atom)
        end
      end
    end
    local list = lists[is_late and 2 or 1]
    for _, atom in ipairs(component) do
      depth[atom], late[atom] = deepest + 1, is_late
      list[deepest + 1] = list[deepest + 1] or {}
      table.insert(list[deepest + 1], atom)
    end
    if is_within(component, rules_of) then list[deepest + 1].recursive = true end
  end
  local all = tables.flatten(lists, function(list)
    return tables.map(tables.keys(list), function(at) return list[at] end)
  end)
  for _, list in ipairs(all) do table.sort(list, function(a, b) return a.text < b.text end) end
  return all
end

return depths
