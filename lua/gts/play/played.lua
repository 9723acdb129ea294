--- Games that were played, from the files that keep them: a saved game (see gts.play.saved) or a match (see gts.play.games_file).
--
-- A file that is damaged gives what stands before the damage, and `wrong` says what it is.
-- @module gts.play.played

local files = require("gts.core").files
local game = require "gts.game"
local games_file = require "gts.play.games_file"
local notation = require "gts.rules.notation"
local saved = require "gts.play.saved"
local session = require "gts.play.session"

local played = {}

local MOST = 1 << 28            -- bytes of a file

local faults = { ended = true, silent = true, illegal = true, refused = true, resigned = true }
local other = { max = "min", min = "max" }

local function read_value(text)
  if text == "true" or text == "false" then return text == "true" end
  local value = notation.read(text)
  return value == nil and text or value
end

-- The name of a game and its options, from the head of a match: `connect4 columns:5,rows:4`.
local function read_head(text)
  local quoted, _, last, is_quoted = notation.next_word(text, 1, "%s")
  local name, rest = text:match("^(.-)(" .. games_file.OPTIONS .. ".*)$", is_quoted and last + 1 or 1)
  if is_quoted then name = quoted end
  if not rest then return name or text, nil end
  rest = rest:sub(2)
  local options = {}
  rest = rest:gsub("{[^}]*}", function(list) return (list:gsub(",", " ")) end)
  for part in rest:gmatch "[^,]+" do
    local key, value = part:match "^([%a_][%w_]*):(.*)$"
    if not key then return text, nil end
    options[key] = read_value(value)
  end
  return name, options
end

-- The game of a file: the one that is named in it, unless another is given.
local function game_of(name, options, what, given)
  if what == nil then
    local of, wrong = game.make(name, options)
    if of then return of end
    return nil, ("it is a game of %s, whose rules are not found: name their file behind it (%s)"):format(name, wrong)
  end
  local of, wrong = game.make(what, given == nil and type(what) == "string" and options or given)
  local is = of or game.make(what)              -- options that it does not take may be those of another game
  if is and is.name ~= name then return nil, ("it is a game of %s, not of %s"):format(name, is.name) end
  return of, wrong
end

-- The game that one line of a match has.
local function session_of(of, row)
  local s, wrong = session.new(of)
  if not s then return nil, wrong end
  wrong = s:replay(row.moves)
  local loser = row.points == 1 and other[row.side] or row.side
  if not wrong and row.how == "time" then s:lose_on_time(loser)
  elseif not wrong and faults[row.how] then s:forfeit(loser, row.how, row.why) end
  return s, wrong
end

local function read_match(text, what, options)
  local list, wrong = games_file.parse(text)
  if not list then return nil, wrong end
  local name, own = read_head(list.game)
  local of, why = game_of(name, own, what, options)
  if not of then return nil, why end
  return { game = of, count = #list, wrong = wrong, session = function(i) return session_of(of, list[i]) end }
end

local function read_saved(text, what, options)
  local all, wrong, before = saved.parse(text)
  if not all and not (before and before.game) then return nil, wrong end
  all = all or before
  local given = next(all.options) ~= nil and all.options or nil
  local of, why = game_of(all.game, given, what, options)
  if not of then return nil, why end
  return { game = of, count = 1, wrong = wrong, session = function() return saved.replay(all, of) end }
end

--- Reads a file.
-- @tparam string file its path
-- @param[opt] what the game; default: the one that the file names
-- @tparam[opt] table options of the game; default: those of the file
-- @treturn[1] table game; count, of games; wrong, nil or how the file is damaged behind these; session(i), the game of this
-- number as a session (see gts.play.session), and which of its moves cannot be played, or nil and what is wrong
-- @return[2] nil
-- @treturn[2] string what is wrong
function played.read(file, what, options)
  local text, wrong = files.read(file, MOST)
  if not text then return nil, wrong end
  local all, why = (text:find "^gts match" and read_match or read_saved)(text, what, options)
  if not all then return nil, ("%s: %s"):format(file, why) end
  all.wrong = all.wrong and ("%s: %s"):format(file, all.wrong)
  return all
end

return played
