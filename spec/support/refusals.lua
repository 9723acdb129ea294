-- Searches a small tree, as data and as rules of four forms (or of one, every second algorithm), with the k-th request for memory
-- and all later ones refused, for every k: gts spec/support/refusals.lua plain|traced ALGORITHM... (traced: the tree alone; each
-- leaf asks for OPEN); gts spec/support/refusals.lua solve: whole graphs, see refused_graphs.lua
-- Each time the error must be the one for that, nothing may leak, and a later search must be right. Prints how many games.
--
-- It runs on its own: at a refused request Lua collects all garbage, which takes long where much else is in memory.

local gts = require "gts"
local refuse = require "refuse"
local trees = require "spec.support.trees"

local how = ...
if how == "solve" then return require("spec.support.refused_graphs").run() end
local traced = how == "traced"

local function look(event)
  if event.kind == "leaf" then event:open() end
end

local function check_right(r)
  assert(r.value == 5, "another value")
  assert(trees.move_number(r.move) == 3, "another move")
end

local function starve(game, limits)
  local k, requests, leaked, ok, r = 0
  repeat
    k = k + 1
    requests, leaked, ok, r = refuse.call(k, gts.search, game, limits)
    assert(leaked == 0, "memory leaked")
    assert(ok or r == "not enough memory", r)
    if k % 8 == 0 then check_right(gts.search(game, limits)) end
  until ok and requests < k
  assert(k > 10, "the search asked for no memory")
  check_right(r)
  check_right(gts.search(game, limits))
end

-- Each makes its positions anew, and so asks for memory itself: a smaller tree is enough.
local forms = { "list with moves of tables", "next of integers", "closure of strings", "next of 5 words" }

local count = 0
for number, algorithm in ipairs { select(2, ...) } do
  local games = { gts.tree(trees.third_child_gives_five()) }
  local few = trees.share(#forms)
  for i = 1, (traced or few < #forms and number % 2 == 0) and 0 or few do
    local form = forms[(number // 2 + i) % #forms + 1]          -- another for another algorithm, if there is but one
    games[#games + 1] = gts.game(trees.rules(trees.third_of_three_gives_five(), form, { terminal = true, player = true }))
  end
  for _, game in ipairs(games) do
    local ok, wrong = pcall(starve, game, { algorithm = algorithm, trace = traced and look or nil })
    assert(ok, algorithm .. ": " .. tostring(wrong))
  end
  count = count + #games
end
print(count .. " games")
