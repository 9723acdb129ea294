--- gts demo: what the program is shown with: two games, searched; then the prompt.

local gts = require "gts"
local output = require "gts.program.output"
local page = require "gts.program.page"
local show = require "gts.show.text"

local function present(name, title, given)
  local game = gts.game(name)
  output.line(title .. "\n")
  output.line(show.drawn(game, game.start) .. "\n")
  local r = gts.search(game, given)
  if r.position then output.line(("after %s:\n\n%s\n"):format(tostring(r.move), show.drawn(game, r.position))) end
  output.line(show.result(r, nil, page.room()) .. "\n")
  return game, r
end

local function run(_, terminal)
  present("tictactoe", "Tic-tac-toe, searched to the end:", {})
  _G.game, _G.result = present("connect4", "Connect-4, a second's thought:", { time = 1 })
  if not terminal.is_terminal() then return end
  output.line(page.fold(
    "The prompt: 'game' is connect-4, 'result' what was found. Try gts.search(game, {depth = 10}), or help."))
  return require("gts.program.repl").interact(terminal, { silent = true })
end

return { name = "demo", other = 10, summary = "a first look: two games searched, then the prompt", run = run, boards = true,
  examples = { { "gts demo", "what make run shows" } } }
