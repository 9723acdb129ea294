--- Siblings that are images of one another by the symmetries of the rules: which one of them is drawn, and for how many.

local ask = require "gts.rules.ask"
local symmetry = require "gts.rules.symmetry"
local tables = require "gts.base.tables"

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
  local is_kept = {}
  for _, class in ipairs((tables.groups(list, function(one) return class_of_sibling(self.game, one) end))) do
    local best = tables.best(class, function(a, b) return self.merit(a) > self.merit(b) end)
    is_kept[best], self.counts[best] = true, #class
  end
  return tables.filter(list, function(one) return is_kept[one] end)
end

--- Returns the visited children of a node that are drawn, in their order.
function Images:visited(node)
  self.of_visited[node] = self.of_visited[node] or keep(self, node.children)
  return self.of_visited[node]
end

--- Returns those of all successors of a node that are drawn, in their order. A visited one precedes images that were not. `list`:
-- a list of nodes, and of tables with `unseen`, the successor as moves.generate has it.
function Images:among(node, list)
  self.of_all[node] = self.of_all[node] or keep(self, list)
  return self.of_all[node]
end

--- Returns the number of siblings that one stands for, itself included; 1 for a node that is no successor.
-- @tparam table one an element of what `visited` or `among` returned last for its parent
function Images:count(one) return self.counts[one] or 1 end

--- Chooses among siblings where images.misfit is nil: of images the one of greatest `merit`, of equals the leftmost, is drawn.
function images.new(of, merit)
  return setmetatable({ game = of, merit = merit, counts = {}, of_visited = {}, of_all = {} }, Images)
end

return images
