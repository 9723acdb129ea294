--- What gts.check asks of rules.random: legal moves with their positions, each as likely.

local develop = require "gts.check.develop"
local random = require "gts.base.random"
local words = require "gts.base.words"

local chance = {}

local POSITIONS = 3             -- whose draws are counted
local LEAST, MOST = 2, 50       -- which have from 2 to 50 successors
local DRAWS = 20                -- of each successor, on average
local SIGMAS = 7                -- by which the counts may be too uneven

-- A random integer, all of whose bits are random.
local function bits(stream) return stream(0, 0xffffffff) << 32 | stream(0, 0xffffffff) end

-- Is this the position of a successor?
local function same(got, first, entry, count)
  if count == 1 then return got[first] == entry.position end
  for i = 1, count do
    if got[first + i - 1] ~= entry.position[i] then return false end
  end
  return true
end

-- One draw: the number of the successor; 0 for nil; false after a finding.
local function draw(probes, node, list, numbers, r)
  local found, count = probes.found, probes.asker.words
  local got, kind, wrong = probes.asker:ask("random", node.position, r)
  if not got then return develop.failed(probes, node, "random", kind, wrong) and false end
  if got[1] == nil then return 0 end
  for i = 1, count + 1 do
    if math.type(got[i]) ~= "integer" then
      probes:wrong_type(node, "random", got[i], "an integer for the move and for each word of the position, or nil")
      return false
    end
  end
  local number = numbers[got[1]]
  if number and same(got, 2, list[number], count) then return number end
  found:add("chance", number and "position" or "move", node, "rules.random returned %s for position %s: %s",
    number and "another position with move " .. found:name(got[1]) or "move " .. words.quote(got[1]),
    found:describe(node.position), number and "it is not the one that the move leads to" or "that is no legal move")
  return false
end

-- Are the counts of `draws` draws too uneven? By their chi-square, whose mean is the degrees of freedom, its variance twice that.
local function uneven(counts, draws)
  local sum, mean, free = 0, draws / #counts, #counts - 1
  for _, n in ipairs(counts) do sum = sum + (n - mean) ^ 2 / mean end
  return sum > free + SIGMAS * math.sqrt(2 * free)
end

local function check_law(probes, node, list, numbers, stream)
  local counts, draws, least, most = {}, 0, 1, 1
  for i = 1, #list do counts[i] = 0 end
  for _ = 1, DRAWS * #list do
    local number = draw(probes, node, list, numbers, bits(stream))
    if not number then return end
    if number > 0 then counts[number], draws = counts[number] + 1, draws + 1 end
  end
  if draws < 5 * #list or not uneven(counts, draws) then return end
  for i, n in ipairs(counts) do
    if n < counts[least] then least = i end
    if n > counts[most] then most = i end
  end
  local found = probes.found
  found:add("chance", "law", node,
    "of %d moves by rules.random for position %s %d are %s and %d %s: each of %d is to be as likely",
    draws, found:describe(node.position), counts[most], found:name(list[most].move), counts[least], found:name(list[least].move),
    #list)
end

--- Checks the random moves of a node: one, and of the first few nodes how they are distributed.
-- @tparam table probes see gts.check.probes
-- @tparam table node
-- @tparam table list its successors
function chance.check(probes, node, list)
  local start = probes.rules.start
  if not probes.rules.random or list.broken or probes.asker.words == 1 and math.type(start) ~= "integer" then return end
  local numbers = {}
  for i, entry in ipairs(list) do numbers[entry.move] = i end
  local stream = random.stream(#list)
  probes.laws = probes.laws or 0
  if #list < LEAST or #list > MOST or probes.laws >= POSITIONS then
    draw(probes, node, list, numbers, bits(stream))
    return
  end
  probes.laws = probes.laws + 1
  check_law(probes, node, list, numbers, stream)
end

return chance
