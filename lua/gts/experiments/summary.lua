--- What an experiment has found: rows of means, and how they stand to what was published.

local chart_of = require "gts.experiments.chart_of"
local columns = require "gts.show.columns"
local listing = require "gts.show.listing"
local moments = require "gts.experiments.moments"
local plan = require "gts.experiments.plan"
local tables = require "gts.base.tables"

local summary = {}

local WIDTH = 80
local ROUNDING = 1e-9           -- of a published figure that is exact

-- Rows.

-- What was observed at a point of an entry, by one measure, over the seeds that are done.
local function sample_of(state, point, i, k)
  local sample = {}
  for _, seed in ipairs(state.order) do
    local values = state.done[point.index] and state.done[point.index][seed]
    if values then sample[#sample + 1] = values[i] and values[i][k] or false end
  end
  return sample
end

-- The difference of a mean from a published one, in standard errors. The published one is of `trees` trees
-- (nil: it is exact), with the spread of ours. Nil if they differ and there is no error.
local function sigmas_of(row, published, trees)
  local error, off = math.sqrt(row.standard_error ^ 2 + (trees and row.deviation ^ 2 / trees or 0)), row.mean - published
  if error > 0 then return off / error end
  return math.abs(off) <= ROUNDING * math.abs(published) and 0 or nil
end

-- The difference of two shares, in standard errors. The arc sine of the root of a share has an error that depends only on the
-- number of observations: it is not nought where all of twenty are right, and is as good near 0 and 1 as elsewhere.
local function sigmas_of_shares(row, published, trees)
  local function angle(share) return math.asin(math.sqrt(math.max(0, math.min(share, 1)))) end
  return 2 * (angle(row.mean) - angle(published)) / math.sqrt(1 / row.count + (trees and 1 / trees or 0))
end

-- Adds how a row stands to what was published. What is computed, not observed, has no error.
local function compare(row, definition, published, trees)
  if not published or not row.mean then return end
  row.published, row.published_trees = published, trees
  if published ~= 0 then row.difference = row.mean / published - 1 end
  if definition.exact then row.standard_error = 0 end
  if row.standard_error then row.sigmas = (definition.shares and sigmas_of_shares or sigmas_of)(row, published, trees) end
end

local function row_of(state, point, i, k)
  local self = state.plan
  local definition, entry = self.definition, point.entries[i]
  local measure, sample = definition.measures[k], sample_of(state, point, i, k)
  local row = moments.of(sample)
  row.sample = sample
  row.point, row.entry, row.algorithm, row.measure = point.values, entry, entry.label, plan.measure_name(measure)
  row.several, row.missing = #definition.measures > 1, #sample > row.count and #sample - row.count or nil
  for _, name in ipairs(definition.columns or {}) do row[name] = entry[name] end
  for name, value in pairs(point.values) do row[name] = value end
  if #point.entries > 1 and row.count > 0 then
    row.ratio, row.ratio_error = moments.ratio(sample, sample_of(state, point, 1, k))
  end
  if definition.published then compare(row, definition, definition.published(point.values, entry, row.measure)) end
  return row
end

local function add_rows(list, state)
  for _, point in ipairs(state.plan.points) do
    for i = 1, #point.entries do
      for k = 1, #state.plan.definition.measures do
        local row = row_of(state, point, i, k)
        if row.count > 0 or row.missing then list[#list + 1] = row end
      end
    end
  end
end

-- Text.

--- A number with as many digits as its error leaves it; without one, as many as one wants to see.
function summary.figure(value, error)
  if error and error > 0 then
    local digits = 1 - math.floor(math.log(error, 10))
    return ("%.*f"):gsub("%*", tostring(math.max(0, math.min(digits, 9)))):format(value)
  end
  if value == math.floor(value) and math.abs(value) < 1e15 then return ("%.0f"):format(value) end
  return ("%.4g"):format(value)
end

local function mean_text(row) return row.mean and summary.figure(row.mean, row.standard_error) end

local function error_text(row)
  local error = row.standard_error
  return error and error > 0 and summary.figure(error, error) or nil
end

-- The columns of a list: the parameters, what is compared, and what was found. `title` is what people see for the name.
local function columns_of(self)
  local made, measures = {}, self.definition.measures
  local function add(name, text, title, parameter)
    local function value(row) return row[name] end
    made[#made + 1] = { name = name, value = value, text = text, title = title, parameter = parameter }
  end
  for _, name in ipairs(self.parameters) do add(name, nil, nil, true) end
  add "algorithm"
  for _, name in ipairs(self.definition.columns or {}) do add(name) end
  if #measures > 1 then add "measure" else add("measure", false) end
  add("count", false)
  add "missing"
  add("mean", mean_text, #measures == 1 and plan.measure_name(measures[1]) or nil)
  add("standard_error", error_text, "+-")
  add "published"
  add("difference", function(row) return row.difference and ("%+.1f%%"):format(100 * row.difference) end)
  add("sigmas", function(row) return row.sigmas and ("%+.1f"):format(row.sigmas) end)
  add("ratio", function(row) return row.ratio and ("%.3f"):format(row.ratio) end)
  add("ratio_error", false)
  return made
end

local claim_columns = {
  { name = "number", value = function(_, i) return i end, text = false }, "verdict", "where", "claim", "found",
}

local function append_wrapped(lines, text, width)
  for paragraph in (text .. "\n"):gmatch "([^\n]*)\n" do
    local wrapped = columns.wrap(paragraph, width)
    if #wrapped == 0 then lines[#lines + 1] = "" end
    table.move(wrapped, 1, #wrapped, #lines + 1, lines)
  end
end

-- What a table says below itself: how it was made.
local function foot_of(list)
  local parts = {}
  if list.count then
    parts[1] = ("%d %s of each from seed %d"):format(list.count, list.count == 1 and "observation" or "observations", list.seed)
  end
  if list.stopped then parts[#parts + 1] = ("%s: %d of %d jobs done"):format(list.stopped, list.finished, list.jobs) end
  parts[#parts + 1] = ("%.1f s, %d %s"):format(list.seconds, list.workers, list.workers == 1 and "process" or "processes")
  if list.kept > 0 then parts[#parts + 1] = ("%d jobs were known from before"):format(list.kept) end
  return table.concat(parts, "; ") .. "\n" ..
    ("gts %s, %s, %s; %s"):format(list.version, list.compiler, list.lua, list.machine)
end

-- What the parameters of a row are, but for one, in words; and the measure, where there are several.
local function heading_of(row, used, along, several)
  local parts = {}
  for _, column in ipairs(used) do
    local value = column.parameter and column.name ~= along and column.value(row)
    if value ~= nil and value ~= false then parts[#parts + 1] = column.name .. " " .. tostring(value) end
  end
  if several then parts[#parts + 1] = row.measure end
  return table.concat(parts, ", ")
end

local function table_text(rows, used, width)
  local shown = tables.map(used, function(column)
    return { name = column.title or column.name, value = column.value, text = column.text }
  end)
  return listing.form({ name = "gts.experiment.rows", columns = shown })(rows):text(width)
end

local MANY = 4          -- rows of a point that get a separate table

-- All rows in one table; or, where there are many at each point, a table for each.
local function tables_text(list, used, width)
  local groups = tables.groups(list, function(row) return row.point end)
  if #groups == 0 or #list < MANY * #groups then return table_text(table.move(list, 1, #list, 1, {}), used, width) end
  local own = tables.filter(used, function(column) return not column.parameter end)
  return table.concat(tables.map(groups, function(group)
    local heading = heading_of(group[1], used)
    return (heading ~= "" and heading .. "\n" or "") .. table_text(table.move(group, 1, #group, 1, {}), own, width)
  end), "\n\n")
end

local function cell_of(row)
  if not row or not row.mean then return nil end
  local error, published = error_text(row), row.published and (" (%s)"):format(summary.figure(row.published)) or ""
  return mean_text(row) .. (error and " +-" .. error or "") .. published
end

-- A table for each combination of the parameters but one: a line for each value of that, a column for each algorithm.
local function pivots_text(list, used, along, width)
  local pivots = tables.groups(list, function(row) return row.mean and heading_of(row, used, along, row.several) or nil end)
  return table.concat(tables.map(pivots, function(rows)
    local shown = { { name = along, value = function(line) return line[1][along] end } }
    for _, group in ipairs((tables.groups(rows, function(row) return row.algorithm end))) do
      shown[#shown + 1] = { name = group.key, value = function(line)
        local of = tables.filter(line, function(row) return row.algorithm == group.key end)
        return cell_of(of[#of])
      end }
    end
    local lines = tables.groups(rows, function(row) return tostring(row[along]) end)
    local made = listing.form({ name = "gts.experiment.pivot", columns = shown })(lines):text(width)
    return (rows.key ~= "" and rows.key .. "\n" or "") .. made
  end), "\n\n")
end

local VERDICT = 7       -- columns of a verdict, and of what stands below it

-- Claims, one below the other: the verdict, what is claimed and where, what was found.
local function claims_text(list, width)
  local lines = {}
  for _, row in ipairs(list) do
    local head = row.verdict .. (" "):rep(VERDICT - #row.verdict)
    local texts = { ("%s (%s)"):format(row.claim, row.where), "-> " .. row.found }
    for _, text in ipairs(texts) do
      for _, line in ipairs(columns.wrap(text, width - VERDICT)) do
        lines[#lines + 1] = head .. line
        head = (" "):rep(VERDICT)
      end
    end
  end
  return table.concat(lines, "\n")
end

local function to_text(list, used, width)
  local lines = {}
  append_wrapped(lines, list.title or list.name, width)
  if list.source then append_wrapped(lines, list.source, width) end
  lines[#lines + 1] = ""
  if list.holding then lines[#lines + 1] = claims_text(list, width)
  elseif list.along then lines[#lines + 1] = pivots_text(list, used, list.along, width)
  else lines[#lines + 1] = tables_text(list, used, width) end
  for _, finding in ipairs(list.findings or {}) do
    lines[#lines + 1] = ""
    append_wrapped(lines, finding, width)
  end
  lines[#lines + 1] = ""
  append_wrapped(lines, foot_of(list), width)
  return table.concat(lines, "\n")
end

-- A kind of list, with what only experiments have.
local function listed(list, used, definition)
  return listing.form {
    name = "gts.experiment", columns = used, called = "an experiment", draw = { svg = chart_of.draw(definition) },
    shown = function(self, width) return to_text(self, used, width or WIDTH) end,
    methods = {
      jsonl = function(self) return listing.json_lines(self, { rows = #self, findings = self.findings }, used) end,
    },
  }(list)
end

local SURE = 3          -- standard errors: what is off by more is not chance

local function where(row, self)
  local parts = { row.algorithm }
  for _, names in ipairs { self.definition.columns or {}, self.parameters } do
    for _, name in ipairs(names) do
      if row[name] ~= nil then parts[#parts + 1] = ("%s %s"):format(name, row[name]) end
    end
  end
  return table.concat(parts, ", ")
end

local ENOUGH = 10       -- observations: of fewer nothing is concluded

-- The rows with a published figure, by what can be said of them.
local function judged(list, exact)
  local kinds = { exact = {}, near = {}, far = {}, differ = {}, few = {} }
  for _, row in ipairs(list) do
    local kind = row.sigmas and (math.abs(row.sigmas) <= SURE and "near" or "far") or "differ"
    if row.sigmas == 0 and row.standard_error == 0 then kind = "exact"
    elseif row.count < ENOUGH and not exact then kind = "few" end
    if row.published then table.insert(kinds[kind], row) end
  end
  return kinds
end

-- How the figures stand to those that were published, in sentences.
local function agreement(list, self)
  local kinds, found = judged(list, self.definition.exact), {}
  local exact, far, differ, few = #kinds.exact, #kinds.far, #kinds.differ, #kinds.few
  local near = #kinds.near + exact
  local furthest = tables.best(table.move(kinds.far, 1, far, #kinds.near + 1, kinds.near),
    function(a, b) return math.abs(a.sigmas) > math.abs(b.sigmas) end)
  if furthest then
    local count = near + far
    found[1] = ("Of %d published figures %s within %d standard errors. The furthest off: %+.1f %%, %+.1f standard errors (%s).")
      :format(count, near == count and "all are" or near == 1 and "1 is" or near .. " are", SURE,
      100 * (furthest.difference or 0), furthest.sigmas, where(furthest, self))
  elseif exact > 0 then found[1] = ("%s published %s met exactly."):format(differ + few > 0 and exact or "All " .. exact,
    exact == 1 and "figure is" or "figures are") end
  if differ > 0 then
    found[#found + 1] = ("%d %s, with no spread to judge %s by (%s)."):format(differ, differ == 1 and "differs" or "differ",
      differ == 1 and "it" or "them", where(kinds.differ[1], self) .. (differ > 1 and ", and others" or ""))
  end
  if few > 0 then
    found[#found + 1] = ("No verdict on %d published %s: %d observations are needed for one, at least."):format(few,
      few == 1 and "figure" or "figures", ENOUGH)
  end
  return table.concat(found, " ")
end

-- What there is to say: how it agrees with what was published, and what the experiment itself has found.
local function findings_of(list, state)
  local self, count = state.plan, #state.order
  local findings = { agreement(list, self) }
  if findings[1] == "" then findings[1] = nil end
  local own = self.definition.findings and #list > 0 and self.definition.findings(list) or {}
  table.move(own, 1, #own, #findings + 1, findings)
  if #own > 0 and count < ENOUGH and self.usual >= ENOUGH then
    findings[#findings + 1] = ("That is what %d %s of each %s: too few to conclude anything."):format(count,
      count == 1 and "observation" or "observations", count == 1 and "says" or "say")
  end
  return findings
end

-- Gives a list further fields, and what its experiment says of itself.
local function about(list, definition, fields)
  for name, value in pairs(fields) do list[name] = value end
  list.name, list.title, list.source, list.about = definition.name, definition.title, definition.source, definition.about
  return list
end

--- The result of what is done. `state`: plan; done: point -> seed -> values; order: seeds begun; about: fields.
function summary.of(state)
  local definition = state.plan.definition
  local list = about({}, definition, state.about)
  list.along = definition.rows
  add_rows(list, state)
  list.findings = findings_of(list, state)
  return listed(list, columns_of(state.plan), definition)
end

--- Makes the result of an experiment that examines claims, of rows (verdict, where, claim, found) and of fields for the result.
function summary.of_claims(definition, rows, fields)
  local list, holding = about(rows, definition, fields), tables.count(rows, function(row) return row.verdict == "holds" end)
  list.holding, list.findings = holding, { ("%d of %d claims hold."):format(holding, #rows) }
  return listed(list, claim_columns, definition)
end

return summary
