--- All moves of a position with their values.

local choice = require "gts.best.choice"
local core = require "gts.core"
local listing = require "gts.show.listing"
local map = require "gts.map"
local options = require "gts.facts.options"
local moves = require "gts.moves"
local schema = require "gts.base.schema"
local search = require "gts.search"
local show = require "gts.show.text"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local analyze = {}

-- Parts of the time: that decides whether the game is small; for proofs, where evaluations say nothing before its end.
local EARLY, PROOFS = 0.1, 0.5

local TELL_SECONDS = 0.09       -- from one call of `progress` to the next; a search calls it each 0.1

--- The names of the options that it takes, beside `workers`.
analyze.options = { "position", "depth", "time", "nodes", "table", "native", "bounds", "memory", "progress" }

-- The algorithms that know something of every move by themselves.
local estimating = tables.filter(core.algorithms, function(algorithm) return algorithm.anytime end)

-- And what they take beside.
for _, algorithm in ipairs(estimating) do
  for _, name in ipairs(algorithm.options) do
    if not words.contains(analyze.options, name) then table.insert(analyze.options, name) end
  end
end
table.insert(analyze.options, 2, "algorithm")

local function check_estimating(of, given)
  local ids = tables.map(estimating, function(algorithm) return algorithm.id end)
  if words.contains(ids, given.algorithm) then return search.check(of, given) end
  local found, wrong = options.algorithm(given.algorithm)
  return nil, found and ("gts.analyze has every move searched by itself, which takes no option 'algorithm' but %s"):format(
    table.concat(ids, ", ")) or wrong
end

-- With `workers` every move has a separate table, so that its values do not depend on the order of searches.
local function check_workers(given)
  if given.workers == nil then return nil end
  local wrong = schema.misfit("option 'workers' of gts.analyze", given.workers, map.row.kind)
  if wrong then return wrong end
  for _, name in ipairs { "algorithm", "table" } do
    if given[name] ~= nil and type(given[name]) ~= "number" then
      return ("option 'workers' of gts.analyze does not go with '%s'"):format(name)
    end
  end
end

