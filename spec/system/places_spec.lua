-- What may stand in the place of a file, and files that may grow no more: an error that names the file, in time.

local run = require "spec.support.run"

local program = run.program

-- Runs commands of the shell in a separate folder, with `gts` and `solve`, which makes a small database, and a script in Lua;
-- what they print.
local function sh(commands, script)
  local folder, gone <close> = run.folder()
  run.write(folder .. "/script.lua", script or "")
  run.write(folder .. "/test.sh", ([[
    cd '%s'
    export XDG_CACHE_HOME="$PWD/cache"
    gts () { timeout 20 '%s' "$@"; }
    solve () { gts solve nim "heaps={1,2,3}" --folder db "$@" >out 2>&1; }
    %s
  ]]):format(folder, program, commands))
  return run.output(("bash '%s/test.sh' 2>&1"):format(folder))
end

-- What puts something else in the place of a file.
local others = {
  { "a pipe", "mkfifo" },
  { "a folder", "mkdir" },
  { "a link to a device", "ln -s /dev/zero" },
  { "a link to itself", "ln -s itself" },
  { "a socket", 'ln "$SOCKET"' },
  { "a file of the system", "ln -s /proc/self/status" },
}

-- Makes place(), of a name, for the shell; and for scripts, with fails(), which says whether a function fails and names a file.
local before = [[
  export SOCKET='%s'
  place () { rm -rf "$1"; %s "$1"; }
]]
local in_script = [[
  local function sh(commands) assert(os.execute(BEFORE .. commands)) end
  local function fails(file, f, ...)
    local ok, value, wrong = pcall(f, ...)
    wrong = not ok and tostring(value) or value == nil and wrong
    print(wrong and wrong:find(file, 1, true) and "fails" or file .. ": " .. tostring(wrong or value))
  end
]]

describe("what is no file, in the place of one", function()
  local place, gone = run.folder()
  local socket = place .. "/socket"

  setup(function()
    local made = "python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"%s\")' 2>/dev/null || mkfifo '%s'"
    run.output(made:format(socket, socket))
  end)
  teardown(function() getmetatable(gone).__close() end)

  for _, other in ipairs(others) do
    local placed = before:format(socket, other[2] == "ln -s itself" and 'ln -s "${1##*/}"' or other[2])
    local script = ("local BEFORE = %q\n"):format(placed) .. in_script

    it(("is refused by name where a database is opened, begun and read: %s"):format(other[1]), function()
      local out = sh(placed .. [[
        solve || cat out
        cp -r db whole
        gts script.lua
        rm -rf db; mkdir db; place db/draft.file
        solve; echo $? $(grep -c "value\|db/about" out)
      ]], script .. [[
        local game = gts.game("nim", { heaps = { 1, 2, 3 } })
        for _, name in ipairs { "about", "plan", "tier-0-max.gts" } do
          sh("rm -rf db; cp -r whole db; place db/" .. name)
          fails("db/" .. name, gts.database, "db", game)
          fails("db/" .. name, gts.solve, game, { folder = "db" })
        end]])
      -- all but a folder are removed where a draft is to be
      assert.equal(("fails\n"):rep(6) .. (other[2] == "mkdir" and "1 1" or "0 1"), out)
    end)

    it(("is refused by name where rules are read, and where files grow: %s"):format(other[1]), function()
      local out = sh(placed .. [[
        place thing; place thing.lua
        gts script.lua
        gts search ./thing.lua >out 2>&1; echo $? $(grep -c "thing.lua" out)
        gts search --confined ./thing.lua >out 2>&1; echo $? $(grep -c "thing.lua" out)
        gts match nim random depth:1 --games 2 --file thing >out 2>&1; echo $? $(grep -c "thing" out)
        gts experiment memsss-table1 --file thing >out 2>&1; echo $? $(grep -c "thing" out)
      ]], script .. [[fails("thing", require("gts.core").files.append, "thing", "y")]])
      assert.matches("^fails\n" .. ("[12] [1-9]\n"):rep(4) .. "$", out .. "\n")
    end)
  end
end)

