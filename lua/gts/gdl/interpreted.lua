--- Rules of a description that is too large for bits: a position is a text of its fluents, and what holds there is found anew by
-- joins (gts.gdl.joins). They run in Lua.

local board = require "gts.gdl.board"
local depths = require "gts.gdl.depths"
local ground = require "gts.gdl.ground"
local names = require "gts.gdl.names"
local reader = require "gts.gdl.reader"
local tables = require "gts.base.tables"

local interpreted = {}

local KEPT <const> = 1000       -- positions whose moves are kept

-- The number of a term from its text, which stood in a position or names a move; nil if it is none.
local function number_of(self, text)
  local at = 1
  local function term()
    local name = text:match("^[^(),%s]+", at)
    if not name then return nil end
    at = at + #name
    local arguments = {}
    if text:sub(at, at) == "(" then
      repeat
        at = at + 1
        arguments[#arguments + 1] = term()
        local next_one = text:sub(at, at)
        if next_one ~= "," and next_one ~= ")" then return nil end
      until next_one == ")"
      at = at + 1
    end
    return self.terms.maker(name, #arguments)(table.unpack(arguments))
  end
  local known = self.numbers[text]
  if known then return known end
  known = term()
  if not known or at <= #text then return nil end
  self.numbers[text] = known
  return known
end

-- Begins with a position: what follows of it is evaluated where it is needed.
local function load(self, position)
  if self.loaded == position then return end
  for _, relation in ipairs(self.dynamic) do self.joins:clear(relation) end
  self.done, self.loaded = {}, position
  for text in position:gmatch "%S+" do
    self.is_true.add(number_of(self, text))
    self.fluents[text] = true
  end
end

-- Evaluates the relations of `wanted` that are not there, but those of `but`.
local function evaluate(self, wanted, but)
  for _, level in ipairs(self.levels) do
    local here = {}
    for name in pairs(level.heads) do
      if wanted[name] and not self.done[name] and not (but and but[name]) then here[name], self.done[name] = true, true end
    end
    if next(here) then self.joins:run(level, here) end
  end
end

-- The texts in the last column of a relation, sorted; with `role`, of rows that have it in the first.
local function texts(self, relation, role)
  local all, list = relation.all, {}
  for i = 1, all.n do
    if not role or all[1][i] == role then list[#list + 1] = self.terms.text(all[all.width][i]) end
  end
  table.sort(list)
  return list
end

-- What is known of a position: whether it `is_over`; the `moves` of the one who moves, `mover`, 1 or 2, and what the other does.
local function look(self, position)
  local found = self.kept[position]
  if found then return found end
  load(self, position)
  evaluate(self, self.needs.look)
  local max = texts(self, self.legal, self.terms.maker(self.names[1], 0)())
  local min = texts(self, self.legal, self.terms.maker(self.names[2], 0)())
  found = { is_over = self.terminal.all.n > 0, moves = {}, mover = 1 }
  if not found.is_over then
    if #max > 1 and #min > 1 then
      error(("not a game for two in turn: both %s and %s have a choice of moves"):format(self.names[1], self.names[2]), 0)
    end
    local acts = tables.any(max, function(move) return move ~= "noop" end)
    found.mover = #max > 1 and 1 or #min > 1 and 2 or acts and 1 or 2
    local moves, other = max, min
    if found.mover == 2 then moves, other = min, max end
    if #other > 0 then found.moves, found.other = moves, other[1] end
    for _, move in ipairs(found.moves) do
      number_of(self, move)
      self.moves[move] = true
    end
  end
  if self.count >= KEPT then self.kept, self.count = {}, 0 end
  self.kept[position], self.count = found, self.count + 1
  return found
end

-- The position after a move.
local function after(self, position, move)
  local found = look(self, position)
  load(self, position)
  evaluate(self, self.needs.next, self.moving)
  for name in pairs(self.moving) do
    self.joins:clear(self.joins.relations[name])
    self.done[name] = nil
  end
  for role = 1, 2 do
    local made = role == found.mover and move or found.other
    self.does.add(self.terms.maker(self.names[role], 0)(), number_of(self, made))
  end
  evaluate(self, self.needs.next)
  return table.concat(texts(self, self.next), " ")
end

-- The goals of MAX and of MIN, the greatest where several hold, -1 for none.
local function goals(self, position)
  load(self, position)
  evaluate(self, self.needs.goal)
  local found = { -1, -1 }
  for name, relation in pairs(self.goal) do
    local all = relation.all
    for i = 1, all.n do
      local role, value = self.terms.text(all[1][i]), self.terms.text(all[2][i])
      local goal = math.tointeger(tonumber(value:match "^%d+$"))
      if not goal or goal > 100 then reader.refuse(nil, "goal(%s,%s): expected a goal of 0 to 100", role, value) end
      local at = role == self.names[1] and 1 or role == self.names[2] and 2 or name
      found[at] = math.max(found[at] or -1, goal)
    end
  end
  return found[1], found[2]
end

-- The rules of a game for gts.
local function rules_of(self, name)
  local rules = { name = name, start = self.start, range = { -100, 100 },
    gdl = { roles = { max = self.names[1], min = self.names[2] } } }
  function rules.gdl.is_over(position) return look(self, position).is_over end
  function rules.gdl.goals(position) return goals(self, position) end
  function rules.gdl.work() return math.maxinteger - self.joins.budget.left end
  function rules.gdl.moves(position) return look(self, position).moves end
  function rules.terminal(position) return look(self, position).is_over end
  function rules.player(position) return look(self, position).mover == 1 and "max" or "min" end
  function rules.play(position, move) return after(self, position, move) end

  function rules.successors(position)
    local moves = look(self, position).moves
    return tables.map(moves, function(move) return after(self, position, move) end), moves
  end

  function rules.random(position, r)
    local moves = look(self, position).moves
    if #moves == 0 then return nil end
    local move = moves[(r >> 1) % #moves + 1]
    return move, after(self, position, move)
  end

  function rules.evaluate(position)
    local max, min = goals(self, position)
    return math.max(max, 0) - math.max(min, 0)
  end

  function rules.read(text)
    local list = {}
    for term in text:gmatch "%S+" do
      if not number_of(self, term) then return nil, ("'%s' is no term"):format(term) end
      list[#list + 1] = term
    end
    table.sort(list)
    return table.concat(list, " ")
  end

  local function list(position)
    local terms = {}
    for term in position:gmatch "%S+" do terms[#terms + 1] = term end
    return terms
  end

  -- The board that fluents form which were seen by now, if any.
  function rules.gdl.draw()
    local function objects(texts_of)
      return tables.map(tables.keys(texts_of), function(text) return self.terms.object(self.numbers[text]) end)
    end
    local found = board.of(objects(self.fluents), objects(tables.set(list(self.start))), objects(self.moves), self.names,
      ground.relations(self.joins, self.program))
    local function object(text) return self.terms.object(number_of(self, text)) end
    names.give(rules, list, found and tables.over(found, {
      pieces = tables.map(found.list, function(entry) return entry.piece end),
      clicks = function(move) return board.clicks(found, object(move)) end,
      lie = function(text)
        local cell, piece, is_main = board.lie(found, object(text))
        return cell, piece, is_main and 1 or 2
      end,
    }))
  end

  return names.give(rules, list)
end

--- Makes rules of a description.
-- @tparam table program of gts.gdl.program
-- @tparam string name of the game
-- @treturn table rules; `gdl.moves(position)`, its moves; `gdl.work()`, how many rows of atoms were looked at; `gdl.draw()` finds
-- the board
function interpreted.rules(program, name)
  local found, rest = ground.static(program)
  local self = { joins = found, terms = found.terms, names = program.roles, levels = {}, needs = {}, numbers = {},
    kept = {}, count = 0, goal = {}, fluents = {}, moves = {}, program = program }
  self.is_true, self.does = found:relation("true", 1), found:relation("does", 2)
  self.legal, self.next, self.terminal = found:relation("legal", 2), found:relation("next", 1), found:relation("terminal", 0)
  for i, rules in ipairs(depths.order(rest)) do
    self.levels[i] = found:level(rules)
    self.levels[i].heads = tables.set(tables.map(rules, function(rule) return rule.head.relation end))
  end
  self.dynamic = { self.is_true, self.does }
  for _, rule in ipairs(rest) do table.insert(self.dynamic, found:relation(rule.head.relation, #rule.head)) end
  for _, rule in ipairs(rest) do
    if rule.head.name == "goal" then self.goal[rule.head.relation] = found:relation(rule.head.relation, 2) end
  end
  self.needs.look = depths.needed(rest, { "legal", "terminal" })
  self.needs.next = depths.needed(rest, { "next" })
  self.needs.goal = depths.needed(rest, tables.keys(self.goal))
  self.moving = depths.dependent(rest, { "does" })
  found.budget.left = math.maxinteger
  self.start = table.concat(texts(self, found:relation("init", 1)), " ")
  return rules_of(self, name)
end

return interpreted
