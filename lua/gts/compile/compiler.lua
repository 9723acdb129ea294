--- The C compiler: which one there is, and its jobs, which run beside us.
--
-- A job belongs to the search that has begun it, and ends with it: the compiler and all that it has started are killed then,
-- and what they have left is removed.
-- @module gts.compile.compiler

local core = require "gts.core"

local compiler = {}

--- Finds the first of $CC, cc, gcc, clang and tcc that is there.
-- @treturn[1] table compiler: path; command, its name and the arguments that go before ours; identity, a text that differs for
-- any other compiler
-- @return[2] nil
-- @treturn[2] string why there is none
function compiler.find()
  for _, command in ipairs { os.getenv "CC" or "", "cc", "gcc", "clang", "tcc" } do
    local list = {}
    for word in command:gmatch "%S+" do list[#list + 1] = word end
    local path, identity
    if list[1] then path, identity = core.native.find(list[1]) end
    if path then return { path = path, command = list, identity = command .. "\0" .. identity } end
  end
  return nil, "no C compiler: none of $CC, cc, gcc, clang and tcc is there"
end

local PATIENCE = 120            -- seconds that a compiler may take
local LOOK = 0.1                -- seconds between two looks for Ctrl-C
local SOON = 10                 -- seconds after which a compiler that fails is not asked again

-- How a unit is linked, in the order in which that is tried. It needs next to nothing of the libraries that all programs are
-- linked with; to look through these takes as long as to read the unit. But not every compiler can do without.
local ways = { { "-nostdlib", "-lm", "-lgcc" }, { "-lm" } }

local needs = {}                -- identity of a compiler -> the way to begin with, where that is not the first

local function command_of(at, way)
  local command = { table.unpack(at.compiler.command) }
  for _, words in ipairs { at.flags, { "-o", "unit.so", "unit.c" }, ways[way] } do
    table.move(words, 1, #words, #command + 1, command)
  end
  return command
end

local function begin(at, way)
  local text = ('#define NATIVE_KEY "%s"\n%s'):format(at.key, at.source)
  return core.native.compile(at.folder, text, PATIENCE, at.compiler.path, table.unpack(command_of(at, way)))
end

--- Starts to compile a unit.
-- @tparam table at where it will be, see cache.place
-- @treturn[1] table job
-- @return[2] nil
-- @treturn[2] string why it cannot be started
function compiler.start(at)
  local way = needs[at.compiler.identity] or 1
  local process, wrong = begin(at, way)
  if not process then return nil, wrong end
  return { at = at, process = process, way = way, began = core.clock() }
end

-- The compiler has failed: starts it anew, linking in the next way; false if there is none.
local function try_next_way(job)
  local way = job.way + 1
  local process = ways[way] and core.clock() - job.began < SOON and begin(job.at, way)
  if not process then return false end
  compiler.stop(job)
  job.process, job.way = process, way
  return true
end

-- What the compiler has come to: true; false and why it has failed; nil while it runs and nobody wants to wait any more.
local function ended(job, seconds)
  local done, wrong
  local deadline = core.clock() + seconds
  repeat
    local left = deadline - core.clock()
    done, wrong = core.native.wait(job.process, math.max(math.min(left, LOOK), 0))
    if done == false and try_next_way(job) then done, wrong = nil, nil end
  until done ~= nil or left <= 0
  if done == false then wrong = ("%s failed: %s"):format(job.at.compiler.command[1], wrong) end
  if done then
    needs[job.at.compiler.identity] = job.way
    done, wrong = core.native.keep(job.process, job.at.name)
  end
  return done, wrong
end

--- Ends a job, if it is over or is to be waited for.
-- @tparam table job
-- @tparam number seconds how long to wait for it
-- @treturn boolean|nil whether there is a unit now; nil while the compiler still runs
-- @treturn[opt] string why there is none
function compiler.finish(job, seconds)
  local done, wrong = ended(job, seconds)
  if done == nil and not wrong then return nil end
  compiler.stop(job)
  return done or false, wrong
end

--- Gives a job up: nothing of it is left.
-- @tparam table job
function compiler.stop(job) core.native.stop(job.process) end

return compiler
