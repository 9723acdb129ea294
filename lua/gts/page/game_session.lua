--- A game session of the page: a session of play (gts.play.session), the players of both sides, and the engine. It takes messages
-- and gives states; both are data, and it does not know how they are carried.
--
-- Messages are tables with `kind`: see `kinds` below. They are never refused with an error: what is wrong with one stands in the
-- state, as `says`. While the engine works, the caller of game_session:work passes messages on from inside; what would change the
-- position is done when the engine has stopped, which is soon.

local analysis = require "gts.page.analysis"
local core = require "gts.core"
local course = require "gts.page.course"
local level = require "gts.play.level"
local moves = require "gts.moves"
local position = require "gts.page.position"
local results = require "gts.show.result"
local saved = require "gts.play.saved"
local session = require "gts.play.session"
local tables = require "gts.base.tables"

local game_session = {}

local PAUSE = 0.5               -- seconds before the engine moves, where it plays both sides, so that one can follow
local HINT = 2                  -- seconds for a hint
local MOST_SECONDS = 3600       -- for a move

--- A game session. Fields to read: `serial`, grows when the state changes; `thoughts`, when only the engine's reports change.
local GameSession = {}
GameSession.__index = GameSession

local players = { person = true, engine = true }

--- Makes a game session. `given`: `max` and `min`, their players: "person" or "engine" (default: a person plays MAX); `level`, or
-- `time`, seconds of the engine's moves (default: a middle level); `position`, where games begin; `title` and `about`, texts;
-- `database`, opened, with values of all moves to show; `advise`: see gts.best.adviser.
-- @error what is wrong with the game
function game_session.new(of, given)
  given = given or {}
  local played, wrong = session.new(of, { position = given.position })
  if not played then return nil, wrong end
  return setmetatable({
    session = played, sides = { max = given.max or "person", min = given.min or "engine" },
    strength = given.time and { time = given.time } or { level = given.level or (level.most + 1) // 2 },
    title = given.title or of.name, about = given.about, serial = 1, thoughts = 1, inbox = {}, values = {}, course = course.new(),
    base = given.database, analyzes = given.database ~= nil, advise = given.advise,
  }, GameSession)
end

--- Notes a change of the state.
function GameSession:changed() self.serial = self.serial + 1 end

local failure = position.failure

--- Notes what the engine thinks.
function GameSession:thinks_of(of) self.thinks, self.thoughts = of, self.thoughts + 1 end

-- Another position: what was thought of the last one is gone.
local function moved(self)
  self.analysis, self.hint, self.idle, self.says, self.view = nil, nil, nil, nil, nil
  self.course:cut(#self.session.played)
  self.ready = core.clock() + PAUSE
  self:thinks_of(nil)
  self:changed()
end

-- What has become of the game; rules that fail when they are asked for it end it.
local function outcome_of(self)
  local s = self.session
  local ok, over = pcall(s.outcome, s)
  if ok then return over end
  s.over, self.says = { how = "failed" }, failure(over)
  return s.over
end

--- Returns whether the game is over.
function GameSession:is_over() return outcome_of(self) ~= nil end

local is_over = GameSession.is_over

local function engine_moves(self) return not is_over(self) and self.sides[self.session.player] == "engine" end

--- Notes what is known of the position after some moves: see gts.page.course.
function GameSession:learn(count, known, source)
  if self.course:learn(self.session.game, count, known, source) then self:changed() end
end

--- Goes on with another session of the game, both sides being played by persons.
function GameSession:adopt(s)
  self.session, self.sides, self.values, self.paused = s, { max = "person", min = "person" }, {}, nil
  moved(self)
end

--- Plays the moves of a text, for both sides. Returns what is wrong with the first that cannot be played, or nil.
function GameSession:follow(text)
  local wrong = self.session:replay(text)
  moved(self)
  return wrong
end

-- The kinds of messages: functions of the game session and the message, which may return an error message.

local kinds = {}

--- { kind = "play", move = label, turn = how many moves were played before it }: a move of a person.
function kinds.play(self, message)
  local s = self.session
  if message.turn ~= #s.played then return nil end              -- of another position: pressed twice, or in another window
  if is_over(self) then return "the game is over" end
  if engine_moves(self) then return "it is the engine's move" end
  if type(message.move) ~= "string" then return "a move is a text" end
  local entry, wrong = s:play(message.move)
  if not entry then return wrong end
  self.values[#s.played], self.paused = nil, nil
  moved(self)
end

-- How many moves must be taken back so that a person is to move.
local function steps_back(self)
  local played = self.session.played
  for i = #played, 1, -1 do
    if self.sides[played[i].player] == "person" then return #played - i + 1 end
  end
  return self.sides.max == self.sides.min and 1 or 0
end

--- { kind = "back", to = number of moves that stay }: takes back; without `to` so that a person is to move.
function kinds.back(self, message)
  local s, count = self.session, steps_back(self)
  if message.to ~= nil then
    local to = math.type(message.to) == "integer" and message.to or -1
    if to < 0 or to > #s.played then return "there are fewer moves" end
    count = #s.played - to
  end
  if count == 0 and not s.resigned then return "there is nothing to take back" end
  s:back(count)
  self.paused = engine_moves(self) or nil
  moved(self)
end

--- { kind = "look", at = number of moves }: shows the position after these. The game stays where it is.
function kinds.look(self, message)
  local s, at = self.session, math.tointeger(message.at)
  if not at or at < 0 or at > #s.played then return "there are fewer moves" end
  self.view = at < #s.played and s:past(at) or nil
  self.analysis, self.idle = nil, nil
  self:thinks_of(self.thinks)
  self:changed()
end

--- { kind = "new" }: a new game.
function kinds.new(self)
  self.session:back(#self.session.played)
  self.values, self.paused = {}, nil
  moved(self)
end

--- { kind = "sides", max = "person" or "engine", min = "person" or "engine" }
function kinds.sides(self, message)
  if not players[message.max] or not players[message.min] then return "a side is played by a person or by the engine" end
  self.sides, self.paused = { max = message.max, min = message.min }, nil
  moved(self)
end

--- { kind = "strength", level = number } or { kind = "strength", time = seconds for each move }
function kinds.strength(self, message)
  local number, time = math.tointeger(message.level), message.time
  if number and number >= 1 and number <= level.most then self.strength = { level = number }
  elseif type(time) == "number" and time > 0 and time <= MOST_SECONDS then self.strength = { time = time }
  else return ("a strength is a level from 1 to %d, or seconds"):format(level.most) end
  self:changed()
end

--- { kind = "resign" }: the player to move resigns.
function kinds.resign(self)
  if is_over(self) then return "the game is over" end
  self.session:resign()
  moved(self)
end

--- { kind = "hint" }: which move would the engine play?
function kinds.hint(self)
  if is_over(self) then return "the game is over" end
  self.hint = self.hint or "wanted"
  self:changed()
end

--- { kind = "analyze", on = boolean }: shows the values of all moves, whenever a person is to move, and of all positions so far.
function kinds.analyze(self, message)
  self.analyzes = message.on == true
  if not self.analyzes then self.analysis = nil end
  self.idle = nil
  self:changed()
end

--- { kind = "stop" }: the engine plays the best it has found; an analysis stays as it is; an engine that plays both sides pauses.
function kinds.stop(self)
  if engine_moves(self) and self.sides.max == self.sides.min then self.paused = true end
  if not engine_moves(self) then self.idle = true end
  self:changed()
end

--- { kind = "go" }: the engine goes on.
function kinds.go(self)
  self.paused = nil
  self:changed()
end

-- What is done at once, for it does not touch the position.
local at_once = { stop = true, analyze = true, hint = true, go = true, look = true }

local function obey(self, message)
  local ok, wrong = pcall(kinds[message.kind], self, message)
  if not ok then return self:fail(wrong) end
  if not wrong then return end
  self.says = wrong
  self:changed()
end

--- Takes a message. What is none is passed over, and false is returned.
function GameSession:take(message)
  if type(message) ~= "table" or type(message.kind) ~= "string" or not kinds[message.kind] then return false end
  local now = not self.works or at_once[message.kind]
  if now then obey(self, message) else self.inbox[#self.inbox + 1] = message end
  if not now or message.kind == "stop" or analysis.tasks[self.works] then self.stopping = true end
  return true
end

-- The engine.

--- Returns a function for the option `progress`: shows a thought, and ends it when a message needs the engine.
function GameSession:watcher(look, note)
  return function(report)
    if note then note(report) end
    look()
    return not self.stopping
  end
end

local function thinking(self, what, began)
  local player = self.session.player
  return function(report)
    self:thinks_of({
      -- What is known of a value, for people: see course.standing.
      what = what, player = player, depth = report.depth, worth = course.standing(self.session.game, report, player),
      line = moves.names(self.session.game, report.pv), nodes = report.visits, seconds = core.clock() - began, by = report.by,
    })
  end
end

local function think(self, what, look, given)
  local note = thinking(self, what, core.clock())
  note {}
  given.progress = self:watcher(look, note)
  local result, wrong = self.session:think(given)
  if not result then return nil, wrong end
  note { depth = result.depth, value = result.value, estimate = result.estimate, pv = result.pv,
    visits = result.stats and result.stats.visits,
    distance = result.distance, solved = result.solved, by = results.adviser(result) }
  return result
end

local function move(self, look)
  local limits = { level = self.strength.level, time = self.strength.time, advise = self.advise }
  local result, wrong = think(self, "move", look, limits)
  if not result then return wrong end
  if #self.inbox > 0 or self.leaving then return nil end
  local last, s = self.thinks, self.session
  local entry
  entry, wrong = s:play(result.entry)
  if not entry then return wrong end
  self.values[#s.played] = last.worth
  moved(self)
  self:learn(#s.played, { value = result.value, estimate = result.estimate, solved = result.solved,
    distance = result.distance and result.distance - 1 }, course.ENGINE)
  self:thinks_of(last)
end

local function find_hint(self, look)
  local result, wrong = think(self, "hint", look, { time = HINT })
  if not result then return wrong end
  if #self.inbox > 0 or self.leaving then return nil end
  self.hint = result.entry.label
  self:changed()
end

-- What is to be done next; nil, and, where that is known, when there will be something.
local function task(self)
  if engine_moves(self) then
    if self.paused then return self.view and analysis.next(self) or nil end
    local both = self.sides.max == self.sides.min
    if both and core.clock() < (self.ready or 0) then return nil, self.ready - core.clock() end
    return "move"
  end
  if self.hint == "wanted" then return "hint" end
  return analysis.next(self)
end

local tasks = tables.copy(analysis.tasks, { move = move, hint = find_hint })

--- Notes that the rules have failed: ends the work in progress, not the game session.
function GameSession:fail(wrong)
  self.works, self.paused, self.idle, self.hint = nil, true, true, nil
  self.says = failure(wrong)
  self:changed()
end

--- Does what is to be done: a move of the engine, a hint, an analysis. `look` is called about ten times a second meanwhile, and
-- may pass messages on. Returns whether there was anything, and if not seconds until there will be, where that is known.
function GameSession:work(look)
  local doing, later = task(self)
  if not doing then return false, later end
  self.works, self.stopping, self.leaving = doing, false, false
  self:changed()
  look()
  local ok, wrong = pcall(tasks[doing], self, look)
  self.works = nil
  local messages = self.inbox
  self.inbox = {}
  if not ok or wrong then self:fail(wrong) end
  for _, message in ipairs(messages) do obey(self, message) end
  self:changed()
  return true
end

--- Ends the engine's work soon and without a result, so that other work can be done: the next GameSession:work begins it again.
function GameSession:let_go()
  if self.works then self.stopping, self.leaving = true, true end
end

-- The state.

local function over_data(self)
  local over = outcome_of(self)
  return over and { winner = over.winner, how = over.how, value = over.value }
end

local function played_of(self)
  return tables.map(self.session.played, function(entry, i)
    return { name = entry.label, player = entry.player, worth = self.values[i] }
  end)
end

--- All there is to see, but thoughts.
function GameSession:state()
  local s, over = self.session, over_data(self)
  local made, wrong = position.in_session(analysis.shown(self))
  if over and not self.view then made.moves = {} end
  local state = {
    game = s.game.name, title = self.title, about = self.about, turn = #s.played, over = over, to_move = s.player,
    looks = self.view and #self.view.played, played = played_of(self), course = self.course:data(s.game, #s.played),
    sides = self.sides, strength = self.strength, levels = level.most, works = self.works, engine = engine_moves(self),
    saved = saved.text(s), paused = self.paused or false, analyzes = self.analyzes or false,
    hint = self.hint ~= "wanted" and self.hint or nil, says = self.says or wrong,
  }
  return tables.copy(made, state)
end

--- What the engine thinks, or thought last, as data: `thinks`, and `analysis`, where there are some.
function GameSession:thought() return { thinks = self.thinks, analysis = self.analysis } end

return game_session
