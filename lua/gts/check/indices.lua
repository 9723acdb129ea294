--- The index of positions (rules.index): is `at` the inverse of `of`? Do positions of one index have moves to the same ones? Does
-- `before` give those positions, and no others, from which moves lead to a position?
--
-- A position stands for its class: the tier, the index and, seen from another one, whether the same player moves. An analysis
-- counts pairs of classes, not moves: when a class is resolved, each class that `before` leads to has one successor less, once.
-- That is right if the classes that moves lead to are the same for all positions of a class, and `before` of any of them gives
-- the classes with a move to it. Images under symmetries have both. So pairs are compared in both directions.

local effort = require "gts.base.effort"
local develop = require "gts.check.develop"
local random = require "gts.base.random"

local indices = {}

local EACH <const>, MOST <const> = 2, 2000      -- positions that are looked at, for each position of the check and at most
local SHARE <const> = 0.05                      -- of the time, for each of the two walks
local MOST_TIERS <const> = 10000
local MOST_BEFORE <const> = 1000                -- predecessors of a position

local function complain(self, cause, node, format, ...)
  self.found:add("index", cause, node, format, ...)
  return nil
end

-- What a function of the rules returns about a position, or, with `plain`, for other arguments; nil after an error.
local function asked(self, name, node, plain, ...)
  local results, kind, wrong
  if plain then results, kind, wrong = self.asker:call(self.rules[name], ...)
  else results, kind, wrong = self.asker:ask(name, node.position, ...) end
  if not results then develop.failed(self, node, name, kind, wrong) end
  return results
end

-- The number of indices of a tier, 0 where it has none; nil after an error.
local function size_of(self, node, tier)
  local results = asked(self, "index.size", node, true, tier)
  if not results then return nil end
  local size = results[1] or 0
  if math.type(size) == "integer" and size >= 0 then return size end
  return complain(self, "size", node, "rules.index.size returned %s for tier %s: expected an integer from 0 on, or nil", size,
    tier)
end

local function tier_of(self, node)
  local results = self.rules.tier and self.asker:ask("tier", node.position)
  if not results then return 0 end
  return results[1]
end

local function player_of(self, position, before)
  return self.asker:first("player", position) or before == "max" and "min" or "max"
end

-- The class of the position of a node: a table with tier and index; nil if it has none that could be.
local function class_of(self, node)
  local tier, results = tier_of(self, node), asked(self, "index.of", node)
  local size = results and size_of(self, node, tier)
  if not size then return nil end
  local index = results[1]
  if math.type(index) ~= "integer" or index < 0 or index >= size then
    return complain(self, "of", node, "rules.index.of returned %s for {position} of tier %s: expected an integer from 0 to %d",
      index, tier, size - 1)
  end
  return { tier = tier, index = index }
end

-- The position of an index, as a node behind `node`; false: there is none; nil after a complaint.
local function position_at(self, node, tier, index)
  local results = asked(self, "index.at", node, true, tier, index)
  if not results then return nil end
  if results[1] == nil then return false end
  local words = self.asker.words
  for i = 1, words do
    if math.type(results[i]) ~= "integer" then
      return complain(self, "at", node, "rules.index.at returned %s for index %d of tier %s: expected %s, or nil", results[i],
        index, tier, words > 1 and "an integer for each word of the position" or "a position, which is an integer")
    end
  end
  return { position = self.asker:position(results, 1), parent = node.parent, move = node.move, ply = node.ply }
end

-- Has a position, which `at` gives for an index, that index?
local function has_index(self, node, tier, index)
  local back = class_of(self, node)
  if not back then return nil end
  if back.tier == tier and back.index == index then return true end
  return complain(self, "inverse", node, "rules.index.at gives {position} for index %d of tier %s, which has index %d of tier %s",
    index, tier, back.index, back.tier)
end

local function name_of(class, same) return ("%s/%d/%s"):format(class.tier, class.index, same and "same" or "other") end

-- The classes that moves lead to from a position: name -> an entry with class, move and same. nil: they cannot be known.
local function edges_of(self, node)
  local list, edges = self.developer:list(node), {}
  if not list then return nil end
  for _, entry in ipairs(list) do
    local child = { position = entry.position, parent = node, move = entry.move, ply = node.ply + 1 }
    local class = class_of(self, child)
    if not class then return nil end
    local same = player_of(self, entry.position, node.player) == node.player
    edges[name_of(class, same)] = { class = class, move = entry.move, same = same }
  end
  return edges
end

-- The positions before that of a node, in its tier: the names of their classes -> a position. nil after a complaint.
local function before(self, node, class)
  local all, move = {}, nil
  for step = 1, MOST_BEFORE + 1 do
    local results = asked(self, "index.before", node, false, move)
    if not results then return nil end
    if results[1] == nil then return all end
    if math.type(results[1]) ~= "integer" or results[1] == move or step > MOST_BEFORE then
      return complain(self, "before", node, "rules.index.before returned %s behind %s for {position}: expected another integer, "
        .. "and nil at the end", results[1], move)
    end
    move = results[1]
    local position = self.asker:position(results, 2)
    local other = { position = position, ply = 0, player = player_of(self, position, node.player) }
    if tier_of(self, other) == class.tier then
      local of = class_of(self, other)
      if not of then return nil end
      all[name_of(of, other.player == node.player)] = other
    end
  end
