-- gts.profile and its command: figures by hand and by brute force, what is missing and why, two profiles side by side.

local core = require "gts.core"
local figures = require "gts.profile.figures"
local games = require "gts.profile.games"
local gts = require "gts"
local graph = require "gts.profile.graph"
local json = require "gts.show.json"
local estimates = require "gts.profile.estimates"
local aggregate = require "gts.profile.aggregate"
local player = require "gts.play.player"
local processor = require "spec.support.processor"
local run = require "spec.support.run"
local tables = require "gts.base.tables"
local trees = require "spec.support.trees"

-- Estimates of the tree are as right with less, but wider.
estimates.budget = 3000

local function of(list, name)
  for _, row in ipairs(list) do if row.name == name then return row end end
end

local function why(list, name)
  for _, one in ipairs(list.missing) do if one.name == name then return one.why end end
end

-- Every figure is there, or it says why it is not.
local function is_complete(list)
  for _, figure in ipairs(figures.rows) do
    local row = of(list, figure.name)
    assert(row and row.value or why(list, figure.name), figure.name)
    if row and row.value and row.low then assert(row.low <= row.value and (row.high or math.huge) >= row.value, figure.name) end
  end
end

-- Rules in which a number goes up by one or two until it is 8 or more; `change` has other fields of the rules.
local function climbing(change)
  local rules = { name = "climbing", start = 0, range = { -1, 1 }, evaluate = function(p) return p < 8 and 0 or p % 3 - 1 end,
    successors = function(p) return p < 8 and { p + 1, p + 2 } or {} end }
  return gts.game(tables.copy(rules, change))
end

-- These rules, or the like without an end: each list of moves takes so many seconds by the clock of gts, and none in truth.
local function slow(seconds, endless)
  local function successors(p)
    core.clock(seconds)
    return (endless or p < 8) and { p + 1, p + 2 } or {}
  end
  return climbing { version = "1", successors = successors, evaluate = endless and function() return 0 end or nil }
end

