-- The runner of the specs: spec/support/runner.lua, with what spec/support/report.lua prints.

local run = require "spec.support.run"
local says = require "spec.support.errors".says

local FAILS = [[
describe("adding", function()
  it("fails here", function() assert.equal(1, 2) end)
  it("raises this", function() error "an error" end)
  it("holds", function() io.write "[after]" end)
  it("takes long", function() os.execute "sleep 0.3" end)
  local _ = pending("is not tried", function() end)
end)
describe("outside", function() error "of any spec" end)
]]
local HOLDS = 'describe("all", function() it("is well", function() end) it("is #slow", function() error "!" end) end)'
local DIES = 'describe("a process", function() it("holds", function() end) it("dies", function() %s end) end)'
local CLEANS = 'describe("all", function() teardown(function() error "in teardown" end) it("holds", function() end) end)'

-- What the runner prints of some files, by their names, without the first line; and its exit code.
local function runs(files, options)
  local folder, gone <close> = run.folder()
  for name, text in pairs(files) do run.write(("%s/%s_spec.lua"):format(folder, name), text) end
  local text = run.output(("lua5.4 spec/support/runner.lua --options --exclude-tags=slow %s %s 2>&1; echo code $?"):format(
    options or "", folder))
  local logs = text:match "\nThe logs are in (%S+)/log%.\n"
  if logs then run.output(("rm -r '%s'"):format(logs)) end
  return text:gsub(folder .. "/", "")
end

describe("the runner of the specs #lua", function()
  it("succeeds where all specs do, and counts them", function()
    local text = runs { one = HOLDS, two = HOLDS }
    says(text, "2 files of specs: by estimate ", "\n2 successes / 0 failures / 0 errors / 0 pending : ")
    assert.matches("seconds\ncode 0$", text)
  end)

  it("names failures and errors when they happen and at the end, and fails", function()
    local text = runs { fails = FAILS, holds = HOLDS }
    local at_once, later = text:match "^(.-)\nWhat failed:\n(.*)$"
    for _, part in ipairs { at_once, later } do
      says(part, "fails_spec.lua @ 2: adding fails here\n", "Expected objects to be equal", "an error", "of any spec",
        "fails_spec.lua @ 3: adding raises this\n")
    end
    assert.matches("The slowest of 6 specs, in seconds:\n +%d%.%d  fails_spec.lua @ 5: adding takes long\n", later)
    says(later, "\nLeft out: adding is not tried (1).\n3 successes / 1 failures / 2 errors / 1 pending : ", "code 1")
  end)

  it("says how what fails is run alone, which does that, and how often it fails of many times", function()
    local goes = "make long SPECS=%s_spec.lua ONLY='adding %s here'\n"
    says(runs({ fails = FAILS }, "--goal long"), "alone: " .. goes:format("fails", "fails"))
    says(runs({ fails = FAILS }, "--only 'adding fails here' --count 3 --load 2"), "0 successes / 3 failures / 3 errors /",
      "\nfailed 3 times of 3: fails_spec.lua @ 2: adding fails here\n")
    local tagged = HOLDS:gsub("is #slow", "is #lua")
    local share = os.getenv "GTS_SPEC_SHARE" or 1
    local shuffled = "--options --shuffle --options --seed=9"
    says(runs({ tagged = tagged }, "--goal test " .. shuffled), ("alone: make test SPECS=tagged_spec.lua ONLY='all is #lua' "
      .. "SHARE=%s WITHOUT= OPTIONS='%s'\n"):format(share, shuffled))
  end)

  it("sums up in ten lines, and does not tell more than ten failures twice", function()
    local text = runs { fails = ('for i = 1, 12 do it("fails " .. i, function() error "!" end) end\n'):rep(2), holds = HOLDS }
    assert.equal(24, select(2, text:match "^(.-)\nWhat failed:":gsub("fails_spec.lua @ 1: ", "")) +
      select(2, text:match "^(.-)\nWhat failed:":gsub("fails_spec.lua @ 2: ", "")))
    says(text, "\nand what stands above: 14 more\n")
    assert(select(2, text:match "\n(The slowest.*)code 1$":gsub("\n", "")) <= 10, text)
  end)

  it("minds neither blanks in names nor what the user likes, and leaves no files of specs", function()
    local folder, gone <close> = run.folder()
    local place = folder .. "/a b's"
    run.output(('mkdir "%s"'):format(place))
    run.write(place .. "/clean_spec.lua", [[it("is clean", function()
      assert.is_nil(os.getenv "NO_COLOR")
      for _, name in ipairs { "TMPDIR", "XDG_STATE_HOME" } do assert.truthy(os.getenv(name):find("a b's/tmp.", 1, true)) end
      os.execute((("echo @ >@; cp @ ]] .. folder .. [[/made"):gsub("@", os.tmpname() .. ".more")))
    end)]])
    local command = 'NO_COLOR=1 TMPDIR="%s" lua5.4 spec/support/runner.lua "%s"; ls "%s"'
    says(run.output(command:format(place, place, place)), "\n1 successes / 0 failures", "seconds\nclean_spec.lua")
    assert.equal("", run.output(('ls $(cat "%s/made") 2>/dev/null'):format(folder)))
  end)

  it("takes a process that ends early for an error, whatever its exit code", function()
    local ways = { ["os.exit(0, false)"] = 0, ["os.exit(3, false)"] = 3, ['os.execute "kill -9 $PPID"'] = 137 }
    for how, code in pairs(ways) do
      local text = runs { dies = DIES:format(how), holds = HOLDS }
      says(text, ("no summary of dies_spec.lua holds_spec.lua: exit code %d\n"):format(code),
        " / 0 failures / 1 errors / 0 pending", "code 1")
    end
  end)

  it("fails where a file cannot be read, a teardown fails, busted is missing, or there are no specs", function()
    says(runs { broken = "describe(" }, "broken_spec.lua:1: unexpected symbol", " / 1 errors /", "code 1")
    says(runs { cleans = CLEANS }, "in teardown", "1 successes / 0 failures / 1 errors /", "code 1")
    says(runs({ holds = HOLDS }, "--busted false"), "no summary of holds_spec.lua: exit code 1", "code 1")
    says(runs {}, "no specs", "code 1")
    says(runs { slow = HOLDS:gsub("is well", "is well #slow") }, "0 successes", "code 1")
  end)

  it("leaves no process behind, however it ends", function()
    local folder, gone <close> = run.folder()
    run.write(folder .. "/holds_spec.lua", ([[it("waits", function()
      local held = io.open("%s/held", "w")
      held:write "ready\n"
      held:flush()
      os.execute "sleep 600"
    end)]]):format(folder))
    -- The pipe ends with the last process that holds it; the minute is a net.
    assert.equal("ready\nended", run.output(([[cd '%s' && mkfifo held && cd - >/dev/null
      TMPDIR='%s' lua5.4 spec/support/runner.lua '%s' >/dev/null 2>&1 &
      runner=$!
      { read -r line; echo "$line"; kill -9 $runner; timeout 60 cat && echo ended; } <'%s/held']])
      :format(folder, folder, folder, folder)))
  end)

  it("runs files of another name where that is asked for", function()
    says(runs({ one = HOLDS, two = HOLDS }, "--name 'one*'"), "1 files of specs", "\n1 successes / 0 failures / 0 errors")
  end)

  it("keeps the seconds of all files and specs, of the clock and of processors", function()
    local folder, gone <close> = run.folder()
    local text = runs({ fails = FAILS, holds = HOLDS }, ("--times '%s/times'"):format(folder))
    says(text, "code 1")
    local times = run.output(("cat '%s/times'"):format(folder))
    local clock, used = times:match
      "^ +([%d.]+) +([%d.]+)  %S*fails_spec.lua\n +[%d.]+ +[%d.]+  %S*holds_spec.lua\n +[%d.]+ +[%d.]+  [^\n]* takes long\n"
    assert(tonumber(clock) >= 0.3 and tonumber(used) < 0.3, times)
  end)
end)

