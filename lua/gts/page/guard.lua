--- Calls rules that may never come to an end, so that the desk (gts.page.desk) stays in command: by a hook that counts
-- instructions. It makes Lua two to four times slower, so it is for what is to be done at once, and never for a search.
-- @module gts.page.guard

local words = require "gts.check.words"

local guard = {}

local STEP = 1000000            -- instructions from one tick to the next
local TICKS = 100               -- that a call may take

-- What an error says.
local function describe(wrong)
  if type(wrong) == "string" then return wrong end
  local ok, text = pcall(tostring, wrong)
  return type(wrong) == "table" and getmetatable(wrong) and ok and text or "an error that is " .. words.quote(wrong)
end

--- Calls what may take long.
-- @tparam function f
-- @return[1] true, and what f returned
-- @return[2] false
-- @treturn[2] string what is wrong
function guard.call(f, ...)
  local results = table.pack(pcall(f, ...))
  if results[1] then return table.unpack(results, 1, results.n) end
  return false, describe(results[2])
end

--- Calls what is to be done soon.
-- @tparam string what it is, for the message
-- @tparam function f
-- @return[1] true, and what f returned
-- @return[2] false
-- @treturn[2] string what is wrong
function guard.short(what, f, ...)
  local before, left = table.pack(debug.gethook()), TICKS
  local function tick()
    left = left - 1
    if left > 0 then return end
    local at = debug.getinfo(2, "Sl")
    error(("%s does not come to an end%s"):format(what,
      at and at.currentline > 0 and (": it was at %s:%d"):format(at.short_src, at.currentline) or ""), 0)
  end
  debug.sethook(tick, "", STEP)
  local results = table.pack(guard.call(f, ...))
  if debug.gethook() ~= tick then error(results[2], 0) end      -- somebody else's has come between: an interrupt
  debug.sethook(table.unpack(before, 1, before.n))
  return table.unpack(results, 1, results.n)
end

return guard
