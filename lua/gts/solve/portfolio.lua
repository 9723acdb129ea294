--- A portfolio of searches: the value of a position by those that do best on smaller positions of the same game (Gomes and
-- Selman, "Algorithm portfolios", 2001).
--
-- One search is the plain one: MTD to the end of the game, in the order of the table and of the rules. Mostly none needs many
-- nodes less, so it has most of the nodes at the root, in slices that double. The deepening search and df-pn have a small share,
-- for forced wins; a large one where they win races on the positions of a line of good play, from its end upwards.
--
-- A slice goes on with the table of those before it, and repeats little. The proofs of df-pn are in that table too. The
-- deepening search has a separate one, because its moves are often worse than the order of the rules; where races show that the
-- plain search needs less after it, they share a table. All is counted in nodes: the choice depends on no clock.

local core = require "gts.core"
local moves = require "gts.moves"
local refusal = require "gts.base.refusal"
local search = require "gts.search"
local show = require "gts.show.text"
local tables = require "gts.base.tables"

local need = refusal.need
local portfolio = {}

local SLICE = 100               -- nodes of a first slice
local LONG = 100000             -- nodes of a search that waits for compiled rules: begun anew, it would find its own entries
local RACES, FIRST_RACES = 0.03, 1500   -- nodes of races, over those at the root, and beyond that
local LOOK = 500                -- nodes for the next moves of a line
local LONGEST = 500             -- positions of a line
local AGAIN = 8                 -- growth of the nodes at the root between two lines: moves of the first ones may be bad
local FIRST_LINE = 1000         -- nodes at the root after which that is counted
local OLD = 0.25                -- what the races of a line count on the next one
local EVEN = 100                -- nodes in a race beyond the first search's
local OFTEN = 0.1               -- seconds between two reports
local SHARPNESS = 8             -- power of the ratio of costs that is the ratio of shares
local LEAD, LEAD_COST, LEAD_SHARE = 0.2, 1.2, 0.15      -- of the deepening search before the plain one: nodes, weight, share
local DISTANCE, FIRST_DISTANCE = 0.1, 20000     -- nodes for the distance, over those for the value, and at least
local LONG_ITERATION, LONGEST_STEP = 4000, 8

-- The searches. `cost`, weighted nodes in races; before any, a guess. `weight`: what is saved on small positions is often lost
-- on larger ones. `least`, the smallest share. `won`: races in which it needed fewest nodes.
local function searches_of(of, middle)
  local order = of.rank and { "table", "rules", "history" } or { "table", "history" }
  local list = {
    { options = { algorithm = "mtd", order = order, deepen = true }, weight = 1.6, cost = 150, least = 0.06 },
    { options = { algorithm = "dfpn", first = middle, deepen = false }, weight = 5, cost = 250, least = 0.03 },
  }
  if of.cycle == nil then
    local plain = of.rank and not of.legal and { "table", "rules" } or { "table" }
    local options = { algorithm = "mtd", order = plain, first = middle, deepen = false }
    list[3] = { options = options, weight = 1, cost = 100, least = 0.3 }
  end
  -- of an iteration: its depth, its plies beyond the last, nodes; nodes of the last one
  for _, one in ipairs(list) do one.nodes, one.won, one.depth, one.step, one.spent, one.last = 0, 0, 1, 1, 0, 0 end
  return list
end

local Portfolio = {}
Portfolio.__index = Portfolio

-- Searches a place: `position`, and the `player` to move where the rules do not give one. `kept` is the table of the root; nil:
-- the search has a separate one. With `open` it finds the distance of a win as well, of more plies than that.
local function look(self, options, place, nodes, kept, open)
  local asked = self.asked
  local all = need(search.check(self.of, tables.copy(options, {
    position = place.position, nodes = nodes, native = asked.native, table = kept and self.bytes or self.bytes // 8,
    threads = kept and asked.threads, time = asked.time and math.max(asked.time - (core.clock() - self.began), 1e-6),
  })))
  all.to_move, all.table, all.open, all.yields = place.player, kept or all.table, open, true
  all.progress = asked.progress and function(report)
    if core.clock() - self.reported < OFTEN then return true end        -- most slices are short
    self.reported = core.clock()
    report.nodes, report.lower, report.upper = self.nodes + report.nodes, self.lower, self.upper
    return asked.progress(report)
  end
  if kept and (nodes or LONG) >= LONG and not asked.time then search.is_compiled(self.of, all, math.huge) end
  local found = need(search.run(self.of, all))
  self.nodes, self.native = self.nodes + found.stats.visits, self.native or found.native
  if found.stopped ~= "nodes" and found.stopped ~= "memory" then self.stopped = found.stopped end
  return found
end

