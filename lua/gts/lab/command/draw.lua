--- gts draw: a search as a picture, or as a page to step through it; or a board.

local draw = require "gts.lab.draw"
local operands = require "gts.program.operands"
local options = require "gts.program.options"
local outcome = require "gts.program.outcome"
local output = require "gts.program.output"
local record = require "gts.lab.record"
local schema = require "gts.base.schema"
local search_options = require "gts.facts.options"
local status = require "gts.program.status"
local tables = require "gts.base.tables"

local rows = options.rows { solution = true }
rows[#rows + 1] = { name = "format", kind = schema.one_of(draw.formats), value = "FORMAT",
  help = "text, svg, dot (for Graphviz) or html (a page to step through it); default: by the name of the file, else text" }
rows[#rows + 1] = { name = "beside", kind = schema.text, value = "ID", ids = true,
  help = "a second algorithm beside the first, on one page (html)" }
rows[#rows + 1] = { name = "board", kind = schema.flag, help = "draw the board of the position, not a search (svg)" }
local words = { root = "PATH", file = "FILE" }
for _, row in ipairs(draw.options) do
  rows[#rows + 1] = { name = row.name, help = row.help, implied = row.default, raw = words[row.name] ~= nil,
    value = words[row.name],
    kind = not words[row.name] and row.kind or nil }
end

local MOST = 300000             -- events that are recorded: about 200 MB

local endings = { svg = "svg", dot = "dot", gv = "dot", html = "html", htm = "html", txt = "text" }

-- The options of the drawing and those of the search.
local function split(call)
  local drawing, searching = {}, tables.copy(call.options)
  for _, row in ipairs(draw.options) do drawing[row.name], searching[row.name] = searching[row.name], nil end
  searching.after, searching.format, searching.beside, searching.board = nil, nil, nil, nil
  return drawing, searching
end

-- What is drawn: a recording, or a list of two. While they search, they are shown.
local function record_all(game, searching, beside, progress)
  searching.progress = progress
  local what, wrong = record.try(game, searching)
  if not what or not beside then return what, wrong end
  local asked = tables.copy(search_options.taken(search_options.algorithm(beside), searching), { algorithm = beside })
  local other
  other, wrong = record.try(game, asked)
  return other and { what, other }, wrong
end

return {
  name = "draw", summary = "a search as a picture, or as a page to step through it", game = true, options = rows,
  examples = {
    { "gts draw '{{3,12,8},{2,4,6},{14,5,2}}'", "the leaves of alpha-beta in a small tree" },
    { "gts draw tree branching=3 depth=4 --algorithm sss --trees max --file sss.svg", "a picture, with the max solution tree" },
    { "gts draw tictactoe --depth 3 --show --file search.svg", "with the positions in the nodes" },
    { "gts draw tictactoe --depth 2 --symmetric", "three first moves instead of nine" },
    { "gts draw tree branching=2 depth=4 --beside sss --file step.html", "a page: alpha-beta and SSS* in step" },
  },
  run = function(call, terminal)
    local game = operands.game(call, terminal)
    local drawing, searching = split(call)
    local format = call.options.format or drawing.file and endings[drawing.file:match "%.(%w+)$"] or "text"
    if call.options.board then
      if not game.board then return nil, game.name .. " has no board: rules.board says what it is" end
      format, drawing = call.options.format or "svg", { file = drawing.file, position = operands.position(call, game) }
    end
    if call.options.beside and format ~= "html" then return nil, "option '--beside' goes with --format html" end
    local misfit = drawing.symmetric and draw.misfit_of_symmetric(game, format)
    if misfit then return nil, misfit end
    searching.position, searching.most = operands.position(call, game), MOST
    if format == "html" then searching.open = true end
    outcome.writable(drawing.file)
    local what, wrong = game, nil
    if not call.options.board then what, wrong = status.during(terminal, { time = searching.time }, function(progress)
      return record_all(game, searching, call.options.beside, progress)
    end) end
    if not what then return nil, wrong end
    local text
    text, wrong = draw.try(what, format, drawing)
    if not text then return nil, wrong end
    if drawing.file then output.line(("%s: %d bytes"):format(drawing.file, #text)) else output.line((text:gsub("\n$", ""))) end
  end,
}
