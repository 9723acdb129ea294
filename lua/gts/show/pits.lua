--- The texts and the board of a game of two rows of pits with seeds: adds `show`, `board`, `write` and `read` to its rules.
--
-- A position is two integers, eight bits for each pit, from the player's left, and above them the seeds of his store:
--
--     mine    the seeds of the player to move; and the bit above all of these, if that is MIN
--     theirs  the seeds of the other player

local pits = {}

--- Adds `show`, `board`, `write` and `read` to rules with `count` pits of a player, up to 6, and `total` seeds, up to 120. Texts
-- are as in "4 4 4 0 / 4 4 4 0 max": the pits and the store of MAX, those of MIN, and the player to move. On the board the
-- stores are on both sides, and MIN's pits above those of MAX.
function pits.add(rules, count, total)
  local TURN = 1 << 8 * count + 8

  -- The seeds in each pit, and in the store.
  local function numbers(seeds)
    local list = {}
    for pit = 0, count do list[pit + 1] = seeds >> 8 * pit & 255 end
    return list
  end

  -- What MAX has, and MIN; and whether MIN is to move.
  local function both(mine, theirs)
    local min_moves = mine & TURN ~= 0
    return numbers(min_moves and theirs or mine), numbers(min_moves and mine or theirs), min_moves
  end

  function rules.show(mine, theirs)
    local max, min = both(mine, theirs)
    local upper, lower = {}, {}
    for pit = 1, count do upper[pit], lower[pit] = ("%3d"):format(min[count + 1 - pit]), ("%3d"):format(max[pit]) end
    local stores = ("%3d%s%3d"):format(min[count + 1], ("   "):rep(count), max[count + 1])
    return ("   %s\n%s\n   %s"):format(table.concat(upper), stores, table.concat(lower))
  end

  function rules.board(mine, theirs)
    local max, min, min_moves = both(mine, theirs)
    local cells = {}
    for pit = 1, count + 1 do
      cells[count + 2 - pit], cells[count + 3 + pit] = ("min %d"):format(min[pit]), ("max %d"):format(max[pit])
    end
    cells[count + 2], cells[count + 3] = "gap", "gap"
    return { columns = count + 2, rows = 2, cells = cells, shape = "wells",
      at = function(pit) return min_moves and count + 2 - pit or count + 3 + pit end }
  end

  function rules.write(mine, theirs)
    local max, min, min_moves = both(mine, theirs)
    return ("%s / %s %s"):format(table.concat(max, " "), table.concat(min, " "), min_moves and "min" or "max")
  end

  function rules.read(text)
    local sides, place, all = { 0, 0 }, 0, 0
    for number in text:gmatch "%d+" do
      local side = place // (count + 1) + 1
      if side > 2 or #number > 3 then break end
      sides[side], place, all = sides[side] + (number // 1 << 8 * (place % (count + 1))), place + 1, all + number // 1
    end
    local mine, theirs = table.unpack(sides)
    if text:find " min$" then mine, theirs = theirs | TURN, mine end
    if rules.write(mine, theirs) ~= text then
      return nil, "expected numbers like those of " .. rules.write(table.unpack(rules.start))
    end
    if all ~= total then return nil, ("there are %d seeds, not %d"):format(all, total) end
    return mine, theirs
  end
end

return pits
