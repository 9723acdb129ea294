--- The prompt: reads Lua, prints values.

local columns = require "gts.show.columns"
local core = require "gts.core"
local gts = require "gts"
local guard = require "gts.program.guard"
local output = require "gts.program.output"
local page = require "gts.program.page"
local scopes = require "gts.program.scope"
local status = require "gts.program.status"

-- What is large is loaded only when it is asked for: the prompt is there sooner.
local function printer() return require "gts.program.printer" end
local function watch() return require "gts.program.watch" end

local repl = {}

-- Files, where the XDG base directory specification has them.

local function home_folder(variable, otherwise)
  local set, home = os.getenv(variable), os.getenv "HOME"
  if set and set:find "^/" then return set .. "/gts" end
  return home and ("%s/%s/gts"):format(home, otherwise)
end

local function history_file()
  local named = os.getenv "GTS_HISTORY"
  if named then return named ~= "" and named or nil end
  local folder = home_folder("XDG_STATE_HOME", ".local/state")
  if folder then core.native.folder(folder) end
  return folder and folder .. "/history"
end

local Prompt = {}
Prompt.__index = Prompt

-- Words that are commands as long as no variable has their name.
function Prompt:is_free(name)
  if (self.scope:value(name)) then return false end
  local value = rawget(_G, name)
  return value == nil or value == repl.help
end

local function call_help(topic) return ("help(%s)"):format(topic ~= "" and ("%q"):format(topic) or "") end

-- What help is asked on without quotes: words, which would be no Lua.
local WORDS = "^%s*help%s+[%w_.:*][%w_.:*%-+/%% ]*[()%*%w_.]*%s*$"

-- What stands for a line that is no Lua: a call of help; nil if it says to leave.
function Prompt:command(line)
  local word, rest = line:match "^%s*(%a+)%s*(.-)%s*$"
  if (word == "exit" or word == "quit") and (rest == "" or rest == "()") and self:is_free(word) then
    self.left = true
    return nil
  end
  if word == "help" and (rest == "" or line:find(WORDS)) and self:is_free "help" then return call_help(rest) end
  local asked = line:match "^%s*%?%s*([%w_.:]*)%s*$" or line:match "^%s*([%a_][%w_.:]*)%s*%?%s*$"
  return asked and self:is_free "help" and call_help(asked) or line
end

-- Reads a chunk: lines, until they are whole. Returns it as a table; or false to begin anew, or nil at the end.
function Prompt:read()
  local source
  while true do
    local line = self.terminal.read(source and ".. " or self.ready, function(before)
      return require("gts.program.complete").text(source and source .. "\n" .. before or before, self.scope, page.room())
    end)
    if not line then return line end
    source = source and source .. "\n" .. line or line
    local meant = self:command(source)
    if not meant then return nil end
    local run, other, more = self.scope:compile(meant, "=stdin")
    if run or not more then
      self.terminal.remember(source, repl.history)
      if not run then self:complain({ text = other, traceback = "" }, meant) end
      return run and { run = run, source = meant, expression = other } or false
    end
  end
end

-- Shows the values of a chunk; the first is `_` from now on.
function Prompt:show(chunk, results)
  if chunk.expression and results[1] ~= nil then _G._ = results[1] end
  printer().print(results, chunk.expression and chunk.source or nil, self.scope, page.room())
end

function Prompt:complain(failure, source)
  local text = printer().advise(failure.text, source, self.scope)
  if type(failure.error) == "table" and text:find "an error that is a table[^\n]*$" then
    text = text .. ": " .. require("gts.show.value").text(failure.error)
  end
  output.pieces("errors", { { text, "error" }, { failure.traceback, "faint" }, { "\n" } })
end

-- Runs a chunk. Returns what guard.call does.
function Prompt:run(chunk)
  local presses = self.terminal.presses()
  local ok, failure = guard.call(self.terminal, function()
    local results = table.pack(chunk.run())
    -- The terminal has shown ^C, which went away with the live line if there was one.
    local cleared = status.clear()
    if not cleared and self.terminal.is_terminal() and self.terminal.presses() > presses then output.line() end
    self:show(chunk, results)
  end)
  status.clear()
  return ok, failure
end

-- Reads and runs until the end of the input, or a word that leaves; `after` is called after each chunk.
function Prompt:loop(after)
  while true do
    local chunk = self:read()
    if chunk == nil then break end
    if chunk then
      local ok, failure = self:run(chunk)
      if not ok then self:complain(failure, chunk.source) end
      if after then after() end
    end
  end
  self:close()
end

function Prompt:close()
  local ok, failure = guard.call(self.terminal, self.scope.close, self.scope)
  if not ok then self:complain(failure, "") end
end

local function new(terminal, ready)
  return setmetatable({ terminal = terminal, scope = scopes.new(), ready = ready, left = false }, Prompt)
end

-- A prompt inside running code: of the function that called it.

local function stack_depth()
  local depth = 1
  while debug.getinfo(depth + 1, "l") do depth = depth + 1 end
  return depth
end

