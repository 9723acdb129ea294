--- Games of two words, coded in more: every bit has its place in one of them.
--
--    local game = wide.of(gts.game "connect4", 16)
--    gts.search(game, { position = wide.position({ 0, 5 }, 16) })

local wide = {}

-- Of `count` words that share the bits of one, those that number `i` has.
local function bits_of(i, count)
  local bits = 0
  for b = i - 1, 63, count do bits = bits | 1 << b end
  return bits
end

-- Which bits the words have, of the first word of the game and of the second, in turns.
local function shares(words)
  local list = {}
  for i = 1, words do list[i] = bits_of((i + 1) // 2, i % 2 == 1 and (words + 1) // 2 or words // 2) end
  return list
end

--- A position of two words, in `words`.
function wide.position(position, words)
  local list = {}
  for i, bits in ipairs(shares(words)) do list[i] = position[2 - i % 2] & bits end
  return list
end

--- And back.
function wide.narrow(position)
  local pair = { 0, 0 }
  for i, word in ipairs(position) do pair[2 - i % 2] = pair[2 - i % 2] | word end
  return pair
end

-- The text of rules of a number of words, whose first words hold the bits of a, and so on. It can be compiled.
local TEXT = [[
local of = ...
local next_of, evaluate, player, terminal, bounds, key = of.next, of.evaluate, of.player, of.terminal, of.bounds, of.key
local score = of.score
return {
  next = function(WORDS, move)
    local m, a, b = next_of(A, B, move)
    if m then return m, SPREAD end
  end,
  evaluate = function(WORDS) return evaluate(A, B) end,
  player = player and function(WORDS) return player(A, B) end,
  terminal = terminal and function(WORDS) return terminal(A, B) end,
  bounds = bounds and function(WORDS) return bounds(A, B) end,
  key = key and function(WORDS) return key(A, B) end,
  score = score and function(WORDS) return score(A, B) end,
}]]

--- Rules of two words, in `words`.
-- @tparam table rules
-- @tparam integer words
-- @treturn table rules
function wide.of(rules, words)
  local names, spread, of = {}, {}, { {}, {} }
  for i, bits in ipairs(shares(words)) do
    names[i] = "w" .. i
    spread[i] = ("%s & 0x%x"):format(i % 2 == 1 and "a" or "b", bits)
    table.insert(of[2 - i % 2], names[i])
  end
  local parts = {
    WORDS = table.concat(names, ", "), SPREAD = table.concat(spread, ", "),
    A = table.concat(of[1], "|"), B = table.concat(of[2], "|"),
  }
  local made = assert(load(TEXT:gsub("%u+", parts), "=wide"))(rules)
  made.name, made.words, made.start = rules.name, words, wide.position(rules.start, words)
  made.range, made.cycle = rules.range, rules.cycle
  return made
end

return wide
