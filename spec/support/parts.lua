--- Parts of a database, changed by hand, with their checksums put right. Format 2 (src/solve/part.h); one block, not compressed.

local parts = {}

local sums = require "spec.support.sums"

local HEAD = 168                -- bytes of a head

--- What a file has: `count` positions, `results`, the number of results that a position may have; and `with(i, by)`, its bytes
-- with the result of position i (from 0) another one, `by` further. nil: it has one result only, or its results are compressed.
function parts.read(bytes)
  local words, _, _, _, _, wide, distances, _, count, blocks, _, values = ("<I4I4I2I2I4I4I4i8I8I8I8I8"):unpack(bytes, 17)
  local offset, keys, extra, stored = ("<I8I4I4I4"):unpack(bytes, HEAD + 8 * values + 8 * words + 1)
  if blocks ~= 1 or wide ~= 1 or stored ~= count then return nil end
  local column = offset + keys + extra
  local part = { count = count, results = math.min(256, values * distances) }
  function part.with(i, by)
    local changed = string.char((bytes:byte(column + i + 1) + by) % part.results)
    return sums.part(bytes:sub(1, column + i) .. changed .. bytes:sub(column + i + 2))
  end
  return part
end

return parts
