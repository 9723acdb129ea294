-- A program on a separate terminal, driven from a spec: what is typed goes in through a pipe, what is shown comes out of another.
-- `script`, which every Debian has, makes the terminal. Nothing waits a fixed time: each step waits for what it expects, and a
-- program that does not end is killed, which is an error.

local run = require "spec.support.run"

local Terminal = {}
Terminal.__index = Terminal

local NET = 120         -- seconds until a program that does not end is killed
local KILLED = 124      -- its exit code then: see timeout(1)
local LEAVES = "\4"     -- Ctrl-D

local function quote(text) return "'" .. text:gsub("'", [['\'']]) .. "'" end

-- What the program asks of the environment, so that the user's settings do not matter.
local CLEAN = "env -u GTS_HISTORY -u GTS_PLAIN -u XDG_STATE_HOME -u XDG_CONFIG_HOME -u COLUMNS -u CLICOLOR -u CLICOLOR_FORCE "
  .. "NO_COLOR=1 TERM=xterm SHELL=/bin/sh LC_ALL=C.UTF-8"

local missing                   -- why there are no terminals; false once one was made

-- Where no terminal can be had, specs fail at once, without waiting.
local function check()
  if missing == nil then
    missing = os.execute "timeout 20 script -qec true /dev/null >/dev/null 2>&1 </dev/null" == nil
      and "no pseudo-terminal can be had here (script -qec true /dev/null fails): what needs one was not tried"
  end
  if missing then error(missing, 3) end
end

--- Starts a shell command on a new terminal.
-- @tparam string command
-- @tparam string home the folder that is its HOME
-- @tparam[opt] string settings of the environment, as the shell has them: "TERM=dumb"
-- @raise that no terminal can be had
function Terminal.start(command, home, settings)
  check()
  local folder <const>, gone <close> = run.folder()
  assert(gone and os.execute("exec mkfifo " .. folder .. "/shown"))
  local self = setmetatable({ all = {}, news = {} }, Terminal)
  self.keys = assert(io.popen(("exec %s HOME=%s %s timeout --foreground %d script -qefc %s /dev/null >%s/shown 2>&1"):format(
    CLEAN, quote(home), settings or "", NET, quote(command), folder), "w"))
  self.keys:setvbuf "no"
  self.shown = assert(io.open(folder .. "/shown", "rb"))
  return self
end

--- Presses keys.
function Terminal:press(keys) self.keys:write(keys) end

-- Reads one byte more of what is shown; nil at the end of the program.
function Terminal:read()
  local byte = self.shown:read(1)
  self.all[#self.all + 1], self.news[#self.news + 1] = byte, byte
  return byte
end

--- Waits until one of some texts is shown, after what was expected before.
-- @treturn string the text
-- @treturn string what was shown before it
-- @raise that the program has ended and shown none of them
function Terminal:expect(...)
  local news = {}
  self.news = news
  while self:read() do
    for _, text in ipairs { ... } do
      local at = #news - #text
      if news[#news] == text:sub(-1) and at >= 0 and table.concat(news, "", at + 1) == text then
        return text, table.concat(news, "", 1, at)
      end
    end
  end
  error(("the terminal does not show %q, but %q"):format(table.concat({ ... }, "' or '"), table.concat(news)), 2)
end

--- Waits for a prompt, then presses keys.
function Terminal:at(prompt, keys)
  self:expect(prompt)
  self:press(keys)
end

--- Waits for the prompt, types a line, and waits until some texts are shown, one after the other.
function Terminal:type(line, ...)
  self:at("> ", line .. "\r")
  for _, text in ipairs { ... } do self:expect(text) end
end

--- Pastes a text, as terminals do that mark what is pasted.
function Terminal:paste(text) self:press("\27[200~" .. text:gsub("\n", "\r") .. "\27[201~") end

--- Waits for the end of the program, with an exit code (nil: 0). Returns all that was shown. Raises that the code is another, or
-- that it had to be killed.
function Terminal:close(wanted)
  repeat until not self:read()
  self.shown:close()
  local _, _, code = self.keys:close()
  if code == (wanted or 0) then return table.concat(self.all) end
  local what = code == KILLED and "was killed, as it did not end" or ("ended with %d, not %d"):format(code, wanted or 0)
  error(("the program %s; at last it has shown %q"):format(what, table.concat(self.news)), 2)
end

--- Waits for the prompt, leaves the program by Ctrl-D, and closes. Sooner, the key would be lost: a terminal in the mode of lines
-- takes it away. Returns all that was shown.
function Terminal:leave(prompt, wanted)
  self:at(prompt or "> ", LEAVES)
  return self:close(wanted)
end

return Terminal
