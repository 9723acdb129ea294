--- Solves two whole graphs with the k-th request for memory and all later ones refused, for every k. See refusals.lua.

local gts = require "gts"
local graphs = require "spec.support.graphs"
local refuse = require "refuse"

local refused = {}

local function starve(game, right)
  local function solve()
    local r = gts.solve(game, { by = "retrograde", native = false })
    r.database:close()
    return r.value
  end
  local k, requests, leaked, ok, value = 0
  repeat
    k = k + 1
    requests, leaked, ok, value = refuse.call(k, solve)
    assert(leaked == 0, "memory leaked")
    assert(ok or value == "not enough memory", value)
    if k % 50 == 0 then assert(solve() == right, "another value") end
  until ok and requests < k
  assert(value == right, "another value")
end

--- Both graphs; prints how many.
function refused.run()
  local straight = graphs.random(12, { count = 40, acyclic = true })
  starve(gts.game(graphs.rules(straight, "short strings")), graphs.oracle(straight, 1))
  local round = graphs.rules(graphs.random(12, { count = 40 }))
  round.cycle = 0
  starve(gts.game(round), require("spec.support.whole").values(graphs.random(12, { count = 40 }), 0).max[1])
  print "2 games"
end

return refused
