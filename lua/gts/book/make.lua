--- Makes opening books, and adds to them: other books, games, a database, searches. See `gts help book`.

local book = require "gts.book.book"
local core = require "gts.core"
local database = require "gts.database"
local expand = require "gts.book.expand"
local game = require "gts.game"
local games = require "gts.book.games"
local graph = require "gts.book.graph"
local refusal = require "gts.base.refusal"
local schema = require "gts.base.schema"

require "gts.book.report"               -- methods of books

local need, refuse = refusal.need, refusal.refuse

local make = {}

local NODES = 100000            -- of a search, where no limit is stated
local PLIES = 16

local games_kind = { expected = "a file, or a list of games that are lists of moves", fits = function(value)
  return type(value) == "table" or schema.text.fits(value)
end }

--- The rows of the options: see gts.base.schema.
make.options = {
  { name = "file", kind = schema.text, value = "FILE", help = "the book: it is read, if it is there, and written" },
  { name = "games", kind = games_kind, value = "FILE", type = "string|any[][]",
    help = "adds the games of this file: a match, a saved game, or a text with the moves of one on each line" },
  { name = "database", kind = schema.text, value = "FOLDER", help = "adds the solved positions of this database" },
  { name = "merge", kind = schema.text, value = "FILE", help = "adds the entries of another book" },
  { name = "plies", kind = schema.whole(0, 1000), default = PLIES,
    help = "moves from the start that enter the book, of games and of a database" },
  { name = "positions", kind = schema.whole(1), value = "N",
    help = "expands as many positions: all their successors are searched" },
  { name = "nodes", kind = schema.count(1), help = ("limit of nodes of each search; default: %d, without time or depth"):format(
    NODES) },
  { name = "time", kind = schema.seconds, help = "limit of seconds of each search" },
  { name = "depth", kind = schema.whole(1), help = "horizon of each search, in plies" },
  { name = "progress", kind = schema.callable, type = "fun(done: number, all: integer): boolean?",
    help = "a function, called after each piece of work with how many are done, and of how many; false stops" },
}

local function merge_values(entry, from)
  local deeper = not entry.value or from.all and not entry.all
    or from.all == entry.all and from.value and (from.depth or math.huge) > (entry.depth or math.huge)
  if deeper and from.value then entry.value, entry.depth = from.value, from.depth end
  if from.lower and from.lower > (entry.lower or -math.huge) then entry.lower = from.lower end
  if from.upper and from.upper < (entry.upper or math.huge) then entry.upper = from.upper end
  entry.distance, entry.all = entry.distance or from.distance, entry.all or from.all
end

-- Are all games of another book new to this one, so that they count? False if none is; nil and what is wrong if some are.
local function new_games(to, from, file)
  local known, count = 0, 0
  for id, plies in pairs(from.played) do
    count = count + 1
    if (to.played[id] or -1) >= plies then known = known + 1
    elseif to.played[id] then return nil, ("%s: it has more moves of a game that is in this book, too"):format(file) end
  end
  if known == 0 or known == count then return known == 0 end
  return nil, ("%s: %d of its %d games are in this book, too, and would count twice: add the games themselves"):format(file,
    known, count)
end

-- Adds the entries of another book. Returns what is wrong with it.
local function add_book(to, all)
  local from, wrong = book.open(all.merge, to.game)
  if not from then return wrong end
  local games_of
  games_of, wrong = new_games(to, from, all.merge)
  if wrong then return wrong end
  for id, entry in pairs(from.entries) do
    local known = to.entries[id] or entry
    if math.max(known.lower or -math.huge, entry.lower or -math.huge)
      > math.min(known.upper or math.huge, entry.upper or math.huge) then
      return ("%s: it has another proved value than this book for the position %s"):format(all.merge, id)
    end
  end
  for id, entry in pairs(from.entries) do
    local own = to:entry(id)
    merge_values(own, entry)
    for _, name in ipairs(games_of and { "won", "drawn", "lost" } or {}) do own[name] = own[name] + entry[name] end
  end
  for id, plies in pairs(games_of and from.played or {}) do to.played[id] = plies end
end

-- Adds games. Returns what is wrong with one of them, behind which others are added; and why it stopped.
local function add_games(to, all)
  local list, wrong = games.open(all.games, to.game)
  if not list then return nil, nil, wrong end
  local name, refused, stopped = type(all.games) == "string" and all.games .. ": " or "", 0, nil
  to.repeated = 0
  for i = 1, list.count do
    local s, why, is_known = list.session(i)
    if not why then why, is_known = games.add(to, s, all.plies) end
    to.repeated = to.repeated + (is_known and 1 or 0)
    refused = refused + (why and 1 or 0)
    wrong = wrong or why and ("%sgame %d: %s"):format(name, i, why)
    if all.progress and all.progress(i, list.count) == false then stopped = "progress" end
    if stopped then break end
  end
  if refused > 1 then wrong = ("%s; %d games in all were not added"):format(wrong, refused) end
  return wrong or list.wrong, stopped
