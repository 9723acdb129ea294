--- Symmetries of rules: does each move of a position have a counterpart in its image, up to the end, where values are equal?
--
-- Positions are identified by what symmetries act on. A position and another one that is its image are walked through side by
-- side: all that were met near the start, and games at random from the start, where that is its own image.

local effort = require "gts.base.effort"
local random = require "gts.base.random"
local symmetry = require "gts.rules.symmetry"
local tables = require "gts.base.tables"

local images = {}

local SHARE <const> = 0.05      -- of the time, for either kind of pairs
local MOST <const> = 400        -- of either kind
local EACH <const> = 2          -- of either kind, for each position that may be looked at
local LONGEST <const> = 300     -- moves of a game at random

-- What identifies a position: its words, as a list with `text`, the text of them; nil after an error.
local function identify(self, position)
  local own = self.asker:call(symmetry.own, self.rules, position)
  if not own or own[1] == nil then return nil end
  own.text = type(own[1]) == "table" and self.text(own[1]) or table.concat(own, " ", 1, own.n)
  return own
end

-- The text that identifies the image of a position.
local function image_of(of, own)
  local words = table.pack(of.image(table.unpack(own, 1, own.n)))
  return table.concat(words, " ", 1, words.n)
end

-- The numbers that a rule gives for a position, without its score; nil where it gives none.
local function numbers(self, name, node)
  local answer, score = self.rules[name] and self.asker:ask(name, node.position), nil
  if not answer then return nil end
  if self.rules.score then score = self.asker:ask("score", node.position) end
  local list = {}
  for i = 1, name == "bounds" and 2 or 1 do
    local number = answer[i]
    list[i] = type(number) == "number" and number - (score and tonumber(score[1]) or 0) or nil
  end
  return list
end

-- The successors of a node, with what identifies each; nil if they cannot be had.
local function list_of(self, node)
  if node.successors == nil then
    local list = self.developer:list(node)
    for _, entry in ipairs(list or {}) do
      entry.own = identify(self, entry.position)
      if not entry.own then list.broken = true end
    end
    node.successors = list and not list.broken and list or false
  end
  return node.successors or nil
end

-- Where keys join positions that symmetries do not, their moves may differ: only values are certain.
local function complain(self, cause, of, node, other, format, ...)
  local found = self.found
  local add = cause == "moves" and self.joins and found.suspect or found.add
  local what, image = found:describe(node.position), found:describe(other.position)
  local taken = image == what and "leaves position %s as it is" or "takes position %s to %s"
  add(found, "symmetries", cause, node, "rules.symmetries: %s %s, %s", of.name, taken:format(what, image), format:format(...))
  return false
end

-- Does a rule give the same numbers for both?
local function has_equal(self, name, cause, of, node, other)
  local mine, theirs = numbers(self, name, node), numbers(self, name, other)
  if not mine or not theirs then return true end
  for i = 1, 2 do
    if mine[i] ~= theirs[i] then
      return complain(self, cause, of, node, other, "and their %s are %s and %s", cause, mine[i] or "none", theirs[i] or "none")
    end
  end
  return true
end

