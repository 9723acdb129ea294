local eventually = require "spec.support.eventually"
local run = require "spec.support.run"

describe("threads of a host #plain #thorough", function()
  it("search and compile at the same time, and leave the host as it was", function()
    local build = run.program:gsub("[^/]*$", "")
    local folder, gone <close> = run.folder()
    -- The last state unloads the module, and with it libgomp, which libb2 needs and which leaves eight bytes behind.
    local paths = ("ASAN_OPTIONS=detect_leaks=0 LUA_PATH='lua/?.lua;lua/?/init.lua' LUA_CPATH='%slib/?.so'"):format(build)
    local command = ("XDG_CACHE_HOME=%s %s timeout 120 '%sspec/threads' spec/support/%%s 2>&1"):format(folder, paths, build)
    assert.equal("all is well", run.output(command:format "threads.lua 4"))
    assert.equal("all is well", run.output(command:format "pressed.lua 1"))      -- Ctrl-C at every moment
    -- The last compilers end in the background.
    local function names() return run.output(("ls -A %s/gts"):format(folder)) end
    assert.is_true(eventually(function() return names():find "^[%x.so\n]*$" ~= nil end, 60), names())
  end)
end)
