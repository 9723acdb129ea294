--- Games of a player against itself, and what is observed in each: length, moves, lead, openings, cells.
--
-- The lead of a position is the side that the player's search names when it moves there. Estimates favour the side to move, or
-- the other: so a side leads once two searches in a row, one of each player, say so; what is proved counts at once.

local ask = require "gts.rules.ask"
local board = require "gts.rules.board"
local raised = require "gts.base.raised"
local random = require "gts.base.random"
local session = require "gts.play.session"

local games = {}

local MOST_NAMES = 300          -- of moves that are counted
local OPENING = 2               -- moves

-- The side that a search names: 1 MAX, -1 MIN, 0 neither; nil without a search. Second: it is proved.
local function side_of(of, r)
  if not r or not r.stats then return nil end
  local value, middle = r.value or r.estimate, session.even(of)
  if value == nil then return nil end
  return value > middle and 1 or value < middle and -1 or 0, r.solved == true
end

local function note_lead(seen, side, proved)
  if side == nil then return end
  seen.searched = true
  if proved or side == seen.last then seen.lead = side end
  seen.last = side
end

-- The board of a position, as far as the rules show one; nil, and what is wrong with it. A game need not end because of that.
local function board_of(of, position)
  if not of.board then return nil end
  local ok, given = raised.call(of.board, ask.words(of, position))
  if not ok then return nil, ("%s (in rules.board)"):format(given) end
  local read, wrong = board.read(given)
  return read and read.at and read or nil, wrong
end

local function clicks_of(read, move)
  local found = table.pack(raised.call(read.at, move))
  if not found[1] then return nil, ("%s (in rules.board)"):format(found[2]) end
  return board.clicks(read, table.unpack(found, 2, found.n))
end

-- Notes the cells that legal moves click, and those of the move that is played.
local function note_cells(seen, of, s, entry)
  if seen.board_wrong then return end
  local read, wrong = board_of(of, s.position)
  seen.board_wrong = seen.board_wrong or wrong
  if not read then return end
  for _, one in ipairs(s.moves) do
    local cells
    cells, seen.board_wrong = clicks_of(read, one.move)
    if not cells then return end
    for _, cell in ipairs(cells) do
      seen.cells[cell] = seen.cells[cell] or false
      if one == entry then seen.cells[cell] = true end
    end
  end
end

local function note_names(seen, s, entry)
  if seen.many then return end
  for _, one in ipairs(s.moves) do
    if seen.names[one.name] == nil then seen.names[one.name], seen.count = false, seen.count + 1 end
  end
  seen.names[entry.name] = true
  seen.many = seen.count > MOST_NAMES
end

-- Asks the player for a move; the one that is set, then random ones, come first. Returns nil where `watch` has ended its search.
local function choose(job, chooser, s, seed, watch)
  if job.first and #s.played == 0 then return assert(s:find(job.first)).move end
  if #s.played < job.plies then return s.moves[random.stream(seed)(1, #s.moves)].move end
  local move, wrong, r = chooser(s, seed, nil, nil, watch)
  if r and r.stopped == "interrupted" then error("interrupted", 0) end
  if r and r.stopped == "progress" and watch and not watch() then return nil end
  if move == nil then error(wrong or "the player gave no move", 0) end
  return move, r
end

-- Plays one move, and notes what is to be seen before it. Returns whether it was played.
local function step(of, job, chooser, s, seen, watch)
  local before, moves = s.position, s.moves
  local move, r = choose(job, chooser, s, (job.seed << 40) + (job.number << 20) + #s.played, watch)
  if move == nil then return false end
  note_lead(seen, side_of(of, r))
  local entry, wrong = s:play(move)
  if not entry then error(wrong, 0) end
  local shown = { position = before, moves = moves }
  note_cells(seen, of, shown, entry)
  note_names(seen, shown, entry)
  if #s.played <= OPENING then seen.opening[#s.played] = entry.label end
  seen.moves[#s.played], seen.leads[#s.played] = #moves, seen.lead
  return true
end

local function words_of(set)
  local used, unused = {}, {}
  for name, is_used in pairs(set) do table.insert(is_used and used or unused, name) end
  return used, unused
end

local winners = { max = 1, min = -1 }

--- Plays one game. `player`: see gts.play.player; `job`: number, seed, plies (random moves), longest, first (label of the first
-- move; nil: the player's); `halt` is called before each move and now and then during searches; returns why to stop. Returns
-- false: `halt` has ended it. Else, as data: length; cut (true: `longest` moves and no end); points of the player that moves
-- first; winner (1: MAX, -1: MIN, 0); moves (how many are legal) and leads (1, -1, 0), of each position in which a move is made;
-- searched (true: there were searches to say so); opening (names); cells and cells_unused, names and names_unused (lists; names
-- is nil where there are too many); board_wrong (what is wrong with what the rules show).
function games.play(of, player, job, halt)
  local s = assert(session.new(of))
  local first, chooser = s.player, player.new()
  local seen = { moves = {}, leads = {}, lead = 0, opening = {}, cells = {}, names = {}, count = 0 }
  local watch = halt and function() return not halt() end
  while not s:outcome() and #s.played < job.longest do
    if watch and not watch() or not step(of, job, chooser, s, seen, watch) then return false end
  end
  local over = s:outcome()
  local winner = over and over.winner
  local found = {
    length = #s.played, cut = not over, winner = winners[winner] or 0,
    points = not winner and 0.5 or winner == first and 1 or 0,
    moves = seen.moves, leads = seen.leads, searched = seen.searched, opening = table.concat(seen.opening, " "),
    board_wrong = seen.board_wrong,
  }
  found.cells, found.cells_unused = words_of(seen.cells)
  if not seen.many then found.names, found.names_unused = words_of(seen.names) end
  return found
end

return games
