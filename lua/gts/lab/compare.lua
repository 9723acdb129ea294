--- Algorithms side by side: what each of them finds, and what it takes.

local chart = require "gts.show.chart"
local core = require "gts.core"
local game = require "gts.game"
local listing = require "gts.show.listing"
local machine = require "gts.base.machine"
local map = require "gts.map"
local moves = require "gts.moves"
local notation = require "gts.rules.notation"
local options = require "gts.facts.options"
local refusal = require "gts.base.refusal"
local scale = require "gts.show.scale"
local schema = require "gts.base.schema"
local search = require "gts.search"
local show = require "gts.show.text"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local refuse = refusal.refuse

local compare = {}

--- The options, beside the searches' own.
compare.options = {
  { name = "algorithms", type = "(gts.Algorithm|gts.SearchOptions)[]|\"all\"", help = "which ones; default: all that can" },
  map.row,
}

-- What is compared.

-- Options behind the id of an algorithm, as in "memsss entries=50".
local function label_of(entry)
  if entry.label then return entry.label end
  local parts = { entry.algorithm }
  for _, name in ipairs(words.keys(entry)) do
    local value = entry[name]
    if name ~= "algorithm" then
      parts[#parts + 1] = name .. "=" .. (type(value) == "number" and notation.number(value) or tostring(value))
    end
  end
  return table.concat(parts, " ")
end

-- The entries that the option `algorithms` means: a list of ids or options, names with commas, or "all".
local function entries_of(of, what, given)
  if what == nil or what == "all" then
    -- Those that can search the game: some need functions that the rules lack.
    what = tables.collect(options.algorithms(), function(algorithm)
      return search.check(of, tables.copy(options.taken(algorithm, given), { algorithm = algorithm.id })) and algorithm.id
    end)
  elseif type(what) == "string" then
    local list = {}
    for id in what:gmatch "[^%s,]+" do list[#list + 1] = id end
    what = list
  end
  if type(what) ~= "table" or #what == 0 then
    refuse("option 'algorithms' is %s: expected 'all', or a list of ids or tables of options", words.quote(what))
  end
  return tables.map(what, function(entry, i)
    if type(entry) == "string" then entry = { algorithm = entry } end
    if type(entry) ~= "table" then
      refuse("option 'algorithms' has %s as element %d: expected an id, or options", words.quote(entry), i)
    end
    return tables.copy({ algorithm = "alphabeta" }, entry)
  end)
end

-- Several threads share a table by default: those compared have one as large. Only alpha-beta's kin is meant; sampling is not.
local function share_table(entries, shared)
  local several = tables.any(entries, function(entry) return (entry.threads or shared.threads or 1) ~= 1 end)
  if not several or shared.table ~= nil then return end
  for _, entry in ipairs(entries) do
    local algorithm = options.algorithm(entry.algorithm)
    if algorithm and algorithm.family == "window" and words.contains(algorithm.options, "threads") and entry.table == nil then
      entry.label, entry.table = label_of(entry), core.table_bytes
    end
  end
end

-- The options of one search: those that all share, as far as the algorithm takes them, and its own.
local function options_of(entry, shared)
  local algorithm, wrong = options.algorithm(entry.algorithm)
  if not algorithm then return nil, wrong end
  local asked = tables.copy(options.taken(algorithm, shared), entry)
  asked.label = nil
  return asked
end

-- An option that there is not is a slip, and so is one that none of them takes.

local function check_names(given)
  local names = { "algorithms", map.row.name, table.unpack(tables.map(options.rows, function(row) return row.name end)) }
  local key, meant = schema.unknown(given, names)
  if key ~= nil then refuse("unknown option %s for gts.compare%s", words.quote(key), meant) end
end

local function check_taken(entries, shared)
  for _, name in ipairs(words.keys(shared)) do
    if not tables.any(entries, function(entry) return options.takes(options.algorithm(entry.algorithm), name) end) then
      refuse("none of the algorithms takes the option '%s'", name)
    end
  end
end

-- What is ours cannot be used, or called, in another process.
local function check_apart(entries, shared)
  for i = 0, #entries do
    for _, name in ipairs { "table", "trace", "progress" } do
      local value = (entries[i] or shared)[name]
      if value ~= nil and type(value) ~= "number" then refuse("option 'workers' does not go with '%s'", name) end
    end
  end
end

-- What they found.

-- Do proved bounds contradict each other? The names of two that do.
local function find_disagreement(list)
  local first = tables.find(list, function(row) return not row.alternative end)
  -- Rows that must have equal values: sums of evaluations, and other depths, give other values.
  local rows = tables.filter(list, function(row) return not row.alternative and row.depth == first.depth end)
  local low = tables.best(rows, function(a, b) return a.lower > b.lower end)
  local high = tables.best(rows, function(a, b) return a.upper < b.upper end)
  if low and low.lower > high.upper then return low, high end
end

-- What an algorithm had beside the rules: a table, their bounds, what sorts successors.
local function resources(algorithm, r)
  local list, order = { r.stats.table and "table" or nil }, r.options.order
  if algorithm.informed and r.options.bounds then list[#list + 1] = "bounds" end
  if type(order) == "table" and #order > 0 then list[#list + 1] = "order " .. table.concat(tables.map(order, tostring), " ") end
  return #list > 0 and table.concat(list, ", ") or "nothing"
end

local function row_of(of, entry, r)
  local algorithm = options.algorithm(entry.algorithm)
  return {
    algorithm = entry.algorithm, label = label_of(entry), value = r.value, estimate = r.estimate, lower = r.lower,
    upper = r.upper, exact = r.exact,
    move = r.move ~= nil and moves.name(of, r.move) or nil, depth = r.depth, stopped = r.stopped,
    leaves = r.stats.leaves, developed = r.stats.developed, visits = r.stats.visits, peak = r.stats.peak, bytes = r.stats.bytes,
    seconds = r.seconds, alternative = algorithm.alternative or nil, uses = resources(algorithm, r),
  }
end

-- What people see.

local function value_text(row)
  if row.value == nil then return row.estimate and ("about %s"):format(show.estimate(row.estimate)) end
  return show.number(row.value) .. (row.alternative and " (its own)" or "")
end

local function claim_of(row)
  if row.exact then return ("%s says %s"):format(row.label, show.number(row.lower)) end
  return ("%s says %s"):format(row.label, show.between(row.lower, row.upper))
end

local field = listing.column

local function bars(list)
  local rows = tables.map(list, function(row)
    local note = row.ratio and ("%s  (%.3f)"):format(scale.number(row.leaves), row.ratio) or scale.number(row.leaves)
    if row.stopped then note = note .. ", stopped: " .. row.stopped end
    return { name = row.label, value = row.leaves, note = note, alarm = row.disagrees }
  end)
  local notes = { ("In brackets: the ratio to the first. gts %s, %s."):format(list.version, list.machine) }
  if list.disagree then table.insert(notes, 1, "THEY DISAGREE: " .. list.disagreement) end
  return chart.bars { title = "Leaves examined: " .. list.game, label = "leaf evaluations", rows = rows, notes = notes,
    description = list:text() }
end

local listed = listing.form {
  name = "gts.comparison",
  columns = {
    { name = "algorithm", value = function(row) return row.label end }, field("value", value_text), "move",
    field("lower", false), field("upper", false), field("depth", false), "leaves",
    field("ratio", function(row) return row.ratio and ("%.3f"):format(row.ratio) end),
    "developed", field("visits", false), "peak", field("bytes", false),
    field("seconds", function(row) return ("%.3f"):format(row.seconds) end), "stopped", field("estimate", false),
    field("uses", false),
  },
  foot = function(list)
    local lines = {}
    if list.disagree then lines[1] = "!! THEY DISAGREE: " .. list.disagreement .. ". One of them is wrong, or the rules are." end
    if list.skipped then lines[#lines + 1] = "not compared: " .. list.skipped end
    local of = {}                         -- what is used -> by which
    for _, row in ipairs(list) do of[row.uses] = (of[row.uses] and of[row.uses] .. ", " or "") .. row.label end
    local uses = words.keys(of)
    for _, what in ipairs(#uses > 1 and uses or {}) do lines[#lines + 1] = ("with %s: %s"):format(what, of[what]) end
    return #lines > 0 and table.concat(lines, "\n") or nil
  end,
  called = "a comparison", draw = { svg = bars },
  methods = { jsonl = function(list) return listing.json_lines(list, {}) end },
}

-- The ids of the algorithms that "all" leaves out.
local function left_out(entries)
  local there = tables.set(tables.map(entries, function(entry) return entry.algorithm end))
  return tables.collect(core.algorithms, function(algorithm) return not there[algorithm.id] and algorithm.id end)
end

-- One search. Of "all" an algorithm of another question is left out where the game has no answer: Althoefer's wants evaluations
-- of inner nodes, which a tree that is written out may not have.
local function search_one(of, entry, shared, all)
  local asked, wrong = options_of(entry, shared)
  if not asked then return nil, wrong end
  if not (all and options.algorithm(entry.algorithm).alternative) then return search.try(of, asked) end
  local ok, r, why = pcall(search.try, of, asked)
  if ok then return r, why end
  return false
end

-- What came of it, as data: its row; or whether it was skipped, or what is wrong.
local function answer_of(of, entry, shared, all)
  local r, wrong = search_one(of, entry, shared, all)
  return { row = r and row_of(of, entry, r) or nil, skipped = r == false, wrong = wrong }
end

-- Adds the row of an entry to the list. Returns what is wrong.
local function add(list, entry, answer, skipped)
  list[#list + 1] = answer.row
  if answer.skipped then skipped[#skipped + 1] = entry.algorithm end
  return answer.wrong
end

-- One search after the other. Ctrl-C in one is the end; what it found counts.
local function search_here(list, of, entries, shared, all, skipped, progress)
  for i, entry in ipairs(entries) do
    progress(i - 1)
    local wrong = add(list, entry, answer_of(of, entry, shared, all), skipped)
    if wrong then return wrong end
    if #list > 0 and list[#list].stopped == "interrupted" then
      list.stopped = "interrupted"
      return
    end
  end
end

local function search_beside(list, of, entries, shared, all, skipped, progress, workers)
  local answers, done = {}, 0
  progress(0)
  list.stopped = map.each(function(i) return answer_of(of, entries[i], shared, all) end, workers, map.numbers(entries),
    function(i, answer)
      answers[i], done = answer, done + 1
      progress(done)
    end)
  for i, entry in ipairs(entries) do
    local wrong = answers[i] and add(list, entry, answers[i], skipped)
    if wrong then return wrong end
  end
end

local function search_all(list, of, entries, shared, all, progress, workers)
  local skipped, began = all and left_out(entries) or {}, core.clock()
  local function tell(done)
    if progress then progress { done = done, total = #entries, seconds = core.clock() - began } end
  end
  local wrong = (workers > 1 and search_beside or search_here)(list, of, entries, shared, all, skipped, tell, workers)
  list.skipped = #skipped > 0 and table.concat(skipped, ", ") or nil
  return wrong
end

local function conclude(list)
  local base = list[1] and list[1].leaves
  for _, row in ipairs(list) do row.ratio = base and base > 0 and row.leaves / base or nil end
  local low, high = find_disagreement(list)
  list.disagree = low ~= nil
  if low then
    low.disagrees, high.disagrees = true, true
    list.disagreement = claim_of(low) .. ", " .. claim_of(high)
  end
  for name, value in pairs(machine.about()) do list[name] = value end
end

-- What is searched, and by what: see compare.try.
local function prepare(what, given)
  if type(given) ~= "table" then refuse("the options of gts.compare are %s: expected a table", words.quote(given)) end
  local wanted, shared = given.algorithms, tables.copy(given)
  shared.algorithms, shared.workers = nil, nil
  local of = refusal.need(game.make(what))
  check_names(given)
  local wrong = given.workers ~= nil and schema.misfit("option 'workers'", given.workers, map.row.kind)
  refusal.need(not wrong, wrong)
  local workers, entries = map.count(given.workers), entries_of(of, wanted, shared)
  check_taken(entries, shared)
  if workers > 1 then check_apart(entries, shared) end
  share_table(entries, shared)
  return of, entries, shared, wanted == nil or wanted == "all", workers
end

--- Compares algorithms on a game: see gts.compare; or returns nil and what is wrong. `progress` is called before each search
-- with a table: done, total, seconds.
function compare.try(what, given, progress)
  local of, entries, shared, all, workers = refusal.caught(prepare, what, given == nil and {} or given)
  if not of then return nil, entries end
  local list = { game = of.name }
  local wrong = search_all(list, of, entries, shared, all, progress, workers)
  if wrong then return nil, wrong end
  conclude(list)
  return listed(list)
end

--- See gts.compare.
function compare.compare(what, given)
  local list, wrong = compare.try(what, given)
  return list or error("gts.compare: " .. wrong, 2)
end

return compare
