--- gts solve: the truth about a position.

local core = require "gts.core"

local answer = require "gts.program.answer"
local extensions = require "gts.base.extensions"
local moves = require "gts.moves"
local operands = require "gts.program.operands"
local options = require "gts.program.options"
local outcome = require "gts.program.outcome"
local output = require "gts.program.output"
local page = require "gts.program.page"
local show = require "gts.show.text"
local solve = require "gts.solve"
local status = require "gts.program.status"
local tables = require "gts.base.tables"

-- What options have here that options of gts.solve have not.
local typed = {
  by = { value = "MEANS" }, folder = { value = "FOLDER", raw = true, kind = false },
  memory = { value = "BYTES", implied = "1 GB" }, distances = { implied = true }, time = { value = "SECONDS" },
  checkpoint = { value = "SECONDS" }, threads = { value = "N" },
  file = { value = "FILE", raw = true }, job_seconds = { value = "SECONDS" },
  job_nodes = { value = "N", implied = 1000000, help = "of jobs: most nodes of one" },
}

local rows = options.rows(nil, { "native" })
local names = { "by", "folder", "memory", "distances", "time", "checkpoint", "threads", "file", "job_nodes", "job_seconds" }
for _, row in ipairs(solve.rows) do
  if row.ranks then
    table.insert(names, 8, row.name)
    typed[row.name] = { flag = true, kind = false, help = row.ranks.flag }
  end
end
for i, name in ipairs(names) do
  local of = tables.find(solve.rows, function(row) return row.name == name end)
  local help = of.help:gsub("with folder", "with --folder")
  table.insert(rows, i + 2, tables.copy(tables.copy(of, { help = help }), typed[name]))
end

rows[#rows + 1] = {
  name = "proof", value = "FILE", help = "find solution trees that prove the result, by a search, and write them here",
}

-- What a report of the solver says while it works.
local function work_of(report)
  if report.stage == "backward" then
    return { done = report.resolved, total = report.positions, seconds = report.seconds, left = report.left }
  end
  local stage = report.stage
  local count = stage and ("%s, tier %.0f: %s positions"):format(stage, report.tier, show.count(report.positions)) or
    ("searching: %s nodes"):format(show.count(report.nodes))
  local lower, upper = report.lower, report.upper
  if not stage and lower and (lower > -math.huge or upper < math.huge) then
    count = ("%s, the value is %s"):format(count, show.between(lower, upper))
  end
  return { text = count, done = 0, total = 0, seconds = report.seconds }
end

-- How many ranks there are, by the first of these variables of the environment that is set.
local function launched(variables)
  for _, name in ipairs(variables or {}) do
    local count = os.getenv(name)
    if count then return tonumber(count) or 1 end
  end
  return 1
end

local PATIENCE = 2              -- seconds

-- Solves as one of the others: the first rank speaks for all, and ends us if something went wrong; without it we report.
local function follow(game, asked)
  local ok, r, wrong = pcall(solve.try, game, asked)
  if ok and r then return end
  core.groups.pause(PATIENCE)
  if not ok then error(r, 0) end
  outcome.stop(wrong, outcome.ERROR)
end

local function run(call, terminal)
  local game, asked = operands.game(call, terminal), tables.copy(call.options)
  asked.position, asked.after, asked.proof = operands.position(call, game), nil, nil
  if call.options.proof then asked.solution = true end
  -- The option whose ranks do the work: the one that was asked for, or whose launcher has started several.
  local by = tables.find(solve.rows, function(row)
    return row.ranks and (call.options[row.name] or launched(row.ranks.launched) > 1)
  end)
  if by then
    local fields = { rank = "number", size = "number", crew = "function", each = "function" }
    asked[by.name] = extensions.load(by.ranks, fields)
    if not asked[by.name] then return outcome.ERROR end
    if asked[by.name].rank > 0 then return follow(game, asked) end
  end
  local r = outcome.need(status.counting(terminal, function(tell)
    return solve.try(game, tables.copy(asked, { progress = tell and function(report) tell(work_of(report)) end }))
  end))
  if call.options.proof and r.proof then outcome.need(r.proof:save(call.options.proof)) end
  local position = asked.position
  if position == nil then position = moves.start(game) end
  if call.json then answer.json(answer.data(game, "gts.Solved", r, position))
  else
    output.line(show.drawn(game, position))
    output.line(page.fold(tostring(r)))
  end
  if r.stopped then return outcome.ERROR end
end

return {
  name = "solve", usual = 40, summary = "solves a position: its value, distance and best line", game = true, json = true,
  boards = true, options = rows,
  details = "Small games, games with repetitions, and games with a folder are solved by retrograde analysis of all "
    .. "positions that can be reached; others by several searches, most by the one that needs fewest nodes on smaller positions.",
  examples = {
    { "gts solve tictactoe", "a draw, in nine plies" },
    { "gts solve connect4 columns=4 rows=4 --folder c4", "stores every position: gts database c4" },
    { "gts solve connect4 columns=5 rows=4 --folder c5 --threads 0", "with all processors" },
    { "gts solve hex size=4 --by jobs --threads 0 --file h4", "by many short searches, side by side" },
  },
  run = run,
}
