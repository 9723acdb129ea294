--- The truth about a position, by the means that fits: a search, df-pn, or retrograde analysis of all that can be reached.

local ask = require "gts.rules.ask"
local core = require "gts.core"
local database = require "gts.database"
local extensions = require "gts.base.extensions"
local intact = require "gts.rules.intact"
local moves = require "gts.moves"
local notation = require "gts.rules.notation"
local portfolio = require "gts.solve.portfolio"
local proofs = require "gts.proof"
local schema = require "gts.base.schema"
local raised = require "gts.base.raised"
local refusal = require "gts.base.refusal"
local search = require "gts.search"
local show = require "gts.show.text"
local size = require "gts.solve.size"
local sums = require "gts.solve.sums"
local tables = require "gts.base.tables"

local need, refuse = refusal.need, refusal.refuse
local solve = {}

local GLANCE = 50000            -- positions of a small game, about, which is solved whole
local GLANCE_BYTES = 256 << 20
local OFTEN = 0.001             -- seconds between two looks at it
local ROUND = 50000             -- nodes of searches of a game that goes round in circles, before all of its positions
local BEYOND = 4                -- nodes of searches, over the estimate of all positions, before these
local POSITION_BYTES = 8        -- of retrograde analysis in memory, about
local BYTES = 1 << 30           -- memory, by default
local LONGEST_LINE = 1000       -- plies

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

-- Results.

local Result = {}
Result.__index = Result
Result.__name = "gts.solved"

