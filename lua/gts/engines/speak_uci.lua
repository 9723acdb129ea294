--- Speaks UCI or UGI to an engine: what a player of these protocols does. See gts.engines.ugi for the other side.
--
-- A speaker has `begin()`, for a new game; `choose(session, limits)`, which gives the move's entry; and `told`, what the engine
-- last said of its search: depth, nodes, cp or mate for the player to move, pv.

local core = require "gts.core"
local dialects = require "gts.engines.dialects"
local engine = require "gts.engines.engine"
local moves = require "gts.moves"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local speak_uci = {}

local forms = {
  uci = { hello = "uci", ready = "uciok", new = "ucinewgame", clock = "wtime %d btime %d winc %d binc %d" },
  ugi = { hello = "ugi", ready = "ugiok", new = "uginewgame", clock = "p1time %d p2time %d p1inc %d p2inc %d" },
}

local LONGEST = 2^31 - 1        -- milliseconds, as engines read them
local OPTIONS = 10000           -- that an engine may have: those beyond are passed over

local Speaker = {}
Speaker.__index = Speaker

function Speaker:send(format, ...) self.engine:send(format:format(...), self.patience) end

-- Reads lines up to one that begins with a word; `look` gets the others.
function Speaker:await(word, seconds, look)
  local deadline = core.clock() + seconds
  while true do
    local line = self.engine:line(deadline, seconds)
    local first, rest = line:gsub("%s+", " "):match "^ ?(%S*) ?(.-) ?$"
    if first == word then return rest end
    if look then look(first, rest) end
  end
end

-- Notes an option that the engine says it has: name -> { type = , variants = }.
local function read_option(known, rest)
  local name, kind, more = rest:match "^name (.-) type (%S+) ?(.*)$"
  if not name then return end
  known[name] = { type = kind, values = tables.set(words.split(more, "%f[%S]var (%S+)")) }
end

local function set(self, known, name, value)
  if not known[name] then
    engine.fail("refused", "it has no option %s%s", words.quote(name), words.suggest(name, words.keys(known)))
  end
  if known[name].type == "button" then return self:send("setoption name %s", name) end
  self:send("setoption name %s value %s", name, tostring(value))
end

local function set_variant(self, known, given)
  local option, variant = known.UCI_Variant, self.dialect and self.dialect.variant
  if not option or given.UCI_Variant then return end
  if not variant or not self.plain then engine.fail("refused", "what it calls this game is not known: give its UCI_Variant") end
  if not option.values[variant] and not given.VariantPath then engine.fail("refused", "it does not play %s", variant) end
  set(self, known, "UCI_Variant", variant)
end

--- Begins to speak. `to`: an engine: see gts.engines.engine; `protocol`: "uci" or "ugi"; `how`: dialect, plain (see dialects),
-- option, start (seconds to begin), wait (seconds beyond a move's time). Returns the speaker. Raises a fault.
function speak_uci.new(to, protocol, how)
  local self = setmetatable({ engine = to, form = forms[protocol], dialect = how.dialect, plain = how.plain, patience = how.start,
    wait = how.wait, told = {}, places = protocol == "ugi" }, Speaker)
  local known, count = {}, 0
  self:send(self.form.hello)
  self:await(self.form.ready, self.patience, function(first, rest)
    if first ~= "option" or count == OPTIONS then return end
    read_option(known, rest)
    count = count + 1
  end)
  for _, name in ipairs(words.keys(how.option)) do set(self, known, name, how.option[name]) end
  set_variant(self, known, how.option)
  self:ready()
  self.patience = how.wait
  return self
end

function Speaker:ready()
  self:send "isready"
  self:await("readyok", self.patience)
end

--- Begins a game.
function Speaker:begin()
  self:send(self.form.new)
  self:ready()
end

--- Sends the position: where the game began, and the moves since.
function Speaker:place(s)
  local parts = { "position startpos" }
  if s.first ~= nil then
    local text = self.places and moves.write(s.game, s.first)
    if not text then engine.fail("refused", "it can play from the start of the game only") end
    parts[1] = "position fen " .. text
  end
  if #s.played > 0 then parts[2] = "moves" end
  for _, entry in ipairs(s.played) do parts[#parts + 1] = dialects.write(self.dialect, entry.label, entry.before) end
  self.engine:send(table.concat(parts, " "), self.patience)
end

local function milliseconds(seconds) return math.floor(math.min(1000 * seconds + 0.5, LONGEST)) end

-- The command that has it search, and the seconds that it has.
local function go(self, s, limits)
  local parts, allowed = { "go" }, limits.time or 0
  local function some(seconds) return math.max(1, milliseconds(seconds)) end
  local of = limits.clock
  if of then
    local max, increment = some(of.left), milliseconds(of.increment)
    local other = limits.other and some(limits.other.left) or max
    local mine, theirs = max, other
    if s.player == "min" then mine, theirs = other, max end
    parts[2], allowed = self.form.clock:format(mine, theirs, increment, increment), of.left
  end
  if limits.time then parts[#parts + 1] = ("movetime %d"):format(some(limits.time)) end
  if limits.nodes then parts[#parts + 1] = ("nodes %.0f"):format(limits.nodes) end
  if limits.depth then parts[#parts + 1] = ("depth %.0f"):format(limits.depth) end
  self:send("%s", table.concat(parts, " "))
  return allowed
end

local function read_info(told, rest)
  local cp, mate = rest:match "score cp (%-?%d+)", rest:match "score mate (%-?%d+)"
  if cp or mate then told.cp, told.mate = tonumber(cp), tonumber(mate) end
  told.depth = tonumber(rest:match "%f[%a]depth (%d+)") or told.depth
  told.nodes = tonumber(rest:match "%f[%a]nodes (%d+)") or told.nodes
  told.pv = rest:match "%f[%a]pv%s+(.+)$" or told.pv
end

--- Has it choose a move. `s`: the session; `limits`: time, nodes, depth, clock (its own, checked), other (the opponent's).
-- Returns the entry of the session's `moves`. Raises a fault.
function Speaker:choose(s, limits)
  self:place(s)
  self.told = {}
  local allowed = go(self, s, limits) + self.wait
  local rest = self:await("bestmove", allowed, function(first, more)
    if first == "info" and not more:find "^string" then read_info(self.told, more) end
  end)
  local word = rest:match "^%S+" or ""
  return dialects.find(self.dialect, s, word)
    or engine.fail("illegal", "it plays %s, which is no move there", engine.shown(word))
end

return speak_uci
