-- What the system refuses, at random and one by one: spec/support/faults.lua with its seeds, and the writing of files.

local run = require "spec.support.run"

local SEEDS = math.ceil(1500 * (tonumber(os.getenv "GTS_SPEC_SHARE") or 1))
local program = run.program:gsub("gts$", "spec/faults")

-- Runs a script in the program with injected faults.
local function faulty(script, ...)
  local paths = "LUA_PATH='lua/?.lua;lua/?/init.lua;./?.lua'"
  local words = { ("%s timeout 300 '%s'"):format(paths, program), script, ... }
  for i = 2, #words do words[i] = ("'%s'"):format(words[i]) end
  return run.output("{ " .. table.concat(words, " ") .. "; } 2>&1; echo $?")
end

describe("whatever the system refuses", function()
  it("an error says it, files are old or new, nothing false is claimed, nothing is left, and the next search is right", function()
    local folder, gone <close> = run.folder()
    local seeds, struck, faults = faulty("spec/support/faults.lua", 1, SEEDS, folder):match
      "^(%d+) seeds, (%d+) with faults, (%d+) faults\n0$"
    assert.equal(SEEDS, math.tointeger(seeds))
    assert(math.tointeger(struck) > SEEDS / 3 and math.tointeger(faults) > SEEDS)
  end)
end)

describe("Ctrl-C just before a wait", function()
  it("for another program ends it", function()
    local folder, gone <close> = run.folder()
    run.write(folder .. "/s.lua", [[
      local began, other = os.time(), require "gts.core".coprocess.start { "cat" }
      faults.signal(2)
      print(select(2, other:read(200)), os.time() < began + 100)]])
    assert.equal("interrupted\ttrue\n0", faulty(folder .. "/s.lua"))
  end)
end)

describe("a file that is written", function()
  local function script(folder, text)
    local name = folder .. "/script.lua"
    run.write(name, ([[
      local gts, files = require "gts", require("gts.core").files
      local name, k = %q, ...
      ]]):format(folder .. "/file") .. text)
    return name
  end

  it("is on the disk before it takes the place of the old one, and its name is there before that is said", function()
    local folder, gone <close> = run.folder()
    local name = script(folder, [[
      faults.begin(1, 1 << 60, "f")
      local ok = files.write(name, ("text"):rep(100000))
      local _, log = faults.stop()
      print(ok, log)]])
    -- o open, t truncate, w write, f flush, s sync of a file, S of a folder, n rename
    assert.matches("^true\t[otd]+w+f*sn[f]*S", (faulty(name)))
  end)

  it("is the old one or the new one when its writer is killed at any request, and can be written then", function()
    local folder, gone <close> = run.folder()
    local name = script(folder, [[
      faults.kill(tonumber(k))
      files.write(name, ("new"):rep(100000))
      faults.kill(0)]])
    local again = folder .. "/again.lua"
    run.write(again, ("assert(require('gts.core').files.write(%q, 'again'))"):format(folder .. "/file"))
    local old, new, k = 0, 0, 0
    repeat
      k = k + 1
      run.write(folder .. "/file", "old")
      local status = faulty(name, k):match "(%d+)$"
      local text = run.read(folder .. "/file")
      if text == "old" then old = old + 1
      else
        assert.equal(("new"):rep(100000), text)
        new = new + 1
      end
      assert.equal("0", (faulty(again)))
    until status == "0"
    assert(k < 50 and old >= 4 and new >= 2, ("%d requests: %d old, %d new"):format(k, old, new))
    assert.equal("again.lua\nfile\nscript.lua", run.output(("ls -A '%s'"):format(folder)))
  end)
end)
