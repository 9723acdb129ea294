--- gts book: makes opening books, adds to them, shows and draws them.

local answer = require "gts.program.answer"
local book = require "gts.book.make"
local operands = require "gts.program.operands"
local outcome = require "gts.program.outcome"
local output = require "gts.program.output"
local page = require "gts.program.page"
local result = require "gts.show.result"
local session = require "gts.play.session"
local status = require "gts.program.status"
local text = require "gts.show.text"

local draw = require("gts.base.extensions").module("functions", "draw", { try = "function" })

local rows, names = {}, { FILE = true, FOLDER = true }
for _, row in ipairs(book.options) do
  if names[row.value] then row = { name = row.name, help = row.help, value = row.value, raw = true } end
  if row.name ~= "progress" and row.name ~= "file" then rows[#rows + 1] = row end
end
rows[#rows + 1] = { name = "after", raw = true, value = "MOVES",
  help = "show the position behind these moves, separated by spaces or commas, names in double quotes where needed" }
rows[#rows + 1] = draw and { name = "draw", raw = true, value = "FILE",
  help = "writes the tree of the book here: .svg, .dot (for Graphviz) or .txt; the tree is folded to fit" }

local endings = { svg = "svg", dot = "dot", gv = "dot", txt = "text" }

local function write(call, made, format)
  local drawn = outcome.need(draw.try(made, format, { file = call.options.draw, root = call.options.after }))
  output.line(("%s: %d bytes"):format(call.options.draw, #drawn))
end

-- The moves of a position, or all of the book.
local function show(call, game, made)
  if call.options.after or call.json then
    local s = assert(session.new(game))
    local wrong = s:replay(call.options.after or "")
    if wrong then outcome.stop(wrong) end
    if not call.json then output.line(text.drawn(game, s.position)) end
    local list = made:moves(s.position, s.player)
    for name, count in pairs(made:stats()) do list[name] = count end
    answer.list(call, list)
  else page.show(page.fold(tostring(made))) end
end

return {
  name = "book", summary = "opening books: made of games, databases and searches", game = true, json = true,
  arguments = { { name = "FILE", required = true, missing = "which book? name its file",
    help = "the book: it is read, if it is there; with an option that adds to it, it is written" } },
  options = rows,
  details = "Without options the book is shown. A book is used by --book of gts best, gts play and gts ugi, and by book:FILE of "
    .. "a player of gts match. Ctrl-C ends the work, and what is done is kept.",
  examples = {
    { "gts book tictactoe ttt.book --positions 20 --depth 4", "makes one by searches" },
    { "gts book tictactoe ttt.book", "shows it" },
    { "gts book tictactoe ttt.book --after '5 1'", "what it knows of a position" },
    { "gts book tictactoe ttt.book --draw ttt.svg", "draws its tree" },
    { "gts book othello o.book --games match.txt --positions 300 --time 1", "of a match, and of searches of a second each",
      long = true },
    { "gts best othello --book o.book", "the answer of the book, where it has one", long = true },
    { "gts play othello --book o.book", "the engine plays by it", long = true },
    { "gts match othello time:0.05,book:o.book time:0.05 --plies 2", "how much is it worth?", long = true },
    { "gts book connect4 columns=5 rows=4 c4.book --database c4.db --plies 6", "of a database of gts solve", long = true },
  },
  run = function(call, terminal)
    local game, format = operands.game(call, terminal), call.options.draw and endings[call.options.draw:match "%.(%w+)$" or ""]
    if call.options.draw and not format then return nil, "option '--draw' takes a file that ends in .svg, .dot or .txt" end
    outcome.writable(call.options.draw)
    local made = outcome.need(status.pieces(terminal, call.options, { "after", "draw" }, function(asked)
      asked.file = call.arguments.FILE
      return book.try(game, asked)
    end))
    if made.stopped == "interrupted" then
      local count = made.positions
      outcome.complain(count == 0 and "interrupted" or ("interrupted: the book has %s, in %s"):format(
        result.counted(count, "position"), made.file))
      return outcome.INTERRUPTED
    end
    if format then write(call, made, format) else show(call, game, made) end
    if (made.repeated or 0) > 0 then
      outcome.complain(("%s had been added before: a game counts once"):format(result.counted(made.repeated, "game")))
    end
    return outcome.of(made.wrong)
  end,
}
