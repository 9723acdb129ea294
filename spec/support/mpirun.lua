--- Runs scripts as several ranks of a job of MPI, on this machine, with no network.
--
--    local ranks = mpirun(3, [[print(require("gts.mpi").rank)]])
--
-- Gives what was printed, its lines sorted, for ranks print in no order; what gts wrote to standard error; and the exit code.
local run = require "spec.support.run"

-- Open MPI wants to be told that root may, and that there may be more ranks than processors; MPICH does not know the words. What
-- MPI leaves in memory at its end no sanitizer is to look for. What hwloc thinks of the machine is no matter of gts.
local environment = "ASAN_OPTIONS=detect_leaks=0 HWLOC_HIDE_ERRORS=2 OMPI_ALLOW_RUN_AS_ROOT=1 "
  .. "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "
  .. "OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_btl=self,vader "
  .. "OMPI_MCA_plm=isolated OMPI_MCA_mpi_yield_when_idle=1"

-- Without the lines of Open MPI and hwloc, which begin with the place they come from: "[machine:123] ", "[hwloc/linux] ".
local function of_gts(errors) return (("\n" .. errors):gsub("\n%[[^%]\n]*%] [^\n]*", ""):sub(2)) end

return function(count, script, program)
  local folder, gone <close> = run.folder()
  run.write(folder .. "/script.lua", script)
  local _, _, code = os.execute(("cd '%s' && %s timeout -s KILL 100 mpirun -n %d %s script.lua >out 2>errors </dev/null"):format(
    folder, environment, count, program or ("'%s'"):format(run.program)))
  local lines = {}
  for line in io.lines(folder .. "/out") do lines[#lines + 1] = line end
  table.sort(lines)
  local f <close> = assert(io.open(folder .. "/errors"))
  return table.concat(lines, "\n"), of_gts(f:read "a"), code
end
