-- gts.best against an opponent in C (spec/support/opponents), both at the same time a move: `make matches`, or
--
--    gts spec/support/match.lua GAME alphabeta|flat|uct [NAME=VALUE ...]       NAME: games, time, seed, size (of hex)
--
-- Every opening, 2 to 4 random moves from the seed, is played twice, once with either colour. It prints how many games gts has
-- won, drawn and lost, and how deep both have looked.

local gts = require "gts"
local opponents = require "opponents"

local match = {}

-- How the moves of gts are written by the opponents.
match.theirs = {
  connect4 = function(move) return move - 1 end,
  othello = function(move) return move end,
  -- Ours has MAX below, theirs player 0 in the first rows.
  breakthrough = function(move) return 64 * (move // 100 % 100 ~ 56) + (move % 100 ~ 56) end,
  kalah = function(move) return move - 1 end,
  -- Ours has a bit between two rows.
  hex = function(move, size) return size * (move // (size + 1)) + move % (size + 1) end,
}

local options_of = { hex = function(size) return { size = size } end }

-- SplitMix64: a stream of whole numbers from 1 to `most`.
local function stream(seed)
  local state = seed
  return function(most)
    state = state + 0x9E3779B97F4A7C15
    local x = (state ~ state >> 30) * 0xBF58476D1CE4E5B9
    x = (x ~ x >> 27) * 0x94D049BB133111EB
    return (x ~ x >> 31) % (1 << 32) % most + 1
  end
end

-- A game that goes on: its position for gts, and the moves so far for the opponents.
local Board = {}
Board.__index = Board

local function new_board(all)
  return setmetatable({ game = all.rules, name = all.game, size = all.size, history = {}, lines = {} }, Board)
end

function Board:moves() return gts.moves(self.game, self.position) end

function Board:play(entry)
  self.position = entry.position
  self.history[#self.history + 1] = match.theirs[self.name](entry.move, self.size)
end

-- The move of a list that is this one of gts, or this one of the opponents.
local function find(list, move, written, size)
  for _, entry in ipairs(list) do
    if written and written(entry.move, size) == move or not written and entry.move == move then return entry end
  end
  error(("move %s is not legal"):format(move))
end

-- Random moves to begin with; nil if they end the game.
local function opening(all, random)
  local board, played = new_board(all), {}
  for _ = 1, random(3) + 1 do
    local list = board:moves()
    if #list == 0 then return nil end
    played[#played + 1] = random(#list)
    board:play(list[played[#played]])
  end
  if #board:moves() > 0 then return played end
end

-- One game: 1 if gts has won, 0 for a draw, -1.
local function play(all, began, ours, random, sums)
  local board, kept = new_board(all), all.keep and gts.table { bytes = 64 << 20 }
  for _, at in ipairs(began) do board:play(board:moves()[at]) end
  while true do
    local list = board:moves()
    local legal, _, outcome = opponents.moves(all.game, board.history, all.size)
    if #legal ~= #list then error "the two know different moves" end
    if #list == 0 then return outcome == 0 and 0 or (outcome > 0) == (ours == "max") and 1 or -1 end
    if list.player == ours then
      local r = gts.best(all.rules, board.position, { time = all.time, table = kept })
      sums.moves, sums.depth = sums.moves + 1, sums.depth + (r.solved and 0 or r.depth)
      sums.solved, sums.longest = sums.solved + (r.solved and 1 or 0), math.max(sums.longest, r.seconds)
      sums.seconds = sums.seconds + r.seconds
      board:play(find(list, r.move))
    else
      local move, _, depth = opponents.choose(all.game, all.kind, board.history,
        { seconds = all.time, size = all.size, seed = random(1 << 30) })
      sums.their_moves, sums.their_depth = sums.their_moves + 1, sums.their_depth + depth
      board:play(find(list, move, match.theirs[all.game], all.size))
    end
  end
end

--- Plays a match.
-- @tparam table all game, kind, and if they are not the default games (100), time (0.05 seconds a move), seed, size, report
-- @treturn table won, drawn, lost, of gts; moves, depth, ... the sums of both players
function match.play(all)
  all = setmetatable(all, { __index = { games = 100, time = 0.05, seed = 1, size = 7 } })
  all.rules = gts.game(all.game, options_of[all.game] and options_of[all.game](all.size))
  gts.best(all.rules, nil, { depth = 1, native = true })           -- compiles the rules
  local random, sums = stream(all.seed), {
    won = 0, drawn = 0, lost = 0, moves = 0, depth = 0, solved = 0, seconds = 0, longest = 0, their_moves = 0, their_depth = 0,
  }
  for _ = 1, all.games // 2 do
    local began
    repeat began = opening(all, random) until began
    for _, ours in ipairs { "max", "min" } do
      local name = ({ "won", "drawn", "lost" })[2 - play(all, began, ours, random, sums)]
      sums[name] = sums[name] + 1
    end
    if all.report then all.report(sums) end
  end
  return sums
end

local function main()
  local all = { game = arg[1], kind = arg[2] }
  for i = 3, #arg do
    local name, value = arg[i]:match "^(%a+)=(.+)$"
    all[name] = tonumber(value)
  end
  local s = match.play(all)
  local line = "%-12s against %-9s  %3d won %3d drawn %3d lost;  depth %.1f, %.1f;  %d %% solved;  %.0f ms a move, at most %.0f"
  print(line:format(
    all.game, all.kind, s.won, s.drawn, s.lost, s.depth / math.max(1, s.moves - s.solved), s.their_depth / s.their_moves,
    100 * s.solved // s.moves, 1000 * s.seconds / s.moves, 1000 * s.longest))
end

if arg and arg[0] and arg[0]:find "match%.lua$" then main() end

return match
