--- Rules that are read from files.
-- @module gts.rules.source

local reading = require "gts.facts.reading"

local source = {}

--- The text of a file.
-- @tparam string file its path
-- @treturn[1] string
-- @return[2] nil
-- @treturn[2] string what is wrong
function source.text(file)
  local text, wrong = reading.text("rules", file)
  return text, wrong and "cannot open " .. wrong
end

-- Like load, without the message handler of the caller, which load calls when a text is nested too deeply.
local function parse(...)
  local _, chunk, wrong = pcall(load, ...)
  return chunk, wrong
end

--- Loads a text of rules; not code that is compiled already.
-- @tparam string text
-- @tparam string file where it is from, for messages
-- @tparam[opt] table env its environment; default: the globals
-- @treturn[1] function its chunk
-- @return[2] nil
-- @treturn[2] string what is wrong
function source.compile(text, file, env)
  text = text:gsub("^\xEF\xBB\xBF", ""):gsub("^#[^\n]*", "")     -- a mark of UTF-8, and a line for the shell
  if env == nil then return parse(text, "@" .. file, "t") end
  return parse(text, "@" .. file, "t", env)
end

--- Loads a file as Lua's loadfile does, if it is text, a regular file, and of a size that a person could have written.
-- @tparam string file its path
-- @tparam[opt] table env its environment; default: the globals
-- @treturn[1] function its chunk
-- @return[2] nil
-- @treturn[2] string what is wrong
function source.load(file, env)
  local text, wrong = source.text(file)
  if not text then return nil, wrong end
  return source.compile(text, file, env)
end

return source
