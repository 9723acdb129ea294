-- What a value rests on (src/search/basis.h): results that are called exact or solved are, whatever is kept between
-- searches; and code that keeps a value without saying what it rests on does not compile.

local gts = require "gts"
local graphs = require "spec.support.graphs"
local trees = require "spec.support.trees"

local TECHNIQUES = { "quiescence", "reductions", "late", "futility", "static", "iid", "transpositions", "aspiration", "probcut",
  "singular" }

-- Rules of a graph whose positions say who moves: `movers` of each, or drawn from the seed, also twice in a row.
local function rules_of(graph, movers, cycle)
  local rules = { name = "graph", start = 1, cycle = cycle, range = { -3, 3 } }
  function rules.next(p, move)
    local child = graph[p].children[(move or 0) + 1]
    if child then return (move or 0) + 1, child end
  end
  function rules.evaluate(p) return graph[p].value end
  function rules.player(p) return movers[p] end
  function rules.noisy(p, move) return (p * 7 ~ move * 13) % 3 == 0 end
  return rules
end

local function movers_of(graph, random)
  local movers = {}
  for p = 1, #graph do movers[p] = random(1, 2) == 1 and "max" or "min" end
  return movers
end

-- The value of each position, by attractors: f >= t above the value of a repetition if MAX can force an end of at least t,
-- else if MIN cannot force one of less.
local function values_of(graph, movers, cycle)
  local function forced(player, good)
    local inside, changed = {}, true
    while changed do
      changed = false
      for p, node in ipairs(graph) do
        if not inside[p] then
          local some, all = false, true
          for _, child in ipairs(node.children) do if inside[child] then some = true else all = false end end
          if #node.children == 0 then inside[p] = good(node.value) or nil
          elseif movers[p] == player then inside[p] = some or nil
          else inside[p] = all or nil end
          changed = changed or inside[p] ~= nil
        end
      end
    end
    return inside
  end
  local found = {}
  for t = -3, 3 do
    local inside = t > cycle and forced("max", function(value) return value >= t end) or
      forced("min", function(value) return value < t end)
    for p = 1, #graph do if (inside[p] or false) == (t > cycle) then found[p] = t end end
  end
  return found
end

-- The minimax value of a graph without cycles, with some plies to go.
local function to_depth(graph, movers, p, depth, known)
  local node, name = graph[p], p * 100 + depth
  if depth == 0 or #node.children == 0 then return node.value end
  if not known[name] then
    local best
    for _, child in ipairs(node.children) do
      local value = to_depth(graph, movers, child, depth - 1, known)
      if not best or movers[p] == "max" and value > best or movers[p] == "min" and value < best then best = value end
    end
    known[name] = best
  end
  return known[name]
end

