--- Puzzles from games: positions in which exactly one move keeps the value, which is proved, and of every other move that it is
-- worse. How hard a puzzle is says a full search with a new table: the depth, and the nodes until then, from which on it
-- prefers the move.

local best = require "gts.best"
local core = require "gts.core"
local game = require "gts.game"
local level = require "gts.play.level"
local listing = require "gts.show.listing"
local map = require "gts.map"
local match = require "gts.play.match"
local moves = require "gts.moves"
local notation = require "gts.rules.notation"
local played = require "gts.play.played"
local refusal = require "gts.base.refusal"
local report = require "gts.review.puzzle_report"
local schema = require "gts.base.schema"
local session = require "gts.play.session"
local tables = require "gts.base.tables"
local trainer = require "gts.review.trainer"
local values = require "gts.review.values"
local verdict = require "gts.review.verdict"

local need = refusal.need

local puzzles = {}

local PATIENCE = 3              -- positions in a row that could not be solved: those before them are harder still

--- The rows of the options: see gts.base.schema.
puzzles.options = {
  { name = "games", kind = schema.whole(2), default = 20, help = "games that a level plays against itself" },
  { name = "level", kind = schema.whole(1, level.most), default = 4, help = "level that plays them" },
  { name = "plies", kind = schema.whole(0, 1000), default = 4, help = "random moves at the beginning of these games" },
  { name = "seed", kind = schema.whole(), default = 1, help = "seed of these games" },
  { name = "file", kind = schema.text, value = "FILE", help = "takes the games of this file instead: a saved game, or a match" },
  { name = "most", kind = schema.whole(1), default = 10, value = "N", help = "most puzzles: the hardest" },
  { name = "depth", kind = schema.whole(1), default = 2, help = "least depth at which a search finds the move" },
  { name = "nodes", kind = schema.count(1), default = 100000,
    help = "limit of nodes visited in a position, and for each of its moves" },
  { name = "time", kind = schema.seconds, help = "time limit in seconds, for the whole" },
  map.row,
  { name = "play", kind = schema.flag, default = false, help = "prompts for the moves" },
  { name = "progress", kind = schema.callable, type = "fun(done: integer, positions: integer): boolean?",
    help = "a function, called now and then with how many positions are done, and of how many (0 while games are played); "
      .. "false stops" },
}

local other = { max = "min", min = "max" }
local ends = { interrupted = true, time = true, progress = true }       -- why a search was stopped, where that ends all of them

local function from_file(what, all)
  local file = need(played.read(all.file, what))
  local list = { game = file.game, wrong = file.wrong }
  for i = 1, file.count do
    local s, why = file.session(i)
    list[i] = s or refusal.refuse("%s: %s", all.file, why)
    list.wrong = list.wrong or why and ("%s: game %d: %s"):format(all.file, i, why) or nil
  end
  return list
end

local function from_level(what, all, deadline)
  local of = need(game.make(what))
  local function is_late() return deadline ~= nil and core.clock() >= deadline end
  local function progress() return not is_late() and (not all.progress or all.progress(0, 0) ~= false) end
  local found = need(match.try(of, { level = all.level }, { level = all.level },
    { games = all.games, plies = all.plies, seed = all.seed, workers = all.workers, progress = progress },
    deadline and is_late))
  local why = found.stopped
  local list = { game = of, stopped = why == "progress" and is_late() and "time" or why ~= "games" and why or nil }
  for i, row in ipairs(found) do
    list[i] = assert(session.new(of))
    local wrong = list[i]:replay(row.moves)
    if wrong then refusal.refuse("game %d: %s", i, wrong) end
  end
  return list
end

