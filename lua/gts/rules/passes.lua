--- Variants with passes: those that a player may make, and those that the opponent of a player with a handicap has to make.
--
-- After a pass the position is the same, with the other player to move: `rules.turned`, or else `rules.pass`, returns it. Where
-- that is nil there is no pass, nor where the game is over.

local ask = require "gts.rules.ask"
local schema = require "gts.base.schema"
local staged = require "gts.rules.staged"
local tables = require "gts.base.tables"

local passes = {}

--- The most passes, and moves of a handicap.
passes.MOST = 1000

-- Numbers that no game has as moves; see gts.rules.pie for the swap.
local PASS <const>, OWED <const> = math.mininteger + 1, math.mininteger + 2

local function passing(rules, parts)
  if rules.moves then return nil, "is for positions that are values: these rules have one board" end
  if not rules.turned then
    return nil, "needs rules.turned(p): the position p with the other player to move (gts help rules)"
  end
  return staged.apply(rules, tables.copy(parts, { to = "turned(P)" }))
end

-- The stages: the last move was not a pass; it was; both players have passed.
local any_number = {
  first = 0, most = 2, move = { name = "pass", word = "passes", number = PASS },
  becomes = "stage + 1", offered = "stage < 2", over = "stage == 2", after = "stage = 0", turned = "stage = 0",
  unbounded = "true",
  remark = function(stage) return ({ "a pass now ends the game", "both players have passed: the game is over" })[stage] end,
}

-- The stage is the number of passes that are left for the player to move, times SIZE, plus that of the other player.
local SIZE <const> = passes.MOST + 1

local function counted(n)
  return {
    first = n * SIZE + n, most = n * SIZE + n, move = { name = "pass", word = "passes", number = PASS },
    terms = { TRADED = ("stage %% %d * %d + stage // %d"):format(SIZE, SIZE, SIZE), SIZE = tostring(SIZE) },
    becomes = "TRADED - 1", offered = "stage >= SIZE",
    after = "if CHANGED then stage = TRADED end", turned = "stage = TRADED", unbounded = "stage ~= 0",
    remark = function(stage)
      return stage > 0 and ("passes left: %d for the player to move, %d for the other"):format(stage // SIZE, stage % SIZE)
    end,
  }
end

--- Makes the rules of a game in which a move may be a pass.
-- @tparam table rules
-- @tparam integer|boolean number of the passes of each player; true: any number, and two in a row end the game
-- @treturn table
-- @error what it needs that these rules do not have
function passes.apply(rules, number)
  return passing(rules, number == true and any_number or counted(number))
end

-- The stage is twice the number of passes that the opponent still owes, plus 1 if it is the opponent's turn; 0 behind the last.
local function owing(n, begins)
  return {
    first = 2 * n + (begins and 0 or 1), most = 2 * n + 1, move = { name = "pass", word = "handicap", number = OWED },
    becomes = "stage - 3", only = "stage % 2 == 1",
    -- Where there is no pass the opponent moves instead.
    after = "if stage > 0 and CHANGED then if stage % 2 == 1 then stage = stage - 3 else stage = stage + 1 end end",
    turned = "if stage > 0 then stage = stage ~ 1 end", unbounded = "stage ~= 0", pass = "stage == 0",
    remark = function(stage)
      if stage == 0 then return nil end
      local opponent, times = stage % 2 == 1 and "the player to move" or "the opponent", stage > 3 and "times" or "time"
      return ("%s passes %d more %s"):format(opponent, stage // 2, times)
    end,
  }
end

--- What a handicap may be.
passes.handicap_kind = schema.with_alternatives({
  fits = function(value) return (passes.read_handicap(value)) ~= nil end,
}, { ("a whole number from 0 to %d"):format(passes.MOST), "a player and such a number, as in 'min:2'" })

--- Reads a handicap.
-- @param value
-- @treturn integer|nil the number of additional moves; nil if it is no handicap
-- @treturn string|nil the player who has it, "max" or "min"; nil: who begins
function passes.read_handicap(value)
  local player, n = nil, value
  if type(value) == "string" then player, n = value:match "^(m[ai][xn]):(%d+)$" end
  if player and player ~= "max" and player ~= "min" then return nil end
  n = math.tointeger(tonumber(n))
  if n and n >= 0 and n <= passes.MOST then return n, player end
end

--- Makes the rules of a game in which a player makes additional moves at the beginning: at its first turns the opponent passes.
-- @tparam table rules
-- @tparam integer|string handicap the number of these moves; with a player as in "min:2", else for the player who begins
-- @treturn table
-- @error what it needs that these rules do not have
function passes.handicap(rules, handicap)
  local n, player = passes.read_handicap(handicap)
  local first = rules.player and not rules.moves and rules.player(ask.start(rules)) or "max"
  return passing(rules, owing(n, player == nil or player == first))
end

return passes
