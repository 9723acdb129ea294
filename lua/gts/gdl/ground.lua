--- Grounds a game description: all instances of its rules that can matter, without variables.
--
-- What can be true at some position is found by a fixpoint that ignores negation, except of relations that do not depend on
-- the position: those are evaluated once, stratum by stratum, and leave no trace in the instances. Each new atom is joined with
-- the other literals of the rules in which it stands (semi-naive evaluation: Ullman, Principles of Database and
-- Knowledge-Base Systems, 1988, chapter 3).
--
-- A ground term is a table with `name`, its arguments, and `text`; equal terms are the same table.

local reader = require "gts.gdl.reader"
local tables = require "gts.base.tables"

local ground = {}

--- The most atoms that literals of rules are compared with.
ground.steps = 10000000

local ATOMS, RULES, DEEPEST = 100000, 300000, 20

-- Where the functor stands that tells atoms of a keyword apart.
local inner = { ["true"] = 1, next = 1, init = 1, does = 2, legal = 2 }

local Grounder = {}
Grounder.__index = Grounder

-- A new ground term.
local function make(name, arguments)
  local texts = tables.map(arguments, function(argument) return argument.text end)
  local deepest = tables.most(arguments, function(argument) return argument.depth end)
  if deepest >= DEEPEST then reader.refuse(nil, "the domain is too large: terms more than %d deep", DEEPEST) end
  local text = #texts == 0 and name or ("%s(%s)"):format(name, table.concat(texts, ","))
  return { name = name, text = text, depth = deepest + 1, table.unpack(arguments) }
end

-- The table at a key, made where it is needed.
local function inside(t, key)
  local found = t[key]
  if not found then
    found = {}
    t[key] = found
  end
  return found
end

-- The ground term of this name and these arguments: a walk down a tree of them.
function Grounder:term(name, arguments)
  local node = inside(self.terms, name)
  for i = 1, #arguments do node = inside(node, arguments[i]) end
  if not node.term then node.term = make(name, arguments) end
  return node.term
end

-- The ground term of a pattern; nil if a variable of it is free.
function Grounder:instance(pattern, bound)
  if pattern.var then return bound[pattern.var] end
  if pattern.ground then return pattern.ground end
  local arguments, is_ground = {}, true
  for i, argument in ipairs(pattern) do
    arguments[i] = self:instance(argument, bound)
    if not arguments[i] then return nil end
    is_ground = is_ground and argument.ground ~= nil
  end
  local made = self:term(pattern.name, arguments)
  if is_ground then pattern.ground = made end
  return made
end

