--- What is to be seen of a recorded search: the tree as far as it is shown, with what became of each node.
--
-- A picture has `root`, the first of its items; `title` and `facts`, texts; `left_out`, what is folded away (nil: nothing);
-- `marks`, a set of what occurs in it, for the legend. An item: kind ("inner", "leaf", "shut", "table", "unseen"; "more", some
-- siblings, or some plies, as one: `of` is "seen", "unseen", or "plies"), path, ply, player, move (its name), value (a text),
-- orders (the how-manieth evaluations), window and merit (texts), cut ("alpha", ...), cut_text and cut_words, tags (a list of
-- words), pv, max, min (in which solution trees it is), shown (lines), folded ({ nodes, leaves } below it that are not shown),
-- count, nodes and leaves (of "more"), with_images (of "more": the siblings that these stand for, if not only for themselves),
-- children.

local captions = require "gts.lab.captions"
local images = require "gts.lab.images"
local nodes = require "gts.lab.nodes"
local result = require "gts.show.result"
local show = require "gts.show.text"
local tables = require "gts.base.tables"

local picture = {}

local MOST_EXPANDED = 600      -- more than that no page holds
local SINGLE = 4                -- children that are shown one by one even if they were not visited

local KEPT = 2                  -- nodes that are shown at both ends of a line without branches
local LONG = 12                 -- plies that such a line has at least for the others to be passed over

-- How far a node is expanded: see Painter:expand_children.
local NARROW, WIDE = "narrow", "wide"

-- Items.

local Painter = {}
Painter.__index = Painter

local function note(self, mark) self.marks[mark] = true end

-- The visited children of a node that can be drawn.
function Painter:visited(node) return self.images and self.images:visited(node) or node.children end

-- How much of the search is at a node and below: as far as it can be drawn, which is noted, or `all`.
function Painter:weigh(node, all)
  local count, leaves = 1, #node.evaluated
  for _, child in ipairs(all and node.children or self:visited(node)) do
    local c, l = self:weigh(child, all)
    count, leaves = count + c, leaves + l
  end
  if not all then node.count, node.leaves = count, leaves end
  return count, leaves
end

-- How much a sibling has to show, for a choice among images: solution trees that are marked, then the principal variation, then
-- what the search has seen last.
function Painter:merit(one)
  if one.unseen then return 0 end
  local path = one.path
  return (one.old and 1 or 2) + (self.line[path] and 2 or 0) + (self.max and self.max[path] and 4 or 0)
    + (self.min and self.min[path] and 4 or 0)
end

local function kind_of(node)
  if node.leaf then return "leaf" end
  return node.table and "table" or node.shut and "shut" or "inner"
end

