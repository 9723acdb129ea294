-- Variants of a game, against minimax over what their definitions say of the moves of the game itself.

local compiled = require "spec.support.compiled"
local errors = require "spec.support.errors"
local gts = require "gts"
local native = require "gts.compile.native"
local run = require "spec.support.run"
local small_games = require "spec.support.small_games"
local tables = require "gts.base.tables"

native.optimization = "-O1"     -- a compiler that tries less hard is faster

local other = { max = "min", min = "max" }

-- A table of what can be written, whatever the order of its fields.
local function text_of(t)
  local keys, parts = {}, {}
  for key in pairs(t) do keys[#keys + 1] = tostring(key) end
  table.sort(keys)
  for i, key in ipairs(keys) do
    local value = t[key]
    if value == nil then value = t[math.tointeger(key)] end
    parts[i] = key .. (type(value) == "table" and text_of(value) or tostring(value))
  end
  return "(" .. table.concat(parts, ",") .. ")"
end

-- The game itself: a state has p and the player to move. The moves of a position are asked for once.
local function game_layer(game)
  local known = {}
  local function ask(f, p) return f(table.unpack((game.words or 1) > 1 and p or { p }, 1, game.words or 1)) end
  local layer = { start = { p = game.start, player = game.player and ask(game.player, game.start) or "max" } }
  function layer.children(s)
    local list = {}
    local id = type(s.p) == "table" and text_of(s.p) or s.p
    local moves = known[id] or gts.moves(game, s.p)
    known[id] = moves
    for i, entry in ipairs(moves) do
      list[i] = { p = entry.position, player = game.player and ask(game.player, entry.position) or other[s.player] }
    end
    return list
  end
  function layer.value(s) return ask(game.evaluate, s.p) end
  -- The state in which the other player is to move; nil if there is none.
  function layer.turned(s)
    local q = table.pack(ask(game.turned or game.pass, s.p))
    if q[1] == nil then return nil end
    if (game.words or 1) > 1 then q.n = nil end
    return { p = (game.words or 1) > 1 and q or q[1], player = other[s.player] }
  end
  return layer
end

-- Passes are added to a game: of `how_many`, as an option.
local function passes_layer(of, how_many)
  local any = how_many == true
  local function state(s, max, min, row) return { s = s, player = s.player, max = max, min = min, row = row } end
  local each = any and 0 or how_many
  local layer = { start = state(of.start, each, each, 0), value = function(t) return of.value(t.s) end }
  function layer.children(t)
    local list = of.children(t.s)
    if #list == 0 or t.row == 2 then return {} end
    for i, s in ipairs(list) do list[i] = state(s, t.max, t.min, 0) end
    local turned = of.turned(t.s)
    if turned and any then list[#list + 1] = state(turned, 0, 0, t.row + 1)
    elseif turned and t[t.player] > 0 then
      list[#list + 1] = state(turned, t.max - (t.player == "max" and 1 or 0), t.min - (t.player == "min" and 1 or 0), 0)
    end
    return list
  end
  function layer.turned(t)
    local turned = of.turned(t.s)
    return turned and state(turned, t.max, t.min, 0)
  end
  return layer
end

-- At its first `n` turns the opponent of `player` passes.
local function handicap_layer(of, n, player)
  player = player or of.start.player
  local function state(s, owed) return { s = s, player = s.player, owed = owed } end
  local layer = { start = state(of.start, n), value = function(t) return of.value(t.s) end }
  function layer.children(t)
    local list, turned = of.children(t.s), nil
    if #list == 0 then return list end
    local forced = t.owed > 0 and t.player ~= player
    if forced then turned = of.turned(t.s) end
    if turned then return { state(turned, t.owed - 1) }, true end
    for i, s in ipairs(list) do list[i] = state(s, forced and s.player == player and t.owed - 1 or t.owed) end
    return list
  end
  return layer
end

-- Ends are worth the negated values.
local function misere_layer(of)
  return { start = of.start, children = of.children, value = function(s) return -of.value(s) end }
end

local function minimax(layer)
  local known = {}
  local function value(s)
    local id = text_of(s)
    if known[id] then return known[id] end
    local best
    for _, child in ipairs(layer.children(s)) do
      local v = value(child)
      if best == nil or s.player == "max" and v > best or s.player == "min" and v < best then best = v end
    end
    known[id] = best or layer.value(s)
    return known[id]
  end
  return value
end

-- The pie rule: the player who is not the first to have a choice takes the better side at its own first one.
local function pie(layer)
  local value = minimax(layer)
  local _, forced_first = layer.children(layer.start)
  local first = forced_first and other[layer.start.player] or layer.start.player
  local function better(player, a, b) return player == "max" and math.max(a, b) or math.min(a, b) end
  local function best(s)
    local children, forced = layer.children(s)
    if #children == 0 then return layer.value(s) end
    if s.player ~= first and not forced then return better(s.player, value(s), -value(s)) end
    local found
    for _, child in ipairs(children) do
      local v = best(child)
      found = found and better(s.player, found, v) or v
    end
    return found
  end
  return best(layer.start)
end

-- Takes one or two from a pile; the player that takes the last one wins, unless the form is "next", where ends are worth 0.
local function pile(form, start)
  start = start or 4
  local rules = { name = "pile", start = start }
  if form == "next" then
    function rules.next(p, move)
      local n = (move or 0) + 1
      if n <= 2 and p >= n then return n, p - n end
    end
  elseif form == "words" then
    rules.words, rules.start = 2, { start, 1 }
    function rules.next(p, max, move)
      if move == "two" or p == 0 then return nil end
      if move == nil then return "one", p - 1, 1 - max end
      if p > 1 then return "two", p - 2, 1 - max end
    end
    function rules.player(_, max) return max == 1 and "max" or "min" end
    function rules.turned(p, max) return p, 1 - max end
    function rules.evaluate(_, max) return max == 1 and -1 or 1 end
    return rules
  else
    rules.start = { text = ("x"):rep(start), max = true }
    function rules.successors(p)
      local n = 0
      return function()
        n = n + 1
        if n <= 2 and #p.text >= n then return "take " .. n, { text = p.text:sub(n + 1), max = not p.max } end
      end
    end
    function rules.player(p) return p.max and "max" or "min" end
    function rules.evaluate(p) return p.max and -1 or 1 end
    function rules.turned(p) return { text = p.text, max = not p.max } end
    function rules.key(p) return p.text end
    return rules
  end
  function rules.evaluate() return 0 end
  return rules
end

local counting = small_games.counting

local function games()
  return {
    tictactoe = gts.game("tictactoe", { columns = 3, rows = 2, line = 2 }),
    hexapawn = gts.game("hexapawn", { rows = 3, columns = 2 }),
    nim = gts.game("nim", { heaps = { 1, 2, 2 } }), chomp = gts.game("chomp", { columns = 3, rows = 2 }),
    domineering = gts.game("domineering", { columns = 3, rows = 3 }), kalah = gts.game("kalah", { pits = 2, seeds = 2 }),
    dots = gts.game("dots", { columns = 1, rows = 1 }), wythoff = gts.game("wythoff", { columns = 3, rows = 3 }),
    hex = gts.game("hex", { size = 2 }), connect4 = gts.game("connect4", { columns = 2, rows = 2 }),
    words = gts.game(pile "words"), tables = gts.game(pile "tables"), text = gts.game(counting "text"),
    bits = gts.game(counting "bits"), counting = gts.game(counting()),
  }
end

local variants = {
  { {}, function(g) return g end },
  { { misere = true }, misere_layer },
  { { passes = 1 }, function(g) return passes_layer(g, 1) end },
  { { passes = 2 }, function(g) return passes_layer(g, 2) end },
  { { passes = true }, function(g) return passes_layer(g, true) end },
  { { handicap = 1 }, function(g) return handicap_layer(g, 1) end },
  { { handicap = "max:2" }, function(g) return handicap_layer(g, 2, "max") end },
  { { handicap = "min:2" }, function(g) return handicap_layer(g, 2, "min") end },
  { { handicap = 1, passes = 1 }, function(g) return handicap_layer(passes_layer(g, 1), 1) end },
  { { handicap = "min:1", passes = true }, function(g) return handicap_layer(passes_layer(g, true), 1, "min") end },
}

describe("a variant #lua", function()
  it("with misere does not believe bounds that rest on a will to win", function()
    local rules = { name = "choice", start = 0, evaluate = function(p) return p end }
    function rules.successors(p) return p == 0 and { 1, -1 } or {} end
    function rules.bounds(p) return p == 0 and 1 or p, p == 0 and 1 or p end
    assert.equal(1, gts.search(rules).value)
    assert.equal(1, gts.search(gts.variant(rules, { misere = true })).value)
  end)

  it("is worth what minimax makes of its definition, also with the pie rule #thorough", function()
    for name, game in pairs(games()) do
      local itself = game_layer(game)
      for _, variant in ipairs(variants) do
        local layer, options = variant[2](itself), variant[1]
        local wanted, told = minimax(layer)(layer.start), name .. " " .. text_of(options)
        local made, swap = gts.variant(game, options), gts.variant(game, tables.copy(options, { swap = true }))
        for _, algorithm in ipairs { "alphabeta", "ttalphabeta", "sss2" } do
          assert.equal(wanted, gts.search(made, { algorithm = algorithm, native = false }).value, told)
        end
        local either = pie(layer)
        for _, algorithm in ipairs { "minimax", "ttalphabeta", "mtd" } do
          assert.equal(either, gts.search(swap, { algorithm = algorithm, native = false }).value, told)
        end
        if next(options) == nil then
          local best = gts.best(swap, nil, { time = 10 })
          assert.same({ either, true }, { best.value, best.solved }, name)
        end
      end
    end
  end)

  local function names(game, ...)
    local list = {}
    for i, entry in ipairs(gts.moves(game, gts.apply(game, nil, ...))) do list[i] = entry.name end
    return table.concat(list, " ")
  end

  it("finds and counts the same compiled", function()
    for _, row in ipairs {
      { "tictactoe", { swap = true }, 9 }, { "tictactoe", { misere = true, plies = 1 }, 9 }, { "tictactoe", { passes = 2 } },
      { "domineering", { swap = true }, 9 }, { "domineering", { misere = true, plies = 1 }, 9 },
      { "kalah", { swap = true }, 9 }, { "kalah", { misere = true, plies = 1 }, 9 }, { "kalah", { handicap = 2, swap = true } },
      { "counting", { swap = true }, 9 }, { "counting", { misere = true, plies = 1 }, 9 }, { "bits", { passes = 2 }, 99 },
      { gts.game("othello", { size = 4 }), { passes = true, handicap = 1 } }, { gts.game "amazons", { passes = 1 }, 1 },
    } do
      local made = gts.variant(games()[row[1]] or row[1], row[2])
      local of_compiled, interpreted = compiled.both(made, { algorithm = "ttalphabeta", depth = row[3] or 5 })
      assert.is_nil(of_compiled.error)
      assert.same(interpreted, of_compiled, made.name)
    end
  end)

  it("offers the swap to the second player once, as the last move, and not where the game is over", function()
    local game = gts.variant("tictactoe", { swap = true })
    assert.equal("1 2 3 4 5 6 7 8 9", names(game))
    assert.equal("1 2 3 4 6 7 8 9 swap", names(game, "5"))
    assert.equal("1 2 3 4 6 7 8 9", names(game, "5", "swap"))
    assert.equal("2 3 4 6 7 8 9", names(game, "5", "1"))
    local swapped = gts.apply(game, nil, "5", "swap")
    assert.matches("\nsides are swapped: MAX goes on as MIN began$", gts.show(game, swapped))
    assert.matches("\nsides may be swapped$", gts.show(game, gts.apply(game, nil, "5")))
    assert.equal("max", gts.moves(game, swapped).player)
    local over = gts.variant(pile("words", 1), { swap = true })
    assert.equal(0, #gts.moves(over, gts.apply(over, nil, "one")))
    -- A first player that sows into its own store moves again.
    local kalah = gts.variant("kalah", { swap = true })
    local again = gts.apply(kalah, nil, "3")
    assert.equal("max", gts.moves(kalah, again).player)
    assert.is_nil(gts.moves(kalah, again)[7])
  end)

  it("begins elsewhere", function()
    local game = gts.variant("tictactoe", { start = gts.apply("tictactoe", nil, "1", "2") })
    assert.equal(7, #gts.moves(game))
    local text = gts.write("tictactoe", game.start)
    assert.same(game.start, gts.game("tictactoe", { start = text }).start)
    local seen = {}
    for seed = 1, 20 do
      local start = gts.variant("tictactoe", { plies = 3, seed = seed }).start
      assert.same(start, gts.variant("tictactoe", { plies = 3, seed = seed }).start)
      seen[table.concat(start, " ")] = true
      local list = gts.moves("tictactoe", start)
      assert.equal(6, #list)
      assert.equal("min", list.player)
    end
    local count = 0
    for _ in pairs(seen) do count = count + 1 end
    assert.is_true(count > 15)
    assert.equal("", gts.variant(counting "text", { plies = 2 }).start:gsub("[ab]", ""))
  end)

  it("is a game of its own for tables and files, equal where it is made again", function()
    local swap, again = gts.variant("tictactoe", { swap = true }), gts.game("tictactoe", { swap = true })
    local t = gts.table { bytes = 1e6 }
    local r = gts.search(swap, { algorithm = "ttalphabeta", table = t })
    assert.is_true(gts.search(again, { algorithm = "ttalphabeta", table = t }).stats.visits < r.stats.visits)
    assert.has_error(function() gts.search("tictactoe", { algorithm = "ttalphabeta", table = t }) end)
  end)

  it("leaves a game's own options to it", function()
    -- Its own is another rule for the last stone, and leaves the range as it is.
    local own = gts.game("nim", { misere = true, heaps = { 1, 1 } })
    assert.equal(1, gts.search(own).value)
    assert.equal(-1, gts.search(gts.variant(own, { misere = true })).value)
    local seen
    local made = gts.game(function(options)
      seen = options.swap
      return pile "next"
    end, { swap = 7 })
    assert.equal(7, seen)
    assert.equal("integer", math.type(made.start))
  end)

  it("refuses what it cannot be", function()
    local refused = errors.refused(gts.variant)
    refused("gts.variant: the options are nil: expected a table", "nim")
    refused("gts.variant: there is no option 'swop': did you mean 'swap'?", "nim", { swop = true })
    refused("gts.variant: option 'swap' of the game 'nim' is 1: expected true or false", "nim", { swap = 1 })
    refused("option 'plies' of the game 'nim' is -1: expected a whole number from 0 to 1000", "nim", { plies = -1 })
    refused("option 'plies' of the game 'nim' is 90: the game is over before, on each of 100 random paths", "nim", { plies = 90 })
    refused("option 'start' of the game 'tictactoe' is 'nowhere': no position", "tictactoe", { start = "nowhere" })
    refused("rules.start", "tictactoe", { start = 7 })
    local tree = gts.tree { { 1, 2 }, { 3, 4 } }
    refused("gts.variant: a tree has no variants", tree, { swap = true })
    assert.equal("a tree has no variants", select(2, pcall(gts.game, tree, { swap = true })):match "[^:]*$":gsub("^ ", ""))
    local cyclic = pile "next"
    cyclic.cycle = 1
    refused("option 'swap' of the game 'pile' needs a rules.cycle of 0", cyclic, { swap = true })
    refused("option 'swap' of the game 'wide' needs one word more than the 16 that there may be", small_games.wide(16),
      { swap = true })
    local board = small_games.board()
    refused("option 'swap' of the game 'board' is for positions that are values", board, { swap = true })
    refused("option 'plies' of the game 'board' is for positions that are values", board, { plies = 1 })
    assert.equal(-3, gts.search(gts.variant(board, { misere = true })).value)
  end)

  it("offers a pass as the last move, as often as it may be", function()
    local game = gts.game("nim", { heaps = { 1, 1 }, passes = 1 })
    assert.equal("101 201 pass", names(game))
    assert.equal("101 201 pass", names(game, "pass"))
    assert.equal("101 201", names(game, "pass", "pass"))
    assert.equal("201", names(game, "pass", "101"))
    assert.equal("201 pass", names(game, "101", "pass"))
    assert.equal("201", names(game, "101", "pass", "pass"))
    assert.equal("", names(game, "101", "201"))
    assert.matches("\npasses left: 1 for the player to move, 0 for the other$", gts.show(game, gts.apply(game, nil, "pass")))
    game = gts.game("nim", { heaps = { 1, 1 }, passes = true })
    assert.equal("101 201 pass", names(game, "pass"))
    assert.equal("", names(game, "pass", "pass"))
    assert.equal("201 pass", names(game, "pass", "101"))
    assert.matches("\na pass now ends the game$", gts.show(game, gts.apply(game, nil, "pass")))
    assert.matches("\nboth players have passed: the game is over$", gts.show(game, gts.apply(game, nil, "pass", "pass")))
    assert.equal(0, gts.search(game, { position = gts.apply(game, nil, "pass", "pass") }).value)
    -- Where a player has a second turn in a row, the other keeps its passes.
    game = gts.variant("kalah", { passes = 2 })
    local again = gts.apply(game, nil, "pass", "3")
    assert.equal("min", gts.moves(game, again).player)
    assert.matches("\npasses left: 2 for the player to move, 1 for the other$", gts.show(game, again))
  end)

  it("has the opponent of a handicap pass at its first turns, but not where the game is over", function()
    local game = gts.variant("tictactoe", { handicap = 2 })
    assert.equal("pass", names(game, "1"))
    assert.equal("2 3 4 5 6 7 8 9", names(game, "1", "pass"))
    assert.equal("pass", names(game, "1", "pass", "5"))
    assert.equal("", names(game, "1", "pass", "5", "pass", "9"))
    assert.equal("3 4 6 7 8 9", names(game, "1", "pass", "5", "pass", "2"))
    assert.matches("\nthe player to move passes 2 more times$", gts.show(game, gts.apply(game, nil, "1")))
    assert.matches("\nthe opponent passes 1 more time$", gts.show(game, gts.apply(game, nil, "1", "pass")))
    assert.equal("", names(gts.game("tictactoe", { handicap = 2, columns = 1, rows = 1 }), "1"))
    game = gts.variant("tictactoe", { handicap = "min:1" })
    assert.equal("pass", names(game))
    assert.equal("min", gts.moves(game, gts.apply(game, nil, "pass")).player)
    -- Sides may be swapped when the handicap is over.
    game = gts.variant("tictactoe", { handicap = 1, swap = true })
    assert.equal("pass", names(game, "1"))
    assert.equal("3 4 5 6 7 8 9 swap", names(game, "1", "pass", "2"))
    assert.equal("4 5 6 7 8 9", names(game, "1", "pass", "2", "3"))
    assert.equal("min", gts.moves(game, gts.apply(game, nil, "1", "pass", "2")).player)
  end)

  it("writes and reads its positions", function()
    for name, game in pairs(games()) do
      for _, options in ipairs {
        { swap = true }, { passes = 1 }, { passes = true }, { handicap = 2, swap = true, passes = 3 },
      } do
        local made = gts.variant(game, options)
        local after = gts.moves(made, gts.moves(made)[1].position)
        for _, p in ipairs { made.start, gts.moves(made)[1].position, #after > 0 and after[#after].position or nil } do
          if game.write or name ~= "text" and name ~= "tables" then
            assert.same(p, gts.read(made, gts.write(made, p)), name)
          end
        end
      end
    end
    local hex = gts.game("hex", { size = 2, handicap = 1 })
    local text = gts.write(hex, gts.apply(hex, nil, "a1"))
    assert.equal("3 X./.. min", text)
    assert.has_error(function() gts.read(hex, "9" .. text) end,
      "gts.read: hex has no position '93 X./.. min': a position of this variant begins with its stage, 0 to 3")
  end)

  it("keeps the null moves of a game behind a handicap", function()
    local options = { algorithm = "negascout", depth = 4, selective = { "null" }, native = false }
    local hex = gts.game("hex", { size = 3, handicap = 1 })
    assert.is_true(gts.search(hex, options).stats.visits > 0)
    assert.has_error(function() gts.search(gts.variant("hex", { passes = 1 }), options) end,
      "option 'selective': 'null' needs rules.pass")
  end)

  it("with passes or a handicap is refused where it cannot be", function()
    local refused = errors.refused(gts.variant)
    local plain = counting()
    plain.turned = nil
    for _, options in ipairs { { passes = 1 }, { handicap = 1 } } do
      local option = next(options)
      refused(("option '%s' of the game 'counting' needs rules.turned(p): the position p with"):format(option), plain, options)
    end
    for _, n in ipairs { 0, "min:0" } do assert.equal("integer", math.type(gts.variant(plain, { handicap = n }).start)) end
    for _, n in ipairs { false, 0 } do assert.equal("integer", math.type(gts.variant(plain, { passes = n }).start)) end
    for _, n in ipairs { -1, 1.5, 1001, 0 / 0, true, "two", "max", "mix:1", "max:-1", "max:1001" } do
      refused("expected a whole number from 0 to 1000, or a player and such a number, as in 'min:2'", "nim", { handicap = n })
    end
    for _, n in ipairs { -1, 1.5, 1001, 0 / 0, "true" } do
      refused("expected true, false or a whole number from 0 to 1000", "nim", { passes = n })
    end
    local board = small_games.board()
    refused("option 'passes' of the game 'board' is for positions that are values", board, { passes = 1 })
    refused("option 'handicap' of the game 'board' is for positions that are values", board, { handicap = "max:1" })
    local wide = small_games.wide(15)
    function wide.turned(...) return ... end
    refused("option 'swap' of the game 'wide' needs one word more than the 16 that there may be", wide,
      { passes = 1, swap = true })
  end)

  it("is rules in which gts.check finds nothing", function()
    for name, options in pairs {
      tictactoe = { passes = true }, wythoff = { passes = 2 }, morris = { passes = true, handicap = 1 },
      othello = { size = 4, handicap = 3, passes = 1, swap = true },
    } do
      local report = gts.check(gts.game(name, options), { time = 0.05 })
      for _, finding in ipairs(report) do assert.equal("cycle", finding.kind, tostring(report)) end
      assert.is_true(report.clean, name)
    end
  end)

  it("is an option of any game on the command line", function()
    assert.matches('"value":0', run.output(("'%s' search tictactoe swap=true --json"):format(run.program)), 1, true)
    assert.matches("swap", run.output(("'%s' best chomp swap=true columns=3 rows=3 --after 203"):format(run.program)), 1, true)
    local text = run.output(("'%s' search tictactoe handicap=max:1 --after '1 pass' 2>&1"):format(run.program))
    assert.matches("\nvalue  1  (proved)\n", text, 1, true)
    assert.matches("\nvalue  1 ", run.output(("'%s' search nim passes=1 2>&1"):format(run.program)), 1, true)
    assert.matches("handicap, passes", run.output(("'%s' help nim"):format(run.program)), 1, true)
  end)
end)
