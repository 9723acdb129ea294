--- Reversed colours (rules.symmetries.reversed): is a position with colours reversed worth the negative value, with the other
-- player to move and the counterparts of all moves; and is it the position again, or an image of it, when that is reversed?
local symmetry = require "gts.rules.symmetry"
local words = require "gts.base.words"

local reversed = {}

local other = { max = "min", min = "max" }

local function complain(self, cause, node, q, format, ...)
  local found = self.found
  found:add("symmetries", "reversed " .. cause, node, "rules.symmetries: reversed takes position %s to %s, %s",
    found:describe(node.position), found:describe(q), format:format(...))
  return false
end

-- The position with colours reversed; nil, and that is noted, if there is none.
local function reverse(self, node, position)
  local count = self.rules.words or 1
  local list = count > 1 and table.pack(table.unpack(position, 1, count)) or { n = 1, position }
  local results, _, wrong = self.asker:call(self.rules.images.reversed, table.unpack(list, 1, count))
  if not results then
    self.found:add("symmetries", "reversed error", node, "rules.symmetries.reversed failed for position %s: %s",
      self.found:describe(position), tostring(wrong))
    return nil
  end
  for i = 1, count do
    if results[i] == nil or math.type(results[i]) ~= math.type(list[i]) then
      local what = count > 1 and ("%s as word %d"):format(words.quote(results[i]), i) or words.quote(results[i])
      self.found:add("symmetries", "reversed type", node, "rules.symmetries.reversed returned %s for position %s", what,
        self.found:describe(position))
      return nil
    end
  end
  return self.asker:position(results, 1)
end

-- A text that all images of a position share; nil after an error.
local function class_of(self, position)
  local results = self.asker:call(symmetry.canonical, self.rules, position)
  return results and results[1]
end

-- Numbers that the rules give for a position, and for the reversed one; nil where one of the two has none.
local function both(self, name, node, q)
  local a, b = self.rules[name] and self.asker:ask(name, node.position), nil
  if a then b = self.asker:ask(name, q) end
  if a and b then return a, b end
end

-- Is what a function of the rules gives negated?
local function is_negated(self, name, node, q)
  local a, b = both(self, name, node, q)
  if not a or type(a[1]) ~= "number" or type(b[1]) ~= "number" or a[1] + b[1] == 0 then return true end
  return complain(self, name, node, q, "and rules.%s gives %s and %s", name, a[1], b[1])
end

local function has_negated_bounds(self, node, q)
  local a, b = both(self, "bounds", node, q)
  if not a then return true end
  local lower, upper = tonumber(a[1]) or -math.huge, tonumber(a[2]) or math.huge
  local of_q, to_q = tonumber(b[1]) or -math.huge, tonumber(b[2]) or math.huge
  if lower == -to_q and upper == -of_q then return true end
  return complain(self, "bounds", node, q, "and rules.bounds gives {%s, %s} and {%s, %s}", lower, upper, of_q, to_q)
end

local function has_counterparts(self, node, q)
  local list = self.developer:list(node)
  local others = self.developer:list({ position = q, parent = node.parent, move = node.move, ply = node.ply })
  if not list or not others then return true end
  local known, met = {}, {}
  for _, entry in ipairs(others) do known[class_of(self, entry.position) or ""] = entry end
  for _, entry in ipairs(list) do
    local to = reverse(self, node, entry.position)
    local class = to ~= nil and class_of(self, to)
    if not class then return to ~= nil end
    if not known[class] then
      return complain(self, "moves", node, q, "where no move corresponds to move %s", self.found:name(entry.move))
    end
    met[class] = true
  end
  for class, entry in pairs(known) do
    if not met[class] then
      return complain(self, "moves", node, q, "whose move %s no move corresponds to", self.found:name(entry.move))
    end
  end
  return true
end

-- Notes what is wrong with the reversed one of a position. False: something is.
local function look(self, node)
  local q = reverse(self, node, node.position)
  if q == nil then return false end
  local player, of_q = both(self, "player", node, q)
  if player and other[player[1]] ~= of_q[1] then return complain(self, "player", node, q, "where %s is to move, too", of_q[1]) end
  local back = reverse(self, node, q)
  if back == nil then return false end
  local class = class_of(self, back)
  if class and class ~= class_of(self, node.position) then
    return complain(self, "back", node, q, "and that to %s, no image of the first", self.found:describe(back))
  end
  return is_negated(self, "score", node, q) and is_negated(self, "evaluate", node, q) and has_negated_bounds(self, node, q)
    and has_counterparts(self, node, q)
end

--- Checks the function that reverses colours; nothing where the rules state none.
function reversed.check(walk)
  local rules, found = walk.rules, walk.found
  if not (rules.images and rules.images.reversed) or found:has_broken() or found:has "symmetries" then return end
  local self = { rules = rules, found = found, asker = walk.asker, developer = walk.probes.developer }
  local good = self.developer:sample(walk, function(node) return look(self, node) end, 1)
  if not good then found:forget "key" end               -- all of that follows from it
end

return reversed
