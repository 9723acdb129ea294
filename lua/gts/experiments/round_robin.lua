--- A round robin of players, and how strong they are by it.

local match = require "gts.play.match"

local round_robin = {}

local ROUNDS = 1000             -- of the iteration

--- The strengths by which a round robin is most likely (Bradley & Terry, Biometrika 39, 1952); one drawn game more of each
-- pairing keeps them finite. `points` of each player against each other; `games` of each pairing. Returns a list in Elo, the
-- first player's 0.
function round_robin.strengths(points, games)
  local power, count = {}, #points
  for i = 1, count do power[i] = 1 end
  for _ = 1, ROUNDS do
    for i = 1, count do
      local won, sum = 0, 0
      for j = 1, count do
        if j ~= i then won, sum = won + points[i][j] + 0.5, sum + (games + 1) / (power[i] + power[j]) end
      end
      power[i] = won / sum
    end
  end
  local elo = {}
  for i = 1, count do elo[i] = 400 * math.log(power[i] / power[1], 10) end
  return elo
end

--- Has all players play each other. `players`: as gts.match takes them; `options` of gts.match; `games` is the number of each
-- pairing. Returns their strengths, in Elo, the first player's 0. Raises what a player, or the rules, did wrong.
function round_robin.play(of, players, options)
  local points = {}
  for i = 1, #players do points[i] = {} end
  for i = 1, #players do
    for j = i + 1, #players do
      local m = assert(match.try(of, players[i], players[j], options))
      points[i][j], points[j][i] = m.won + m.drawn / 2, m.lost + m.drawn / 2
    end
  end
  return round_robin.strengths(points, options.games)
end

return round_robin
