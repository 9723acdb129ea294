--- Runs what students write: with few of Lua's names, and not for ever. What goes wrong is told with its line.
-- @module gts.course.guard

local tables = require "gts.check.tables"

local guard = {}

local STEP = 100000             -- instructions from one look to the next
local LOOKS = 100               -- looks that a call may take: 10 million instructions

local plain = {
  "_VERSION", "assert", "error", "getmetatable", "ipairs", "next", "pairs", "pcall", "print", "rawequal", "rawget", "rawlen",
  "rawset", "select", "setmetatable", "tonumber", "tostring", "type", "xpcall",
}
local libraries = { "coroutine", "math", "string", "table", "utf8" }

-- A coroutine that is watched as who makes it is: a hook belongs to one.
local function create(f)
  local made = coroutine.create(f)
  debug.sethook(made, debug.gethook())
  return made
end

local function wrap(f)
  local made = create(f)
  local function pass(ok, ...)
    if not ok then error(..., 0) end
    return ...
  end
  return function(...) return pass(coroutine.resume(made, ...)) end
end

-- Strings share a metatable with everybody: it is not handed out.
local function metatable_of(value) return type(value) ~= "string" and getmetatable(value) or nil end

--- The globals of a student's program: without files and other programs. That keeps from mistakes, not from malice: see
-- gts.confine.
function guard.world()
  local world = { print = function() end, getmetatable = metatable_of }
  for _, name in ipairs(plain) do world[name] = world[name] or _G[name] end
  for _, name in ipairs(libraries) do world[name] = tables.copy(_G[name]) end
  world.coroutine.create, world.coroutine.wrap = create, wrap
  world._G = world
  return world
end

--- What an error says.
function guard.describe(wrong)
  if type(wrong) == "string" then return wrong end
  local meta = getmetatable(wrong)
  local ok, text = pcall(tostring, wrong)
  if type(meta) == "table" and ok and type(text) == "string" then return text end
  return ("an error that is a %s"):format(type(wrong))
end

-- Where it was when it was stopped.
local function place()
  for level = 3, 12 do
    local at = debug.getinfo(level, "Sl")
    if at and at.what ~= "C" and at.currentline > 0 then return ("%s:%d"):format(at.short_src, at.currentline) end
  end
  return "a function of Lua's"
end

--- A function that is stopped by an error if a call takes too long. It may be called on any coroutine.
-- @tparam function f
-- @tparam string what it is, for the message
function guard.limited(f, what)
  local own = {}
  local function finish(before, ...)
    debug.sethook(table.unpack(before, 1, before.n))
    return ...
  end
  local function limited(...)
    local before, looks, wrong = table.pack(debug.gethook()), 0, nil
    local function look()
      looks = looks + 1
      if looks < LOOKS or own[debug.getinfo(2, "f").func] then return end
      wrong = wrong or ("%s does not come to an end: it was at %s"):format(what, place())
      debug.sethook(look, "", 1)        -- whatever catches the error
      error(wrong, 0)
    end
    debug.sethook(look, "", STEP)
    local results = table.pack(finish(before, pcall(f, ...)))
    if not results[1] or wrong then error(wrong or results[2], 0) end
    return table.unpack(results, 2, results.n)
  end
  own[finish], own[limited] = true, true
  return limited
end

--- Runs a student's file.
-- @tparam string text
-- @tparam string name of the file, for messages
-- @tparam table world its globals
-- @return[1] what it returned
-- @return[2] nil
-- @treturn[2] string what is wrong
function guard.load(text, name, world)
  local chunk, wrong = load((text:gsub("^\xEF\xBB\xBF", ""):gsub("^#[^\n]*", "")), "@" .. name, "t", world)
  if not chunk then return nil, wrong end
  local ok, value = pcall(guard.limited(chunk, "the file"))
  if not ok then return nil, guard.describe(value) end
  if value == nil then return nil, "it returns nothing: its last line is to be a return" end
  return value
end

return guard
