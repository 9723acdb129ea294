--- Values and distances of all positions of a graph, by definition: without the engine.
-- Graphs are those of spec.support.graphs.

local whole = {}

local other = { max = "min", min = "max" }

local function each_node(graph, f)
  for p = 1, #graph do
    f(p, "max")
    f(p, "min")
  end
end

-- A table of `first` for every node.
local function fill(graph, first)
  local made = { max = {}, min = {} }
  each_node(graph, function(p, player) made[player][p] = first end)
  return made
end

-- Goes over all nodes until nothing changes any more.
local function settle(graph, step)
  repeat
    local changed = false
    each_node(graph, function(p, player) changed = step(p, player) or changed end)
  until not changed
end

-- From where can `side` force that the game ends with a value that is `good`? Whoever goes round in circles does not.
local function forced(graph, side, good)
  local can = fill(graph, false)
  settle(graph, function(p, player)
    if can[player][p] then return false end
    local children, now = graph[p].children, player ~= side
    if #children == 0 then now = good(graph[p].value) end
    for _, child in ipairs(children) do
      if player == side then now = now or can[other[player]][child]
      else now = now and can[other[player]][child] end
    end
    can[player][p] = now
    return now
  end)
  return can
end

local function terminal_values(graph)
  local seen, list = {}, {}
  for _, node in ipairs(graph) do
    if #node.children == 0 and not seen[node.value] then
      seen[node.value] = true
      list[#list + 1] = node.value
    end
  end
  table.sort(list)
  return list
end

--- The values of all nodes, by player and position, where endless play has the value `cycle`.
function whole.values(graph, cycle)
  local values = fill(graph, cycle)
  local list = terminal_values(graph)
  for _, v in ipairs(list) do
    if v > cycle then
      local can = forced(graph, "max", function(value) return value >= v end)
      each_node(graph, function(p, player) if can[player][p] then values[player][p] = v end end)
    end
  end
  for i = #list, 1, -1 do
    local v = list[i]
    if v < cycle then
      local can = forced(graph, "min", function(value) return value <= v end)
      each_node(graph, function(p, player) if can[player][p] then values[player][p] = v end end)
    end
  end
  return values
end

--- The plies to the end, by player and position: of successors that keep the value the winner takes the nearest end, the loser
-- the furthest; in the middle, either player the nearest. `round`: the middle has no distance but at its end.
function whole.distances(graph, values, middle, round)
  local plies = fill(graph, math.huge)
  settle(graph, function(p, player)
    local children, value = graph[p].children, values[player][p]
    local delays = player == "max" and value < middle or player == "min" and value > middle
    local best = delays and 0 or math.huge
    for _, child in ipairs(children) do
      local d = plies[other[player]][child]
      if values[other[player]][child] == value then best = delays and math.max(best, d) or math.min(best, d) end
    end
    local now = #children == 0 and 0 or best + 1
    if round and value == middle and #children > 0 then now = math.huge end
    local changed = now ~= plies[player][p]
    plies[player][p] = now
    return changed
  end)
  return plies
end

return whole
