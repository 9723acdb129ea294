-- Alpha-beta and NegaScout compiled with rules: nodes one ply above the horizon are developed in their parents, and only while
-- players alternate as expected. What they visit is compared with the published algorithms, in Lua, and with the engine.

local compiled = require "spec.support.compiled"
local compiler = require "gts.compile.compiler"
local gts = require "gts"
local native = require "gts.compile.native"
local units = require "spec.support.units"

native.optimization = "-O1"     -- a compiler that tries less hard is faster

local find = compiler.find
units.compile_quickly()
local find_quick = compiler.find

local inf, max, min = math.huge, math.max, math.min
local SHARE = tonumber(os.getenv "GTS_SPEC_SHARE") or 1
local HEIGHT = 9

-- A random game on integers: 4 bits for the plies left, above them a hash, which says everything else.
local function next_of(p, move)
  local i, left = (move or 0) + 1, p & 15
  if left == 0 or i > (p >> 4) % 4 + left // 9 then return nil end
  return i, ((p >> 4) * 31 + i * 17 + 7) % 1000003 << 4 | left - 1
end
-- The same with more instructions than rules may have that are compiled twice into a loop.
local large_next = load("return function (p, move) local i, left, h = (move or 0) + 1, p & 15, p >> 4 "
  .. ("h = h ~ left ~ left "):rep(120)
  .. [[
  if left == 0 or i > h % 4 + left // 9 then return nil end
  return i, (h * 31 + i * 17 + 7) % 1000003 << 4 | left - 1 end]])()
local function evaluate(p) return (p >> 4) * 7919 % 41 - 20 end
local function player(p) return (p >> 4) % 3 == 0 and "min" or "max" end
local function terminal(p) return (p >> 4) % 11 == 0 end
local function bounds(p)
  if (p >> 4) % 5 == 0 then return -20, 20 end
  return -20 - (p >> 4) % 3, 20 + (p >> 4) % 2
end

-- Any two of the five bits have all their combinations in these.
local PAIRWISE = { [0] = true, [7] = true, [10] = true, [13] = true, [19] = true, [20] = true, [25] = true, [30] = true }

-- Each combination of what the rules may have. In a run with a share of the random cases, a quick compiler makes the others.
local function each_kind(f)
  for kind = 0, 31 do
    compiler.find = PAIRWISE[kind] and find or find_quick
    local function has(bit) return kind >> bit & 1 == 1 end
    f {
      name = "kind " .. kind, start = 9, next = kind % 3 == 0 and large_next or next_of, evaluate = evaluate,
      player = has(0) and player or nil,
      terminal = has(1) and terminal or nil, range = has(2) and { -30, 30 } or nil, bounds = has(3) and bounds or nil,
      cycle = has(4) and 0 or nil, key = has(4) and function(p) return p end or nil,
    }
  end
end

-- The window that separates integers better than the bound of the mover from the others.
local function null_window(sign, alpha, beta)
  if sign == 1 then return alpha, alpha + 0x1p-20 end
  return beta - 0x1p-20, beta
end

-- Fail-soft alpha-beta ("Trends", Fig. 3), or NegaScout (Fig. 6), as long as no bounds are used: the value, visits, leaves and
-- nodes developed.
local function reference(rules, start, depth, window, strict, scouts)
  local visits, leaves, developed = 0, 0, 0
  local visit
  local function leaf(p)
    leaves = leaves + 1
    return evaluate(p)
  end
  local function visit_child(q, ply, sign, alpha, beta, first)
    local mover = sign == 1 and "min" or "max"
    if first or not scouts then return visit(q, ply, mover, alpha, beta) end
    local value = visit(q, ply, mover, null_window(sign, alpha, beta))
    if value <= alpha or value >= beta then return value end
    if sign == 1 then return visit(q, ply, mover, value, beta) end
    return visit(q, ply, mover, alpha, value)
  end
  function visit(p, ply, mover, alpha, beta)
    visits = visits + 1
    if rules.terminal and terminal(p) or ply == depth then return leaf(p) end
    if rules.player then mover = player(p) end
    developed = developed + 1
    local best, sign = -inf, mover == "max" and 1 or -1
    for i, q in next_of, p do
      local value = visit_child(q, ply + 1, sign, alpha, beta, i == 1)
      best = max(best, sign * value)
      if sign == 1 then alpha = max(alpha, value) else beta = min(beta, value) end
      if strict and alpha > beta or not strict and alpha >= beta then break end
    end
    return best > -inf and sign * best or leaf(p)
  end
  return visit(start, 0, "max", window[1], window[2]), visits, leaves, developed
end

local function windows(i) return ({ { -inf, inf }, { -5, 4 }, { 2, 3 }, { -inf, 0 }, { 1.5, inf } })[i % 5 + 1] end

-- Holds searches with compiled rules against the reference.
local function compare_with_reference(algorithm)
  local scouts = algorithm == "negascout"
  each_kind(function(rules)
    if rules.bounds or rules.range or rules.cycle then return end
    local game = gts.game(rules)
    for i = 1, max(8, 100 * SHARE) do
      local depth, w, strict = i % 8, windows(i), not scouts and i % 4 == 0
      local start = i * 7 << 4 | HEIGHT
      local value, visits, leaves, developed = reference(rules, start, depth, w, strict, scouts)
      local r = gts.search(game, { algorithm = algorithm, depth = depth, window = w, position = start, strict = strict or nil,
        native = true })
      local what = ("%s, position %d, depth %d, window %g to %g"):format(rules.name, start, depth, w[1], w[2])
      assert.same({ value, visits, leaves, developed }, { r.value, r.stats.visits, r.stats.leaves, r.stats.developed }, what)
    end
  end)
end

-- Holds them against the engine with rules in Lua.
local function compare_with_engine(algorithm)
  each_kind(function(rules)
    local game = gts.game(rules)
    for i = 1, max(6, 60 * SHARE) do
      local options = { algorithm = algorithm, depth = i % 8, window = windows(i), position = i * 11 << 4 | HEIGHT,
        bounds = i % 3 > 0, nodes = i % 2 == 0 and i * 3 or nil }
      if algorithm == "alphabeta" then options.strict = i % 7 == 0 end
      local of_compiled, interpreted = compiled.both(game, options)
      assert.same(interpreted, of_compiled, ("%s, search %d"):format(rules.name, i))
    end
  end)
end

for _, algorithm in ipairs { "alphabeta", "negascout" } do
  describe(algorithm .. " with compiled rules #plain", function()
    it("visits what the algorithm visits, whoever moves at the last plies", function() compare_with_reference(algorithm) end)

    it("finds all that the engine finds with rules in Lua, bounds, lines and limits included", function()
      compare_with_engine(algorithm)
    end)
  end)
end

describe("negascout #plain", function()
  local function key(options)
    options.algorithm = "negascout"
    return native.prepare(gts.game "nim", options).at.key
  end

  it("is compiled without a table for searches that have none, and only for these", function()
    local plain = key {}
    assert.are.equal(plain, key { threads = 1 })
    for _, options in ipairs { { table = 1 << 20 }, { order = { "history" } }, { threads = 2 } } do
      assert.are_not.equal(plain, key(options))
      assert.are.equal(key { table = 1 << 20 }, key(options))
    end
  end)

  it("has one selective form, for what gts native compiles and what gts best searches with", function()
    assert.are.equal(key { selective = true }, key { selective = true, table = 1 << 20, order = { "table", "killer" } })
  end)
end)
