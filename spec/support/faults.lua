-- Lets requests for memory, files and time, and callbacks, fail at random, each failure one seed:
--    build/spec/faults spec/support/faults.lua FIRST COUNT        (see spec/support/faults.c)
-- Whatever fails: an error says so, in words; a file is the old one or the new one; a search that was stopped claims nothing that
-- is false; nothing is left open or held; and the next search is right. Prints how many seeds, and how many requests failed.

local core = require "gts.core"
local gts = require "gts"
local trees = require "spec.support.trees"

local faults = faults           -- luacheck: ignore
local first, count, folder = math.tointeger(arg[1]), math.tointeger(arg[2]), arg[3]

-- What an error may say.
local excuses = {
  "not enough memory", "planted", "No space left", "Input/output error", "Too many open files", "Permission denied",
  "Cannot allocate memory", "cannot be read", "changes while it is read", "truncated or damaged", "is not a table of gts",
  "is no game", "module 'gts",
}

local function check_error(wrong)
  assert(type(wrong) == "string", "an error that is no text")
  for _, excuse in ipairs(excuses) do if wrong:find(excuse, 1, true) then return end end
  error("an error of another kind: " .. wrong, 0)
end

-- Calls with faults; what it returns, or nil and an error that is understood.
local function attempt(seed, one_in, kinds, f, ...)
  local failed
  local function stopped(...)   -- nothing is made before that
    failed = faults.stop()
    return table.pack(...)
  end
  faults.begin(seed, one_in, kinds)
  local results = stopped(pcall(f, ...))
  if not results[1] then check_error(results[2]) return nil, results[2], failed end
  if results[2] == nil and results[3] ~= nil then check_error(results[3]) end
  return results[2], results[3], failed
end

local function read(name)
  local f <close> = assert(io.open(name, "rb"))
  return f:read "a"
end

local function write(name, text)
  local f <close> = assert(io.open(name, "wb"))
  assert(f:write(text))
end

