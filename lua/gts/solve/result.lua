--- What gts.solve returns, and how it is shown.

local moves = require "gts.moves"
local show = require "gts.show.text"

local result = {}

local Result = {}
Result.__index = Result
Result.__name = "gts.solved"

local unproved = { time = "within the time", memory = "within the memory", interrupted = "before it was interrupted",
  progress = "before it was stopped" }

local function verdict(r)
  if r.exact then return ("%s, proved"):format(show.number(r.value)) end
  local known = (r.lower > -math.huge or r.upper < math.huge) and "it is " .. show.between(r.lower, r.upper)
    or "nothing is known of it yet"
  return ("not proved %s: %s"):format(unproved[r.stopped] or "by this search", known)
end

-- What is said of the folder of an analysis that was stopped.
local function goes_on(stopped)
  if not stopped then return "" end
  return stopped == "memory" and " (asked again with more memory, it goes on)" or " (asked again, it goes on)"
end

function Result:__tostring()
  local function name(move) return moves.name(self.game, move) end
  local lines = {}
  local function add(what, text) lines[#lines + 1] = ("%-9s%s"):format(what, text) end
  add("value", verdict(self))
  if self.distance then add("distance", self.distance .. (self.distance == 1 and " ply" or " plies")) end
  if self.move ~= nil then add("move", name(self.move)) end
  if #self.pv > 0 then
    local list = {}
    for i = 1, math.min(#self.pv, 40) do list[i] = name(self.pv[i]) end
    if #self.pv > 40 then list[41] = "..." end
    add("line", table.concat(list, " "))
  end
  if self.parts then add("parts", table.concat(self.parts, ", ")) end
  add("by", self.by .. ": " .. self.why)
  if self.stopped then add("stopped", self.stopped) end
  if self.stopped and self.need then add("memory", show.count(self.need) .. " bytes are needed") end
  local unit = self.by == "retrograde" and "positions" or "nodes"
  if self.jobs then unit = ("nodes, %s jobs"):format(show.count(self.jobs)) end
  add("", ("%s %s, %.3f s"):format(show.count(self.positions), unit, self.seconds))
  local shared = self.shared
  if shared then
    add("", ("%d processes, the largest has %.1f %%; %.1f bytes sent for a position"):format(shared.ranks,
      100 * shared.largest / self.positions, shared.bytes / self.positions))
  end
  if self.folder then add("folder", self.folder .. goes_on(self.stopped)) end
  if self.file then add("file", self.file .. goes_on(self.stopped)) end
  return table.concat(lines, "\n")
end

--- Makes the result of a game, the means, why these, and what was found: of a search, or of retrograde analysis.
function result.new(of, by, why, found)
  return setmetatable({
    game = of, by = by, why = why, value = found.value, lower = found.lower, upper = found.upper, exact = found.exact,
    solved = found.exact, distance = found.distance, move = found.move, position = found.position, pv = found.pv,
    line = found.line, stopped = found.stopped, proof = found.proof, seconds = found.seconds,
    positions = found.positions or found.stats.visits, native = found.native, chosen = found.chosen, need = found.need,
    shared = found.ranks and found.bytes > 0 and
      { ranks = found.ranks, largest = found.largest, messages = found.messages, bytes = found.bytes } or nil,
  }, Result)
end

return result
