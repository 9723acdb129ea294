-- Moves as bits: rules.legal and rules.play, by rules.rank, are to every algorithm what the same moves by `next` are.

local gts = require "gts"
local sets = require "spec.support.sets"
local trees = require "spec.support.trees"

local orders = {
  false, { "table" }, { "table", "history" }, { "killer", "history" }, { "lookahead" }, { "table", "rules", "killer" },
  { "rules" },
}

-- What a search says.
local function told(game, options)
  local r = gts.search(game, options)
  local line = {}
  for i, move in ipairs(r.pv) do line[i] = tostring(move) end
  return { value = r.value, move = r.move, pv = table.concat(line, " "), lower = r.lower, upper = r.upper,
    visits = r.stats.visits, leaves = r.stats.leaves, developed = r.stats.developed, peak = r.stats.peak }
end

describe("rules.legal and rules.play", function()
  it("are to every algorithm what the same moves by next are", function()
    for _, ranked in ipairs { false, true } do
      local by_set, by_next = gts.game(sets.legal(ranked)), gts.game(sets.next(ranked))
      for seed = 1, trees.share(25) do
        for _, algorithm in ipairs(gts.algorithms) do
          -- A playout takes one of a set as it is, whatever its rank: any is as likely, but another.
          if not algorithm.alternative and not (ranked and algorithm.family == "sampling") then
            local options = { algorithm = algorithm.id, position = sets.start(seed), depth = seed % 5 + 1, native = false }
            assert.same(told(by_next, options), told(by_set, options))
          end
        end
      end
    end
  end)

  it("are the same with every order, with tables and deepening", function()
    for _, ranked in ipairs { false, true } do
      local by_set, by_next = gts.game(sets.legal(ranked)), gts.game(sets.next(ranked))
      for seed = 1, trees.share(40) do
        for i, order in ipairs(orders) do
          if order and (ranked or order[1] ~= "rules" and order[2] ~= "rules") then
            local options = { algorithm = ({ "ttalphabeta", "negascout", "mtd" })[seed % 3 + 1], position = sets.start(seed),
              depth = (seed + i) % 7 + 1, order = order, deepen = seed % 2 == 0, native = false,
              table = seed % 3 > 0 and 1 << 12 or 1 }
            local one, other = told(by_next, options), told(by_set, options)
            assert.equal(sets.value(sets.start(seed), options.depth), other.value)
            if order[1] ~= "table" then assert.same(one, other) else assert.equal(one.value, other.value) end
          end
        end
      end
    end
  end)

  it("are the same compiled, visit by visit", function()
    for _, ranked in ipairs { false, true } do
      local game = gts.game(sets.legal(ranked))
      local report = gts.native(game)
      assert(report.compiled, tostring(report))
      for _, id in ipairs { "alphabeta", "ttalphabeta", "sss2", "gsearch", "minimax" } do
        for seed = 1, trees.share(20) do
          for i, order in ipairs(orders) do
            if i == 1 or id == "ttalphabeta" and (ranked or order[1] ~= "rules" and order[2] ~= "rules") then
              local options = { algorithm = id, position = sets.start(seed), depth = seed % 6 + 1, native = true,
                order = order or nil, deepen = id == "ttalphabeta" and seed % 2 == 0 or nil }
              local compiled = told(game, options)
              options.native = false
              assert.same(told(game, options), compiled)
              assert.equal(sets.value(sets.start(seed), options.depth), compiled.value)
            end
          end
        end
      end
    end
  end)

  it("are walked by rank, then from the lowest bit up; gts.moves, perft, analyses and proofs go with them", function()
    for _, ranked in ipairs { false, true } do
      local game = gts.game(sets.legal(ranked))
      for seed = 1, trees.share(20) do
        local start, list = sets.start(seed), {}
        for i, entry in ipairs(gts.moves(game, start)) do list[i] = entry.move end
        assert.same(sets.moves(start, ranked), list)
        local walked = {}
        for move in game.next, start do walked[#walked + 1] = move end
        assert.same(list, walked)
        local counts = gts.perft(game, 4, { position = start, native = false })
        assert.same(gts.perft(gts.game(sets.next(ranked)), 4, { position = start, native = false })[4], counts[4])
        local r = gts.search(game, { position = start, algorithm = "sss", depth = 3, solution = true, native = false })
        assert(gts.verify(game, r))
        assert.equal(#list, #gts.analyze(game, { position = start, depth = 2, native = false }))
      end
    end
  end)

  it("make a position only of a move that is searched, and find the moves once a node", function()
    local rules, legal, play = sets.legal(false), 0, 0
    local find, make = rules.legal, rules.play
    function rules.legal(a)
      legal = legal + 1
      return (find(a))
    end
    function rules.play(a, m)
      play = play + 1
      return make(a, m)
    end
    for seed = 1, 10 do
      legal, play = 0, 0
      local r = gts.search(rules, { algorithm = "ttalphabeta", position = sets.start(seed), depth = 6, native = false,
        order = { "killer", "history" } })
      -- The line of play is made again, and what is in it.
      assert(play <= r.stats.visits - 1 + #r.pv and legal <= r.stats.developed + #r.pv)
    end
  end)

  it("find the moves once for a walk, of this position and of no other", function()
    local asked = 0
    local game = gts.game {
      name = "asked", start = 0, evaluate = function() return 0 end,
      legal = function(p)
        asked = asked + 1
        return p < 100 and 7 << p or 0
      end,
      play = function(p, move) return 10 * p + move end,
    }
    local moves = {}
    for move, q in game.next, 1 do
      moves[#moves + 1] = move
      if move == 2 then for inner in game.next, q do moves[#moves + 1] = inner end end      -- of another position
    end
    assert.same({ 1, 2, 12, 13, 14, 3 }, moves)
    assert.equal(3, asked)
    assert.equal(3, (game.next(1, 2)))
  end)

  it("take positions of any kind", function()
    local tables = sets.legal(true)
    local flat = { legal = tables.legal, play = tables.play, evaluate = tables.evaluate, rank = tables.rank }
    tables.start = { sets.start(1) }
    for name, f in pairs(flat) do tables[name] = function(p, m) return f(p[1], m) end end
    function tables.play(p, m) return { flat.play(p[1], m) } end
    for seed = 1, trees.share(15) do
      for _, id in ipairs { "alphabeta", "sss2", "maxsearch", "recsss", "negascout" } do
        local options = { algorithm = id, position = sets.start(seed), depth = 4, native = false,
          order = id == "negascout" and { "history", "lookahead" } or nil }
        local one = told(gts.game(sets.legal(true)), options)
        options.position = { sets.start(seed) }
        assert.same(one, told(gts.game(tables), options))
      end
    end
  end)

  it("end where nothing but nil comes after, compiled as in Lua", function()
    local rules = { name = "ends", start = 1, evaluate = function(p) return p % 7 end }
    function rules.play(p, m) return 2 * p + m end
    function rules.legal(p)
      if p > 60 then return 0 elseif p % 3 == 0 then return 6, nil elseif p % 3 == 1 then return 6 end
      return 2, 1
    end
    for _, id in ipairs { "minimax", "sss2" } do
      local compiled = told(gts.game(rules), { algorithm = id, native = true })
      assert.same(told(gts.game(rules), { algorithm = id, native = false }), compiled)
    end
    function rules.legal(p) return p > 60 and 0 or 6, nil, 1 end
    for _, native in ipairs { false, true } do
      local ok, said = pcall(gts.search, rules, { native = native })
      assert(not ok and said:find("rules.legal returned nil", 1, true), said)
    end
  end)

  it("are refused where they are wrong, by name", function()
    local function wrong(more, message, options)
      local rules = sets.legal(true)
      for name, value in pairs(more) do rules[name] = value or nil end
      options = options or {}
      options.native, options.position, options.depth = false, sets.start(2), 4
      local ok, said = pcall(gts.search, rules, options)
      assert(not ok and said:find(message, 1, true), said)
    end
    wrong({ legal = function() return 1.5 end }, "rules.legal returned 1.5")
    wrong({ legal = function() return 1, nil, 1 end }, "rules.legal returned nil")
    wrong({ rank = function() return 1 << 60 end }, "expected an integer from -2^53 to 2^53")
    wrong({ legal = function() end }, "rules.legal returned nil")
    wrong({ legal = function() return 1, "x" end }, "rules.legal returned 'x'")
    wrong({ legal = function() return table.unpack({}, 1, 129) end }, "rules.legal returned 129 integers")
    wrong({ rank = function() return 0.5 end }, "rules.rank returned 0.5")
    wrong({ rank = function() end }, "rules.rank returned nil")
    wrong({ play = function() end }, "rules.play returned nil")
    wrong({ play = false }, "rules.play is missing")
    wrong({ next = function() end }, "rules.next and rules.legal are both there")
    wrong({ rank = false }, "the order 'rules' needs rules.rank", { algorithm = "negascout", order = "rules" })
    wrong({ legal = function() error "here" end }, "here (in rules.legal of position 512)")
    wrong({ play = function() error "here" end }, "here (in rules.play of position 512)")
  end)
end)
