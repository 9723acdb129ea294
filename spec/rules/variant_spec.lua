-- Variants of a game, against values that are worked out here from the rules of the game.

local compiled = require "spec.support.compiled"
local errors = require "spec.support.errors"
local gts = require "gts"
local native = require "gts.compile.native"
local run = require "spec.support.run"
local small_games = require "spec.support.small_games"

native.optimization = "-O1"     -- a compiler that tries less hard is faster

-- Positions, as something that can be a key.
local function id(p)
  if type(p) ~= "table" then return p end
  return p[1] and table.concat(p, " ") or p.text or ("%d %d"):format(p.column, p.row)
end

local other = { max = "min", min = "max" }

-- The minimax value of the game itself; or, with `swap`, the pie rule by its definition: after the first player's turn the second
-- one takes the better of both sides. Ends are worth what rules.evaluate says, times `sign`.
local function reference(game, swap, sign)
  local known = {}
  local function value(p, player)
    local list = gts.moves(game, p)
    player = game.player and list.player or player
    local key = id(p) .. player
    if known[key] then return known[key] end
    local best
    for _, entry in ipairs(list) do
      local v = value(entry.position, other[player])
      if best == nil or player == "max" and v > best or player == "min" and v < best then best = v end
    end
    if best == nil then
      best = (sign or 1) * game.evaluate(table.unpack((game.words or 1) > 1 and p or { p }, 1, game.words or 1))
    end
    known[key] = best
    return best
  end
  local function pie(p)
    local best = -math.huge
    for _, entry in ipairs(gts.moves(game, p)) do
      local q = entry.position
      local after = gts.moves(game, q)
      local player = game.player and after.player or "min"
      local v = #after > 0 and player == "max" and pie(q) or value(q, "min")
      if #after > 0 and player == "min" then v = math.min(v, -v) end
      best = math.max(best, v)
    end
    return best
  end
  return swap and pie(game.start) or value(game.start, "max")
end

-- Takes one or two from a pile; the player that takes the last one wins. In each form and with each kind of positions.
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
    function rules.evaluate(_, max) return max == 1 and -1 or 1 end
    return rules
  elseif form == "text" then
    rules.start = ("x"):rep(start)
    function rules.successors(p)
      local list = {}
      for n = 1, math.min(2, #p) do list[n] = p:sub(n + 1) end
      return list
    end
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
    function rules.key(p) return p.text end
    return rules
  end
  function rules.evaluate() return 0 end
  return rules
end

local counting = small_games.counting

local function games()
  return {
    tictactoe = gts.game "tictactoe", hexapawn = gts.game "hexapawn", nim = gts.game("nim", { heaps = { 1, 2, 4 } }),
    chomp = gts.game("chomp", { columns = 3, rows = 3 }), domineering = gts.game("domineering", { columns = 3, rows = 3 }),
    kalah = gts.game("kalah", { pits = 2, seeds = 2 }), wythoff = gts.game("wythoff", { columns = 3, rows = 4 }),
    words = gts.game(pile "words"), tables = gts.game(pile "tables"), text = gts.game(counting "text"),
    counting = gts.game(counting()),
  }
end

describe("a variant #lua", function()
  it("with misere is worth what the negated ends make of it #thorough", function()
    for name, game in pairs(games()) do
      local wanted = reference(game, false, -1)
      for _, algorithm in ipairs { "alphabeta", "sss", "ttalphabeta" } do
        if algorithm ~= "ttalphabeta" or name ~= "tables" then
          assert.equal(wanted, gts.search(gts.variant(game, { misere = true }), { algorithm = algorithm }).value, name)
        end
      end
    end
  end)

  it("with misere does not believe bounds that rest on a will to win", function()
    local rules = { name = "choice", start = 0, evaluate = function(p) return p end }
    function rules.successors(p) return p == 0 and { 1, -1 } or {} end
    function rules.bounds(p) return p == 0 and 1 or p, p == 0 and 1 or p end
    assert.equal(1, gts.search(rules).value)
    assert.equal(1, gts.search(gts.variant(rules, { misere = true })).value)
  end)

  it("with the pie rule is worth what the better side of each first move makes of it #thorough", function()
    for name, game in pairs(games()) do
      local wanted = reference(game, true)
      local swap = gts.variant(game, { swap = true })
      for _, algorithm in ipairs { "minimax", "alphabeta", "ttalphabeta", "mtd" } do
        assert.equal(wanted, gts.search(swap, { algorithm = algorithm }).value, name)
      end
      local best = gts.best(swap, nil, { time = 10 })
      assert.equal(wanted, best.value, name)
      assert.is_true(best.solved)
    end
  end)

  it("finds and counts the same compiled", function()
    for _, name in ipairs { "tictactoe", "domineering", "kalah", "counting" } do
      local game = games()[name]
      for _, options in ipairs { { swap = true }, { misere = true, plies = 1 } } do
        local of_compiled, interpreted = compiled.both(gts.variant(game, options), { algorithm = "ttalphabeta", depth = 9 })
        assert.is_nil(interpreted.error)
        assert.same(interpreted, of_compiled, name)
      end
    end
  end)

  it("offers the swap to the second player once, as the last move, and not where the game is over", function()
    local game = gts.variant("tictactoe", { swap = true })
    local function names(...)
      local list = {}
      for i, entry in ipairs(gts.moves(game, gts.apply(game, nil, ...))) do list[i] = entry.name end
      return table.concat(list, " ")
    end
    assert.equal("1 2 3 4 5 6 7 8 9", names())
    assert.equal("1 2 3 4 6 7 8 9 swap", names "5")
    assert.equal("1 2 3 4 6 7 8 9", names("5", "swap"))
    assert.equal("2 3 4 6 7 8 9", names("5", "1"))
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

  it("writes and reads its positions", function()
    for name, game in pairs(games()) do
      local swap = gts.variant(game, { swap = true })
      local list = gts.moves(swap, gts.moves(swap)[1].position)
      local p = #list > 0 and list[#list].position or swap.start
      if game.write or name ~= "tables" and name ~= "text" then
        assert.same(p, gts.read(swap, gts.write(swap, p)), name)
      end
    end
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

  it("is taken by every command beside the game's own options", function()
    local text = run.output(("'%s' search tictactoe swap=true --json"):format(run.program))
    assert.matches('"value":0', text, 1, true)
    assert.matches("swap", run.output(("'%s' best chomp swap=true columns=3 rows=3 --after 203"):format(run.program)), 1, true)
  end)
end)
