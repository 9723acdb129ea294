-- Times gts against what one would write instead, in one run: `make bench`. Each row is measured several times, ours and the
-- rival in turn, so that what the machine does meanwhile hits both; the ratios of neighbours are taken, and their median. At the
-- end, what a development costs the algorithms that keep a tree, against alpha-beta, which keeps none.
--
--    gts .ci/bench.lua [REPETITIONS]

local core = require "gts.core"
local gts = require "gts"

local connect4 = gts.game("connect4", { plain = true })

local repetitions = math.tointeger(arg and arg[1]) or 7
local here = "spec/support/"
local cc = os.getenv "CC" or "cc"

-- The numbers that a command prints.
local function numbers(command)
  local pipe = assert(io.popen(command))
  local line = pipe:read("l") or ""
  assert(pipe:close(), command .. " failed")
  local found = {}
  for number in line:gmatch("%S+") do found[#found + 1] = tonumber(number) end
  return table.unpack(found)
end

local function lua_rival(arguments)
  return function() return numbers(("lua5.4 '%srivals/'%s"):format(here, arguments)) end
end

-- Compiles a rival, once.
local function c_rival(name, arguments, flags)
  local program = "build/bench/" .. name
  assert(os.execute(("mkdir -p build/bench && %s -O3 %s -o %s '%srivals/%s.c'"):format(cc, flags or "", program, here, name)))
  return function() return numbers(program .. " " .. arguments) end
end

-- Searches a game some times; the counts of all runs, and their seconds.
local function searches(game, times, options)
  game = gts.game(game)                 -- once, for a game that is made anew is translated anew
  gts.search(game, options)             -- compiles its rules, if they are to be compiled
  local value, count = nil, 0
  local began = os.clock()
  for _ = 1, times do
    local r = gts.search(game, options)
    value, count = r.value, count + r.stats.visits
  end
  return value, count, os.clock() - began
end

-- Runs a command some times, in one shell: as many, and the seconds that have passed. There is no value to be compared.
local function runs(times, command, ...)
  local began = core.clock()
  assert(os.execute(("for i in $(seq %d); do %s || exit 1; done >/dev/null"):format(times, command:format(...))))
  return nil, times, core.clock() - began
end

-- The first answer of compiled rules, in a separate process.
local first = ([[XDG_CACHE_HOME=$PWD/build/bench/cache %s -e '
  local game = gts.game("connect4", { plain = true })
  gts.search(game, { algorithm = "alphabeta", depth = 1, native = true })']]):format(arg[-1])

local function tree_sum(branching, depth, seed, count)
  local sum, leaves, seconds = 0, 0, 0
  for i = 0, count - 1 do
    local tree = gts.tree { branching = branching, depth = depth, seed = seed + i }
    local began = os.clock()
    local r = gts.search(tree, { algorithm = "alphabeta" })
    seconds = seconds + os.clock() - began
    sum, leaves = sum + r.value, leaves + r.stats.leaves
  end
  return sum, leaves, seconds
end

-- A row: what is searched; ours and the rival, each a function that gives value, count and seconds of processor; what is
-- counted; how many times as long as the rival gts may take; and whether the counts may differ.
local rows = {
  {
    what = "connect-4, depth 12, alpha-beta: rules in Lua, against hand-written Lua",
    ours = function()
      local began = os.clock()
      local r = gts.search(connect4, { algorithm = "alphabeta", depth = 12, bounds = false, native = false })
      return r.value, r.stats.visits, os.clock() - began
    end,
    rival = lua_rival "connect4.lua 12",
    unit = "visit",
    aim = 1.5,
  },
  {
    what = "connect-4, depth 12, alpha-beta: compiled rules, against hand-written C",
    ours = function()
      return searches(connect4, 10, { algorithm = "alphabeta", depth = 12, bounds = false, native = true })
    end,
    rival = c_rival("connect4", "12 10"),
    unit = "visit",
    aim = 1.25,
  },
  {
    what = "connect-4, depth 12, alpha-beta as users call it: compiled rules, against hand-written C",
    ours = function() return searches(connect4, 10, { algorithm = "alphabeta", depth = 12, native = true }) end,
    rival = c_rival("connect4", "12 10"),
    unit = "visit",
    aim = 1.3,
    differ = true,              -- the range of the values cuts off a little more
  },
  {
    what = "connect-4, depth 12, alpha-beta with a table, leaves in it: compiled rules, against hand-written C",
    ours = function() return searches(connect4, 10, { algorithm = "ttalphabeta", depth = 12, native = true }) end,
    rival = c_rival("connect4", "12 10 table"),
    unit = "visit",
    aim = 1.3,
    differ = true,
  },
  {
    what = "connect-4, depth 12, alpha-beta with a table: compiled rules, against hand-written C",
    ours = function()
      return searches(connect4, 10, { algorithm = "ttalphabeta", depth = 12, native = true, remember_leaves = false })
    end,
    rival = c_rival("connect4", "12 10 table"),
    unit = "visit",
    aim = 1.2,
    differ = true,              -- both bounds of an entry narrow our window, so that we visit a little less
  },
  {
    what = "connect-4 6 x 5 solved: strong rules, compiled, against hand-written C with the same knowledge",
    ours = function()
      return searches(gts.game("connect4", { columns = 6, rows = 5, strong = true }), 1,
        { algorithm = "mtd", native = true, table = 17 << 22 })
    end,
    rival = c_rival("connect4_solve", "22", "-march=native -DCOLUMNS=6 -DROWS=5"),
    unit = "visit",
    aim = 2,
    differ = true,              -- we visit positions that are lost at once, too
  },
  {
    what = "tic-tac-toe, all of it, minimax: compiled rules, against hand-written C",
    ours = function() return searches("tictactoe", 30, { algorithm = "minimax", native = true }) end,
    rival = c_rival("tictactoe", "30"),
    unit = "visit",
    aim = 1.25,
  },
  {
    what = "uniform trees, 6 children, 9 plies, alpha-beta: against hand-written C",
    ours = function() return tree_sum(6, 9, 1, 20) end,
    rival = c_rival("tree", "6 9 1 20"),
    unit = "leaf",
    aim = 1.2,
  },
  {
    what = "the start, gts -e '': against lua5.4 -e ''",
    ours = function() return runs(20, "%s -e ''", arg[-1]) end,
    rival = function() return runs(20, "lua5.4 -e ''") end,
    unit = "start",
    aim = 3,
  },
  {
    what = "the first answer of compiled rules, once they are in the cache, connect-4: against hand-written Lua, start and all",
    ours = function() return runs(10, first) end,
    rival = function() return runs(10, "lua5.4 '%srivals/connect4.lua' 1", here) end,
    unit = "first answer",
    aim = 9,
  },
  {
    what = "the same with an empty cache: against the compiler on hand-written C",
    ours = function() return runs(1, "rm -rf build/bench/cache && " .. first) end,
    rival = function() return runs(1, "%s -O3 -o build/bench/connect4 '%srivals/connect4.c'", cc, here) end,
    unit = "first answer",
    aim = 2,
  },
}

local function median(list)
  table.sort(list)
  return (list[(#list + 1) // 2] + list[#list // 2 + 1]) / 2
end

-- One row: nanoseconds of both, and the ratios.
local function measure(row)
  local ours, rivals, ratios = {}, {}, {}
  for i = 1, repetitions do
    local value, count, seconds = row.ours()
    local its_value, its_count, its_seconds = row.rival()
    if value ~= its_value or count ~= its_count and not row.differ then
      error(("%s: gts finds %s in %s, the rival %s in %s"):format(row.what, value, count, its_value, its_count), 0)
    end
    ours[i], rivals[i], ratios[i] = seconds / count * 1e9, its_seconds / count * 1e9, seconds / its_seconds
  end
  return { ours = median(ours), rival = median(rivals), ratio = median(ratios), least = ratios[1], most = ratios[#ratios] }
end

for _, row in ipairs(rows) do
  local m = measure(row)
  print(row.what)
  print(("  gts %.1f ns a %s, rival %.1f ns"):format(m.ours, row.unit, m.rival))
  print(("  %.2f times as long (%.2f to %.2f in %d runs), so %.2f of its speed; aim: at most %.2f%s"):format(
    m.ratio, m.least, m.most, repetitions, 1 / m.ratio, row.aim, m.ratio <= row.aim and "" or ", missed"))
end

-- Flat playouts of compiled rules against those that one would write by hand in C: processor seconds of both, and the mean
-- results, which must agree within what chance allows (six standard deviations of games that are won or lost).
local playouts = {
  { game = "connect4", rival = "connect4_playouts", aim = 0.9 },
}
local PLAYOUT_SECONDS = 0.5

for _, row in ipairs(playouts) do
  local rival, ours, theirs, parts = c_rival(row.rival, PLAYOUT_SECONDS), {}, {}, {}
  gts.playouts(row.game, { games = 1, native = true })
  for i = 1, repetitions do
    local began = os.clock()
    local r = gts.playouts(row.game, { time = PLAYOUT_SECONDS, native = true, seed = i })
    ours[i] = r.games / (os.clock() - began)
    local mean, games, _, seconds = rival()
    theirs[i] = games / seconds
    parts[i] = ours[i] / theirs[i]
    if math.abs(r.max - r.min - mean) > 6 * math.sqrt(1 / r.games + 1 / games) then
      error(("playouts of %s: gts has the mean result %g, the rival %g"):format(row.game, r.max - r.min, mean), 0)
    end
  end
  local part = median(parts)
  print(("playouts of %s: compiled rules, against hand-written C"):format(row.game))
  print(("  gts %.0f a second, rival %.0f: %.2f of its speed (%.2f to %.2f in %d runs); aim: at least %.2f%s"):format(
    median(ours), median(theirs), part, parts[1], parts[#parts], repetitions, row.aim, part >= row.aim and "" or ", missed"))
end

-- What a development costs: nanoseconds for every node developed or evaluated, and the memory that is held.
local tree = gts.tree { branching = 10, depth = 6 }
local kinds = {
  { algorithm = "alphabeta", native = false },  -- in the engine, as the others are
  { algorithm = "gsearch", select = "max", aim = 2.5 }, { algorithm = "maxsearch", aim = 2.5 },
  { algorithm = "rsearch", select = "max", pseudo = 4, aim = 2.5 }, { algorithm = "maxsearch", pseudo = 4, aim = 2.5 },
  { algorithm = "hstarstar", aim = 2.5 },
  { algorithm = "sss2" }, { algorithm = "sss", aim = 1.2 }, { algorithm = "itersss", aim = 1.2 },
  { algorithm = "recsss", aim = 1.2 }, { algorithm = "memsss", aim = 1.2 },
}

local function name_of(kind)
  return kind.algorithm .. (kind.select and ", " .. kind.select or "") .. (kind.pseudo and ", pseudo = " .. kind.pseudo or "")
end

local function cost_of(kind)
  local began = os.clock()
  local options = { algorithm = kind.algorithm, select = kind.select, pseudo = kind.pseudo, native = kind.native }
  local stats = gts.search(tree, options).stats
  return (os.clock() - began) / (stats.developed + stats.leaves) * 1e9, stats
end

local costs, ratios, stats_of = {}, {}, {}
for i = 1, 3 * repetitions do           -- short runs, and many
  for k, kind in ipairs(kinds) do
    costs[k], ratios[k] = costs[k] or {}, ratios[k] or {}
    costs[k][i], stats_of[k] = cost_of(kind)
    ratios[k][i] = costs[k][i] / costs[1][i]
  end
end

print "a random tree of a million nodes, 10 children, 6 plies: the cost of a development"
for k, kind in ipairs(kinds) do
  local stats, ratio = stats_of[k], median(ratios[k])
  local verdict = kind.aim and ("; aim: at most %.1f%s"):format(kind.aim, ratio <= kind.aim and "" or ", missed") or ""
  print(("  %-25s %6.1f ns, %4.2f times alphabeta%s; %6d developments; at most %6d nodes held, in %4d kB"):format(
    name_of(kind), median(costs[k]), ratio, verdict, stats.developed + stats.leaves, stats.peak, stats.bytes // 1000))
end
