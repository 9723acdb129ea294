--- Runs what students write: with few of Lua's names, and not for ever. Errors name their line.

local budgets = require "gts.base.guard"
local known = require "gts.base.known"
local raised = require "gts.base.raised"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local guard = {}

local INSTRUCTIONS = 10000000   -- that a call may take
local GRADING = 50000000        -- that grading may take, outside of such calls; right answers need up to 10 million

-- Strings share a metatable with everybody: it is not handed out.
local function metatable_of(value) return type(value) ~= "string" and getmetatable(value) or nil end

-- Finalizers are run where no hook can stop them.
local function without_finalizers(table, meta)
  if type(meta) == "table" and rawget(meta, "__gc") ~= nil then error("there are no finalizers (__gc) here", 2) end
  return setmetatable(table, meta)
end

--- Takes from the globals of a program what no count of instructions stops; returns them.
function guard.restrain(world)
  for _, name in ipairs(world.coroutine and { "close", "create", "resume", "wrap" } or {}) do
    world.coroutine[name] = budgets[name]
  end
  world.setmetatable, world.xpcall = without_finalizers, budgets.xpcall
  return world
end

--- The globals of a student's program: without files and other programs. Against mistakes, not malice: see gts.confine.
function guard.world()
  local world = { print = function() end, getmetatable = metatable_of }
  for _, name in ipairs(known.plain) do world[name] = world[name] or _G[name] end
  for _, name in ipairs(known.libraries) do world[name] = tables.copy(_G[name]) end
  world._G = world
  return guard.restrain(world)
end

--- Calls a function that calls what students write in any way, also by metamethods: returns true, or false and what is wrong.
function guard.whole(f) return budgets.budget(GRADING):named("what is graded", f) end

--- A function that is stopped by an error if a call takes too long. `what` it is, for the message.
function guard.limited(f, what)
  local budget = budgets.budget(INSTRUCTIONS)
  local function pass(ok, ...)
    if not ok then error((...), 0) end
    return ...
  end
  return function(...) return pass(budget:named(what, f, ...)) end
end

--- What a student's function returned, if it is a number; else an error says so. `where`: for what, behind a blank.
function guard.number(value, where)
  if type(value) == "number" and value == value then return value end
  error(("your function returned %s%s: expected a number"):format(words.quote(value), where or ""), 0)
end

--- Runs a student's file, its text with a name for messages and its globals. Returns what it returned, or nil and what is wrong.
function guard.load(text, name, world)
  local chunk, wrong = load((text:gsub("^\xEF\xBB\xBF", ""):gsub("^#[^\n]*", "")), "@" .. name, "t", world)
  if not chunk then return nil, wrong end
  local ok, value = pcall(guard.limited(chunk, "the file"))
  if not ok then return nil, raised.text(value) end
  if value == nil then return nil, "it returns nothing: its last line is to be a return" end
  return value
end

return guard
