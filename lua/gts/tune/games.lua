--- Games of a player against itself, from openings of random moves.

local core = require "gts.core"
local random = require "gts.base.random"
local session = require "gts.play.session"

local games = {}

local TRIES = 50                -- for an opening that leaves a game to play

-- A game after random moves; after none, where all are over by then.
local function open(of, plies, draw)
  for _ = 1, TRIES do
    local s = assert(session.new(of))
    while #s.played < plies and not s:outcome() do s:play(s.moves[draw(1, #s.moves)]) end
    if not s:outcome() then return s end
  end
  return assert(session.new(of))
end

local points_of = { max = 1, min = 0 }

--- Plays one game.
-- @tparam table of a checked game
-- @tparam table player see gts.play.player
-- @tparam table job number, seed, plies (random moves), longest, deadline (of the clock; nil: none)
-- @treturn table|false false: the deadline came first. Else, as data: pair (its number), side ("max"), points (of MAX), value,
-- how ("longest": no end was reached), moves (labels)
function games.play(of, player, job)
  local s = open(of, job.plies, random.stream((job.seed << 24) + job.number))
  local chooser = player.new()
  while not s:outcome() and #s.played < job.longest do
    if job.deadline and core.clock() > job.deadline then return false end
    local move, wrong, r = chooser(s, (job.seed << 40) + (job.number << 20) + #s.played)
    if r and r.stopped == "interrupted" then error("interrupted", 0) end
    if move == nil then error(wrong or "the player gave no move", 0) end
    assert(s:play(move))
  end
  local over, labels = s:outcome() or { how = "longest" }, {}
  for i, entry in ipairs(s.played) do labels[i] = entry.label end
  return { pair = job.number, side = "max", points = points_of[over.winner] or 0.5, value = over.value, how = over.how,
    moves = labels }
end

return games
