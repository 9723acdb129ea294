--- Games that were played, from files: a saved game (gts.play.saved) or a match (gts.play.games_file). What stands before
-- damage is read.

local from_data = require "gts.game.from_data"
local games_file = require "gts.play.games_file"
local notation = require "gts.rules.notation"
local reading = require "gts.facts.reading"
local refusal = require "gts.base.refusal"
local saved = require "gts.play.saved"
local session = require "gts.play.session"

local need = refusal.need

local played = {}

local faults = { ended = true, silent = true, illegal = true, refused = true, resigned = true }
local other = { max = "min", min = "max" }

-- The name of a game and its options, from the head of a match: `connect4 columns:5,rows:4`.
local function read_head(text)
  local quoted, _, last, is_quoted = notation.next_word(text, 1, "%s")
  local name, rest = text:match("^(.-)(" .. games_file.OPTIONS .. ".*)$", is_quoted and last + 1 or 1)
  local options = rest and from_data.options(rest)
  if is_quoted then name = quoted end
  if not rest then return { game = name or text } end
  return options and { game = name, options = options } or { game = text }
end

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
  local list, wrong = need(games_file.parse(text))
  local of = need(from_data.recorded(read_head(list.game), what, options))
  return { game = of, count = #list, wrong = wrong, session = function(i) return session_of(of, list[i]) end }
end

local function read_saved(text, what, options)
  local all, wrong, before = saved.parse(text)
  all = need(all or before and before.game and before, wrong)
  local of = need(from_data.recorded(all, what, options))
  return { game = of, count = 1, wrong = wrong, session = function() return saved.replay(all, of) end }
end

--- Reads a file. `what`: the game; `options` of it; default: those of the file. Returns game; count, of games; wrong, nil or
-- how the file is damaged behind these; session(i), a game, and which of its moves cannot be played, or nil and what is wrong.
function played.read(file, what, options)
  local text, wrong = reading.text("match", file)
  if not text then return nil, wrong end
  local all, why = refusal.caught(text:find "^gts match" and read_match or read_saved, text, what, options)
  if not all then return nil, ("%s: %s"):format(file, why) end
  all.wrong = all.wrong and ("%s: %s"):format(file, all.wrong)
  return all
end

return played
