--- Puts small faults into copies of the source, one at a time, and sees which specs notice. The faults are the rows of
-- spec/support/mutants.lua; the work tree is never touched, all happens in build/mutants.
--
--    lua5.4 spec/support/mutate.lua [OPTION ...]         from the top of the tree; or make mutants [MUTANTS="OPTION ..."]
--
--    --list            shows the rows, and runs nothing
--    --only 3,7-9      these rows only, those that are said to be equivalent too
--    --area NAME       rows whose file's path has NAME in it
--    --sample N        N rows, drawn at random; --seed S draws others
--    --jobs J          so many copies side by side; default 2
--    --quick           only the specs that the row names
--    --trust           does not try the specs without any fault first
--    --share X         the share of random trees that the specs try (GTS_SPEC_SHARE); default 0.1
--
-- A row is killed if a spec fails twice or hangs. For a row the specs that it names come first, then all others. It ends with
-- 1 if a row survived that is not said to be equivalent, or does not apply any more. GTS_MUTANTS in the environment names another
-- folder for the copies.

local mutants = require "spec.support.mutants"

local FOLDER = os.getenv "GTS_MUTANTS" or "build/mutants"
local PARTS = "src lua games spec .ci Makefile README.md CHANGELOG.md LICENSE rocks"
local MEMORY = 4 << 20          -- kilobytes that a spec may take
local SECONDS = 60              -- of the processor that a spec may take,
local SLOW = { native = 200, failure = 120 }    -- but for these;
local PATIENCE = 900            -- and of the clock, for any
local NOT_RUN = { mutants = true }              -- it looks whether the rows apply: not to what they were applied to

local function read(file)
  local f <close> = assert(io.open(file, "rb"))
  return f:read "a"
end

local function write(file, text)
  local f <close> = assert(io.open(file, "wb"))
  f:write(text)
end

-- Runs a command of the shell: whether it succeeded, its exit code and its output.
local function run(command, ...)
  local pipe = io.popen("{ " .. command:format(...) .. "; } 2>&1")
  local text = pipe:read "a"
  local ok, _, code = pipe:close()
  return ok == true, code, text
end

local function must(...)
  local ok, _, text = run(...)
  if not ok then error(("%s:\n%s"):format(string.format(...), text), 0) end
end

-- The rows.

-- One list, numbered from 1, each row with its file and specs.
local function numbered()
  local list = {}
  for _, group in ipairs(mutants) do
    for _, row in ipairs(group) do
      list[#list + 1] = {
        number = #list + 1, file = group.file, old = row[1], new = row[2], what = row[3], specs = row.specs or group.specs,
        equivalent = row.equivalent,
      }
    end
  end
  return list
end

local function numbers(text)
  local set = {}
  for from, to in text:gmatch "(%d+)%-?(%d*)" do
    for n = tonumber(from), tonumber(to) or tonumber(from) do set[n] = true end
  end
  return set
end

