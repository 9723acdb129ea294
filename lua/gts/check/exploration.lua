--- Walks through a game: all positions near the start, breadth first; then games at random. Whatever is met is probed.

local display = require "gts.check.display"
local effort = require "gts.base.effort"
local image = require "gts.rules.image"
local mutable = require "gts.rules.mutable"
local parity = require "gts.check.parity"
local perspective = require "gts.check.perspective"
local probes = require "gts.check.probes"
local random = require "gts.base.random"
local solve = require "gts.check.oracle"
local tables = require "gts.base.tables"

local exploration = {}

local LONGEST = 10000           -- moves of a game at random
local LONG = 1000               -- moves of one that should have come to an end, if no other does
local MOST_KEPT = 100000        -- positions that are remembered
local MOST_GAMES = 300          -- games at random in which nothing new is seen, until there are no more
local THOROUGH, SPARSE = 200, 8 -- positions that are looked at twice: the first 200, and one in 8 after them
local MOST_AGAIN = 300          -- positions that are asked about again later
local FAILED = 20               -- positions whose value is beyond reach, until no more are tried
local MOST_SPOILT = 50          -- positions that are still looked at when one was found to change: what follows means little
local NEAREST = 4               -- positions before a new one that are looked at again; all of them are at the end of a game
local MOST_LOOPS = 10           -- calls that did not come to an end, until no more is asked
local SOLVING = 0.3             -- the part of the time of games at random that goes to the values of their ends
local MOST_ROUND = 3000         -- positions that are developed in search of a shorter cycle
local OFTEN = 0.1               -- seconds from one report to the next

local other = { max = "min", min = "max" }

local Walks = {}
Walks.__index = Walks

--- Makes a walker. `asked` are options: time, depth, positions, seed, position, progress.
function exploration.new(rules, asker, found, asked)
  local self = setmetatable({
    rules = rules, asker = asker, found = found, asked = asked, began = effort.clock(), nodes = {}, kept = 0, again = {},
    positions = 0, depth = 0, inner = 0, branches = 0, most = 0, games = 0, ended = 0, plies = 0, ends = 0, decided = 0,
    spoilt = math.huge, solving = 0, bounded = 0, met = 0, open = 0, width = 0,
  }, Walks)
  self.time, self.reported = asked.time * (1 - parity.SHARE), self.began
  self.deadline = self.began + self.time
  self.probes = probes.new(rules, asker, found)
  self.solve = solve.new(rules, self.probes, found)
  self.perspective = perspective.new(rules, found)
  self.draw = random.stream(asked.seed)
  self.sample = parity.sample(rules, random.stream(asked.seed))
  return self
end

--- The first node.
function Walks:start()
  local position = self.asked.position
  if position == nil then position = self.rules.start end
  if self.rules.mutable then position = mutable.root(position) end
  local root = { position = position, ply = 0, player = "max" }
  root.id = self.solve:id(position, root.player)
  self.root = root
  return root
end

-- Calls the caller's `progress`, which may end the walk.
local function tell(self, now)
  if not self.asked.progress or self.stopped or now < self.reported + OFTEN then return end
  self.reported = now
  local report = { positions = self.positions, games = self.games, depth = self.depth, findings = #self.found.list,
    seconds = now - self.began }
  if self.asked.progress(report) == false then self.stopped, self.deadline = true, now end
end

-- Is there neither time left nor leave to look at more? Of both a part may be meant.
function Walks:is_over(part)
  local now = effort.clock()
  part = part or 1
  tell(self, now)
  return self.stopped or self.asker.loops > MOST_LOOPS or self.positions > self.spoilt
    or now > self.began + part * self.time or self.positions >= part * (self.asked.positions or math.huge)
end

-- The node of a successor: one that is known, or a new one.
local function child_of(self, node, entry)
  local player = other[node.player]
  local id = self.solve:id(entry.position, player)
  local known = self.nodes[id]
  if known then return known, true end
  local child = { id = id, position = entry.position, move = entry.move, parent = node, ply = node.ply + 1, player = player }
  if self.kept < MOST_KEPT then self.nodes[id], self.kept = child, self.kept + 1 end
  return child, false
