--- Mutation tests: puts the faults of spec/support/mutants.lua into a copy of the source, one at a time, and runs the specs that
-- each row names. The work tree is not changed; the copy is build/mutants, or the folder in GTS_MUTANTS.
--
--    lua5.4 spec/support/mutate.lua [OPTION ...]         from the top of the tree; or make mutants [MUTANTS="OPTION ..."]
--
--    --list            prints the rows and runs nothing
--    --only 3,7-9      only these rows
--    --area NAME       only rows whose file's path contains NAME
--    --share X         share of the random trees that the specs try (GTS_SPEC_SHARE); default 0.1
--    --random N        no rows, but N random faults in src: see spec/support/random_mutants.lua
--    --seed S          which ones; default 1
--    --near            only the nearest specs meet them: sooner done, and more survive
--    --seconds X       of the nearest specs, on a quiet machine; default 60
--    --at FILE:LINE    each fault of this line in turn; several lines with commas
--    --specs "A B"     with --at, the specs that meet them
--
-- A row is killed if a spec fails twice or hangs. Exit code 1: a row survived, did not compile, or does not apply any more.
--
-- A random fault that does not compile, that leaves a value or a variable unset or a function unused where a compiler sees it, or
-- that leaves the code of all objects as it was, is drawn again. The specs nearest its file run first (spec/support/quick.lua);
-- if these pass, all that `make test` runs. What survives is the same program in all that can be seen, or lacks a spec: look at
-- it. A spec that kills is run once without any fault, and must pass.

local mutants = require "spec.support.mutants"
local random_mutants = require "spec.support.random_mutants"

local FOLDER = os.getenv "GTS_MUTANTS" or "build/mutants"
local PARTS = "src lua games spec .ci Makefile README.md CHANGELOG.md LICENSE rocks"
local MEMORY = 4 << 20          -- limit of a spec, in kilobytes
local SECONDS = 200             -- limit of a spec, in seconds of the processor
local PATIENCE = 900            -- limit of a spec, in seconds of the clock
local FOUND = "-Werror=return-type -Werror=uninitialized -Werror=unused-function -Wno-maybe-uninitialized"    -- no spec has to

local function read(file)
  local f <close> = assert(io.open(file, "rb"))
  return f:read "a"
end

local function write(file, text)
  local f <close> = assert(io.open(file, "wb"))
  f:write(text)
end

-- Runs a shell command. Returns true if it succeeded, its exit code and its output.
local function run(command, ...)
  local pipe = io.popen("{ " .. command:format(...) .. "; } 2>&1")
  local text = pipe:read "a"
  local ok, _, code = pipe:close()
  return ok == true, code, text
end

-- The rows, numbered from 1: { number, file, specs, old, new, what }.
local function numbered()
  local list = {}
  for i, row in ipairs(mutants) do
    list[i] = { number = i, file = row.file, specs = row.specs, old = row[1], new = row[2], what = row[3] }
  end
  return list
end

