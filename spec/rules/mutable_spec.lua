-- Rules that have one board: moves(board), play(board, move), undo(board, move, what play returned).

local gts = require "gts"
local trees = require "spec.support.trees"

local SOME <const> = { positions = 40, time = 60 }      -- what gts.check looks at

-- A tree as such rules: the board has the node where it stands. What is done with it is counted. What play returns undo needs.
local function board_of(tree)
  local nodes = trees.nodes(tree)
  local board, count = { at = nodes[1] }, { plays = 0, undos = 0 }
  local rules = { name = "board", start = board }
  function rules.moves(b)
    local list = {}
    for i in ipairs(b.at.children) do list[i] = i end
    return list
  end
  function rules.play(b, move)
    local before = b.at
    b.at, count.plays = assert(before.children[move], "no such move"), count.plays + 1
    return before
  end
  function rules.undo(b, move, before)
    assert(before.children[move] == b.at, "undo of another move than the last")
    b.at, count.undos = before, count.undos + 1
  end
  function rules.evaluate(b) return assert(b.at.value, "evaluated an inner node") end
  function rules.player(b) return b.at.player end
  function rules.show(b) return "node " .. b.at.path end
  function rules.key(b) return b.at.number end
  return rules, count, nodes
end

-- Tic-tac-toe as many would write it.
local LINES = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 }, { 1, 4, 7 }, { 2, 5, 8 }, { 3, 6, 9 }, { 1, 5, 9 }, { 3, 5, 7 } }

local function winner(b)
  for _, line in ipairs(LINES) do
    local a = b[line[1]]
    if a ~= 0 and a == b[line[2]] and a == b[line[3]] then return a end
  end
end

