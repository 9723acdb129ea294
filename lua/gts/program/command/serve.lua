--- gts serve: a page to play in.
-- @module gts.program.command.serve

local adviser = require "gts.best.adviser"
local database = require "gts.database"
local page_state = require "gts.page.page_state"
local given = require "gts.program.given"
local level = require "gts.play.level"
local outcome = require "gts.program.outcome"
local say = require "gts.program.say"
local schema = require "gts.base.schema"
local serve = require "gts.program.serve"

local players = {
  max = { "person", "engine" }, min = { "engine", "person" }, both = { "person", "person" }, none = { "engine", "engine" },
}

-- Serves until Ctrl-C, which is no error here.
local function serve_until_interrupted(server, terminal)
  local before = terminal.presses()
  local ok, wrong = pcall(server.run, server, function() return terminal.presses() > before end)
  server:close()
  if not ok and terminal.presses() == before then error(wrong, 0) end
end

-- Functions that open what the options name, for a game; nil, and what is wrong, where that is not of this one.
local function sources_of(options, game)
  local sources = {}
  function sources.advise(of)
    local rest, advise = adviser.take(of, options, "option '--%s'")
    return rest and advise, not rest and advise or nil
  end
  if options.database then sources.database = function(of) return database.try(options.database, of) end end
  for _, open in pairs(sources) do
    local _, wrong = open(game)
    if wrong then return nil, wrong end
  end
  return sources
end

local function run(call, terminal)
  local game, sides, options = given.game(call, terminal), players[call.options.as], call.options
  if options.level and options.time then return nil, "options '--level' and '--time' do not go together" end
  local sources = outcome.need(sources_of(options, game))
  local made, wrong = page_state.new {
    game = call.game, options = call.game_options, made = game, max = sides[1], min = sides[2], level = options.level,
    time = options.time, position = given.position(call, game), sources = sources,
  }
  if not made then return nil, wrong end
  local server = outcome.need(serve.open(made, options.port))
  say.line(("%s is at %s until Ctrl-C"):format(game.name, server.address))
  -- Where it is cannot be said, which the program complains of at its end.
  if not io.stdout:flush() then
    server:close()
    return outcome.OK
  end
  serve_until_interrupted(server, terminal)
end

return {
  name = "serve", summary = "a page in your browser: play, check, search, learn", game = true,
  options = {
    { name = "port", kind = schema.whole(0, 65535), default = 0, help = "where it listens; 0: at a port that is free" },
    { name = "as", kind = schema.one_of { "max", "min", "both", "none" }, default = "max", help = "which side you play" },
    { name = "level", kind = schema.whole(1, level.most), help = "how well the engine plays" },
    { name = "time", kind = schema.seconds, help = "seconds for each move of the engine, instead of a level" },
    { name = "database", raw = true, value = "FOLDER",
      help = "a database of gts solve: the page shows the value and the distance of every move" },
    table.unpack(table.move(given.position_options, 1, #given.position_options, #adviser.rows(true) + 1, adviser.rows(true))),
  },
  details = "It can be reached from this machine only, and only by the whole address that it prints. "
    .. "Sides and level can be changed on the page.",
  examples = {
    { "gts serve connect4", "prints where it is", long = true },
    { "gts serve othello --port 8080 --as min --time 3", "on port 8080; the engine begins", long = true },
    { "gts serve ./mygame.lua", "a game of your own", long = true },
    { "gts serve connect4 columns=5 rows=4 --database c4.db", "with the values of all moves, as gts solve has stored them",
      long = true },
  },
  run = run,
}
