--- What is asked of one position: every rule, for the type and the sense of its answer; and has asking changed the position?

local consistency = require "gts.check.consistency"
local develop = require "gts.check.develop"
local image = require "gts.rules.image"
local random = require "gts.base.random"
local words = require "gts.base.words"

local probes = {}

-- rules.random gives legal moves with their positions, each as likely. Its draws are counted at some positions.

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
local function draw(self, node, list, numbers, r)
  local found, count = self.found, self.asker.words
  local got, kind, wrong = self.asker:ask("random", node.position, r)
  if not got then return develop.failed(self, node, "random", kind, wrong) and false end
  if got[1] == nil then return 0 end
  for i = 1, count + 1 do
    if math.type(got[i]) ~= "integer" then
      return self:wrong_type(node, "random", got[i], "an integer for the move and for each word of the position, or nil")
    end
  end
  local number = numbers[got[1]]
  if number and same(got, 2, list[number], count) then return number end
  found:add("chance", number and "position" or "move", node, "rules.random returned %s for {position}: %s",
    number and "another position with move " .. found:name(got[1]) or "move " .. words.quote(got[1]),
    number and "it is not the one that the move leads to" or "that is no legal move")
  return false
end

-- Are the counts of `draws` draws too uneven? By their chi-square, whose mean is the degrees of freedom, its variance twice that.
local function uneven(counts, draws)
  local sum, mean, free = 0, draws / #counts, #counts - 1
  for _, n in ipairs(counts) do sum = sum + (n - mean) ^ 2 / mean end
  return sum > free + SIGMAS * math.sqrt(2 * free)
end

