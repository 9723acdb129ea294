--- A position as data for the page: its board or its text, and its moves with the cells that are clicked for them.

local board = require "gts.show.board"
local raised = require "gts.base.raised"
local show = require "gts.show.text"
local tables = require "gts.base.tables"

local position = {}

local LONGEST = 20000           -- letters of a position

--- Describes an error of rules in a sentence.
function position.failure(wrong) return ("the rules have failed: %s"):format(raised.text(wrong)) end

local function text_of(of, at)
  local ok, text = pcall(show.position, of, at)
  if ok then return show.clip(text, LONGEST) end
  return position.failure(text)
end

-- The board of a position, with the clicks of a list of moves; else nil, and what is wrong with it, if the rules have one.
local function board_of(of, at, list)
  local ok, made, wrong = pcall(board.of, of, at, list)
  if ok and not wrong then return made end
  return nil, raised.text(wrong or made)
end

--- Returns a position and its moves, each with move and label, as data: text; board (nil: the rules have none), as gts.show.board
-- has it; moves, a list of label and clicks; last, the cells of the last move, if that is given with the position `before` it;
-- and what is wrong with the board, or nil.
function position.of(of, at, list, last)
  local drawn, wrong = board_of(of, at, list)
  local moves = tables.map(list, function(entry, i) return { label = entry.label, clicks = drawn and drawn.clicks[i] or nil } end)
  local before = drawn and last and board_of(of, last.before, { last })
  if drawn then drawn.clicks = nil end
  return { text = text_of(of, at), board = drawn, moves = moves, last = before and before.clicks[1] or nil }, wrong
end

--- Returns the position of a session as data: see position.of; and `player`, the player to move.
function position.in_session(s)
  local made, wrong = position.of(s.game, s.position, s.moves, s.played[#s.played])
  made.player = s.player
  return made, wrong
end

return position
