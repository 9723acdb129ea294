-- Opening books: what is backed up, against minimax in these lines; what is proved, against brute force; what is played, by hand.

local graph = require "gts.book.graph"
local gts = require "gts"
local run = require "spec.support.run"
local worth_of = require "spec.support.worth"

-- Tictactoe without symmetries.
local plain = gts.game "tictactoe"
plain = gts.game { name = plain.name, words = plain.words, start = plain.start, range = plain.range, next = plain.next,
  evaluate = plain.evaluate, player = plain.player, show = plain.show }
local board = gts.game("connect4", { columns = 3, rows = 4 })
local board_worth = worth_of(board, 0)

-- Calls a function with each position of a book that leads from the start through positions with all successors.
local function visit(of, book, position, f, seen)
  local key = gts.write(of, position)
  if seen[key] then return end
  seen[key] = true
  local list = book:moves(position)
  f(position, list)
  for _, row in ipairs(list.all and list or {}) do visit(of, book, row.position, f, seen) end
end

-- The minimax value of a position over the moves that a book shows, from its leaves.
local function backed_up(book, position, own)
  local list = book:moves(position)
  if not list.all or #list == 0 then return own end
  local best
  for _, row in ipairs(list) do
    local value = backed_up(book, row.position, row.value)
    if not best or (list.player == "max" and value > best or list.player == "min" and value < best) then best = value end
  end
  return best
end

-- Values by the path of moves, so that searches one ply deep are known by hand.
local function paths(values, depth)
  local rules = { name = "paths", start = "", range = { -100, 100 } }
  function rules.next(p, move)
    if #p >= depth or move == 2 then return nil end
    move = (move or 0) + 1
    return move, p .. move
  end
  function rules.evaluate(p) return values[p] or 0 end
  function rules.player(p) return #p % 2 == 0 and "max" or "min" end
  return gts.game(rules)
end

local function names_of(list)
  local names = {}
  for i, row in ipairs(list) do names[i] = row.name end
  return table.concat(names, " ")
end

local folder, gone
before_each(function() folder, gone = run.folder() end)
after_each(function() getmetatable(gone).__close() end)

