--- Rules that are read from files.

local reading = require "gts.facts.reading"

local source = {}

-- Taken here: a confined worker has no global `package` later.
local searchpath = package.searchpath

-- Where the games stand that come with gts: below its modules, or, in a checkout, beside lua.
local here = select(2, ...)
local folder = type(here) == "string" and here:gsub("rules/[^/]*$", "") or nil
local places = folder and ("%sgames/?.lua;%s../../games/?.lua"):format(folder, folder)

--- The path of a file that comes with gts, or nil: below the folder of games, with dots for slashes; `suffix`: default "lua".
function source.shipped(name, suffix)
  return places and searchpath(name, suffix and places:gsub("%.lua%f[;\0]", "." .. suffix) or places) or nil
end

--- The text of a file; nil and what is wrong.
function source.text(file)
  local text, wrong = reading.text("rules", file)
  return text, wrong and "cannot open " .. wrong
end

-- Like load, without the message handler of the caller, which load calls when a text is nested too deeply.
local function parse(...)
  local _, chunk, wrong = pcall(load, ...)
  return chunk, wrong
end

--- Compiles a text of rules; not code that is compiled already. Returns its chunk, or nil and what is wrong. `file` is for
-- messages; `env`, its environment, by default the globals.
function source.compile(text, file, env)
  text = text:gsub("^\xEF\xBB\xBF", ""):gsub("^#[^\n]*", "")     -- a mark of UTF-8, and a line for the shell
  if env == nil then return parse(text, "@" .. file, "t") end
  return parse(text, "@" .. file, "t", env)
end

--- Loads a file as Lua's loadfile does, if it is text, a regular file, and of a size that a person could have written.
function source.load(file, env)
  local text, wrong = source.text(file)
  if not text then return nil, wrong end
  return source.compile(text, file, env)
end

return source
