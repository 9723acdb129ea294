-- The page `results` of the manual, held against what functions return: no field without a row, no row without a field.

local gts = require "gts"
local manual = require "gts.program.manual"

local small = gts.game("connect4", { columns = 3, rows = 3 })
local tree = gts.tree { branching = 3, depth = 3 }

-- What `f` does with a function that keeps what it is given first.
local function given_to(f)
  local first
  f(function(what) first = first or what end)
  return first
end

local function rows(list) return table.unpack(list, 1, math.min(#list, 20)) end

local function check(rules) return gts.check(rules, { time = 0.2, positions = 200 }) end

local function broken()
  local rules = { name = "broken", start = 1, show = tostring, evaluate = function() return 0 / 0 end }
  function rules.successors(n) return n < 3 and { n + 1 } or {} end
  return rules
end

-- Bounds in which 1 is the value of all positions but the last.
local function bounded()
  local rules = { name = "bounded", start = 1, range = { 0, 4 }, evaluate = function() return 1 end, key = tostring }
  function rules.successors(n) return n < 12 and { n + 1, n + 2 } or {} end
  function rules.bounds() return 0, 2 end
  return rules
end

-- The board of the page on rules: so many sticks.
local function sticks()
  local rules = { name = "sticks", start = { sticks = 5, max = true } }
  function rules.moves(b) return b.sticks > 1 and { 1, 2 } or b.sticks == 1 and { 1 } or {} end
  function rules.play(b, n) b.sticks, b.max = b.sticks - n, not b.max end
  function rules.undo(b, n) b.sticks, b.max = b.sticks + n, not b.max end
  function rules.player(b) return b.max and "max" or "min" end
  function rules.evaluate(b) return b.max and -1 or 1 end
  return rules
end

local function confined()
  return gts.confine({ text = [[return { name = "loud", start = 1, show = tostring, evaluate = function(n) print(n) return n end,
    successors = function(n) return n < 4 and { n + 1, n + 2 } or {} end }]], name = "loud" }):search()
end

local function estimating() return gts.search("connect4", { algorithm = "mcts", iterations = 200, rollout = 0 }) end

-- All positions have one key: who has a table takes one value for another.
local function disagreeing()
  local rules = { name = "alike", start = 1, evaluate = function(n) return 3 * n % 7 end, key = function() return 0 end }
  function rules.successors(n) return n < 16 and { 2 * n, 2 * n + 1 } or {} end
  return gts.compare(rules, { algorithms = { "minimax", "ttalphabeta" } })
end

local function comparison()
  return gts.compare(tree, { algorithms = { "alphabeta", "althofer", { algorithm = "mcts", iterations = 5 } } })
end

local function experiment()
  return gts.experiment {
    name = "own", title = "mine", source = "none", about = "nothing", games = { { branching = 2 } }, over = { depth = { 2, 3 } },
    algorithms = { "alphabeta", "sss" }, seeds = 3, published = function() return 5, 10 end,
    measures = { "leaves", { "odd", function(r) return r.stats.leaves % 2 == 1 and 1 end } },
    findings = function() return { "found" } end,
  }
end

local function match() return gts.match("tictactoe", { depth = 2 }, "random", { games = 60, elo0 = 0, elo1 = 50 }) end

-- The heading of a table in the page, and what has its fields, in all cases together.
local cases = {
  ["A search"] = function()
    return gts.search("nim", { solution = true, deepen = true, native = true }), gts.best("tictactoe", nil, { depth = 3 }),
      gts.search("connect4", { nodes = 10 }), estimating(), confined(),
      gts.search(tree, { trace = function() return false end }),
      gts.search("connect4", { algorithm = "negascout", depth = 11, native = false, threads = 2, nodes = 400000 })
  end,
  Counts = function()
    return gts.search(small, { algorithm = "ttalphabeta", depth = 3 }).stats, gts.search(sticks(), { algorithm = "sss" }).stats
  end,
  ["A move that was looked at"] = function() return rows(estimating().moves) end,
  ["Reports of progress"] = function()
    return given_to(function(keep) gts.search(small, { deepen = true, depth = 4, progress = keep }) end),
      given_to(function(keep)
        gts.search("connect4", { algorithm = "mcts", iterations = 20000, every = 0.0001, progress = keep })
      end)
  end,
  ["A proof"] = function()
    return gts.search(small, { solution = true }).proof, gts.search(small, { solution = true, depth = 3 }).proof,
      gts.search("nim", { solution = true, position = 73 }).proof
  end,
  ["What gts.verify returns"] = function() return gts.verify(small, gts.search(small, { solution = true }).proof) end,
  ["All moves"] = function()
    return gts.analyze(small, { depth = 3 }), gts.analyze("tictactoe", { algorithm = "mcts", iterations = 50 })
  end,
  ["A move of it"] = function()
    return rows(gts.analyze("tictactoe", { position = { 1 | 2, 1 | 2 | 8 | 16 | 512 } })),
      rows(gts.analyze("tictactoe", { algorithm = "mcts", iterations = 50 }))
  end,
  ["The moves of a position"] = function() return gts.moves "nim" end,
  ["One of them"] = function() return rows(gts.moves "nim") end,
  ["What gts.solve returns"] = function()
    return gts.solve "tictactoe", gts.solve(small, { by = "search", solution = true }),
      gts.solve("connect4", { time = 0.001, native = false, by = "search" })
  end,
  ["A comparison"] = function() return comparison(), disagreeing(), gts.compare("draughts", { depth = 1 }) end,
  ["A row of it"] = function() return comparison()[1], comparison()[2], comparison()[3], rows(disagreeing()) end,
  ["An experiment"] = experiment,
  ["A row of the experiment"] = function() return rows(experiment()) end,
  ["A match"] = match,
  ["A game of it"] = function() return rows(match()) end,
  ["A check"] = function()
    return check "nim", check(bounded()), gts.check("othello", { progress = function() return false end })
  end,
  ["A finding"] = function() return rows(check(broken())) end,
  ["A recording"] = function() return gts.record(tree, { algorithm = "sss" }) end,
  ["gts.algorithms"] = function() return rows(gts.algorithms) end,
}

-- Where fields are that a machine may or may not give, or that only several processes have.
local optional = {
  ["A search"] = { "threads", "helped_by", "seconds_before" }, ["What gts.solve returns"] = { "shared" },
  ["An experiment"] = { "stopped" },
}

-- Fields that have the names of what the caller states.
local own = { ["A row of the experiment"] = { "depth" } }

-- The fields of the tables of the page: heading -> { name -> true }.
local function documented()
  local all, heading = {}, nil
  for line in manual.page "results":gmatch "[^\n]+" do
    heading = line:match "^##+ (.*)" or heading
    local cell = line:match "^| (`[^|]*) |"
    if cell then
      all[heading] = all[heading] or {}
      for name in cell:gmatch "`:?([%w_]+)[^`]*`" do all[heading][name] = true end
    end
  end
  return all
end

local function keys(set)
  local list = {}
  for name in pairs(set) do list[#list + 1] = name end
  table.sort(list)
  return list
end

local function has(value, name)
  local ok, field = pcall(function() return value[name] end)
  return ok and field ~= nil
end

describe("the page on results", function()
  local page = documented()

  for heading, make in pairs(cases) do
    it(("has all fields under '%s', and no others"):format(heading), function()
      local values, unknown, invented = table.pack(make()), {}, {}
      for name in pairs(page[heading]) do invented[name] = true end
      for _, name in ipairs(optional[heading] or {}) do invented[name] = nil end
      for i = 1, values.n do
        for name in pairs(values[i]) do
          if type(name) == "string" and not page[heading][name] then unknown[name] = true end
        end
        for name in pairs(page[heading]) do
          if has(values[i], name) then invented[name] = nil end
        end
      end
      for _, name in ipairs(own[heading] or {}) do unknown[name] = nil end
      assert.same({ {}, {} }, { keys(unknown), keys(invented) })
    end)
  end

  it("has no table that nothing is held against", function()
    for heading in pairs(page) do assert.truthy(cases[heading] or heading == "Its reports of progress", heading) end
  end)
end)
