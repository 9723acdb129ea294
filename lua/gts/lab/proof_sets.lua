--- Proof and disproof sets of partly developed trees, by definition (Allis, van der Meulen and van den Herik, Artificial
-- Intelligence 66, 1994): sets of open nodes that prove the root if all of them are proved, or disprove it if all are disproved.
-- @module gts.lab.proof_sets

local proof_sets = {}

-- What a search knows is the part of the tree that is developed. A leaf of that part is a leaf of the tree, or it is open; each
-- open one has a bit. Returns a function that says whether the root is at least 1, if the open nodes of a set are, and no others;
-- the number of open nodes; and their bits, by path.
local function part_of(whole, developed)
  local bits, count = {}, 0
  local function value(node, path, max)
    if type(node) == "number" then return function() return node >= 1 end end
    if not developed[path] then
      local bit = 1 << count
      bits[path], count = bit, count + 1
      return function(set) return set & bit ~= 0 end
    end
    local parts = {}
    for i, child in ipairs(node) do parts[i] = value(child, path == "" and tostring(i) or path .. "." .. i, not max) end
    return function(set)
      for _, part in ipairs(parts) do
        if part(set) == max then return max end
      end
      return not max
    end
  end
  local proved = value(whole, "", true)
  return proved, count, bits
end

-- How many are in a set?
local function size(set)
  local n = 0
  while set ~= 0 do n, set = n + 1, set & set - 1 end
  return n
end

--- Is an open node in a smallest set of open nodes that proves, and in a smallest that disproves? All sets are tried: with n open
-- nodes 2^n.
-- @tparam table whole the tree, lists of lists and numbers; MAX moves at the root. A leaf is proved by 1 and more, else disproved
-- @tparam table developed path of a node, as in "2.1" ("" is the root) -> true
-- @tparam string path that of the open node: all above it are developed
-- @treturn boolean
function proof_sets.most_proving(whole, developed, path)
  local proved, count, bits = part_of(whole, developed)
  local all, bit = (1 << count) - 1, bits[path]
  local least, with = { math.huge, math.huge }, { math.huge, math.huge }
  for set = 0, all do
    for side = 1, 2 do
      local does = side == 1 and proved(set) or side == 2 and not proved(all ~ set)
      if does then
        local n = size(set)
        least[side] = math.min(least[side], n)
        if set & bit ~= 0 then with[side] = math.min(with[side], n) end
      end
    end
  end
  return least[1] == with[1] and least[2] == with[2]
end

return proof_sets
