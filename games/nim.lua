--- Nim: take as many stones as you like from one heap. The player who takes the last stone wins; in misère play, loses.
--
-- A position is one integer: six bits for each heap, the first lowest, and above them TURN, if MIN is to move.

local gts = require "gts"

return gts.with_options({
  heaps = { { 3, 4, 5 }, 0, 63, "stones of each heap", length = { 1, 9 } },
  misere = { false, "whether the player who takes the last stone loses" },
}, function(options)
  local heaps, misere = options.heaps, options.misere
  local count = #heaps
  local TURN = 1 << 6 * count
  local start = 0
  for h = 1, count do start = start | heaps[h] << 6 * (h - 1) end

  local rules = { name = "nim", start = start, range = { -1, 1 } }

  -- Searches do without it (`key = false`), so that counts are those of the positions.
  rules.symmetries = { key = false, reversed = function(position) return position ~ TURN end }

  -- A move is the number of a heap, times 100, and how many stones are taken from it: 203 takes 3 from the second.
  function rules.next(position, move)
    local first, taken = 1, 0
    if move then first, taken = move // 100, move % 100 end
    for h = first, count do
      if taken < position >> 6 * (h - 1) & 63 then
        return h * 100 + taken + 1, position - (taken + 1 << 6 * (h - 1)) ~ TURN
      end
      taken = 0
    end
  end

  -- With no stone left the player to move has lost, or won if it is misère.
  function rules.evaluate(position)
    if position & TURN - 1 ~= 0 then return 0 end
    local max_moves = position & TURN == 0
    return max_moves == misere and 1 or -1
  end

  function rules.turned(position) return position ~ TURN end

  -- The heaps with stones, each as the first one, if they are of a sum: misère games are not.
  rules.parts = not misere and function(position)
    local list = {}
    for h = 1, count do
      local heap = position >> 6 * (h - 1) & 63
      if heap > 0 then list[#list + 1] = position & TURN | heap end
    end
    return list
  end or nil

  function rules.player(position)
    return position & TURN == 0 and "max" or "min"
  end

  function rules.show(position)
    local sizes = {}
    for h = 1, count do sizes[h] = tostring(position >> 6 * (h - 1) & 63) end
    return table.concat(sizes, " ")
  end

  -- A heap is a row; a click on a stone takes it with all to its right.
  function rules.board(position)
    local most = math.max(1, table.unpack(heaps))
    local cells = {}
    for h = 1, count do
      local left = position >> 6 * (h - 1) & 63
      cells[h] = ("o"):rep(left) .. ("-"):rep(most - left)
    end
    local function at(move) return most * (move // 100 - 1) + (position >> 6 * (move // 100 - 1) & 63) - move % 100 + 1 end
    return { columns = most, rows = count, cells = table.concat(cells), pieces = { o = "stone", ["-"] = "gap" }, at = at }
  end

  return rules
end)
