--- A clock for budgets of work: seconds of the processor, so that a busy machine finds as much as a quiet one.

local core = require "gts.core"

local effort = {}

--- Returns the seconds of the processor that this process has used; seconds by the clock in a confined worker, which has no
-- `os`, and a processor to itself for as long as it is let.
effort.processor = os and os.clock or core.clock

local PATIENCE = 4              -- seconds that count as one of the processor, where none of it is used

local spent, processor, wall = 0, effort.processor(), core.clock()

--- Returns the seconds of the processor that this process has used since a fixed moment, and a quarter of those passed without.
function effort.clock()
  local processor_now, wall_now = effort.processor(), core.clock()
  spent = spent + math.max(processor_now - processor, (wall_now - wall) / PATIENCE)
  processor, wall = processor_now, wall_now
  return spent
end

return effort
