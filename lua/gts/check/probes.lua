--- What is asked of one position: every rule, for the type and the sense of its answer; whether asking has changed the position;
-- and, where that is wanted, everything twice.
-- @module gts.check.probes

local chance = require "gts.check.chance"
local develop = require "gts.check.develop"
local image = require "gts.rules.image"
local words = require "gts.base.words"

local probes = {}

local EXACT = 2 ^ 53            -- integers beyond are not all doubles

local Probes = {}
Probes.__index = Probes

--- Makes a prober.
-- @tparam table rules
-- @tparam table asker see gts.check.ask
-- @tparam table found see gts.check.findings
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
  if hidden[type(position)] and self.rules.key then
    local results = self.asker:ask("key", position)
    if results and results[1] ~= nil then return "key " .. tostring(results[1]) end
  end
  return image.of(position)
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
  if self.rules[name] == nil then return nil end
  local results, kind, wrong = self.asker:ask(name, node.position)
  look_behind(self, name, node)
  if not results then develop.failed(self, node, name, kind, wrong) end
  return results
end

--- A rule answers with something else than it should.
-- @tparam table node
-- @tparam string name of the rule
-- @param got
-- @tparam string expected in words
function Probes:wrong_type(node, name, got, expected)
  self.found:add("types", name, node, "rules.%s returned %s for position %s: expected %s", name, words.quote(got),
    self.found:describe(node.position), expected)
end

local ask = {}          -- what each of the rules is asked, and what its answer is held against

function ask.terminal(self, node)
  local results = self:ask("terminal", node)
  if not results then return end
  local answer = results[1]
  if answer ~= nil and type(answer) ~= "boolean" then self:wrong_type(node, "terminal", answer, "true or false") end
  node.over = answer and true or false
end

function ask.player(self, node)
  local results = self:ask("player", node)
  if not results then return end
  if results[1] == "max" or results[1] == "min" then node.player = results[1]
  else self:wrong_type(node, "player", results[1], "'max' or 'min'") end
end

-- Is a number what a value may be?
local function is_value(self, node, value)
  local found, range = self.found, self.rules.range
  if type(value) ~= "number" then
    self:wrong_type(node, "evaluate", value, "a number")
    return false
  end
  local what = found:describe(node.position)
  if value ~= value or value == math.huge or value == -math.huge then
    found:add("value", value ~= value and "nan" or "inf", node, "rules.evaluate returned %s for position %s", value, what)
    return false
  end
  if range and (value < range[1] or value > range[2]) then
    found:add("range", "evaluate", node,
      "rules.evaluate returned %s for position %s, outside rules.range, which is from %s to %s", value, what, range[1], range[2])
  end
  if math.type(value) == "integer" and (value > EXACT or value < -EXACT) then
    found:add("precise", "evaluate", node, "rules.evaluate returned %d for position %s, beyond 2^53", value, what)
  end
  if self.rules.score and value ~= math.floor(value) then
    self:wrong_type(node, "evaluate", value, "a whole number, because there is a rules.score")
    return false
  end
  return true
end

function ask.evaluate(self, node)
  local results = self:ask("evaluate", node)
  if results and is_value(self, node, results[1]) then node.value = results[1] end
end

local function is_bound(value) return value == nil or type(value) == "number" and value == value end

function ask.bounds(self, node)
  local results = self:ask("bounds", node)
  if not results then return end
  if not (is_bound(results[1]) and is_bound(results[2])) then
    self:wrong_type(node, "bounds", is_bound(results[1]) and results[2] or results[1], "two numbers, lower and upper")
    return
  end
  node.lower, node.upper = results[1] or -math.huge, results[2] or math.huge
  if node.lower > node.upper then
    self.found:add("bounds", "crossed", node, "rules.bounds returned %s and %s for position %s: the lower is above the upper",
      node.lower, node.upper, self.found:describe(node.position))
    node.lower, node.upper = nil, nil
  end
end

function ask.key(self, node)
  local results = self:ask("key", node)
  if not results then return end
  local key = results[1]
  if self.rules.key_words then key = table.concat(results, " ", 1, self.rules.key_words) end
  local kind = math.type(key) == "integer" and "an integer" or type(key) == "string" and "a string"
  if not kind then return self:wrong_type(node, "key", key, "an integer or a string") end
  if kind ~= (self.key_kind or kind) and self.key_kind == "an integer" then
    self:wrong_type(node, "key", key, "an integer, as for the first position")
  end
  self.key_kind, node.key = self.key_kind or kind, key
