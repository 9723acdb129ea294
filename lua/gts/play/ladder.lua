--- Measures whether the levels of gts.play are a ladder: each plays the one below, the lowest random moves. A level is to take
-- 60 to 80 % of the points, level 1 at least 80 %; it fails only if the whole 95 % interval lies outside. A small game, whose
-- start is solved at once, has too few mistakes for ten levels: there a level passes as equal if it is not shown to be worse;
-- and level 1 is to take 60 %, or passes as equal if the highest level takes less from random moves.

local best = require "gts.best"
local core = require "gts.core"
local game = require "gts.game"
local level = require "gts.play.level"
local listing = require "gts.show.listing"
local map = require "gts.map"
local match = require "gts.play.match"
local schema = require "gts.base.schema"
local statistics = require "gts.play.statistics"

local ladder = {}

--- The rows of the options: see gts.base.schema.
ladder.options = {
  { name = "games", kind = schema.whole(2), default = 100, help = "games of each match; an odd number is rounded up" },
  { name = "plies", kind = schema.whole(0, 1000), help = "random moves at the beginning of each pair of games; default: 4, or 1 "
    .. "where the start is solved at once" },
  { name = "seed", kind = schema.whole(), default = 1, help = "seed of the openings, and of slips" },
  map.row,
  { name = "progress", kind = schema.callable, type = "fun(list: gts.Levels): boolean?",
    help = "a function, called after each match with the list so far; false stops" },
}

local LEAST, MOST = 0.6, 0.8    -- points a game against the level below
local RANDOM_LEAST = 0.8        -- against random moves, but in small games

local SMALL = 500000            -- nodes that solve the start of a small game

local passes = { ok = true, unclear = true, equal = true }

--- What points a game with an error, half of the 95 % interval, say of the range least to most, where levels may be `equal`:
-- "ok"; "unclear": outside of the range, but its interval is not; "equal"; "too weak"; "too strong".
function ladder.verdict(score, error, range)
  if score > range.most then return score - error > range.most and "too strong" or "unclear" end
  if score >= range.least then return "ok" end
  if score + error >= range.least then return "unclear" end
  return range.equal and score + error >= 0.5 and "equal" or "too weak"
end

local function row_of(r, least, most, solved)
  local error = statistics.margin(r.pairs)
  local by_side = 2 * r.pairs[3] == r.games             -- either side brings equal points in every pair of games
  local range = { least = least, most = most, equal = solved or by_side }
  return { a = r.a, b = r.b, games = r.games, score = r.score, error = error, verdict = ladder.verdict(r.score, error, range) }
end

local function percent(share) return ("%.1f %%"):format(100 * share) end

local form = listing.form {
  name = "gts.levels",
  columns = {
    "a", "b", "games", listing.column("score", function(row) return percent(row.score) end),
    listing.column("error", function(row) return percent(row.error) end), "verdict",
  },
  foot = function(list)
    local lines, failed = { ("%s: %d games a match, each opening of %d moves from both sides (seed %d)"):format(list.game,
      list.games, list.plies, list.seed) }, 0
    local seen = {}
    for _, row in ipairs(list) do seen[row.verdict], failed = true, failed + (passes[row.verdict] and 0 or 1) end
    if list.solved then lines[#lines + 1] = "the start is solved at once: levels may be equal" end
    if seen.unclear then lines[#lines + 1] = "unclear: outside of the range by less than the error; more games would tell" end
    if list.stopped then lines[#lines + 1] = "stopped: " .. list.stopped end
    lines[#lines + 1] = failed == 0 and "no match fails" or ("%d of %d matches fail"):format(failed, #list)
    return table.concat(lines, "\n")
  end,
}

-- Level 1 against random moves.
local function first_row(of, options, solved)
  local r, least = assert(match.try(of, { level = 1 }, "random", options)), solved and LEAST or RANDOM_LEAST
  local row = row_of(r, least, 1, false)
  if row.verdict ~= "too weak" or not solved then return row, r.stopped end
  r = assert(match.try(of, { level = level.most }, "random", options))
  if r.score < least and row.score + row.error >= 0.5 then row.verdict = "equal" end
  return row, r.stopped
end

local function next_row(of, options, number, solved)
  local r = assert(match.try(of, { level = number }, { level = number - 1 }, options))
  return row_of(r, LEAST, MOST, solved), r.stopped
end

local function climb(of, all, list)
  local options = { games = all.games, plies = list.plies, seed = all.seed, workers = all.workers }
  for number = 1, level.most do
    local row, stopped
    if number == 1 then row, stopped = first_row(of, options, list.solved)
    else row, stopped = next_row(of, options, number, list.solved) end
    list[number], list.clean = row, list.clean and passes[row.verdict] == true
    if stopped ~= "games" then return stopped end
    if all.progress and all.progress(list) == false then return "progress" end
  end
end

--- Measures the levels in a game: see gts.levels; or returns nil and what is wrong with the call.
function ladder.try(what, given)
  local all, of, wrong
  all, wrong = schema.options("gts.levels", ladder.options, given)
  if not all then return nil, wrong end
  of, wrong = game.make(what)
  if not of then return nil, wrong end
  local began = core.clock()
  local r = best.try(of, nil, { nodes = SMALL })
  local solved = r ~= nil and r.solved == true
  local list = form {
    game = of.name, games = all.games + all.games % 2, plies = all.plies or solved and 1 or 4, seed = all.seed, clean = true,
    solved = solved,
  }
  list.stopped = climb(of, all, list)
  list.seconds = core.clock() - began
  return list
end

return ladder
