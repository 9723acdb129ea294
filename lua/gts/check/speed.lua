--- Measures what rules cost a search, and what would make it quicker, on a tree of their first moves. The tree is made under
-- the guard of gts.check; what is timed without it visits only positions of that tree. The engine also searches the tree
-- without the rules: the rest of the time is theirs. The tree with the best moves first shows what `rank` can gain, and with a
-- leaf wherever the next move wins what `bounds` can.

local ask = require "gts.rules.ask"
local core = require "gts.core"
local effort = require "gts.base.effort"
local guard = require "gts.base.guard"
local image = require "gts.rules.image"
local legal = require "gts.rules.legal"
local raised = require "gts.base.raised"
local search = require "gts.search"
local surplus = require "gts.check.surplus"
local tables = require "gts.base.tables"
local tree = require "gts.tree"
local words = require "gts.base.words"

local speed = {}

local INSTRUCTIONS <const> = 20000000   -- limit of a call
local MOST <const> = 3000       -- nodes of the tree
local DEEPEST <const> = 20      -- plies of it
local TABLE <const> = 1 << 20   -- bytes
local PARTS <const> = { tree = 0.15, visits = 0.2, fields = 0.5 }      -- of the time
local SLICE <const>, FEW <const> = 0.08, 500   -- of it, and visits, for each pace
local PATIENCE <const> = 0.25   -- of it, until compiled rules are there
local WORTH <const> = 0.9       -- of the visits: what leaves more is not worth a line
local CERTAIN <const> = 0.1     -- of the time of a search: what is less than that beside its beginning cannot be measured
local LATE <const> = "the compiler was not done in time"
local MANY <const> = 3          -- times as fast: what gains more is worth a line at the end of a command

local other = { max = "min", min = "max" }

local Meter = {}
Meter.__index = Meter

-- The first result of a guarded call; nil: it failed, or the rules took too long.
function Meter:call(f, ...)
  local results = self.guarded(f, ...)
  return results and results[1]
end

function Meter:is_late() return effort.clock() > self.deadline end

-- Gives the next measurement its part of the time.
function Meter:begin(part) self.deadline = effort.clock() + PARTS[part] * self.seconds end

-- The result of a guarded search, of the rules in Lua or of a tree; nil: it failed or was stopped.
function Meter:search(of, given)
  local position = of == self.of and self.position or nil
  local all = search.check(of, tables.copy({ position = position, native = false }, given))
  if not all then return nil end
  all.time = math.max(self.deadline - effort.clock(), 1e-6)
  local r = self:call(search.run, of, all)
  if r and r.stopped == "interrupted" then error(r.stopped, 0) end
  return r and not r.stopped and r or nil
end

-- The moves of a position with the positions behind them, as the rules give them, of which gts.check has found no fault.
local function generate(of, position)
  local several = (of.words or 1) > 1
  local children, moves = ask.children(of, several and position or { position })
  return tables.map(children, function(child, i) return { move = moves[i], position = several and child or child[1] } end)
end

--- Asks rules about a position, and a move, under the guard: a list of what they answer; nil: they failed.
function Meter:ask(name, position, move) return self.guarded(self.of[name], ask.words(self.of, position, move)) end

--- The moves of a position: tables with move and position; nil: the rules failed, or no time is left.
function Meter:moves(position) return not self:is_late() and self:call(generate, self.of, position) or nil end

-- Asks the rules who moves at a node, and for its estimate; false: they fail.
local function look(self, node, player)
  node.player = self.of.player and self:call(self.of.player, ask.words(self.of, node.position)) or player
  node.value = self:call(self.of.evaluate, ask.words(self.of, node.position))
  return type(node.value) == "number" and node.value == node.value
end

