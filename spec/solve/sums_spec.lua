-- Games that fall into parts: their values, gts.solve by them, and gts.check of rules.parts.

local gts = require "gts"
local random = require "gts.base.random"
local sums = require "gts.solve.sums"
local trees = require "spec.support.trees"
local values = require "gts.solve.values"

-- A position of domineering: "#" is covered.
local function covered(rows, columns, text, min_moves)
  local position, cell = min_moves and 1 << rows * columns or 0, 0
  for mark in text:gmatch "[.#]" do
    if mark == "#" then position = position | 1 << cell end
    cell = cell + 1
  end
  return gts.game("domineering", { rows = rows, columns = columns }), position
end

-- Three heaps of which a stone is taken, in rules that `change` may have changed.
local function heaps(change)
  local TURN, rules = 1 << 12, { name = "heaps", start = 0x222, range = { -1, 1 } }
  function rules.next(p, move)
    for m = (move or 0) + 1, 3 do
      if p >> 4 * m - 4 & 15 > 0 then return m, p - (1 << 4 * m - 4) ~ TURN end
    end
  end
  function rules.evaluate(p) return p & TURN - 1 ~= 0 and 0 or p == TURN and 1 or -1 end
  function rules.player(p) return p & TURN == 0 and "max" or "min" end
  function rules.turned(p) return p ~ TURN end
  function rules.parts(p)
    local list = {}
    for m = 0, 2 do list[#list + 1] = p >> 4 * m & 15 > 0 and p >> 4 * m & 15 | p & TURN or nil end
    return list
  end
  if change then change(rules, rules.next, rules.parts) end
  return rules
end

describe("values of parts #plain", function()
  it("are those of the textbooks", function()
    -- Conway, On numbers and games; Berlekamp, Conway and Guy, Winning ways; clobber: Albert et al. 2005
    for _, row in ipairs {
      { 2, 2, "....", "+-1" }, { 2, 3, "......", "{2|-1/2}" }, { 3, 2, "......", "{1/2|-2}" }, { 3, 3, ".........", "+-1" },
      { 2, 2, ".#..", "*" }, { 4, 1, "....", "2" }, { 3, 2, ".#.#..", "1/2" }, { 3, 2, ".#...#", "*" },
    } do
      local of, position = covered(row[1], row[2], row[3])
      assert.same({ row[4] }, sums.new(of, position).parts, row[3])
    end
    local clobber = gts.game("clobber", { columns = 3, rows = 1 })
    assert.same({ "{0|*}" }, sums.new(clobber, { 3, 4, 0 }).parts)                    -- XXO is up
    assert.same({ "{*|0}" }, sums.new(clobber, { 1, 6, 0 }).parts)
  end)

  it("add up", function()
    local star = values.of({ values.zero }, { values.zero })
    local up = values.of({ values.zero }, { star })
    assert.equal(values.zero, values.sum(star, star))
    assert.equal(values.zero, values.sum(up, values.negative(up)))
    assert.equal(up, values.sum(values.sum(up, star), star))
    assert.equal(values.number(-1.25), values.sum(values.number(0.75), values.number(-2)))
    assert.equal("2*", values.name(values.sum(values.number(2), star)))
    assert.equal(values.zero, values.of({ values.number(-3) }, { values.number(1.5) }))
    assert.same({ 1, -1 }, { values.stops(values.of({ values.number(1) }, { values.number(-1) })) })
  end)
end)

describe("gts.solve by parts #plain", function()
  it("equals a search without them on small boards at random, and its move has the value", function()
    local draw = random.stream(11)
    local clobber, nim = gts.game("clobber", { columns = 4, rows = 3 }), gts.game("nim", { heaps = { 7, 7, 7, 7 } })
    local domineering = gts.game("domineering", { columns = 4, rows = 4 })
    for i = 1, trees.share(150) do
      local bits, free = draw(0, 0xffffff), draw(0, 0xffff)
      local of, position = domineering, bits & free & 0xffff | (i & 2) << 15
      if i % 3 == 0 then of, position = nim, bits & 0x1c71c7 | (i & 2) << 23
      elseif i % 3 == 1 then of, position = clobber, { bits & free & 0xfff, ~bits & free & 0xfff, i & 1 } end
      local search = { position = position, algorithm = "negascout", table = 1 << 22 }
      local value, r = gts.search(of, search).value, gts.solve(of, { by = "parts", position = position, memory = 1 << 24 })
      assert.same({ value, "parts" }, { r.value, r.by }, gts.write(of, position))
      search.position = r.position
      if r.move ~= nil then assert.equal(value, gts.search(of, search).value) end
    end
  end)

  it("wins nim where the sum of the heaps is not zero, whatever their size", function()
    for _, row in ipairs { { 1, 63, 62, 61, 60, 59, 58, 57 }, { -1, 63, 62, 61, 60, 59, 58, 57, 56 } } do
      local r = gts.solve(gts.game("nim", { heaps = { table.unpack(row, 2) } }), { by = "parts" })
      assert.same({ row[1], true, "*63" }, { r.value, r.positions < 1000, r.parts[1] })
    end
  end)

  it("is chosen where a position falls into parts, and not for one part alone", function()
    local of, position = covered(6, 10, [[
      ...#....#. ...#....#. .#.#....## ########.. ...#...... ...#..#... ]])
    local r = gts.solve(of, { position = position })
    assert.same({ "parts", "it falls into independent parts", 5 }, { r.by, r.why, #r.parts })
    assert.matches("parts    ", tostring(r), 1, true)
    assert.not_equal("parts", gts.solve(gts.game("domineering", { rows = 5, columns = 5 }), { distances = false }).by)
  end)

  it("refuses what values of parts cannot give, and games without parts", function()
    for _, row in ipairs {
      { "tictactoe", {}, "option 'by' is 'parts': tictactoe has no rules.parts" },
      { "nim", { distances = true }, "option 'distances' does not go with by = 'parts'" },
      { "nim", { solution = true }, "option 'solution' does not go with by = 'parts'" },
      { gts.game("nim", { misere = true }), {}, "nim has no rules.parts" },
      { gts.variant("clobber", { misere = true }), {}, "clobber has no rules.parts" },
      { gts.variant("clobber", { passes = 1 }), {}, "clobber has no rules.parts" },
      { heaps(function(rules) rules.cycle = 0 end), {}, "rules.cycle and rules.parts do not go together" },
      { heaps(function(rules) rules.turned = nil end), {}, "rules.parts needs rules.player, rules.turned, and two finite" },
      { heaps(function(rules) function rules.parts() return 7 end end), {}, "rules.parts returned 7: expected a list" },
      { heaps(function(rules) function rules.parts() return { 0.5 } end end), {}, "returned 0.5 as part 1: expected a position" },
      { heaps(function(rules) function rules.next(p, m) if not m then return 1, p end end end), {}, "a part comes again" },
    } do
      row[2].by = "parts"
      local ok, wrong = pcall(gts.solve, row[1], row[2])
      assert.is_false(ok)
      assert.matches(row[3], tostring(wrong), 1, true)
    end
  end)
end)

describe("gts.check of rules.parts #plain", function()
  local function findings(change) return gts.check(heaps(change), { positions = 100, time = 60 }) end

  it("finds nothing where they are independent", function() assert.equal(0, #findings()) end)

  for name, row in pairs {
    ["a move that changes two parts"] = { "move 1 of position %d+ leads to the parts .*, and no move in one of its 3 parts does",
      function(rules, next)
        function rules.next(p, move)
          local at, q = next(p, move)
          if at == 1 and q & 0xf0 > 0 then q = q - 16 end
          return at, q
        end
      end },
    ["a part that is left out"] = { "and no move in one of its 2 parts does", function(rules, _, parts)
      function rules.parts(p) return parts(p & ~0xf00) end
    end },
    ["a move of a part alone"] = { "move 1 of part 1 of position 291 leads to the parts '2 . 3', and no move of the position",
      function(rules, next)
        rules.start = 0x123
        function rules.next(p, move) if p ~= 0x123 or move ~= 2 then return next(p, move) end end
      end },
    ["a part of the other player"] = { "gives part %d for position %d+, in which max is to move", function(rules, _, parts)
      function rules.parts(p) return parts(p & 0xfff) end
    end },
    ["a loser who has won"] = { "the player to move has lost position 0, which has no moves, but its value is 1", function(rules)
      function rules.evaluate(p) return p == 0 and 1 or p == 1 << 12 and -1 or 0 end
    end },
    ["no list"] = { "rules.parts returned 7 for position %d+: expected a list", function(rules)
      function rules.parts() return 7 end
    end },
  } do
    it("finds " .. name, function()
      local found = findings(row[2])
      assert.equal("parts", found[1].kind)
      assert.matches(row[1], found[1].message)
    end)
  end
end)
