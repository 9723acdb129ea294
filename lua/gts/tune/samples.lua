--- Quiet positions of games, and what each weight makes of their values.
--
-- A position counts by the end of its principal variation: a selective search of one move follows noisy moves (rules.noisy) until
-- the position is quiet, and names the position whose evaluation is its value. Left out are positions with one legal move, where
-- nothing is chosen; those whose value comes from an end or bounds; and random moves at the beginning.
--
-- The feature of a weight is the change of the value when it grows by 1. Where the evaluation is linear in the weights, that is
-- all that there is to know; whether it is, is tried at each position with all weights changed at once.

local ask = require "gts.rules.ask"
local game = require "gts.game"
local notation = require "gts.rules.notation"
local random = require "gts.base.random"
local search = require "gts.search"
local session = require "gts.play.session"
local weights = require "gts.rules.weights"
local words = require "gts.base.words"

local samples = {}

local MOST = 16                 -- positions of a game
local CHANGES = { 3, -2, 5, -3, 2, -5, 7 }      -- of weights, to try whether values are linear
local TOLERANCE = 1e-9          -- relative error of values

local Probe = {}
Probe.__index = Probe

--- Makes a probe: a game whose weights are set at will, and which is run in Lua. `of`: a checked game, with weights. Returns a
-- table: `game`, `before` (a list of weights).
function samples.probe(of)
  local own = assert(game.of(of, { weights = of.weights }, words.quote(of.name)))
  local before, names = weights.list(of.weights)
  return setmetatable({ game = own, before = before, names = names }, Probe)
end

local function describe(self, position)
  local text = notation.write(position) or words.quote(position)
  return ("position %s, with the weights %s"):format(text, weights.text(self.game.weights))
end

--- The value of a position by a list of weights; raises that it is no finite number.
function Probe:value(position, list)
  local of = self.game
  for i, name in ipairs(self.names) do of.weights[name] = list[i] end
  local value = of.evaluate(ask.words(of, position))
  if type(value) ~= "number" or value ~= value or math.abs(value) == math.huge then
    error(("rules.evaluate returned %s for %s: expected a finite number"):format(words.quote(value),
      describe(self, position)), 0)
  end
  return value
end

--- Is a value outside of the range of the game?
function Probe:outside(value)
  local range = self.game.range
  return range ~= nil and (value < range[1] or value > range[2])
end

-- The position of which the value is that of this one, if there is one and it is quiet.
local function quiet(self, s)
  if #s.moves < 2 then return nil end
  local r = assert(search.try(game.with_mover(self.game, s.player), { algorithm = "negascout", selective = true, depth = 1,
    position = s.position, native = false }))
  local last = r.line and r.line[#r.line]
  if last == nil or r.solved or self:value(last, self.before) ~= r.value then return nil end
  return last
end

-- Some numbers from `first` to `last`, in their order.
local function draw_some(first, last, seed)
  local draw, list = random.stream(seed), {}
  for number = first, last do list[#list + 1] = number end
  while #list > MOST do table.remove(list, draw(1, #list)) end
  return list
end

--- The quiet positions of a game. `labels` of its moves; `first`: the number of the first position that counts, from 0. Returns
-- positions; nil: a move cannot be played.
function Probe:positions(labels, first, seed)
  for i, name in ipairs(self.names) do self.game.weights[name] = self.before[i] end
  local chosen, list = {}, {}
  for _, number in ipairs(draw_some(first, #labels - 1, seed)) do chosen[number] = true end
  local s = assert(session.new(self.game))
  for i, label in ipairs(labels) do
    list[#list + 1] = chosen[i - 1] and quiet(self, s) or nil
    if not s:play(label) then return nil end
  end
  return list
end

--- The sample of a position: see gts.tune.logistic. `points` of MAX. Returns its field `linear`: is the evaluation linear in the
-- weights here? nil: no weight changes its value, as at the end of a game. Raises see Probe:value.
function Probe:sample(position, points)
  local list = table.move(self.before, 1, #self.before, 1, {})
  local value = self:value(position, list)
  local sample, offset, changed, size, moved = { points, 0 }, value, value, math.abs(value), false
  for i, weight in ipairs(self.before) do
    list[i] = weight + 1
    local feature = self:value(position, list) - value
    list[i] = weight
    sample[i + 2], offset, moved = feature, offset - weight * feature, moved or feature ~= 0
    changed, size = changed + CHANGES[i % #CHANGES + 1] * feature, size + math.abs(weight * feature)
  end
  for i, weight in ipairs(self.before) do list[i] = weight + CHANGES[i % #CHANGES + 1] end
  if not moved then return nil end
  sample[2] = offset
  sample.linear = math.abs(self:value(position, list) - changed) <= TOLERANCE * math.max(1, size)
  return sample
end

return samples
