--- Lua code that evaluates ground rules on words of bits. Rules of one shape are one expression: with b1 the cells of one kind
-- and a line's steps as shifts, `d1 = d1 | b1 & b1 >> 3 & b1 >> 6 & MASK`. Rules that have only their head in common are one
-- test.

local layout = require "gts.gdl.layout"
local tables = require "gts.base.tables"

local code = {}

local function name_of(at) return at.kind .. at.word end

local function shifted(name, by)
  if by == 0 then return name end
  return by > 0 and ("(%s >> %d)"):format(name, by) or ("(%s << %d)"):format(name, -by)
end

local function hex(mask) return mask == math.mininteger and "(1 << 63)" or ("0x%X"):format(mask) end

-- The condition that these literals hold, as text; nil for none.
local function condition(literals, place)
  local set, clear, order = {}, {}, {}
  for _, literal in ipairs(literals) do
    local at = place(literal.atom)
    local name = name_of(at)
    if not set[name] then set[name], clear[name], order[#order + 1] = 0, 0, name end
    local of = literal.negated and clear or set
    of[name] = of[name] | 1 << at.bit
  end
  local parts = {}
  for _, name in ipairs(order) do
    local on, off = set[name], clear[name]
    if on & on - 1 ~= 0 then parts[#parts + 1] = ("%s & %s == %s"):format(name, hex(on), hex(on))
    elseif on ~= 0 then parts[#parts + 1] = ("%s & %s ~= 0"):format(name, hex(on)) end
    if off ~= 0 then parts[#parts + 1] = ("%s & %s == 0"):format(name, hex(off)) end
  end
  return #parts > 0 and table.concat(parts, " and ") or nil
end

-- The groups that rules fall into: the larger of those that move with their heads, and those that share one.
local function groups_of(rules, scalar, place)
  local moving, sharing = {}, {}
  for i, rule in ipairs(rules) do
    local reference = layout.reference(rule, scalar)
    if reference then
      local shape = layout.shape(rule, reference, scalar, place):gsub("^%S+", "")
      local head, from = place(rule.head), place(rule.body[reference].atom)
      moving[i] = ("%s%d%+d%s"):format(head.kind, head.word, head.bit - from.bit, shape)
      sharing[i] = rule.head.text .. shape
    end
  end
  local _, movers = tables.groups(rules, function(_, i) return moving[i] end)
  local _, sharers = tables.groups(rules, function(_, i) return sharing[i] end)
  local shares = {}
  local groups = tables.groups(rules, function(_, i)
    if not moving[i] then return i end
    local is_shared = #sharers[sharing[i]] > #movers[moving[i]]
    local key = is_shared and sharing[i] or moving[i]
    shares[key] = is_shared
    return key
  end)
  for _, group in ipairs(groups) do group.shares = shares[group.key] end
  return groups
end

local function statement(group, scalar, place)
  local rule = group[1]
  local head = place(rule.head)
  local target = name_of(head)
  local function either(of, text) return of and ("if %s then %s end"):format(of, text) or text end
  local function add(text) return ("%s = %s | %s"):format(target, target, text) end
  local reference, mask = layout.reference(rule, scalar), 0
  if reference then
    for _, member in ipairs(group) do mask = mask | 1 << place(member.body[reference].atom).bit end
  end
  if mask & mask - 1 == 0 then                          -- one rule, or several that are one
    return either(condition(rule.body, place), add(hex(1 << head.bit)))
  end
  local from = place(rule.body[reference].atom)
  local parts, still = { ("%s%s & %s"):format(rule.body[reference].negated and "~" or "", name_of(from), hex(mask)) }, {}
  for i, literal in ipairs(rule.body) do
    if scalar(rule, i) then still[#still + 1] = literal
    elseif i ~= reference then
      local at = place(literal.atom)
      parts[#parts + 1] = (literal.negated and "~" or "") .. shifted(name_of(at), at.bit - from.bit)
    end
  end
  local test, value = condition(still, place), table.concat(parts, " & ")
  if group.shares then return either(("%s(%s) ~= 0"):format(test and test .. " and " or "", value), add(hex(1 << head.bit))) end
  local by = from.bit - head.bit
  return either(test, add(by == 0 and value or shifted("(" .. value .. ")", by)))
end

-- The rules of needed atoms by the depth where they are applied, of their heads, or, where fewer of a rule lie there, before.
local function by_depth(depths, rules_of, needed)
  local depth_of, ready, count, due = {}, {}, {}, {}
  for i, atoms in ipairs(depths) do
    due[i] = {}
    for _, atom in ipairs(atoms) do depth_of[atom] = i end
  end
  local function note(rule, kind, depth)
    local key = ("%s %s"):format(rule.source, kind)
    count[key] = count[key] or { n = 0 }
    if not count[key][depth] then count[key][depth], count[key].n = true, count[key].n + 1 end
  end
  local function each(call)
    for i, atoms in ipairs(depths) do
      for _, atom in ipairs(atoms) do
        for _, rule in ipairs(needed[atom] and rules_of[atom] or {}) do call(rule, i) end
      end
    end
  end
  each(function(rule, i)
    local from = 1
    for _, literal in ipairs(rule.body) do from = math.max(from, (depth_of[literal.atom] or 0) + 1) end
    ready[rule] = math.min(from, i)
    note(rule, "ready", ready[rule])
    note(rule, "head", i)
  end)
  each(function(rule, i)
    local early = count[rule.source .. " ready"].n < count[rule.source .. " head"].n
    table.insert(due[early and ready[rule] or i], rule)
  end)
  return due
end

--- The set of derived atoms that some atoms depend on, themselves included, except atoms of `done`, a set; the rules by head.
function code.needed(rules, targets, done)
  local needed, list = {}, table.move(targets, 1, #targets, 1, {})
  local _, rules_of = tables.groups(rules, function(rule) return rule.head end)
  while #list > 0 do
    local atom = table.remove(list)
    if not needed[atom] and not done[atom] and rules_of[atom] then
      needed[atom] = true
      for _, rule in ipairs(rules_of[atom]) do
        for _, literal in ipairs(rule.body) do list[#list + 1] = literal.atom end
      end
    end
  end
  return needed, rules_of
end

--- The statements that evaluate some atoms, and what they depend on. `depths` of gts.gdl.depths, and behind the heads of
-- `next`; `done`: the evaluated atoms, a set that grows; `place` of gts.gdl.layout. Returns lines; a set of assigned words.
function code.of(rules, depths, targets, done, place)
  local needed, rules_of = code.needed(rules, targets, done)
  local lines, names = {}, {}
  local scalar, due = layout.scalars(rules), by_depth(depths, rules_of, needed)
  for i, atoms in ipairs(depths) do
    local here = due[i]
    local own = tables.filter(atoms, function(atom) return needed[atom] end)
    local by_word = tables.groups(own, function(atom) return name_of(place(atom)) end)
    local words = tables.map(by_word, function(group) return group.key end)
    for _, atom in ipairs(own) do done[atom] = true end
    for _, name in ipairs(words) do names[name] = true end
    local repeated = atoms.recursive and #words > 0
    if repeated then
      local before = tables.map(words, function(_, k) return "before" .. k end)
      lines[#lines + 1] = ("repeat local %s = %s"):format(table.concat(before, ", "), table.concat(words, ", "))
    end
    for _, group in ipairs(groups_of(here, scalar, place)) do lines[#lines + 1] = statement(group, scalar, place) end
    if repeated then
      local same = tables.map(words, function(name, k) return ("before%d == %s"):format(k, name) end)
      lines[#lines + 1] = ("until %s"):format(table.concat(same, " and "))
    end
  end
  return lines, names
end

code.condition = condition

return code
