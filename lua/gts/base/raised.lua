--- What an error says to people: its text, whatever value was raised, with the nearest line of the user's own files.

local core = require "gts.core"
local words = require "gts.base.words"

local raised = {}

core.own()
core.describer(words.fields)

-- An error as it was when it was raised: `value`; `place`, the nearest line of the user's; `free`: it was
-- raised by `error`; `fresh`: a search has noted an error meanwhile, which core.traceback tells.
local Error = {}

local function is_error(wrong) return rawequal(getmetatable(wrong), Error) end

-- What an object says of itself; nil if nothing. Its __tostring may raise an error, or return what is no string.
local function said(object)
  local ok, text = pcall(tostring, object)
  if ok and not text:find "^[^\n]*: 0?x?%x+$" then return text end
end

local function plain(wrong)
  local kind = type(wrong)
  if kind == "string" or kind == "number" then return tostring(wrong) end
  if kind == "nil" or kind == "boolean" then return "an error that is " .. tostring(wrong) end
  return (kind == "table" or kind == "userdata") and said(wrong) or "an error that is a " .. kind
end

local function with_place(text, place) return place and not text:find ":%d+: " and ("%s: %s"):format(place, text) or text end

--- What an error says, with where it came from: for rules in a search the line, the function, and the position.
function raised.text(wrong)
  if is_error(wrong) then
    return with_place(wrong.fresh == false and plain(wrong.value) or raised.text(wrong.value), wrong.place)
  end
  local text = plain(wrong)
  local stack, its_error, place, asked = core.traceback()
  if stack == nil or not rawequal(its_error, wrong) then return text end
  return with_place(text, place) .. (asked or "")
end

local function note(wrong)
  local place, free = core.line(2)
  return setmetatable({ value = wrong, place = place, free = free }, Error)
end

-- Is it a text, or an object with one, that was raised with `error`, and so is a message already?
local function is_free(wrong)
  local value = wrong.value
  return wrong.free and (type(value) == "string" or (type(value) == "table" or type(value) == "userdata") and said(value))
end

--- What an error says that reaches a message handler, which calls this. What `error` raised stays as it was.
function raised.report(value)
  local place, free = core.line(3)
  local wrong = setmetatable({ value = value, place = place, free = free }, Error)
  return raised.text(is_free(wrong) and value or wrong)
end

-- Errors that are no answer: the next step would fail as well, or go on as if no key had been pressed.
local PASSES = { ["not enough memory"] = true, interrupted = true }

--- After a pcall whose error is an answer: raises it again if it is none, but the want of memory, or Ctrl-C. `wrong`: the error.
function raised.pass_on(wrong)
  if PASSES[wrong] then error(wrong, 0) end
end

local function finish(f, plainly, noted, ok, ...)
  if ok then return ok, ... end
  local wrong = ...
  -- Memory has run out: no handler was called.
  if not is_error(wrong) then return false, raised.text(wrong), wrong end
  wrong.place, wrong.fresh = wrong.place or core.definition(f), core.noted() > noted
  if plainly and is_free(wrong) then wrong.place = nil end
  return false, raised.text(wrong), wrong.value
end

--- Calls a function of the user's. Returns true, and what f returned; or false, what the error says, and the error itself. The
-- text begins with the nearest line of the user's: that where f begins, if a tail call has left no other.
function raised.call(f, ...) return finish(f, false, core.noted(), xpcall(f, note, ...)) end

--- Like raised.call, but what was raised with `error` is as it was raised.
function raised.job(f, ...) return finish(f, true, core.noted(), xpcall(f, note, ...)) end

local own = {}
for _, f in ipairs { is_error, said, plain, with_place, raised.text, note, is_free, finish, raised.call, raised.job } do
  own[f] = true
end

--- Is this one of the functions here? What counts the instructions of the user's function does not stop
-- these; they call no others but Lua's own, and what the user's errors say of themselves.
function raised.is_own(f) return own[f] == true end

return raised
