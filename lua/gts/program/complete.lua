--- Completion at the prompt: names that Lua knows, and inside calls the options of searches and games.
-- @module gts.program.complete

local analyze = require "gts.analyze"
local check = require "gts.lab.check"
local game = require "gts.game"
local options = require "gts.check.options"
local words = require "gts.check.words"

local complete = {}

local keywords = {
  "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local", "nil", "not", "or",
  "repeat", "return", "then", "true", "until", "while",
}

-- What a table offers by name, its metatable's __index included.
local function names_of(value)
  local names = {}
  for _ = 1, 5 do
    if type(value) ~= "table" then break end
    for _, name in ipairs(words.keys(value)) do names[#names + 1] = name end
    local meta = getmetatable(value)
    value = type(meta) == "table" and meta.__index
  end
  return names
end

local function names_in(rows)
  local names = {}
  for i, row in ipairs(rows or {}) do names[i] = row.name end
  return names
end

-- The calls that take options: the pattern of the call up to the brace of its table, and what the options are.
local calls = {
  { "gts%.search%s*%(.-{", function() return names_in(options.rows) end },
  { "gts%.best%s*%(.-{", function() return names_in(options.rows) end },
  { "gts%.analyze%s*%(.-{", function() return analyze.options end },
  { "gts%.check%s*%(.-{", function() return check.options end },
  { "gts%.game%s*%(%s*[\"']([^\"']+)[\"']%s*,%s*{", function(name) return names_in(game.options(name)) end },
}

-- The names of the options that may stand at the end of `text`, where a field of their table begins; nil elsewhere.
local function option_names(text)
  if not text:find("[{,]%s*$") then return nil end
  for _, call in ipairs(calls) do
    local _, last, captured = text:find(".*" .. call[1])
    local rest = last and text:sub(last + 1):gsub("%b{}", ""):gsub("%b()", "")
    if rest and not rest:find "[{}()]" then return call[2](captured) end
  end
end

-- What may be named at the end of the text, and how much of it is there already.
local function candidates(text)
  local path, begun = text:match("([%a_][%w_%.:]*)[%.:]([%w_]*)$")
  if path then
    local value = _G
    for name in path:gmatch("[%w_]+") do value = type(value) == "table" and rawget(value, name) or nil end
    return names_of(value), begun
  end
  begun = text:match("[%a_][%w_]*$") or ""
  local named = option_names(text:sub(1, #text - #begun))
  if named then return named, begun end
  local names = names_of(_G)
  table.move(keywords, 1, #keywords, #names + 1, names)
  return names, begun
end

local function common_prefix(list)
  local prefix = list[1]
  for _, word in ipairs(list) do
    while word:sub(1, #prefix) ~= prefix do prefix = prefix:sub(1, -2) end
  end
  return prefix
end

--- Completes the text before the cursor.
-- @tparam string before
-- @treturn string what to insert, maybe empty
-- @treturn string|nil what to show, if there is a choice
function complete.text(before)
  local names, begun = candidates(before)
  local fit = {}
  for _, name in ipairs(names) do
    if name:sub(1, #begun) == begun then fit[#fit + 1] = name end
  end
  if #fit == 0 then return "", nil end
  table.sort(fit)
  local insert = common_prefix(fit):sub(#begun + 1)
  return insert, #fit > 1 and table.concat(fit, "  ") or nil
end

return complete
