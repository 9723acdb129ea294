-- Selective search: it says what it did, and what it calls proved is true.

local drawn = require "spec.support.drawn"
local gts = require "gts"
local graphs = require "spec.support.graphs"
local trees = require "spec.support.trees"

local TECHNIQUES = { "quiescence", "reductions", "late", "futility", "static", "iid", "transpositions", "aspiration",
  "probcut", "singular" }

-- Lists of techniques: none, each by itself, all of them.
local function lists()
  local all = { {}, TECHNIQUES }
  for _, one in ipairs(TECHNIQUES) do all[#all + 1] = { one } end
  return all
end

-- Rules of a random graph without cycles: estimates are drawn, and one move in three is noisy.
local function game_of(graph, values)
  local rules = { name = "graph", start = 2, range = values }
  function rules.next(p, move)
    move = (move or 0) + 1
    local child = graph[p // 2].children[move]
    if child then return move, 2 * child + 1 - p % 2 end
  end
  function rules.evaluate(p) return graph[p // 2].value end
  function rules.player(p) return p % 2 == 0 and "max" or "min" end
  function rules.noisy(p, move) return (p + move) % 3 == 0 end
  return rules
end

local function asked(options)
  options.algorithm = options.algorithm or "negascout"
  return options
end

describe("a selective search", function()
  local seen = { selective = 0, proved = 0, other = 0 }

  it("never calls exact what is not the value of the game", function()
    for seed = 1, trees.share(150) do
      local graph = graphs.random(seed, { acyclic = true, count = 40 })
      local value = graphs.oracle(graph, 1)
      local rules = game_of(graph, { -9, 9 })
      for _, list in ipairs(lists()) do
        for depth = 2, 10, 4 do
          local r = gts.search(rules, asked { depth = depth, deepen = depth == 6, table = 1e5, selective = list, native = false })
          assert(r.lower <= value and value <= r.upper or not r.selective, ("seed %d, depth %d"):format(seed, depth))
          if r.selective then
            seen.selective = seen.selective + 1
            assert(not r.exact and not r.solved)
            if r.value ~= value then seen.other = seen.other + 1 end
          elseif r.solved then
            seen.proved = seen.proved + 1
            assert.are.equal(value, r.value)
          else assert.are.equal(graphs.oracle(graph, 1, depth), r.value) end
        end
      end
    end
    assert(seen.selective > 0 and seen.proved > 0 and seen.other > 0)     -- all three were met
  end)

  it("proves a win or a loss where its leaves are ends of games, with the distance of a full search", function()
    local won = 0
    for seed = 1, trees.share(100) do
      local graph = graphs.random(seed, { acyclic = true, values = { -1, 1 }, count = 30 })
      for _, node in ipairs(graph) do if #node.children > 0 then node.value = 0 end end
      local rules = game_of(graph, { -1, 1 })
      local full = gts.best(rules, nil, { depth = 40, selective = false, native = false })
      local r = gts.best(rules, nil, { depth = 40, native = false })
      assert.are.equal(full.value, r.value)
      assert.are.equal(full.distance, r.distance)
      assert(r.solved and r.exact and not r.selective)
      if r.value ~= 0 then
        won = won + 1
        assert.are.equal(full.move, r.move)
      end
    end
    assert(won > 0)
  end)

  it("says so wherever its value is not that of the full search, in trees large enough for margins", function()
    local differ, solved = 0, 0
    local groups = { all = TECHNIQUES, two = { "reductions", "iid" }, usual = { "quiescence", "reductions", "futility", "iid" } }
    for _, one in ipairs { "reductions", "static", "futility", "iid", "probcut", "singular" } do groups[one] = { one } end
    for plies = 7, 9 do
      local game = drawn(plies)
      for _, start in ipairs(trees.seeds(trees.share(20), plies == 7 and { 17 } or plies == 9 and { 16 })) do
        local position = start << 24
        local value = gts.search(game, asked { position = position, native = false }).value
        for one, list in pairs(groups) do
          for depth = plies - 2, plies + 1 do
            local of = { position = position, depth = depth, deepen = depth % 2 == 1, native = false }
            if start % 2 == 0 then of.table = 1e6 end
            local full = gts.search(game, asked(of)).value
            of.selective = list
            local r = gts.search(game, asked(of))
            if r.value ~= full then differ = differ + 1 end
            if r.solved then solved = solved + 1 end
            assert(r.selective or r.value == full, ("%s from %d to depth %d"):format(one, start, depth))
            assert(not r.solved or r.value == value)
          end
        end
      end
    end
    assert(differ > 0 and solved > 0)
  end)

  it("proves nothing by a horizon brought nearer, where the pass itself reaches the end of a uniform tree", function()
    local proved = 0
    for _, seed in ipairs(trees.seeds(trees.share(150), { 12, 13, 21 })) do
      local of = gts.tree { branching = 3, depth = 6, seed = seed }
      local value = gts.search(of, { algorithm = "minimax" }).value
      for i, technique in ipairs { "reductions", "futility", "reductions" } do
        local r = gts.search(of, asked { depth = 6, deepen = i < 3, table = i < 3 and 1e5 or nil, selective = { technique } })
        assert(r.lower <= value and value <= r.upper, ("seed %d, %s"):format(seed, technique))
        if r.solved then
          proved = proved + 1
          assert.equal(value, r.value)
        end
      end
    end
    assert(proved > 0)
  end)

  it("does so where positions repeat", function()
    local flagged = 0
    for seed = 1, trees.share(200) do
      local rules = game_of(graphs.random(seed, { count = 8 }), { -9, 9 })
      rules.cycle = seed % 3 - 1
      local value = gts.search(rules, { algorithm = "minimax", native = false }).value
      for depth = 4, 12, 4 do
        local full = gts.search(rules, { algorithm = "minimax", depth = depth, native = false }).value
        local list = seed % 2 == 0 and TECHNIQUES or { TECHNIQUES[1 + seed % #TECHNIQUES], "transpositions" }
        if list[1] == list[2] then list[2] = nil end
        local r = gts.search(rules, asked { depth = depth, deepen = true, table = 1e5, selective = list, native = false })
        if r.selective then flagged = flagged + 1 end
        local known = r.solved or r.exact and r.value == value
        assert(r.selective or r.value == (known and value or full), ("seed %d, depth %d"):format(seed, depth))
        assert(r.exact or r.lower <= value and value <= r.upper)
      end
    end
    assert(flagged > 0)
  end)

  it("leaves nothing in a table that another search trusts", function()
    for seed = 1, trees.share(60) do
      local graph = graphs.random(seed, { acyclic = true, count = 40 })
      local rules, kept = game_of(graph, { -9, 9 }), gts.table { bytes = 1e6 }
      local fresh = gts.search(rules, asked { depth = 5, table = 1e6, native = false })
      gts.search(rules, asked { depth = 7, table = kept, selective = true, native = false })
      local r = gts.search(rules, asked { depth = 5, table = kept, native = false })
      assert.are.equal(graphs.oracle(graph, 1, 5), r.value)
      assert.are.equal(fresh.stats.visits, r.stats.visits)
      assert.are.equal(fresh.stats.leaves, r.stats.leaves)
    end
  end)

  it("is what it is with compiled rules #thorough", function()
    for _, name in ipairs { "breakthrough", "kalah", "hex", "draughts", "othello", "mill" } do
      local results = {}
      for i, native in ipairs { false, true } do
        local r = gts.best(name, nil, { nodes = 20000, native = native, table = 1e6, threads = 1 })
        results[i] = ("%s %s %d %d"):format(tostring(r.move), r.value, r.depth, r.stats.leaves)
      end
      assert.are.equal(results[1], results[2], name)
    end
  end)

  it("examines what a full one does when no technique is named, but for proofs", function()
    for seed = 1, trees.share(60) do
      local graph = graphs.random(seed, { acyclic = true, count = 40 })
      local rules = game_of(graph, { -9, 9 })
      local r = gts.search(rules, asked { depth = 5, selective = {}, native = false })
      assert.are.equal(graphs.oracle(graph, 1, 5), r.value)
      assert.is_false(r.selective)
    end
    assert.are.equal(gts.search("connect4", asked { depth = 5, native = true }).value,
      gts.search("connect4", asked { depth = 5, native = true, selective = {} }).value)
  end)
end)

describe("selective = false", function()
  it("changes nothing", function()
    for _, algorithm in ipairs(gts.algorithms) do
      local of = gts.tree { branching = 3, depth = 4, seed = 5 }
      local a = gts.search(of, { algorithm = algorithm.id })
      local b = gts.search(of, { algorithm = algorithm.id, selective = false })
      assert.are.equal(a.value, b.value)
      assert.are.same(a.stats, b.stats)
      assert.is_false(a.selective)
    end
  end)

  it("is the default of gts.search, and not of gts.best", function()
    assert.is_false(gts.search("kalah", { depth = 3 }).options.selective)
    assert.is_false(gts.search("kalah", { time = 0.01 }).options.selective)
    assert.is_false(gts.best("kalah", nil, { depth = 3, algorithm = "negascout" }).options.selective)
    local r = gts.best("kalah", nil, { depth = 3 })
    assert.same({ true, true }, { r.options.selective, r.picked.selective })
  end)
end)

describe("quiescence", function()
  -- MAX may take something (12) at the horizon, whereupon MIN takes it back (-10), and a quiet move leads to 0.
  local function exchange(noisy)
    local children = { [1] = { 2, 3 }, [2] = { 4, 5 }, [4] = { 6, 7 } }
    local values = { [1] = 0, [2] = 1, [3] = 0, [4] = 12, [5] = 1, [6] = -10, [7] = 12 }
    return gts.game {
      name = "exchange", start = 1, range = { -20, 20 },
      next = function(p, move)
        move = (move or 0) + 1
        if children[p] and children[p][move] then return move, children[p][move] end
      end,
      evaluate = function(p) return values[p] end,
      player = function(p) return (p == 1 or p == 4 or p == 5) and "max" or "min" end,
      noisy = noisy,
    }
  end

  local function value(of, depth) return gts.search(of, asked { depth = depth, selective = { "quiescence" } }) end

  it("follows noisy moves beyond the horizon, and may stand pat", function()
    local quiet = value(exchange(function() return false end), 1)
    assert.same({ 1, false }, { quiet.value, quiet.selective })
    local r = value(exchange(function(p, move) return p == 2 and move == 1 end), 1)
    assert.are.equal(1, r.value)                -- MIN may take (12), or stand pat on 1
    assert.is_true(r.selective)
  end)

  it("is forced to move where all moves are noisy", function()
    local r = value(exchange(function(p) return p == 2 or p == 4 end), 1)
    assert.are.equal(1, r.value)                -- 12 for MAX behind the first, 1 behind the second
    assert.is_false(r.exact and not r.solved)
  end)

  it("finds the value of a plain search that goes on along noisy moves, in Lua and compiled", function()
    for seed = 1, trees.share(200) do
      local rules = game_of(graphs.random(seed, { acyclic = true, count = 60 }), { -9, 9 })
      local depth = 1 + seed % 3
      local function plain(p, ply)
        local max, stand, values = rules.player(p) == "max", rules.evaluate(p), {}
        for move, child in rules.next, p do
          if ply < depth or ply < depth + 12 and rules.noisy(p, move) then values[#values + 1] = plain(child, ply + 1)
          elseif ply >= depth then values[#values + 1] = stand end
        end
        return #values == 0 and stand or (max and math.max or math.min)(table.unpack(values))
      end
      for _, native in ipairs { false, seed <= 3 or nil } do
        local r = gts.search(rules, asked { depth = depth, selective = { "quiescence" }, native = native })
        assert.are.equal(plain(2, 0), r.value)
      end
    end
  end)

  it("ends though every move is noisy", function()
    local endless = gts.game {
      name = "endless", start = 0, range = { -1000, 1000 },
      next = function(p, move)
        move = (move or 0) + 1
        if move <= 2 then return move, p + move end
      end,
      evaluate = function(p) return p % 7 end, noisy = function() return true end,
    }
    local r = gts.search(endless, asked { depth = 3, selective = true })
    assert(r.selective and r.stats.visits < 1e6)
  end)

  it("names noisy when it answers with no boolean, and passes its errors on", function()
    assert.has_error(function() value(exchange(function() return 1 end), 1) end,
      "rules.noisy returned 1 for position 2: expected a boolean")
    local ok, message = pcall(value, exchange(function() error { 7 } end), 1)
    assert.is_false(ok)
    assert.are.same({ 7 }, message)
    assert.are.equal(1, value(exchange(), 1).value)
  end)
end)

describe("the option selective", function()
  local function refused(text, options) assert.has_error(function() gts.search("nim", options) end, text) end

  it("is refused by name where it cannot be meant", function()
    refused("minimax takes no option 'selective': it searches the whole tree; these can be selective: negascout",
      { algorithm = "minimax", selective = true })
    refused("option 'window' does not go with 'selective', which proves no bounds", asked { selective = true, window = { 0, 1 } })
    refused("option 'solution' does not go with 'selective', which proves no bounds", asked { selective = true, solution = true })
    for _, wrong in ipairs { "captures", 3, { "late", "late" }, { function() end }, { 1 } } do
      local ok, message = pcall(gts.search, "nim", asked { selective = wrong })
      assert(not ok and message:find("option 'selective' of negascout", 1, true), message)
    end
  end)

  it("has a risk, of probcut alone", function()
    for _, list in ipairs { false, true, { "late" } } do
      refused("option 'risk' is that of the technique 'probcut', which the option 'selective' does not name",
        asked { selective = list, risk = 0.1 })
    end
    for _, wrong in ipairs { 0, 0.6, "much", 0 / 0 } do
      local ok, message = pcall(gts.search, "nim", asked { selective = { "probcut" }, risk = wrong })
      assert(not ok and message:find("option 'risk' of negascout", 1, true), message)
    end
    local visits, of = {}, gts.tree { branching = 4, depth = 14, order = "correlated", seed = 2 }
    for i, risk in ipairs { 0.001, 0.5 } do
      visits[i] = gts.search(of, asked { depth = 10, selective = { "probcut" }, risk = risk, table = 1e6 }).stats.visits
    end
    assert(visits[2] < visits[1])
  end)

  it("finds the values of the full search by what leaves nothing out", function()
    local less = 0
    for start = 1, trees.share(30) do
      for depth = 3, 8 do
        local of = asked { position = start << 24, depth = depth, deepen = true, native = false, table = 1e6 }
        local full = gts.search(drawn(8), of)
        of.selective = { "transpositions", "aspiration" }
        local r = gts.search(drawn(8), of)
        assert.are.equal(full.value, r.value)
        assert.are.equal(full.move, r.move)
        if r.stats.visits < full.stats.visits then less = less + 1 end
      end
    end
    assert(less > 0)
  end)

  it("takes one technique, several in a text, and a list", function()
    for _, given in ipairs { "late", "late,futility", { "late", "futility" } } do
      local r = gts.search("kalah", asked { depth = 3, selective = given, native = false })
      assert.are.equal("late", r.options.selective[1])
    end
  end)
end)

describe("a trace", function()
  it("says which technique treats which node, and what rests on it", function()
    local by, flagged, of_root = {}, 0, {}
    gts.search("breakthrough", asked { depth = 5, deepen = true, table = 1e6, selective = true, trace = function(event)
      if event.kind == "selective" then
        assert(event.selective and event.by and (event.plies or event.value))
        by[event.by] = (by[event.by] or 0) + 1
        of_root[event.by] = of_root[event.by] or event.ply == 1
      elseif event.selective then flagged = flagged + 1 end
    end })
    assert(of_root.reductions)
    assert(by.reductions and by.quiescence and by.late and flagged > 0)
  end)

  -- Holds by how many plies the horizon is nearer for each child in a search to a depth against expected(plies to go, number,
  -- null, place). The number is how many of its siblings were visited before it, and one; the place the last number of its path.
  -- Returns how often it was 1, 2, 3 plies.
  local function turns(game, depth, technique, expected)
    local nodes, reduced, seen = {}, {}, { 0, 0, 0 }
    local function turn(path, null)
      local above, place = path:match "^(.-)%.?(%d+)$"
      above = nodes[above]
      local number = above.number[path] or above.visited + 1
      return above, number, expected(above.left, number, null, math.tointeger(place))
    end
    gts.search(game, asked { depth = depth, selective = { technique }, trace = function(event)
      local path = event.path
      if event.kind == "selective" then
        local _, _, plies = turn(path, event.test ~= nil)
        assert.equal(plies, event.plies)
        seen[plies], reduced[path] = seen[plies] + 1, plies
      elseif event.kind == "develop" or event.kind == "leaf" then
        local left = depth
        if path ~= "" then
          local above, number, plies = turn(path, true)
          if not above.number[path] then
            if above.null then assert.equal(plies, reduced[path] or 0) end
            above.number[path], above.visited = number, number
          end
          left, reduced[path] = above.left - 1 - (reduced[path] or 0), nil
        end
        nodes[path] = { left = left, null = event.test ~= nil, visited = 0, number = {} }
      end
    end })
    return seen
  end

  it("says by how many plies later moves are reduced: 0.6 and ln plies ln number, by 1.44; one less in an open window", function()
    for seed = 1, 2 do
      local seen = turns(gts.tree { branching = 12, depth = 8, seed = seed }, 6, "reductions", function(left, number, null)
        if number < 3 or left < 3 then return 0 end
        local plies = math.floor((0.6 + math.log(left) * math.log(number)) / 1.44)
        return math.min(math.max(null and plies or plies - 1, 0), left - 2)
      end)
      assert(seen[1] > 0 and seen[2] > 0 and seen[3] > 0)
    end
  end)

  it("says which late moves are evaluated at once: quiet ones behind 4 + 2 plies^2, within three plies of the horizon", function()
    local rules = { name = "drawn", start = 1, noisy = function(_, move) return move % 3 == 0 end }
    function rules.next(p, move) if (move or 0) < 26 and p < 1 << 50 then return (move or 0) + 1, 37 * p + (move or 0) end end
    function rules.evaluate(p) return p * 0x9E3779B97F4A7C15 >> 54 end
    local seen = turns(rules, 4, "late", function(left, number, null, place)
      return null and left >= 2 and left <= 3 and number > 4 + 2 * left^2 and place % 3 ~= 0 and left - 1 or 0
    end)
    assert(seen[1] > 0 and seen[2] > 0)
  end)

  it("shows those that are not used by default #thorough", function()
    local by = {}
    local words = { "aspiration", "transpositions", "probcut", "singular" }
    gts.search("breakthrough", asked { depth = 8, deepen = true, table = 1e7, selective = words, order = { "table", "history" },
      trace = function(event)
        if event.kind ~= "selective" then return end
        by[event.by] = (by[event.by] or 0) + 1
        if event.by == "singular" then assert.are.equal(-1, event.plies) end
        if event.by == "probcut" then assert(event.value) end
      end })
    for _, word in ipairs(words) do assert(by[word], word) end
  end)

  it("of a full search has nothing of it", function()
    gts.search("breakthrough", asked { depth = 3, trace = function(event) assert(not event.selective and not event.by) end })
  end)
end)

describe("a search that is stopped", function()
  local SMALL <const> = gts.game("breakthrough", { columns = 5, rows = 6 })

  -- The search that ends with a depth, once for each.
  local function completed_by(selective)
    return setmetatable({}, { __index = function(all, depth)
      all[depth] = gts.best(SMALL, nil, { depth = depth, native = false, table = 1e6, selective = selective })
      return all[depth]
    end })
  end

  it("has the move of the unfinished depth when its first move has been searched again", function()
    local later, completed = 0, completed_by(nil)
    for nodes = 1000, 6000, 250 do
      local r = gts.best(SMALL, nil, { nodes = nodes, native = false, table = 1e6 })
      assert(r.stopped == "nodes" and r.selective and not r.exact and r.move and r.pv[1] == r.move)
      if completed[r.depth].value ~= r.value then later = later + 1 end
    end
    assert(later > 0)
  end)

  it("in a full search keeps that of the last depth", function()
    local completed = completed_by(false)
    for nodes = 500, 2000, 500 do
      local r = gts.best(SMALL, nil, { nodes = nodes, native = false, table = 1e6, selective = false })
      assert.are.equal(completed[r.depth].move, r.move)
      assert.are.equal(completed[r.depth].value, r.value)
    end
  end)
end)
