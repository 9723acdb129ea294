--- A game in progress: position, moves played, player to move, winner. Terminals and pages show it. A move is known by its
-- label, which is its name, unless several have that: the second is `NAME#2` (see gts.moves).

local analyze = require "gts.analyze"
local ask = require "gts.rules.ask"
local best = require "gts.best"
local core = require "gts.core"
local game = require "gts.game"
local learnt = require "gts.best.learnt"
local level = require "gts.play.level"
local moves = require "gts.moves"
local notation = require "gts.rules.notation"
local results = require "gts.show.result"
local search = require "gts.search"
local symmetry = require "gts.rules.symmetry"
local table_of = require "gts.table"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local session = {}

local SHORT, MOST_NAMED = 3, 12

local other = { max = "min", min = "max" }

--- A game in progress. Fields: `game`, the checked game; `of`, that for searches of the position (game.with_mover); `name`,
-- what it was made of; `first`, where it began (nil: at the start); `position`; `player` to move; `moves`, the legal ones, with
-- move, name, label, number and position, empty when the game is over, and `numbered`, whether a bare number is one of the
-- list; `played`, those so far, with `player` and `before`, the position; `resigned`, the player who has; `agreed`: a draw was;
-- `late`, the player whose time is over; `forfeited`, how an engine has lost; `seed`, for levels.
local Session = {}
Session.__index = Session
Session.__name = "gts.session"

function Session:__tostring()
  local count, over = #self.played, self:outcome()
  local names = results.names
  local state = not over and names[self.player] .. " to move" or over.winner and names[over.winner] .. " has won" or "a draw"
  return ("%s: %d move%s played, %s"):format(self.game.name, count, count == 1 and "" or "s", state)
end

--- The identity of a position, for repetitions: its key, in which symmetries are not used, and the player to move; or nil.
function session.identity(of, position, player)
  local text = symmetry.plain(of, position)
  return text and player .. " " .. text
end

-- Goes to a position; `player` is to move there, if the rules do not say. nil and what is wrong with it.
function Session:move_to(position, player)
  local of = game.with_mover(self.game, player)
  local list, wrong = moves.try(of, position)
  if not list then return nil, wrong end
  list.numbered = true          -- where no label looks like a number, numbers may stand for moves
  for i, entry in ipairs(list) do entry.number, list.numbered = i, list.numbered and not entry.label:find "^%s*%d+%s*$" end
  self.position, self.player, self.moves, self.of = position, list.player, list, of
  self.identity = self.game.cycle ~= nil and session.identity(self.game, position, list.player) or nil
  return true
end

-- With rules.cycle a game is over when a position occurs the second time, or the time that rules.repeats says.
function Session:repeats()
  local left = (self.game.repeats or 2) - 1
  for _, entry in ipairs(self.identity and self.played or {}) do
    if entry.identity == self.identity then left = left - 1 end
    if left == 0 then return true end
  end
  return false
end

--- Begins a game. `what`: a game, or what gts.game makes one of; `given`: options: of the game, if `what` is a name or a file;
-- position: where to begin; player: who moves there, if the rules do not say (default "max"); seed (default 1).
function session.new(what, given)
  given = given or {}
  local of, wrong = game.make(what, given.options)
  if not of then return nil, wrong end
  local name = type(what) == "string" and what or of.name
  local self = setmetatable({ game = of, name = name, first = given.position, played = {}, seed = given.seed or 1 }, Session)
  local first = given.position
  if first == nil then first = moves.start(of) end
  local good, why = self:move_to(first, given.player or "max")
  if not good then return nil, why end
  return self
end

--- Begins a game with random moves. `draw`: see gts.base.random. Returns the session; nil: the game is over by then.
function session.opening(of, plies, draw)
  local s = assert(session.new(of))
  while #s.played < plies and not s:outcome() do assert(s:play(s.moves[draw(1, #s.moves)])) end
  return not s:outcome() and s or nil
end

--- The labels of moves of a session: of `moves`, or of `played`.
function session.labels(list) return tables.map(list, function(entry) return entry.label end) end

