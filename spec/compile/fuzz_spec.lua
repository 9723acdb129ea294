local run = require "spec.support.run"

local share = tonumber(os.getenv "GTS_SPEC_SHARE") or 1

-- Compares random programs compiled by `compiler`, from a seed on: what was printed, and the numbers in its last line.
local function fuzz(compiler, count, seed, optimization, script)
  local folder, gone <close> = run.folder()
  assert(gone)
  local text = run.output(("env CC=%s XDG_CACHE_HOME=%s '%s' spec/support/%s.lua %d %d %s 2>&1"):format(compiler, folder,
    run.program, script or "fuzz", count, seed, optimization))
  local numbers = {}
  for number in text:match("[^\n]*$"):gmatch "%d+" do numbers[#numbers + 1] = tonumber(number) end
  return text, numbers
end

-- By machine: tcc compiles quickly, so that it gets the most.
local function has(compiler) return run.output(("command -v %s || true"):format(compiler)) ~= "" end

local function slow(optimization) return optimization == "-O3" and " #slow" or "" end

describe("random functions", function()
  local plans = has "tcc" and { { "tcc", 9725, 1, "-O0" }, { "cc", 250, 100001, "-O1" }, { "cc", 25, 200001, "-O3" } }
    or { { "cc", 3000, 100001, "-O1" }, { "cc", 100, 200001, "-O3" } }
  for _, plan in ipairs(plans) do
    local compiler, count, seed, optimization = table.unpack(plan)
    it(("give the same compiled by %s %s as in Lua"):format(compiler, optimization) .. slow(optimization), function()
      count = math.max(math.ceil(count * share), 20)    -- fewer would tell nothing of their kinds
      local text, numbers = fuzz(compiler, count, seed, optimization)
      local functions, refused, values, errors, games, failed = table.unpack(numbers)
      assert.matches(" 0 faults; [%d.]+ seconds$", text)
      -- They were there, and compiled.
      assert.is_true(functions + refused >= count, text)
      assert.is_true(functions >= 0.9 * count, text)
      assert.is_true(values > 2 * functions and errors > functions / 2, text)
      assert.is_true(games + failed > 0, text)
    end)
  end
end)

describe("random games whose positions are tables", function()
  local compiler = has "tcc" and "tcc" or "cc"
  for _, plan in ipairs { { compiler, 60, 1, "-O0" }, { "cc", 8, 100001, "-O3" } } do
    local by, count, seed, optimization = table.unpack(plan)
    it(("are searched alike compiled by %s %s and in Lua"):format(by, optimization) .. slow(optimization), function()
      count = math.max(math.ceil(count * share), 8)
      local text, numbers = fuzz(by, count, seed, optimization, "fuzz_tables")
      local compared, refused, errors = table.unpack(numbers)
      assert.matches(" 0 faults; %d+ seconds$", text)
      assert.equal(count, compared + refused)
      assert.is_true(compared >= count / 2 and errors < compared / 2, text)
    end)
  end
end)
