--- Values of combinatorial games in canonical form (Conway, "On numbers and games", 1976; Siegel, "Combinatorial game theory",
-- 2013). MAX is Left.
--
-- A value has `left` and `right`, the lists of its options, without dominated and reversible ones. So equal values are one and
-- the same table. `id` orders them; `size` counts the nodes of its tree; a number has `number`, a nimber `nim`.

local tables = require "gts.base.tables"

local values = {}

values.MOST = 400               -- size of the largest value, and of a sum that is computed

local KEPT = 4000000            -- comparisons, and sums, that are kept

local by_text, count, at_most, compared, sums = {}, 0, {}, 0, {}

-- Is a <= b? So it is if neither an option of Left in a nor one of Right in b speaks against it.
local function is_at_most(a, b)
  if a == b then return true end
  if a.number and b.number then return a.number <= b.number end
  if a.nim and b.nim then return false end
  local id = a.id << 31 | b.id
  if at_most[id] ~= nil then return at_most[id] end
  local holds = true
  for _, option in ipairs(a.left) do holds = holds and not is_at_most(b, option) end
  for _, option in ipairs(holds and b.right or {}) do holds = holds and not is_at_most(option, a) end
  if compared == KEPT then at_most, compared = {}, 0 end
  at_most[id], compared = holds, compared + 1
  return holds
end

--- Is `a` less than `b`, or equal?
values.is_at_most = is_at_most

