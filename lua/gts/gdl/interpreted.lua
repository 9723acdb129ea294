--- Rules of a description that is too large for bits: a position is a text of its fluents, and what holds there is found anew by
-- joins (gts.gdl.joins). They run in Lua.

local board = require "gts.gdl.board"
local ground = require "gts.gdl.ground"
local joins = require "gts.gdl.joins"
local names = require "gts.gdl.names"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local interpreted = {}

local KEPT <const> = 1000       -- positions whose moves are kept
local TRIED <const> = 60        -- plies of a game by chance, to see fluents and moves

-- The relations that rules of these need, themselves included; and of all those that need one of `given`.
local function closure(rules, targets)
  local needed, list = {}, table.move(targets, 1, #targets, 1, {})
  local _, of = tables.groups(rules, function(rule) return rule.head.relation end)
  while #list > 0 do
    local name = table.remove(list)
    if not needed[name] then
      needed[name] = true
      for _, rule in ipairs(of[name] or {}) do
        for _, literal in ipairs(rule.body) do list[#list + 1] = literal.atom and literal.atom.relation end
      end
    end
  end
  return needed
end

local Play = {}
Play.__index = Play

-- The number of a term from its text, which stood in a position or names a move; nil if it is none.
local function number_of(self, text)
  local at = 1
  local function term()
    local name = text:match("^[^(),%s]+", at)
    if not name then return nil end
    at = at + #name
    local arguments = {}
    if text:sub(at, at) == "(" then
      repeat
        at = at + 1
        arguments[#arguments + 1] = term()
        local next_one = text:sub(at, at)
        if next_one ~= "," and next_one ~= ")" then return nil end
      until next_one == ")"
      at = at + 1
    end
    return self.terms.maker(name, #arguments)(table.unpack(arguments))
  end
  local known = self.numbers[text]
  if known then return known end
  known = term()
  if not known or at <= #text then return nil end
  self.numbers[text] = known
  return known
end

-- Begins with a position: what follows of it is evaluated where it is needed.
local function load(self, position)
  if self.loaded == position then return end
  for _, relation in ipairs(self.dynamic) do self.joins:clear(relation) end
  self.done, self.loaded = {}, position
  for text in position:gmatch "%S+" do self.is_true.add(self.numbers[text] or number_of(self, text)) end
end

-- Evaluates what `wanted` has, but not what `but` has.
local function evaluate(self, wanted, but)
  for i, level in ipairs(self.levels) do
    local here = {}
    for name in pairs(self.heads[i]) do
      if wanted[name] and not self.done[name] and not (but and but[name]) then here[name], self.done[name] = true, true end
    end
    if next(here) then self.joins:run(level, here) end
  end
end

-- The texts of a column, sorted; with `of`, those that have this in the first.
local function column(self, name, arity, at, of)
  local view, list = self.joins:relation(name, arity).all, {}
  for i = 1, view.n do
    if not of or view[1][i] == of then list[#list + 1] = self.terms.text(view[at][i]) end
  end
  table.sort(list)
  return list
end

-- What is known of a position: `moves` of both roles, and whether it `is_over`; `mover`, 1 or 2.
local function look(self, position)
  local found = self.kept[position]
  if found then return found end
  load(self, position)
  evaluate(self, self.needs.look)
  found = { is_over = self.joins:relation("terminal", 0).all.n > 0, moves = {} }
  for role = 1, 2 do found.moves[role] = column(self, "legal", 2, 2, self.roles[role]) end
  local max, min = table.unpack(found.moves)
  if not found.is_over and #max > 1 and #min > 1 then
    local both_have_a_choice_of_moves
    error(("both_have_a_choice_of_moves: %s"):format(position), 0)
  end
  local acts = tables.any(max, function(move) return move ~= "noop" end)
  found.mover = #max > 1 and 1 or #min > 1 and 2 or acts and 1 or 2
  if self.count >= KEPT then self.kept, self.count = {}, 0 end
  self.kept[position], self.count = found, self.count + 1
  return found
end