local function chosen(given)
  local wanted, list = {}, {}
  for from, to in (given.only or ""):gmatch "(%d+)%-?(%d*)" do
    for n = tonumber(from), tonumber(to) or tonumber(from) do wanted[n] = true end
  end
  for _, row in ipairs(numbered()) do
    if (wanted[row.number] or not given.only) and row.file:find(given.area or "", 1, true) then list[#list + 1] = row end
  end
  return list
end

-- Returns `text` with the fault of `row`, or nil unless its old text occurs exactly once.
local function mutated(text, row)
  local from, to = text:find(row.old, 1, true)
  if not from or text:find(row.old, from + 1, true) then return nil end
  return text:sub(1, from - 1) .. row.new .. text:sub(to + 1)
end

-- Builds the copy, with these warnings (none).
local function make(warnings)
  return run("cd %s && env -u MAKEFLAGS make -s CFLAGS=-O1 WARNINGS='%s' parts", FOLDER, warnings or "-w")
end

-- Exit codes of a spec that hangs: the limits of the clock, and of the processor.
local HANGS = { [124] = true, [128 + 9] = true, [128 + 24] = true }

-- For the specs in the copy. The compiler of rules is stated, as make test does: else each search begins with that of gts.
local SETTINGS = [[cd %s && ulimit -t %d && export CC=cc GTS=build/gts GTS_SPEC_SHARE=%s XDG_CACHE_HOME="$PWD/build/cache" ]] ..
  [[LUA_PATH='lua/?.lua;lua/?/init.lua;;' LUA_CPATH='build/lib/?.so;build/spec/?.so;;' && ]]

-- Runs a spec in the copy. Returns true if it passes; else false and its first failure.
local function run_spec(name, share)
  local command = SETTINGS .. [[ulimit -v %d && timeout -k 2 %d lua5.4 "$(command -v busted)" --ignore-lua --no-keep-going ]] ..
    [[--exclude-tags=slow,doc,packages spec/*/%s_spec.lua]]
  local ok, code, text = run(command, FOLDER, SECONDS, share, MEMORY, PATIENCE, name)
  if ok then return true end
  if HANGS[code] then return false, name .. ": hangs" end
  return false, ("%s: %s"):format(name, text:match "%-> [^\n]*\n([^\n]*)" or "exit " .. tostring(code))
end

local function name_of(file) return file:match "([%w_]+)_spec%.lua$" end

-- Runs the specs of these names until one fails twice or hangs. Returns its failure, or nil.
local function failure(names, share)
  for name in names:gmatch "%S+" do
    local ok, wrong = run_spec(name, share)
    if not ok and (wrong:find "hangs$" or not run_spec(name, share)) then return wrong end
  end
end

-- Returns "killed" and the failure, "survived", "broken" (it does not compile) or "stale".
local function judge(row, share)
  local file = FOLDER .. "/" .. row.file
  local whole = read(file)
  local text = mutated(whole, row)
  if not text then return "stale", "its old text is missing, or occurs more than once" end
  local _ <close> = setmetatable({}, { __close = function() write(file, whole) end })
  write(file, text)
  if not make() then return "broken", "it does not compile" end
  local wrong = failure(row.specs, share)
  return wrong and "killed" or "survived", wrong or ""
end

-- The code of all objects; the texts that compiled rules are made of are no code yet.
local function code()
  return select(3, run("cd %s && find build -name '*.o' ! -name texts.o | LC_ALL=C sort | xargs cat | cksum", FOLDER))
end

-- The names of the specs nearest to a file, the nearest first, of so many seconds.
local function near(file, seconds)
  local names, seen = {}, {}
  local _, _, list = run("lua5.4 spec/support/quick.lua %s %s", file, seconds)
  for name in list:gmatch "([%w_]+)_spec%.lua" do
    if not seen[name] then names[#names + 1], seen[name] = name, true end
  end
  return table.concat(names, " ")
end

-- Runs all specs of `make test`, side by side. Returns the first failure that a spec makes again, or nil.
local function whole_failure(share)
  local ok, _, text = run(SETTINGS .. [[lua5.4 spec/support/runner.lua --cc "$(command -v tcc || echo cc)" ]] ..
    "--options --exclude-tags=slow,doc,packages,thorough", FOLDER, SECONDS, share)
  if ok then return nil end
  local names = {}
  for file in text:gmatch "spec/[%w_/]+_spec%.lua" do
    if not names[file] then names[#names + 1], names[file] = name_of(file), true end
  end
  return failure(table.concat(names, " "), share)
end

local is_sound = {}             -- name of a spec -> whether it passes in the copy without any fault

-- Fails unless the spec of a failure passes without any fault; the sources in the copy have none.
local function check_sound(wrong, share)
  local name = wrong:match "^[%w_]+"
  if is_sound[name] == nil then is_sound[name] = make() and run_spec(name, share) end
  if not is_sound[name] then error("without any fault a spec fails: " .. wrong, 0) end
end

-- The sites of src in `given.at`, or all.
local function sites(given)
  local list = {}
  local _, _, files = run "find src -name '*.[ch]' | LC_ALL=C sort"
  for file in files:gmatch "%S+" do
    for _, site in ipairs(random_mutants.sites(read(FOLDER .. "/" .. file))) do
      site.file = file
      if (("," .. (given.at or "") .. ","):find((",%s:%d,"):format(file, site.line), 1, true)) or not given.at then
        list[#list + 1] = site
      end
    end
  end
  return list
end

-- Judges as many random faults, or those of some lines, and prints each. Returns how many survived.
local function random(given)
  local all, survived, number, at = sites(given), 0, 0, 0
  math.randomseed(tonumber(given.seed))
  local function wider() return not (given.near or given.specs) and whole_failure(given.share) or nil end
  local wrong, before = wider(), code()
  if wrong then error("without any fault a spec fails: " .. wrong, 0) end
  while given.at and at < #all or not given.at and number < given.random do
    at = given.at and at + 1 or math.random(#all)
    local site = all[at]
    local file = FOLDER .. "/" .. site.file
    local text = read(file)
    write(file, random_mutants.mutated(text, site))
    wrong = nil
    if make(FOUND) and (site.file:find "^src/native/" or code() ~= before) then
      wrong, number = failure(given.specs or near(site.file, given.seconds), given.share) or wider(), number + 1
      io.write(("%3d %-8s %s:%d: %s -> %s%s\n"):format(number, wrong and "killed" or "survived", site.file, site.line, site.old,
        site.new, wrong and " -- " .. wrong or "")):flush()
      if not wrong then survived = survived + 1 end
    end
    write(file, text)
    if wrong then check_sound(wrong, given.share) end
  end
  print(("%d of %d killed; %d sites"):format(number - survived, number, #all))
  return survived
end

-- Builds the copy, and fails unless the specs pass there without any fault.
local function prepare(list, share)
  local ok, _, text = run("rm -rf %s && mkdir -p %s && cp -a %s %s", FOLDER, FOLDER, PARTS, FOLDER)
  if ok then ok, _, text = make() end
  if not ok then error("the copy cannot be built:\n" .. text, 0) end
  local seen = {}
  for _, row in ipairs(list) do
    for name in row.specs:gmatch "%S+" do
      local passes, wrong = seen[name], nil
      if not passes then passes, wrong = run_spec(name, share) end
      if not passes then error("without any fault a spec fails: " .. wrong, 0) end
      seen[name] = true
    end
  end
end

local function options(list)
  local given, i = { share = "0.1", seed = "1", seconds = "60" }, 1
  while list[i] do
    local name = list[i]:match "^%-%-(%a+)$"
    if name == "list" or name == "near" then given[name] = true
    elseif name and ("only area share random seed at specs seconds"):find(name, 1, true) and list[i + 1] then
      i, given[name] = i + 1, list[i + 1]
    else error("unknown option, or one without a value: " .. list[i], 0) end
    i = i + 1
  end
  return given
end

local function main(arguments)
  local given = options(arguments)
  given.random = tonumber(given.random)
  local list, open = (given.random or given.at) and {} or chosen(given), 0
  if not given.list then prepare(list, given.share) end
  if given.random or given.at then open = random(given) end
  for _, row in ipairs(list) do
    local fate, why = "", ""
    if not given.list then fate, why = judge(row, given.share) end
    io.write(("%3d %-8s %s: %s%s\n"):format(row.number, fate, row.file, row.what, why ~= "" and " -- " .. why or "")):flush()
    if not given.list and fate ~= "killed" then open = open + 1 end
  end
  if open > 0 then os.exit(1) end
end

if arg and arg[0] and arg[0]:find "mutate.lua$" then main(arg) end

return { rows = numbered, mutated = mutated }
