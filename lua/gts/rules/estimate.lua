--- Estimates: makes the function of an evaluation, in Lua, of the data that its file has (gts.rules.evaluation_file).
--
-- All numbers of patterns are one list: the weights of the first stage, one orbit after the other, then those of the next stages,
-- then the sums. The state of a pattern is made in lanes or by gathers (gts.learn.lanes, gts.learn.gather); a gather's index is
-- the state itself, or leads to it by a list of sums, which all patterns share whose bits have these values in this order:
--
--    t[(v12 >> 18 & 1023) + 1]
--    t[t[((a & mask) * magic >> shift) + 1] + t[((b & mask) * magic >> shift) + 65] + 129]
--
-- Nothing of the data but numbers and checked names gets into the text of the function.

local packing = require "gts.rules.packing"
local tables = require "gts.base.tables"

local estimate = {}

-- Taken here: confined rules may have put others in their place later.
local load, floor, unpack, type = load, math.floor, table.unpack, type

local LETTERS <const> = "abcdefghijklmnop"
local UNIT <const> = 256        -- by which weights of a value are multiplied
local FARTHEST <const> = 1000000        -- sums of features that still count

--- The names of the (at most 16) words of a position in formulas: the letters from a on.
function estimate.letters(words)
  return tables.range(1, words, function(i) return LETTERS:sub(i, i) end)
end

--- A mask or a magic as Lua has it, and a file: in base 10 where it is small.
function estimate.bits(x) return (x >= 0 and x < 100000 and "%d" or "0x%x"):format(x) end

--- The greatest state of a pattern, whatever the position, by the parts of its lookup; nil and what is wrong with a part.
function estimate.most(data, parts)
  local most = 0
  for _, part in ipairs(parts) do
    local index = (part.magic == 1 and part.mask or -1) >> part.down
    if index < 0 or index >> 16 > 0 then return nil, "an index has more than 16 bits" end
    if part.sums then
      local values = data.sums[part.sums]
      if not values then return nil, ("there are no sums %d"):format(part.sums) end
      if index >= 1 << #values then return nil, ("an index is beyond the sums %d"):format(part.sums) end
      index = tables.sum(values)
    end
    most = most + index
  end
  return most
end

