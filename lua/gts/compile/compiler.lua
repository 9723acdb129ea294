--- The C compiler: which one there is, and its jobs, which run beside us.
--
-- A job is a worker process that compiles a unit and gives it its name in the cache, even if nobody waits for it any more.
-- @module gts.compile.compiler

local core = require "gts.core"

local compiler = {}

--- Finds the first of $CC, cc, gcc, clang and tcc that is there.
-- @treturn[1] table compiler: program; command, the program and arguments that go before ours; identity, a text that differs for
-- any other compiler
-- @return[2] nil
-- @treturn[2] string why there is none
function compiler.find()
  for _, command in ipairs { os.getenv "CC" or "", "cc", "gcc", "clang", "tcc" } do
    local list = {}
    for word in command:gmatch "%S+" do list[#list + 1] = word end
    local identity = list[1] and core.native.find(list[1])
    if identity then return { program = list[1], command = list, identity = command .. "\0" .. identity } end
  end
  return nil, "no C compiler: none of $CC, cc, gcc, clang and tcc is there"
end

-- Jobs whose worker may still run. A search that is over does not wait for its own: it is looked after when the next begins.
local running = {}

local function look_after_workers()
  for i = #running, 1, -1 do
    local job = running[i]
    job.code = core.native.wait(job.process, false)
    if job.code then table.remove(running, i) end
  end
end

local function forget(job)
  for i = #running, 1, -1 do
    if running[i] == job then table.remove(running, i) end
  end
end

-- The exit code of a job's worker; nil while it runs and nobody wants to wait.
local function ended(job, patiently)
  if not job.code then
    -- A wait that is interrupted comes back here, where Ctrl-C is seen.
    repeat job.code = core.native.wait(job.process, patiently) until job.code or not patiently
    if job.code then forget(job) end
  end
  return job.code
end

local function remove_files(job) core.native.remove(job.c, job.so, job.log) end

local serial = 0

-- A job with files of its own, whatever other processes do.
local function new_job(at)
  serial = serial + 1
  local stem = ("%s/%s.%d.%d"):format(at.folder, at.key, core.native.process(), serial)
  local job = { at = at, c = stem .. ".c", so = stem .. ".so", log = stem .. ".log" }
  remove_files(job)
  return job
end

local function command_of(job)
  local command = { table.unpack(job.at.compiler.command) }
  table.move(job.at.flags, 1, #job.at.flags, #command + 1, command)
  table.move({ "-o", job.so, job.c, "-lm" }, 1, 4, #command + 1, command)
  return command
end

--- Starts to compile a unit.
-- @tparam table at where it will be, see cache.place
-- @treturn[1] table job
-- @return[2] nil
-- @treturn[2] string why it cannot be started
function compiler.start(at)
  look_after_workers()
  local job = new_job(at)
  local ok, wrong = core.native.write(job.c, ('#define NATIVE_KEY "%s"\n%s'):format(at.key, at.source))
  if not ok then return nil, wrong end
  job.process, wrong = core.native.compile(job.c, job.so, job.log, at.path, table.unpack(command_of(job)))
  if not job.process then
    core.native.remove(job.c)
    return nil, wrong
  end
  running[#running + 1] = job
  return job
end

-- The first line of what the compiler said.
local function complaint(job)
  local log = io.open(job.log)
  local text = log and log:read(300) or ""
  if log then log:close() end
  return ("%s failed: %s"):format(job.at.compiler.program, text:match("[^\n]*") or "")
end

--- Ends a job, if it is over or is to be waited for.
-- @tparam table job
-- @tparam boolean patiently wait
-- @treturn boolean|nil whether there is a unit now; nil while the compiler still runs
-- @treturn[opt] string why there is none
function compiler.finish(job, patiently)
  local code = ended(job, patiently)
  if not code then return nil end
  local wrong = code ~= 0 and complaint(job) or nil
  remove_files(job)
  return wrong == nil, wrong
end

return compiler
