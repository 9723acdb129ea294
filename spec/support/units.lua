--- Folders of units and compilers of a spec's own, for specs of how rules are compiled.

local eventually = require "spec.support.eventually"
local run = require "spec.support.run"

local units = {}

--- Levels of optimization, by which a compiler is asked for the rules alone, and for rules and algorithm.
units.EARLY, units.WHOLE = "-O1", "-O3"

--- A file of rules, searches of which take moments.
units.HASTY = run.output "realpath spec/support/hasty.lua"

--- A command that compiles soon: tcc, if it is there.
units.quick = run.output "command -v tcc >/dev/null && echo tcc || echo cc"

-- Tcc has no libgcc.
local QUICKLY = units.quick == "tcc" and "exec tcc $(echo \"$@\" | sed s/-lgcc//)" or 'exec cc "$@" -O0'

--- Makes a program: a shell script.
-- @treturn string its path
function units.program(folder, name, text)
  local path = folder .. "/" .. name
  run.write(path, "#!/bin/sh\n" .. text .. "\n")
  assert(os.execute(("chmod +x '%s'"):format(path)))
  return path
end

--- Makes a compiler that says each time what it is asked for, and waits until it is let go.
-- @tparam string folder
-- @tparam[opt] string done what it does then, in the place of compiling
-- @treturn string its path
-- @treturn function lets it go; with a level, it compiles only what it is asked for by that
function units.held(folder, done)
  local path = units.program(folder, "held", ([[
    echo $1 >>%s/asked
    until [ -e %s/go ] || [ -e %s/go$1 ]; do sleep 0.02; done
    %s]]):format(folder, folder, folder, done or QUICKLY))
  return path, function(level) run.write(folder .. "/go" .. (level or ""), "") end
end

--- Makes a compiler that never ends, nor does what it has started. It says who they are.
function units.endless(folder)
  return units.program(folder, "endless", ("sleep 300 &\necho $$ $! >>%s/pids\nsleep 300"):format(folder))
end

--- Which processes of that compiler are there.
function units.alive(folder)
  return run.output(("for p in $(cat %s/pids); do grep -s '^State:.[^Z]' /proc/$p/status; done"):format(folder))
end

--- What compilers were asked for, or have said.
function units.asked(folder)
  local file <close> = io.open(folder .. "/asked")
  return file and file:read("a"):gsub("\n$", "") or ""
end

--- Runs gts with a folder of units and a compiler, the arguments being those of run.gts: its output and errors, its exit code.
function units.gts(folder, compiler, what)
  what.environment = ("XDG_CACHE_HOME=%s CC='%s' %s"):format(folder, compiler or units.quick, what.environment or "")
  local out, err, code = run.gts(what)
  return (out .. err):gsub("\n$", ""), code
end

--- What is in the folder of units.
function units.names(folder) return run.output(("ls -A %s/gts 2>/dev/null || true"):format(folder)) end

--- How many units are in the folder, if nothing is being made; else nil.
function units.count(folder)
  local names = units.names(folder)
  return not names:find "draft" and select(2, names:gsub("%f[%x]%x+%.so", "")) or nil
end

--- Waits until so many units are there, and nothing is being made.
-- @treturn boolean whether that came
function units.come(folder, count) return eventually(function() return units.count(folder) == count end, 60) end

return units
