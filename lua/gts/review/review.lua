--- Reviews a game that was played: what each move was worth, and where the game was decided. See `gts help review`.

local core = require "gts.core"
local game = require "gts.game"
local listing = require "gts.show.listing"
local moves = require "gts.moves"
local played = require "gts.play.played"
local refusal = require "gts.base.refusal"
local report = require "gts.review.report"
local schema = require "gts.base.schema"
local session = require "gts.play.session"
local tables = require "gts.base.tables"
local values = require "gts.review.values"
local verdict = require "gts.review.verdict"
local words = require "gts.base.words"

local need = refusal.need

local review = {}

local SECONDS = 1               -- for a move, where the caller states no limit
local SOON = 0.2                -- for a move, in a game

--- The rows of the options: see gts.base.schema.
review.options = {
  { name = "time", kind = schema.seconds, value = "SECONDS",
    help = ("seconds of search for each move; default, without total, nodes or depth: %d"):format(SECONDS) },
  { name = "total", kind = schema.seconds, value = "SECONDS", help = "time limit in seconds, for all moves" },
  { name = "nodes", kind = schema.count(1), help = "limit of nodes visited for each move" },
  { name = "depth", kind = schema.count(1), help = "horizon of each search in plies" },
  { name = "memory", kind = schema.whole(1 << 16), default = core.table_bytes, value = "BYTES",
    help = "size of the one transposition table" },
  { name = "number", kind = schema.whole(1), default = 1, value = "N", help = "which game of the file of a match" },
  { name = "position", kind = schema.any "a position", help = "where a list of moves begins" },
  { name = "progress", kind = schema.callable, type = "fun(done: integer, positions: integer): boolean?",
    help = "a function, called now and then with how many positions are done, and of how many; false stops" },
}

local other = { max = "min", min = "max" }

-- What a search without a table of the game knows of a position: that table has learnt from the moves played.
local function search_anew(s, position, list, limits)
  local known, stopped = values.search(s, position, list, tables.copy(limits, { table = s:new_table(core.small_table_bytes) }))
  if not known then error(stopped, 0) end
  local ends = stopped == "interrupted" or stopped == "progress"
  return known, ends and stopped or values.is_late(limits) and "time" or nil
end

