--- Checksums of the binary files of databases, put right after a change: as src/base/hash.h, src/solve/directory.c and
-- src/solve/part.c make them.

local mix = require("spec.support.trees").mix

local sums = {}

local PLAN_HEAD, TIER = 112, 40         -- bytes
local PART_HEAD, ENTRY = 168, 40
local MOST = 1 << 20                    -- entries that are looked at

--- Two words that depend on every byte.
-- @tparam string bytes
-- @treturn integer
-- @treturn integer
function sums.hash(bytes)
  local a, b = mix(#bytes ~ 0x9E3779B97F4A7C15), mix(#bytes + 0x9E3779B97F4A7C15)
  for at = 1, #bytes, 8 do
    local part = bytes:sub(at, at + 7)
    local word = ("<I8"):unpack(part .. ("\0"):rep(8 - #part))
    a = mix(a ~ word)
    b = mix(b + word) + a
  end
  return a, b
end

local function hash_text(bytes) return ("<i8i8"):pack(sums.hash(bytes)) end

local function replaced(bytes, at, part) return bytes:sub(1, at) .. part .. bytes:sub(at + #part + 1) end

--- A plan with its checksum.
function sums.plan(bytes)
  if #bytes < PLAN_HEAD then return bytes end
  local zero = ("\0"):rep(16)
  local bare = replaced(bytes:sub(1, PLAN_HEAD), 32, zero)
  local check = hash_text(zero .. hash_text(bare))
  for at = PLAN_HEAD + 1, #bytes - TIER + 1, TIER do check = hash_text(check .. hash_text(bytes:sub(at, at + TIER - 1))) end
  return replaced(bytes, 32, check)
end

--- A part with its checksums, as far as its index can be followed.
function sums.part(bytes)
  if #bytes < PART_HEAD then return bytes end
  local key_words, blocks, room, values = ("<I4"):unpack(bytes, 17), ("<i8i8i8"):unpack(bytes, 57)
  local index = PART_HEAD + values * 8
  local step = key_words * 8 + ENTRY
  local front = index + room * step
  if values < 0 or room < 0 or values > MOST or room > MOST or key_words > MOST or front > #bytes then return bytes end
  for b = 0, math.min(blocks, room) - 1 do
    local at = index + b * step + key_words * 8
    local offset, x, y, z = ("<i8I4I4I4"):unpack(bytes, at + 1)
    local block = bytes:sub(offset + 1, offset + x + y + z)
    if #block == x + y + z and offset >= front then bytes = replaced(bytes, at + 24, hash_text(block)) end
  end
  local bare = replaced(bytes:sub(1, PART_HEAD), 152, ("\0"):rep(16))
  local check = hash_text(hash_text(bare) .. hash_text(bytes:sub(PART_HEAD + 1, front)))
  return replaced(bytes, 152, check)
end

return sums
