-- Rules as people write them (spec/corpus/rules): games that everybody knows, in several styles. They were written before it was
-- looked what of them compiles; each takes the translation along a path that no other of them and no shipped game takes.

local easy = require "spec.support.easy"
local gts = require "gts"
local native = require "gts.compile.native"
local run = require "spec.support.run"
local units = require "spec.support.units"

native.optimization, native.fuses = "-O1", false        -- one unit for all algorithms
units.compile_quickly()

-- What stays in Lua, and why.
local refused = { clobber_bits = "method 'sub'" }

local files = {}
for file in run.output("ls spec/corpus/rules"):gmatch "(%S+)%.lua" do files[#files + 1] = file end

local function make(file) return dofile(("spec/corpus/rules/%s.lua"):format(file)) end

describe("rules in the style of", function()
  for _, file in ipairs(files) do
    it(file .. (refused[file] and " stay in Lua, for a reason" or " are searched alike, compiled and in Lua"), function()
      local report = gts.native(make(file))
      if refused[file] then
        assert.is_false(report.compiled)
        local _, reason = report:refused()
        assert.matches(refused[file], reason, 1, true)
        assert.matches(file .. ".lua:%d+: ", reason)
        return
      end
      assert.is_true(report.compiled, tostring(report))
      for _, algorithm in ipairs { "alphabeta", make(file).key and "ttalphabeta" or "sss2" } do
        local compiled, interpreted = easy.both(function() return make(file) end, { depth = 4, algorithm = algorithm })
        assert.equal(interpreted, compiled)
        assert.is_nil(compiled:find "^error")
      end
    end)
  end

  it("those in the corpus are found right by gts check #lua #thorough", function()
    for _, file in ipairs(files) do
      local report = gts.check(make(file), { time = 0.05 })
      assert.is_true(report.clean, file .. ":\n" .. tostring(report))
    end
  end)
end)
