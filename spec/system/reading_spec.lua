-- One budget for reading anything: no number in a file makes gts work, or take memory, out of proportion to its bytes on the
-- disk, and Ctrl-C is heard.

local core = require "gts.core"
local files = require("gts.facts.files").extend()
local gts = require "gts"
local notation = require "gts.rules.notation"
local reading = require "gts.facts.reading"
local run = require "spec.support.run"
local sums = require "spec.support.sums"

local read = run.read

local nim = gts.game("nim", { heaps = { 2, 2 } })

-- Makes a file longer by a hole, which takes no room on the disk.
local function lengthen(name, bytes) assert(os.execute(("truncate -s %d '%s'"):format(bytes, name))) end

-- A finished database in `folder`; gives its plan.
local function solved(folder)
  gts.solve(nim, { by = "retrograde", folder = folder, native = false }).database:close()
  return read(folder .. "/plan")
end

-- A plan with other shards and tiers, each of which has a position of either player.
local function forged_plan(plan, shards, count)
  local tiers = {}
  for i = 1, count do tiers[i] = ("<i8i8i8i8i8"):pack(i, i, 1, 1, 0) end
  return sums.plan(plan:sub(1, 20) .. ("<I4i8"):pack(shards, count) .. plan:sub(33, 112) .. table.concat(tiers))
end

describe("a database", function()
  it("whose plan of 8 kB has 2^32 - 1 shards is refused", function()
    local folder, gone <close> = run.folder()
    local place = folder .. "/d"
    local plan = solved(place)
    local function said(shards, count)
      run.write(place .. "/plan", forged_plan(plan, shards, count))
      local err = run.ends(1, { "database", place })
      return err
    end
    assert.matches("/d/plan: it is damaged", said(0xffffffff, 200))
    assert.matches("/d/plan: it is damaged", said(4097, 200))
    assert.matches("/d/tier%-1%-min%-000.gts: No such file", said(4096, 200))
    run.write(place .. "/plan", plan:sub(1, 24) .. ("<i8"):pack(1 << 40) .. plan:sub(33))
    lengthen(place .. "/plan", 112 + (40 << 30))
    local db, wrong = pcall(gts.database, place, nim)
    assert.is_false(db)
    assert.matches("/d/plan: it is damaged", wrong)
    run.write(place .. "/plan", plan)
    gts.database(place, nim):close()
  end)

  it("whose plan is forged is not gone on with", function()
    local folder, gone <close> = run.folder()
    local place = folder .. "/d"
    local plan = solved(place)
    local above = reading.above_digest(read(place .. "/about")):gsub("finished", "begun")
    run.write(place .. "/about", reading.with_digest(above))
    run.write(place .. "/plan", forged_plan(plan, 0xffffffff, 200))
    local ok, wrong = pcall(gts.solve, nim, { by = "retrograde", folder = place, native = false })
    assert.is_false(ok)
    assert.matches("/d/plan: it is damaged.*; remove the folder to begin anew", wrong)
  end)

  it("of holes takes no memory for its index", function()
    local folder, gone <close> = run.folder()
    local place = folder .. "/d"
    solved(place)
    local name = place .. "/tier-0-max.gts"
    local part, room = read(name), 1 << 24
    local front = 168 + 8 * ("<i8"):unpack(part, 73) + 48 * room
    run.write(name, part:sub(1, 64) .. ("<i8"):pack(room) .. part:sub(73, 80) .. ("<i8"):pack(front) .. part:sub(89))
    lengthen(name, front)
    local ok, wrong = pcall(gts.database, place, nim)
    assert.is_false(ok)
    assert.matches("tier%-0%-max.gts: it is damaged, or no part of a database", wrong)
  end)
end)

describe("a table", function()
  local script = [[
    local gts = require "gts"
    local function wait() for i = 1, 1e9 do end end
    local function press()              -- after a tenth of a second of the processor
      return io.popen(("while read -r s </proc/$PPID/stat; set -- ${s##*) }; [ $((${12} + ${13})) -lt %d ]; do sleep 0.02; done; "
        .. "kill -INT $PPID"):format(math.floor(os.clock() * 100) + 10))
    end
    local small, name = gts.table {}, arg[1]
    gts.search("nim", { algorithm = "ttalphabeta", table = small })
    assert(small:save(name))
    local file <close> = assert(io.open(name, "r+b"))
    if arg[2] == "long" then
      file:seek("set", 24)
      file:write(("<i8"):pack(10000000000))
      file:close()
      os.execute(("truncate -s %d '%s'"):format(160 + 80 * 10000000000 + 32, name))
    else
      local pipe <close> = press()
      print(pcall(wait))
    end
    local pipe = arg[2] == "long" and press()
    print(pcall(gts.table, { file = name, bytes = 1 << 16 }))
    return pipe]]

  it("hears Ctrl-C while it is read", function()
    local folder, gone <close> = run.folder()
    assert.equal("false\tinterrupted\n", (run.gts { script = script, folder .. "/t", "long" }))
  end)

  it("is read after a press that was caught", function()
    local folder, gone <close> = run.folder()
    assert.matches("^false\tinterrupted\ntrue\tgts.table: %d+ entries for nim\n$",
      (run.gts { script = script, folder .. "/t", "short" }))
  end)
end)

