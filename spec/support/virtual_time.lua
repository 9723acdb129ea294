--- Time by nodes, for specs of what searches do in a time: a search that may take s seconds visits s * speed nodes, and the
-- clocks go on by what it visits. So it is the same on every machine, and under every load.

local core = require "gts.core"
local search = require "gts.search"
local tables = require "gts.base.tables"

local virtual = {}

--- Replaces the clocks, for searches with native = false, until it is closed.
-- @tparam number speed nodes a second
-- @treturn table to be closed
function virtual.time(speed)
  local run, clock, processor, now = search.run, core.clock, os.clock, 1000
  core.clock = function() return now end
  os.clock = core.clock         -- luacheck: ignore
  function search.run(of, all)
    local given = all.time
    if given == nil or given == math.huge then return run(of, all) end
    local nodes = math.max(1, given * speed // 1)
    local result, wrong = run(of, tables.over(all, { time = math.huge, nodes = math.min(all.nodes or math.huge, nodes) }))
    if not result then return nil, wrong end
    now = now + result.stats.visits / speed
    if result.stopped == "nodes" and nodes < (all.nodes or math.huge) then result.stopped = "time" end
    return result
  end
  return setmetatable({}, { __close = function()
    search.run, core.clock = run, clock
    os.clock = processor        -- luacheck: ignore
  end })
end

return virtual
