--- Rules that give their moves as a set of bits: `legal` and `play`. A search walks over the set directly; other callers get a
-- `next`, which walks in that order: by rank, else from the lowest bit up.

local words = require "gts.base.words"

local legal = {}

local MOST_WORDS <const> = 128  -- of a set
local BITS <const> = 64
local MOST_RANK <const> = 1 << 53

local function moves_of(set)
  local list = {}
  while set.n > 1 and set.n <= MOST_WORDS and set[set.n] == nil do set.n = set.n - 1 end
  if set.n == 0 then set.n = 1 end
  for w = 1, set.n do
    local left = set[w]
    if math.type(left) ~= "integer" or w > MOST_WORDS then
      error(("rules.legal returned %s: expected a set of moves, 1 to %d integers"):format(w > MOST_WORDS and set.n .. " values"
        or words.quote(left), MOST_WORDS), 0)
    end
    for b = 0, BITS - 1 do
      if left >> b & 1 == 1 then list[#list + 1] = BITS * (w - 1) + b end
    end
  end
  return list
end

--- The moves of a set, as rules.legal gives it, from the lowest bit up: a list.
function legal.members(...) return moves_of(table.pack(...)) end

-- Sorts a list of moves by their ranks; equals stay as they are.
local function sort(list, rank)
  local place, ranks = {}, {}
  for i, move in ipairs(list) do place[move], ranks[move] = i, rank(move) end
  table.sort(list, function(a, b)
    if ranks[a] ~= ranks[b] then return ranks[a] > ranks[b] end
    return place[a] < place[b]
  end)
  return list
end

local asked                     -- which of the rules was asked last

--- Which of the rules was asked last by a walk: "legal", "rank" or "play".
function legal.asked() return asked end

local walks = setmetatable({}, { __mode = "k" })        -- those that were made

--- Is this a `next` that was made here?
function legal.is_walk(f) return walks[f] == true end

--- Makes the `next` of rules that have `legal` and `play`, and perhaps `rank`.
function legal.walk(rules)
  local count = rules.words or 1

  -- The moves of the position in `p`, a list of its words, in their order.
  local function moves(p)
    asked = "legal"
    local list = moves_of(table.pack(rules.legal(table.unpack(p, 1, count))))
    if not rules.rank then return list end
    asked = "rank"
    return sort(list, function(move)
      p[count + 1] = move
      local rank = rules.rank(table.unpack(p, 1, count + 1))
      if math.type(rank) == "integer" and rank >= -MOST_RANK and rank <= MOST_RANK then return rank end
      error(("rules.rank returned %s for move %d: expected an integer from -2^53 to 2^53"):format(words.quote(rank), move), 0)
    end)
  end

  -- The position of the last walk, its moves, and how far the walk has come: it goes on without asking again.
  local of, list, i = {}, {}, 0

  local function goes_on(p, last)
    if last == nil or list[i] ~= last then return false end
    for w = 1, count do
      if not rawequal(of[w], p[w]) then return false end
    end
    return true
  end

  local function walk(...)
    local p, last = { ... }, (select(count + 1, ...))
    if goes_on(p, last) then i = i + 1
    else
      of, list, i = {}, {}, 0
      list, of, i = moves(p), p, 1
      if last ~= nil then
        while list[i] ~= nil and list[i] ~= last do i = i + 1 end
        i = i + 1
      end
    end
    local move = list[i]
    if move == nil then return nil end
    p[count + 1] = move
    asked = "play"
    return move, rules.play(table.unpack(p, 1, count + 1))
  end
  walks[walk] = true
  return walk
end

return legal
