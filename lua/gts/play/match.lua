--- Matches: many games between two players, and the difference in strength that follows. Games come in pairs: an opening of
-- random moves is played twice, with both sides. Everything follows from the seed, in any number of processes, as long as the
-- players are deterministic (time limits are not).

local clock = require "gts.base.clock"
local clocks = require "gts.play.clocks"
local core = require "gts.core"
local game = require "gts.game"
local games_file = require "gts.play.games_file"
local map = require "gts.map"
local notation = require "gts.rules.notation"
local player = require "gts.play.player"
local random = require "gts.base.random"
local refusal = require "gts.base.refusal"
local result = require "gts.play.result"
local schema = require "gts.base.schema"
local session = require "gts.play.session"

local need, refuse = refusal.need, refusal.refuse

local match = {}

--- The rows of the options: see gts.base.schema.
match.options = {
  { name = "games", kind = schema.whole(2), default = 100, help = "most games; an odd number is rounded up" },
  { name = "plies", kind = schema.whole(0, 1000), default = 4, help = "random moves at the beginning of each pair of games" },
  { name = "seed", kind = schema.whole(), default = 1, help = "seed of the openings, and of random players" },
  map.row,
  { name = "file", kind = schema.text, value = "FILE", help = "file that keeps the games; the match continues from there" },
  { name = "elo0", kind = schema.finite, help = "with elo1: stop when a sequential test (SPRT) accepts one of the two" },
  { name = "elo1", kind = schema.finite, help = "the greater Elo difference of that test" },
  { name = "alpha", kind = schema.number(0.0001, 0.4999), default = 0.05, help = "probability of accepting elo1 by mistake" },
  { name = "beta", kind = schema.number(0.0001, 0.4999), default = 0.05, help = "probability of accepting elo0 by mistake" },
  { name = "clock", kind = clock.kind, value = "S+I",
    help = "seconds of each player for a game, and increment, as in 60+1; also an option of one player" },
  { name = "longest", kind = schema.whole(1, 10000), default = 1000, help = "number of moves after which a game is a draw" },
  { name = "progress", kind = schema.callable, type = "fun(match: gts.Match): boolean?",
    help = "a function, called after each pair with the result so far; false stops" },
}

local Match = {}
Match.__index = Match

local TRIES = 50                -- for one that is long enough, and new

