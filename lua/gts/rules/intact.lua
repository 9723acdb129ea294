--- Is the position that was searched still what it was, before the search and after it? Moves played on it spoil every value.

local core = require "gts.core"
local image = require "gts.rules.image"
local raised = require "gts.base.raised"
local words = require "gts.base.words"

local intact = {}

-- In the order in which a search asks them.
local order = { "terminal", "player", "bounds", "key", "score", "tier", "evaluate", "successors", "next" }

local STEPS = 1000              -- of a walk over successors
local MOST = 5000               -- tables of a position that are copied
local DEEPEST = 100             -- of them within each other
local LONGEST = 200             -- bytes of a position in a message

-- A copy of a position, to ask the rules again should it be changed; where it has too many tables, what remains is shared.
local function copy(value, copies, depth)
  if copies.count == MOST or depth == DEEPEST then
    copies.shares = true
    return value
  end
  local made = {}
  copies[value], copies.count = made, copies.count + 1
  for key, field in next, value do
    if type(field) == "table" then field = copies[field] or copy(field, copies, depth + 1) end
    made[key] = field
  end
  return setmetatable(made, debug and debug.getmetatable(value))
end

-- Asks a rule as a search does: successors are stepped through.
local function ask(of, name, position)
  if name == "next" then
    local move, steps = of.next(position, nil), 0
    while move ~= nil and steps < STEPS do move, steps = of.next(position, move), steps + 1 end
  elseif name == "successors" then
    local step, state, move = of.successors(position)
    if type(step) ~= "function" then return end
    for _ = 1, STEPS do
      move = step(state, move)
      if move == nil then return end
    end
  else of[name](position) end
end

-- The rule that changes the position; nil if none does so by itself.
local function rule_that_changes(of, before)
  for _, name in ipairs(order) do
    local position = copy(before.copy, { count = 0 }, 0)
    if of[name] then
      raised.call(ask, of, name, position)
      if image.of(position) ~= before.image then return name end
    end
  end
end

local function describe(of, position)
  local ok, text = false, nil
  if of.show then ok, text = raised.call(of.show, position) end
  if not ok or type(text) ~= "string" then return words.position(position) end
  text = text:gsub("\n", " / ")
  return #text > LONGEST and text:sub(1, LONGEST) .. "..." or text
end

--- What a position looks like; nil where rules cannot change it.
function intact.note(of, position)
  if type(position) ~= "table" or (of.words or 1) > 1 then return nil end
  local copies = { count = 0 }
  local made = copy(position, copies, 0)
  return { copy = made, image = copies.shares and image.of(position) }
end

--- Holds a position against what it looked like (see intact.note): raises which rule has changed it.
function intact.hold(of, position, before)
  if before == nil or not before.image and core.equal(position, before.copy) then return end
  before.image = before.image or image.of(before.copy)
  if image.of(position) == before.image then return end
  local name = rule_that_changes(of, before)
  local place = core.definition(of[name or "evaluate"])
  error(("%s%s changed its position %s: change a copy, also of tables inside it"):format(place and place .. ": " or "",
    name and "rules." .. name or "a rule", describe(of, before.copy)), 0)
end

return intact
