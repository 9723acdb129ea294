--- A board in a game description, found by the form of its fluents, so that positions can be drawn and clicked on.
--
-- The language says nothing of boards. Taken for one are fluents with three arguments, as `cell(x, y, piece)`, or `at(piece, x,
-- y)`: two of them coordinates, whose values have an order, and the third a name, whose values have none, or are single letters
-- (those behind belong to the piece, as in `cell(x, y, white, rook)`); or with two, as `square(x, y)`, if several are true at the
-- start in one column and in one row. Numbers have an order, and values that a relation of the description links one by one, as
-- `succ(a, b)`, and single letters. Fluents with other names and the same coordinates lie on that board, too, where it is empty.

local layout = require "gts.gdl.layout"
local tables = require "gts.base.tables"

local board = {}

local MOST_ARGUMENTS = 5        -- of a fluent
local MOST = 100                -- columns, and rows
local LONGEST = 40              -- bytes of a label or of the name of a piece: see gts.rules.board
local FILLED = 3                -- no more cells than this for each one that has fluents

-- What a cell that is said to be empty has by custom, even if its name is like that of a role.
local empty = { b = true, blank = true, empty = true, e = true, none = true, free = true }

-- Values in the order of a relation that links each to at most one other, from the first to the last; nil: it does not.
local function chained(set, count, atoms)
  local after, before = {}, {}
  for _, atom in ipairs(atoms) do
    local from, to = atom[1].text, atom[2].text
    if set[from] and set[to] then
      if after[from] or before[to] then return nil end
      after[from], before[to] = to, from
    end
  end
  local list = tables.filter(tables.keys(set), function(value) return not before[value] end)
  if #list ~= 1 then return nil end
  while after[list[#list]] do list[#list + 1] = after[list[#list]] end
  return #list == count and list or nil
end

-- The values of an argument in their order, and how sure that is: 2, or 1 for letters; nil and 0: they have none.
local function ordered(terms, i, relations)
  local list = tables.map(tables.groups(terms, function(term) return term[i].text end), function(group) return group.key end)
  local set = tables.set(list)
  local function are(pattern) return not tables.any(list, function(text) return not text:find(pattern) end) end
  if #list < 2 or #list > MOST or tables.most(list, string.len) > LONGEST then return nil, 0 end
  if are "^%d+$" then
    table.sort(list, function(a, b) return tonumber(a) < tonumber(b) end)
    return list, 2
  end
  for _, key in ipairs(tables.keys(relations)) do
    local chain = chained(set, #list, relations[key])
    if chain then return chain, 2 end
  end
  if not are "^%a$" then return nil, 0 end
  table.sort(list)
  return list, 1
end

-- Are two of these fluents true in one column, and two in one row?
local function spreads(terms, start)
  local columns, rows, both = {}, {}, {}
  for _, term in ipairs(terms) do
    if start[term] then
      local x, y = term[1].text, term[2].text
      both.column, both.row = both.column or columns[x], both.row or rows[y]
      columns[x], rows[y] = true, true
    end
  end
  return both.column and both.row
end

-- Which arguments are the column, the row and the piece, of fluents of one functor; nil: they are no board.
local function form_of(terms, start, relations)
  local of, orders, sure = #terms[1], {}, {}
  if of == 2 and not spreads(terms, start) or of < 2 or of > MOST_ARGUMENTS then return nil end
  for i = 1, math.min(of, 3) do orders[i], sure[i] = ordered(terms, i, relations) end
  local piece = of == 3 and tables.best({ 3, 1, 2 }, function(a, b) return sure[a] < sure[b] end) or of > 3 and 3 or nil
  if piece and sure[piece] >= 2 then piece = nil end
  if of > 2 and not piece then return nil end
  local x, y = piece == 1 and 2 or 1, (piece == 2 or piece == 1) and 3 or 2
  if not orders[x] or not orders[y] then return nil end
  local count = #tables.groups(terms, function(term) return term[x].text .. " " .. term[y].text end)
  if count * FILLED < #orders[x] * #orders[y] then return nil end
  return { x = x, y = y, piece = piece, columns = orders[x], rows = orders[y], count = count }
end

-- The cell of two values, from the upper left, from 1: rows begin below.
local function cell_of(self, x, y)
  local column, row = self.column[x], self.row[y]
  return column and row and (#self.rows - row) * #self.columns + column
end

-- The cell of a fluent of this form, nil if it lies beside the board, and its piece.
local function lie(self, term, form)
  local piece = form.piece and term[form.piece].text or term.name
  for i = 4, #term do piece = piece .. " " .. term[i].text end
  return cell_of(self, term[form.x].text, term[form.y].text), piece
end

-- Fluents of one functor that lie on a board: how, and which cells they have; nil: one lies beside it.
local function laid(self, terms, form)
  local list = tables.collect(terms, function(term)
    local cell, piece = lie(self, term, form)
    return cell and { term = term, cell = cell, piece = piece }
  end)
  return #list == #terms and list or nil
end

local function functor_of(term) return term.name .. "/" .. #term end

-- Where fluents with two or three arguments may have their coordinates.
local forms = { [2] = { { x = 1, y = 2 } }, [3] = { { x = 1, y = 2, piece = 3 }, { x = 2, y = 3, piece = 1 } } }

-- Adds fluents of one functor that lie on a board, if all of them do.
local function add(self, terms)
  for _, form in ipairs(forms[#terms[1]] or {}) do
    local list = laid(self, terms, form)
    if list then
      self.forms[functor_of(terms[1])] = form
      return table.move(list, 1, #list, #self.list + 1, self.list)
    end
  end
end

-- Whose a piece is, by its name: "max", "min", or nil. It begins as the role does, as x of xplayer, wp of white, and white_pawn.
local function owner(piece, roles)
  local text = piece:lower()
  local found = tables.map(roles, function(name)
    local role = name:lower()
    local alike = text:sub(1, #role) == role or role:sub(1, #text) == text
    return alike and 2 or #text <= 2 and text:sub(1, 1) == role:sub(1, 1) and 1 or 0
  end)
  if found[1] == found[2] then return nil end
  return found[1] > found[2] and "max" or "min"
end

-- Is it the piece of a player, and not what an empty cell has?
local function is_owned(piece, side_of)
  if not side_of[piece] then return false end
  for other, side in pairs(empty[piece] and side_of or {}) do
    if other ~= piece and side == side_of[piece] then return false end
  end
  return true
end

-- What an empty cell has: where each has something at the start, the one that most of them have, but no player's; nil: none.
local function blank_of(main, start, roles)
  local possible, full, counts, side_of, several = {}, {}, {}, {}, false
  for _, entry in ipairs(main) do
    local piece, cell = entry.piece, entry.cell
    possible[cell], several, side_of[piece] = true, several or piece ~= main[1].piece, owner(piece, roles)
    if start[entry.term] then
      if full[cell] then return nil end
      full[cell], counts[piece] = true, (counts[piece] or 0) + 1
    end
  end
  for cell in pairs(several and possible or {}) do several = several and full[cell] end
  local most
  local cells = #tables.keys(full)
  for piece, count in pairs(several and counts or {}) do
    local is_free = empty[piece] and count * 2 > cells or not is_owned(piece, side_of)
    if is_free and (not most or count > counts[most] or count == counts[most] and piece < most) then most = piece end
  end
  return most
end

-- What a page calls the pieces of a list: a player's only one "max" or "min", else with its name.
local function named(list, roles)
  local of, count, names = {}, { max = 0, min = 0 }, {}
  for _, entry in ipairs(list) do
    local piece = entry.piece
    if of[piece] == nil and piece ~= "" then
      local side = owner(piece, roles)
      of[piece] = side or false
      if side then count[side] = count[side] + 1 end
    end
  end
  for piece, side in pairs(of) do
    names[piece] = (side and (count[side] == 1 and side or side .. " " .. piece) or piece):sub(1, LONGEST)
  end
  return names
end

--- The cells that are clicked for a move: two arguments that are coordinates, or a column. `self` of board.of; `move`: a term.
function board.clicks(self, move)
  if self.by then return { #move == 1 and self.column[move[1].text] or nil } end
  local cells, i = {}, 1
  while i <= #move do
    local cell = move[i + 1] and cell_of(self, move[i].text, move[i + 1].text)
    if cell then cells[#cells + 1] = cell end
    i = i + (cell and 2 or 1)
  end
  return cells
end

--- Where a fluent lies, seen before or not. `self` of board.of. Returns its cell; its piece; true if it makes the board.
function board.lie(self, term)
  local form = self.forms[functor_of(term)]
  if not form then return nil end
  local cell, piece = lie(self, term, form)
  return cell, form == self and piece == self.blank and "" or piece, form == self
end

--- Finds a board. `fluents`: ground terms that can be true; `start`: those at the start; `moves` of both roles; `relations` of
-- two arguments that do not depend on the position: name -> atoms; `is_whole`: are these all fluents? Returns `columns`, from
-- the left, and `rows`, from below; `list`, of `term`, the `cell` where it lies, row by row from the upper left, from 1, and
-- `piece`, "" for an empty cell; `names`, of pieces; `gaps`; `clicks`, move -> cells; `by`.
function board.of(fluents, start, moves, roles, relations, is_whole)
  local functors, at_start = layout.by_functor(fluents), tables.set(start)
  local self, main
  for _, terms in ipairs(functors) do
    local form = form_of(terms, at_start, relations)
    if form and (not self or form.count > self.count) then self, main = form, terms end
  end
  if not self then return nil end
  self.column, self.row = tables.places(self.columns), tables.places(self.rows)
  self.list, self.gaps, self.clicks, self.forms = laid(self, main, self), {}, {}, { [functor_of(main[1])] = self }
  self.blank = blank_of(self.list, at_start, roles)
  for _, entry in ipairs(self.list) do entry.piece = entry.piece == self.blank and "" or entry.piece end
  for _, terms in ipairs(functors) do
    if terms ~= main then add(self, terms) end
  end
  self.names = named(self.list, roles)
  local used = tables.set(tables.map(self.list, function(entry) return entry.cell end))
  for cell = 1, (is_whole or self.blank) and #self.columns * #self.rows or 0 do
    self.gaps[#self.gaps + 1] = not used[cell] and cell or nil
  end
  -- Do all moves that have arguments name a column, and no more?
  local function is_more(move) return #move > 1 or #move == 1 and not self.column[move[1].text] end
  local by_columns = not tables.any(moves, is_more) and tables.any(moves, function(move) return #move == 1 end)
  self.by = by_columns and "columns" or nil
  for _, move in ipairs(moves) do
    local cells = board.clicks(self, move)
    if #cells > 0 then self.clicks[move] = cells end
  end
  return self
end

return board
