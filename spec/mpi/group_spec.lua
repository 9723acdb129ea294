-- gts.solve by the ranks of a job of MPI.

local gts = require "gts"
local run = require "spec.support.run"
local solving = require "spec.support.solving"

local bytes_of = solving.sum

local helped, mpirun = pcall(require, "spec.support.mpirun")
local built = run.output(("test -f '%s' && echo yes"):format((run.program:gsub("[^/]*$", "lib/gts/mpi_core.so")))) == "yes"
if not helped or not built or run.output "command -v mpirun" == "" then
  describe("gts.solve by the ranks of a job of MPI", function()
    pending "needs mpicc, which was not there when gts was built, and mpirun"
  end)
  return
end

-- Rules with an error at position TROUBLE, and a script that solves them in FOLDER.
local stages = solving.here .. [[
  local rules = require "spec.support.solving".stages(function(p) if p == TROUBLE then error "trouble" end end)
]]
local solve = stages .. [[
  local mpi = require "gts.mpi"
  local ok, r = pcall(require "gts".solve, rules, { by = "retrograde", folder = FOLDER, mpi = mpi, native = false })
  print(mpi.rank, ok and ("%d %d %d"):format(r.value, r.positions, r.database:value(0)) or r)
]]

describe("gts.solve by the ranks of a job of MPI", function()
  local folder, gone
  setup(function() folder, gone = run.folder() end)
  teardown(function() getmetatable(gone).__close() end)

  local function ranks(count, name, trouble)
    return mpirun(count, ("local FOLDER, TROUBLE = %q, %s\n"):format(folder .. "/" .. name, trouble or "nil") .. solve)
  end

  it("leaves the same bytes as processes of one machine, however many there are #thorough", function()
    local game = gts.game("connect4", { columns = 4, rows = 3 })
    gts.solve(game, { folder = folder .. "/copies", threads = 2 }).database:close()
    for count = 1, 3 do
      local name = folder .. "/ranks" .. count
      local out, err, code = mpirun(count, ([[
        local gts, mpi = require "gts", require "gts.mpi"
        local r = gts.solve(gts.game("connect4", { columns = 4, rows = 3 }), { folder = %q, mpi = mpi })
        local again = gts.solve(gts.game("connect4", { columns = 4, rows = 3 }), { folder = %q, mpi = mpi })
        print(mpi.rank, r.value, r.distance, r.positions, again.why)]]):format(name, name))
      local expected = {}
      for i = 1, count do expected[i] = (i - 1) .. "\t0\t12\t6027\tthe folder had the answer" end
      assert.same({ table.concat(expected, "\n"), "", 0 }, { out, err, code })
      assert.equal(bytes_of(folder .. "/copies"), bytes_of(name))
    end
  end)

  it("solves rules with an index, which leaves the same bytes as one process #thorough", function()
    local rules = [[
      local N = 3000
      local rules = { name = "ring", version = "1", start = 1, cycle = 0, range = { -2, 2 } }
      function rules.next(p, move)
        local m = (move or 0) + 1
        if m <= 2 and p % 97 > 0 then return m, (p + 7 * m) % N end
      end
      function rules.evaluate(p) return p % 5 - 2 end
      rules.index = { of = function(p) return p end, at = function(_, i) return i end }
      function rules.index.size(tier) return tier == 0 and N or nil end
      function rules.index.before(p, move)
        local m = (move or 0) + 1
        while m <= 2 and (p - 7 * m) % N % 97 == 0 do m = m + 1 end
        if m <= 2 then return m, (p - 7 * m) % N end
      end
    ]]
    local alone = folder .. "/index"
    gts.solve(load(rules .. " return rules")(), { by = "retrograde", folder = alone, native = false }).database:close()
    for count = 2, 3 do
      local name = folder .. "/index" .. count
      local out, err, code = mpirun(count, rules .. ([[
        local gts, mpi = require "gts", require "gts.mpi"
        local r = gts.solve(rules, { by = "retrograde", folder = %q, mpi = mpi, native = false, ranges = 3 })
        print(mpi.rank, r.value, r.positions)]]):format(name))
      local expected = {}
      for i = 1, count do expected[i] = (i - 1) .. "\t0\t6000" end
      assert.same({ table.concat(expected, "\n"), "", 0 }, { out, err, code })
      assert.equal(bytes_of(alone), bytes_of(name))
    end
  end)

  it("runs rules in Lua where they cannot be compiled #thorough", function()
    local modules = run.program:gsub("[^/]*$", "lib/?.so")
    for name, environment in pairs { none = "CC= PATH=/nonexistent LUA_CPATH=\"" .. modules .. "\"", fails = "CC=false" } do
      local command = ("sh -c '%s XDG_CACHE_HOME=\"%s/none\" \"%s\" solve connect4 columns=4 rows=3 --folder \"%s/%s\"'"):format(
        environment, folder, name == "none" and run.bare(folder) or run.program, folder, name)
      local out, err, code = mpirun(2, "", command)
      assert.equal(0, code, err)
      assert.equal(name == "fails" and 2 or 0, select(2, err:gsub("false failed", "")), err)
      assert.matches("6,027 positions", out)
    end
  end)

  it("brings an error to all, and goes on where it was by another number of ranks #thorough", function()
    local calm = ranks(2, "calm")
    local value = calm:match "^0\t([^\n]*)\n1\t"
    assert(value, calm)
    for _, trouble in ipairs { 33, 66 } do
      local out = ranks(3, "failed" .. trouble, trouble)
      assert.equal(3, select(2, out:gsub("trouble %(in rules.successors of position " .. trouble .. "%)", "")))
      assert.equal("0\t" .. value, (ranks(1, "failed" .. trouble)))
      assert.equal(bytes_of(folder .. "/calm"), bytes_of(folder .. "/failed" .. trouble))
    end
  end)

  it("brings to all what one rank lacks before it begins", function()
    local folders = solve:gsub("= FOLDER", "= mpi.rank == 0 and FOLDER or '/dev/null/x'")
    local out = mpirun(2, ("local FOLDER = %q"):format(folder .. "/lacks") .. folders)
    assert.equal(2, select(2, out:gsub("/dev/null/x", "")), out)
  end)

  it("is what the command does under mpirun, and only the first rank speaks", function()
    local name = folder .. "/command"
    local function command(count, words) return mpirun(count, "", ("sh -c '\"%s\" solve %s'"):format(run.program, words)) end
    local out, err, code = command(2, ("connect4 columns=4 rows=3 --folder \"%s\""):format(name))
    assert.same({ "", 0 }, { err, code })
    assert.equal(1, select(2, out:gsub("6,027 positions", "")))
    assert.equal(1, select(2, out:gsub("value", "")))
    run.write(folder .. "/stages.lua", "local TROUBLE = 55\n" .. stages .. "return rules")
    out, err, code = command(2, ("\"%s/stages.lua\" --native=false --folder \"%s/other\""):format(folder, folder))
    assert.equal("", out)
    assert.matches("gts: .-trouble %(in rules.successors of position 55%)", err)
    assert(code ~= 0)
  end)
end)
