--- Folders of units and compilers of a spec's own, for specs of how rules are compiled.

local core = require "gts.core"
local eventually = require "spec.support.eventually"
local run = require "spec.support.run"

local units = {}

--- Levels of optimization, by which a compiler is asked for the rules alone, and for rules and algorithm.
units.EARLY, units.WHOLE = "-O1", "-O3"

--- A file of rules, searches of which take moments.
units.HASTY = "spec/support/hasty.lua"

--- A command that compiles soon: tcc, if it is there.
units.quick = run.output "command -v tcc >/dev/null && echo tcc || echo cc"

-- Tcc has no libgcc.
local QUICKLY = units.quick == "tcc" and "exec tcc $(echo \"$@\" | sed s/-lgcc//)" or 'exec cc "$@" -O0'

--- Has the specs of a file compile quickly, in a run with a share of the random cases: with all of them they do by cc.
function units.compile_quickly()
  local path, identity = core.native.find(units.quick)
  if (tonumber(os.getenv "GTS_SPEC_SHARE") or 1) == 1 or not path then return end
  local found = { path = path, command = { units.quick }, identity = identity, chosen = true }
  require "gts.compile.compiler".find = function() return found end     -- luacheck: ignore
end

--- Makes a program: a shell script. Returns its path.
function units.program(folder, name, text)
  local path = folder .. "/" .. name
  run.write(path, "#!/bin/sh\n" .. text .. "\n")
  assert(os.execute(("chmod +x '%s'"):format(path)))
  return path
end

--- Makes a compiler that says each time what it is asked for, and waits until it is let go. `done`: what it does then, instead of
-- compiling. Returns its path, and a function that lets it go; with a level, it compiles only what it is asked for by that.
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

--- Words for the shell: a folder of units, and a compiler (a quick one).
function units.environment(folder, compiler) return ("XDG_CACHE_HOME='%s' CC='%s'"):format(folder, compiler or units.quick) end

--- Runs gts with a folder of units and a compiler, the arguments being those of run.gts. Returns its output and errors, and its
-- exit code.
function units.gts(folder, compiler, what)
  what.environment = units.environment(folder, compiler) .. " " .. (what.environment or "")
  local out, err, code = run.gts(what)
  local text = (out .. err):gsub("\n$", "")
  return text, code
end

local BEFORE = [[
  local core, units = require "gts.core", require "spec.support.units"
  local folder, game, tick = %q, gts.game %q, 0.05
  local function asked(level) return select(2, units.asked(folder):gsub(level or "%%-O", "")) end
  local function count() return units.count(folder) end
  local failed, native = false, require "gts.compile.native"
  local run_in_lua = native.run_in_lua
  function native.run_in_lua(plan)
    failed = plan.problem ~= nil
    run_in_lua(plan)
  end
  local function let_go(level) io.open(folder .. "/go" .. (level or ""), "w"):close() end
  local function search(all, look, other)
    all.every, all.time = 1e-6, all.time or not all.nodes and 1e9 or nil
    function all.progress(report)
      core.clock(tick)
      return look(report)
    end
    return gts.search(other or game, all)
  end
]]

--- Runs a script with a folder of units and a compiler. It has `game` (clobber if none is named), and
--
--    search(options, look, game)   calls look(report) whenever the search looks at the clock, or waits for the compiler; a look
--                                  takes `tick` seconds by the clock of gts, and ends the search by returning false
--    asked(level)                  how often the compiler was asked, see units.held
--    let_go(level)                 lets it go
--    count()                       see units.count
--    failed                        whether it is known that there will be no unit
-- @treturn string its output and errors
function units.script(folder, compiler, text, game, environment)
  local script = BEFORE:format(folder, game or "spec/support/clobber.lua") .. text
  return (units.gts(folder, compiler, { script = script, environment = environment }))
end

--- What is in the folder of units.
function units.names(folder) return run.output(("ls -A %s/gts 2>/dev/null || true"):format(folder)) end

--- How many units are in the folder, if nothing is being made; else nil.
function units.count(folder)
  local names = units.names(folder)
  return not names:find "draft" and select(2, names:gsub("%f[%x]%x+%.so", "")) or nil
end

--- Waits until so many units are there, and nothing is being made.
-- @treturn boolean whether they came
function units.come(folder, count) return eventually(function() return units.count(folder) == count end, 60) end

return units
