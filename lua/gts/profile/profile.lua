--- What an inventor of a game wants to know about it: balance, length, choice, drama, skill and size, each figure with its 95 %
-- interval, or exact. See gts.profile.figures for the figures.
--
-- The work has stages, each of independent jobs (gts.map): `games` are played by one player against itself; `solve`, `positions`
-- and `start` ask the rules; `tree` walks at random; `pie` plays more of these; `thinking` and `ladder` are matches. Each has a
-- share of the time. A stage that an error, a limit or Ctrl-C ends leaves what it has found; missing figures say why.

local core = require "gts.core"
local estimates = require "gts.profile.estimates"
local exact = require "gts.profile.exact"
local figures = require "gts.profile.figures"
local game = require "gts.game"
local level = require "gts.play.level"
local map = require "gts.map"
local moves = require "gts.moves"
local player = require "gts.play.player"
local refusal = require "gts.base.refusal"
local report = require "gts.profile.report"
local schema = require "gts.base.schema"
local skill = require "gts.profile.skill"
local tables = require "gts.base.tables"
local work = require "gts.profile.work"

local profile = {}

--- The rows of the options: see gts.base.schema.
profile.options = {
  { name = "players", type = [[gts.Contender|"random"]], kind = schema.any "a player of gts.match",
    help = "player of the games, against itself: a level, as in { level = 6 }, which is the default; "
      .. "options of gts.best; \"random\"; or a function" },
  { name = "games", kind = schema.whole(2, 1000000), default = 100, help = "games between these players" },
  { name = "plies", kind = schema.whole(0, 1000), help = "random moves at the beginning of each game; default: 0, or 2 for "
    .. "players that play alike in equal positions" },
  { name = "longest", kind = schema.whole(1, 10000), default = 1000, help = "number of moves after which a game is cut off" },
  { name = "exact", kind = schema.flag, default = true, help = "solve and enumerate, where the game is small enough; false: "
    .. "estimate everything" },
  { name = "skill", kind = schema.flag, default = true, help = "play the matches that measure skill; false leaves them out" },
  { name = "time", kind = schema.seconds, default = 60, help = "time limit in seconds, for the whole; inf: none" },
  { name = "seed", kind = schema.whole(), default = 1, help = "seed of all that is random" },
  map.row,
  { name = "progress", type = "fun(report: table): boolean?", kind = schema.callable,
    help = "a function of a table with stage, done, total, seconds; false stops" },
}

local PLAYERS = { level = 6 }
local FEWEST = 10               -- games of a match of the ladder

local function prepare(what, given)
  local all = refusal.need(schema.options("gts.profile", profile.options, given))
  if all.players == nil then all.players = PLAYERS end
  local of = refusal.need(game.make(what))
  local made, wrong = player.make(of, all.players)
  if not made then refusal.refuse("the players: %s", wrong) end
  if made.clock then refusal.refuse "the players: option 'clock' is for matches: give them time or nodes a move" end
  local by = all.players        -- do random choices tell games of this player apart?
  local varies = by == "random" or type(by) == "table" and by.level ~= nil and by.level < level.most
  return work.new {
    of = of, all = all, player = made, plies = all.plies or varies and 0 or 2,
    matches = math.max(FEWEST, all.games // 5 + all.games // 5 % 2),
  }
end

local function missing_of(self)
  return tables.collect(figures.rows, function(figure)
    local row = self.rows[figure.name]
    return (not row or row.value == nil)
      and { name = figure.name, why = self.lacks[figure.name] or self.lacks[figure.stage] or "unknown" }
  end)
end

local function result_of(self)
  local list = { game = self.of.name, players = self.player.name, seed = self.all.seed, plies = self.plies,
    games = self.played or 0, longest = self.all.longest, stopped = self.stopped or self.short and "time" or nil,
    errors = self:errors(),
    missing = missing_of(self), course = self.course or {}, lengths = self.lengths or {}, ladder = self.ladder or {},
    seconds = core.clock() - self.began }
  local given = game.given(self.of)
  list.options = given and player.describe(given) or nil
  for _, figure in ipairs(figures.rows) do
    local row = self.rows[figure.name]
    if row then list[#list + 1] = row end
  end
  return report.of(list)
end

-- What all stages need: the player that moves first, and compiled rules. Without it there is nothing to do.
local function begin(self)
  self:here("begin", function()
    self.first = assert(moves.try(self.of)).player
    self.player.warm()
  end)
  if self.first then return true end
  for _, figure in ipairs(figures.rows) do self:lack(figure.stage, self.lacks.begin) end
end

-- The stages, and the shares of the time that is left when they begin. Exact figures replace measured ones.
local stages = {
  { estimates.games, 0.25 }, { exact.solve, 0.2 }, { exact.enumerate, 0.3 }, { exact.start, 0.1 }, { estimates.tree, 0.2 },
  { estimates.pie, 0.4 }, { skill.thinking, 0.4 }, { skill.ladder, 1 },
}

--- Profiles a game: see gts.profile; or returns nil and what is wrong with the call.
function profile.try(what, given)
  local self, wrong = refusal.caught(prepare, what, given)
  if not self then return nil, wrong end
  for _, stage in ipairs(begin(self) and stages or {}) do
    self:begin(stage[2])
    stage[1](self)
  end
  if self.raised then error(self.raised[1], 0) end
  return result_of(self)
end

return profile
