--- What is wrong with what people hand in: raised where it is found, and returned where the check was begun, as nil and a text.

local refusal = {}

local Refusal = { __tostring = function(self) return self.why end }

--- Ends the check. `format` of what is wrong; `...`: what it has.
function refusal.refuse(format, ...) error(setmetatable({ why = format:format(...) }, Refusal), 0) end

--- Returns what it gets; but nil, or false, and what is wrong, with whatever says more of it, end the check.
function refusal.need(value, wrong, ...)
  if not value then error(setmetatable({ why = wrong, more = ... }, Refusal), 0) end
  return value, wrong, ...
end

local function finish(ok, value, ...)
  if ok then return value, ... end
  if getmetatable(value) == Refusal then return nil, value.why, value.more end
  error(value, 0)
end

--- Calls the function that checks. Returns what that returns; else nil, and what is wrong. Raises what it raises by itself.
function refusal.caught(f, ...) return finish(pcall(f, ...)) end

return refusal
