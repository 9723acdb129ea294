--- Demand: of relations with many arguments only those rows are evaluated that a rule looks up ("magic sets": Bancilhon, Maier,
-- Sagiv and Ullman, "Magic sets and other strange ways to implement logic programs", 1986).
--
-- A rule that looks up `move(x1, y1, x2, y2)` with x1 and y1 bound takes `move bbff`, whose rules begin with a row of `demand
-- move bbff`, (x1, y1), which is concluded from what stands before the literal. What a rule denies is evaluated before it, with
-- all that it demands: each place where a relation is denied, or evaluated as a whole, has separate rows, with `place` in their
-- names.

local depths = require "gts.gdl.depths"
local tables = require "gts.base.tables"

local demand = {}

local FEWEST <const> = 4        -- arguments of a relation that is worth it
local BOUND <const> = 2         -- of these
local MOST <const> = 2000       -- rules; beyond that relations are evaluated as a whole: places double with each depth of denials

local Demand = {}
Demand.__index = Demand

local function is_bound(pattern, bound)
  if pattern.var then return bound[pattern.var] end
  return not tables.any(pattern, function(argument) return not is_bound(argument, bound) end)
end

local function bind(pattern, bound)
  if pattern.var then bound[pattern.var] = true end
  for _, argument in ipairs(pattern) do bind(argument, bound) end
end

-- Which arguments of an atom are bound, as "bbff"; "" where all rows are evaluated.
function Demand:binding(atom, bound)
  local letters, count = {}, 0
  for i, argument in ipairs(atom) do
    letters[i] = is_bound(argument, bound) and "b" or "f"
    count = count + (letters[i] == "b" and 1 or 0)
  end
  if #atom < FEWEST or count < BOUND or self.whole[atom.relation] then return "" end
  return table.concat(letters)
end

-- The rows that are wanted of a relation: its rules are to be made.
function Demand:want(relation, binding, place)
  if self.size > MOST then binding = "" end
  local name = binding == "" and relation or ("%s %s %s"):format(relation, binding, place)
  if not self.wanted[name] then
    self.wanted[name] = { relation = relation, binding = binding, name = name, place = binding == "" and relation or place }
    self.list[#self.list + 1], self.size = self.wanted[name], self.size + #self.rules_of[relation]
  end
  return self.wanted[name]
end

-- An atom of the rows that are wanted.
local function bound_atom(atom, want) return tables.copy(atom, { relation = want.name }) end

local function demanded(atom, want)
  local made = { name = "demand", relation = "demand " .. want.name, line = atom.line, column = atom.column }
  for i = 1, #atom do
    if want.binding:sub(i, i) == "b" then made[#made + 1] = atom[i] end
  end
  return made
end

-- The literal that is looked up next: the one that leaves the fewest arguments free; fluents first; of equals the first.
function Demand:choose(literals, bound)
  local best, least
  for i, literal in ipairs(literals) do
    local atom = literal.atom
    local cost = self.rules_of[atom.relation] and 2 or 0
    for _, argument in ipairs(atom) do cost = cost + (is_bound(argument, bound) and -0.5 or 1) end
    if atom.name == "true" or atom.name == "does" then cost = math.min(cost, 0.5) end
    if not least or cost < least then best, least = i, cost end
  end
  return table.remove(literals, best)
end

-- A literal of a rule, whose atom may be derived: what stands before it, `body`, makes the demand.
function Demand:literal(literal, bound, body, place)
  local atom = literal.atom
  if not self.rules_of[atom.relation] then return literal end
  local want = self:want(atom.relation, self:binding(atom, bound), place)
  if want.binding ~= "" then
    self.made[#self.made + 1] = { head = demanded(atom, want), body = table.move(body, 1, #body, 1, {}) }
  end
  return { atom = bound_atom(atom, want), negated = literal.negated }
end

-- Makes a rule for the rows of its head that are demanded.
function Demand:rule(rule, want)
  local bound, body = {}, {}
  if want.binding ~= "" then
    body[1] = { atom = demanded(rule.head, want) }
    bind(body[1].atom, bound)
  end
  local open = tables.filter(rule.body, function(literal) return literal.distinct end)
  local left = tables.filter(rule.body, function(literal) return literal.atom and not literal.negated end)
  while #left > 0 do
    local literal = self:choose(left, bound)
    body[#body + 1] = self:literal(literal, bound, body, want.place)
    bind(literal.atom, bound)
    open = tables.filter(open, function(test)
      if not is_bound(test.distinct, bound) then return true end
      body[#body + 1] = test
      return false
    end)
  end
  local denied = tables.filter(rule.body, function(literal) return literal.negated and literal.atom end)
  denied = tables.map(denied, function(literal, i)
    return self:literal(literal, bound, body, ("%s, %d not %d"):format(want.place, self.number[rule], i))
  end)
  table.move(open, 1, #open, #body + 1, body)
  table.move(denied, 1, #denied, #body + 1, body)
  self.made[#self.made + 1] = { head = bound_atom(rule.head, want), body = body }
end

-- All rules, if these relations are evaluated as a whole.
local function transformed(rules, rules_of, targets, whole)
  local self = setmetatable({ rules_of = rules_of, whole = whole, wanted = {}, list = {}, made = {}, size = 0 }, Demand)
  self.number = tables.places(rules)
  for _, relation in ipairs(targets) do self:want(relation, "") end
  local i = 1
  while self.list[i] do
    for _, rule in ipairs(rules_of[self.list[i].relation]) do self:rule(rule, self.list[i]) end
    i = i + 1
  end
  return self
end

-- Takes relations into `whole` by whose demand a relation depends on what it denies; false: there is none.
local function settle(self)
  local component, found = depths.components_of(self.made), false
  local function whole(relation) self.whole[relation], found = true, true end
  for _, rule in ipairs(self.made) do
    for _, literal in ipairs(rule.body) do
      local denied = literal.negated and literal.atom and literal.atom.relation
      local at = denied and component[denied]
      if at and at == component[rule.head.relation] then
        for name, want in pairs(self.wanted) do
          if want.binding ~= "" and component[name] == at and (self.wanted[denied].binding == "" or name == denied) then
            whole(want.relation)
          end
        end
      end
    end
  end
  return found
end

--- Rules that evaluate these relations, and of others what is demanded. `targets`: names of relations. Returns rules.
function demand.rules(rules, targets)
  local _, rules_of = tables.groups(rules, function(rule) return rule.head.relation end)
  local whole, made = {}
  repeat made = transformed(rules, rules_of, targets, whole) until not settle(made)
  return made.made
end

return demand