-- The simplest number between two.
local function simplest(low, high)
  if low < 0 and high > 0 then return 0 end
  if high <= 0 then return -simplest(-high, -low) end
  local step = 1
  while true do
    local number = (low // step + 1) * step
    if number < high then return number end
    step = step / 2
  end
end

-- The number of a canonical form, if it is one.
local function number_of(left, right)
  local a, b = left[1], right[1]
  if #left > 1 or #right > 1 or a and not a.number or b and not b.number then return nil end
  if a and b and a.number >= b.number then return nil end
  if a and b then return simplest(a.number, b.number) end
  return a and a.number + 1 or b and b.number - 1 or 0
end

-- A nimber has the same options for both, which are all the smaller ones.
local function nim_of(left, right)
  if #left ~= #right then return nil end
  local seen = {}
  for i, option in ipairs(left) do
    if option ~= right[i] or not option.nim then return nil end
    seen[option.nim] = true
  end
  for n = 0, #left - 1 do
    if not seen[n] then return nil end
  end
  return #left
end

local function text_of(options)
  tables.sort(options, "id")
  return table.concat(tables.map(options, function(option) return option.id end), " ")
end

-- The value with these options, which are in canonical form.
local function intern(left, right)
  local text = text_of(left) .. "|" .. text_of(right)
  local value = by_text[text]
  if value then return value end
  count = count + 1
  value = { id = count, left = left, right = right, number = number_of(left, right), nim = nim_of(left, right), size = 1 }
  if value.nim then value.size = value.nim + 1 end
  for _, options in ipairs(not (value.nim or value.number) and { left, right } or {}) do
    for _, option in ipairs(options) do value.size = value.size + option.size end
  end
  by_text[text] = value
  return value
end

-- Options without duplicates and without those than which another one is better.
local function undominated(options, is_better)
  local kept = {}
  for i, option in ipairs(options) do
    local good = true
    for j, other in ipairs(options) do
      if i ~= j and is_better(option, other) and (option ~= other or j < i) then good = false break end
    end
    if good then kept[#kept + 1] = option end
  end
  return kept
end

-- Options of one player; reversible ones are replaced by this player's options after the answer `back` of the other one.
local function unreversed(options, mine, back, answers)
  local made, list = {}, { table.unpack(options) }
  local i = 1
  while list[i] do
    local option, instead = list[i], nil
    for _, answer in ipairs(option[back]) do
      if answers(answer) then instead = answer break end
    end
    if instead then table.move(instead[mine], 1, #instead[mine], #list + 1, list) else made[#made + 1] = option end
    i = i + 1
  end
  return made
end

--- The value of a position, of the values of its options: lists.
function values.of(left, right)
  count = count + 1
  local raw = { id = count, left = left, right = right }
  local function is_more(a, b) return is_at_most(b, a) end
  left = undominated(unreversed(left, "left", "right", function(answer) return is_at_most(answer, raw) end), is_at_most)
  right = undominated(unreversed(right, "right", "left", function(answer) return is_at_most(raw, answer) end), is_more)
  return intern(left, right)
end

values.zero = intern({}, {})

--- The number as a value, a dyadic one.
function values.number(number)
  if number == 0 then return values.zero end
  local step = 1
  while number % step ~= 0 do step = step / 2 end
  if step < 1 then return intern({ values.number(number - step) }, { values.number(number + step) }) end
  if number > 0 then return intern({ values.number(number - 1) }, {}) end
  return intern({}, { values.number(number + 1) })
end

-- The options of a sum of which one player moves in one of the two.
local function moved(a, b, player, add)
  local options = tables.map(a[player], function(option) return add(option, b) end)
  for _, option in ipairs(b[player]) do options[#options + 1] = add(a, option) end
  return options
end

local nimbers = {}

local function nimber(n)
  for m = #nimbers, n do nimbers[m + 1] = intern({ table.unpack(nimbers) }, { table.unpack(nimbers) }) end
  return nimbers[n + 1]
end

-- The sum of two values, however large it is. Moves in a number are never better than moves elsewhere.
local function add(a, b)
  if a == values.zero then return b elseif b == values.zero then return a end
  if a.number and b.number then return values.number(a.number + b.number) end
  if a.nim and b.nim then return nimber(a.nim ~ b.nim) end
  if a.id > b.id then a, b = b, a end
  local id = a.id << 31 | b.id
  if sums[id] then return sums[id] end
  local made
  if a.number or b.number then
    local number, other = a.number and a or b, a.number and b or a
    local function shifted(option) return add(option, number) end
    made = intern(tables.map(other.left, shifted), tables.map(other.right, shifted))
  else made = values.of(moved(a, b, "left", add), moved(a, b, "right", add)) end
  sums[id] = made
  return made
end

--- The sum of two values; nil if they are too large for it.
function values.sum(a, b)
  if a.size * b.size <= values.MOST or a.nim and b.nim then return add(a, b) end
end

--- The value with the players exchanged.
function values.negative(value)
  if not value.negated then
    value.negated = value.number and values.number(-value.number)
      or intern(tables.map(value.right, values.negative), tables.map(value.left, values.negative))
    value.negated.negated = value
  end
  return value.negated
end

--- The stops: the numbers that play with best moves comes to, of Left first and of Right first.
function values.stops(value)
  if value.number then return value.number, value.number end
  if not value.left_stop then
    value.left_stop, value.right_stop = -math.huge, math.huge
    for _, option in ipairs(value.left) do value.left_stop = math.max(value.left_stop, select(2, values.stops(option))) end
    for _, option in ipairs(value.right) do value.right_stop = math.min(value.right_stop, (values.stops(option))) end
  end
  return value.left_stop, value.right_stop
end

local LONGEST = 40              -- characters of a name

local function name_of(value)
  if value.number then
    local number, parts = value.number, 1
    while number % 1 ~= 0 do number, parts = 2 * number, 2 * parts end
    return parts > 1 and ("%d/%d"):format(number, parts) or ("%d"):format(number)
  end
  if value.nim then return value.nim == 1 and "*" or "*" .. value.nim end
  local left, right = value.left, value.right
  local only = #left == 1 and #right == 1 and left[1].number and left[1]
  if only and right[1] == values.negative(only) then return "+-" .. name_of(only) end
  if only == right[1] then return name_of(only) .. "*" end
  local function names(options) return table.concat(tables.map(options, name_of), ",") end
  return ("{%s|%s}"):format(names(left), names(right))
end

--- The name of a value, as in "1/2", "*2", "1*" (1 and *), "+-1" or "{0|*}", which is up.
function values.name(value)
  local name = name_of(value)
  return #name <= LONGEST and name or name:sub(1, LONGEST) .. "..."
end

return values
