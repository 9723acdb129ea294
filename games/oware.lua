--- Oware: the seeds of one's pit are sown, one by one, into the pits that follow, of both players in turn; the pit they come from
-- is passed over. If the last seed makes two or three in a pit of the other player, these are captured, and so are the seeds of
-- the pits before it, as long as they hold two or three. A move that leaves the other player without seeds is only allowed if all
-- moves do. A player without seeds cannot move: the game is over, and the other one has what is left. When a position comes again
-- the game is over, too, and the seeds that are left are divided equally. The value is how many seeds more MAX has.
--
-- These are the rules of awari as it was solved: it is a draw (John W. Romein and Henri E. Bal, Solving Awari with Parallel
-- Retrograde Analysis, 2003). Elsewhere such a grand slam captures nothing, and seeds that go round belong to their side.
--
-- A position is two integers, eight bits for each pit, from the player's left, and above them the seeds captured:
--
--     mine    the seeds of the player to move; and TURN, if that is MIN
--     theirs  the seeds of the other player
--
-- Captured seeds are the score: what can still come depends on the pits alone. With the option `repetition = false` the game,
-- which goes round in circles then, is searched to a depth.

local gts = require "gts"
local pits_of = require "gts.show.pits"

return gts.with_options({
  pits = { 6, 1, 6, "pits of a player" },
  seeds = { 4, 1, 10, "seeds in each pit when the game begins" },
  repetition = { true, "a position that comes again ends the game" },
}, function(options)
  local pits, total = options.pits, 2 * options.pits * options.seeds
  local STORE, TURN = 8 * pits, 1 << 8 * pits + 8
  local PITS, ONES = (1 << STORE) - 1, 0x0101010101010101

  -- Sowing n seeds from a pit adds `own` to the mover's seeds and `other` to the other player's; the last one falls into `last`,
  -- a pit of the other player's, from 0, or -1. All at (total + 1) * pit + n.
  local own, other, last = {}, {}, {}
  for pit = 0, pits - 1 do
    local place, mine, theirs = pit, 0, 0
    for n = 1, total do
      place = (place + 1) % (2 * pits)
      if place == pit then place = (place + 1) % (2 * pits) end
      if place < pits then mine = mine + (1 << 8 * place) else theirs = theirs + (1 << 8 * (place - pits)) end
      local i = (total + 1) * pit + n
      own[i], other[i], last[i] = mine, theirs, math.max(place - pits, -1)
    end
  end

  local first = 0
  for pit = 0, pits - 1 do first = first | options.seeds << 8 * pit end
  local rules = { name = "oware", words = 2, start = { first, first }, range = { -total, total },
    cycle = options.repetition and 0 or nil }

  -- Searches do without it (`key = false`), so that counts are those of the positions.
  rules.symmetries = { key = false, reversed = function(mine, theirs) return mine ~ TURN, theirs end }

  -- How many seeds there are in the pits; and how many pits have seeds.
  local function sown(seeds) return (seeds & PITS) * ONES >> 56 end
  local function filled(seeds) return ((seeds & PITS) + 0x7f * ONES >> 7 & ONES) * ONES >> 56 end

  -- The seeds of both after a move from a pit that has some.
  local function sow(mine, theirs, pit)
    local n = mine >> 8 * pit & 255
    local i = (total + 1) * pit + n
    mine, theirs = mine - (n << 8 * pit) + own[i], theirs + other[i]
    for place = last[i], 0, -1 do
      local count = theirs >> 8 * place & 255
      if count ~= 2 and count ~= 3 then break end
      mine, theirs = mine + (count << STORE), theirs - (count << 8 * place)
    end
    return mine, theirs
  end

  -- Is there a move that leaves the other player some seeds?
  local function feeds(mine, theirs)
    for pit = 0, pits - 1 do
      if mine >> 8 * pit & 255 > 0 then
        local _, after = sow(mine, theirs, pit)
        if after & PITS ~= 0 then return true end
      end
    end
    return false
  end

  -- A move is the number of a pit, from the player's left. The one next to the other player comes first.
  function rules.next(mine, theirs, move)
    for pit = (move or pits + 1) - 2, 0, -1 do
      if mine >> 8 * pit & 255 > 0 then
        local turn = mine & TURN
        local after, others = sow(mine ~ turn, theirs, pit)
        if others & PITS ~= 0 or not feeds(mine ~ turn, theirs) then return pit + 1, others | turn ~ TURN, after end
      end
    end
  end

  -- How many seeds more MAX has captured.
  local function ahead(mine, theirs)
    local lead = (mine >> STORE & 255) - (theirs >> STORE)
    return mine & TURN == 0 and lead or -lead
  end

  rules.score = ahead

  -- Captured seeds never come back.
  function rules.tier(mine, theirs) return (mine >> STORE & 255) + (theirs >> STORE) end

  -- The pits, from the mover's first: for each a one, and before it as many zeros as it has seeds.
  local function key(mine, theirs)
    local code = 1
    for pit = 0, pits - 1 do code = code << (mine >> 8 * pit & 255) + 1 | 1 end
    for pit = 0, pits - 1 do code = code << (theirs >> 8 * pit & 255) + 1 | 1 end
    return code
  end
  if total + 2 * pits < 64 then rules.key = key end

  -- The seeds that a player can capture at once, at most.
  local function captures(mine, theirs)
    local most = 0
    for pit = 0, pits - 1 do
      local n = mine >> 8 * pit & 255
      if n > 0 and last[(total + 1) * pit + n] >= 0 then
        local after = sow(mine, theirs, pit)
        most = math.max(most, (after >> STORE) - (mine >> STORE))
      end
    end
    return most
  end

  -- What the player to move has over the other in the pits: all, if that one has none; else what he can capture, and moves.
  local function promise(mine, theirs)
    if mine & PITS == 0 then return -sown(theirs) end
    local most = sown(mine) + sown(theirs) - 1
    return math.max(-most, math.min(captures(mine, theirs) + filled(mine) - filled(theirs), most))
  end

  function rules.evaluate(mine, theirs)
    local turn = mine & TURN
    local lead = promise(mine ~ turn, theirs)
    return ahead(mine, theirs) + (turn == 0 and lead or -lead)
  end

  function rules.turned(mine, theirs) return theirs | (~mine & TURN), mine & ~TURN end

  function rules.player(mine) return mine & TURN == 0 and "max" or "min" end

  -- At worst all seeds that are left go to the other player.
  function rules.bounds(mine, theirs)
    local lead, left = ahead(mine, theirs), sown(mine) + sown(theirs)
    return lead - left, lead + left
  end

  -- Texts are as in "4 4 4 0 / 4 4 4 0 max": the pits of MAX and what he has captured, those of MIN, and the player to move.
  pits_of.add(rules, pits, total)

  return rules
end)
