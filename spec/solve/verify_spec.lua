-- gts.verify of a database: every position against its successors, by the rules alone.

local core = require "gts.core"
local gts = require "gts"
local graphs = require "spec.support.graphs"
local parts = require "spec.support.parts"
local run = require "spec.support.run"
local trees = require "spec.support.trees"

local read = run.read

-- Rules of a graph; `indexed`: by an index.
local function rules_of(graph, cycle, indexed)
  local rules = graphs.rules(graph)
  rules.version, rules.cycle = "1", cycle
  if indexed then
    rules.index = { of = function(p) return p - 1 end, at = function(_, i) return i + 1 end }
    function rules.index.size(tier) return tier == 0 and #graph or nil end
  end
  return rules
end

describe("gts.verify of a database", function()
  local folder, gone, made = nil, nil, 0
  setup(function() folder, gone = run.folder() end)
  teardown(function() getmetatable(gone).__close() end)

  local function solved(rules, options)
    made = made + 1
    options = options or {}
    options.folder, options.by, options.native = ("%s/%d"):format(folder, made), "retrograde", false
    local r = gts.solve(rules, options)
    r.database:close()
    return options.folder, r
  end

  local function files_of(name) return run.output(("ls '%s'/*.gts"):format(name)) end

  -- Changes every result of a folder in turn, to every other one: each is found, at the position or at one before it.
  local function change_all(rules, graph, name)
    local count = 0
    for file in files_of(name):gmatch "[^\n]+" do
      local bytes = read(file)
      local part = parts.read(bytes)
      for i = 0, part and part.count - 1 or -1 do
        for by = 1, part.results - 1 do
          run.write(file, part.with(i, by))
          local verdict, wrong, seen = gts.verify(name, rules)
          assert(verdict == nil and seen, file .. " " .. i .. " " .. by)
          assert.matches("position " .. seen.position .. ", where " .. seen.mover .. " moves, is ", wrong, 1, true)
          assert.equal(#graph[seen.position].children, #seen.moves)
          count = count + 1
        end
      end
      run.write(file, bytes)
    end
    assert(gts.verify(name, rules))
    return count
  end

  it("finds every result that is wrong, and names its position", function()
    local count = 0
    for _, seed in ipairs(trees.seeds(math.max(6, trees.share(30)), { 19 })) do
      local graph = graphs.random(seed, { count = 8, values = { -1, 1 }, acyclic = seed % 3 == 0 })
      local rules = rules_of(graph, seed % 3 > 0 and seed % 5 - 2 or nil, seed % 2 == 0)
      local name, r = solved(rules)
      local verdict = gts.verify(name, rules)
      assert.same({ r.positions, r.value, r.distance }, { verdict.positions, verdict.value, verdict.distance })
      count = count + change_all(rules, graph, name)
    end
    assert(count > 50, count)
  end)

  it("finds positions that are not there", function()
    for seed = 1, trees.share(40) do
      local graph = graphs.random(seed, { count = 30 })
      local rules = rules_of(graph, 0)
      local whole, cut = solved(rules), graph[1].children
      graph[1].children = { cut[1] }
      local less, r = solved(rules)
      graph[1].children = cut
      local verdict, _, seen = gts.verify(less, rules)
      if r.positions < gts.verify(whole, rules).positions then
        assert.is_nil(verdict)
        assert.equal(1, seen.position)
        local known = 0
        for _, entry in ipairs(seen.moves) do known = known + (entry.value and 1 or 0) end
        assert(known < #cut)
      end
    end
  end)

  it("finds the positions once more where keys do not tell them", function()
    local name, r = solved(gts.game("tictactoe", { symmetries = "key" }))
    assert.equal(r.positions, gts.verify(name).positions)
    local count = 0
    for file in files_of(name):gmatch "[^\n]+" do
      local bytes = read(file)
      local part = parts.read(bytes)
      if part then
        run.write(file, part.with(part.count // 2, 1))
        local verdict, _, seen = gts.verify(name)
        assert(verdict == nil and seen.position)
        run.write(file, bytes)
        count = count + 1
      end
    end
    assert(count > 0)
    assert(gts.verify(name))
  end)

  it("takes little memory, and writes nothing", function()
    local name = solved(gts.game("connect4", { columns = 4, rows = 4 }))
    local before = run.output(("cd '%s'; ls -l; cat * | cksum"):format(name))
    run.output(("chmod -R a-w '%s'"):format(name))
    assert.equal(80541, gts.verify(name, nil, { memory = 1 << 24 }).positions)
    run.output(("chmod -R u+w '%s'"):format(name))
    assert.equal(before, run.output(("cd '%s'; ls -l; cat * | cksum"):format(name)))
  end)

  it("says what is damaged, unfinished, or of another game", function()
    local name = solved(gts.game "nim")
    assert.matches("belongs to nim", select(2, gts.verify(name, "tictactoe")))
    assert.matches("unknown option 'tome' for gts.verify", select(2, gts.verify(name, nil, { tome = 1 })))
    local file = files_of(name):match "[^\n]+"
    local bytes = read(file)
    run.write(file, bytes:sub(1, -2) .. string.char(bytes:byte(-1) ~ 1))
    assert.matches(file:match "[^/]+$" .. ": block 1 of 1 is damaged", select(2, gts.verify(name)), 1, true)
    assert.matches("there is no database in this folder", select(2, gts.verify(folder)))
  end)

  it("stops when the time is over where an index has no positions", function()
    local passes, rules = 0, rules_of({ { children = { 2 } }, { value = 0, children = {} } }, nil, true)
    function rules.index.size(tier) return tier == 0 and 10000 or nil end
    function rules.index.at(_, i)
      core.clock(passes)
      return i < 2 and i + 1 or nil
    end
    local name = solved(rules)
    assert(gts.verify(name, rules, { time = 9 }))
    passes = 1
    assert.matches("not verified: the time is up", select(2, gts.verify(name, rules, { time = 9 })))
  end)

  it("is a command", function()
    local name = solved(gts.game "tictactoe")
    assert.same({ "5,478 positions are what their moves say: the value is 0\n", "", 0 }, { run.gts { "verify", name } })
    local said = run.gts { "verify", "tictactoe", name, "--json" }
    assert.matches('^{"verified":true,"positions":5478,"value":0,"distance":9,', said)
    for file in files_of(name):gmatch "[^\n]+" do
      local part = parts.read(read(file))
      if part then run.write(file, part.with(0, 1)) end
    end
    local err = run.ends(1, { "verify", name })
    assert.matches("position .-, where m%a+ moves, is ", err)
    local _, out = run.ends(1, { "verify", name, "--json" })
    assert.matches('^{"verified":false,"why":".-"position":.-"moves":%[', out)
  end)
end)
