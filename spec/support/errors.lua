--- What errors say.
--
--    errors.says(errors.complaint(gts.tree, {}), "empty list")

local gts = require "gts"

local errors = {}

--- The message of the error that f(...) raises; it must raise one.
function errors.complaint(f, ...)
  local ok, wrong = pcall(f, ...)
  assert(not ok, "no error")
  assert(type(wrong) == "string", "an error that is no text")
  return wrong
end

--- Raises an error unless the text has all these parts, as they stand.
function errors.says(text, ...)
  for _, part in ipairs { ... } do
    if not text:find(part, 1, true) then error(("'%s' does not say '%s'"):format(text, part), 2) end
  end
end

--- A function refused(part, ...): f(...) must raise an error that says the part.
function errors.refused(f) return function(part, ...) errors.says(errors.complaint(f, ...), part) end end

--- What gts.check finds in rules: kinds and messages, as one text.
function errors.findings(rules)
  local report, list = gts.check(rules, { positions = 60, time = 60 }), {}
  for i, finding in ipairs(report) do list[i] = finding.kind .. ": " .. finding.message end
  return table.concat(list, "; ")
end

return errors
