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

local INSTANCES, RULES = 600000, 40000           -- of rules, and what is made of them
local SHARED = 3                -- families of instances that have an atom for what they share
local FLUENTS, MOVES = 1024, 8192               -- moves of both roles: see gts.gdl.layout

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
  local self = joins.new(ground.steps, function(head, is_cells)
    if is_cells then reader.refuse(head, "the domain is too large: too many atoms") end
    reader.refuse(head, "the domain is too large: more than %d steps to the instances of rules", ground.steps)
  end)
  local static = tables.filter(program.rules, function(rule) return not program.dynamic[rule.head.relation] end)
  for _, rules in ipairs(depths.order(static)) do self:run(self:level(rules)) end
  return self, tables.filter(program.rules, function(rule) return program.dynamic[rule.head.relation] end)
end

local function numbers(self, name, arity)
  local view, maker = self:relation(name, arity).all, self.terms.maker(name, arity)
  return tables.range(1, view.n, function(i)
    return maker(table.unpack(tables.range(1, arity, function(column) return view[column][i] end)))
  end)
end

local function atoms(self, name, arity) return tables.map(numbers(self, name, arity), self.terms.object) end

--- The relations of two arguments that do not depend on the position: name -> atoms, as terms.
function ground.relations(self, program)
  local found = {}
  for name, relation in pairs(self.relations) do
    if not program.dynamic[name] and relation.arity == 2 then found[name] = atoms(self, name, 2) end
  end
  return found
end

-- Instances of a rule that differ in a move of one role alone, as the numbers of their terms.
local function noted(kept, rule, head, ...)
  local node, move = rule.tree, rule.at and select(rule.at, ...)
  kept.instances = kept.instances + 1
  if kept.instances > INSTANCES or #kept > RULES then
    reader.refuse(rule.head, "the domain is too large: more than %d instances of rules", #kept > RULES and RULES or INSTANCES)
  end
  local function step(number)
    node[number] = node[number] or {}
    node = node[number]
  end
  step(head)
  for i = 1, #rule.literals do
    if i ~= rule.at then step((select(i, ...)) or 0) end
  end
  if move then step(kept.arguments[move][1]) end
  local family = node.family
  if not family then
    family = { rule = rule, head = head, ... }
    node.family, kept[#kept + 1] = family, family
    if move then family.moves = {} end
  end
  if move then family.moves[#family.moves + 1] = move end
end

-- Makes a rule one whose instances are noted, with those dynamic literals that may hold.
local function recorded(rule, number, literals, kept)
  local made = { head = rule.head, literals = literals, number = number, tree = {} }
  for i, literal in ipairs(literals) do
    if literal.atom.name == "does" and not literal.negated then made.at = not made.at and i or 0 end
  end
  made.at = made.at ~= 0 and made.at or nil
  local head = { name = rule.head.name, relation = "instances", table.unpack(rule.head) }
  return { head = head, body = rule.body, found = function(to)
    local list = tables.map(literals, function(literal)
      local term = to:number(literal.atom)
      return literal.negated and ("%s and %s"):format(to:has(literal.atom), term) or term
    end)
    table.insert(list, 1, to:number(head))
    to:line("%s(%s, %s, %s)", to:upvalue(noted), to:upvalue(kept), to:upvalue(made), table.concat(list, ", "))
  end }
end

-- The literals of a family of instances: fluents that are to hold, and the others; with `key`, a text of the latter and of the
-- moves. Where few moves are left, and exactly one is made, that is: none of these.
local function split(family, object, all_moves)
  local key = {}
  family.fluents, family.rest = {}, {}
  for i, literal in ipairs(family.rule.literals) do
    local is_fluent = literal.atom.name == "true" and not literal.negated
    if i ~= family.rule.at and family[i] then
      table.insert(is_fluent and family.fluents or family.rest, { atom = object(family[i]), negated = literal.negated })
      key[#key + 1] = not is_fluent and (literal.negated and -family[i] or family[i]) or nil
    end
  end
  if not family.moves then return end
  local set = tables.set(family.moves)          -- the same instance may have been found twice
  local moves = tables.keys(set)
  local all = all_moves[object(moves[1])[1].text]
  if #moves > 2 and (#all - #moves) * 2 <= #moves then
    family.moves = nil
    for _, move in ipairs(all) do
      if not set[move] then table.insert(family.rest, { atom = object(move), negated = true }) end
    end
    return
  end
  family.moves = moves
  family.key = table.concat(table.move(moves, 1, #moves, #key + 1, key), " ")
end

-- The ground rules of families of instances. What several of them have in common, but for fluents, is an atom.
local function rules_of(kept, object, all_moves)
  local list, count, shared = {}, {}, {}
  local function add(source, head, ...)
    list[#list + 1] = { head = head, body = tables.flatten({ ... }, function(part) return part end), source = source }
    if #list > RULES then reader.refuse(nil, "the domain is too large: more than %d instances of rules", RULES) end
  end
  for _, family in ipairs(kept) do
    split(family, object, all_moves)
    if family.key then count[family.key] = (count[family.key] or 0) + 1 end
  end
  for _, family in ipairs(kept) do
    local head, source, key = object(family.head), family.rule.number, family.key
    local function each(number, of, fluents)
      for _, move in ipairs(family.moves) do add(number, of, { { atom = object(move) } }, fluents, family.rest) end
    end
    if key and count[key] >= SHARED and (#family.moves > 1 or #family.rest > 0) then
      if not shared[key] then
        local text = ("any %s %s %d"):format(source, head.text, #list)
        shared[key] = { name = text, text = text }
        each(text, shared[key], {})
      end
      add(source, head, family.fluents, { { atom = shared[key] } })
    elseif family.moves then each(source, head, family.fluents)
    else add(source, head, family.fluents, family.rest) end
  end
  return list
end

--- Grounds a description of gts.gdl.program; raises that its domain is too large. Returns `rules`, { head, body = { { atom,
-- negated }, ... }, source = number of the rule }; `start`, fluents; `does`, text -> atom; `relations`.
function ground.of(program)
  local self, rest = ground.static(program)
  local object = self.terms.object
  local function is_dynamic(literal) return literal.atom and program.dynamic[literal.atom.relation] end
  local function is_left(literal) return literal.negated and is_dynamic(literal) end
  local all = tables.map(rest, function(rule) return { head = rule.head, body = rule.body, is_left = is_left } end)
  table.move(possible(), 1, 3, #all + 1, all)
  local fluents, moves = self:relation("true", 1).all, self:relation("does", 2).all
  function self.each()
    if fluents.n > FLUENTS or moves.n > MOVES then
      reader.refuse(nil, "the domain is too large: more than %d %s", fluents.n > FLUENTS and FLUENTS or MOVES,
        fluents.n > FLUENTS and "fluents" or "moves")
    end
  end
  self:run(self:level(all))
  local does, all_moves, kept = {}, {}, { arguments = self.terms.arguments, instances = 0 }
  for _, number in ipairs(numbers(self, "does", 2)) do
    local move = object(number)
    does[move.text], all_moves[move[1].text] = move, all_moves[move[1].text] or {}
    table.insert(all_moves[move[1].text], number)
  end
  self:run(self:level(tables.map(rest, function(rule, i)
    local made = recorded(rule, i, tables.filter(rule.body, is_dynamic), kept)
    made.is_left = is_left
    return made
  end)))
  return { rules = rules_of(kept, object, all_moves), does = does, relations = ground.relations(self, program),
    start = tables.map(atoms(self, "init", 1), function(term) return term[1] end) }
end

return ground
