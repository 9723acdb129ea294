--- gts.check: are the rules of a game what they should be?
--
-- In these modules `asker` is of gts.check.ask, `found` of gts.check.findings, `probes` of gts.check.probes, `walk` of
-- gts.check.exploration; a node is a table with position, player, ply, parent and move.

local ask = require "gts.check.ask"
local best = require "gts.best"
local choice = require "gts.best.choice"
local core = require "gts.core"
local effort = require "gts.base.effort"
local exploration = require "gts.check.exploration"
local findings = require "gts.check.findings"
local found_in = require "gts.best.found"
local game = require "gts.game"
local images = require "gts.check.images"
local index = require "gts.rules.index"
local indices = require "gts.check.indices"
local legal = require "gts.rules.legal"
local map = require "gts.map"
local mutable = require "gts.rules.mutable"
local parts = require "gts.check.parts"
local reports = require "gts.check.report"
local reversed = require "gts.check.reversed"
local schema = require "gts.base.schema"
local search = require "gts.search"
local speed = require "gts.check.speed"
local symmetry = require "gts.rules.symmetry"
local tables = require "gts.base.tables"
local wire = require "gts.base.wire"
local words = require "gts.base.words"

local check = {}

local NEAR = 0.4                -- the part of the time that goes to positions near the start
local VALUES = 0.2              -- and to their values
local BEST = 0.05               -- and to gts.best, where nothing was found
local LONGEST_BEST = 0.1        -- seconds of it
local ESTIMATE <const> = 0.5    -- and to an evaluation, where rules have none
local SURVEY <const> = 4        -- seconds of a move whose survey finds that out
local SPEED = 0.5               -- of what all that has taken, for what makes rules slow; within limits in seconds
local SHORTEST_SPEED, LONGEST_SPEED = 0.05, 0.5

--- The rows of its options.
check.rows = {
  { name = "time", kind = schema.seconds, default = 1, help = "time limit in seconds of the processor, or four times as many of "
    .. "the clock" },
  { name = "seed", kind = schema.whole(), default = 1, help = "seed of the random walks" },
  { name = "depth", kind = schema.whole(0), help = "most plies from the start" },
  { name = "positions", kind = schema.whole(1), help = "most positions to look at" },
  { name = "position", kind = schema.any "a position", help = "position to check from, instead of the start" },
  { name = "progress", kind = schema.callable, help = "a function, called now and then with a report; false stops the check" },
  tables.copy(map.row, { help = "number of checks side by side, with consecutive seeds; 0: one for each processor" }),
}

local function walk(rules, plain, asker, found, asked)
  local walk_of = exploration.new(rules, asker, found, asked)
  local root = walk_of:start()
  local list = walk_of:probe(root)
  if walk_of.probes.developer:check_swapped(root, list) then
    found:keep_only "swapped"                           -- all else follows from it
    return walk_of
  end
  walk_of:near(root, NEAR)
  local deadline = walk_of.stopped and 0 or walk_of.began + (NEAR + VALUES) * walk_of.time
  walk_of:compare_near()
  images.check(walk_of)
  reversed.check(walk_of)
  indices.check(walk_of)
  parts.check(walk_of)
  walk_of:cycles_near(deadline)
  walk_of:value_near(deadline)
  walk_of:far(root)
  walk_of:ask_again()
  walk_of:conclude()
  walk_of:measure_parity(plain)
  found:keep_only "undo"                                -- all else follows from it
  return walk_of
end

-- What keeps rules from being compiled, function by function. No mistake. Those of another language cannot be.
local function note_native(rules, found)
  local made = not rules.direct and game.make(rules)
  if not made then return nil end
  local report = search.native(made)
  for _, name in ipairs(words.keys(report.functions)) do
    local f = report.functions[name]
    if not f.compiled then found:note("native", name, nil, "rules.%s is run in Lua, not compiled: %s", name, f.reason) end
  end
  return report
end

-- Has gts.best search rules in which nothing was found. One that takes too long, for rules that are slow, says nothing.
local function try_best(rules, asker, found, asked)
  local made = #found.list == 0 and game.make(rules)
  if not made then return end
  local limits = { time = math.min(LONGEST_BEST, BEST * asked.time), native = false }
  local results, kind, wrong = asker:call(best.best, made, asked.position, limits)
  if not results and kind == "error" then found:add("best", "best", nil, "gts.best fails: %s", wrong) end
  if not results or asked.positions then return end
  local way = (asker:call(choice.make, made, { position = asked.position, native = false }, SURVEY, true) or {})[1]
  if not way or not way.samples then return end
  local found_game, why = table.unpack(asker:call(found_in.game, made, ESTIMATE * asked.time, nil, true) or {}, 1, 2)
  found:note("evaluate", "silent", nil, "rules.evaluate says nothing before the end of the game").hint =
    "gts.best " .. (found_game and "deepens: " .. why or "samples: " .. (why and "more time, by the option time, shows whether "
    .. "an evaluation in the rules plays better" or "no evaluation in the rules plays better"))
end

-- Measures what makes rules slow in which nothing was found, for half as long again; not in a check of a number of positions.
local function measure_speed(rules, asker, found, asked, began, native)
  local made = #found.list == 0 and not asked.positions and game.make(rules)
  if not made then return nil end
  local function guarded(f, ...) return (asker:call(f, ...)) end
  return speed.measure(made, { position = asked.position, guarded = guarded, native = native, compiles = true,
    seconds = math.min(LONGEST_SPEED, math.max(SHORTEST_SPEED, SPEED * (effort.clock() - began))) })
