--- Evaluations as Lua files, from a plan and its weights.
--
-- All numbers of a file stand in one list: those of the states of patterns, an orbit after the other, and before them sums. The
-- state of a pattern is a sum of values of the bits that are set: the bits that one gather brings together are an index to a list
-- of such sums, which all patterns share whose bits have these values in this order; none where the index is the state itself.
-- So a pattern costs a gather and a lookup for each word, and one more for its weight, and images of a pattern have one table:
--
--    t[t[((a & mask) * magic >> shift) + 1] + t[((b & mask) * magic >> shift) + 65] + 129]
--
-- Patterns that lie inside others cost nothing: see gts.learn.fold.
-- @module gts.learn.written


local ask = require "gts.rules.ask"
local fold = require "gts.learn.fold"
local lanes = require "gts.learn.lanes"

local written = {}

local BITS <const> = 64
local UNIT <const> = { winner = 1000, value = 256 }     -- by which weights are multiplied, and rounded
local WIDTH <const> = 120       -- of lines of numbers
local FARTHEST <const> = 1000000        -- sums of features that still count
local LETTERS <const> = "abcdefghijklmnop"

-- Numbers.

local function round(x) return math.floor(x + 0.5) end

-- The file.

local Writer = {}
Writer.__index = Writer

function Writer:put(text, ...) self.lines[#self.lines + 1] = text:format(...) end

-- Numbers in a text, of which zeros in a row are one word; no space stands before a minus.
local function text_of(list)
  local parts, zeros = {}, 0
  for i = 1, #list + 1 do
    if list[i] == 0 then zeros = zeros + 1
    else
      if zeros > 2 then parts[#parts + 1] = "0*" .. zeros
      else for _ = 1, zeros do parts[#parts + 1] = "0" end end
      zeros, parts[#parts + 1] = 0, list[i] and ("%d"):format(list[i])
    end
  end
  local lines, line = {}, ""
  for _, part in ipairs(parts) do
    if #line + #part + 1 > WIDTH then lines[#lines + 1], line = line, part
    else line = line .. ((line == "" or part:find "^%-") and "" or " ") .. part end
  end
  lines[#lines + 1] = line
  return table.concat(lines, "\n")
end

-- Where the sums of some values begin in the list: they are put there if they are not yet.
function Writer:sums(values)
  local id = table.concat(values, ", ")
  if not self.sums_at[id] then
    self:put("sums { %s }", id)
    self.sums_at[id], self.size = self.size, self.size + (1 << #values)
  end
  return self.sums_at[id]
end

-- The values of a gather's bits, in their order in the index.
local function values_of(g, values)
  local list = {}
  for bit, place in pairs(g.order) do list[place - g.place + 1] = values[BITS * (g.word - 1) + bit] end
  return list
end

-- Is the index the state?
local function is_index(values)
  for i, value in ipairs(values) do
    if value ~= 1 << i - 1 then return false end
  end
  return true
end

local function number(x) return math.abs(x) < 100000 and ("%d"):format(x) or ("0x%x"):format(x) end

-- The lookup of a pattern, in Lua.
function Writer:lookup(pattern, view)
  local parts = {}
  for _, g in ipairs(pattern.gathers) do
    local values = values_of(g, view.values)
    local word = ("%s & %s"):format(LETTERS:sub(g.word, g.word), number(g.mask))
    if g.magic ~= 1 then word = ("(%s) * %s"):format(word, number(g.magic)) end
    if g.shift > 0 then word = ("%s >> %d"):format(g.magic == 1 and "(" .. word .. ")" or word, g.shift) end
    if #pattern.gathers == 1 and is_index(values) then parts[1] = ("(%s)"):format(word)
    elseif math.max(table.unpack(values)) > 0 then
      parts[#parts + 1] = ("t[(%s) + %d]"):format(word, self:sums(values) + 1)
    end
  end
  return self:weight(view, table.concat(parts, " + "))
end

-- The weight of a state.
function Writer:weight(view, state)
  local first = self.at[view.orbit] + 1
  return ("t[%s + %s]"):format(state, self.stages > 1 and ("(%d + s)"):format(first) or first)
end

-- The patterns of a mover: the variables that make their states, if these are made so; the lines of a sum; and the sign of all.
function Writer:sum(mover)
  local lines, sign = {}, 1
  local made = lanes.make(self.plan, mover, function(view) return self.at[view.orbit] ~= nil end)
  for _, pattern in ipairs(self.plan.patterns) do
    local view = pattern.sees[mover]
    if view and self.at[view.orbit] then
      lines[#lines + 1] = made and self:weight(view, "(" .. made.index[pattern] .. ")") or self:lookup(pattern, view)
      sign = view.sign
    end
  end
  return { variables = made and made.statements or {}, lines = lines }, sign
end

-- The head of the file: how the list is made.
local HEAD <const> = [=[
local t = {}

-- Appends numbers, with a space between them or a minus; "0*7" stands for seven zeros.
local function numbers(text)
  for number, times in text:gmatch "(%-?%d+)%*?(%d*)" do
    for _ = 1, tonumber(times) or 1 do t[#t + 1] = math.tointeger(tonumber(number)) end
  end
end
]=]

local SUMS <const> = [=[
-- Appends the sums of all sets of some values.
local function sums(values)
  local first = #t + 1
  t[first] = 0
  for _, value in ipairs(values) do
    for i = first, #t do t[#t + 1] = t[i] + value end
  end
end
]=]

-- Puts the weights of all orbits, the stages one after the other. Returns more than any sum of them, a power of 2.
function Writer:put_weights(tables)
  local most, unit = 0, UNIT[self.plan.target]
  local largest = {}
  for stage, of in ipairs(tables) do
    if #tables > 1 then self:put("\n-- Stage %d.", stage) end
    for _, orbit in ipairs(self.plan.orbits) do
      local list = of[orbit]
      if list then
        if stage == 1 then self.at[orbit] = self.size end
        for i, weight in ipairs(list) do
          list[i] = round(weight * unit)
          largest[orbit] = math.max(largest[orbit] or 0, math.abs(list[i]))
        end
        self:put("\n-- %s: cells %s.", orbit.shape, table.concat(orbit.instances[1].tuple, " "))
        self:put("numbers [[\n%s]]", text_of(list))
        self.size = self.size + #list
      end
    end
    if stage == 1 then self.stage_size = self.size end
  end
  for _, pattern in ipairs(self.plan.patterns) do
    local part = 0
    for _, view in pairs(pattern.sees) do part = math.max(part, largest[view.orbit] or 0) end
    most = most + part
  end
  local limit = 2
  while limit <= most do limit = 2 * limit end
  return limit
end

-- The statement that returns the value of an end of the game by the rules.
local function put_end(w, of, p)
  local names = {}
  local function use(name)
    names[#names + 1] = name
    return ("%s(%s)"):format(name, p)
  end
  local over = "    if %s then return " .. use "evaluate" .. " end"
  if of.terminal then w:put(over, use "terminal") end
  if of.legal then
    local most = 1
    for _, sample in ipairs(w.plan.found.samples) do
      most = math.max(most, select("#", of.legal(table.unpack(sample.words))))
    end
    local sets, empty = {}, {}
    for i = 1, most do
      sets[i], empty[i] = "moves" .. i, i == 1 and "moves1 == 0" or ("(moves%d == nil or moves%d == 0)"):format(i, i)
    end
    w:put("    local %s = %s", table.concat(sets, ", "), use "legal")
    w:put(over, table.concat(empty, " and "))
  elseif of.next then w:put(over, use "next" .. " == nil")
  elseif type((of.successors(of.start))) == "table" then w:put(over, "#" .. use "successors" .. " == 0")
  else
    w:put("    local walk, state, first = %s", use "successors")
    w:put(over, "walk(state, first) == nil")
  end
  return names
end

-- A number in Lua.
local function literal(x) return math.tointeger(x) and ("%d"):format(x) or ("%.17g"):format(x) end

-- Where estimates of who wins lie: the middle, and how far from there, at most.
local function room(of)
  local low, high = table.unpack(of.range or { -1, 1 })
  low, high = math.max(low, -1), math.min(high, 1)
  if low < 0 and high > 0 then return 0, math.min(-low, high) end
  return (low + high) / 2, (high - low) / 2
end

-- The statements that return `value`, within the range of the game.
local function put_within(w, of, indent)
  if of.range then
    local low, high = literal(of.range[1]), literal(of.range[2])
    w:put("%sif value < %s then return %s end", indent, low, low)
    w:put("%sif value > %s then return %s end", indent, high, high)
  end
  w:put("%sreturn value", indent)
end

-- The statements that return the estimate made of `sum`, which is always nearer to 0 than `limit`.
local function put_value(w, of, indent, sign, limit, p)
  if w.plan.target == "winner" then
    local middle, half = room(of)
    local factor = ("sum / %s"):format(literal(sign * limit / half))
    w:put("%sreturn %s", indent, middle == 0 and factor or literal(middle) .. " + " .. factor)
    return
  end
  local unit = UNIT.value
  -- Halves are rounded up for MAX and down for MIN: a reversed position has the reversed value.
  local value = of.score and ("(%ssum + %d) // %d"):format(sign < 0 and "-" or "", unit // 2 - (sign < 0 and 1 or 0), unit)
    or ("sum / %d.0"):format(sign * unit)
  w:put("%slocal value = %s%s", indent, of.score and ("score(%s) + "):format(p) or "", value)
  put_within(w, of, indent)
end

-- The statements that return the estimate made of `sum`, a float of any size.
local function put_value_of_features(w, of, p)
  if w.plan.target == "winner" then
    local middle, half = room(of)
    w:put("    sum = sum < -%d and -%d.0 or sum > %d and %d.0 or sum", FARTHEST, FARTHEST, FARTHEST, FARTHEST)
    w:put("    local part = sum < 0 and sum / (1 - sum) or sum / (1 + sum)")
    w:put("    return %s + %s * part", literal(middle), literal(half))
    return
  end
  w:put("    local value = %s", of.score and ("score(%s) + math.floor(sum + 0.5)"):format(p) or "sum")
  put_within(w, of, "    ")
end

-- The statement that finds the stage.
local function put_stage(w)
  if w.stages == 1 then return end
  local parts = {}
  for word, mask in ipairs(w.plan.stages.masks) do
    if mask ~= 0 then parts[#parts + 1] = ("count(%s & %s)"):format(LETTERS:sub(word, word), number(mask)) end
  end
  w:put("    local s = stage[%s + 1]", table.concat(parts, " + "))
end

local COUNT <const> = [=[
-- How many bits are set.
local function count(set)
  set = set - (set >> 1 & 0x5555555555555555)
  set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333)
  return (set + (set >> 4) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56
end
]=]

-- Puts where the numbers of stages begin, by how many bits are set.
local function put_stages(w)
  if w.stages == 1 then return end
  local list = {}
  for i, stage in ipairs(w.plan.stages.of) do list[i] = (stage - 1) * w.stage_size end
  w:put("\n%s\nlocal stage = { %s }", COUNT, table.concat(list, ", "))
end

-- All that a sum is, in a text.
local function text_of_sum(sum)
  local parts = {}
  for i, variable in ipairs(sum.variables) do parts[i] = variable.name .. table.concat(variable.terms, " + ") end
  return table.concat(parts, "\n") .. table.concat(sum.lines, "\n")
end

-- Do both movers see the same, but for the sign?
local function equal(a, b) return text_of_sum(a) == text_of_sum(b) end

-- The parts of an expression that fit in lines of that width: it is broken before a term.
local function broken(text, width)
  local parts = {}
  while #text > width do
    local at = text:sub(1, width):match ".*() %+ [%dt(]"
    if not at then break end
    parts[#parts + 1], text = text:sub(1, at - 1), text:sub(at + 1)
  end
  parts[#parts + 1] = text
  return parts
end

-- Puts a line that may have to be broken.
function Writer:put_long(indent, first, text)
  for _, part in ipairs(broken(text, WIDTH - #indent - #first)) do
    self:put("%s%s%s", indent, first, part)
    first = "    "
  end
end

-- Puts the sums of both movers, and what is returned; returns the names of the rules that are asked.
local function put_sums(w, of, lines, signs, limit, p)
  local function put(indent, mover)
    for _, variable in ipairs(lines[mover].variables) do
      w:put_long(indent, ("local %s = "):format(variable.name), table.concat(variable.terms, " + "))
    end
    for i, line in ipairs(lines[mover].lines) do w:put_long(indent, i == 1 and "local sum = " or "  + ", line) end
  end
  if lines.both then
    put("    ", "both")
    put_value(w, of, "    ", signs.both, limit, p)
    return
  end
  local same = equal(lines.max, lines.min)
  if same then put("    ", "max") end
  w:put("    if player(%s) == \"max\" then", p)
  if not same then put("      ", "max") end
  put_value(w, of, "      ", signs.max, limit, p)
  w:put("    end")
  if not same then put("    ", "min") end
  put_value(w, of, "    ", signs.min, limit, p)
end

-- The first lines of a file.
local function begin(self, header)
  for _, line in ipairs(header) do self:put("-- %s", line) end
end

-- The statements that compare the size of the board; none without a board.
local function board_check(plan)
  local found = plan.found
  if not found or found.bits then return "" end
  return ([[

  local board = rules.board and rules.board(%s)
  if board and (board.columns ~= %d or board.rows ~= %d) then return nil, "it is for a board of %d columns and %d rows" end]])
    :format(plan.words > 1 and "table.unpack(rules.start)" or "rules.start", found.columns, found.rows, found.columns, found.rows)
end

-- The last ones: the function of rules, whose body is written by `put_body` of the words of a position, and returns which rules
-- it asks, beside those that see the end of the game.
local function finish(self, of, put_body)
  local letters = {}
  for i = 1, self.plan.words do letters[i] = LETTERS:sub(i, i) end
  local p = table.concat(letters, ", ")
  self:put("\nreturn function(rules)")
  self:put("")                   -- what it needs of them, to be known at the end
  local at = #self.lines
  self:put("  return function(%s)", p)
  local names = put_end(self, of, p)
  for _, name in ipairs(put_body(p)) do names[#names + 1] = name end
  if of.score and self.plan.target == "value" then names[#names + 1] = "score" end
  local quoted, words = ("%q"):rep(#names, ", "):format(table.unpack(names)), self.plan.words
  self.lines[at] = ([[
  for _, name in ipairs { %s } do
    if not rules[name] then return nil, "it needs rules." .. name end
  end
  if (rules.words or 1) ~= %d then return nil, "it needs positions of %d integers" end%s
  local %s = rules.%s]]):format(quoted, words, words, board_check(self.plan), table.concat(names, ", "),
    table.concat(names, ", rules."))
  self:put("  end\nend")
  return table.concat(self.lines, "\n") .. "\n"
end

local function of_patterns(self, of, weights)
  self:put("--\n-- The estimate is a sum: one number for each pattern, a set of cells, by what stands there.\n")
  self:put("%s", HEAD)
  local after_head = #self.lines
  local limit = self:put_weights(fold.tables(self.plan, weights))
  self:put("")
  local lines, signs = {}, {}
  for _, mover in ipairs(self.plan.patterns[1].sees.both and { "both" } or { "max", "min" }) do
    lines[mover], signs[mover] = self:sum(mover)
  end
  if next(self.sums_at) then self.lines[after_head] = HEAD .. SUMS end
  put_stages(self)
  return finish(self, of, function(p)
    put_stage(self)
    put_sums(self, of, lines, signs, limit, p)
    return lines.both and {} or { "player" }
  end)
end

-- The weights of features in a stage, as lists of numbers.
local function put_features(self, name, weights, first)
  local list = {}
  for i = 1, self.plan.features do list[i] = literal(tonumber(("%.9g"):format(weights[first + i]))) end
  self:put("local %s = { %s }", name, table.concat(list, ", "))
end

local function of_features(self, of, weights)
  local plan = self.plan
  self:put("--\n-- The estimate is a sum: each number of rules.features times its weight%s.\n",
    plan.by_player and ", by the player to move" or "")
  put_features(self, "of_max", weights, 0)
  if plan.by_player then put_features(self, "of_min", weights, plan.features) end
  return finish(self, of, function(p)
    local is_list = type((of.features(ask.start(of)))) == "table"
    self:put("    local list, sum = %s, 0", is_list and ("features(%s)"):format(p) or ("{ features(%s) }"):format(p))
    self:put("    local weights = %s", plan.by_player and ("player(%s) == \"max\" and of_max or of_min"):format(p) or "of_max")
    self:put("    for i = 1, %d do sum = sum + list[i] * weights[i] end", plan.features)
    put_value_of_features(self, of, p)
    return plan.by_player and { "features", "player" } or { "features" }
  end)
end

--- Writes an evaluation.
-- @tparam table of the checked game
-- @tparam table plan see gts.learn.plan
-- @tparam {number,...} weights plan.weights of them for each stage
-- @tparam {string,...} header lines of the comment on top
-- @treturn string a file in Lua, that returns a function of rules
-- @treturn integer how many numbers there are in its list
function written.text(of, plan, weights, header)
  local self = setmetatable({ plan = plan, stages = plan.stages.count, lines = {}, size = 0, at = {}, sums_at = {} }, Writer)
  begin(self, header)
  if plan.kind == "features" then return of_features(self, of, weights), 0 end
  return of_patterns(self, of, weights), self.size
end

return written
