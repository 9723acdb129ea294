-- Positions with colours reversed, on random games whose values follow from the definition, and in the shipped games.

local errors = require "spec.support.errors"
local gts = require "gts"
local random = require "gts.base.random"

-- A random game. Nodes have numbers from 1, and children: a node, whether the same player moves again, and what he gains. A
-- position is {label, gained}; labels of the same node with either player to move have nothing to do with each other.
local function make(seed, options)
  local draw = random.stream(seed)
  local count = options.nodes
  local labels, nodes, of_label = {}, {}, {}
  for i = 1, 2 * count do labels[i] = i end
  for i = 2 * count, 2, -1 do
    local j = draw(1, i)
    labels[i], labels[j] = labels[j], labels[i]
  end
  for i = 1, count do
    local node = { value = draw(-3, 3), max = labels[i], min = labels[count + i] }
    nodes[i], of_label[node.max], of_label[node.min] = node, { node = node, player = "max" }, { node = node, player = "min" }
    for _ = 1, i < count and draw(options.cyclic and 0 or 1, 3) or 0 do
      local to = options.cyclic and draw(1, count) or draw(i + 1, math.min(count, i + 4))
      node[#node + 1] = { to = to, again = draw(1, 4) == 1, gain = options.scored and draw(0, 2) or 0 }
    end
  end
  return nodes, of_label
end

local other = { max = "min", min = "max" }

-- Its rules.
local function rules_of(nodes, of_label, options)
  local rules = { name = "random", words = 2, start = { nodes[1].max, 0 }, cycle = options.cyclic and 0 or nil }
  function rules.next(label, gained, move)
    local at = of_label[label]
    local child = at.node[(move or 0) + 1]
    if not child then return nil end
    local player = child.again and at.player or other[at.player]
    return (move or 0) + 1, nodes[child.to][player], gained + (at.player == "max" and child.gain or -child.gain)
  end
  function rules.evaluate(label, gained)
    local at = of_label[label]
    local value = #at.node == 0 and at.node.value or 0
    return gained + (at.player == "max" and value or -value)
  end
  function rules.player(label) return of_label[label].player end
  rules.symmetries = {}
  function rules.symmetries.reversed(label, gained)
    local at = of_label[label]
    return at.node[other[at.player]], -gained
  end
  if options.scored then
    function rules.score(_, gained) return gained end
    function rules.key(label) return label end
  end
  return rules
end

-- The value of a node with MAX to move, by the definition; with `plies`, cut off there.
local function value_of(nodes, i, plies)
  local node, best = nodes[i], nil
  if #node == 0 then return node.value end
  if plies == 0 then return 0 end
  for _, child in ipairs(node) do
    local below = value_of(nodes, child.to, plies and plies - 1)
    local value = child.gain + (child.again and below or -below)
    if not best or value > best then best = value end
  end
  return best
end

local ALGORITHMS <const> = { "alphabeta", "ttalphabeta", "negascout", "mtd", "sss2", "dfpn", "pn" }

local function searches(of, options, expected, what)
  for _, id in ipairs(ALGORITHMS) do
    local proof = id == "dfpn" or id == "pn"
    for goal = proof and expected or 0, proof and expected + 1 or 0 do
      local all = { algorithm = id, goal = proof and goal or nil, table = id == "negascout" and gts.table {} or nil }
      for name, value in pairs(options) do all[name] = value end
      local result = gts.search(of, all)
      if proof then assert.equal(goal == expected, result.value >= goal, what .. id)
      else assert.equal(expected, result.value, what .. id) end
    end
  end
end

describe("a key with colours reversed", function()
  it("gives every algorithm the value of the definition", function()
    for seed = 1, 12 do
      local options = { nodes = 14, scored = seed % 3 == 0 }
      local nodes, of_label = make(seed, options)
      local rules = rules_of(nodes, of_label, options)
      local of = gts.game(rules)
      assert.is_true(of.reverses)
      local what = ("seed %d: "):format(seed)
      searches(of, { native = false }, value_of(nodes, 1), what)
      for depth = 2, 4, 2 do
        assert.equal(value_of(nodes, 1, depth), gts.search(of, { algorithm = "mtd", depth = depth, native = false }).value, what)
      end
      for i, node in ipairs(nodes) do          -- from the other side
        local result = gts.search(of, { algorithm = "mtd", position = { node.min, 5 }, native = false })
        assert.equal(5 - value_of(nodes, i), result.value, what)
      end
    end
  end)

  it("gives a retrograde analysis the values and distances of all positions, from half of them", function()
    for seed = 1, 16 do
      local options = { nodes = 24, scored = seed % 4 == 0, cyclic = seed % 2 == 1 }
      local nodes, of_label = make(seed, options)
      local of = gts.game(rules_of(nodes, of_label, options))
      local without = gts.game(rules_of(nodes, of_label, options), { symmetries = false })
      local half = gts.solve(of, { by = "retrograde", native = false })
      local whole = gts.solve(without, { by = "retrograde", native = false })
      assert(half.positions >= whole.positions / 2 and half.positions <= whole.positions)
      for label in ipairs(of_label) do
        local position = { label, options.scored and 3 or 0 }
        local value = whole.database:value(position)
        if value then
          assert.equal(value, half.database:value(position), seed)
          assert.equal(whole.database:distance(position), half.database:distance(position), seed)
        end
        if value and not options.cyclic then
          local at = of_label[label]
          for i, node in ipairs(nodes) do
            if node == at.node then assert.equal(value, position[2] + (at.player == "max" and 1 or -1) * value_of(nodes, i)) end
          end
        end
      end
    end
  end)

  it("is used by several processes, and belongs to its games only", function()
    local folder = os.tmpname()
    os.remove(folder)
    local of = gts.game("morris", { symmetries = "key" })
    local alone = gts.solve(of, { by = "retrograde", native = false })
    local together = gts.solve(of, { folder = folder, threads = 2, native = false })
    assert.equal(alone.positions, together.positions)
    for _, position in ipairs { 0, 1 << 18, 0x203, 0x20c | 1 << 18, 1 << 13 | 1 << 18 } do
      assert.equal(alone.database:value(position), together.database:value(position))
      assert.equal(alone.database:distance(position), together.database:distance(position))
    end
    errors.says(errors.complaint(gts.solve, gts.game "morris", { folder = folder }), "of other options, rules or data")
    together.database:close()
    os.execute("rm -r " .. folder)
  end)

  it("leaves a game that does not ask for it as it was", function()
    for _, name in ipairs { "nim", "dots", "morris", "hexapawn" } do
      local function search(options)
        return gts.search(gts.game(name, options), { algorithm = "mtd", depth = 6, native = false }).stats
      end
      assert.same(search { symmetries = false }, search {})
      assert.is_nil(gts.game(name).reverses)
    end
    local none = { name = "no", start = 0, successors = print, evaluate = print }
    errors.says(errors.complaint(gts.game, none, { symmetries = "key" }),
      "option 'symmetries' of the game 'no' is 'key': these rules state no symmetries")
  end)

  -- From 3 4 5 by hand: the positions are the heaps; of each only that with MAX to move.
  it("is one of all positions of nim with the same heaps", function()
    local with = gts.solve(gts.game("nim", { symmetries = "key" }), { by = "retrograde", native = false })
    assert.equal(4 * 5 * 6, with.positions)
    local of = gts.game("nim", { symmetries = "key" })
    assert.equal(gts.canonical(of, 3 | 4 << 6 | 5 << 12), gts.canonical(of, 3 | 4 << 6 | 5 << 12 | 1 << 18))
    assert.not_equal(gts.canonical(of, 3 | 4 << 6), gts.canonical(of, 4 | 3 << 6))
  end)
end)

describe("colours reversed of positions that are tables", function()
  it("share the key that gts makes", function()
    local min = math.min
    local rules = { name = "heap", start = { left = 20, by = "max" }, range = { -1, 1 } }
    function rules.successors(p)
      local list = {}
      for taken = 1, min(3, p.left) do list[taken] = { left = p.left - taken, by = p.by == "max" and "min" or "max" } end
      return list
    end
    function rules.evaluate(p) return p.by == "max" and -1 or 1 end
    function rules.player(p) return p.by end
    rules.symmetries = { reversed = function(p) return { left = p.left, by = p.by == "max" and "min" or "max" } end }
    local r = gts.solve(rules, { by = "retrograde", native = false })
    assert.same({ -1, 21 }, { r.value, r.positions })
    local of = gts.game(rules)
    assert.equal(gts.canonical(of, { left = 7, by = "max" }), gts.canonical(of, { left = 7, by = "min" }))
    assert.not_equal(gts.canonical(of, { left = 7, by = "max" }), gts.canonical(of, { left = 6, by = "min" }))
    for _, native in ipairs { false, true } do
      local with = gts.search(of, { algorithm = "ttalphabeta", native = native })
      local without = gts.search(gts.game(rules, { symmetries = false }), { algorithm = "ttalphabeta", native = native })
      assert.equal(without.value, with.value)
      assert(with.stats.visits < without.stats.visits)
    end
  end)
end)

describe("reversed colours that are wrong", function()
  local function rules_with(reversed, more)
    local rules = { name = "heap", start = 10, range = { -1, 1 } }
    rules.symmetries = { reversed = reversed, key = more and more.in_key }
    function rules.next(p, move)              -- 2 * stones, and 1 if MIN is to move
      local taken = (move or 0) + 1
      if taken <= 2 and p // 2 >= taken then return taken, p - 2 * taken ~ 1 end
    end
    function rules.evaluate(p) return p > 1 and 0 or p == 0 and -1 or 1 end
    function rules.player(p) return p % 2 == 0 and "max" or "min" end
    for name, value in pairs(more or {}) do
      if name ~= "in_key" then rules[name] = value ~= "none" and value or nil end
    end
    return rules
  end
  local function other_side(p) return p ~ 1 end

  it("are refused with what they do not go with", function()
    local function refused(more, what)
      errors.says(errors.complaint(gts.game, rules_with(other_side, more)), "rules.symmetries.reversed needs " .. what)
    end
    assert(gts.game(rules_with(other_side)).reverses)
    refused({ player = "none" }, "rules.player")
    refused({ range = { -1, 2 } }, "a range with 0 in the middle, and rules.range is {-1, 2}")
    refused({ cycle = 1 }, "a rules.cycle of 0")
    errors.says(errors.complaint(gts.game, rules_with(7)), "symmetries")
  end)

  it("are found by gts.check, with the position", function()
    local function found(reversed, more)
      local report = gts.check(rules_with(reversed, more), { time = 10, positions = 30 })
      assert.same({ false, "symmetries" }, { report.clean, report[1].kind })
      assert(report[1].position ~= nil)
      return report[1].message
    end
    assert.is_true(gts.check(rules_with(other_side), { time = 10, positions = 30 }).clean)
    errors.says(found(function(p) return p end), "position 10 to 10, where max is to move, too")
    errors.says(found(function(p) return p == 11 and 8 or p ~ 1 end), "no image of the first")
    errors.says(found(function() return "7" end, { in_key = false }), "returned '7' for position 10")
    errors.says(found(function(p) return p > 5 and p ~ 1 or nil end, { in_key = false }), "returned nil for position")
    errors.says(found(function() error "no" end, { in_key = false }), "rules.symmetries.reversed failed for position 10")
    errors.says(found(other_side, { evaluate = function(p) return p > 1 and p % 2 / 2 or p == 0 and -1 or 1 end }),
      "and rules.evaluate gives")
    errors.says(found(other_side, { bounds = function(p) return p % 2 == 0 and -1 or 0, 1 end }), "and rules.bounds gives")
    errors.says(found(other_side, { next = function(p, move)
      local taken = (move or 0) + 1
      if taken <= 1 + p % 2 and p // 2 >= taken then return taken, p - 2 * taken ~ 1 end
    end }), "reversed takes position 10 to 11, whose move 2 no move corresponds to")
  end)

  -- gts.check looks at these games, too: spec/check/check_spec.lua.
  it("are not among the shipped games", function()
    local list = { nim = {}, chomp = {}, wythoff = {}, dots = {}, kalah = {}, morris = {}, hexapawn = { columns = 4, rows = 4 },
      breakthrough = { columns = 5, rows = 6 }, draughts = {}, tictactoe = {}, othello = {}, amazons = {}, domineering = {},
      hex = {}, clobber = {}, knightthrough = {}, loa = {}, ataxx = {}, gomoku = { size = 6 }, teeko = {}, oware = {},
      mill = { men = 6 } }
    local draw = random.stream(7)
    for name, options in pairs(list) do
      local of = gts.game(name, options)
      local function ask(f, position)
        if of.words then return f(table.unpack(position, 1, of.words)) end
        return f(position)
      end
      local function reversed(position)
        if of.words then return { ask(of.images.reversed, position) } end
        return ask(of.images.reversed, position)
      end
      local position = of.start
      for _ = 1, 6 do
        local q = reversed(position)
        assert.equal(other[ask(of.player, position)], ask(of.player, q), name)
        assert.equal(0 - ask(of.evaluate, position), ask(of.evaluate, q), name)
        assert.equal(gts.canonical(of, position), gts.canonical(of, q), name)
        assert.same(position, reversed(q), name)
        local moves = gts.moves(of, position)
        if #moves == 0 then break end
        assert.equal(#moves, #gts.moves(of, q), name)
        position = moves[draw(1, #moves)].position
      end
    end
  end)
end)
