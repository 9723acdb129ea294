--- Siblings that are images of one another by the symmetries of the rules: which one of them is drawn, and for how many.

local ask = require "gts.rules.ask"
local symmetry = require "gts.rules.symmetry"

local images = {}

-- The text that a position shares with its images of the same player to move; nil where nothing identifies positions.
local function class_of(of, position)
  local text = symmetry.canonical(of, position)
  if not text or not of.player then return text end
  return ("%s %s"):format(text, (of.player(ask.words(of, position))))
end

-- The class of a sibling; itself where its position is not known.
local function class_of_sibling(of, one)
  local position = one.position
  if one.unseen then position = one.unseen.position end
  if position == nil or position == false then return one end
  return class_of(of, position) or one
end

--- Returns why drawings of a game cannot leave out images; nil if they can.
function images.misfit(of)
  if not of.images then return ("'symmetric' needs rules.symmetries, which %s does not have"):format(of.name) end
end

local Images = {}
Images.__index = Images

-- Of each class of siblings the one of greatest merit, of equals the leftmost; notes how many each stands for.
local function keep(self, list)
  local of, best, merits, counts, classes, kept = self.game, {}, {}, {}, {}, {}
  for i, one in ipairs(list) do
    local class, merit = class_of_sibling(of, one), self.merit(one)
    classes[i], counts[class] = class, (counts[class] or 0) + 1
    if not best[class] or merit > merits[class] then best[class], merits[class] = one, merit end
  end
  for i, one in ipairs(list) do
    local class = classes[i]
    if best[class] == one then kept[#kept + 1], self.counts[one] = one, counts[class] end
  end
  return kept
end

--- Returns the visited children of a node that are drawn, in their order.
function Images:visited(node)
  local kept = self.of_visited[node]
  if not kept then
    kept = keep(self, node.children)
    self.of_visited[node] = kept
  end
  return kept
end

--- Returns those of all successors of a node that are drawn, in their order. A visited one precedes images that were not. `list`:
-- a list of nodes, and of tables with `unseen`, the successor as moves.generate has it.
function Images:among(node, list)
  local kept = self.of_all[node]
  if not kept then
    kept = keep(self, list)
    self.of_all[node] = kept
  end
  return kept
end

--- Returns the number of siblings that one stands for, itself included; 1 for a node that is no successor.
-- @tparam table one an element of what `visited` or `among` returned last for its parent
function Images:count(one) return self.counts[one] or 1 end

--- Chooses among siblings of a recording of a game for which images.misfit is nil: of images the one of greatest `merit`, of
-- equals the leftmost, is drawn.
function images.new(of, merit)
  return setmetatable({ game = of, merit = merit, counts = {}, of_visited = {}, of_all = {} }, Images)
end

return images