-- The variables of the function at a level of the stack, put into a scope; assignments there do not reach functions around it.
local function open_frame(scope, level)
  local info = debug.getinfo(level + 1, "fS")
  for i = 1, info.what ~= "C" and 255 or 0 do
    local name = debug.getupvalue(info.func, i)
    if not name then break end
    if name ~= "_ENV" then scope:share(name, info.func, i) end
  end
  local below, kept = stack_depth() - level, {}
  for i = 1, 250 do
    local name, value = debug.getlocal(level + 1, i)
    if not name then break end
    if not name:find "^%(" then kept[#kept + 1] = { number = i, value = value, get = scope:declare(name, value) } end
  end
  return function()
    local its_level = stack_depth() - below + 1
    for _, one in ipairs(kept) do
      local value = one.get()
      if not rawequal(value, one.value) then debug.setlocal(its_level, one.number, value) end
      one.value = value
    end
  end
end

-- gts.prompt: goes on when the prompt is left; after the word quit it does not.
local function prompt_here(terminal)
  if not terminal.is_terminal() then return end
  local prompt = new(terminal, ">> ")
  local write_back, info = open_frame(prompt.scope, 3), debug.getinfo(3, "Sl")
  status.clear()
  output.pieces("output", {
    { ("at %s:%d, with %s; Ctrl-D goes on, quit ends it"):format(info.short_src, info.currentline,
      table.concat(prompt.scope:names(), ", ")), "faint" }, { "\n" } })
  status.asking(prompt.loop, prompt, write_back)
  if prompt.left then error("ended at the prompt", 0) end
end

-- Help at the prompt: says a page, or that there is none, and is no error.
repl.help = setmetatable({}, {
  __name = "help",
  __tostring = function() return "help: type help, help options, help(gts.search)" end,
  __call = function(_, topic)
    local text, wrong = require("gts.program.help").on(topic, page.width())
    if text then page.show(text) else output.complaint(wrong) end
  end,
})

-- What only the prompt has: searches that show themselves, and short names.
local function equip(terminal)
  local best = gts.best
  function gts.search(of, given)
    local r, wrong = watch().try(terminal, of, given)
    if not r then error(wrong, 2) end
    return r
  end
  function gts.best(of, position, given) return watch().best(terminal, best, of, position, given) end
  --- Opens a prompt inside running code.
  function gts.prompt() prompt_here(terminal) end
  if _G.help == nil then _G.help = repl.help end
  if _G.play == nil then _G.play = gts.play end
end

local function greet()
  local first = gts.play and [[play "connect4", ]] or ""
  local lines = {
    ([[gts %s. Try %sgts.best "connect4", gts.games(); help tells more.]]):format(gts.version, first),
    "Tab completes, Ctrl-C stops a search and keeps what it found, Ctrl-D leaves.",
  }
  for _, line in ipairs(lines) do
    for _, part in ipairs(columns.wrap(line, page.width())) do output.pieces("output", { { part, "faint" }, { "\n" } }) end
  end
end

-- Runs the user's file, before anything is typed.
local function start(prompt)
  local folder = home_folder("XDG_CONFIG_HOME", ".config")
  local file = folder and folder .. "/init.lua"
  if not file or core.files.kind(file) == nil then return end
  local chunk, wrong = loadfile(file, "t")
  if not chunk then return prompt:complain({ text = wrong, traceback = "" }, "") end
  local ok, failure = guard.call(prompt.terminal, chunk)
  if not ok then prompt:complain(failure, "") end
end

--- Reads from a terminal until its end. `terminal`: what the program offers: read, remember, load, size, shows, guard, presses,
-- is_terminal, say; `given`: bare: no start-up file is run; silent: no banner.
function repl.interact(terminal, given)
  given = given or {}
  equip(terminal)
  local prompt = new(terminal, "> ")
  repl.history = history_file()
  if repl.history then terminal.load(repl.history) end
  if not given.silent then greet() end
  if not given.bare then start(prompt) end
  prompt:loop()
end

local MOST = 1 << 20            -- bytes of a line; src/program/editor.c has this limit for a terminal

-- The next line, with its end; nil at the end of the input. Nil and why if it is too long.
local function next_line(input)
  local bytes = {}
  for byte in input:lines(1) do
    bytes[#bytes + 1] = byte
    if byte == "\n" then break end
    if #bytes > MOST then return nil, ("a line of more than %d bytes: gts FILE runs it"):format(MOST) end
  end
  return bytes[1] and table.concat(bytes)
end

-- The chunks of an input that is not a terminal: each is as many lines as make it whole.
local function chunks(input, prompt)
  local number = 0
  return function()
    local source, first = nil, number + 1
    while true do
      local line, too_long = next_line(input)
      number = number + 1
      if too_long then return nil, ("stdin:%d: %s"):format(number, too_long) end
      if not line then break end
      source = (source or ("\n"):rep(first - 1)) .. line
      local run, other, more = prompt.scope:compile(source, "=stdin")
      if run then return { run = run, source = source, expression = other } end
      if not more then return nil, other end
    end
    if source then return nil, (select(2, prompt.scope:compile(source, "=stdin"))) end
  end
end

--- Runs what comes from a file or a pipe, as if it were typed, up to the first error: returns true, or false and what was wrong.
function repl.read_all(input, terminal)
  equip(terminal)
  local prompt = new(terminal)
  local next_chunk = chunks(input, prompt)
  while true do
    local chunk, wrong = next_chunk()
    if not chunk then
      prompt:close()
      return wrong == nil, wrong
    end
    local ok, failure = prompt:run(chunk)
    if not ok then
      prompt:close()
      return false, printer().advise(failure.text, chunk.source, prompt.scope) .. failure.traceback
    end
  end
end

return repl