-- 10 to a power, for people: 10,000, 100 million; what has no common name as a power.
local function magnitude(power)
  if power < 6 then return show.count(math.tointeger(10 ^ power)) end
  local name = ({ "million", "billion", "trillion", "quadrillion" })[power // 3 - 1]
  return name and ("%d %s"):format(10 ^ (power % 3), name) or ("10^%d"):format(power)
end

local unproved = { time = "within the time", memory = "within the memory", interrupted = "before it was interrupted",
  progress = "before it was stopped" }

local function verdict(r)
  if r.exact then return ("%s, proved"):format(show.number(r.value)) end
  local known = (r.lower > -math.huge or r.upper < math.huge) and "it lies " .. show.between(r.lower, r.upper)
    or "nothing is known of it yet"
  return ("not proved %s: %s"):format(unproved[r.stopped] or "by this search", known)
end

-- What is said of the folder of an analysis that was stopped.
local function goes_on(stopped)
  if not stopped then return "" end
  return stopped == "memory" and " (asked again with more memory, it goes on)" or " (asked again, it goes on)"
end

function Result:__tostring()
  local function name(move) return moves.name(self.game, move) end
  local lines = {}
  local function add(what, text) lines[#lines + 1] = ("%-9s%s"):format(what, text) end
  add("value", verdict(self))
  if self.distance then add("distance", self.distance .. (self.distance == 1 and " ply" or " plies")) end
  if self.move ~= nil then add("move", name(self.move)) end
  if #self.pv > 0 then
    local list = {}
    for i = 1, math.min(#self.pv, 40) do list[i] = name(self.pv[i]) end
    if #self.pv > 40 then list[41] = "..." end
    add("line", table.concat(list, " "))
  end
  if self.parts then add("parts", table.concat(self.parts, ", ")) end
  add("by", self.by .. ": " .. self.why)
  if self.stopped then add("stopped", self.stopped) end
  if self.stopped and self.need then add("memory", show.count(self.need) .. " bytes are needed") end
  local unit = self.by == "retrograde" and "positions" or "nodes"
  if self.jobs then unit = ("nodes, %s jobs"):format(show.count(self.jobs)) end
  add("", ("%s %s, %.3f s"):format(show.count(self.positions), unit, self.seconds))
  local shared = self.shared
  if shared then
    add("", ("%d processes, the largest has %.1f %%; %.1f bytes sent for a position"):format(shared.ranks,
      100 * shared.largest / self.positions, shared.bytes / self.positions))
  end
  if self.folder then add("folder", self.folder .. goes_on(self.stopped)) end
  if self.file then add("file", self.file .. goes_on(self.stopped)) end
  return table.concat(lines, "\n")
end

local function result(of, by, why, found)
  return setmetatable({
    game = of, by = by, why = why, value = found.value, lower = found.lower, upper = found.upper, exact = found.exact,
    distance = found.distance, move = found.move, position = found.position, pv = found.pv, line = found.line,
    stopped = found.stopped, proof = found.proof, seconds = found.seconds, positions = found.positions or found.stats.visits,
    native = found.native, chosen = found.chosen, need = found.need, shared = found.ranks and found.bytes > 0 and
      { ranks = found.ranks, largest = found.largest, messages = found.messages, bytes = found.bytes } or nil,
  }, Result)
end

-- Retrograde analysis.

-- The line of best moves, to the end of the game or until it comes round.
local function follow(r, db, position, player)
  local seen = {}
  for _ = 1, LONGEST_LINE do
    local text = notation.write(position)
    local key = text and (player or "") .. text
    if key and seen[key] then return end
    if key then seen[key] = true end
    local move, after = db:best(position, player)
    if move == nil then return end
    r.pv[#r.pv + 1], r.line[#r.line + 1] = move, after
    position = after
    player = player and (player == "max" and "min" or "max")
  end
end

-- The position whose value is asked: its player, where the rules do not say.
local function first_player(of) return not of.player and not of.tree and "max" or nil end

local function from_database(of, asked, db, why, found)
  local position, player = asked.position, first_player(of)
  if position == nil then position = moves.start(of) end
  local value = db:value(position, player)
  if value == nil then
    refuse("the database in %s does not have this position%s", db.folder, player and " with MAX to move" or "")
  end
  local r = result(of, "retrograde", why, tables.copy(found, {
    value = value, lower = value, upper = value, exact = true, distance = db:distance(position, player), pv = {}, line = {},
  }))
  follow(r, db, position, player)
  r.move, r.position, r.database, r.folder = r.pv[1], r.line[1], db, asked.folder
  return r
end

-- Returns the state of a folder ("none" without a database) and its fingerprint, if it fits this game.
local function look_into(folder, of, origin)
  local is, wrong = database.fingerprint(of, origin)
  if not is then refuse("%s has no fingerprint, so it cannot have a database: %s", of.name, wrong) end
  local about, unread = database.read_about(folder)
  if not about then
    need(core.files.kind(folder .. "/about") == nil, unread)
    if core.files.kind(folder) == "file" then refuse("%s: it is a file: expected a folder", folder) end
    return "none", is
  end
  if about.fingerprint ~= is and about.fingerprint ~= database.fingerprint(of, about.position) then
    refuse("%s: this folder has a database of %s, of other options, rules or data", folder, about.game)
  end
  if about.state ~= "finished" and about.fingerprint ~= is then
    refuse("%s: this folder has a database that was begun from %s: let it be finished from there, or name another folder", folder,
      about.position and "position " .. about.position or "the start of the game")
  end
  if about.old and about.state ~= "finished" then
    refuse("%s: this folder has a database that was begun by gts 1.0.0: finish it with that, or name another folder", folder)
  end
  return about.state, about.fingerprint
end

-- Several programs that solve one game. What the first one writes, the others read when all have met.
local function is_first(asked) return not asked.group or core.groups.rank(asked.group) == 0 end
local function meet(asked, n) return asked.group and core.groups.meet(asked.group, n) end

-- What a search of a whole graph is asked with.
local function graph_options(of, asked, parts)
  local progress, began = asked.progress, core.clock()
  local native = asked.native
  if native == nil then native = of.native end
  if asked.group and not of.tree and (native == nil or native == "auto") then    -- none begins anew while others are at work
    asked = tables.copy(asked, { native = search.compile_before(of, "retrograde", asked.time) })
  end
  local all = need(search.check(of, { algorithm = "minimax", native = asked.native, position = asked.position }))
  all.algorithm, all.database, all.time, all.deepen = "retrograde", parts, asked.time, false
  all.distances = asked.distances
  all.memory, all.every, all.processes, all.group = asked.memory or BYTES, asked.every, asked.threads, asked.group
  all.checkpoint, all.ranges = asked.checkpoint, asked.ranges
  all.nodes = asked.nodes
  all.progress = progress and function(report)
    local passed = core.clock() - began
    report.positions = report.positions or 0    -- none is known while the compiler is waited for
    if report.stage == "backward" and report.resolved > 0 then
      local each = of.index and passed / report.resolved or passed / (2 * report.positions)
      report.left = each * (report.positions - report.resolved)
    end
    return progress(report)
  end
  return all
end

local function write_about(of, asked, parts, is, state)
  if not asked.folder or not is_first(asked) then return end
  need(core.databases.write(parts, "about", database.about(of, is, state, (database.origin(of, asked.position)))))
end

-- The state of the folder that is asked for, and its fingerprint.
local function folder_of(of, asked)
  if not asked.folder then return "none", ("0"):rep(64) end
  local origin, wrong = database.origin(of, asked.position)
  need(not wrong, wrong)
  return look_into(asked.folder, of, origin)
end

-- The answer of a folder that has it.
local function answered(of, asked, is)
  local db = need(database.open(asked.folder, is, of))
  return from_database(of, asked, db, "the folder had the answer", { seconds = 0, positions = db:stats().positions })
end

-- Closes a database that is not returned, whatever the reason: the folder is free then.
local Guard = {}
Guard.__close = function(self)
  for _, parts in ipairs(self) do core.databases.close(parts) end
end

-- Solves into `parts`: what was found, and the database, unless it was stopped.
local function solve_into(of, asked, parts, is)
  write_about(of, asked, parts, is, "begun")
  local found = need(search.run(of, graph_options(of, asked, parts)))
  if found.stopped then return found end
  write_about(of, asked, parts, is, "finished")
  meet(asked)
  local db = database.new(parts, of, asked.folder)
  if not asked.folder then return found, db end
  db:close()                                    -- from now on others may write there
  return found, need(database.open(asked.folder, is, of))
end

-- Opens the folder to write there: the first one makes and locks it.
local function open_parts(asked, is)
  local parts = is_first(asked) and need(core.databases.open(asked.folder, is, true))
  meet(asked)
  return parts or need(core.databases.open(asked.folder, is))
end

local function solve_whole(of, asked, why)
  need(not of.mutable, "retrograde: the rules play moves on a board, and positions cannot be stored")
  local keyless = search.keyless(of, asked.position, "retrograde")
  need(not keyless, keyless)
  local state, is = folder_of(of, asked)
  local finished = meet(asked, state == "finished" and 1 or 0) or 0
  if finished > 0 and finished < select(2, core.groups.rank(asked.group)) then
    refuse("%s: not all ranks see the same folder", asked.folder)
  end
  if state == "finished" then return answered(of, asked, is) end
  local parts = open_parts(asked, is)
  local guard <close> = setmetatable({ parts }, Guard)
  local found, db = solve_into(of, asked, parts, is)
  if state == "begun" then why = why .. "; it went on where it was" end
  if not found.stopped then
    if db.parts ~= parts then guard[2] = db.parts end
    local r = from_database(of, asked, db, why, found)
    guard[1], guard[2] = nil, nil
    return r
  end
  local r = result(of, "retrograde", why, found)
  r.folder, r.lower, r.upper = asked.folder, -math.huge, math.huge
  if of.range then r.lower, r.upper = of.range[1], of.range[2] end
  return r
end

-- Tells the others that one goes with an error, and gives back what the messages went by.
local Together = {}
Together.__close = function(self, wrong)
  if wrong ~= nil then core.groups.quit(self.group, tostring(wrong)) end
end

local function retrograde(of, asked, why)
  if not asked.ranks then return solve_whole(of, asked, why) end
  local group <close> = asked.ranks.crew()
  local _ <close> = setmetatable({ group = group }, Together)
  asked = tables.copy(asked, { group = group })
  if not is_first(asked) then asked.progress = nil end
  return solve_whole(of, asked, why)
end

-- Searches.

local function by_search(of, asked, why, algorithm)
  local given = { algorithm = algorithm, position = asked.position, time = asked.time, native = asked.native,
    progress = asked.progress, deepen = false, solution = asked.solution, threads = asked.threads }
  if search.has_keys(of, asked.position) then given.table = (asked.memory or BYTES) // 2
  elseif algorithm == "mtd" then given.algorithm = "alphabeta" end
  local all = need(search.check(of, given))
  -- How soon a win comes is found as well, but not where a repetition has its value: no player may be able to end the game.
  local repeats_win = of.cycle and of.range and (of.cycle == of.range[1] or of.cycle == of.range[2])
  all.open = algorithm == "mtd" and not repeats_win and 0 or nil
  local found = need(search.run(of, all))
  if found.proof then proofs.complete(found, of, all) end
  return result(of, algorithm == "mtd" and "search" or algorithm, why, found)
end

local function by_jobs(of, asked, why)
  local found = need(require("gts.solve.jobs").solve(of, asked))        -- only here: a page has it not
  if found.known > 0 then why = why .. "; it went on where it was" end
  local r = result(of, "jobs", why, found)
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
  local sum = sums.new(of, position)
  if nodes and #sum.parts < 2 then return nil end
  given.table = (asked.memory or BYTES) // 2
  local r = result(of, "parts", why, need(search.run(sum.game, need(search.check(sum.game, given)))))
  r.parts = sum.parts
  return r
end

-- Which means fits.

-- Tries to solve the whole game in a little memory. Returns the result, or nil and what was seen: the number of positions, in all
-- and up to each ply, or the error.
local function glance(of, asked)
  local seen, reported = { positions = 0 }, core.clock()
  if of.tree then seen.not_tried = "it is a tree, in which no position comes again"
  elseif of.mutable then seen.not_tried = "the rules play moves on a board"
  elseif not search.has_keys(of, asked.position) then seen.not_tried = "the positions have no keys" end
  if seen.not_tried then return nil, seen end
  local quick = tables.copy(asked, { time = asked.time and asked.time / 2, every = OFTEN,
    memory = math.min(asked.memory or BYTES, GLANCE_BYTES), nodes = GLANCE })
  quick.threads = nil
  quick.progress = function(report)
    seen.positions = report.positions
    if report.stage == "forward" then seen[report.tier] = seen[report.tier] or report.positions end
    if not asked.progress or core.clock() - reported < 0.1 then return true end
    reported = core.clock()
    return asked.progress(report) ~= false
  end
  local ok, r = pcall(refusal.caught, retrograde, of, quick, "all positions could be found in a moment")
  if not ok then
    raised.pass_on(r)
    seen.failed = r
  end
  if ok and r and r.stopped == "nodes" then seen.positions = r.positions end    -- reports are timed, the result is not
  if not ok or not r or r.stopped == "time" or r.stopped == "memory" or r.stopped == "nodes" then return nil, seen end
  if r.stopped then r.why = "a first look, whether all positions can be found in a moment" end
  return r
end

local function rest_of(asked, began)
  if not asked.time then return asked end
  return tables.copy(asked, { time = math.max(asked.time - (core.clock() - began), OFTEN) })
end

-- Searches, and analyses all positions where that may pay: where positions repeat, of which few values can be kept, and where
-- searches have visited several times as many nodes as there are positions.
local function by_portfolio(of, asked, began, more, positions)
  local races = portfolio.new(of, rest_of(asked, began), (asked.memory or BYTES) // 2)
  local circles = of.cycle ~= nil
  if not races:run(circles and ROUND or positions and BEYOND * positions) then
    local alone = tables.copy(rest_of(asked, began), not circles and { memory = (asked.memory or BYTES) // 2 } or nil)
    alone.threads = nil                         -- several need a folder
    if circles then return retrograde(of, alone, "the game goes round in circles; " .. more) end
    local ok, r = pcall(refusal.caught, retrograde, of, alone, more)
    if not ok then raised.pass_on(r) end
    if ok and r and r.stopped ~= "memory" then return r end     -- else memory does not suffice, and searches go on
    races:run()
  end
  local found = races:result()
  if found.words then more = ("%s; %s"):format(more, found.words) end
  return result(of, found.chosen and found.chosen.algorithm == "dfpn" and "dfpn" or "search", more, found)
end

local function pick(of, asked)
  if asked.folder then return retrograde(of, asked, "a folder was named") end
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
    r = by_parts(of, rest_of(asked, began), "it falls into independent parts", SUMMED)
    if r and r.stopped ~= "nodes" then return r end
  end
  if seen.not_tried and of.cycle ~= nil then return retrograde(of, asked, "the game goes round in circles") end
  if seen.not_tried then return by_search(of, asked, seen.not_tried, "mtd") end
  local more = ("it has more than %s positions"):format(show.count(seen.positions))
  local power = of.cycle == nil and size.estimate(of, asked.position, seen)
  if power then more = ("%s, by %d games at random about %s"):format(more, size.GAMES, magnitude(power)) end
  local fits = power and 10.0 ^ power * POSITION_BYTES < (asked.memory or BYTES) / 2
  return by_portfolio(of, asked, began, more, fits and 10.0 ^ power)
end

local function solved(of, given)
  local asked = need(schema.options(nil, solve.rows, given, nil, say))
  if asked.folder and (asked.by or "retrograde") ~= "retrograde" then
    refuse("option 'folder' goes with by = 'retrograde': by = '%s' keeps no database", asked.by)
  end
  for _, name in ipairs { "file", "job_nodes", "job_seconds" } do
    if asked[name] and asked.by ~= "jobs" then refuse("option '%s' goes with by = 'jobs'", name) end
  end
  if asked.threads == 1 then asked.threads = nil end
  local by_ranks = tables.find(solve.rows, function(row) return row.ranks and asked[row.name] end)
  by_ranks = by_ranks and by_ranks.name
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
  if asked.solution and (asked.folder or asked.by == "retrograde") then
    refuse "option 'solution' does not go with retrograde analysis: its evidence is the database"
  end
  if not asked.by then return pick(of, asked) end
  local why = "as was asked"
  if asked.by == "jobs" then return by_jobs(of, asked, why) end
  if asked.by == "retrograde" then return retrograde(of, asked, why) end
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