describe("a database whose files change while it is open", function()
  it("says which one was cut short or is gone, and lives", function()
    local out = sh("solve; gts script.lua", [[
      local game = gts.game("nim", { heaps = { 1, 2, 3 } })
      local db = gts.database("db", game)
      for _, size in ipairs { 0, 100, 250 } do os.execute(("truncate -s %d db/tier-0-max.gts"):format(size)) end
      local ok, wrong = pcall(db.value, db, game.start)
      print(ok, (wrong:gsub("^.*db/", "")))
      print(pcall(gts.search, game, { database = db, depth = 0 }))
      print(db:check())
      os.remove "db/tier-0-max.gts"
      print(db:check())
      print(#db:stats().parts)
    ]])
    local wrong = "db/tier-0-max.gts: block 1 of 1 it has become shorter"
    assert.equal(("false\t%s\nfalse\t%s\nnil\t%s\nnil\t%s\n2"):format(wrong:sub(4), wrong, wrong,
      "db/tier-0-max.gts: block 1 of 1 No such file or directory"), out)
  end)
end)

describe("a file that may grow no more", function()
  -- What is written is longer than a block of the shell's limit. The host is one that does not expect the signal.
  local host = [[
    host () {
      (ulimit -f 1; LUA_PATH='%s/lua/?.lua;%s/lua/?/init.lua;;' LUA_CPATH='%s/lib/?.so;;' %s lua5.4 -e "local gts = require 'gts'
        local core = require 'gts.core'
        $1
        print('alive')" >out 2>&1); echo $? $(cat out)
    }
    mask () { grep -E 'Sig(Blk|Ign|Pnd):' /proc/self/status; }
  ]]
  local root = run.output "realpath ."
  local build = program:gsub("/gts$", "")
  local preload = build:find "check$" and "ASAN_OPTIONS=detect_leaks=0 LD_PRELOAD="
    .. "$(cc -print-file-name=libasan.so):$(cc -print-file-name=libubsan.so)" or ""
  host = host:format(root, root, build, preload)       -- a sanitizer has to be there before the host

  it("is an error that names it, for tables, databases, texts and matches, and nothing of it is left", function()
    local out = sh(host .. [[
      printf old >t
      host "local t = gts.table() gts.search('connect4', { algorithm = 'mtd', depth = 7, table = t }) print(t:save 't')"
      host "print(core.files.write('t', ('x'):rep(10000)))"
      cat t; echo
      host "print(core.files.append('t', ('x'):rep(10000)))"
      host "print(pcall(gts.solve, 'connect4', { folder = 'db', native = false }))"
      host "print(pcall(gts.solve, 'connect4', { by = 'retrograde', native = false, memory = 1 << 24 }))"
      host "local function bits() return io.open('/proc/self/status'):read('a'):match('SigBlk:.-SigCgt') end
        local before = bits() core.files.write('t2', ('x'):rep(10000)) print(before == bits())"
      ls -A
    ]])
    local lines = run.lines(out)
    assert.equal("0 nil t: File too large alive", lines[1])
    assert.equal(lines[1], lines[2])
    assert.equal("old", lines[3])
    assert.equal(lines[1], lines[4])
    assert.matches("^0 false.*db/tier%-%d+%-%l+%.open: File too large.*alive$", lines[5])
    assert.matches("^0 false.*tier%-%d+%-%l+%.open: File too large.*alive$", lines[6])
    assert.equal("0 true alive", lines[7])
    assert.equal("db out script.lua t test.sh", (table.concat(lines, " ", 8):gsub("cache ", "")))
  end)

  it("ends the program with an error, not by a signal", function()
    local out = sh [[
      (ulimit -f 1; gts record connect4 --depth 2 --file r >out 2>&1); echo $? $(grep -c 'too large' out)
      (ulimit -f 1; gts games >games 2>&1; gts record connect4 --depth 3 >games 2>out); echo $? $(grep -c 'not all' out)
      (ulimit -f 1; gts -e 'gts.search("connect4", { depth = 8, native = true })' >out 2>&1); echo $? $(wc -l <out)
    ]]
    assert.matches("^1 1\n1 1\n[01] ", out)
  end)
end)
