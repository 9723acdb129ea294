--- gts moves: a position, and what can be played there.

local answer = require "gts.program.answer"
local columns = require "gts.show.columns"
local moves = require "gts.moves"
local operands = require "gts.program.operands"
local output = require "gts.program.output"
local page = require "gts.program.page"
local show = require "gts.show.text"
local tables = require "gts.base.tables"

-- The rows of the answer in JSON, with positions as text where they have one.
local function data(game, list, position)
  local rows = tables.map(list, function(entry) return { move = entry.name, position = moves.write(game, entry.position) } end)
  return { game = game.name, position = moves.write(game, position), shown = show.position(game, position),
    player = #list > 0 and list.player or nil, moves = rows }
end

local function wrapped(list)
  local names = tables.map(list, function(entry) return (entry.name:gsub("%s", "_")) end)
  return table.concat(columns.wrap(table.concat(names, " "), page.width() - 7), "\n       ")
end

return {
  name = "moves", usual = 60, summary = "shows a position and its moves", game = true, json = true, boards = true,
  options = operands.position_options,
  details = "The line 'text' is what --position takes.",
  examples = {
    { "gts moves connect4", "the start" },
    { "gts moves connect4 --after 4,4,3", "after three moves" },
    { "gts moves tictactoe --position '{1 2}'", "at a position that is written out" },
  },
  run = function(call, terminal)
    local game = operands.game(call, terminal)
    local position = operands.position(call, game)
    local list, wrong = moves.try(game, position)
    if not list then return nil, wrong end
    if position == nil then position = moves.start(game) end
    if call.json then return answer.json(data(game, list, position), { "game", "position", "shown", "player", "moves" }) end
    output.line(show.drawn(game, position))
    local text = moves.write(game, position)
    if text then output.line("text   " .. text) end
    output.line(#list > 0 and "player " .. list.player or "the game is over")
    if #list > 0 then output.line("moves  " .. wrapped(list)) end
  end,
}
