--- What came of learning: a list of rows, each some games, that prints as a table, and has csv() and json().

local choice = require "gts.learn.choice"
local core = require "gts.core"
local frozen = require "gts.compile.frozen"
local game = require "gts.game"
local listing = require "gts.show.listing"
local player = require "gts.play.player"
local show = require "gts.show.text"
local trial = require "gts.train.trial"
local words = require "gts.base.words"

local report = {}

local methods = { td = "TD(%g)", tdleaf = "TD-leaf(%g)", rootstrap = "RootStrap", treestrap = "TreeStrap" }

local function how_lines(list)
  local lines = { ("%s, depth %d, %s games, %s positions (seed %d)"):format(methods[list.method]:format(list.lambda), list.depth,
    show.count(list.games), show.count(list.positions), list.seed) }
  if list.weights then
    lines[2] = ("%s weights of %s"):format(show.count(list.weights), list.patterns and ("%s patterns"):format(
      show.count(list.patterns)) or "rules.features")
  end
  lines[#lines + 1] = choice.line(list)
  return lines
end

local form = listing.form {
  name = "gts.learn",
  columns = {
    "games", "positions", listing.column("error", function(row) return ("%.4f"):format(row.error) end), "max", "draws", "min",
    "cut", listing.column("speed", function(row) return show.count(math.floor(row.speed)) end),
  },
  foot = function(list)
    local lines = how_lines(list)
    if list.numbers and list.numbers > frozen.most_cells then
      lines[#lines + 1] = ("%s numbers: rules with them are not compiled, which takes %s at most (smaller shapes, fewer stages)")
        :format(show.count(list.numbers), show.count(frozen.most_cells))
    end
    lines[#lines + 1] = trial.line(list)
    lines[#lines + 1] = trial.verdict(list, "evaluation is")
    return table.concat(lines, "\n")
  end,
}

local function row_of(counts)
  local row = { error = counts.squares / math.max(1, counts.predicted) }
  row.speed = counts.positions / math.max(counts.seconds, 1e-9)
  for _, name in ipairs { "games", "positions", "max", "min", "draws", "cut", "seconds" } do row[name] = counts[name] end
  return row
end

--- Makes the result of learning. `self`: see gts.learn.self_play. See gts.learn.
function report.of(self)
  local list, all, course = {}, self.all, self.course
  local plan, total = course.plan, course.total
  for i, row in ipairs(course.rows) do list[i] = row_of(row) end
  for _, name in ipairs { "depth", "lambda", "rate", "explore", "plies" } do list[name] = all[name] end
  list.games, list.positions = total.games, total.positions
  list.target, list.weights = plan.target, plan.weights * plan.stages.count
  list.patterns, list.shapes, list.tried = plan.patterns and #plan.patterns, plan.shapes, self.tried
  list.evaluation, list.numbers = self.evaluation, self.numbers
  trial.add(list, self)
  return form(list)
end

local function argument(text) return text:find "^[%w_%-+.,:/=]+$" and text or "'" .. text:gsub("'", [['\'']]) .. "'" end

-- Options that make no difference to what is learnt, or follow from the name of the game.
local apart = { file = true, progress = true, workers = true }

local function command(self)
  local parts, options = { "gts learn " .. argument(self.of.name) }, game.given(self.of) or {}
  for _, name in ipairs(words.keys(options)) do parts[#parts + 1] = argument(("%s=%s"):format(name, tostring(options[name]))) end
  local asked, all = {}, self.all       -- the options from which a run follows: others than the defaults, and games and seed
  for _, row in ipairs(self.option_rows) do
    local name, value = row.name, self.asked[row.name]
    if value ~= row.default and not apart[name] then asked[name] = type(value) == "table" and player.describe(value) or value end
  end
  asked.seed, asked.games = all.seed, not all.unlimited and all.games or nil
  for _, name in ipairs(words.keys(asked)) do parts[#parts + 1] = ("--%s %s"):format(name, argument(tostring(asked[name]))) end
  return table.concat(parts, " ")
end

--- What the file says of itself, in lines.
function report.header(self)
  local list = report.of(self)
  local lines = { ("Evaluation of %s, by gts learn %s."):format(list.game .. (list.options and " " .. list.options or ""),
    core.version) }
  lines[2] = "Made by: " .. command(self)
  table.move(how_lines(list), 1, 3, 3, lines)
  lines[#lines + 1] = trial.line(list)
  return lines
end

return report
