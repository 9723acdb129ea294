--- The Go Text Protocol, by which boards and match runners play games with the engine.
--
-- Source: "GTP, the Go Text Protocol", version 2 (G. Farnebäck, 2002), with `set_game` and `list_games` of Quarry (P.
-- Pogonyshev, 2006). Black, or in Amazons White, begins, and is MAX. Moves are written as gts.engines.dialects has them, else by
-- their labels; where a game is written without passes, a pass of the player to move is made as soon as the other is to play.
-- The module is the row of the command gts gtp.

local adviser = require "gts.best.adviser"
local ask = require "gts.rules.ask"
local call_of = require "gts.program.operands"
local clock = require "gts.base.clock"
local core = require "gts.core"
local dialects = require "gts.engines.dialects"
local game = require "gts.game"
local level = require "gts.play.level"
local lines = require "gts.play.lines"
local moves = require "gts.moves"
local outcome = require "gts.program.outcome"
local pick = require "gts.base.pick"
local raised = require "gts.base.raised"
local schema = require "gts.base.schema"
local session = require "gts.play.session"
local show = require "gts.show.text"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local gtp = {
  name = "gtp", summary = "other programs play a game: GTP, the Go Text Protocol", game = true,
  details = "Reads commands of GTP, and answers, until 'quit'. Black begins, and is MAX. See 'gts help engines'.",
  examples = {
    { "gts gtp othello", "type 'play b d3', 'genmove w', 'showboard', 'quit'", long = true },
    { "gts gtp amazons size=6 --level 3", "an opponent for a beginner", long = true },
  },
  options = {
    { name = "level", kind = schema.whole(1, level.most), help = "how well it plays, where the client sets no time" },
    { name = "time", kind = schema.seconds, help = "seconds it thinks about a move, where the client sets none" },
  },
}
table.move(adviser.rows(true), 1, #adviser.rows(true), #gtp.options + 1, gtp.options)

local LEAST = 0.001             -- seconds of a player's time, where none is left
local UNASKED = "pass"          -- a move that a client may send in any game that has it

-- The engine, as the client sees it: `game`; `session`; `say`; `limits`, of its searches: level or time; `main`, `period`,
-- `stones`, what time_settings said; `left`, of each player, what time_left said; `remake`, makes the game with another size.
local Engine = {}
Engine.__index = Engine

local function refuse(format, ...) error({ answer = format:format(...) }, 0) end

local function player_of(self, text)
  local colours = dialects.colours(self.dialect)
  text = (text or ""):lower()
  for player, colour in pairs(colours) do
    if text == colour or text == colour:sub(1, 1) then return player end
  end
  refuse "invalid color"
end

-- The player has no move but a pass, which is not spoken of: it is made.
local function pass_silently(self, player)
  local s = self.session
  local only = #s.moves == 1 and s.moves[1]
  if s.player ~= player and only and not dialects.write(self.dialect, only.label, s.position) then s:play(only) end
end

-- The player is to move, or has been passed to.
local function check_turn(self, player)
  if self.session:outcome() then refuse "the game is over" end
  pass_silently(self, player)
  if self.session:outcome() then refuse "the game is over" end
  if self.session.player ~= player then refuse("it is the turn of %s", dialects.colours(self.dialect)[self.session.player]) end
end

function Engine:begin()
  self.session, self.left = assert(session.new(self.game)), {}
  self.dialect, self.plain = dialects.of(self.game, "gtp")
end

local commands, names = {}, {}

local function command(name, f) commands[name], names[#names + 1] = f, name end

command("protocol_version", function() return "2" end)
command("name", function() return "gts" end)
command("version", function() return core.version end)
command("known_command", function(_, name) return tostring(commands[name] ~= nil) end)
command("list_commands", function() return table.concat(names, "\n") end)

command("quit", function(self)
  self.left_off = true
  return ""
end)

-- The one game that is played, by the names that clients may have for it.
local function games_of(self) return { self.plain and self.dialect.variant or self.game.name, self.game.name } end

command("list_games", function(self) return games_of(self)[1] end)

command("set_game", function(self, name)
  local is_known = tables.any(games_of(self), function(known) return (name or ""):lower() == known:lower() end)
  return is_known and commands.clear_board(self) or refuse "unsupported game"
end)

command("boardsize", function(self, text)
  local size = math.tointeger(tonumber(text)) or refuse "boardsize not an integer"
  self.game = self.remake(size) or refuse "unacceptable size"
  return commands.clear_board(self)
end)

command("clear_board", function(self)
  self:begin()
  return ""
end)

command("komi", function(_, text) return tonumber(text) and "" or refuse "komi not a float" end)

command("play", function(self, colour, word)
  check_turn(self, player_of(self, colour))
  local entry = dialects.find(self.dialect, self.session, word or "")
  if not entry and word and word:lower() == UNASKED then entry = self.session:find(UNASKED) end
  if not entry then refuse "illegal move" end
  self.session:play(entry)
  return ""
end)

local function limits_of(self, player)
  local left, per_move = self.left[player], self.period and self.stones > 0 and self.period / self.stones
  if left and left.stones > 0 then return { time = math.max(left.seconds / left.stones, LEAST) } end
  if left or self.main and self.main > 0 then
    return { clock = clock.kind.normal { left = math.max(left and left.seconds or self.main, LEAST), increment = per_move or 0 } }
  end
  return per_move and { time = math.max(per_move, LEAST) } or self.limits
end

local function choose(self, colour)
  local player = player_of(self, colour)
  check_turn(self, player)
  local r, wrong = self.session:think(tables.copy(limits_of(self, player), { advise = self.advise }))
  if not r then refuse("%s", wrong) end
  return r.entry, dialects.write(self.dialect, r.entry.label, self.session.position) or UNASKED
end

command("genmove", function(self, colour)
  local entry, word = choose(self, colour)
  self.session:play(entry)
  return word
end)

command("reg_genmove", function(self, colour) return (select(2, choose(self, colour))) end)

command("undo", function(self)
  if self.session:back(1) == 0 then refuse "cannot undo" end
  return ""
end)

command("showboard", function(self) return "\n" .. show.drawn(self.session.game, self.session.position) end)

command("final_score", function(self)
  local over = self.session:outcome() or refuse "the game is not over"
  if not over.winner then return "0" end
  local letter = dialects.colours(self.dialect)[over.winner]:sub(1, 1):upper()
  return ("%s+%s"):format(letter, show.number(math.abs((over.value or 0) - session.even(self.game))))
end)

command("time_settings", function(self, main, period, stones)
  self.main, self.period, self.stones = tonumber(main), tonumber(period), math.tointeger(tonumber(stones))
  if not (self.main and self.period and self.stones) then
    self.main, self.period = nil, nil
    refuse "syntax error"
  end
  self.left = {}
  return ""
end)

command("time_left", function(self, colour, seconds, stones)
  local player, time, count = player_of(self, colour), tonumber(seconds), math.tointeger(tonumber(stones or 0))
  if not (time and count) then refuse "syntax error" end
  self.left[player] = { seconds = time, stones = count }
  return ""
end)

local function unknown() refuse "unknown command" end

-- Answers a line; an answer has no empty line.
local function answer(self, line)
  local number, rest = line:gsub("#.*", ""):gsub("[%z\1-\8\11-\31\127]", ""):gsub("\t", " "):match "^%s*(%d*)(.*)$"
  local given = words.split(rest)
  if #given == 0 then return end
  local mark = "="
  local ok, text = pcall(commands[given[1]] or unknown, self, table.unpack(given, 2))
  if not ok then mark, text = "?", type(text) == "table" and text.answer or raised.text(text):gsub("\n.*", "") end
  text = text:gsub("\n%s*\n", "\n"):gsub("\n+$", "")
  self.say(("%s%s%s%s\n"):format(mark, number, (text == "" or text:find "^\n") and "" or " ", text))
end

--- Answers a client until it quits. `input`, a function of seconds: what has come, as core.input gives it; `say`: sends a line;
-- `how`: level or time, of a move, where the client sets none; advise, see gts.best.adviser; remake, a function of a size that
-- gives the game of that size, or nil.
function gtp.serve(of, input, say, how)
  local self = setmetatable({
    game = of, say = say, remake = how.remake, advise = how.advise,
    limits = how.level and { level = how.level } or { time = how.time or pick.seconds },
    lines = lines.new(input, function(most) say(("? a line of more than %d bytes is passed over\n"):format(most)) end),
  }, Engine)
  self:begin()
  while not self.left_off do
    local line = self.lines:next()
    if not line then return end
    answer(self, line)
  end
end

local function of_size(call, of, size)
  local ok, drawn = pcall(of.board or error, ask.words(of, moves.start(of)))
  if ok and type(drawn) == "table" and drawn.columns == size and drawn.rows == size then return of end
  for _, options in ipairs { { size = size }, { columns = size, rows = size } } do
    local made = game.make(call.game, tables.copy(call.game_options, options))
    if made then return made end
  end
end

function gtp.run(call, terminal)
  local of = call_of.game(call, terminal)
  if call.options.level and call.options.time then outcome.stop "options 'level' and 'time' do not go together" end
  local rest, advise = adviser.take(of, call.options, "option '--%s'")
  if not rest then outcome.stop(advise) end
  gtp.serve(of, core.input, lines.say, {
    level = call.options.level, time = call.options.time, advise = advise,
    remake = function(size) return of_size(call, of, size) end,
  })
end

return gtp
