--- Calls rules that may never come to an end, so that the desk (gts.page.desk) stays in command: by a hook that counts
-- instructions. Machine code is not counted; it ends where searches are stopped.
-- @module gts.page.guard

local core = require "gts.core"
local words = require "gts.check.words"

local guard = {}

local STEP = 1000000            -- instructions from one tick to the next
local TICKS = 100               -- that a short call may take
local SILENCE = 0.5             -- seconds without a look, until one is taken from inside the rules

--- Whether rules are watched that may take long: that costs a third of the speed and more. False where somebody else can end
-- what does not come back.
guard.watches = true

--- What an error says.
function guard.describe(wrong)
  if type(wrong) == "string" then return wrong end
  local ok, text = pcall(tostring, wrong)
  return type(wrong) == "table" and getmetatable(wrong) and ok and text or "an error that is " .. words.quote(wrong)
end

-- Calls a function while `tick` is called every so many instructions.
local function hooked(tick, f, ...)
  local before = table.pack(debug.gethook())
  debug.sethook(tick, "", STEP)
  local results = table.pack(pcall(f, ...))
  if debug.gethook() ~= tick then error(results[2], 0) end      -- somebody else's has come between: an interrupt
  debug.sethook(table.unpack(before, 1, before.n))
  if results[1] then return table.unpack(results, 1, results.n) end
  return false, guard.describe(results[2])
end

--- Calls what is to be done soon.
-- @tparam string what it is, for the message
-- @tparam function f
-- @return[1] true, and what f returned
-- @return[2] false
-- @treturn[2] string what is wrong
function guard.short(what, f, ...)
  local left = TICKS
  return hooked(function()
    left = left - 1
    if left > 0 then return end
    local at = debug.getinfo(2, "Sl")
    error(("%s does not come to an end%s"):format(what,
      at and at.currentline > 0 and (": it was at %s:%d"):format(at.short_src, at.currentline) or ""), 0)
  end, f, ...)
end

--- Calls what may take long, and looks around meanwhile.
-- @tparam function look
-- @tparam function stops is it to be stopped?
-- @tparam function f of a function that it calls instead of `look`
-- @return[1] true, and what f returned
-- @return[2] false
-- @treturn[2] string what is wrong
function guard.long(look, stops, f)
  if not guard.watches then
    local ok, wrong = pcall(f, look)
    return ok, ok and wrong or guard.describe(wrong)
  end
  local looked, looking = core.clock(), false
  local function take_a_look()
    looking = true
    look()
    looked, looking = core.clock(), false
  end
  return hooked(function()
    if looking or core.clock() - looked < SILENCE then return end
    take_a_look()
    if stops() then error("the rules were at work for long, and have been stopped", 0) end
  end, f, take_a_look)
end

return guard
