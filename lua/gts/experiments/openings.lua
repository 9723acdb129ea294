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

--- A position after random moves at which the game is not over. `plies`: how many. Returns the position; nil: the start, where
-- there is no such position.
function openings.draw(game, plies, seed)
  local draw = random.stream(seed << 8)
  for _ = 1, TRIES do
    local position = walk(game, plies, draw)
    if position ~= nil then return position end
  end
end

--- A game, and a position of it to begin from. `plies`: random moves; `evaluation` of the game; nil: its rules'. Returns
-- the game, made once; the position, as openings.draw has it.
function openings.of(name, plies, seed, evaluation)
  local key = name .. " " .. (evaluation or "")
  games[key] = games[key] or assert(make_game(name, { evaluation = evaluation }))
  return games[key], openings.draw(games[key], plies, seed)
end

return openings
