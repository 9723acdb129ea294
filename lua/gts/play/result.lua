--- What came of a match: a list of games that prints as a summary, and has csv() and json().

local listing = require "gts.show.listing"
local show = require "gts.show.text"
local statistics = require "gts.play.statistics"
local tables = require "gts.base.tables"

local result = {}

local function percent(share) return ("%.1f %%"):format(100 * share) end

local function elo_text(r)
  if r.error then
    return ("Elo  %+.1f, 95 %%: %+.1f to %+.1f;  LOS %s (likelihood of superiority of A)"):format(r.elo, r.low, r.high,
      percent(r.superiority))
  end
  return ("Elo  %s; too few results that differ for an error"):format(show.number(r.elo))
end

local accepted = {
  H0 = "elo0 is accepted: A is not %g Elo stronger (at most %g)",
  H1 = "elo1 is accepted: A is %g Elo stronger (more than %g)",
}

local function sprt_text(r)
  if not r.llr then return nil end
  local state = "not decided"
  if r.accepted then state = accepted[r.accepted]:format(r.elo1, r.elo0) end
  return ("SPRT elo0 %g, elo1 %g: LLR %.2f in (%.2f, %.2f), %s"):format(r.elo0, r.elo1, r.llr, r.llr_lower, r.llr_upper, state)
end

-- The games that engines have lost by what they did: a line for each player and reason, with how many.
local function fault_lines(r)
  local faults = tables.groups(r, function(row)
    return row.why and ("%s lost: %s"):format(row.points == 0 and r.a or r.b, row.why)
  end)
  local lines = tables.map(faults, function(of) return ("%s (%d game%s)"):format(of.key, #of, #of == 1 and "" or "s") end)
  return #lines > 0 and table.concat(lines, "\n") or false
end

local reasons = {
  games = "all games are played", sprt = "the test is decided", interrupted = "interrupted", progress = "progress said so",
}

local form = listing.form {
  name = "gts.match",
  columns = {
    "pair", "side", "points", "value", "how", { name = "plies", value = function(row)
      return #row.moves end }, { name = "moves", value = function(row) return listing.names(row.moves) end },
    "why",
  },
  shown = function(r)
    local lines = {
      ("%s: %d games, each opening of %d moves from both sides (seed %d)"):format(r.game, r.games, r.plies, r.seed),
      r.clock and ("each player has the clock %s (seconds, and increment), or a separate one"):format(r.clock) or false,
      ("A = %s"):format(r.a), ("B = %s"):format(r.b),
      ("A  won %d, drawn %d, lost %d: %s"):format(r.won, r.drawn, r.lost, percent(r.score)),
      ("pairs by the points of A, 0 to 2:  %s"):format(table.concat(r.pairs, " ")),
      fault_lines(r), elo_text(r), sprt_text(r) or false,
      ("%d moves, %.1f s;  stopped: %s"):format(r.moves, r.seconds, reasons[r.stopped]),
    }
    return table.concat(tables.filter(lines, function(line) return line end), "\n")
  end,
}

--- Begins a result, a list of games, of game, a, b (names), plies, seed, clock (a text), and of a test elo0, elo1, alpha, beta.
function result.new(fields)
  local r = form(fields)
  r.games, r.won, r.drawn, r.lost, r.moves, r.pairs = 0, 0, 0, 0, 0, { 0, 0, 0, 0, 0 }
  result.sum(r)
  return r
end

--- Adds the two games of an opening, rows: pair, side (of A), points (of A), value, how, why (or nil), moves.
function result.add(r, games)
  local points = 0
  for _, row in ipairs(games) do
    r[#r + 1] = row
    local field = row.points == 1 and "won" or row.points == 0 and "lost" or "drawn"
    r[field], r.moves, points = r[field] + 1, r.moves + #row.moves, points + row.points
  end
  r.games = #r
  local at = math.tointeger(2 * points) + 1
  r.pairs[at] = r.pairs[at] + 1
  result.sum(r)
end

--- Computes what follows from the games: score, elo, low, high, error, superiority; llr and accepted.
function result.sum(r)
  local found = statistics.difference(r.pairs)
  for _, name in ipairs { "score", "elo", "low", "high", "error", "superiority" } do r[name] = found[name] end
  if not r.elo0 then return end
  local test = statistics.sprt(r.pairs, r)
  r.llr, r.llr_lower, r.llr_upper, r.accepted = test.llr, test.lower, test.upper, test.accepted
end

return result