end

-- A rule that gives an integer which a double holds exactly.
local function ask_integer(name)
  return function(self, node)
    local results = self:ask(name, node)
    if not results then return end
    local number = results[1]
    if math.type(number) ~= "integer" or number > EXACT or number < -EXACT then
      return self:wrong_type(node, name, number, "an integer from -2^53 to 2^53")
    end
    node[name] = number
  end
end

ask.score, ask.tier = ask_integer "score", ask_integer "tier"

function ask.features(self, node)
  local results = self:ask("features", node)
  if not results then return end
  local list = results[1]
  if type(list) ~= "table" then return self:wrong_type(node, "features", list, "a list of numbers") end
  self.features = self.features or math.max(1, #list)
  if #list ~= self.features then
    self.found:add("types", "features", node, "rules.features returned %d numbers for position %s: expected %d, always",
      #list, self.found:describe(node.position), self.features)
  end
  for _, number in ipairs(list) do
    if type(number) ~= "number" or number ~= number or math.abs(number) == math.huge then
      return self:wrong_type(node, "features", number, "finite numbers")
    end
  end
end

local order = { "terminal", "player", "evaluate", "bounds", "key", "score", "tier", "features" }
local passes = { "pass", "turned" }     -- that give the position after a pass

-- The successors as an image: the moves, and where they lead.
local function image_of_list(self, list)
  local parts = { n = 0 }
  for i, entry in ipairs(list or {}) do
    local move = entry.move
    parts[2 * i - 1] = (type(move) == "table" or type(move) == "userdata") and "a move" or move
    parts[2 * i], parts.n = self:image_of(entry.position), 2 * i
  end
  return image.of_all(parts)
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

--- The successors of a node, which is not over.
-- @treturn table|nil see Develop:successors
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
        "rules.noisy_first is true, but the noisy move %s comes behind the quiet move %s of position %s",
        self.found:name(entry.move), self.found:name(quiet.move), self.found:describe(node.position))
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
  local player = self.rules.player and self.asker:ask("player", position)
  if player and node.player and player[1] == node.player then
    self.found:add("pass", "player", node, "rules.player says %s after rules.%s as well as before, for position %s",
      words.quote(node.player), name, self.found:describe(node.position))
  end
end

-- Has anything of what was asked written a global?
local function check_globals(self, node)
  local name, place = self.asker:written()
  if not name then return end
  self.found:add("global", name, node, "the rules write the global '%s'%s", name, place and " in " .. place or "")
end

--- Asks everything about a node, and sets its fields: over, player, value, lower, upper, key, score, tier.
-- @tparam table node with position, and player as far as that is known
-- @treturn table|nil its successors; nil after an error
function Probes:probe(node)
  if type(node.position) == "table" and self.asker.words == 1 then node.image = image.of(node.position) end
  for _, name in ipairs(order) do
    if self.rules[name] then ask[name](self, node) end
  end
  local list = {}
  if not node.over then list = self:develop(node) end
  check_ranks(self, node, list or {})
  check_noisy(self, node, list or {})
  if not node.over and list then chance.check(self, node, list) end
  for _, name in ipairs(passes) do check_pass(self, node, name) end
  check_globals(self, node)
  return list
end

local function differs(self, node, name, first, second)
  self.found:add("differs", name, node,
    "rules.%s answers differently when it is asked twice about position %s: %s, then %s", name,
    self.found:describe(node.position), first, second)
end

local function join(results)
  local texts = {}
  for i = 1, results.n do texts[i] = words.quote(results[i]) end
  return #texts > 0 and table.concat(texts, " and ") or "nothing"
end

-- The noisy ones of some moves, with an image.
local function answer_noisy(self, node, list)
  local images, names = { n = #list }, {}
  for i, entry in ipairs(list) do
    local results = self.asker:ask("noisy", node.position, entry.move)
    images[i] = results and results[1]
    if images[i] then names[#names + 1] = self.found:name(entry.move) end
  end
  return { image = image.of_all(images), text = #names == 0 and "true for no move" or "true for " .. table.concat(names, " ") }
end

-- The position after a pass, with an image.
local function answer_pass(self, node, name)
  local results = self.asker:ask(name, node.position)
  if not results then return nil end
  return { image = image.of_all(results), text = results[1] == nil and "nil" or "a position" }
end

-- All answers about a position, each with its image.
local function answers(self, node)
  local all = {}
  for _, name in ipairs(order) do
    local results = self.rules[name] and self.asker:ask(name, node.position)
    if results then all[name] = { image = image.of_all(results), text = join(results) } end
  end
  if not node.over then
    local list = self.developer:successors(node)
    local moves = {}
    for i, entry in ipairs(list or {}) do moves[i] = self.found:name(entry.move) end
    all[self.developer.form] = list and
      { image = image_of_list(self, list), text = #moves == 0 and "no move" or "the moves " .. table.concat(moves, " ") }
    all.noisy = self.rules.noisy and list and answer_noisy(self, node, list) or nil
    for _, name in ipairs(passes) do all[name] = self.rules[name] and answer_pass(self, node, name) or nil end
  end
  return all
end

--- Notes what the rules say of a node, to ask again.
function Probes:remember(node) node.answers = answers(self, node) end

--- Asks again, and compares.
function Probes:again(node)
  local now = answers(self, node)
  for name, before in pairs(node.answers) do
    if now[name] and now[name].image ~= before.image then
      local texts = before.text ~= now[name].text
      differs(self, node, name, texts and before.text or "one position", texts and now[name].text or "another")
    end
  end
end

--- Are two walks over successors, a step of each in turn, what each is by itself? And is a list still what it was when the next
-- one has been made?
-- @tparam table a node
-- @tparam table list its successors
-- @tparam table b another node
function Probes:interleave(a, list, b)
  local form = self.developer.form
  if list.broken or b.list and b.list.broken then return end
  if list.lists then
    local before = image.of(list.lists)
    self.developer:successors(b)
    if image.of(list.lists) ~= before then
      self.found:add("changed", "lists", a,
        "rules.successors changes the list that it returned before: each position needs its own")
    end
    return
  end
  local step_a, step_b = self.developer:steps(a), self.developer:steps(b)
  if not step_a or not step_b then return end
  for i = 1, #list + 1 do
    local move, expected = step_a(), list[i] and list[i].move
    step_b()
    if move ~= expected and type(move) ~= "table" then
      differs(self, a, form, ("move %s"):format(words.quote(expected)),
        ("while the moves of another are asked for, %s"):format(words.quote(move)))
      return
    end
  end
end

-- Returns an image of a board at a node: its contents, or, where it is opaque to Lua, the answers of the rules.
local function image_of_board(self, node, board)
  if type(board) == "table" then return image.of(board) end
  local all, texts = answers(self, node), {}
  for name, answer in pairs(all) do texts[#texts + 1] = name .. answer.image end
  table.sort(texts)
  return table.concat(texts, " ")
end

-- Plays a move and takes it back; false if the board is another then, or if that cannot be known.
local function play_back(self, node, board, move)
  local rules = self.rules.mutable.rules
  local before = image_of_board(self, node, board)
  local taken, kind, wrong = self.asker:call(rules.play, board, move)
  if not taken then return false, develop.failed(self, node, "play", kind, wrong) end
  local back
  back, kind, wrong = self.asker:call(rules.undo, board, move, taken[1])
  if not back then return false, develop.failed(self, node, "undo", kind, wrong) end
  if image_of_board(self, node, board) == before then return true end
  local finding = self.found:add("undo", "undo", node,
    "rules.undo does not take move %s back as rules.play has made it: the board is another then", self.found:name(move))
  finding.shown = nil           -- it would be the other board
  return false
end

--- Rules that have a board: does undo take back what play has done? Before anything else is asked that needs it.
-- @tparam table node
-- @treturn boolean
function Probes:undoes(node)
  local adapted = self.rules
  local results = self.asker:call(adapted.mutable.go, adapted.mutable, node.position)
  local board = results and results[1]
  if not results then return true end
  local over = adapted.terminal and self.asker:ask("terminal", node.position)
  if over and over[1] then return true end
  results = self.asker:call(adapted.mutable.rules.moves, board)
  if not results or type(results[1]) ~= "table" then return true end        -- what is wrong with it is noted when it is asked
  local _, hole = develop.measure(results[1])
  if hole then
    node.holes = true
    self.found:add("moves", "hole", node, "rules.moves gave nil as move %d of position %s", hole,
      self.found:describe(node.position))
  end
  for _, move in ipairs(results[1]) do
    if move ~= move then return true end
    if not play_back(self, node, board, move) then return false end
  end
  return true
end

--- Positions that are tables: is what was made before still as it was?
-- @tparam table node and all before it on its path
-- @tparam table now the node after which this is asked
-- @tparam[opt] integer steps how many of them; default: all
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
