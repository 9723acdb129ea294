--- What specs of gts.solve share: games in tiers and with an index, folders, and databases held against the definition.

local gts = require "gts"
local graphs = require "spec.support.graphs"
local run = require "spec.support.run"
local whole = require "spec.support.whole"

local solving = {}

--- A line for scripts that run elsewhere: they find the modules of specs.
solving.here = ("package.path = package.path .. %q\n"):format(";" .. run.output "pwd" .. "/?.lua")

--- The sum of the bytes of all files of a folder, and their number.
function solving.sum(folder) return run.output(("cd '%s' && cat $(ls | sort) | cksum; ls | wc -l"):format(folder)) end

--- Returns a function that gives a new name in a folder each time, and one that removes the folder, for teardown.
function solving.places()
  local folder, gone, count = nil, nil, 0
  local function place()
    if not folder then folder, gone = run.folder() end
    count = count + 1
    return ("%s/%d"):format(folder, count)
  end
  local function remove()
    if folder then getmetatable(gone).__close() end
    folder = nil
  end
  return place, remove
end

--- Goes up to `most` random moves on from a position (nil: the start). Returns where that is, and who moves there if MAX began.
function solving.walk(game, position, random, most)
  local player = "max"
  position = position or game.start
  for _ = 1, random(0, most) do
    local list = gts.moves(game, position)
    if #list == 0 then break end
    position, player = list[random(1, #list)].position, player == "max" and "min" or "max"
  end
  return position, player
end

-- Games

--- A game in tiers of ten positions that lead to one another. `act`: a function of each position whose successors are asked for;
-- `last`: the first position of the last tier (90).
function solving.stages(act, last)
  last = last or 90
  local rules = { name = "stages", version = "1", start = 0, cycle = 0, tier = function(p) return p // 10 end,
    evaluate = function(p) return p % 3 - 1 end }
  function rules.successors(p)
    if act then act(p) end
    return p < last and { p // 10 * 10 + (p * 7 + 3) % 10, p + 10, math.min(p + 23, last + 5) } or {}
  end
  return rules
end

--- Changes a graph so that no move leads to an earlier tier of `size` positions, and with `stay` all first ones stay in theirs.
-- @treturn function the tier of a position, from -3 on
function solving.rise(graph, size, stay)
  for p, node in ipairs(graph) do
    local least = (p - 1) // size * size + 1
    for i, child in ipairs(node.children) do
      if child < least or stay and i == 1 then node.children[i] = least + child % math.min(size, #graph + 1 - least) end
    end
  end
  return function(p) return (p - 1) // size - 3 end
end

--- A random game in tiers of eight positions that may lead to one another, and its graph.
function solving.staged(seed, count, values)
  local graph = graphs.random(seed, { count = count, values = values })
  local rules = graphs.rules(graph)
  rules.version, rules.cycle, rules.tier = "1", seed % 3 - 1, solving.rise(graph, 8)
  return rules, graph
end

--- Rules of a graph, with an index; and a function that gives the position of a number. `with` words: positions are of three
-- integers; before: predecessors are given; holes: every third index has no position.
function solving.indexed(graph, with)
  local rules, above = graphs.rules(graph, with.words and "3 words, 2"), {}
  for p in ipairs(graph) do above[p] = {} end
  for p, node in ipairs(graph) do
    for _, child in ipairs(node.children) do table.insert(above[child], p) end
  end
  local function encode(p) if with.words then return 7, p << 55, 7 end return p end
  local function decode(a, b) return with.words and b >> 55 & 255 or a end
  local function number(p) return with.holes and (p - 1) // 2 * 3 + (p - 1) % 2 or p - 1 end
  rules.version, rules.index = "1", {}
  function rules.index.size(tier) if tier == 0 then return number(#graph) + 1 end end
  function rules.index.of(...) return number(decode(...)) end
  function rules.index.at(tier, i)
    assert(tier == 0)
    if not with.holes then return encode(i + 1) end
    if i % 3 < 2 then return encode(i // 3 * 2 + i % 3 + 1) end
  end
  rules.index.before = with.before and function(...)
    local p, i = decode(...), (select(with.words and 4 or 2, ...) or 0) + 1
    if above[p][i] then return i, encode(above[p][i]) end
  end or nil
  return rules, function(p) return with.words and { 7, p << 55, 7 } or p end
end

--- A game with an index, of one tier of 9,000 positions that lead to one another.
-- @tparam[opt] function called is told of each call of index.at and index.before: the number of all, and of those of index.at
-- @tparam[opt] boolean without leaves predecessors out
function solving.wide(called, without)
  local N, above, all, at = 9000, {}, 0, 0
  local rules = { name = "wide", version = "1", start = 1, cycle = 0, range = { -2, 2 } }
  local function over(p) return p % 97 == 0 end
  local function after(p, m) return (p * 7 + m * m * 31) % N end
  function rules.next(p, move)
    local m = (move or 0) + 1
    if m <= 2 and not over(p) then return m, after(p, m) end
  end
  function rules.evaluate(p) return p % 5 - 2 end
  for p = 0, N - 1 do
    for m = 1, over(p) and 0 or 2 do
      local list = above[after(p, m)] or {}
      above[after(p, m)], list[#list + 1] = list, p
    end
  end
  rules.index = { of = function(p) return p end }
  function rules.index.size(tier) return tier == 0 and N or nil end
  local function note(is_at)
    all, at = all + 1, at + is_at
    if called then called(all, at) end
  end
  function rules.index.at(_, i)
    note(1)
    return i
  end
  rules.index.before = not without and function(p, move)
    note(0)
    local m = (move or 0) + 1
    if above[p] and above[p][m] then return m, above[p][m] end
  end or nil
  return rules
end

--- Kills the process that calls it.
function solving.kill() os.execute("kill -9 " .. io.open "/proc/self/stat":read "n") end

-- Databases

--- Calls f with all nodes of a graph that can be reached, number and player.
function solving.reached(graph)
  local seen, list = { max1 = true }, { { 1, "max" } }
  for _, node in ipairs(list) do        -- it grows meanwhile
    for _, child in ipairs(graph[node[1]].children) do
      local player = node[2] == "max" and "min" or "max"
      if not seen[player .. child] then seen[player .. child], list[#list + 1] = true, { child, player } end
    end
  end
  return list
end

--- Holds a database of a graph against the definition, in values and distances. `cycle`: the value of circles; nil: there are
-- none; `with`: nodes: which nodes, others may be absent (those that are reached); encode: the position of a number; values: of a
-- database without distances.
function solving.compare(graph, db, cycle, with)
  with = with or {}
  local values = whole.values(graph, cycle or 0.5)            -- without circles any middle will do
  local plies = whole.distances(graph, values, cycle or 0, cycle ~= nil)
  for _, node in ipairs(with.nodes or solving.reached(graph)) do
    local p, player = node[1], node[2]
    local position, distance = with.encode and with.encode(p) or p, plies[player][p]
    distance = distance < math.huge and not with.values and distance or nil
    assert(values[player][p] == db:value(position, player) and distance == db:distance(position, player),
      ("position %d, where %s moves: %s in %s plies, not %s in %s"):format(p, player, db:value(position, player),
      db:distance(position, player), values[player][p], distance))
  end
  return values, plies
end

--- All nodes of a graph, number and player.
function solving.nodes(graph)
  local list = {}
  for p = 1, #graph do table.move({ { p, "max" }, { p, "min" } }, 1, 2, #list + 1, list) end
  return list
end

return solving
