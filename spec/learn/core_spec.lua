-- Learning from self-play, in C: held against spec/support/learning_reference.lua, game by game.

local core = require "gts.core"
local small = require "spec.support.learning_games"
local gts = require "gts"
local reference = require "spec.support.learning_reference"
local search = require "gts.search"

local numbers = small.numbers
local crosses = small.crosses
local taking = small.taking
local rules_of_crosses = small.rules_of_crosses
local plan_of_crosses = small.plan_of_crosses
local look_at_crosses = small.look_at_crosses
local rules_of_taking = small.rules_of_taking
local plan_of_taking = small.plan_of_taking
local look_at_taking = small.look_at_taking
local rows_of_crosses = small.rows_of_crosses
local tables_of_crosses = small.tables_of_crosses
local plan_of_features = small.plan_of_features
local look_at_features = small.look_at_features
local over = small.over
local PLAIN = small.PLAIN
local learn = small.learn
local near = small.near

local function run(game, learner, set, options)
  learner:set(set)
  local all = { algorithm = "learn", learner = learner, native = false }
  for name, value in pairs(options or {}) do all[name] = value end
  return assert(search.run(game, all))
end

local function compare(learner, known, count)
  local at = {}
  local text = learner:export()
  for i = 1, count do
    local w, sum, size, updates = ("<dddi8"):unpack(text, 8 * 11 + 32 * (i - 1) + 1)
    if not (near(w, known.w[i]) and near(sum, known.sum[i]) and near(size, known.size[i]) and updates == known.updates[i]) then
      at[#at + 1] = ("weight %d: %.12g %.12g %.12g %d, expected %.12g %.12g %.12g %d"):format(i, w, sum, size, updates,
        known.w[i], known.sum[i], known.size[i], known.updates[i])
    end
  end
  assert.same({}, at)
  for name, number in pairs(known.counts) do
    assert(near(learner:counts()[name], number), ("%s: %s, expected %s"):format(name, learner:counts()[name], number))
  end
end

local function compared(rules, game, plan, look, count, more, options)
  local learner, of = core.learner(plan), gts.game(rules)
  local set = over(PLAIN, more)
  local known = reference.new(game, look, over(set, { linear = plan.target == "value" }))
  local random, text = numbers(5), {}
  for i = 1, count do
    known.w[i] = random() - 0.5
    text[i] = ("<d"):pack(known.w[i])
  end
  learner:restore(table.concat(text))
  for number = 1, 5 do
    known.set.seed = number
    known:play(0)
    run(of, learner, over(set, { seed = number }), options)
    compare(learner, known, count)
  end
end

local WAYS = {
  { "td", {} }, { "td", { lambda = 0, coherence = false } }, { "td", { lambda = 1, explore = 0, plies = 3 } },
  { "td", { depth = 3 } }, { "td", { longest = 4 } },
  { "tdleaf", { depth = 2 } }, { "tdleaf", { depth = 3, lambda = 0.3, plies = 1 } },
  { "rootstrap", { depth = 2 } }, { "rootstrap", { depth = 3, coherence = false, plies = 2 } },
  { "treestrap", { depth = 2 } }, { "treestrap", { depth = 3, plies = 2, coherence = false } },
}


describe("learning", function()
  for _, way in ipairs(WAYS) do
    local rule, more = table.unpack(way)
    local names = {}
    for name, value in pairs(more) do names[#names + 1] = name .. " = " .. tostring(value) end
    table.sort(names)
    it("is that of the reference: " .. rule .. " " .. table.concat(names, ", "), function()
      local set = over(more, { rule = rule })
      compared(rules_of_crosses(), crosses, plan_of_crosses(), look_at_crosses(), 1152, set)
      compared(rules_of_crosses(), crosses, plan_of_crosses(true), look_at_crosses(true), 2304, set)
      compared(rules_of_taking(), taking, plan_of_taking(), look_at_taking, 20, set)
    end)
  end

  it("is the same where positions are rows, and where they are tables with features", function()
    local rules, plan = rows_of_crosses()
    compared(rules, crosses, plan, look_at_crosses(), 1152, { rule = "td" })
    compared(rules, crosses, plan, look_at_crosses(), 1152, { rule = "treestrap", depth = 2 })
    for _, by_player in ipairs { false, true } do
      local count = by_player and 40 or 20
      compared(tables_of_crosses(), crosses, plan_of_features(by_player), look_at_features(by_player), count, { rule = "td" })
      compared(tables_of_crosses(), crosses, plan_of_features(by_player), look_at_features(by_player), count,
        { rule = "tdleaf", depth = 2 })
    end
  end)

  it("is the same by compiled rules", function()
    local rows, plan = rows_of_crosses()
    local games = { { rules_of_crosses(), plan_of_crosses() }, { rules_of_taking(), plan_of_taking() }, { rows, plan },
      { tables_of_crosses(), plan_of_features(true) } }
    for _, game in ipairs(games) do
      for _, rule in ipairs { "td", "treestrap" } do
        local state = {}
        for i, native in ipairs { false, true } do
          local learner = core.learner(game[2])
          learner:set(over(PLAIN, { rule = rule, depth = rule == "td" and 1 or 2, games = 10 }))
          assert.equal(native, learn(game[1], learner, { native = native }).native)
          state[i] = learner:export()
        end
        assert.equal(state[1], state[2], game[1].name)
      end
    end
  end)

end)
