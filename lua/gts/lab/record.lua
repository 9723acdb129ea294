--- Recordings of searches: every event of the trace, and what became of each node.

local core = require "gts.core"
local game = require "gts.game"
local json = require "gts.show.json"
local moves = require "gts.moves"
local nodes = require "gts.lab.nodes"
local refusal = require "gts.base.refusal"
local result = require "gts.show.result"
local schema = require "gts.base.schema"
local search = require "gts.search"
local search_options = require "gts.facts.options"
local tables = require "gts.base.tables"
local versions = require "gts.facts.versions"
local words = require "gts.base.words"

local need = refusal.need

local record = {}

--- The options of a recording, beside those of its search.
record.options = {
  { name = "most", kind = schema.count(0), default = 100000, help = "most events to keep; further ones are counted" },
  { name = "open", kind = schema.flag, default = false,
    help = "keep after each event what has changed in OPEN, where the algorithm has one" },
}

--- Bytes that the paths of all events of a recording may have, and those of OPEN that were listed for it: an event 10,000 plies
-- deep has a path of 20,000 bytes. What comes then is lost.
record.path_bytes = 32 << 20

local say = { what = "option '%s' of gts.record" }

local Recording = {}
Recording.__name = "gts.recording"

-- What is asked for by few is made when it is asked for.
function Recording:__index(name)
  if name ~= "nodes" then return Recording[name] end
  local list = nodes.of(self.events)
  rawset(self, "nodes", list)
  nodes.prove(self, list)
  return list
end

--- Returns whether a value is a recording.
function record.is_recording(what) return getmetatable(what) == Recording end

function Recording:__tostring()
  local lost = self.lost > 0 and (" (and %d more)"):format(self.lost) or ""
  return ("%s searches %s: %d events%s, value %s"):format(self.options.algorithm, self.game.name, #self.events, lost,
    result.number(self.result.value))
end

--- The successors of a node of the search, as the rules have them.
-- @treturn {table,...} a list of tables with move, name and position; empty for a leaf, or where the position is not known
function Recording:successors(path)
  local known = self.listed[path]
  if known then return known end
  local node = self.nodes[path]
  local list = {}
  if node and node.epoch > 0 then list = moves.generate(self.game, tables.over(self.asked, { position = node.position })) end
  for _, entry in ipairs(list) do entry.name = moves.name(self.game, entry.move) end
  self.listed[path] = list
  return list
end

