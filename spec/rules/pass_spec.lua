-- rules.pass: checked by gts.check, compiled with the other rules, and asked by selective searches with null moves alone.

local compiled = require "spec.support.compiled"
local errors = require "spec.support.errors"
local gts = require "gts"

local message_of = errors.findings

-- A number that looks random, from 0 to 999, of an integer.
local function mixed(p) return ((p * 0x9e3779b97f4a7c15) >> 33) % 1000 end

-- A position of these games is the number of a node in a tree of three moves each, times 2, and 1 more if MIN is to move. Values
-- look random, and are near those of the nodes above. Each form of rules has the position in its own way.
local START, LAST = 2, 2 * 3 ^ 9 // 1 | 0

local function after(p, move) return (3 * (p // 2) + move) * 2 + (1 - p % 2) end
local function worth(p) return mixed(p // 2) + mixed(p // 6) + mixed(p // 18) - 1500 end

local function over(p) return p > LAST end

local function from_integer(pass)
  return { name = "integer", start = START, pass = pass,
    evaluate = function(p) return worth(p) end,
    player = function(p) return p % 2 == 0 and "max" or "min" end,
    next = function(p, move)
      local m = (move or -1) + 1
      if m <= 2 and not over(p) then return m, after(p, m) end
    end }
end

local function from_set(pass)
  local rules = from_integer(pass)
  rules.name, rules.next = "set", nil
  rules.legal = function(p) return over(p) and 0 or 7 end
  rules.play = after
  return rules
end

-- In two integers, of which the second is who moves.
local function from_two(pass)
  return { name = "two", words = 2, start = { START // 2, 0 },
    evaluate = function(a, b) return worth(2 * a + b) end,
    player = function(_, b) return b == 0 and "max" or "min" end,
    next = function(a, b, move)
      local m = (move or -1) + 1
      if m <= 2 and not over(2 * a + b) then return m, 3 * a + m, 1 - b end
    end,
    pass = pass and function(a, b)
      local p = pass(2 * a + b)
      if p == nil then return nil end
      return p // 2, p % 2
    end }
end

-- And in six, of which the others remain.
local function from_six(pass)
  local rules = from_two(nil)
  rules.name, rules.words, rules.start = "six", 6, { START // 2, 0, 30, 40, 50, 60 }
  rules.next = function(a, b, c, d, e, f, move)
    local m = (move or -1) + 1
    if m <= 2 and not over(2 * a + b) then return m, 3 * a + m, 1 - b, c, d, e, f end
  end
  rules.pass = pass and function(a, b, c, d, e, f)
    local p = pass(2 * a + b)
    if p == nil then return nil end
    return p // 2, p % 2, c, d, e, f
  end
  return rules
end

local function from_table(pass)
  return { name = "table", start = { at = START }, key = function(p) return p.at end, show = function(p) return "at " .. p.at end,
    evaluate = function(p) return worth(p.at) end,
    player = function(p) return p.at % 2 == 0 and "max" or "min" end,
    pass = pass and function(p)
      local at = pass(p.at)
      return at and { at = at }
    end,
    successors = function(p)
      if over(p.at) then return {} end
      return { { at = after(p.at, 0) }, { at = after(p.at, 1) }, { at = after(p.at, 2) } }
    end }
end

local function from_string(pass)
  return { name = "string", start = tostring(START),
    evaluate = function(p) return worth(math.tointeger(p)) end,
    player = function(p) return math.tointeger(p) % 2 == 0 and "max" or "min" end,
    pass = pass and function(p)
      local at = pass(math.tointeger(p))
      return at and tostring(at)
    end,
    successors = function(p)
      local at = math.tointeger(p)
      if over(at) then return {} end
      return { tostring(after(at, 0)), tostring(after(at, 1)), tostring(after(at, 2)) }
    end }
end

local forms = { from_integer, from_set, from_two, from_six, from_table, from_string }

local function turned(p) return p ~ 1 end
local function none() return nil end

local WITH, WITHOUT = { "null", "reductions", "iid" }, { "reductions", "iid" }

local function options(selective, more)
  local all = { algorithm = "negascout", selective = selective, depth = 7, deepen = true, table = 1 << 20 }
  for name, value in pairs(more or {}) do all[name] = value end
  return all
end

describe("rules.pass", function()
  it("gives a position or nil in every form of rules, or a finding #thorough", function()
    for _, form in ipairs(forms) do
      for _, right in ipairs { turned, none } do assert.equal("", message_of(form(right))) end
      local said = message_of(form(function() error "oh" end))
      assert(said:find("rules.pass failed", 1, true), said)
    end
    local said = message_of(from_integer(function() return 0.5 end))
    assert(said:find("types: rules.pass returned 0.5 for position 2: expected a position, or nil", 1, true), said)
    local two = from_two(none)
    two.pass = function(a) return a, "min" end
    said = message_of(two)
    local expected = "for position {1, 0}: expected an integer for each word of the position, or nil"
    assert(said:find("types: rules.pass returned 'min' " .. expected, 1, true), said)
  end)

  it("changes the player to move, and nothing else #thorough", function()
    for _, form in ipairs(forms) do
      local said = message_of(form(function(p) return p + 2 end))
      assert(said:find("pass: rules.player says", 1, true), said)
    end
    local rules = from_table(turned)
    rules.pass = function(p)
      p.at = p.at ~ 1
      return p
    end
    local said = message_of(rules)
    assert(said:find("rules.pass changes the position that it is asked about", 1, true), said)
  end)

  it("must answer the same when it is asked twice", function()
    local asked = {}
    local said = message_of(from_integer(function(p)
      asked[p] = (asked[p] or 0) + 1
      if asked[p] < 3 then return nil end
      return p ~ 1
    end))
    assert(said:find("rules.pass answers differently when it is asked twice", 1, true), said)
  end)

  it("does not go with a board that takes back moves", function()
    local said = select(2, pcall(gts.game, { name = "board", start = {}, evaluate = function() return 0 end,
      moves = function() return {} end, play = none, undo = none, pass = none }))
    assert(tostring(said):find("rules.pass and rules.moves do not go together", 1, true), said)
  end)

  it("is asked for by the technique null alone, which needs it", function()
    for _, form in ipairs(forms) do
      local function refuse() error "it is asked" end
      for _, selective in ipairs { false, WITHOUT } do
        local with = compiled.outcome(form(refuse), options(selective, { native = false }))
        assert.is_nil(with.error)
        assert.same(compiled.outcome(form(nil), options(selective, { native = false })), with)
      end
      assert(compiled.outcome(form(refuse), options(WITH, { native = false })).error:find("it is asked", 1, true))
      assert(compiled.outcome(form(nil), options(WITH)).error:find("option 'selective': 'null' needs rules.pass", 1, true))
      assert.is_nil(compiled.outcome(form(nil), options(true)).error)
    end
  end)

  it("prunes, and where it is nil nothing is pruned by a null move", function()
    for _, form in ipairs(forms) do
      local function visits(pass) return compiled.outcome(form(pass), options(WITH, { native = false })).visits end
      local without = visits(none)
      local alternating = form(turned)
      alternating.player = nil
      assert.equal(visits(turned), compiled.outcome(alternating, options(WITH, { native = false })).visits)
      assert.not_equal(without, visits(turned))
      local by, asked = {}, 0
      gts.search(form(function(p)
        asked = asked + 1
        if p % 3 > 0 then return p ~ 1 end
      end), options(WITH, { trace = function(event)
        if event.by ~= "null" then return end
        if event.plies then assert(event.path:find "%f[%d]0$", event.path)
        else by[#by + 1] = event end
      end }))
      assert(asked > 0 and #by > 0)
      for _, event in ipairs(by) do
        local p = event.position
        if type(p) == "table" then p = p.at or 2 * p[1] + p[2] end
        assert(math.tointeger(p) % 3 > 0)
      end
    end
  end)

  it("fails in a search with a message that names it", function()
    local function failing(form, pass)
      local rules = form(turned)
      rules.pass = pass
      return compiled.outcome(rules, options(WITH, { native = false })).error
    end
    local said = failing(from_two, function(a) return a, "min" end)
    assert(said:find("rules.pass returned .*: expected an integer for each word of the position"), said)
    said = failing(from_integer, function() return 0 / 0 end)
    assert(said:find("rules.pass returned .*: expected a position"), said)
  end)

  it("is compiled where positions are integers, and answers what it answers in Lua", function()
    local answers = {
      turned, function(p) if p % 3 > 0 then return p ~ 1 end end,
      function(p) return p // (p % 5 - 4) * 0 + (p ~ 1) end,    -- a division by zero
      function(p) return #("x"):rep(p % 3) > 0 and p ~ 1 or nil end,
    }
    local kinds = {}
    for i, form in ipairs(forms) do
      for kind, answer in ipairs(answers) do
        local game = gts.game(form(answer))
        local report = gts.native(game).functions
        if report.evaluate.compiled then compiled.made(game, "negascout", true) end
        if report.pass.compiled then kinds[i] = (kinds[i] or 0) + 1 end
        local lua = compiled.outcome(game, options(WITH, { native = false }))
        if kind == 3 then assert(lua.error:find("rules.pass", 1, true), lua.error) else assert.is_nil(lua.error) end
        assert.same(lua, compiled.outcome(game, options(WITH)))
      end
    end
    for i = 1, 4 do assert(kinds[i] and kinds[i] >= 3, i) end
    assert.is_nil(kinds[5])
  end)

  it("is no proof: what is said to be solved is the minimax value #thorough", function()
    local solved, differs = 0, 0
    local function now_and_then(p) if p % 16 < 2 then return p ~ 1 end end
    for seed = 1, 80 do
      local rules = from_integer(seed % 2 == 0 and turned or now_and_then)
      rules.start = 2 * (seed % 3 + 1)
      rules.evaluate = function(p) return worth((p ~ 1) + seed * 0x10000) end
      rules.range = { -1500, 1500 }
      local exact = gts.search(rules, { algorithm = "minimax" }).value
      for depth = 6, 12, 2 do
        local r = gts.search(rules, options({ "null" }, { depth = depth, native = false }))
        if r.solved then
          solved = solved + 1
          assert.equal(exact, r.value)
        elseif r.value ~= exact then differs = differs + 1 end
      end
    end
    assert(solved > 0 and differs > 0)
  end)

  it("makes another game of the same rules", function()
    local fingerprint = require "gts.rules.fingerprint"
    for _, form in ipairs { from_integer, from_set } do
      assert.not_equal(assert(fingerprint.of(gts.game(form(nil)))), assert(fingerprint.of(gts.game(form(turned)))))
    end
  end)
end)
