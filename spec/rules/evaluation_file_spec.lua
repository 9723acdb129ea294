-- Evaluations as data: what is read means what formulas written here by hand say, and nothing else is read.

local estimate = require "gts.rules.estimate"
local evaluation_file = require "gts.rules.evaluation_file"
local random = require "gts.base.random"
local reading = require "gts.facts.reading"

local function signed(lines) return reading.with_digest("gts evaluation 1\n" .. table.concat(lines, "\n") .. "\n") end

local HEAD = { "game some", "about One line.", "about Another: {3} \"x\"", "words 2", "board 3 2", "end terminal legal 2",
  "winner 0.1 512" }

-- Gathers, lanes, stages, and two players who do not see the same.
local PATTERNS = { "weights 8 1x2: cells 1 4", "1-2 3-4 5 0 0 7", "weights 10 2x1: cells 5 6", "0*8-9 10", "sums 3 1", "sums 2",
  "stages a&15 b&3: 1 1 2 2 2 1 2", "player +max", "state s1 a&5 3*b>>1&5", "state v2 s1>>2&3",
  "pattern 1 v2&1", "pattern 2 s1&3",
  "player -min", "pattern 1 a&9*0x5000000000000000>>62@1", "pattern 2 b&1 a&2>>1@2" }

local function with(...)
  local list = table.move(HEAD, 1, #HEAD, 1, {})
  for _, line in ipairs { ... } do list[#list + 1] = line end
  return list
end

local function read(lines) return evaluation_file.read(signed(lines)) end

-- Rules with functions of all names; player is of the second word's sign.
local rules = { words = 2, start = { 0, 0 }, evaluate = function() return "end" end, terminal = function(a) return a == 77 end,
  legal = function(a) return a == 78 and 0 or 1, 0 end, player = function(_, b) return b < 0 and "min" or "max" end,
  score = function(a) return a end, next = function() return 1 end }

describe("an evaluation in a file", function()
  it("means what its lines say", function()
    local data = assert(read(with(table.unpack(PATTERNS))))
    assert.same({ { "One line.", "Another: {3} \"x\"" }, { columns = 3, rows = 2 } }, { data.about, data.board })
    local evaluate = assert(estimate.make(data)(rules))
    assert.same({ "end", "end" }, { evaluate(77, 0), evaluate(78, 0) })
    -- The weights of the stages, one orbit after the other.
    local of = { { 1, -2, 3, -4, 0, 0, 0, 0, 0 }, { 5, 0, 0, 7, 0, 0, 0, -9, 10 } }
    local function bit(word, i) return word >> i & 1 end
    local stage_of = { [0] = 1, 1, 2, 2, 2, 1, 2 }
    for a = 0, 63 do
      for _, b in ipairs { 0, 1, 2, 3, 5, 10, -1, -2 } do
        local t = of[stage_of[bit(a, 0) + bit(a, 1) + bit(a, 2) + bit(a, 3) + bit(b, 0) + bit(b, 1)]]
        if b >= 0 then
          local s1 = (a & 5) + 3 * (b >> 1 & 5)
          assert.equal(0.1 + (t[(s1 >> 2 & 1) + 1] + t[(s1 & 3) + 5]) / 512, evaluate(a, b))
        else
          local first, second = 3 * bit(a, 0) + bit(a, 3), bit(b, 0) + 2 * bit(a, 1)
          assert.equal(0.1 + (t[first + 1] + t[second + 5]) / -512, evaluate(a, b))
        end
      end
    end
  end)

  it("is a score and a whole number within the range, halves away from the reversed one's", function()
    local data = assert(read { "game some", "words 2", "end list", "value score -20 20", "weights 2 one: cells 1", "-128 5000",
      "player +max -min", "pattern 1 a&1" })
    local of = { words = 2, successors = function() return { 1 } end }
    for name, f in pairs(rules) do of[name] = of[name] or f end
    local evaluate = assert(estimate.make(data)(of))
    -- For MAX -1/2 is rounded up, for MIN 1/2 down.
    assert.same({ 6, 6, 20, -13 }, { evaluate(6, 0), evaluate(6, -1), evaluate(7, 0), evaluate(7, -1) })
    assert.equal("integer", math.type(evaluate(6, 0)))
  end)

  it("is of features, with weights for each player", function()
    for form, features in pairs { list = function(a) return { a, 1 } end, values = function(a) return a, 1 end } do
      local data = assert(read { "game some", "words 2", "end walk", "winner 0.5 0.5",
        ("features %s max 0.5 -1"):format(form), ("features %s min 1e-3 1000000000"):format(form) })
      local of = { words = 2, features = features, successors = function() return next, { 1 } end, evaluate = rules.evaluate,
        player = rules.player }
      local evaluate = assert(estimate.make(data)(of))
      assert.same({ 0.5 + 0.5 * (1 / 2), 0.5 + 0.5 * (-1 / 2), 0.5 + 0.5 * (1e6 / (1e6 + 1)) },
        { evaluate(4, 0), evaluate(0, 0), evaluate(4, -1) })
    end
  end)

  it("is written as it was read, to the byte", function()
    for _, lines in ipairs { with(table.unpack(PATTERNS)),
      { "game a b", "words 1", "end terminal walk", "value", "weights 3 x: cells 1", "0 0 1", "player -both", "pattern 1 a&0" },
      { "game x", "words 16", "end legal 16", "value -1.5 0.25", "weights 1 x: cells 1 2 3", "2147483648", "player +max -min",
        "state s1 p>>63&1", "pattern 1 s1&1" },
      { "game x", "words 1", "end next", "winner -3 0.1", "features values max 0.1 1e+300 4.9406564584125e-324 -7" } } do
      local text = signed(lines)
      assert.equal(text, evaluation_file.write(assert(evaluation_file.read(text))))
    end
    -- Numbers at random, among them many zeros.
    local draw = random.stream(3)
    for _ = 1, 50 do
      local data = assert(read { "game x", "words 1", "end next", "winner 0 1", "weights 1 x: cells 1", "0", "player +both",
        "pattern 1 a&1" })
      local numbers = {}
      for i = 1, draw(1, 300) do
        local kind = draw(1, 4)
        numbers[i] = kind == 1 and draw(-1 << 31, 1 << 31) or kind == 2 and draw(-99, 99) or 0
      end
      data.weights[1].numbers = numbers
      local text = evaluation_file.write(data)
      assert.same(numbers, assert(evaluation_file.read(text)).weights[1].numbers)
      for line in text:gmatch "[^\n]*" do assert.is_true(#line <= 120) end
    end
  end)

  it("gives a number for every position, whatever its patterns", function()
    -- States beyond the weights, where a position has bits that no position of its game has.
    local data = assert(read { "game some", "words 2", "end next", "winner 0 1", "weights 1 x: cells 1", "7", "sums 9 65536",
      "player +max -min", "state s1 a&0xffffffffffffffff 1048576*b>>1&0xffffffffffffffff", "pattern 1 s1>>3&65535",
      "pattern 1 a&3@1", "pattern 1 a&0xffffffffffffffff*0x123456789abcdef>>48" })
    local evaluate, draw = assert(estimate.make(data)(rules)), random.stream(5)
    local function word() return draw(0, 1 << 31) << 33 ~ draw(0, 1 << 31) << 16 ~ draw(0, 1 << 31) end
    for _ = 1, 2000 do assert.equal("float", math.type(evaluate(word(), word()))) end
  end)

  it("is refused where it is damaged, in every byte and at every length", function()
    local text = signed(with(table.unpack(PATTERNS)))
    for i = 1, #text do
      assert.is_nil((evaluation_file.read(text:sub(1, i - 1) .. string.char(text:byte(i) ~ 1) .. text:sub(i + 1))))
      assert.is_nil((evaluation_file.read(text:sub(1, i - 1))))
    end
    assert.equal("it is damaged", select(2, evaluation_file.read(text .. "\n")))
    assert.equal("it is damaged", select(2, evaluation_file.read(text:gsub("about One", "about Two"))))
    assert.matches("its format is evaluation 2: gts %S+ reads evaluation 1",
      select(2, evaluation_file.read((text:gsub("^gts evaluation 1", "gts evaluation 2")))))
    for _, other in ipairs { "gts book 1\n", "", "\n", "\27Lua" } do
      assert.equal("this is no evaluation: it does not begin with 'gts evaluation 1'", select(2, evaluation_file.read(other)))
    end
  end)

  it("is refused where a line cannot be #thorough", function()
    local function wrong(place, line, ...)
      local list = with(table.unpack(PATTERNS))
      list[place] = line
      for i, more in ipairs { ... } do list[place + i] = more end
      local data, why = read(list)
      assert.is_nil(data, line)
      return why
    end
    local big = ("9"):rep(400)
    for _, row in ipairs {
      { 4, "words 17" }, { 4, "words 0" }, { 4, "words -1" }, { 4, "words " .. big }, { 4, "words 2.0" }, { 4, "about x" },
      { 5, "board 101 2" }, { 5, "board 3" }, { 5, "board 0 0" }, { 6, "end legal" }, { 6, "end legal 129" }, { 6, "end never" },
      { 6, "end terminal" }, { 7, "winner 0 0" }, { 7, "winner 0 -1" }, { 7, "winner nan 1" }, { 7, "winner 0 inf" },
      { 7, "winner 0 1e999" }, { 7, "winner -nan 1" }, { 7, "winner 0 0x10" }, { 7, "value 3 2" }, { 7, "value 1" },
      { 7, "value nan nan" }, { 7, "value score 1 2 3" }, { 7, "winner 0" },
      { 7, "winner 0 5e-324" }, { 7, "winner -1e308 1" },
      { 8, "weights 9 1x2: cells 1 4" }, { 8, "weights 7 1x2: cells 1 4" }, { 8, "weights 0 x: cells 1" },
      { 8, "weights 1000000000 x: cells 1" }, { 8, "weights 8 x" }, { 8, "weights 8 x: cells 0" }, { 9, "0*1000000000" },
      { 9, "1 2 3 4 5 6 7 nan" }, { 9, "1 2 3 4 5 6 7 inf" }, { 9, "1 2 3 4 5 6 7 2147483649" }, { 9, "1 2 3 4 5 6 7 " .. big },
      { 9, "1 2 3 4 5 6 7 1.5" }, { 9, "0*0 1 2 3 4 5 6 7 8" }, { 9, "0*" }, { 9, "((((" },
      { 12, "sums -1" }, { 12, "sums 70000" }, { 12, "sums 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17" }, { 12, "sums" },
      { 12, "sums nan" }, { 14, "stages a&15 b&3: 1 1 2" }, { 14, "stages a&15 b&3: 1 1 2 2 2 1 17" },
      { 14, "stages s1&3: 1 1 1" },
      { 14, "stages a&15 b&3: 1 1 2 2 2 1 3" }, { 15, "player +first" }, { 15, "player max" }, { 15, "player +min" },
      { 15, "player +both +max" }, { 16, "state s1 c&1" }, { 16, "state a a&1" }, { 16, "state s1 a&1*3" },
      { 16, "state s1 a>>64&1" },
      { 16, "state s1 1*a&1" }, { 16, "state s1 s1&1" }, { 16, "state s1 a & 1" }, { 16, "state s1 a&1@1" },
      { 16, "state end a&1" },
      { 16, "state s1 os.exit()" }, { 16, "state s1" }, { 16, "state s1 " .. ("a&1 "):rep(65) },
      { 16, "state s1 a&0x1ffffffffffffffff" },
      { 18, "pattern 3 v2&1" }, { 18, "pattern 0 v2&1" }, { 18, "pattern 1 v3&1" }, { 18, "pattern 1 v2&65536" },
      { 18, "pattern 1 a&0xffffffffffffffff" }, { 18, "pattern 1 a&1*3" }, { 18, "pattern 1 a&4@1" }, { 18, "pattern 1 a&1@3" },
      { 18, "pattern 1" }, { 18, "pattern 1 2*v2&1" }, { 18, "pattern 1 a&1>>0" }, { 18, "pattern 1 " .. ("a&1 "):rep(65) },
      { 18, "pattern 1 " .. ("("):rep(100000) }, { 18, "load 1" }, { 18, "" }, { 18, "\0" }, { 18, "features list max 1" },
      { 19, "words 1" }, { 17, "stages a&15 b&3: 1 1 2 2 2 1 2" }, { 18, "pattern 1 " .. ("a&65535@1 "):rep(64) },
      { 20, "player +max" }, { 20, "player -min -max" },
    } do
      local why = wrong(row[1], row[2])
      assert.is_true(#why < 250, why)
    end
    assert.equal("line 19: 'pattern 3 v2&1': it is no lookup of weights", wrong(18, "pattern 3 v2&1"))
    assert.equal("line 10: '0*1000000000': there are more than 8 weights", wrong(9, "0*1000000000"))
    assert.equal("the weights 1 are incomplete", wrong(9, "1 2 3"))
    -- Many small lines that make much: numbers, sums, patterns, variables.
    local function many(count, line, from)
      local list = with(table.unpack(PATTERNS))
      for i = 1, count do table.insert(list, from, (line:gsub("#", ("%d"):format(i + 2)))) end
      local data, why = read(list)
      assert.is_nil(data)
      return why
    end
    assert.matches("there are more than 4194304 numbers", many(100, "sums 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16", 13))
    assert.matches("there are more than 4194304 numbers", many(10, "weights 1000000 x: cells 1\n0*1000000", 8))
    assert.matches("there are more than 16384 of them", many(16384, "pattern 1 a&1", 18))
    assert.matches("there are more than 150 of them", many(150, "state v# a&1", 17))
    for i, name in ipairs { "game", false, false, "words", false, "end", "winner" } do
      local list = with(table.unpack(PATTERNS))
      table.remove(list, i)
      if name then assert.is_nil((read(list)), name) end
    end
    assert.equal("the line 'game' is missing", select(2, read { "words 1" }))
    assert.equal("features have no patterns", select(2, read(with("features list max 1", "stages a&1: 1 1"))))
    assert.equal("a player is missing", select(2, read(with(table.unpack(PATTERNS, 1, 11)))))
    assert.equal("min has no patterns", select(2, read(with(table.unpack(PATTERNS, 1, 13)))))
  end)

  it("may be as large as its limits", function()
    local list = { "game x", "words 1", "end next", "winner 0 1", "weights 16 x: cells 1", "0*16", "player +both" }
    for i = 1, 150 do list[#list + 1] = ("state v%d a>>%d&5"):format(i, i % 63 + 1) end
    for i = 1, 16384 do list[#list + 1] = ("pattern 1 v%d&15"):format(i % 150 + 1) end
    local of = { evaluate = rules.evaluate, next = rules.next, player = function() return "min" end }
    assert.equal(0, assert(estimate.make(assert(read(list)))(of))(77))
  end)
end)
