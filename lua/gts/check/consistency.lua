--- What is asked twice of a position: the answers must be the same, and rules.undo must take back what rules.play has done. All
-- are methods of a prober: see gts.check.probes.

local develop = require "gts.check.develop"
local image = require "gts.rules.image"
local words = require "gts.base.words"

local consistency = {}

--- The rules that are asked one by one, in this order.
consistency.order = { "terminal", "player", "evaluate", "bounds", "key", "score", "tier", "features" }

--- Those that give the position after a pass.
consistency.passes = { "pass", "turned" }

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

local function differs(self, node, name, first, second)
  self.found:add("differs", name, node,
    "rules.%s answers differently when it is asked twice about {position}: %s, then %s", name, first, second)
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

-- All answers about a position, each with its image.
local function answers(self, node)
  local all = {}
  for _, name in ipairs(consistency.order) do
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
    for _, name in ipairs(consistency.passes) do
      local results = self.rules[name] and self.asker:ask(name, node.position)
      if results then all[name] = { image = image.of_all(results), text = results[1] == nil and "nil" or "a position" } end
    end
  end
  return all
end

--- Notes what the rules say of a node, to ask again.
function consistency.remember(self, node) node.answers = answers(self, node) end

--- Asks again, and compares.
function consistency.again(self, node)
  local now = answers(self, node)
  for name, before in pairs(node.answers) do
    if now[name] and now[name].image ~= before.image then
      local texts = before.text ~= now[name].text
      differs(self, node, name, texts and before.text or "one position", texts and now[name].text or "another")
    end
  end
end

--- Are two walks over successors of nodes, a step of each in turn, what each is by itself? And does a list outlast the next?
function consistency.interleave(self, a, list, b)
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
    local name, its = self.found:quote(move), self.found:quote(expected)
    if move ~= expected and type(move) ~= "table" and name ~= its then
      return differs(self, a, form, "move " .. its, "while the moves of another are asked for, " .. name)
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
  local rules, before = self.rules.mutable.rules, image_of_board(self, node, board)
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
function consistency.undoes(self, node)
  local adapted = self.rules
  local results = self.asker:call(adapted.mutable.go, adapted.mutable, node.position)
  local board = results and results[1]
  if not results then return true end
  if self.asker:first("terminal", node.position) then return true end
  results = self.asker:call(adapted.mutable.rules.moves, board)
  if not results or type(results[1]) ~= "table" then return true end        -- what is wrong with it is noted when it is asked
  local _, hole = develop.measure(results[1])
  if hole then
    node.holes = true
    self.found:add("moves", "hole", node, "rules.moves gave nil as move %d of {position}", hole)
  end
  for _, move in ipairs(results[1]) do
    if move ~= move then return true end
    if not play_back(self, node, board, move) then return false end
  end
  return true
end

return consistency