end

-- Enters the value of a position. Returns whether it is in the database.
local function enter(to, db, id, position, mover)
  local player = mover ~= "tree" and mover or nil
  local value = db:value(position, player)
  if value == nil then return false end
  local entry = to:entry(id)
  entry.value, entry.lower, entry.upper, entry.depth = value, value, value, nil
  local range = to.game.range or {}
  entry.distance = (value == range[1] or value == range[2]) and db:distance(position, player) or nil
  return true
end

-- Adds the positions up to a ply that a database has. Returns why it stopped.
local function add_database(to, all, db)
  local map = graph.of(to)
  local level, seen = { map.root }, { [map.root.id] = true }
  enter(to, db, map.root.id, map.root.position, map.root.player)
  for ply = 1, all.plies do
    local following = {}
    for i, node in ipairs(level) do
      local whole, list = true, map:moves_at(node)
      for _, move in ipairs(list) do
        whole = enter(to, db, move.id, move.position, move.mover) and whole
        if not seen[move.id] then
          seen[move.id] = true
          following[#following + 1] = { position = move.position, player = move.mover, id = move.id }
        end
      end
      local entry = to.entries[node.id]
      if entry then entry.all = entry.all or whole and #list > 0 end
      if all.progress and all.progress(ply - 1 + i / #level, all.plies) == false then return "progress" end
    end
    level = following
  end
end

-- Opens the database, with the game that it must be of.
local function add_from_database(to, all)
  local db, wrong = database.try(all.database, to.game)
  if not db then return nil, wrong end
  local ok, stopped = pcall(add_database, to, all, db)
  db:close()
  if not ok then error(stopped, 0) end
  return stopped
end

local function add_searches(to, all)
  local limits = { nodes = all.nodes, time = all.time, depth = all.depth }
  if next(limits) == nil then limits.nodes = NODES end
  return expand.run(to, all.positions, limits, all.progress)
end

-- Has a book values? One of games alone has none to back up.
local function has_values(of)
  for _, entry in pairs(of.entries) do
    if entry.value or entry.lower or entry.upper then return true end
  end
  return of.positions == 0
end

-- Adds what the options name to a book, and backs all up, if not interrupted. Returns why it stopped; or nil, what is wrong.
local function add(to, all)
  local wrong, stopped, fatal
  if all.merge then fatal = add_book(to, all) end
  if all.games and not fatal then wrong, stopped, fatal = add_games(to, all) end
  to.wrong = wrong
  if all.database and not fatal and not stopped then stopped, fatal = add_from_database(to, all) end
  if all.positions and not fatal and not stopped then stopped = add_searches(to, all) end
  if not fatal and stopped ~= "interrupted" and has_values(to) then graph.of(to):back_up() end
  return stopped, fatal
end

-- Adds, and stores what is there, whatever comes between. An error of the rules is raised behind that.
local function add_safely(to, all)
  local ok, stopped, fatal = pcall(add, to, all)
  if not ok and stopped == "interrupted" then ok, stopped, fatal = true, stopped, nil end
  if ok and fatal then return nil, fatal end
  to.stopped = ok and stopped or nil
  if to.file and to.positions > 0 then
    local saved, wrong = to:save()
    if not saved then return nil, wrong end
  end
  if not ok then error(stopped, 0) end
  return true
end

local function adds(all) return all.merge or all.games or all.database or all.positions end

-- The book that is there, or an empty one; and all options.
local function prepare(what, given)
  local all = need(schema.options("gts.book", make.options, given, "a table, or the file of a book"))
  if not adds(all) and not all.file then refuse "gts.book: option 'file' is missing: which book?" end
  local of, there = need(game.make(what)), all.file and core.files.kind(all.file)
  if all.file and not there and not adds(all) then
    refuse("%s: there is no such file: a book is made of games, a database, another book, or searches", all.file)
  end
  local made = there and need(book.open(all.file, of)) or need(book.new(of))
  made.file = all.file
  if all.file and adds(all) then need(core.files.try(all.file)) end
  return made, all
end

--- Opens a book, or makes it, and adds to it: see gts.book; or returns nil and what is wrong.
function make.try(what, given)
  local made, all = refusal.caught(prepare, what, type(given) == "string" and { file = given } or given)
  if not made then return nil, all end
  if adds(all) then
    local good, wrong = add_safely(made, all)
    if not good then return nil, wrong end
  end
  return made
end

return make
