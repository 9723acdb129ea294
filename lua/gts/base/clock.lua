--- The clock of a player, and the time of a move: how much of the time that is left for a game one move may take.
--
-- A clock is written "60+1": 60 seconds, and 1 second more after each move. Checked, it is a table: `left` and `increment` in
-- seconds; `moves`, how many moves `left` is for (nil: all); `played`, the player's moves.
--
-- A move has two limits. The soft one is its share of what is left. A pace moves it by what the iterations of the search find: it
-- grows where the best move changes or its value falls, and shrinks where the best move stays. The hard limit holds in any case,
-- and leaves enough for the moves to come.
--
-- After R. M. Hyatt, "Using time wisely", ICCA Journal 7 (1984), and I. Althöfer, C. Donninger, U. Lorenz and V. Rottmann, "On
-- timing, permanent brain and human intervention", Advances in Computer Chess 7 (1994).

local schema = require "gts.base.schema"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local clock = {}

local MOST = 10000000           -- seconds
local LAG = 0.03                -- seconds of a move that pass outside of its search
local RESERVE = 0.02            -- fraction of what is left that no move takes, for a machine that is busy
local LEAST = 0.001             -- seconds of a search
local EXPECTED = 30             -- moves of a player in a game
local FEWEST = 10               -- moves that are always still expected
local INCREMENT = 0.75          -- fraction of the increment that is used
local STRETCH = 4               -- hard limit, in soft ones, at most
local CEILING = 0.3             -- fraction of the time left for one move, at most

--- The rows of a clock that is a table: see gts.base.schema.
clock.rows = {
  { name = "left", required = true, help = "seconds left for the moves to come",
    kind = { expected = "a number above 0", fits = function(value)
      return schema.seconds.fits(value) and value <= MOST
    end } },
  { name = "increment", kind = schema.number(0, MOST), default = 0, help = "seconds more after each move" },
  { name = "moves", kind = schema.whole(1), help = "number of moves that `left` is for; default: all that are to come" },
  { name = "played", kind = schema.whole(0), default = 0, help = "number of moves the player has made" },
}

local names = tables.map(clock.rows, function(row) return row.name end)

local function read_text(text)
  local left, increment = text:match "^(%d*%.?%d*)%+(%d*%.?%d*)$"
  if not left then left, increment = text:match "^%d*%.?%d*$", "0" end
  return { left = tonumber(left or ""), increment = tonumber(increment) or false }
end

local function read(value)
  if type(value) == "number" then value = { left = value }
  elseif type(value) == "string" then value = read_text(value)
  elseif type(value) ~= "table" then return nil end
  local key, meant = schema.unknown(value, names)
  if key ~= nil then return nil, ("has the unknown field %s%s"):format(words.quote(key), meant) end
  local made = {}
  for _, row in ipairs(clock.rows) do
    local given = value[row.name]
    if given == nil then given = row.default end
    if given == nil and row.required or given ~= nil and not row.kind.fits(given) then
      return nil, ("has %s = %s"):format(row.name, words.quote(given))
    end
    made[row.name] = given and math.tointeger(given) or given
  end
  return made
end

--- The kind of the option `clock`: see gts.base.schema. `is_text`: on a command line it is a text as it stands, no sum.
clock.kind = {
  expected = "seconds and increment as in '60+1', or a table { left = 60, increment = 1 }",
  fits = function(value) return read(value) ~= nil end,
  normal = function(value) return (read(value)) end,
  detail = function(value) return type(value) == "table" and select(2, read(value)) or nil end,
  is_text = true, type = "gts.Clock",
}

--- Writes a clock as "60+1". `of`: a checked clock.
function clock.text(of) return ("%.14g+%.14g"):format(of.left, of.increment) end

--- The limits of the next move. `of`: a checked clock; of UGI's, `left` may also be 0 or less. Returns soft limit, in seconds;
-- hard limit, in seconds: never more than what is left, but for a millisecond.
function clock.limits(of)
  local usable = math.max(LEAST, of.left * (1 - RESERVE) - LAG)
  local moves = of.moves or math.max(FEWEST, EXPECTED - of.played)
  local share, ceiling = usable / moves + INCREMENT * of.increment, math.max(CEILING, 1 / moves)
  local most = ceiling * usable + (1 - ceiling) * math.min(of.increment, usable)
  local hard = math.max(LEAST, math.min(most, STRETCH * share))
  return math.max(LEAST, math.min(share, hard)), hard
end

-- The pace of a move: its limits, as the reports of its search move them.
local Pace = {}
Pace.__index = Pace

local LONGEST, SHORTEST = 1.3, 0.6      -- soft limit of a best move that is new, and of one that has long been the best
local EACH = 0.1                        -- less for each iteration with one best move
local CHANGED, FALLEN = 0.6, 0.8        -- more for a best move that has changed just now; and for a value that falls, at most

local function new_pace(soft, hard, player, now)
  return setmetatable({
    soft = soft, hard = hard, began = now, sign = player == "min" and -1 or 1, depth = 0, stable = 0, changes = 0, fall = 0,
    values = {}, moved = 0,
  }, Pace)
end

--- Returns the pace of the next move. `of`: a checked clock; `player`: "max" or "min", who is to move; `now`: when the time of
-- the move begins; nil: see Pace:start. Gives a table with `soft` and `hard`, the limits in seconds.
function clock.pace(of, player, now)
  local soft, hard = clock.limits(of)
  return new_pace(soft, hard, player, now)
end

--- Returns the pace of a move with a fixed time. See clock.pace.
function clock.fixed_pace(seconds) return new_pace(math.huge, seconds) end

--- Begins the time of the move, as after a search on the opponent's time.
function Pace:start(now) self.began = now end

-- How far the value fell in the last two iterations, relative to usual changes: 0 to 1. Odd and even depths differ.
local function fall_of(self, value)
  local list = self.values
  local count, fall = #list, 0
  if count > 0 then
    local before = list[count]
    self.moved = self.moved + math.abs(value - before)
    if count > 1 then
      local below = math.min(before, list[count - 1]) - value
      local usual = self.moved / count
      fall = below > 0 and below / (below + usual) or 0
    end
  end
  list[count + 1] = value
  return fall
end

-- Returns the number of the iteration that has ended. A search that estimates has none: twice the nodes count as one.
local function iteration_of(report)
  if report.depth > 0 or not report.estimate then return report.depth end
  return math.floor(math.log(report.nodes + 1, 2))
end

--- Notes a report of the search: see gts.Report. Only one with a greater depth than any before is that of an iteration.
function Pace:follow(report)
  local value, depth = report.value or report.estimate, iteration_of(report)
  if report.move == nil or value == nil or depth <= self.depth then return end
  local new = self.depth > 0 and report.move ~= self.move
  self.stable = new and 0 or self.stable + 1
  self.changes = self.changes / 2 + (new and 1 or 0)
  self.fall = fall_of(self, self.sign * value)
  self.depth, self.move = depth, report.move
end

--- The soft limit as it is now, in seconds. Returns a number at most `hard`.
function Pace:limit()
  local factor = math.max(SHORTEST, LONGEST - EACH * self.stable) + CHANGED * self.changes + FALLEN * self.fall
  return math.min(self.hard, factor * self.soft)
end

--- Is the time of the move over, by a `report` of the search? At the soft limit only a search is that has completed an iteration,
-- and has not begun anew with compiled rules since. False before the time has begun.
function Pace:is_over(report, now)
  if not self.began then return false end
  local spent = now - self.began
  if spent >= self.hard then return true end
  return self.depth > 0 and iteration_of(report) >= self.depth and spent >= self:limit()
end

return clock
