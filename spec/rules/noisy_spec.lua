-- rules.noisy: checked by gts.check, compiled with the other rules, and never asked by a search that stops at its horizon.

local compiled = require "spec.support.compiled"
local errors = require "spec.support.errors"
local gts = require "gts"

local message_of = errors.findings

local function from_integer(f)
  return { name = "next", start = 1, evaluate = function(p) return p % 7 end, noisy = f,
    next = function(p, move)
      local m = (move or 0) + 1
      if m <= 2 and p < 16 then return m, 2 * p + m end
    end }
end

local function from_set(f)
  return { name = "set", start = 1, evaluate = function(p) return p % 7 end, noisy = f,
    legal = function(p) return p < 16 and 6 or 0 end, play = function(p, m) return 2 * p + m end }
end

-- A position in `words` integers, of which the first two tell which it is.
local function from_words(words, f)
  local start = { 1, 0 }
  for i = 3, words do start[i] = 10 * i end
  return { name = "words", words = words, start = start, evaluate = function(a) return a % 7 end, noisy = f,
    next = function(...)
      local p, move = { ... }, (select(words + 1, ...))
      local m = (move or 0) + 1
      if m > 2 or p[2] > 3 then return nil end
      p[1], p[2] = 2 * p[1] + m, p[2] + 1
      return m, table.unpack(p, 1, words)
    end }
end

local function from_table(f)
  return { name = "table", start = { at = 1 }, noisy = f,
    show = function(p) return "at " .. p.at end, key = function(p) return p.at end, evaluate = function(p) return p.at % 7 end,
    successors = function(p)
      if p.at > 16 then return {} end
      return { { at = 2 * p.at + 1 }, { at = 2 * p.at + 2 } }, { "take", "leave" }
    end }
end

-- A pile on one board, from which one stone or two are taken.
local function from_board(f)
  local rules = { name = "board", start = { left = 6 }, evaluate = function(b) return b.left end, noisy = f }
  function rules.key(b) return b.left end
  function rules.show(b) return "left " .. b.left end
  function rules.moves(b) return b.left > 1 and { 1, 2 } or b.left == 1 and { 1 } or {} end
  function rules.play(b, n) b.left = b.left - n end
  function rules.undo(b, n) b.left = b.left + n end
  return rules
end

local forms = {
  from_integer, from_set, from_table, from_board,
  function(f) return from_words(2, f) end, function(f) return from_words(6, f) end,
}

