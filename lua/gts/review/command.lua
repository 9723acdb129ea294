--- gts review: what the moves of a game were worth; gts puzzles: positions in which one move only keeps the value.

local answer = require "gts.program.answer"
local confined = require "gts.program.confined"
local core = require "gts.core"
local operands = require "gts.program.operands"
local options = require "gts.program.options"
local outcome = require "gts.program.outcome"
local page = require "gts.program.page"
local puzzle_report = require "gts.review.puzzle_report"
local puzzles = require "gts.review.puzzles"
local review = require "gts.review.review"
local status = require "gts.program.status"
local trainer = require "gts.review.trainer"

local MOST = 1 << 20            -- bytes of a record

--- Says what a worker reports of a record. `command`: "review" or "puzzles"; `beside`: see gts.program.confined.
local function report(call, command, file, beside)
  if not call.game then return nil, "option '--confined' is for rules that are named: they are missing" end
  if call.json then return nil, "option '--json' does not go with '--confined'" end
  local record = file and outcome.need(core.files.read(file, MOST))
  local made, wrong = confined.answer(call, beside, function(one, asked)
    asked.file = nil
    return one:report(asked, "gts.review.reporter", { command = command, file = file, record = record, width = page.width() })
  end)
  if not made then return nil, wrong end
  page.show(page.fold(made.text))
  return outcome.of(made.wrong)
end

local review_rows = options.of(review.options, { progress = true, position = true })
review_rows[#review_rows + 1] = { name = "html", value = "FILE", raw = true, help = "writes a page with a chart and boards here" }
review_rows[#review_rows + 1] = { name = "chart", value = "FILE", raw = true, help = "writes the chart here, as SVG" }
review_rows[#review_rows + 1] = confined.row

local function write(file, list, format)
  if file then outcome.need(core.files.write(file, outcome.need(getmetatable(list).__draw(list, format)))) end
end

local puzzle_rows = options.of(puzzles.options, { progress = true })
puzzle_rows[#puzzle_rows + 1] = confined.row

local commands = {}

commands.review = {
  name = "review", summary = "what each move that was played was worth", json = true, boards = true,
  arguments = {
    { name = "FILE", required = true, missing = "which file?", help = "a game that gts play has saved, or the file of a match" },
    { name = "GAME", game = true, help = "its game, where the file names none that is found: a name or a file" },
  },
  options = review_rows,
  details = "Mistakes are proved; a move that only estimates speak against is called dubious. The exit code is 1 if the file "
    .. "is damaged, or has a move that cannot be played: then the moves before it are reviewed.",
  examples = {
    { "gts review mine.txt", "a second for each move", long = true },
    { "gts review mine.txt --time 5 --html mine.html", "five seconds for each; a page with a chart", long = true },
    { "gts review match.txt --number 3 --nodes 100000 --json", "the third game of a match, for programs", long = true },
  },
  run = function(call, terminal)
    if call.options.confined then return report(call, "review", call.arguments.FILE, { "html", "chart" }) end
    local game = call.game and operands.game(call, terminal)
    if game and next(call.game_options) == nil then game = call.game end         -- the file has its options
    for _, name in ipairs { "html", "chart" } do outcome.writable(call.options[name]) end
    local list = outcome.need(status.pieces(terminal, call.options, { "html", "chart", "confined" }, function(asked)
      return review.try(game, call.arguments.FILE, asked)
    end))
    for name, format in pairs { html = "html", chart = "svg" } do write(call.options[name], list, format) end
    answer.list(call, list)
    return outcome.of(list.wrong)
  end,
}

commands.puzzles = {
  name = "puzzles", summary = "positions in which one move only keeps the value", game = true, json = true, boards = true,
  options = puzzle_rows,
  details = "The positions are from games that a level plays against itself, or from a file. The value is proved, and of every "
    .. "other move that it is worse. The easiest come first: by the depth, and the nodes, at which a search finds the move.",
  examples = {
    { "gts puzzles tictactoe --games 4", "from four games" },
    { "gts puzzles connect4 columns=5 rows=4 --games 40 --play", "asks for the moves", long = true },
    { "gts puzzles connect4 --file match.txt --most 100 --json", "a hundred from the games of a match", long = true },
  },
  run = function(call, terminal)
    if call.options.confined then return report(call, "puzzles", call.options.file, { "play", "workers" }) end
    local game = operands.game(call, terminal)
    local named = call.options.file and next(call.game_options) == nil and call.game or game     -- the file has its options
    if call.options.play and call.json then return nil, "options '--play' and '--json' do not go together" end
    local list = outcome.need(status.pieces(terminal, call.options, { "play", "confined" }, function(asked)
      return puzzles.try(named, asked)
    end, "playing games"))
    if call.options.play then trainer.run(puzzle_report.game(list), list)
    else answer.list(call, list) end
    return outcome.of(list.wrong)
  end,
}

return commands
