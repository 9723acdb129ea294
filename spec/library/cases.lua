-- The cases that all bindings have in common: what calls give, print, or refuse. Values are by brute force or by hand: nothing
-- here calls the engine. Run by library_spec.lua in Lua and in C, and as JSON by test_python.py and test_javascript.mjs.
--
-- A case: name; of, the call that makes its game, if it has one; call; arguments behind the game; and what comes of it: expect
-- (fields), length, text (the beginning of what it prints) or error (a part of the message). `library`: not in Lua.

local trees = require "spec.support.trees"

local cases = {}

local function case(name, of, call, arguments, rest)
  rest.name, rest.of, rest.call, rest.arguments = name, of, call, arguments
  cases[#cases + 1] = rest
end

local pack = table.pack
local function game(...) return { call = "game", arguments = pack(...) } end

-- Nim. Does the player to move win? The last stone wins; in misère play it loses.
local function wins(heaps, misere)
  local stones, found = 0, false
  for i, heap in ipairs(heaps) do
    stones = stones + heap
    for left = 0, heap - 1 do
      heaps[i] = left
      found = found or not wins(heaps, misere)
    end
    heaps[i] = heap
  end
  return found or misere and stones == 0
end

for a = 1, 4 do
  for b = a, 4 do
    for c = b, 4 do
      for kind, misere in pairs { normal = false, misere = true } do
        local heaps = { a, b, c }
        local value = wins(heaps, misere) and 1 or -1
        case(("%s nim %d %d %d"):format(kind, a, b, c), game("nim", { heaps = heaps, misere = misere }), "search", pack {},
          { expect = { value = value, lower = value, solved = true } })
      end
    end
  end
  local one = game("nim", { heaps = { a } })
  case("one heap is taken, " .. a, one, "search", pack {}, { expect = { move = 100 + a, value = 1 } })
  case("a result prints, " .. a, one, "search", pack {},
    { text = ("move   10%d\nvalue  1  (proved)\nline   10%d\n"):format(a, a) })
  case("counts print, " .. a, one, "perft", pack(1), { text = "moves  paths\n-----  -----\n    1      " .. a })
  case("moves are listed, " .. a, game("nim", { heaps = { a, 2 } }), "moves", pack(), { length = a + 2 })
  case("a position is shown, " .. a, game("nim", { heaps = { a, 7, a } }), "show", pack(), { text = ("%d 7 %d"):format(a, a) })
  for depth, paths in ipairs { { a }, { a, a * a }, { a, a * a, a * a * a } } do       -- nobody has won, and no column is full
    case(("%d columns, %d moves"):format(a, depth), game("connect4", { columns = a }), "perft", pack(depth),
      { expect = { list = paths } })
  end
end

local TICTACTOE = { 9, 72, 504, 3024, 15120, 54720 }    -- published
for depth = 1, #TICTACTOE do
  case("tictactoe, " .. depth, nil, "perft", pack("tictactoe", depth),
    { expect = { list = { table.unpack(TICTACTOE, 1, depth) } } })
end

-- What minimax makes of a tree, and alpha-beta, which cuts.
local function search(node, is_max, alpha, beta, cuts)
  if type(node) == "number" then return node, 1 end
  local best, leaves = is_max and -math.huge or math.huge, 0
  for _, child in ipairs(node) do
    local value, more = search(child, not is_max, alpha, beta, cuts)
    leaves = leaves + more
    if is_max then best, alpha = math.max(best, value), math.max(alpha, value)
    else best, beta = math.min(best, value), math.min(beta, value) end
    if cuts and alpha >= beta then break end
  end
  return best, leaves
end

for seed = 1, 25 do
  local tree = trees.random(seed, { values = "small", children = { 1, 3 }, depth = 4, twice = false, informed = false })
  tree.player = nil
  for algorithm, cuts in pairs { minimax = 0, alphabeta = 1, negascout = 2, sss2 = 2 } do
    local value, leaves = search(tree, true, -math.huge, math.huge, cuts == 1)
    case(("tree %d by %s"):format(seed, algorithm), { call = "tree", arguments = pack(tree) }, "search",
      pack { algorithm = algorithm }, { expect = { value = value, exact = true, leaves = cuts < 2 and leaves or nil } })
  end
end

for message, given in pairs {
  ["unknown option 'dpeth' for alphabeta: did you mean 'depth'?"] = { dpeth = 3 },
  ["option 'depth' of alphabeta is -1: expected a whole number"] = { depth = -1 },
  ["option 'depth' of alphabeta is 1.5: expected a whole number"] = { depth = 1.5 },
  ["option 'depth' of alphabeta is 'x': expected a whole number"] = { depth = "x" },
  ["unknown algorithm 'alphabeat': did you mean 'alphabeta'?"] = { algorithm = "alphabeat" },
  ["option 'time' of negascout is 0: expected a number above 0"] = { time = 0 },
  ["expected a list {alpha, beta} of two numbers with alpha < beta"] = { window = { 2, 1 } },
  ["option 'nodes' of alphabeta is 0: expected a whole number, 1 or more"] = { nodes = 0 },
  ["option 'order' of negascout is"] = { algorithm = "negascout", order = "luck" },
  ["minimax takes no option 'goal'"] = { algorithm = "minimax", goal = 1 },
} do case(message, game "nim", "search", pack(given), { error = message }) end
for _, name in ipairs { "nmi", "conect4", "tictacto" } do
  case("no game " .. name, nil, "search", pack(name), { error = ("there is no game '%s'"):format(name) })
end

local function of_game(name, call, arguments, expect) case(name, nil, call, arguments, { expect = expect }) end
of_game("options are taken", "search", pack("nim", { algorithm = "mtd", table = 100000 }), { value = 1, solved = true })
of_game("nobody wins tictactoe", "search", pack "tictactoe", { value = 0, solved = true })
of_game("a horizon is kept", "search", pack("connect4", { depth = 2 }), { depth = 2, solved = false })
of_game("a search is stopped", "search", pack("othello", { nodes = 100, algorithm = "minimax" }), { stopped = "nodes" })
of_game("a good move is found", "best", pack("nim", nil, { time = 5 }), { move = 102, value = 1 })
of_game("a game is solved", "solve", pack "nim", { value = 1, distance = 11 })
of_game("a match has a score", "match", pack("nim", { depth = 20 }, { depth = 20 }, { games = 2 }), { score = 0.5, games = 2 })
case("a board is shown", nil, "show", pack "tictactoe", { text = ". . .\n. . .\n. . ." })
for message, call in pairs {
  ["there is no function 'serach'"] = pack("serach", "nim"),
  ["there is nothing by the handle 99999"] = pack("search", { handle = 99999 }),
  ["workers: not in"] = pack("match", "nim", { depth = 1 }, { depth = 1 }, { games = 4, workers = 2 }),
} do case(message, nil, call[1], pack(table.unpack(call, 2)), { error = message, library = true }) end

return cases