-- A game whose rules fail on demand.
local function fragile(seed)
  local tree = trees.random(seed % 500, { static = true, informed = false })
  local rules = trees.rules(tree, trees.forms[seed % #trees.forms + 1], { terminal = seed % 2 == 0 })
  local evaluate = rules.evaluate
  rules.version = "fragile"     -- strike is a function that gts does not know
  function rules.evaluate(...)
    if faults.strike() then error("planted", 0) end
    return evaluate(...)
  end
  return rules, tree
end

-- What a result claims is true of the game; or, where it does not say that it is, of the game as far as the depth that was
-- completed.
local function check_claim(r, tree)
  local function holds(value) return r.lower <= value and value <= r.upper end
  local good = holds((trees.oracle(tree)))
  if not good and not r.solved and (r.depth or 0) > 0 then good = holds((trees.horizon(tree, r.depth))) end
  assert(good, "it claims what is false")
end

local algorithms, has_table = {}, {}
for _, algorithm in ipairs(gts.algorithms) do
  if not algorithm.alternative then algorithms[#algorithms + 1] = algorithm.id end
  for _, option in ipairs(algorithm.options) do has_table[algorithm.id] = has_table[algorithm.id] or option == "table" end
end

local name = folder .. "/file"
local kept = gts.table { bytes = 1 << 16 }
gts.search("nim", { algorithm = "ttalphabeta", table = kept, native = false })
assert(kept:save(name))
local saved_table = read(name)
local small = gts.tree { { 3, 12, 8 }, { 2, 4, 6 }, { 14, 5, 2 } }
local proof = gts.search(small, { algorithm = "sss", solution = true }).proof

-- The scenarios: each is given a seed and how rare faults are; returns how many there were.
local scenarios = {}

function scenarios.search(seed, one_in)
  local rules, tree = fragile(seed)
  local id = algorithms[seed % #algorithms + 1]
  local r, _, failed = attempt(seed, one_in, seed % 3 == 0 and "m" or "mc", gts.search, rules, {
    algorithm = id, time = seed % 3 == 1 and 5 or nil, native = false,
    table = has_table[id] and gts.table { bytes = 1 << 12 } or nil,
  })
  if r then
    check_claim(r, tree)
    assert(r.exact or r.stopped, "it is not proved, and nothing says why")
  end
  local again = gts.search(rules, { algorithm = id, native = false })
  assert(again.value == trees.oracle(tree) and again.exact, "the next search is wrong")
  return failed
end

function scenarios.best(seed, one_in)
  local tree = trees.random(seed % 500, { static = true, informed = false })
  local game = gts.tree(tree)
  local r, _, failed = attempt(seed, one_in, "mc", gts.best, game, nil, { time = 1 })
  if r then check_claim(r, tree) end
  return failed
end

-- A file is the old one or the new one.
local function check_file(old, new, wrong)
  local now = read(name)
  assert(now == old or now == new, "the file is neither the old nor the new one")
  assert(wrong == nil or now == old or wrong:find "Input/output", "a failure has replaced the file")
  assert(core.files.kind(folder .. "/.file.gts-draft") == nil, "the draft is left")
end

function scenarios.save(seed, one_in)
  write(name, "old")
  local what = seed % 2 == 0 and kept or proof
  local done, wrong, failed = attempt(seed, one_in, "mf", what.save, what, name)
  check_file("old", seed % 2 == 0 and saved_table or proof:text(), wrong)
  assert(done or wrong, "nothing is said")
  return failed
end

function scenarios.load(seed, one_in)
  local loaded, failed, _
  if seed % 2 == 0 then
    write(name, saved_table)
    loaded, _, failed = attempt(seed, one_in, "mf", gts.table, { file = name, game = "nim", bytes = 1 << 16 })
    if loaded then
      assert(loaded:save(name) and #read(name) <= #saved_table, "another table")   -- it may have had no memory for all
      assert(gts.search("nim", { algorithm = "ttalphabeta", table = loaded, native = false }).exact)
    end
  else
    write(name, proof:text())
    loaded, _, failed = attempt(seed, one_in, "mf", gts.load_proof, name)
    assert(loaded == nil or tostring(loaded) == tostring(proof), "another proof")
  end
  return failed
end

function scenarios.game(seed, one_in)
  local loaded, _, failed = attempt(seed, one_in, "mf", gts.game, "tictactoe")
  assert(loaded == nil or loaded.name == "tictactoe")
  loaded = attempt(seed, one_in, "m", gts.tree, trees.random(seed % 500))
  assert(loaded == nil or loaded.tree)
  return failed
end

local function open_files()
  local n = 0
  for descriptor = 0, 63 do
    local f = io.open("/proc/self/fd/" .. descriptor)
    if f then
      n = n + 1
      f:close()
    end
  end
  return n
end

local names = {}
for scenario in pairs(scenarios) do names[#names + 1] = scenario end
table.sort(names)

local failed, struck = 0, 0
for seed = first, first + count - 1 do
  local scenario = names[seed % #names + 1]
  local before = open_files()
  local ok, n = pcall(scenarios[scenario], seed // #names, ({ 3, 10, 40, 200, 1000 })[seed // #names % 5 + 1])
  faults.stop()
  if not ok then error(("seed %d, %s: %s"):format(seed, scenario, n), 0) end
  failed, struck = failed + n, struck + (n > 0 and 1 or 0)
  if seed % 16 == 0 then collectgarbage() end   -- Lua finalizes nothing while memory runs out again and again
  assert(open_files() == before, ("seed %d, %s: a file is left open"):format(seed, scenario))
end
collectgarbage()
collectgarbage()
kept:clear()
assert(faults.balance() == 0, "memory is not freed")
print(("%d seeds, %d with faults, %d faults"):format(count, struck, failed))
