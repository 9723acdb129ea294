-- A program on a separate terminal, driven from a spec: what is typed goes in through a pipe, what is shown is read back from
-- a file. `script`, which every Debian has, makes the terminal. Nothing waits a fixed time: each step waits for what it expects.

local Terminal = {}
Terminal.__index = Terminal

local PATIENCE = 60     -- seconds until a text that does not come is given up

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
  local self = setmetatable({ shown = os.tmpname(), at = 1 }, Terminal)
  self.keys = assert(io.popen(("%s HOME=%s %s timeout --foreground %d script -qefc %s /dev/null >%s 2>&1"):format(
    CLEAN, quote(home), settings or "", 2 * PATIENCE, quote(command), self.shown), "w"))
  self.keys:setvbuf "no"
  return self
end

--- Presses keys.
function Terminal:press(keys) self.keys:write(keys) end

--- Waits until `text` is shown, after the text expected before, for at most a number of seconds.
-- @treturn boolean whether it came
function Terminal:shows(text, patience)
  local began = os.time()
  repeat
    local file = assert(io.open(self.shown, "rb"))
    local shown = file:read("a")
    file:close()
    local _, last = shown:find(text, self.at, true)
    if last then
      self.at = last + 1
      return true
    end
    os.execute "sleep 0.02"
  until os.time() - began > patience
  return false
end

--- Waits until `text` is shown, after what was expected before; raises an error if it does not come.
function Terminal:expect(text)
  if not self:shows(text, PATIENCE) then
    error(("the terminal does not show %q, but %q"):format(text, self:rest()), 2)
  end
end

--- All that was shown since what was expected last.
function Terminal:rest()
  local file = assert(io.open(self.shown, "rb"))
  local shown = file:read("a"):sub(self.at)
  file:close()
  return shown
end

--- Waits for the prompt, then types a line.
function Terminal:type(line)
  self:expect "> "
  self:press(line .. "\r")
end

--- Pastes a text, as terminals do that mark what is pasted.
function Terminal:paste(text) self:press("\27[200~" .. text:gsub("\n", "\r") .. "\27[201~") end

--- Waits for the end of the program.
-- @treturn integer its exit code
function Terminal:close()
  local _, _, code = self.keys:close()
  os.remove(self.shown)
  return code
end

return Terminal
