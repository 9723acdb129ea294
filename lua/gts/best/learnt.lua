--- Learnt evaluations that come with gts: gts.best plays better by them than by the rules' own. See `gts help benchmarks`.

local evaluation = require "gts.rules.evaluation"
local game = require "gts.game"

local learnt = {}

local games = setmetatable({}, { __mode = "k" })        -- game -> the game to search by, which is its own; or false

--- The game by which moves of a game are searched for: with the learnt evaluation, where one comes with gts and the game was made
-- without another; else the game. Reads a file the first time; with `read` false, none.
function learnt.game(of, read)
  if games[of] == nil and read ~= false then
    local made = game.is_shipped(of) and evaluation.apply(of, evaluation.LEARNT)
    local by = made and game.altered(of, { evaluate = made.evaluate }) or false
    games[of] = by
    if by then games[by] = by end
  end
  return games[of] or of
end

--- What names the evaluation of a game that learnt.game has made; nil: it is none.
function learnt.name(of) return games[of] == of and evaluation.LEARNT or nil end

return learnt
