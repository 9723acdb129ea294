--- The lines of an input that is read in pieces, while something else is done.

local clean = require "gts.show.clean"

local lines = {}

local MOST = 1 << 20            -- bytes of a line

--- Lines of an input. Fields, to be read: `over`, set at the end of the input.
local Lines = {}
Lines.__index = Lines

--- Begins to read from `input`, a function like core.input. `too_long` is called when a longer line than that is passed over.
function lines.new(input, too_long) return setmetatable({ input = input, too_long = too_long, text = "" }, Lines) end

--- Returns the next line, which may be empty; nil if there is none within these seconds (nil: it waits), and at the end.
function Lines:next(seconds)
  while true do
    local last = self.text:find("\n", 1, true)
    if last then
      local line = self.text:sub(1, last - 1)
      self.text = self.text:sub(last + 1)
      return (line:gsub("\r$", ""))
    end
    if self.over then return nil end
    local bytes = self.input(seconds)
    if bytes == nil then
      self.over, self.text = true, self.text ~= "" and self.text .. "\n" or ""
    elseif bytes == "" and seconds then return nil
    else self:add(bytes) end
  end
end

-- Adds input. Lines that are too long are dropped.
function Lines:add(bytes)
  self.text = self.text .. bytes
  if #self.text - #bytes > MOST or self.passes then
    local rest = self.text:match "\n(.*)$"
    if not self.passes then self.too_long(MOST) end
    self.passes, self.text = rest == nil, rest or ""
  end
end

--- Writes a line of standard output, as it is; what a terminal would obey is made visible.
function lines.say(text)
  io.stdout:write(clean.visible(text), "\n")
  io.stdout:flush()
end

return lines