describe("searches of a book #lua", function()
  -- A search of "1" to depth 1 takes the least of "11" and "12". Losses decide where to go on: after the start (8, 5) the median
  -- of what moves lose is 3, so that "1" is 1 step away and "2" is 2.
  local by_path = paths({ ["11"] = 9, ["12"] = 8, ["21"] = 5, ["22"] = 7,
    ["111"] = 1, ["112"] = 9, ["121"] = 8, ["122"] = 2, ["211"] = 5, ["212"] = 4, ["221"] = 6, ["222"] = 7 }, 6)

  it("expand the positions that are nearest to best play", function()
    local book = gts.book(by_path, { positions = 2, depth = 1 })
    assert.same({ "1 2", 2, 0, 5 }, { names_of(book:moves()), #book:moves "1", #book:moves("2"), book.positions })
  end)

  it("go on elsewhere where a line has become worse", function()
    -- "11" has 9, "12" has 8, so "1" has 8 still. "12" is 2 steps from the start, "2" as far, and leftmost goes first. Behind it
    -- are "121" and "122", whose searches find 0: "1" falls to 0, and "2" is best with 5.
    local book = gts.book(by_path, { positions = 3, depth = 1 })
    assert.equal(2, #book:moves "12")
    local list = book:moves()
    assert.same({ 0, 5, "2" }, { list[1].value, list[2].value, list.plays })
    assert.equal(2, #gts.book(by_path, { positions = 4, depth = 1 }):moves "2")
  end)

  it("back values up by minimax", function()
    for seed = 1, 5 do
      local tree = gts.tree { branching = { 2, 4 }, depth = 7, seed = seed, range = { -50, 50 } }
      local book = gts.book(tree, { positions = 15, depth = 1 })
      local value = gts.best(tree, nil, { book = book }).value
      assert.equal(backed_up(book, nil), value)
      assert.equal(15, book:stats().expanded)
    end
  end)

  local games = {
    { board }, { "hexapawn" }, { "nim", { heaps = { 2, 3, 2 } } },
    { "kalah", { pits = 2, seeds = 2 } }, { "dots", { columns = 2, rows = 1 } },
  }
  for _, case in ipairs(games) do
    it("prove nothing that brute force denies: " .. tostring(case[1]), function()
      local of = gts.game(case[1], case[2])
      local worth, proved, rows = of == board and board_worth or worth_of(of, 0), 0, 0
      for _, depth in ipairs { 2, 5, 9 } do
        local book = gts.book(of, { positions = 20, depth = depth })
        visit(of, book, of.start, function(_, list)
          for _, row in ipairs(list) do
            local value, distance = worth(row.position)
            assert(row.lower <= value and value <= row.upper)
            if row.proved then assert.equal(value, row.value) end
            if row.distance then assert.equal(distance, row.distance) end
            proved, rows = proved + (row.proved and 1 or 0), rows + 1
          end
        end, {})
      end
      assert(proved > 0 and rows > 5)
    end)
  end

  it("prove nothing wrong in a game that goes round in circles", function()
    -- Steps on a circle of nine; "a" ends it with a win of MAX from 0, one of MIN from 5.
    local rules = { name = "circle", start = 20, range = { -1, 1 }, cycle = 0 }
    function rules.next(p, move)
      local place = p // 2 % 9
      if p >= 1000 then return nil end
      if move == nil then return 1, ((place + 1) % 9) * 2 + (1 - p % 2) end
      if move == 1 then return 2, ((place + 7) % 9) * 2 + (1 - p % 2) end
      if move == 2 and (place == 0 and p % 2 == 0 or place == 5 and p % 2 == 1) then return 3, 1000 + p % 2 end
    end
    function rules.evaluate(p) return p == 1000 and 1 or p == 1001 and -1 or 0 end
    function rules.player(p) return p % 2 == 0 and "max" or "min" end
    local of = gts.game(rules)
    local database = gts.solve(of, { by = "retrograde" }).database
    for _, depth in ipairs { 1, 2, 4, 9 } do
      local book = gts.book(of, { positions = 12, depth = depth })
      visit(of, book, of.start, function(_, list)
        for _, row in ipairs(list) do
          local value = database:value(row.position)
          assert(row.lower <= value and value <= row.upper)
        end
      end, {})
    end
    database:close()
  end)

  it("end where nothing is left, or where they are told to", function()
    local book = gts.book(gts.game("connect4", { columns = 3, rows = 3 }), { positions = 1000, depth = 9 })
    assert.equal("solved", book.stopped)
    assert.equal(1, book:stats().expanded)
    local seen = {}
    book = gts.book("tictactoe", { positions = 50, depth = 1, progress = function(done, all)
      seen[#seen + 1] = all
      return done < 3
    end })
    assert.equal("progress", book.stopped)
    assert.same({ 50, 50, 50 }, seen)
    assert.equal(3, book:stats().expanded)
  end)

  it("begin with the positions that several games have reached", function()
    local book = gts.book("tictactoe", { games = { { 1, 9, 2 }, { 1, 9, 3 }, { 4 } }, positions = 3, depth = 1 })
    local of = gts.game "tictactoe"
    assert(book:moves(nil).all and book:moves(gts.apply(of, nil, 1)).all and book:moves(gts.apply(of, nil, 1, 9)).all)
    assert.equal(3, book:stats().expanded)
  end)

  it("go on in a book as in one go", function()
    local tree = gts.tree { branching = 3, depth = 7, seed = 4 }
    local file = folder .. "/book"
    for _ = 1, 4 do gts.book(tree, { file = file, positions = 5, depth = 1 }) end
    local parts = gts.book(tree, file)
    local whole = gts.book(tree, { positions = 20, depth = 1 })
    assert.same(whole.entries, parts.entries)
  end)
end)

describe("games of a book #lua", function()
  local of = plain

  it("count at each position, once, and merge where moves are transposed", function()
    -- MAX wins the first by 1 2 3, MIN the second by 3 5 7; the third does not end.
    local book = gts.book(of, { games = { { 1, 4, 2, 5, 3 }, { 2, 5, 1, 3, 9, 7 }, { 1, 5, 2 } } })
    local list = book:moves()
    assert.equal("1 2", names_of(list))
    assert.same({ 2, 1, 1, 0 }, { list[1].games, list[1].won, list[1].drawn, list[1].lost })
    assert.same({ 1, 0, 0, 1 }, { list[2].games, list[2].won, list[2].drawn, list[2].lost })
    assert.equal(0.75, list[1].share)
    local merged = book:moves(gts.apply(of, nil, 1, 5))
    assert.equal("2", names_of(merged))
    assert.same({ 2, 0, 1, 1 }, { merged[1].games, merged[1].won, merged[1].drawn, merged[1].lost })
    assert.equal(3, book:stats().games)
  end)

  it("count once, however often they are added, and of more moves the new ones", function()
    local games = { { 1, 4, 2, 5, 3 }, { 2, 5, 1, 3, 9, 7 }, { 1, 5, 2 } }
    local file = folder .. "/b"
    assert.equal(0, gts.book(of, { file = file, games = games, plies = 2 }).repeated)
    local book = gts.book(of, { file = file, games = games })
    assert.equal(0, book.repeated)
    local whole = gts.book(of, { games = games })
    assert.same(whole.entries, book.entries)
    for _, plies in ipairs { 2, 16 } do
      book = gts.book(of, { file = file, games = { games[3], games[2], games[2] }, plies = plies })
      assert.equal(3, book.repeated)
      assert.same(whole.entries, book.entries)
      assert.equal(3, book:stats().games)
    end
    book = gts.book(of, { file = file, games = { games[3], { 1, 5 } } })
    assert.same({ 1, 4, 3 }, { book.repeated, book:stats().games, book:moves()[1].games })
  end)

  it("enter by their first moves only", function()
    local book = gts.book(of, { games = { { 1, 4, 2, 5, 3 } }, plies = 2 })
    assert.equal(3, book.positions)
    assert.equal(1, book:stats().games)
  end)

  it("are played by the points of the player to move, from one half on", function()
    local book = gts.book(of, { games = { { 2, 4, 1, 5, 9, 6 }, { 1, 4, 2, 5, 3 }, { 1, 4, 2, 6, 3 }, { 3 } } })
    assert.equal("1", book:moves().plays)
    assert.equal(1, gts.best(of, nil, { book = book }).move)
    -- MIN has lost each game with 1: the book knows the move 4 there, and does not play it.
    local after = gts.apply(of, nil, 1)
    assert.equal("4", names_of(book:moves(after)))
    assert.is_nil(book:moves(after).plays)
    assert.is_nil(gts.best(of, after, { book = book, depth = 2 }).book)
    assert.equal("4", book:moves(gts.apply(of, nil, 2)).plays)
  end)

  it("claim no value", function()
    local book = gts.book(of, { games = { { 1, 4, 2, 5, 3 } } })
    local r = gts.best(of, nil, { book = book })
    assert.same({ by = "games", games = 1, won = 1, drawn = 0, lost = 0, share = 1 }, r.book)
    assert.is_nil(r.value)
    assert.same({ -1, 1, false, false }, { r.lower, r.upper, r.exact, r.solved })
    assert(tostring(r):find("the book has 1 game, 100.0 % for the player to move", 1, true))
  end)

  it("come from texts, saved games and matches", function()
    run.write(folder .. "/text", "# openings\n1 4 2 5 3\n\n1, 5   # the middle\n")
    run.write(folder .. "/saved", "gts game 1\ngame tictactoe\nmove 1\nmove 4\nresigned min\nend\n")
    run.write(folder .. "/match", "gts match 1\ngame tictactoe\nplies 0\ngames\ngame 1 max 1 - time 1 4 2\n"
      .. "game 1 min 0 1 rules 1 4 2 5 3\n")
    local counts = {}
    for _, name in ipairs { "text", "saved", "match" } do
      local book = gts.book(of, { games = folder .. "/" .. name })
      local row = book:moves()[1]
      counts[name] = { row.games, row.won, row.drawn, row.lost }
      assert.is_nil(book.wrong)
    end
    assert.same({ text = { 2, 1, 1, 0 }, saved = { 1, 1, 0, 0 }, match = { 2, 1, 1, 0 } }, counts)
  end)

  it("that cannot be added are named, and the others are added", function()
    local book = gts.book(of, { games = { { 1, 4 }, { 5, 1, 1 }, 7, { 5, 9 } } })
    assert.equal("game 2: move 3 cannot be played, after 5 1: there is no move '1' here: the moves are 2 3 4 6 7 8 9; "
      .. "2 games in all were not added", book.wrong)
    assert.equal(2, book:stats().games)
    run.write(folder .. "/begun", ("gts game 1\ngame tictactoe\nposition %s\nmove 4\nend\n"):format(gts.write(of,
      gts.apply(of, nil, 1))))
    assert.equal(folder .. "/begun: game 1: it does not begin at the start of the game",
      gts.book(of, { games = folder .. "/begun" }).wrong)
    run.write(folder .. "/damaged", "gts match 1\ngame tictactoe\nplies 0\ngames\ngame 1 max 1 1 rules 1 4 2 5 3\ngame 2 max 7\n")
    book = gts.book(of, { games = folder .. "/damaged" })
    assert.equal(1, book:stats().games)
    assert(book.wrong:find("line 6 of the match is not understood", 1, true))
  end)
end)

describe("a database in a book #lua", function()
  it("has every position up to a ply, as brute force has it", function()
    local of, worth, count = board, board_worth, 0
    gts.solve(of, { by = "retrograde", folder = folder .. "/db", native = false })
    local book = gts.book(of, { database = folder .. "/db", plies = 4 })
    visit(of, book, of.start, function(position, list)
      if not list.all then return end
      local value, distance, all = worth(position)
      assert.equal(#all, #list)
      local r = gts.best(of, position, { book = book })
      assert.same({ value, value, true, true, distance }, { r.value, r.lower, r.solved, r.exact, r.distance })
      assert.equal(value, (worth(r.position)))
      assert.equal(distance and distance - 1, (select(2, worth(r.position))))
      count = count + 1
    end, {})
    assert(count > 20, count)
  end)
end)

describe("images in a book #lua", function()
  it("share their games, and get their own moves", function()
    local of = gts.game "tictactoe"
    local book = gts.book(of, { games = { { 1, 5, 2 }, { 9, 5, 8, 7, 3, 6, 4 } } })
    assert.equal("1 3 7 9", names_of(book:moves()))
    assert.equal(2, book:moves()[3].games)
    for corner, edges in pairs { [1] = "2 4", [3] = "2 6", [7] = "4 8", [9] = "6 8" } do
      assert.equal(edges, names_of(book:moves(gts.apply(of, nil, corner, 5))))
    end
  end)
end)

describe("the answer of a book #lua", function()
  local of = gts.game("connect4", { columns = 5, rows = 4 })
  local book = gts.book(of, { positions = 40, nodes = 100 })

  it("is a legal move of a mirror image, too", function()
    local count = 0
    visit(of, book, of.start, function(position, list)
      local mirror = { 0, 0 }
      for column = 0, 4 do
        local mask = (1 << 5) - 1
        for i = 1, 2 do mirror[i] = mirror[i] | (position[i] >> 5 * column & mask) << 5 * (4 - column) end
      end
      for i = 1, 2 do mirror[i] = mirror[i] | position[i] & ~((1 << 25) - 1) end
      local other = book:moves(mirror)
      assert.equal(list.all, other.all)
      if not list.all then return end
      local r, image = gts.best(of, position, { book = book }), gts.best(of, mirror, { book = book })
      assert.equal(r.value, image.value)
      assert.equal(gts.write(of, gts.apply(of, mirror, image.move)), gts.write(of, image.position))
      count = count + 1
    end, {})
    assert(count > 20)
  end)

  it("says what it is: an estimate of a depth, or proved", function()
    local r = gts.best(of, nil, { book = book })
    assert.same({ false, false, true }, { r.exact, r.solved, r.selective })
    assert.equal("value", r.book.by)
    assert(r.depth > #r.pv and r.stats.visits == 0 and r.algorithm == nil)
    assert(tostring(r):find(("likely, at depth %d, by the book"):format(r.depth), 1, true))
    assert.equal(#r.pv, #r.line)
    assert.equal(gts.write(of, gts.apply(of, nil, table.unpack(r.pv))), gts.write(of, r.line[#r.line]))
  end)

  it("is that of a search where the book ends", function()
    local last = gts.best(of, nil, { book = book }).line
    local r = gts.best(of, last[#last], { book = book, depth = 3 })
    assert.is_nil(r.book)
    assert(r.stats.visits > 0)
    assert.same(gts.best(of, last[#last], { depth = 3 }).value, r.value)
  end)

  it("is drawn by a seed, better moves more often, and never one that is proved to be worse", function()
    local list, counts = book:moves(), {}
    for seed = 1, 100 do
      local r = gts.best(of, nil, { book = book, book_seed = seed })
      assert.equal(r.move, gts.best(of, nil, { book = book, book_seed = seed }).move)
      counts[tostring(r.move)] = (counts[tostring(r.move)] or 0) + 1
    end
    local best, worst
    for _, row in ipairs(list) do
      if not best or row.value > best.value then best = row end
      if not worst or row.value < worst.value then worst = row end
    end
    if best.value > worst.value then assert(counts[best.name] > (counts[worst.name] or 0)) end
    local position = gts.apply(board, nil, 2, 2)
    local solved = gts.book(board, { games = { { 2, 2 }, { 2, 2, 1 } }, positions = 3, depth = 12 })
    assert(solved:moves(position).all)
    for seed = 1, 30 do
      local r = gts.best(board, position, { book = solved, book_seed = seed })
      assert.equal((board_worth(position)), (board_worth(r.position)))
    end
  end)

  it("keeps the mover of games without rules.player", function()
    local rules = { name = "steps", start = 0, range = { 0, 99 }, evaluate = function(p) return p end }
    function rules.next(p, move)
      if p >= 20 or move == 3 then return nil end
      move = (move or 0) + 1
      return move, 4 * p + move
    end
    local steps = gts.game(rules)
    local own = gts.book(steps, { positions = 30, depth = 2 })
    local s = require("gts.play.session").new(steps)
    local r = s:think { book = own }
    assert.same({ 3, "value" }, { r.move, r.book.by })
    s:play(r.entry)
    assert.same({ 1, "value" }, { s:think({ book = own }).move, s:think({ book = own }).book.by })
    assert.equal("min", own:moves(3, "min").player)
  end)

  it("needs a position of the game", function()
    assert.error_matches(function() book:moves "nonsense" end,
      "gts.book: the position is 'nonsense': expected a list of 2 integers")
    assert.has_error(function() gts.best(of, "nonsense", { book = book }) end,
      "option 'position' is 'nonsense': expected a list of 2 integers")
  end)

  it("refuses what is no book of this game", function()
    local said = {
      [7] = "option 'book' of gts.best is 7: expected a gts.book, or the file of one",
      ["/none/book"] = "/none/book: No such file or directory",
    }
    for what, text in pairs(said) do assert.has_error(function() gts.best(of, nil, { book = what }) end, text) end
    assert.has_error(function() gts.best("connect4", nil, { book = book }) end,
      "option 'book' belongs to connect4, or to other options, rules or data of it")
    assert.has_error(function() gts.best(of, nil, { book_seed = 1 }) end, "option 'book_seed' of gts.best needs option 'book'")
    assert.has_error(function() gts.best(of, nil, { book = book, book_seed = "x" }) end,
      "option 'book_seed' of gts.best is 'x': expected a whole number")
  end)
end)

describe("the graph of a book #lua", function()
  it("backs up what changes as it backs up everything", function()
    for _, name in ipairs { "tictactoe", "hexapawn" } do
      local book = gts.book(name, { games = { { gts.moves(name)[1].name } }, positions = 6, depth = 1 })
      local all = graph.of(book)
      all:back_up()
      for id, node in pairs(all.by_id) do
        if #node.edges == 0 then
          node.entry.value = (tonumber(id, 16) & 7) - 4
          all:touch(node)
          all:back_up()
        end
      end
      local step_by_step = {}
      for id, entry in pairs(book.entries) do step_by_step[id] = entry.value end
      graph.of(book):back_up()
      for id, entry in pairs(book.entries) do assert.equal(entry.value, step_by_step[id]) end
      assert.same({}, all:back_up())
    end
  end)

  local function plies_of(of)
    local all, plies = graph.of(gts.book(of, { games = { { 1, 5, 9 }, { 9, 5, 1 } } })), {}
    for ply = 0, #all.levels do plies[ply + 1] = #all.levels[ply] end
    return plies
  end

  it("has each position once, and a ply", function() assert.same({ 1, 2, 2, 1 }, plies_of(plain)) end)

  it("has all images of a position once", function() assert.same({ 1, 1, 1, 1 }, plies_of "tictactoe") end)
end)
