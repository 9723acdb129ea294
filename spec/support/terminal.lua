-- A program on a terminal of its own, driven from a spec: what is typed goes in through a pipe, what is shown is read back from
-- a file. `script`, which every Debian has, makes the terminal. Nothing waits a fixed time: each step waits for what it expects.

local Terminal = {}
Terminal.__index = Terminal

local PATIENCE = 60     -- seconds until a text that does not come is given up

local function quote(text) return "'" .. text:gsub("'", [['\'']]) .. "'" end

--- Starts a shell command on a new terminal.
-- @tparam string command
-- @tparam string home the folder that is its HOME
function Terminal.start(command, home)
  local self = setmetatable({ shown = os.tmpname(), at = 1 }, Terminal)
  self.keys = assert(io.popen(("env -u GTS_HISTORY HOME=%s TERM=xterm SHELL=/bin/sh timeout --foreground %d "
    .. "script -qefc %s /dev/null >%s 2>&1"):format(quote(home), 2 * PATIENCE, quote(command), self.shown), "w"))
  self.keys:setvbuf "no"
  return self
end

--- Presses keys.
function Terminal:press(keys) self.keys:write(keys) end

--- Waits until `text` is shown, after what was expected before; raises an error if it does not come.
function Terminal:expect(text)
  local began = os.time()
  repeat
    local file = assert(io.open(self.shown, "rb"))
    local shown = file:read("a")
    file:close()
    local _, last = shown:find(text, self.at, true)
    if last then
      self.at = last + 1
      return
    end
    os.execute "sleep 0.02"
  until os.time() - began > PATIENCE
  local file = assert(io.open(self.shown, "rb"))
  local shown = file:read("a"):sub(self.at)
  file:close()
  error(("the terminal does not show %q, but %q"):format(text, shown), 2)
end

--- Waits for the prompt, then types a line.
function Terminal:type(line)
  self:expect "> "
  self:press(line .. "\r")
end

--- Waits for the end of the program.
-- @treturn integer its exit code
function Terminal:close()
  local _, _, code = self.keys:close()
  os.remove(self.shown)
  return code
end

return Terminal