describe("a file", function()
  it("that is longer than its kind may be is refused before it is read", function()
    local folder, gone <close> = run.folder()
    local name = folder .. "/f"
    run.write(name, "x")
    local count = 0
    for _, row in ipairs(files.rows) do
      if row.most then
        lengthen(name, row.most + 1)
        assert.same({ nil, name .. ": is too large" }, { reading.text(row.kind, name) })
        count = count + 1
      end
    end
    assert.is_true(count > 10)
  end)

  it("is parsed in time linear in its bytes, whatever they are #thorough", function()
    local folder, gone <close> = run.folder()
    -- A reader that starts anew at each byte would take more than the five minutes after which `run.gts` ends it.
    local out, err, code = run.gts { folder = folder, script = [[
      local gts = require "gts"
      local N = 1 << 18
      local function read(text, f)
        local file <close> = assert(io.open("f.kif", "wb"))
        file:write(text)
        file:flush()
        local ok, good, wrong = pcall(f)
        assert(not ok or good == nil or wrong or good.wrong, "it was accepted")
      end
      local function weights() return gts.game("othello", { weights = "f.kif" }) end
      local function played() return require "gts.play.played".read "f.kif" end
      local function description() return gts.game "./f.kif" end
      local about = { name = "tiny", version = "1", made = "0" }
      local function experiment()
        local known, wrong = require "gts.experiments.experiment_file".open("f.kif", about)
        return nil, known and "it is empty" or wrong
      end
      for _, blank in ipairs { " ", "a ", "a", "{", "}", "\"", "\\", "\\\"", "-- ", "(", "(a) ", ";", ",", "=", ":", "1" } do
        local many = blank:rep(N)
        read("return { x = 1" .. many .. "2 }", weights)
        read("return { x = 1 }" .. many .. "x", weights)
        read("gts match 1\ngame tictactoe a:" .. many .. "\ngames\ngame x", played)
        read("gts match 1\ngame tictactoe\ngames\ngame 1 max 1 1 \"" .. many .. "\n", played)
        read("gts game 1\ngame tictactoe\noption a " .. many .. "\n", played)
        read("gts game 1\ngame tictactoe\noption a \"" .. many .. "\n", played)
        read("gts game 1\ngame tictactoe\noption a {" .. many .. "\n", played)
        read("gts game 1\n" .. many .. "\n", played)
        if #blank > 1 or blank:find "[a; ]" then read(many, description) end
        read(many, experiment)
      end
      local rules = {}
      for i = 1, 50000 do rules[i] = ("(<= a%d a%d)"):format(i, i + 1) end
      read("(role a)(role b)" .. table.concat(rules), description)
      print "read"]] }
    assert.same({ "read\n", "", 0 }, { out, err, code })
  end)

  it("of lines, or of numbers, takes memory in proportion to its bytes", function()
    local folder, gone <close> = run.folder()
    local name = folder .. "/f"
    run.write(name, ("\n"):rep((1 << 24) + 1))
    assert.same({ nil, name .. ": has more than 16777216 lines" }, { reading.text("match", name) })
    assert.is_nil(notation.read("{" .. ("1 "):rep((1 << 16) + 1) .. "}"))
    assert.equal(1 << 16, #notation.read("{" .. ("1 "):rep(1 << 16) .. "}"))
  end)

  it("with a digest is refused where it is cut or changed", function()
    local text = reading.with_digest "a\nb\n"
    assert.equal("a\nb\n", reading.above_digest(text))
    assert.same({ nil, "truncated: its last line is not a digest" }, { reading.above_digest(text:sub(1, -2)) })
    assert.same({ nil, "damaged: its digest is another" }, { reading.above_digest((text:gsub("b", "c"))) })
    assert.equal(core.hash "a\nb\n", text:match "digest (%x+)\n$")
  end)
end)
