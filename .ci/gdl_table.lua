-- Reads, compiles and plays all game descriptions of a folder, and compares positions of random games with a plain interpreter of
-- the language: `make gdl [FOLDER=...] [SECONDS=...]`. Each file has a process, and SECONDS of processor time for playouts and
-- for the comparison, which is slow where a description is large. Fails where a file is refused or a position differs.
--
--    gts .ci/gdl_table.lua FOLDER SECONDS

local COLUMNS = "%-38s %-22s %8s %8s %9s %7s %5s %9s %9s  %s"
local HEADS = { "file", "roles", "fluents", "moves", "compiled", "read s", "MB", "playouts", "compared", "differences" }

package.path = "./?.lua;" .. package.path

-- The most memory that this process has had, in MB.
local function megabytes()
  for line in io.lines "/proc/self/status" do
    local kilobytes = line:match "^VmHWM:%s*(%d+)"
    if kilobytes then return tonumber(kilobytes) // 1024 end
  end
end

-- How many positions were compared, and what differs.
local function compared(rules, text, seconds)
  local interpreter, play = require "spec.support.gdl_interpreter", require "spec.support.gdl_games".play
  local count, limit, late = 0, os.clock() + seconds, {}
  debug.sethook(function() if os.clock() > limit then error(late) end end, "", 10000)
  local same, wrong = xpcall(function()
    play(rules, interpreter.new(text), math.huge, function() count = count + 1 end)
  end, function(raised) return raised end)
  debug.sethook()
  if same or wrong == late then return count, count > 0 and "none" or "none: the interpreter takes longer" end
  return count, (tostring(wrong):gsub("%s+", " "))
end

local function row_of(name, seconds)
  local gts, file = require "gts", require "gts.gdl.file"
  local began = os.clock()
  local rules, wrong = file.read(name)
  local read = ("%.2f"):format(os.clock() - began)
  if not rules then return { "", "", "", "refused", read, megabytes(), "", 0, wrong } end
  local sizes, roles = rules.gdl.sizes, rules.gdl.roles
  local compiled = sizes.why and "texts" or gts.native(rules).compiled and "yes" or "in Lua"
  local played, memory = gts.playouts(rules, { time = seconds }), megabytes()
  local input <close> = io.open(name)
  local row = { roles.max .. " " .. roles.min, sizes.fluents, sizes.moves, compiled, read, memory,
    math.floor(played.games_per_second) }
  row[8], row[9] = compared(rules, input:read "a", seconds)
  return row
end

if arg[1] == "--file" then
  local row = row_of(arg[2], tonumber(arg[3]))
  for i = 1, #HEADS - 1 do row[i] = tostring(row[i] or ""):sub(1, i == 1 and 22 or 300) end
  print((COLUMNS:format(arg[2]:match "[^/]*$", table.unpack(row)):gsub(" +$", "")))
  return
end

local list = assert(io.popen(("ls '%s'"):format(arg[1])))
print(COLUMNS:format(table.unpack(HEADS)))
local files, positions, wrong = 0, 0, 0
for name in list:lines() do
  if name:find "%.kif$" or name:find "%.gdl$" then
    local child <close> = assert(io.popen(("'%s' '%s' --file '%s/%s' %s"):format(arg[-1], arg[0], arg[1], name, arg[2])))
    local line = child:read "l" or name .. ": ended by an error"
    print(line)
    local count, differences = line:match ".*%f[%d](%d+)  (%S.*)$"
    files, positions = files + 1, positions + (math.tointeger(tonumber(count)) or 0)
    wrong = wrong + ((differences or ""):find "^none" and 0 or 1)
  end
end
list:close()
print(("%d files, %d positions compared; refused or different: %d"):format(files, positions, wrong))
os.exit(files > 0 and wrong == 0)
