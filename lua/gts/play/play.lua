--- A game against a person, who types moves. No input ends the program: wrong input gets an answer.

local adviser = require "gts.best.adviser"
local clock = require "gts.base.clock"
local clocks = require "gts.play.clocks"
local commands = require "gts.play.commands"
local consoles = require "gts.play.console"
local core = require "gts.core"
local display = require "gts.play.display"
local level = require "gts.play.level"
local lines = require "gts.play.lines"
local players = require "gts.play.player"
local pondering = require "gts.play.pondering"
local refusal = require "gts.base.refusal"
local saved = require "gts.play.saved"
local results = require "gts.show.result"
local schema = require "gts.base.schema"
local session = require "gts.play.session"
local tables = require "gts.base.tables"
local words = require "gts.base.words"
local worth = require "gts.play.worth"

local need = refusal.need

local play = {}

local MOST_BEGUN = 12           -- moves that are named for their beginning
local LEVEL = 5                 -- default
local HOPELESS, TURNS = 4, 3    -- evaluations of usual size by which, and moves in a row in which, the engine is lost

--- The rows of the options: see gts.base.schema.
play.options = {
  { name = "as", kind = schema.one_of { "max", "min", "both", "none" }, help = "whom you play; none: the engine plays itself" },
  { name = "level", kind = schema.whole(1, level.most), help = ("how well the engine plays, 1 to %d; default: %d"):format(
    level.most, LEVEL) },
  { name = "time", kind = schema.seconds, help = "seconds the engine thinks about a move, instead of a level" },
  { name = "clock", kind = clock.kind, value = "S+I",
    help = "seconds each has for the game, and increment, as in 60+1; the engine plays as well as it can, or at a level" },
  { name = "ponder", kind = schema.flag, help = "the engine thinks on your time, too; needs time or clock" },
  { name = "concede", kind = schema.flag, help = "the engine resigns when it is lost, and offers a draw that is proved" },
  { name = "load", kind = schema.text, value = "FILE", help = "a saved game to go on with" },
  { name = "opponent", kind = players.kind, value = "PLAYER",
    help = "who plays instead: a player as of gts match, such as engine:fairy-stockfish,time:2" },
  { name = "seed", kind = schema.whole(), help = "seed of the random choices of low levels; default: a new one each time" },
  { name = "position", kind = schema.any "a position", help = "starting position" },
}
table.move(adviser.rows(), 1, #adviser.rows(), #play.options + 1, play.options)

local excluded = { "level", "time", "ponder", "concede" }          -- options that do not go with an opponent
for _, row in ipairs(adviser.rows(true)) do excluded[#excluded + 1] = row.name end

-- Where a game is played: `session`; `as`, `level`, `time`; `advise`, see gts.best.adviser; `clock`, what each has at the
-- beginning, and `clocks`, or nil; `opponent`, a player, and `choose`, its moves; `lines`, where the engine ponders: the
-- input, which is read meanwhile; `console`; `left`, when the person has gone. What it shows: see gts.play.display.
local Table = setmetatable({}, { __index = display })
Table.__index = Table

--- Gives both players a new clock, which is checked (nil: none). `left`: seconds of each.
function Table:set_clock(of, left)
  self.clock, self.clocks = of, nil
  if not of then return end
  local each, played = {}, { max = 0, min = 0 }
  for _, entry in ipairs(self.session.played) do played[entry.player] = played[entry.player] + 1 end
  for player, count in pairs(played) do
    each[player] = tables.copy(of, { left = left and left[player] or of.left, played = count })
  end
  self.clocks = clocks.new(each)
end

--- How the game is played, for a file: see gts.play.saved.
function Table:settings()
  local left = self.clocks and { max = math.max(0, self.clocks:left "max"), min = math.max(0, self.clocks:left "min") }
  return { as = self.as, level = self.level, time = self.time, clock = self.clock, left = left or nil }
end

--- Is the engine to move?
function Table:engines_turn()
  if self.session:outcome() or self.as == "both" then return false end
  return self.as == "none" or self.session.player ~= self.as
end

--- Has the game ended otherwise than by its rules?
function Table:is_given_up() return self.session.resigned or self.session.late or self.session.agreed end

--- Does the engine take a draw? `r`: the result of its search.
function Table:takes_draw(r)
  local of, engine = self.session.game, self.as == "max" and "min" or "max"
  local winner, advantage = worth.winner(of, r), worth.advantage(of, r.value or r.estimate)
  if winner then return winner ~= engine end
  return advantage ~= nil and (engine == "max" and advantage or -advantage) < worth.EVEN
end

-- Does the engine give its game up, which this result says of? Proved, or hopeless in several turns.
function Table:gives_up(r)
  local of, mover = self.session.game, self.session.player
  local winner, advantage = worth.winner(of, r), worth.advantage(of, r.value or r.estimate)
  local lost = advantage and (mover == "max" and -advantage or advantage) > HOPELESS
  self.hopeless = lost and (self.hopeless or 0) + 1 or 0
  return winner and winner ~= "draw" and winner ~= mover or self.hopeless >= TURNS
end

--- How many moves `undo` takes back: to the last one of the person.
function Table:moves_back()
  local list, count = self.session.played, 1
  if self:is_given_up() then return 0 end
  if self.as == "both" then return 1 end
  while count < #list and list[#list - count + 1].player ~= self.as do count = count + 1 end
  return count
end

--- The engine's move: see session. The progress display hides its line, for it may be the opponent.
function Table:think(limits)
  return self.console.watch(limits.time, function(progress)
    limits.progress = progress and function(report)
      return progress { depth = 0, nodes = report.nodes, seconds = report.seconds }
    end
    return self.session:think(limits)
  end)
end

function Table:lose_on_time()
  self.session:lose_on_time(self.session.player)
  self:show_end()
end

-- Ends the turn on the clock; false, and the game is over, if the time of the player is.
function Table:ends_in_time()
  if not self.clocks or self.clocks:stop() then return true end
  self:lose_on_time()
  return false
end

-- The move of an opponent that is another player.
function Table:opponents_move(mover)
  local clock_of = function(side) return self.clocks and self.clocks:of(side) or nil end
  self.choose = self.choose or self.opponent.new()
  local move, wrong, r = self.choose(self.session, self.session.seed + (#self.session.played << 32), clock_of(mover),
    clock_of(mover == "max" and "min" or "max"))
  if r and r.forfeit then
    self.session:forfeit(mover, r.forfeit, wrong)
    self:say(("%s: %s"):format(self.opponent.name, wrong))
    return nil
  end
  local entry
  if move ~= nil then entry, wrong = self.session:entry(move) end
  return entry and { entry = entry, by = r and results.adviser(r) }, wrong or "it gave no move"
end

--- The engine plays a move.
function Table:engine_moves()
  local mover = self.session.player
  local r, wrong
  if self.opponent then r, wrong = self:opponents_move(mover)
  else r, wrong = self:think {
    level = self.level, time = self.time, clock = not self.level and self.clocks and self.clocks:of(mover) or nil,
    advise = self.advise,
  } end
  if not r and self.session:outcome() then return self:show_end() end
  if not r then return self:say(wrong) end
  if not self:ends_in_time() then return end
  if self.concede and self:gives_up(r) then
    self.session:resign(mover)
    return self:show_end()
  end
  local offers = self.concede and worth.winner(self.session.game, r) == "draw"
  self.session:play(r.entry)
  local by = r.by or results.adviser(r)
  self:say(("%s plays %s%s"):format(display.names[mover], self.line(r.entry.label), by and (" (%s)"):format(by) or ""))
  self:show_board()
  if not offers or self.session:outcome() then return end
  if not self.offered then self:say(("%s offers a draw: 'draw' takes it"):format(display.names[mover])) end
  self.offered = #self.session.played
end

--- Goes on with a saved game. Returns true, or nil and what is wrong.
function Table:load(file)
  local s, wrong = saved.load(file, self.what or self.session.game, self.options)
  if not s then return nil, wrong end
  self.session = s
  local as, most = s.settings.as, s.settings.level
  if as and display.names[as] or as == "both" or as == "none" then self.as = as end
  if most and most >= 1 and most <= level.most then self.level, self.time = most, nil
  elseif s.settings.time and s.settings.time > 0 then self.level, self.time = nil, s.settings.time end
  self:set_clock(s.settings.clock, s.settings.left)
  if self.clock and not most then self.level, self.time = nil, nil end
  return true
end

-- What the words may be that are typed.
function Table:choices()
  local list = session.labels(self.session.moves)
  return table.move(commands.names, 1, #commands.names, #list + 1, list)
end

local function command_of(text)
  local word, rest = text:match "^/?(%S+)%s*(.-)$"
  local row = commands.find(word:lower())
  if row and (row.takes or rest == "") then return row, rest end
end

-- The moves of which this is the beginning; nil if there are none.
local function begun(self, text)
  local labels = tables.collect(self.session.moves, function(entry)
    return entry.label:sub(1, #text):lower() == text:lower() and self.line(entry.label)
  end)
  if #labels == 0 then return nil end
  return ("'%s' is the beginning of %s%s"):format(text, table.concat(labels, " ", 1, math.min(#labels, MOST_BEGUN)),
    #labels > MOST_BEGUN and (" and %d more moves"):format(#labels - MOST_BEGUN) or "")
end

-- A text that is no move and no command: what is said of it.
local function unknown(self, text)
  local several = not self.session:outcome() and begun(self, text)
  if several then return self:tell(several) end
  local word = text:match "^/?(%S+)" or text
  if commands.find(word) then return self:say(("'%s' takes nothing behind it"):format(word)) end
  local meant = #word > 2 and words.suggest(word, self:choices()) or ""
  if meant ~= "" then return self:say(("what is '%s'%s"):format(word, meant)) end
  if self.session:outcome() then return self:tell("the game is over: " .. commands.at_end) end
  local _, wrong = self.session:find(text)
  self:tell(wrong .. "; 'help' says what else can be typed")
end

--- Does what a person has typed.
function Table:obey(text)
  text = text:match "^%s*(.-)%s*$"
  if text == "" then return end
  local s, row, rest = self.session, command_of(text)
  local entry = text:sub(1, 1) ~= "/" and not s:outcome() and s:find(text)
  if entry and not (row and entry.label ~= text) then
    if not self:ends_in_time() then return end
    s:play(entry)
    if self.as == "both" or s:outcome() then self:show_board() end
  elseif row then row.run(self, rest)
  else unknown(self, text) end
end

function Table:prompt()
  if self.session:outcome() then return "over> " end
  return display.names[self.session.player] .. "> "
end

-- Does Ctrl-C, pressed while the engine plays itself, let the person play on?
function Table:interrupted()
  if self.as ~= "none" or self.console.presses() == self.pressed then return end
  self.as = "both"
  self:say "stopped: you play both sides now; 'go' lets the engine move, 'quit' leaves"
end

-- Starts the clock of a turn that has just begun.
function Table:start_clock()
  local player, timed = self.session.player, self.clocks
  if not timed or self.session:outcome() then return end
  if timed.running ~= player or self.turn ~= #self.session.played then
    self.turn = #self.session.played
    timed:begin(player, self.turn)
  end
end

-- A line of the person; nil at the end of the input, false for an abandoned line.
function Table:read()
  if self.lines then return pondering.read(self) end
  return self.console.read(self:prompt(), self:choices())
end

-- Does what was typed, unless the time is over by then: then the game is, and only commands are obeyed.
function Table:obey_in_time(text)
  local late = self.clocks and not self.session:outcome() and self.clocks:is_over()
  if late then self:lose_on_time() end
  if not late or text:find "%S" and command_of(text:match "^%s*(.-)%s*$") then self:obey(text) end
end

--- Plays until the person leaves, or, where the engine plays itself, until the game is over.
function Table:run()
  self:introduce()
  if self.as ~= "none" then self:say "Type a move, or 'help'." end
  self:show_board()
  self.pressed = self.console.presses()
  while not self.left do
    self:interrupted()
    self:start_clock()
    if self:engines_turn() then self:engine_moves()
    elseif self.as == "none" then self.left = true
    else
      local text = self:read()
      if text == nil then self.left = true
      elseif text then self:obey_in_time(text) end
    end
  end
  if self.opponent then self.opponent.close() end
end

local say = { unknown = "unknown option %s for gts.play%s", what = "option '%s'", missing = "" }

local function some_seed() return math.floor(core.clock() * 1e6) & 0x7fffffff end
local function exclude(a, b) refusal.refuse("options '%s' and '%s' do not go together", a, b) end

local function check_together(all)
  if all.level and all.time then exclude("level", "time") end
  for _, name in ipairs(excluded) do
    if all.opponent ~= nil and all[name] then exclude("opponent", name) end
  end
  if all.concede and all.as == "both" then exclude("concede", "as' = 'both") end
  if all.load and all.position ~= nil then exclude("load", "position") end
  if all.clock and all.time then exclude("clock", "time") end
  if not all.ponder then return end
  if all.level then exclude("ponder", "level") end
  if not (all.time or all.clock or all.load) then refusal.refuse "option 'ponder' needs option 'time' or 'clock'" end
  if all.as == "none" or all.as == "both" then exclude("ponder", ("as' = '%s"):format(all.as)) end
end

local function prepare(what, given, game_options)
  local all = need(schema.check(play.options, given or {}, say))
  check_together(all)
  local self = setmetatable({ console = consoles.get(), as = "max", level = LEVEL, what = what, options = game_options }, Table)
  if all.load then need(self:load(all.load))
  else
    self.session = need(session.new(what, { options = game_options, position = all.position, seed = all.seed or some_seed() }))
  end
  local _
  _, self.advise = need(adviser.take(self.session.game, all, "option '%s'"))
  self.as, self.concede = all.as or self.as, all.concede
  if all.opponent ~= nil then
    local made, wrong = players.make(self.session.game, all.opponent, all.clock)
    self.opponent = made or refusal.refuse("the opponent: %s", wrong)
  end
  if all.level then self.level, self.time = all.level, nil end
  if all.time then
    self.level, self.time = nil, all.time
    self:set_clock(nil)
  end
  if all.clock then
    self:set_clock(all.clock)
    self.level, self.time = all.level, nil
  end
  if all.ponder then
    if self.level then exclude("ponder", "level") end
    self.lines = lines.new(self.console.input, function(most)
      self:say(("a line of more than %d bytes is passed over"):format(most))
    end)
  end
  return self
end

--- Prepares a game for gts.play: returns a table with run() and session; or nil and what is wrong.
function play.try(what, given, game_options) return refusal.caught(prepare, what, given, game_options) end

--- See gts.play.
function play.play(what, given)
  if given ~= nil and type(given) ~= "table" then
    error(("the options of gts.play are %s: expected a table"):format(words.quote(given)), 2)
  end
  local at, wrong = play.try(what, given)
  if not at then error(wrong, 2) end
  at:run()
  return at.session
end

return play