-- Searches for a candidate. Returns nil where memory does not suffice, and then the candidate leaves the portfolio.
local function try(self, one, ...)
  local ok, found = pcall(look, self, ...)
  if not ok and found ~= "not enough memory" then error(found, 0) end
  if ok and found.stopped ~= "memory" then return found end
  if self.plain == one then self.plain = nil end
  self.list = tables.filter(self.list, function(other) return other ~= one end)
  if #self.list == 0 then self.stopped = "memory" end
end

local function by_cost(self)
  local list = tables.copy(self.list)
  table.sort(list, function(a, b) return a.cost < b.cost end)
  return list
end

local function after(self, place, position)
  return { position = position, player = not self.of.player and (place.player == "min" and "max" or "min") or nil }
end

-- Makes the line longer by half the moves that a short search of its end finds best. Returns the nodes of that search.
local function lengthen(self)
  local line = self.line
  local found = try(self, self.deepening, self.deepening.options, line[#line], LOOK)
  local plies = not found and 0 or found.solved and #found.line or (#found.line + 1) // 2
  for i = 1, plies do line[#line + 1] = after(self, line[#line], found.line[i]) end
  if plies == 0 or found.solved or #line > LONGEST then self.at = math.min(self.at_last + 3, #line) end
  return found and found.stats.visits or 0
end

-- Begins a new line with the moves of the deepening search, where it has looked deeper since.
local function renew(self)
  local known = self.deepening.line
  if not known or self.at_root <= AGAIN * self.renewed then return end
  self.renewed, self.at_last, self.at = self.at_root, self.at or self.at_last, nil
  self.line = { self.line[1] }
  for i, position in ipairs(known) do self.line[i + 1] = after(self, self.line[i], position) end
  for _, one in ipairs(self.list) do one.cost = one.cost * OLD end
  self.led_cost = self.led_cost * OLD
end

-- Races the plain search after a part of the deepening one, in one table; `nodes` is what it needs alone. False: stopped.
local function lead(self, run, nodes)
  local room, kept = pcall(core.table, self.bytes // 8)
  if not room then return true end
  local before = self.nodes
  local done = run(self.deepening, math.floor(LEAD * nodes) + 20, kept) or run(self.plain, nodes + EVEN, kept)
  self.led_cost = self.led_cost + LEAD_COST * (done and self.nodes - before or 2 * nodes)
  return not self.stopped
end

-- Runs one race, in `most` nodes or few more: until one has solved it, each search has half of what is left, then as many nodes
-- as the best one and a few. What a search does not solve counts twice. Returns the nodes, and whether the race was completed.
local function race(self, most)
  local spent, took, least = 0, {}, nil
  local function run(one, nodes, kept)
    local found = try(self, one, one.options, self.line[self.at], nodes, kept)
    spent = spent + (found and found.stats.visits or 0)
    return found and found.solved
  end
  local list = by_cost(self)
  if self.plain then table.sort(list, function(a, b) return a == self.plain and b ~= a end) end
  for _, one in ipairs(list) do
    local before, nodes = spent, least and least + EVEN or (most - spent) // 2
    local done = nodes > 0 and run(one, nodes)
    if self.stopped then return spent, false end
    took[one] = done and spent - before or 2 * nodes
    if done then least = math.min(least or math.huge, spent - before) end
  end
  if not least then return spent, false end
  for one, nodes in pairs(took) do one.cost = one.cost + one.weight * nodes end
  if self.plain and not lead(self, run, took[self.plain]) then return spent, false end
  local best = tables.best(list, function(a, b) return took[a] < took[b] end)
  best.won = best.won + 1
  self.at, self.raced = self.at - 1, self.raced + 1
  return spent, true
end

local function races(self)
  renew(self)
  while not self.stopped and self.at ~= 1 do
    local left = math.floor(FIRST_RACES + RACES * self.at_root - self.in_races)
    if left < (self.at and self.expected or LOOK) then return end
    local spent, done
    if self.at then
      spent, done = race(self, left)
      self.expected = 2 * (done and spent or left)
    else spent = lengthen(self) end
    self.in_races = self.in_races + spent
  end
end

-- An iteration is complete. As in the engine, the next one goes further where the game is near its end.
local function complete(one, found)
  if one.spent < LONG_ITERATION then one.step = 1
  elseif one.spent <= 2 * one.last and one.step < LONGEST_STEP then one.step = 2 * one.step
  elseif one.spent > 8 * one.last and one.step > 1 then one.step = one.step // 2 end
  one.value, one.line, one.open = found.value, found.line, one.depth
  one.depth, one.last, one.spent = one.depth + one.step, one.spent, 0
end

-- Goes on at the depth where the last slice has ended: shallower iterations would only put their values over the deeper ones.
local function deepen(self, one, nodes)
  repeat
    local before = self.nodes
    local options = tables.copy(one.options, { deepen = false, depth = one.depth, first = one.value or self.middle })
    local kept = self.plain and not self.led and self.apart or self.kept
    local found = try(self, one, options, self.line[1], nodes, kept, one.open or 0)
    if not found then return nil end
    nodes, one.spent = nodes - (self.nodes - before), one.spent + self.nodes - before
    if not found.stopped then complete(one, found) end
    if found.solved or found.stopped or nodes < 1 then return found end
  until false
end

-- Shares out the nodes at the root: the search that is the furthest behind.
local function next_one(self)
  local list = by_cost(self)
  self.led = self.plain and self.led_cost < self.plain.cost
  for _, one in ipairs(list) do
    local least = self.led and one == self.deepening and LEAD_SHARE or one.least
    one.share = math.max((list[1].cost / one.cost) ^ SHARPNESS, least)
  end
  return tables.best(list, function(a, b) return (a.nodes + 1) / a.share < (b.nodes + 1) / b.share end)
end

-- A slice of the next one: as many nodes as it had before.
local function slice(self)
  local one, before = next_one(self), self.nodes
  local nodes = math.max(SLICE, one.nodes)
  local found
  if one.options.deepen then found = deepen(self, one, nodes)
  else found = try(self, one, one.options, self.line[1], nodes, self.kept) end
  one.nodes, self.at_root = one.nodes + self.nodes - before, self.at_root + self.nodes - before
  if not found then return end
  if found.solved then self.found, self.chosen = found, one end
  if found.solved or not one.options.deepen then        -- the bounds of an iteration hold to its depth
    self.lower, self.upper = math.max(self.lower, found.lower), math.min(self.upper, found.upper)
  end
end

--- Searches until the value is known, `most` nodes of all runs were visited, or a limit was reached. True: that is all.
function Portfolio:run(most)
  local ok, wrong = pcall(function()
    while not self.found and not self.stopped and self.nodes < (most or math.huge) do
      slice(self)
      if not self.found and not self.stopped then races(self) end
    end
  end)
  if not ok and wrong ~= "interrupted" then error(wrong, 0) end
  if not ok then self.stopped = wrong end      -- Ctrl-C between two searches keeps the bounds, too
  return (self.found or self.stopped) ~= nil
end

-- Finds the distance of a win, in few nodes more, or without limit if distances were asked for. A value that a repetition gives
-- is no win, and has none.
local function find_distance(self)
  local found, wanted = self.found, self.asked.distances
  local is_win = (found.value == self.range[1] or found.value == self.range[2]) and found.value ~= self.of.cycle
  if found.distance or wanted == false or not is_win then return end
  local most = not wanted and math.max(FIRST_DISTANCE, math.floor(DISTANCE * self.nodes)) or nil
  local more = try(self, nil, { algorithm = "mtd", deepen = false, first = found.value }, self.line[1], most, self.kept, 0)
  if more and more.solved and more.distance then self.found = more end
  if self.stopped == "time" then self.stopped = nil end         -- the value is known
end

-- Names the search that has found the value, with its nodes and the races that it has won.
local function words_of(self)
  local one = self.chosen
  local text = ("%s%s%s: %s of %s nodes"):format(one.options.algorithm, one.options.deepen and ", deepening" or "",
    one.options.order and ", order " .. table.concat(one.options.order, " ") or "", show.count(one.nodes), show.count(self.nodes))
  if self.raced == 0 then return text end
  return ("%s; the fewest in %d of %d races on smaller positions"):format(text, one.won, self.raced)
end

--- What was found, as a search says it; with `chosen`, the options of the search that has found the value, and `words` on it.
function Portfolio:result()
  local found = { lower = self.lower, upper = self.upper, exact = self.lower == self.upper, pv = {}, line = {} }
  if found.exact then found.value = self.lower end
  if self.found then
    local words = words_of(self)
    find_distance(self)
    found = self.found
    found.chosen, found.words = self.chosen.options, words
  end
  found.stopped, found.positions, found.native = self.stopped, self.nodes, self.native or false
  found.seconds = core.clock() - self.began
  return found
end

--- A portfolio for a position of a game with keys. `asked`: options of gts.solve; `bytes` of the table. Returns a table with the
-- methods `run` and `result`.
function portfolio.new(of, asked, bytes)
  local range = of.range or { -math.huge, math.huge }
  local position = asked.position
  if position == nil then position = moves.start(of) end
  local middle = of.cycle or range[1] > -math.huge and range[2] < math.huge and range[1] / 2 + range[2] / 2 or 0        -- a draw
  local self = setmetatable({
    of = of, asked = asked, bytes = bytes, kept = core.table(bytes), began = core.clock(), range = range,
    apart = of.cycle == nil and core.table(bytes // 4) or nil, led_cost = 110,
    lower = range[1], upper = range[2], middle = middle, list = searches_of(of, middle),
    line = { { position = position } }, at_last = math.huge, renewed = FIRST_LINE,
    nodes = 0, at_root = 0, in_races = 0, raced = 0, expected = 0, reported = 0,
  }, Portfolio)
  self.deepening, self.plain = self.list[1], self.list[3]
  return self
end

return portfolio
