--- Experiments: what many searches of many trees say, repeated by one call.

local core = require "gts.core"
local extensions = require "gts.base.extensions"
local experiment_file = require "gts.experiments.experiment_file"
local machine = require "gts.base.machine"
local map = require "gts.map"
local markdown = require "gts.show.markdown"
local plan = require "gts.experiments.plan"
local refusal = require "gts.base.refusal"
local schema = require "gts.base.schema"
local source = require "gts.rules.source"
local summary = require "gts.experiments.summary"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local need = refusal.need

local experiment = {}

local added                             -- name -> its row in an extension

-- The names of all experiments.
experiment.names, added = extensions.ordered("experiments", "experiments")

--- The rows of the options: see gts.base.schema.
experiment.options = {
  { name = "seeds", kind = schema.whole(1, 10000000), help = "trees of each kind; default: by the experiment" },
  { name = "seed", kind = schema.whole(), default = 1, help = "the first seed" },
  { name = "quick", kind = schema.flag, default = false, help = "run a small version, as a trial" },
  { name = "set", kind = schema.text, value = "NAME=VALUE,...",
    help = "values of parameters instead of the experiment's, as in game=othello,nodes=1000" },
  map.row,
  { name = "file", kind = schema.text, value = "FILE", help = "file that keeps results; the experiment continues from there" },
  { name = "progress", kind = schema.callable, type = "fun(so_far: table): boolean?",
    help = "a function, called after each job with its progress; false stops" },
}

-- Finding an experiment.

-- Adds what stands beside an experiment's module, without a title: title, source, and what it is about, in Markdown.
local function describe(made, row)
  local text = not made.title and markdown.file(row.module)
  if not text then return end
  made.name, made.title, made.source, made.about = row.name, text:match "^# ([^\n]*)\n\n(.-)\n\n(.*)\n$"
  made.source = made.source and made.source:gsub("\n", " ")
end

-- One of an extension: its table, and what tells it from what it was before it was changed. nil: the extension is wrong.
local function shipped(name)
  local made = extensions.load(added[name]) or refusal.refuse("the experiment '%s' does not load", name)
  describe(made, added[name])
  local file = package.searchpath(added[name].module, package.path)
  return made, file and source.text(file) or name
end

local function from_file(file)
  local text = need(source.text(file))
  local definition = need(source.compile(text, file))(file)
  if type(definition) ~= "table" then
    refusal.refuse("%s returns %s: expected the table of an experiment", file, words.quote(definition))
  end
  return definition, text
end

