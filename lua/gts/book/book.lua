--- Opening books: what is known of the first positions of a game, and the move that follows. gts.book.make makes them. An entry
-- stands for a position with its images and transpositions, by a hash of the player to move and gts.rules.symmetry's text; the
-- moves of a position are those that lead to entries. An entry: `value`, of searches to a `depth` (nil: proved); `lower` and
-- `upper`, where proved; `distance`, plies to the end; `won`, `drawn`, `lost`, the games through it from MAX's side; `all`,
-- true if each successor has an entry with a value. Each game counts once, by a hash of its moves and result.

local ask = require "gts.rules.ask"
local core = require "gts.core"
local entries = require "gts.book.file"
local fingerprint = require "gts.rules.fingerprint"
local game = require "gts.game"
local moves = require "gts.moves"
local random = require "gts.base.random"
local result = require "gts.show.result"
local schema = require "gts.base.schema"
local symmetry = require "gts.rules.symmetry"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local book = {}

local HUGE = math.huge
local SHORT = 16                -- digits of a hash: 64 bits
local STEEP = 4                 -- a move that loses the mean loss is as probable as e to the power of minus this

local other = { max = "min", min = "max" }

--- An opening book: `game`; `file`, where it is; `entries`, by hash; `positions`, a count; `played`, moves by a game's hash.
local Book = { __name = "gts.book" }
Book.__index = Book

--- Is it a book?
function book.is(value) return getmetatable(value) == Book end

--- The rows of the options by which a book is used.
book.options = {
  { name = "book", raw = true, value = "FILE", type = "string|gts.Book",
    kind = { expected = "a gts.book, or the file of one", fits = function(v) return book.is(v) or schema.text.fits(v) end },
    help = "opening book that answers where it can: a file of gts book" },
  { name = "book_seed", kind = schema.whole(), help = "chooses among the moves of the book at random, good ones more often" },
}

--- The player to move behind a move of `before`; of a tree, whose positions say it, "tree".
function book.mover(of, position, before)
  if of.tree then return "tree" end
  return of.player and of.player(ask.words(of, position)) or other[before]
end

-- The hash of a position; nil if nothing tells it from others.
local function hash(of, position, player)
  local text = symmetry.canonical(of, position)
  if not text and not of.mutable then text = moves.write(of, position) or fingerprint.value(position) end
  return text and core.hash((of.tree and "tree" or player) .. " " .. text):sub(1, SHORT)
end
book.hash = hash

local function read(of, entry)
  local range = of.range or { -HUGE, HUGE }
  return {
    value = entry.value, depth = entry.depth, distance = entry.distance, lower = entry.lower or range[1],
    upper = entry.upper or range[2],
    games = entry.won + entry.drawn + entry.lost, won = entry.won, drawn = entry.drawn, lost = entry.lost,
  }
end

--- Returns an entry of a position, made if it is not there.
function Book:entry(id)
  local entry = self.entries[id]
  if not entry then
    entry = { won = 0, drawn = 0, lost = 0, all = false }
    self.entries[id], self.positions = entry, self.positions + 1
  end
  return entry
end

