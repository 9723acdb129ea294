-- Adds to the comments of public functions, in the copy that LDoc reads, the options of their parameters and the fields of what
-- they return, as `gts help` has them from the rows.
--
--    build/gts .ci/doc/options.lua FILE ...

local functions = require "gts.program.functions"
local options = require "gts.facts.options"
local usage = require "gts.program.usage"

-- The options of a class, in words.
local function listed(class)
  local parts = {}
  for _, row in ipairs(class.rows ~= options.rows and class.rows or {}) do
    parts[#parts + 1] = ("%s: %s"):format(row.name, usage.about(row))
  end
  if class.extends or #parts == 0 then parts[#parts + 1] = "the options of a search: gts help options" end
  return ("Options: %s."):format(table.concat(parts, ". "))
end

-- The lines of a comment above a function, and what its tags lack behind them.
local function completed(lines, name)
  local out, more = {}, nil
  local function close()
    local last = out[#out]
    if more and last:find "[^.]$" and not last:find "@tparam%S* %S+ %S+$" then out[#out] = last .. "." end
    if more then out[#out + 1] = (last:match "^%s*") .. "-- " .. more end
    more = nil
  end
  for _, line in ipairs(lines) do
    if line:find "^%s*%-%- @" then close() end
    out[#out + 1] = line
    local parameter = line:match "@tparam%S* %b{} (%S+)" or line:match "@tparam%S* %S+ (%S+)"
    local class = parameter and functions.class(name, parameter)
    if class then more = listed(class) end
    local fields = line:find "@treturn" and functions.fields(name) or ""
    if fields ~= "" then more = fields:gsub("^; %l", string.upper):sub(3) end
  end
  close()
  return out
end

for _, file in ipairs(arg) do
  local out, comment = {}, {}
  for line in io.lines(file) do
    local name = line:match "^function gts%.([%w_]+)" or line:match '^ +{ name = "([%w_]+)", module = '
    if line:find "^%s*%-%-" then comment[#comment + 1] = line
    else
      if name and #comment > 0 then comment = completed(comment, name) end
      table.move(comment, 1, #comment, #out + 1, out)
      out[#out + 1], comment = line, {}
    end
  end
  local f <close> = assert(io.open(file, "wb"))
  f:write(table.concat(out, "\n"), "\n")
end
