-- gts.tune: weights that are known by construction are found, tested, written and kept over breaks; what cannot be tuned says
-- why.

local core = require "gts.core"
local gts = require "gts"
local reading = require "gts.facts.reading"
local race = require "spec.support.race"
local run = require "spec.support.run"
local samples = require "gts.tune.samples"
local session = require "gts.play.session"
local tables = require "gts.base.tables"

local small = { games = 150, players = { nodes = 40 }, plies = 4, test = 20, elo1 = 100 }

local function with(more) return tables.copy(small, more) end

local function refusal(what, more) return select(2, pcall(gts.tune, what, with(more))) end

-- A name of a file in a folder that takes what stands beside it.
local function new_file()
  local name = os.tmpname()
  os.remove(name)
  return name .. ".lua"
end

describe("gts.tune #lua", function()
  it("finds weights that are known by construction, and that they are better, and writes them", function()
    local file = new_file()
    local r = gts.tune(race { x = 50, y = 20 }, with { games = 400, test = 1000, file = file })
    local found = {}
    for _, row in ipairs(r) do found[row.name] = row.after end
    assert.is_true(r.linear)
    assert.equal("integer", math.type(found.x))
    assert.near(2.5, found.y / found.x, 0.6)
    assert(r.after_error < r.before_error and r.gained and r.accepted == "H1" and r.low > 0, tostring(r))
    assert.same(found, r.weights)
    -- The file says how it was made, and the game loads it.
    assert.equal(file, r.file)
    assert.same(r.weights, gts.game(race { x = 50, y = 20 }, { weights = file }).weights)
    local text = core.files.read(file, 10000)
    assert.matches("^%-%- Weights of race, by gts tune", text)
    assert.matches("400 games of nodes:40 %(seed 1%)", text)
    assert.matches("Elo %+", text)
    assert.matches("  x = %d+,  %-%- before: 50\n", text)
  end)

  it("leaves the old weights where the new ones are no better, and says so #thorough", function()
    -- The weights are nearly right: a test for 200 Elo rejects what is found.
    local r = gts.tune(race { x = 23, y = 47 }, with { test = 1000, elo1 = 200 })
    assert.is_false(r.gained)
    assert.same({ x = 23, y = 47 }, r.weights)
    assert.matches("nothing is gained, the old weights stay: the test rejects the new weights", tostring(r), 1, true)
    r = gts.tune(race { x = 20, y = 50 }, small)
    assert.equal("the weights that it found are those before", r.reason)
  end)

  it("takes features that are those counted by hand, at quiet positions of the games", function()
    local game = gts.game(race { x = 50, y = 20 })
    local probe = samples.probe(game)
    assert.same({ 1, 0, 3, -2, linear = true }, probe:sample({ 5, 3, -2 }, 1))
    -- The value of a won position depends on no weight.
    assert.is_nil(probe:sample({ 12, 9, 9 }, 0.5))
    local s = assert(session.new(game))
    local labels = {}
    while not s:outcome() do
      labels[#labels + 1] = s.moves[1 + #labels % 4].label
      s:play(labels[#labels])
    end
    -- From the fourth position on: the best of its moves by the evaluation.
    local list = probe:positions(labels, 4, 1)
    assert.equal(12 - 4, #list)
    for i, position in ipairs(list) do
      local before, best = s.played[4 + i].before, nil
      for _, entry in ipairs(gts.moves(game, before)) do
        local value, sign = game.evaluate(table.unpack(entry.position)), before[1] % 2 == 0 and 1 or -1
        if not best or sign * value > sign * best then best = value end
      end
      assert.equal(best, game.evaluate(table.unpack(position)))
      assert.equal(4 + i, position[1])
    end
  end)

  it("finds weights of an evaluation that is not linear, step by step", function()
    local own = { x = 20, y = 20 }
    local function evaluate(n, x, y)
      if n == 12 then return 2 * x + 5 * y > 0 and 10000 or -10000 end
      return own.x * own.x * x + own.y * own.y * y
    end
    local r = gts.tune(race(own, { evaluate = evaluate }), with { games = 100 })
    assert.is_false(r.linear)
    assert.is_true(r.after_error < r.before_error)
    assert.near(2.5, (r[2].after / r[1].after) ^ 2, 0.8)
  end)

  it("finds equal weights with any number of processes, and however often it is stopped #thorough", function()
    local function options(more) return with { games = 48, test = 8, file = more.file, workers = more.workers,
      progress = more.progress } end
    local whole = gts.tune(race { x = 50, y = 20 }, options {})
    local parallel = gts.tune(race { x = 50, y = 20 }, options { workers = 2 })
    local file, breaks, r = new_file(), 0
    repeat
      local calls = 0
      r = gts.tune(race { x = 50, y = 20 }, options { file = file, progress = function()
        calls = calls + 1
        return calls < 9
      end })
      breaks = breaks + (r.stopped and 1 or 0)
      if r.stopped then assert.matches("nothing is decided: stopped by progress", tostring(r)) end
    until not r.stopped or breaks > 100
    assert.is_true(breaks > 1 and breaks < 100, breaks)
    for i, row in ipairs(whole) do
      assert.equal(row.after, parallel[i].after)
      assert.equal(row.after, r[i].after)
    end
    assert.same({ whole.elo, whole.test_games, whole.games }, { parallel.elo, parallel.test_games, parallel.games })
    for _, name in ipairs { "elo", "test_games", "games", "positions", "linear", "before_error", "after_error" } do
      assert.equal(whole[name], r[name], name)
    end
    assert.is_nil(core.files.kind(file .. ".state"))
    assert.is_nil(core.files.kind(file .. ".test"))
  end)

  it("refuses a state of another run by what differs", function()
    local file = new_file()
    local function stop() return false end
    gts.tune(race { x = 50, y = 20 }, with { file = file, progress = stop })
    local function wrong(rules, more)
      more.file = file
      return refusal(rules, more)
    end
    local about = file .. ".state: it is of another run: it has "
    assert.equal(about .. "'seed 1', not 'seed 2'", wrong(race { x = 50, y = 20 }, { seed = 2 }))
    assert.equal(about .. "'players nodes:40', not 'players nodes:41'", wrong(race { x = 50, y = 20 },
      { players = { nodes = 41 } }))
    assert.matches("it has 'rules %x+', not 'rules %x+'", wrong(race { x = 50, y = 21 }, {}))
    assert.matches("it has 'rules %x+', not 'rules %x+'", wrong(race({ x = 50, y = 20 }, { range = { -200000, 200000 } }), {}))
    local name = file .. ".state"
    local text = core.files.read(name, 1 << 20)
    core.files.write(name, text .. "???\n")
    assert.matches("it is damaged", wrong(race { x = 50, y = 20 }, {}))
    core.files.write(name, "something\n")
    assert.matches("this is no state of gts tune", wrong(race { x = 50, y = 20 }, {}))
    os.remove(name)
  end)

  it("refuses forged lines of a state by name", function()
    local rules, other = race { x = 50, y = 20 }, os.tmpname()
    core.files.write(other, "return { x = 1, y = 2 }")
    for _, case in ipairs {
      { "found { x = 1 }", "the line 'found' does not fit the game" }, { "found " .. other, "line %d+ is not understood" },
      { "played 1e999", "line %d+ is not understood" }, { "scale nan", "line %d+ is not understood" },
      { "linear maybe", "line %d+ is not understood" }, { "unheard 3", "line %d+ is not understood" },
      { "linear true\nlinear true", "line %d+ is not understood" },
      { "game 1 max 1 1 rules nonsense", "the line 'game 1' does not fit the game" },
      { "game 9007199254740993 max 1 1 rules", "line %d+ is not understood" },
      { "game -1 max 1 1 rules", "line %d+ is not understood" }, { "game 1 min 1 1 rules", "line %d+ is not understood" },
    } do
      local file = new_file()
      gts.tune(rules, with { file = file, progress = function() return false end })
      local name = file .. ".state"
      local head = core.files.read(name, 1 << 20):match "^.*\nstate\n"
      core.files.write(name, reading.with_digest(head .. case[1] .. "\n"))
      local said = refusal(rules, { file = file })
      assert.matches(name:gsub("%p", "%%%0") .. ": " .. case[2], said)
      os.remove(name)
    end
  end)

  it("says why there is nothing to tune", function()
    local own = { x = 1, y = 1 }
    local function reason(more, options)
      options = options or {}
      options.games = 20
      return gts.tune(race(own, more), with(options)).reason
    end
    assert.equal("no weight changes the value of any position", reason { evaluate = function(n, x, y)
      return n < 12 and 0 * own.x or x + y > 0 and 1 or -1
    end })
    assert.equal("all 20 games had one result", reason { evaluate = function() return 5 + 0 * own.x end })
    assert.equal("none of 20 games ended within 6 moves", reason({}, { longest = 6 }))
    assert.matches("^the game 'nim' has no weights", refusal("nim"))
    assert.matches("^the game 'race' changes nothing: the rules do not read rules.weights",
      refusal(race(own, { weights = { z = 1 } })))
  end)

  it("refuses evaluations that are no numbers, or leave the range", function()
    local own = { x = 3, y = 2 }
    local function evaluate(f)
      return race(own, { evaluate = function(n, x, y) return n < 12 and f(x, y) or x > y and 10000 or -10000 end })
    end
    assert.matches("rules.evaluate returned inf for position {.*}, with the weights { x = 4, y = 2 }: expected a finite number",
      refusal(evaluate(function() return 1 / (own.x - 4) end)))
    assert.matches("nan for position {.*}, with the weights { x = 3, y = 3 }", refusal(evaluate(function(x)
      return x + 0 / (own.y ~= 3 and 1 or 0)
    end)))
    assert.matches("expected a number in rules.range", refusal(evaluate(function(x) return 200000 + own.x * x end)))
  end)

  it("takes no weights by which values leave the range #thorough", function()
    -- Without a limit y becomes more than 100, and values exceed 1,800.
    for _, range in ipairs { 1800, 2100 } do
      local rules = race({ x = 50, y = 20 }, { range = { -range, range } })
      local whole = rules.evaluate
      function rules.evaluate(n, x, y) return n < 12 and whole(n, x, y) or whole(n, x, y) // 10 end
      local r = gts.tune(rules, with { games = 60, players = { nodes = 10 } })
      assert.is_true(r.limited or r.reason and r.reason:find "in rules.range" ~= nil, tostring(r))
    end
  end)

  it("refuses options by name, and players that read no weights", function()
    local rules = race { x = 1, y = 2 }
    assert.equal("option 'elo1' is not greater than 'elo0'", refusal(rules, { elo0 = 100 }))
    assert.matches("a player without a search has no weights", refusal(rules, { players = "random" }))
    assert.equal("the players: option 'game' is not for gts.tune", refusal(rules, { players = { game = "nim" } }))
    assert.matches("^/nowhere/at/all.lua.state: ", refusal(rules, { file = "/nowhere/at/all.lua" }))
    assert.matches("option 'file': / is no file", refusal(rules, { file = "/" }))
  end)

  it("ends in time, and keeps what it has", function()
    local file = new_file()
    local own = { x = 50, y = 20 }
    local plain = race(own).evaluate
    local slow = race(own, { version = "1", evaluate = function(...)
      core.clock(1)
      return plain(...)
    end })
    local r = gts.tune(slow, with { games = 20000, test = 20000, elo1 = 1, time = 20000, file = file })
    assert.equal("time", r.stopped)
    assert(r.seconds < 22000, r.seconds)
    assert.is_true(r.games < 20000)
    assert.equal("file", core.files.kind(file .. ".state"))
    os.remove(file .. ".state")
    os.remove(file .. ".test")
  end)

  it("is a command, with the file beside it", function()
    local file = new_file()
    local out = run.fine { "tune", "breakthrough", "columns=4", "rows=5", "--games", "20", "--players", "nodes:20",
      "--test", "4", "--file", file, "--json" }
    assert.matches('"method":"texel"', out)
    assert.matches('"weights":{', out)
    local err, code
    out, err, code = run.gts { "tune", "nim", "--games", "20" }
    assert.matches("the game 'nim' has no weights", err)
    assert.not_equal(0, code)
    assert.equal("", out)
  end)
end)
