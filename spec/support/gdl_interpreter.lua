--- A plain interpreter of game descriptions, to compare translations with: at each position all that holds is made anew, stratum
-- by stratum, by trying all rules with all atoms until nothing is added.
--
-- It shares the reader and the checks with gts.gdl, and nothing else.

local program = require "gts.gdl.program"

local interpreter = {}
interpreter.__index = interpreter

local function text_of(term, bound)
  if term.var then return assert(bound[term.var]) end
  if #term == 0 then return term.name end
  local list = {}
  for i, argument in ipairs(term) do list[i] = text_of(argument, bound) end
  return term.name .. "(" .. table.concat(list, ",") .. ")"
end

-- The parts of a ground term in text: its name, and its arguments as texts.
local parsed = {}
local function parse(text)
  if parsed[text] then return parsed[text] end
  local made = { name = text:match "^[^(]*" }
  local depth, from = 0, #made.name + 2
  for i = #made.name + 2, #text do
    local c = text:sub(i, i)
    if c == "(" then depth = depth + 1 end
    if c == "," and depth == 0 or i == #text then made[#made + 1], from = text:sub(from, i - 1), i + 1 end
    if c == ")" then depth = depth - 1 end
  end
  parsed[text] = made
  return made
end

-- The bindings after a pattern is made equal to a text; nil if it cannot be.
local function match(pattern, text, bound)
  if pattern.var then
    if bound[pattern.var] then return bound[pattern.var] == text and bound or nil end
    return setmetatable({ [pattern.var] = text }, { __index = bound })
  end
  local parts = parse(text)
  if parts.name ~= pattern.name or #parts ~= #pattern then return nil end
  for i, argument in ipairs(pattern) do
    bound = match(argument, parts[i], bound)
    if not bound then return nil end
  end
  return bound
end

-- Calls `found` with the bindings for which a body holds; negative literals last, when all is bound.
local function solve(body, i, atoms, bound, found)
  local literal = body[i]
  if not literal then return found(bound) end
  if literal.distinct then
    local same = text_of(literal.distinct[1], bound) == text_of(literal.distinct[2], bound)
    if same == (literal.negated or false) then solve(body, i + 1, atoms, bound, found) end
  elseif literal.negated then
    local of = atoms[literal.atom.name]
    if not (of and of[text_of(literal.atom, bound)]) then solve(body, i + 1, atoms, bound, found) end
  else
    for _, text in ipairs(atoms[literal.atom.name] or {}) do
      local more = match(literal.atom, text, bound)
      if more then solve(body, i + 1, atoms, more, found) end
    end
  end
end

local function add(atoms, text)
  local name = text:match "^[^(]*"
  atoms[name] = atoms[name] or {}
  if atoms[name][text] then return false end
  atoms[name][text], atoms[name][#atoms[name] + 1] = true, text
  return true
end

-- All that holds, given the atoms of a position and of moves. Only rules of `dynamic` relations are asked, if that is given.
function interpreter:model(given, before)
  local atoms = {}
  for name, of in pairs(before or {}) do if not self.dynamic[name] then atoms[name] = of end end
  for _, text in ipairs(given) do add(atoms, text) end
  for stratum = 0, self.deepest do
    local changed = true
    while changed do
      changed = false
      for _, rule in ipairs(self.rules) do
        local name = rule.head.name
        if self.strata[rule.head.relation] == stratum and (before == nil or self.dynamic[name]) then
          local new = {}
          solve(rule.body, 1, atoms, {}, function(bound) new[#new + 1] = text_of(rule.head, bound) end)
          for _, text in ipairs(new) do changed = add(atoms, text) or changed end
        end
      end
    end
  end
  return atoms
end

-- The depth of each relation: one more than what it depends on by negation, no less than what it depends on.
local function strata(rules)
  local depth, changed = {}, true
  while changed do
    changed = false
    for _, rule in ipairs(rules) do
      local least = depth[rule.head.relation] or 0
      for _, literal in ipairs(rule.body) do
        local below = literal.atom and depth[literal.atom.relation] or 0
        if literal.atom then least = math.max(least, literal.negated and below + 1 or below) end
      end
      if least ~= depth[rule.head.relation] then depth[rule.head.relation], changed = least, true end
    end
  end
  return depth
end

-- The names of relations that depend on the position.
local function dynamic(rules)
  local found, changed = { ["true"] = true, does = true, legal = true, next = true, goal = true, terminal = true }, true
  while changed do
    changed = false
    for _, rule in ipairs(rules) do
      for _, literal in ipairs(rule.body) do
        if literal.atom and found[literal.atom.name] and not found[rule.head.name] then
          found[rule.head.name], changed = true, true
        end
      end
    end
  end
  return found
end

--- Reads a description.
function interpreter.new(text)
  local read = program.read(text)
  local self = setmetatable({ read = read, rules = {}, deepest = 0, roles = read.roles }, interpreter)
  self.strata, self.dynamic = strata(read.rules), dynamic(read.rules)
  for i, rule in ipairs(read.rules) do
    local body = {}
    for _, positive in ipairs { true, false } do
      for _, literal in ipairs(rule.body) do
        if (literal.atom ~= nil and not literal.negated) == positive then body[#body + 1] = literal end
      end
    end
    self.rules[i] = { head = rule.head, body = body }
  end
  for _, depth in pairs(self.strata) do self.deepest = math.max(self.deepest, depth) end
  self.static = self:model {}
  return self
end

local function arguments(atoms, name)
  local list = {}
  for i, text in ipairs(atoms[name] or {}) do list[i] = parse(text) end
  return list
end

--- The first position: a list of fluents, sorted.
function interpreter:start()
  local list = {}
  for i, init in ipairs(arguments(self.static, "init")) do list[i] = init[1] end
  table.sort(list)
  return list
end

--- What holds at a position: `moves`, role -> list, sorted; `goals`, role -> list of numbers; `terminal`.
function interpreter:look(position)
  local given = {}
  for i, fluent in ipairs(position) do given[i] = "true(" .. fluent .. ")" end
  local atoms = self:model(given, self.static)
  local found = { moves = {}, goals = {}, terminal = (atoms.terminal or {})[1] ~= nil }
  for _, role in ipairs(self.roles) do found.moves[role], found.goals[role] = {}, {} end
  for _, legal in ipairs(arguments(atoms, "legal")) do table.insert(found.moves[legal[1]], legal[2]) end
  for _, goal in ipairs(arguments(atoms, "goal")) do table.insert(found.goals[goal[1]], tonumber(goal[2])) end
  for _, role in ipairs(self.roles) do table.sort(found.moves[role]) end
  return found
end

--- The position after a joint move, role -> move.
function interpreter:play(position, joint)
  local given = {}
  for i, fluent in ipairs(position) do given[i] = "true(" .. fluent .. ")" end
  for role, move in pairs(joint) do given[#given + 1] = ("does(%s,%s)"):format(role, move) end
  local list = {}
  for i, next_one in ipairs(arguments(self:model(given, self.static), "next")) do list[i] = next_one[1] end
  table.sort(list)
  return list
end

return interpreter
