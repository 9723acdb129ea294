--- What figures were measured with: they mean little without.

local core = require "gts.core"

local machine = {}

-- The first line of a file that the pattern matches: what it catches.
local function find_in(file, pattern)
  local f <close> = io.open(file)
  if not f then return nil end
  for line in f:lines() do
    local found = line:match(pattern)
    if found then return found end
  end
end

local function processors()
  local f <close> = io.open "/proc/cpuinfo"
  local count, model = 0, nil
  for line in f and f:lines() or function() end do
    if line:find "^processor%s*:" then count = count + 1 end
    model = model or line:match "^model name%s*:%s*(.-)%s*$"
  end
  return count, model
end

--- The machine in a few words: its system, and its processors.
function machine.name()
  if not io then return "a confined process" end
  local system = find_in("/proc/sys/kernel/ostype", "(%S+)") or "unknown system"
  local release = find_in("/proc/sys/kernel/osrelease", "([%d.]+)")
  local count, model = processors()
  local parts = { release and system .. " " .. release or system }
  if count > 0 then parts[2] = ("%d x %s"):format(count, model or "unknown processor") end
  return table.concat(parts, ", ")
end

--- All of it. Returns a table: version (of gts), compiler, lua, machine.
function machine.about() return { version = core.version, compiler = core.compiler, lua = _VERSION, machine = machine.name() } end

return machine
