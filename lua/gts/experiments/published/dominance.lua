--- Which algorithm examines no leaf that another spares: what was proved of the window algorithms and SSS*, claim by claim.

local search = require("gts.experiments.searched").search
local tables = require "gts.base.tables"
local tree = require("gts.tree").new

local SEEDS = 20                -- trees of each kind

-- The leaves that a search examines: a list of paths in the order of time, and each once as a name.
local function leaves_of(game, options)
  local seen = { set = {}, count = 0 }
  options.trace = function(event)
    if event.kind ~= "leaf" then return end
    seen[#seen + 1] = event.path
    if not seen.set[event.path] then seen.set[event.path], seen.count = true, seen.count + 1 end
  end
  search(game, options)
  return seen
end

local entries = {
  alphabeta = { algorithm = "alphabeta" }, failhard = { algorithm = "failhard" }, negascout = { algorithm = "negascout" },
  sss = { algorithm = "sss" }, dual = { algorithm = "dual" }, maxsearch = { algorithm = "maxsearch" },
  mtd = { algorithm = "mtd", first = math.huge, table = 1 << 20 },
}

local function kinds()
  return tables.flatten({ { 2, 5 }, { 2, 6 }, { 3, 4 }, { 4, 3 } }, function(shape)
    return tables.flatten({ "independent", "random", "strong", "best" }, function(order)
      return tables.range(1, SEEDS, function(seed)
        return { branching = shape[1], depth = shape[2], order = order, seed = seed,
          range = order == "independent" and { 1, seed % 2 == 0 and 4 or 1000 } or nil }
      end)
    end)
  end)
end

local trees                     -- made once, with the leaves of each algorithm

local function all()
  trees = trees or tables.map(kinds(), function(kind)
    local leaves = {}
    for name, options in pairs(entries) do leaves[name] = leaves_of(tree(kind), tables.copy(options)) end
    return tables.copy(kind, { leaves = leaves })
  end)
  return trees
end

-- In how many trees a predicate holds; and that in words.
local function count(holds)
  local found = tables.count(all(), function(of) return holds(of.leaves, of) end)
  return found, ("in %d of %d trees"):format(found, #all())
end

-- A claim that a predicate holds in every tree.
local function always(claim, where, holds)
  return { claim, where = where, check = function()
    local found, text = count(holds)
    return found == #all(), text
  end }
end

local function is_part(of, whole)
  for path in pairs(of.set) do
    if not whole.set[path] then return false end
  end
  return true
end

local function is_same(one, other) return table.concat(one, " ") == table.concat(other, " ") end
local function critical(of) return of.branching ^ ((of.depth + 1) // 2) + of.branching ^ (of.depth // 2) - 1 end

local claims = {
  always("no algorithm examines fewer leaves than the critical tree has, b^ceil(d/2) + b^floor(d/2) - 1", "Knuth & Moore 1975",
    function(leaves, of)
      for _, seen in pairs(leaves) do
        if seen.count < critical(of) then return false end
      end
      return true
    end),
  always("alpha-beta examines just the critical tree where the best successor comes first", "Knuth & Moore 1975",
    function(leaves, of) return of.order ~= "best" or leaves.alphabeta.count == critical(of) end),
  always("alpha-beta examines the same leaves, fail-soft or fail-hard", "Fishburn 1983",
    function(leaves) return is_same(leaves.alphabeta, leaves.failhard) end),
  always("SSS* examines no leaf that alpha-beta does not", "Stockman 1979; Roizen & Pearl 1983",
    function(leaves) return is_part(leaves.sss, leaves.alphabeta) end),
  always("nor does its dual", "Marsland, Reinefeld & Schaeffer 1987",
    function(leaves) return is_part(leaves.dual, leaves.alphabeta) end),
  always("NegaScout examines no leaf that alpha-beta does not", "Reinefeld 1989",
    function(leaves) return is_part(leaves.negascout, leaves.alphabeta) end),
  { "neither of NegaScout and SSS* dominates the other", where = "Reinefeld 1989", check = function()
    local more, fewer = count(function(leaves) return leaves.negascout.count > leaves.sss.count end),
      count(function(leaves) return leaves.negascout.count < leaves.sss.count end)
    return more > 0 and fewer > 0, ("NegaScout examines more leaves in %d of %d trees, fewer in %d"):format(more, #all(), fewer)
  end },
  { "on trees of middling order SSS* mostly examines fewer leaves", where = "Reinefeld 1989", check = function()
    local function of_order(holds) return count(function(leaves, of) return of.order ~= "best" and holds(leaves) end) end
    local sss = of_order(function(leaves) return leaves.sss.count < leaves.negascout.count end)
    local negascout = of_order(function(leaves) return leaves.negascout.count < leaves.sss.count end)
    return sss > negascout, ("SSS* fewer in %d trees, NegaScout in %d"):format(sss, negascout)
  end },
  always("Maxsearch examines no leaf that SSS* does not", "Pijls & de Bruin, A framework",
    function(leaves) return is_part(leaves.maxsearch, leaves.sss) end),
  always("MTD(+inf) with a table examines the leaves of SSS*, in its order", "Plaat, Schaeffer, Pijls & de Bruin 1996",
    function(leaves) return is_same(leaves.mtd, leaves.sss) end),
}

return { claims = claims }
