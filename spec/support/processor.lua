--- Seconds of processor time, for specs that hold what something takes against a limit: on a busy machine the clock runs on
-- while a process waits for its turn, and this does not.
--
--    local began = processor.seconds()
--    gts.search("nim")
--    assert(processor.seconds() - began < 1)

local TICKS = 100               -- a second, in /proc: see proc(5)

-- The numbers of /proc/PID/stat behind the name of the program; nil where the process is gone.
local function numbers(pid)
  local file <close> = io.open(("/proc/%s/stat"):format(pid))
  local text = file and file:read "a"
  if not text then return nil end
  local list = {}
  for number in text:match "^.*%) (.*)$":gmatch "%S+" do list[#list + 1] = tonumber(number) or number end
  return list
end

local processor = {}

--- Seconds that this process has used, and the children that it has waited for.
function processor.seconds()
  local list = numbers "self"
  return os.clock() + (list[14] + list[15]) / TICKS
end

--- Seconds that another process has used, its children not included; nil where it is gone.
function processor.of(pid)
  local list = numbers(pid)
  return list and list[1] ~= "Z" and (list[12] + list[13]) / TICKS or nil
end

--- Starts a command in the background, sends it a signal when it has used so much processor time, and waits for its end.
-- @tparam string command one simple command for the shell, with its redirections
-- @tparam number seconds
-- @tparam[opt="INT"] string signal
-- @treturn integer its exit code, as the shell has it: 128 and the number of the signal that ended it
function processor.signal(command, seconds, signal)
  local script = ([[
    exec env --default-signal=INT %s &
    p=$! left=9000
    while [ "$left" != 0 ] && read -r s <"/proc/$p/stat"; do
      set -- ${s##*) }
      [ "$1" = Z ] || [ $((${12} + ${13})) -ge %d ] && break
      sleep 0.02
      left=$((left - 1))
    done
    kill -%s $p
    wait $p]]):format(command, math.floor(seconds * TICKS), signal or "INT")
  local _, _, code = os.execute("exec 2>/dev/null; " .. script)
  return code
end

return processor