local function some(random, words)
  local list = {}
  for _, word in ipairs(words) do if random(1, 2) == 1 then list[#list + 1] = word end end
  return #list > 0 and list or { words[random(1, #words)] }
end

-- Options of a search with a table that others have used: any algorithm that has one.
local function draw(random, kept)
  local id = ({ "ttalphabeta", "negascout", "mtd", "dfpn", "ubfm", "mcts" })[random(1, 6)]
  local options = { algorithm = id, table = kept, native = false }
  if random(1, 2) == 1 then options.depth = random(1, 7) end
  if id == "ubfm" then
    options.completion = ({ "none", "value", "win" })[random(1, 3)]
    options.descent = random(1, 2) == 1
    options.iterations = random(1, 2) == 1 and random(1, 20) or 200
  elseif id == "mcts" then options.iterations, options.seed = random(1, 2) == 1 and 20 or 200, random(1, 100)
  elseif id ~= "dfpn" then
    options.deepen = random(1, 2) == 1
    options.order = ({ {}, { "table" }, { "history" }, { "lookahead" } })[random(1, 4)]
    options.remember_leaves = random(1, 2) == 1
    if id == "negascout" and random(1, 2) == 1 then options.selective = some(random, TECHNIQUES) end
  end
  return options
end

local function try(count, shape, cycle, check)
  for seed = 1, trees.share(count) do
    local random = trees.stream(seed)
    shape.count = cycle and random(3, 9) or random(6, 24)
    local graph = graphs.random(seed, shape)
    local movers = movers_of(graph, random)
    local value = values_of(graph, movers, cycle or 0)
    local game = gts.game(rules_of(graph, movers, cycle))
    local kept = gts.table { bytes = ({ 1, 300, 1 << 16 })[random(1, 3)] }
    for call = 1, 8 do
      local options = draw(random, kept)
      options.position = random(1, 3) == 1 and random(1, #graph) or 1
      local r = gts.search(game, options)
      local text = ("seed %d, call %d, %s: %s in [%s, %s]"):format(seed, call, options.algorithm, r.value, r.lower, r.upper)
      assert(not r.solved or r.value == value[options.position], text)
      check(r, options, value[options.position], text, graph, movers)
    end
  end
end

describe("what is kept between searches", function()
  it("does not rest on a repetition above", function()
    for cycle = -1, 1 do
      try(150, { values = { -3, 3 } }, cycle, function(r, options, value, text)
        assert(options.depth or options.deepen and not r.solved or r.lower <= value and value <= r.upper, text)
      end)
    end
  end)

  it("does not rest on a selection, nor on a horizon at another depth", function()
    try(700, { values = { -3, 3 }, acyclic = true }, nil, function(r, options, value, text, graph, movers)
      if r.exact and not r.solved then
        assert(r.value == to_depth(graph, movers, options.position, options.depth, {}), text .. " at depth " .. options.depth)
      elseif not options.depth then assert(r.lower <= value and value <= r.upper, text) end
    end)
  end)

  -- 1 -> 3; 3 -> itself or 4; 4 -> 2, worth 1. MAX moves everywhere.
  it("has no value of a repetition by ubfm without completion", function()
    local graph = {
      { value = 0, children = { 3 } }, { value = 1, children = {} }, { value = 0, children = { 3, 4 } },
      { value = 0, children = { 2 } },
    }
    local game = gts.game(rules_of(graph, { "max", "max", "max", "max" }, 0))
    for _, descent in ipairs { false, true } do
      local kept = gts.table()
      gts.search(game, { algorithm = "ubfm", completion = "none", iterations = 100, descent = descent, table = kept })
      assert.are.equal(1, gts.search(game, { algorithm = "ttalphabeta", table = kept }).value)
    end
  end)

  it("is what the depth has, though another search knew more by a database", function()
    for seed = 1, trees.share(40) do
      local graph = graphs.random(seed, { acyclic = true, count = 24, values = { -3, 3 } })
      local movers = movers_of(graph, trees.stream(seed))
      local game = gts.game(rules_of(graph, movers))
      local database = gts.solve(game, { by = "retrograde", position = 2 + seed % 5 }).database
      for _, id in ipairs { "ttalphabeta", "negascout", "mtd", "dfpn", "ubfm", "mcts" } do
        for depth = 1, 6 do
          local kept, iterations = gts.table(), (id == "ubfm" or id == "mcts") and 300 or nil
          gts.search(game, { algorithm = id, depth = depth, table = kept, database = database, iterations = iterations })
          local r = gts.search(game, { algorithm = "negascout", depth = depth, table = kept })
          local value = to_depth(graph, movers, 1, r.solved and 99 or depth, {})
          assert(r.value == value, ("seed %d, %s, depth %d: %s, not %s"):format(seed, id, depth, r.value, value))
        end
      end
    end
  end)
end)

describe("a selective search", function()
  it("calls nothing exact that rests on proofs of more plies than its depth, beside a horizon", function()
    local mixed = 0
    for seed = 1, trees.share(500) do
      local graph = graphs.random(seed, { acyclic = true, count = 16, values = { -2, 2 } })
      local movers = movers_of(graph, trees.stream(seed))
      local value, game = values_of(graph, movers, 0), gts.game(rules_of(graph, movers))
      for depth = 1, 5 do
        local kept = gts.table { bytes = seed % 2 == 0 and 100 or 1 << 16 }
        gts.search(game, { algorithm = "negascout", table = kept, deepen = true, selective = { "static" }, native = false })
        local options = { algorithm = "negascout", table = kept, depth = depth, deepen = seed % 3 == 0, native = false }
        options.selective = { "quiescence" }
        local r = gts.search(game, options)
        local text = ("seed %d, depth %d: %s"):format(seed, depth, r.value)
        assert(not r.solved or r.value == value[1], text)
        assert(r.solved or not r.exact or r.value == to_depth(graph, movers, 1, depth, {}), text)
        if r.selective then mixed = mixed + 1 end
      end
    end
    assert(mixed > 0)
  end)

  -- A child of the root rested on estimates at the end of the range, and another on a deeper search.
  it("is not solved by an estimate at the end of the range", function()
    local children = { { 2, 4 }, { 5, 6, 5 }, { 5, 6 }, { 5, 7 }, { 8 }, { 9 }, { 8, 8 }, { 12, 10, 12 }, {}, {}, {}, {} }
    local values, layer = { -6, 4, 9, 3, -7, -5, -8, 9, 7, -1, 7, 6 }, { 0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4 }
    local game = gts.game { name = "layers", start = 1, range = { -9, 9 }, evaluate = function(p) return values[p] end,
      next = function(p, m) if children[p][(m or 0) + 1] then return (m or 0) + 1, children[p][(m or 0) + 1] end end,
      player = function(p) return layer[p] % 2 == 0 and "max" or "min" end, noisy = function() return false end }
    local kept = gts.table { bytes = 1 << 16 }
    for _, depth in ipairs { 4, 2, 3 } do
      local r = gts.search(game, { algorithm = "negascout", table = kept, depth = depth, deepen = depth == 3,
        selective = { "late" }, native = false })
      assert(not r.solved or r.value == -1, depth)
      local value = gts.search(game, { algorithm = "minimax", depth = depth, native = false }).value
      assert(r.solved or not r.exact or r.value == value, depth)
    end
  end)

  it("calls nothing exact that is not, after others with the same table", function()
    for seed = 1, trees.share(1500) do
      local random = trees.stream(seed)
      local graph = graphs.random(seed, { acyclic = true, count = random(8, 24), values = { -3, 3 } })
      local movers, kept = movers_of(graph, random), gts.table { bytes = random(1, 2) == 1 and 200 or 1 << 16 }
      local value, game = values_of(graph, movers, 0), gts.game(rules_of(graph, movers))
      for call = 1, 5 do
        local depth = random(1, 6)
        local r = gts.search(game, { algorithm = "negascout", table = kept, depth = depth, deepen = random(1, 2) == 1,
          selective = { random(1, 2) == 1 and "late" or "static" }, native = false })
        local text = ("seed %d, search %d, depth %d: %s"):format(seed, call, depth, r.value)
        assert(not r.solved or r.value == value[1], text)
        assert(r.solved or not r.exact or r.value == to_depth(graph, movers, 1, depth, {}), text)
      end
    end
  end)

  it("takes an empty list of orders", function()
    for _, deepen in ipairs { false, true } do
      local graph = graphs.random(3, { acyclic = true })
      local options = { algorithm = "negascout", selective = "iid", order = {}, deepen = deepen, native = false }
      local r = gts.search(graphs.rules(graph), options)
      assert.are.equal(graphs.oracle(graph, 1), r.value)
    end
  end)
end)

describe("code in C that keeps a value", function()
  local cc = "cc"               -- what else $CC may be takes a value for a structure

  -- Does the body of a function compile?
  local function compiles(body)
    local file = os.tmpname()
    local f <close> = assert(io.open(file, "w"))
    f:write('#include "search/probe.h"\nvoid keep (Search *s, Probe *r, int ply, Window w, Value value);\n',
      "void keep (Search *s, Probe *r, int ply, Window w, Value value) {\n", body,
      "\n(void)w, (void)ply, (void)value, (void)s, (void)r; }\n")
    f:flush()
    local flags = "-std=gnu11 -Isrc -D_GNU_SOURCE -Wall -Wextra -Werror -x c"
    local done = os.execute(("%s %s -fsyntax-only %s 2>/dev/null"):format(cc, flags, file))
    os.remove(file)
    return done == true
  end

  it("compiles only with what the value rests on", function()
    assert(compiles "store_entry(s, r, basis_now(s), r->depth, bounds_found(basis_now(s), ply, w, value));")
    assert(compiles "r->known = bounds_and(r->known, bounds_sure(basis_now(s), ply, MAX, value));")
    for _, body in ipairs {
      "store_entry(s, r, basis_now(s), r->depth, value);",
      "store_entry(s, r, basis_now(s), r->depth, bounds_found(ply, w, value));",
      "store_entry(s, r, r->depth, bounds_found(basis_now(s), ply, w, value));",
      "r->known = value;",
      "r->known.lower = value;",
      "r->known = (Bounds){.lower = value, .upper = value};",
      "Entry e = {.lower = value, .upper = value}; table_store(s->table, 0, 0, &e, 0);",
      "Entry e = {.bounds = value}; table_store(s->table, 0, 0, &e, 0);",
    } do assert(not compiles(body), body) end
  end)

  it("names the sealed fields in one file alone, and makes Bounds there alone", function()
    local pipe <close> = assert(io.popen "grep -rlE 'sealed_|\\(Bounds\\) *\\{' src | sort")
    assert.are.equal("src/search/basis.h\n", pipe:read "a")
  end)
end)
