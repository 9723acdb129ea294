-- The experiment on the options of mcts: who plays with how many iterations.

local gts = require "gts"
local match = require "gts.play.match"
local mcts_options = require "gts.experiments.published.mcts_options"

local asked = { uct = true, rave = true, nst = true, ["kept table"] = true }

-- Some of the entries, as gts.experiment makes them.
local function entries()
  local list = {}
  for _, algorithm in ipairs(mcts_options.algorithms) do
    local options = {}
    for name, value in pairs(algorithm) do options[name] = name ~= "label" and value or nil end
    list[#list + 1] = asked[algorithm.label] and { label = algorithm.label, options = options } or nil
  end
  return list
end

-- The iterations of both sides, by the label of the option, and what the experiment says, where all games are drawn.
local function sides(point)
  local played, real, list = {}, match.try, entries()
  match.try = function(_, a, b)
    local entry = list[#played + 1]
    played[#played + 1] = true
    played[entry.label] = { type(a) == "table" and a.iterations, b.iterations }
    return { score = 0.5, { moves = { "a1", "b2", "c3", "d4", "e5" } } }
  end
  local ok, found = pcall(mcts_options.run, point, 1, list)
  match.try = real
  return ok and played, found
end

describe("gts experiment mcts-options", function()
  it("gives both sides the same iterations, or the option as many as take the time of the others", function()
    local equal = sides { game = "hex", iterations = 90, equal = "playouts" }
    for _, label in ipairs { "uct", "rave", "kept table" } do assert.same({ 90, 90 }, equal[label]) end
    local timed = sides { game = "hex", iterations = 90, equal = "time" }
    assert.same({ 90, 90 }, timed.uct)
    for _, label in ipairs { "rave", "nst" } do
      assert.equal(90, timed[label][2])
      assert(timed[label][1] >= 1 and timed[label][1] < 90 / 4, timed[label][1])
    end
  end)

  it("says the points and the milliseconds of each, and refuses equal time in games whose costs are not known", function()
    local _, found = sides { game = "hex", iterations = 2, equal = "playouts" }
    assert.equal(4, #found)
    for _, row in ipairs(found) do assert(row[1] == 50 and row[2] > 0) end
    local _, wrong = sides { game = "tictactoe", iterations = 2, equal = "time" }
    assert.equal("with equal time: no costs are known for tictactoe", wrong)
    _, wrong = sides { game = "hex", iterations = 2, equal = "thyme" }
    assert.equal("equal is 'thyme': expected playouts or time", wrong)
  end)

  it("has the points of a match, an option against the default #thorough", function()
    local result = gts.experiment("mcts-options", { quick = true, seeds = 1, set = "equal=playouts" })
    local of = gts.game("hex", { size = 7 })
    local plain = { algorithm = "mcts", iterations = 20 }
    local rave = { algorithm = "mcts", iterations = 20, select = "rave" }
    for _, row in ipairs(result) do
      if row.algorithm == "rave" and row.measure == "points" then
        assert.equal(100 * gts.match(of, rave, plain, { games = 2, plies = 4 }).score, row.mean)
        return
      end
    end
    error "there is no row of rave"
  end)
end)
