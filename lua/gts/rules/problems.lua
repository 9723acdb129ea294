--- What is wrong with a rules table, as far as can be seen without asking the rules.

local facts = require "gts.facts.rules"
local index = require "gts.rules.index"
local legal = require "gts.rules.legal"
local mutable = require "gts.rules.mutable"
local schema = require "gts.base.schema"
local symmetry = require "gts.rules.symmetry"
local tables = require "gts.base.tables"
local versions = require "gts.facts.versions"
local words = require "gts.base.words"

local problems = {}

local fields = facts.rows

local function is_number(value) return type(value) == "number" and value == value end

-- Says that a required field is missing, and which other may have been meant for it.
local function missing(rules, name)
  for _, other in ipairs(words.keys(rules)) do
    if words.suggest(other, { name }) ~= "" then
      return ("rules.%s is missing: is '%s' a slip for it?"):format(name, other)
    end
  end
  return ("rules.%s is missing"):format(name)
end

local known = tables.map(fields, function(field) return field.name end)

-- What a field may have meant: "" of those that are known. Kept, for the same rules are made again and again; not without end.
local meanings, room = {}, 1000
for _, name in ipairs(known) do meanings[name] = "" end

-- Notes which of some fields are there and should not be; `what` is wrong then, a format of the name.
local function note_there(rules, add, names, what)
  for _, name in ipairs(names) do
    if rules[name] ~= nil then add(name, what:format(name)) end
  end
end

local function note_mutable(rules, add)
  for _, name in ipairs { "moves", "play", "undo" } do
    if rules[name] == nil then add(name, missing(rules, name) .. ": moves, play and undo go together", true) end
  end
  note_there(rules, add, { "next", "successors" }, "rules.%s and rules.moves are both there: only one of them would be asked")
  note_there(rules, add, { "pass", "turned" }, "rules.%s and rules.moves do not go together: rules.undo takes back moves alone")
  if rules.start ~= nil and not mutable.is_board(rules.start) then
    add("start", ("rules.start is %s: expected a board, which rules.play can change"):format(words.quote(rules.start)), true)
  end
end

local function note_legal(rules, add)
  if rules.play == nil then add("play", missing(rules, "play") .. ": legal and play go together", true) end
  local others = tables.filter({ "next", "successors", "moves" }, function(name) return not legal.is_walk(rules[name]) end)
  note_there(rules, add, others, "rules.%s and rules.legal are both there: only one of them would be asked")
end

-- Fields that do not go together.
local function note_forms(rules, add)
  if rules.legal ~= nil then note_legal(rules, add)
  elseif rules.moves ~= nil or rules.play ~= nil and rules.undo ~= nil then note_mutable(rules, add)
  elseif rules.next ~= nil and rules.successors ~= nil then
    add("successors", "rules.next and rules.successors are both there: only one of them would be asked")
  elseif rules.next == nil and rules.successors == nil then
    add("next", missing(rules, "successors") .. " (or rules.next)", true)
  end
  local cycle, range = rules.cycle, rules.range
  local bounded = type(range) == "table" and is_number(range[1]) and is_number(range[2])
  if is_number(cycle) and bounded and rules.score == nil and (cycle < range[1] or cycle > range[2]) then
    add("cycle", ("rules.cycle is %.14g, outside the range {%.14g, %.14g}"):format(cycle, range[1], range[2]))
  end
  if is_number(cycle) and rules.score ~= nil and cycle % 1 ~= 0 then
    add("cycle", ("rules.cycle is %.14g: expected an integer, because there is a rules.score"):format(cycle))
  end
  if rules.repeats ~= nil and cycle == nil then
    add("repeats", "rules.repeats needs rules.cycle, the value of a game that ends by repetition")
  end
  local count = type(rules.words) == "number" and math.tointeger(rules.words) or 1
  if rules.symmetries ~= nil then
    local _, unfit = symmetry.read(rules)
    if unfit then add("symmetries", unfit) end
  end
  local finite = bounded and range[1] > -math.huge and range[2] < math.huge
  if rules.parts ~= nil and not (rules.player and rules.turned and finite) then
    add("parts", "rules.parts needs rules.player, rules.turned, and two finite numbers in rules.range")
  end
  note_there(rules.parts and rules or {}, add, { "cycle", "score", "moves" },
    "rules.%s and rules.parts do not go together: a sum is lost by the player who cannot move, and has no other values")
  local unfit = index.misfit(rules)
  if unfit then add("index", unfit) end
  if count <= 1 then return end
  if rules.next == nil and rules.legal == nil then
    add("words", "rules.words goes with rules.next, which is missing (or with rules.legal)", true)
  end
  local wrong = schema.misfit("rules.start", rules.start, schema.integers(count))
  if wrong then add("start", ("%s, for rules.words is %d"):format(wrong, count), true) end
end

--- What is wrong with a rules table, before it is asked: tables with message, field, fatal (without it there is nothing to ask).
function problems.of(rules)
  local list = {}
  local function add(field, message, fatal) list[#list + 1] = { field = field, message = message, fatal = fatal or false } end
  -- A later gts may know fields and forms that would look wrong here.
  local lacking = versions.protocol.fits(rules.protocol) and versions.lacking(rules.protocol)
  if lacking then add("protocol", lacking, true) end
  for _, field in ipairs(fields) do
    local value = rules[field.name]
    if value == nil and field.required then add(field.name, missing(rules, field.name), true)
    else
      local wrong = value ~= nil and schema.misfit("rules." .. field.name, value, field.kind)
      if wrong then add(field.name, wrong, field.required) end
    end
  end
  if type(rules.start) == "function" then
    add("start", "rules.start is a function: expected the first position; if the function makes it, call the function", true)
  end
  note_forms(rules, add)
  -- Fields whose names are near to known ones. Others may be there: they are the rules' own.
  for _, name in ipairs(words.keys(rules)) do
    local meant = meanings[name] or words.suggest(name, known)
    if not meanings[name] and room > 0 then meanings[name], room = meant, room - 1 end
    if meant ~= "" then add(name, ("rules.%s is unknown%s"):format(name, meant)) end
  end
  return list
end

return problems
