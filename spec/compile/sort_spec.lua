-- table.sort of integers, compiled: how it ends, and how long that takes.

local gts = require "gts"
local math, sort = math, table.sort         -- the names of specs have a metatable

local inputs = { 800001, 800002, 800006, 800007 }         -- the long ones are for the clock

for _, n in ipairs { 0, 1, 2, 3, 33, 64, 65, 66, 67, 68, 127, 130, 150, 1000 } do
  for order = 0, 7 do inputs[#inputs + 1] = 8 * n + order end
end

-- A list of x // 8 integers, in one of eight orders; sorted, and made one number.
local function sorted(x)
  local list, n, order, random = {}, x // 8, x % 8, 7
  for i = 1, n do
    random = random * 6364136223846793005 + 1442695040888963407
    local v = i
    if order == 1 then v = n - i
    elseif order == 2 then v = random
    elseif order == 3 then v = 4
    elseif order == 4 then v = (random >> 40) % 5
    elseif order == 5 and i == n then v = -1
    elseif order == 6 then v = i % 2 == 0 and math.mininteger + i or math.maxinteger - i
    elseif order == 7 then v = (i - n // 2) * (i - n // 2) end
    list[i] = v
  end
  sort(list)
  local h = #list
  for i = 1, #list do h = (h * 31 + list[i] % 1000003) % 1000003 end
  return h
end

-- A game whose positions are those numbers: `evaluate` is called with each.
local game = {
  name = "sorted", words = 2, start = { 0, 0 }, evaluate = function(k, x) if k == 0 then return 0 end return sorted(x) end,
  next = function(k, _, move)
    local n = (move or 0) + 1
    if k == 0 and n <= #inputs then return n, n, inputs[n] end
  end,
}

-- What a search finds where one of them stands, and its processor time.
local function value_of(n, native)
  local began = os.clock()
  local r = assert(gts.search(game, { algorithm = "minimax", position = { n, inputs[n] }, native = native }))
  assert.equal(native, r.native or false)
  return r.value, os.clock() - began
end

describe("compiled rules #plain", function()
  it("sort integers of any order as Lua does", function()
    local values = {}
    for n = #inputs, 1, -1 do
      local value = value_of(n, false)
      assert.equal(value, (value_of(n, true)), inputs[n])
      values[value] = true
    end
    assert(values[0] and next(values, next(values)))
  end)

  it("sort in no more than n log n steps, whatever the order", function()
    value_of(5, true)           -- it is compiled before the time counts
    for n = 1, 4 do
      local value, seconds = value_of(n, false)
      local same, compiled = value_of(n, true)
      assert.equal(value, same)
      assert(compiled < 4 * seconds, ("%d: compiled %.2f s, in Lua %.2f s"):format(inputs[n], compiled, seconds))
    end
  end)
end)
