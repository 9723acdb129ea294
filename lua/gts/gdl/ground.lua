-- Grounds a game description: all instances of its rules that can matter, without variables.
--
-- What can be true at some position is found by a fixpoint that ignores negation, except of relations that do not depend on
-- the position: those are evaluated once, level by level, and leave no trace in the instances.

local depths = require "gts.gdl.depths"
local joins = require "gts.gdl.joins"
local reader = require "gts.gdl.reader"
local tables = require "gts.base.tables"

local ground = {}

--- The most rows of atoms that literals of rules are compared with.
ground.steps = 20000000

local RULES = 80000
local BITS = 1024               -- fluents, and moves of both roles: see gts.gdl.layout

local function atom(name, ...)
  local list = tables.map({ ... }, function(variable) return { var = variable } end)
  list.name, list.relation = name, name
  return list
end

-- What can be true, and what can be done.
local function possible()
  return {
    { head = atom("true", "f"), body = { { atom = atom("init", "f") } } },
    { head = atom("true", "f"), body = { { atom = atom("next", "f") } } },
    { head = atom("does", "r", "m"), body = { { atom = atom("legal", "r", "m") } } },
  }
end

--- Evaluates the relations that no position changes. `program` of gts.gdl.program. Returns a table of gts.gdl.joins; other rules.
function ground.static(program)
  local self = joins.new(ground.steps, function(head)
    if not head then reader.refuse(nil, "the domain is too large: too many atoms") end
    reader.refuse(head, "the domain is too large: more than %d steps to the instances of rules", ground.steps)
  end)
  local static = tables.filter(program.rules, function(rule) return not program.dynamic[rule.head.relation] end)
  for _, rules in ipairs(depths.order(static)) do self:run(self:level(rules)) end
  return self, tables.filter(program.rules, function(rule) return program.dynamic[rule.head.relation] end)
end

local function atoms(self, name, arity)
  local view, maker = self:relation(name, arity).all, self.terms.maker(name, arity)
  return tables.range(1, view.n, function(i)
    return self.terms.object(maker(table.unpack(tables.range(1, arity, function(column) return view[column][i] end))))
  end)
end

--- The relations of two arguments that do not depend on the position: name -> atoms, as terms.
function ground.relations(self, program)
  local found = {}
  for name, relation in pairs(self.relations) do
    if not program.dynamic[name] and relation.arity == 2 then found[name] = atoms(self, name, 2) end
  end
  return found
end

local function recorder(is_dynamic, object, list)
  local function noted(number, literals, head, ...)
    local body = {}
    for i, literal in ipairs(literals) do body[i] = { atom = object((select(i, ...))), negated = literal.negated } end
    list[#list + 1] = { head = object(head), body = body, source = number }
    if #list > RULES then reader.refuse(nil, "the domain is too large: more than %d instances of rules", RULES) end
  end
  return function(rule, number)
    local literals = tables.filter(rule.body, is_dynamic)
    return function(to)
      local numbers = tables.map(literals, function(literal) return to:number(literal.atom) end)
      to:line("%s(%d, %s, %s)", to:upvalue(noted), number, to:upvalue(literals),
        table.concat({ to:number(rule.head), table.unpack(numbers) }, ", "))
      to:add(rule)
    end
  end
end

--- Grounds a description; raises that its domain is too large. `program` of gts.gdl.program. Returns `rules`, { head, body = { {
-- atom, negated },... }, source = number of the rule }; `start`, the fluents of init; `does`, text -> atom; `relations` of two
-- arguments that do not depend on the position: name -> atoms.
function ground.of(program)
  local self, rest = ground.static(program)
  local object, rules = self.terms.object, {}
  local function is_dynamic(literal) return literal.atom and program.dynamic[literal.atom.relation] end
  local function is_left(literal) return literal.negated and is_dynamic(literal) end
  local noting = recorder(is_dynamic, object, rules)
  local all = tables.map(rest, function(rule, i)
    return { head = rule.head, body = rule.body, found = noting(rule, i), is_left = is_left }
  end)
  table.move(possible(), 1, 3, #all + 1, all)
  local fluents, moves = self:relation("true", 1).all, self:relation("does", 2).all
  function self.each()
    if fluents.n > BITS or moves.n > BITS then
      reader.refuse(nil, "the domain is too large: more than %d %s", BITS, fluents.n > BITS and "fluents" or "moves")
    end
  end
  self:run(self:level(all))
  local does = {}
  for _, move in ipairs(atoms(self, "does", 2)) do does[move.text] = move end
  return { rules = rules, start = tables.map(atoms(self, "init", 1), function(term) return term[1] end), does = does,
    relations = ground.relations(self, program) }
end

return ground