-- The message about a text that is no move. Short ones give no hint of what was meant.
local function unknown(self, text)
  local labels = session.labels(self.moves)
  if #labels == 0 then return "the game is over" end
  local meant = #text >= SHORT and words.suggest(text, labels) or ""
  if meant == "" then
    local some = notation.words(table.move(labels, 1, math.min(#labels, MOST_NAMED), 1, {}))
    meant = (": the moves are %s%s"):format(some, #labels > MOST_NAMED and " ..." or "")
  end
  return ("there is no move %s here%s"):format(words.quote(text), meant)
end

--- A legal move by what people call it: its label, in capitals or not, or its number in the list: `#3`, and `3` where no label
-- looks like that. Returns its entry of `moves`, or nil and what is wrong.
function Session:find(text)
  text = tostring(text)
  local near, count = nil, 0
  for _, entry in ipairs(self.moves) do
    if entry.label == text then return entry end
    if entry.label:lower() == text:lower() then near, count = entry, count + 1 end
  end
  if count == 1 then return near end
  local digits = text:match(self.moves.numbered and "^#?(%d+)$" or "^#(%d+)$")
  local entry = digits and self.moves[math.tointeger(tonumber(digits))] or notation.typed(self.moves, text)
  if entry then return entry end
  return nil, unknown(self, text)
end

--- Plays a move of a text, which is a label before it is a move as the rules have it. Otherwise like Session:play.
function Session:play_text(text)
  return self:play(tables.find(self.moves, function(entry) return entry.label == text end) or text)
end

--- The entry of `moves` of a move as the rules have it, its name, label or number (see Session:find), or an entry; else nil, why.
function Session:entry(move)
  if type(move) == "table" and self.moves[move.number] == move then return move end
  local entry = tables.find(self.moves, function(one) return one.move == move end)
  if entry then return entry end
  return self:find(moves.word(self.game, move))
end

--- Plays a move: see Session:entry.
function Session:play(move)
  if self:outcome() then return nil, "the game is over" end
  local entry, wrong = self:entry(move)
  if not entry then return nil, wrong end
  local before, player, list, known = self.position, self.player, self.moves, self.identity
  local good, why = self:move_to(entry.position, other[player])
  if not good then return nil, why end
  self.played[#self.played + 1] = {
    move = entry.move, name = entry.name, label = entry.label, position = entry.position, before = before, player = player,
    moves = list, identity = known,
  }
  self.over = nil
  return entry
end

local MOST_SHOWN = 20           -- moves that a message repeats

-- Why a move of a list cannot be played: which, after which, and what is wrong with it.
local function misplayed(self, list, i, wrong)
  if session.is_nameless(tostring(list[i])) then
    wrong = ("it has no name: %s needs rules.move_name for moves that are tables"):format(self.game.name)
  end
  local before = {}
  for k = math.max(1, i - MOST_SHOWN), i - 1 do before[#before + 1] = tostring(list[k]) end
  local after = #before == 0 and "" or (", after %s%s"):format(#before < i - 1 and "... " or "", notation.words(before))
  return ("move %d cannot be played%s: %s"):format(i, after, wrong)
end

--- Is this what tostring makes of a move that has no name, different in each run?
function session.is_nameless(name) return name:find "^%a+: 0x%x+$" ~= nil end

--- Plays moves one after the other, up to one that cannot be played: of a list (see Session:play_text) or their text (see
-- notation.next_move). Returns which cannot be played, after which, and why; nil: all were.
function Session:replay(list)
  local text, at = type(list) == "string" and list, 1
  list = text and {} or list
  local i = 0
  while true do
    i = i + 1
    if text then list[i], at = notation.next_move(text, at, self.moves) end
    if list[i] == nil then return nil end
    local entry, wrong = self:play_text(list[i])
    if not entry then return misplayed(self, list, i, wrong) end
  end
end

--- Takes back some moves (default: 1), and a resignation or another loss that is not by the rules. Returns how many were.
function Session:back(count)
  local done = 0
  self.resigned, self.agreed, self.late, self.forfeited, self.over = nil, nil, nil, nil, nil
  while done < (count or 1) and #self.played > 0 do
    local last = table.remove(self.played)
    self.position, self.player, self.moves, self.identity = last.before, last.player, last.moves, last.identity
    self.of = game.with_mover(self.game, last.player)
    done = done + 1
  end
  return done
end

--- A player resigns, by default the player to move.
function Session:resign(player)
  if not self:outcome() then self.resigned, self.over = player or self.player, nil end
end

--- The players agree on a draw.
function Session:agree()
  if not self:outcome() then self.agreed, self.over = true, nil end
end

--- The time of a player is over: the player has lost.
function Session:lose_on_time(player)
  if not self:outcome() then self.late, self.over = player, nil end
end

--- A player that is a program has lost: `how` is "ended", "silent", "illegal", "refused" or "resigned", `why` says it in words.
function Session:forfeit(player, how, why)
  if how == "resigned" then return self:resign(player) end
  if not self:outcome() then self.forfeited, self.over = { player = player, how = how, why = why }, nil end
end

--- The value that neither side has won: 0, or the middle of a range that does not go over it.
function session.even(of)
  local range = of.range
  if not range or range[1] < 0 and range[2] > 0 or range[1] == -math.huge or range[2] == math.huge then return 0 end
  return (range[1] + range[2]) / 2
end

--- The value of a position in which the game is over by the rules.
function session.value_at_end(of, position)
  return assert(search.try(of, { algorithm = "minimax", position = position, depth = 0, native = false })).value
end

local function round_value(of, position)
  if not of.score then return of.cycle end
  return of.cycle + of.score(ask.words(of, position))
end

local function of_value(of, value, how)
  local middle = session.even(of)
  return { value = value, how = how, winner = value > middle and "max" or value < middle and "min" or nil }
end

--- Returns the outcome of the game, nil while it goes on: `winner`, nil for a draw; `how`: "rules", "cycle", "resigned",
-- "agreed", "time", or how an engine has lost ("ended", "silent", "illegal", "refused"), and then `why`; `value`, by the rules.
function Session:outcome()
  if self.over then return self.over end
  local over
  if self.resigned then over = { how = "resigned", winner = other[self.resigned] }
  elseif self.agreed then over = { how = "agreed" }
  elseif self.late then over = { how = "time", winner = other[self.late] }
  elseif self.forfeited then
    local by = self.forfeited
    over = { how = by.how, why = by.why, winner = other[by.player] }
  elseif #self.moves == 0 then
    over = of_value(self.game, session.value_at_end(self.game, self.position), "rules")
  elseif self:repeats() then over = of_value(self.game, round_value(self.game, self.position), "cycle") end
  self.over = over
  return over
end

--- A table for a game and one of its positions, where it surely serves; else nil. Without `bytes` it grows.
function session.table_for(of, position, bytes)
  local made = search.has_keys(of, position) and core.table(bytes or core.table_bytes, bytes == nil)
  return made and not table_of.refused(made, of) and made or nil
end

--- The size of a table for all searches of a game by the same options of gts.best, or nil: each has its own.
function session.kept_bytes(given, default)
  if given.table == nil and given.algorithm == nil then return default end
  return given.algorithm == "mcts" and type(given.table) == "number" and given.table or nil
end

--- A table for the searches of a session: see session.table_for.
function Session:new_table(bytes) return session.table_for(learnt.game(self.game), self.position, bytes) end

-- One for the whole game.
local function kept_table(self, bytes)
  if self.table == nil then self.table = self:new_table(bytes) or false end
  return self.table or nil
end

--- The game as it stood after `count` moves: another session, which shares nothing with this one but its table.
function Session:past(count)
  kept_table(self)
  local past = setmetatable(tables.copy(self), Session)
  past.played = table.move(self.played, 1, #self.played, 1, {})
  if count < #self.played then past:back(#self.played - count) end
  return past
end

-- The best move, with what earlier moves of this game have found out; but rules that change meanwhile cannot have that.
local function think(self, given)
  local of = learnt.game(self.of)
  local bytes = session.kept_bytes(given, "auto")
  local table = bytes and kept_table(self, bytes ~= "auto" and bytes or nil)
  if table then
    local result = best.try(of, self.position, tables.copy(given, { table = table }))
    if result then return result end
    self.table = false
  end
  return best.try(of, self.position, given)
end

--- The move that the engine would play. `given`: level, and progress; or options of gts.best; advise (see gts.best.adviser).
-- Returns the result of gts.best, and `entry`, of `moves`. Error: what is wrong, as that the game is over.
function Session:think(given)
  given = tables.copy(given or {})
  if self:outcome() then return nil, "the game is over" end
  local advise, result, wrong = given.advise, nil, nil
  given.advise = nil
  if advise then result = best.advised(self.of, self.position, advise) end
  if not result and given.level then
    result, wrong = level.best(self.of, self.position, given.level, self.seed + (#self.played << 32), given.progress)
  elseif not result then result, wrong = think(self, given) end
  if not result then return nil, wrong end
  result.entry = self:entry(result.move)
  return result
end

--- All moves with their values, best first, and their `label`s: see gts.analyze, for a second by default. nil and what is wrong.
function Session:analyze(given)
  local list, wrong = analyze.try(learnt.game(self.of), tables.copy(given or { time = 1 }, { position = self.position }))
  if not list then return nil, wrong end
  for _, entry in ipairs(list) do entry.label = self:entry(entry.move).label end
  return list
end

return session
