--- gts levels: is each level of gts play stronger than the one below?

local answer = require "gts.program.answer"
local games = require "gts.game"
local ladder = require "gts.play.ladder"
local operands = require "gts.program.operands"
local options = require "gts.program.options"
local outcome = require "gts.program.outcome"

return {
  name = "levels", other = 70, summary = "measures the levels of gts play against each other", json = true,
  arguments = { { name = "GAME", game = true, many = true, help = "a game's name or file; none: all games that come with gts" } },
  options = options.of(ladder.options, { progress = true }),
  details = "Each level plays a match against the one below, level 1 against random moves. The verdict is ok where a level takes "
    .. "60 to 80 % of the points, level 1 at least 80 %, in a small game 60 %; too weak or too strong where the whole 95 % "
    .. "interval lies outside, unclear where a part does. It is equal where a game is too small for ten levels: its start is "
    .. "solved at once. The exit code is 1 if a level is too weak or too strong. With --json: one object a line for each game.",
  examples = {
    { "gts levels tictactoe --games 2", "is level 10 above level 9, and so on?" },
    { "gts levels othello hex --games 200 --workers 0", "two games, by all processors", long = true },
  },
  run = function(call, terminal)
    local clean = true
    for _, name in ipairs(call.arguments["GAME"] or games.shipped) do
      local list, wrong = ladder.try(operands.game_of(terminal, name, call.game_options), call.options)
      if not list then return nil, wrong end
      answer.list(call, list)
      clean = clean and list.clean
      if list.stopped then break end
    end
    return clean and outcome.OK or outcome.ERROR
  end,
}
