--- Small games to learn, for spec/learn: their rules as users write them; the same for the reference
-- (learning_reference.lua), without an engine; and plans of patterns, with what these see told by cells.

local core = require "gts.core"
local gts = require "gts"
local search = require "gts.search"
local tables = require "gts.base.tables"

-- Functions that are to be compiled name these as their own: busted has an environment with a metatable.
local ipairs, math, select = ipairs, math, select       -- luacheck: ignore

local small = {}

-- Numbers from 0 to 1, the same everywhere.
function small.numbers(seed)
  return function()
    seed = seed * 6364136223846793005 + 1442695040888963407
    return (seed >> 11) * 2.0 ^ -53
  end
end

-- Gathers bits of one word, the lowest first, to the places from `place` on. Two that are not neighbours by a product; else one
-- by one.
local function gathers(word, bits, place)
  local a, b = bits[1], bits[2]
  if #bits == 2 and b - a > 1 then
    return { { word = word, mask = 1 << a | 1 << b, magic = 1 << 63 - b | 1 << 62 - a, shift = 62, place = place } }
  end
  local list = {}
  for i, bit in ipairs(bits) do
    list[i] = { word = word, mask = 1 << bit, magic = 1, shift = bit, place = place + i - 1 }
  end
  return list
end

local function packed(map, bits)
  local list = {}
  for i = 0, (1 << bits) - 1 do list[i + 1] = ("<i4"):pack(map(i)) end
  return table.concat(list)
end

small.packed = packed

-- Tic-tac-toe: the cells of MAX and of MIN, as bits; MAX moves first.

local LINES = { { 0, 1, 2 }, { 3, 4, 5 }, { 6, 7, 8 }, { 0, 3, 6 }, { 1, 4, 7 }, { 2, 5, 8 }, { 0, 4, 8 }, { 2, 4, 6 } }

local function ones(set)
  local count = 0
  while set ~= 0 do set, count = set & set - 1, count + 1 end
  return count
end

local function has_line(set)
  for _, line in ipairs(LINES) do
    local of = 1 << line[1] | 1 << line[2] | 1 << line[3]
    if set & of == of then return true end
  end
  return false
end

local crosses = { start = { 0, 0 } }
small.crosses = crosses

function crosses.mover(p) return ones(p[1]) == ones(p[2]) and "max" or "min" end

function crosses.ending(p)
  return has_line(p[1]) and 1 or has_line(p[2]) and -1 or p[1] | p[2] == 511 and 0 or nil
end

