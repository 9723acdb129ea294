--- The C compiler: which one there is, and its jobs, which run beside us. A job outlives the search that has begun it, and the
-- program: it goes on in the background, one job at a time for each folder of units, and what it makes is there for the next
-- search. Where another process or thread makes the unit, a job waits for it.

local core = require "gts.core"

local compiler = {}

local SCRIPT = 1 << 20          -- bytes of a file that a command names, at most

-- Further words of a command may name programs and files, too: ccache gcc, sh FILE, cc -include FILE.
local function look_for(command)
  local list, path = {}, nil
  local identity = { command, os.getenv "COMPILER_PATH" or "", os.getenv "GCC_EXEC_PREFIX" or "" }
  for word in command:gmatch "%S+" do
    local found, is = core.native.find(word)
    if #list == 0 then path = found end
    list[#list + 1], identity[#identity + 1] = word, is or core.files.read(word, SCRIPT) or ""
  end
  return path and { path = path, command = list, identity = table.concat(identity, "\0") }
end

--- The compiler that gts carries (src/tcc), or nil: see compiler.find. It needs no C library; in a static program it makes units
-- in memory.
function compiler.carried()
  local path, identity = "libtcc", "libtcc"
  if not core.native.make then path, identity = core.native.find(core.native.carried or "") end
  return path and { path = path, command = { path }, identity = identity, carried = true }
end

--- Finds the first compiler: $CC, cc, gcc, clang, the one of gts, tcc: path; command, its name and first arguments; identity, a
-- text that differs for any other compiler; chosen, if it is $CC; carried, if gts carries it. nil and why there is none.
function compiler.find()
  if core.built.static then return compiler.carried(), "a static gts without libtcc cannot compile rules" end
  local found = look_for(os.getenv "CC" or "")
  if found then found.chosen = true end
  for _, command in ipairs { "cc", "gcc", "clang" } do found = found or look_for(command) end
  found = found or compiler.carried() or look_for "tcc"
  if found then return found end
  return nil, "no C compiler: none of $CC, cc, gcc, clang and tcc is there, and gts was built without libtcc (Debian: libtcc-dev)"
end

--- Does a compiler optimize? Those that do, all but tcc, take much longer the more they are given.
function compiler.optimizes(found) return not (found.carried or found.command[1]:find "tcc$") end

--- Are algorithms compiled with the rules? Not by the compiler that gts carries: the engine has better code of them.
function compiler.fuses()
  local found = compiler.find()
  return not (found and found.carried)
end

local PATIENCE = 120            -- seconds that a compiler may take
local NICENESS = 10             -- of an unhurried compiler
local LOOK = 0.1                -- seconds between two looks for Ctrl-C

--- Seconds that a compiler may take from the moment on when no search waits for it.
compiler.background = 60

-- The last arguments, in the order in which they are tried. Two passes are left out that take a tenth of gcc's time and make
-- modules no faster; to look through libraries takes as long as to read the module, which needs next to nothing of them.
local ways = { { "-fno-tree-pta", "-fno-tree-dominator-opts", "-nostdlib", "-lm", "-lgcc" }, { "-lm" } }

local needs = {}                -- identity of a compiler -> the way to begin with, where that is not the first

local function command_of(at, way)
  local command = { table.unpack(at.compiler.command) }
  for _, words in ipairs { at.flags, { "-o", "unit.so", "unit.c" }, ways[way] } do
    table.move(words, 1, #words, #command + 1, command)
  end
  return command
end

--- The text of the unit at a place (see cache.place).
function compiler.text(at) return ('#define NATIVE_KEY "%s"\n%s'):format(at.key, at.source) end

--- Starts to compile a unit at its place; nil and why it cannot be started. `unhurried`: it takes what time of
-- the processors is left, for no search needs it.
function compiler.start(at, unhurried)
  if not at.folder then return { at = at } end
  local first, commands = needs[at.compiler.identity] or 1, {}
  for way = first, #ways do commands[#commands + 1] = command_of(at, way) end
  local process, wrong = core.native.compile(at.folder, at.name, compiler.text(at), PATIENCE, compiler.background,
    unhurried and NICENESS or 0, not at.compiler.carried, at.compiler.path, table.unpack(commands))
  if not process then return nil, wrong end
  return { at = at, process = process, first = first }
end

--- Waits for a job for some `seconds`: true when it has made the unit; false when it has not, and why, if it was not given up or
-- another's; nil while it runs.
function compiler.finish(job, seconds)
  if not job.process then return true end
  local deadline = core.clock() + seconds
  local done, what
  repeat
    local left = deadline - core.clock()
    done, what = core.native.wait(job.process, math.max(math.min(left, LOOK), 0))
  until done ~= nil or left <= 0
  if done then needs[job.at.compiler.identity] = job.first + what - 1 end
  if done == false and what then what = ("%s failed: %s"):format(job.at.compiler.command[1], what) end
  return done, done == false and what or nil
end

--- Says that no search waits for a job any more.
function compiler.leave(job)
  if job.process then core.native.leave(job.process) end
end

return compiler
