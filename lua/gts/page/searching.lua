--- The task "search" of the page: a search with its progress, and its result.

local core = require "gts.core"
local moves = require "gts.moves"
local options = require "gts.facts.options"
local result = require "gts.show.result"
local search = require "gts.search"
local subject = require "gts.page.subject"
local tables = require "gts.base.tables"
local searching = {}

local names = { "algorithm", "depth", "time", "nodes", "bounds", "first", "goal", "entries", "seed", "iterations" }

local function read_order(order)
  if type(order) ~= "table" or #order == 0 then return nil end
  return table.move(order, 1, #order, 1, {})
end

-- Without options the search deepens, so that it has a result when it is stopped.
local function choose(about, given)
  if given.algorithm or given.depth or given.time or given.nodes or about.tree then return end
  given.deepen = true
  if not search.check(about.game, given) then given.deepen = nil end
end

--- Reads { kind = "search", of, tree, algorithm, depth, time, nodes, bounds, order = {names}, table = boolean, ... }.
function searching.read(page_state, message)
  local about, wrong = subject.of(page_state, message)
  if not about then return nil, wrong end
  local given = subject.options(message, names)
  given.position, given.order = about.position, read_order(message.order)
  choose(about, given)
  if message.table == true then given.table = core.small_table_bytes end
  local good, misfit = search.check(about.game, given)
  return good and { game = about.game, tree = about.tree, where = about.where, given = given }, misfit
end

local function sofar(of, report)
  return {
    depth = report.depth, value = report.value, estimate = report.estimate, nodes = report.nodes, leaves = report.leaves,
    seconds = report.seconds, line = moves.names(of, report.pv),
  }
end

local stops = {
  time = "the time was up", nodes = "it had visited the nodes it may", memory = "the memory was full",
  progress = "you stopped it", interrupted = "it was interrupted",
}

local function sentence(of, r)
  local why = r.stopped and stops[r.stopped]
  if r.value == nil and r.estimate then
    return ("About %s: an estimate, which gets better with more time."):format(result.estimate(r.estimate))
  elseif r.value == nil then
    return why and ("Nothing is known: %s before the first answer. Give it a depth, or more time."):format(why)
      or "Nothing is known yet."
  end
  local says = subject.meaning(of, r.value, r.solved)
  if r.solved then return says:gsub("^%l", string.upper) .. ", if both sides play their best. That is proved." end
  if r.exact then
    return ("As far as %s ahead %s.%s"):format(result.counted(r.depth, "move"), says, why and (" Then %s."):format(why) or "")
  end
  return ("Only this is proved: the value is %s.%s"):format(result.between(r.lower, r.upper),
    why and (" Then %s."):format(why) or "")
end

local function how_run(of, r)
  if of.tree then return nil end
  return r.native and "the rules ran as machine code" or "the rules ran in Lua"
end

local function count_rows(r)
  local s = r.stats
  local rows = {
    { "nodes visited", s.visits, "positions that the search has entered, each time" },
    { "leaves evaluated", s.leaves, "positions that it evaluated" },
    { "nodes developed", s.developed, "positions whose moves it asked for" },
  }
  if (s.peak or 0) > 0 then rows[#rows + 1] = { "held at once", s.peak, "most entries in memory" } end
  local t = s.table
  if t and (t.probes or 0) > 0 then rows[#rows + 1] = { "found in the table", t.hits, ("of %d looked up"):format(t.probes) } end
  return rows
end

local function value_text(r)
  if r.value ~= nil then return result.estimate(r.value) end
  return r.estimate and "about " .. result.estimate(r.estimate) or "not known"
end

local function shown(of, asked, r)
  local algorithm = options.algorithm(r.algorithm)
  return {
    sentence = sentence(of, r), algorithm = r.algorithm, title = algorithm and algorithm.title, game = of.name,
    where = asked.where, value = r.value, value_text = value_text(r),
    proved = r.solved and "proved" or r.selective and ("likely, at depth %d"):format(r.depth)
      or r.exact and ("exact at depth %d"):format(r.depth) or r.value ~= nil
      and result.between(r.lower, r.upper) or "",
    move = r.move ~= nil and moves.name(of, r.move) or nil, line = moves.names(of, r.pv), depth = r.depth,
    solved = r.solved, stopped = r.stopped, seconds = r.seconds, nodes = r.stats.visits, counts = count_rows(r),
    how = how_run(of, r),
  }
end

--- Searches: returns the result as data. `watch` gets what there is so far.
function searching.run(asked, watch)
  local of = asked.game
  local r, wrong = search.try(of, tables.copy(asked.given, {
    progress = function(report) return watch(sofar(of, report)) end,
  }))
  if not r then return nil, wrong end
  return shown(of, asked, r)
end

--- What people may choose from: the algorithms, with the options that they take.
function searching.algorithms()
  return tables.map(core.algorithms, function(algorithm)
    return { id = algorithm.id, title = algorithm.title, family = algorithm.family, source = algorithm.source,
      takes = table.move(algorithm.options, 1, #algorithm.options, 1, {}), own = algorithm.alternative or nil,
      anytime = algorithm.anytime or nil }
  end)
end

--- The ways to sort successors, each once.
searching.orders = tables.map(tables.groups(options.row("order").kind.words, function(word) return word end),
  function(of) return of.key end)

return searching
