--- The engine thinks on the time of a person, who types meanwhile.

local pondering = {}

local LOOK = 0.02               -- seconds between two looks at the input
local INTERRUPTED = "interrupted"

-- Seconds until the time of the player to move is over; nil: there is no clock.
local function patience(at)
  if not at.clocks or at.session:outcome() then return nil end
  return math.max(0, at.clocks:left(at.session.player))
end

-- Thinks until a line has come, the player's time is over, or nothing is left. Returns the line, or nil; false after Ctrl-C.
local function ponder(at)
  local line
  local r = at.session:think { time = patience(at) or math.huge, every = LOOK, progress = function()
    line = at.lines:next(0)
    return line == nil and not at.lines.over
  end }
  if line == nil and r and r.stopped == INTERRUPTED then return false end
  return line
end

-- Waits for a line when there is nothing to ponder; "": the time of the player is over. A terminal waits by its editor.
local function wait_for_line(at)
  if at.console.edits then
    at.console.prompt "\r"
    return at.console.read(at:prompt(), at:choices())
  end
  local line
  while line == nil and not at.lines.over do
    local left = patience(at)
    if left and left <= 0 then return "" end
    line = at.lines:next(left)
  end
  if line then at.console.echo(line) end
  return line
end

local function read(at)
  at.console.prompt(at:prompt())
  local line = at.lines:next(0)
  local may_ponder = at.as ~= "both" and not at.level and not at.session:outcome()      -- a level is a number of nodes
  if line == nil and not at.lines.over and may_ponder then line = ponder(at) end
  if line then at.console.echo(line) end
  if line ~= nil then return line end
  if at.clocks and at.clocks:is_over() then
    at:say ""
    return ""
  end
  return wait_for_line(at)
end

--- Reads a line while the engine ponders, as the console's read does. `at`: where the game is played (gts.play.play).
function pondering.read(at)
  local ok, line = pcall(read, at)
  if ok then return line end
  if line ~= INTERRUPTED then error(line, 0) end
  return false                  -- between two searches, as while rules are translated, Ctrl-C is an error
end

return pondering
