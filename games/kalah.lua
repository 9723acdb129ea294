--- Kalah: the seeds of one's pit are sown, one by one, into the pits that follow, one's own store and the other's pits, but not
-- the other's store. If the last seed falls into the store, the player moves again; if into an empty pit of the mover, and the
-- pit opposite is not empty, it is captured with all that is opposite. When a player has no seeds in the pits, the game is over,
-- and what is in the pits of the other goes to the other's store. The value is how many seeds more MAX has.
--
-- A position is two integers, eight bits for each pit, from the player's left, and above them the store:
--
--     mine    the seeds of the player to move; and TURN, if that is MIN
--     theirs  the seeds of the other player
--
-- An estimate counts what is in the stores, what the player to move can gain at once, and who has more to move with: pits that
-- are not empty, and a quarter of the seeds in them. What is in the stores is the score: what can still come depends on the pits
-- alone, and so tables know positions by these.

local gts = require "gts"
local pits_of = require "gts.show.pits"

return gts.with_options({
  pits = { 6, 1, 6, "pits of a player" },
  seeds = { 4, 1, 10, "seeds in each pit when the game begins" },
}, function(options)
  local pits, total = options.pits, 2 * options.pits * options.seeds
  local STORE, TURN = 8 * pits, 1 << 8 * pits + 8
  local PITS, ONES = (1 << STORE) - 1, 0x0101010101010101

  -- Sowing n seeds from a pit adds `own` to the mover's seeds and `other` to the other player's; the last seed falls into the
  -- mover's place `last`, 0 being his first pit and `pits` the store, or into a greater one. All at (total + 1) * pit + n.
  local own, other, last = {}, {}, {}
  for pit = 0, pits - 1 do
    for n = 0, total do
      local i, place, mine, theirs = (total + 1) * pit + n, pit, 0, 0
      for _ = 1, n do
        place = (place + 1) % (2 * pits + 1)
        if place <= pits then mine = mine + (1 << 8 * place) else theirs = theirs + (1 << 8 * (place - pits - 1)) end
      end
      if i > 0 then own[i], other[i], last[i] = mine, theirs, place end
    end
  end

  local first = 0
  for pit = 0, pits - 1 do first = first | options.seeds << 8 * pit end
  local rules = { name = "kalah", words = 2, start = { first, first }, range = { -total, total } }

  -- Searches do without it (`key = false`), so that counts are those of the positions.
  rules.symmetries = { key = false, reversed = function(mine, theirs) return mine ~ TURN, theirs end }

  -- How many seeds there are in the pits; and how many pits have seeds.
  local function sown(seeds) return (seeds & PITS) * ONES >> 56 end
  local function filled(seeds) return ((seeds & PITS) + 0x7f * ONES >> 7 & ONES) * ONES >> 56 end

  -- A move is the number of a pit, from the player's left. The one next to the store comes first.
  function rules.next(mine, theirs, move)
    for pit = (move or pits + 1) - 2, 0, -1 do
      local n = mine >> 8 * pit & 255
      if n > 0 then
        local i = (total + 1) * pit + n
        local turn, place = mine & TURN, last[i]
        mine, theirs = mine - turn - (n << 8 * pit) + own[i], theirs + other[i]
        if place < pits and mine >> 8 * place & 255 == 1 then
          local opposite = 8 * (pits - 1 - place)
          local captured = theirs >> opposite & 255
          if captured > 0 then
            mine = mine - (1 << 8 * place) + (captured + 1 << STORE)
            theirs = theirs - (captured << opposite)
          end
        end
        if mine & PITS == 0 or theirs & PITS == 0 then
          mine = (mine >> STORE) + sown(mine) << STORE
          theirs = (theirs >> STORE) + sown(theirs) << STORE
        end
        if place == pits then return pit + 1, mine | turn, theirs end
        return pit + 1, theirs | turn ~ TURN, mine
      end
    end
  end

  -- How many seeds more MAX has in his store.
  local function ahead(mine, theirs)
    local lead = (mine >> STORE & 255) - (theirs >> STORE)
    return mine & TURN == 0 and lead or -lead
  end

  rules.score = ahead

  -- Seeds that are in the stores never come back.
  function rules.tier(mine, theirs) return (mine >> STORE & 255) + (theirs >> STORE & 255) end

  -- The pits, from the mover's first: for each a one, and before it as many zeros as it has seeds.
  local function key(mine, theirs)
    local code = 1
    for pit = 0, pits - 1 do code = code << (mine >> 8 * pit & 255) + 1 | 1 end
    for pit = 0, pits - 1 do code = code << (theirs >> 8 * pit & 255) + 1 | 1 end
    return code
  end
  if total + 2 * pits < 64 then rules.key = key end

  -- What the player to move has over the other in the pits: a seed for each pit whose last one falls into his store, his greatest
  -- capture, a seed for each pit more that is not empty, and one for four seeds more; no more than there are.
  local function promise(mine, theirs)
    local again, captured, own_seeds, other_seeds = 0, 0, sown(mine), sown(theirs)
    for pit = 0, pits - 1 do
      local n = mine >> 8 * pit & 255
      local place = pit + n
      if place == pits then again = again + 1
      elseif place < pits and n > 0 and mine >> 8 * place & 255 == 0 then
        captured = math.max(captured, theirs >> 8 * (pits - 1 - place) & 255)
      end
    end
    local lead = again + captured + filled(mine) - filled(theirs) + (own_seeds - other_seeds + 2) // 4
    return math.max(-own_seeds - other_seeds, math.min(lead, own_seeds + other_seeds))
  end

  function rules.evaluate(mine, theirs)
    return ahead(mine, theirs) + (mine & TURN == 0 and promise(mine, theirs) or -promise(mine, theirs))
  end

  function rules.turned(mine, theirs) return theirs | (~mine & TURN), mine & ~TURN end

  function rules.player(mine)
    return mine & TURN == 0 and "max" or "min"
  end

  -- At worst all seeds that are left go to the other player.
  function rules.bounds(mine, theirs)
    local lead, left = ahead(mine, theirs), sown(mine) + sown(theirs)
    return lead - left, lead + left
  end

  -- Texts are as in "4 4 4 0 / 4 4 4 0 max": the pits of MAX and his store, those of MIN, and the player to move.
  pits_of.add(rules, pits, total)

  return rules
end)
