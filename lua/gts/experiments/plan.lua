--- The plan of an experiment: its points (one value for each parameter), the algorithms compared at each, and the seeds.
--
-- An experiment is a table that people write: see `gts help experiments`. This module checks it, and divides it into jobs. A job
-- is one point and one seed: all algorithms search one tree or game, so that they can be compared in pairs.

local game = require "gts.game"
local notation = require "gts.rules.notation"
local options = require "gts.facts.options"
local refusal = require "gts.base.refusal"
local schema = require "gts.base.schema"
local search = require "gts.search"
local tables = require "gts.base.tables"
local tree = require "gts.tree"
local words = require "gts.base.words"

local plan = {}

local fail = refusal.refuse     -- what is wrong: plan.make returns it

local list = { expected = "a list", fits = function(v) return type(v) == "table" and #v > 0 end }
local mapping = { expected = "a table", fits = function(v) return type(v) == "table" end }
local list_or_function = schema.any_of { list, schema.callable }

--- The fields of an experiment.
plan.fields = {
  { name = "name", kind = schema.text, default = "experiment" },
  { name = "title", kind = schema.text },
  { name = "about", kind = schema.text },
  { name = "source", kind = schema.text },
  { name = "games", kind = list_or_function },
  { name = "algorithms", kind = list_or_function },
  { name = "run", kind = schema.callable },
  { name = "points", kind = list },
  { name = "over", kind = mapping },
  { name = "parameters", kind = list },
  { name = "options", kind = mapping },
  { name = "columns", kind = list },
  { name = "measures", kind = list, default = { "leaves" } },
  { name = "seeds", kind = schema.whole(1, 10000000), default = 1 },
  { name = "published", kind = schema.callable },
  { name = "shares", kind = schema.flag },
  { name = "exact", kind = schema.flag },
  { name = "rows", kind = schema.text },
  { name = "chart", kind = mapping },
  { name = "findings", kind = schema.callable },
  { name = "claims", kind = list },
  { name = "quick", kind = mapping },
}

local say = {
  unknown = "unknown field %s of the experiment%s", what = "the field '%s' of the experiment", missing = "%s is missing",
}

-- Points.

local function is_plain(value) return type(value) == "number" or type(value) == "string" or type(value) == "boolean" end

-- The parameters of `over` as rows of name and values: it is a list of such rows, or a table of lists by names.
local function over_rows(over)
  local rows = {}
  if #over > 0 then
    for i, row in ipairs(over) do
      if type(row) ~= "table" or type(row[1]) ~= "string" or type(row[2]) ~= "table" then
        fail("the field 'over' of the experiment has %s as element %d: expected {name, {values}}", words.quote(row), i)
      end
      rows[i] = row
    end
    return rows
  end
  for _, name in ipairs(words.keys(over)) do
    if type(over[name]) ~= "table" then
      fail("the values of parameter '%s' are %s: expected a list", name, words.quote(over[name]))
    end
    rows[#rows + 1] = { name, over[name] }
  end
  return rows
end

-- Fields of the rows that are made: see gts.experiments.summary.
local taken = {}
for name in ("point entry sample several algorithm measure count missing mean standard_error deviation published "
  .. "published_trees difference sigmas ratio ratio_error"):gmatch "%S+" do taken[name] = true end

local function check_value(name, value)
  if taken[name] then fail("a parameter cannot be called '%s': that is a column of every experiment", name) end
  if not is_plain(value) then
    fail("parameter '%s' has the value %s: expected a number, a text or a flag", name, words.quote(value))
  end
end

local function multiply(points, name, values)
  return tables.flatten(points, function(point)
    return tables.map(values, function(value)
      check_value(name, value)
      return tables.copy(point, { [name] = value })
    end)
  end)
end

local function name_of(what, index)
  if type(what) == "string" then return what end
  return type(what) == "table" and what.name or ("tree %d"):format(index)
end

local function points_of(definition)
  local points, names = definition.points or { {} }, {}
  local known = {}
  local function note(name)
    if not known[name] then known[name], names[#names + 1] = true, name end
  end
  for _, name in ipairs(definition.parameters or {}) do note(name) end
  if type(definition.games) == "table" and #definition.games > 1 then
    points = multiply(points, "game", tables.map(definition.games, name_of))
    note "game"
  end
  for _, row in ipairs(over_rows(definition.over or {})) do
    points = multiply(points, row[1], row[2])
    note(row[1])
  end
  for _, point in ipairs(points) do
    for _, name in ipairs(words.keys(point)) do
      check_value(name, point[name])
      note(name)
    end
  end
  return points, names
end

local function label_of(point, names)
  local parts = {}
  for _, name in ipairs(names) do
    local value = point[name]
    if value ~= nil then parts[#parts + 1] = name .. "=" .. (type(value) == "number" and notation.number or tostring)(value) end
  end
  return table.concat(parts, " ")
end

-- The points with values in place of the experiment's own, each point once: `set` is a text as in "game=othello,nodes=1000".
local function set_points(points, names, set)
  local values, seen, kept = {}, {}, {}
  for part in set:gmatch "[^,]+" do
    local name, text = part:match "^%s*([^=]-)%s*=%s*(.-)%s*$"
    if not name then fail("option 'set' of gts.experiment has '%s': expected name=value", part) end
    if not words.contains(names, name) then
      fail("option 'set' of gts.experiment has '%s', which is no parameter: %s", name, table.concat(names, ", "))
    end
    values[name] = text == "true" or text ~= "false" and (math.tointeger(text) or tonumber(text) or text)
  end
  for _, point in ipairs(points) do
    local changed = tables.copy(point, values)
    local text = label_of(changed, names)
    if not seen[text] then seen[text], kept[#kept + 1] = true, changed end
  end
  return kept
end

-- What is compared at a point: entries, tables with label, options, and the values of the columns.

local function entry_of(what, columns, i)
  if type(what) == "string" then what = { algorithm = what } end
  if type(what) ~= "table" then
    fail("the field 'algorithms' of the experiment has %s as element %d: expected an id, or options", words.quote(what), i)
  end
  local asked = tables.copy(what)
  asked.label = nil
  local entry = { label = what.label or what.algorithm or "?", options = asked }
  for _, name in ipairs(columns) do entry[name] = asked[name] end
  return entry
end

local function entries_of(definition, point)
  local given = definition.algorithms
  if type(given) == "function" then given = given(point) end
  if type(given) ~= "table" or #given == 0 then fail "the field 'algorithms' of the experiment is missing, or empty" end
  return tables.map(given, function(what, i) return entry_of(what, definition.columns or {}, i) end)
end

-- Games.

local tree_field = tables.set(tables.map(tree.rows, function(row) return row.name end))

local OF_A_GAME = [[
%s, in the experiment's field 'games': a table there has fields of gts.tree; a game with options is written as in
gts.game("connect4", { columns = 5 })]]

-- What is made, or the error of it without a place in our files.
local function or_raise(result, wrong)
  if not result then error(wrong, 0) end
  return result
end

local function make_tree(spec)
  local result, wrong = tree.make(spec)
  if not result and wrong:find "^unknown field" then wrong = OF_A_GAME:format(wrong):gsub("\n", " ") end
  return or_raise(result, wrong)
end

-- A checked game. Rules are the same for all seeds, and are made once.
local function make_game(self, what, point, seed)
  -- Fields of gts.tree, of which a seed makes a tree.
  if type(what) == "table" and not game.is_game(what) and what.evaluate == nil and #what == 0 then
    local spec = { seed = seed }
    for name, value in pairs(point) do
      if tree_field[name] then spec[name] = value end
    end
    return make_tree(tables.copy(what, spec))
  end
  if game.is_game(what) then return what end
  local written_out = type(what) == "table" and what.evaluate == nil
  self.made[what] = self.made[what] or or_raise((written_out and tree.make or game.make)(what))
  return self.made[what]
end

-- What is searched at a point, with a seed; and from which position, if not from the start.
local function subject(self, point, seed)
  local games = self.definition.games
  if type(games) == "function" then
    local what, position = games(point, seed)
    return make_game(self, what, {}, seed), position
  end
  if #games == 1 then return make_game(self, games[1], point, seed) end
  for i, what in ipairs(games) do
    if name_of(what, i) == point.game then return make_game(self, what, point, seed) end
  end
end

-- The options of a search: those of all searches, of the point where they are parameters, of the entry.
local function options_at(self, entry, point, of)
  local algorithm = options.algorithm(entry.options.algorithm or "alphabeta")
  local asked = {}
  local function add(name, value)
    if options.row(name) and algorithm and options.takes(algorithm, name) then asked[name] = value end
  end
  for name, value in pairs(self.definition.options or {}) do add(name, value) end
  if type(self.definition.games) == "table" then
    for name, value in pairs(point) do
      if not (of.tree and tree_field[name]) then add(name, value) end
    end
  end
  return tables.copy(asked, entry.options)
end

-- What is measured.

-- Checks the result of a function of the experiment: a number, or false for none.
local function number_of(value, name, ...)
  local is_number = type(value) == "number" and value == value and math.abs(value) < math.huge
  if not is_number and value ~= false then
    local what = value ~= value and "nan" or words.quote(value)         -- C may print it with a sign
    error(("%s returned %s: expected a number, or false"):format(name:format(...), what), 0)
  end
  return value
end

local function measured(measure, r, of, point)
  if type(measure) == "table" then return number_of(measure[2](r, of, point), "measure '%s'", measure[1]) end
  if r.stopped then return false end
  local value = r.stats[measure]
  if value == nil then value = r[measure] end
  return type(value) == "number" and value or false
end

local function observe_search(self, entry, point, of, position)
  local asked = options_at(self, entry, point, of)
  if position ~= nil then asked.position = position end
  local began, r = os.clock(), or_raise(search.try(of, asked))
  r.processor = os.clock() - began
  return tables.map(self.definition.measures, function(measure) return measured(measure, r, of, point) end)
end

-- What the experiment's own function observes: for each algorithm a number, or a list of one for each measure.
local function observe_run(self, point, seed)
  local all = self.definition.run(point.values, seed, point.entries)
  if type(all) ~= "table" then error(("run returned %s: expected a list"):format(words.quote(all)), 0) end
  return tables.map(point.entries, function(entry, i)
    local row = type(all[i]) == "table" and all[i] or { all[i] }
    return tables.map(self.definition.measures, function(_, k) return number_of(row[k], "run, for '%s',", entry.label) end)
  end)
end

--- What a message about a job begins with: its parameters and its seed.
function plan.where(job) return ("%s%sseed %d: "):format(job.point.label, job.point.label ~= "" and " " or "", job.seed) end

--- Does a job. `self`: the plan; `job`: point, seed. Returns for each entry of the point a list measured, or false.
function plan.observe(self, job)
  local point, seed = job.point, job.seed
  if self.definition.run then return observe_run(self, point, seed) end
  local of, position = subject(self, point.values, seed)
  return tables.map(point.entries, function(entry) return observe_search(self, entry, point.values, of, position) end)
end

-- Checks.

local function check_parameters(definition, names)
  if type(definition.games) ~= "table" or type(definition.algorithms) == "function" then return end
  for _, name in ipairs(names) do
    if name ~= "game" and not tree_field[name] and not options.row(name) then
      fail("parameter '%s' is neither a field of gts.tree nor an option of a search: for others 'games' is a function", name)
    end
  end
end

local function check_measures(definition)
  for i, measure in ipairs(definition.measures) do
    if type(measure) == "table" and (type(measure[1]) ~= "string" or type(measure[2]) ~= "function") then
      fail("the field 'measures' of the experiment has element %d: expected a name, or {name, function}", i)
    end
  end
end

local function check(given, quick)
  if type(given) ~= "table" then fail("the experiment is %s: expected its name, or a table", words.quote(given)) end
  local definition = refusal.need(schema.check(plan.fields, given, say))
  if quick and definition.quick then definition = tables.copy(definition, definition.quick) end
  if definition.claims then return definition end
  if not definition.games and not definition.run then fail "the experiment has neither 'games' nor 'run'" end
  if not definition.algorithms then fail "the field 'algorithms' of the experiment is missing" end
  return definition
end

local function make(given, asked)
  local definition = check(given, asked.quick)
  local self = { definition = definition, points = {}, made = {}, first = asked.seed, seeds = asked.seeds or definition.seeds }
  if definition.claims then return self end
  self.usual = given.seeds or definition.seeds
  check_measures(definition)
  local points, names = points_of(definition)
  self.parameters = names
  check_parameters(definition, names)
  if asked.set then points = set_points(points, names, asked.set) end
  for i, values in ipairs(points) do
    self.points[i] = { index = i, values = values, label = label_of(values, names), entries = entries_of(definition, values) }
  end
  return self
end

--- Makes a plan of an experiment. `given`: the experiment; `asked`: seed; seeds (how many; nil: what the experiment says); quick;
-- set. Returns a table: points (a list of tables with values, label, entries), parameters (their names), seeds, first,
-- definition. Error: what is wrong with it.
function plan.make(given, asked) return refusal.caught(make, given, asked) end

--- The name of a measure.
function plan.measure_name(measure) return type(measure) == "table" and measure[1] or measure end

--- All jobs: first all points with the first seed, then with the second, and so on, so that what is known grows evenly.
function plan.jobs(self)
  return tables.flatten(tables.range(self.first, self.first + self.seeds - 1), function(seed)
    return tables.map(self.points, function(point) return { point = point, seed = seed } end)
  end)
end

return plan
