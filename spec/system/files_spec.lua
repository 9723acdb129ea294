-- Files: read whole or not at all, written whole or not at all, and only regular ones.

local core = require "gts.core"
local gts = require "gts"
local run = require "spec.support.run"

local files = core.files

local read = run.read

local function sh(command, ...) return run.output(command:format(...) .. " 2>&1") end

-- What stands in the place of a file and is none: how it is made, and what is said of it.
local none = {
  { "mkfifo '%s'", "is a device or a pipe, not a file" },
  { "mkdir '%s'", "is a folder" },
  { "ln -s /dev/zero '%s'", "is a device or a pipe, not a file", "is a link to another file" },
  { "ln -s /dev/full '%s'", "is a device or a pipe, not a file", "is a link to another file" },
  { "ln -s . '%s'", "is a folder", "is a link to another file" },
  { "ln -s nowhere '%s'", "No such file", "is a link to another file" },
}

describe("a file that is none", function()
  local readers = {
    table = function(name) return pcall(gts.table, { file = name }) end,
    proof = function(name) return gts.load_proof(name) end,
    game = function(name) return pcall(gts.game, name) end,
    text = function(name) return files.read(name, 1000) end,
  }
  local writers = {
    table = function(name) return gts.table():save(name) end,
    proof = function(name)
      return gts.search(gts.tree { 1, 2 }, { algorithm = "sss", solution = true }).proof:save(name)
    end,
    text = function(name) return files.write(name, "text") end,
    trial = function(name) return files.try(name) end,
  }

  for what, reader in pairs(readers) do
    it("is not read as a " .. what, function()
      local folder, gone <close> = run.folder()
      for i, case in ipairs(none) do
        local name = ("%s/%d.lua"):format(folder, i)
        sh(case[1], name)
        local good, wrong = reader(name)
        assert(not good)
        assert.matches(case[2], wrong, 1, true)
        assert.matches(name, wrong, 1, true)
      end
    end)
  end

  for what, writer in pairs(writers) do
    it("is not replaced by a " .. what, function()
      local folder, gone <close> = run.folder()
      for i, case in ipairs(none) do
        local name = ("%s/%d.lua"):format(folder, i)
        sh(case[1], name)
        local before = sh("stat -c '%%F %%i' '%s'", name)
        local good, wrong = writer(name)
        assert(not good)
        assert.matches(case[3] or case[2], wrong, 1, true)
        assert.matches(name, wrong, 1, true)
        assert.equal(before, sh("stat -c '%%F %%i' '%s'", name))
      end
      for _, name in ipairs { "/dev/null", "/dev/full", folder, folder .. "/", folder .. "/.", "..", "", "/" } do
        assert.is_nil((writer(name)))
      end
      assert.equal("", sh("find '%s' -name '*draft*'", folder))
    end)
  end

  it("is not waited for, nor read to its end, when it is named to the program", function()
    local folder, gone <close> = run.folder()
    sh("mkfifo '%s/pipe.lua'", folder)
    sh("ln -s /dev/zero '%s/zero.lua'", folder)
    sh("truncate -s 1T '%s/large.lua' || truncate -s 100M '%s/large.lua'", folder, folder)
    for name, wrong in pairs { pipe = "is a device or a pipe", zero = "is a device or a pipe", large = "is too large" } do
      for _, words in ipairs { { "search" }, { "help" } } do
        words[#words + 1] = ("%s/%s.lua"):format(folder, name)
        local _, err, code = run.gts(words)
        assert.matches(wrong, err)
        assert(code == 1 or code == 2)
      end
    end
  end)
end)

describe("a file", function()
  it("is read whole, and not if it is larger than it may be", function()
    local folder, gone <close> = run.folder()
    for _, size in ipairs { 0, 1, 4095, 4096, 100000 } do
      local text = ("\0\n\255x"):rep(size):sub(1, size)
      assert.is_true(files.write(folder .. "/a", text))
      assert.equal(text, files.read(folder .. "/a", size))
      if size > 0 then
        local none_read, wrong = files.read(folder .. "/a", size - 1)
        assert.is_nil(none_read)
        assert.equal(folder .. "/a: is too large", wrong)
      end
    end
    assert.has_error(function() files.read("a\0b", 10) end)
    assert.has_error(function() files.write("a\0b", "") end)
    assert.equal("file", files.kind(folder .. "/a"))
    assert.equal("other", files.kind(folder))
    assert.is_nil(files.kind(folder .. "/b"))
  end)

  it("keeps its permissions when it is replaced, and is found through links to its folder", function()
    local folder, gone <close> = run.folder()
    sh("mkdir '%s/real'; ln -s real '%s/link'", folder, folder)
    assert(files.write(folder .. "/link/a", "1"))
    sh("chmod 640 '%s/real/a'", folder)
    assert(files.write(folder .. "/link/a", "2"))
    assert.equal("640", sh("stat -c %%a '%s/real/a'", folder))
    assert.equal("2", read(folder .. "/real/a"))
    assert.equal("a", sh("ls -A '%s/real'", folder))
  end)

  it("may have a long name, and stand in the folder where we are", function()
    local folder, gone <close> = run.folder()
    local long = ("n"):rep(255)
    assert(files.write(folder .. "/" .. long, "text"))
    assert.equal(long, sh("ls -A '%s'", folder))
    local ok, wrong = files.write(folder .. "/" .. long .. "n", "text")
    assert(not ok and wrong:find "too long")
    assert(not files.write(("d/"):rep(3000) .. "a", ""))
    run.fine { folder = folder, script = "assert(require('gts.core').files.write('here', 'x'))" }
    assert.equal("x", read(folder .. "/here"))
  end)

  it("that was left half written is taken over, unless somebody is writing it or it is another's", function()
    local folder, gone <close> = run.folder()
    local draft = folder .. "/.a.gts-draft"
    run.write(draft, ("left over "):rep(1000))
    assert(files.write(folder .. "/a", "new"))
    assert.equal("new", read(folder .. "/a"))
    assert.equal("a", sh("ls -A '%s'", folder))

    run.write(draft, "mine")
    local ok, wrong
    local hold = "timeout 60 flock '%s' sh -c 'echo held; until [ -e %s/free ]; do sleep 0.02; done'"
    local holder <close> = assert(io.popen(hold:format(draft, folder)))
    assert.equal("held", holder:read())
    ok, wrong = files.write(folder .. "/a", "newer")
    assert(not ok and wrong:find("is being written by another process", 1, true))
    assert.equal("new", read(folder .. "/a"))
    assert.equal("mine", read(draft))
    run.write(folder .. "/free", "")
    holder:read "a"
    sh("rm '%s'; ln -s a '%s'", draft, draft)
    assert(not files.write(folder .. "/a", "newer"))
    sh("rm '%s'; ln '%s/a' '%s'", draft, folder, draft)
    assert(not files.write(folder .. "/a", "newer"))
    assert.equal("new", read(folder .. "/a"))
  end)
end)

describe("the history of the prompt", function()
  it("is neither read from nor written to what is no file", function()
    local Terminal = require "spec.support.terminal"
    local folder, gone <close> = run.folder()
    sh("mkfifo '%s/pipe'", folder)
    sh("printf '_HiStOrY_V2_\\nx = 1\\n' >'%s/real'; ln -s real '%s/link'", folder, folder)
    local before = sh("stat -c '%%a %%F %%t' /dev/null")
    for _, history in ipairs { folder .. "/pipe", "/dev/null", folder .. "/link" } do
      local terminal = Terminal.start("'" .. run.program .. "'", folder, "GTS_HISTORY='" .. history .. "'")
      terminal:type "y = 2"
      terminal:leave()
    end
    assert.equal(before, sh("stat -c '%%a %%F %%t' /dev/null"))
    assert.matches("y\\040=\\0402", read(folder .. "/real"), 1, true)
    assert.equal("real", sh("readlink '%s/link'", folder))
  end)
end)
