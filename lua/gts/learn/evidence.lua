--- What samples say of the bits of positions: which of them change, and which are functions of what stands on a cell.

local evidence = {}

local BITS <const> = 64
local EVIDENCE <const> = 8      -- games in which a value of a bit is to be seen; and positions that might have contradicted

-- Sets of samples: lists of integers, a bit for each.

local function put(set, i) set[i // BITS + 1] = (set[i // BITS + 1] or 0) | 1 << i % BITS end

--- Says how a bit goes with a set of samples. `set` of samples: a list of integers, a bit for each sample; `ones`: the set of
-- samples in which the bit is 1. Returns 0 or 1 if the bit is that in all of the set.
function evidence.constant_in(set, ones)
  local some, all = false, true
  for w, part in pairs(set) do
    local both = part & (ones[w] or 0)
    if both ~= 0 then some = true end
    if both ~= part then all = false end
    if some and not all then return nil end
  end
  return some and 1 or 0
end

-- Numbers of bits, by their values.
local number_of = {}
for bit = 0, BITS - 1 do number_of[1 << bit] = bit end

-- Begins a game: counts the bits that were never 0 in the one before.
local function end_game(all, words)
  for w = 1, all.never_zero and words or 0 do
    local left = all.never_zero[w]
    while left ~= 0 do
      local id = BITS * (w - 1) + number_of[left & -left]
      all.only_ones[id], left = (all.only_ones[id] or 0) + 1, left & left - 1
    end
  end
end

-- The ones of a sample, and in how many games each bit was 1.
local function put_ones(all, sample, i, words)
  if all.game ~= sample.game then
    end_game(all, words)
    all.game, all.all_games, all.never_zero = sample.game, all.all_games + 1, {}
  end
  for w = 1, words do
    local left = sample.words[w]
    all.never_zero[w] = (all.never_zero[w] or -1) & left
    while left ~= 0 do
      local id = BITS * (w - 1) + number_of[left & -left]
      all.ones[id] = all.ones[id] or {}
      put(all.ones[id], i)
      if all.last[id] ~= all.game then all.last[id], all.games[id] = all.game, (all.games[id] or 0) + 1 end
      left = left & left - 1
    end
  end
end

--- Tabulates the samples of one mover. `list`: see gts.learn.samples; with cells, the names of pieces; `words` of a position.
-- Returns a table: pieces: for each cell name -> set and count; for each bit: ones, a set; games, in how many it was 1;
-- only_ones, in how many never 0; and all_games.
function evidence.tabulate(list, mover, words)
  local all = { pieces = {}, ones = {}, games = {}, last = {}, only_ones = {}, all_games = 0 }
  local i = 0
  for _, sample in ipairs(list) do
    if sample.mover == mover then
      for cell, name in ipairs(sample.cells or {}) do
        local of_cell = all.pieces[cell] or {}
        local piece = of_cell[name] or { set = {}, count = 0 }
        all.pieces[cell], of_cell[name] = of_cell, piece
        put(piece.set, i)
        piece.count = piece.count + 1
      end
      put_ones(all, sample, i, words)
      i = i + 1
    end
  end
  end_game(all, words)
  return all
end

--- Is a bit a function of the piece on a cell? `all`: see evidence.tabulate; `id` of the bit. Returns a boolean; a table for each
-- value of the bit, how many positions might have shown that it is none.
function evidence.is_function(all, cell, id)
  local counts = { [0] = 0, 0 }
  for _, piece in pairs(all.pieces[cell] or {}) do
    local value = evidence.constant_in(piece.set, all.ones[id] or {})
    if not value then return false end
    counts[value] = counts[value] + piece.count - 1
  end
  return true, counts
end

--- Returns the bits that have been 0, and been 1, in enough games, the lowest first. `all`: see evidence.tabulate.
function evidence.varying(all, words)
  local list = {}
  for id = 0, BITS * words - 1 do
    local ones, zeros = all.games[id] or 0, all.all_games - (all.only_ones[id] or 0)
    if ones >= EVIDENCE and zeros >= EVIDENCE then list[#list + 1] = id end
  end
  return list
end

--- Is there evidence enough for a function? `counts` for each value of the bit: see evidence.is_function.
function evidence.suffices(counts) return counts[0] >= EVIDENCE and counts[1] >= EVIDENCE end

return evidence
