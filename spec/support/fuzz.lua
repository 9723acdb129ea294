--- Compiled rules against Lua, on random programs.
--
--    gts spec/support/fuzz.lua [COUNT [SEED [OPTIMIZATION [SECONDS [early]]]]]           with CC as the compiler
--
-- With "early" the units are early ones: of the rules alone, called by the engine's own algorithms.
--
-- Programs (programs.lua) come in batches, which are the rules of one game: each position says which program is evaluated, with
-- which arguments. What they give is compared with what they give when Lua calls them: the type and all bits of two results; of
-- errors, the message that the search ends with. Then the same of searches: values, lines, visits. A program in which something
-- differs is made as small as it can be, and printed.

local analysis = require "gts.compile.analysis"
local budgets = require "gts.compile.budget"
local changes = require "gts.compile.changes"
local compiled_rules = require "spec.support.compiled"
local entries = require "gts.compile.entries"
local frozen = require "gts.compile.frozen"
local gts = require "gts"
local native = require "gts.compile.native"
local programs = require "spec.support.programs"
local refusal = require "gts.compile.refusal"
local wide = require "spec.support.wide"

local fuzz = {}

local MOST_FUNCTIONS = 80       -- of a batch: a unit has no more than 200, nor more than 300,000 instructions
local INPUTS = 6                -- pairs of arguments for a program
local MOST_STEPS = 4000         -- instructions of a program with all of them
local MOST_ERRORS = 10          -- of a batch, that are compared

-- Rules.