-- Is `other` what the image of `node` should be? Notes what is wrong.
local function is_counterpart(self, of, node, other)
  self.pairs = self.pairs + 1
  local list, others = list_of(self, node), list_of(self, other)
  if not list or not others then return true end
  if self.asker:first("player", node.position) ~= self.asker:first("player", other.position) then
    return complain(self, "player", of, node, other, "where the other player is to move")
  end
  local known = {}
  for _, entry in ipairs(others) do known[entry.own.text] = true end
  for _, entry in ipairs(list) do
    if not known[image_of(of, entry.own)] then
      return complain(self, "moves", of, node, other, "where no move corresponds to move %s", self.found:name(entry.move))
    end
  end
  return has_equal(self, "evaluate", #list > 0 and "estimates" or "values", of, node, other)
    and has_equal(self, "bounds", "bounds", of, node, other)
end

local function near(self, nodes, deadline)
  local by_text = {}
  for _, node in ipairs(nodes) do
    if effort.clock() > deadline then break end
    local own = identify(self, node.position)
    node.own = own
    local id = own and (node.player or "") .. own.text
    if id then self.joins, by_text[id] = self.joins or by_text[id] ~= nil, node end
  end
  for _, node in ipairs(nodes) do
    if not node.own or self.pairs >= self.most or effort.clock() > deadline then return end
    for _, of in ipairs(self.symmetries) do
      local text = image_of(of, node.own)
      local other = text == node.own.text and node or by_text[(node.player or "") .. text]
      if other and other ~= node then self.met = true end
      if other and not is_counterpart(self, of, node, other) then return end
    end
  end
end

local function after(node, entry)
  return { position = entry.position, own = entry.own, move = entry.move, parent = node, ply = node.ply + 1 }
end

-- Plays at random, and in the image what corresponds. Returns whether nothing is wrong.
local function play(self, of, root, draw)
  local node, other = root, root
  for _ = 1, LONGEST do
    if not is_counterpart(self, of, node, other) then return false end
    local list = list_of(self, node) or {}
    if #list == 0 then return true end
    local entry = list[draw(1, #list)]
    local text, child = image_of(of, entry.own), nil
    for _, candidate in ipairs(list_of(self, other) or {}) do
      if candidate.own.text == text then child = after(other, candidate) end
    end
    if not child then return true end
    node, other = after(node, entry), child
    self.met = self.met or node.own.text ~= other.own.text
  end
  return true
end

local function far(self, root, draw, deadline)
  root = { position = root.position, own = identify(self, root.position), ply = 0 }
  local list = tables.filter(root.own and self.symmetries or {}, function(of) return image_of(of, root.own) == root.own.text end)
  local game = 0
  while #list > 0 and self.pairs < self.most and effort.clock() < deadline do
    game = game + 1
    if not play(self, list[game % #list + 1], root, draw) then return end
  end
end

-- All permutations but the identity, with names for messages.
local function symmetries_of(of)
  local names, list = {}, {}
  for _, generator in ipairs(of.generators) do names[table.concat(generator.list, " ")] = generator.name end
  for i = 2, #of.group do
    local name = names[table.concat(of.group[i], " ")] or "a combination of its elements"
    list[i - 1] = { name = name, image = symmetry.image(of, of.group[i]) }
  end
  return list
end

--- Checks the symmetries of rules; nothing where they state none.
function images.check(walk)
  local rules, found = walk.rules, walk.found
  if not rules.images or found:has_broken() then return end
  local self = { rules = rules, found = found, asker = walk.asker, developer = walk.probes.developer,
    symmetries = symmetries_of(rules.images), pairs = 0, most = math.min(MOST, EACH * (walk.asked.positions or MOST)),
    text = symmetry.image(rules.images, rules.images.group[1]) }
  near(self, walk.queue, effort.clock() + SHARE * walk.time)
  self.pairs = 0
  if not found:has "symmetries" then far(self, walk.root, random.stream(walk.asked.seed), effort.clock() + SHARE * walk.time) end
  if found:has "symmetries" then return found:forget "key" end          -- all of that follows from it
  if not self.met and #self.symmetries > 0 and #walk.queue > 1 then
    found:note("symmetries", "none", nil, "no position was met with one of its images by rules.symmetries")
  end
end

--- What is wrong with the type of that on which symmetries act.
function images.misfit(rules, asker)
  local of = assert(symmetry.read(rules))
  if of.cells == 0 then return nil end
  local kind, key = of.kind, asker:first("key", rules.start)
  if kind == "bits" and type(key) == "string" then
    return "rules.symmetries has a field for bits of integers, and rules.key returned a string"
  end
  if kind == "text" and math.type(key) then
    return "rules.symmetries needs the field 'sets' or 'bits': rules.key returned an integer, and no character for each cell"
  end
end

return images
