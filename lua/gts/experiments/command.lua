--- gts experiment: a published experiment, or one's own, repeated.

local answer = require "gts.program.answer"
local columns = require "gts.show.columns"
local core = require "gts.core"
local experiment = require "gts.experiments.experiment"
local listing = require "gts.show.listing"
local status = require "gts.program.status"
local program_options = require "gts.program.options"
local outcome = require "gts.program.outcome"
local page = require "gts.program.page"
local tables = require "gts.base.tables"

local rows = tables.collect(experiment.options, function(row)
  return row.name ~= "progress" and (row.name == "quick" and tables.copy(row, { flag = true }) or row)
end)
rows[#rows + 1] = { name = "about", flag = true, help = "prints its question, open points and outcome, without running it" }
rows[#rows + 1] = program_options.scripts
table.move(answer.formats, 1, #answer.formats, #rows + 1, rows)

local listed = listing.form { name = "gts.experiments", columns = { "name", "title", "source" } }

local function describe(what)
  local made, wrong = experiment.definition(what)
  if not made then return nil, wrong end
  local width, lines = page.width(), {}
  for _, text in ipairs { made.title or made.name or "an experiment", made.source or "", made.about or "" } do
    for paragraph in (text .. "\n\n"):gmatch "(.-)\n\n" do
      table.move(columns.wrap(paragraph, width), 1, width + #paragraph, #lines + 1, lines)
      lines[#lines + 1] = ""
    end
  end
  page.show((table.concat(lines, "\n"):gsub("%s+$", "")))
end

-- Can what is wanted be drawn, and written? That is asked before the work.
local function check_chart(what, options)
  if not options.chart and options.format ~= "svg" then return end
  local made = experiment.definition(what)
  if made and not made.chart then
    outcome.stop(("the experiment '%s' has no chart"):format(made.name or "experiment"), outcome.ERROR)
  end
  outcome.writable(options.chart)
end

return {
  name = "experiment", summary = "published experiments, and yours: means, charts", json = true, options = rows,
  arguments = {
    { name = "NAME", help = "of the experiment, or the file of one; none: lists those that come with gts",
      words = function() return experiment.names end },
  },
  examples = {
    { "gts experiment", "those that there are" },
    { "gts experiment trends-figure1", "the claims of a paper about its tree: do they hold?" },
    { "gts experiment memsss-table2 --quick", "a table of a paper, with three trees of each kind instead of a hundred" },
    { "gts experiment ordering --quick --chart ordering.svg", "a chart" },
    { "gts experiment memsss-table2 --workers 4 --file table2.jsonl --chart table2.svg",
      "the whole table; after a break it continues", long = true },
  },
  run = function(call, terminal)
    local what, asked = call.arguments.NAME, tables.copy(call.options)
    if not what then return answer.list(call, listed(experiment.list())) end
    if asked.about then return describe(what) end
    asked.about, asked.format, asked.chart = nil, nil, nil
    if core.files.kind(what) == "file" and not what:find "[/.]" then what = "./" .. what end
    check_chart(what, call.options)
    local result, wrong = status.counting(terminal, function(show)
      return experiment.try(what, tables.copy(asked, { progress = show }))
    end)
    if not result then return nil, wrong end
    answer.formatted(call, result)
  end,
}
