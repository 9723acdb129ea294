--- Searches at a terminal: they show their progress, and one without limits can be stopped with a result. A search without
-- limits that is not done within half a second begins anew and deepens: then Ctrl-C brings back what the last depth has found.
-- Searches that are done by then count what they count everywhere.

local game = require "gts.game"
local moves = require "gts.moves"
local pick = require "gts.base.pick"
local searches = require "gts.search"
local status = require "gts.program.status"
local tables = require "gts.base.tables"

local watch = {}

-- Seconds that a search has without deepening: of the processor, so that a busy machine does not count; and of the clock.
local SHORT, PATIENCE = 0.5, 3

local processor_clock = os.clock

-- Options that limit a search, or watch it already.
local limits = { "depth", "time", "nodes", "memory", "deepen", "progress", "trace", "longest", "entries" }

-- With deepening, and without end.
local function endless(given) return tables.copy(given, { deepen = true }) end

local function is_open(of, given)
  local is_limited = tables.any(limits, function(name) return given[name] ~= nil end)
  return not is_limited and of.tree == nil and searches.check(of, endless(given)) ~= nil
end

-- The option `progress` is ours: the result tells what was asked.
local function searched(of, given, progress)
  local r, wrong = searches.try(of, tables.copy(given, { progress = progress }))
  if r then r.options.progress = nil end
  return r, wrong
end

-- The limits of a glance, whose result stands for a search stopped before it deepens.
local GLANCE = { nodes = 2000, time = 0.1, native = false }
local AT_WORK = 100     -- visits: these rules answer

local function glance(of, given, interrupted)
  if interrupted.move ~= nil or interrupted.stats.visits < AT_WORK then return interrupted end
  local r, wrong = searches.try(of, tables.copy(endless(given), GLANCE))
  if not r then return r, wrong end
  for name in pairs(GLANCE) do r.options[name] = given[name] end
  r.stopped = "interrupted"
  return r
end

-- What the display of a running search needs to know.
local function description(of, given)
  return { time = given and given.time, name = function(move) return moves.name(of, move) end }
end

-- Without deepening for a moment; then, if that was not enough, with it.
local function in_two(terminal, of, given)
  local began, busy, stopped = nil, processor_clock(), false
  local r, wrong = searched(of, given, function()
    began = began or status.clock()        -- rules that had to be compiled first are no work of the search
    stopped = processor_clock() - busy >= SHORT or status.clock() - began >= PATIENCE
    return not stopped
  end)
  if r and r.stopped == "interrupted" then return glance(of, given, r) end
  if not r or r.stopped ~= "progress" then return r, wrong end
  given = endless(given)
  return status.during(terminal, description(of, given), function(show) return searched(of, given, show) end)
end

-- Has the caller given neither `progress` nor `trace`?
local function is_free(given) return type(given) == "table" and given.progress == nil and given.trace == nil end

--- Searches a game, or one by its name, and shows the progress on a terminal. Returns the result and the game, or nil and why.
function watch.try(terminal, of, given)
  local made, wrong = game.first("gts.search(game, options)", of, given)
  if not made then return nil, wrong end
  if given == nil then given = {} end
  local r
  if not is_free(given) then r, wrong = searches.try(made, given)
  elseif is_open(made, given) then r, wrong = in_two(terminal, made, given)
  else r, wrong = status.during(terminal, description(made, given), function(show) return searched(made, given, show) end) end
  return r, r and made or wrong
end

-- The game, if its search can be shown. What is wrong is raised by gts.best itself.
local function shown_game(of, position, given)
  local made = is_free(given) and game.make(of)
  if not made then return nil end
  local all = pick.options(position, given, searches.has_keys(made, position), made.rank ~= nil)
  return all ~= nil and searches.check(made, all) ~= nil and made or nil
end

--- Calls `best`, gts.best, on a game or its name, and shows the progress on a terminal. Returns and raises as that does.
function watch.best(terminal, best, of, position, given)
  local made = shown_game(of, position, given)
  if not made then return best(of, position, given) end
  return status.during(terminal, description(made, given), function(show)
    local r = best(of, position, tables.copy(given, { progress = show }))
    r.options.progress = nil
    return r
  end)
end

return watch