local function oxo()
  local rules = { name = "oxo", start = { 0, 0, 0, 0, 0, 0, 0, 0, 0, turn = 1 }, range = { -1, 1 } }
  function rules.moves(b)
    local list = {}
    if winner(b) then return list end
    for i = 1, 9 do list[#list + 1] = b[i] == 0 and i or nil end
    return list
  end
  function rules.play(b, cell) b[cell], b.turn = b.turn, -b.turn end
  function rules.undo(b, cell) b[cell], b.turn = 0, -b.turn end
  function rules.evaluate(b) return winner(b) or 0 end
  function rules.player(b) return b.turn == 1 and "max" or "min" end
  function rules.key(b)
    local key = b.turn + 1
    for i = 1, 9 do key = key * 3 + b[i] + 1 end
    return key
  end
  function rules.show(b) return table.concat(b, " ") end
  return rules
end

local EMPTY = "0 0 0 0 0 0 0 0 0"

-- In the middle of a game, where MAX is to move: fewer positions are left.
local function late()
  local rules = oxo()
  for i, mark in ipairs { 1, -1, 1, -1 } do rules.start[i] = mark end
  return rules
end

local LATE = "1 -1 1 -1 0 0 0 0 0"

describe("rules that play and undo", function()
  it("give every algorithm the value and the move of the tree", function()
    for seed = 1, trees.share(40) + 8 do
      local tree = trees.random(seed)
      local rules, count, nodes = board_of(tree)
      local value = trees.oracle(tree)
      for _, algorithm in ipairs(gts.algorithms) do
        if not algorithm.alternative then
          local r = gts.search(rules, { algorithm = algorithm.id })
          assert.equal(value, r.value, algorithm.id)
          assert(rules.start.at == nodes[1] and count.plays == count.undos, algorithm.id .. " leaves the board elsewhere")
        end
      end
    end
  end)

  it("are played once for each node entered, and undone once, by who goes depth first", function()
    for seed = 1, 40 do
      local rules, count = board_of(trees.random(seed))
      local r = gts.search(rules, { algorithm = "minimax" })
      assert.equal(r.stats.visits - 1, count.plays)
      assert.equal(0, r.stats.replayed)
    end
  end)

  it("are played again for who jumps, and the result says how often", function()
    local rules, plays = late(), 0
    local play = rules.play
    function rules.play(...) plays = plays + 1 play(...) end
    local r = gts.search(rules, { algorithm = "sss" })
    assert(r.stats.replayed > 0 and plays > r.stats.replayed)
  end)

  it("need no key where there is no table", function()
    local rules = late()
    rules.key = false
    assert.equal(gts.search(late()).value, gts.search(rules).value)
    local ok, wrong = pcall(gts.search, rules, { algorithm = "ttalphabeta" })
    assert.is_false(ok)
    assert.truthy(wrong:find("needs rules.key", 1, true))
  end)

  it("are the same game as one with positions", function()
    local start = gts.apply("tictactoe", nil, 1, 2, 3, 4)
    assert.is_true(gts.equivalent(late(), gts.variant("tictactoe", { start = start }), { depth = 5 }))
    assert.same({ 9, 72, 504 }, { table.unpack(gts.perft(oxo(), 3)) })
  end)

  it("are served by gts.best, gts.analyze, gts.moves and gts.show", function()
    local rules = oxo()
    assert.equal(0, gts.best(rules, nil, { time = 5 }).value)
    local list = gts.analyze(rules)
    assert.equal(9, #list)
    for _, entry in ipairs(list) do assert.equal(0, entry.value) end
    assert.equal("0 0 1 0 0 0 0 0 0", gts.show(rules, gts.moves(rules)[3].position))
    assert.equal("0 0 1 0 -1 0 0 0 0", gts.show(rules, gts.apply(rules, nil, 3, 5)))
    assert.equal(EMPTY, gts.show(rules))
  end)

  it("give results whose positions show what they are", function()
    local rules = oxo()
    local r = gts.search(rules)
    assert.equal("1 0 0 0 0 0 0 0 0", gts.show(rules, r.position))
    assert.equal(9, #r.line)
    assert.equal("after 1 2", (tostring(r.line[2]):gsub("after 1 %d", "after 1 2")))
    assert.equal(0, gts.search(rules, { position = r.line[4] }).value)
  end)

  it("are searched from a board that is in the middle of a game, and leave it as it was", function()
    local rules = oxo()
    local mine = { 1, 1, 0, -1, -1, 0, 0, 0, 0, turn = 1 }
    local r = gts.best(rules, mine)
    assert.same({ 3, 1, "1 1 0 -1 -1 0 0 0 0", 1 }, { r.move, r.value, table.concat(mine, " "), mine.turn })
  end)

  it("give proofs that can be verified", function()
    local rules = late()
    local r = gts.search(rules, { algorithm = "alphabeta", solution = true })
    assert.truthy(gts.verify(rules, r.proof).exact)
    assert.equal(LATE, gts.show(rules))
  end)

  it("are confined like others", function()
    local game = gts.confine { name = "pile", text = [[
      return { name = "pile", start = { 5 }, evaluate = function() return -1 end, moves = function(b)
        local list = {}
        for i = 1, math.min(b[1], 2) do list[i] = i end
        return list
      end, play = function(b, n) b[1] = b[1] - n end, undo = function(b, n) b[1] = b[1] + n end,
      player = function() return "max" end }
    ]] }
    assert.equal(-1, game:search().value)
  end)
end)

describe("a board", function()
  it("is its owner's again after a limit", function()
    local rules = oxo()
    local r = gts.search(rules, { nodes = 1000, algorithm = "minimax" })
    assert.equal("nodes", r.stopped)
    assert.equal(EMPTY, gts.show(rules))
    assert.equal(1, rules.start.turn)
  end)

  it("is its owner's again after an error in any of the rules, at any call", function()
    local value = gts.search(late(), { algorithm = "minimax" }).value
    for _, name in ipairs { "moves", "play", "evaluate", "player", "key" } do
      local last
      local function failing(k)
        local rules, calls = late(), 0
        local sound = rules[name]
        rules[name] = function(...)
          calls = calls + 1
          if calls == k then error("trouble", 0) end
          last = calls
          return sound(...)
        end
        return rules
      end
      gts.search(failing(), { algorithm = "ttalphabeta" })
      for k = 1, last, last // 8 + 1 do
        local rules = failing(k)
        local ok, wrong = pcall(gts.search, rules, { algorithm = "ttalphabeta" })
        assert.is_false(ok)
        assert.truthy(tostring(wrong):find "^trouble")
        assert.equal(LATE, table.concat(rules.start, " "))
        assert.equal(1, rules.start.turn)
        assert.equal(value, gts.search(rules, { algorithm = "ttalphabeta" }).value)
      end
    end
  end)

  it("says so if it cannot be given back", function()
    local rules = oxo()
    local there = gts.moves(rules)[3].position
    rules.undo = function() error("stuck", 0) end
    assert.same({ false, "stuck" }, { pcall(gts.show, rules, there) })
  end)

  it("is its owner's again when another board is asked for meanwhile", function()
    local rules = oxo()
    local other = oxo().start
    local there, elsewhere = gts.moves(rules)[3].position, gts.moves(rules, other)[5].position
    local adapted = gts.game(rules)
    do
      local _ <close> = adapted.mutable:hold()
      assert.equal("0 0 1 0 0 0 0 0 0", adapted.show(there))
      assert.equal("0 0 0 0 1 0 0 0 0", adapted.show(elsewhere))
      assert.equal(EMPTY, table.concat(rules.start, " "))
    end
    assert.equal(EMPTY, table.concat(other, " "))
  end)

  it("is of one search at a time", function()
    local rules = oxo()
    local game
    function rules.bounds(b) return gts.search(game, { position = b }).value, 1 end
    game = gts.game(rules)
    local ok, wrong = pcall(gts.search, game)
    assert.is_false(ok)
    assert.truthy(wrong:find("one search at a time", 1, true))
    assert.equal(EMPTY, table.concat(rules.start, " "))
  end)

  it("may be a userdata, of which Lua sees nothing", function()
    local rules, cells = late(), late().start
    for _, name in ipairs { "moves", "play", "undo", "evaluate", "player", "key", "show" } do
      local of_cells = rules[name]
      rules[name] = function(_, ...) return of_cells(cells, ...) end
    end
    rules.start = io.stdout
    assert.equal(gts.search(late()).value, gts.search(rules).value)
    assert.is_true(gts.check(rules, SOME).clean)
    local undo = rules.undo
    rules.undo = function(b, cell) if cell ~= 9 then undo(b, cell) end end
    assert.equal("undo", gts.check(rules, SOME)[1].kind)
  end)
end)

describe("gts.game", function()
  local function refused(change, expected)
    local rules = oxo()
    change(rules)
    local ok, wrong = pcall(gts.game, rules)
    assert.is_false(ok)
    assert.truthy(wrong:find(expected, 1, true), wrong)
  end

  it("says which of moves, play and undo is missing, or too much", function()
    refused(function(rules) rules.undo = nil end, "rules.undo is missing: moves, play and undo go together")
    refused(function(rules) rules.play, rules.plai = nil, rules.play end, "rules.play is missing: is 'plai' a slip for it?")
    refused(function(rules) rules.moves = nil end, "rules.moves is missing")
    refused(function(rules) rules.next = print end, "rules.next and rules.moves are both there")
    refused(function(rules) rules.start = 17 end, "rules.start is 17: expected a board")
    refused(function(rules) rules.words = 2 end, "rules.words goes with rules.next")
  end)

  it("names the position where there is no list of moves, and what is no board", function()
    local rules = oxo()
    local moves = rules.moves
    function rules.moves(b) return b[2] == 0 and moves(b) or nil end
    local ok, wrong = pcall(gts.search, rules)
    assert.is_false(ok)
    assert.equal("rules.moves returned nil for the position after 1 2: expected a list of moves", wrong)
    ok, wrong = pcall(gts.search, oxo(), { position = 7 })
    assert.is_false(ok)
    assert.equal("option 'position' is 7: expected a board, which rules.play can change", wrong)
  end)

  it("says that machine code cannot be had", function()
    local ok, wrong = pcall(gts.search, oxo(), { native = true })
    assert.is_false(ok)
    assert.truthy(wrong:find("play moves on a board, and run in Lua", 1, true))
  end)
end)

describe("gts.check", function()
  it("raises no alarm on sound rules with a board", function()
    assert.is_true(gts.check(late(), SOME).clean)
  end)

  it("finds an undo that does not restore, and says only that", function()
    local rules = late()
    rules.undo = function(b, cell) b[cell] = 0 end
    local report = gts.check(rules, SOME)
    assert.equal(1, #report)
    assert.equal("undo", report[1].kind)
    assert.truthy(report[1].message:find "move 5")
  end)

  it("finds one that forgets what is only seen later in the game", function()
    local rules = late()
    rules.undo = function(b, cell)
      b.turn = -b.turn
      if winner(b) == nil or cell ~= 9 then b[cell] = 0 end
    end
    local report = gts.check(rules, SOME)
    assert.equal("undo", report[1].kind)
    assert.truthy(#report[1].moves >= 2)
  end)

  it("finds a list of moves that is used again", function()
    local rules, list = late(), {}
    local fresh = rules.moves
    function rules.moves(b)
      local found = fresh(b)
      for i = 1, math.max(#list, #found) do list[i] = found[i] end
      return list
    end
    assert.is_false(gts.check(rules, SOME).clean)
  end)

  it("asks rank about the board", function()
    local rules = late()
    function rules.rank(b, cell) return b[cell] == 0 and -cell or error "no free cell" end
    local value = gts.search(late()).value
    assert.equal(value, gts.best(rules, nil, { time = 60 }).value)
    assert.equal(value, gts.search(rules, { algorithm = "negascout", order = "rules" }).value)
    assert.is_true(gts.check(rules, SOME).clean)
    function rules.rank() return "high" end
    assert.truthy(gts.check(rules, SOME)[1].message:find("rules.rank returned 'high'", 1, true))
  end)

  it("tells an undo that fails", function()
    local rules = late()
    rules.undo = function() error "cannot" end
    local report = gts.check(rules, SOME)
    assert.equal(1, #report)
    assert.truthy(report[1].message:find "rules.undo failed: .*cannot")
  end)
end)
