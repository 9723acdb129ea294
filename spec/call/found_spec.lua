-- Evaluations that gts.best finds in rules whose own says nothing before the end.

local found = require "gts.best.found"
local gts = require "gts"
local search = require "gts.search"
local tables = require "gts.base.tables"

-- Domineering on 4x4, or larger: a position as the set of cells that are taken, and 1 where MIN is to move.
local SIZE = 4
-- What was found before is in the cache, which specs that run beside these share.
local NAME <const> = ("dominoes %d %.9f"):format(require "spec.support.helping".process(), require "gts.core".clock())

local function fits(cells, turn, cell)
  local other = cell + (turn == 0 and SIZE or 1)
  if turn == 0 and other >= SIZE * SIZE or turn == 1 and cell % SIZE == SIZE - 1 then return nil end
  return (cells >> cell | cells >> other) & 1 == 0 and cells | 1 << cell | 1 << other or nil
end

local function count(cells, turn)
  local n = 0
  for cell = 0, SIZE * SIZE - 1 do n = n + (fits(cells, turn, cell) and 1 or 0) end
  return n
end

-- Rules of positions that `read` makes two integers of, and `write` makes of them.
local function domineering(read, write, more)
  local rules = { name = NAME, start = write(0, 0), range = { -1, 1 } }
  function rules.player(p) return select(2, read(p)) == 0 and "max" or "min" end
  function rules.successors(p)
    local list, cells, turn = {}, read(p)
    for cell = 0, SIZE * SIZE - 1 do
      local others = fits(cells, turn, cell)
      if others then list[#list + 1] = write(others, 1 - turn) end
    end
    return list
  end
  function rules.evaluate(p)
    local cells, turn = read(p)
    return count(cells, turn) > 0 and 0 or turn == 0 and -1 or 1
  end
  return gts.game(tables.copy(rules, more))
end

local forms = {
  integers = { function(p) return p >> 1, p & 1 end, function(cells, turn) return cells << 1 | turn end },
  texts = {
    function(p)
      local cells = 0
      for i = 1, SIZE * SIZE do cells = cells | (p:sub(i, i) == "#" and 1 << i - 1 or 0) end
      return cells, p:sub(17, 17) == "o" and 1 or 0
    end,
    function(cells, turn)
      local text = ""
      for i = 1, SIZE * SIZE do text = text .. (cells >> i - 1 & 1 == 1 and "#" or ".") end
      return text .. (turn == 1 and "o" or "x")
    end,
  },
  tables = {
    function(p)
      local cells = 0
      for i = 1, SIZE * SIZE do cells = cells | p.board[i] << i - 1 end
      return cells, p.min and 1 or 0
    end,
    function(cells, turn)
      local board = {}
      for i = 1, SIZE * SIZE do board[i] = cells >> i - 1 & 1 end
      return { board = board, min = turn == 1 }
    end,
  },
}

local function form(name, more) return domineering(forms[name][1], forms[name][2], more) end

local positions, points = found.positions, found.points
local function tune() found.positions, found.points = 200, 0 end
local function restore() found.positions, found.points = positions, points end

describe("An evaluation found in rules #lua", function()
  setup(tune)
  teardown(restore)

  for name, of_form in pairs(forms) do
    local positions_are = name .. (name == "integers" and "" or " #thorough")
    it("counts both sides' moves, within the range, and ends by the rules, where positions are " .. positions_are, function()
      local of = form(name)
      local made, why = found.game(of, 600, nil, true)
      assert.matches("moves more than the opponent's", why)
      local sums = { [true] = { 0, 0 }, [false] = { 0, 0 } }
      for cells = 0, 65535, 97 do
        for turn = 0, 1 do
          local value, p = made.evaluate(of_form[2](cells, turn)), of_form[2](cells, turn)
          local more = count(cells, 0) - count(cells, 1)
          if count(cells, turn) == 0 then assert.equal(of.evaluate(p), value)
          else
            assert(value > -1 and value < 1)
            local sum = sums[more > 0]
            sum[1], sum[2] = sum[1] + value, sum[2] + 1
          end
        end
      end
      assert(sums[true][1] / sums[true][2] > sums[false][1] / sums[false][2])
    end)
  end

  it("is the same however its time is parted, and is kept", function()
    local one, other, calls, run = form "integers", form "integers", 0, search.run
    local made, parted = found.game(one, 600, nil, true), nil
    finally(function() search.run = run end)
    function search.run(of, all)
      calls = calls + (all.algorithm == "mcts" and 1 or 0)
      return run(of, all)
    end
    for _ = 1, 1e5 do parted = parted or found.game(other, 1e-4) end
    assert.equal(0, calls)
    for p = 0, 131071, 101 do assert.equal(made.evaluate(p), parted.evaluate(p)) end
  end)

  it("needs more points of its trial where it explains little", function()
    local of, strong = form("integers", { name = NAME .. " weak" }), found.strong
    found.points, found.strong = 2, 0           -- as many as its trial has then
    finally(function() found.points, found.strong = 0, strong end)
    assert.is_table((found.game(of, 600, nil, true)))
    found.strong = 1
    assert.is_nil((found.game(of, 0)))
  end)

  it("is not asked for where results are noise, or all games have one result", function()
    for _, result in ipairs { function(p) return (p * 0x9E3779B97F4A7C15 >> 40) % 2 * 2 - 1 end, function() return 1 end } do
      local rules = { name = "noise", start = 1, evaluate = function(p) return p < 1 << 12 and 0 or result(p) end }
      function rules.next(p, move) if p < 1 << 12 and (move or 0) < 3 then return (move or 0) + 1, 2 * p + (move or 0) end end
      function rules.player(p) return math.floor(math.log(p, 2)) % 2 == 0 and "max" or "min" end
      assert.is_nil((found.game(gts.game(rules), 600, nil, true)))
    end
  end)

  it("does without positions of which rules raise an error", function()
    local read, write = table.unpack(forms.integers)
    local plain = form "integers"
    local of = domineering(read, write, { successors = function(p)
      local pieces, cells = 0, p >> 1
      for i = 0, 15 do pieces = pieces + (cells >> i & 1) end
      if pieces // 2 % 2 ~= p & 1 then error "illegal" end
      return plain.successors(p)
    end })
    local _, why = found.game(of, 600, nil, true)
    assert(not why or not why:find "opponent")
    assert(gts.best(of, nil, { time = 0.05, native = false }).move)
  end)
end)

describe("gts.best without an evaluation #lua", function()
  setup(tune)
  teardown(restore)

  it("deepens by one that is found, and says so, but not with estimate = false", function()
    SIZE = 6                    -- 4x4 is searched out first
    finally(function() SIZE = 4 end)
    local of = form("integers", { name = NAME .. " again" })
    found.game(of, 600, nil, true)
    local function best(given) return gts.best(of, nil, tables.copy({ time = 0.5 }, given)) end
    local r = best()
    assert.matches("^deepening: an evaluation by moves more than the opponent's", r.why)
    assert.same({ "negascout", true }, { r.algorithm, r.value > -1 and r.value < 1 })
    assert.matches("^sampling", best({ estimate = false }).why)
    assert.has_error(function() best { estimate = 1 } end, "option 'estimate' of gts.best is 1: expected true or false")
    assert.error_matches(function() gts.search(of, { estimate = false }) end, "unknown option 'estimate'")
    -- A short move does not wait for the compiler; the second of a process reads what is in the cache.
    local is_compiled, find, parts = search.is_compiled, found.game, {}
    finally(function() SIZE, search.is_compiled, found.game = 4, is_compiled, find end)
    function search.is_compiled() return false end
    assert.matches("^sampling", best({ time = 0.2 }).why)
    function found.game(_, seconds) parts[#parts + 1] = seconds / 0.2 end
    local other = form("integers", { name = NAME .. " again" })
    for _ = 1, 2 do gts.best(other, nil, { time = 0.2 }) end
    assert.same({ 0, 0.04, 0, 0.25 }, parts)
  end)
end)
