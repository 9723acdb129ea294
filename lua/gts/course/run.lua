--- The programs of a lesson: what is shown is what is run, and what they print is what they printed.

local raised = require "gts.base.raised"

local run = {}

local PUBLIC = "gts"            -- the floor above, which programs stand on; nothing here does

local printed = {}              -- by programs: what one has printed it prints again

-- Runs a program as the prompt would: it has the name gts. An error stands where it happened.
local function output(code)
  local lines = {}
  local world = setmetatable({
    gts = require(PUBLIC),
    print = function(...)
      local values = table.pack(...)
      for i = 1, values.n do values[i] = tostring(values[i]) end
      lines[#lines + 1] = table.concat(values, "\t")
    end,
  }, { __index = _G })
  local ok, wrong = pcall(assert(load(code, "=lesson", "t", world)))
  if not ok then lines[#lines + 1] = raised.text(wrong) end
  return (table.concat(lines, "\n"):gsub("%s+$", ""))
end

--- What a program prints: it is run, once.
-- @tparam string code
-- @treturn string without a line end at its end; an error stands there as Lua tells it
function run.output(code)
  printed[code] = printed[code] or output(code)
  return printed[code]
end

return run
