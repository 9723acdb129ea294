--- Databases of solved games: the value of every position, and how far it is to the end. A folder holds the parts that the
-- engine has written, a file for each tier and player (src/solve/part.h), or one for each shard of it where several processes
-- have worked; `plan`, the list of these; and `about`, which game: see `gts help formats`.

local ask = require "gts.rules.ask"
local core = require "gts.core"
local databases, files = core.databases, core.files
local fingerprint = require "gts.rules.fingerprint"
local from_data = require "gts.game.from_data"
local game = require "gts.game"
local moves = require "gts.moves"
local notation = require "gts.rules.notation"
local reading = require "gts.facts.reading"
local refusal = require "gts.base.refusal"
local tables = require "gts.base.tables"
local versions = require "gts.facts.versions"
local keys = require "gts.rules.keys"
local words = require "gts.base.words"

local need, refuse = refusal.need, refusal.refuse
local database = {}

local HEAD, OLD_HEAD = versions.head "database", "gts database 1"
local LONGEST = 1 << 14         -- bytes of the options and of the position in the text about a database

local Database = {}
Database.__index = Database
Database.__name = "gts.database"

-- Options of a game as Lua would have them: plain values only. nil where there are others.
local function options_text(given)
  local parts = {}
  for _, key in ipairs(words.keys(given)) do
    local value = given[key]
    local kind = type(value)
    if type(key) ~= "string" or not key:find "^[%a_][%w_]*$" or kind ~= "number" and kind ~= "string" and kind ~= "boolean" then
      return nil
    end
    parts[#parts + 1] = ("%s=%s"):format(key, kind == "string" and ("%q"):format(value):gsub("\n", "n") or tostring(value))
  end
  local text = "{" .. table.concat(parts, ", ") .. "}"
  return #parts > 0 and #text <= LONGEST and text or nil
end

-- A position in one line, for messages: its text, if it has one.
local function position_text(of, position)
  local text = notation.write(position) or of.write and moves.write(of, position) or fingerprint.value(position)
  return text and text:find "%c" and notation.write(text) or text
end

--- What a folder says of the position that is solved: its text; nil: it is the game's start, or none is given; nil and what is
-- wrong.
function database.origin(of, position)
  local start = moves.start(of)
  if position == nil or rawequal(position, start) then return nil end
  local text = position_text(of, position)
  if not text or #text > LONGEST then
    return nil, "option 'position' has no text, or one that is too long, so it cannot be stored: leave 'folder' out"
  end
  if text ~= position_text(of, start) then return text end
end

--- The fingerprint of a folder. `origin`: see database.origin. Error: the part of the rules that has no fingerprint.
function database.fingerprint(of, origin)
  local is, wrong = fingerprint.of(of, game.given(of))
  is = is and keys.identity(of, is)
  if is and origin then return core.hash(is .. " from " .. origin) end
  return is, wrong
end

--- The text about a database. `is`: its fingerprint; `state`: "begun" or "finished"; `origin`: see database.origin.
function database.about(of, is, state, origin)
  local lines = { HEAD, "state " .. state, "game " .. of.name:gsub("%c", " "), "fingerprint " .. is }
  local given = game.given(of)
  local text = given and options_text(given)
  if text then lines[#lines + 1] = "options " .. text end
  if origin then lines[#lines + 1] = "position " .. origin end
  return reading.with_digest(table.concat(lines, "\n") .. "\n")
end

--- Reads the text about a database. Returns a table: state, game, fingerprint, options, position (see database.origin), old.
function database.read_about(folder)
  local name = folder .. "/about"
  local text, unread = reading.text("database", name)
  if not text and files.kind(name) then return nil, unread end
  if not text then return nil, ("%s: there is no database in this folder"):format(folder) end
  local head, above = text:match "^[^\n]*", reading.above_digest(text)
  local wrong = head ~= OLD_HEAD and versions.misfit("database", head, "it is damaged, or no text about a database")
  if wrong then return nil, ("%s: %s"):format(name, wrong) end
  if not above then return nil, ("%s: it is damaged"):format(name) end
  local about = {}
  for key, value in above:gmatch "(%a+) ([^\n]*)\n" do about[key] = value end
  about.old = head == OLD_HEAD
  return about
end

local other = { max = "min", min = "max" }

local function key_of(of, position)
  if of.index then return (of["index.of"](ask.words(of, position))) end
  local made = keys.of(of)
  if made then return { made.ask(ask.words(of, position)) } end
  if not of.key then return position end
  if of.key_words then return { of.key(ask.words(of, position)) } end
  return (of.key(ask.words(of, position)))
end

-- Looks a position up. Returns its value, its distance (nil: none) and the player to move, or nil if it is not there.
-- `value_only`: either player may be to move, if the values are equal.
local function look(self, position, player, value_only)
  local of = self.game
  if not of then error("gts.database: its game is not known: give it, as gts.database(folder, game)", 3) end
  if position == nil then error("gts.database: the position is missing", 3) end
  if of.player then player = of.player(ask.words(of, position)) end
  if player ~= nil and not other[player] then
    error(("gts.database: the player is %s: expected 'max' or 'min'"):format(words.quote(player)), 3)
  end
  local key, tier = key_of(of, position), nil
  if of.tier then tier = of.tier(ask.words(of, position)) end
  -- Whether a position is known by what it shares with the reversed one; and whether its parts serve either player.
  local reverses, joined = of.reverses, of.reverses
  if of.index then reverses, joined = of["index.reversed"], of.player ~= nil end
  local value, plies, mover = databases.look(self.parts, key, not joined and player or nil, tier, of.index ~= nil)
  if value == nil then return nil end
  if reverses and player == "min" then value = 0 - value end
  if joined then mover = player end
  if not player then
    local second = databases.look(self.parts, key, other[mover], tier, of.index ~= nil)
    if second and not (value_only and second == value) then
      error("gts.database: this position is there with either player to move: say which, 'max' or 'min', behind it", 3)
    end
  end
  if of.score then value = value + of.score(ask.words(of, position)) end
  return value, plies, mover
end

--- The value of a position; or nil. `player` to move, "max" or "min": where neither rules nor database state it.
function Database:value(position, player) return (look(self, position, player, true)) end

--- How many plies it is to the end, if both play their best; nil where there is none, and for what is not in the database.
function Database:distance(position, player)
  local _, plies = look(self, position, player)
  return plies
end

-- Returns whether an entry is better than another for the player to move: winners prefer short distances.
local function is_better(self, player, a, b)
  if a.value ~= b.value then return a.value > b.value == (player == "max") end
  if not a.distance or not b.distance or a.distance == b.distance then return false end
  local delays = player == "max" and a.value < self.middle or player == "min" and a.value > self.middle
  return a.distance > b.distance == delays
end

-- Whose are the successors of a position, where `player` moves?
local function player_of(of, position, player)
  if of.player then return of.player(ask.words(of, position)) end
  return other[player]
end

--- What a database has for a position, and for those behind its moves. `player` to move. Returns a table: value, distance (both
-- nil where there is none), and moves: a list of tables with move, name, value, distance.
function database.entries(self, position, player)
  local entry, of = { moves = {} }, self.game
  entry.value, entry.distance = look(self, position, player)
  for i, behind in ipairs(moves.try(of, position)) do
    local value, distance = look(self, behind.position, player_of(of, behind.position, player))
    entry.moves[i] = { move = behind.move, name = behind.name, value = value, distance = distance }
  end
  return entry
end

--- The best move of a position; `player`: see value. Returns the move, the leftmost of the best, the position after it, its
-- value, and the distance from there, or nil; nil at the end of the game, and for what is not in the database.
function Database:best(position, player)
  local value, _, mover = look(self, position, player)
  if value == nil then return nil end
  local known = tables.filter(moves.generate(self.game, { position = position }), function(entry)
    entry.value, entry.distance = look(self, entry.position, player_of(self.game, entry.position, mover))
    return entry.value ~= nil
  end)
  local best = tables.best(known, function(a, b) return is_better(self, mover, a, b) end)
  if best then return best.move, best.position, best.value, best.distance end
end

local function add(sum, part)
  sum.positions, sum.bytes = sum.positions + part.positions, sum.bytes + part.bytes
  for _, value in ipairs(part.values) do
    if not words.contains(sum.values, value) then sum.values[#sum.values + 1] = value end
  end
end

local function joined(parts)
  return tables.map(tables.groups(parts, function(part) return part.tier .. part.player end), function(shards)
    for i = 2, #shards do add(shards[1], shards[i]) end
    table.sort(shards[1].values)
    return shards[1]
  end)
end

--- Counts: positions, bytes, tiers, values (a list, ascending), parts (a list of tables: tier, player, positions, bytes, values).
function Database:stats()
  local parts = joined(databases.parts(self.parts))
  local stats = { positions = 0, bytes = 0, parts = parts, values = {} }
  stats.tiers = #tables.groups(parts, function(part) return part.tier end)
  for _, part in ipairs(parts) do add(stats, part) end
  table.sort(stats.values)
  return stats
end

--- How many positions have each value; where there is a rules.score, what can still come. Reads all of it. Returns value ->
-- positions. Raises which file is damaged.
function Database:counts() return databases.counts(self.parts) end

--- Holds every byte against its checksum. Returns true. Error: which file is damaged.
function Database:check() return databases.check(self.parts) end

--- Sets how much of it is kept unpacked in memory: 512 MB at first. Raises that it is no number of bytes.
function Database:cache(bytes)
  if math.type(bytes) ~= "integer" or bytes < 0 then
    error(("gts.database: the cache is %s: expected bytes, 0 or more"):format(words.quote(bytes)), 2)
  end
  databases.set_cache(self.parts, bytes)
end

--- Gives files and memory back. Afterwards it may not be used any more.
function Database:close() databases.close(self.parts) end
function Database:__tostring() return ("database: %s"):format(self.game and self.game.name or self.folder or "?") end

-- The value in the middle, of a draw: see src/solve/preference.h.
local function middle_of(of)
  if of.cycle then return of.cycle end
  local range = of.range
  local middle = range and (range[1] + range[2]) / 2
  return middle and middle == middle and math.abs(middle) < math.huge and middle or 0
end

--- Makes an object of parts. `parts`: see core.databases.
function database.new(parts, of, folder)
  return setmetatable({ parts = parts, game = of, folder = folder, middle = of and middle_of(of) }, Database)
end

-- The game that a folder says it is of, if it is one that comes with gts.
local function known_game(about)
  local given = about.options and from_data.options(about.options:match "^{(.*)}$" or "")
  local of = from_data.game(about.game, given)
  return of and database.fingerprint(of, about.position) == about.fingerprint and of or nil
end

--- Opens a database that is finished, of the fingerprint `is`, and of its game, if that is known. Returns nil and what is wrong.
function database.open(folder, is, of)
  local parts, wrong = databases.open(folder, is)
  local loaded = parts
  if parts then loaded, wrong = databases.load(parts) end
  if not loaded then return nil, wrong end
  return database.new(parts, of, folder)
end

local function opened(folder, what)
  if type(folder) ~= "string" then refuse("gts.database: the folder is %s: expected its path", words.quote(folder)) end
  local about = need(database.read_about(folder))
  if about.state ~= "finished" then refuse("%s: the database is not finished: solve the game again, and it goes on", folder) end
  local of
  if what == nil then of = known_game(about)
  else
    of = need(game.make(what))
    local is, wrong = database.fingerprint(of, about.position)
    if not is then refuse("gts.database: %s has no fingerprint: %s", of.name, wrong) end
    if is ~= about.fingerprint then
      refuse("%s: the database belongs to %s, or to other options, rules or data of it", folder, about.game)
    end
  end
  return database.open(folder, about.fingerprint, of)
end

--- Opens a database: see gts.database; or returns nil and what is wrong.
function database.try(folder, what) return refusal.caught(opened, folder, what) end

return database
