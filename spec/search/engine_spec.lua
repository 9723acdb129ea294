-- The engine is a library that knows no Lua: spec/support/engine.c runs it from C. What it finds is what gts finds.

local gts = require "gts"
local run = require "spec.support.run"

local program = run.program:gsub("[^/]*$", "") .. "spec/engine"

-- The lines that the program prints, each split into words; by their first word.
local function engine(arguments)
  local found = {}
  for line in run.output(("'%s' %s"):format(program, arguments)):gmatch "[^\n]+" do
    local row = {}
    for word in line:gmatch "%S+" do row[#row + 1] = word end
    found[row[1]] = row
    row.line = line
  end
  return found
end

-- A number as C prints it.
local function number_of(word) return word == "inf" and math.huge or word == "-inf" and -math.huge or tonumber(word) end

local function check(row, r)
  assert.equal(r.value, tonumber(row[2]))
  assert.equal(r.move, tonumber(row[3]))
  assert.equal(r.exact, row[4] == "1")
  assert.equal(r.solved, row[5] == "1")
  assert.equal(r.stats.leaves, tonumber(row[6]))
  assert.equal(r.stats.developed, tonumber(row[7]))
end

describe("libengine", function()
  it("has no name of Lua in it", function()
    local library = run.program:gsub("[^/]*$", "") .. "libengine.a"
    local names = run.output(("nm -u '%s' 2>/dev/null || true"):format(library))
    assert.matches("clock_gettime", names)              -- nm was there, and saw something
    assert.is_nil(names:match "lua%w*_%w+")
  end)

  it("searches from C what gts searches, by every algorithm", function()
    local written, implicit = engine "explicit", engine "uniform 4 6 7"
    local tree = gts.tree { value = 0, { value = 0, 3, 12, 8 }, { value = 0, 2, 4, 6 }, { value = 0, 14, 5, 2 } }
    local uniform = gts.tree { branching = 4, depth = 6, seed = 7 }
    for _, algorithm in ipairs(gts.algorithms) do
      local id = algorithm.id
      assert.equal("3", written[id][2])
      check(written[id], gts.search(tree, { algorithm = id }))
      check(implicit[id], gts.search(uniform, { algorithm = id }))
    end
  end)

  it("stops at a limit with what is proved", function()
    local stopped, value = engine "stop 100", gts.search(gts.tree { branching = 4, depth = 6, seed = 1 }).value
    for _, algorithm in ipairs(gts.algorithms) do
      local row = stopped[algorithm.id]
      assert.equal("2", row[8])             -- STOP_NODES
      if not algorithm.alternative then assert(number_of(row[9]) <= value and value <= number_of(row[10]), algorithm.id) end
    end
  end)

  it("leaves the answer its line when a helper leaves the root", function()
    local given_back = engine "abandon"
    assert.same({ "0", "1" }, { given_back.root[2], given_back.child[2] })
  end)

  it("takes the value of a busy node from a table with what it rests on", function()
    assert.equal("known 5 1", engine("known").known.line)
  end)

  it("hands errors to its host as text", function()
    for _, algorithm in ipairs(gts.algorithms) do
      local line = engine("fail")[algorithm.id].line
      assert.matches("^" .. algorithm.id .. " error node %d+ of the tree is at the horizon and has no value", line)
    end
  end)

  it("has for callers in C the defaults that it has for Lua", function()
    local lines = run.output(("'%s' defaults"):format(program))
    for _, algorithm in ipairs(gts.algorithms) do
      for _, row in ipairs(algorithm.rows) do
        local number, word = ("\n" .. lines):match(("\n%s %s (%%S+) (%%S+)"):format(algorithm.id, row.name))
        local default = row.default
        if default == true then default = 1 elseif default == false then default = 0 end
        if type(default) == "string" then assert.equal(default, word)
        elseif default then assert.equal(default, tonumber(number))
        else assert(number:find "nan" and word == "-") end
      end
    end
  end)
end)
