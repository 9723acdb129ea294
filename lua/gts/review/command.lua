--- gts review: what the moves of a game were worth.
-- @module gts.review.command

local answer = require "gts.program.answer"
local confined = require "gts.program.confined"
local draw = require "gts.lab.draw"
local files = require "gts.program.files"
local given = require "gts.program.given"
local live = require "gts.program.live"
local options = require "gts.program.options"
local outcome = require "gts.program.outcome"
local reported = require "gts.review.confined"
local review = require "gts.review.review"

local rows = options.of(review.options, { progress = true, position = true })
rows[#rows + 1] = { name = "html", value = "FILE", raw = true, help = "writes a page with a chart and boards here" }
rows[#rows + 1] = { name = "chart", value = "FILE", raw = true, help = "writes the chart here, as SVG" }
rows[#rows + 1] = confined.row

local function write(file, list, format)
  if file then outcome.need(draw.try(list, format, { file = file })) end
end

local function run(call, terminal)
  if call.options.confined then return reported.report(call, "review", call.arguments.FILE, { "html", "chart" }) end
  local game = call.game and given.game(call, terminal)
  if game and next(call.game_options) == nil then game = call.game end         -- the file has its options
  for _, name in ipairs { "html", "chart" } do files.check(call.options[name]) end
  local list = outcome.need(live.pieces(terminal, call.options, { "html", "chart", "confined" }, function(asked)
    return review.try(game, call.arguments.FILE, asked)
  end))
  for name, format in pairs { html = "html", chart = "svg" } do write(call.options[name], list, format) end
  answer.list(call, list)
  return outcome.of(list.wrong)
end

return {
  name = "review", summary = "what each move that was played was worth", json = true, boards = true,
  arguments = {
    { name = "FILE", required = true, missing = "which file?", help = "a game that gts play has saved, or the file of a match" },
    { name = "GAME", game = true, help = "its game, where the file names none that is found: a name or a file" },
  },
  options = rows,
  details = "Mistakes are proved; a move that only estimates speak against is called dubious. The exit code is 1 if the file "
    .. "is damaged, or has a move that cannot be played: then the moves before it are reviewed.",
  examples = {
    { "gts review mine.txt", "a second for each move", long = true },
    { "gts review mine.txt --time 5 --html mine.html", "five seconds for each; a page with a chart", long = true },
    { "gts review match.txt --number 3 --nodes 100000 --json", "the third game of a match, for programs", long = true },
  },
  run = run,
}
