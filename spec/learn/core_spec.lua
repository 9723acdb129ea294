-- Learning from self-play, in C: held against spec/support/learning_reference.lua, game by game.

local core = require "gts.core"
local reference = require "spec.support.learning_reference"
local small = require "spec.support.learning_games"
local tables = require "gts.base.tables"

local near = small.near

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

-- Three games of a case, { rules, the game of the reference, plan, way to look, number of weights }.
local function compared(case, more)
  local rules, game, plan, look, count = table.unpack(case)
  local learner = core.learner(plan)
  local set = tables.copy(small.PLAIN, more)
  local known = reference.new(game, look, tables.copy(set, { linear = plan.target == "value" }))
  local random, text = small.numbers(5), {}
  for i = 1, count do
    known.w[i] = random() - 0.5
    text[i] = ("<d"):pack(known.w[i])
  end
  learner:restore(table.concat(text))
  for number = 1, 3 do
    known.set.seed = number
    known:play(0)
    learner:set(tables.copy(set, { seed = number }))
    small.learn(rules, learner)
    compare(learner, known, count)
  end
end

local function crosses(stages)
  local count = stages and 2304 or 1152
  return { small.rules_of_crosses(), small.crosses, small.plan_of_crosses(stages), small.look_at_crosses(stages), count }
end

local function taking() return { small.rules_of_taking(), small.taking, small.plan_of_taking(), small.look_at_taking, 20 } end

-- Crosses with positions in rows of integers, and as tables with features.
local function rows()
  local rules, plan = small.rows_of_crosses()
  return { rules, small.crosses, plan, small.look_at_crosses(), 1152 }
end

local function features(by_player)
  return { small.tables_of_crosses(), small.crosses, small.plan_of_features(by_player), small.look_at_features(by_player),
    by_player and 40 or 20 }
end

local WAYS = {
  { "td", {} }, { "td", { lambda = 0, coherence = false } }, { "td", { lambda = 1, explore = 0, plies = 3 } },
  { "td", { depth = 3 } }, { "td", { depth = 2, longest = 4 } },
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
      for _, case in ipairs { crosses(), crosses(true), taking() } do compared(case, tables.copy(more, { rule = rule })) end
    end)
  end

  it("is the same where positions are rows, and where they are tables with features", function()
    compared(rows(), { rule = "td" })
    compared(rows(), { rule = "treestrap", depth = 2 })
    for _, by_player in ipairs { false, true } do
      compared(features(by_player), { rule = "td" })
      compared(features(by_player), { rule = "tdleaf", depth = 2 })
    end
  end)

  it("is the same by compiled rules", function()
    for _, case in ipairs { crosses(), taking(), rows(), features(true) } do
      for _, rule in ipairs { "td", "treestrap" } do
        local state = {}
        for i, native in ipairs { false, true } do
          local learner = core.learner(case[3])
          learner:set(tables.copy(small.PLAIN, { rule = rule, depth = rule == "td" and 1 or 2, games = 10 }))
          assert.equal(native, small.learn(case[1], learner, { native = native }).native)
          state[i] = learner:export()
        end
        assert.equal(state[1], state[2], case[1].name)
      end
    end
  end)
end)
