--- A program that runs beside us and is asked by lines. Whatever is wrong with it is raised as a fault.
--
-- A fault is a table: `how`, "ended", "silent", "illegal" or "refused"; `why`, in words.

local core = require "gts.core"
local words = require "gts.base.words"

local engine = {}

local MOST = 1 << 20            -- bytes of a line: longer ones are passed over
local SHOWN = 100               -- bytes of what it has said that a fault shows
local QUIT = 0.2                -- seconds that it has to end when it is asked to

--- A program. Fields, to be read: `name`, of its file.
local Engine = {}
Engine.__index = Engine

local Fault = { __tostring = function(fault) return fault.why end }

--- Raises a fault: a format of what is wrong, and what it has.
function engine.fail(how, format, ...) error(setmetatable({ how = how, why = format:format(...) }, Fault), 0) end

--- What a program has said, as a fault shows it: in quotes, without control characters, and no more than its beginning.
function engine.shown(text) return words.quote((text:sub(1, SHOWN):gsub("%c", " ")) .. (#text > SHOWN and "..." or "")) end

--- Is what was raised a fault?
function engine.is_fault(value) return getmetatable(value) == Fault end

--- Starts a program by a command: its file, looked for in PATH if without /, and arguments; or nil and why it cannot be started.
function engine.start(command)
  local process, wrong = core.coprocess.start(command)
  if not process then return nil, ("%s cannot be started: %s"):format(command[1], wrong) end
  return setmetatable({ process = process, name = command[1], bytes = "", at = 1, parts = {}, held = 0 }, Engine)
end

--- Does it run, for this process? A copy of us must not speak to the engines that we have started.
function Engine:runs() return self.process:ours() end

function Engine:interrupted()
  self:kill()
  error("interrupted", 0)
end

-- Its input or output is closed.
function Engine:ended()
  local how = self.process:stop(QUIT)
  engine.fail("ended", "it has ended%s", how and " (" .. how .. ")" or "")
end

--- Sends a line, which is to be read within some seconds.
function Engine:send(text, seconds)
  local good, why = self.process:write(text .. "\n", seconds)
  if good then return end
  if why == "interrupted" then self:interrupted() end
  if why == "ended" then self:ended() end
  engine.fail("silent", "it has not read its input for %g s", seconds)
end

-- Adds the bytes up to a position to the line that is read.
function Engine:hold(last)
  if self.held <= MOST then
    self.parts[#self.parts + 1] = self.bytes:sub(self.at, last)
    self.held = self.held + last - self.at + 1
  end
end

-- Takes the line that ends in what has come; nil if none does.
function Engine:take()
  local last = self.bytes:find("\n", self.at, true)
  self:hold((last or #self.bytes + 1) - 1)
  self.at = (last or #self.bytes) + 1
  if not last then return nil end
  local text = self.held <= MOST and table.concat(self.parts) or ""
  self.parts, self.held = {}, 0
  return (text:gsub("\r$", ""))
end

--- Returns its next line. `deadline`: as of core.clock; `allowed`: seconds that there were, for the message.
function Engine:line(deadline, allowed)
  while true do
    local line, left = self:take(), deadline - core.clock()
    if left <= 0 then engine.fail("silent", "no answer within %.3g s", allowed) end
    if line then return line end
    local bytes, why = self.process:read(left)
    if not bytes and why == "interrupted" then self:interrupted() end
    if not bytes then self:ended() end
    self.bytes, self.at = bytes, 1
  end
end

--- Kills it.
function Engine:kill() self.process:stop() end

--- Asks it to end; kills it where it does not.
function Engine:close()
  if not self:runs() then return end
  self.process:write("quit\n", 0)
  self.process:stop(QUIT)
end

return engine
