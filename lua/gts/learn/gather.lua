--- Gathers: some bits of an integer, brought side by side by one multiplication, as the magic bitboards of chess programs do
-- (P. Kannan, "Magic Move-Bitboard Generation in Computer Chess", 2007).
--
-- With n bits in `mask`, (word & mask) * magic >> shift is a number below 2^n, a different one for each set of these bits. The
-- magic is a sum of powers of two, each of which moves the mask up by some bits:
--
--     mask << k1   ....ab......cd..        the window: the n highest bits. Every bit of the mask falls into it just once;
--     mask << k2   cd..ab..                elsewhere no two bits meet: nothing is carried

local gather = {}

local BITS <const> = 64
local MOST_TRIES <const> = 4000         -- sums that are looked at for one mask

local function bits_of(set)
  local list = {}
  for bit = 0, BITS - 1 do
    if set >> bit & 1 == 1 then list[#list + 1] = bit end
  end
  return list
end

-- Finds the shifts whose sum is a magic. `used` are the bits that products set so far, `left` those of the mask that have no
-- place in the window. Returns nil where there are none, or too many sums have been looked at.
local function search(self, used, left, shifts)
  if left == 0 then return shifts end
  local place = self.shift
  while used >> place & 1 == 1 do place = place + 1 end
  for _, bit in ipairs(self.bits) do
    local k = place - bit
    if left >> bit & 1 == 1 and k >= 0 then
      self.tries = self.tries + 1
      if self.tries > MOST_TRIES then return nil end
      local moved = self.mask << k
      local fallen = (moved & self.window) >> k         -- the bits of the mask that fall into the window
      if moved & used == 0 and fallen & ~left == 0 then
        shifts[#shifts + 1] = k
        if search(self, used | moved, left & ~fallen, shifts) then return shifts end
        shifts[#shifts] = nil
      end
    end
  end
end

-- The gather of a whole mask; nil if no magic is found.
local function whole(word, mask, place)
  local bits = bits_of(mask)
  local count, low, order = #bits, bits[1], {}
  if bits[count] - low == count - 1 then
    for i, bit in ipairs(bits) do order[bit] = place + i - 1 end
    return { word = word, mask = mask, magic = 1, shift = low, place = place, order = order }
  end
  local self = { mask = mask, bits = bits, shift = BITS - count, window = -1 << BITS - count, tries = 0 }
  local shifts = search(self, 0, mask, {})
  if not shifts then return nil end
  local magic = 0
  for _, k in ipairs(shifts) do
    magic = magic | 1 << k
    for _, bit in ipairs(bits) do
      if bit + k >= self.shift and bit + k < BITS then order[bit] = place + bit + k - self.shift end
    end
  end
  return { word = word, mask = mask, magic = magic, shift = self.shift, place = place, order = order }
end

-- Appends the gathers of a mask: one, or those of its halves. Returns the place behind them.
local function append(list, word, mask, place)
  local one, bits = whole(word, mask, place), bits_of(mask)
  if one then
    list[#list + 1] = one
    return place + #bits
  end
  local low = mask & (1 << bits[#bits // 2 + 1]) - 1
  return append(list, word, mask & ~low, append(list, word, low, place))
end

--- Makes the gathers that bring bits of the words of a position side by side. `masks`: one for each word; 0: none of its bits.
-- Returns gathers: word, mask, magic, shift (logical, to the right), place (to the left, then); and order, for each bit of the
-- mask (0 to 63) which bit of the index it is; how many bits.
function gather.make(masks)
  local list, place = {}, 0
  for word, mask in ipairs(masks) do
    if mask ~= 0 then place = append(list, word, mask, place) end
  end
  return list, place
end

--- The index that gathers make of the words of a position.
function gather.index(gathers, words)
  local index = 0
  for _, g in ipairs(gathers) do index = index | ((words[g.word] & g.mask) * g.magic >> g.shift) << g.place end
  return index
end

return gather
