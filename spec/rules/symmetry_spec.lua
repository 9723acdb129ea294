-- Symmetries that rules state, against images that are made here by turning texts.

local errors = require "spec.support.errors"
local game = require "gts.game"
local gts = require "gts"
local keys = require "gts.rules.keys"
local native = require "gts.compile.native"
local random = require "gts.base.random"
local session = require "gts.play.session"
local tables = require "gts.base.tables"
local trees = require "spec.support.trees"

native.optimization = "-O1"     -- a compiler that tries less hard is faster

-- Boards as texts, row by row.

local function rows_of(text, columns)
  local rows = {}
  for at = 1, #text, columns do rows[#rows + 1] = text:sub(at, at + columns - 1) end
  return rows
end

local turned = {}

function turned.mirror(text, columns)
  local rows = rows_of(text, columns)
  for i, row in ipairs(rows) do rows[i] = row:reverse() end
  return table.concat(rows)
end

function turned.flip(text, columns)
  local rows, back = rows_of(text, columns), {}
  for i, row in ipairs(rows) do back[#rows + 1 - i] = row end
  return table.concat(back)
end

turned["half turn"] = function(text) return text:reverse() end

function turned.diagonal(text, columns)
  local rows, list = rows_of(text, columns), {}
  for column = 1, columns do
    for _, row in ipairs(rows) do list[#list + 1] = row:sub(column, column) end
  end
  return table.concat(list)
end

turned["quarter turn"] = function(text, columns) return turned.mirror(turned.diagonal(text, columns), columns) end

-- All images of a text, as a set, and the first of them in the alphabet.
local function orbit(text, columns, names)
  local set, queue, least = { [text] = true }, { text }, text
  for _, one in ipairs(queue) do
    for _, name in ipairs(names) do
      local image = turned[name](one, columns)
      if not set[image] then set[image], queue[#queue + 1] = true, image end
    end
    if one < least then least = one end
  end
  return set, least
end

-- Tic-tac-toe, in several forms that have the cells of a text each.

local LINES = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 }, { 1, 4, 7 }, { 2, 5, 8 }, { 3, 6, 9 }, { 1, 5, 9 }, { 3, 5, 7 } }
local SQUARE = { "mirror", "quarter turn" }

local function won(text, mark)
  for i = 1, #LINES do
    local a, b, c = LINES[i][1], LINES[i][2], LINES[i][3]
    if text:sub(a, a) == mark and text:sub(b, b) == mark and text:sub(c, c) == mark then return true end
  end
  return false
end

local function value_of(text) return won(text, "X") and 1 or won(text, "O") and -1 or 0 end

-- The cells that are free, and the mark of the player to move.
local function moves_of(text)
  local cells, free = {}, 0
  for i = 1, 9 do free = free + (text:sub(i, i) == "." and 1 or 0) end
  if value_of(text) ~= 0 then return cells end
  for i = 1, 9 do if text:sub(i, i) == "." then cells[#cells + 1] = i end end
  return cells, free % 2 == 1 and "X" or "O"
end

local function put(text, cell, mark) return text:sub(1, cell - 1) .. mark .. text:sub(cell + 1) end

-- Rules whose positions are made from texts by `write`, and texts from them by `read`.
local function written(write, read, more)
  local rules = { name = "written", start = write("........."), range = { -1, 1 }, more = more }
  function rules.successors(p)
    local list, cells, mark = {}, moves_of(read(p))
    for i, cell in ipairs(cells) do list[i] = write(put(read(p), cell, mark)) end
    return list, cells
  end
  function rules.evaluate(p) return value_of(read(p)) end
  return tables.copy(rules, more)
end

local function same(text) return text end

local function named(names, more)
  local made = { table.unpack(names) }
  made.columns, made.rows = 3, 3
  return tables.copy(made, more)
end

local forms = {}

function forms.text(names) return written(same, same, { symmetries = named(names) }) end

function forms.tables(names)
  local function write(text)
    local cells = {}
    for i = 1, 9 do cells[i] = text:sub(i, i) end
    return { cells = cells }
  end
  local function read(p) return table.concat(p.cells) end
  return written(write, read, { symmetries = named(names), key = read })
end

-- Tables without a key: a list of cells in a table, and rows, of which the first two stand in a list with something else.
function forms.cells(names)
  local of = forms.tables(names)
  of.key = nil
  return of
end

function forms.rows(names)
  local function write(text)
    local board = {}
    for i = 0, 8 do
      board[i // 3 + 1] = board[i // 3 + 1] or {}
      board[i // 3 + 1][i % 3 + 1] = text:byte(i + 1)
    end
    return { board, select(2, text:gsub("%.", "")) }
  end
  local function read(p)
    local rows = {}
    for i, row in ipairs(p[1]) do rows[i] = string.char(table.unpack(row)) end
    return table.concat(rows)
  end
  return written(write, read, { symmetries = named(names) })
end

local function bits_of(text, mark)
  local set = 0
  for i = 1, 9 do set = set | (text:sub(i, i) == mark and 1 or 0) << i - 1 end
  return set
end

local function text_of(x, o)
  local marks = {}
  for i = 0, 8 do marks[i + 1] = x >> i & 1 == 1 and "X" or o >> i & 1 == 1 and "O" or "." end
  return table.concat(marks)
end

local function nine_up(column, row)
  local bit = 3 * (row - 1) + column - 1
  return bit, bit + 9
end

function forms.integer(names)
  return written(function(text) return bits_of(text, "X") | bits_of(text, "O") << 9 end,
    function(p) return text_of(p & 511, p >> 9) end, { symmetries = named(names, { bits = nine_up }) })
end

-- Of several integers, `words` of them: the first two are sets.
local function wide(words, more)
  local rules = { name = "wide", words = words, start = {}, range = { -1, 1 } }
  for i = 1, words do rules.start[i] = 0 end
  function rules.next(x, o, ...)
    local move, text = select(words - 1, ...), text_of(x, o)
    local cells, mark = moves_of(text)
    for _, cell in ipairs(cells) do
      if not move or cell > move then
        local after = put(text, cell, mark)
        return cell, bits_of(after, "X"), bits_of(after, "O"), table.unpack(rules.start, 3)
      end
    end
  end
  function rules.evaluate(x, o) return value_of(text_of(x, o)) end
  return tables.copy(rules, more)
end

function forms.words(names) return wide(2, { symmetries = named(names, { sets = 2 }) }) end

function forms.four(names) return wide(4, { symmetries = named(names, { sets = 2 }) }) end

function forms.keyed(names)
  return wide(5, { symmetries = named(names, { bits = nine_up }), key = function(x, o) return x | o << 9 end })
end

-- One board, on which moves are played.
function forms.board(names)
  local rules = { name = "board", start = { cells = "........." }, range = { -1, 1 }, symmetries = named(names) }
  function rules.moves(b) return (moves_of(b.cells)) end
  function rules.play(b, cell)
    local before, _, mark = b.cells, moves_of(b.cells)
    b.cells = put(before, cell, mark)
    return before
  end
  function rules.undo(b, _, before) b.cells = before end
  function rules.evaluate(b) return value_of(b.cells) end
  function rules.key(b) return b.cells end
  return rules
end

-- Like this one, but the board is a list, and has no key.
function forms.list(names)
  local rules = { name = "list", start = { cells = {} }, range = { -1, 1 }, symmetries = named(names) }
  for i = 1, 9 do rules.start.cells[i] = "." end
  local function read(b) return table.concat(b.cells) end
  function rules.moves(b) return (moves_of(read(b))) end
  function rules.play(b, cell) b.cells[cell] = select(2, moves_of(read(b))) end
  function rules.undo(b, cell) b.cells[cell] = "." end
  function rules.evaluate(b) return value_of(read(b)) end
  return rules
end

local function sum(counts)
  local all = 0
  for _, count in ipairs(counts) do all = all + count end
  return all
end

local function search(rules, options)
  local r = gts.search(rules, options or { algorithm = "ttalphabeta", native = false })
  return { r.value, r.stats.visits, r.stats.leaves, r.stats.table.stores, r.stats.table.hits }
end

describe("the symmetries of a board #lua", function()
  it("give one text to all images of a position, and another to each other one", function()
    local draw = random.stream(1)
    for _, row in ipairs {
      { 3, 3, { "mirror", "quarter turn" } }, { 4, 3, { "mirror", "flip" } }, { 3, 4, { "half turn" } }, { 3, 3, { "diagonal" } },
      { 3, 3, { "quarter turn" } }, { 4, 4, { "flip", "diagonal" } }, { 5, 1, { "mirror" } }, { 2, 2, { "half turn", "flip" } },
    } do
      local columns, lines, names = table.unpack(row)
      local symmetries = { columns = columns, rows = lines, table.unpack(names) }
      local of = gts.game { name = "any", start = "", successors = function() return {} end, evaluate = function() return 0 end,
        symmetries = symmetries }
      local known = {}
      for _ = 1, 20 do
        local marks = {}
        for i = 1, columns * lines do marks[i] = ("XO."):sub(draw(1, 3), -1):sub(1, 1) end
        local text = table.concat(marks)
        local images, least = orbit(text, columns, names)
        local canonical = gts.canonical(of, text)
        assert(images[canonical], canonical .. " is no image of " .. text)
        for image in pairs(images) do assert(canonical == gts.canonical(of, image)) end
        assert.equal(canonical, gts.canonical(of, text .. "!"):sub(1, -2))
        assert.equal(canonical, of.key(text))
        known[canonical] = known[canonical] or least
        assert.equal(least, known[canonical])
      end
    end
  end)

  it("make 765 positions of the 5,478 of tic-tac-toe, in each form", function()
    -- Those after 1 to 3 moves, and after all.
    for name, form in pairs(forms) do
      assert.same({ 3, 12, 38 }, { table.unpack(gts.perft(form(SQUARE), 3, { symmetric = true })) }, name)
      assert.equal(72, gts.perft(form(SQUARE), 2, { distinct = true })[2])
    end
    assert.same({ 3, 12, 38, 108, 174, 204, 153, 57, 15 }, { table.unpack(gts.perft("tictactoe", 9, { symmetric = true })) })
  end)

  it("are those of boards of any size, in up to sixteen integers", function()
    local draw = random.stream(3)
    for _, row in ipairs { { 9, 9, 2, "text" }, { 8, 8, 16 }, { 8.0, 8.0, 3 }, { 20, 20, 1, "text" } } do
      local columns, count, form = row[1], row[3], row[4]
      local rules = { name = "any", start = "", next = function() end, evaluate = function() return 0 end,
        symmetries = { "mirror", "quarter turn", columns = columns, rows = row[2], sets = not form and count or nil } }
      if not form then
        rules.words, rules.start = count, {}
        for i = 1, count do rules.start[i] = 0 end
      end
      local of = gts.game(rules)
      local marks, cells = {}, columns // 1 * columns // 1 | 0
      for i = 1, cells do marks[i] = draw(0, 1) end
      local text = table.concat(marks)
      local position, image = text, turned["quarter turn"](text, columns // 1 | 0)
      if not form then
        local function words_of(cells_of)
          local set, list = 0, {}
          for i = 1, cells do set = set | tonumber(cells_of:sub(i, i)) << i - 1 end
          for i = 1, count do list[i] = set end
          return list
        end
        position, image = words_of(text), words_of(image)
      end
      assert(gts.canonical(of, position) == gts.canonical(of, image))
    end
  end)

  it("may be many: all permutations of five cells", function()
    -- Of four integers, each a set of cells: an image is known by how many cells have which of the 16 combinations.
    local rules = wide(4, { symmetries = { { 2, 1, 3, 4, 5 }, { 2, 3, 4, 5, 1 }, sets = 4 } })
    local of, draw, known, found = gts.game(rules), random.stream(7), {}, {}
    for _ = 1, 100 do
      local p, cells = {}, {}
      for i = 1, 4 do p[i] = draw(0, 31) & draw(0, 31) & draw(0, 31) | 1 << 40 end
      for cell = 0, 4 do
        cells[cell + 1] = ("%d%d%d%d"):format(p[1] >> cell & 1, p[2] >> cell & 1, p[3] >> cell & 1, p[4] >> cell & 1)
      end
      table.sort(cells)
      local id, canonical = table.concat(cells, " "), gts.canonical(of, p)
      assert.equal(canonical, table.concat({ of.key(table.unpack(p)) }, " "))
      known[id], found[canonical] = known[id] or canonical, found[canonical] or id
      assert.equal(canonical, known[id])
      assert.equal(id, found[canonical])
    end
  end)

  it("make the published numbers of othello", function()
    -- Positions after n moves but for symmetry: 1, 3, 14, 60 (OEIS A124006).
    assert.same({ 1, 3, 14, 60 }, { table.unpack(gts.perft("othello", 4, { symmetric = true })) })
  end)

  it("may be lists of cells", function()
    local mirror, quarter = { 3, 2, 1, 6, 5, 4, 9, 8, 7 }, { 7, 4, 1, 8, 5, 2, 9, 6, 3 }
    local rules = forms.text {}
    rules.symmetries = { mirror, quarter }
    assert.equal(161, sum(gts.perft(rules, 4, { symmetric = true })))
    rules = forms.integer {}
    rules.symmetries = { mirror, quarter, bits = function(cell) return cell - 1, cell + 8 end }
    assert.equal(161, sum(gts.perft(rules, 4, { symmetric = true })))
  end)
end)

describe("a key made of symmetries #lua", function()
  it("serves a table as one that is written by hand does", function()
    local by_hand = written(same, same, { key = function(p) return (select(2, orbit(p, 3, SQUARE))) end })
    local expected = search(by_hand)
    for name, form in pairs(forms) do assert.same(expected, search(form(SQUARE)), name) end
    local without = search(written(same, same))
    assert(without[2] > 5 * expected[2])
    assert.same(without, search(gts.game(forms.text(SQUARE), { symmetries = false })))
    local rules = forms.text(SQUARE)
    rules.symmetries.key = false
    assert.same(without, search(rules))
  end)

  it("follows symmetries that are changed in their table", function()
    local rules = forms.cells { "mirror" }
    search(rules)
    rules.symmetries[2] = "quarter turn"
    assert.same(search(forms.text(SQUARE)), search(rules))
    rules.symmetries.key = false
    assert.same(search(written(same, same)), search(rules))
  end)

  it("leaves boards of another size as they are", function()
    local function told_apart(form, one, other)
      local of = gts.game(form(SQUARE))
      assert.not_equal(gts.canonical(of, one), gts.canonical(of, other))
    end
    told_apart(forms.cells, { cells = { 1, 0, 0, 0, 0, 0, 0, 0, 0, 0 } }, { cells = { 0, 0, 1, 0, 0, 0, 0, 0, 0, 0 } })
    told_apart(forms.cells, { cells = { 1, 0, 0 } }, { cells = { 0, 0, 1 } })
    local row, longer = { 1, 1, 1 }, { 1, 2, 2, 1 }
    told_apart(forms.rows, { { row, row, longer }, 9 }, { { longer, row, row }, 9 })
  end)

  it("is that which connect4 had", function()
    local columns, rows = 5, 4
    local of = gts.game("connect4", { columns = columns, rows = rows })
    local board = 0
    for c = 0, columns - 1 do board = board | 15 << c * (rows + 1) end
    local function before(mine, all)
      local code, mirrored = (mine & board) + (all & board), 0
      for c = 0, columns - 1 do mirrored = mirrored << rows + 1 | code >> c * (rows + 1) & 31 end
      return code < mirrored and code or mirrored
    end
    local function compare(p, depth)
      assert.equal(before(p[1], p[2]), of.key(p[1], p[2]))
      for _, entry in ipairs(depth > 0 and gts.moves(of, p) or {}) do compare(entry.position, depth - 1) end
    end
    compare(of.start, 4)
  end)

  it("is compiled, and finds what it finds in Lua", function()
    local bits = { name = "bits", words = 3, start = { 0, 0, 1 }, range = { -1, 1 }, symmetries = named(SQUARE, { sets = 2 }) }
    local lines = { 7, 56, 448, 73, 146, 292, 273, 84 }
    local function full(set)
      for i = 1, 8 do if set & lines[i] == lines[i] then return true end end
      return false
    end
    function bits.legal(mine, theirs) return full(theirs) and 0 or ~(mine | theirs) & 511 end
    function bits.play(mine, theirs, max, cell) return theirs, mine | 1 << cell, 1 - max end
    function bits.player(_, _, max) return max == 1 and "max" or "min" end
    function bits.evaluate(_, theirs, max) return full(theirs) and (max == 1 and -1 or 1) or 0 end
    local one = { name = "one", start = 0, range = { -1, 1 }, symmetries = named(SQUARE, { bits = nine_up }) }
    function one.next(p, move)
      if full(p & 511) or full(p >> 9) then return nil end
      for cell = move or 0, 8 do
        if (p | p >> 9) >> cell & 1 == 0 then
          local stones = 0
          for i = 0, 17 do stones = stones + (p >> i & 1) end
          return cell + 1, p | 1 << cell + 9 * (stones % 2)
        end
      end
    end
    function one.evaluate(p) return full(p & 511) and 1 or full(p >> 9) and -1 or 0 end
    local text = written(same, same, { symmetries = named(SQUARE) })
    text.successors = function(p)
      local list, moves, free = {}, {}, 0
      if value_of(p) ~= 0 then return list, moves end
      for i = 1, 9 do free = free + (p:sub(i, i) == "." and 1 or 0) end
      for i = 1, 9 do
        if p:sub(i, i) == "." then
          list[#list + 1], moves[#moves + 1] = p:sub(1, i - 1) .. (free % 2 == 1 and "X" or "O") .. p:sub(i + 1), i
        end
      end
      return list, moves
    end
    local list = dofile "spec/corpus/rules/tictactoe_list.lua"
    list.key, list.symmetries = nil, named(SQUARE)
    assert.equal(765, gts.solve(list, { by = "retrograde", native = false }).positions)
    for _, rules in ipairs { bits, one, text, list } do
      local of = gts.game(rules)
      keys.of(of)
      assert(gts.native(of).functions.key.compiled, tostring(gts.native(of)))
      for _, algorithm in ipairs { "ttalphabeta", "dfpn" } do
        local lua = search(of, { algorithm = algorithm, native = false })
        assert.same(lua, search(of, { algorithm = algorithm, native = true }))
      end
    end
  end)

  it("keeps the values and distances of all algorithms and databases", function()
    for _, row in ipairs {
      { "hexapawn" }, { "domineering", { columns = 3, rows = 4 } }, { "morris" }, { "hex", { size = 3 } },
    } do
      local with = gts.game(row[1], row[2])
      local rules = {}
      for name, value in pairs(with) do rules[name] = value end
      rules.key, rules.symmetries, rules.images = nil, { key = true }, nil
      for name, value in pairs(with.symmetries) do if name ~= "key" then rules.symmetries[name] = value end end
      local merged = gts.game(setmetatable(rules, nil))
      local a, b = gts.solve(with, { by = "retrograde" }), gts.solve(merged, { by = "retrograde" })
      assert.same({ a.value, a.distance }, { b.value, b.distance })
      assert(b.positions < a.positions)
      local mates = 0
      for _, entry in ipairs(gts.moves(with)) do
        assert.equal(a.database:value(entry.position), b.database:value(entry.position))
        assert.equal(a.database:distance(entry.position), b.database:distance(entry.position))
        mates = mates + 1
      end
      assert(mates > 1)
      assert.equal(a.value, gts.search(merged, { algorithm = "dfpn", native = false }).value)
      if row[1] ~= "morris" then
        for _, algorithm in ipairs { "ttalphabeta", "mtd", "negascout" } do
          assert.equal(a.value, gts.search(merged, { algorithm = algorithm, table = 1 << 20, native = false }).value)
        end
      end
    end
  end)

  it("is equal for images of tables alone, whatever is in them", function()
    local draw, pairs_of_equals = random.stream(5), 0
    for _ = 1, trees.share(200) do
      local columns, rows, deep, kind = draw(2, 3), draw(1, 3), draw(1, 3), draw(1, 4)
      local function cell()
        if kind == 1 then return draw(0, 2) elseif kind == 2 then return ("xo."):sub(draw(1, 3)):sub(1, 1) end
        return kind == 3 and { draw(1, 2), k = draw(1, 2) } or draw(1, 3) == 1 and { draw(1, 2) } or "none"
      end
      local function make()
        local board = {}
        for i = 1, columns * rows do
          local row = (i - 1) // columns + 1
          if deep == 3 then
            board[row] = board[row] or {}
            table.insert(board[row], cell())
          else board[i] = cell() end
        end
        return { b = deep == 2 and { inner = board, n = draw(1, 2) } or board, last = draw(1, 2) == 1 and { draw(1, 9) } or nil }
      end
      local of = gts.game { name = "made", start = make(), evaluate = function() return 0 end,
        symmetries = { "half turn", draw(1, 2) == 1 and "mirror" or "half turn", columns = columns, rows = rows },
        successors = function() return { make(), make(), make(), make() } end }
      local made, known = keys.of(of), {}
      for _ = 1, 20 do
        local position = make()
        local key, text = made and table.concat({ made.ask(position) }, " ") or "", gts.canonical(of, position)
        if key ~= "" then
          assert.equal(key, table.concat({ made.read(position) }, " "))
          pairs_of_equals = pairs_of_equals + (known[key] and 1 or 0)
          assert.equal(known[key] or text, text)
          assert.equal(known[text] or key, key)
          known[key], known[text] = text, key
        end
      end
    end
    assert(pairs_of_equals > 5)
    local of = forms.rows(SQUARE)
    assert.not_equal(gts.canonical(of, { { { 1 } }, 1 }), gts.canonical(of, { 1, 1 }))
    local round = { board = { 1, 2 } }
    for i = 1, 50 do round["again" .. i] = round end
    local rules = { name = "round", start = round, evaluate = function() return 0 end, successors = function() return {} end,
      symmetries = { "mirror", columns = 2, rows = 1 } }
    errors.says(errors.complaint(gts.search, rules, { algorithm = "mtd" }), "has tables more than 6 deep")
  end)

  it("adds no repetitions to a game that is played", function()
    -- A man walks on three cells; the player who cannot do so has lost.
    local rules = { name = "walk", start = "x..", cycle = 0, range = { -1, 1 }, symmetries = { "mirror", columns = 3, rows = 1 } }
    function rules.successors(p)
      return p == ".x." and { "x..", "..x" } or { ".x." }, p == ".x." and { "left", "right" } or { "middle" }
    end
    function rules.evaluate() return 1 end
    local s = assert(session.new(game.new(rules)))
    assert(s:play "middle")
    assert(s:play "right")
    assert.is_nil((s:outcome()))
    assert(s:play "middle")
    assert(s:outcome())
    assert.equal(0, gts.search(rules, { algorithm = "ttalphabeta" }).value)
  end)

  it("is part of what a table is kept for", function()
    local kept = gts.table { bytes = 1 << 16 }
    gts.search(forms.text(SQUARE), { algorithm = "ttalphabeta", table = kept, native = false })
    gts.search(forms.text(SQUARE), { algorithm = "ttalphabeta", table = kept, native = false })
    local other = forms.text { "mirror" }
    errors.says(errors.complaint(gts.search, other, { algorithm = "ttalphabeta", table = kept, native = false }), "table")
  end)

  it("goes with variants, but for the pie rule", function()
    local text = forms.text(SQUARE)
    assert.equal(161, sum(gts.perft(gts.variant(text, { misere = true }), 4, { symmetric = true })))
    assert.equal(2, gts.perft(gts.variant(text, { start = "X...O...." }), 1, { symmetric = true })[1] // 2)
    local swapped = gts.variant(text, { swap = true })
    assert.is_nil(swapped.symmetries)
    assert.equal(9, gts.perft(swapped, 1, { symmetric = true })[1])
    swapped = gts.variant("tictactoe", { swap = true })
    assert.equal(9, gts.perft(swapped, 1, { symmetric = true })[1])
  end)
end)

describe("symmetries that are wrong #lua", function()
  local function refused(symmetries, more)
    local rules = written(same, same, more)
    rules.symmetries = symmetries
    return errors.complaint(gts.game, rules)
  end

  it("are refused, and what is wrong is named", function()
    local says = errors.says
    says(refused(7), "rules.symmetries is 7: expected a table")
    says(refused {}, "has none: expected names, or lists of cells")
    says(refused { {} }, "has none: expected names, or lists of cells")
    says(refused { "miror", columns = 3, rows = 3 }, "'miror' is unknown: did you mean 'mirror'?")
    says(refused { "mirror" }, "'mirror' needs the fields 'columns' and 'rows'")
    says(refused { "mirror", columns = 3, rows = 0 }, "a field 'rows' that is 0")
    says(refused { "mirror", columns = 3, row = 3 }, "unknown field 'row'", "did you mean 'rows'?")
    says(refused { "quarter turn", columns = 4, rows = 3 }, "needs a square board: this one has 4 columns and 3 rows")
    says(refused { { 1, 2, 2 } }, "element 1 has 2 at 3: expected each number from 1 to 3 once")
    says(refused { { 1, 2, 4 } }, "element 1 has 4 at 3")
    says(refused { { 1, 2, 0 / 0 } }, "element 1 has")
    says(refused { { 2, 1 }, { 2, 1, 3 } }, "element 2 has 3 cells, and the board has 2")
    says(refused { true }, "element 1 is true: expected a name or a list of cells")
    says(refused { { 2, 3, 4, 5, 6, 1 }, { 2, 1, 3, 4, 5, 6 } }, "makes more than 128 permutations")
    says(refused { "mirror", columns = 30, rows = 30 }, "has 900 cells: at most 400")
    says(refused { "mirror", columns = 3, rows = 3, sets = 1 }, "for bits of integers, and positions are strings")
    says(refused({ "mirror", columns = 3, rows = 3 }, { start = { a = { 1, 2 } } }),
      "needs rules.key, or in rules.start a list of 9 elements, or of rows")
    says(refused({ "mirror", columns = 3, rows = 3, sets = 1 }, { start = {} }), "for bits of integers, and positions are tables")
    local short = forms.cells(SQUARE)
    function short.successors(p) return #p.cells == 9 and { { cells = { "." } } } or {} end
    says(errors.complaint(gts.search, short, { algorithm = "mtd" }),
      "gts makes none, as a position.cells is a board of rules.symmetries, and has not always 9 elements")
    local function wide_with(more) return errors.complaint(gts.game, wide(2, { symmetries = named(SQUARE, more) })) end
    says(wide_with {}, "needs the field 'sets' or 'bits'")
    says(wide_with { sets = 2, bits = nine_up }, "has both fields")
    says(wide_with { sets = 3 }, "has 128 as a bit of cell 1: expected a number from 0 to 127")
    says(wide_with { bits = function() error "no" end }, "bits failed for cell 1: ", "no")
    says(wide_with { bits = function() return 1 end }, "has 1 as a bit of cell 2: expected a number from 0 to 127, and each once")
    says(wide_with { bits = function() end }, "has 0 bits for cell 1")
    says(wide_with { bits = function(column) return column == 1 and 0 or 1, 2 end }, "has 2 as a bit of cell 2")
  end)

  local function finding(rules)
    local report = gts.check(rules, { time = 10, positions = 100 })
    assert.same({ false, "symmetries" }, { report.clean, report[1].kind })
    return report[1]
  end

  it("are found by gts.check, with the position #thorough", function()
    for _, name in ipairs { "text", "words" } do
      local rules = forms[name](SQUARE)
      assert.is_true(gts.check(rules, { time = 10, positions = 20 }).clean, name)
      rules.symmetries = named({ { 2, 1, 3, 4, 5, 6, 7, 8, 9 } }, { sets = rules.symmetries.sets })
      local found = finding(rules)
      errors.says(found.message, "element 1")
      assert(#found.moves >= 5 and found.position ~= nil, name)
    end
    local rules = forms.board {}
    rules.symmetries[1] = { 2, 1, 3, 4, 5, 6, 7, 8, 9 }
    errors.says(finding(rules).message, "element 1")
  end)

  it("are found where they do not take moves to moves", function()
    -- Stones fall to the lowest free row of two columns: the board has no flip.
    local rules = { name = "drop", start = "......" }
    function rules.successors(p)
      local list, moves = {}, {}
      for column = 1, 2 do
        for cell = 4 + column, column, -2 do
          if p:sub(cell, cell) == "." then
            list[#list + 1], moves[#moves + 1] = put(p, cell, "x"), column
            break
          end
        end
      end
      return list, moves
    end
    function rules.evaluate() return 0 end
    rules.symmetries = { "mirror", columns = 2, rows = 3 }
    assert.is_true(gts.check(rules, { time = 10 }).clean)
    rules.symmetries = { "mirror", "flip", columns = 2, rows = 3 }
    local found = finding(rules)
    errors.says(found.message, "'flip' leaves position '......' as it is, where no move corresponds to move 1")
    assert.same({}, found.moves)
  end)

  it("are found where values, estimates or players differ #thorough", function()
    local rules = forms.text { "mirror" }
    function rules.evaluate(p) return p:find "^XXX" and 0 or value_of(p) end
    rules.symmetries = named { "flip" }
    errors.says(finding(rules).message, "'flip' takes position", "their values are")
    for _, key in ipairs { true, false } do             -- whether keys use them or not
      rules = forms.text { "mirror" }
      rules.symmetries.key = key
      function rules.evaluate(p) return value_of(p) ~= 0 and value_of(p) or p:find "^X.*%." and 0.5 or 0 end
      errors.says(finding(rules).message, "'mirror' takes position", "their estimates are")
      rules.evaluate = value_of
      function rules.bounds(p) return value_of(p) ~= 0 and value_of(p) or p:find "^X.*%." and -1 or -2, 1 end
      rules.range = nil
      errors.says(finding(rules).message, "'mirror' takes position", "their bounds are")
    end
    rules = forms.text { "mirror" }
    function rules.player(p) return p:sub(1, 1) == "X" and "max" or select(2, moves_of(p)) == "X" and "max" or "min" end
    errors.says(finding(rules).message, "where the other player is to move")
  end)

  it("are found where they do not fit the key #thorough", function()
    local rules = forms.text(SQUARE)
    rules.key = function() return 7 end
    errors.says(finding(rules).message, "needs the field 'sets' or 'bits': rules.key returned an integer")
    rules = forms.keyed(SQUARE)
    rules.key = function() return "7" end
    errors.says(finding(rules).message, "has a field for bits of integers, and rules.key returned a string")
  end)

  it("are noted where no image was met", function()
    local rules = forms.text { "mirror" }
    rules.start = "X.O......"
    local report = gts.check(rules, { time = 10, positions = 50 })
    assert.is_true(report.clean)
    local kinds = {}
    for _, note in ipairs(report.notes) do kinds[note.kind] = note.message end
    errors.says(kinds.symmetries, "no position was met with one of its images")
  end)
end)
