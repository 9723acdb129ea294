--- The successors of a position, asked for with an eye on the form: what a search would trip over, or never notice.

local core = require "gts.core"
local effort = require "gts.base.effort"
local image = require "gts.rules.image"
local legal = require "gts.rules.legal"
local random = require "gts.base.random"
local schema = require "gts.base.schema"
local words = require "gts.base.words"

local develop = {}

local MOST = 10000              -- moves of a position; more are taken to be without end
local ENOUGH = 20               -- that are taken of each then

local is_callable = schema.callable.fits                -- may a generic `for` call it?

-- `form` is the rule that gives moves, as messages name it, and `asks` the one that is asked for them.
local Develop = {}
Develop.__index = Develop

--- Makes one.
function develop.new(rules, asker, found)
  local form = rules.legal and "legal" or rules.next and "next" or rules.mutable and "moves" or "successors"
  found.form = form == "successors" and "lists" or form
  return setmetatable({ rules = rules, asker = asker, found = found, form = form,
    asks = rules.next and "next" or "successors", limit = MOST }, Develop)
end

local function failed(self, node, name, kind, wrong)
  if kind == "loop" then
    self.found:add("loop", name, node, "rules.%s does not come to an end: %s (for {position})", name, wrong)
  else
    -- An iterator that is Lua's own has no line.
    local place = not wrong:find ":%d+: " and core.definition(self.rules[name])
    self.found:add("error", name .. wrong:gsub("%d+", "#"), node, "rules.%s failed: %s%s (for {position})", name,
      place and place .. ": " or "", wrong)
  end
end
develop.failed = failed

-- Is it a position? Says so if not. A position of words comes as a list.
function Develop:is_position(node, position, move)
  local name = self.form == "legal" and "play" or self.form
  local function refuse(what)
    self.found:add("position", name, node, "rules.%s gave %s as the position after move %s", name, what, self.found:name(move))
    return false
  end
  if self.asker.words > 1 then
    for i = 1, self.asker.words do
      if math.type(position[i]) ~= "integer" then return refuse(("%s as word %d of"):format(words.quote(position[i]), i)) end
    end
    return true
  end
  if position == nil or position ~= position then return refuse(words.quote(position)) end
  if math.type(position) == "float" and math.type(self.rules.start) == "integer" then
    return refuse(("%s, no integer as the start is,"):format(position))
  end
  return true
end