-- What tells a table from another: its data, and its functions as they are compiled.
local function text_of(value, seen)
  local kind = type(value)
  if kind == "function" then
    local ok, code = pcall(string.dump, value, true)
    return ok and code or "function"
  end
  if kind ~= "table" then return kind .. tostring(value) end
  if seen[value] then return "again" end
  seen[value] = true
  local parts = tables.map(words.keys(value), function(key) return key .. "=" .. text_of(value[key], seen) end)
  for i, element in ipairs(value) do parts[#parts + 1] = i .. "=" .. text_of(element, seen) end
  return "{" .. table.concat(parts, ";") .. "}"
end

-- What may have been meant: those that begin so, else the one that is most like it.
local function suggest(what)
  local list = tables.filter(experiment.names, function(name) return name:sub(1, #what) == what end)
  if #what < 3 or #list == 0 then return words.suggest(what, experiment.names) end
  return (": did you mean '%s'?"):format(table.concat(list, "' or '"))
end

-- The table of an experiment, and a text that tells it from others.
local function find(what)
  if type(what) == "table" then return what, text_of(what, {}) end
  if type(what) ~= "string" then refusal.refuse("the experiment is %s: expected a name, a file or a table", words.quote(what)) end
  if words.contains(experiment.names, what) then return shipped(what) end
  if what:find "%.lua$" or core.files.kind(what) then return from_file(what) end
  local meant = suggest(what)
  if meant == "" then meant = "; there are: " .. table.concat(experiment.names, ", ") end
  refusal.refuse("there is no experiment '%s'%s", what, meant)
end

-- Running one.

local function add(state, job, values)
  local index, seed = job.point.index, job.seed
  state.done[index] = state.done[index] or {}
  state.done[index][seed] = values
  state.finished = state.finished + 1
end

-- The jobs that are not done yet; what the file has of the others is added.
local function undone(state, jobs, known)
  local left = tables.filter(jobs, function(job)
    local values = known[experiment_file.name(job.point.label, job.seed)]
    if not values or #values ~= #job.point.entries then return true end
    add(state, job, values)
  end)
  state.kept = state.finished
  return left
end

-- How far it is, and how long what is left will take if it goes on like that.
local function report(state, total)
  local seconds, done = core.clock() - state.began, state.finished - state.kept
  return { done = state.finished, total = total, seconds = seconds,
    left = done > 0 and seconds / done * (total - state.finished) or nil }
end

local function run_jobs(state, jobs, all, keep)
  local total = state.finished + #jobs
  local function work(i) return plan.observe(state.plan, jobs[i]) end
  return map.each(work, all.workers, map.numbers(jobs), function(i, values)
    add(state, jobs[i], values)
    if keep then keep(experiment_file.write(jobs[i], values)) end
    if all.progress and all.progress(report(state, total)) == false then return "progress" end
  end, { name = function(i) return plan.where(jobs[i]) end })
end

local function about(all, began, more)
  local fields = machine.about()
  fields.seed, fields.quick, fields.workers, fields.seconds = all.seed, all.quick, all.workers, core.clock() - began
  return tables.copy(fields, more)
end

local function run(made, all, digest)
  local state = { plan = made, done = {}, finished = 0, kept = 0, began = core.clock() }
  local jobs, known, keep = plan.jobs(made), {}, nil
  if all.file then
    known, keep = experiment_file.open(all.file, { name = made.definition.name, version = core.version, made = digest })
    if not known then return nil, keep end
  end
  local total, stopped = #jobs, run_jobs(state, undone(state, jobs, known), all, keep)
  local seeds = {}                      -- of which anything is done
  for _, by_seed in pairs(state.done) do
    for seed in pairs(by_seed) do seeds[seed] = true end
  end
  state.order = tables.keys(seeds)
  state.about = about(all, state.began, { stopped = stopped, finished = state.finished, jobs = total, kept = state.kept,
    count = #state.order, seeds = made.seeds })
  return summary.of(state)
end

local function run_claims(made, all)
  local began = core.clock()
  local rows = tables.map(made.definition.claims, function(claim)
    local holds, found = claim.check()
    return { claim = claim[1], where = claim.where, found = found, verdict = holds and "holds" or "FAILS" }
  end)
  return summary.of_claims(made.definition, rows, about(all, began, { kept = 0, seed = 0 }))
end

local function prepare(what, given)
  local all = need(schema.options("gts.experiment", experiment.options, given))
  all.workers = map.count(all.workers)
  local definition, text = find(what)
  return need(plan.make(definition, all)), text, all
end

--- Runs an experiment: see gts.experiment; or returns nil and what is wrong with the call.
function experiment.try(what, given)
  local made, text, all = refusal.caught(prepare, what, given)
  if not made then return nil, text end
  if made.definition.claims then return run_claims(made, all) end
  return run(made, all, core.hash(text .. (all.quick and " quick" or "") .. (all.set and " " .. all.set or "")):sub(1, 16))
end

--- What an experiment says of itself. Returns its fields. Error: that there is none.
function experiment.definition(what)
  local definition, wrong = refusal.caught(find, what)
  return definition, not definition and wrong or nil
end

--- The experiments that come with gts: a list of tables with name, title, source, about.
function experiment.list()
  return tables.collect(experiment.names, function(name)
    local definition = experiment.definition(name)
    return definition and { name = name, title = definition.title, source = definition.source, about = definition.about }
  end)
end

return experiment