local function check(of, given)
  if type(given) ~= "table" then
    return nil, ("the options of gts.analyze are %s: expected a table"):format(words.quote(given))
  end
  local names = tables.copy(analyze.options)
  names[#names + 1] = map.row.name
  local key, meant = schema.unknown(given, names)
  if key ~= nil then return nil, ("unknown option %s for gts.analyze%s"):format(words.quote(key), meant) end
  local wrong = check_workers(given)
  if wrong then return nil, wrong end
  if given.algorithm ~= nil then return check_estimating(of, given) end
  for _, name in ipairs(analyze.options) do
    local row = given[name] ~= nil and options.row(name)
    if row and row.own and name ~= "table" then
      return nil, ("option '%s' of gts.analyze goes with the option 'algorithm': %s"):format(name,
        table.concat(options.takers(name), ", "))
    end
  end
  local copy = tables.copy(given)
  copy.workers = nil
  if search.has_keys(of, copy.position) then
    local each = given.workers and not given.time and core.table_bytes
    copy.algorithm, copy.table = "ttalphabeta", copy.table or each or core.table(core.table_bytes)
  else copy.algorithm = "alphabeta" end
  copy.deepen = false
  return search.check(of, copy)
end

local known = { "value", "lower", "upper", "exact", "solved", "distance" }

-- Searches one move to the horizon `depth` (nil: none), where neither wins within `open` plies; false: a limit stopped that.
local function examine(of, all, entry, depth, open, left, to_move)
  local r, wrong = search.run(of, tables.over(all, {
    position = entry.position, depth = depth and depth - 1 or math.huge, time = left or math.huge, to_move = to_move,
    open = math.max(open - 1, 0),
  }))
  if not r then return nil, wrong end
  local found = {}
  for _, field in ipairs(known) do found[field] = r[field] end
  if r.distance then found.distance = r.distance + 1 end
  return found, r.stopped
end

-- One iteration: every move that is not solved yet. `open`: the depth before. Returns what was found, and why it stopped.
local function iterate(of, all, list, depth, open, deadline)
  local found, to_move = {}, list.player == "max" and "min" or "max"
  for i, entry in ipairs(list) do
    local left = deadline and deadline - core.clock()
    if left and left <= 0 then return found, "time" end
    if entry.solved then found[i] = entry
    else
      local answer, stopped = examine(of, all, entry, depth, open, left, to_move)
      if not answer then return nil, stopped end
      if stopped and (deadline or stopped == "progress" or stopped == "interrupted") then return found, stopped end
      found[i] = answer
      list.stopped = list.stopped or stopped
    end
    if all.progress and all.progress() == false then return found, "progress" end
  end
  return found
end

local function adopt(list, found)
  for i, entry in ipairs(list) do
    for _, field in ipairs(known) do
      if found[i] then entry[field] = found[i][field] end
    end
  end
end

local function all_solved(list) return not tables.any(list, function(entry) return not entry.solved end) end

-- Returns a function like `iterate` that searches the moves by the processes of a group.
local function iterate_by(group)
  return function(_, all, list, depth, open, deadline)
    local found, jobs, limits, wrong = {}, {}, {}, nil
    for i, entry in ipairs(list) do
      if entry.solved then found[i] = entry
      else jobs[#jobs + 1] = { move = i, depth = depth, open = open, deadline = deadline } end
    end
    local stopped = group:each(jobs, function(k, answer)
      local i, why = jobs[k].move, answer.stopped
      wrong = answer.wrong
      if wrong or why and (deadline or why == "progress") then return wrong or why end
      found[i], limits[i] = answer.found, why
    end, { tick = all.progress and function() return all.progress() == false and "progress" or nil end })
    if wrong then return nil, wrong end
    for i = 1, #list do list.stopped = list.stopped or limits[i] end
    return found, stopped
  end
end

local function worker_of(of, all, list)
  local to_move = list.player == "max" and "min" or "max"
  return function(job)
    local left = job.deadline and job.deadline - core.clock()
    if left and left <= 0 then return { stopped = "time" } end
    local found, stopped = examine(of, all, list[job.move], job.depth, job.open, left, to_move)
    return { found = found, stopped = found and stopped, wrong = not found and stopped or nil }
  end
end

-- Deepens on until the time is over. Only a whole iteration counts, so that all values are of one depth; but for the first.
local function deepen(of, all, list, deadline, step)
  for depth = list.depth + 1, all.depth or math.huge do
    local found, stopped = step(of, all, list, depth, depth - 1, deadline)
    if not found then return stopped end
    if not stopped or depth == 1 then adopt(list, found) end
    if stopped then
      list.stopped = stopped
      return
    end
    list.depth = depth
    if all_solved(list) then return end
    if all.progress and all.progress(true) == false then
      list.stopped = "progress"
      return
    end
  end
end

-- A function that tells how the list stands, to the function `tell`; but not too often, unless a depth is `done`.
local function teller(list, tell)
  local last = core.clock()
  return function(done)
    if done ~= true and core.clock() - last < TELL_SECONDS then return true end
    last = core.clock()
    return tell(list)
  end
end

-- The best first. Of wins the quickest is the best; of losses the last, or one of which it is not known when.
local function sort(list, range)
  local side = list.player == "max" and 1 or -1
  local win = range and range[side == 1 and 2 or 1]
  local function worth(entry) return side * (entry.value or entry.estimate or -side * math.huge) end
  table.sort(list, function(a, b)
    local va, vb = worth(a), worth(b)
    if va ~= vb then return va > vb end
    local da, db = a.distance or math.huge, b.distance or math.huge
    if da ~= db then return (da < db) == (a.value == win) end
    return a.number < b.number
  end)
end

-- What one search says of all moves; those that it has come to are the first.
local function take_worths(list, r, all)
  for i, worth in ipairs(r.moves or {}) do
    local entry = list[i]
    if not entry.solved then
      entry.visits, entry.estimate = worth.visits, worth.estimate
      entry.lower, entry.upper, entry.exact = worth.lower, worth.upper, worth.lower == worth.upper
      entry.value, entry.solved = entry.exact and entry.lower or nil, entry.exact and all.depth == nil
    end
  end
  list.stopped, list.depth, list.visits = r.stopped, nil, r.stats.visits
end

-- The move to play, then those that were looked at most, or that promise most.
local function sort_worths(list, first, by_value)
  local sign = list.player == "min" and -1 or 1
  local function merit(entry)
    if entry.number == first then return math.huge end
    if by_value then return entry.estimate and sign * entry.estimate or -math.huge end
    return entry.visits or -1
  end
  table.sort(list, function(a, b)
    local ma, mb = merit(a), merit(b)
    if ma ~= mb then return ma > mb end
    return b.number > a.number
  end)
end

local function by_estimates(of, all, list)
  local progress = all.progress and function() return all.progress(list) end
  local r, wrong = search.run(of, tables.copy(all, { progress = progress }))
  if not r then return wrong end
  take_worths(list, r, all)
  local tried = r.moves or {}
  local best = tables.find(tables.range(1, #tried), function(i) return tried[i].move == r.move end)
  sort_worths(list, best, all.safe == false)
end

-- Searches that are worth a table.
local function standing(entry)
  local is_known = entry.lower > -math.huge or entry.upper < math.huge
  if entry.value == nil then return is_known and show.between(entry.lower, entry.upper) or "nothing is proved" end
  if not entry.solved then return not entry.exact and show.between(entry.lower, entry.upper) or nil end
  return entry.distance and ("proved, over in %d"):format(entry.distance) or "proved"
end

--- Makes a list of moves with values print as a table; it has the methods csv() and json().
analyze.listed = listing.form {
  name = "gts.analyze",
  columns = {
    { name = "move", value = function(entry) return entry.name end },
    "value", listing.column("lower", false), listing.column("upper", false), listing.column("exact", false),
    listing.column("solved", false), listing.column("distance", false),
    { name = "estimate", value = function(entry) return entry.estimate end,
      text = function(entry) return show.estimate(entry.estimate) end },
    "visits",
    { name = "standing", text = standing },
  },
  foot = function(list)
    if #list == 0 then return "no moves" end
    local limit = list.stopped and ", stopped: " .. list.stopped or ""
    if list.visits or all_solved(list) then return limit ~= "" and limit:sub(3) or nil end
    return (list.depth and ("depth %s"):format(show.number(list.depth)) or "no depth completed") .. limit
  end,
}

local function all_depths(of, all, list, deadline, step)
  if deadline and not of.whole then return deepen(of, all, list, deadline, step) end
  local found, stopped = step(of, all, list, all.depth, 0, deadline)
  if not found then return stopped end
  adopt(list, found)
  if stopped then list.stopped = stopped else list.depth = all.depth end
end

-- Like all_depths, side by side. Where it deepens, what a process has learnt of a move serves it at the next depth.
local function all_depths_beside(of, all, list, deadline, workers)
  local own = tables.copy(all)
  if workers > 1 then
    own.progress = nil
    if not all.time or all.time > 2 then search.compile(of, tables.over(own, { position = list[1].position }), 1) end
  end
  local group <close> = map.group(worker_of(of, own, list), math.min(workers, #list))
  return all_depths(of, all, list, deadline, iterate_by(group))
end

local function by_searches(of, all, list, workers)
  local deadline = all.time and core.clock() + all.time
  local wrong
  if all.progress then all.progress = teller(list, all.progress) end
  if workers and #list > 0 then wrong = all_depths_beside(of, all, list, deadline, map.count(workers))
  else wrong = all_depths(of, all, list, deadline, iterate) end
  if not wrong then sort(list, of.range) end
  return wrong
end

-- Is sampling the better way? Ctrl-C in the survey ends the analysis, as it does anywhere.
local function is_silent(of, all, list)
  local ok, made = pcall(choice.make, of, all, all.time)
  if not ok and made ~= "interrupted" then error(made, 0) end
  list.stopped = ok and list.stopped or made
  return ok and made.samples
end

-- Samples the moves that deepening has not proved.
local function sample(of, given, all, list, left)
  local asked, wrong = search.check(of, (choice.sampling(of, given, all, left)))
  if not asked then return wrong end
  local r
  r, wrong = search.run(of, tables.copy(asked, { time = left, progress = all.progress }))
  if not r then return wrong end
  all.algorithm = asked.algorithm
  for _, entry in ipairs(list) do
    if not entry.solved then entry.value, entry.lower, entry.upper, entry.exact = nil, -math.huge, math.huge, false end
  end
  take_worths(list, r, {})
  sort(list, of.range)
end

-- By time alone: deepening. What is not proved then early is surveyed: where evaluations say nothing before the end of the game,
-- values at a depth tell no move from another, so deepening has a part of the time for proofs, and sampling the rest.
local function by_time(of, given, all, list)
  local began = core.clock()
  local function deepen_for(part)
    list.stopped = nil
    local wrong = deepen(of, all, list, began + part * all.time, iterate)
    return wrong, not wrong and list.stopped == "time" and began + all.time - core.clock() > 0
  end
  if all.progress then all.progress = teller(list, all.progress) end
  local wrong, goes_on = deepen_for(EARLY)
  local samples = goes_on and #list > 1 and is_silent(of, all, list)
  if goes_on and list.stopped == "time" then wrong, goes_on = deepen_for(samples and PROOFS or 1) end
  if wrong then return wrong end
  if samples and goes_on then return sample(of, given, all, list, began + all.time - core.clock()) end
  sort(list, of.range)
end

--- Analyzes a checked game: see gts.analyze; or returns nil and what is wrong.
function analyze.try(of, given)
  local all, wrong = check(of, given == nil and {} or given)
  if not all then return nil, wrong end
  local began = core.clock()
  local list, why = moves.generate(of, all)
  if not list then return nil, why end
  for i, entry in ipairs(list) do
    entry.name = moves.name(of, entry.move)
    entry.number, entry.lower, entry.upper, entry.exact, entry.solved = i, -math.huge, math.huge, false, false
  end
  list.depth = 0
  given = given or {}
  if given.algorithm then wrong = by_estimates(of, all, list)
  elseif all.time and not of.whole and choice.is_open(of, given) then wrong = by_time(of, given, all, list)
  else wrong = by_searches(of, all, list, given.workers) end
  if wrong then return nil, wrong end
  for _, entry in ipairs(list) do entry.number = nil end
  list.seconds, list.algorithm = core.clock() - began, all.algorithm
  return analyze.listed(list)
end

return analyze
