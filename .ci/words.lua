-- Checks the words of comments: those of the field, in sentences that stand alone.
--
--    lua5.4 .ci/words.lua

-- { pattern of a line of a comment, what to say instead, folders with old ones }
local rows = {
  { "^The same%f[%W]", "verb and object, so that the comment stands alone", "spec" },
  { "%f[%a]for who%f[%W]", "for callers that", "spec" },
  { "%f[%a][Nn]obody%f[%W]", "what does not act (no thread, no caller), or the passive", "spec" },
  { "%f[%a][Ss]omebody%f[%W]", "what acts: a thread, a process, the caller", "spec" },
  { "%f[%a][Ww]hoever%f[%W]", "callers, readers, threads that", "spec" },
  { "%f[%a]is told%f[%W]", "gets, is passed, is shown, is traced", "spec" },
  { "%f[%a]are told%f[%W]", "get, are passed, are shown, are traced", "spec" },
  { "%f[%a]so many%f[%W]", "the number by its name", "spec" },
  { "%f[%a]of its own%f[%W]", "its own, or separate", "spec" },
  { "%f[%a]choke point", "poll" },
  { "%f[%a]put off%f[%W]", "deferred" },
  { "%f[%a]crowded%f[%W]", "busy" },
  { "%f[%a]tellers?%f[%W]", "emitter" },
  { "%f[%a]culprits?%f[%W]", "the origin of an error" },
  { "%f[%a]sons?%f[%W]", "child, successor" },
  { "%f[%a]brothers?%f[%W]", "sibling" },
  { "%f[%a]fathers?%f[%W]", "parent" },
}

-- The text of the comment on a line of C or Lua, "" without one; and whether the comment goes on.
local function comment_of(line, in_lua, inside)
  if in_lua then return line:gsub([[\.]], ""):gsub('"[^"]*"', ""):match "%-%-+%s*(.*)" or "", false end
  local text = inside and line:gsub("^%s*%*%*%s?", "") or line:match "/[*]%s*(.*)"
  return (text or ""):gsub("%s*%*/.*", ""), text ~= nil and not text:find("*/", 1, true)
end

local complaints = 0

local function check(file, number, text)
  for _, row in ipairs(rows) do
    if text:find(row[1]) and row[3] ~= file:match "^[^/]+" then
      complaints = complaints + 1
      io.stderr:write(("%s:%d: say %s: %s\n"):format(file, number, row[2], text))
    end
  end
end

for file in io.popen("find src lua games .ci spec -type f | sort"):lines() do
  local ending = file:match "%.(%w+)$"
  if (ending == "c" or ending == "h" or ending == "lua") and file ~= ".ci/words.lua" then
    local number, inside = 0, false
    for line in io.lines(file) do
      local text
      number = number + 1
      text, inside = comment_of(line, ending == "lua", inside)
      check(file, number, text)
    end
  end
end

if complaints > 0 then os.exit(1) end
