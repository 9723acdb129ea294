--- Rules of a description that is too large for bits: a position is a text of fluents, and joins (gts.gdl.joins) find what
-- holds. Two states serve: one is of the position that is looked at, the other of the one before, whose successors are made.

local board = require "gts.gdl.board"
local demand = require "gts.gdl.demand"
local depths = require "gts.gdl.depths"
local ground = require "gts.gdl.ground"
local joins = require "gts.gdl.joins"
local names = require "gts.gdl.names"
local reader = require "gts.gdl.reader"
local refusal = require "gts.base.refusal"
local tables = require "gts.base.tables"

local interpreted = {}

local KEPT <const> = 1000       -- positions whose moves are kept
local CROWDED <const>, ROWS <const> = 3000, 20          -- beyond these, a text is as much work as rows

local function terms_of(text)
  local list = {}
  for term in text:gmatch "%S+" do list[#list + 1] = term end
  return list
end

local function read_term(terms, text)
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
    return terms.maker(name, #arguments)(table.unpack(arguments))
  end
  local number = term()
  return at > #text and number or nil
end

-- A position, and what follows of it as far as it has been evaluated.
local State = {}
State.__index = State

local function new_state(program, targets)
  local static, rest = ground.static(program)
  rest = demand.rules(rest, targets)
  local self = setmetatable({ joins = static, terms = static.terms, numbers = {}, done = {}, levels = {}, dynamic = {}, work = 0,
    fluents = static:relation("true", 1), does = static:relation("does", 2) }, State)
  for i, rules in ipairs(depths.order(rest)) do
    self.levels[i] = static:level(rules)
    self.levels[i].heads = tables.set(tables.map(rules, function(rule) return rule.head.relation end))
  end
  for _, rule in ipairs(rest) do self.dynamic[rule.head.relation] = static:relation(rule.head.relation, #rule.head) end
  static:renew()
  return self, rest
end

function State:number(text)
  self.numbers[text] = self.numbers[text] or read_term(self.terms, text)
  return self.numbers[text]
end

-- Begins with a position: what follows of it is evaluated where it is needed. Until then, and after an error, none is loaded.
function State:load(position)
  if self.loaded == position then return end
  self.loaded = nil
  self:forget(self.dynamic)
  joins.clear(self.fluents)
  self.joins:renew()
  for text in position:gmatch "%S+" do self.fluents.add(self:number(text)) end
  self.loaded = position
end

function State:forget(relations)
  for name in pairs(relations) do
    if self.dynamic[name] then joins.clear(self.dynamic[name]) end
    self.done[name] = nil
  end
end

-- Evaluates the relations of `wanted` that are not there, except the relations of `but`.
function State:evaluate(wanted, but)
  local position = self.loaded
  self.loaded = nil
  for _, level in ipairs(self.levels) do
    local here = {}
    for name in pairs(level.heads) do
      if wanted[name] and not self.done[name] and not (but and but[name]) then here[name], self.done[name] = true, true end
    end
    if next(here) then self.joins:run(level, here) end
  end
  self.work, self.loaded = self.work + self.joins:renew(), position
end

-- The texts in the last column of a relation, sorted; with `role`, of rows that have it in the first.
function State:texts(name, role)
  local all, list = self.joins.relations[name].all, {}
  local number = role and self:number(role)
  for i = 1, all.n do
    if not role or all[1][i] == number then list[#list + 1] = self.terms.text(all[all.width][i]) end
  end
  table.sort(list)
  if #list > CROWDED then self.work = self.work + ROWS * #list end
  return list
end

-- The position after a move of `mover`, while the other does what is left to do.
local function after(self, position, move)
  local found, state = self:look(position), self.moving
  state:load(position)
  state:evaluate(self.needs.next, self.on_moves)
  state:forget(self.on_moves)
  joins.clear(state.does)
  for role, name in ipairs(self.roles) do
    local made = role == found.mover and move or found.other
    if made then state.does.add(state:number(name), state:number(made)) end
  end
  state:evaluate(self.needs.next)
  return table.concat(state:texts "next", " ")
end

local Game = {}
Game.__index = Game

-- A position as a text of its fluents. A successor is a text of those before, and of the move: most are never looked at.
function Game:plain(position)
  if type(position) ~= "string" then error("a position of this game is a text of fluents, not a " .. type(position), 0) end
  local at = position:find("\n", 1, true)
  if not at then return position end
  local made = self.made[position] or after(self, position:sub(1, at - 1), position:sub(at + 1))
  self:keep("made", position, made)
  return made
end

function Game:keep(where, key, value)
  if self[where][key] then return end
  if self.count >= KEPT then self.kept, self.made, self.count = {}, {}, 0 end
  self[where][key], self.count = value, self.count + 1
end

-- What is known of a position: whether it `is_over`; the `moves` of the one who moves, `mover`, 1 or 2, and what the other does.
function Game:look(position)
  position = self:plain(position)
  if self.kept[position] then return self.kept[position] end
  local state = self.state
  state:load(position)
  state:evaluate(self.needs.look)
  local max, min = state:texts("legal", self.roles[1]), state:texts("legal", self.roles[2])
  local found = { is_over = state.joins.relations.terminal.all.n > 0, moves = {}, mover = 1, text = position }
  if not found.is_over then
    if #max > 1 and #min > 1 then
      error(("not a game for two in turn: both %s and %s have a choice of moves"):format(table.unpack(self.roles)), 0)
    end
    local acts = tables.any(max, function(move) return move ~= "noop" end)
    found.mover = #max > 1 and 1 or #min > 1 and 2 or acts and 1 or 2
    found.moves, found.other = max, min[1]
    if found.mover == 2 then found.moves, found.other = min, max[1] end
  end
  if self.seen then table.insert(self.seen, found) end
  self:keep("kept", position, found)
  return found
end

-- The goals of MAX and of MIN, the greatest where several hold, -1 for none.
function Game:goals(position)
  local state, found = self.state, { -1, -1 }
  state:load(self:plain(position))
  state:evaluate(self.needs.goal)
  for _, name in ipairs(self.goal) do
    local all = state.joins.relations[name].all
    for i = 1, all.n do
      local role, value = state.terms.text(all[1][i]), state.terms.text(all[2][i])
      local goal = math.tointeger(tonumber(value:match "^%d+$"))
      if not goal or goal > 100 then reader.refuse(nil, "goal(%s,%s): expected a goal of 0 to 100", role, value) end
      local at = role == self.roles[1] and 1 or role == self.roles[2] and 2 or name
      found[at] = math.max(found[at] or -1, goal)
    end
  end
  return found[1], found[2]
end

-- The board that is formed by the fluents that were seen, if any, as gts.gdl.names takes it.
function Game:board()
  local state = self.state
  local fluents, moves = {}, {}
  for _, found in ipairs(self.seen) do
    for text in found.text:gmatch "%S+" do fluents[text] = true end
    for _, move in ipairs(found.moves) do moves[move] = true end
  end
  local function object(text) return state.terms.object(state:number(text)) end
  local function objects(set) return tables.map(tables.keys(set), object) end
  local found = board.of(objects(fluents), objects(tables.set(terms_of(self.start))), objects(moves), self.roles,
    ground.relations(state.joins, self.program))
  return found and tables.over(found, {
    pieces = tables.map(found.list, function(entry) return entry.piece end),
    clicks = function(move) return board.clicks(found, object(move)) end,
    lie = function(text)
      local cell, piece, is_main = board.lie(found, object(text))
      return cell, piece, is_main and 1 or 2
    end,
  })
end

local function rules_of(self, name)
  local rules = { name = name, start = self.start, range = { -100, 100 }, native = false }
  rules.gdl = { roles = { max = self.roles[1], min = self.roles[2] } }
  function rules.gdl.is_over(position) return self:look(position).is_over end
  function rules.gdl.goals(position) return self:goals(position) end
  function rules.gdl.moves(position) return self:look(position).moves end
  function rules.gdl.work() return self.state.work + self.moving.work end
  function rules.key(position) return self:plain(position) end
  function rules.terminal(position) return self:look(position).is_over end
  function rules.player(position) return self:look(position).mover == 1 and "max" or "min" end
  function rules.gdl.after(position, move) return self:plain(self:look(position).text .. "\n" .. move) end

  function rules.successors(position)
    local found = self:look(position)
    return tables.map(found.moves, function(move) return found.text .. "\n" .. move end), found.moves
  end

  function rules.evaluate(position)
    local max, min = self:goals(position)
    return math.max(max, 0) - math.max(min, 0)
  end

  function rules.read(text)
    return refusal.caught(function()
      local list = tables.keys(tables.set(terms_of(text)))
      for _, term in ipairs(list) do
        if not self.state:number(term) then reader.refuse(nil, "'%s' is no term", term) end
      end
      return table.concat(list, " ")
    end)
  end

  local function list(position) return terms_of(self:plain(position)) end

  --- Ends the trial: draws the board that was seen.
  function rules.gdl.draw()
    names.give(rules, list, self:board())
    self.seen = nil
  end

  return names.give(rules, list)
end

--- Makes rules of a description. `program` of gts.gdl.program; `name` of the game. Returns rules; `gdl.moves(position)`, its
-- moves; `gdl.work()`, how many rows of atoms were looked at; `gdl.draw()` finds the board in the positions that were looked at.
function interpreted.rules(program, name)
  local goals = tables.collect(program.rules, function(rule) return rule.head.name == "goal" and rule.head.relation end)
  goals = tables.keys(tables.set(goals))
  local state, rules = new_state(program, { "legal", "terminal", table.unpack(goals) })
  local moving, rules_of_next = new_state(program, { "next" })
  local self = setmetatable({ state = state, moving = moving, program = program, roles = program.roles, kept = {}, made = {},
    count = 0, seen = {}, goal = goals }, Game)
  self.needs = { look = depths.needed(rules, { "legal", "terminal" }), next = depths.needed(rules_of_next, { "next" }),
    goal = depths.needed(rules, goals) }
  self.on_moves = depths.dependent(rules_of_next, { "does" })
  self.start = table.concat(state:texts "init", " ")
  return rules_of(self, name)
end

return interpreted
