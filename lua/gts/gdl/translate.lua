--- Translates a game description to Lua rules whose positions are bits of integers.

local board = require "gts.gdl.board"
local code = require "gts.gdl.code"
local depths = require "gts.gdl.depths"
local ground = require "gts.gdl.ground"
local layout = require "gts.gdl.layout"
local reader = require "gts.gdl.reader"
local refusal = require "gts.base.refusal"
local tables = require "gts.base.tables"
local turns = require "gts.gdl.turns"

-- Returns the rules that are left when these values are put in, and all that follows of them: literals that hold go, and rules
-- with one that does not. An atom without rules that is not free does not hold; one that has a rule without literals does.
local function simplified(rules, values, is_free)
  local value, decided, users, open, may_hold = {}, {}, {}, {}, {}
  local function decide(atom, is)
    if value[atom] == nil then value[atom], decided[#decided + 1] = is, atom end
  end
  local function note(rule)
    open[rule], may_hold[rule.head] = #rule.body, (may_hold[rule.head] or 0) + 1
    for _, literal in ipairs(rule.body) do
      users[literal.atom] = users[literal.atom] or {}
      table.insert(users[literal.atom], { rule = rule, negated = literal.negated or false })
    end
  end
  local function fails(rule)
    open[rule], may_hold[rule.head] = nil, may_hold[rule.head] - 1
    if may_hold[rule.head] == 0 then decide(rule.head, false) end
  end
  local function holds(rule)
    open[rule] = open[rule] - 1
    if open[rule] == 0 then decide(rule.head, true) end
  end
  for _, rule in ipairs(rules) do note(rule) end
  for atom, is in pairs(values) do decide(atom, is) end
  for atom in pairs(users) do
    if not may_hold[atom] and not is_free(atom) then decide(atom, false) end
  end
  for _, rule in ipairs(rules) do
    if #rule.body == 0 then decide(rule.head, true) end
  end
  local at = 1
  while decided[at] do
    for _, use in ipairs(users[decided[at]] or {}) do
      if open[use.rule] then (value[decided[at]] == use.negated and fails or holds)(use.rule) end
    end
    at = at + 1
  end
  local kept = {}
  return tables.collect(rules, function(rule)
    local head = rule.head
    if not open[rule] or value[head] == false or value[head] and (open[rule] > 0 or kept[head]) then return nil end
    kept[head] = true
    local body = tables.filter(rule.body, function(literal) return value[literal.atom] == nil end)
    return #body == #rule.body and rule or { head = head, body = body, source = rule.source }
  end)
end

local Writer = {}
Writer.__index = Writer

local function is_free(atom) return atom.name == "true" or atom.name == "does" end

local function list_of(kind, from, to)
  return table.concat(tables.range(from, to, function(i) return kind .. i end), ", ")
end

-- As many zeros, with these names between them.
local function zeros(before, names, after)
  return (("0, "):rep(before) .. (names ~= "" and names .. ", " or "") .. ("0, "):rep(after)):sub(1, -3)
end

function Writer:line(text, ...) self.lines[#self.lines + 1] = select("#", ...) > 0 and text:format(...) or text end

-- Evaluates atoms; words that are not declared yet begin as 0.
function Writer:evaluate(rules, targets, done, declared)
  local lines, names = code.of(rules, self.depths, targets, done, self.place)
  for _, name in ipairs(tables.keys(names)) do
    if not declared[name] then self:line("local %s = 0", name) end
    declared[name] = true
  end
  for _, line in ipairs(lines) do self:line("%s", line) end
end

-- The condition that an atom holds, with the rules simplified: "true" and "false" as what they are.
function Writer:holds(atom) return code.condition({ { atom = atom } }, self.place) end

function Writer:legal_words(role)
  local first = role == 1 and 1 or self.words.l[1] + 1
  return first, first + self.words.l[role] - 1
end

local function declare(self, kind, from, to, declared)
  for i = from, to do
    if not declared[kind .. i] then
      declared[kind .. i] = true
      self:line("local %s%d = 0", kind, i)
    end
  end
end

-- What is known where a role is to move: with the fluent of MAX that of MIN does not hold; without it, it may, or both wait.
function Writer:known(role)
  if not self.control then return {} end
  local max, min = table.unpack(self.control.fluent)
  return role == 1 and { [max] = true, [min] = false } or { [max] = false }
end

-- rules.legal where `control` says who is to move.
function Writer:legal_by_control()
  local declared, done = {}, {}
  local k, total = self.words.l, self.words.l[1] + self.words.l[2]
  self:line("function rules.legal(%s)", self.position)
  self:evaluate(self.rules, { self.terminal }, done, declared)
  self:line("if %s then return %s end", self:holds(self.terminal), zeros(total, "", 0))
  local max, min = self:holds(self.control.fluent[1]), self:holds(self.control.fluent[2])
  self:line("if %s then", max)
  self:line("if %s then return both_have_a_choice_of_moves + 0 end", min)
  for role = 1, 2 do
    local inner, evaluated = tables.copy(declared), tables.copy(done)
    local rules = simplified(self.rules, self:known(role), is_free)
    if role == 2 then self:line "end" end
    self:evaluate(rules, self.moves[role], evaluated, inner)
    local from, to = self:legal_words(role)
    declare(self, "l", from, to, inner)
    self:line("return %s", zeros(role == 2 and k[1] or 0, list_of("l", from, to), role == 1 and k[2] or 0))
  end
  self:line "end"
  self:line("function rules.player(%s) return %s and 'max' or 'min' end", self.position, max)
end

-- The condition that a set has two moves or more.
function Writer:several(role)
  local from, to = self:legal_words(role)
  local parts = tables.range(from, to, function(i) return ("l%d & l%d - 1 ~= 0"):format(i, i) end)
  local counts = tables.range(from, to, function(i) return ("(l%d ~= 0 and 1 or 0)"):format(i) end)
  if #counts > 1 then parts[#parts + 1] = table.concat(counts, " + ") .. " > 1" end
  return table.concat(parts, " or ")
end

-- The condition that a role has a move other than noop.
function Writer:acts(role)
  local from, to = self:legal_words(role)
  local masks = {}
  for i = from, to do masks[i] = -1 end
  for _, move in ipairs(self.moves[role]) do
    local at = self.place(move)
    if move[2].text == "noop" then masks[at.word] = masks[at.word] & ~(1 << at.bit) end
  end
  return table.concat(tables.range(from, to, function(i) return ("l%d & 0x%X ~= 0"):format(i, masks[i]) end), " or ")
end

-- rules.legal where all moves of both players are counted.
function Writer:legal_by_counting()
  local declared, k = {}, self.words.l
  local all = list_of("l", 1, k[1] + k[2])
  self:line("local function moves(%s)", self.position)
  local both = tables.flatten(self.moves, function(of) return of end)
  self:evaluate(self.rules, both, {}, declared)
  declare(self, "l", 1, k[1] + k[2], declared)
  self:line("return %s", all)
  self:line "end"
  self:line("function rules.player(%s)", self.position)
  self:line("local %s = moves(%s)", all, self.position)
  self:line("if %s then return 'max' end", self:several(1))
  self:line("if %s then return 'min' end", self:several(2))
  self:line("return (%s) and 'max' or 'min'", self:acts(1))
  self:line "end"
  local legal = tables.set(both)
  local needed = code.needed(self.rules, { self.terminal }, {})
  local needs_moves = tables.any(both, function(atom) return needed[atom] end)
  self:line("function rules.legal(%s)", self.position)
  if needs_moves then self:line("local %s = moves(%s)", all, self.position) end
  self:evaluate(self.rules, { self.terminal }, needs_moves and legal or {}, {})
  self:line("if %s then return %s end", self:holds(self.terminal), zeros(k[1] + k[2], "", 0))
  if not needs_moves then self:line("local %s = moves(%s)", all, self.position) end
  self:line("if %s then", self:several(1))
  self:line("if %s then return both_have_a_choice_of_moves + 0 end", self:several(2))
  self:line("return %s", zeros(0, list_of("l", 1, k[1]), k[2]))
  self:line "end"
  local of_max = zeros(0, list_of("l", 1, k[1]), k[2])
  self:line("if not (%s) and (%s) then return %s end", self:several(2), self:acts(1), of_max)
  self:line("return %s", zeros(k[1], list_of("l", k[1] + 1, k[1] + k[2]), 0))
  self:line "end"
end

-- The words of moves that are made: the given one of `role`, and the only one of the other.
function Writer:moves_made(role, declared)
  local from, to = self:legal_words(role)
  for i = from, to do
    local chosen = from == to and "%s" or "move >> 6 == " .. i - 1 .. " and %s or 0"
    self:line("local o%d = %s", i, chosen:format "1 << (move & 63)")
  end
  if not self.control then
    from, to = self:legal_words(3 - role)
    local all = {}
    for i = 1, self.words.l[1] + self.words.l[2] do all[i] = i >= from and i <= to and "o" .. i or "_" .. i end
    self:line("local %s = moves(%s)", table.concat(all, ", "), self.position)
  end
  for i = 1, self.words.l[1] + self.words.l[2] do declared["o" .. i] = true end
end

-- rules.play, with what a move of each role does by itself.
function Writer:play()
  self:line("function rules.play(%s, move)", self.position)
  self:line("if move < %d then", 64 * self.words.l[1])
  for role = 1, 2 do
    local declared, values = {}, self:known(role)
    if role == 2 then self:line "else" end
    if self.control then
      for _, does in ipairs(self.does[3 - role]) do values[does] = does[2] == self.control.waits[3 - role][2] end
    end
    self:moves_made(role, declared)
    local rules = simplified(self.rules, values, is_free)
    declare(self, "n", 1, self.words.b, declared)
    self:evaluate(rules, self.next, {}, declared)
    self:line("return %s", list_of("n", 1, self.words.b))
  end
  self:line "end"
  self:line "end"
end

-- rules.gdl.is_over, for those who try the rules: rules.legal finds it by itself.
function Writer:ends()
  self:line("function rules.gdl.is_over(%s)", self.position)
  self:evaluate(self.rules, { self.terminal }, {}, {})
  self:line("return %s", self:holds(self.terminal))
  self:line "end"
end

-- rules.gdl.goals, of MAX and of MIN, the greatest where several hold, -1 for none; rules.evaluate, their difference.
function Writer:goals()
  self:line("local function goals(%s)", self.position)
  self:evaluate(self.rules, tables.map(self.goal, function(goal) return goal.atom end), {}, {})
  self:line "local max, min = -1, -1"
  for _, goal in ipairs(self.goal) do
    self:line("if %s then %s = %d end", self:holds(goal.atom), goal.role == 1 and "max" or "min", goal.value)
  end
  self:line "return max, min"
  self:line "end"
  self:line "rules.gdl.goals = goals"
  self:line("function rules.evaluate(%s)", self.position)
  self:line("local max, min = goals(%s)", self.position)
  self:line "return (max < 0 and 0 or max) - (min < 0 and 0 or min)"
  self:line "end"
end

-- The goals, the smaller values first.
local function goals_of(rules, roles)
  local seen, list = {}, {}
  for _, rule in ipairs(rules) do
    local atom = rule.head
    if atom.name == "goal" and not seen[atom] then
      seen[atom] = true
      local value = math.tointeger(tonumber(atom[2].text:match "^%d+$"))
      if not value or value > 100 then reader.refuse(nil, "%s: expected a goal of 0 to 100", atom.text) end
      if atom[1].text == roles[1] or atom[1].text == roles[2] then
        list[#list + 1] = { atom = atom, value = value, role = atom[1].text == roles[1] and 1 or 2 }
      end
    end
  end
  tables.sort(list, "value", "role")
  return list
end

local function by_text(a, b) return a.text < b.text end

-- Sorts what ground rules are about: fluents, moves of each role, heads of next.
local function sorted(self, start)
  local fluents, seen = {}, {}
  self.moves, self.next, self.does = { {}, {} }, {}, { {}, {} }
  local function fluent(term)
    if not seen[term] then seen[term], fluents[#fluents + 1] = true, term end
  end
  for _, term in ipairs(start) do fluent(term) end
  for _, rule in ipairs(self.rules) do
    local head = rule.head
    if head.name == "next" then fluent(head[1]) end
    if not seen[head] and head.name == "next" then table.insert(self.next, head) end
    if not seen[head] and head.name == "legal" then
      local role = head[1].text == self.roles[1] and 1 or head[1].text == self.roles[2] and 2
      if not role then reader.refuse(nil, "%s: there is no role %s", head.text, head[1].text) end
      table.insert(self.moves[role], head)
    end
    if head.name == "terminal" then self.terminal = head end
    seen[head] = true
    for _, literal in ipairs(rule.body) do
      if literal.atom.name == "true" then fluent(literal.atom[1]) end
    end
  end
  for role = 1, 2 do
    if #self.moves[role] == 0 then reader.refuse(nil, "the role %s has no legal move", self.roles[role]) end
    table.sort(self.moves[role], by_text)
  end
  if #self.next == 0 then reader.refuse(nil, "no position has a successor") end
  if not self.terminal then reader.refuse(nil, "terminal never holds") end
  table.sort(fluents, by_text)
  return fluents
end

local function number_of(at) return 64 * (at.word - 1) + at.bit end

function Writer:tables(fluents, fluent_place, start, name)
  local words = tables.range(1, self.words.b, function() return 0 end)
  for _, fluent in ipairs(start) do
    local at = fluent_place[fluent]
    words[at.word] = words[at.word] | 1 << at.bit
  end
  local texts = tables.map(fluents, function(fluent) return ("%q"):format(fluent.text) end)
  local bits = tables.map(fluents, function(fluent) return number_of(fluent_place[fluent]) end)
  local moves = tables.flatten(self.moves, function(of)
    return tables.map(of, function(move) return ("[%d] = %q"):format(number_of(self.place(move)), move[2].text) end)
  end)
  for i, word in ipairs(words) do words[i] = ("0x%X"):format(word) end
  self:line "local names = require 'gts.gdl.names'"
  self:line("local FLUENTS = { %s }", table.concat(texts, ", "))
  self:line("local BITS = { %s }", table.concat(bits, ", "))
  self:line("local MOVES = { %s }", table.concat(moves, ", "))
  self:line "local both_have_a_choice_of_moves"         -- nil: to add to it is an error that names it, and compiles
  self:line("local rules = { name = %q, words = %d, start = %s, range = { -100, 100 } }", name,
    self.words.b, self.words.b == 1 and words[1] or "{ " .. table.concat(words, ", ") .. " }")
  self:line("rules.gdl = { roles = { max = %q, min = %q } }", table.unpack(self.roles))
end

-- A list, or a table of lists by number, as Lua.
local function written(value)
  if type(value) ~= "table" then return ("%q"):format(value) end
  local parts = tables.map(tables.keys(value), function(key, i)
    return ("%s%s"):format(key == i and "" or ("[%q] = "):format(key), written(value[key]))
  end)
  return "{ " .. table.concat(parts, ", ") .. " }"
end

-- The board that the fluents form, if any, as Lua.
function Writer:board(fluents, grounded)
  local legal = tables.flatten(self.moves, function(of) return of end)
  local moves = tables.map(legal, function(move) return move[2] end)
  local _, named = tables.groups(legal, function(move) return move[2] end)
  local found = board.of(fluents, grounded.start, moves, self.roles, grounded.relations, true)
  if not found then return self:line "local BOARD" end
  local clicks = {}
  for move, list in pairs(found.clicks) do
    for _, atom in ipairs(named[move]) do clicks[number_of(self.place(atom))] = list end
  end
  local function each(of) return tables.map(found.list, of) end
  self:line("local BOARD = %s", written { columns = found.columns, rows = found.rows,
    fluents = each(function(entry) return entry.term.text end), cells = each(function(entry) return entry.cell end),
    pieces = each(function(entry) return entry.piece end), names = found.names, gaps = found.gaps, clicks = clicks,
    by = found.by })
end

local translate = {}

--- Translates a description. `read` of gts.gdl.program; `name` of the game. Returns the rules as Lua; how many `fluents`, `moves`
-- of both roles, `words` of a position and `instances` of rules there are. Error: why it is too large.
function translate.lua(read, name)
  return refusal.caught(function()
    local grounded = ground.of(read)
    local self = setmetatable({ lines = {}, roles = read.roles }, Writer)
    self.rules = simplified(grounded.rules, {}, is_free)
    local fluents = sorted(self, grounded.start)
    for role = 1, 2 do          -- the moves, as made
      for i, legal in ipairs(self.moves[role]) do self.does[role][i] = grounded.does[(legal.text:gsub("^legal", "does"))] end
    end
    local rules = tables.filter(self.rules, function(rule) return rule.head.name ~= "next" end)
    self.depths = depths.of(rules, function(atom) return atom.name == "does" end)
    local fluent_place
    self.place, self.words, fluent_place = layout.of(fluents, self.moves, self.depths, self.rules)
    self.position = list_of("b", 1, self.words.b)
    self.depths[#self.depths + 1] = self.next
    self.control = turns.control(self.rules, self.moves)
    self.goal = goals_of(self.rules, self.roles)
    self:tables(fluents, fluent_place, grounded.start, name)
    if self.control then self:legal_by_control() else self:legal_by_counting() end
    self:play()
    self:ends()
    self:goals()
    self:board(fluents, grounded)
    self:line "return names.of_bits(rules, FLUENTS, BITS, MOVES, BOARD)"
    return table.concat(self.lines, "\n"),
      { fluents = #fluents, moves = #self.moves[1] + #self.moves[2], words = self.words.b, instances = #grounded.rules }
  end)
end

return translate