function crosses.successors(p)
  local list = {}
  for cell = 0, 8 do
    local bit = 1 << cell
    if (p[1] | p[2]) & bit == 0 then
      list[#list + 1] = crosses.mover(p) == "max" and { p[1] | bit, p[2] } or { p[1], p[2] | bit }
    end
  end
  return list
end

function small.rules_of_crosses()
  local rules = { name = "crosses", words = 2, start = { 0, 0 }, range = { -1, 1 } }
  function rules.next(a, b, cell)
    if has_line(a) or has_line(b) then return nil end
    for c = (cell or -1) + 1, 8 do
      if (a | b) & 1 << c == 0 then
        if ones(a) == ones(b) then return c, a | 1 << c, b end
        return c, a, b | 1 << c
      end
    end
    return nil
  end
  function rules.evaluate(a, b) return has_line(a) and 1 or has_line(b) and -1 or 0 end
  return rules
end

-- All lines share their weights; colours do as well, with the other sign. Index: the cells of MAX in bits 0 to 2, those of MIN in
-- bits 3 to 5. Cells that both hold never are: index 9 and its like have no weight; nor have lines that both hold alike.
local function weight_of_line(i)
  local mine, theirs = i & 7, i >> 3
  if mine & theirs ~= 0 or mine == theirs then return 0 end
  return mine < theirs and (mine << 3 | theirs) + 1 or -((theirs << 3 | mine) + 1)
end

function small.plan_of_crosses(stages)
  local patterns, max, min = {}, {}, {}
  for i, line in ipairs(LINES) do
    local of = gathers(1, { line[1], line[3] }, 0)
    local more = { { word = 1, mask = 1 << line[2], magic = 1, shift = line[2], place = 2 } }
    for _, g in ipairs(gathers(2, line, 3)) do more[#more + 1] = g end
    patterns[i] = { bits = 6, gathers = table.move(more, 1, #more, #of + 1, of) }
    max[i] = packed(weight_of_line, 6)
    min[i] = packed(function(index) return i > 6 and 0 or weight_of_line(index) + (weight_of_line(index) > 0 and 64 or 0) end, 6)
  end
  for word = 1, 2 do            -- all cells: so that no two positions are worth the same, but for the rounding
    local of = {}
    for cell = 0, 8 do of[cell + 1] = { word = word, mask = 1 << cell, magic = 1, shift = cell, place = cell } end
    patterns[8 + word] = { bits = 9, gathers = of }
    max[8 + word] = packed(function(index) return 128 + 512 * (word - 1) + index + 1 end, 9)
    min[8 + word] = max[8 + word]
  end
  return { kind = "patterns", target = "winner", words = 2, weights = 128 + 1024, patterns = patterns,
    maps = { max = max, min = min }, stages = stages and { count = 2, masks = { 511, 511 },
      of = { 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1 } } or nil }
end

-- The same by cells, without any gathering.
function small.look_at_crosses(stages)
  return function(p, player)
    local list, stage = {}, stages and ones(p[1]) + ones(p[2]) > 3 and 1 or 0
    for i, line in ipairs(LINES) do
      local index = 0
      for place, cell in ipairs { line[1], line[3], line[2] } do index = index | (p[1] >> cell & 1) << place - 1 end
      for place, cell in ipairs(line) do index = index | (p[2] >> cell & 1) << place + 2 end
      local k = weight_of_line(index)
      if player == "min" then k = i > 6 and 0 or k > 0 and k + 64 or k end
      if k ~= 0 then list[#list + 1] = { stage * 1152 + math.abs(k), k > 0 and 1 or -1 } end
    end
    for word = 1, 2 do list[#list + 1] = { stage * 1152 + 128 + 512 * (word - 1) + p[word] + 1, 1 } end
    return list
  end
end

-- Heaps, with scores and second moves: position h | turn << 8 | 128 + diff << 9. Whoever takes 2 moves again; stones count that
-- are taken from a heap whose number 3 divides.

local function heap(h, turn, diff) return h | turn << 8 | 128 + diff << 9 end
small.heap = heap

local function split(p) return p & 255, p >> 8 & 1, (p >> 9) - 128 end

local taking = { start = { heap(11, 0, 0) } }
small.taking = taking

function taking.mover(p) return p[1] >> 8 & 1 == 0 and "max" or "min" end
function taking.score(p) return (select(3, split(p[1]))) end
function taking.ending(p) return p[1] & 255 == 0 and taking.score(p) or nil end

local function take(p, n)
  local h, turn, diff = split(p)
  local won = h % 3 == 0 and n or 0
  return heap(h - n, n == 2 and turn or 1 - turn, diff + (turn == 0 and won or -won))
end

function taking.successors(p)
  local list = {}
  for n = 1, math.min(3, p[1] & 255) do list[n] = { take(p[1], n) } end
  return list
end

function small.rules_of_taking()
  local rules = { name = "taking", start = heap(11, 0, 0) }
  function rules.next(p, n)
    n = (n or 0) + 1
    if n > 3 or n > p & 255 then return nil end
    return n, take(p, n)
  end
  function rules.terminal(p) return p & 255 == 0 end
  function rules.player(p) return p >> 8 & 1 == 0 and "max" or "min" end
  function rules.score(p) return (p >> 9) - 128 end
  function rules.key(p) return p & 511 end
  function rules.evaluate(p) return (p >> 9) - 128 end
  return rules
end

function small.plan_of_taking()
  local function own(k) return k + 1 end
  local map, mirrored = packed(own, 4), packed(function(k) return -own(k) end, 4)
  local few = packed(function(k) return k + 17 end, 2)
  return { kind = "patterns", target = "value", words = 1, weights = 20,
    patterns = { { bits = 4, gathers = { { word = 1, mask = 15, magic = 1, shift = 0, place = 0 } } },
      { bits = 2, gathers = gathers(1, { 0, 8 }, 0) } },
    maps = { max = { map, few }, min = { mirrored, few } } }
end

function small.look_at_taking(p, player)
  local h = p[1] & 15
  return { { h + 1, player == "max" and 1 or -1 }, { (h & 1 | (p[1] >> 8 & 1) << 1) + 17, 1 } }
end

-- Crosses with positions in rows of six integers, and as tables.
function small.rows_of_crosses()
  local rules, plain = { name = "rows", words = 6, start = { 0, 0, 0, 0, 0, 0 } }, small.rules_of_crosses()
  function rules.next(_, a, _, _, _, b, cell)
    local move, c, d = plain.next(a, b, cell)
    if move then return move, move, c, 1, 2, 3, d end
    return nil
  end
  function rules.evaluate(_, a, _, _, _, b) return plain.evaluate(a, b) end
  local plan = small.plan_of_crosses()
  plan.words = 6
  for _, pattern in ipairs(plan.patterns) do
    for _, g in ipairs(pattern.gathers) do g.word = g.word == 1 and 2 or 6 end
  end
  return rules, plan
end

local function features_of(p)
  local list = { 1.5, ones(p[1]), p[1] & 16 ~= 0 and 1 or p[2] & 16 ~= 0 and -1 or 0 }
  for i, line in ipairs(LINES) do
    local of = 1 << line[1] | 1 << line[2] | 1 << line[3]
    list[3 + i] = (p[2] & of == 0 and ones(p[1] & of) or 0) - (p[1] & of == 0 and 0.5 * ones(p[2] & of) or 0)
  end
  for cell = 0, 8 do list[12 + cell] = (p[1] >> cell & 1) - (p[2] >> cell & 1) / 3 end
  return list
end

small.features_of = features_of

function small.tables_of_crosses()
  local rules = { name = "tables", start = { 0, 0 } }
  function rules.successors(p) return crosses.ending(p) and {} or crosses.successors(p) end
  function rules.evaluate(p) return crosses.ending(p) or 0 end
  function rules.features(p) return features_of(p) end
  return rules
end

function small.plan_of_features(by_player)
  return { kind = "features", target = "winner", features = 20, by_player = by_player }
end

function small.look_at_features(by_player)
  return function(p, player)
    local list = {}
    for i, f in ipairs(features_of(p)) do list[i] = { by_player and player == "min" and i + 20 or i, f } end
    return list
  end
end

-- How most of it is learnt.
small.PLAIN = {
  rule = "td", depth = 1, lambda = 0.7, rate = 0.6, explore = 0.2, plies = 0, longest = 100, games = 1, coherence = true,
}

-- Learners of crosses, ready to run.
function small.crosses_learner(more)
  local learner = core.learner(small.plan_of_crosses())
  learner:set(tables.copy(small.PLAIN, more))
  return learner
end

function small.learn(rules, learner, options)
  return assert(search.run(gts.game(rules), tables.copy({ algorithm = "learn", learner = learner, native = false }, options)))
end

function small.near(a, b) return math.abs(a - b) <= 1e-9 * math.max(1, math.abs(a)) end

return small
