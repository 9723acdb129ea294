--- Which searches that grow a tree end with the value, claim by claim.

local search = require("gts.experiments.searched").search
local tree = require("gts.tree").new

local ENOUGH = 20000            -- iterations: a tree has 1,093 nodes at most

-- Searches a number of trees with values from -3 to 3. Returns whether all ended with the minimax value; whether some went on and
-- none was wrong; and the counts, as a text.
local function ended(options, trees)
  local right, wrong, going = 0, 0, 0
  options.iterations, options.bounds = ENOUGH, false
  for seed = 1, trees do
    local of = tree { branching = { 1, 3 }, depth = { 2, 6 }, range = { -3, 3 }, seed = seed }
    local r = search(of, options)
    if not r.exact then going = going + 1
    elseif r.value == search(of, { algorithm = "minimax" }).value then right = right + 1
    else wrong = wrong + 1 end
  end
  return right == trees, going > 0 and wrong == 0, ("%d trees: %d values, %d wrong; %d searches go on after %d iterations")
    :format(trees, right, wrong, going, ENOUGH)
end

local function claims(trees)
  local function complete(options)
    return function()
      local all, _, found = ended(options, trees)
      return all, found
    end
  end
  return {
    { "Unbounded best-first minimax with completion finds the value of every finite tree", where = "Cohen-Solal 2021",
      check = complete { algorithm = "ubfm", rollout = 0, completion = "win" } },
    { "So does descent minimax", where = "Cohen-Solal 2020",
      check = complete { algorithm = "ubfm", rollout = 0, completion = "win", descent = true } },
    { "Without completion it comes back to what is resolved, and may never end", where = "Cohen-Solal 2021", check = function()
      local _, some, found = ended({ algorithm = "ubfm", rollout = 0, completion = "none" }, trees)
      return some, found
    end },
    { "MCTS-Solver finds the value of every finite tree", where = "Winands et al. 2008",
      check = complete { algorithm = "mcts" } },
    { "So does MCTS with score bounds in its selection, where games have many results",
      where = "Cazenave & Saffidine 2010", check = complete { algorithm = "mcts", backup = "bounds" } },
  }
end

return { claims = claims(1000), quick = { claims = claims(15) } }