local function tags_of(self, node, item)
  local tags = {}
  local function tag(mark, text)
    tags[#tags + 1] = text or mark
    note(self, mark)
  end
  if node.table then tag "table" end
  if node.shut then tag "bounds" end
  if node.inactive then tag "inactive" elseif node.deactivated then tag("again", "again") end
  if node.dead and not self.recording.nodes[""].dead then tag("dead", "not live") end   -- in the end none is
  if node.old then tag "old" end
  item.tags = tags
end

function Painter:position_lines(position)
  return self.show and position ~= nil and show.lines(self.recording.game, position, self.letters) or nil
end

-- The name of a successor's move, and of how many images it is one.
function Painter:named(one, entry)
  local name = not self.recording.game.tree and entry and entry.name and show.clip(entry.name, self.letters) or nil
  local count = self.images and self.images:count(one) or 1
  if count == 1 then return name end
  note(self, "images")
  return ("%s ×%d"):format(name or one.number, count)
end

function Painter:move_name(node)
  local parent = not self.recording.game.tree and node.parent
  return parent and self:named(node, self.recording:successors(parent.path)[node.number]) or nil
end

-- The merit of a node that was not searched to the end: what is proved of it bounds the one with which it was seen last.
function Painter:merit_text(node, item)
  if not node.merit or item.kind ~= "inner" or node.lower == node.upper then return nil end
  local dual = self.recording.options.algorithm:find "dual"
  return "h = " .. captions.bound(dual and math.max(node.merit, node.lower) or not dual and math.min(node.merit, node.upper))
end

function Painter:item(node)
  local item = { kind = kind_of(node), path = node.path, ply = node.ply, player = node.player or nil, node = node,
    pv = self.line[node.path], max = self.max and self.max[node.path], min = self.min and self.min[node.path] }
  item.value = not node.old and captions.value(node.lower, node.upper) or node.leaf and captions.bound(node.leaf) or nil
  if #node.evaluated > 0 then item.orders = node.evaluated end
  item.window = item.kind ~= "leaf" and captions.window(node, self.recording.game.range) or nil
  item.merit = self:merit_text(node, item)
  if node.cut then
    item.cut = node.cut
    item.cut_text, item.cut_words = captions.cut(node, item.window)
  else item.cut, item.cut_text, item.cut_words = captions.left(node) end
  item.shown = self:position_lines(node.position)
  item.move = self:move_name(node)
  tags_of(self, node, item)
  note(self, item.kind == "leaf" and "leaf" or node.player or "max")
  if item.kind == "leaf" and node.player then note(self, node.player) end
  if item.cut then note(self, (item.cut_text == "yes" or item.cut_text == "no") and "answer" or "cut " .. item.cut) end
  if item.window then note(self, item.window:find "%?" and "test" or "window") end
  for field, mark in pairs { merit = "merit", pv = "pv", move = "move", max = "max tree", min = "min tree" } do
    if item[field] then note(self, mark) end
  end
  return item
end

-- A node that the search has not visited.
function Painter:unseen(parent, one)
  local number, entry = one.number, one.unseen
  note(self, "unseen")
  local path = parent.path == "" and tostring(number) or parent.path .. "." .. number
  local item = { kind = "unseen", path = path, ply = parent.ply + 1, move = self:named(one, entry),
    player = parent.player == "max" and "min" or "max", shown = self:position_lines(entry.position), tags = {} }
  local known = self.whole and self.whole.nodes[path]
  if known and known.leaf then item.value = captions.bound(known.leaf) end
  return item
end

-- Some siblings as one; `list`: nodes, or tables with path, ply and unseen.
local function more(self, kind, list)
  local function sum(field) return tables.sum(list, function(one) return one[field] or 0 end) end
  local item = { kind = "more", of = kind, path = list[1].path, ply = list[1].ply,
    count = #list, leaves = sum "leaves", nodes = sum "count", tags = {} }
  local standing = tables.sum(list, function(one) return self.images and self.images:count(one) or 1 end)
  item.with_images = standing > #list and standing or nil
  note(self, kind == "unseen" and "unseen" or "more")
  return item
end

-- The children of a node, seen (nodes) or not ({ number, unseen }), in their order.
function Painter:children_of(node)
  if not self.recording:misses(node) then return self:visited(node) end
  local list, seen = table.move(node.children, 1, #node.children, 1, {}), {}
  for _, child in ipairs(node.children) do seen[child.number] = true end
  for number, entry in ipairs(self.recording:successors(node.path)) do
    if not seen[number] then list[#list + 1] = { number = number, unseen = entry } end
  end
  table.sort(list, function(a, b) return a.number < b.number end)
  return self.images and self.images:among(node, list) or list
end

-- Siblings that were not visited, one by one where they are few or where the whole tree is shown, else as one.
function Painter:add_unseen(items, parent, run, all)
  if #run == 0 then return end
  if self.whole or all <= SINGLE or #run == 1 then
    for _, one in ipairs(run) do items[#items + 1] = self:unseen(parent, one) end
  else
    for _, one in ipairs(run) do one.path, one.ply = parent.path .. "." .. one.number, parent.ply + 1 end
    items[#items + 1] = more(self, "unseen", run)
  end
end

function Painter:leave_out(item)
  self.left.places, self.left.nodes = self.left.places + 1, self.left.nodes + item.nodes
  self.left.leaves = self.left.leaves + item.leaves
end

-- Adds siblings beyond the limit as one item.
function Painter:add_group(items, group, expanded)
  if #group == 1 then items[#items + 1] = self:expand(group[1], expanded) end
  if #group < 2 then return end
  local one = more(self, "seen", group)
  self:leave_out(one)
  items[#items + 1] = one
end

-- Returns the items of children, in order, with one for unvisited siblings and one for those beyond the limit. A narrow node
-- shows only the child on the principal variation by itself.
function Painter:expand_children(node, list, expanded)
  local items, run, group = {}, {}, {}
  local narrow = expanded[node.path] == NARROW
  local all = narrow and math.huge or #list
  for at, one in ipairs(list) do
    if one.unseen then
      self:add_group(items, group, expanded)
      group = {}
      run[#run + 1] = one
    else
      self:add_unseen(items, node, run, all)
      run = {}
      if self.line[one.path] or not narrow and (at <= self.breadth or at == #list or expanded[one.path]) then
        self:add_group(items, group, expanded)
        group = {}
        items[#items + 1] = self:expand(one, expanded)
      else group[#group + 1] = one end
    end
  end
  self:add_group(items, group, expanded)
  self:add_unseen(items, node, run, all)
  return items
end

local function is_single(self, node) return #self:visited(node) == 1 and not self.recording:misses(node) end

-- How many plies above a node, as far as KEPT matters, have but one node.
local function plies_above(self, node)
  local count = 0
  while count <= KEPT and node ~= self.top and node.parent and is_single(self, node.parent) do
    node, count = node.parent, count + 1
  end
  return count
end

-- Where a long line without branches goes on, if it is passed over from this node on; else false.
local function end_of_line(self, node)
  if not self.folds or plies_above(self, node) ~= KEPT then return false end
  local last, count = node, 0
  while is_single(self, last) do last, count = self:visited(last)[1], count + 1 end
  if count < LONG then return false end
  for _ = 1, KEPT do last = last.parent end
  return last
end

function Painter:line_below(node)
  local known = self.lines[node]
  if known == nil then
    known = end_of_line(self, node)
    self.lines[node] = known
  end
  return known
end

-- The plies from a node to another as one.
function Painter:pass_over(node, last, expanded)
  local item = { kind = "more", of = "plies", path = node.path, ply = node.ply, count = last.ply - node.ply, leaves = 0,
    tags = {}, pv = self.line[last.path], max = self.max and self.max[last.path], min = self.min and self.min[last.path] }
  item.nodes = item.count
  while node ~= last do node, item.leaves = self:visited(node)[1], item.leaves + #node.evaluated end
  note(self, "plies")
  self:leave_out(item)
  item.children = { self:expand(last, expanded) }
  return item
end

function Painter:expand(node, expanded)
  local last = expanded[node.path] and self:line_below(node)
  if last then return self:pass_over(node, last, expanded) end
  local item = self:item(node)
  if not expanded[node.path] then
    if node.count > 1 then
      item.folded = { nodes = node.count - 1, leaves = node.leaves - #node.evaluated }
      note(self, "folded")
      self:leave_out(item.folded)
    end
    return item
  end
  local list = self:children_of(node)
  if #list > 0 then item.children = self:expand_children(node, list, expanded) end
  return item
end

-- The nodes of the principal variation from one of them on.
local function line_from(self, top)
  local list = { top }
  for _, path in ipairs(self.path_of_line) do
    local node = self.recording.nodes[path]
    if node and node.ply > top.ply and (top.path == "" or path:sub(1, #top.path + 1) == top.path .. ".") then
      list[#list + 1] = node
    end
  end
  return list
end

-- The nodes that may be expanded, and how far, the best first: the principal variation, then with siblings, then ply by ply.
local function candidates(self, top)
  local list, seen, at = {}, { [NARROW] = {}, [WIDE] = {} }, 1
  local function add(node, how)
    if seen[how][node.path] or node.developed == 0 then return end
    seen[how][node.path] = true
    list[#list + 1] = { path = node.path, how = how }
  end
  local line = line_from(self, top)
  for _, node in ipairs(line) do add(node, NARROW) end
  for _, node in ipairs(line) do add(node, WIDE) end
  local queue, most = { top }, #list + MOST_EXPANDED
  while at <= #queue and #list < most do
    local node = queue[at]
    at = at + 1
    add(node, WIDE)
    local last = self:line_below(node)
    if last then queue[#queue + 1] = last
    else for _, child in ipairs(self:visited(node)) do queue[#queue + 1] = child end end
  end
  return list
end

local function all_expanded() return setmetatable({}, { __index = function() return WIDE end }) end
local function fresh(self) self.marks, self.left = {}, { nodes = 0, leaves = 0, places = 0 } end

-- Expands as many as fit: they are tried by halving, for more are never narrower.
local function fold(self, top, fits)
  local list = candidates(self, top)
  local function build(count)
    local expanded = {}
    for i = 1, count do expanded[list[i].path] = list[i].how end
    fresh(self)
    return self:expand(top, expanded)
  end
  local low, high = math.min(1, #list), #list
  while low < high do
    local middle = (low + high + 1) // 2
    if fits(build(middle)) then low = middle else high = middle - 1 end
  end
  return build(low)
end

local function title_of(self, recording)
  local r = recording.result
  local move = r.move ~= nil and ", move " .. (recording:name(r.move)) or ""
  self.title = ("%s on %s: value %s%s"):format(recording.options.algorithm, recording.game.name, result.number(r.value), move)
  self.facts = ("%s evaluated, %s developed%s"):format(result.counted(r.stats.leaves, "leaf", "leaves"),
    result.counted(r.stats.developed, "node"), r.stopped and ", stopped: " .. r.stopped or "")
  if recording.lost > 0 then
    self.facts = self.facts .. (". Only the first %d events were recorded; %d more are not shown"):format(
      #recording.events, recording.lost)
  end
end

--- What is folded away (nodes, leaves, places), as a sentence; nil if nothing is.
function picture.left_out(left)
  if left.places == 0 then return nil end
  return ("Not shown: %s (%s), folded away in %s."):format(result.counted(left.nodes, "node"),
    result.counted(left.leaves, "leaf", "leaves"), result.counted(left.places, "place"))
end

-- Makes the part of a drawing that does not depend on folding.
local function painter(recording, given)
  local self = setmetatable({ recording = recording, show = given.show, breadth = given.breadth, line = {}, lines = {},
    folds = given.fits ~= nil, top = recording.nodes[given.root or ""], path_of_line = recording:line(),
    whole = given.whole, letters = given.letters or math.huge }, Painter)
  for _, path in ipairs(self.path_of_line) do self.line[path] = true end
  if given.trees == "max" or given.trees == "critical" then self.max = nodes.solution(recording.nodes[""], "max") end
  if given.trees == "min" or given.trees == "critical" then self.min = nodes.solution(recording.nodes[""], "min") end
  if given.symmetric then self.images = images.new(recording.game, function(one) return self:merit(one) end) end
  self:weigh(self.top)
  fresh(self)
  return self
end

-- What is left out as images of what is drawn, as a sentence.
local function images_text(self, top)
  local count, leaves = self:weigh(top, true)
  return ("Of successors that are images of one another only one is drawn (×n: for n): %s (%s) are left out."):format(
    result.counted(count - top.count, "node"), result.counted(leaves - top.leaves, "leaf", "leaves"))
end

--- The picture of a recording. `given`: root (the path of the node on top), trees ("max", "min", "critical"), show (positions
-- stand in the nodes), breadth (children of a node that are shown one by one), whole (a recording that knows the nodes not
-- visited), symmetric (of images by the rules' symmetries only one is drawn: the first in a marked solution tree, else on the
-- principal variation, else visited, else of all), letters (names of moves and lines of positions are no longer; nil: as they
-- are), and fits(item), which says whether so much can be shown; nil: all is shown.
function picture.of(recording, given)
  local top = recording.nodes[given.root or ""]
  if not top then return nil, ("there is no node '%s' in the recording"):format(given.root) end
  local self = painter(recording, given)
  local root = given.fits and fold(self, top, given.fits) or self:expand(top, all_expanded())
  local said = { picture.left_out(self.left) }
  if self.images then said[#said + 1] = images_text(self, top) end
  local made = { root = root, marks = self.marks, left_out = said[1] and table.concat(said, " ") }
  title_of(made, recording)
  return made
end

return picture