local function check_law(self, node, list, numbers, stream)
  local counts, draws, least, most = {}, 0, 1, 1
  for i = 1, #list do counts[i] = 0 end
  for _ = 1, DRAWS * #list do
    local number = draw(self, node, list, numbers, bits(stream))
    if not number then return end
    if number > 0 then counts[number], draws = counts[number] + 1, draws + 1 end
  end
  if draws < 5 * #list or not uneven(counts, draws) then return end
  for i, n in ipairs(counts) do
    if n < counts[least] then least = i end
    if n > counts[most] then most = i end
  end
  local found = self.found
  found:add("chance", "law", node,
    "of %d moves by rules.random for {position} %d are %s and %d %s: each of %d is to be as likely",
    draws, counts[most], found:name(list[most].move), counts[least], found:name(list[least].move), #list)
end

-- Checks the random moves of a node: one, and of the first few nodes how they are distributed.
local function check_chance(self, node, list)
  local start = self.rules.start
  if not self.rules.random or list.broken or self.asker.words == 1 and math.type(start) ~= "integer" then return end
  local numbers = {}
  for i, entry in ipairs(list) do numbers[entry.move] = i end
  local stream = random.stream(#list)
  self.laws = self.laws or 0
  if #list < LEAST or #list > MOST or self.laws >= POSITIONS then return draw(self, node, list, numbers, bits(stream)) end
  self.laws = self.laws + 1
  check_law(self, node, list, numbers, stream)
end

local EXACT = 2 ^ 53            -- integers beyond are not all doubles

local Probes = {}
Probes.__index = Probes
for _, name in ipairs { "remember", "again", "interleave", "undoes" } do Probes[name] = consistency[name] end

--- Makes a prober.
function probes.new(rules, asker, found)
  return setmetatable({
    rules = rules, asker = asker, found = found, developer = develop.new(rules, asker, found),
  }, Probes)
end

-- What holds nothing that Lua can see: where it is says little, for it may be made anew.
local hidden = { ["function"] = true, userdata = true, thread = true }

-- A position by what it holds: a list of words by these, and what hides what it holds by its key.
function Probes:image_of(position)
  if self.asker.words > 1 then return table.concat(position, " ", 1, self.asker.words) end
  local key
  if hidden[type(position)] then key = self.asker:first("key", position) end
  return key ~= nil and "key " .. tostring(key) or image.of(position)
end

-- What asking may have left behind: another position, or the knowledge of the time.
local function look_behind(self, name, node)
  local used, found = self.asker.used, self.found
  if used then
    found:add(used.kind, name .. used.name, node, "rules.%s calls %s", name, used.name)
    self.asker.used = nil
  end
  if type(node.position) == "table" and self.asker.words == 1 and image.of(node.position) ~= node.image then
    node.image = image.of(node.position)
    found:add("changed", name, node, "rules.%s changes the position that it is asked about", name)
  end
end

-- Asks one of the rules, if it is there. nil after an error.
function Probes:ask(name, node)
  if not self.rules[name] then return nil end
  local results, kind, wrong = self.asker:ask(name, node.position)
  look_behind(self, name, node)
  if not results then develop.failed(self, node, name, kind, wrong) end
  return results
end

--- A rule of this name answers with something else than `expected`, which is in words.
function Probes:wrong_type(node, name, got, expected)
  self.found:add("types", name, node, "rules.%s returned %s for {position}: expected %s", name, words.quote(got), expected)
end

-- What the answer of each rule is held against: functions of the node, the first result, and all results.
local holds = {}

function holds.terminal(self, node, answer)
  if answer ~= nil and type(answer) ~= "boolean" then self:wrong_type(node, "terminal", answer, "true or false") end
  node.over = answer and true or false
end

function holds.player(self, node, player)
  if player == "max" or player == "min" then node.player = player
  else self:wrong_type(node, "player", player, "'max' or 'min'") end
end

local function is_value(self, node, value)
  local found, range = self.found, self.rules.range
  if type(value) ~= "number" then return self:wrong_type(node, "evaluate", value, "a number") end
  if value ~= value or value == math.huge or value == -math.huge then
    found:add("value", value ~= value and "nan" or "inf", node, "rules.evaluate returned %s for {position}", value)
    return false
  end
  if range and (value < range[1] or value > range[2]) then
    found:add("range", "evaluate", node,
      "rules.evaluate returned %s for {position}, outside rules.range, which is from %s to %s", value, range[1], range[2])
  end
  if math.type(value) == "integer" and (value > EXACT or value < -EXACT) then
    found:add("precise", "evaluate", node, "rules.evaluate returned %d for {position}, beyond 2^53", value)
  end
  if self.rules.score and value ~= math.floor(value) then
    return self:wrong_type(node, "evaluate", value, "a whole number, because there is a rules.score")
  end
  return true
end

function holds.evaluate(self, node, value)
  if is_value(self, node, value) then node.value = value end
end

local function is_bound(value) return value == nil or type(value) == "number" and value == value end

function holds.bounds(self, node, lower, results)
  local upper = results[2]
  if not (is_bound(lower) and is_bound(upper)) then
    return self:wrong_type(node, "bounds", is_bound(lower) and upper or lower, "two numbers, lower and upper")
  end
  node.lower, node.upper = lower or -math.huge, upper or math.huge
  if node.lower > node.upper then
    self.found:add("bounds", "crossed", node, "rules.bounds returned %s and %s for {position}: the lower is above the upper",
      node.lower, node.upper)
    node.lower, node.upper = nil, nil
  end
end

function holds.key(self, node, key, results)
  if self.rules.key_words then key = table.concat(results, " ", 1, self.rules.key_words) end
  local kind = math.type(key) == "integer" and "an integer" or type(key) == "string" and "a string"
  if not kind then return self:wrong_type(node, "key", key, "an integer or a string") end
  if kind ~= (self.key_kind or kind) and self.key_kind == "an integer" then
    self:wrong_type(node, "key", key, "an integer, as for the first position")
  end
  self.key_kind, node.key = self.key_kind or kind, key
end

-- A rule that gives an integer which a double holds exactly.
local function holds_integer(name)
  return function(self, node, number)
    if math.type(number) ~= "integer" or number > EXACT or number < -EXACT then
      return self:wrong_type(node, name, number, "an integer from -2^53 to 2^53")
    end
    node[name] = number
  end
end

holds.score, holds.tier = holds_integer "score", holds_integer "tier"

function holds.features(self, node, list)
  if type(list) ~= "table" then return self:wrong_type(node, "features", list, "a list of numbers") end
  self.features = self.features or math.max(1, #list)
  if #list ~= self.features then
    self.found:add("types", "features", node, "rules.features returned %d numbers for {position}: expected %d, always", #list,
      self.features)
  end
  for _, number in ipairs(list) do
    if type(number) ~= "number" or number ~= number or math.abs(number) == math.huge then
      return self:wrong_type(node, "features", number, "finite numbers")
    end
  end
end

-- A position that was made must not change while the next one is made.
local function check_children(self, node, list)
  for _, entry in ipairs(list) do
    if entry.image and image.of(entry.position) ~= entry.image then
      entry.image = image.of(entry.position)
      self.found:add("changed", "reused", node, "rules.%s changes the position after move %s when it makes the next one",
        self.developer.form, self.found:name(entry.move))
      return
    end
  end
end

--- The successors of a node, which is not over: see Develop:successors.
function Probes:develop(node)
  local list = self.developer:successors(node)
  look_behind(self, self.developer.form, node)
  if list then
    list.broken = list.broken or node.holes
    check_children(self, node, list)
  end
  return list
end

-- The ranks of moves; those of a set are looked at when it is walked over.
local function check_ranks(self, node, list)
  if not self.rules.rank or self.rules.legal then return end
  for _, entry in ipairs(list) do
    local results, kind, wrong = self.asker:ask("rank", node.position, entry.move)
    if not results then return develop.failed(self, node, "rank", kind, wrong) end
    if math.type(results[1]) ~= "integer" or results[1] > EXACT or results[1] < -EXACT then
      return self:wrong_type(node, "rank", results[1], "an integer from -2^53 to 2^53")
    end
  end
end

-- Which moves are noisy; up to the first that is answered wrongly.
local function check_noisy(self, node, list)
  if not self.rules.noisy then return end
  local quiet
  for _, entry in ipairs(list) do
    local results, kind, wrong = self.asker:ask("noisy", node.position, entry.move)
    look_behind(self, "noisy", node)
    if not results then return develop.failed(self, node, "noisy", kind, wrong) end
    local answer = results[1]
    if answer ~= nil and type(answer) ~= "boolean" then return self:wrong_type(node, "noisy", answer, "true or false") end
    if answer and quiet and self.rules.noisy_first then
      return self.found:add("noisy_first", "noisy", node,
        "rules.noisy_first is true, but the noisy move %s comes behind the quiet move %s of {position}",
        self.found:name(entry.move), self.found:name(quiet.move))
    end
    if not answer then quiet = quiet or entry end
  end
end

-- Why `pass` or `turned` may not give this, in words; nil for a position.
local function wrong_pass(self, position)
  local words_of = self.asker.words
  for i = 1, words_of > 1 and words_of or 0 do
    if math.type(position[i]) ~= "integer" then return position[i], "an integer for each word of the position, or nil" end
  end
  local is_float = position ~= position or math.type(self.rules.start) == "integer" and math.type(position) == "float"
  if words_of == 1 and is_float then return position, "a position, or nil" end
end

-- The position after a pass, by rules.pass or rules.turned, where it is one.
local function check_pass(self, node, name)
  if not self.rules[name] or node.over then return end
  local results = self:ask(name, node)
  if not results or results[1] == nil then return end
  local position = self.asker.words > 1 and results or results[1]
  local got, expected = wrong_pass(self, position)
  if expected then return self:wrong_type(node, name, got, expected) end
  if node.player and self.asker:first("player", position) == node.player then
    self.found:add("pass", "player", node, "rules.player says %s after rules.%s as well as before, for {position}",
      words.quote(node.player), name)
  end
end

-- Has anything of what was asked written a global?
local function check_globals(self, node)
  local name, place = self.asker:written()
  if not name then return end
  self.found:add("global", name, node, "the rules write the global '%s'%s", name, place and " in " .. place or "")
end

--- Asks everything about a node, and sets over, player, value, lower, upper, key, score, tier. Returns its successors, or nil.
function Probes:probe(node)
  if type(node.position) == "table" and self.asker.words == 1 then node.image = image.of(node.position) end
  for _, name in ipairs(consistency.order) do
    local results = self:ask(name, node)
    if results then holds[name](self, node, results[1], results) end
  end
  local list = {}
  if not node.over then list = self:develop(node) end
  check_ranks(self, node, list or {})
  check_noisy(self, node, list or {})
  if not node.over and list then check_chance(self, node, list) end
  for _, name in ipairs(consistency.passes) do check_pass(self, node, name) end
  check_globals(self, node)
  return list
end

--- Are positions that are tables, of a node and the last `steps` (default: all) before it, as they were, after the node `now`?
function Probes:check_kept(node, now, steps)
  steps = steps or math.huge
  while node and steps > 0 do
    steps = steps - 1
    if node.image and image.of(node.position) ~= node.image then
      node.image = image.of(node.position)
      self.found:add("changed", "shared", node,
        "this position is changed when one that came of it is developed (after %s): they share a table",
        table.concat(self.found:path(now), " "))
    end
    node = node.parent
  end
end

return probes