-- Adds one more opening: one that is new, if there is one. No opening depends on how many there will be.
local function add_opening(m)
  local draw = random.stream((m.all.seed << 24) + #m.openings)
  local found
  for _ = 1, TRIES do
    local s = session.opening(m.game, m.all.plies, draw)
    local labels = s and session.labels(s.played)
    local text = labels and table.concat(labels, "\0")
    if labels and (not found or not m.seen[text]) then found = { labels = labels, text = text } end
    if found and not m.seen[found.text] then break end
  end
  found = found or { labels = {}, text = "" }   -- nearly all games are over by then
  m.seen[found.text] = true
  m.openings[#m.openings + 1] = found.labels
end

function Match:opening(pair)
  while #self.openings < pair do add_opening(self) end
  return self.openings[pair]
end

-- Plays a move, unless the player's time is over by then. Returns false where `watch` has ended its search.
local function choose(chooser, s, seed, timed, watch)
  local mover = s.player
  timed:begin(mover)
  local move, wrong, r = chooser(s, seed, timed:of(mover), timed:of(mover == "max" and "min" or "max"), watch)
  local in_time = timed:stop()
  if r and r.stopped == "interrupted" then error("interrupted", 0) end
  if r and r.stopped == "progress" and watch and not watch() then return false end
  if r and r.forfeit then return s:forfeit(mover, r.forfeit, wrong) end
  if move == nil then error(wrong or "it gave no move", 0) end
  if not in_time then return s:lose_on_time(mover) end
  local entry, why = s:play(move)
  if not entry then error(why, 0) end
end

-- Plays a game in which player A has this side; returns false where m.halt has ended it.
local function play_game(m, pair, side)
  local s = assert(session.new(m.game))
  for _, label in ipairs(m:opening(pair)) do assert(s:play(label)) end
  local a, b = m.a.new(), m.b.new()
  local timed = clocks.new { [side] = m.a.clock, [side == "max" and "min" or "max"] = m.b.clock }
  local watch = m.halt and function() return not m.halt() end
  while not s:outcome() and #s.played < m.all.longest do
    if watch and not watch() then return false end
    local moves_a, seed = s.player == side, (m.all.seed << 40) + (pair << 21) + (#s.played << 1) + (side == "max" and 0 or 1)
    local ok, wrong = pcall(choose, moves_a and a or b, s, seed, timed, watch)
    if ok and wrong == false then return false end
    if not ok then
      if type(wrong) ~= "string" then error(wrong, 0) end
      error(("player %s: %s"):format(moves_a and "A" or "B", wrong), 0)
    end
  end
  local over = s:outcome() or { how = "longest" }
  local points = over.winner == nil and 0.5 or over.winner == side and 1 or 0
  return { pair = pair, side = side, points = points, value = over.value, how = over.how, why = over.why,
    moves = session.labels(s.played) }
end

local function play_pair(m, pair)
  local first = play_game(m, pair, "max")
  local second = first and play_game(m, pair, "min")
  return second and { first, second }
end

function Match:finish(pair, games)
  self.done[pair] = games
  if self.keep then self.keep(games) end
end

-- Counts finished pairs in their order, so that a test does not depend on timing. Returns why to stop.
function Match:advance()
  local r = self.result
  while self.done[#r // 2 + 1] do
    if #r >= 2 * self.pairs then return "games" end
    result.add(r, self.done[#r // 2 + 1])
    r.seconds = core.clock() - self.began
    if r.accepted then return "sprt" end
    if self.all.progress and self.all.progress(r) == false then return "progress" end
  end
  return #r >= 2 * self.pairs and "games" or nil
end

-- Plays until there is a reason to stop, and gives it.
local function play(m)
  local why = m:advance()
  if why then return why end
  local left = {}
  for pair = 1, m.pairs do left[#left + 1] = not m.done[pair] and pair or nil end
  return map.each(function(pair) return play_pair(m, pair) end, map.count(m.all.workers), left, function(k, games)
    if not games then return "progress" end
    m:finish(left[k], games)
    return m:advance()
  end)
end

local function about(m)
  local options = game.given(m.game)
  local list = {
    "game " .. notation.line(m.game.name, games_file.OPTIONS) .. (options and " " .. player.describe(options) or ""),
    "a " .. m.a.text, "b " .. m.b.text,
    ("plies %d"):format(m.all.plies), ("seed %d"):format(m.all.seed), ("longest %d"):format(m.all.longest),
  }
  if m.all.clock then list[#list + 1] = "clock " .. clock.text(m.all.clock) end
  return list
end

local function prepare(what, a, b, given)
  local all = need(schema.options("gts.match", match.options, given))
  if (all.elo0 == nil) ~= (all.elo1 == nil) then refuse "options 'elo0' and 'elo1' go together" end
  if all.elo0 and all.elo0 >= all.elo1 then refuse "option 'elo1' is not greater than 'elo0'" end
  local of = need(game.make(what))
  local m = setmetatable({
    game = of, all = all, pairs = (all.games + 1) // 2, openings = {}, seen = {}, done = {}, began = core.clock(),
  }, Match)
  for name, given_player in pairs { a = a == nil and {} or a, b = b == nil and {} or b } do
    local made, wrong = player.make(of, given_player, all.clock)
    m[name] = made or refuse("player %s: %s", name:upper(), wrong)
  end
  if all.file then m.done, m.keep = need(games_file.open(all.file, about(m))) end
  m.a.warm()
  m.b.warm()
  m.result = result.new {
    game = of.name, a = m.a.name, b = m.b.name, plies = all.plies, seed = all.seed, seconds = 0.0,
    clock = all.clock and clock.text(all.clock),
    elo0 = all.elo0, elo1 = all.elo1, alpha = all.elo0 and all.alpha, beta = all.elo0 and all.beta,
  }
  return m
end

--- Plays a match of a game: see gts.match; or returns nil and what is wrong with the call. `halt` is called before each move and
-- during searches; true ends the match, without the pairs in progress.
function match.try(what, a, b, given, halt)
  local m, wrong = refusal.caught(prepare, what, a, b, given)
  if not m then return nil, wrong end
  m.halt = halt
  local ok, stopped = pcall(play, m)
  m.a.close()
  m.b.close()
  if not ok then error(stopped, 0) end
  m.result.stopped = stopped
  m.result.seconds = core.clock() - m.began
  return m.result
end

return match
