-- What is played where a game is decided, by every algorithm that names a move: of won moves one that wins at once if there is
-- one; of lost moves none that loses at once if another does not.

local gts = require "gts"
local level = require "gts.play.level"
local tables = require "gts.base.tables"
local trees = require "spec.support.trees"

-- Small boards, for games whose own take long.
local options = {
  amazons = { size = 4 }, breakthrough = { columns = 4, rows = 5 }, clobber = { columns = 4, rows = 4 },
  connect4 = { columns = 5, rows = 4, plain = true }, domineering = { columns = 5, rows = 5 }, gomoku = { size = 6 },
  hex = { size = 4 }, loa = { size = 5 }, knightthrough = { columns = 4, rows = 5 },
}

-- These have hardly ever the greatest or least value of their range.
local by_points = { ataxx = true, dots = true, kalah = true, othello = true, oware = true }

local function value(game, position) return gts.search(game, { position = position, depth = 0, native = false }).value end

-- Which moves win at once, and which lose at once: by a reply that wins.
local function decided(game, position)
  local list = gts.moves(game, position)
  local best = game.range[list.player == "max" and 2 or 1]
  local worst = game.range[list.player == "max" and 1 or 2]
  local wins, loses, counts = {}, {}, { wins = 0, loses = 0, all = #list }
  for _, entry in ipairs(list) do
    local name = tostring(entry.move)
    local replies = gts.moves(game, entry.position)
    if #replies == 0 then
      local its = value(game, entry.position)
      wins[name], loses[name] = its == best, its == worst
    end
    for _, reply in ipairs(replies) do
      if #gts.moves(game, reply.position) == 0 and value(game, reply.position) == worst then loses[name] = true end
    end
    counts.wins, counts.loses = counts.wins + (wins[name] and 1 or 0), counts.loses + (loses[name] and 1 or 0)
  end
  return wins, loses, counts
end

-- Positions near the ends of random games: those with some move that wins at once, and those that are proved to be lost, with
-- some move that loses at once and another that does not.
local function positions(game, wanted, games)
  local random, won, lost = trees.stream(5), {}, {}
  for _ = 1, games do
    local list, path = gts.moves(game), {}
    for _ = 1, 200 do
      if #list == 0 then break end
      local entry = list[random(1, #list)]
      path[#path + 1], list = entry.position, gts.moves(game, entry.position)
    end
    local position = path[#path - random(1, 6)]
    local r = position and gts.best(game, position, { nodes = 1000, native = false })
    for _ = 1, 2 do                     -- the position, and what follows the move that wins
      if not (r and r.solved and r.distance and r.distance > 0) then break end
      local into = r.distance % 2 == 0 and lost or won
      if #into < wanted then
        local _, _, counts = decided(game, position)
        if into == won and counts.wins > 0 and counts.wins < counts.all or
          into == lost and counts.loses > 0 and counts.loses < counts.all then into[#into + 1] = position end
      end
      position = r.position
      r = gts.best(game, position, { nodes = 1000, native = false })
    end
    if #won >= wanted and #lost >= wanted then break end
  end
  return won, lost
end

local ways = {
  { "nodes", { nodes = 2000 } }, { "UCT 100", { algorithm = "mcts", iterations = 100 } },
  { "UCT 500", { algorithm = "mcts", iterations = 500 } },
  { "GRAVE", { algorithm = "mcts", select = "grave", iterations = 200 } },
  { "halving", { algorithm = "mcts", root = "halving", iterations = 200 } },
  { "PN", { algorithm = "mcts", select = "pn", iterations = 200 } },
  { "ubfm", { algorithm = "ubfm", iterations = 100 } },
  { "ubfm win", { algorithm = "ubfm", completion = "win", iterations = 100 } },
  { "dfpn", { algorithm = "dfpn", nodes = 3000 } }, { "pn", { algorithm = "pn", nodes = 3000 } },
  { "alphabeta", { algorithm = "alphabeta", nodes = 3000 } }, { "mtd", { algorithm = "mtd", nodes = 3000 } },
}

local function play(game, position, way) return gts.best(game, position, tables.copy(way, { native = false })) end

describe("Where the game is decided #plain", function()
  local long = { teeko = true, mill = true, gomoku = true }
  local thorough = trees.share(20) > 10
  for number, row in ipairs(gts.games()) do
    local name = row.name
    it(("%s is won at once, and lost as late as is known%s"):format(name, long[name] and " #thorough" or ""), function()
      local game = gts.game(name, options[name])
      local won, lost = positions(game, thorough and 6 or 1, by_points[name] and (thorough and 10 or 4) or 80)
      assert(by_points[name] or #won + #lost > 0)
      local some = {}           -- of the ways: where few will do, those of even numbers or the others
      for i, way in ipairs(ways) do some[#some + 1] = (thorough or (i + number) % 2 == 0) and way or nil end
      for _, position in ipairs(lost) do
        local _, loses = decided(game, position)
        for _, way in ipairs(some) do
          local r = play(game, position, way[2])
          assert(not loses[tostring(r.move)], ("%s: %s loses at once"):format(way[1], r.move))
        end
        local r = assert(level.best(game, position, level.most, 1))
        assert(not loses[tostring(r.move)], "level: loses at once")
      end
      for _, position in ipairs(won) do
        local wins = decided(game, position)
        for _, way in ipairs(some) do
          local r = play(game, position, way[2])
          assert(wins[tostring(r.move)] or not r.solved, ("%s: %s does not win at once"):format(way[1], r.move))
        end
      end
    end)
  end
end)