local function sample(list, count, seed)
  math.randomseed(seed)
  for i = #list, 2, -1 do
    local j = math.random(i)
    list[i], list[j] = list[j], list[i]
  end
  local drawn = table.move(list, 1, math.min(count, #list), 1, {})
  table.sort(drawn, function(a, b) return a.number < b.number end)
  return drawn
end

-- The rows that are asked for.
local function chosen(given)
  local only, list = given.only and numbers(given.only), {}
  for _, row in ipairs(numbered()) do
    local wanted = only and only[row.number] or not only and (given.list or not row.equivalent)
    if wanted and row.file:find(given.area or "", 1, true) then list[#list + 1] = row end
  end
  return given.sample and sample(list, tonumber(given.sample), tonumber(given.seed or 1)) or list
end

-- The file with the fault in it; nil if the row does not say once and only once what is to be replaced.
local function mutated(text, row)
  local from, to = text:find(row.old, 1, true)
  if not from or text:find(row.old, from + 1, true) then return nil end
  return text:sub(1, from - 1) .. row.new .. text:sub(to + 1)
end

-- Copies.

-- Builds a copy, in `jobs` threads.
local function make(copy, jobs)
  return run("cd %s && env -u MAKEFLAGS MAKELEVEL=1 make -s -j%d CFLAGS=-O1 WARNINGS=-w parts", copy, jobs)
end

local function prepare(jobs)
  must("rm -rf %s && mkdir -p %s/1 %s/results && cp -a %s %s/1", FOLDER, FOLDER, FOLDER, PARTS, FOLDER)
  local ok, _, text = make(FOLDER .. "/1", jobs)
  if not ok then error("the copy cannot be built:\n" .. text, 0) end
  for job = 2, jobs do must("cp -a %s/1 %s/%d", FOLDER, FOLDER, job) end
end

-- Specs.

-- All specs, the slow ones last.
local function all_specs()
  local quick, slow = {}, {}
  for file in select(3, run "ls spec/*/*_spec.lua"):gmatch "[^\n]+" do
    local name = file:match "([%w_]+)_spec.lua$"
    local list = SLOW[name] and slow or quick
    if not NOT_RUN[name] then list[#list + 1] = name end
  end
  return table.move(slow, 1, #slow, #quick + 1, quick)
end

-- The specs of a row: those that it names, then the others unless it is to be quick.
local function specs_of(row, given)
  local list, seen = {}, {}
  local function add(name)
    if not seen[name] then seen[name], list[#list + 1] = true, name end
  end
  for name in row.specs:gmatch "%S+" do add(name) end
  if not given.quick then
    for _, name in ipairs(all_specs()) do add(name) end
  end
  return list
end

-- How the shell says that a time was over: that of the clock, and that of the processor.
local HANGS = { [124] = true, [128 + 9] = true, [128 + 24] = true }

-- Runs a spec in a copy. True if all is well; else false and what failed first.
local function run_spec(copy, name, given)
  local command = [[cd %s && ulimit -v %d && ulimit -t %d && export GTS=build/gts GTS_SPEC_SHARE=%s ]] ..
    [[XDG_CACHE_HOME="$PWD/build/cache" ]] ..
    [[LUA_PATH='lua/?.lua;lua/?/init.lua;;' LUA_CPATH='build/lib/?.so;build/spec/?.so;;' && ]] ..
    [[timeout -k 2 %d lua5.4 "$(command -v busted)" --ignore-lua --no-keep-going spec/*/%s_spec.lua]]
  local ok, code, text = run(command, copy, MEMORY, SLOW[name] or SECONDS, given.share or "0.1", PATIENCE, name)
  if ok then return true end
  if HANGS[code] then return false, name .. ": hangs" end
  return false, ("%s: %s"):format(name, text:match "%-> [^\n]*\n([^\n]*)" or "exit " .. tostring(code))
end

-- What becomes of a row: "killed" and by what, "survived", "broken" (it does not compile) or "stale".
local function judge(copy, row, given)
  local file = copy .. "/" .. row.file
  local whole = read(file)
  local text = mutated(whole, row)
  if not text then return "stale", "what is to be replaced is there no more, or more than once" end
  local restored <close> = setmetatable({}, { __close = function() write(file, whole) end })
  assert(restored)
  write(file, text)
  if not make(copy, 1) then return "broken", "it does not compile" end
  for _, name in ipairs(specs_of(row, given)) do
    local ok, wrong = run_spec(copy, name, given)
    if not ok and (wrong:find "hangs$" or not run_spec(copy, name, given)) then return "killed", wrong end
  end
  return "survived", ""
end

-- A worker takes rows that no other has taken: to rename a file succeeds but once.
local function work(given)
  local copy = ("%s/%s"):format(FOLDER, given.worker)
  for _, row in ipairs(numbered()) do
    local file = ("%s/results/%d"):format(FOLDER, row.number)
    if os.rename(file .. ".todo", file .. ".taken") then
      local began = os.time()
      local fate, why = judge(copy, row, given)
      local seconds = os.time() - began
      why = why ~= "" and " -- " .. why or ""
      io.write(("%4d %-8s %4d s  %s: %s%s\n"):format(row.number, fate, seconds, row.file, row.what, why))
      io.flush()
      write(file, ("%s %d %s"):format(fate, seconds, why))
    end
  end
end

-- The whole.

local function area_of(file) return file:match "^(src/%w+)/" or file:match "^(lua/gts/%w+)/" or file:match "^(.*)/" end

local kinds = { "rows", "killed", "survived", "equivalent", "broken", "stale", "seconds" }

local function add(sums, area, kind, count)
  for _, name in ipairs { area, "all" } do
    sums[name] = sums[name] or {}
    sums[name][kind] = (sums[name][kind] or 0) + count
  end
end

local function summary(list)
  local sums, areas, open = {}, {}, 0
  for _, row in ipairs(list) do
    local area = area_of(row.file)
    if not sums[area] then areas[#areas + 1] = area end
    local fate, seconds = read(("%s/results/%d"):format(FOLDER, row.number)):match "^(%a+) (%d+)"
    if fate == "survived" and row.equivalent then fate = "equivalent" end
    if fate == "survived" or fate == "stale" then open = open + 1 end
    add(sums, area, "rows", 1)
    add(sums, area, fate, 1)
    add(sums, area, "seconds", tonumber(seconds))
  end
  areas[#areas + 1] = "all"
  print(("%-18s"):format "" .. (" %10s"):rep(#kinds):format(table.unpack(kinds)))
  for _, area in ipairs(areas) do
    local line = ("%-18s"):format(area)
    for _, kind in ipairs(kinds) do line = line .. (" %10d"):format(sums[area] and sums[area][kind] or 0) end
    print(line)
  end
  return open
end

local function show(list)
  for _, row in ipairs(list) do
    print(("%4d %s: %s%s"):format(row.number, row.file, row.what, row.equivalent and " -- equivalent: " .. row.equivalent or ""))
  end
end

local function explain()
  for _, row in ipairs(numbered()) do
    if row.equivalent then
      print(("equivalent, not run: %d %s: %s\n    %s"):format(row.number, row.file, row.what, row.equivalent))
    end
  end
end

-- The copy must be green before faults are put into it.
local function check_copy(list, given)
  local seen = {}
  for _, row in ipairs(list) do
    for _, name in ipairs(specs_of(row, given)) do
      if not seen[name] then
        seen[name] = true
        local ok, wrong = run_spec(FOLDER .. "/1", name, given)
        if not ok then error("without any fault the specs fail: " .. wrong, 0) end
      end
    end
  end
end

local function run_all(list, given)
  local jobs = tonumber(given.jobs or 2)
  prepare(jobs)
  if not given.trust then check_copy(list, given) end
  for _, row in ipairs(list) do write(("%s/results/%d.todo"):format(FOLDER, row.number), "") end
  local command = {}
  for job = 1, jobs do
    command[job] = ("lua5.4 spec/support/mutate.lua --worker %d --share %s %s &"):format(
      job, given.share or "0.1", given.quick and "--quick" or "")
  end
  os.execute(table.concat(command, " ") .. " wait")
  local open = summary(list)
  if not given.only then explain() end
  return open
end

local function options(words)
  local given, flags = {}, { list = true, quick = true, trust = true }
  local values = { only = true, area = true, sample = true, seed = true, jobs = true, share = true, worker = true }
  local i = 1
  while words[i] do
    local name = words[i]:match "^%-%-(%a+)$"
    if flags[name] then given[name] = true
    elseif values[name] and words[i + 1] then i, given[name] = i + 1, words[i + 1]
    else error("unknown option, or one without a value: " .. words[i], 0) end
    i = i + 1
  end
  return given
end

local function main(words)
  local given = options(words)
  if given.worker then return work(given) end
  local list = chosen(given)
  if given.list then return show(list) end
  if run_all(list, given) > 0 then os.exit(1) end
end

if arg and arg[0] and arg[0]:find "mutate.lua$" then main(arg) end

return { rows = numbered, mutated = mutated }
