--- Calls rules under a limit of instructions, so that rules that never return do not block the page (gts.page.page_state).

local budgets = require "gts.base.guard"
local raised = require "gts.base.raised"
local tables = require "gts.base.tables"

local guard = {}

local budget = budgets.budget(100000000)

-- What is needed of Lua's `package`, as it was before any rules.
local registry, fields, require_any = debug.getregistry(), tables.copy(package), _G.require
local searchers = tables.copy(package.searchers)
local modules = {}              -- those of gts that were ever loaded

-- Puts back what rules have taken away from there: each call finds the modules of gts, and leaves those found `before`.
local function restore(before)
  for name, value in next, fields do
    if type(rawget(package, name)) ~= type(value) then rawset(package, name, value) end
  end
  if #package.searchers == 0 then package.searchers = tables.copy(searchers) end
  package.loaded, registry._LOADED = fields.loaded, fields.loaded
  if type(_G.require) ~= "function" then rawset(_G, "require", require_any) end
  for name, module in next, before or modules do rawset(fields.loaded, name, module) end
  for name, module in next, fields.loaded do
    if type(name) == "string" and string.find(name, "^gts%f[.\0]") then modules[name] = module end
  end
end

-- Calls f(...), and restores before and after.
local function restored(f, ...)
  restore()
  local before = tables.copy(fields.loaded)
  local _ <close> = setmetatable({}, { __close = function() restore(before) end })
  return f(...)
end

--- Calls what may take long: returns true and what f returned, or false and what is wrong.
function guard.call(f, ...) return restored(raised.call, f, ...) end

--- Calls what is to be done soon, like guard.call; the message says what it is.
function guard.short(what, f, ...) return restored(budget.named, budget, what, f, ...) end

return guard
