-- The files of opening books, and what uses them: matches, gts play, gts ugi, the commands.

local gts = require "gts"
local reading = require "gts.facts.reading"
local run = require "spec.support.run"

local read = run.read

local folder, gone
before_each(function() folder, gone = run.folder() end)
after_each(function() getmetatable(gone).__close() end)

-- The file of a book of two games.
local function made()
  local file = folder .. "/book"
  gts.book("tictactoe", { file = file, games = { { 5, 1, 9 }, { 5, 2, 7, 3, 9, 4, 8 } } })
  return file
end

describe("the file of a book #plain", function()
  it("is a text with a line for each position", function()
    gts.book("tictactoe", { file = folder .. "/book", games = { { 5, 1, 9 } } })
    local text = read(folder .. "/book"):gsub("%x%x%x%x%x%x%x%x+", "#")
    assert.equal("gts book 1\ngame tictactoe\nfingerprint #\nentries 4\n" .. ("# g0,1,0\n"):rep(4)
      .. "played # 3\ndigest #\n", text)
  end)

  it("is read as it was written", function()
    local file = folder .. "/book"
    local book = gts.book("kalah", { file = file, games = { { 1, 2 }, { 3 } }, positions = 12, nodes = 50 })
    local again = gts.book("kalah", file)
    assert.same(book.entries, again.entries)
    assert.equal(book.positions, again.positions)
    local text = read(file)
    assert(again:save())
    assert.equal(text, read(file))
  end)

  it("is refused where a number in it cannot be, by the line", function()
    local file = folder .. "/book"
    gts.book("tictactoe", { file = file, games = { { 5, 1, 9 } }, positions = 3, depth = 3 })
    local text = reading.above_digest(read(file))
    for _, case in ipairs {
      { " v%S+", " v1e999" }, { " v%S+", " vnan" }, { " d%d+", " d-5" }, { " d%d+", " d9223372036854775807" },
      { " d%d+", " p-1" },
      { " g%S+", " g9223372036854775807,1,1" }, { " g%S+", " g0,-1,0" },
      { "\nplayed (%x+) %d+", "\nplayed %1 9223372036854775807" },
      { " v%S+", " v7", "the values of position %x+ leave rules.range" }, { " d%d+", " l-9", "leave rules.range" },
    } do
      local forged, count = text:gsub(case[1], case[2], 1)
      assert.equal(1, count)
      run.write(file, reading.with_digest(forged))
      assert.error_matches(function() gts.book("tictactoe", file) end,
        "/book: .*" .. (case[3] or "line %d+ of the book is not understood"))
    end
  end)

  it("of another game, other options or another format is refused by name", function()
    local file = made()
    assert.has_error(function() gts.book("nim", file) end,
      file .. ": the book belongs to tictactoe, or to other options, rules or data of it")
    gts.book(gts.game("connect4", { columns = 4 }), { file = folder .. "/c4", positions = 1, depth = 1 })
    assert.has_error(function() gts.best("connect4", nil, { book = folder .. "/c4" }) end,
      folder .. "/c4: the book belongs to connect4, or to other options, rules or data of it")
    run.write(folder .. "/later", (read(file):gsub("gts book 1", "gts book 2")))
    assert.has_error(function() gts.book("tictactoe", folder .. "/later") end,
      ("%s/later: its format is book 2: gts %s reads book 1"):format(folder, gts.version))
  end)

  it("that cannot be written ends the work before it begins", function()
    local began = false
    assert.has_error(function()
      gts.book("tictactoe", { file = "/none/book", positions = 1, progress = function() began = true end })
    end, "/none/book: No such file or directory")
    assert.is_false(began)
  end)

  it("has what was found before an error of the rules", function()
    local rules = { name = "bad", start = 1 }
    function rules.next(p, move) if move ~= 2 then return (move or 0) + 1, 2 * p + (move or 0) end end
    function rules.evaluate(p) return p == 13 and error "thirteen" or p end
    local bad = gts.game(rules)
    local ok, wrong = pcall(gts.book, bad, { file = folder .. "/book", positions = 9, depth = 1 })
    assert(not ok and wrong:find "thirteen")
    assert.equal(3, gts.book(bad, folder .. "/book").positions)
  end)
end)

