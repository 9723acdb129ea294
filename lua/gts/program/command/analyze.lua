--- gts analyze: all moves with their values.

local analyze = require "gts.analyze"
local answer = require "gts.program.answer"
local extensions = require "gts.base.extensions"
local operands = require "gts.program.operands"
local map = require "gts.map"
local options = require "gts.program.options"
local pick = require "gts.base.pick"
local output = require "gts.program.output"
local show = require "gts.show.text"
local moves = require "gts.moves"
local player = require "gts.play.player"
local session = require "gts.play.session"
local tables = require "gts.base.tables"

local rows = options.rows(nil, analyze.options)
for _, row in ipairs(rows) do
  if row.name == "time" then
    row.help, row.implied = "seconds it may take; deepens until then", ("%d, without depth or nodes"):format(pick.seconds)
  end
  if row.name == "depth" then row.help = "horizon of the whole search in plies" end
  if row.name == "nodes" then row.help = "limit of nodes visited for each move" end
end

rows[#rows + 1] = map.row
-- Options for what players of extensions think of the moves.
for _, row in ipairs(extensions.rows "players") do
  rows[#rows + 1] = { name = row.name, kind = player.kind, value = "PLAYER", help = row.help, player = row }
end

-- The moves as a player of an extension sees them, by its row there.
local function opinion(call, game, row)
  local asked = operands.player(call.options[row.name])
  if type(asked) ~= "table" or not asked[row.name] then
    return nil, ("option '--%s': expected %s"):format(row.name, row.as)
  end
  if call.options.position then
    return nil, ("options '--%s' and '--position' do not go together: use --after"):format(row.name)
  end
  local s, wrong = session.new(game)
  if not s then return nil, wrong end
  wrong = s:replay(call.options.after or "")
  if wrong then return nil, wrong end
  local list, why = extensions.load(row, { opinion = "function" }).opinion(s, asked)
  if not list then return nil, why end
  answer.list(call, list)
  return 0
end

return {
  name = "analyze", usual = 30, summary = "all moves with their values, the best first", game = true, json = true, boards = true,
  options = rows,
  examples = {
    { "gts analyze connect4 --depth 8", "the values of the first moves, eight plies deep" },
    { "gts analyze tictactoe --after 5", "all answers to the middle" },
    { "gts analyze breakthrough --engine engine:fairy-stockfish,time:0.2", "what another engine thinks of them", long = true },
  },
  run = function(call, terminal)
    local game = operands.game(call, terminal)
    for _, row in ipairs(rows) do
      if row.player and call.options[row.name] then return opinion(call, game, row.player) end
    end
    local asked = tables.copy(call.options)
    asked.position, asked.after = operands.position(call, game), nil
    if not (asked.time or asked.depth or asked.nodes) then asked.time = pick.seconds end
    local list, wrong = analyze.try(game, asked)
    if not list then return nil, wrong end
    if not call.json then output.line(show.drawn(game, asked.position == nil and moves.start(game) or asked.position)) end
    answer.list(call, list)
  end,
}