end

-- Does `before` give the position of a node, for each of those in its tier that its moves lead to?
local function is_given(self, node, class, edges)
  for _, edge in pairs(edges) do
    local child = edge.class.tier == class.tier and position_at(self, node, class.tier, edge.class.index)
    if child then
      child.player = player_of(self, child.position, node.player)
      if not self.rules.player and edge.same then child.player = node.player end
      local all = before(self, child, class)
      if not all then return nil end
      if not all[name_of(class, edge.same)] then
        return complain(self, "left out", node, "rules.index.before does not give {position}, or one of its index, for "
          .. "position %s, to which move %s leads", self.found:describe(child.position), self.found:name(edge.move))
      end
    end
  end
  return true
end

-- Do moves lead here from all that `before` gives?
local function lead_here(self, node, class)
  local all = before(self, node, class)
  if not all then return nil end
  for _, other in pairs(all) do
    local edges = edges_of(self, other)
    if edges and not edges[name_of(class, other.player == node.player)] then
      return complain(self, "invented", node, "rules.index.before gives position %s for {position}, but no move leads from it "
        .. "there", self.found:describe(other.position))
    end
  end
  return true
end

-- Have two positions of one index moves to the same ones?
local function have_same_edges(self, node, twin, edges)
  local others = edges_of(self, twin)
  if not edges or not others then return true end
  for name, edge in pairs(edges) do
    if not others[name] then
      return complain(self, "moves", node, "rules.index.of gives the same for positions %s and %s, but move %s of the first "
        .. "leads to an index that no move of the other leads to", self.found:describe(node.position),
        self.found:describe(twin.position), self.found:name(edge.move))
    end
  end
  return true
end

-- Notes what is wrong with the index of a position. False: something is.
local function look(self, node)
  self.looked = self.looked + 1
  node.player = player_of(self, node.position, node.player == "min" and "max" or "min")
  local class = class_of(self, node)
  local twin = class and position_at(self, node, class.tier, class.index)
  if twin == nil then return false end
  if twin == false then
    return complain(self, "at", node, "rules.index.at gives no position for index %d of tier %s, which rules.index.of gives for "
      .. "{position}", class.index, class.tier) or false
  end
  if not has_index(self, twin, class.tier, class.index) then return false end
  twin.player = player_of(self, twin.position, node.player == "min" and "max" or "min")
  if twin.player ~= node.player and not self.rules["index.reversed"] then
    return complain(self, "player", node, "rules.index.of gives the same for positions %s and %s, in which different players "
      .. "move", self.found:describe(node.position), self.found:describe(twin.position)) or false
  end
  if not self.rules["index.before"] then return true end
  local edges = edges_of(self, node)
  return have_same_edges(self, node, twin, edges) and (not edges or is_given(self, node, class, edges))
    and lead_here(self, twin, class) or false
end

-- The tiers that have positions, from that of the first position on: a list of tables with tier and size; nil after an error.
local function tiers_of(self, root)
  local list, first = {}, tier_of(self, root)
  for tier = first, first + MOST_TIERS do
    local results = asked(self, "index.size", root, true, tier)
    if not results or results[1] == nil then return results and list end
    local size = size_of(self, root, tier)
    if not size then return nil end
    if size > 0 then list[#list + 1] = { tier = tier, size = size } end
    if not self.rules.tier then return list end
  end
  return list
end

-- Looks at positions of random indices, and at one behind each: that of an index is mostly its own twin.
local function draw_some(self, walk, deadline)
  local draw, tiers = random.stream(walk.asked.seed), tiers_of(self, { position = walk.rules.start, ply = 0 })
  if not tiers then return end
  while #tiers > 0 and self.looked < self.most and effort.clock() < deadline do
    local of = tiers[draw(1, #tiers)]
    local index = draw(0, of.size - 1)
    local node = position_at(self, { ply = 0 }, of.tier, index)
    self.looked = self.looked + 1
    if node == nil or node and not (has_index(self, node, of.tier, index) and look(self, node)) then return end
    local list = node and self.developer:list(node) or {}
    local child = #list > 0 and list[draw(1, #list)]
    if child and not look(self, { position = child.position, ply = 0 }) then return end
  end
end

--- Checks the index of positions; nothing where the rules have none.
function indices.check(walk)
  local rules, found = walk.rules, walk.found
  if not rules["index.of"] or found:has_broken() then return end
  local self = { rules = rules, found = found, asker = walk.asker, developer = walk.probes.developer, looked = 0,
    most = math.min(MOST, EACH * (walk.asked.positions or MOST)) }
  local deadline = effort.clock() + SHARE * walk.time
  for _, node in ipairs(walk.queue) do
    if self.looked >= self.most or effort.clock() > deadline then break end
    local copy = { position = node.position, parent = node.parent, move = node.move, ply = node.ply, player = node.player }
    if not look(self, copy) then return end
  end
  self.looked = 0
  draw_some(self, walk, effort.clock() + SHARE * walk.time)
end

return indices
