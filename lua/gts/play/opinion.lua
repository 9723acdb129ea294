--- What an engine of others thinks of the moves of a position: it searches the position after each.
-- @module gts.play.opinion

local foreign = require "gts.play.foreign"
local listing = require "gts.show.listing"
local show = require "gts.show.text"

local opinion = {}

local FAR = 1e9                 -- more than any score in hundredths

local form = listing.form {
  name = "gts.opinion",
  columns = {
    "move", listing.column("value", function(row)
      if row.mate then return ("%s in %d"):format(row.order > 0 and "win" or "loss", math.abs(row.mate)) end
      return row.value and show.number(row.value) or "?"
    end), "depth", "nodes", "line",
  },
  foot = function(list)
    return ("%s: values as it counts, from MAX's side; wins and losses are those of the player to move"):format(list.engine)
  end,
}

-- What is known of a move that has just been played: a row. Its `order` is the greater the better it is for the player.
local function row_of(s, entry, told)
  local row, mover = { move = entry.label, exact = false }, s.played[#s.played].player == "max" and 1 or -1
  local over = s:outcome()
  if over then
    row.value, row.exact = over.value, true
    row.order = over.winner and (over.winner == s.played[#s.played].player and FAR or -FAR) or 0
    return row
  end
  local side = s.player == "max" and 1 or -1
  row.depth, row.nodes, row.line = told.depth, told.nodes, told.pv
  if told.mate then
    row.mate = told.mate
    row.order = mover * side * (told.mate > 0 and FAR - told.mate or -FAR - told.mate)
  elseif told.cp then row.value = side * told.cp / 100 end
  row.order = row.order or row.value and mover * 100 * row.value or 0
  return row
end

--- Asks for all moves.
-- @tparam table s a session
-- @tparam table given a player that is an engine: see gts.play.foreign; its limits are those of each move
-- @treturn[1] {table,...} rows, the best for the player to move first: move; value, from MAX's side, in the units of the engine;
-- mate, its moves to a win or, negative, a loss for the opponent; depth, nodes, line; exact, of moves that end the game
-- @return[2] nil
-- @treturn[2] string what is wrong
function opinion.list(s, given)
  if given.protocol == "gtp" then return nil, "protocol gtp tells no values" end
  local one, wrong = foreign.make(s.game, given)
  if not one then return nil, wrong end
  local list = form { engine = one.name }
  for _, entry in ipairs(s.moves) do
    s:play(entry)
    local told, fault, reply
    if not s:outcome() then reply, told = one:choose(s, one.limits) end
    if told and not reply then fault = told else list[#list + 1] = row_of(s, entry, told) end
    s:back(1)
    if fault then return nil, ("engine %s, at the move %s: %s"):format(one.name, entry.label, fault.why) end
  end
  one:close()
  table.sort(list, function(a, b) return a.order > b.order or a.order == b.order and a.move < b.move end)
  return list
end

return opinion