describe("the figures of games #lua", function()
  -- Games as gts.profile.games notes them: the second is drawn, the third cut off.
  local list = {
    { length = 4, winner = 1, points = 1, cut = false, searched = true, moves = { 3, 2, 1, 1 }, leads = { 0, 1, -1, 1 },
      opening = "a b", cells = { 1, 2 }, cells_unused = { 3 }, names = { "a", "b" }, names_unused = { "c" } },
    { length = 2, winner = 0, points = 0.5, cut = false, searched = true, moves = { 3, 2 }, leads = { 1, 1 }, opening = "a b",
      cells = { 1 }, cells_unused = { 2, 3 }, names = { "a", "b" }, names_unused = { "c" } },
    { length = 6, winner = 0, points = 0.5, cut = true, searched = true, moves = { 3, 2, 2, 2, 2, 2 },
      leads = { 0, 0, 0, 0, 0, 0 }, opening = "a c", cells = { 1, 2 }, cells_unused = { 3 }, names = { "a", "c" },
      names_unused = {} },
    { length = 3, winner = -1, points = 0, cut = false, searched = true, moves = { 3, 2, 1 }, leads = { -1, -1, -1 },
      opening = "a b", cells = { 1, 2 }, cells_unused = { 3 }, names = { "a", "b" }, names_unused = {} },
  }

  it("are as one counts them by hand", function()
    local wanted = {
      first = 2 / 4, draws = 1 / 4, endless = 1 / 4, length = 15 / 4, short = 2, median = 3, long = 6,
      branching = 31 / 15, forced = 3 / 15,
      lead_changes = 2 / 4,             -- 1 to -1 and back, in the first
      comebacks = 1 / 2,                -- of two games won, the winner of the first was behind
      upsets = 1 / 3,                   -- leaders half-way: 1 in the first, 1 in the second, which is drawn, -1 in the last
      decided = (3 / 4 + 0 / 3) / 2,    -- the first after three of four moves, the last from the start
      unused_cells = 1 / 3,             -- cell 3, of three
      unused_moves = 0,                 -- c was played once in four games
      variety = 2,                      -- six pairs of games, three with one opening
    }
    for name, value in pairs(wanted) do assert.near(value, aggregate[name](list).value, 1e-9) end
    for _, figure in ipairs(figures.rows) do
      assert.equal(figure.stage == "games", wanted[figure.name] ~= nil, figure.name)
    end
  end)

  it("have a course, and lengths", function()
    local course = aggregate.course(list)
    assert.equal(6, #course)
    assert.same({ 1, 1, 3, 0.5, 0 }, { course[1].ply, course[1].reached, course[1].moves, course[1].led, course[1].forced })
    assert.near(3 / 4, course[3].reached, 1e-9)
    assert.near(4 / 3, course[3].moves, 1e-9)
    assert.near(2 / 3, course[3].forced, 1e-9)
    assert.same({ { moves = 2, games = 1 }, { moves = 3, games = 1 }, { moves = 4, games = 1 }, { moves = 6, games = 1 } },
      aggregate.lengths(list))
    local long = {}
    for i = 1, 3 do
      long[i] = { length = 200, moves = {}, leads = {} }
      for ply = 1, 200 do long[i].moves[ply], long[i].leads[ply] = ply, 0 end
    end
    course = aggregate.course(long)
    assert(#course <= 60 and course[1].moves == course[1].ply)
  end)

  it("say what they lack", function()
    local function lacks(name, change)
      local changed = {}
      for i, one in ipairs(list) do changed[i] = setmetatable(change, { __index = one }) end
      return (select(2, aggregate[name](changed)))
    end
    assert.equal("the players do not search", lacks("decided", { searched = false }))
    assert.matches("name no side", lacks("lead_changes", { leads = { 0, 0, 0, 0, 0, 0 } }))
    assert.equal("no game was won", lacks("comebacks", { winner = 0 }))
    assert.matches("no board", lacks("unused_cells", { cells = {}, cells_unused = {} }))
    assert.equal("bad board", lacks("unused_cells", { board_wrong = "bad board" }))
  end)

  it("are noted by a game that is played", function()
    -- Tic-tac-toe of one row of three cells: a draw in three moves, 3 + 2 + 1 legal ones; nobody leads, which is proved.
    local game = gts.game("tictactoe", { columns = 3, rows = 1 })
    local one = games.play(game, player.make(game, { depth = 4 }), { number = 1, seed = 1, plies = 0, longest = 9 })
    assert.same({ 3, false, 0.5, 0, { 3, 2, 1 }, { 0, 0, 0 }, true }, { one.length, one.cut, one.points, one.winner, one.moves,
      one.leads, one.searched })
    table.sort(one.cells)
    assert.same({ 1, 2, 3 }, one.cells)
    -- On one of three cells where two in a line win, whoever moves first wins with the second stone, and leads from the start.
    game = gts.game("tictactoe", { columns = 3, rows = 2, line = 2 })
    one = games.play(game, player.make(game, { depth = 4 }), { number = 1, seed = 1, plies = 0, longest = 9 })
    assert.same({ 3, 1, 1, { 1, 1, 1 } }, { one.length, one.winner, one.points, one.leads })
    one = games.play(game, player.make(game, "random"), { number = 1, seed = 1, plies = 0, longest = 2 })
    assert.same({ 2, true, 0, 0.5 }, { one.length, one.cut, one.winner, one.points })
    assert.is_false(games.play(game, player.make(game, "random"), { number = 1, seed = 1, plies = 0, longest = 2 },
      function() return "time" end))
  end)
end)

describe("gts.profile #lua", function()
  it("is exact where the game is small, and estimates the rest", function()
    local list = gts.profile("hexapawn", { games = 20, players = "random", skill = false })
    is_complete(list)
    -- The second player wins 3 x 3 hexapawn (Gardner 1962), in six plies; with swap the second player takes that side.
    for name, value in pairs { best_play = 0, best_length = 6, best_pie = 1, positions = 135, tree = 252, first_moves = 2 } do
      local row = of(list, name)
      assert.same({ value, true }, { row.value, row.exact }, name)
    end
    local sampled = gts.profile("hexapawn", { games = 100, players = "random", exact = false, skill = false })
    for _, name in ipairs { "first", "length", "branching", "forced", "draws", "tree" } do
      local exact, row = of(list, name), of(sampled, name)
      assert(exact.exact and not row.exact, name)
      local width = row.high - row.low
      assert(row.low - width / 2 <= exact.value and exact.value <= row.high + width / 2, name)
    end
    assert.is_nil(of(sampled, "best_play"))
    assert.matches("'exact' is false", why(sampled, "best_play"))
    assert.equal("the players do not search", why(list, "decided"))
  end)

  it("has the value of tic-tac-toe from the side of the player that begins", function()
    for _, first in ipairs { "max", "min" } do
      local list = gts.profile(climbing { range = { 0, 1 }, start = 7, evaluate = function(p) return p < 8 and 0.5 or 1 end,
        player = function(p) return p == 7 and first or first == "max" and "min" or "max" end }, { games = 4, skill = false })
      local points = first == "max" and 1 or 0
      assert.same({ points, points, 1 }, { of(list, "best_play").value, of(list, "first").value, of(list, "best_pie").value })
    end
  end)

  it("is the same for a seed, by one process or several #thorough", function()
    local function rows(options)
      local list, made = gts.profile("nim", options), {}
      for i, row in ipairs(list) do made[i] = { row.name, row.value, row.low, row.high, row.how } end
      return made
    end
    local one = rows { games = 10, exact = false, seed = 4 }
    assert.same(one, rows { games = 10, exact = false, seed = 4, workers = 2 })
    assert.not_same(one, rows { games = 10, exact = false, seed = 5 })
  end)

  it("measures what twice the thinking brings, and the ladder #thorough", function()
    local game = gts.game("connect4", { columns = 4, rows = 4 })
    local list = gts.profile(game, { players = { nodes = 50 }, games = 20, exact = false, plies = 1 })
    is_complete(list)
    local match = gts.match(game, { nodes = 100 }, { nodes = 50 }, { games = 20 })
    assert.equal(match.score, of(list, "thinking").value)
    assert.equal("20 games, 100 nodes", of(list, "thinking").how)
    assert.equal(10, #list.ladder)
    local first = gts.match(game, { level = 1 }, "random", { games = 10 })
    assert.same({ first.score, first.score }, { list.ladder[1].score, of(list, "beginner").value })
    local sum = 0
    for number = 2, 10 do sum = sum + list.ladder[number].score end
    assert.near(sum / 9, of(list, "skill").value, 1e-9)
    assert.equal(1, list.plies)
  end)

  it("gives what is known when it is stopped, and says what is missing", function()
    local list = gts.profile(slow(1), { time = 100, games = 100000 })
    assert.equal("time", list.stopped)
    is_complete(list)
    assert.equal("the time was over", why(list, "skill"))
    local calls = 0
    list = gts.profile("nim", { games = 50, progress = function(report)
      calls = calls + (report.stage == "games" and 1 or 0)
      return report.stage ~= "games" or report.done < 7
    end })
    assert.same({ "progress", 7 }, { list.stopped, list.games })
    is_complete(list)
    assert.matches("7 games of level:6.*Stopped: progress said so", tostring(list))
    assert.equal("mine", select(2, pcall(gts.profile, "nim", { progress = function() error("mine", 0) end })))
  end)

  it("asks progress within long jobs, too", function()
    for stage, figure in pairs { solve = "best_play", positions = "positions" } do
      local calls = 0
      local function progress(report)
        calls = calls + (report.stage == stage and 1 or 0)
        return calls < 2                -- the first call is that before the job
      end
      local list = gts.profile(slow(0.02, true), { time = 1000, games = 2, longest = 9, players = "random", progress = progress })
      assert.same({ 2, "progress", 2 }, { calls, list.stopped, list.games })
      assert.equal("stopped by progress", why(list, figure))
    end
  end)

  it("shares out its time, so that no stage takes that of the others", function()
    local list = gts.profile(slow(0.05), { time = 100, games = 20000, exact = false, players = { nodes = 20 } })
    assert.equal("time", list.stopped)
    is_complete(list)
    assert.is_true(list.games > 0 and list.games < 20000)
    assert.matches("^%d+ games, ", of(list, "thinking").how)
    assert.is_number(of(list, "beginner").value)
    assert.equal("the time was over", why(list, "pie"))
    assert.matches("Stopped: the time was over", tostring(list))
  end)

  it("finishes a first game before anything else, and keeps to its time all the same", function()
    local clock, now = core.clock, 0
    local _ <close> = setmetatable({}, { __close = function() core.clock = clock end })
    function core.clock() now = now + 1 return now end                  -- a second passes by each question
    local list = gts.profile("connect4", { time = 600, games = 20, workers = 1, players = { nodes = 30 } })
    assert.same({ 1, "time" }, { list.games, list.stopped })
    assert(of(list, "length").value > 7)
    assert(list.seconds < 660, list.seconds)
    is_complete(list)
  end)

  it("survives games that never end, and one that is over at the start", function()
    local most = graph.most
    graph.most = 1000
    local list = gts.profile(slow(1, true), { games = 4, longest = 30, players = "random", skill = false, time = math.huge })
    graph.most = most
    is_complete(list)
    assert.same({ 1, 30 }, { of(list, "endless").value, of(list, "length").value })
    assert.matches("no end in 30 moves", why(list, "tree"))
    assert.same({ nil, 1001, "so far" }, { of(list, "positions").value, of(list, "positions").low, of(list, "positions").how })
    list = gts.profile(climbing { start = 9 }, { games = 4 })
    is_complete(list)
    assert.same({ 0, 1, 1, 0 }, { of(list, "length").value, of(list, "positions").value, of(list, "tree").value,
      of(list, "first_moves").value })
    assert.equal("no move was made", why(list, "pie"))
  end)

  it("names errors of rules, and has what they leave", function()
    local list = gts.profile(climbing { evaluate = function(p)
      if p == 9 then error("nine", 0) end
      return p < 8 and 0 or 1
    end }, { games = 4 })
    is_complete(list)
    assert(#list.errors > 0)
    for _, text in ipairs(list.errors) do assert.matches("nine", text) end
    assert.is_true(of(list, "first_moves").exact)
    list = gts.profile(climbing { successors = function() error("at once", 0) end })
    assert.equal(0, #list)
    assert.equal(#figures.rows, #list.missing)
    assert.matches("^begin: .*at once", list.errors[1])
    list = gts.profile(climbing { board = function() return 3 end }, { games = 4, skill = false })
    assert.equal("rules.board returned 3: expected a table", why(list, "unused_cells"))
    for _, board in ipairs { function() error("no board", 0) end, function()
      return { columns = 2, rows = 1, cells = "..", pieces = { ["."] = "gap" }, at = function() error("no cell", 0) end }
    end } do
      list = gts.profile(climbing { board = board }, { games = 4, skill = false })
      assert.matches("no %l+ %(in rules.board%)", why(list, "unused_cells"))
      assert.same({ 4, 0 }, { list.games, #list.errors })
    end
  end)

  it("says that rules name no side, have no key", function()
    local silent = climbing { evaluate = function() return 0 end }
    local list = gts.profile(silent, { games = 4, skill = false })
    assert.matches("name no side", why(list, "decided"))
    local nameless = gts.game { name = "nameless", start = { left = 3 }, key = false, evaluate = function() return 0 end,
      successors = function(p) return p.left > 0 and { { left = p.left - 1 } } or {} end }
    list = gts.profile(nameless, { games = 4, skill = false })
    is_complete(list)
    for _, name in ipairs { "positions", "first_moves", "openings" } do
      assert.matches("nothing tells positions apart", why(list, name))
    end
    assert.equal(4, math.floor(of(list, "tree").value + 0.5))
  end)

  it("refuses what cannot be meant", function()
    local function wrong(...) return (select(2, pcall(gts.profile, ...))) end
    assert.matches("^option 'games' of gts.profile is nan: expected", wrong("nim", { games = 0 / 0 }))
    assert.matches("the players: option 'level' is 11: expected", wrong("nim", { players = { level = 11 } }), 1, true)
    assert.matches("the players: it is 3: expected", wrong("nim", { players = 3 }), 1, true)
    assert.matches("the players: option 'clock' is for matches", wrong("nim", { players = { level = 2, clock = 60 } }), 1, true)
    assert.matches("did you mean 'nim'", wrong "nimm", 1, true)
  end)
end)

describe("two profiles #lua", function()
  local options = { games = 40, skill = false, exact = false, players = "random" }
  local small = gts.profile(gts.game("connect4", { columns = 4, rows = 4 }), options)
  local large = gts.profile(gts.game("connect4", { columns = 6, rows = 5 }), options)

  it("say what differs by more than chance", function()
    local compared = small:compare(large)
    assert.same({ "differs", "differs", "unclear" }, { of(compared, "length").verdict, of(compared, "branching").verdict,
      of(compared, "endless").verdict })
    local row = of(compared, "length")
    assert.near(of(large, "length").value - of(small, "length").value, row.difference, 1e-9)
    assert(row.low > 0 and row.high > row.difference and row.chance < 1e-4)
    assert.same({ "untested" }, { of(compared, "median").verdict, of(compared, "median").chance })
    assert.equal("differs", of(compared, "first_moves").verdict)       -- exact: 2 and 3
    assert.is_true(of(compared, "first_moves").exact)
    local tested = 0
    for _, one in ipairs(compared) do tested = tested + (one.chance and not one.exact and 1 or 0) end
    assert.equal(tested, compared.tests)
    assert.matches("level 5 % for all " .. tested .. " tests together (Holm)", tostring(compared), 1, true)
  end)

  it("of one game are alike", function()
    for _, row in ipairs(small:compare(small)) do
      assert.equal(0, row.difference)
      assert.equal(row.exact and "equal" or figures.of(row.name).untested and "untested" or "unclear", row.verdict)
    end
  end)

  it("name a difference where there is none in at most 5 % of comparisons #thorough", function()
    -- One game, 20 to 120 times with two seeds each. With `cycle` the tree is not estimated, which would take most of the time.
    local rules = tables.copy(gts.game("hexapawn", { columns = 2 }), { cycle = 0 })
    local game, wrong, runs = gts.game(rules), 0, math.max(20, trees.share(120))
    for seed = 1, runs do
      local function profile(number)
        return gts.profile(game, { games = 30, skill = false, exact = false, players = "random", seed = number })
      end
      local found = false
      for _, row in ipairs(profile(2 * seed):compare(profile(2 * seed + 1))) do found = found or row.verdict == "differs" end
      wrong = wrong + (found and 1 or 0)
    end
    assert(wrong <= 0.05 * runs + 2 * math.sqrt(0.05 * 0.95 * runs), wrong)
  end)

  it("make a page that needs nothing else", function()
    for _, what in ipairs { small, small:compare(large) } do
      local page = gts.draw(what, "html")
      assert.matches("^<!doctype html>", page)
      assert.is_nil(page:find "https?://" and page:gsub('xmlns="http://www%.w3%.org/2000/svg"', ""):match "https?://")
      for _, tag in ipairs { "<script", "<link", "src=" } do assert.is_nil(page:find(tag, 1, true), tag) end
      local _, opened = page:gsub("<svg", "")
      assert.equal(opened, select(2, page:gsub("</svg>", "")))
      for _, row in ipairs(small) do assert(page:find(figures.of(row.name).title, 1, true), row.name) end
      assert(page:find("Knuth 1975", 1, true))
    end
    local good, wrong = pcall(gts.draw, small, "svg")
    assert.is_false(good)
    assert.matches("a profile is drawn as 'html' or 'text'", wrong)
  end)
end)

describe("the report #lua", function()
  it("fits 80 columns, and narrow pages #thorough", function()
    local list = gts.profile("tictactoe", { games = 10 })
    for line in tostring(list):gmatch "[^\n]+" do assert(utf8.len(line) <= 80, line) end
    for line in list:compare(list):text(80):gmatch "[^\n]+" do assert(utf8.len(line) <= 80, line) end
    assert.matches("\nBalance\n.*\nLength\n.*\nChoice\n.*\nDrama\n.*\nSkill\n.*\nSize\n", tostring(list))
    assert(#list:text(40) > 0)
  end)
end)

describe("gts profile #plain", function()
  it("reports as text, JSON and a page", function()
    local folder, gone <close> = run.folder()
    local file = folder .. "/report.html"
    local out = run.fine { "profile", "hexapawn", "--players", "random", "--games", "10", "--skill", "false", "--html",
      file }
    assert.matches("first player, best play +0.0 %%  exact +solved: retrograde\n", out)
    assert.matches("^<!doctype html>", run.output("cat " .. file))
    out = run.fine { "profile", "nim", "heaps={1,2}", "nim", "--games", "10", "--skill", "false", "--json" }
    local lines = tables.map(run.lines(out), json.decode)
    assert.equal(3, #lines)
    assert.same({ "nim", "heaps:{1 2}", 10 }, { lines[1].game, lines[1].options, lines[1].games })
    assert.same({ "best_play", 0.05 }, { lines[2].rows[1].name, lines[3].level })
    out = run.fine { "profile", "nim", "--players", "nodes:20", "nim", "heaps={3}", "--games", "4", "--skill", "false" }
    assert.matches("A = nim, B = nim %(heaps:{3}%)", out)
  end)

  it("refuses what it cannot do", function()
    for _, words in ipairs { { "profile" }, { "profile", "nim", "--games", "1" }, { "profile", "nim", "nimm" } } do
      local out, err, code = run.gts(words)
      assert.same({ "", 2 }, { out, code }, words[2])
      assert(#err > 0)
    end
    local err = run.ends(1, { "profile", "nim", "--html", "/no/such/folder/report.html" })
    assert.matches("/no/such/folder", err, 1, true)
  end)

  it("leaves what is known at Ctrl-C #thorough", function()
    local folder, gone <close> = run.folder()
    local command = "'%s' profile connect4 --games 100000 --exact false >'%s/out' 2>'%s/err'"
    local code = processor.signal(command:format(run.program, folder, folder), 1)
    local out = run.output(("cat '%s/out'"):format(folder))
    assert.matches("%d+ games of level:6.*Balance.*Missing.*Stopped: interrupted", out)
    assert.equal(130, code)
  end)
end)
