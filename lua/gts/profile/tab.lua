--- The tab "profile" of the page (gts.page): what the game is like to play. The matches that measure skill are left out.

local format = require "gts.profile.format"
local profile = require "gts.profile.profile"
local subject = require "gts.page.subject"

local profiling = {}

local MOST = { games = 1000, time = 600 }
local LEVEL, GAMES, TIME = 6, 20, 20

--- Reads { kind = "profile", games, level, time = seconds for the whole, seed }.
function profiling.read(page_state, message)
  local given = subject.options(message, { "games", "time", "seed" })
  for name, most in pairs(MOST) do
    if type(given[name]) == "number" and given[name] > most then
      return nil, ("a profile takes at most %d %s"):format(most, name == "time" and "seconds" or name)
    end
  end
  given.games, given.time = given.games or GAMES, given.time or TIME
  given.players = { level = subject.options(message, { "level" }).level or LEVEL }
  return { game = page_state.game_session.session.game, given = given }
end

local function sentence(list)
  local stopped = list.stopped == "time" and "The time was over: " or list.stopped and "Stopped: " or ""
  return ("%s%s, %.1f s."):format(stopped, format.heading(list), list.seconds)
end

--- Profiles: returns the figures as texts: groups and missing as gts.profile.format makes them; sentence, errors, stopped.
-- `watch` gets the stage, and how many of its jobs are done, of all.
function profiling.run(asked, watch)
  local given = asked.given
  given.workers, given.skill = 1, false         -- in this process, so that a stop is heard
  given.progress = function(report) return watch { stage = report.stage, done = report.done, total = report.total } end
  local list, wrong = profile.try(asked.game, given)
  if not list then return nil, wrong end
  if #list == 0 and list.errors[1] then return nil, list.errors[1] end
  return { sentence = sentence(list), groups = format.groups(list), missing = format.missing(list), errors = list.errors,
    stopped = list.stopped }
end

return profiling
