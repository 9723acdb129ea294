--- The Universal Game Interface: UCI for any game, by which other programs play this one.
--
-- Source: "Universal Game Interface", the protocol of cutegames, which is that of S. Meyer-Kahlen and R. Huber for chess (UCI,
-- 2006) with `ugi`, `uginewgame`, `p1time` and `query`. A client that sends `uci` gets the answers of UCI.
--
-- Player one is MAX. A position is the text of gts.write, a move its label (see gts.play.session), in which blanks, control
-- characters and % stand as %XX; for a client of UCI, of games that gts.engines.dialects has, it is what such engines write.
-- While the engine thinks, `isready`, `stop`, `ponderhit` and `quit` are answered; all else waits. The module is the row of the
-- command gts ugi.

local adviser = require "gts.best.adviser"
local call_of = require "gts.program.operands"
local choice = require "gts.best.choice"
local clock = require "gts.base.clock"
local core = require "gts.core"
local dialects = require "gts.engines.dialects"
local level = require "gts.play.level"
local lines = require "gts.play.lines"
local moves = require "gts.moves"
local outcome = require "gts.program.outcome"
local raised = require "gts.base.raised"
local results = require "gts.show.result"
local session = require "gts.play.session"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local ugi = {
  name = "ugi", summary = "other programs play a game: UGI, UCI for any game", game = true,
  details = "Reads commands as UCI has them, and answers, until 'quit'. See 'gts help engines'.",
  examples = {
    { "gts ugi connect4", "type 'ugi', 'position startpos moves 4', 'go movetime 1000', 'quit'", long = true },
  },
  options = adviser.rows(true),
}

local LOOK = 0.01               -- seconds between two looks at the input, while the engine thinks
local SILENCE = 1               -- seconds after which something is said again
local WARM = 2                  -- seconds that the first isready waits at most for the compiler, with each of two units
local LEAST = 0.001             -- seconds of a player's time, where none is left
local HASH = core.table_bytes >> 20     -- megabytes of the table
local THREADS = 256             -- at most

-- The engine, as the client sees it: `session`; `say`; `lines`; `later`, what came while it thought; `level`, `hash`, `threads`,
-- `foretells`, `asked` (of advisers; options), `advise`; `dialect`, `variant`; `known`, the last position command; `ponders`, as
-- long as it thinks on the opponent's time; `pace` of the move that it ponders; `endless`, where only `stop` ends its thinking.
local Engine = {}
Engine.__index = Engine

function Engine:info(format, ...) self.say("info string " .. format:format(...):gsub("%c", " ")) end

-- The line of play as words. Moves of one name are not distinguished.
function Engine:words(list, positions)
  return table.concat(tables.map(list, function(move, i)
    local before = self.session.position
    if i > 1 then before = positions and positions[i - 1] end
    return dialects.write(self.dialect, moves.name(self.game, move), before)
  end), " ")
end

