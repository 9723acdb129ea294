--- The programs of a lesson: what is shown is what is run, and what they print is what they printed.
-- @module gts.course.run

local run = {}

--- Runs a program as the prompt would: it has the name gts.
-- @tparam string code
-- @treturn string what it printed, without a line end at its end; an error stands there as Lua tells it
function run.output(code)
  local lines = {}
  local world = setmetatable({
    gts = package.loaded.gts,
    print = function(...)
      local values = table.pack(...)
      for i = 1, values.n do values[i] = tostring(values[i]) end
      lines[#lines + 1] = table.concat(values, "\t")
    end,
  }, { __index = _G })
  local ok, wrong = pcall(assert(load(code, "=lesson", "t", world)))
  if not ok then lines[#lines + 1] = tostring(wrong) end
  return (table.concat(lines, "\n"):gsub("%s+$", ""))
end

return run
