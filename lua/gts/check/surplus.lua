--- Fields of a position that only make equal positions look different, as a counter of moves that no rule reads. A field is one
-- if positions that differ in it alone have equal answers of all rules, and successors that differ in it alone. Such pairs are
-- made: a position gets the field of others that were seen, near the start and in games at random, and what none of them had:
-- other numbers, lists and texts of other lengths. A limit of moves or a rule on repetition shows by these.

local bytecode = require "gts.rules.bytecode"
local effort = require "gts.base.effort"
local facts = require "gts.facts.rules"
local image = require "gts.rules.image"
local random = require "gts.base.random"
local reach = require "gts.rules.reach"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local surplus = {}

local MOST <const> = 1000       -- positions near the start
local GAMES <const>, PLIES <const> = 4, 200     -- at random
local TRIED <const> = 16        -- positions that get other fields
local SEEN <const> = 100        -- positions whose fields are looked at
local VALUES <const> = 3        -- of a field
local DEEPEST <const> = 3       -- tables within each other whose fields are looked at
local LONGEST <const> = 8       -- list whose elements are fields
local FAR <const> = 1000        -- what numbers are made greater by, and how long lists and texts become
local NUMBERS <const> = 200     -- up to which all are tried

-- Copies a table, and what a path of names leads through; puts a value at its end.
local function with(position, path, value, at)
  at = at or 1
  local copy = tables.copy(position)
  if at == #path then copy[path[at]] = value else copy[path[at]] = with(position[path[at]], path, value, at + 1) end
  return copy
end

local function read(position, path)
  for _, name in ipairs(path) do
    if type(position) ~= "table" then return nil end
    position = position[name]
  end
  return position
end

