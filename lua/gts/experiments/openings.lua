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

--- A position after random moves at which the game is not over.
-- @tparam table game a checked one
-- @tparam integer plies how many
-- @tparam integer seed
-- @return the position; nil: the start, where there is no such position
function openings.draw(game, plies, seed)
  local draw = random.stream(seed << 8)
  for _ = 1, TRIES do
    local position = walk(game, plies, draw)
    if position ~= nil then return position end
  end
end

--- A game, and a position of it to begin from.
-- @tparam string name
-- @tparam integer plies random moves
-- @tparam integer seed
-- @tparam[opt] string evaluation of the game; nil: that of its rules
-- @treturn table the game, made once
-- @return the position, as openings.draw has it
function openings.of(name, plies, seed, evaluation)
  local key = name .. " " .. (evaluation or "")
  games[key] = games[key] or assert(make_game(name, { evaluation = evaluation }))
  return games[key], openings.draw(games[key], plies, seed)
end

return openings
