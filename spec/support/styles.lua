--- How many of the rules in spec/corpus/rules are compiled, and how many times as fast they are as in Lua.
--
--    gts spec/support/styles.lua [PART OF A NAME]
--
-- Time is per visit of minimax, without what a search of one ply takes: the least of several runs.

local core = require "gts.core"
local gts = require "gts"

local function seconds_of(rules, native, depth, times)
  local least, visits = math.huge, 0
  for _ = 1, times do
    local began = core.clock()
    local r = gts.search(rules, { native = native, algorithm = "minimax", bounds = false, depth = depth })
    least, visits = math.min(least, core.clock() - began), r.stats.visits
  end
  return least, visits
end

-- Seconds per visit, of the first depth that takes long enough, or comes to the end of all games.
local function per_visit(rules, native)
  local before, last = seconds_of(rules, native, 1, 30), 0
  for depth = 3, 30 do
    local once, visits = seconds_of(rules, native, depth, 1)
    if once > (native and 0.02 or 0.1) or visits == last then
      return (seconds_of(rules, native, depth, once > 0.05 and 3 or 30) - before) / visits
    end
    last = visits
  end
end

local all, ratios = 0, {}
for file in io.popen("ls spec/corpus/rules/*.lua"):lines() do
  local name = file:match "([^/]+)%.lua$"
  if name:find(arg[1] or "", 1, true) then
    all = all + 1
    local rules = dofile(file)
    local _, reason = gts.native(rules):refused()
    if reason then print(("%-20s %s"):format(name, reason))
    else
      local lua, compiled = per_visit(rules, false), per_visit(rules, true)
      ratios[#ratios + 1] = lua / compiled
      local format = "%-20s %6.0f ns a visit in Lua, %4.0f compiled: %.1f times as fast"
      print(format:format(name, lua * 1e9, compiled * 1e9, lua / compiled))
    end
  end
end
table.sort(ratios)
print(("%d of %d are compiled; median %.1f times as fast"):format(#ratios, all, ratios[(#ratios + 1) // 2] or 0))
