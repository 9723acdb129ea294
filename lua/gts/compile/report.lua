--- What of a game can be compiled, and what not and why.

local entries = require "gts.compile.entries"
local refusal = require "gts.compile.refusal"

local report = {}

local Report = {}
Report.__index = Report

--- Makes a report.
-- @tparam table compiled name -> anything, for the functions of rules that can be compiled
-- @tparam table refused name -> refusal, for the others
-- @treturn table report: compiled (all functions are), functions: name -> {compiled=, where=, reason=}; tostring makes it
-- readable
function report.new(compiled, refused)
  local functions = {}
  for name in pairs(compiled) do functions[name] = { compiled = true } end
  for name, why in pairs(refused) do
    functions[name] = { compiled = false, where = why.where, reason = refusal.words(why) }
  end
  return setmetatable({ compiled = next(refused) == nil, functions = functions }, Report)
end

--- A report in lines, for people.
function Report:__tostring()
  local lines = {}
  for _, name in ipairs(entries.names) do
    local f = self.functions[name]
    if f then lines[#lines + 1] = ("%-10s %s"):format(name, f.compiled and "compiled" or "in Lua: " .. f.reason) end
  end
  return table.concat(lines, "\n")
end

--- The first function that cannot be compiled.
-- @treturn[1] string its name
-- @treturn[1] string the reason, with its line
-- @return[2] nil if all can be
function Report:refused()
  for _, name in ipairs(entries.names) do
    local f = self.functions[name]
    if f and not f.compiled then return name, f.reason end
  end
  return nil
end

return report
