--- The truth about a position, by the means that fits: a search, df-pn, or retrograde analysis of all that can be reached.

local ask = require "gts.rules.ask"
local core = require "gts.core"
local extensions = require "gts.base.extensions"
local intact = require "gts.rules.intact"
local moves = require "gts.moves"
local portfolio = require "gts.solve.portfolio"
local proofs = require "gts.proof"
local raised = require "gts.base.raised"
local refusal = require "gts.base.refusal"
local result = require "gts.solve.result"
local retrograde = require "gts.solve.retrograde"
local schema = require "gts.base.schema"
local search = require "gts.search"
local show = require "gts.show.text"
local size = require "gts.solve.size"
local sums = require "gts.solve.sums"
local tables = require "gts.base.tables"

local need, refuse = refusal.need, refusal.refuse
local solve = {}

local BYTES = 1 << 30           -- memory, by default
local GLANCE = 50000            -- positions of a small game, about, which is solved whole
local GLANCE_BYTES = 256 << 20
local SOON = 0.0001            -- seconds of a search whose time is over
local ROUND = 50000             -- nodes of searches of a game that goes round in circles, before all of its positions
local BEYOND = 4                -- nodes of searches, over the estimate of all positions, before as many of these,
local AGAIN = 8                 -- and times as many of both, where that was too low
local POSITION_BYTES = 8        -- of retrograde analysis in memory, about
local NO_MEMORY = "not enough memory"
local SUMMED = 20000            -- nodes of a search of a position that falls into parts, before others

local means = { "search", "dfpn", "parts", "jobs", "retrograde" }

--- The rows of its options.
solve.rows = {
  { name = "by", kind = schema.one_of(means), help = "method; default: by the game" },
  { name = "position", kind = schema.any "a position", help = "position to solve, instead of the start" },
  { name = "folder", kind = schema.text,
    help = "folder of a database of all positions, by retrograde analysis; an unfinished one is continued" },
  { name = "file", kind = schema.text, help = "of jobs: file that keeps their results; an unfinished search is continued" },
  { name = "job_nodes", kind = schema.count(1), help = "of jobs: most nodes of one; default: 1,000,000" },
  { name = "job_seconds", kind = schema.seconds, help = "of jobs: seconds after which one is killed, and done once more" },
  { name = "memory", kind = schema.count(1 << 24), help = "memory limit in bytes" },
  { name = "time", kind = schema.seconds, help = "time limit in seconds" },
  { name = "checkpoint", kind = schema.seconds, default = 60,
    help = "seconds between two checkpoints within a tier, with folder and rules that have an index" },
  { name = "ranges", kind = schema.whole(1, 4096),
    help = "parts of a tier, at least, of which one is in memory at a time, with folder and rules that have an index" },
  { name = "native", kind = schema.any_of { schema.flag, schema.one_of { "auto" } }, help = "run rules as machine code" },
  { name = "distances", kind = schema.flag,
    help = "distances beside values; false: values only, which take less. True, of searches: however many nodes that takes" },
  { name = "solution", kind = schema.flag, help = "a search that ends with a proof" },
  { name = "threads", kind = schema.whole(0, 256),
    help = "processes that do the work with folder or by jobs, threads of a search; 0: as many as processors" },
  { name = "progress", kind = schema.callable, type = "fun(report: gts.SolveReport): boolean?",
    help = "a function, called now and then with a report; false stops" },
}
-- Modules of extensions, by whose ranks the work is done.
local function is_taken(name) return tables.find(solve.rows, function(row) return row.name == name end) end
for _, row in ipairs(extensions.rows("ranks", is_taken)) do
  table.insert(solve.rows, #solve.rows, { name = row.name, kind = schema.any(row.as), type = "table", help = row.help,
    ranks = row })
end

local say = { unknown = "unknown option %s for gts.solve%s", what = "option '%s'", missing = "option '%s' is missing" }

-- Searches.

local function by_search(of, asked, why, algorithm, deepen)
  local given = { algorithm = algorithm, position = asked.position, time = asked.time, native = asked.native,
    progress = asked.progress, deepen = deepen or false, solution = asked.solution, threads = asked.threads }
  if search.has_keys(of, asked.position) then given.table = asked.memory // 2
  elseif algorithm == "mtd" then given.algorithm = "alphabeta" end
  local all = need(search.check(of, given))
  -- How soon a win comes is found as well, but not where a repetition has its value: no player may be able to end the game.
  local repeats_win = of.cycle and of.range and (of.cycle == of.range[1] or of.cycle == of.range[2])
  all.open = algorithm == "mtd" and not repeats_win and not deepen and 0 or nil
  local found = need(search.run(of, all))
  if found.proof then proofs.complete(found, of, all) end
  return result.new(of, algorithm == "mtd" and "search" or algorithm, why, found)
