--- A game description as rules, with all that the language demands of it checked. Love, Hinrichs, Haley, Schkufza and
-- Genesereth: General Game Playing: Game Description Language Specification, 2008. A rule is { head = term, body =
-- {literal,...} }; a literal { atom = term, negated = boolean }, or { distinct = {term, term}, negated }.

local depths = require "gts.gdl.depths"
local reader = require "gts.gdl.reader"
local tables = require "gts.base.tables"

local program = {}

local refuse = reader.refuse

local MOST = 100000             -- facts and rules, after `or` is expanded
local BODIES = 20000            -- those with a body
local LITERALS = 500000         -- of their bodies
local RELATIONS = 2000          -- whose dependences take memory by the square of their number

local arities = {
  role = 1, init = 1, ["true"] = 1, does = 2, next = 1, legal = 2, goal = 2, terminal = 0, distinct = 2, ["not"] = 1, base = 1,
  input = 2,
}
local no_head = { ["true"] = true, does = true, distinct = true, ["not"] = true, ["or"] = true, ["<="] = true }
local has_no_moves = { legal = true, goal = true, terminal = true, init = true }
-- Relations that a body must not contain.
local no_body = { next = true, init = true, ["<="] = true, base = true, input = true }

-- `known` has the number of arguments of each relation; at 0 how many relations there are.
local function check_atom(atom, known)
  if atom.var then refuse(atom, "the variable %s stands for a relation", atom.var) end
  atom.relation = atom.name
  local wanted = arities[atom.name]
  if wanted and #atom ~= wanted then
    refuse(atom, "%s has %d argument%s: expected %d", atom.name, #atom, #atom == 1 and "" or "s", wanted)
  end
  if atom.name == "sees" then refuse(atom, "'sees' is of GDL-II: games with hidden information are not translated") end
  if wanted then return end
  local before = known[atom.name]
  if before and before ~= #atom then refuse(atom, "%s has %d arguments, and %d elsewhere", atom.name, #atom, before) end
  if not before then known[0] = known[0] + 1 end
  if known[0] > RELATIONS then refuse(atom, "more than %d relations", RELATIONS) end
  known[atom.name] = #atom
end

-- Alternatives of a formula of a body: lists of literals.
local expand

-- All combinations of an alternative of each formula.
local function all_of(formulas, negated, known)
  local made = { {} }
  for _, formula in ipairs(formulas) do
    local combined, count = {}, 0
    local alternatives = expand(formula, negated, known)
    for _, before in ipairs(made) do
      for _, literals in ipairs(alternatives) do
        local joined = #alternatives == 1 and before or table.move(before, 1, #before, 1, {})
        combined[#combined + 1] = table.move(literals, 1, #literals, #joined + 1, joined)
        count = count + #joined
        if count > LITERALS then refuse(formula, "a rule whose alternatives have more than %d literals", LITERALS) end
      end
    end
    made = combined
  end
  return made
end

local function any_of(formulas, negated, known)
  return tables.flatten(formulas, function(formula) return expand(formula, negated, known) end)
end

function expand(formula, negated, known)
  if formula.var then refuse(formula, "the variable %s stands for a relation", formula.var) end
  if formula.name == "or" or formula.name == "and" then
    return ((formula.name == "or") ~= negated and any_of or all_of)(formula, negated, known)
  end
  check_atom(formula, known)
  if formula.name == "not" then return expand(formula[1], not negated, known) end
  if formula.name == "distinct" then return { { { distinct = formula, negated = negated } } } end
  if no_body[formula.name] then refuse(formula, "'%s' in the body of a rule", formula.name) end
  return { { { atom = formula, negated = negated } } }
end

local function note_variables(term, set)
  if term.var then set[term.var] = term end
  for _, argument in ipairs(term) do note_variables(argument, set) end
end

-- Each variable stands in a positive literal of the body.
local function check_safe(rule)
  local bound, used = {}, {}
  note_variables(rule.head, used)
  for _, literal in ipairs(rule.body) do
    note_variables(literal.distinct or literal.atom, not literal.distinct and not literal.negated and bound or used)
  end
  local unbound
  for name, at in pairs(used) do
    if not bound[name] and (not unbound or name < unbound.var) then unbound = at end
  end
  if unbound then refuse(unbound, "unsafe rule: %s is in no positive literal of the body", unbound.var) end
end

local function read_form(form, known, rules)
  local is_rule = form.name == "<="
  local head = is_rule and form[1] or form
  if form.var or not head then refuse(form, "expected a fact, or (<= head body ...)") end
  check_atom(head, known)
  if no_head[head.name] then refuse(head, "'%s' as the head of a rule", head.name) end
  if head.name == "base" or head.name == "input" then return end       -- what can be true is found without them
  if head.name == "role" and is_rule and #form > 1 then refuse(head, "a role by a rule: roles are facts") end
  for _, body in ipairs(all_of(table.move(form, 2, is_rule and #form or 1, 1, {}), false, known)) do
    local rule = { head = head, body = body }
    check_safe(rule)
    rules[#rules + 1], rules.bodies, rules.literals = rule, rules.bodies + (#body > 0 and 1 or 0), rules.literals + #body
    if rules.literals > LITERALS then refuse(form, "more than %d literals of rules", LITERALS) end
    if #rules > MOST or rules.bodies > BODIES then
      refuse(form, "more than %d %s", #rules > MOST and MOST or BODIES, #rules > MOST and "facts and rules" or "rules")
    end
  end
end

-- Atoms of a relation whose heads and uses all have constants in some places are relations of their own, by these constants: so
-- (goal ?r 0) may be concluded from (not (goal ?r 100)).
local function part(rules)
  local constant, parted = {}, {}
  local function each(call)
    for _, rule in ipairs(rules) do
      call(rule.head)
      for _, literal in ipairs(rule.body) do
        if literal.atom then call(literal.atom) end
      end
    end
  end
  for _, rule in ipairs(rules) do
    local name = rule.head.name
    if #rule.body > 0 and (not arities[name] or name == "goal") then parted[name] = true end
  end
  each(function(atom)
    constant[atom.name] = constant[atom.name] or tables.range(1, #atom, function() return true end)
    for i, argument in ipairs(atom) do constant[atom.name][i] = constant[atom.name][i] and not argument.var and #argument == 0 end
  end)
  each(function(atom)
    if not parted[atom.name] then return end
    local names = tables.collect(atom, function(argument, i) return constant[atom.name][i] and argument.name end)
    atom.relation = table.concat({ atom.name, table.unpack(names) }, " ")
  end)
end

local function check_dependences(rules, dynamic)
  local component, on_moves = depths.components_of(rules), depths.dependent(rules, { "does" })
  for _, rule in ipairs(rules) do
    local name, relation = rule.head.name, rule.head.relation
    for _, literal in ipairs(rule.body) do
      local other = literal.atom and literal.atom.relation
      if literal.negated and other and component[other] and component[other] == component[relation] then
        refuse(literal.atom, "recursion through negation: %s depends on 'not %s', and that on %s", name, literal.atom.name, name)
      end
      if has_no_moves[name] and other and on_moves[other] then refuse(literal.atom, "%s depends on does", name) end
      if name == "init" and dynamic[other] then refuse(literal.atom, "init depends on the position") end
    end
  end
end

local function roles_of(rules)
  local roles = tables.map(tables.groups(rules, function(rule)
    if rule.head.name ~= "role" then return nil end
    local role = rule.head[1]
    if #role > 0 then refuse(rule.head, "a role with arguments") end
    if role.name == "random" then refuse(rule.head, "the role random: games of chance are not translated") end
    return role.name
  end), function(group) return group.key end)
  if #roles ~= 2 then refuse(nil, "%d role%s: expected a game for two", #roles, #roles == 1 and "" or "s") end
  return roles
end

--- Reads a description; raises what is wrong with it. Returns `rules`, whose atoms have `relation`, the name by which they are
-- evaluated; `roles`, two names; `dynamic`, the set of relations that depend on the position or on moves.
function program.read(text)
  local rules, known, heads = { bodies = 0, literals = 0 }, { [0] = 0 }, {}
  for _, form in ipairs(reader.read(text)) do read_form(form, known, rules) end
  local roles = roles_of(rules)
  part(rules)
  local goals = tables.collect(rules, function(rule) return rule.head.name == "goal" and rule.head.relation end)
  local dynamic = depths.dependent(rules, { "true", "does", "legal", "next", "terminal", table.unpack(goals) })
  check_dependences(rules, dynamic)
  for _, rule in ipairs(rules) do heads[rule.head.name] = true end
  for _, name in ipairs { "init", "legal", "next", "goal", "terminal" } do
    if not heads[name] then refuse(nil, "no rule for %s", name) end
  end
  return { rules = rules, roles = roles, dynamic = dynamic }
end

return program
