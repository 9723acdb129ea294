--- How commands write what has rows and can be drawn: comparisons and experiments.

local files = require("gts.core").files
local outcome = require "gts.program.outcome"
local page = require "gts.program.page"
local say = require "gts.program.say"
local schema = require "gts.base.schema"

local lists = {}

--- The rows of the options of such a command: see gts.program.commands.
lists.options = {
  { name = "format", kind = schema.one_of { "text", "csv", "jsonl", "svg" }, implied = "text",
    help = "how it is written: a table for people, values with commas, JSON lines, a chart" },
  { name = "chart", value = "FILE", help = "writes a chart here, too, as SVG" },
}

local function drawn(list) return outcome.need(getmetatable(list).__draw(list, "svg")) end

--- Says a list, and writes its chart if that is wanted.
function lists.say(call, list)
  local format, chart = call.options.format or "text", call.options.chart
  local text
  if call.json then text = list:json()
  elseif format == "csv" then text = list:csv()
  elseif format == "jsonl" then text = list:jsonl()
  elseif format == "svg" then text = drawn(list)
  else text = list:text(page.width()) end
  say.line((text:gsub("\n$", "")))
  if chart then outcome.need(files.write(chart, drawn(list))) end
end

return lists