-- Takes a move and its position as they come one after the other; false where the walk must end.
local function take(self, node, list, seen, move, position)
  local name = self.form
  if move ~= move then
    self.found:add("moves", name .. " nan", node, "rules.%s gave NaN as a move of {position}", name)
    return false
  end
  if seen[move] then
    local again = list[#list].move == move
    self.found:add("repeats", name, node, "rules.%s gave move %s again%s for {position}", name, self.found:name(move),
      again and "" or " after others")
    return false
  end
  if not self:is_position(node, position, move) then return false end
  seen[move] = true
  list[#list + 1] = { move = move, position = position, image = type(position) == "table" and image.of(position) }
  if #list < self.limit then return true end
  if self.limit == MOST then
    self.found:add("endless_moves", name, node, "rules.%s gave %d moves for {position}, and goes on", name, #list)
    self.limit = ENOUGH
  end
  return false
end

-- The successors that `step` gives, of the move before each.
local function by_steps(self, node, step, move)
  local list, seen = {}, {}
  while true do
    local results, kind, wrong = step(move)
    if not results then return nil, failed(self, node, self.form == "legal" and legal.asked() or self.form, kind, wrong) end
    move = results[1]
    if move == nil then
      if results[2] == nil or results[2] == false then return list end
      list.broken = true
      self.found:add("moves", self.form, node, "rules.%s gave a position, and nil as the move to it, for {position}", self.form)
      return list
    end
    if not take(self, node, list, seen, move, self.asker:position(results, 2)) then list.broken = true return list end
  end
end

-- The steps of a walk over successors, and the first move: by `next`, or by the iterator that is in `results`.
local function steps_of(self, node, results)
  if not results then return function(move) return self.asker:ask("next", node.position, move) end end
  return function(move) return self.asker:call(results[1], results[2], move) end, results[3]
end

-- How long a list is, the first of its holes, and whether it has only fields beside.
local function measure(t)
  local last, others = 0, false
  for key in next, t do
    if math.type(key) == "integer" and key > 0 then last = math.max(last, key) else others = true end
  end
  for i = 1, last do
    if rawget(t, i) == nil then return last, i end
  end
  return last, nil, others and last == 0
end

develop.measure = measure

local function by_lists(self, node, positions, numbers)
  local function refuse(kind, format, ...) self.found:add(kind, "successors", node, format, ...) end
  local count, hole, no_list = measure(positions)
  if no_list then return refuse("types", "rules.successors returned a table that is no list for {position}") end
  if hole then return refuse("position", "rules.successors gave nil as successor %d of %d of {position}", hole, count) end
  local first, start = positions[1], self.rules.start
  if type(first) == "table" and first.move ~= nil and first.position ~= nil and not (type(start) == "table" and start.move) then
    return refuse("types", "rules.successors gave tables with 'move' and 'position' for {position}: expected a list of "
      .. "positions, and a second list of moves")
  end
  local wrong
  if numbers ~= nil then
    local many, gap = measure(numbers)
    wrong = gap ~= nil or many ~= count or nil
    if gap then refuse("moves", "rules.successors gave nil as move %d of {position}", gap)
    elseif many ~= count then refuse("lengths", "rules.successors gave %d positions and %d moves for {position}", count, many) end
  end
  local list, seen = { lists = { positions, numbers }, broken = wrong }, {}
  for i = 1, count do
    local move = i
    if numbers then move = numbers[i] end
    if move == nil or not take(self, node, list, seen, move, positions[i]) then list.broken = true return list end
  end
  return list
end

local function by_successors(self, node)
  local results, kind, wrong = self.asker:ask("successors", node.position)
  if not results then return nil, failed(self, node, self.form, kind, wrong) end
  if is_callable(results[1]) then
    if self.form == "successors" then self.found.form = "iterator" end
    return by_steps(self, node, steps_of(self, node, results))
  end
  for i = 1, 2 do
    local good = type(results[i]) == "table" or i == 2 and results[i] == nil
    if not good then
      self.found:add("types", "successors", node, "rules.successors returned %s for {position}: expected %s",
        words.quote(results[i]), i == 1 and "a list of positions, or an iterator" or "a list of moves, or nothing")
      return nil
    end
  end
  return by_lists(self, node, results[1], results[2])
end

--- The successors of a node; what is wrong with how they come is noted. Tables with move, position, and the image of a table;
-- `lists`, what the rules returned if these were lists; `broken` if it may not be all. nil after an error.
function Develop:successors(node)
  if self.asks == "next" then return by_steps(self, node, steps_of(self, node)) end
  return by_successors(self, node)
end

-- The moves in turn that one walk over the successors gives: a function that makes the next step. nil: there is no such walk.
function Develop:steps(node)
  local results
  if self.asks ~= "next" then
    results = self.asker:ask("successors", node.position)
    if not results or not is_callable(results[1]) then return nil end
  end
  local step, move = steps_of(self, node, results)
  return function()
    local taken = step(move)
    move = taken and taken[1]
    return move
  end
end

--- The successors of a node as Develop:successors gives them, none where the game is over; nil if they cannot be had.
function Develop:list(node)
  if self.asker:first("terminal", node.position) then return {} end
  local list = self:successors(node)
  return list and not list.broken and list or nil
end

local SHARE <const> = 0.05      -- of the time of a check, for positions near the start, and for games
local SAMPLED <const>, EACH <const> = 400, 2    -- positions of either, at most and for each that may be looked at
local LONGEST <const> = 300     -- moves of a game at random

--- Calls `look` with nodes of a walk near the start, a part of as many as in games at random, and with these, until it is not
-- true, or the time is over. Returns whether it was always true.
function Develop:sample(walk, look, part)
  local most, deadline = math.min(SAMPLED, EACH * (walk.asked.positions or SAMPLED)), effort.clock() + SHARE * walk.time
  for i, node in ipairs(walk.queue) do
    if i > part * most or effort.clock() > deadline then break end
    if not look(node) then return false end
  end
  local draw, root = random.stream(walk.asked.seed), { position = walk.root.position, ply = 0 }
  local node = root
  deadline = effort.clock() + SHARE * walk.time
  for _ = 1, most do
    if effort.clock() > deadline then return true end
    if not look(node) then return false end
    local list = self:list(node) or {}
    local entry = list[1] and list[draw(1, #list)]
    node = entry and node.ply + 1 < LONGEST
      and { position = entry.position, move = entry.move, parent = node, ply = node.ply + 1 } or root
  end
  return true
end

local STEPS = 8                 -- positions that are looked at in each reading of what `next` returns

-- How many moves of a position come one after the other, if the result at `index` is the move; nil if that is no walk.
local function count_by(self, position, index)
  local seen, move, count = {}, nil, 0
  while count < 1000 do
    local results = self.asker:ask("next", position, move)
    if not results then return nil end
    move = results[index]
    if move == nil then return count end
    if move ~= move or seen[move] then return nil end
    seen[move], count = true, count + 1
  end
end

-- In how many positions, from the start on by first moves, there is a choice, the result at `index` being the move; their number.
local function choices_by(self, position, index)
  local choices, count = 0, 0
  while position ~= nil and count < STEPS do
    local moves = count_by(self, position, index)
    if moves == nil then return choices, count + 1 end
    if moves == 0 then return choices, count end
    count, choices = count + 1, choices + (moves >= 2 and 1 or 0)
    local results = self.asker:ask("next", position, nil)
    if not results then return choices, count end
    position = self.asker:position(results, index == 1 and 2 or 1)
  end
  return choices, count
end

-- Are a and b of different types, both known?
local function differ(a, b) return a ~= nil and b ~= nil and type(a) ~= type(b) end

local function is_understood(self, value) return value ~= nil and self.asker:ask("evaluate", value) ~= nil end

-- Are the two that came as move and position a move and a position the other way round? By types, and what the rules understand.
local function other_way(self, move, position)
  local start = self.rules.start
  if not (differ(move, position) and type(move) == type(start) and differ(position, start)) then return false end
  return is_understood(self, move) and not is_understood(self, position)
end

--- Looks whether results are swapped, at the start; `list` are its successors, as they came.
function Develop:check_swapped(root, list)
  if self.found:has "moves" then return false end               -- a nil move says nothing about its place
  local one = list and list[1]
  local swapped = one ~= nil and self.asker.words == 1 and other_way(self, one.move, one.position)
  if not swapped and self.form == "next" then
    local other, of = choices_by(self, root.position, self.asker.words + 1)
    swapped = other >= 1 and 2 * other > of and choices_by(self, root.position, 1) == 0
  elseif self.form == "successors" and not swapped then
    local results = self.asker:ask("successors", root.position)
    local step = results and is_callable(results[1]) and self.asker:call(results[1], results[2], results[3])
    swapped = step and other_way(self, step[1], step[2])
  end
  if swapped then
    self.found:add("swapped", self.form, root, "rules.%s gives positions where moves are expected, and moves for positions",
      self.form)
  end
  return swapped
end

return develop
