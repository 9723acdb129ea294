--- A checker of proofs: it walks the solution trees (see gts.proof) and asks the rules about every node. It shares no code with
-- the engine, and trusts nothing that the proof says. Folders of databases are checked by gts.solve.audit.

local audit = require "gts.solve.audit"
local core = require "gts.core"
local game = require "gts.game"
local proofs = require "gts.proof"
local schema = require "gts.base.schema"
local words = require "gts.base.words"

local verify = {}

local other = { max = "min", min = "max" }

-- The first `count` of a list, and what else is given.
local function spread(list, count, ...)
  if count == 0 then return ... end
  return spread(list, count - 1, list[count], ...)
end

-- The rules of a game on positions that are lists of words, or one value.
local function view(of)
  local rules = of.tree and core.tree_rules(of.tree) or of
  local count = rules.words or 1
  local listed = count > 1 or of.tree
  local function call(f, p, ...)
    if not listed then return f(p, ...) end
    return f(spread(p, count, ...))
  end
  local function position(...) return listed and { ... } or (...) end
  return { rules = rules, call = call, position = position }
end

local function successors(v, p)
  local rules, list = v.rules, {}
  if rules.next then
    local function step(move, ...)
      if move == nil then return nil end
      list[#list + 1] = v.position(...)
      return move
    end
    local move = step(v.call(rules.next, p, nil))
    while move ~= nil do move = step(v.call(rules.next, p, move)) end
    return list
  end
  local first, state, control = rules.successors(p)
  if type(first) == "table" then return first end
  for _, q in first, state, control do list[#list + 1] = q end
  return list
end

-- A walk along the text of a tree. `all` is the player whose moves must all be there, `claim` what no leaf may be beyond.
local Walk = {}
Walk.__index = Walk

function Walk:wrong(path, format, ...)
  self.problem = ("node '%s': "):format(table.concat(path, ".")) .. format:format(...)
  return false
end

-- Is `value` a number that proves the claim?
function Walk:proves(value)
  if math.type(value) == nil or value ~= value then return false end
  if self.all == "max" then return value <= self.claim end
  return value >= self.claim
end

-- The next token, if it matches.
function Walk:take(pattern)
  local from, to, captured = self.text:find("^%s*" .. pattern, self.at)
  if from then self.at = to + 1 end
  return from and (captured or true)
end

function Walk:leaf(p, path)
  local claimed = tonumber(self:take("([-+%.%w]+)"))
  local value = self.v.call(self.v.rules.evaluate, p)
  self.leaves = self.leaves + 1
  if claimed == nil then return self:wrong(path, "it is a leaf, and the proof has no value for it") end
  if claimed ~= value then
    return self:wrong(path, "the value is %s, and the proof says %s", tostring(value), tostring(claimed))
  end
  return self:proves(value) or self:wrong(path, "the value %s does not prove %s", tostring(value), tostring(self.claim))
end

-- A node whose bounds are to say enough.
function Walk:bounded(p, path)
  local rules = self.v.rules
  local lower, upper
  if rules.bounds then lower, upper = self.v.call(rules.bounds, p) end
  local bound, range = upper, rules.range and rules.range[2]
  if self.all == "min" then bound, range = lower, rules.range and rules.range[1] end
  return self:proves(bound) or self:proves(range) or
    self:wrong(path, "the bounds of the rules do not prove %s", tostring(self.claim))
end

function Walk:all_children(children, player, ply, path)
  if not self:take("%[") then return self:wrong(path, "all %d moves should be there", #children) end
  for i, child in ipairs(children) do
    path[#path + 1] = i
    if not self:node(child, other[player], ply + 1, path) then return false end
    path[#path] = nil
  end
  return self:take("%]") or self:wrong(path, "there are more than the %d moves", #children)
end

function Walk:one_child(children, player, ply, path)
  local index = math.tointeger(tonumber(self:take("(%d+):")))
  if children[index] == nil then return self:wrong(path, "one of %d moves should be there", #children) end
  path[#path + 1] = index
  if not self:node(children[index], other[player], ply + 1, path) then return false end
  path[#path] = nil
  return true
end

-- The node at position `p`, where `player` moves unless the rules say otherwise.
function Walk:node(p, player, ply, path)
  local v = self.v
  local rules = v.rules
  if rules.terminal and v.call(rules.terminal, p) or ply == self.depth then return self:leaf(p, path) end
  if self:take("!") then return self:bounded(p, path) end
  local children = successors(v, p)
  if #children == 0 then return self:leaf(p, path) end
  if rules.player then player = v.call(rules.player, p) end
  if player == self.all then return self:all_children(children, player, ply, path) end
  return self:one_child(children, player, ply, path)
end

-- One tree: true, or false with walk.problem.
local function check_tree(walk, start, first)
  if math.type(walk.claim) == nil then return walk:wrong({}, "the proof does not say what it proves") end
  return walk:node(start, first, 0, {}) and (walk:take("$") or walk:wrong({}, "the proof continues behind its end"))
end

-- Returns the start of a proof and the player to move there, or nil and what is wrong with its position.
local function start_of(of, v, proof)
  local start, count = proof.position, v.rules.words or 1
  if of.tree and start ~= nil and type(start) ~= "table" then start = { start } end
  local wrong = start ~= nil and (count > 1 or of.tree) and schema.misfit("the position", start, schema.integers(count))
  if wrong then return nil, wrong end
  if start == nil then start = v.rules.start end
  if not of.tree then return start, "max" end
  local ok, first = pcall(v.call, v.rules.first, start)
  if not ok then return nil, (tostring(first):gsub("^[^:]*:%d+: ", "")) end
  return start, first
end

local function check(of, proof)
  local v = view(of)
  local start, first = start_of(of, v, proof)
  if start == nil then return nil, first end
  local verdict = { lower = -math.huge, upper = math.huge, leaves = 0, depth = proof.depth, position = proof.position }
  for _, side in ipairs { { "min", "lower" }, { "max", "upper" } } do
    local all, bound = side[1], side[2]
    if proof[all] ~= nil then
      local walk = setmetatable({ v = v, all = all, claim = proof[bound], depth = proof.depth, leaves = 0 }, Walk)
      walk.text, walk.at = tostring(proof[all]), 1
      if not check_tree(walk, start, first) then return nil, walk.problem end
      verdict[bound] = proof[bound]
      verdict.leaves = verdict.leaves + walk.leaves
    end
  end
  verdict.exact = verdict.lower == verdict.upper
  return verdict
end

--- See gts.verify.
function verify.verify(what, proof, given)
  if audit.is_folder(what) then return audit.try(what, proof, given) end
  if audit.is_folder(proof) then return audit.try(proof, what, given) end
  local of, wrong = game.make(what)
  if not of then error(wrong, 2) end
  if type(proof) == "string" then
    proof, wrong = proofs.parse(proof)
    if not proof then return nil, wrong end
  end
  if type(proof) ~= "table" then error(("the proof is %s: expected a proof"):format(words.quote(proof)), 2) end
  return check(of, proof)
end

return verify
