--- The prompt: reads Lua, prints values.
-- @module gts.program.repl

local complete = require "gts.program.complete"
local guard = require "gts.program.guard"
local say = require "gts.program.say"
local show = require "gts.show.text"

local repl = {}

-- Values as one wants to see them: strings bare, results in lines, small tables with what is in them.
local function text(value)
  if type(value) ~= "table" or getmetatable(value) and getmetatable(value).__tostring then return tostring(value) end
  if value.stats and value.pv then return show.result(value) end
  local parts, seen = {}, {}
  for i, item in ipairs(value) do
    if #parts >= 40 then break end
    parts[i], seen[i] = type(item) == "string" and ("%q"):format(item) or tostring(item), true
  end
  for key, item in pairs(value) do
    if not seen[key] and #parts >= 40 then
      parts[#parts + 1] = "..."
      break
    end
    if not seen[key] then parts[#parts + 1] = ("%s = %s"):format(tostring(key), tostring(item)) end
  end
  return "{" .. table.concat(parts, ", ") .. "}"
end

local function print_values(first, ...)
  if select("#", ...) == 0 and first == nil then return end
  local values = table.pack(first, ...)
  for i = 1, values.n do values[i] = text(values[i]) end
  say.line(table.concat(values, "\t", 1, values.n))
end

-- Does the message of a syntax error say that only the rest is missing?
local function unfinished(message) return message:find("<eof>", 1, true) ~= nil end

-- A chunk, as an expression if it can be one; or nil, what is wrong, and whether more lines could mend it.
local function compile(source)
  local chunk = load("return " .. source, "=stdin", "t")
  if chunk then return chunk end
  local wrong
  chunk, wrong = load(source, "=stdin", "t")
  if chunk then return chunk end
  return nil, wrong, unfinished(wrong)
end

-- Words that are commands as long as no variable has their name: what Lua makes of a line.
local function command(line)
  local word, rest = line:match("^%s*(%a+)%s*(%w*)%s*$")
  if word == "help" and _G.help == nil then return ("return gts.help(%s)"):format(rest ~= "" and ("%q"):format(rest) or "") end
  if (word == "exit" or word == "quit") and rest == "" and _G[word] == nil then return nil end
  return line
end

-- Reads a chunk: lines, until they are whole. Returns its function; or false to begin anew, or nil at the end.
local function read_chunk(terminal)
  local source
  while true do
    local line = terminal.read(source and ".. " or "> ", complete.text)
    if not line then return line end
    source = source and source .. "\n" .. line or line
    local meant = command(source)
    if not meant then return nil end
    local chunk, wrong, more = compile(meant)
    if chunk or not more then
      terminal.remember(source)
      if wrong then say.complaint(wrong) end
      return chunk or false
    end
  end
end

local function history_file()
  local home = os.getenv "HOME"
  return os.getenv "GTS_HISTORY" or home and home .. "/.gts_history"
end

local function run(chunk) print_values(chunk()) end

--- Reads from a terminal until its end.
-- @tparam table terminal what the program offers: read, remember, load, save, guard
function repl.interact(terminal)
  local file = history_file()
  if file then terminal.load(file) end
  while true do
    local chunk = read_chunk(terminal)
    if chunk == nil then break end
    -- At once, so that it is there whatever becomes of this session.
    if file then terminal.save(file) end
    if chunk then
      local presses = terminal.presses()
      local ok, failure = guard.call(terminal, function()
        local results = table.pack(chunk())
        if terminal.presses() > presses then say.line() end
        print_values(table.unpack(results, 1, results.n))
      end)
      if not ok then say.complaint(failure.text .. failure.traceback) end
    end
  end
end

-- The chunks of an input that is not a terminal. Each is as many lines as make it whole; but a local variable lives to the end
-- of its block, so the chunk that declares one is all that follows.
local function chunks(input)
  local number = 0
  return function()
    local source, first = nil, number + 1
    while true do
      local line = input:read("L")
      if not line then break end
      number = number + 1
      source = (source or ("\n"):rep(first - 1)) .. line
      if line:find("^%s*local%f[^%w_]") then source = source .. input:read("a") end
      local chunk, wrong, more = compile(source)
      if chunk or not more then return chunk, wrong end
    end
    if source then return compile(source) end
    return nil
  end
end

--- Runs what comes from a file or a pipe, as if it were typed, up to the first error.
-- @tparam file input
-- @tparam table terminal
-- @treturn[1] boolean true if there was none
-- @return[2] false
-- @treturn[2] string what was wrong
function repl.read_all(input, terminal)
  local next_chunk = chunks(input)
  while true do
    local chunk, wrong = next_chunk()
    if not chunk then return wrong == nil, wrong end
    local ok, failure = guard.call(terminal, run, chunk)
    if not ok then return false, failure.text .. failure.traceback end
  end
end

return repl