-- Can a position be without what a path leads to? Not all of them need have it.
local function projected(position, path)
  if type(read(position, { table.unpack(path, 1, #path - 1) })) ~= "table" then return image.of(position) end
  return image.of(with(position, path, nil))
end

local function name_of(path)
  return (table.concat(tables.map(path, function(name)
    return type(name) == "string" and "." .. name or ("[%d]"):format(name)
  end)):gsub("^%.", ""))
end

-- Counts the paths to the fields of a table, which may be of tables in it.
local function count_paths(paths, t, path)
  if #path == DEEPEST or getmetatable(t) ~= nil then return end
  for name, value in next, t do
    if type(name) == "string" or #path == 0 and math.type(name) == "integer" and #t <= LONGEST then
      local longer = table.move(path, 1, #path, 1, {})
      longer[#longer + 1] = name
      local id = name_of(longer)
      paths[id] = paths[id] or { path = longer, count = 0 }
      paths[id].count = paths[id].count + 1
      if type(value) == "table" then count_paths(paths, value, longer) end
    end
  end
end

-- Positions, each once, near the start, down to a depth. Returns the list, how many are of whole depths, and the depth.
local function sample(meter)
  local list, known, near, depth = {}, {}, 0, 0
  local function add(position, following)
    local id = image.of(position)
    if known[id] then return end
    known[id], list[#list + 1] = true, position
    following[#following + 1] = position
  end
  local start, level = meter.start, {}
  add(start, level)
  local half = effort.clock() + (meter.deadline - effort.clock()) / 2
  while #level > 0 and #list < MOST and effort.clock() < half do
    local following = {}
    near = #list
    for _, position in ipairs(level) do
      local found = #list < MOST and effort.clock() < half and meter:moves(position)
      if not found then return list, near, depth end
      for _, entry in ipairs(found) do add(entry.position, following) end
    end
    level, depth = following, depth + 1
  end
  return list, #level == 0 and #list or near, depth
end

-- A value of the kind of a field, of a size: a number, a text or list so long. nil: there is none.
local function sized(value, size)
  if math.type(value) == "integer" then return size end
  if type(value) == "string" and value ~= "" then return value:rep(size // #value + 1):sub(1, size) end
  if type(value) ~= "table" or #value == 0 then return nil end
  return tables.range(1, size, function(i) return value[(i - 1) % #value + 1] end)
end

-- A value of the kind of a field, but far from its values.
local function further(value)
  if math.type(value) then return value + FAR end
  local long = sized(value, FAR)
  if long or type(value) == "string" then return long or "a" end
  if type(value) ~= "table" then return not value end
  local made = {}
  for name, inner in next, value do made[name] = type(inner) ~= "table" and further(inner) or inner end
  return made
end

-- Values that a field is given: some of those in positions, the least and the greatest number, and what is further on.
local function values_of(list, path)
  local all, seen, chosen, low, high = {}, {}, {}, nil, nil
  for _, position in ipairs(list) do
    local value = read(position, path)
    local id = image.of(value)
    if value ~= nil and not seen[id] then seen[id], all[#all + 1] = true, value end
    if math.type(value) then low, high = math.min(low or value, value), math.max(high or value, value) end
  end
  for i = 0, VALUES - 1 do chosen[#chosen + 1] = all[#all - i * #all // VALUES] end
  table.move({ low, high }, 1, 2, #chosen + 1, chosen)
  for i = 1, math.min(#chosen, VALUES) do chosen[#chosen + 1] = further(chosen[i]) end
  return chosen
end

-- What rules answer, but for a field; nil: a rule fails.
local function answers(meter, position, path)
  local of, list = meter.of, meter:moves(position)
  if not list then return nil end
  local parts = {}
  local function add(name, move)
    local results = meter:ask(name, position, move)
    parts[#parts + 1] = results and image.of(results)
    return results ~= nil
  end
  for _, name in ipairs(facts.about.search) do
    if of[name] and not facts.of_move[name] and not add(name) then return nil end
  end
  for _, entry in ipairs(list) do
    parts[#parts + 1] = image.of(entry.move) .. " " .. projected(entry.position, path)
    for name in pairs(facts.of_move) do
      if of[name] and not add(name, entry.move) then return nil end
    end
  end
  return table.concat(parts, "\n")
end

-- Values of the sizes that rules may compare a field with: the first numbers, those in the code, and those next to these.
local function values_of_sizes(rules, value)
  local numbers, values = {}, {}
  local function add(number)
    if math.type(number) ~= "integer" then return end
    for near = -1, 1 do numbers[number + near] = true end
  end
  for i = 0, NUMBERS do numbers[i] = true end
  for _, f in ipairs(reach.functions(rules)) do
    local proto = bytecode.read(f)
    for _, constant in pairs(proto and proto.constants or {}) do add(constant) end
    for _, _, held in reach.upvalues, f, 0 do add(held) end
  end
  local is_number = math.type(value) == "integer"
  for number in pairs(numbers) do
    if is_number or number >= 0 and number <= FAR then values[#values + 1] = sized(value, number) end
  end
  return values
end

-- Are the answers for a position equal whatever stands in a field?
local function is_equal_with(meter, position, path, values)
  local expected = answers(meter, position, path)
  if not expected then return false end
  return not tables.any(values, function(value)
    return meter:is_late() or answers(meter, with(position, path, value), path) ~= expected
  end)
end

-- Is a field without any effect, as far as can be seen?
local function is_idle(meter, list, path)
  local values, tried = values_of(list, path), nil
  for i = 1, #list, math.max(1, #list // TRIED) do
    if read(list[i], path) ~= nil then
      if not is_equal_with(meter, list[i], path, values) then return false end
      tried = tried or #meter:moves(list[i]) > 0 and list[i] or nil
    end
  end
  return tried ~= nil and is_equal_with(meter, tried, path, values_of_sizes(meter.of, read(tried, path)))
end

--- Looks for such fields in rules without a key. Returns of each its `name`; `with`, how many positions there are within
-- `depth` plies of the start, and `without`, how many without the field. That with the greatest effect is first.
function surplus.fields(meter)
  local of, found = meter.of, {}
  if of.key or of.mutable or type(of.start) ~= "table" then return found end
  local list, near, depth = sample(meter)
  local positions = table.move(list, 1, near, 1, {})
  local draw = random.stream(1)
  for _ = 1, GAMES do
    local position = list[1]
    for _ = 1, PLIES do
      local children = meter:moves(position)
      if not children or #children == 0 then break end
      position = children[draw(1, #children)].position
      list[#list + 1] = position
    end
  end
  local within                  -- the path of the last that was found: what is in it needs no line
  local paths = {}
  for i = 1, #list, math.max(1, #list // SEEN) do count_paths(paths, list[i], {}) end
  for _, name in ipairs(words.keys(paths)) do
    local known, count, path = {}, 0, paths[name].path
    local is_frequent = 2 * paths[name].count > math.min(#list, SEEN)
    if is_frequent and not (within and name:find(within .. ".", 1, true) == 1) then
      for _, position in ipairs(positions) do
        local id = projected(position, path)
        if not known[id] then known[id], count = true, count + 1 end
      end
      if count < near and is_idle(meter, list, path) then
        within, found[#found + 1] = name, { name = name, with = near, without = count, depth = depth }
      end
    end
  end
  tables.sort(found, "without", "name")
  return found
end

return surplus
