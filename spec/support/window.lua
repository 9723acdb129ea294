--- The window algorithms as the papers write them, on the nodes of spec.support.trees: what the engine's are held against. Each
-- gives its value and the Dewey codes of the leaves it evaluates, in order. Nothing here calls the engine.

local trees = require "spec.support.trees"

local window = {}

local inf = math.huge

-- The neighbouring doubles, by their bits.
local function step(x, by)
  local bits = string.unpack("i8", string.pack("d", x))
  return (string.unpack("d", string.pack("i8", bits + by)))
end

function window.up(x)
  if x == -inf then return -0x1.fffffffffffffp1023 end
  if x == 0 then return 0x1p-1074 end
  return step(x, x > 0 and 1 or -1)
end

function window.down(x) return -window.up(-x) end

local up, down = window.up, window.down

--- Alpha-beta with its option `strict`.
function window.strict(tree, alpha, beta) return trees.failsoft(tree, alpha, beta, true) end

-- de Bruin & Pijls, Trends, Fig. 5. `known` is the table: path -> { lower, upper }.
local function ttalphabeta(n, alpha, beta, order, known)
  local entry = known[n.path]
  if entry then
    if entry[1] == entry[2] or entry[1] >= beta then return entry[1] end
    if entry[2] <= alpha then return entry[2] end
    alpha, beta = math.max(alpha, entry[1]), math.min(beta, entry[2])
  end
  local g
  if n.leaf then
    g = n.value
    order[#order + 1] = n.path
  elseif n.player == "max" then
    g = -inf
    local a = alpha
    for _, c in ipairs(n.children) do
      if g >= beta then break end
      g = math.max(g, ttalphabeta(c, a, beta, order, known))
      a = math.max(g, a)
    end
  else
    g = inf
    local b = beta
    for _, c in ipairs(n.children) do
      if g <= alpha then break end
      g = math.min(g, ttalphabeta(c, alpha, b, order, known))
      b = math.min(g, b)
    end
  end
  entry = entry or { -inf, inf }
  known[n.path] = entry
  if g < beta or n.leaf then entry[2] = g end
  if g > alpha or n.leaf then entry[1] = g end
  return g
end

--- Alpha-beta with a table (Trends, Fig. 5); `known` is kept between calls.
function window.ttalphabeta(tree, alpha, beta, known)
  local order = {}
  return ttalphabeta(trees.nodes(tree)[1], alpha or -inf, beta or inf, order, known or {}), order
end

-- Trends, Fig. 6.
local function negascout(n, alpha, beta, order)
  if n.leaf then
    order[#order + 1] = n.path
    return n.value
  end
  local g = negascout(n.children[1], alpha, beta, order)
  for i = 2, #n.children do
    local c = n.children[i]
    if n.player == "max" then
      if g >= beta then break end
      local a = math.max(g, alpha)
      local t = negascout(c, a, up(a), order)
      if t > a and t < beta then t = negascout(c, t, beta, order) end
      g = math.max(g, t)
    else
      if g <= alpha then break end
      local b = math.min(g, beta)
      local t = negascout(c, down(b), b, order)
      if t < b and t > alpha then t = negascout(c, alpha, t, order) end
      g = math.min(g, t)
    end
  end
  return g
end

--- NegaScout (Trends, Fig. 6), without a table.
function window.negascout(tree, alpha, beta)
  local order = {}
  return negascout(trees.nodes(tree)[1], alpha or -inf, beta or inf, order), order
end

--- MTD (Trends, section 6) with the first bound `first`.
function window.mtd(tree, first)
  local root, order, known = trees.nodes(tree)[1], {}, {}
  local function ask(alpha, beta) return ttalphabeta(root, alpha, beta, order, known) end
  local g, falling, before
  if first == -inf then g, falling = -inf, false
  else
    g = ask(down(first), first)
    falling = g < first
  end
  repeat
    before = g
    if falling then g = ask(down(before), before) else g = ask(before, up(before)) end
  until g == before or falling and g > before or not falling and g < before
  return before, order
end

-- Althoefer, from the side of the player to move: W(u) = s(u) + max -W(c).
local function althofer(n, alpha, beta, order, prune)
  local s = n.player == "max" and n.value or -n.value
  if n.leaf then
    order[#order + 1] = n.path
    return s
  end
  local m = -inf
  for _, c in ipairs(n.children) do
    local w = althofer(c, s - beta, s - math.max(alpha, m), order, prune)
    if c.player == n.player then error "the definition presumes strict alternation" end
    m = math.max(m, s - w)
    if prune and m >= beta then break end
  end
  return m
end

--- Althoefer's value, from MAX's side.
function window.althofer(tree, prune)
  local order, root = {}, trees.nodes(tree)[1]
  local value = althofer(root, -inf, inf, order, prune)
  return root.player == "max" and value or -value, order
end

return window
