--- Engines of others: as players, see gts.play.player, and what they think of the moves of a position.

local clock = require "gts.base.clock"
local dialects = require "gts.engines.dialects"
local engine = require "gts.engines.engine"
local listing = require "gts.show.listing"
local pick = require "gts.base.pick"
local players = require "gts.play.player"
local schema = require "gts.base.schema"
local show = require "gts.show.text"
local speak_gtp = require "gts.engines.speak_gtp"
local speak_uci = require "gts.engines.speak_uci"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local player = {}

local WAIT = 5                  -- seconds beyond a move's time
local LONG = 60                 -- seconds for a move that has no time
local ARGUMENTS = 255           -- of a program, at most

local speakers = { uci = speak_uci, ugi = speak_uci, gtp = speak_gtp }

local function is_plain(value) return type(value) == "string" or math.type(value) ~= nil or type(value) == "boolean" end

local settings = schema.any "a table of options of the engine, as in { Hash = 64 }"
settings.fits = function(value)
  if type(value) ~= "table" then return false end
  for name, each in pairs(value) do
    if type(name) ~= "string" or name:find "%c" or not is_plain(each) or tostring(each):find "%c" then return false end
  end
  return true
end

local function list_of(value) return type(value) == "table" and value or words.split(value) end

local arguments = schema.any(("a list of strings, or words with blanks between them; at most %d"):format(ARGUMENTS))
arguments.fits = function(value)
  if type(value) ~= "string" and type(value) ~= "table" then return false end
  local list, count = list_of(value), 0
  for _, each in pairs(list) do
    if type(each) ~= "string" or each:find "%z" then return false end
    count = count + 1
  end
  return count == rawlen(list) and count <= ARGUMENTS
end

local program = schema.any "the name of a file"
program.fits = function(value) return schema.text.fits(value) and not value:find "%z" end

--- The rows of the options: see gts.base.schema.
player.options = {
  { name = "engine", kind = program, value = "FILE",
    help = "a program that plays; without / in it, it is looked for in PATH" },
  { name = "args", kind = arguments, help = "its arguments" },
  { name = "protocol", kind = schema.one_of { "uci", "ugi", "gtp" }, default = "uci", help = "what it speaks" },
  { name = "option", kind = settings, help = "its options; on the command line option:NAME=VALUE, once for each" },
  { name = "time", kind = schema.seconds, help = "seconds for a move; default: 1, without other limits" },
  { name = "nodes", kind = schema.whole(1), help = "nodes for a move, as it counts them; not in gtp" },
  { name = "depth", kind = schema.whole(1), help = "plies that it looks ahead; not in gtp" },
  { name = "clock", kind = clock.kind, value = "S+I", help = "seconds for a game, and increment" },
  { name = "wait", kind = schema.seconds,
    help = ("seconds that an answer may take beyond its time; default: %d, or %d where a move has no time"):format(WAIT, LONG) },
  { name = "start", kind = schema.seconds, default = 30, help = "seconds that it may take to begin" },
  { name = "name", kind = schema.text, help = "what it is called" },
}

local say = { unknown = "unknown option %s%s", what = "option '%s'", missing = "" }

-- The options of the engine in one line.
local function settings_text(given)
  return table.concat(tables.map(words.keys(given), function(name) return ("%s=%s"):format(name, tostring(given[name])) end), ";")
end

-- The options as gts.play.player.describe takes them: all of them texts and numbers.
local function plain(given)
  return tables.copy(given, {
    args = type(given.args) == "table" and table.concat(given.args, " ") or given.args,
    option = type(given.option) == "table" and settings_text(given.option) or given.option,
  })
end

-- An engine that plays a game, and is started when it is needed. Fields: `of`, `all`, the options; `speaker`, or nil.
local Program = {}
Program.__index = Program

-- Starts it. Raises a fault.
function Program:start()
  local process, wrong = engine.start(table.move(list_of(self.all.args or ""), 1, ARGUMENTS, 2, { self.all.engine }))
  if not process then engine.fail("ended", "%s", wrong) end
  self.engine = process
  local dialect, known = dialects.of(self.of, self.all.protocol)
  local all = self.all
  self.speaker = speakers[all.protocol].new(process, all.protocol, {
    dialect = dialect, plain = known, size = dialects.size(self.of, dialect), option = all.option or {}, start = all.start,
    wait = all.wait or (all.time or all.clock) and WAIT or LONG,
  })
end

--- Ends the program, where it runs.
function Program:close()
  if self.engine then self.engine:close() end
  self.engine, self.speaker = nil, nil
end

-- Begins a game, with an engine that runs.
function Program:begin()
  if self.engine and not self.engine:runs() then self.engine, self.speaker = nil, nil end
  if not self.speaker then self:start() end
  self.speaker:begin()
end

--- Calls a function that speaks with the engine. A failed one is killed. Returns what it gives, or nil and the fault.
function Program:try(f, ...)
  local ok, value = pcall(f, ...)
  if ok then return value end
  if self.engine and self.engine:runs() then self.engine:kill() end
  self.engine, self.speaker = nil, nil
  if not engine.is_fault(value) then error(value, 0) end
  return nil, value
