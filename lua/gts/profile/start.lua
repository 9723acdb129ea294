--- The first moves of a game: how many differ, and what swapping sides after the first would do.

local analyze = require "gts.analyze"
local best = require "gts.best"
local perft = require "gts.perft"
local session = require "gts.play.session"
local to_move = require "gts.profile.to_move"
local tables = require "gts.base.tables"

local start = {}

local JUDGE = 300               -- nodes that rank a first move
local SOLVE = 1                 -- seconds in which the values of all first moves may be proved
local MOST = 500                -- first moves of which the second ones are counted
local MOST_CANDIDATES = 8       -- first moves that are played

-- Returns the successors of a list of nodes, one for each identity; nil if there is none, or if `halt` has ended it.
local function distinct(of, nodes, halt)
  local seen, list = {}, {}
  for _, node in ipairs(nodes) do
    if halt and halt() then return nil end
    for _, entry in ipairs(to_move.successors(of, node.position, node.player)) do
      local key = perft.symmetric_key_of(of, entry.position)
      if key == nil then return nil end
      if not seen[key] then
        seen[key], list[#list + 1] = true, { position = entry.position, player = to_move.after(of, entry.position, node.player),
          move = entry.move }
      end
    end
  end
  return list
end

--- Counts first moves, and positions after two. `halt` is called for each position; returns why to stop. Returns a table: moves
-- (how many); first, a list of nodes that differ (position, player, move); second, the number of positions after two moves.
-- first and second are nil where nothing tells positions apart, second where there are too many for the time.
function start.count(of, halt)
  local s = assert(session.new(of))
  local found = { moves = #s.moves }
  found.first = distinct(of, { { position = s.position, player = s.player } })
  local second = found.first and #found.first <= MOST and distinct(of, found.first, halt)
  found.second = second and #second or nil
  return found
end

--- Returns the points of the second player with the pie rule and best play, if the values of all first moves can be proved in no
-- time. `left`: seconds; `halt` is called now and then; returns why to stop. Gives points; nil: they are not proved; name of the
-- first move that leaves no more.
function start.best_pie(of, left, halt)
  local time, progress = math.min(SOLVE, left), halt and function() return not halt() end or nil
  local list = time > 0 and analyze.try(of, { time = time, progress = progress })
  if not list or #list == 0 then return nil end
  local drawn
  for _, entry in ipairs(list) do
    if not entry.solved then return nil end
    if entry.value == session.even(of) then drawn = drawn or entry.name end
  end
  return drawn and 0.5 or 1, drawn or list[1].name
end

--- Returns the labels of the first moves that look most even, by a short search of each. `halt` is called for each move; returns
-- why to stop. Gives a list of the positions searched before; one at least.
function start.candidates(of, halt)
  local s, middle, seen, list = assert(session.new(of)), session.even(of), {}, {}
  for number, entry in ipairs(s.moves) do
    if #list > 0 and halt and halt() then break end
    local key = perft.symmetric_key_of(of, entry.position)
    if key == nil or not seen[key] then
      local r = best.try(of, entry.position, { nodes = JUDGE, native = false })
      local value = r and (r.value or r.estimate) or middle
      list[#list + 1] = { label = entry.label, off = math.abs(value - middle), number = number }
    end
    if key ~= nil then seen[key] = true end
  end
  tables.sort(list, "off", "number")
  return session.labels(table.move(list, 1, MOST_CANDIDATES, 1, {}))
end

return start