-- Makes the list of all numbers. Returns it, where the weights of each orbit and each list of sums begin, and how many weights a
-- stage has. Zeros behind keep every position within the list.
local function list_of(data)
  local t, at, sums_at = {}, {}, {}
  local stages = data.stages and data.stages.count or 1
  for stage = 1, stages do
    for i, orbit in ipairs(data.weights) do
      local size = #orbit.numbers // stages
      at[i] = at[i] or #t
      table.move(orbit.numbers, (stage - 1) * size + 1, stage * size, #t + 1, t)
    end
  end
  local stage_size = #t // stages
  for i, values in ipairs(data.sums) do
    local first = #t + 1
    sums_at[i], t[first] = #t, 0
    for _, value in ipairs(values) do
      for k = first, #t do t[#t + 1] = t[k] + value end
    end
  end
  for _, player in ipairs(data.players) do
    for _, pattern in ipairs(player.patterns) do
      local last = at[pattern.weights] + (stages - 1) * stage_size + estimate.most(data, pattern.parts) + 1
      for i = #t + 1, last do t[i] = 0 end
    end
  end
  return t, at, sums_at, stage_size
end

local Writer = {}
Writer.__index = Writer

function Writer:put(text, ...) self.lines[#self.lines + 1] = text:format(...) end

-- Notes that rules need a function, and returns a call of it.
function Writer:call(name)
  if not self.needs[name] then self.needs[name], self.needs[#self.needs + 1] = true, name end
  return ("%s(%s)"):format(name, self.words)
end

local function masked(part)
  local word = part.shift > 0 and ("%s >> %d"):format(part.name, part.shift) or part.name
  return word .. " & " .. estimate.bits(part.mask)
end

local function sum_of(terms)
  return table.concat(tables.map(terms, function(term)
    return (term.factor == 1 and "" or term.factor .. " * ") .. "(" .. masked(term) .. ")"
  end), " + ")
end

function Writer:lookup(pattern)
  local parts, first = {}, self.at[pattern.weights] + 1
  for i, part in ipairs(pattern.parts) do
    local index = masked(part)
    if part.magic ~= 1 then index = ("(%s) * %s"):format(index, estimate.bits(part.magic)) end
    if part.down > 0 then index = ("%s >> %d"):format(part.magic == 1 and "(" .. index .. ")" or index, part.down) end
    parts[i] = part.sums and ("t[(%s) + %d]"):format(index, self.sums_at[part.sums] + 1) or ("(%s)"):format(index)
  end
  return ("t[%s + %s]"):format(table.concat(parts, " + "), self.data.stages and ("(%d + s)"):format(first) or first)
end

function Writer:put_sum(player)
  for _, variable in ipairs(player.variables) do self:put("local %s = %s", variable.name, sum_of(variable.terms)) end
  for i, pattern in ipairs(player.patterns) do self:put("%s%s", i == 1 and "local sum = " or "  + ", self:lookup(pattern)) end
end

-- The statement that returns the value of an end of the game by the rules.
function Writer:put_end()
  local ends = self.data.ends
  if ends.terminal then self:put("if %s then return %s end", self:call "terminal", self:call "evaluate") end
  local over
  if ends.by == "legal" then
    local sets, empty = {}, {}
    for i = 1, ends.sets do
      sets[i], empty[i] = "moves" .. i, i == 1 and "moves1 == 0" or ("(moves%d == nil or moves%d == 0)"):format(i, i)
    end
    self:put("local %s = %s", table.concat(sets, ", "), self:call "legal")
    over = table.concat(empty, " and ")
  elseif ends.by == "next" then over = self:call "next" .. " == nil"
  elseif ends.by == "moves" then over = "#" .. self:call "moves" .. " == 0"
  elseif ends.by == "list" then over = "#" .. self:call "successors" .. " == 0"
  else
    self:put("local walk, state, first = %s", self:call "successors")
    over = "walk(state, first) == nil"
  end
  self:put("if %s then return %s end", over, self:call "evaluate")
end

local function literal(x) return math.tointeger(x) and ("%d"):format(x) or ("%.17g"):format(x) end

-- The statements that return `value`, within the range.
function Writer:put_within()
  local low, high = self.data.low, self.data.high
  if low then
    self:put("if value < %s then return %s end", literal(low), literal(low))
    self:put("if value > %s then return %s end", literal(high), literal(high))
  end
  self:put("return value")
end

-- The statements that return the estimate made of `sum`, an integer.
function Writer:put_value(sign)
  local data = self.data
  if data.target == "winner" then
    local factor = ("sum / %s"):format(literal(sign * data.scale))
    self:put("return %s", data.middle == 0 and factor or literal(data.middle) .. " + " .. factor)
    return
  end
  -- Halves are rounded up for MAX and down for MIN: a reversed position has the reversed value.
  if data.score then
    self:put("local value = %s + (%ssum + %d) // %d", self:call "score", sign < 0 and "-" or "",
      UNIT // 2 - (sign < 0 and 1 or 0), UNIT)
  else self:put("local value = sum / %d.0", sign * UNIT) end
  self:put_within()
end

function Writer:put_patterns()
  local data, players = self.data, self.data.players
  if data.stages then
    local parts = tables.map(data.stages.masks, function(mask) return ("count(%s)"):format(masked(mask)) end)
    self:put("local s = stage[%s + 1]", table.concat(parts, " + "))
  end
  if #players == 1 then
    self:put_sum(players[1])
    return self:put_value(players[1].sign)
  end
  local same = players[1].patterns == players[2].patterns
  if same then self:put_sum(players[1]) end
  self:put("if %s == \"max\" then", self:call "player")
  if not same then self:put_sum(players[1]) end
  self:put_value(players[1].sign)
  self:put("end")
  if not same then self:put_sum(players[2]) end
  self:put_value(players[2].sign)
end

-- Of features `sum` is a float of any size.
function Writer:put_features()
  local data, list = self.data, self:call "features"
  self:put("local list, sum = %s, 0", data.features.form == "list" and list or "{ " .. list .. " }")
  self:put("local weights = %s", data.features.min and self:call "player" .. " == \"max\" and of_max or of_min" or "of_max")
  self:put("for i = 1, %d do sum = sum + list[i] * weights[i] end", #data.features.max)
  if data.target == "winner" then
    self:put("sum = sum < -%d and -%d.0 or sum > %d and %d.0 or sum", FARTHEST, FARTHEST, FARTHEST, FARTHEST)
    self:put("local part = sum < 0 and sum / (1 - sum) or sum / (1 + sum)")
    self:put("return %s + %s * part", literal(data.middle), literal(data.scale))
    return
  end
  self:put("local value = %s", data.score and self:call "score" .. " + floor(sum + 0.5)" or "sum")
  self:put_within()
end

local COUNT <const> = [[
local function count(set)
  set = set - (set >> 1 & 0x5555555555555555)
  set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333)
  return (set + (set >> 4) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56
end
]]

local function misfit(data, needs, rules)
  for _, name in ipairs(needs) do
    if not rules[name] then return "it needs rules." .. name end
  end
  local count, kind = rules.words or 1, type(rules.start)
  if data.examples then
    if count > 1 or type(data.examples[1]) ~= kind then return ("it is not for positions that are %ss"):format(kind) end
  elseif count ~= data.words or data.players and count == 1 and (kind == "table" or kind == "string") then
    return ("it needs positions of %d integers"):format(data.words)
  end
  local wanted, board = data.board, nil
  if wanted and rules.board then board = data.words > 1 and rules.board(unpack(rules.start)) or rules.board(rules.start) end
  if board and (board.columns ~= wanted.columns or board.rows ~= wanted.rows) then
    return ("it is for a board of %d columns and %d rows"):format(wanted.columns, wanted.rows)
  end
end

--- Makes an evaluation of its data (gts.rules.evaluation_file): a function of rules, which returns their new `evaluate`, or nil
-- and why it is not for them; and how many numbers there are in its list.
function estimate.make(data)
  local self, packed, unpacked = setmetatable({ data = data, lines = {}, needs = {} }, Writer), nil, nil
  local letters = table.concat(estimate.letters(data.words), ", ")
  if data.examples then packed, unpacked = packing.make(data.examples) end
  self.words = data.examples and "p" or letters
  local numbers, stage_size
  if data.players then numbers, self.at, self.sums_at, stage_size = list_of(data) end
  self:put("return function(%s)", self.words)
  self:put_end()
  if packed then self:put("local %s = cells(p)", letters) end
  if data.players then self:put_patterns() else self:put_features() end
  self:put("end")
  local places = data.stages and tables.map(data.stages.of, function(stage) return (stage - 1) * stage_size end)
  local features = data.features or {}
  local head = "local floor, cells, t, stage, of_max, of_min, " .. table.concat(self.needs, ", ") .. " = ...\n"
  local text = head .. (data.stages and COUNT or "") .. table.concat(self.lines, "\n")
  local chunk = assert(load(text, "=evaluation", "t", {}))
  return function(rules)
    local wrong = unpacked or packed and packed.words ~= data.words and "its examples of positions are of others"
      or misfit(data, self.needs, rules)
    if wrong then return nil, wrong end
    local functions = tables.map(self.needs, function(name) return rules[name] end)
    return chunk(floor, packed and packed.read, numbers, places, features.max, features.min, unpack(functions))
  end, numbers and #numbers or 0
end

return estimate
