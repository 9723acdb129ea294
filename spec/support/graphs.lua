--- Games that are graphs, with positions met by many paths, and with cycles: what a table must not be led astray by.
--
-- Position p of `count` has a few successors drawn from the seed, some none; its value is drawn too. Nothing here calls the
-- engine.

local trees = require "spec.support.trees"

local graphs = {}

--- A random graph: a list of positions, each { value =, children = { numbers } }. `shape` may have count (30), values {least,
-- most} ({-9, 9}), and acyclic (children have greater numbers).
function graphs.random(seed, shape)
  shape = shape or {}
  local random, count, graph = trees.stream(seed), shape.count or 30, {}
  local values = shape.values or { -9, 9 }
  for p = 1, count do
    local children = {}
    local least = shape.acyclic and p + 1 or 1
    if least <= count and random(1, 6) > 1 then
      for i = 1, random(1, 3) do children[i] = random(least, shape.acyclic and math.min(count, p + 6) or count) end
    end
    graph[p] = { value = random(values[1], values[2]), children = children }
  end
  if #graph[1].children == 0 then graph[1].children[1] = 2 end
  return graph
end

local other = { max = "min", min = "max" }

--- The minimax value of position p with a number of plies to go (nil: to the terminals), and the leftmost best move. By
-- definition.
function graphs.oracle(graph, p, depth, player, known)
  player, known = player or "max", known or {}
  local node = graph[p]
  if #node.children == 0 or depth == 0 then return node.value end
  local name = p .. player .. tostring(depth)
  if known[name] then return known[name][1], known[name][2] end
  local best, move
  for i, child in ipairs(node.children) do
    local value = graphs.oracle(graph, child, depth and depth - 1, other[player], known)
    if not best or player == "max" and value > best or player == "min" and value < best then best, move = value, i end
  end
  known[name] = { best, move }
  return best, move
end

--- A random graph without cycles in which only terminals are won or lost, and what MAX has at position 1.
function graphs.decided(seed, count)
  local graph = graphs.random(seed, { acyclic = true, values = { -1, 1 }, count = count })
  for _, node in ipairs(graph) do if #node.children > 0 then node.value = 0 end end
  return graph, graphs.oracle(graph, 1)
end

--- The value of position p, reached by a path, which counts its positions; one that occurs `times` times (twice), with the same
-- player to move, is worth `cycle`. With `depth`: to a number of plies. By definition.
function graphs.repeating(graph, cycle, p, player, path, depth, times)
  player, path = player or "max", path or {}
  local name, best = p .. player, nil
  local before = path[name] or 0
  if before == (times or 2) - 1 then return cycle end
  if #graph[p].children == 0 or depth == 0 then return graph[p].value end
  path[name] = before + 1
  for _, child in ipairs(graph[p].children) do
    local value = graphs.repeating(graph, cycle, child, other[player], path, depth and depth - 1, times)
    if not best or player == "max" and value > best or player == "min" and value < best then best = value end
  end
  path[name] = before
  return best
end

--- In how many plies at least can `winner` reach a terminal of that value from p? nil if he cannot in `most`. By definition.
function graphs.distance(graph, p, player, winner, value, most)
  for plies = 0, most do if graphs.wins(graph, p, player, winner, value, plies, {}) then return plies end end
end

function graphs.wins(graph, p, player, winner, value, plies, known)
  local node = graph[p]
  if #node.children == 0 then return node.value == value end
  if plies == 0 then return false end
  local name = p .. player .. plies
  if known[name] == nil then
    local chooses = player == winner
    known[name] = not chooses
    for _, child in ipairs(node.children) do
      if graphs.wins(graph, child, other[player], winner, value, plies - 1, known) == chooses then
        known[name] = chooses
        break
      end
    end
  end
  return known[name]
end

-- Codes of a position: integers that differ in their highest or lowest bits only, in one word or several; strings.
local codings = {
  integers = { function(p) return p end, function(p) return p end },
  high = { function(p) return p << 58 end, function(p) return p >> 58 & 63 end },
  ["short strings"] = { function(p) return "p" .. p end, function(p) return tonumber(p:sub(2)) end },
  ["long strings"] = {
    function(p) return ("x"):rep(40) .. ("%02d"):format(p) end, function(p) return tonumber(p:sub(-2)) end
  },
  tables = { function(p) return { p } end, function(p) return p[1] end },
}
for words = 2, 7 do
  for at = 1, words do      -- only word `at` tells positions apart
    codings[("%d words, %d"):format(words, at)] = {
      function(p)
        local list = { 7, 7, 7, 7, 7, 7, 7 }
        list[at] = p << 55
        return table.unpack(list, 1, words)
      end,
      function(...) return (select(at, ...)) >> 55 & 255 end,
      words = words
    }
  end
end

graphs.forms = {}
for form in pairs(codings) do graphs.forms[#graphs.forms + 1] = form end
table.sort(graphs.forms)

--- Rules whose game is a graph; positions that are tables have a key. The players alternate, and positions do not contain the
-- player to move.
function graphs.rules(graph, form)
  local coding = codings[form or "integers"]
  local encode, decode, words = coding[1], coding[2], coding.words or 1
  local rules = { name = "graph", words = coding.words, start = words > 1 and { encode(1) } or encode(1) }
  function rules.next(...)
    local children, i = graph[decode(...)].children, (select(words + 1, ...) or 0) + 1
    if children[i] then return i, encode(children[i]) end
  end
  function rules.evaluate(...) return graph[decode(...)].value end
  if form == "tables" then function rules.key(p) return p[1] end end
  return rules
end

--- Rules of positions that tell the player to move, so that play may go on from any: 2 p for MAX at position p, 2 p + 1 for MIN.
function graphs.moved(graph)
  local rules = { name = "graph", start = 2 }
  function rules.next(p, move)
    local child = graph[p // 2].children[(move or 0) + 1]
    if child then return (move or 0) + 1, 2 * child + 1 - p % 2 end
  end
  function rules.evaluate(p) return graph[p // 2].value end
  function rules.player(p) return p % 2 == 0 and "max" or "min" end
  return rules
end

return graphs
