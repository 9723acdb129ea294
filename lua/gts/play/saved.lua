--- Games in files. A saved game is a text with a line for each thing, and a last line "end": see `gts help formats`. Moves are
-- written by their labels (gts.play.session), in quotes, as Lua has them, where a line cannot hold them.

local clock = require "gts.base.clock"
local files = require("gts.core").files
local from_data = require "gts.game.from_data"
local game = require "gts.game"
local moves = require "gts.moves"
local notation = require "gts.rules.notation"
local reading = require "gts.facts.reading"
local refusal = require "gts.base.refusal"
local session = require "gts.play.session"
local tables = require "gts.base.tables"
local versions = require "gts.facts.versions"
local words = require "gts.base.words"

local need = refusal.need

local saved = {}

local HEAD, END = versions.head "game", "end"

local function add(lines, ...) lines[#lines + 1] = table.concat({ ... }, " ") end

local function add_options(lines, of)
  local given = game.given(of) or {}
  for _, name in ipairs(words.keys(given)) do
    local value = given[name]
    local text = type(value) == "boolean" and tostring(value) or notation.write(value)
    if not text then return ("option '%s' of the game cannot be written: it is %s"):format(name, words.quote(value)) end
    add(lines, "option", name, text)
  end
end

local function add_position(lines, s)
  if s.first == nil then return nil end
  local text = moves.write(s.game, s.first)
  if not text then return ("%s has no rules.write for the position where the game began"):format(s.game.name) end
  add(lines, "position", notation.line(text))
end

local function read_left(text)
  local max, min = text:match "^(%S+) (%S+)$"
  max, min = tonumber(max), tonumber(min)
  return max and min and max >= 0 and min >= 0 and max < math.huge and min < math.huge and { max = max, min = min } or nil
end

-- How it is played: of each setting how it is written, and how read.
local settings = {
  as = { tostring, function(text) return text:match "^%l+$" end },
  level = { notation.number, function(text) return math.tointeger(tonumber(text)) end },
  time = { notation.number, tonumber },
  clock = { clock.text, clock.kind.normal },
  left = { function(left) return ("%.14g %.14g"):format(left.max, left.min) end, read_left },
  seed = { notation.number, function(text) return math.tointeger(tonumber(text)) end },
}

--- The text of a saved game, with `settings` (as, level, time, clock, left); nil and what cannot be written.
function saved.text(s)
  local lines = { HEAD, "game " .. notation.line(s.game.name) }
  local wrong = add_options(lines, s.game) or add_position(lines, s)
  if wrong then return nil, wrong end
  local all = tables.copy(s.settings or {}, { seed = s.seed })
  for _, name in ipairs(words.keys(settings)) do
    if all[name] ~= nil then add(lines, name, settings[name][1](all[name])) end
  end
  for _, entry in ipairs(s.played) do add(lines, "move", notation.line(entry.label)) end
  if s.resigned then add(lines, "resigned", s.resigned) end
  if s.late then add(lines, "late", s.late) end
  if s.agreed then add(lines, "agreed", "draw") end
  add(lines, END)
  return table.concat(lines, "\n") .. "\n"
end

--- Writes the game of a session into a file. If that fails the old file is as it was. Returns true, or nil and what is wrong.
function saved.save(s, file)
  local text, wrong = saved.text(s)
  if not text then return nil, wrong end
  return files.write(file, text)
end

-- What each kind of line says: a function of what is known so far and the rest of the line; false if it cannot be.
local lines_of = {}

local function once(name, read)
  lines_of[name] = function(all, text)
    local value = read(text)
    if value == nil or all[name] ~= nil then return false end
    all[name] = value
  end
end

once("game", notation.read_line)
once("position", notation.read_line)
local function read_player(text) return (text == "max" or text == "min") and text or nil end

once("resigned", read_player)
once("late", read_player)
once("agreed", function(text) return text == "draw" or nil end)
for name, how in pairs(settings) do once(name, how[2]) end

function lines_of.option(all, text)
  local name, written = text:match "^([%a_][%w_]*) (.+)$"
  local value = name and from_data.value(written)
  if value == nil or all.options[name] ~= nil then return false end
  all.options[name] = value
end

function lines_of.move(all, text)
  local name = notation.read_line(text)
  if not name then return false end
  all.moves[#all.moves + 1] = name
end

-- Reads the lines behind the first into `all`. Returns what is wrong, and in which line.
local function read_lines(all, text)
  local number, ended = 0, false
  for line in (text:sub(-1) == "\n" and text or text .. "\n"):gmatch "([^\n]*)\n" do
    number = number + 1
    line = line:gsub("\r$", "")
    if number == 1 then
      local wrong = versions.misfit("game", line)
      if wrong then return wrong end
    elseif line == END and not ended then ended = true
    else
      local kind, rest = line:match "^(%l+) (.+)$"
      if ended or not lines_of[kind] or lines_of[kind](all, rest) == false then
        return ("line %d of the saved game is not understood: %s"):format(number, words.quote(line))
      end
    end
  end
  if not ended then return "the saved game is truncated: its last line is not 'end'" end
  if not all.game then return "the saved game does not say of which game it is" end
end

--- What the text of a saved game says, not yet played: game (its name), options, position (as text), as, level, time, clock,
-- left, seed, moves (labels), resigned, late, agreed. Error: what is wrong, and in which line; what the lines before say.
function saved.parse(text)
  local all = { options = {}, moves = {} }
  local wrong = read_lines(all, text)
  if wrong then return nil, wrong, all end
  return all
end

--- Plays what the text of a saved game says (see saved.parse), in the checked game: another one is refused. Returns the session,
-- with `settings`, and which move cannot be played, and why: then it has the moves before. nil and what is wrong.
function saved.replay(all, of)
  if of.name ~= all.game then return nil, ("it is a game of %s, not of %s"):format(all.game, of.name) end
  local first, s, wrong
  if all.position then
    first, wrong = moves.read(of, all.position)
    if first == nil then return nil, wrong end
  end
  s, wrong = session.new(of, { position = first, seed = all.seed })
  if not s then return nil, wrong end
  wrong = s:replay(all.moves)
  if wrong then return s, wrong end
  if all.resigned then s:resign(all.resigned) end
  if all.late then s:lose_on_time(all.late) end
  if all.agreed then s:agree() end
  s.settings = { as = all.as, level = all.level, time = all.time, clock = all.clock, left = all.left }
  return s
end

local function read(text, what, options)
  local all = need(saved.parse(text))
  local s, wrong = saved.replay(all, need(from_data.recorded(all, what, options)))
  return need(not wrong and s, wrong)
end

--- A game from its text: session, `settings`; nil and what is wrong, as another game than `what`. Options default to the text's.
function saved.read(text, what, options) return refusal.caught(read, text, what, options) end

--- A game from a file: see saved.read.
function saved.load(file, what, options)
  local text, unread = reading.text("game", file)
  if not text then return nil, unread end
  local s, wrong = saved.read(text, what, options)
  return s, wrong and ("%s: %s"):format(file, wrong)
end

return saved
