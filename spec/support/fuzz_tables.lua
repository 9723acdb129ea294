--- Compiled rules against Lua, on random games whose positions are tables.
--
--    gts spec/support/fuzz_tables.lua [COUNT [SEED [OPTIMIZATION [SECONDS [early]]]]]           with CC as the compiler
--
-- With "early" the units are early ones: of the rules alone, called by the engine's own algorithms.
--
-- Each game (easy_programs.lua) is compiled once, and searched from several positions, compiled and in Lua; and all that the two
-- searches find is compared: the value, the bounds, the line with its positions, and the counts; or the
-- message of the error. A game in which something differs is printed.

local core = require "gts.core"
local easy = require "spec.support.easy"
local easy_programs = require "spec.support.easy_programs"
local gts = require "gts"
local native = require "gts.compile.native"
local trees = require "spec.support.trees"

local fuzz_tables = {}

-- By which algorithms a game is searched with one unit: those that are compiled with the rules, each alone; and all that run as
-- they stand in the engine, whose unit is the rules.
local plans = {
  { "alphabeta" }, { "sss", "dual", "sss2", "dual2", "mgame", "gsearch", "maxsearch", "hstarstar" },
  { "negascout" }, { "recsss", "recdual", "itersss", "memsss", "memdual", "rsearch", "minsearch", "bstar" },
  { "minimax" }, { "sss2", "gsearch", "mgame", "dual", "memdual", "itersss", "maxsearch", "minsearch" },
  { "ttalphabeta" }, { "mtd" },
}

local POSITIONS = 12            -- where a game is searched, beside its start

-- Tables that are moves have another address in each search.
local function without_addresses(text) return (text:gsub("table: 0x%x+", "")) end

-- They tell too few positions apart to be right, and in both searches alike.
local keys = {
  [0] = load "return function(p) return p.d * 64 + p.a end" (),
  load "return function(p) return table.concat(p.c, ',') .. ':' .. p.d .. ':' .. p.a end" (),
}

local function search(rules, options, compiled)
  options.native = compiled
  return without_addresses(easy.outcome(rules, options))
end

-- Positions that lie one or two random moves from the start, and the start.
local function positions(rules, seed)
  local random, list = trees.stream(seed), { rules.start }
  for _ = 1, POSITIONS do
    local p = rules.start
    for _ = 1, random(1, 2) do
      local ok, successors = pcall(rules.successors, p)
      p = ok and #successors > 0 and successors[random(1, #successors)] or p
    end
    list[#list + 1] = p
  end
  return list
end

-- Compares a game, searched from each of its positions by each algorithm of a plan.
local function compare(make, seed, sum, fault)
  local plan = plans[seed % #plans + 1]
  local compiled, interpreted = make(), make()
  if plan[1] == "ttalphabeta" or plan[1] == "mtd" then
    local key = keys[seed // #plans % 2]
    compiled.key, interpreted.key = key, key
  end
  local any_error = false
  for n, position in ipairs(positions(make(), seed)) do
    local algorithm = plan[n % #plan + 1]
    local options = { algorithm = algorithm, nodes = 20000, position = n > 1 and position or nil }
    local found, wanted = search(compiled, options, true), search(interpreted, options, false)
    sum.searches = sum.searches + 1
    any_error = any_error or wanted:find "^error" ~= nil
    if found ~= wanted then
      fault(("seed %d, %s, position %d"):format(seed, algorithm, n), found, wanted)
      break
    end
  end
  if any_error then sum.errors = sum.errors + 1 end
end

--- Compares games from a seed on.
-- @tparam table options count, seed; seconds after which no further game is begun; every: after how many
--   games it says how far it is
-- @tparam function say is called with texts
-- @treturn table how many were compared, refused, ended in an error (errors), differed (faults); searches, in all; seconds
function fuzz_tables.run(options, say)
  local sum, began = { compared = 0, refused = 0, errors = 0, faults = 0, searches = 0 }, core.clock()
  for seed = options.seed, options.seed + options.count - 1 do
    if options.seconds and core.clock() - began > options.seconds then break end
    local text = easy_programs.text(seed)
    local make = assert(load(text, "=random"))
    if gts.native(make()).compiled then
      if options.every and sum.compared % options.every == 0 then
        say(("%d games, next seed %d"):format(sum.compared, seed))
      end
      sum.compared = sum.compared + 1
      compare(make, seed, sum, function(where, found, wanted)
        sum.faults = sum.faults + 1
        say(("%s:\n%s\ncompiled: %s\nin Lua:   %s"):format(where, text, found, wanted))
      end)
    else
      sum.refused = sum.refused + 1
    end
  end
  sum.seconds = (core.clock() - began) // 1 | 0
  return sum
end

-- As a program.
if arg and arg[0] and arg[0]:find "fuzz_tables%.lua$" then
  local count, seed = tonumber(arg[1]) or 10000, tonumber(arg[2]) or 1
  native.optimization, native.fuses = arg[3] or "-O3", arg[5] ~= "early"
  io.stdout:setvbuf "line"
  local sum = fuzz_tables.run({ count = count, seed = seed, seconds = tonumber(arg[4]), every = 500 }, print)
  print(("%d games in tables compared, %d refused; %d with errors; %d searches; %d faults; %d seconds"):format(
    sum.compared, sum.refused, sum.errors, sum.searches, sum.faults, sum.seconds))
  os.exit(sum.faults == 0 and 0 or 1)
end

return fuzz_tables