-- The children of the nodes of a level; nil: there are too many, no time is left, or the rules fail.
function Meter:below(level)
  local following = {}
  for _, node in ipairs(level) do
    node.children = self:moves(node.position)
    if not node.children or #following + #node.children > MOST then return nil end
    for _, child in ipairs(node.children) do
      if self:is_late() or not look(self, child, other[node.player]) then return nil end
      following[#following + 1] = child
    end
  end
  return following
end

-- The tree of the first moves, as deep as there is time and room for it: its root, and how many plies it has.
function Meter:grow()
  local root, depth = { position = self.start }, -1
  local level, count = look(self, root, "max") and { root }, 0
  while level and #level > 0 and count + #level <= MOST and depth < DEEPEST do
    count, depth, level = count + #level, depth + 1, self:below(level)
  end
  return root, depth
end

local function is_better(player, value, than) return player == "max" and value > than or player == "min" and value < than end

local function back_up(node, depth)
  if depth == 0 or #node.children == 0 then return node.value end
  node.value = nil
  for _, child in ipairs(node.children) do
    local value = back_up(child, depth - 1)
    if not node.value or is_better(node.player, value, node.value) then node.value = value end
  end
  return node.value
end

-- A tree as gts.tree takes it: `sorted`, with the best moves first; with `range`, leaves where the next move wins.
local function spec_of(node, depth, sorted, range)
  if depth == 0 or #node.children == 0 then return node.value end
  local best = range and range[node.player == "max" and 2 or 1]
  local list = table.move(node.children, 1, #node.children, 1, { player = node.player, value = node.value })
  for i, child in ipairs(list) do child.number = i end
  if sorted then
    table.sort(list, function(a, b)
      if a.value ~= b.value then return is_better(node.player, a.value, b.value) end
      return a.number < b.number
    end)
  end
  for i, child in ipairs(list) do
    if range and depth > 1 and #child.children == 0 and child.value == best then return best end
    list[i] = spec_of(child, depth - 1, sorted, range)
  end
  return list
end

-- Visits a second of searches that visit the tree, and `fit`, without what it takes to begin them: by the fastest of some. The
-- first that fits may come late, after `patience` seconds, and does not count. nil: there were too few.
function Meter:pace(of, given, patience, fits)
  local position = of == self.of and self.position or nil
  local all = search.check(of, tables.copy({ algorithm = "minimax", position = position, bounds = false }, given))
  local alone, last, count, visits = tables.over(all, { depth = 0 }), effort.clock() + patience, 0, 0
  local least, least_alone = math.huge, math.huge
  local function run(options)
    local began, r = effort.clock(), search.run(of, options)
    if r and r.stopped == "interrupted" then error(r.stopped, 0) end
    return r, effort.clock() - began
  end
  if all.native == "auto" then require("gts.compile.native").compile(of, all, 0) end    -- short searches would not begin it
  repeat
    local r, whole = run(all)
    local _, start = run(alone)
    if r and fits(r) then
      count = count + 1
      if count == 1 then last = effort.clock() + SLICE * self.seconds
      else visits, least, least_alone = r.stats.visits - 1, math.min(least, whole), math.min(least_alone, start) end
    end
    local late = effort.clock() - last
  until late > 0 and (count == 0 or count * visits >= FEW or late > SLICE * self.seconds)
  return count * visits >= FEW and visits / math.max(least - least_alone, CERTAIN * least) or nil
end

-- How fast the rules run, and which part of the time is theirs.
function Meter:measure_pace(data, root, depth)
  local of = self.of
  data.lua = self:pace(of, { depth = depth, native = false }, 0, function() return true end)
  if not of.mutable and not of.direct and not core.lacks.native then
    local native = self.native or search.native(of)
    data.reason = not native.compiled and ("rules.%s is not compiled: %s"):format(native:refused()) or nil
    if self.compiles then
      data.compiled = self:pace(of, { depth = depth, native = "auto" }, PATIENCE * self.seconds, function(r) return r.native end)
      if native.compiled and not data.compiled then data.reason = LATE end
    end
  end
  local made, fastest = tree.make(spec_of(root, depth)), data.compiled or data.lua
  local engine = made and self:pace(made, { depth = depth, native = false }, 0, function() return true end)
  if engine and fastest then data.share = math.max(0, 1 - fastest / engine) end
end

-- Which part of the visits a better order and known wins leave.
function Meter:measure_order(data, root, depth)
  data.order_depth = depth
  local function visits(of, order)
    local r = of and self:search(of, { algorithm = "negascout", depth = depth, order = order })
    return r and r.stats.visits
  end
  local plain, sorted = tree.make(spec_of(root, depth)), tree.make(spec_of(root, depth, true))
  local before = visits(self.of, { "history" })
  local after = before and visits(sorted)
  if after and not self.of.rank then data.rank = after / before end
  if not self.of.range or self.of.bounds then return end
  before, after = visits(plain), visits(tree.make(spec_of(root, depth, false, self.of.range)))
  if before and after then data.bounds = after / before end
end

-- Which part of the visits a table leaves, at the greatest depth that both complete. Without keys the contents serve, as a text.
function Meter:measure_table(data)
  local of = data.keyless and tables.copy(self.of, { key = image.of }) or self.of
  for depth = 1, math.huge do
    local without = self:search(self.of, { algorithm = "alphabeta", depth = depth })
    local with = without and self:search(of, { algorithm = "ttalphabeta", depth = depth, table = TABLE })
    if not with then return end
    data.table, data.table_depth = with.stats.visits / without.stats.visits, depth
    if without.solved or self:is_late() then return end
  end
end

function Meter:measure(data)
  local keyed, why = search.has_keys(self.of, self.position)
  data.keyless = not keyed and (why or "rules.key is false") or nil
  self:begin "tree"
  local root, depth = self:grow()
  if depth <= 0 then return end
  back_up(root, depth)
  self:measure_pace(data, root, depth)
  self:begin "visits"
  self:measure_order(data, root, depth)
  self:measure_table(data)
  self:begin "fields"
  data.fields = surplus.fields(self)
end

local function kind_of(of)
  if of.mutable then return "one board" end
  if (of.words or 1) > 1 then return words.count(of.words) .. " integers" end
  local kind = math.type(of.start) or type(of.start)
  return kind == "integer" and "one integer" or kind == "userdata" and "objects" or kind .. "s"
end

--- Makes one that measures. `given`: seconds, about how long; position, default: the start; guarded, which calls a function,
-- and returns a table of its results, or nil (default: of 20 million instructions); native, of gts.native, if known; compiles.
function speed.meter(of, given)
  local budget = guard.budget(INSTRUCTIONS)
  local function by_budget(f, ...)
    local results = table.pack(budget:call(f, ...))
    return results[1] and { table.unpack(results, 2, results.n) } or nil
  end
  local self = tables.copy({ guarded = by_budget, start = of.start }, given)
  if given.position ~= nil then self.start = given.position end
  self.of = of.legal and tables.copy(of, { next = legal.walk(of) }) or of
  return setmetatable(self, Meter)
end

--- Measures the rules of a game: see speed.meter. Returns a table as of gts.Speed; raises "interrupted" at Ctrl-C.
function speed.measure(of, given)
  local began, self, data = effort.clock(), speed.meter(of, given), { positions = kind_of(of) }
  local ok, _, wrong = raised.call(self.measure, self, data)
  if not ok then raised.pass_on(wrong) end              -- an error of the rules, elsewhere than where they were looked at
  data.seconds = effort.clock() - began
  return data
end

local IN_INTEGERS <const> = { tables = ", as with a board in integers,", strings = ", as with a board in integers," }

local function times(factor) return factor < 10 and ("%.1f"):format(factor) or ("%.0f"):format(factor) end
local function percent(part) return ("%.0f %%"):format(100 * part) end
local function per_second(number) return words.count(math.floor(number + 0.5)) end

-- What each measurement says: a name, a text, and how many times as fast a search may become where the rules can be changed.
local function rows_of(data)
  local rows = {}
  local function add(name, factor, format, ...) rows[#rows + 1] = { name, format:format(...), factor } end
  local reason, most = data.reason and ": " .. data.reason or "", data.share and 1 / math.max(1 - data.share, 0.001)
  local factor = data.reason ~= LATE and data.reason and most or nil
  if data.lua and data.compiled then
    add("rules", factor, "%s visits a second %scompiled, %s in Lua%s", per_second(data.compiled), data.reason and "partly " or "",
      per_second(data.lua), reason)
  elseif data.lua then
    add("rules", factor, "%s visits a second%s%s", per_second(data.lua), data.positions == "objects" and "" or " in Lua", reason)
  end
  if most and most > 1 / WORTH then
    add("positions", nil, "%s; rules take %s of the time: quicker ones%s gain at most %s times (a bound)", data.positions,
      percent(data.share), IN_INTEGERS[data.positions] or "", times(most))
  end
  local table_leaves = data.table and data.table < WORTH
    and ("%s of the visits at depth %d"):format(percent(data.table), data.table_depth)
  if data.keyless then
    add("table", data.table and 1 / data.table, "none: %s%s", data.keyless,
      table_leaves and "; with a key it would leave " .. table_leaves or "")
  elseif table_leaves then add("table", nil, "leaves %s", table_leaves) end
  for _, field in ipairs(data.fields or {}) do
    add("key", field.with / field.without, "no rule reads '%s': without it %s of %s positions within %d plies are left",
      field.name, percent(field.without / field.with), words.count(field.with), field.depth)
  end
  if data.rank and data.rank < WORTH then
    add("rank", nil, "the best move first leaves %s of the visits at depth %d", percent(data.rank), data.order_depth)
  end
  if data.bounds and data.bounds < WORTH then
    add("bounds", nil, "wins by the next move leave %s of the visits at depth %d", percent(data.bounds), data.order_depth)
  end
  return rows
end

--- What was measured, in lines; nil: nothing was.
function speed.text(data)
  local lines = tables.map(rows_of(data), function(row) return ("%-10s %s"):format(row[1], row[2]) end)
  if #lines == 0 then return nil end
  return ("speed, measured in %.1f s\n%s"):format(data.seconds, table.concat(lines, "\n"))
end

--- What slows a search down most, in a line; nil: nothing by more than three times.
function speed.worst(data)
  local worst
  for _, row in ipairs(rows_of(data)) do
    if row[3] and row[3] > (worst and worst[3] or MANY) then worst = row end
  end
  return worst and ("%s: %s"):format(worst[1], worst[2]) or nil
end

return speed
