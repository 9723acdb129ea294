--- Evaluates rules of a game description from the bottom up: what holds, given some atoms.
--
-- The atoms of a relation are rows of a table. A rule becomes nested loops, made as Lua: each literal is looked up by its bound
-- arguments, in an index of these, the one that leaves the fewest rows first. Relations that depend on each other are evaluated
-- together: each new row is joined with the other literals of the rules in which it stands, and those before it with older rows
-- only (semi-naive evaluation: Ullman, Principles of Database and Knowledge-Base Systems, 1988, chapter 3).
--
-- Atoms of keywords, as `true(cell(1,1,b))`, are rows of a second table as well, by the functor within: (1, 1, b) of `cell/3`.

local reader = require "gts.gdl.reader"
local tables = require "gts.base.tables"
local terms = require "gts.gdl.terms"

local joins = {}

-- Where the functor stands that tells atoms of a keyword apart.
local inner <const> = { ["true"] = 1, next = 1, init = 1, does = 2, legal = 2 }

local UNKNOWN <const>, VALUES <const> = 100, 8          -- rows of a table that is still empty, values of a column of it: a guess

--- The most cells of all tables of a description; a position may have four times as many.
joins.cells = 2500000

local Joins = {}
Joins.__index = Joins

-- An integer, or a text, for these numbers; those of two and three are spread by an odd factor (Knuth, TAOCP 3, section 6.4).
local function key_of(list)
  if #list == 0 then return "0" end
  if #list == 1 then return list[1] end
  if #list == 2 then return ("(%s << 21 | %s) * 0x9E3779B97F4A7C15"):format(list[1], list[2]) end
  local three = ("((%s << 21 | %s) << 21 | %s) * 0x9E3779B97F4A7C15"):format(list[1], list[2], list[3])
  if #list == 3 then return three end
  return ("%s .. ',' .. %s"):format(three, table.concat(list, " .. ',' .. ", 4))
end

-- A function made of Lua, with these upvalues by name; `head` of its rule.
local function made(text, upvalues, head)
  local names = tables.keys(upvalues)
  local values = tables.map(names, function(name) return upvalues[name] end)
  local first = #names > 0 and ("local %s = ...\n"):format(table.concat(names, ", ")) or ""
  local chunk = load(first .. text, "=rule")
  if not chunk then reader.refuse(head, "a rule with too many literals or variables") end
  return chunk(table.unpack(values))
end

local function clear(view)
  if view.n == 0 then return end
  for i = 1, view.width do view[i] = {} end
  for _, index in pairs(view.indexes) do index.first, index.after = {}, {} end
  view.age, view.n = {}, 0      -- last, for an error (Ctrl-C) may end this
end

local function new_view(width)
  local view = { n = -1, width = width, indexes = {}, seeds = {} }
  clear(view)
  return view
end

-- The index of a table by some of its columns, a text of their numbers: `first`, key -> a row, and `after`, row -> the next one.
local function index_of(view, columns)
  local at = table.concat(columns, " ")
  if not view.indexes[at] then
    local index = { first = {}, after = {}, columns = columns }
    view.indexes[at], view.add = index, nil
    if view.n > 0 then
      local key = key_of(tables.map(columns, function(column) return ("view[%d][i]"):format(column) end))
      local put = made(([[return function(i)
        local key = %s
        index.after[i], index.first[key] = index.first[key] or false, i
      end]]):format(key), { view = view, index = index })
      for i = 1, view.n do put(i) end
    end
  end
  return view.indexes[at]
end

