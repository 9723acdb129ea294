-- The live line of a long search, and what becomes of searches that somebody waits for.

local core = require "gts.core"
local gts = require "gts"
local run = require "spec.support.run"
local status = require "gts.program.status"
local Terminal = require "spec.support.terminal"
local watch = require "gts.program.watch"

-- A fake terminal.
local function no_terminal() return { shows = function() return false end, size = function() return 0 end } end

-- More paths than anybody can walk: each position has two successors, forty moves long.
local function large(evaluate)
  return {
    name = "large", start = 1, native = false, evaluate = evaluate,
    successors = function(n) return n < 1 << 40 and { 2 * n, 2 * n + 1 } or {} end,
  }
end

describe("the live line #lua", function()
  it("is not there where standard error is no terminal", function()
    assert.is_nil((status.progress(no_terminal())))
    assert.equal("seen: nil", status.during(no_terminal(), nil, function(progress) return "seen: " .. tostring(progress) end))
  end)

  -- On a terminal of 60 columns: what it shows of reports, each with its depth and nodes, that come some seconds apart.
  local function shown(environment, script)
    local folder, gone <close> = run.folder()
    run.write(folder .. "/script.lua", script)
    local command = ("stty cols 60; exec '%s' %s/script.lua 2>&1"):format(run.program, folder)
    local terminal = Terminal.start(command, folder, environment)
    return (terminal:close():gsub("\r\n", "\n"))
  end

  local reports = [[
    local status = require "gts.program.status"
    local terminal = { shows = function() return true end, size = function() return 60 end }
    local wait = require("gts.core").clock              -- moves the clock ahead
    local progress, done = status.progress(terminal, { time = 100 })
    local function report(depth, nodes)
      progress { depth = depth, value = depth, pv = { "a", "b" }, nodes = nodes, seconds = 1 }
    end
  ]]

  it("shows nothing of what is done at once", function()
    assert.equal("", shown("", reports .. "report(1, 10) report(2, 20) done()"))
  end)

  it("keeps a line for each depth, and takes itself away", function()
    local text = shown("", reports .. "report(1, 10) report(2, 2000) wait(0.5) report(3, 3e6) done() print 'end'")
    local kept, changing, last = text:match "^(.-)(depth  3[^\n]*)\r\27%[K(end\n)$"
    assert(kept, text)
    local lines = {}
    for line in kept:gmatch "([^\n]*)\n" do lines[#lines + 1] = line end
    assert.equal(3, #lines)
    for depth, line in ipairs(lines) do
      assert.truthy(line:find(("^depth  %d  value %d  a b +.*nodes"):format(depth, depth)), line)
      assert(#line < 60)
    end
    assert.truthy(changing:find "value 3  a b +%d.*s left", changing)
    assert.equal("end\n", last)
  end)

  it("does not begin again when the search does", function()
    local text = shown("", reports .. "report(1, 10) report(2, 2000) wait(0.5) report(3, 3e6) wait(0.2) report(1, 10) wait(0.2)"
      .. " report(2, 20) report(3, 1e6) report(4, 5e6) done()")
    local depths = {}
    for depth in text:gmatch "depth  (%d)[^\n\r]*\n" do depths[#depths + 1] = depth end
    assert.same({ "1", "2", "3", "4" }, depths)
    assert.truthy(text:find "depth  3  value 3  a b +3.00M nodes", text)
    assert.truthy(text:find "depth  4  value 4  a b +8.00M nodes", text)
  end)

  it("plays no games with the cursor in plain mode", function()
    for _, environment in ipairs { "GTS_PLAIN=1", "TERM=dumb" } do
      local text = shown(environment, reports .. "report(1, 10) wait(0.5) report(2, 20) wait(0.2) report(2, 30) done() "
        .. "print 'end'")
      assert.truthy(text:find "^depth  1[^\n\r\27]*\ndepth  2[^\n\r\27]*\nend\n$", text)
    end
  end)
end)

describe("a search that somebody waits for", function()
  it("is exactly what was asked for, if it is done soon", function()
    for _, given in ipairs { {}, { algorithm = "minimax", position = 12 }, { depth = 3 }, { deepen = true, depth = 4 } } do
      local expected, r = gts.search("nim", given), watch.try(no_terminal(), "nim", given)
      assert.same(expected.stats, r.stats)
      assert.same(expected.options, r.options)
      assert.same(expected.pv, r.pv)
    end
  end)

  it("deepens without a limit if it takes long, and so has a result when it is stopped #thorough", function()
    local first, least = nil, math.huge
    local stop_at = core.clock() + 60
    local ok, wrong = pcall(watch.try, no_terminal(), large(function(n)
      first, least = first or n, math.min(least, n)
      if least == 2 or core.clock() > stop_at then error("enough", 0) end
      return n % 7
    end))
    assert.is_false(ok)
    assert.truthy(tostring(wrong):find "enough")
    assert(first >= 1 << 40)
    assert.equal(2, least)
  end)

  it("is one result of gts.best, as in a script", function()
    assert.equal(1, select("#", watch.best(no_terminal(), gts.best, "nim", nil, { depth = 2 })))
  end)

  it("is no other for trees, whose counts are the papers'", function()
    local tree = gts.tree { branching = 2, depth = 12, seed = 3 }
    assert.same(gts.search(tree).stats, watch.try(no_terminal(), tree).stats)
  end)

  it("says what is wrong as gts.search does", function()
    local _, expected = pcall(gts.search, "nim", { dpeth = 3 })
    local r, wrong = watch.try(no_terminal(), "nim", { dpeth = 3 })
    assert.is_nil(r)
    assert.equal(expected:gsub("^[^:]*:%d+: ", ""), wrong)
    assert.truthy(select(2, watch.try(no_terminal(), "nmi")):find("did you mean 'nim'?", 1, true))
  end)
end)
