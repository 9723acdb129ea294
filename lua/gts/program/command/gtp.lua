--- gts gtp: boards and match runners of the Go Text Protocol play a game with the engine.
-- @module gts.program.command.gtp

local adviser = require "gts.best.adviser"
local clean = require "gts.show.clean"
local core = require "gts.core"
local games = require "gts.game"
local given = require "gts.program.given"
local gtp = require "gts.play.gtp"
local moves = require "gts.moves"
local outcome = require "gts.program.outcome"
local tables = require "gts.base.tables"

local function say(text)
  io.stdout:write(clean.visible(text), "\n")
  io.stdout:flush()
end

-- The game of this size; nil: there is none.
local function of_size(call, game, size)
  local first = moves.start(game)
  local ok, drawn = pcall(game.board or error, table.unpack((game.words or 1) > 1 and first or { first }))
  if ok and type(drawn) == "table" and drawn.columns == size and drawn.rows == size then return game end
  for _, options in ipairs { { size = size }, { columns = size, rows = size } } do
    local made = games.make(call.game, tables.copy(call.game_options, options))
    if made then return made end
  end
end

local function run(call, terminal)
  local game = given.game(call, terminal)
  if call.options.level and call.options.time then outcome.stop "options 'level' and 'time' do not go together" end
  local rest, advise = adviser.take(game, call.options, "option '--%s'")
  if not rest then outcome.stop(advise) end
  gtp.serve(game, core.input, say, {
    level = call.options.level, time = call.options.time, advise = advise,
    remake = function(size) return of_size(call, game, size) end,
  })
end

return {
  name = "gtp", summary = "other programs play a game: GTP, the Go Text Protocol", game = true,
  details = "Reads commands of GTP, and answers, until 'quit'. Black begins, and is MAX. See 'gts help engines'.",
  examples = {
    { "gts gtp othello", "type 'play b d3', 'genmove w', 'showboard', 'quit'", long = true },
    { "gts gtp amazons size=6 --level 3", "an opponent for a beginner", long = true },
  },
  options = gtp.options,
  run = run,
}
