--- What came of a tuning: a list of weights that prints as a table, has csv() and json(), and can be written as a file of
-- weights.

local core = require "gts.core"
local listing = require "gts.show.listing"
local show = require "gts.show.text"
local tables = require "gts.base.tables"
local trial = require "gts.train.trial"
local weights = require "gts.rules.weights"

local report = {}

local function found_lines(list)
  local how = ("logistic regression on results of games (Texel), %s games of %s (seed %d)"):format(show.count(list.games),
    list.players, list.seed)
  if list.positions then how = how .. (", %s quiet positions"):format(show.count(list.positions)) end
  local lines = { how }
  if list.after_error then
    lines[2] = ("error of the predictions %.5f, before %.5f"):format(list.after_error, list.before_error)
    if not list.linear then lines[2] = lines[2] .. "; not linear in the weights: they were found step by step" end
  end
  if list.limited then lines[#lines + 1] = "the change was cut short: values would leave rules.range" end
  return lines
end

local form = listing.form {
  name = "gts.tune",
  columns = { "name", "before", "after",
    listing.column("seen", function(row) return row.seen and ("%.0f %%"):format(100 * row.seen) or nil end) },
  foot = function(list)
    local lines = found_lines(list)
    lines[#lines + 1] = trial.line(list)
    lines[#lines + 1] = trial.verdict(list, "weights are")
    return table.concat(lines, "\n")
  end,
  records = { "weights" },
}

--- Makes the result of a tuning. `self`: see gts.train.work. See gts.tune.
function report.of(self)
  local list = {}
  for i, name in ipairs(weights.names(self.before)) do
    list[i] = { name = name, before = self.before[name], after = self.found and self.found[name], seen = self.seen and
      self.seen[i] }
  end
  list.games, list.positions, list.linear, list.scale = self.played or 0, self.positions, self.linear, self.scale
  list.before_error, list.after_error, list.limited = self.before_error, self.after_error, self.limited
  trial.add(list, self)
  list.method = "texel"
  list.weights = tables.copy(self.gained and self.found or self.before)
  return form(list)
end

--- The file of the new weights.
function report.file(self)
  local list = report.of(self)
  local lines = { ("-- Weights of %s, by gts tune %s."):format(list.game .. (list.options and " " .. list.options or ""),
    core.version) }
  for _, line in ipairs(found_lines(list)) do lines[#lines + 1] = "-- " .. line end
  lines[#lines + 1] = "-- " .. trial.line(list)
  lines[#lines + 1] = "return {"
  for _, row in ipairs(list) do
    lines[#lines + 1] = ("  %s = %s,  -- before: %s"):format(row.name, weights.number(row.after), weights.number(row.before))
  end
  return table.concat(lines, "\n") .. "\n}\n"
end

return report
