--- Positions with the player to move, and the successors of these, where the game need not begin at its start.

local ask = require "gts.rules.ask"
local moves = require "gts.moves"

local to_move = {}

local other = { max = "min", min = "max" }

--- Returns the player that moves first. It is "max" or "min".
function to_move.first(of) return assert(moves.try(of)).player end

--- Returns the player to move after a move. `position`: after the move; `player` that has moved. It is "max" or "min".
function to_move.after(of, position, player)
  if of.tree then return "max" end              -- its positions are paths, which say it
  return of.player and of.player(ask.words(of, position)) or other[player]
end

--- Returns the successors of a position in which this player is to move: see gts.moves.generate.
function to_move.successors(of, position, player)
  return moves.generate(of, { position = position, to_move = not of.player and not of.tree and player or nil })
end

return to_move
