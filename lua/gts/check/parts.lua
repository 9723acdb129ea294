--- The parts of positions (rules.parts): are they independent? They are if each move of a position is a move in one of its
-- parts, which leaves the others as they are, and the other way round. So the positions after moves, as lists of parts, are
-- compared.

local develop = require "gts.check.develop"
local symmetry = require "gts.rules.symmetry"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local parts = {}

local other = { max = "min", min = "max" }

local function complain(self, cause, node, format, ...)
  self.found:add("parts", cause, node, format, ...)
  return nil
end

-- What a function of the rules gives for a position; nil after an error.
local function asked(self, name, node, position)
  local results, kind, wrong = self.asker:ask(name, position)
  if not results then develop.failed(self, node, name, kind, wrong) end
  return results
end

-- The parts of a position: a list of tables with position, and as text the part with MAX to move. nil after a complaint.
local function split(self, node, position)
  local results, player = asked(self, "parts", node, position), asked(self, "player", node, position)
  if not results or not player then return nil end
  local list = {}
  if type(results[1]) ~= "table" then
    return complain(self, "type", node, "rules.parts returned %s for {position}: expected a list of positions",
      words.quote(results[1]))
  end
  for i, part in ipairs(results[1]) do
    if not self.developer:is_position(node, part, i) then return nil end
    local of = asked(self, "player", node, part)
    if not of then return nil end
    if of[1] ~= player[1] then
      return complain(self, "player", node, "rules.parts gives part %s for {position}, in which %s is to move",
        self.found:describe(part), other[player[1]])
    end
    local turned = of[1] == "min" and asked(self, "turned", node, part)
    if turned == nil then return nil end
    local own = self.asker:call(symmetry.plain, self.rules, turned and self.asker:position(turned, 1) or part)
    list[i] = { position = part, text = own and own[1] or "" }
  end
  return list
end

-- A text of some parts, all but number `without`, and more.
local function text_of(list, without, more)
  local texts = tables.collect(list, function(part, i) return i ~= without and part.text end)
  for _, part in ipairs(more or {}) do texts[#texts + 1] = part.text end
  table.sort(texts)
  return table.concat(texts, " + ")
end

-- The sums after the moves of a position, as texts -> move; with `list`, those after the moves in each of these parts.
local function sums_after(self, node, list)
  local found = {}
  for i, part in ipairs(list or { node }) do
    local inner = { position = part.position, parent = node.parent, move = node.move, ply = node.ply }
    local moves = self.developer:list(inner)
    if not moves then return nil end
    for _, entry in ipairs(moves) do
      local after = split(self, inner, entry.position)
      if not after then return nil end
      found[list and text_of(list, i, after) or text_of(after)] = { move = entry.move, part = part }
    end
  end
  return found
end

-- Have a position and its parts the same moves? nil: no.
local function look(self, node)
  local list = split(self, node, node.position)
  local whole = list and sums_after(self, node)
  local apart = whole and sums_after(self, node, list)
  if not apart then return nil end
  for text, one in pairs(whole) do
    if not apart[text] then
      return complain(self, "moves", node, "rules.parts: move %s of {position} leads to the parts %s, and no move in one of its "
        .. "%d parts does", self.found:name(one.move), words.quote(text), #list)
    end
  end
  for text, one in pairs(apart) do
    if not whole[text] then
      return complain(self, "moves", node, "rules.parts: move %s of part %s of {position} leads to the parts %s, and no move of "
        .. "the position does", self.found:name(one.move), self.found:describe(one.part.position), words.quote(text))
    end
  end
  local value = next(whole) == nil and asked(self, "evaluate", node, node.position)
  local player = value and asked(self, "player", node, node.position)
  if player and value[1] ~= self.rules.range[player[1] == "max" and 1 or 2] then
    return complain(self, "end", node, "rules.parts: the player to move has lost {position}, which has no moves, but its value "
      .. "is %s", value[1])
  end
  return true
end

-- Looks at a position, and at it with the other player to move. nil: something is wrong.
local function look_twice(self, node)
  if not look(self, node) then return nil end
  local turned = asked(self, "turned", node, node.position)
  return turned and look(self, tables.copy(node, { position = self.asker:position(turned, 1) }))
end

--- Checks the parts of positions near the start and in games at random; nothing where rules have none.
function parts.check(walk)
  local rules, found = walk.rules, walk.found
  if not rules.parts or found:has_broken() then return end
  local self = { rules = rules, found = found, asker = walk.asker, developer = walk.probes.developer }
  self.developer:sample(walk, function(node) return look_twice(self, node) end, 1 / 2)
end

return parts
