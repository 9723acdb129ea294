--- A run of gts.tune or gts.learn in progress: what it was asked for, how far it is, and why it stops.
--
-- Fields: `of`, the checked game; `all`, the options; `player`; `state` (gts.train.state); `share` of the time for learning, not
-- the test; `deadline` (nil: none); `stopped`, why; `reason`, why nothing was gained; and those of gts.train.trial.

local core = require "gts.core"
local map = require "gts.map"
local player = require "gts.play.player"
local schema = require "gts.base.schema"
local tables = require "gts.base.tables"

local work = {}

--- Rows of options that such runs have in common, by name: see gts.base.schema.
work.rows = {
  longest = { name = "longest", kind = schema.whole(1, 10000), default = 1000,
    help = "number of moves after which a game is cut off" },
  seed = { name = "seed", kind = schema.whole(), default = 1, help = "seed of all that is random" },
  workers = map.row,
  progress = { name = "progress", kind = schema.callable,
    help = "a function of a table with stage, done, total, seconds; false stops" },
}

--- Checks options. `name`: as in "gts.tune"; `rows`: see gts.base.schema; with elo0, elo1, players, file; `players`: default.
function work.options(name, rows, given, players)
  local all, wrong = schema.options(name, rows, given)
  if not all then return nil, wrong end
  if all.elo0 >= all.elo1 then return nil, "option 'elo1' is not greater than 'elo0'" end
  if all.players == nil then all.players = players end
  if all.file and core.files.kind(all.file) == "other" then return nil, ("option 'file': %s is no file"):format(all.file) end
  return all
end

--- Makes the player of all games, who searches by the rules. `name`: as in "gts.tune"; `own`: the option of players that is what
-- is sought; `lacks`: what a player without a search does not do. See gts.play.player.
function work.player(name, of, given, own, lacks)
  if type(given) ~= "table" then
    return nil, "the players: they are not a table of options: a player without a search " .. lacks
  end
  for _, option in ipairs { "game", own, "clock", "table" } do
    if given[option] ~= nil then return nil, ("the players: option '%s' is not for %s"):format(option, name) end
  end
  local made, wrong = player.make(of, given)
  return made, wrong and "the players: " .. wrong
end

local Work = {}
Work.__index = Work

--- Begins a run.
function work.new(fields)
  fields.began = core.clock()
  fields.deadline = fields.all.time and fields.began + fields.all.time or nil
  return setmetatable(fields, Work)
end

--- The moment at which learning ends, and the test begins; nil: there is no limit.
function Work:test_begins() return self.all.time and self.began + self.share * self.all.time or nil end

--- Reports how far a stage is: what is done, in total if known, and more fields. Returns why to stop, or nil.
function Work:tell(stage, done, total, more)
  local report = tables.copy({ stage = stage, done = done, total = total, seconds = core.clock() - self.began }, more)
  if self.all.progress and self.all.progress(report) == false then return "progress" end
  return self.deadline and core.clock() >= self.deadline and "time" or nil
end

--- Does jobs in several processes: see gts.map. `done` may say why to stop. Returns true if all were done.
function Work:run(jobs, f, done)
  self.stopped = map.each(f, map.count(self.all.workers), jobs, done, { name = function() return "" end })
  return self.stopped == nil
end

--- Does what is one job, in this process, so that Ctrl-C ends it. Returns what Work:run does.
function Work:here(f)
  self.stopped = map.each(function()
    f()
    return true
  end, 1, { 1 }, function() end)
  return self.stopped == nil
end

return work
