--- gts match: two players play each other.

local answer = require "gts.program.answer"
local extensions = require "gts.base.extensions"
local match = require "gts.play.match"
local operands = require "gts.program.operands"
local options = require "gts.program.options"
local output = require "gts.program.output"
local page = require "gts.program.page"

local others = ""                       -- players of extensions
for _, row in ipairs(extensions.rows "players") do others = others .. "; " .. row.as end

return {
  name = "match", other = 60, summary = "games between two players: which is the stronger", game = true, json = true,
  arguments = {
    { name = "A", required = true, help = "a player: level:3, or options of gts.best as depth:6,algorithm:mtd; random; a file of "
      .. "rules to search by, as ./mine.lua,nodes:10000" .. others, missing = "which players? name two, as in level:3 level:4" },
    { name = "B", required = true, help = "the other", missing = "which is the second player?" },
  },
  options = options.of(match.options, { progress = true }),
  examples = {
    { "gts match connect4 level:4 level:5 --games 20 --workers 2", "is level 5 the better one?" },
    { "gts match othello depth:30 algorithm:ubfm --clock 10+0.1 --games 20", "by the clock: 10 seconds a game, 0.1 more a move",
      long = true },
    { "gts match othello nodes:5000 ./mine.lua,nodes:5000 --games 20000 --elo0 0 --elo1 10 --file tune.txt",
      "does my evaluation play better? It stops when that is known, and continues after a break", long = true },
  },
  run = function(call, terminal)
    local game = operands.game(call, terminal)
    local r, wrong = match.try(game, operands.player(call.arguments.A), operands.player(call.arguments.B), call.options)
    if not r then return nil, wrong end
    output.line(call.json and r:json() or page.fold(tostring(r)))
    answer.note_slow(call, terminal, game)
  end,
}
