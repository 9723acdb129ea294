--- Why something cannot be compiled, and which line is at fault: { where = "game.lua:12", reason = "a table is made" }. The
-- analysis of a function is left by raising such a table; any other error is a mistake in the compiler itself.

local bytecode = require "gts.rules.bytecode"

local refusal = {}

--- A refusal for which no line is at fault.
function refusal.new(reason) return { where = "", reason = reason } end

--- A refusal at an instruction; the first one stands for the whole function.
function refusal.at(proto, pc, reason, ...) return { where = bytecode.where(proto, pc), reason = reason:format(...) } end

--- Refuses an instruction of a function that is analysed, by an error.
function refusal.refuse(f, pc, reason, ...) error(refusal.at(f.proto, pc, reason, ...), 0) end

--- Refuses an instruction, unless more turns out to be known of what it reads: other functions may still have to be followed. The
-- path ends there meanwhile.
function refusal.doubt(f, pc, reason, ...)
  f.doubts[pc] = refusal.at(f.proto, pc, reason, ...)
  error(f.doubts[pc], 0)
end

--- Is what was raised a refusal, and not a mistake?
function refusal.is(raised) return type(raised) == "table" and raised.reason ~= nil end

--- A refusal in words.
function refusal.words(refused) return refused.where ~= "" and refused.where .. ": " .. refused.reason or refused.reason end

return refusal