end

local function count_bounds(self, node)
  if node.lower == nil then return end
  local range = self.rules.range
  self.bounded = self.bounded + 1
  local width = node.upper - node.lower
  if width == 0 then self.met = self.met + 1 end
  if width == math.huge then self.open = self.open + 1
  elseif range and range[2] > range[1] then self.width = self.width + math.min(1, width / (range[2] - range[1])) end
end

-- Notes a terminal position that has moves: rules.terminal may be meant for that.
local function note_over(self, node)
  local list = self.asker:ask(self.probes.developer.asks, node.position, nil)
  local first = list and list[1]
  if type(first) == "function" then first = nil end
  if first ~= nil and not (type(first) == "table" and self.rules.successors and #first == 0) then
    self.found:note("terminal", "moves", node,
      "rules.terminal says that {position} is over, and there are moves, which are never generated")
  end
end

local function look_closely(self, node, list)
  display.texts(self.probes, node, list)
  display.board(self.probes, node, list)
  if self.found:has "changed" then return end
  if #self.again < MOST_AGAIN then
    self.probes:remember(node)
    self.again[#self.again + 1] = node
  end
  if self.before and #list > 0 then self.probes:interleave(node, list, self.before) end
  if #list > 0 then self.before = node end
  if node.over then note_over(self, node) end
end

--- Probes a node, once: its field `list` is then its successors, `count` their number.
-- @treturn table list of successors; empty after an error
function Walks:probe(node)
  if node.list then return node.list end
  self.positions, self.depth = self.positions + 1, math.max(self.depth, node.ply)
  if self.rules.mutable and not self.probes:undoes(node) then
    self.spoilt, node.list = 0, {}
    return node.list
  end
  local list = self.probes:probe(node)
  node.list = list or {}
  if list and not list.broken then node.count = #list end
  if #node.list > 0 then
    self.inner, self.branches = self.inner + 1, self.branches + #list
    self.most = math.max(self.most, #list)
  end
  if node.count == 0 then
    self.ends = self.ends + 1
    if node.value ~= 0 then self.decided = self.decided + 1 end
  end
  self.perspective:note(node)
  count_bounds(self, node)
  self.solve:note_key(node, self.deadline)
  if self.positions <= THOROUGH or self.positions % SPARSE == 0 then look_closely(self, node, node.list) end
  if node.parent and node.image then self.probes:check_kept(node.parent, node, NEAREST) end
  if self.spoilt == math.huge and self.found:has "changed" then self.spoilt = self.positions + MOST_SPOILT end
  return node.list
end

-- Breadth first.

--- All positions near the start, until a part of the time is over, and of the positions that may be looked at.
function Walks:near(root, part)
  local queue, i = { root }, 1
  self.nodes[root.id], self.queue = root, queue
  while queue[i] and not self:is_over(part) do
    local node = queue[i]
    local list = self:probe(node)
    node.children = {}
    if node.ply < (self.asked.depth or math.huge) then
      for k, entry in ipairs(list) do
        local child, known = child_of(self, node, entry)
        node.children[k] = child
        if not known then queue[#queue + 1] = child end
      end
    elseif #list > 0 then self.cut = true end
    i = i + 1
  end
  self.whole = queue[i] == nil and not self.cut
end

-- What needs many positions to be seen.
function Walks:compare_near()
  for _, node in ipairs(self.queue) do
    if node.children and #node.children == #node.list and not node.list.broken then self.solve:check_children(node,
      node.children) end
    if node.image and node.list and image.of(node.position) ~= node.image then self.probes:check_kept(node, node) end
  end
end

-- Values, from those that are cheap to know: the last ones first, for they are in the middle of the others.
function Walks:value_near(deadline)
  local failed = self.found:has "changed" and FAILED or 0
  for i = #self.queue, 1, -1 do
    if effort.clock() > deadline or failed == FAILED then return end
    local node = self.queue[i]
    local value = node.count and self.solve:value(node, deadline)
    if value then self.solve:check(node, value) end
    if node.count and not value then failed = failed + 1 end
  end
end

-- Cycles.

-- The shortest way from a node back to it, as a list of moves, shorter than `best`, or nil. `children` of a node.
local function round_trip(from, best, children, budget)
  local before, queue, depth, i = { [from] = false }, { from }, { [from] = 0 }, 1
  while queue[i] and i <= budget do
    local node = queue[i]
    if depth[node] + 1 >= best then return nil end
    for _, row in ipairs(children(node)) do
      local child, move = row[1], row[2]
      if child == from then
        local moves = {}
        while node do
          moves[depth[node] + 1] = move
          if before[node] then node, move = before[node][1], before[node][2] else node = nil end
        end
        return moves
      end
      if before[child] == nil then
        before[child], depth[child] = { node, move }, depth[node] + 1
        queue[#queue + 1] = child
      end
    end
    i = i + 1
  end
end

local function known_children(node)
  return tables.map(node.children or {}, function(child, i) return { child, node.list[i].move } end)
end

-- The nodes that remain when those are taken away, again and again, that nothing leads to: where there are cycles, and below.
local function on_cycles(queue)
  local degree = {}
  for _, node in ipairs(queue) do
    for _, child in ipairs(node.children or {}) do degree[child] = (degree[child] or 0) + 1 end
  end
  local free = tables.filter(queue, function(node) return not degree[node] end)
  while #free > 0 do
    local node = table.remove(free)
    for _, child in ipairs(node.children or {}) do
      degree[child] = degree[child] - 1
      if degree[child] == 0 then free[#free + 1] = child end
    end
    degree[node] = 0
  end
  return tables.filter(queue, function(node) return node.children and degree[node] > 0 end)
end

local function keep_cycle(self, node, moves)
  if not moves or self.cycle and #self.cycle.moves <= #moves then return end
  self.cycle = { node = node, moves = moves }
end

--- The shortest cycle among the positions near the start.
function Walks:cycles_near(deadline)
  for _, node in ipairs(on_cycles(self.queue)) do
    if effort.clock() > deadline then return end
    keep_cycle(self, node, round_trip(node, self.cycle and #self.cycle.moves or math.huge, known_children, math.huge))
  end
end

-- A position that came again at random: is there a shorter way round?
local function note_repetition(self, node, moves)
  if self.cycle and #self.cycle.moves <= #moves then return end
  keep_cycle(self, node, moves)
  local shorter = round_trip(node, #moves, function(at)
    if self:is_over() then return {} end
    return tables.map(self:probe(at), function(entry) return { (child_of(self, at, entry)), entry.move } end)
  end, MOST_ROUND)
  keep_cycle(self, node, shorter)
end

-- At random.

-- Values of the last positions of a game, as far back as they can be known; in a part of the time.
local function value_back(self, path)
  local began = effort.clock()
  if self.solving > SOLVING * (began - self.far_began) then return end
  local _ <close> = setmetatable({}, { __close = function() self.solving = self.solving + effort.clock() - began end })
  for i = #path, 1, -1 do
    local node = path[i]
    local value = not self:is_over() and node.count and self.solve:value(node, self.deadline)
    if not value then return end
    self.solve:check(node, value)
  end
end

-- One game; false if the time was over before it was.
local function play(self, root)
  local node, path, at, moves = root, {}, {}, {}
  local longest = math.min(self.asked.depth or math.huge, LONGEST)
  while not self:is_over() do
    path[#path + 1] = node
    if at[node.id] then note_repetition(self, node, table.move(moves, at[node.id], #moves, 1, {})) end
    at[node.id] = #path
    local list = self:probe(node)
    if #list == 0 then
      if node.count == nil then return true end         -- it failed: this is no end
      self.ended, self.plies = self.ended + 1, self.plies + #moves
      self.perspective:note_end(node, path[#path - 1])
      if node.value then
        self.least_end = math.min(self.least_end or node.value, node.value)
        self.most_end = math.max(self.most_end or node.value, node.value)
      end
      if node.image then self.probes:check_kept(node.parent, node) end
      value_back(self, path)
      return true
    end
    if #moves >= longest then return true end
    self.sample:offer(node)
    local entry = list[self.draw(1, #list)]
    moves[#moves + 1] = entry.move
    node = child_of(self, node, entry)
  end
  return false
end

--- Games at random, until the time is over, or many in a row have shown nothing new.
function Walks:far(root)
  local stale = 0
  self.far_began = effort.clock()
  while not self:is_over() and stale < MOST_GAMES do
    local before = self.positions
    if play(self, root) then self.games = self.games + 1 end
    stale = self.positions == before and stale + 1 or 0
  end
end

--- Asks again what was asked before.
function Walks:ask_again()
  if self.found:has "changed" then return end
  for _, node in ipairs(self.again) do
    if self.stopped or self.found:has "differs" or effort.clock() > self.deadline + self.asked.time then return end
    self.probes:again(node)
  end
end

-- Estimates.

--- Measures the parity effect of estimates, after everything else and only where no mistake was found.
-- @tparam table plain the rules, as gts.game takes them
function Walks:measure_parity(plain)
  if self.stopped or #self.found.list > 0 then return end
  local deadline = effort.clock() + parity.SHARE * self.asked.time
  self.parity = parity.measure(plain, self, deadline)
  if not self.parity or not parity.shows(self.parity) or #self.found.list > 0 then return end
  local message, hint = parity.words(self.parity, self.rules.noisy ~= nil)
  self.found:note("parity", "evaluate", nil, "%s", message).hint = hint
end

-- Conclusions.

local function say_cycle(self)
  local cycle = self.cycle
  if not cycle then return end
  local names = tables.map(cycle.moves, function(move) return self.found:name(move) end)
  local add = self.rules.cycle == nil and self.found.add or self.found.note
  local finding = add(self.found, "cycle", "cycle", cycle.node, "the game goes round in a circle: %s comes again after %s",
    self.found:name_of(cycle.node.position), table.concat(names, " "))
  finding.cycle = names
  if self.rules.cycle ~= nil then finding.hint = "searches take `cycle` for the value of a repeated position" end
end

-- With scores, the value of a repetition is not in the rules.
local function check_repetition(self)
  local rules, node = self.rules, self.cycle and self.cycle.node
  if not (node and node.score and rules.cycle and rules.range) then return end
  local value = node.score + rules.cycle
  if value >= rules.range[1] and value <= rules.range[2] then return end
  self.found:add("range", "cycle", node,
    "position %s is worth %s where it comes again, its score and rules.cycle, outside rules.range, which is from %s to %s",
    self.found:name_of(node.position), value, rules.range[1], rules.range[2])
end

-- Notes terminals that both players reach, in rules without `player`: whose loss are they?
local function say_shared(self)
  local last = self.perspective.last
  if self.rules.player or last.lost == 0 or last.won == 0 then return end
  for _, node in pairs(self.nodes) do
    local twin = self.nodes[self.solve:id(node.position, other[node.player])]
    if twin and node.count == 0 and node.value and node.value ~= 0 then
      self.shared = self.shared and self.shared.ply < node.ply and self.shared or node
    end
  end
  local node = self.shared
  if not node then return end
  self.found[self.found:suspects "sides" and "suspect" or "note"](self.found, "shared", "terminal", node,
    "{position} ends the game with MAX to move and with MIN to move, with the value %s for both: rules have no `player`",
    node.value)
end

--- What follows from all that was seen. After mistakes in the successors, nothing about the values.
function Walks:conclude()
  self.is_late = effort.clock() > self.deadline
  if self.found:has_broken() then return say_cycle(self) end
  self.perspective:conclude(self.whole)
  self.perspective:conclude_decided(self)
  say_cycle(self)
  check_repetition(self)
  if self.ended == 0 and self.depth >= LONG and not (self.cycle and self.rules.cycle ~= nil) then
    self.found:suspect("endless", "games", nil, "no game at random came to an end; one had %d moves when it was left", self.depth)
  end
  say_shared(self)
end

return exploration
