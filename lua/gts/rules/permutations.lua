--- Permutations of the cells of a board, closed under composition: a group. A permutation is a list: cell i of the image is
-- cell list[i] of the original.

local tables = require "gts.base.tables"
local words = require "gts.base.words"

local permutations = {}

local MOST <const> = 128        -- of a group
local MOST_CELLS <const> = 400

-- Those of a rectangle: where the cell in a column and row of the image comes from.
local named = {
  ["mirror"] = function(column, row, columns) return columns + 1 - column, row end,
  ["flip"] = function(column, row, _, rows) return column, rows + 1 - row end,
  ["half turn"] = function(column, row, columns, rows) return columns + 1 - column, rows + 1 - row end,
  ["diagonal"] = function(column, row) return row, column end,
  ["quarter turn"] = function(column, row, columns) return row, columns + 1 - column end,
}

local of_squares = { ["diagonal"] = true, ["quarter turn"] = true }

local names = { "mirror", "flip", "half turn", "quarter turn", "diagonal" }

local function by_name(name, board)
  local from = named[name]
  if not from then return nil, ("is unknown%s: one of '%s'"):format(words.suggest(name, names), table.concat(names, "', '")) end
  if not (board.columns and board.rows) then return nil, "needs the fields 'columns' and 'rows'" end
  if of_squares[name] and board.columns ~= board.rows then
    return nil, ("needs a square board: this one has %d columns and %d rows"):format(board.columns, board.rows)
  end
  local list = {}
  for row = 1, board.rows do
    for column = 1, board.columns do
      local from_column, from_row = from(column, row, board.columns, board.rows)
      list[#list + 1] = (from_row - 1) * board.columns + from_column
    end
  end
  return list
end

local function by_list(given, cells)
  if #given ~= cells then return nil, ("has %d cells, and the board has %d"):format(#given, cells) end
  local list, seen = {}, {}
  for i = 1, cells do
    local cell = math.type(given[i]) and math.tointeger(given[i])
    if not cell or cell < 1 or cell > cells or seen[cell] then
      return nil, ("has %s at %d: expected each number from 1 to %d once"):format(words.quote(given[i]), i, cells)
    end
    list[i], seen[cell] = cell, true
  end
  return list
end

--- Returns the permutation that first one makes, and then the other.
function permutations.compose(first, second) return tables.map(second, function(cell) return first[cell] end) end

--- Returns the permutation that takes back another.
function permutations.inverse(of) return tables.places(of) end

-- All permutations that some generate, the identity first; nil where they are too many.
local function close(generators, cells)
  local group, seen, at = { tables.range(1, cells) }, {}, 1
  seen[table.concat(group[1], " ")] = true
  while group[at] do
    for _, generator in ipairs(generators) do
      local made = permutations.compose(group[at], generator.list)
      local id = table.concat(made, " ")
      if not seen[id] then
        if #group == MOST then return nil end
        seen[id], group[#group + 1] = true, made
      end
    end
    at = at + 1
  end
  return group
end

--- Returns the group of the identity alone, on no cells: see permutations.read.
function permutations.none() return { cells = 0, group = { {} }, generators = {} } end

--- Reads permutations. `given`: a list of names and lists; `board`: its columns and rows, which names need. Returns `cells` (how
-- many); `group`, a list of all permutations, the identity first; `generators`, the given ones, each with its name and list.
function permutations.read(given, board)
  local cells, generators = board.columns and board.rows and board.columns * board.rows, {}
  cells = cells or #(tables.find(given, function(element) return type(element) == "table" end) or {})
  if #given == 0 or cells == 0 and type(given[1]) == "table" then return nil, "has none: expected names, or lists of cells" end
  if cells > MOST_CELLS then return nil, ("has %d cells: at most %d are served"):format(cells, MOST_CELLS) end
  for i, element in ipairs(given) do
    local name = type(element) == "string" and words.quote(element) or ("element %d"):format(i)
    local list, wrong = nil, "is " .. words.quote(element) .. ": expected a name or a list of cells"
    if type(element) == "string" then list, wrong = by_name(element, board)
    elseif type(element) == "table" then list, wrong = by_list(element, cells) end
    if not list then return nil, ("%s %s"):format(name, wrong) end
    generators[i] = { name = name, list = list }
  end
  local group = close(generators, cells)
  if not group then return nil, ("makes more than %d permutations"):format(MOST) end
  return { cells = cells, group = group, generators = generators }
end

return permutations
