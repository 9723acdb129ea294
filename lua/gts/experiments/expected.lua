--- An exact expectation on uniform trees with independent leaves: the theory that searches of random trees are held against.

local expected = {}

-- The share of lost nodes one height further up, from the share of the successors.
local function up(max, lost) return max and lost ^ 2 or 1 - (1 - lost) ^ 2 end

--- How often minimax names the winner of a binary tree where each evaluated node is mistaken for the contrary now and then, each
-- for itself (Beal 1980; Bratko & Gams 1982): from the joint distribution of what is true and what is seen. `depth` of the tree;
-- MAX moves at the root; `plies` that are looked ahead, fewer than depth; `win`: share of leaves won; `error`: a mistake's.
function expected.right(depth, plies, win, error)
  local lost = 1 - win
  local function is_max(height) return (depth - height) % 2 == 0 end
  for height = 1, depth - plies do lost = up(is_max(height), lost) end
  -- Both lost; lost, as it is; lost, as it seems.
  local both, is, seems = lost * (1 - error), lost, lost * (1 - error) + (1 - lost) * error
  for height = depth - plies + 1, depth do
    -- For MIN the same is true of what is not lost.
    if is_max(height) then both, is, seems = both ^ 2, is ^ 2, seems ^ 2
    else
      local neither = (1 - is - seems + both) ^ 2
      is, seems = up(false, is), up(false, seems)
      both = neither - 1 + is + seems
    end
  end
  return 1 - is - seems + 2 * both
end

return expected