end

-- Returns the part of rules refused by gts.game that can be walked through, or nil.
local function usable(rules)
  local rest = tables.copy(rules)
  for _, wrong in ipairs(game.problems(rules)) do
    if wrong.field == nil or wrong.fatal then return nil end
    rest[wrong.field] = nil
  end
  return #game.problems(rest) == 0 and rest or nil
end

-- Gives rules the key that their symmetries make; those that do not go with their key are left out.
local function note_symmetries(rules, asker, found)
  if rules.symmetries == nil then return end
  asker.rules, asker.words = rules, rules.words or 1
  local wrong = images.misfit(rules, asker)
  if wrong then
    found:add("symmetries", "kind", nil, "%s", wrong)
    rules.symmetries = nil
  end
  symmetry.apply(rules)
end

local function check_rules(rules, asked, is_timed)
  local began = effort.clock()
  local asker <close> = ask.new(rules)
  local found = findings.new(rules, asker)
  for _, wrong in ipairs(game.problems(rules)) do found:add("door", wrong.message, nil, "%s", wrong.message) end
  local rest = usable(rules)
  local walked, native
  if rest then
    for _, name in ipairs(words.keys(rest)) do
      if type(rest[name]) == "function" and not game.is_field(name) then
        found:note("field", name, nil, "rules.%s is a function that gts never calls", name)
      end
    end
    local plain = tables.copy(rest)
    if not game.is_game(rules) then note_symmetries(rest, asker, found) end
    index.apply(rest)
    if rest.moves then rest = mutable.adapt(rest) end
    if rest.legal then rest.next = legal.walk(rest) end
    local _ <close> = rest.mutable and rest.mutable:hold(true) or nil
    asker.rules, asker.words, found.rules = rest, rest.words or 1, rest
    walked = walk(rest, plain, asker, found, asked)
    if not rest.mutable and core.native and not core.lacks.native then native = note_native(rest, found) end
    rest = plain
  end
  local measured
  if rest and not walked.stopped then
    try_best(rest, asker, found, asked)
    measured = is_timed and measure_speed(rest, asker, found, asked, began, native) or nil
  end
  local report = reports.new(rules, asked, found, walked, native)
  report.speed = measured
  return report, found
end

-- Several checks side by side: each walks as it would alone, with its own seed, and what any of them finds is found.

-- A finding as data. Only positions are that which are plain.
local function finding_data(found, finding)
  local position = finding.position
  local plain = getmetatable(position) == nil and wire.encode(position, wire.own) ~= nil
  local data = tables.copy(finding, found:identity(finding))
  if not plain then data.position = nil end
  return data
end

local function report_data(report, found)
  local lists = { findings = report, suspicions = report.suspicions, notes = report.notes }
  local data = { unseen = report.unseen, fields = {} }
  for name, list in pairs(lists) do
    data[name] = {}
    for i, finding in ipairs(list) do data[name][i] = finding_data(found, finding) end
  end
  for name, value in pairs(report) do
    if type(name) == "string" and name ~= "unseen" and not lists[name] then data.fields[name] = value end
  end
  return data
end

local function check_beside(rules, asked, count)
  local reported = {}
  local function work(i) return report_data(check_rules(rules, tables.copy(asked, { seed = asked.seed + i - 1 }), i == 1)) end
  local stopped = map.each(work, count, map.numbers { n = count }, function(i, data) reported[i] = data end)
  if stopped then error(stopped, 0) end
  return reports.merge(reported)
end

-- Loads what is to be checked. What goes wrong there is a finding too, but for what is wrong with the call.
local function load(what, given)
  if type(what) == "string" and game.reader(what) then return game.rules(what, given) end     -- no program: it ends
  local asker <close> = ask.new {}
  local results, kind, wrong = asker:call(game.rules, what, given)
  if not results then return nil, kind == "loop" and "loading it does not come to an end: " .. wrong or wrong end
  return table.unpack(results, 1, 3)
end

--- Checks a game: see gts.check; or returns nil and what is wrong with the call.
function check.try(what, given, game_options)
  local asked, wrong = schema.options(nil, check.rows, given)
  if not asked then return nil, wrong end
  local began = core.clock()
  local rules, trouble, misnamed = load(what, game_options)
  if misnamed then return nil, trouble end
  if not rules then
    local found = findings.new({}, nil)
    found:add("load", "load", nil, "%s", trouble)
    return reports.new({ name = type(what) == "string" and what or "here" }, asked, found)
  end
  if rules.tree then return nil, "a tree has no rules that could be wrong" end
  local count = rules.words or 1
  if asked.position ~= nil and math.type(count) == "integer" and count > 1 then
    wrong = schema.misfit("option 'position'", asked.position, schema.integers(count))
    if wrong then return nil, wrong end
  end
  local workers = map.count(asked.workers)
  if workers > 1 and asked.progress then return nil, "option 'workers' does not go with 'progress'" end
  local report = workers > 1 and check_beside(rules, asked, workers) or check_rules(rules, asked, true)
  report.seconds = core.clock() - began
  return report
end

return check
