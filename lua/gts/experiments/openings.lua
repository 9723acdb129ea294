--- Positions to begin from: of one start an experiment learns little.

local make_game = require("gts.game").make
local moves = require "gts.moves"
local random = require "gts.base.random"

local openings = {}

local games = {}                -- made once: their rules are compiled once

local TRIES = 100

-- The position after `plies` random moves; nil if the game was over before.
local function walk(game, plies, draw)
  local position
  for _ = 1, plies do
    local list = moves.moves(game, position)
    if #list == 0 then return nil end
    position = list[draw(1, #list)].position
  end
  if position ~= nil and #moves.moves(game, position) == 0 then return nil end
  return position
end

--- A game, made once, and a position after `plies` random moves at which it is not over; nil: the start, where there is none.
function openings.of(name, plies, seed)
  games[name] = games[name] or assert(make_game(name))
  local draw = random.stream(seed << 8)
  for _ = 1, TRIES do
    local position = walk(games[name], plies, draw)
    if position ~= nil then return games[name], position end
  end
  return games[name]
end

return openings
