--- Runs specs in several processes, the longest files first, and prints one report: each failure when it
-- happens, all failures and the slowest specs at the end, then a summary like busted's. Ends with 1 if anything
-- failed.
--
--    lua5.4 spec/support/runner.lua [OPTION ...] [FOLDER|FILE ...]        default: spec
--
--    --jobs N          the number of processes; default: twice the processors, as specs wait for much of the time
--    --name PATTERN    the names of files in folders; default: *_spec.lua
--    --busted COMMAND  starts busted; default: lua5.4 "$(command -v busted)" --ignore-lua, with fewer collections of garbage:
--                      a seventh less time where specs make many tables
--    --options WORDS   more options of busted, such as --exclude-tags=slow; may be given again
--    --only TEXT       runs the specs in whose full names the text stands
--    --goal NAME       the goal of make that this is: what fails says how to run it alone by `make NAME`
--    --count N         runs each file so many times
--    --load N          beside so many processes that are never idle
--    --cc COMMAND      compiles rules, as $CC; those of spec/compile are compiled by cc, and of spec/unit by each spec
--    --times FILE      writes the seconds of all files and of all specs to FILE: of the clock, of processors
--
-- A process takes a file after another, or several short ones at once. One that ends without busted's summary,
-- or with an exit code that no failure explains, is an error.

local expected = require "spec.support.seconds"

local SLOWEST = 4               -- the summary, with what was left out and the counts, is ten lines at most
local UNKNOWN = 1               -- seconds that a file takes which is not in spec.support.seconds
local SHORT, TOGETHER = 2, 6    -- seconds: shorter files run together, up to the second number
local FIRST = 1000              -- numbers of groups are names of files, in their order
local PATIENCE = 2400           -- seconds until a process that does not end is killed
local ROOM = 64                 -- megabytes that the temporary files of all specs take at most, with as much to spare
local AGAIN = 10                -- failures that are told once more at the end

local function say(text, ...)
  io.write(select("#", ...) > 0 and text:format(...) or text)
  io.flush()
end

local function output(command)
  local pipe <close> = assert(io.popen(command))
  return pipe:read "a"
end

local function quoted(word) return "'" .. word:gsub("'", "'\\''") .. "'" end

-- Seconds since the machine has started: what the clock on the wall says may jump.
local function uptime()
  local file <close> = assert(io.open "/proc/uptime")
  return file:read "n"
end

