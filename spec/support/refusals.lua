-- Makes, searches and solves small games with the k-th request for memory and all later ones refused, for every k. Each time the
-- error must be the one for that, nothing may leak, and later all must be right. Prints how many games.
--
--    gts spec/support/refusals.lua plain ALGORITHM...    a tree, and rules of four forms, or of one for every second algorithm
--    gts spec/support/refusals.lua traced ALGORITHM...   the tree alone; each leaf asks for OPEN
--    gts spec/support/refusals.lua from FILE ALGORITHM...   as traced, algorithms in Lua
--    gts spec/support/refusals.lua solve                 whole graphs, by retrograde analysis
--
-- It runs on its own: at a refused request Lua collects all garbage, which takes long where much else is in memory.

local graphs = require "spec.support.graphs"
local gts = require "gts"
local refuse = require "refuse"
local trees = require "spec.support.trees"
local whole = require "spec.support.whole"

-- `right` is called with what f() gives: now and then, and at the end.
local function starve(f, right, now_and_then)
  local k, requests, leaked, ok, result = 0
  repeat
    k = k + 1
    requests, leaked, ok, result = refuse.call(k, f)
    assert(leaked == 0, "memory leaked")
    assert(ok or result == "not enough memory", result)
    if k % now_and_then == 0 then right(f()) end
  until ok and requests < k
  assert(k > 10, "it asked for no memory")
  right(result)
  right(f())
end

local function starve_solver(rules, value)
  local game = gts.game(rules)
  starve(function()
    local r = gts.solve(game, { by = "retrograde", native = false })
    r.database:close()
    return r.value
  end, function(found) assert(found == value, "another value") end, 50)
end

local function starve_search(game, limits)
  starve(function() return gts.search(game, limits) end, function(r)
    assert(r.value == 5, "another value")
    assert(trees.move_number(r.move) == 3, "another move")
  end, 8)
end

local function look(event) if event.kind == "leaf" then event:open() end end

-- Each makes its positions anew, and so asks for memory itself: a smaller tree is enough.
local forms = { "list with moves of tables", "next of integers", "closure of strings", "next of 5 words" }

local function starve_all(traced, algorithms)
  starve(function() return gts.tree(trees.third_child_gives_five()) end, function(game)
    assert(gts.search(game).value == 5, "another value")
  end, 8)
  local count = 0
  for number, algorithm in ipairs(algorithms) do
    local games, few = { gts.tree(trees.third_child_gives_five()) }, trees.share(#forms)
    for i = 1, (traced or few < #forms and number % 2 == 0) and 0 or few do
      local form = forms[(number // 2 + i) % #forms + 1]        -- another for another algorithm, if there is but one
      games[#games + 1] = gts.game(trees.rules(trees.third_of_three_gives_five(), form, { terminal = true, player = true }))
    end
    for _, game in ipairs(games) do
      local ok, wrong = pcall(starve_search, game, { algorithm = algorithm, trace = traced and look or nil })
      assert(ok, algorithm .. ": " .. tostring(wrong))
    end
    count = count + #games
  end
  print(count .. " games")
end

local how = ...
if how == "from" then
  dofile((select(2, ...)))
  starve_all(true, { select(3, ...) })
elseif how == "solve" then
  local straight, round = graphs.random(12, { count = 40, acyclic = true }), graphs.random(12, { count = 40 })
  starve_solver(graphs.rules(straight, "short strings"), graphs.oracle(straight, 1))
  local rules = graphs.rules(round)
  rules.cycle = 0
  starve_solver(rules, whole.values(round, 0).max[1])
  print "2 games"
else starve_all(how == "traced", { select(2, ...) }) end
