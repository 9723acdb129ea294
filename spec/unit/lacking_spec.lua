-- What a user sees where rules cannot be compiled, for want of a compiler, of a folder, or of room: the answer, from
-- rules in Lua; on a terminal one line at the end; an error of one line where machine code is demanded.

local core = require "gts.core"
local run = require "spec.support.run"
local units = require "spec.support.units"

describe("a compiler", function()               -- without one the specs below are left out
  it("is found on the PATH, or where its name says", function()
    assert.matches("^/.*/sh$", (core.native.find "sh"))
    assert.matches("^/.*/%.ci/run$", (core.native.find ".ci/run"))
  end)
end)

if require "spec.support.no_compiler" () then
  describe("gts where rules cannot be compiled", function() pending "needs a C compiler" end)
  return
end

local BEST = ("best '%s' --time 5"):format(units.HASTY)

-- Runs a command line of gts by a shell, behind words that take something away: its output, its errors, its exit code.
local function sh(folder, without, arguments, program)
  local command = "%s '%s' %s </dev/null >'%s/out' 2>'%s/err'"
  local _, _, code = os.execute(command:format(without, program or run.program, arguments, folder, folder))
  local function text(name) return run.output(("cat '%s/%s'"):format(folder, name)) end
  return text "out", text "err", code
end

-- What a terminal shows.
local function shown(folder, without, arguments, program)
  run.write(folder .. "/command", ("#!/bin/sh\n%s '%s' %s\n"):format(without, program, arguments))
  return run.output(("script -qefc 'sh %s/command' /dev/null </dev/null"):format(folder))
end

-- A folder that cannot be written: by its mode, or where that holds no one back, by a file system that is mounted so.
local function read_only(folder)
  run.output(("mkdir -p '%s/cache' && chmod 500 '%s/cache'"):format(folder, folder))
  if run.output(("test -w '%s/cache' && echo yes || true"):format(folder)) == "" then return "" end
  local mounted = ("unshare -rm sh -c 'mount -t tmpfs -o ro none %s/cache && exec \"$@\"' mounted"):format(folder)
  return os.execute(mounted .. " true 2>/dev/null") and mounted or nil
end

-- What is lacking: the words that take it away, from a folder for the cache; what is said of it; and whether it must be a program
-- that carries no compiler.
local lacks = {
  ["a compiler"] = { function(folder) return ("env CC= PATH=/nonexistent XDG_CACHE_HOME='%s/cache'"):format(folder) end,
    "no C compiler: none of $CC, cc, gcc, clang and tcc is there, and gts was built without libtcc (Debian: libtcc-dev)", true },
  ["a home"] = { function() return "env -u HOME -u XDG_CACHE_HOME" end,
    "no folder for compiled rules: neither XDG_CACHE_HOME nor HOME is set" },
  ["a place that is a folder"] = { function(folder)
    run.write(folder .. "/cache", "")
    return ("env XDG_CACHE_HOME='%s/cache'"):format(folder)
  end, "/cache/gts: Not a directory" },
  ["a folder that can be written"] = { function(folder)
    local words = read_only(folder)
    return words and ("%s env XDG_CACHE_HOME='%s/cache/more'"):format(words, folder)
  end, { "/cache/more/gts: Permission denied", "/cache/more/gts: Read-only file system" } },
  ["room in the folder"] = { function(folder)
    run.write(folder .. "/limited", 'ulimit -f 8\nexec "$@"\n')
    return ("sh '%s/limited' env XDG_CACHE_HOME='%s/cache'"):format(folder, folder)
  end, "cannot use the folder %s/cache/gts: File too large" },
}

local function says(text, folder, what)
  for _, one in ipairs(type(what) == "table" and what or { what }) do
    if text:find(one:gsub("%%s", folder), 1, true) then return end
  end
  error(("'%s' does not say why"):format(text), 2)
end

for name, lack in pairs(lacks) do
  describe("gts without " .. name, function()
    local folder, gone, without, program
    setup(function()
      folder, gone = run.folder()
      without = lack[1](folder)
      program = lack[3] and run.bare(folder) or run.program
    end)
    teardown(function()
      run.output(("chmod -R u+w '%s'"):format(folder))
      getmetatable(gone).__close()
    end)

    it("answers, from rules in Lua, and says nothing of it in a pipe", function()
      if not without then return pending "this user can write everywhere, and may not mount" end
      local out, err, code = sh(folder, without, BEST .. " --json", program)
      assert.equal(0, code)
      assert.equal("", err)
      assert.matches('"move":"%d+".*"native":false', out)
    end)

    it("says so at the end, on a terminal, in one line", function()
      if not without then return pending "this user can write everywhere, and may not mount" end
      local text = shown(folder, without, BEST, program)
      assert.equal(1, select(2, text:gsub("not compiled", "")), text)
      assert.matches("gts: the rules were run in Lua, not compiled: [^\n]*\n[^\n]*$", text)
      says(text, folder, lack[2])
    end)

    it("says why where machine code is demanded, once, and leaves nothing", function()
      if not without then return pending "this user can write everywhere, and may not mount" end
      for arguments, exit in pairs { [("native '%s'"):format(units.HASTY)] = 1, [BEST .. " --native true"] = 2 } do
        local _, err, code = sh(folder, without, arguments, program)
        assert.equal(exit, code)
        assert.equal(1, select(2, err:gsub("native: ", "")), err)
        assert.not_matches("warning", err)
        says(err, folder, lack[2])
      end
      assert.equal("", run.output(("ls -A '%s/cache/gts' 2>/dev/null || true"):format(folder)))
    end)
  end)
end

describe("gts without a compiler", function()
  it("says nothing where the rules are to be run in Lua", function()
    local folder, gone <close> = run.folder()
    assert.not_matches("not compiled", shown(folder, lacks["a compiler"][1](folder), BEST .. " --native false", run.bare(folder)))
  end)
end)

describe("a compiler that fails", function()
  it("is spoken of once: by a warning, or by the error", function()
    local folder, gone <close> = run.folder()
    assert.equal("Lua warning: gts: rules are run in Lua, not compiled: false failed: exit code 1",
      units.script(folder, "false", "search({}, function() return not failed end)"))
    local text, code = units.gts(folder, "false", { "native", units.HASTY })
    assert.equal("gts: native: false failed: exit code 1", text:match "[^\n]*$")
    assert.equal(1, code)
  end)
end)