-- How to run a file of specs, or one spec of it, by make, with as many random cases: a $ is one for make, too. `seed` is that of
-- the order of the specs, if it was random.
local function alone(goal, title, name, seed)
  local file = title:match "^(%S+) @ "
  if not goal or not file then return "" end
  local words = { "alone: make", goal, "SPECS=" .. file, name and "ONLY=" .. quoted(name:gsub("%$", "$$")) }
  if goal == "test" then
    words[#words + 1] = "SHARE=" .. (os.getenv "GTS_SPEC_SHARE" or 1)
    if title:find "#" then words[#words + 1] = "WITHOUT=" end
  end
  if seed then words[#words + 1] = ("OPTIONS='--options --shuffle --options --seed=%d'"):format(seed) end
  return table.concat(words, " ") .. "\n"
end

-- Megabytes that are left on the disk of a folder.
local function room(folder) return tonumber(output(("df -Pm %s | awk 'NR == 2 { print $4 }'"):format(quoted(folder)))) or 0 end

local function write(name, text)
  local file <close> = assert(io.open(name, "w"))
  assert(file:write(text))
end

-- The options and the places, from the words of the command line.
local function arguments(words)
  local given, places, i = { options = "" }, {}, 1
  local known = { jobs = true, name = true, busted = true, options = true, cc = true, times = true,
    only = true, goal = true, count = true, load = true }
  while words[i] do
    local name = words[i]:match "^%-%-(%a+)$"
    if not name then places[#places + 1] = quoted(words[i])
    elseif known[name] and words[i + 1] then
      i, given[name] = i + 1, (name == "options" and given.options .. " " or "") .. words[i + 1]
    else error("unknown option, or one without a value: " .. words[i], 0) end
    i = i + 1
  end
  if #places == 0 then places[1] = "spec" end
  given.places = table.concat(places, " ")
  given.count, given.load = tonumber(given.count or 1), tonumber(given.load or 0)
  if given.only then given.options = given.options .. " --filter=" .. quoted(given.only:gsub("%p", "%%%0")) end
  given.jobs = math.max(1, tonumber(given.jobs) or 2 * (tonumber(output "nproc") or 1))
  given.name = given.name or "*_spec.lua"
  given.busted = given.busted or [[lua5.4 -e 'collectgarbage("setpause", 400)' "$(command -v busted)" --ignore-lua]]
  return given
end

-- The settings of the environment for the specs of a file.
local function settings(name, given)
  if name:find "spec/unit/" then return "" end
  local cc = name:find "spec/compile/" and "cc" or given.cc     -- what is compared with Lua there is optimized
  return cc and "CC=" .. quoted(cc) or ""
end

-- Lists of files that one process runs, those that take longest first; and the seconds of all.
local function groups(given)
  local files, list, sum, short = {}, {}, 0, {}
  for name in output(("find %s -name %s | LC_ALL=C sort"):format(given.places, quoted(given.name))):gmatch "[^\n]+" do
    for _ = 1, given.count do
      files[#files + 1] = { name = name, seconds = expected[name] or UNKNOWN, settings = settings(name, given) }
    end
  end
  table.sort(files, function(a, b)
    if a.seconds ~= b.seconds then return a.seconds > b.seconds end
    return a.name < b.name
  end)
  for _, file in ipairs(files) do
    sum = sum + file.seconds
    local group = file.seconds < SHORT and short[file.settings]
    if not group or group.seconds + file.seconds > TOGETHER then
      group = { seconds = 0, files = {}, settings = file.settings }
      list[#list + 1] = group
      if file.seconds < SHORT then short[file.settings] = group end
    end
    group.seconds = group.seconds + file.seconds
    group[#group + 1] = file.name
  end
  return list, sum, #files
end

-- Takes groups that no other process has taken (to rename a file succeeds but once) and runs them. The shell
-- holds the pipe of events open; what it starts does not, or a child that outlives it would. Its input is a pipe that ends with
-- this process, however that ends: then all that the shell has started, which is in its session, ends too, and a second later
-- what was being started just then. What the user likes does not matter: neither settings nor histories are read or written.
-- Compiled rules are kept with what is built.
local WORKER = [[
folder=$1 here=$2
exec 4<&0
{ trap '' TERM; cat <&4; kill -TERM 0; sleep 1; kill -KILL 0; } 3>&- >/dev/null 2>&1 &
export TMPDIR="$folder/own" XDG_CONFIG_HOME="$folder/own" XDG_STATE_HOME="$folder/own" XDG_CACHE_HOME=$3 TERM=xterm SHELL=/bin/sh
unset COLUMNS LINES NO_COLOR CLICOLOR CLICOLOR_FORCE PAGER LESS CDPATH BASH_ENV OMP_NUM_THREADS OMP_THREAD_LIMIT
unset GTS_HISTORY GTS_PLAIN GTS_UNICODE GTS_CACHE_BYTES
[ -z "$(bash -c : 2>&1)" ] || unset LC_ALL      # a locale that is not installed: each bash would say so
cd "$folder/todo" && exec 3>../events || exit 1
for group in *; do
  mv "$group" ../taken 2>/dev/null || continue
  cd "$here"
  sh "$folder/taken/$group" </dev/null >"$folder/log/$group" 2>&1 3>&-
  echo "{ group = $group, code = $? }" >&3
  cd "$folder/todo"
done]]

local BUSY = "exec setsid -w sh -c 'exec 4<&0; { cat <&4; kill -TERM 0; } & while :; do :; done'"
local BUSTED = "%s timeout --foreground -k 5 %d %s -o spec/support/report.lua -Xoutput %s %s %s\n"

-- Starts the processes. Returns the pipe of their events, and a function that waits for their end.
local function start(given, list, folder)
  os.execute(("cd %s && mkdir todo taken log own && mkfifo events"):format(quoted(folder)))
  for i, group in ipairs(list) do
    local files = {}
    for at, name in ipairs(group) do files[at] = quoted(name) end
    write(("%s/todo/%d"):format(folder, FIRST + i),
      BUSTED:format(group.settings, PATIENCE, given.busted, quoted(("%s/events,%d"):format(folder, FIRST + i)),
        given.options, table.concat(files, " ")))
  end
  local worker = ("exec setsid -w sh %s %s \"$PWD\" \"$(realpath -m %s)\""):format(quoted(folder .. "/worker"), quoted(folder),
    quoted((os.getenv "GTS" or "build/gts"):gsub("gts$", "spec/cache")))
  local workers = {}
  write(folder .. "/worker", WORKER)
  for i = 1, math.min(given.jobs, #list) do workers[i] = assert(io.popen(worker, "w")) end
  for _ = 1, given.load do workers[#workers + 1] = assert(io.popen(BUSY, "w")) end
  local events = assert(io.open(folder .. "/events"))
  return events, function()
    for _, pipe in ipairs(workers) do pipe:close() end
    events:close()
  end
end

local MARKS = { success = "+", failure = "-", error = "*", pending = "." }

-- Counts the events of all groups until every process has ended.
local function collect(events, list, folder, goal)
  local all = { tests = {}, files = {}, wrong = {}, often = {}, why = {}, success = 0, failure = 0, error = 0, pending = 0 }

  local function wrong(group, what, message, name, seed)
    list[group].bad = true
    all.often[what] = (all.often[what] or 0) + 1
    local text = ("%s\n%s\n%s"):format(what, message, alone(goal, what, name, seed))
    if all.often[what] == 1 then all.wrong[#all.wrong + 1] = text end
    say("\n" .. text)
  end

  -- A process has ended, or was not heard of (no code): an error unless its specs account for that.
  local function ended(number, code)
    local group, files = list[number], {}
    group.ended = true
    if group.finished and (group.bad or code == 0) then return end
    for _, name in ipairs(group) do if not group.files[name] then files[#files + 1] = name end end
    all.error = all.error + 1
    local what = group.finished and "a process" or "no summary of " .. table.concat(files, " ")
    wrong(number, ("%s: exit code %s"):format(what, code or "unknown"),
      output(("tail -c 2000 %s/log/%d 2>&1"):format(quoted(folder), FIRST + number)))
  end

  for line in events:lines() do
    local event = load("return " .. line)()
    local number = event.group - FIRST
    if event.wrong then
      if event.outside then all.error = all.error + 1 end
      wrong(number, event.wrong, event.message, event.name, event.seed)
    elseif event.test then
      all[event.status] = all[event.status] + 1
      all.tests[#all.tests + 1] = { title = event.test, seconds = event.seconds, used = event.used }
      if event.why then all.why[event.why] = (all.why[event.why] or 0) + 1 end
      say(MARKS[event.status])
    elseif event.file then
      all.files[#all.files + 1] = { title = event.file, seconds = event.seconds, used = event.used }
      list[number].files[event.file] = true
    elseif event.finished then list[number].finished = true
    else ended(number, event.code)
    end
  end
  for number, group in ipairs(list) do if not group.ended then ended(number) end end
  return all
end

local function by_seconds(a, b)
  if a.seconds ~= b.seconds then return a.seconds > b.seconds end
  return a.title < b.title
end

-- Why specs were left out, and how many.
local function left_out(why)
  local list = {}
  for text, count in pairs(why) do list[#list + 1] = ("%s (%d)"):format(text, count) end
  table.sort(list)
  return #list > 0 and "Left out: " .. table.concat(list, "; ") .. ".\n" or ""
end

-- A line for each file, and one for each spec: seconds of the clock, seconds of processors, name.
local function times(all)
  local lines = {}
  for _, rows in ipairs { all.files, all.tests } do
    for _, row in ipairs(rows) do lines[#lines + 1] = ("%8.2f %8.2f  %s\n"):format(row.seconds, row.used, row.title) end
  end
  return table.concat(lines)
end

local function report(all, given, began)
  table.sort(all.tests, by_seconds)
  table.sort(all.files, by_seconds)
  if given.times then write(given.times, times(all)) end
  say "\n"
  if #all.wrong > 0 then say("\nWhat failed:\n\n%s", table.concat(all.wrong, "\n", 1, math.min(#all.wrong, AGAIN))) end
  if #all.wrong > AGAIN then say("\nand what stands above: %d more\n", #all.wrong - AGAIN) end
  for what, often in pairs(given.count > 1 and all.often or {}) do
    say("\nfailed %d times of %d: %s\n", often, given.count, what)
  end
  say("\nThe slowest of %d specs, in seconds:\n", #all.tests)
  for i = 1, math.min(SLOWEST, #all.tests) do say("%7.1f  %s\n", all.tests[i].seconds, all.tests[i].title) end
  say("\n%s%d successes / %d failures / %d errors / %d pending : %d seconds\n", left_out(all.why), all.success, all.failure,
    all.error, all.pending, math.floor(uptime() - began))
end

-- A folder for what this run needs, by $TMPDIR; specs make their own files in /tmp.
local function new_folder()
  if room "/tmp" < ROOM then error(("the disk of /tmp has %d MB left: specs need %d"):format(room "/tmp", ROOM), 0) end
  local place = os.getenv "TMPDIR" or "/tmp"
  return output(("TMPDIR=%s mktemp -d"):format(quoted(room(place) < ROOM and "/tmp" or place))):sub(1, -2)
end

local function main(words)
  local began, given = uptime(), arguments(words)
  local list, seconds, files = groups(given)
  if #list == 0 then error("no specs in " .. given.places, 0) end
  say("%d files of specs: by estimate %.1f minutes in %d processes.\n", files, seconds / 60 / given.jobs,
    given.jobs)
  local folder = new_folder()
  local events, finish = start(given, list, folder)
  local all = collect(events, list, folder, given.goal)
  finish()
  report(all, given, began)
  local well = all.failure + all.error == 0 and all.success > 0
  if well then os.execute("rm -rf " .. quoted(folder)) else say("The logs are in %s/log.\n", folder) end
  return well
end

local ok, well = pcall(main, arg)
if not ok then io.stderr:write("specs: ", tostring(well), "\n") end
os.exit(ok and well)