-- Do the estimates speak against a move? Those of the review are a reason to look, not to judge.
local function judge_estimates(s, found, i, limits)
  local entry, before, after = s.played[i], found[i], found[i + 1]
  local compared = before.best ~= entry.label and verdict.compare(before, after, entry.player)
  if not compared or compared.loss <= compared.margin then return nil end
  local first, second, stopped
  first, stopped = search_anew(s, entry.before, entry.moves, limits)
  if stopped then return nil, stopped end
  second, stopped = search_anew(s, entry.position, i < #s.played and s.played[i + 1].moves or s.moves, limits)
  compared = first.best ~= entry.label and verdict.compare(first, second, entry.player)
  if stopped or not compared or compared.loss <= compared.margin then return nil, stopped end
  compared.best = first.best
  return compared
end

-- A move of the game with what is proved of it.
local function row_of(s, found, i, middle)
  local entry, before, after = s.played[i], found[i], found[i + 1]
  local name, loss = verdict.proved(before, after, entry.player, middle, #entry.moves == 1)
  local as_good = name == "best" or name == "forced"
  return {
    number = i, player = entry.player, move = entry.label, value = after.value, lower = after.lower, upper = after.upper,
    best = as_good and entry.label or before.best, best_value = before.value, best_lower = before.lower,
    best_upper = before.upper, verdict = name, proved = name ~= nil, loss = loss, position = entry.before,
    depth = after.lower ~= after.upper and after.depth or nil, distance = after.distance and after.distance + 1,
    best_distance = before.distance,
  }
end

-- What rests on searches without the table: the better move, where a repetition, of which the table does not know, has made a
-- mistake of the move that it holds for the best; and estimates, where nothing is proved. Returns why it stopped.
local function search_again(list, s, found, limits)
  for i, row in ipairs(list) do
    local compared, stopped
    if verdict.is_mistake(row.verdict) and row.best == row.move then
      local known
      known, stopped = search_anew(s, row.position, s.played[i].moves, limits)
      row.best = known.best ~= row.move and known.best or nil
    elseif not row.proved then compared, stopped = judge_estimates(s, found, i, limits) end
    if stopped then return stopped end
    if compared then
      row.verdict, row.loss, row.margin, row.horizon = "dubious", compared.loss, compared.margin, compared.depth
      row.best = compared.best
    end
  end
end

-- From which move on every position has the result of the game, as far as that is proved; nil: it is not proved of the last one.
local function decided_at(found, middle)
  local class = verdict.class(found[#found], middle)
  if not class then return nil end
  local i = #found
  while i > 1 and verdict.class(found[i - 1], middle) == class do i = i - 1 end
  return i, class
end

-- Is the position before a move proved not to be lost for the player to move?
local function is_not_lost(row, middle)
  if row.player == "max" then return row.best_lower >= middle end
  return row.best_upper <= middle
end

local function note_counts(list, found)
  for _, player in ipairs { "max", "min" } do
    local rows = tables.filter(list, function(row) return row.player == player end)
    list["mistakes_" .. player] = tables.count(rows, function(row) return verdict.is_mistake(row.verdict) end)
    list["dubious_" .. player] = tables.count(rows, function(row) return row.verdict == "dubious" end)
  end
  list.proved = tables.count(list, function(row) return row.proved end)
  list.missing = tables.count(found, function(known) return not known.searched end)
end

local form = listing.form {
  name = "gts.review",
  columns = {
    "number", "player", "move", "value", "lower", "upper", "best", "best_value", "best_lower", "best_upper", "loss", "verdict",
    "proved", "margin", "horizon", "depth", "distance", "best_distance",
    { name = "position", value = function(row, _, list) return moves.write(report.kept(list).game, row.position) end },
  },
  shown = report.text,
}

getmetatable(form {}).__draw = report.draw

--- Reviews a session (gts.play.session) with checked options: see gts.review; or returns nil and what is wrong.
function review.session(s, all)
  local lacking = values.lacking(s)
  if lacking then return nil, lacking end
  local began, middle = core.clock(), session.even(s.game)
  local limits = { time = all.time, nodes = all.nodes, depth = all.depth, memory = all.memory }
  limits.deadline = all.total and began + all.total or nil
  if not (all.time or all.nodes or all.depth) then limits.time = all.total and all.total / (#s.played + 2) or SECONDS end
  local found, stopped = values.of(s, limits, all.progress)
  if not found then return nil, stopped end
  local over, list = s:outcome(), {}
  for i = 1, #s.played do list[i] = row_of(s, found, i, middle) end
  limits.memory = nil
  limits.progress = all.progress and function() return all.progress(#found, #found) end
  stopped = stopped or search_again(list, s, found, limits)
  list.game, list.stopped, list.winner, list.how = s.game.name, stopped, over and over.winner, over and over.how
  local at, class = decided_at(found, middle)
  list.result, list.decided = class, at and at - 1
  local last = list[(at or 0) - 1]
  if last and verdict.is_mistake(last.verdict) then list.turning = last.number end
  for _, row in ipairs(list) do         -- the loser's last position that was not lost
    if row.player == other[class or "draw"] and is_not_lost(row, middle) then list.last_not_lost = row.number end
  end
  local missed = tables.best(tables.filter(list, function(row)          -- the shortest win that was not kept
    return (row.verdict == "won to drawn" or row.verdict == "won to lost") and row.best_distance
  end), function(a, b) return a.best_distance < b.best_distance end)
  list.missed = missed and missed.number
  note_counts(list, found)
  list.seconds = core.clock() - began
  report.keep(list, { game = s.game, resigned = s.resigned, late = s.late })
  return form(list)
end

local function is_session(what)
  local meta = type(what) == "table" and getmetatable(what)
  return type(meta) == "table" and meta.__name == "gts.session"
end

-- The session that is meant: one, a file, or a list of moves. Returns it, and how the file is damaged behind its moves.
local function session_of(what, list, all)
  if is_session(list) then return list end
  if type(list) == "string" then
    local file = need(played.read(list, what))
    if all.number > file.count then refusal.refuse("%s: there is no game %d: it has %d", list, all.number, file.count) end
    local s, why = file.session(all.number)
    why = why and ("%s: %s"):format(list, why)
    return need(s, why), why or file.count == 1 and file.wrong or nil
  end
  if type(list) ~= "table" then
    refusal.refuse("the moves are %s: expected a list of moves, a file, or what gts.play returned", words.quote(list))
  end
  local s = need(session.new(need(game.make(what)), { position = all.position }))
  local wrong = s:replay(list)
  return need(not wrong and s, wrong), nil
end

local function prepare(what, list, given)
  local all = need(schema.options("gts.review", review.options, given))
  return all, session_of(what, list, all)
end

--- Reviews a game. `what`: the game, or nil where a file names it; or a session, and the options behind it; `list`: its moves, a
-- file, or a session. Returns the list; `wrong` says what of the file cannot be read, or played.
function review.try(what, list, given)
  if is_session(what) then
    if given == nil and not is_session(list) then given = list end
    what, list = what.game, what
  end
  local all, s, damaged = refusal.caught(prepare, what, list, given)
  if not all then return nil, s end
  local made, wrong = review.session(s, all)
  if made then made.wrong = damaged end
  return made, wrong
end

--- The word "review" in a game: see gts.play.commands.
function review.run(at, rest)
  local seconds = rest == "" and SOON or at:value_of(rest, "review, for how many seconds each move", schema.seconds)
  if not seconds then return end
  if #at.session.played == 0 then return at:say "no moves yet" end
  local list, wrong = review.session(at.session, { time = seconds, memory = core.table_bytes })
  at:say(list and list:text(at.console.width()) or wrong)
end

return review
