-- Learning from self-play, in C: held against spec/support/learning_reference.lua, game by game.

local core = require "gts.core"
local errors = require "spec.support.errors"
local gts = require "gts"
local reference = require "spec.support.learning_reference"
local search = require "gts.search"

local says = errors.says

-- Numbers from 0 to 1, the same everywhere.
local function numbers(seed)
  return function()
    seed = seed * 6364136223846793005 + 1442695040888963407
    return (seed >> 11) * 2.0 ^ -53
  end
end

-- Gathers bits of one word, the lowest first, to the places from `place` on. Two that are not neighbours by a product; else one by one.
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

local function rules_of_crosses()
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

-- All lines share their weights; colours do as well, with the other sign: as MIN sees a line that MAX would see so. Index: the cells of
-- MAX in bits 0 to 2, those of MIN in bits 3 to 5. Cells that both hold never are: index 9 and its like have no weight.
local function weight_of_line(i)
  local mine, theirs = i & 7, i >> 3
  return mine & theirs == 0 and mine ~= theirs and (mine < theirs and (mine << 3 | theirs) + 1 or -((theirs << 3 | mine) + 1)) or 0
end

local function turned(i) return i >> 3 | (i & 7) << 3 end

local function plan_of_crosses(stages)
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
  return { kind = "patterns", target = "winner", words = 2, weights = 128 + 1024, patterns = patterns, maps = { max = max, min = min },
    stages = stages and { count = 2, masks = { 511, 511 },
      of = { 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1 } } or nil }
end

-- The same by cells, without any gathering.
local function look_at_crosses(stages)
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

-- Heaps, with scores and second moves: position h | turn << 8 | 128 + diff << 9. Who takes 2 moves again; each stone taken from a heap
-- whose number is divided by 3 counts.

local function heap(h, turn, diff) return h | turn << 8 | 128 + diff << 9 end
local function parts(p) return p & 255, p >> 8 & 1, (p >> 9) - 128 end

local taking = { start = { heap(11, 0, 0) } }

function taking.mover(p) return p[1] >> 8 & 1 == 0 and "max" or "min" end
function taking.score(p) return (select(3, parts(p[1]))) end
function taking.ending(p) return p[1] & 255 == 0 and taking.score(p) or nil end

local function take(p, n)
  local h, turn, diff = parts(p)
  local won = h % 3 == 0 and n or 0
  return heap(h - n, n == 2 and turn or 1 - turn, diff + (turn == 0 and won or -won))
end

function taking.successors(p)
  local list = {}
  for n = 1, math.min(3, p[1] & 255) do list[n] = { take(p[1], n) } end
  return list
end

local function rules_of_taking()
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

local function plan_of_taking()
  local function own(k) return k + 1 end
  local map, mirrored = packed(own, 4), packed(function(k) return -own(k) end, 4)
  local small = packed(function(k) return k + 17 end, 2)
  return { kind = "patterns", target = "value", words = 1, weights = 20,
    patterns = { { bits = 4, gathers = { { word = 1, mask = 15, magic = 1, shift = 0, place = 0 } } },
      { bits = 2, gathers = gathers(1, { 0, 8 }, 0) } },
    maps = { max = { map, small }, min = { mirrored, small } } }
end

local function look_at_taking(p, player)
  local h = p[1] & 15
  return { { h + 1, player == "max" and 1 or -1 }, { (h & 1 | (p[1] >> 8 & 1) << 1) + 17, 1 } }
end

-- Plays games of both, and compares all that is known of weights after each.

local function run(game, learner, set, options)
  learner:set(set)
  local all = { algorithm = "learn", learner = learner, native = false }
  for name, value in pairs(options or {}) do all[name] = value end
  return assert(search.run(game, all))
end

local function near(a, b) return math.abs(a - b) <= 1e-9 * math.max(1, math.abs(a)) end

local function compare(learner, known, count)
  local at = {}
  local text = learner:export()
  for i = 1, count do
    local w, sum, size, updates = ("<dddi8"):unpack(text, 8 * 11 + 32 * (i - 1) + 1)
    if not (near(w, known.w[i]) and near(sum, known.sum[i]) and near(size, known.size[i]) and updates == known.updates[i]) then
      at[#at + 1] = ("weight %d: %.12g %.12g %.12g %d, expected %.12g %.12g %.12g %d"):format(i, w, sum, size, updates, known.w[i],
        known.sum[i], known.size[i], known.updates[i])
    end
  end
  assert.same({}, at)
  for name, number in pairs(known.counts) do
    assert(near(learner:counts()[name], number), ("%s: %s, expected %s"):format(name, learner:counts()[name], number))
  end
end

local function over(base, more)
  local all = {}
  for _, from in ipairs { base, more } do for name, value in pairs(from) do all[name] = value end end
  return all
end

local PLAIN = { rule = "td", depth = 1, lambda = 0.7, rate = 0.6, explore = 0.2, plies = 0, longest = 100, games = 1, coherence = true }

local function compared(rules, game, plan, look, count, more, options)
  local learner, of = core.learner(plan), gts.game(rules)
  local set = over(PLAIN, more)
  local known = reference.new(game, look, over(set, { linear = plan.target == "value" }))
  local random, text = numbers(5), {}
  for i = 1, count do
    known.w[i] = random() - 0.5
    text[i] = ("<d"):pack(known.w[i])
  end
  learner:restore(table.concat(text))
  for number = 1, 12 do
    known.set.seed = number
    known:play(0)
    run(of, learner, over(set, { seed = number }), options)
    compare(learner, known, count)
  end
end

local WAYS = {
  { "td", {} }, { "td", { lambda = 0, coherence = false } }, { "td", { lambda = 1, explore = 0, plies = 3 } },
  { "td", { depth = 3 } }, { "td", { longest = 4 } }, { "tdleaf", { depth = 2 } }, { "tdleaf", { depth = 3, lambda = 0.3, plies = 1 } },
  { "rootstrap", { depth = 2 } }, { "rootstrap", { depth = 3, coherence = false, plies = 2 } },
  { "treestrap", { depth = 2 } }, { "treestrap", { depth = 4, plies = 1, coherence = false } },
}

describe("learning", function()
  for _, way in ipairs(WAYS) do
    local rule, more = table.unpack(way)
    local names = {}
    for name, value in pairs(more) do names[#names + 1] = name .. " = " .. tostring(value) end
    table.sort(names)
    it("is that of the reference: " .. rule .. " " .. table.concat(names, ", "), function()
      local set = over(more, { rule = rule })
      compared(rules_of_crosses(), crosses, plan_of_crosses(), look_at_crosses(), 1152, set)
      compared(rules_of_crosses(), crosses, plan_of_crosses(true), look_at_crosses(true), 2304, set)
      compared(rules_of_taking(), taking, plan_of_taking(), look_at_taking, 20, set)
    end)
  end
end)
