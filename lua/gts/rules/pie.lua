--- The pie rule: instead of a first move, the second player may take the first player's side.
--
-- After the swap MAX plays for the side that MIN began with, so all values change their sign.

local staged = require "gts.rules.staged"

local pie = {}

-- The stages: the first player's turn, the choice, play as usual, and with sides swapped.
local FIRST <const>, CHOICE <const>, USUAL <const>, SWAPPED <const> = 0, 1, 2, 3

local remarks = { [CHOICE] = "sides may be swapped", [SWAPPED] = "sides are swapped: MAX goes on as MIN began" }

-- Before the choice a position is worth what the sides make of it: bounds say nothing. Some games give the first player several
-- turns.
local parts = {
  first = FIRST, most = SWAPPED, terms = { FIRST = FIRST, CHOICE = CHOICE, USUAL = USUAL, SWAPPED = SWAPPED },
  move = { name = "swap", word = "swap", number = math.mininteger },    -- no game has this number
  to = "P", becomes = "SWAPPED", offered = "stage == CHOICE",
  after = "if stage == CHOICE then stage = USUAL elseif stage == FIRST and CHANGED then stage = CHOICE end",
  turned = "if stage == CHOICE then stage = FIRST end",
  unbounded = "stage < USUAL", negated = "stage == SWAPPED",
  remark = function(stage) return remarks[stage] end,
}

--- Makes the rules of a game with the pie rule.
-- @tparam table rules
-- @treturn table
-- @error what it needs that these rules do not have
function pie.apply(rules)
  if rules.moves then return nil, "is for positions that are values: these rules have one board" end
  if rules.cycle and rules.cycle ~= 0 then return nil, "needs a rules.cycle of 0: any other would change its sign" end
  local made, wrong = staged.apply(rules, parts)
  if not made then return nil, wrong end
  if rules.range then
    local most = math.max(rules.range[2], -rules.range[1])
    made.range = { -most, most }
  end
  return made
end

return pie