-- The other moves, if each is proved to be worse. Else nil, and why: "another", "unknown", or why the search was stopped.
local function refute(s, place, known, limits)
  local others, unsettled, of = {}, nil, game.with_mover(s.game, other[place.player])
  for _, entry in ipairs(place.moves) do
    if entry.label ~= known.best then
      local after, stopped = values.search(s, entry.position, assert(moves.try(of, entry.position)), limits)
      if not after then error(stopped, 0) end
      if ends[stopped] then return nil, stopped end
      local settled
      if place.player == "max" then settled = after.upper < known.value else settled = after.lower > known.value end
      if not settled and after.lower == after.upper then return nil, "another" end
      unsettled = unsettled or not settled
      others[#others + 1] = { move = entry.label, known = after }
    end
  end
  if unsettled then return nil, "unknown" end
  return others
end

-- The depth from which on a search prefers the move to the end, and the nodes until then; nil if it does not in the end.
local function hardness(s, place, label, limits)
  local seen, watch = {}, limits.progress
  local asked = values.within(limits, {
    selective = false, table = session.table_for(s.game, place.position, core.small_table_bytes),
    progress = function(at)
      if at.depth > 0 and at.move ~= nil and not seen[at.depth] then seen[at.depth] = { move = at.move, nodes = at.nodes } end
      return not watch or watch() ~= false
    end,
  })
  if not asked then return nil, nil, "time" end
  local r, wrong = best.try(game.with_mover(s.game, place.player), place.position, asked)
  if not r then error(wrong, 0) end
  if ends[r.stopped] then return nil, nil, r.stopped end
  seen[r.depth] = seen[r.depth] or { nodes = r.stats.visits }
  seen[r.depth].move = r.move
  local depths, depth, count = tables.keys(seen), nil, nil
  for i = #depths, 1, -1 do
    local one = seen[depths[i]]
    if values.label(s, place.moves, one.move) ~= label then break end
    depth, count = depths[i], one.nodes
  end
  return depth, count
end

-- A list that is one cell of CSV.
local Others = { __tostring = function(list)
  return notation.words(tables.map(list, function(one) return one.move end))
end }
-- The other moves as data: what each is worth, and how it is refuted.
local function as_rows(s, others)
  return tables.map(others, function(one)
    local known = one.known
    return {
      move = one.move, lower = known.lower, upper = known.upper, distance = known.distance and known.distance + 1,
      line = moves.names(s.game, known.pv),
    }
  end)
end

local goals = { max = { max = "win", draw = "draw", min = "value" }, min = { min = "win", draw = "draw", max = "value" } }

-- A puzzle of a position. Else nil, and why it is none: as of `refute`; "unsolved"; "easy", or "worst", if no move can be worse.
local function examine(s, ply, place, all, limits)
  if #place.moves < 2 then return nil, "easy" end
  local known, stopped = values.search(s, place.position, place.moves, limits)
  if not known then error(stopped, 0) end
  if ends[stopped] then return nil, stopped end
  if known.lower ~= known.upper or not known.best then return nil, "unsolved" end
  local range = s.game.range
  if range and known.value == range[place.player == "max" and 1 or 2] then return nil, "worst" end
  local others, why = refute(s, place, known, limits)
  if not others then return nil, why end
  local depth, nodes, broken = hardness(s, place, known.best, limits)
  if broken then return nil, broken end
  if depth and depth < all.depth then return nil, "easy" end
  local middle = session.even(s.game)
  return {
    ply = ply, player = place.player, value = known.value, move = known.best, distance = known.distance, depth = depth,
    nodes = nodes, line = moves.names(s.game, known.pv), others = as_rows(s, others),
    moves = session.labels(table.move(s.played, 1, ply - 1, 1, {})),
    goal = goals[place.player][verdict.class(known, middle)],
  }
end

local function identity(of, place)
  return session.identity(of, place.position, place.player) or moves.write(of, place.position) or place.position
end

-- Looks at the positions of one game, from the last to the first, but for those that are seen. Returns why it stopped.
local function examine_game(list, seen, s, number, all, limits, tell)
  local failed = 0
  for ply = #s.played, 1, -1 do
    local entry = s.played[ply]
    local place = { position = entry.before, moves = entry.moves, player = entry.player }
    local is = identity(s.game, place)
    if failed < PATIENCE and not seen[is] then
      seen[is] = true
      local found, why = examine(s, ply, place, all, limits)
      if ends[why] then return why end
      list.positions, failed = list.positions + 1, why == "unsolved" and failed + 1 or 0
      if why == "unknown" or why == "unsolved" then list.undecided = list.undecided + 1 end
      if found then
        found.game = number
        list[#list + 1] = found
      end
    end
    if tell() == false then return "progress" end
  end
end

-- Adds a puzzle of a game, which may have come from another process; but each position once.
local function add(list, s, row)
  local entry = s.played[row.ply]
  row.position = entry.before
  local is = identity(s.game, { position = row.position, player = row.player })
  if list.seen[is] then return end
  list.seen[is] = true
  row.line, row.moves = listing.names(row.line), listing.names(row.moves)
  setmetatable(row.others, Others)
  for _, one in ipairs(row.others) do one.line = listing.names(one.line) end
  list[#list + 1] = row
end

local form = listing.form {
  name = "gts.puzzles",
  columns = {
    "number", "player", "goal", "value", "move", "distance", "depth", "nodes", "game", "ply", "line", "others", "moves",
    { name = "position", value = function(row, _, list) return moves.write(report.game(list), row.position) end },
  },
  shown = report.text,
}

-- Looks for puzzles in one game after the other; processes do not share what they know. Returns the list; how many were left.
local function examine_all(games, all, limits)
  local list, done = { seen = {}, positions = 0, undecided = 0 }, 0
  local total = tables.sum(games, function(s) return #s.played end)
  local count = math.min(map.count(all.workers), #games)
  local function tell(more)
    done = done + more
    return not all.progress or all.progress(done, total)
  end
  limits.progress = count == 1 and all.progress and function() return all.progress(done, total) end or nil
  local seen = {}                       -- in each process
  local function work(i)
    local part = { positions = 0, undecided = 0, looked = 0 }
    part.stopped = examine_game(part, seen, games[i], i, all, limits, function()
      part.looked = part.looked + 1
      return count > 1 or tell(1)
    end)
    return part
  end
  local function take(k, part)
    list.positions, list.undecided = list.positions + part.positions, list.undecided + part.undecided
    for _, row in ipairs(part) do add(list, games[k], row) end
    return part.stopped or count > 1 and tell(part.looked) == false and "progress" or nil
  end
  local why = games.stopped
  if count > 1 then why = why or map.each(work, count, map.numbers(games), take) end
  for i = 1, count > 1 and 0 or #games do why = why or take(i, work(i)) end
  list.seen = nil
  return list, why, total - done
end

local function search(games, all, deadline)
  local limits = { nodes = all.nodes, deadline = deadline }
  limits.table = games[1] and games[1]:new_table(core.table_bytes)
  local list, why, missing = examine_all(games, all, limits)
  list.stopped, list.missing = why, missing
  -- The easiest first; those that were not found behind.
  table.sort(list, function(a, b)
    local da, db = a.depth or math.huge, b.depth or math.huge
    if da ~= db then return da < db end
    if a.nodes ~= b.nodes then return (a.nodes or math.huge) < (b.nodes or math.huge) end
    if a.game ~= b.game then return a.game < b.game end
    return a.ply < b.ply
  end)
  while #list > all.most do table.remove(list, 1) end
  for i, row in ipairs(list) do row.number = i end
  return list
end

local function prepare(given, games_of)
  local all, began = need(schema.options("gts.puzzles", puzzles.options, given)), core.clock()
  local deadline = all.time and began + all.time
  local games = games_of(all, deadline)
  local wrong = games[1] and values.lacking(games[1])
  need(not wrong, wrong)
  return all, games, began, deadline
end

-- The puzzles of the games that a function finds; nil, and what is wrong.
local function find(given, games_of)
  local all, games, began, deadline = refusal.caught(prepare, given, games_of)
  if not all then return nil, games end
  local list = search(games, all, deadline)
  list.game, list.games, list.nodes, list.wrong = games.game.name, #games, all.nodes, games.wrong
  list.seconds = core.clock() - began
  report.keep(list, games.game)
  form(list)
  if all.play then trainer.run(games.game, list) end
  return list
end

--- Finds puzzles of a game: see gts.puzzles; or returns nil and what is wrong.
function puzzles.try(what, given)
  return find(given, function(all, deadline) return (all.file and from_file or from_level)(what, all, deadline) end)
end

--- Like puzzles.try, in the game of a session (gts.play.session).
function puzzles.session(s, given)
  return find(given, function() return { s, game = s.game } end)
end

return puzzles