describe("rules.noisy", function()
  it("is a boolean or nil in every form of rules, or a finding #thorough", function()
    for _, form in ipairs(forms) do
      local asked = 0
      local function answering(answer)
        return form(function()
          asked = asked + 1
          return answer
        end)
      end
      for _, right in ipairs { true, false } do assert.is_nil(message_of(answering(right)):find("noisy", 1, true)) end
      assert.is_nil(message_of(answering(nil)):find("noisy", 1, true))
      assert(asked > 0)
      for shown, wrong in pairs { ["1"] = 1, ["'yes'"] = "yes", ["0.5"] = 0.5 } do
        local said = message_of(answering(wrong))
        assert(said:find("types: rules.noisy returned " .. shown .. " for position", 1, true), said)
        assert(said:find("expected true or false", 1, true), said)
      end
      local said = message_of(form(function() error "oh" end))
      assert(said:find("rules.noisy failed", 1, true), said)
    end
  end)

  it("is asked of a position and each of its legal moves", function()
    local seen = {}
    assert.equal("", message_of(from_integer(function(p, move) seen[p .. " " .. move] = true return false end)))
    local expected = {}
    for _, p in ipairs { 1, 3, 4, 7, 8, 9, 10, 15 } do expected[p .. " 1"], expected[p .. " 2"] = true, true end
    assert.same(expected, seen)
    local two = {}
    message_of(from_words(2, function(a, b, move, more)
      assert(more == nil)
      two[a .. " " .. b .. " " .. move] = true
      return true
    end))
    assert(two["1 0 1"] and two["1 0 2"] and two["3 1 1"] and two["4 1 2"] and not two["3 0 1"])
  end)

  it("is asked of the board where the rules have one", function()
    assert.equal("", message_of(from_board(function(board, taken)
      assert(math.type(board.left) == "integer" and taken <= board.left)
      return taken == 2
    end)))
  end)

  it("must answer the same when it is asked twice, and change nothing", function()
    local turns = 0
    local said = message_of(from_integer(function()
      turns = turns + 1
      return turns % 3 == 0
    end))
    assert(said:find("rules.noisy answers differently when it is asked twice", 1, true), said)
    said = message_of(from_table(function(p)
      p.seen = true
      return true
    end))
    assert(said:find("rules.noisy changes the position that it is asked about", 1, true), said)
    said = message_of(from_integer(function() return os.time() > 0 end))
    assert(said:find("rules.noisy calls os.time", 1, true), said)
  end)

  it("is never asked by a search that stops at its horizon", function()
    for _, form in ipairs(forms) do
      local function refuse() error "it is asked" end
      for _, algorithm in ipairs { "alphabeta", "negascout", "sss2" } do
        local with = compiled.outcome(form(refuse), { algorithm = algorithm, depth = 4, native = false })
        assert.is_nil(with.error)
        assert.same(compiled.outcome(form(nil), { algorithm = algorithm, depth = 4, native = false }), with)
      end
    end
  end)

  it("is compiled with the other rules, or asked of Lua by itself", function()
    local report = gts.native(gts.game(from_integer(function(p, move) return p % 3 == move end)))
    assert.is_true(report.functions.noisy.compiled)
    local game = gts.game(from_set(function(_, move) return #("x"):rep(move):reverse() == 2 end))
    report = gts.native(game)
    assert.same({ false, true }, { report.functions.noisy.compiled, report.functions.legal.compiled })
    compiled.made(game)
    local options = { algorithm = "alphabeta", depth = 4 }
    local mixed = compiled.outcome(game, options)
    options.native = false
    assert.same(compiled.outcome(game, options), mixed)
    assert.is_nil(mixed.error)
  end)

  -- A selective search asks it, so that what it answers shows in the visits.
  it("answers compiled what it answers in Lua, and fails alike", function()
    local function at(p) return type(p) == "table" and (p.at or p.left) or p end
    local answers = {
      function(p, move) return (at(p) + #tostring(move)) % 2 == 0 end,
      function(p) return at(p) % 3 == 1 or nil end,
      function(p) return at(p) // (at(p) % 5 - 4) > 0 end,      -- a division by zero
      function(p) return at(p) > 6 and 7 or false end,
    }
    local plain = {                     -- as above, compiled without a call
      function(p, move) return (p + move) % 2 == 0 end, function(p) return p % 3 == 1 or nil end,
      function(p) return p // (p % 5 - 4) > 0 end, function(p) return p > 6 and 7 or false end,
    }
    local asked_in = 0
    for i, form in ipairs(forms) do
      local is_integer = form == from_integer or form == from_set or i > 4
      for kind, answer in ipairs(is_integer and plain or answers) do
        local game = gts.game(form(answer))
        local options = { algorithm = "negascout", selective = true, depth = 2 }
        local report = gts.native(game)
        if report.functions.noisy.compiled then
          asked_in = asked_in + 1
          compiled.made(game, "negascout", true)
        end
        local with = compiled.outcome(game, options)
        options.native = false
        assert.same(compiled.outcome(game, options), with)
        if kind == 4 and i ~= 6 and with.error then
          assert(with.error:find("rules.noisy returned 7 for position", 1, true), with.error)
        end
      end
    end
    assert(asked_in >= 16)
    local function seven() return 7 end
    local failed = compiled.outcome(from_integer(seven), { algorithm = "negascout", selective = true, depth = 2, native = false })
    assert(failed.error:find("rules%.noisy returned 7 for position %d+: expected a boolean"), failed.error)
  end)

  it("makes another game of the same rules", function()
    local fingerprint = require "gts.rules.fingerprint"
    for _, form in ipairs { from_integer, from_set, from_board } do
      local quiet, noisy = gts.game(form(nil)), gts.game(form(function(_, move) return move == 1 end))
      assert.not_equal(assert(fingerprint.of(quiet)), assert(fingerprint.of(noisy)))
    end
  end)
end)