describe("the specs that make quick and make try run #lua", function()
  it("are those named, those that changed, and those of what requires or includes what changed", function()
    local folder, gone <close> = run.folder()
    local texts = {
      ["src/a/low.h"] = "int low;\n", ["src/b/high.c"] = '#include "b/high.h"\n#include "a/low.h"\n',
      ["lua/gts/x/one.lua"] = "return 1\n", ["lua/gts/y.lua"] = 'local one = require "gts.x.one"\n',
      ["games/nim.lua"] = "return {}\n", ["spec/b/high_spec.lua"] = "", ["spec/other_spec.lua"] = 'require "gts.y"\n',
      ["spec/y_spec.lua"] = "", ["spec/z_spec.lua"] = "", ["spec/nim_spec.lua"] = "",
    }
    local here = run.output "pwd"
    run.output(("cd '%s' && mkdir -p src/a src/b lua/gts/x games spec/b && git init -q ."):format(folder))
    for name, text in pairs(texts) do run.write(folder .. "/" .. name, text) end
    local function chosen(changed, words)
      local command = "cd '%s' && git add -A && git -c user.name=x -c user.email=x@x commit -qm x && echo >>%s && "
        .. "LUA_PATH='%s/?.lua' lua5.4 '%s/spec/support/quick.lua' HEAD %s 2>&1"
      return run.output(command:format(folder, changed, here, here, words or "9"))
    end
    assert.equal("spec/b/high_spec.lua", chosen "src/a/low.h")
    assert.equal("spec/y_spec.lua spec/other_spec.lua", chosen "lua/gts/x/one.lua")
    assert.equal("left to `make test`: 1 files of specs\nspec/z_spec.lua", chosen("games/nim.lua", "1 z"))
    assert.equal("spec/nim_spec.lua", chosen "spec/nim_spec.lua")
  end)
end)