end

local function by_jobs(of, asked, why)
  local found = need(require("gts.solve.jobs").solve(of, asked))        -- only here: a page has it not
  if found.known > 0 then why = why .. "; it went on where it was" end
  local r = result.new(of, "jobs", why, found)
  r.jobs, r.file = found.jobs, asked.file
  return r
end

-- Searches with the values of the parts of the position, `nodes` at most.
local function by_parts(of, asked, why, nodes)
  local position = asked.position
  if position == nil then position = moves.start(of) end
  local function better(here, _, after)
    local player, value = of.player(ask.words(of, here)), of.evaluate(ask.words(of, after))
    return player == "max" and value or -value
  end
  local given = { algorithm = "mtd", order = { "table", better }, position = position, time = asked.time,
    progress = asked.progress, deepen = false, nodes = nodes, first = of.range[1] / 2 + of.range[2] / 2 }
  need(search.check(of, given))
  local sum = sums.new(of, position, nodes and 2)
  if not sum then return nil end
  given.table = asked.memory // 2
  local r = result.new(of, "parts", why, need(search.run(sum.game, need(search.check(sum.game, given)))))
  r.parts = sum.parts
  return r
end

-- Which means fits.

-- 10 to a power, for people: 10,000, 100 million; what has no common name as a power.
local function magnitude(power)
  if power < 6 then return show.count(math.tointeger(10 ^ power)) end
  local name = ({ "million", "billion", "trillion", "quadrillion" })[power // 3 - 1]
  return name and ("%d %s"):format(10 ^ (power % 3), name) or ("10^%d"):format(power)
end

-- Tries to solve the whole game in a little memory. Returns the result, or nil and what was seen: the number of positions, in all
-- and up to each ply, or the error.
local function glance(of, asked)
  local seen = { positions = 0 }
  if of.tree then seen.not_tried = "it is a tree, in which no position comes again"
  elseif of.mutable then seen.not_tried = "the rules play moves on a board"
  elseif not search.has_keys(of, asked.position) then seen.not_tried = "the positions have no keys" end
  if seen.not_tried then return nil, seen end
  local quick = tables.copy(asked, { time = asked.time and asked.time / 2, yields = true,
    memory = math.min(asked.memory, GLANCE_BYTES), nodes = GLANCE })
  quick.threads = nil
  quick.progress = function(report)
    seen.positions = report.positions
    return not asked.progress or asked.progress(report) ~= false
  end
  local ok, r = pcall(refusal.caught, retrograde.solve, of, quick, "all positions could be found in a moment")
  if not ok and r ~= NO_MEMORY then
    raised.pass_on(r)
    seen.failed = r
  end
  if ok and r and r.tiers then          -- it was stopped; reports are timed, the result is not
    local all = 0
    for i, count in ipairs(r.tiers) do seen[i - 1], all = count > 0 and all + count or nil, all + count end
    seen.positions = r.positions
  end
  if not ok or not r or r.stopped == "time" or r.stopped == "memory" or r.stopped == "nodes" then return nil, seen end
  if r.stopped then r.why = "a first look, whether all positions can be found in a moment" end
  return r
end

local function rest_of(asked, began)
  if not asked.time then return asked end
  return tables.copy(asked, { time = math.max(asked.time - (core.clock() - began), SOON) })
end

-- Retrograde analysis without having been asked for. Returns the result; or nil and what it lacks, nil at its limit of nodes.
local function by_choice(of, asked, why)
  local ok, r = pcall(retrograde.solve, of, asked, why)
  if not ok and r ~= NO_MEMORY then error(r, 0) end
  if ok and r.stopped ~= "memory" then return r.stopped ~= "nodes" and r or nil end
  local lack = ok and r.lack or ("it needs a folder, or more than %s bytes of memory"):format(show.count(asked.memory))
  return nil, "retrograde analysis was left: " .. lack
end

-- Searches, and analyses all positions where that may pay: where positions repeat, of which few values can be kept, and where
-- searches have visited several times as many nodes as there are positions.
local function by_portfolio(of, asked, began, more, positions)
  local races = portfolio.new(of, rest_of(asked, began), asked.memory // 2)
  local circles = of.cycle ~= nil
  local limit = circles and ROUND or positions and BEYOND * positions
  while not races:run(limit) do
    local rest = tables.copy(rest_of(asked, began), { yields = true, memory = asked.memory // (circles and 1 or 2),
      nodes = not circles and limit or nil })
    rest.threads = nil                          -- several need a folder
    local r, lack = by_choice(of, rest, more)
    if r and r.stopped then r.lower, r.upper = races.lower, races.upper end
    if r then return r end
    if lack then more = ("%s; %s"):format(more, lack) end
    limit = not lack and AGAIN * limit or nil
  end
  local found = races:result()
  if found.words then more = ("%s; %s"):format(more, found.words) end
  return result.new(of, found.chosen and found.chosen.algorithm == "dfpn" and "dfpn" or "search", more, found)
end

local function pick(of, asked)
  if asked.folder then return retrograde.solve(of, asked, "a folder was named") end
  if asked.solution then return by_search(of, asked, "a proof was asked for", "mtd") end
  local began, position = core.clock(), asked.position == nil and of.start or asked.position
  local before = intact.note(of, position)
  local r, seen = glance(of, asked)
  if r then return r end
  if seen.failed then intact.hold(of, position, before) end
  if seen.failed and of.cycle == nil then
    return by_search(of, rest_of(asked, began), ("retrograde analysis failed: %s"):format(tostring(seen.failed)), "mtd")
  end
  if of.parts and not asked.distances then
    local ok, sum = pcall(by_parts, of, rest_of(asked, began), "it falls into independent parts", SUMMED)
    if not ok and sum ~= NO_MEMORY then error(sum, 0) end
    if ok and sum and sum.stopped ~= "nodes" then return sum end
  end
  if seen.not_tried then return by_search(of, asked, seen.not_tried, "mtd", of.cycle ~= nil) end
  local more = ("%sit has more than %s positions"):format(of.cycle ~= nil and "the game goes round in circles; " or "",
    show.count(seen.positions))
  local power = of.cycle == nil and size.estimate(of, asked.position, seen)
  if power then more = ("%s, by %d games at random about %s"):format(more, size.GAMES, magnitude(power)) end
  local fits = power and 10.0 ^ power * POSITION_BYTES < asked.memory / 2
  return by_portfolio(of, asked, began, more, fits and math.max(math.tointeger(10 ^ power), seen.positions))
end

local function solved(of, given)
  local asked = need(schema.options(nil, solve.rows, given, nil, say))
  asked.memory = asked.memory or BYTES
  if asked.folder and (asked.by or "retrograde") ~= "retrograde" then
    refuse("option 'folder' goes with by = 'retrograde': by = '%s' keeps no database", asked.by)
  end
  for _, name in ipairs { "file", "job_nodes", "job_seconds" } do
    if asked[name] and asked.by ~= "jobs" then refuse("option '%s' goes with by = 'jobs'", name) end
  end
  if asked.threads == 1 then asked.threads = nil end
  local by = tables.find(solve.rows, function(row) return row.ranks and asked[row.name] end)
  local by_ranks = by and by.name
  asked.ranks = asked[by_ranks]
  local lacked = asked.threads and core.lacks.threads or core.lacks[by_ranks] or asked.folder and core.lacks.files
  need(not lacked, lacked)
  if asked.threads and by_ranks then
    refuse("options 'threads' and '%s' do not go together: each rank is one process", by_ranks)
  end
  for _, name in ipairs { "threads", by_ranks } do
    if asked[name] and not asked.folder and asked.by ~= "jobs" and (name == by_ranks or asked.by == "retrograde") then
      refuse("option '%s' of retrograde analysis goes with 'folder', where the processes keep what they find", name)
    end
  end
  if by and not (type(asked.ranks) == "table" and asked.ranks.crew) then
    refuse("option '%s': expected %s", by_ranks, by.kind.expected)
  end
  if asked.solution and (asked.folder or asked.by == "retrograde") then
    refuse "option 'solution' does not go with retrograde analysis: its evidence is the database"
  end
  if not asked.by then return pick(of, asked) end
  local why = "as was asked"
  if asked.by == "jobs" then return by_jobs(of, asked, why) end
  if asked.by == "retrograde" then return retrograde.solve(of, asked, why) end
  if asked.by == "parts" then
    if not of.parts then refuse("option 'by' is 'parts': %s has no rules.parts", of.name) end
    for _, name in ipairs { "distances", "solution", "threads" } do
      if asked[name] then refuse("option '%s' does not go with by = 'parts'", name) end
    end
    return by_parts(of, asked, why)
  end
  return by_search(of, asked, why, asked.by == "search" and "mtd" or asked.by)
end

--- Solves a checked game: see gts.solve; or returns nil and what is wrong.
function solve.try(of, given) return refusal.caught(solved, of, given) end

return solve