end

--- Has it choose a move. `s`: a session; `limits`: time, nodes, depth, clock. Returns the move's entry, and what it has told:
-- depth, nodes, cp, mate, pv; or nil and the fault.
function Program:choose(s, limits)
  local entry, fault = self:try(function()
    if self.fresh then self:begin() end
    self.fresh = false
    return self.speaker:choose(s, limits)
  end)
  if entry then return entry, self.speaker.told end
  self.fresh = true
  return nil, fault
end

-- Checks the options of an engine, and starts it with the game: a Program with `name` and `limits`; nil, and what is wrong.
local function program_of(of, given, for_both)
  local all, wrong = schema.check(player.options, given, say)
  if not all then return nil, wrong end
  for _, name in ipairs(all.protocol == "gtp" and { "nodes", "depth", "option" } or {}) do
    if all[name] then return nil, ("option '%s' does not go with protocol 'gtp'"):format(name) end
  end
  if all.clock and all.time then return nil, "options 'clock' and 'time' do not go together" end
  if for_both and not all.time then all.clock = all.clock or for_both end
  if not (all.time or all.clock or all.nodes or all.depth) then all.time = pick.seconds end
  local self = setmetatable({ of = of, all = all, fresh = true, name = all.name or all.engine }, Program)
  local _, fault = self:try(self.start, self)
  if fault then return nil, ("engine %s: %s"):format(all.engine, fault.why) end
  self.limits = { time = all.time, nodes = all.nodes, depth = all.depth }
  return self
end

--- A player of a match: see gts.play.player. An engine that fails has lost the game, and is started anew for the next. `given`:
-- engine and other options: see player.options; `for_both`: checked clock of a player who has no other; `shown_as`: all options
-- that it has, for people.
function player.make(of, given, for_both, shown_as)
  local one, wrong = program_of(of, given, for_both)
  if not one then return nil, wrong end
  local function choose(s, _, left, others)
    local entry, told = one:choose(s, tables.copy(one.limits, { clock = left, other = others }))
    if entry then return entry, nil, { told = told } end
    return nil, told.why, { forfeit = told.how }
  end
  local function new()
    one.fresh = true
    return choose
  end
  local text = players.describe(plain(shown_as))
  return { name = given.name or text, text = text, clock = one.all.clock, warm = function() end, new = new,
    close = function() one:close() end }
end

-- What it thinks of moves.

local FAR = 1e9                 -- more than any score in hundredths

local form = listing.form {
  name = "gts.opinion",
  columns = {
    "move", listing.column("value", function(row)
      if row.mate then return ("%s in %d"):format(row.order > 0 and "win" or "loss", math.abs(row.mate)) end
      return row.value and show.number(row.value) or "?"
    end), "depth", "nodes", "line",
  },
  foot = function(list)
    return ("%s: values as it counts, from MAX's side; wins and losses are of the player to move"):format(list.engine)
  end,
}

-- What is known of a move that has just been played: a row. Its `order` is the greater the better it is for the player.
local function row_of(s, entry, told)
  local row, mover = { move = entry.label, exact = false }, s.played[#s.played].player == "max" and 1 or -1
  local over = s:outcome()
  if over then
    row.value, row.exact = over.value, true
    row.order = over.winner and (over.winner == s.played[#s.played].player and FAR or -FAR) or 0
    return row
  end
  local side = s.player == "max" and 1 or -1
  row.depth, row.nodes, row.line = told.depth, told.nodes, told.pv
  if told.mate then
    row.mate = told.mate
    row.order = mover * side * (told.mate > 0 and FAR - told.mate or -FAR - told.mate)
  elseif told.cp then row.value = side * told.cp / 100 end
  row.order = row.order or row.value and mover * 100 * row.value or 0
  return row
end

--- Asks for all moves: the engine searches the position after each. `s`: a session; `given`: a player that is an engine: its
-- limits hold for each move. Returns rows, the best for the player to move first: move; value, from MAX's side, in the units of
-- the engine; mate, its moves to a win or, negative, a loss; depth, nodes, line; exact, of final moves.
function player.opinion(s, given)
  if given.protocol == "gtp" then return nil, "protocol gtp tells no values" end
  local one, wrong = program_of(s.game, given)
  if not one then return nil, wrong end
  local list = form { engine = one.name }
  for _, entry in ipairs(s.moves) do
    s:play(entry)
    local told, fault, reply
    if not s:outcome() then reply, told = one:choose(s, one.limits) end
    if told and not reply then fault = told else list[#list + 1] = row_of(s, entry, told) end
    s:back(1)
    if fault then return nil, ("engine %s, at the move %s: %s"):format(one.name, entry.label, fault.why) end
  end
  one:close()
  table.sort(list, function(a, b) return a.order > b.order or a.order == b.order and a.move < b.move end)
  return list
end

return player
