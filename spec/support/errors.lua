--- What errors say.
--
--    errors.says(errors.complaint(gts.tree, {}), "empty list")

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

return errors
