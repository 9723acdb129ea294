--- Measures the parity effect of estimates: how far the values of searches depend on the player to move at the horizon. If
-- `evaluate` leaves out that it is worth T to be to move, full-width searches to the depths 1, 2 and 3 give v1 and v3 too high
-- by T for the player to move at the root, and v2 too low by T. So (v1 + v3) / 2 - v2, from the mover's side, is 2 T, and a
-- steady gain from ply to ply cancels out. Estimates that are merely noisy have such a difference as well, because the player
-- to move picks the errors in their favour. Estimates e1 and e2 of the first two positions of the principal variation of depth
-- 3 are not picked, because that search has not seen them: errors cancel out of e1 - (e0 + e2) / 2, and the tempo does not.

local effort = require "gts.base.effort"
local game = require "gts.game"
local search = require "gts.search"
local tables = require "gts.base.tables"

local parity = {}

parity.SHARE = 0.15             -- the part of the time that it may take

local DEPTHS = 3
local NODES = 10000             -- visits of a search
local FEW, MOST = 30, 200       -- positions from which something follows; that are searched
local PART = 4                  -- positions looked at for each one searched
local FAILED = 5                -- searches that do not end, more than those that do, until no more is tried
local NORMAL = 1.96             -- standard errors of the 95 % interval
local CLEARLY = 1.5             -- how many times as large the change by one ply must be as that by two
local HELD = 1 / 3              -- the part of the effect that estimates must show that no search has picked

local favours = { max = 1, min = -1 }

--- Chooses positions for the measurement, from those of games at random: all have the same chance.
local Sample = {}
Sample.__index = Sample

--- Makes an empty sample; `draw` is a stream of random numbers.
function parity.sample(rules, draw)
  return setmetatable({ rules = rules, draw = draw, list = {}, known = {}, offered = 0, estimates = false }, Sample)
end

--- Offers a probed node. Without rules.player a search has MAX to move at the root, so only such nodes are taken.
function Sample:offer(node)
  if not node.value or (node.count or 0) == 0 or self.known[node.id] then return end
  if not self.rules.player and node.player ~= "max" then return end
  if node.value ~= 0 then self.estimates = true end
  self.offered = self.offered + 1
  local at = #self.list < MOST and #self.list + 1 or self.draw(1, self.offered)
  if at > MOST then return end
  if self.list[at] then self.known[self.list[at].id] = nil end
  self.list[at], self.known[node.id] = node, true
end

local Meter = {}
Meter.__index = Meter

-- The options of the searches; nil: there is no algorithm for these rules.
local function options_for(made)
  local given = { algorithm = "alphabeta", bounds = false, native = false, deepen = false, nodes = NODES, time = 1 }
  if made.noisy then given.algorithm, given.selective = "negascout", { "quiescence" } end
  return (search.check(made, given))
end

-- The result of a full-width search to a depth; nil if it does not end within the limits.
local function search_to(self, node, depth)
  local left = self.deadline - effort.clock()
  if left <= 0 then return nil end
  local mover = self.rules.mutable
  if mover then self.asker:call(mover.go, mover, self.root) end         -- the search has another mover of the board
  local all = tables.copy(self.options, { depth = depth, position = node.position, time = left })
  local results, kind, wrong = self.asker:call(search.run, self.made, all)
  self.asker.used = nil
  if mover then
    mover.at = nil                                                      -- it takes the board again
    self.asker:call(mover.go, mover, self.root)
  end
  if not results then
    if kind == "error" then self.found:add("error", "parity", node, "a search to depth %d failed: %s", depth, wrong) end
    return nil
  end
  local result = results[1]
  return not result.stopped and result or nil
end

-- The nodes of a principal variation, with value and player; nil if it is shorter, ends the game, or a player moves twice.
local function line_of(self, node, result, depth)
  if #result.pv < depth then return nil end
  local nodes = { [0] = node }
  for i = 1, depth do
    local before = nodes[i - 1]
    local next_node = { position = result.line[i], move = result.pv[i], parent = before, ply = before.ply + 1,
      player = before.player == "max" and "min" or "max" }
    if self.rules.player and self.asker:first("player", next_node.position) ~= next_node.player then return nil end
    next_node.value = self.asker:first("evaluate", next_node.position)
    nodes[i] = next_node
  end
  local last = nodes[depth]
  if self.asker:first("terminal", last.position) then return nil end
  local list = self.developer:successors(last)
  return list and #list > 0 and nodes or nil