-- Was a node left behind by a depth-first search, which leaves successors only where it cuts off? Events may end below others.
local function is_done(self, node)
  if search_options.algorithm(self.options.algorithm).family ~= "window" then return false end
  local last = self.events[#self.events]
  if not last or not self.result.stopped and self.lost == 0 then return true end
  local path = node.path
  return path ~= "" and last.path ~= path and last.path:sub(1, #path + 1) ~= path .. "."
end

--- Has a node successors that the search has not looked at? A search that is done with it says where it left some: by a cutoff.
function Recording:misses(node)
  if node.developed == 0 then return false end
  if (not node.left or node.developed == 1) and is_done(self, node) then return node.left ~= nil end
  return tables.count(node.children, function(child) return not child.old end) < #self:successors(node.path)
end

--- The name of a move.
function Recording:name(move) return moves.name(self.game, move) end

--- The paths of the nodes on the principal variation, from the root on.
function Recording:line()
  local paths, path = { "" }, ""
  for _, move in ipairs(self.result.pv or {}) do
    local at
    for i, entry in ipairs(self:successors(path)) do at = at or entry.move == move and i end
    if not at then break end
    path = path == "" and tostring(at) or path .. "." .. at
    paths[#paths + 1] = path
  end
  return paths
end

-- Fields of an event in the order in which they are written; others stand behind them.
local order = { "kind", "path", "ply", "player", "position", "value", "alpha", "beta", "test", "relation", "lower", "upper",
  "merit", "case" }

-- JSON has no infinities: here they are words.
local function finite(value)
  if value == math.huge then return "inf" elseif value == -math.huge then return "-inf" end
  return value
end

local plain
function plain(of, event)
  local data = {}
  for name, value in pairs(event) do
    local kind = type(value)
    if kind == "number" then data[name] = finite(value)
    elseif kind == "string" or kind == "boolean" then data[name] = value end
  end
  data.position = event.position ~= nil and moves.write(of, event.position) or nil
  for i, change in ipairs(event.opened or {}) do
    data.opened = data.opened or {}
    data.opened[i] = plain(of, change)
  end
  return setmetatable(data, { __jsonorder = order })
end

-- Options as data: what is none, such as a function, is left out.
local function plain_options(of, options)
  local data = plain(of, options)
  if type(options.order) == "table" then data.order = table.concat(options.order, ",") end
  if type(options.window) == "table" then data.window = { finite(options.window[1]), finite(options.window[2]) } end
  return setmetatable(data, nil)
end

-- Makes events data, in their order. A question replaces its null window, whose ends are neighbouring doubles
-- that are no use as text. A cutoff says how far that has been closed; there it is the question of its node.
local function plain_events(of)
  local asked = {}
  return function(event)
    local data = plain(of, event)
    if event.kind == "develop" then asked[event.path] = event.test and event or nil end
    local question = event.test and event or event.kind == "cutoff" and asked[event.path]
    if question then data.test, data.relation, data.alpha, data.beta = finite(question.test), question.relation, nil, nil end
    return data
  end
end

--- The recording as lines of JSON, each with its end: first what was searched and how; then the events; last the result.
-- Infinities are the words "inf" and "-inf"; positions are texts, as gts.write has them. Null windows are the questions that
-- they ask: `test` and `relation`, without `alpha` and `beta`.
function Recording:lines()
  local at, r, of_event = -1, self.result, plain_events(self.game)
  return function()
    at = at + 1
    local data
    if at == 0 then
      data = setmetatable({ version = versions.format "recording", gts = core.version, game = self.game.name,
        options = plain_options(self.game, self.options) },
        { __jsonorder = { "version", "gts", "game", "options" } })
    elseif at <= #self.events then data = of_event(self.events[at])
    elseif at == #self.events + 1 then
      data = setmetatable({ kind = "result", value = finite(r.value), lower = finite(r.lower), upper = finite(r.upper),
        move = r.move ~= nil and moves.name(self.game, r.move) or nil, stopped = r.stopped, leaves = r.stats.leaves,
        developed = r.stats.developed, visits = r.stats.visits, peak = r.stats.peak, events = #self.events, lost = self.lost },
        { __jsonorder = { "kind", "value", "lower", "upper", "move", "stopped", "leaves", "developed", "visits", "peak", "events",
          "lost" } })
    end
    return data and json.encode(data) .. "\n"
  end
end

--- The lines of a recording as one text.
function Recording:jsonl()
  local list = {}
  for line in self:lines() do list[#list + 1] = line end
  return table.concat(list)
end

-- Keeps what has changed in OPEN since the event before; gives the bytes of the paths in OPEN, too.
local function opener()
  local before = {}
  return function(event)
    local list, bytes = event:open(), 0
    if not list then return nil, 0 end
    local changes, now = {}, {}
    for _, entry in ipairs(list) do
      now[entry.path], bytes = entry, bytes + #entry.path
      local was = before[entry.path]
      local is_same = was and was.status == entry.status and was.merit == entry.merit and was.alpha == entry.alpha
        and was.beta == entry.beta
      if not is_same then changes[#changes + 1] = entry end
    end
    for path in pairs(before) do
      if not now[path] then changes[#changes + 1] = { path = path, status = "gone" } end
    end
    before = now
    return changes, bytes
  end
end

-- The trace function. Ends the trace when no more events are recorded, unless the caller's own function goes on.
local function listener(self, own, theirs)
  local events, most, left, changes = self.events, own.most, record.path_bytes, own.open and opener()
  return function(event)
    if theirs and theirs(event) == false then theirs = nil end
    left = left - #event.path
    if #events >= most or left < 0 then
      self.lost, left = self.lost + 1, -1       -- no hole: what comes after it is lost too
      return theirs ~= nil
    end
    if changes then
      local bytes
      event.opened, bytes = changes(event)
      left = left - bytes
    end
    events[#events + 1] = event
  end
end

-- A recording without events, the options of the recording, and the options of the search.
local function prepare(what, given)
  local of = need(game.make(what))
  if given ~= nil and type(given) ~= "table" then refusal.refuse("the options are %s: expected a table", words.quote(given)) end
  local rest = tables.copy(given or {})
  local own = need(schema.check(record.options, rest, say))
  for _, row in ipairs(record.options) do rest[row.name] = nil end
  local asked = need(search.check(of, { algorithm = "alphabeta", position = rest.position }))
  return setmetatable({ game = of, events = {}, lost = 0, listed = {}, asked = asked }, Recording), own, rest
end

local LARGEST = 2000000         -- nodes of a search that is recorded without a limit

--- Searches a game, and keeps what was seen: see gts.record; or returns nil and what is wrong.
function record.try(what, given)
  local self, own, rest = refusal.caught(prepare, what, given)
  if not self then return nil, own end
  local of = self.game
  rest.trace = listener(self, own, rest.trace)
  -- How many nodes may be searched where the caller states no limit; nil: as many as there are. A tree that is written out ends.
  local most = not (of.tree or rest.depth or rest.nodes or rest.time) and math.max(LARGEST, own.most) or nil
  rest.nodes = rest.nodes or most
  local found, wrong = search.try(of, rest)
  if not found then return nil, wrong end
  self.result = found
  if most and self.result.stopped == "nodes" then
    return nil, ("%s is too large to be recorded to its end: after %d nodes the search was not over; add a limit, as depth = 4 "
      .. "or nodes = 10000 (--depth 4, --nodes 10000)"):format(of.name, most)
  end
  self.lost, self.result.untold = self.lost + (self.result.untold or 0), nil
  self.options = tables.copy(self.result.options)
  self.options.trace, self.options.progress = nil, nil
  if most then self.options.nodes = nil end
  return self
end

--- Records a minimax search of the same position, which visits the whole tree, if that has at most `most` nodes; else nil.
function record.whole(recording, most)
  local options = recording.options
  local all = record.try(recording.game, {
    algorithm = "minimax", depth = options.depth, position = options.position, nodes = most, bounds = false, deepen = false,
  })
  return all and not all.result.stopped and all or nil
end

return record
