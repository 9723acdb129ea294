-- One search, by gts and by what one would write instead of using it: the table of speeds in the README. Connect-4 from the empty
-- board to depth 12 by alpha-beta, columns from left to right, nothing remembered: all of them make the same 3,050,083 visits
-- and find the same value. They are run in turn, so that what the machine does meanwhile hits all; the least time of each counts.
-- `make bench` runs it.
--
--    gts .ci/speed.lua [REPETITIONS]

local gts = require "gts"

local DEPTH = 12
local TIMES = 10                -- what takes a hundredth of a second is searched so often in a run
local VALUE, VISITS = 0, 3050083
local repetitions = math.tointeger(arg[1]) or 7
local here = "spec/support/"

local function has(program) return (os.execute(("command -v %s >/dev/null"):format(program))) end

-- The output of a separate program: value, visits, seconds.
local function alone(command)
  return function()
    local pipe <close> = assert(io.popen(command))
    return pipe:read("n", "n", "n")
  end
end

local function by_hand(interpreter, file)
  return has(interpreter) and alone(("%s '%srivals/%s' %d"):format(interpreter, here, file, DEPTH))
end

local function in_c()
  local cc = os.getenv "CC" or "cc"
  assert(os.execute(("mkdir -p build/bench && %s -O3 -o build/bench/connect4 '%srivals/connect4.c'"):format(cc, here)))
  return alone(("build/bench/connect4 %d %d"):format(DEPTH, TIMES))
end

local connect4 = gts.game("connect4", { plain = true })

-- The rules of the rival that makes tables, and nothing that is not there.
local positions = dofile(here .. "rivals/connect4_positions.lua")
local tables = gts.game {
  name = "connect4 on tables", start = positions.start,
  successors = function(p) return positions.won(p) and {} or positions.successors(p) end,
  evaluate = function(p) return not positions.won(p) and 0 or p.turn == 1 and -1 or 1 end,
}

local function by_gts(game, native, times)
  local asked = { algorithm = "alphabeta", depth = DEPTH, bounds = false, native = native }
  if native then gts.search(game, asked) end            -- compiles
  return function()
    local began, r, count = os.clock(), nil, 0
    for _ = 1, times do
      r = gts.search(game, asked)
      count = count + r.stats.visits
    end
    return r.value, count, os.clock() - began
  end
end

local rows = {
  { "C by hand, boards as integers, -O3", in_c() },
  { "gts, boards as integers", by_gts(connect4, true, TIMES) },
  { "LuaJIT by hand, boards as integers, tuned", by_hand("luajit", "connect4_jit.lua") },
  { "Lua 5.4 by hand, boards as integers, tuned", by_hand("lua5.4", "connect4.lua") },
  { "gts, the same, rules not compiled", by_gts(connect4, false, 1) },
  { "gts, boards as tables", by_gts(tables, true, 1) },
  { "Lua 5.4 by hand, boards as tables", by_hand("lua5.4", "connect4_tables.lua") },
}

for _ = 1, repetitions do
  for _, row in ipairs(rows) do
    if row[2] then
      local value, visits, seconds = row[2]()
      if value ~= VALUE or visits % VISITS ~= 0 then error(("%s finds %s in %s visits"):format(row[1], value, visits), 0) end
      row.seconds = math.min(row.seconds or math.huge, seconds / visits)
    end
  end
end

print(("connect-4, depth %d, alpha-beta, %d visits, least of %d"):format(DEPTH, VISITS, repetitions))
for _, row in ipairs(rows) do
  if row.seconds then
    print(("  %-45s %7.1f ns a visit, %6.2f times as long as gts"):format(row[1], row.seconds * 1e9,
      row.seconds / rows[2].seconds))
  else
    print(("  %-45s is not installed"):format(row[1]))
  end
end
