--- Early units of a plan (native.lua): of the rules alone, which the engine's own algorithm calls. They take a fraction of the
-- time to compile, one after the other: `quick`, by the compiler that gts carries, in ten milliseconds, without optimization;
-- `early`, by the compiler of the plan, where the plan's own unit has the algorithm. Each is a plan as well, and the field
-- `early` of the one that comes after it; false, where there is none.

local cache = require "gts.compile.cache"
local compiler = require "gts.compile.compiler"
local source = require "gts.compile.source"

local early = {}

local function planned(text, optimization, found, before)
  local at = cache.place(text, optimization, found)
  return at and { at = at, unit = cache.find(at), lost = 0, early = before } or false
end

--- Plans the early units of a plan, which gives up its `text`, the rules in C. Returns the last of them; false: there is none.
-- Compilers that do not optimize make the plan's own unit as soon. A compiler that the user chose does all.
function early.of(plan, rules, optimization)
  local text = plan.text
  plan.text = nil
  if not plan.at or not compiler.optimizes(plan.at.compiler) then return false end
  local unit_text = text and source.write(rules, text) or plan.at.source
  local carried = not plan.at.compiler.chosen and compiler.carried()
  local quick = carried and planned(unit_text, optimization, carried, false)
  return text and planned(unit_text, optimization, plan.at.compiler, quick) or quick
end

--- The best unit that a plan has.
function early.unit(plan)
  local one = plan
  while one and not one.unit do one = one.early end
  return one and one.unit or nil
end

--- The plan of the unit that is compiled next.
function early.next(plan)
  local before = plan.early
  return before and before.at and not before.unit and early.next(before) or plan
end

--- Notes that a search has used the units of a plan.
function early.mark_used(plan)
  plan.used = true
  if plan.early then early.mark_used(plan.early) end
end

return early
