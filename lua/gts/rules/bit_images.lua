--- Images of integers under the symmetries of rules, as code that is compiled with them: masks and shifts that move bits. `of`
-- is what symmetry.read gives of rules whose positions or keys are bits: `count` integers, and `bits`, a list for each cell.

local ask = require "gts.rules.ask"
local permutations = require "gts.rules.permutations"

local bit_images = {}

local BITS <const> = 64
local FEW <const> = 120         -- words of all images, among which the cheapest way to make each from another is looked for

-- How a permutation moves bits: masks, by the words that the bits come from and go to, and how far up they are shifted.
local function moves_of(of, list)
  local moves, by, covered = {}, {}, {}
  local function add(from, to, shift, mask)
    local id = (from * of.count + to) * 2 * BITS + shift
    if not by[id] then
      by[id] = { from = from, to = to, shift = shift, mask = 0 }
      moves[#moves + 1] = by[id]
    end
    by[id].mask = by[id].mask | mask
  end
  for cell, source in ipairs(list) do
    for layer, bit in ipairs(of.bits[source]) do
      local target, word = of.bits[cell][layer], bit // BITS + 1
      covered[word] = (covered[word] or 0) | 1 << bit % BITS
      add(word, target // BITS + 1, target % BITS - bit % BITS, 1 << bit % BITS)
    end
  end
  for word = 1, of.count do
    if ~(covered[word] or 0) ~= 0 then add(word, word, 0, ~(covered[word] or 0)) end
  end
  return moves
end

-- Are there too many images to hold all of them in local variables, of which a function has 200 at most?
local function are_many(of) return #of.group * of.count > FEW end

-- A tree of images: for each permutation but the first, which other image it is made of, and the moves. By Prim's algorithm.
local function tree_of(of)
  local group, list, done = of.group, {}, { 1 }
  if are_many(of) then
    for i = 2, #group do list[#list + 1] = { image = i, from = 1, moves = moves_of(of, group[i]) } end
    return list
  end
  local left, known = {}, {}
  for i = 2, #group do left[i] = true end
  local function moves_by(permutation)
    local id = table.concat(permutation, " ")
    known[id] = known[id] or moves_of(of, permutation)
    return known[id]
  end
  while #done < #group do
    local best
    for _, from in ipairs(done) do
      local back = permutations.inverse(group[from])
      for i = 2, #group do
        -- Cell k of the image i is cell group[i][k] of the original, which is cell back[group[i][k]] of the other image.
        local moves = left[i] and moves_by(permutations.compose(back, group[i]))
        if moves and (not best or #moves < #best.moves) then best = { image = i, from = from, moves = moves } end
      end
    end
    left[best.image], done[#done + 1], list[#list + 1] = nil, best.image, best
  end
  return list
end

-- The moves into one word of an image, as an expression.
local function expression(moves, word, from)
  local terms = {}
  for _, move in ipairs(moves) do
    if move.to == word then
      local term = ("%s%d & 0x%x"):format(from, move.from, move.mask)
      if move.shift ~= 0 then term = ("(%s) %s %d"):format(term, move.shift > 0 and "<<" or ">>", math.abs(move.shift)) end
      terms[#terms + 1] = term
    end
  end
  return #terms > 0 and table.concat(terms, " | ") or "0"
end

-- The words of an image, "key<image>_<word>", and the comparison with the least one.
local function image_line(of, step)
  local names, words_of_image = ask.names(("key%d_"):format(step.image), of.count), {}
  for word = 1, of.count do words_of_image[word] = expression(step.moves, word, ("key%d_"):format(step.from)) end
  local is_less = ask.is_less(("key%d_"):format(step.image), "least", of.count)
  return ("local %s = %s if %s then %s = %s end"):format(names, table.concat(words_of_image, ", "), is_less,
    ask.names("least", of.count), names)
end

--- Makes the function that gives the least image of the integers of `key`, or of a position where that is nil: straight code,
-- which is compiled as it stands. The original is image 1. Of many images each is made of that, and forgotten.
function bit_images.least(of, key, words_of_position)
  local count, position = of.count, ask.names("p", words_of_position)
  local least = ask.names("least", count)
  local lines = { "local rules_key = ...", ("return function(%s)"):format(position),
    ("local %s = %s"):format(ask.names("key1_", count), key and ("rules_key(%s)"):format(position) or position) }
  lines[#lines + 1] = ("local %s = %s"):format(least, ask.names("key1_", count))
  local format = are_many(of) and "do %s end" or "%s"
  for _, step in ipairs(tree_of(of)) do lines[#lines + 1] = format:format(image_line(of, step)) end
  lines[#lines + 1] = ("return %s end"):format(least)
  return ask.chunk("rules.symmetries", table.concat(lines, "\n"), key)
end

--- Makes the function that gives the image of integers under a permutation, a list.
function bit_images.image(of, list)
  local moves, results = moves_of(of, list), {}
  for word = 1, of.count do results[word] = expression(moves, word, "p") end
  return ask.chunk("rules.symmetries", ("return function(%s) return %s end"):format(ask.names("p", of.count),
    table.concat(results, ", ")))
end

return bit_images
