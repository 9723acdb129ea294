-- gts.check measures the parity effect of estimates, in made games whose tempo is known.

local core = require "gts.core"
local effort = require "gts.base.effort"
local gts = require "gts"
local parity = require "gts.check.parity"

local LONG = 24                 -- plies of a game
local TURNS = 1 << 20           -- a position: a path that begins with 1, in base 4, hashed; and its ply

-- A number from 0 to 1 that depends on two integers.
local function hash(a, b)
  local x = a * 0x9E3779B97F4A7C15 + b * 0xC2B2AE3D27D4EB4F
  x = (x ~ x >> 29) * 0xBF58476D1CE4E5B9
  x = x ~ x >> 32
  return (x & 0xFFFFF) / 0xFFFFF
end

-- Each of the moves but the first costs the mover something, and so does the first in one of two positions, where it gains as
-- much in the other. Estimates are the sum of it, plus a tempo for the player that has just moved, and an error.
local function made(given)
  local rules = { name = "steps", start = { ply = 0, id = 1, sum = 0 } }
  local function gain(p, move) return move == 1 and hash(p.id, 7) - 0.5 or -1 - hash(p.id, move) end
  local function side(p) return p.ply % 2 == 0 and 1 or -1 end
  function rules.successors(p)
    local list = {}
    for move = 1, p.ply < LONG and given.moves or 0 do
      list[move] = { ply = p.ply + 1, id = math.floor(hash(p.id, move) * TURNS) + TURNS * (p.ply + 1),
        sum = p.sum + side(p) * gain(p, move) }
    end
    return list
  end
  function rules.player(p) return side(p) == 1 and "max" or "min" end
  function rules.evaluate(p)
    if given.fails and p.ply == given.fails then error "no estimate" end
    if p.ply == LONG then return p.sum end
    return p.sum - given.tempo * side(p) + given.noise * (hash(p.id, 99) - 0.5)
  end
  return rules
end

local function check(given, options)
  given = { tempo = given.tempo or 0, noise = given.noise or 0, moves = given.moves or 3, fails = given.fails }
  return gts.check(made(given), options or { positions = 500, time = 60 })
end

local function hint(report)
  for _, note in ipairs(report.notes) do if note.kind == "parity" then return note end end
end

describe("the parity effect #lua", function()
  it("is found with the tempo that estimates lack, either way", function()
    for _, tempo in ipairs { 0.9, -2.5 } do
      local report = check({ tempo = tempo, noise = 0.2 }, { positions = 200, time = 60 })
      assert.is_true(report.clean)
      local of, said = report.parity, assert(hint(report))
      assert(math.abs(of.tempo - tempo) <= of.error + 0.1, ("%s +- %s for %s"):format(of.tempo, of.error, tempo))
      assert(of.positions >= 30)
      assert(of.error < 0.1, of.error)
      local written = parity.short(math.abs(of.tempo))
      assert.truthy(said.message:find(written .. " +- ", 1, true))
      local sign = tempo > 0 and "+" or "-"
      assert.truthy(said.hint:find(("evaluate %s %s where MAX"):format(sign, written), 1, true))
      assert.truthy(said.hint:find("rules.noisy", 1, true))
      assert.truthy(tostring(report):find("note: [parity]", 1, true))
      assert.truthy(report:json():find('"parity":', 1, true))
    end
  end)

  it("is as large in rules without player #thorough", function()
    local function find(player)
      local rules = made { tempo = 3, noise = 0, moves = 3 }
      if not player then rules.player = nil end
      return gts.check(rules, { positions = 500, time = 60 })
    end
    local report = find(false)
    local with, without = find(true).parity, report.parity
    assert(math.abs(with.tempo - without.tempo) <= with.error + without.error)
    assert.truthy(hint(report))
  end)

  it("is not where estimates lack nothing, or are noisy, however much #thorough", function()
    for _, made_of in ipairs { {}, { noise = 1 }, { noise = 40 }, { noise = 40, moves = 8 } } do
      local report = check(made_of)
      assert.is_nil(hint(report))
      local of = report.parity          -- of large errors the players pick the best, which looks like a tempo
      if made_of.noise == 40 then assert(of.tempo > 2 * of.error and of.one > 1.5 * of.two) end
      assert(made_of.noise or math.abs(of.tempo) < 0.2)
    end
  end)

  it("is not measured without estimates, nor in tiny games #thorough", function()
    local rules = made { tempo = 0, noise = 0, moves = 3 }
    local evaluate = rules.evaluate
    function rules.evaluate(p) return p.ply == LONG and evaluate(p) or 0 end
    assert.is_nil(gts.check(rules, { positions = 500, time = 60 }).parity)
    assert.is_nil(gts.check("nim", { time = 0.2 }).parity)
    assert.is_nil(gts.check("tictactoe", { time = 0.2 }).parity)
  end)

  it("leaves the message of rules that fail as it is #thorough", function()
    local report = check { tempo = 3, fails = 12 }
    assert.equal(1, #report)
    assert.equal("error", report[1].kind)
    assert.truthy(report[1].message:find("no estimate", 1, true))
    assert.is_nil(report.parity)
  end)

  it("is found in rules with a board, which is left as it was #thorough", function()
    local board = { ply = 0, sum = 0 }
    local rules = { name = "board", start = board }
    local function side(p) return p.ply % 2 == 0 and 1 or -1 end
    function rules.moves(p) return p.ply < LONG and { 0, 1, 2 } or {} end
    function rules.play(p, move) p.sum, p.ply = p.sum - side(p) * move * (p.ply + 1), p.ply + 1 end
    function rules.undo(p, move)
      p.ply = p.ply - 1
      p.sum = p.sum + side(p) * move * (p.ply + 1)
    end
    function rules.player(p) return side(p) == 1 and "max" or "min" end
    function rules.evaluate(p) return p.ply == LONG and p.sum or p.sum - 5 * side(p) end
    local report = gts.check(rules, { positions = 500, time = 60 })
    assert.is_true(report.clean)
    assert(math.abs(report.parity.tempo - 5) <= report.parity.error + 1e-9)
    assert.truthy(hint(report))
    assert.same({ ply = 0, sum = 0 }, board)
  end)

  it("keeps to the time of the check", function()
    local rules = made { tempo = 3, noise = 0, moves = 3 }
    local evaluate = rules.evaluate
    function rules.evaluate(p)
      core.clock(0.02)
      return evaluate(p)
    end
    local began = effort.clock()
    gts.check(rules, { time = 10 })
    local took = effort.clock() - began
    assert(took < 20, took)
  end)

  it("follows noisy moves where the rules say which these are #thorough", function()
    local rules = made { tempo = 3, noise = 0, moves = 3 }
    function rules.noisy() return false end
    local said = hint(gts.check(rules, { positions = 500, time = 60 }))
    assert.is_nil(said.hint:find("rules.noisy", 1, true))
  end)
end)