-- A function call(k, ...) that calls the k-th of a list, as upvalues.
local function dispatcher(list)
  local text = { "local list = ..." }
  for k = 1, #list do text[#text + 1] = ("local f%d = list[%d]"):format(k, k) end
  local function choose(first, last)
    if first == last then
      text[#text + 1] = ("return f%d(a, b)"):format(first)
      return
    end
    local middle = (first + last) // 2
    text[#text + 1] = ("if k <= %d then"):format(middle)
    choose(first, middle)
    text[#text + 1] = "else"
    choose(middle + 1, last)
    text[#text + 1] = "end"
  end
  text[#text + 1] = "return function(k, a, b)"
  choose(1, #list)
  text[#text + 1] = "end"
  return load(table.concat(text, "\n"), "=dispatcher")(list)
end

local most, huge = math.maxinteger, math.huge

-- A value as two numbers that a search can give back: which type it is of, and all of its bits. It is itself compiled.
local function parts_of(x)
  if x == nil then return 1, -2 end
  if x == true then return 2, -2 end
  if x == false then return 3, -2 end
  if x == "one" then return 4, -2 end
  if x == "two" then return 5, -2 end
  if x ~= x then return 6, -2 end
  if x * 0 + most + 1 < 0 then return x >> 32, x & 0xFFFFFFFF end       -- only integers overflow
  if x == 0 then return 1 / x < 0 and 7 or 8, -2 end
  if x == huge then return 9, -2 end
  if x == -huge then return 10, -2 end
  return x, -1
end

-- The rules of a batch: below the first position is one for each case { program, a, b }, and part of its results.
local function rules_of(list, cases)
  local call = dispatcher(list)
  local ks, as, bs = {}, {}, {}
  for n, case in ipairs(cases) do ks[n], as[n], bs[n] = case[1], case[2], case[3] end
  local count = #ks
  if count == 0 then ks[1], as[1], bs[1] = 0, 0, 0 end          -- of integers all the same
  return gts.game {
    name = "fuzz", words = 4, start = { 0, 0, 0, 0 },
    next = function(k, _, _, _, move)
      if k > 0 then return nil end
      local n = (move or -1) + 1
      if n >= 4 * count then return nil end
      local at = n // 4 + 1
      return n, ks[at], as[at], bs[at], n & 3
    end,
    evaluate = function(k, a, b, part)
      if k == 0 then return 0 end
      local x, y = call(k, a, b)
      if part > 1 then x = y end
      local high, low = parts_of(x)
      if part & 1 == 0 then return high end
      return low
    end,
  }
end

-- Batches.

-- Loads a program as the k-th of its batch, which its name says.
local function load_program(p, k)
  local chunk, wrong = load(p.text, ("=p%d"):format(k))
  if not chunk then error(wrong .. "\n" .. p.text, 0) end
  p.call = chunk()
  return p
end

local function new_program(seed, tree, writer)
  return { seed = seed, tree = tree, text = programs.text(tree), writer = writer }
end

-- Arguments for a program.
local function inputs_of(random)
  local list = {}
  for n = 1, INPUTS do
    local a, b = programs.integers[random(#programs.integers)], programs.integers[random(#programs.integers)]
    if n % 2 == 1 then a, b = random(17) - 1, random(17) - 1 end
    list[n] = { a, b }
  end
  return list
end

-- Does a program take long? A few such would take most of the time.
local function is_slow(p)
  local slow, running = false, false
  debug.sethook(function()
    if not running then return end
    slow = true
    error "slow"
  end, "", MOST_STEPS)
  -- Where it may be stopped it is protected, to the last instruction.
  local function call(input)
    running = true
    pcall(p.call, input[1], input[2])
    running = false
  end
  for _, input in ipairs(p.inputs) do pcall(call, input) end
  debug.sethook()
  return slow
end

-- Programs from a seed on: as many as one unit can have. Some have a twin, with dead code.
local function write_programs(seed, count)
  local list, total = {}, 0
  local function add(p, inputs)
    p.inputs = inputs
    load_program(p, #list + 1)
    if is_slow(p) then return true end
    total = total + programs.functions(p.text)
    if total > MOST_FUNCTIONS then return false end
    list[#list + 1] = p
    return true
  end
  while #list < count do
    local tree, writer = programs.write(programs.random(seed))
    local p = new_program(seed, tree, writer)
    if not add(p, inputs_of(writer.random)) then break end
    seed = seed + 1
    if list[#list] == p and writer.random(8) == 1 then
      local twin = new_program(p.seed, programs.with_dead_code(tree, writer), writer)
      twin.twin_of = p
      add(twin, p.inputs)
    end
  end
  return list, seed
end

-- Cases that give something, and those that end in an error: lists of { k, a, b }; the first have `wanted`, what all parts of
-- both results are.
local function sort_cases(list)
  local good, bad = {}, {}
  for k, p in ipairs(list) do
    for _, input in ipairs(p.inputs) do
      local case = { k, input[1], input[2] }
      local ok, x, y = pcall(p.call, input[1], input[2])
      local ok_x, x1, x2, ok_y, y1, y2
      if ok then
        ok_x, x1, x2 = pcall(parts_of, x)
        ok_y, y1, y2 = pcall(parts_of, y)
      end
      if ok and ok_x and ok_y then
        case.wanted = { x1 + 0.0, x2 + 0.0, y1 + 0.0, y2 + 0.0 }
        good[#good + 1] = case
      else bad[#bad + 1], p.fails = case, true end
    end
  end
  return good, bad
end

-- Compiles the rules of a batch; nil if one of its programs is refused.
local function compile(game)
  local plan = native.prepare(game, { algorithm = "minimax" })
  if not plan.report.compiled then return nil end
  if not plan.unit and plan.at and native.start(plan) then native.ready(plan, true) end
  if not plan.unit then error(plan.problem, 0) end
  return plan
end

local function message_of(game, options)
  local ok, wrong = pcall(gts.search, game, options)
  return ok and "no error" or tostring(wrong)
end

-- What differs: a list of { k, in words }.
local function compare_values(game, good, faults)
  if #good == 0 then return end
  local at = 0
  gts.search(game, { algorithm = "minimax", native = true, trace = function(event)
    if event.kind ~= "leaf" then return end
    local case, part = good[at // 4 + 1], at % 4 + 1
    at = at + 1
    if case.wanted[part] ~= event.value then
      faults[#faults + 1] = { case[1], ("f(%d, %d), part %d: %.17g compiled, %.17g in Lua"):format(case[2], case[3], part,
        event.value, case.wanted[part]) }
    end
  end })
  if at ~= 4 * #good then faults[#faults + 1] = { 0, ("%d leaves of %d"):format(at, 4 * #good) } end
end

local function compare_searches(game, good, faults)
  if #good == 0 then return end
  local compiled, interpreted = compiled_rules.both(game, { algorithm = "minimax" })
  for field, value in pairs(interpreted) do
    if compiled[field] ~= value then
      faults[#faults + 1] = { 0, ("%s of a search: %s compiled, %s in Lua"):format(field, compiled[field], value) }
    end
  end
end

local function compare_errors(game, bad, faults)
  local last, count = nil, 0
  for _, case in ipairs(bad) do
    if case[1] ~= last and count < MOST_ERRORS then
      last, count = case[1], count + 1
      local options = { algorithm = "minimax", position = { case[1], case[2], case[3], case[2] & 2 } }
      options.native = true
      local compiled = message_of(game, options)
      options.native = false
      local interpreted = message_of(game, options)
      if compiled ~= interpreted then
        faults[#faults + 1] = { case[1], ("f(%d, %d): %s compiled, %s in Lua"):format(case[2], case[3], compiled, interpreted) }
      end
    end
  end
end

-- Returns whether two results are equal, as far as programs that were loaded twice can give equal results.
local function is_same(x, y) return x == y or x ~= x and y ~= y or type(x) == "table" and type(y) == "table" end

-- Dead code changes nothing that Lua finds.
local function compare_twins(list, faults)
  for k, p in ipairs(list) do
    for _, input in ipairs(p.twin_of and p.inputs or {}) do
      local ok, x, y = pcall(p.call, input[1], input[2])
      local ok_2, x_2, y_2 = pcall(p.twin_of.call, input[1], input[2])
      local same = ok == ok_2 and (not ok or is_same(x, x_2) and is_same(y, y_2))
      if not same then faults[#faults + 1] = { k, "dead code has changed what it gives in Lua" } end
    end
  end
end

-- The programs that can be compiled, numbered anew; why the others cannot is noted.
local function leave_refused(list, refused)
  local calls, found, left = {}, {}, {}
  for k, p in ipairs(list) do calls[k] = p.call end
  local budget = budgets.new()
  local unit = frozen.new(changes.assigned(calls, budget), budget)
  for k, p in ipairs(list) do found[k] = entries.describe(unit:func(p.call), "evaluate", 2) end
  analysis.run(unit, found)
  for k, p in ipairs(list) do
    if found[k] then left[#left + 1] = load_program(p, #left + 1)
    else refused[#refused + 1] = refusal.words(unit:func(calls[k]).refused) end
  end
  return left
end

-- Compares a batch of programs: faults, the programs that can be compiled, how many of their cases have a value, and how many an
-- error.
local function run_batch(list, refused)
  local faults, functions = {}, {}
  for k, p in ipairs(list) do functions[k] = p.call end
  local good, bad = sort_cases(list)
  local game = rules_of(functions, good)
  local plan = compile(game)
  if not plan then
    local left = leave_refused(list, refused)
    if #left == #list then error("a batch is refused: " .. tostring(native.report(game)), 0) end
    if #left == 0 then return {}, left, 0, 0 end
    return run_batch(left, refused)
  end
  compare_values(game, good, faults)
  compare_searches(game, good, faults)
  compare_errors(game, bad, faults)
  compare_twins(list, faults)
  return faults, list, #good, #bad
end

-- Whole games.

-- What a search finds differs, or how it ends: in words. `made` gives the rules anew, for they may change what they refer to.
-- Compiled ones may be refused for that.
local function compare_games(made, options)
  local game = gts.game(made())
  local plan = native.prepare(game, { algorithm = options.algorithm })
  if plan.at and not plan.unit and native.start(plan) then native.ready(plan, true) end
  if not plan.unit then return nil, "refused" end
  local compiled = compiled_rules.outcome(game, options)
  options.native = false
  local interpreted = compiled_rules.outcome(gts.game(made()), options)
  if tostring(compiled.error):find("^rules changed .* while they were searched") then return nil, "refused" end
  for _, field in ipairs { "error", "value", "visits", "pv", "lower", "upper" } do
    local a, b = compiled[field], interpreted[field]
    if a ~= b and (a == a or b == b) then return ("%s: %s compiled, %s in Lua"):format(field, a, b) end
  end
  return nil, compiled.error and "errors" or "games"
end

-- A small tree for every function of two integers.
local function small_tree(d, x, move)
  local m = (move or 0) + 1
  if d < 4 and m <= 3 then return m, d + 1, (x * 5 + m) % 1000 end
end

-- Rules whose functions are programs of a batch, wherever a search asks something; every third in more words than two.
local function compare_whole(list, random, faults)
  local f, sound = {}, {}
  for _, p in ipairs(list) do if not p.fails or random(9) == 1 then sound[#sound + 1] = p end end
  if #sound == 0 then return nil end
  for n = 1, 6 do f[n] = sound[random(#sound)] end
  local words = f[1].seed % 3 == 0 and 5 + f[1].seed % 12 or 2
  local function made()
    local call = {}
    for n, p in ipairs(f) do call[n] = load(p.text, ("=p%d"):format(n))() end
    local step, value, side, stop, bounds, key = table.unpack(call)
    local function integer(x)
      local _, low = parts_of(x)
      return low >= 0
    end
    local rules = {
      name = "whole", words = 2, start = { 0, 1 },
      next = function(d, x, move)
        local m, depth, child = small_tree(d, x, move)
        local r = m and step(x, m)
        if m and integer(r) then child = r end
        return m, depth, child
      end,
      evaluate = function(d, x)
        local high = parts_of(value(x, d))
        return high
      end,
      player = function(d, x) return side(x, d) and "max" or "min" end,
      terminal = function(d, x) return d > 2 and stop(d, x) end,
      bounds = function(d, x) if d > 1 then return bounds(x, d) end end,
      key = function(d, x) return integer(key(x, d)) and key(x, d) or d end,
    }
    return words > 2 and wide.of(rules, words) or rules
  end
  local wrong, how = compare_games(made, { algorithm = random(2) == 1 and "alphabeta" or "ttalphabeta" })
  if not wrong then return how end
  local texts = {}
  for n, p in ipairs(f) do texts[n] = ("-- seed %d\n%s"):format(p.seed, p.text) end
  faults[#faults + 1] = { 0, wrong .. "\n" .. table.concat(texts, "\n") }
end

-- Rules some of which are not compiled, and may change what those refer to that are.
local function compare_mixed(seed, faults)
  local text
  -- One that does not fail at once.
  for try = 1, 20 do
    text = programs.text((programs.write(programs.random(seed * 20 + try), true)))
    local wild, tame = load(text, "=p1")()
    if pcall(wild, 3, 5) and pcall(wild, 4, 3) and pcall(tame, 5, 1) and pcall(tame, 7, 2) then break end
  end
  local function made()
    local wild, tame = load(text, "=p1")()
    return {
      name = "mixed", words = 2, start = { 0, 1 }, next = small_tree,
      terminal = function(d, x) return d > 2 and wild(x, d) == 1 end,
      evaluate = function(d, x)
        local high = parts_of(tame(x, d))
        return high
      end,
    }
  end
  local wrong, how = compare_games(made, { algorithm = "alphabeta" })
  if wrong then faults[#faults + 1] = { 0, ("seed %d, mixed: %s\n%s"):format(seed, wrong, text) } end
  return how
end

-- Has a program alone a fault, with these inputs?
local function has_fault(tree, p)
  local ok, faults = pcall(function()
    local alone = load_program(new_program(p.seed, tree, p.writer), 1)
    alone.inputs = p.inputs
    return (run_batch({ alone }, {}))
  end)
  return ok and #faults > 0
end

local function describe_fault(p, words)
  local lines = { ("seed %d: %s"):format(p.seed, words) }
  if has_fault(p.tree, p) then
    lines[2] = programs.text(programs.reduce(p.tree, function(tree) return has_fault(tree, p) end, 60))
  else lines[2] = "only in its batch:\n" .. p.text end
  return table.concat(lines, "\n")
end

--- Compares programs from a seed on.
-- @tparam table options count; seed; seconds of the processor after which no further batch is begun
-- @tparam function say gets a message for each fault
-- @treturn table functions (programs that were compared), refused and the reasons; cases with a value, with errors; games (as
-- they ended); faults; seconds
function fuzz.run(options, say)
  local seed, began, refused = options.seed, os.clock(), {}
  local sum = { functions = 0, refused = 0, cases = 0, errors = 0, faults = 0 }
  local games = { games = 0, errors = 0, refused = 0 }
  local function count(how) if how then games[how] = games[how] + 1 end end
  while sum.functions + sum.refused < options.count do
    if options.seconds and os.clock() - began > options.seconds then break end
    local list, good, bad, faults
    list, seed = write_programs(seed, options.count - sum.functions - sum.refused)
    faults, list, good, bad = run_batch(list, refused)
    count(compare_whole(list, programs.random(seed), faults))
    count(compare_mixed(seed, faults))
    sum.functions, sum.refused = sum.functions + #list, #refused
    sum.cases, sum.errors = sum.cases + good, sum.errors + bad
    local told = {}
    for _, fault in ipairs(faults) do
      local p = list[fault[1]]
      if not told[fault[1]] then
        sum.faults, told[fault[1]] = sum.faults + 1, true
        say(p and describe_fault(p, fault[2]) or fault[2])
      end
    end
  end
  sum.seconds, sum.reasons, sum.games = os.clock() - began, refused, games
  return sum
end

-- As a program.
if arg and arg[0] and arg[0]:find "fuzz%.lua$" then
  collectgarbage("setpause", 400)       -- a sixth less time
  local count, seed = tonumber(arg[1]) or 10000, tonumber(arg[2]) or 1
  native.optimization, native.fuses = arg[3] or "-O1", arg[5] ~= "early"
  local sum = fuzz.run({ count = count, seed = seed, seconds = tonumber(arg[4]) }, print)
  local reasons = {}
  for _, reason in ipairs(sum.reasons) do
    reason = reason:gsub("^%S+ ", "")
    reasons[reason] = (reasons[reason] or 0) + 1
  end
  for reason, times in pairs(reasons) do print(("refused %d times: %s"):format(times, reason)) end
  print(("%d functions compared, %d refused; %d values, %d errors; %d games, %d with errors, %d refused; %d faults; %.1f seconds")
    :format(sum.functions, sum.refused, sum.cases, sum.errors, sum.games.games, sum.games.errors, sum.games.refused, sum.faults,
      sum.seconds))
  os.exit(sum.faults == 0 and 0 or 1)
end

return fuzz