-- The function that adds a row: of its age, and of its columns.
function Joins:adder(view)
  if view.add then return view.add end
  local lines, upvalues = {}, { view = view, joins = self }
  local arguments = table.concat(tables.range(1, view.width, function(i) return ", a" .. i end))
  for i = 1, view.width do lines[#lines + 1] = ("view[%d][n] = a%d"):format(i, i) end
  for _, at in ipairs(tables.keys(view.indexes)) do
    local index, name = view.indexes[at], "x" .. at:gsub(" ", "_")
    upvalues[name] = index
    lines[#lines + 1] = ("local key = %s"):format(key_of(tables.map(index.columns, function(c) return "a" .. c end)))
    lines[#lines + 1] = ("%s.after[n], %s.first[key] = %s.first[key] or false, n"):format(name, name, name)
  end
  if #view.seeds > 0 then
    lines[#lines + 1] = "local last = joins.last + 1 joins.last, joins.views[last], joins.rows[last] = last, view, n"
  end
  view.add = made(([[return function(age%s)
    local n = view.n + 1
    view.n, view.age[n] = n, age
    %s
  end]]):format(arguments, table.concat(lines, "\n    ")), upvalues)
  return view.add
end

--- The table of a relation, made when needed. Returns `has`, key -> true; `all`, rows and their number `n`; `add`, of terms.
function Joins:relation(name, arity)
  local relation = self.relations[name]
  if relation then return relation end
  if arity > terms.most then reader.refuse(self.head, "%s has more than %d arguments", name, terms.most) end
  relation = { name = name, arity = arity, has = {}, all = new_view(arity), within = {} }
  self.relations[name] = relation
  local numbers, at = tables.range(1, arity, function(i) return "a" .. i end), inner[name]
  local arguments = table.concat(numbers, ", ")
  local within = at and ([=[
    local view = relation.within[functor[a%d]]
    if view then (view.add or joins:adder(view))(age%s, unpack(inside[a%d])) end]=]):format(at, at == 2 and ", a1" or "", at)
  relation.add = made(([[return function(%s)
    local key = %s
    if relation.has[key] then return end
    relation.has[key] = true
    local age, left = joins.age + 1, joins.left - %d
    joins.age, joins.left = age, left
    if left < 0 then joins.budget.over(joins.head, true) end
    (relation.all.add or joins:adder(relation.all))(age%s)
    %s
  end]]):format(arguments, key_of(numbers), arity + 1, arity > 0 and ", " .. arguments or "", within or ""),
    { relation = relation, joins = self, functor = self.terms.functor, inside = self.terms.arguments, unpack = table.unpack })
  return relation
end

--- Forgets the rows of a relation.
function joins.clear(relation)
  if not next(relation.has) then return end
  clear(relation.all)
  for _, view in pairs(relation.within) do clear(view) end
  relation.has = {}             -- last, too
end

-- The table in which an atom is looked up, and the patterns of its columns.
function Joins:view(atom)
  local relation, at = self:relation(atom.relation, #atom), inner[atom.name]
  local within = at and atom[at]
  if not within or within.var then return relation.all, atom end
  local functor = within.name .. "/" .. #within
  local view = relation.within[functor]
  if not view then
    view = new_view(#atom - 1 + #within)
    relation.within[functor] = view
    local all = relation.all
    for i = 1, all.n do
      if self.terms.functor[all[at][i]] == functor then
        local columns = { all[at - 1] and all[at - 1][i] }
        for _, argument in ipairs(self.terms.arguments[all[at][i]]) do columns[#columns + 1] = argument end
        self:adder(view)(all.age[i], table.unpack(columns))
      end
    end
  end
  local columns = { atom[at - 1] }
  return view, table.move(within, 1, #within, #columns + 1, columns)
end

local Rule = {}                 -- what is written: a rule as a function
Rule.__index = Rule

function Rule:line(text, ...) self.lines[#self.lines + 1] = text:format(...) end

function Rule:open(ending, text, ...)
  self:line(text, ...)
  table.insert(self.endings, 1, ending)
end

function Rule:upvalue(value)
  local name = self.named[value]
  if not name then
    self.count = self.count + 1
    name = "u" .. self.count
    self.named[value], self.upvalues[name] = name, value
  end
  return name
end

-- The number of a pattern's term as Lua; nil if a variable of it is free.
function Rule:number(pattern)
  if pattern.var then return self.bound[pattern.var] end
  local maker = self.joins.terms.maker(pattern.name, #pattern)
  if #pattern == 0 then return tostring(maker()) end
  local arguments = {}
  for i, argument in ipairs(pattern) do
    arguments[i] = self:number(argument)
    if not arguments[i] then return nil end
  end
  return ("%s(%s)"):format(self:upvalue(maker), table.concat(arguments, ", "))
end

-- Those of an atom's arguments; nil if a variable is free.
function Rule:numbers(atom)
  local list = tables.collect(atom, function(argument) return self:number(argument) end)
  return #list == #atom and list or nil
end

-- Makes a pattern equal to a term, an expression: binds its variables.
function Rule:match(pattern, value)
  if pattern.var and not self.bound[pattern.var] then
    self.count = self.count + 1
    local name = "v" .. self.count
    self:line("local %s = %s", name, value)
    self.bound[pattern.var] = name
    return
  end
  local number = self:number(pattern)
  if number then return self:open("end", "if %s == %s then", value, number) end
  self.count = self.count + 1
  local name = "t" .. self.count
  self:open("end", "if %s[%s] == %q then", self:upvalue(self.joins.terms.functor), value, pattern.name .. "/" .. #pattern)
  self:line("local %s = %s[%s]", name, self:upvalue(self.joins.terms.arguments), value)
  for i, argument in ipairs(pattern) do self:match(argument, ("%s[%d]"):format(name, i)) end
end

--- Adds the head of a rule, an instance of which is found.
function Rule:add(rule)
  self:line("%s.add(%s)", self:upvalue(self.joins:relation(rule.head.relation, #rule.head)),
    table.concat(self:numbers(rule.head), ", "))
end

--- The condition that an atom without free variables holds.
function Rule:has(atom)
  return ("%s.has[%s]"):format(self:upvalue(self.joins:relation(atom.relation, #atom)), key_of(self:numbers(atom)))
end

-- The columns of a literal that are bound, and those that are not.
function Rule:split(columns)
  local bound, free = {}, {}
  for i, pattern in ipairs(columns) do
    local to = self:number(pattern) and bound or free
    to[#to + 1] = i
  end
  return bound, free
end

-- Tests that have no free variable.
function Rule:test(open)
  local conditions, left = {}, {}
  for _, literal in ipairs(open) do
    local parts = self:numbers(literal.distinct or literal.atom)
    if not parts then left[#left + 1] = literal
    elseif literal.distinct then
      conditions[#conditions + 1] = ("%s %s %s"):format(parts[1], literal.negated and "==" or "~=", parts[2])
    else conditions[#conditions + 1] = "not " .. self:has(literal.atom) end
  end
  if #conditions > 0 then self:open("end", "if %s then", table.concat(conditions, " and ")) end
  return left
end

-- The rows of a literal, one after the other.
function Rule:walk(literal, seed)
  local bound, free = self:split(literal.columns)
  local view, age = self:upvalue(literal.view), literal.is_later and seed and (literal.place < seed.place and "<" or "<=")
  if #bound == 0 then
    self:open("end", "for i%d = 1, %s.n do", literal.place, view)
  else
    local index = self:upvalue(index_of(literal.view, bound))
    local keys = tables.map(bound, function(column) return self:number(literal.columns[column]) end)
    self:line("local i%d = %s.first[%s]", literal.place, index, key_of(keys))
    if #free == 0 then self:open("end", "if i%d then", literal.place)
    else self:open(("i%d = %s.after[i%d] end"):format(literal.place, index, literal.place), "while i%d do", literal.place) end
  end
  if #free > 0 then
    local budget, head = self:upvalue(self.joins.budget), self:upvalue(self.head)
    self:line("%s.left = %s.left - 1 if %s.left < 0 then %s.over(%s) end", budget, budget, budget, budget, head)
  end
  if age then self:open("end", "if %s.age[i%d] %s now then", view, literal.place, age) end
  for _, column in ipairs(free) do self:match(literal.columns[column], ("%s[%d][i%d]"):format(view, column, literal.place)) end
end

-- The function of a rule: for all rows; with `seed`, one of its literals, for one row of that.
local function function_of(self, rule, seed)
  local to = setmetatable({ joins = self, head = rule.head, lines = {}, endings = {}, bound = {}, named = {}, upvalues = {},
    count = 0 }, Rule)
  local left = tables.filter(rule.literals, function(literal) return literal ~= seed end)
  if seed then
    for column, pattern in ipairs(seed.columns) do to:match(pattern, ("%s[%d][i]"):format(to:upvalue(seed.view), column)) end
  end
  local open = to:test(rule.tests)
  while #left > 0 do
    local best, least
    for i, literal in ipairs(left) do
      local bound = to:split(literal.columns)
      local rows = #literal.values > 0 and literal.view.n or UNKNOWN            -- that are left, as an estimate
      for _, column in ipairs(bound) do rows = rows / (literal.values[column] or VALUES) end
      if #bound == literal.view.width then rows = 0 end
      if not least or rows < least then best, least = i, rows end
    end
    to:walk(table.remove(left, best), seed)
    open = to:test(open)
  end
  if rule.found then rule.found(to) else to:add(rule) end
  local text = table.concat(to.lines, "\n")
  return made(("return function(i, now)\n%s\n%s\nend"):format(text, table.concat(to.endings, " ")), to.upvalues, rule.head)
end

local function prepared(self, rule, is_later)
  local literals, tests = {}, {}
  for _, literal in ipairs(rule.body) do
    if literal.distinct or literal.negated then
      if not rule.is_left or not rule.is_left(literal) then tests[#tests + 1] = literal end
    else
      local view, columns = self:view(literal.atom)
      local values = {}
      local later = is_later[literal.atom.relation]
      for column = 1, view.n == 0 and 0 or view.width do
        local seen, n = {}, 0
        for i = 1, view.n do
          if not seen[view[column][i]] then seen[view[column][i]], n = true, n + 1 end
        end
        values[column] = math.max(n, 1)
      end
      literals[#literals + 1] = { view = view, columns = columns, place = #literals + 1, is_later = later, values = values }
    end
  end
  return { head = rule.head, literals = literals, tests = tests, found = rule.found }
end

local function adder_of(self, fact)
  local function number(term) return self.terms.maker(term.name, #term)(table.unpack(tables.map(term, number))) end
  local relation, row = self:relation(fact.relation, #fact), tables.map(fact, number)
  return function() relation.add(table.unpack(row)) end
end

--- Makes the functions of rules { head, body } whose relations depend on each other, or on what is known. `found` writes what
-- is done with an instance, default: its head is added; `is_left(literal)`: a negated literal is not tested. For Joins:run.
function Joins:level(rules)
  local is_later, level = {}, { first = {} }
  for _, rule in ipairs(rules) do is_later[rule.head.relation] = true end
  for _, rule in ipairs(rules) do
    self.head = rule.head
    local ready = prepared(self, rule, is_later)
    local later = tables.filter(ready.literals, function(literal) return literal.is_later end)
    if #later == 0 then
      local call = #rule.body == 0 and not rule.found and adder_of(self, rule.head) or function_of(self, ready)
      level.first[#level.first + 1] = { head = rule.head, call = call }
    end
    for _, literal in ipairs(later) do
      table.insert(literal.view.seeds, { head = rule.head, call = function_of(self, ready, literal) })
      literal.view.add = nil
    end
  end
  return level
end

--- Evaluates a level; all that it depends on is there. `level` of Joins:level; `wanted`: set of relations to begin with.
function Joins:run(level, wanted)
  self.last = 0               -- an error may have ended the level before
  for _, rule in ipairs(level.first) do
    self.head = rule.head
    if not wanted or wanted[rule.head.relation] then rule.call() end
  end
  local at = 1
  while at <= self.last do
    local view, i = self.views[at], self.rows[at]
    for _, seed in ipairs(view.seeds) do
      self.head = seed.head
      seed.call(i, view.age[i])
    end
    if self.each then self.each() end
    at = at + 1
  end
  if at > 1 then self.views, self.rows = {}, {} end
end

--- Begins the budget anew; returns how many rows were looked at.
function Joins:renew()
  local seen = self.budget.steps - self.budget.left
  self.head, self.left, self.budget.left = nil, 4 * joins.cells, self.budget.steps
  return seen
end

--- A set of relations, all of them empty. `steps`: how many rows may be looked at; `over`: raises that these are used up, or the
-- cells of tables; it gets the head of a rule, and for cells true.
function joins.new(steps, over)
  local self = setmetatable({ relations = {}, age = 0, last = 0, views = {}, rows = {},
    left = joins.cells, budget = { left = steps, steps = steps, over = over } }, Joins)
  self.terms = terms.new(function() return self.head end)
  return self
end

return joins
