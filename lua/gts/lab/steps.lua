--- What the page to step through searches is made of: one tree, with the steps of one or two searches of it, as data.
--
-- Names are short, for a page of a thousand nodes is to stay small; lua/gts/lab/stepping.html says what they mean.

local json = require "gts.show.json"
local record = require "gts.lab.record"
local result = require "gts.show.result"
local search_options = require "gts.facts.options"
local show = require "gts.show.text"
local svg = require "gts.show.svg"
local tables = require "gts.base.tables"

local steps = {}

local MOST = 2000               -- nodes that are shown one by one
local LETTERS = 48              -- of a line of a position
local WHOLE = 1200              -- a tree of no more nodes is shown whole, whatever the searches have seen of it

-- The tree.

-- The children of a node in any of the recordings, by their numbers, in their order.
local function children_of(recordings, path)
  local by_number = {}
  for _, recording in ipairs(recordings) do
    local node = recording.nodes[path]
    for _, child in ipairs(node and node.children or {}) do by_number[child.number] = by_number[child.number] or child end
  end
  return tables.map(tables.keys(by_number), function(number) return by_number[number] end)
end

-- How many successors of a node none of the recordings has seen.
local function missing(recordings, path, seen)
  local list = tables.filter(recordings, function(recording)
    return recording.nodes[path] and recording.nodes[path].developed > 0
  end)
  local all = tables.any(list, function(recording) return not recording:misses(recording.nodes[path]) end)
  return (all or not list[1]) and 0 or math.max(0, #list[1]:successors(path) - seen)
end

-- The places of the tree, ply by ply, until there are too many: what lies below those without `children` is folded away.
local function grow(recordings)
  local root = { path = "", node = recordings[1].nodes[""], ply = 0 }
  local count, queue, at = 1, { root }, 1
  while queue[at] do
    local place = queue[at]
    at = at + 1
    local list = children_of(recordings, place.path)
    if #list > 0 and count + #list <= MOST then
      place.children = {}
      for i, child in ipairs(list) do
        place.children[i] = { path = child.path, node = child, number = child.number, parent = place, ply = place.ply + 1 }
        queue[#queue + 1] = place.children[i]
      end
      count = count + #list
    elseif #list > 0 then place.folded = true end
    place.more = not place.folded and missing(recordings, place.path, #list) or 0
  end
  return root
end

-- How large the boxes of nodes are: as large as what may come to stand in them.
local function sizes(recordings, lines)
  local widest = 1
  for _, recording in ipairs(recordings) do
    for _, event in ipairs(recording.events) do
      if event.value then widest = math.max(widest, #result.number(event.value)) end
    end
  end
  local digit, board = svg.width("0", 1), #lines > 0 and 8 + 7 * math.max(table.unpack(lines)) or 0
  local leaf = math.max(30, math.ceil(digit * 13 * widest) + 12, board)
  local inner = math.max(58, math.ceil(digit * 10.5 * (2 * widest + 1)) + 22, board)
  return { leaf = { leaf, 36 }, inner = { inner, 52 } }
end

-- Numbers the places from 0 in preorder, and gives them the text of their positions; returns a list, and box sizes.
local function number_places(root, recordings, given)
  local list, deepest, widths = {}, 0, {}
  local function visit(place)
    place.index = #list
    list[#list + 1] = place
    local position = place.node.position
    if given.show and position ~= nil and position ~= false then
      place.board = show.lines(recordings[1].game, position, LETTERS)
      deepest = math.max(deepest, #place.board)
      for _, line in ipairs(place.board) do widths[#widths + 1] = utf8.len(line) or #line end
    end
    for _, child in ipairs(place.children or {}) do visit(child) end
  end
  visit(root)
  return list, tables.copy(sizes(recordings, widths), { board = deepest })
end

local sides = { max = 0, min = 1 }

-- Infinities as words, which JSON has none for.
local function number(value)
  if value == math.huge then return "i" elseif value == -math.huge then return "-i" end
  return value
end

local function move_name(recordings, place)
  if recordings[1].game.tree or not place.parent then return nil end
  for _, recording in ipairs(recordings) do
    local entry = recording:successors(place.parent.path)[place.number]
    if entry then return entry.name end
  end
end

local function node_data(recordings, all, place)
  local player, known = place.node.player, all and all.nodes[place.path]
  for _, recording in ipairs(recordings) do
    local node = recording.nodes[place.path]
    player = player or node and node.player
  end
  return {
    u = place.parent and place.parent.index, n = place.number, p = sides[player or "max"],
    v = number(known and known.leaf or nil),
    q = place.more > 0 and place.more or nil, f = place.folded, m = move_name(recordings, place), s = place.board,
  }
end

-- The steps.

local fields = {
  value = "v", alpha = "a", beta = "b", lower = "l", upper = "u", merit = "m", case = "c", test = "t", relation = "r",
  depth = "d", number = "p",
}

local places_meta = { __index = function(self, path)
  local place = self[path:match "^(.*)%.%d+$" or ""]
  self[path] = place                            -- a folded one stands for all below it
  return place
end }

local states = { live = "l", solved = "s", inactive = "i" }

-- What has changed in OPEN: path, state, merit or bounds; the path alone of what is there no more.
local function opened_data(changes)
  return tables.map(changes, function(change)
    if change.status == "gone" then return { change.path } end
    if change.merit then return { change.path, states[change.status] or "l", number(change.merit) } end
    return { change.path, "l", json.null, number(change.alpha), number(change.beta) }
  end)
end

local function event_data(event, place)
  local data = { k = event.kind, n = place.index }
  for name, short in pairs(fields) do
    if event[name] ~= nil then data[short] = number(event[name]) end
  end
  if event.live == false then data.x = 1 end
  if event.opened and #event.opened > 0 then data.o = opened_data(event.opened) end
  return data
end

-- Merges steps that are hidden in one folded place.
local function events_data(recording, places)
  local list, last = {}, nil
  for _, event in ipairs(recording.events) do
    local place = places[event.path]
    local hidden = place.path ~= event.path
    if hidden and last and last.k == "fold" and last.n == place.index then
      last.s, last.z = last.s + 1, last.z + (event.kind == "leaf" and 1 or 0)
    else
      last = hidden and { k = "fold", n = place.index, s = 1, z = event.kind == "leaf" and 1 or 0 } or event_data(event, place)
      list[#list + 1] = last
    end
  end
  return list
end

local function search_data(recording, places)
  local r = recording.result
  local line = tables.map(recording:line(), function(path) return places[path].index end)
  local order = recording.options.order
  return {
    id = recording.options.algorithm, title = search_options.algorithm(recording.options.algorithm).title,
    value = number(r.value), lower = number(r.lower), upper = number(r.upper),
    move = r.move ~= nil and recording:name(r.move) or nil, stopped = r.stopped, lost = recording.lost,
    leaves = r.stats.leaves, developed = r.stats.developed,
    first = number(recording.options.first), order = order and table.concat(order, ", ") or nil, pv = line,
    events = events_data(recording, places),
  }
end

-- Is the search one that the page can show anew when a value is changed? It knows no bounds and no limits.
local function is_plain(recording)
  local options = recording.options
  if options.window or options.table or options.order or options.deepen or recording.result.stopped then return false end
  return not tables.any(recording.events, function(event) return event.kind == "bound" end)
end

--- The data of a page, as JSON, of one or two recordings of one position. `given`: show, positions stand in the nodes.
function steps.data(recordings, given)
  local all = record.whole(recordings[1], WHOLE)
  local sources = table.move(recordings, 1, #recordings, 1, {})
  if all then sources[#sources + 1] = all end
  local root = grow(sources)
  local list, frame = number_places(root, sources, given)
  local places, nodes, searches, plain = setmetatable({}, places_meta), {}, {}, all ~= nil
  for i, place in ipairs(list) do
    places[place.path] = place
    nodes[i] = node_data(sources, all, place)
  end
  for i, recording in ipairs(recordings) do
    searches[i] = search_data(recording, places)
    plain = plain and is_plain(recording)
  end
  local game = recordings[1].game
  local range = game.range and { number(game.range[1]), number(game.range[2]) }
  local data = tables.copy(frame, { game = game.name, range = range, nodes = nodes, searches = searches, editable = plain })
  return (json.encode(data):gsub("<", "\\u003c"):gsub("\u{2028}", "\\u2028"):gsub("\u{2029}", "\\u2029"))
end

return steps
