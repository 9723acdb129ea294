local run = require "spec.support.run"

local share = tonumber(os.getenv "GTS_SPEC_SHARE") or 1

local LONG = "86400"            -- seconds

-- Compares random programs compiled by `compiler`, from a seed on, in early units if that is said: what was printed, and the
-- numbers in its last line.
local function fuzz(compiler, count, seed, optimization, script, early)
  local folder, gone <close> = run.folder()
  local text = run.output(("env CC=%s XDG_CACHE_HOME=%s '%s' spec/support/%s.lua %d %d %s %s %s 2>&1"):format(compiler, folder,
    run.program, script or "fuzz", count, seed, optimization, LONG, early or ""))
  local numbers = {}
  for number in text:match("[^\n]*$"):gmatch "%d+" do numbers[#numbers + 1] = tonumber(number) end
  return text, numbers
end

-- By machine: tcc compiles quickly, so that it gets the most.
local function has(compiler) return run.output(("command -v %s || true"):format(compiler)) ~= "" end

-- How a spec is named.
local function by(compiler, optimization, early)
  return ("compiled by %s %s%s"):format(compiler, optimization, early and ", without the algorithm," or "")
end
local function slow(optimization) return optimization == "-O3" and " #slow" or "" end
-- Code by tcc has no sanitizers, and the few others call it likewise.
local function many(count) return count >= 5000 and " #lua" or "" end

describe("random functions #plain", function()
  local plans = has "tcc" and {
    { "tcc", 5000, 1, "-O0" }, { "tcc", 1000, 300001, "-O0", "early" }, { "cc", 250, 100001, "-O1" },
    { "cc", 250, 400001, "-O1", "early" }, { "cc", 25, 200001, "-O3" },
  } or { { "cc", 3000, 100001, "-O1" }, { "cc", 500, 400001, "-O1", "early" }, { "cc", 100, 200001, "-O3" } }
  for _, plan in ipairs(plans) do
    local compiler, count, seed, optimization, early = table.unpack(plan)
    it("give the same " .. by(compiler, optimization, early) .. " as in Lua" .. slow(optimization) .. many(count), function()
      count = math.max(math.ceil(count * share), count < 1000 and 20 or 50)     -- fewer would tell nothing of their kinds
      local text, numbers = fuzz(compiler, count, seed, optimization, "fuzz", early)
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

describe("random games whose positions are tables #plain", function()
  local compiler = has "tcc" and "tcc" or "cc"
  local plans = { { compiler, 60, 1, "-O0" }, { compiler, 30, 300001, "-O1", "early" }, { "cc", 8, 100001, "-O3" } }
  for _, plan in ipairs(plans) do
    local program, count, seed, optimization, early = table.unpack(plan)
    it("are searched alike " .. by(program, optimization, early) .. " and in Lua" .. slow(optimization), function()
      count = math.max(math.ceil(count * share), 8)
      local text, numbers = fuzz(program, count, seed, optimization, "fuzz_tables", early)
      local compared, refused, errors = table.unpack(numbers)
      assert.matches(" 0 faults; %d+ seconds$", text)
      assert.equal(count, compared + refused)
      assert.is_true(compared >= count / 2 and errors < compared / 2, text)
    end)
  end
end)
