--- Parts of a database, changed by hand, with their checksums put right. Format 2 (src/solve/part.h); one block, not compressed.

local parts = {}

local HEAD, CHECK, ENTRY = 168, 152, 40         -- bytes of a head, where its checksum is, and bytes of an entry behind its key

local function mix64(x)
  x = (x ~ (x >> 30)) * 0xBF58476D1CE4E5B9
  x = (x ~ (x >> 27)) * 0x94D049BB133111EB
  return x ~ (x >> 31)
end

local GOLDEN = 0x9E3779B97F4A7C15

-- hash_bytes of src/base/hash.h.
local function hash(bytes)
  local a, b = mix64(#bytes ~ GOLDEN), mix64(#bytes + GOLDEN)
  local whole = bytes .. ("\0"):rep(-#bytes % 8)
  for at = 1, #whole, 8 do
    local word = ("<i8"):unpack(whole, at)
    a = mix64(a ~ word)
    b = mix64(b + word) + a
  end
  return ("<i8i8"):pack(a, b)
end

local function replaced(text, at, with) return text:sub(1, at) .. with .. text:sub(at + #with + 1) end

local function checked(bytes, front)
  local bare = replaced(bytes, CHECK, ("\0"):rep(16))
  return replaced(bytes, CHECK, hash(hash(bare:sub(1, HEAD)) .. hash(bare:sub(HEAD + 1, front))))
end

--- What a file has: `count` positions, `results`, the number of results that a position may have; and `with(i, by)`, its bytes
-- with the result of position i (from 0) another one, `by` further. nil: it has one result only, or its results are compressed.
function parts.read(bytes)
  local words, _, _, _, _, wide, distances, _, count, blocks, room, values = ("<I4I4I2I2I4I4I4i8I8I8I8I8"):unpack(bytes, 17)
  local entry = HEAD + 8 * values + 8 * words
  local front = HEAD + 8 * values + room * (8 * words + ENTRY)
  local offset, keys, extra, stored = ("<I8I4I4I4"):unpack(bytes, entry + 1)
  if blocks ~= 1 or wide ~= 1 or stored ~= count then return nil end
  local column, block = offset + keys + extra, offset + keys + extra + stored
  local part = { count = count, results = math.min(256, values * distances) }
  function part.with(i, by)
    local changed = replaced(bytes, column + i, string.char((bytes:byte(column + i + 1) + by) % part.results))
    changed = replaced(changed, entry + 24, hash(changed:sub(offset + 1, block)))
    return checked(changed, front)
  end
  return part
end

return parts
