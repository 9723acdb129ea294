--- The size of a game tree, estimated by Knuth's method.
--
-- A path at random from the start has 1, b1, b1*b2, ... as unbiased estimates of the nodes at each ply, where b1, b2, ... are the
-- successors met on it (D. E. Knuth, "Estimating the efficiency of backtrack programs", Math. Comp. 29, 1975). Here a population
-- takes the place of the one node: the next is drawn from all its successors, and the count grows by the mean of theirs. It stays
-- unbiased, a population of one is Knuth's path, and estimates of long games do not depend on a few lucky paths any more
-- (P.-C. Chen, "Heterogeneous sampling", SIAM J. Comput. 21, 1992, has populations by strata).

local moves = require "gts.moves"
local random = require "gts.base.random"
local to_move = require "gts.profile.to_move"
local tables = require "gts.base.tables"

local tree = {}

-- Returns all successors of a population, in one list; each with the player that moves there.
local function successors_of(of, population)
  return tables.flatten(population, function(node)
    return tables.map(to_move.successors(of, node.position, node.player), function(entry)
      return { position = entry.position, player = to_move.after(of, entry.position, node.player) }
    end)
  end)
end

-- The logarithm of a sum, of the logarithms of two numbers.
local function add(a, b)
  local most, least = math.max(a, b), math.min(a, b)
  return most + math.log(1 + math.exp(least - most))
end

--- Makes one estimate of the nodes of the game tree. `job`: seed, number, population, longest (plies); `halt` is called for each
-- ply; returns why to stop. Returns false: `halt` has ended it. Else logarithm (natural), and cut: it was not the end.
function tree.estimate(of, job, halt)
  local draw = random.stream((job.seed << 24) + job.number)
  local population = { { position = moves.start(of), player = to_move.first(of) } }
  local count, total = 0, 0             -- logarithms: of the nodes at this ply, and of all so far
  for _ = 1, job.longest do
    if halt and halt() then return false end
    local list = successors_of(of, population)
    if #list == 0 then return { logarithm = total, cut = false } end
    count = count + math.log(#list / #population)
    total, population = add(total, count), {}
    for i = 1, job.population do population[i] = list[draw(1, #list)] end
  end
  return { logarithm = total, cut = true }
end

return tree