-- Makes a pattern equal to a ground term by binding variables, which are noted in `trail`.
local function match(pattern, term, bound, trail)
  if pattern.var then
    if bound[pattern.var] then return bound[pattern.var] == term end
    bound[pattern.var], trail[#trail + 1] = term, pattern.var
    return true
  end
  if pattern.name ~= term.name or #pattern ~= #term then return false end
  for i, argument in ipairs(pattern) do
    if not match(argument, term[i], bound, trail) then return false end
  end
  return true
end

-- By what atoms are found: their relation, with the functor inside for keywords, and the terms to look them up by.
local function parts_of(atom)
  local at = inner[atom.name]
  if not at then return atom.name .. "/" .. #atom, atom end
  local within = atom[at]
  if within.var then return nil end
  local parts = { atom[at - 1] }
  table.move(within, 1, #within, #parts + 1, parts)
  return ("%s %s/%d"):format(atom.name, within.name, #within), parts
end

local function note(index, key, value)
  local list = inside(index, key)
  list[#list + 1] = value
end

-- Takes an atom into what can be true; false if it is there.
function Grounder:add(atom)
  if self.known[atom] then return false end
  self.count = self.count + 1
  self.known[atom] = self.count
  if self.count > ATOMS then reader.refuse(nil, "the domain is too large: more than %d atoms", ATOMS) end
  local key, parts = parts_of(atom)
  note(self.by_name, atom.name, atom)
  note(self.by_key, key, atom)
  for i, part in ipairs(parts) do
    note(inside(self.by_part, key .. "#" .. i), part, atom)
  end
  self.queue[#self.queue + 1] = atom
  return true
end

local none = {}

-- The shortest list at hand with all atoms that may match.
function Grounder:candidates(pattern, bound)
  local key, parts = parts_of(pattern)
  if not key then return self.by_name[pattern.name] or none end
  local best = self.by_key[key] or none
  for i, part in ipairs(parts) do
    local term = #best > 1 and self:instance(part, bound)
    if term then
      local list = self.by_part[key .. "#" .. i][term] or none
      if #list < #best then best = list end
    end
  end
  return best
end

-- Is a literal without free variables false, so far as is known beforehand?
function Grounder:fails(literal, bound)
  if literal.distinct then
    local same = self:instance(literal.distinct[1], bound) == self:instance(literal.distinct[2], bound)
    return same ~= (literal.negated or false)
  end
  return not self.dynamic[literal.atom.name] and self.known[self:instance(literal.atom, bound)] ~= nil
end

-- Notes an instance of a rule, all of whose variables are bound.
function Grounder:conclude(rule, bound)
  for _, literal in ipairs(rule.tests) do
    if self:fails(literal, bound) then return end
  end
  local head = self:instance(rule.head, bound)
  if self.dynamic[head.name] then
    local body = tables.collect(rule.body, function(literal)
      return literal.atom and self.dynamic[literal.atom.name]
        and { atom = self:instance(literal.atom, bound), negated = literal.negated }
    end)
    self.rules[#self.rules + 1] = { head = head, body = body, source = rule.number }
    if #self.rules > RULES then reader.refuse(nil, "the domain is too large: more than %d instances of rules", RULES) end
  end
  self:add(head)
  if head.name == "next" then self:add(self:term("true", { head[1] })) end
  if head.name == "legal" then self:add(self:term("does", { head[1], head[2] })) end
end

-- One more atom is compared with a literal of a rule.
function Grounder:step(rule)
  self.steps = self.steps + 1
  if self.steps > ground.steps then
    reader.refuse(rule.head, "the domain is too large: more than %d steps to the instances of rules", ground.steps)
  end
end

local function without(list, at) return table.move(list, at + 1, #list, at, table.move(list, 1, at - 1, 1, {})) end

-- Binds the positive literals of a rule that are left, the one with the fewest candidates first. Each instance is to be found
-- once, by the last of its atoms: no atom is younger than `age`, and none of a literal before `place` as young.
function Grounder:join(rule, left, bound, age, place)
  if #left == 0 then return self:conclude(rule, bound) end
  local at, list
  for i, literal in ipairs(left) do
    local found = self:candidates(literal.atom, bound)
    if not list or #found < #list then at, list = i, found end
    if #list == 0 then return end
  end
  local literal, rest = left[at], without(left, at)
  local youngest = literal.place < place and age - 1 or age
  for i = 1, #list do
    if self.known[list[i]] > youngest then break end
    self:step(rule)
    local trail = {}
    if match(literal.atom, list[i], bound, trail) then self:join(rule, rest, bound, age, place) end
    for _, name in ipairs(trail) do bound[name] = nil end
  end
end

-- The fixpoint of some rules.
function Grounder:run(rules)
  local of = {}
  self.queue = {}
  for _, rule in ipairs(rules) do
    for i, literal in ipairs(rule.positive) do note(of, literal.atom.name, { rule = rule, at = i }) end
  end
  local before = self.count
  for _, rule in ipairs(rules) do self:join(rule, rule.positive, {}, before, 0) end
  local i = 1
  while self.queue[i] do
    local atom = self.queue[i]
    for _, use in ipairs(of[atom.name] or none) do
      local positive, bound = use.rule.positive, {}
      if match(positive[use.at].atom, atom, bound, {}) then
        self:join(use.rule, without(positive, use.at), bound, self.known[atom], use.at)
      end
    end
    i = i + 1
  end
end

-- The rules, by stratum for relations that do not depend on the position; and all others.
local function parted(program)
  local static, rest = {}, {}
  for number, rule in ipairs(program.rules) do
    rule.number, rule.positive, rule.tests = number, {}, {}
    for _, literal in ipairs(rule.body) do
      if literal.distinct or literal.negated then rule.tests[#rule.tests + 1] = literal
      else rule.positive[#rule.positive + 1] = { atom = literal.atom, place = #rule.positive + 1 } end
    end
    if program.dynamic[rule.head.name] then rest[#rest + 1] = rule
    else note(static, program.strata[rule.head.name], rule) end
  end
  return static, rest
end

--- Grounds a description; raises that its domain is too large.
-- @tparam table program of gts.gdl.program
-- @treturn table `rules`, { head, body = { { atom, negated },... }, source = number of the rule }; `start`, the fluents of init;
-- `does`, text -> atom; `relations` of two arguments that do not depend on the position: name -> atoms
function ground.of(program)
  local self = setmetatable({ terms = {}, known = {}, count = 0, steps = 0, by_name = {}, by_key = {}, by_part = {}, queue = {},
    dynamic = program.dynamic, rules = {} }, Grounder)
  local static, rest = parted(program)
  for _, depth in ipairs(tables.keys(static)) do self:run(static[depth]) end
  local start = tables.map(self.by_name.init or none, function(atom) return atom[1] end)
  for _, fluent in ipairs(start) do self:add(self:term("true", { fluent })) end
  self:run(rest)
  local does = {}
  for _, atom in ipairs(self.by_name.does or none) do does[atom.text] = atom end
  local relations = {}
  for name in pairs(program.strata) do
    if not self.dynamic[name] then relations[name] = self.by_key[name .. "/2"] end
  end
  return { rules = self.rules, start = start, does = does, relations = relations }
end

return ground
