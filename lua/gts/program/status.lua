--- Long searches show themselves: a line on standard error that changes, and one that stays for each depth.
--
-- Nothing is shown of what is done at once; the line that changes is gone when the search is done. Where standard error is no
-- terminal nothing is shown at all; in plain mode only the lines that stay.

local core = require "gts.core"
local output = require "gts.program.output"
local tables = require "gts.base.tables"
local show = require "gts.show.text"

local status = {}

local QUIET = 0.4       -- seconds in which nothing is shown
local OFTEN = 0.1       -- seconds from one change of the line to the next
local BACK, ERASE = "\r", "\27[K"

local function short(n)
  if n < 10000 then return ("%.0f"):format(n) end
  local power = n < 1e6 and { 1e3, "k" } or n < 1e9 and { 1e6, "M" } or { 1e9, "G" }
  local scaled = n / power[1]
  return (scaled < 10 and "%.2f%s" or scaled < 100 and "%.1f%s" or "%.0f%s"):format(scaled, power[2])
end

local function duration(seconds)
  if seconds < 10 then return ("%.1f s"):format(seconds) end
  if seconds < 120 then return ("%.0f s"):format(seconds) end
  return ("%d:%02d min"):format(seconds // 60, seconds % 60 // 1)
end

local function line_of_play(moves, room, name)
  local texts, size = {}, 0
  for i, move in ipairs(moves) do
    local text = name(move):gsub("%c", " ")
    local more = (utf8.len(text) or #text) + 1
    if size + more > room - 3 and (i < #moves or size + more > room) then
      texts[i] = "..."
      break
    end
    texts[i], size = text, size + more
  end
  return table.concat(texts, " ")
end

local MOVES = 8         -- columns that a line of play wants

-- What stands behind the line of play, the longest first: what does not fit is said shorter.
local function tails(report, left)
  local nodes, seconds = short(report.nodes) .. " nodes", duration(report.seconds)
  local times = left and ("%s, %s left"):format(seconds, duration(left)) or seconds
  return {
    report.speed and ("%s  %s/s  %s"):format(nodes, short(report.speed), times) or ("%s  %s"):format(nodes, times),
    ("%s  %s"):format(nodes, times), times, seconds,
  }
end

-- A report in one line of the width; `left` is the time that is left, or nil.
local function describe(report, width, name, left)
  local ahead = report.depth > 0 and ("depth %2d"):format(report.depth) or "searching"
  if report.value then ahead = ("%s  value %s"):format(ahead, show.number(report.value))
  elseif report.estimate then ahead = ("%s  about %s"):format(ahead, show.estimate(report.estimate)) end
  local has_line = report.pv ~= nil and #report.pv > 0
  local behind, room
  for _, tail in ipairs(tails(report, left)) do
    behind, room = tail, width - #ahead - #tail - 4
    if room >= (has_line and MOVES or 0) then break end
  end
  local moves = has_line and room >= MOVES and line_of_play(report.pv, room, name) or ""
  local gap = (" "):rep(math.max(0, math.min(room, 40) - (utf8.len(moves) or #moves)) + 2)
  return (ahead .. "  " .. moves .. gap .. behind):sub(1, width)
end

local Status = {}
Status.__index = Status

local drawn             -- whose line stands there
local waited = 0        -- seconds of questions to the user in the middle of a search

local FREE = 3          -- columns at the end of a line: there a terminal shows ^C, and some go on to the next when one is filled

function Status:width()
  local columns = self.terminal.size()
  return (columns > 0 and columns or 80) - FREE
end

--- Seconds since some fixed moment, without those of questions to the user.
function status.clock() return core.clock() - waited end

--- Calls a function that asks the user something in the middle of a search; returns what it returns.
function status.asking(f, ...)
  local began, results = core.clock(), table.pack(f(...))
  waited = waited + core.clock() - began
  return table.unpack(results, 1, results.n)
end

--- Takes away the line that changes, for something else to be said. Returns true if there was one.
function status.clear()
  local was = drawn ~= nil
  if was then output.raw("errors", BACK .. ERASE) end
  drawn = nil
  return was
end

-- Lines that stay wait until anything is shown.
function Status:keep(report)
  self.kept[#self.kept + 1] = describe(report, self:width(), self.name)
  self.depth = report.depth
end

function Status:show(report, now)
  status.clear()
  for _, text in ipairs(self.kept) do output.pieces("errors", { { text .. "\n", "faint" } }) end
  self.kept, self.last = {}, now
  if self.plain then return end
  local left = self.time and math.max(0, self.time - report.seconds)
  output.pieces("errors", { { describe(report, self:width(), self.name, left), "faint" } })
  output.raw("errors", "")
  drawn = self
end

-- When compiled rules take over the search begins anew: as shown, depth, nodes and time go on.
function Status:follow(report, now)
  if report.nodes < self.nodes then self.past = self.past + self.nodes end
  self.nodes = report.nodes
  local reported = {
    depth = report.depth, value = report.value, estimate = report.estimate, pv = report.pv,
    nodes = self.past + report.nodes, seconds = now - self.began,
    speed = report.seconds > 0.05 and report.nodes / report.seconds or nil,
  }
  if self.depth > reported.depth and self.best then
    reported.depth, reported.value, reported.pv = self.depth, self.best.value, self.best.pv
  end
  if report.depth > self.depth and report.value then
    self:keep(reported)
    self.best = reported
  end
  if now - self.began >= QUIET and (now - self.last >= OFTEN or #self.kept > 0) then self:show(reported, now) end
end

--- What shows a search: a function for its option `progress`, nil if nothing can be shown; and one to call when it is done, which
-- takes away what is not to stay, and may be called more than once. `terminal`: what the program offers: shows, size; `what`
-- (nil: nothing): `time`, the seconds that the search may take, and `name`, a function that gives moves their names.
function status.progress(terminal, what)
  if not terminal.shows "errors" then return nil, function() end end
  local self = setmetatable({
    terminal = terminal, plain = output.is_plain(), time = what and what.time, name = what and what.name or tostring,
    began = status.clock(), last = 0, kept = {}, depth = 0, nodes = 0, past = 0,
  }, Status)
  return function(report) self:follow(report, status.clock()) end, status.clear
end

--- Calls a function while its search is shown. `what`: see `progress`; `f` gets the function progress, or nil.
function status.during(terminal, what, f)
  local progress, done = status.progress(terminal, what)
  local shown <close> = setmetatable({ progress = progress }, { __close = done })
  return f(shown.progress)
end

local BAR = 30          -- columns of a bar, at most

-- How much of a work is done, in one line: a bar, and what is left; or, where its size is unknown, a text.
local function describe_work(report, width)
  if report.text then return ("%s  %s"):format(report.text, duration(report.seconds)):sub(1, width) end
  local share = report.total > 0 and report.done / report.total or 1
  local counts = ("  %s of %s"):format(show.count(report.done), show.count(report.total))
  local tail = ("%s  %3.0f %%  %s"):format(counts, 100 * share, duration(report.seconds))
  if report.left then tail = tail .. (", %s left"):format(duration(report.left)) end
  local room = math.min(BAR, width - #tail - 2)
  if room < 5 then return tail:sub(3, width + 2) end
  local filled = math.floor(share * room)
  return "[" .. ("#"):rep(filled) .. ("."):rep(room - filled) .. "]" .. tail
end

--- Calls a function that does many pieces of work, while it is shown how many are done. `f`, a function of a function that it is
-- to call with reports (done, total, seconds, left; or text, seconds); nil where nothing is shown. Returns what f returns.
function status.counting(terminal, f)
  if not terminal.shows "errors" or output.is_plain() then return f(nil) end
  local self = setmetatable({ terminal = terminal, began = status.clock(), last = 0 }, Status)
  local _ <close> = setmetatable({}, { __close = status.clear })
  return f(function(report)
    local now = status.clock()
    if now - self.began < QUIET or now - self.last < OFTEN then return end
    status.clear()
    self.last = now
    output.pieces("errors", { { describe_work(report, self:width()), "faint" } })
    output.raw("errors", "")
    drawn = self
  end)
end

--- Calls a function that counts its pieces of work, while it is shown how many are done. `given`: the options of a command;
-- `own`: the names of those that only the command has; `f`, a function of the others and `progress`, which it is to call with
-- how many are done, and of how many; nil where nothing is shown; `first`: what is said while it is not known of how many, which
-- is then 0. Returns what f returns.
function status.pieces(terminal, given, own, f, first)
  local began, asked = core.clock(), tables.copy(given)
  for _, name in ipairs(own) do asked[name] = nil end
  return status.counting(terminal, function(tell)
    asked.progress = tell and function(done, total)
      local seconds = core.clock() - began
      if first and total == 0 then return tell { text = first, seconds = seconds } end
      tell { done = done, total = total, seconds = seconds, left = done > 0 and seconds / done * (total - done) or nil }
    end
    return f(asked)
  end)
end

return status