end

-- What a position shows: the values of the depths, and the change along the last line, or nil; did a search fail?
local function look(self, node)
  local values, line = {}, nil
  for depth = DEPTHS, 1, -1 do
    local result = search_to(self, node, depth)
    if not result then return nil, true end
    local nodes = line_of(self, node, result, depth)
    if not nodes then return nil end
    if math.abs(result.value) > self.largest then return nil end        -- that of an end, beyond the line
    values[depth], line = result.value, line or nodes
  end
  local side = favours[node.player]
  if not side or type(line[1].value) ~= "number" or type(line[2].value) ~= "number" then return nil end
  return {
    one = values[2] - values[1], two = values[3] - values[1],
    turn = side * ((values[1] + values[3]) / 2 - values[2]),
    held = side * (line[1].value - (node.value + line[2].value) / 2),
  }
end

-- Mean and root mean square of a field, and the 95 % error of the mean.
local function moments(list, name)
  local sum, squares = 0, 0
  for _, row in ipairs(list) do sum, squares = sum + row[name], squares + row[name] ^ 2 end
  local count = #list
  local mean = sum / count
  local variance = math.max(0, squares - count * mean ^ 2) / (count - 1)
  return mean, math.sqrt(squares / count), NORMAL * math.sqrt(variance / count)
end

--- Measures the parity effect. `plain`: the rules, as gts.game takes them; `walk`: see gts.check.exploration. Returns `tempo`,
-- what `evaluate` lacks for the player to move; `error` (95 %); `one` and `two`, the changes of the value by one ply and by two
-- (root mean square); `positions`; `held`, the tempo in estimates that no search has picked, and `held_error`; or nil.
function parity.measure(plain, walk, deadline)
  local sample, list, failed = walk.sample, {}, 0
  local wanted = math.min(MOST, walk.positions // PART)
  if not sample.estimates or #sample.list < FEW or wanted < FEW then return nil end
  local made = game.make(plain)
  local options = made and options_for(made)
  if not options then return nil end
  local self = setmetatable({ rules = walk.rules, made = made, options = options, asker = walk.asker, found = walk.found,
    developer = walk.probes.developer, root = walk.root.position, deadline = deadline,
    largest = tables.most(sample.list, function(node) return math.abs(node.value) end) }, Meter)
  for i, node in ipairs(sample.list) do
    if i > wanted or failed > FAILED + #list or effort.clock() > deadline then break end
    local row, without = look(self, node)
    list[#list + 1] = row
    if without then failed = failed + 1 end
  end
  if #list < FEW then return nil end
  local turn, _, turn_error = moments(list, "turn")
  local held, _, held_error = moments(list, "held")
  local _, one = moments(list, "one")
  local _, two = moments(list, "two")
  return { tempo = turn / 2, error = turn_error / 2, one = one, two = two, positions = #list, held = held / 2,
    held_error = held_error / 2 }
end

--- Does a measurement show an effect? It must be twice its 95 % error, larger by one ply than by two, and in part in `held`.
function parity.shows(of)
  if math.abs(of.tempo) <= 2 * of.error or of.one <= CLEARLY * of.two then return false end
  local held = of.tempo < 0 and -of.held or of.held
  return held > of.held_error and held >= HELD * math.abs(of.tempo)
end

local function short(number)
  local text = ("%.3g"):format(number)
  return text:find "e" and ("%.0f"):format(number) or text
end
parity.short = short

--- What a measurement that shows an effect means: the message, and what to do about it. `noisy`: the rules say which moves are.
function parity.words(of, noisy)
  local tempo, more, less = short(math.abs(of.tempo)), "+", "-"
  if of.tempo < 0 then more, less = "-", "+" end
  local message = ("estimates depend on who moved last: a depth differs from the next by %s, from the next but one by %s; to be "
    .. "on move is worth %s +- %s more than rules.evaluate says"):format(short(of.one), short(of.two), short(of.tempo),
    short(of.error))
  local hint = ("a tempo: return evaluate %s %s where MAX is to move, evaluate %s %s where MIN is, but not at the end of the "
    .. "game"):format(more, tempo, less, tempo)
  return message, noisy and hint or hint .. "; or say in rules.noisy which moves are captures and the like"
end

return parity