-- The rows of the moves of a position, and what is known of itself; nil without it. The game is of game.with_mover.
local function known(self, of, position)
  if position == nil then position = moves.start(of) end
  local list, wrong = moves.try(of, position)
  if not list then return nil, wrong end
  local own = self.entries[hash(of, position, list.player) or ""]
  if not own then return nil end
  local rows = { player = list.player, all = own.all, own = read(of, own) }
  for i, entry in ipairs(list) do
    local id = hash(of, entry.position, book.mover(of, entry.position, list.player))
    local found = self.entries[id]
    local row = found and read(of, found)
    if row then
      row.move, row.name, row.position, row.number = entry.move, entry.name, entry.position, i
      row.id = id
      local points = (list.player == "max" and row.won or row.lost) + row.drawn / 2
      row.share, row.proved = row.games > 0 and points / row.games or nil, row.lower == row.upper
      if row.proved then row.value = row.lower end
      rows[#rows + 1] = row
    end
    rows.all = rows.all and row ~= nil and row.value ~= nil
  end
  return rows
end

-- What the player to move would win, and lose, at most; nil where the game has no range.
local function extremes(of, player)
  local range = of.range or {}
  if player == "max" then return range[2], range[1] end
  return range[1], range[2]
end

-- Is a move better than another? Quick wins and late losses are; equal ones are not.
local function is_better(of, player, a, b)
  if a.value ~= b.value then return a.value > b.value == (player == "max") end
  local win, loss = extremes(of, player)
  if not (a.proved and b.proved) or a.value ~= win and a.value ~= loss then return false end
  if a.value == win then return (a.distance or HUGE) < (b.distance or HUGE) end
  return (a.distance or HUGE) > (b.distance or HUGE)
end

local function best_of(of, rows, player)
  return tables.best(rows, function(a, b) return is_better(of, player, a, b) end)
end

-- Each with its weight: one that loses more is less probable.
local function weigh_values(of, rows, player)
  local best = best_of(of, rows, player)
  local function loss(row) return math.abs(row.value - best.value) end
  local sum = tables.sum(rows, loss)
  return tables.map(rows, function(row) return { row, sum > 0 and math.exp(-STEEP * loss(row) * #rows / sum) or 1 } end)
end

local function draw_one(weighted, id, seed)
  local sum = tables.sum(weighted, function(one) return one[2] end)
  local at = random.stream(seed ~ tonumber(id, 16))(0, (1 << 52) - 1) / (1 << 52) * sum
  for _, one in ipairs(weighted) do
    at = at - one[2]
    if at < 0 then return one[1] end
  end
  return weighted[#weighted][1]
end

-- Where not all moves have values: proved wins first; else what brought half the points or more, and is not proved to lose.
local function by_games(of, rows, player)
  local win, loss = extremes(of, player)
  local wins, list = {}, {}
  for _, row in ipairs(rows) do
    if row.proved and row.value == win then wins[#wins + 1] = row
    elseif row.share and row.share >= 0.5 and not (row.proved and row.value == loss) then
      list[#list + 1] = { row, row.share * row.games }
    end
  end
  return best_of(of, wins, player), list
end

-- The row of the move that the book plays, and by what: "value" or "games"; nil if it does not know one.
local function choose(of, position, rows, seed)
  local player, own, list = rows.player, rows.own, rows
  -- Where the value of the position is proved, the moves that have it.
  if own.lower == own.upper then list = tables.filter(rows, function(row) return row.proved and row.lower == own.lower end) end
  if #list == 0 then return nil end
  local id = seed and hash(of, position, player)
  if rows.all or list ~= rows then
    if seed then return draw_one(weigh_values(of, list, player), id, seed), "value" end
    return best_of(of, list, player), "value"
  end
  local win, weighted = by_games(of, rows, player)
  if win then return win, "value" end
  if #weighted == 0 then return nil end
  return seed and draw_one(weighted, id, seed) or tables.best(weighted, function(a, b) return a[2] > b[2] end)[1], "games"
end

--- The move that the book knows for a position (nil: the start). `of` has a mover: see game.with_mover; `seed` draws the move;
-- nil: the best. Returns its row, see gts.BookMove, with `by` ("value" or "games") and `own` (what is known of the position);
-- or nil.
function Book:find(of, position, seed)
  if position == nil then position = moves.start(of) end
  local rows = known(self, of, position)
  local row, by = nil, nil
  if rows then row, by = choose(of, position, rows, seed) end
  if not row then return nil end
  row.by, row.own, row.player = by, rows.own, rows.player
  return row
end

-- The line of a book: its best moves, as far as it knows values, and no position comes again.
local function line_from(self, of, row)
  local pv, line, player, seen = { row.move }, { row.position }, row.player, { [row.id] = true }
  while row.by == "value" do
    of = game.with_mover(of, other[player])
    row = self:find(of, row.position)
    if not row or row.by ~= "value" or seen[row.id] then break end
    pv[#pv + 1], line[#line + 1], player, seen[row.id] = row.move, row.position, row.player, true
  end
  return pv, line
end

--- Answers for gts.best, as Book:find: the fields of a gts.Result; nil where the book knows no move.
function Book:answer(of, position, seed)
  local began, row = core.clock(), self:find(of, position, seed)
  if not row then return nil end
  local own, pv, line = row.own, line_from(self, of, row)
  local lower, upper = own.lower, own.upper
  if row.proved and row.player == "max" then lower = math.max(lower, row.lower)
  elseif row.proved then upper = math.min(upper, row.upper) end
  local exact = lower == upper
  return {
    move = row.move, position = row.position, value = exact and lower or row.by == "value" and row.value or nil,
    lower = lower, upper = upper, exact = exact, solved = exact, selective = not exact and row.by == "value",
    distance = exact and row.distance and row.distance + 1 or nil, depth = row.by == "value" and (row.depth or #pv - 1) + 1 or 0,
    pv = pv, line = line, seconds = core.clock() - began,
    book = { by = row.by, games = row.games, share = row.share, won = row.won, drawn = row.drawn, lost = row.lost },
  }
end

--- An empty book of a checked game. Error: why this game can have none.
function book.new(of)
  local is, wrong = fingerprint.of(of, game.given(of))
  if not is then return nil, ("%s has no fingerprint, so no book: %s"):format(of.name, wrong) end
  local list = moves.try(of)
  if list and not hash(of, moves.start(of), list.player) then
    return nil, ("a book needs rules.key, which %s does not have: nothing else tells its positions apart"):format(of.name)
  end
  return setmetatable({ game = of, fingerprint = is, entries = {}, positions = 0, played = {} }, Book)
end

-- The entry that has a value or a bound outside the range of the game; nil: there is none.
local function outside(entries_of, range)
  for id, entry in pairs(range and entries_of or {}) do
    local least = math.min(entry.value or range[1], entry.lower or range[1], entry.upper or range[1])
    local most = math.max(entry.value or range[2], entry.lower or range[2], entry.upper or range[2])
    if least < range[1] or most > range[2] then return id end
  end
end

--- Reads a book of a game. Error: what is wrong: that there is none, that it is damaged, or of another game.
function book.open(file, of)
  local all, unread = entries.read(file)
  if not all then return nil, unread end
  local self, wrong = book.new(of)
  if not self then return nil, wrong end
  if all.fingerprint ~= self.fingerprint then
    return nil, ("%s: the book belongs to %s, or to other options, rules or data of it"):format(file, all.game)
  end
  local id = outside(all.entries, of.range)
  if id then return nil, ("%s: the book is damaged: the values of position %s leave rules.range"):format(file, id) end
  self.entries, self.positions, self.played, self.file = all.entries, all.positions, all.played, file
  return self
end

--- The book that an option means: a file, or a book, of the game that is played. Error: what is wrong.
function book.of(what, of)
  if not book.is(what) then return book.open(what, of) end
  if what.game == of or fingerprint.of(of, game.given(of)) == what.fingerprint then return what end
  return nil, ("option 'book' belongs to %s, or to other options, rules or data of it"):format(what.game.name)
end

local function standing(r)
  local is = r.book
  if is.by == "value" then return r.exact and "proved, by the book" or ("likely, at depth %d, by the book"):format(r.depth) end
  return ("the book has %s, %.1f %% for the player to move"):format(result.counted(is.games, "game"), 100 * is.share)
end

--- Opens a book that is an adviser of gts.best: see gts.best.adviser.
function book.adviser(given, of)
  local opened, wrong = book.of(given.book, of)
  if not opened then return nil, wrong end
  local fixed = given.book_seed
  return function(as, position, seed)
    local r = opened:answer(as, position, fixed and fixed ~ (seed or 0))
    return r, r and standing(r)
  end, opened.file or "book"
end

--- Writes a book; default: where it was read. If that fails the old file is as it was. Returns true. Error: what is wrong.
function Book:save(file)
  file = file or self.file
  if type(file) ~= "string" then return nil, ("the file of the book is %s: expected its path"):format(words.quote(file)) end
  self.file = file
  return entries.write(file, self)
end

--- The rows of the moves of a position: see Book:find; nil if it is not in the book.
Book.known = known

--- The class of books: gts.book.report adds what people see of one.
book.Book = Book

return book