describe("merged books #plain", function()
  it("have the games and the values of both", function()
    local a, b = folder .. "/a", folder .. "/b"
    gts.book("tictactoe", { file = a, games = { { 5, 1 }, { 1 } } })
    gts.book("tictactoe", { file = b, games = { { 5, 2 } }, positions = 4, depth = 2 })
    local book = gts.book("tictactoe", { file = a, merge = b })
    assert.equal(3, book:stats().games)
    assert.equal(4, book:stats().expanded)
    local list = book:moves()
    assert(list.all and #list == 9)
    assert.equal(2, list[5].games)
    assert.equal(gts.book("tictactoe", b):moves()[5].value, list[5].value)
    assert.same(book.entries, gts.book("tictactoe", a).entries)
  end)

  it("have no game twice", function()
    local a, b, both = folder .. "/a", folder .. "/b", folder .. "/both"
    gts.book("tictactoe", { file = a, games = { { 5, 1 }, { 1 } } })
    gts.book("tictactoe", { file = b, games = { { 5, 2 } } })
    gts.book("tictactoe", { file = both, merge = a })
    assert.equal(3, gts.book("tictactoe", { file = both, merge = b }):stats().games)
    local entries = gts.book("tictactoe", both).entries
    for _, file in ipairs { a, b, both } do
      assert.same(entries, gts.book("tictactoe", { file = both, merge = file }).entries)
    end
    assert.has_error(function() gts.book("tictactoe", { file = a, merge = both }) end, both
      .. ": 2 of its 3 games are in this book, too, and would count twice: add the games themselves")
    gts.book("tictactoe", { file = folder .. "/short", games = { { 5, 2 } }, plies = 1 })
    assert.has_error(function() gts.book("tictactoe", { file = folder .. "/short", merge = b }) end,
      b .. ": it has more moves of a game that is in this book, too")
  end)

  it("may not contradict each other", function()
    local a, b = folder .. "/a", folder .. "/b"
    local of = gts.game("connect4", { columns = 3, rows = 3 })
    gts.book(of, { file = a, positions = 1, depth = 9 })
    local core = require "gts.core"
    local text = read(a):gsub("digest.*", ""):gsub("l0 u0", "l1 u1")
    run.write(b, text .. "digest " .. core.hash(text) .. "\n")
    assert.error_matches(function() gts.book(of, { file = a, merge = b }) end, "another proved value than this book")
  end)
end)

describe("a book is used #plain", function()
  it("by players of matches", function()
    local file = made()
    local with = { depth = 1, book = file }
    local r = gts.match("tictactoe", with, "random", { games = 6, plies = 0, seed = 2 })
    for _, row in ipairs(r) do assert.equal(row.side == "max" and "5" or row.moves[1], row.moves[1]) end
    assert.equal("book:" .. file .. ",depth:1", r.a)
    local drawn = { level = 3, book = gts.book("tictactoe", file), book_seed = 1 }
    r = gts.match("tictactoe", drawn, "random", { games = 2, plies = 0 })
    assert.equal("5", r[1].moves[1])
    assert.has_error(function() gts.match("nim", with, "random") end,
      ("player A: %s: the book belongs to tictactoe, or to other options, rules or data of it"):format(file))
    assert.has_error(function() gts.match("nim", { book_seed = 1 }, "random") end,
      "player A: option 'book_seed' needs option 'book'")
  end)

  it("by gts play, which says so", function()
    local file = made()
    local out = run.gts { "play", "tictactoe", "--as", "min", "--level", "1", "--book", file, input = "quit\n" }
    assert(out:find("MAX plays 5 (book)", 1, true))
    local _, err, code = run.gts { "play", "nim", "--book", file, input = "quit\n" }
    assert(err:find("the book belongs to tictactoe", 1, true) and code ~= 0)
  end)

  it("by gts ugi, but for endless searches", function()
    local file = made()
    local input = ("setoption name Book value /none\nsetoption name Book value %s\nposition startpos\ngo depth 2\n"
      .. "setoption name Book value <empty>\ngo depth 2\nquit\n"):format(file)
    local out = run.gts { "ugi", "tictactoe", input = input }
    local _, count = out:gsub("info string the book plays 5\n", "")
    assert.equal(1, count)
    assert(out:find("bestmove 5", 1, true) and out:find("/none: No such file", 1, true))
    out = run.gts { "ugi", "tictactoe", "--book", file, input = "ugi\ngo infinite\nstop\nquit\n" }
    assert(out:find("option name Book type string default " .. file, 1, true) and not out:find "the book plays")
  end)

  it("by gts best, also as JSON", function()
    local file = made()
    local out = run.gts { "best", "tictactoe", "--book", file }
    assert(out:find("the book has 2 games", 1, true))
    out = run.gts { "best", "tictactoe", "--book", file, "--json" }
    assert(out:find([["book":{"by":"games","games":2,"won":1,"drawn":1,"lost":0,"share":0.75}]], 1, true), out)
  end)
end)

describe("gts book #plain", function()
  it("makes, shows and draws a book", function()
    run.write(folder .. "/games", "5 1 9\n5 2 7 3 9 4 8\n5 5\n")
    local err, out = run.ends(1, { folder = folder, "book", "tictactoe", "t.book", "--games", "games" })
    assert(err:find("games: game 3: move 2 cannot be played, after 5", 1, true))
    assert(out:find("opening book of tictactoe: 10 positions, 0 with all successors, 0 proved; 2 games", 1, true))
    out = run.gts { folder = folder, "book", "tictactoe", "t.book", "--after", "5" }
    assert(out:find("2%s+1%s+0.0 %%") and out:find("1%s+1%s+50.0 %%%s+%*"))
    out = run.gts { folder = folder, "book", "tictactoe", "t.book", "--after", "5,1", "--json" }
    assert(out:find('"rows":[{"move":"9","lower":-1,"upper":1,"games":1,"won":0,"drawn":1,"lost":0,"share":0.5,"plays":true}]',
      1, true), out)
    out = run.gts { folder = folder, "book", "tictactoe", "t.book", "--draw", "t.svg" }
    assert(out:find "t.svg: %d+ bytes" and read(folder .. "/t.svg"):find("opening book of tictactoe", 1, true))
  end)

  it("says what is wrong", function()
    local file = made()
    local said = {
      { { "tictactoe" }, "which book?" },
      { { "tictactoe", folder .. "/none" }, "there is no such file: a book is made of games, a database" },
      { { "nim", file }, "the book belongs to tictactoe" },
      { { "tictactoe", file, "--after", "5 5" }, "move 2 cannot be played, after 5" },
      { { "tictactoe", file, "--draw", "x.png" }, "a file that ends in .svg, .dot or .txt" },
      { { "tictactoe", file, "--draw", "/none/x.svg" }, "/none/x.svg: No such file or directory" },
      { { "tictactoe", file, "--positions", "0" }, "expected a whole number, 1 or more" },
    }
    for _, case in ipairs(said) do
      local _, err, code = run.gts { "book", table.unpack(case[1]) }
      assert(code ~= 0 and err:find(case[2], 1, true), err)
    end
  end)

  it("says at Ctrl-C how much it has", function()
    run.write(folder .. "/stop.lua", [[
      local function next(p, move)
        if p == 4 then io.popen("kill -INT $PPID"):close() end
        move = (move or 0) + 1
        if move <= 3 then return move, 3 * p + move end
      end
      local function same(p) return p end
      return { name = "stop", version = "1", start = 0, next = next, evaluate = same, key = same }
    ]])
    local _, err, code = run.gts { "book", folder .. "/stop.lua", folder .. "/b", "--positions", "9", "--depth", "2" }
    assert.same({ 130, "gts: interrupted: the book has 1 position, in " .. folder .. "/b\n" }, { code, err })
  end)

  it("keeps what it has at Ctrl-C", function()
    local out = run.gts { folder = folder, script = [[
      local gts = require "gts"
      local book = gts.book("othello", { file = "o.book", positions = 1000, depth = 2, progress = function(done)
        if done == 5 then io.popen("kill -INT $PPID"):close() end
      end })
      print(book.stopped, book.positions)]] }
    local book = gts.book("othello", folder .. "/o.book")
    assert.equal(("interrupted\t%d\n"):format(book.positions), out)
    assert.equal(5, book:stats().expanded)
    assert.equal("value", gts.best("othello", nil, { book = book }).book.by)
  end)
end)

describe("the drawing of a book #plain", function()
  it("shows the best lines first, and says what is not there", function()
    local book = gts.book("tictactoe", { games = { { 5, 1, 9 }, { 5, 1 }, { 1 } } })
    local text = gts.draw(book, "text")
    assert.equal([[
[?] *  +0 =3 -0
├─ 1 3 7 9: (?)  +0 =1 -0
└─ 5: (?) *  +0 =2 -0
   └─ 1 3 7 9: [?] *  +0 =2 -0
      └─ 9: (?) *  +0 =1 -0
]], text:match "\n\n(.-)\n\n" .. "\n")
    text = gts.draw(book, "text", { lines = 3 })
    assert(text:find("Not shown: 3 positions", 1, true))
    assert(text:find("5: (?) *  +0 =2 -0, ... 2 nodes", 1, true))
    text = gts.draw(book, "text", { root = "5 1", show = true })
    assert.equal("[?] *  +0 =2 -0\n│  O . .\n│  . X .\n│  . . .\n└─ 9: (?) *  +0 =1 -0\n      O . .\n      . X .\n      . . X",
      text:match "\n\n(.-)\n\n")
    assert.has_error(function() gts.draw(book, "text", { root = "5 2" }) end,
      "the book has no position behind the moves '5 2'")
    assert(gts.draw(book, "text", { root = "5 3" }):find("─ 7: (?)", 1, true))       -- an image, with its own moves
    assert.has_error(function() gts.draw(book, "html") end, "gts.draw: a book has no steps, and so no page")
    assert(gts.draw(book, "dot"):find("digraph", 1, true))
  end)

  it("fits the page", function()
    local book = gts.book("othello", { positions = 30, depth = 1 })
    local width = tonumber(gts.draw(book, "svg", { width = 600 }):match 'width="(%d+)"')
    assert(width <= 640, width)
    local _, lines = gts.draw(book, "text", { lines = 20 }):gsub("\n", "")
    assert(lines <= 26)
    local _, all = gts.draw(book, "text", { lines = math.huge }):gsub("\n", "")
    assert(all > book.positions)
  end)
end)