-- The value for the player to move: in hundredths, or the plies (in UCI: moves) to a win or loss.
function Engine:score(r)
  local side, range = self.session.player == "max" and 1 or -1, self.game.range
  if r.value and r.distance and range and (r.value == range[1] or r.value == range[2]) then
    local won = (r.value == range[2]) == (side == 1)
    return ("mate %.0f"):format((won and 1 or -1) * (self.uci and (r.distance + 1) // 2 or r.distance))
  end
  return ("cp %d"):format(math.floor(100 * math.max(-1e6, math.min(1e6, side * (r.value or r.estimate))) + 0.5))
end

function Engine:report(r, nodes, seconds)
  local parts = { "info" }
  local function add(format, value) parts[#parts + 1] = format:format(value) end
  if r.depth and r.depth < math.huge then add("depth %.0f", r.depth) end
  if r.value or r.estimate then parts[#parts + 1] = "score " .. self:score(r) end
  add("nodes %.0f", nodes)
  add("nps %.0f", nodes / math.max(seconds, 1e-6))
  add("time %.0f", 1000 * seconds)
  if r.pv and #r.pv > 0 then parts[#parts + 1] = "pv " .. self:words(r.pv, r.line) end
  self.say(table.concat(parts, " "))
end

-- The opponent has played the move that was expected: from now on the time of the engine runs. True if it is to stop.
function Engine:hit()
  self.ponders = false
  if self.pace then self.pace:start(core.clock()) end
  return #self.session.moves == 1 and not self.endless
end

-- Reads what has come; true if the engine is to stop. Without `seconds` it waits until that is so, or pondering has ended.
function Engine:listen(seconds)
  while true do
    local line = self.lines:next(seconds)
    if not line then return self.lines.over and (self.endless or self.ponders) end
    local word = line:match "^%s*(%S*)"
    if word == "isready" then self.say "readyok"
    elseif word == "stop" then return true
    elseif word == "ponderhit" then
      if self.ponders and (self:hit() or not seconds) then return not self.endless end
    elseif word == "quit" then
      self.left = true
      return true
    elseif word ~= "" then self.later[#self.later + 1] = line end
    if seconds then seconds = 0 end
  end
end

-- What is looked at while the engine thinks.
function Engine:watcher()
  local said, depth = core.clock(), 0
  return function(r)
    if self:listen(0) then return false end
    local now = core.clock()
    if (r.value or r.estimate) and (r.depth > depth or now - said > SILENCE) then
      said, depth = now, math.max(depth, r.depth)
      self:report(r, r.nodes, r.seconds)
    end
    if not self.pace then return true end
    self.pace:follow(r)
    return not self.pace:is_over(r, now)
  end
end

-- The clock of a go command: see gts.base.clock; nil if it names none.
function Engine:clock(given)
  local mine = self.session.player == "max" and 1 or 2
  local side = mine == 1 and "w" or "b"
  local left = given[("p%dtime"):format(mine)] or given[side .. "time"]
  local more = given[("p%dinc"):format(mine)] or given[side .. "inc"] or 0
  if not left then return nil end
  local count = math.tointeger(given.movestogo)
  local made = {
    left = math.max(left / 1000, LEAST), increment = math.max(more / 1000, 0), moves = count and count > 0 and count or nil,
    played = tables.count(self.session.played, function(entry) return entry.player == self.session.player end),
  }
  return clock.kind.normal(made)
end

-- The limits of a go command; true as second if it has none.
function Engine:limits(given)
  local limits = { depth = given.depth, nodes = given.nodes }
  if given.movetime then limits.time = math.max(given.movetime / 1000, LEAST) else limits.clock = self:clock(given) end
  if limits.depth then limits.depth = math.max(limits.depth, 1) end
  if self.level > 0 and not next(limits) and not given.infinite then return { level = self.level } end
  if given.infinite or not next(limits) then return { time = math.huge }, true end
  return limits
end

local numbers = tables.set(words.split "p1time p2time p1inc p2inc wtime btime winc binc movestogo movetime depth nodes mate")

local function read_go(rest)
  local given, name = {}, nil
  for word in rest:gmatch "%S+" do
    if name then given[name], name = tonumber(word), nil
    elseif numbers[word] then name = word
    elseif word == "infinite" or word == "ponder" then given[word] = true end
  end
  return given
end

-- Waits for stop, as after an infinite search that has found out all there is; when pondering, for ponderhit or stop.
function Engine:wait()
  while self.endless or self.ponders do
    if self:listen(nil) then return end
  end
end

-- Begins to ponder: the limits of time are those of the pace, from ponderhit on.
function Engine:ponder(limits)
  self.ponders = true
  if not self.table then self:new_table() end
  if limits.level then return self:wait() end
  if limits.clock then self.pace = clock.pace(limits.clock, self.session.player)
  elseif limits.time and not self.endless then self.pace = clock.fixed_pace(limits.time) end
  limits.clock, limits.time = nil, math.huge
end

-- The answer to go, with the reply that is expected where the client ponders.
function Engine:best_move(r)
  local reply = self.foretells and r.pv and r.pv[2]
  self.say(("bestmove %s%s"):format(dialects.write(self.dialect, r.entry.label, self.session.position),
    reply ~= nil and reply ~= false and " ponder " .. dialects.write(self.dialect, moves.name(self.game, reply),
      r.entry.position) or ""))
end

local commands = {}

function commands.go(self, rest)
  if self.session:outcome() then
    self:info "the game is over"
    self.say "bestmove (none)"
    return
  end
  local given = read_go(rest)
  local limits, endless = self:limits(given)
  self.endless, self.ponders, self.pace = endless, false, nil
  if given.ponder then self:ponder(limits) end
  self.session.table = self.table or false
  if not endless and not given.ponder then limits.advise = self.advise end
  limits.every, limits.progress = LOOK, self:watcher()
  if limits.level then limits.every = nil
  elseif self.table then limits.threads = self.threads end
  local ok, r, wrong = pcall(self.session.think, self.session, limits)
  if not ok or not r then
    self:info("%s", raised.text(not ok and r or wrong))
    self.say("bestmove " .. dialects.write(self.dialect, self.session.moves[1].label, self.session.position))
    return
  end
  local by = results.adviser(r)
  if by then self:info("the %s plays %s", by, r.entry.label) end
  if r.stats then self:report(r, r.stats.visits, r.seconds) end
  if r.stopped ~= "progress" then self:wait() end
  self.endless, self.ponders, self.pace = false, false, nil
  self:best_move(r)
end

-- The session of a position command's game, in the position where its moves begin; nil, and what is wrong.
local function begin_at(self, before)
  if before == "startpos" then return session.new(self.game, {}) end
  local text = before:match "^fen%s+(.+)$"
  if not text then return nil, "position startpos, or position fen TEXT" end
  local first, wrong = moves.read(self.game, text)
  if first == nil then return nil, wrong end
  return session.new(self.game, { position = first })
end

-- The session, if the game of a position command is its game, gone on; and how many moves of the list it has.
local function continued(self, before, list)
  local known = self.known
  if not known or known.session ~= self.session or known.before ~= before or #known.list > #list then return nil end
  if tables.any(known.list, function(word, i) return list[i] ~= word end) then return nil end
  return self.session, #known.list
end

-- The rest of a position command as a session; nil, and what is wrong.
local function read_position(self, rest)
  local at, last = (rest .. " "):find "%smoves%s"
  local list, before = words.split(at and rest:sub(last) or ""), at and words.trim(rest:sub(1, at)) or rest
  local s, done = continued(self, before, list)
  local refused
  if not s then s, refused = begin_at(self, before) end
  if not s then return nil, refused end
  for i = (done or 0) + 1, #list do
    local entry, wrong = s:play_text(self.dialect and dialects.find(self.dialect, s, list[i]) or dialects.decode(list[i]))
    if not entry then
      s:back(i - 1 - (done or 0))
      return nil, wrong
    end
  end
  self.known = { before = before, list = list, session = s }
  return s
end

function commands.position(self, rest)
  local s, wrong = read_position(self, rest)
  if not s then return self:info("%s", wrong) end
  self.session = s
end

local function identify(self, answer)
  self.say(("id name gts %s (%s)"):format(core.version, self.game.name))
  self.say "id author the authors of gts"
  self.say(("option name Hash type spin default %d min 1 max 1048576"):format(HASH))
  self.say(("option name Level type spin default 0 min 0 max %d"):format(level.most))
  self.say(("option name Threads type spin default 1 min 1 max %d"):format(THREADS))
  self.say "option name Ponder type check default false"
  for _, row in ipairs(adviser.rows(true)) do
    local name = row.name:gsub("^%l", string.upper)
    self.say(("option name %s type string default %s"):format(name, self.asked[row.name] or "<empty>"))
  end
  if self.variant then self.say(("option name UCI_Variant type combo default %s var %s"):format(self.variant, self.variant)) end
  self.say(answer)
end

function commands.ugi(self) identify(self, "ugiok") end

function commands.uci(self)
  local plain
  self.uci = true
  self.dialect, plain = dialects.of(self.game, "uci")
  self.variant = plain and self.dialect.variant or nil
  identify(self, "uciok")
end

function Engine:new_table() self.table = self.session:new_table(self.hash << 20) end

function Engine:new_game()
  self.session = assert(session.new(self.game))
  self.table = nil
end

-- What takes time is done here: the table, and compiling the rules, which a search would else do.
function commands.isready(self)
  if not self.warm and not self.game.tree then
    self.warm = true
    pcall(self.session.think, self.session, { depth = 1, native = true, time = WARM })
    pcall(choice.compile, self.session.of, self.session.position, WARM)
  end
  if not self.table then self:new_table() end
  self.say "readyok"
end

commands.uginewgame, commands.newgame, commands.ucinewgame = Engine.new_game, Engine.new_game, Engine.new_game

-- Asks an adviser, by its option; no more for "<empty>".
local function set_adviser(self, name, value)
  local asked = tables.copy(self.asked)
  asked[name] = value ~= "<empty>" and value ~= "" and value or nil
  local rest, advise = adviser.take(self.game, asked, "option '%s'")
  if not rest then return self:info("%s", advise) end
  self.asked, self.advise = asked, advise
end

function commands.setoption(self, rest)
  local at, last = rest:find "%svalue%s"
  local name = at and rest:sub(1, at):match "^name%s+(.*)$"
  local value = name and words.trim(rest:sub(last))
  local number = math.tointeger(tonumber(value))
  name = name and words.trim(name):lower()
  if name == "hash" and number and number >= 1 and number <= 1048576 then
    self.hash, self.table = number, nil
  elseif name == "level" and number and number >= 0 and number <= level.most then self.level = number
  elseif name == "ponder" and (value == "true" or value == "false") then self.foretells = value == "true"
  elseif name == "uci_variant" and value == self.variant then return
  elseif value and adviser.has(name) then set_adviser(self, name, value)
  elseif name == "threads" and number and number >= 1 and number <= THREADS then self.threads = number
  else self:info("no such option, or value: %s", rest) end
end

local ends = { max = "p1win", min = "p2win" }

local queries = {
  p1turn = function(self) return tostring(self.session.player == "max") end,
  gameover = function(self) return tostring(self.session:outcome() ~= nil) end,
  result = function(self)
    local over = self.session:outcome()
    return not over and "none" or ends[over.winner] or "draw"
  end,
  fen = function(self) return moves.write(self.game, self.session.position) end,
  moves = function(self)
    local at = self.session.position
    return table.concat(tables.map(self.session.moves, function(one) return dialects.write(self.dialect, one.label, at) end), " ")
  end,
}

function commands.query(self, rest)
  local query = queries[rest:match "^%S*"]
  local answer = query and query(self)
  if answer then self.say("response " .. answer) else self:info("no answer to the query '%s'", rest) end
end

function commands.quit(self) self.left = true end

-- What asks for nothing here.
for name in ("stop debug register ponderhit"):gmatch "%S+" do commands[name] = function() end end

--- Answers a client until it quits. `input`, a function of seconds: what has come, as core.input gives it; `say`: sends a line;
-- `asked`: options of advisers; `advise`: see gts.best.adviser.
function ugi.serve(of, input, say, asked, advise)
  local self = setmetatable({
    game = of, say = say, later = {},
    lines = lines.new(input, function(most) say(("info string a line of more than %d bytes is passed over"):format(most)) end),
    level = 0, hash = HASH, threads = 1, foretells = false, asked = asked or {}, advise = advise,
  }, Engine)
  self:new_game()
  while not self.left do
    local line = table.remove(self.later, 1) or self.lines:next()
    if not line then return end
    local word, rest = line:match "^%s*(%S+)(.*)$"
    local command, ok, wrong = commands[word], true, nil
    if command then ok, wrong = pcall(command, self, words.trim(rest))
    elseif word then self:info("unknown command '%s'", word) end
    if not ok then self:info("%s", raised.text(wrong)) end
  end
end

function ugi.run(call, terminal)
  local of = call_of.game(call, terminal)
  local rest, advise = adviser.take(of, call.options, "option '--%s'")
  if not rest then outcome.stop(advise) end
  ugi.serve(of, core.input, lines.say, call.options, advise)
end

return ugi
