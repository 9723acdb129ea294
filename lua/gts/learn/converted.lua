--- Evaluations of gts 1.0, which were Lua files, as data: what gts.learn wrote there is read line by line, and translated to the
-- lines of gts.rules.evaluation_file, which checks them. Nothing is run, and lines that gts.learn did not write are refused.

local core = require "gts.core"
local evaluation_file = require "gts.rules.evaluation_file"
local source = require "gts.rules.source"
local versions = require "gts.facts.versions"
local words = require "gts.base.words"

local converted = {}

-- Lines that say nothing of their own.
local same = {}
for line in ([=[

local t = {}
local function numbers(text)
for number, times in text:gmatch "(%-?%d+)%*?(%d*)" do
for _ = 1, tonumber(times) or 1 do t[#t + 1] = math.tointeger(tonumber(number)) end
end
local function sums(values)
local first = #t + 1
t[first] = 0
for _, value in ipairs(values) do
for i = first, #t do t[#t + 1] = t[i] + value end
local function count(set)
set = set - (set >> 1 & 0x5555555555555555)
set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333)
return (set + (set >> 4) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56
return function(rules)
if not rules[name] then return nil, "it needs rules." .. name end
return value
sum = sum < -1000000 and -1000000.0 or sum > 1000000 and 1000000.0 or sum
local part = sum < 0 and sum / (1 - sum) or sum / (1 + sum)
]=]):gmatch "([^\n]*)\n" do same[line] = true end

-- A part of a word, without spaces and brackets; nil if it is none.
local function part_of(text)
  for _, form in ipairs { "^%l%d* & %w+$", "^%l%d* >> %d+ & %w+$", "^%(%l & %w+%) >> %d+$", "^%(%l & %w+%) %* %w+ >> %d+$" } do
    if text:find(form) then return (text:gsub("[() ]", "")) end
  end
end

-- Splits a sum into terms, has `translate` translate what stands before their brackets and inside, and joins the results; nil
-- where one is not understood.
local function sum_of(text, between, translate)
  local list, place = {}, 1
  repeat
    local prefix, at = text:match("^([%w* ]*)()[([]", place)
    local inside = at and (text:match("^%b()", at) or text:match("^%b[]", at))
    local term = inside and translate(prefix, inside:sub(2, -2))
    if not term then return nil end
    list[#list + 1] = term
    place = at + #inside + #" + "
    if place <= #text and text:sub(place - 3, place - 1) ~= " + " then return nil end
  until place > #text
  return table.concat(list, between)
end

local function variable_of(text)
  return sum_of(text, " ", function(prefix, inside)
    local part, factor = part_of(inside), prefix:match "^(%d+) %* $"
    return part and (prefix == "" and part or factor and factor .. "*" .. part)
  end)
end

local Converter = {}
Converter.__index = Converter

function Converter:lookup(prefix, inside)
  local index, first = inside:match "^(.*) %+ %((%d+) %+ s%)$"
  if not index then index, first = inside:match "^(.*) %+ (%d+)$" end
  local orbit = prefix == "t" and self.at[first]
  local parts = orbit and sum_of(index, " ", function(before, within)
    if before == "" then return part_of(within) end
    local plain, sums = within:match "^%((.*)%) %+ (%d+)$"
    local part = before == "t" and plain and self.at[sums] and part_of(plain)
    return part and part .. "@" .. self.at[sums] - #self.weights
  end)
  return parts and ("pattern %d %s"):format(orbit, parts)
end

-- Takes numbers for the list, and returns where they begin there, as formulas have it.
function Converter:take(count)
  self.size = self.size + count
  return ("%d"):format(self.size - count + 1)
end

-- The weights of an orbit, in one of the stages.
function Converter:numbers(text)
  local count, at = 0, self.orbit + 1
  for times in text:gmatch "%-?%d+%*?(%d*)" do count = count + (math.tointeger(tonumber(times)) or 1) end
  local first, orbit = self:take(count), self.weights[at]
  self.last = self.size
  if self.stages == 1 then
    orbit = { text = "", count = 0, name = self.name }
    self.weights[at], self.at[first] = orbit, at
  end
  if not orbit then return false end
  self.orbit, orbit.text, orbit.count = at, orbit.text .. "\n" .. text, orbit.count + count
end

-- Begins the sum of another player, where that of the last one is used.
function Converter:player()
  local now = self.now
  if not now or now.used then
    now = { lines = {} }
    self.now, self.players[#self.players + 1] = now, now
  end
  return now.lines
end

-- Notes the sign with which the last sum is used, and how.
function Converter:use(sign, text)
  if self.kind and self.kind ~= text or not self.now then return false end
  local player = not self.parted and "both" or self.names == "" and "max" or "min"
  self.kind, self.now.used, self.names = text, true, self.names .. player
  self.now.names = (self.now.names and self.now.names .. " " or "") .. (sign and "-" or "+") .. player
end

-- Lines with something of their own: patterns of them, and functions of what these capture, which return false where that cannot
-- be.
local lines = {
  { '^for _, name in ipairs { "[%l", ]*" } do$', function() end },
  { "^local [%l, ]+ = rules%.[%l, .]+$", function() end },
  { "^return function%([%l, ]*%)$", function() end },
  { "^local board = rules%.board and rules%.board%([%l._()]*%)$", function() end },
  { "^local of_(%l+) = { (.*) }$", function(self, player, list)
    self.features[#self.features + 1] = player .. " " .. list:gsub(",", "")
  end },
  { "^sums { ([%d, ]*) }$", function(self, list)
    local text, count = list:gsub(",", "")
    self.sums[#self.sums + 1] = "sums " .. text
    if count > 15 then return false end
    self.at[self:take(1 << count + 1)] = #self.weights + #self.sums
  end },
  { "^local stage = { ([%d, ]*) }$", function(self, list)
    local size = math.max(1, self.last // self.stages)
    self.stage_of = list:gsub(",", ""):gsub("%d+", function(first) return ("%d"):format(tonumber(first) // size + 1) end)
  end },
  { "^if %(rules%.words or 1%) ~= (%d+) then return nil, \"it needs positions of %d+ integers\" end$", function(self, count)
    self.words = count
  end },
  { '^if board and %(board%.columns ~= (%d+) or board%.rows ~= (%d+)%) then return nil, "[%w ]+" end$', function(self, x, y)
    self.board = ("board %s %s"):format(x, y)
  end },
  { "^if terminal%([%l, ]*%) then return evaluate%([%l, ]*%) end$", function(self) self.ends = "terminal " end },
  { "^local (moves1[%w, ]*) = legal%([%l, ]*%)$", function(self, moves)
    self.ends = self.ends .. "legal " .. select(2, moves:gsub("moves", ""))
  end },
  { "^if moves1 == 0[%w=() ]* then return evaluate%([%l, ]*%) end$", function() end },
  { "^if next%([%l, ]*%) == nil then return evaluate%([%l, ]*%) end$", function(self) self.ends = self.ends .. "next" end },
  { "^if #successors%([%l, ]*%) == 0 then return evaluate%([%l, ]*%) end$", function(self) self.ends = self.ends .. "list" end },
  { "^local walk, state, first = successors%([%l, ]*%)$", function(self) self.ends = self.ends .. "walk" end },
  { "^if walk%(state, first%) == nil then return evaluate%([%l, ]*%) end$", function() end },
  { "^local s = stage%[(.*) %+ 1%]$", function(self, sum)
    self.masks = sum_of(sum, " ", function(prefix, inside) return prefix == "count" and part_of(inside) end)
    return self.masks ~= nil
  end },
  { '^if player%([%l, ]*%) == "max" then$', function(self) self.parted = true end },
  { "^local list, sum = features%([%l, ]*%), 0$", function(self) self.form, self.now = "list", {} end },
  { "^local list, sum = { features%([%l, ]*%) }, 0$", function(self) self.form, self.now = "values", {} end },
  { "^local weights = of_max$", function() end },
  { '^local weights = player%([%l, ]*%) == "max" and of_max or of_min$', function() end },
  { "^for i = 1, %d+ do sum = sum %+ list%[i%] %* weights%[i%] end$", function() end },
  { "^local sum = (t.*)$", function(self, sum)
    local text = sum_of(sum, "\n", function(prefix, inside) return self:lookup(prefix, inside) end)
    table.insert(self:player(), text)
    return text ~= nil
  end },
  { "^local ([sv]%d+) = (.*)$", function(self, name, sum)
    local text = variable_of(sum)
    if not text then return false end
    table.insert(self:player(), ("state %s %s"):format(name, text))
  end },
  { "^return sum / (%-?)([%d.e+-]+)$", function(self, sign, scale) return self:use(sign == "-", "winner 0 " .. scale) end },
  { "^return (%S+) %+ sum / (%-?)([%d.e+-]+)$", function(self, middle, sign, scale)
    return self:use(sign == "-", ("winner %s %s"):format(middle, scale))
  end },
  { "^return (%S+) %+ (%S+) %* part$", function(self, middle, half)
    return self:use(false, ("winner %s %s"):format(middle, half))
  end },
  { "^local value = score%([%l, ]*%) %+ %((%-?)sum %+ 12[78]%) // 256$", function(self, sign)
    return self:use(sign == "-", "value score")
  end },
  { "^local value = score%([%l, ]*%) %+ math%.floor%(sum %+ 0%.5%)$", function(self) return self:use(false, "value score") end },
  { "^local value = sum / (%-?)256%.0$", function(self, sign) return self:use(sign == "-", "value") end },
  { "^local value = sum$", function(self) return self:use(false, "value") end },
  { "^if value ([<>]) (%S+) then return %S+ end$", function(self, side, bound) self[side] = bound end },
}

function Converter:line(line)
  local comment = line:match "^%-%- ?(.*)$"
  if comment then
    if self.about.open and comment ~= "" then self.about[#self.about + 1] = "about " .. comment end
    self.name = comment:match "^%S+: cells [%d ]+%.$" and comment:sub(1, -2) or self.name
    if comment:find "^Stage [1-9]%d?%.$" then self.stages, self.orbit = tonumber(comment:match "%d+"), 0 end
  end
  self.about.open = self.about.open and comment ~= nil and comment ~= ""
  if comment or same[line] then return true end
  for _, row in ipairs(lines) do
    if line:find(row[1]) then return row[2](self, line:match(row[1])) ~= false end
  end
  return false
end

-- All that was read, as the text of an evaluation.
function Converter:text(name)
  local list = { versions.head "evaluation", "game " .. name, table.unpack(self.about) }
  local function put(line, ...) list[#list + 1] = line:format(...) end
  put("words %s", self.words)
  list[#list + 1] = self.board
  put("end %s", self.ends)
  put("%s%s", self.kind, self["<"] and (" %s %s"):format(self["<"], self[">"]) or "")
  for _, orbit in ipairs(self.weights) do put("weights %d %s%s", orbit.count, orbit.name, orbit.text) end
  table.move(self.sums, 1, #self.sums, #list + 1, list)
  if self.masks then put("stages %s: %s", self.masks, self.stage_of) end
  for _, features in ipairs(self.features) do put("features %s %s", self.form, features) end
  for _, player in ipairs(self.form and {} or self.players) do
    put("player %s", player.names)
    table.move(player.lines, 1, #player.lines, #list + 1, list)
  end
  local above = table.concat(list, "\n") .. "\n"
  return above .. "digest " .. core.hash(above) .. "\n"
end

local function refuse(line) return nil, ("gts learn has not written %s"):format(words.quote(line:sub(1, 60))) end

-- Reads all lines. A line that begins with a plus belongs to the one before; between `numbers [[` and `]]` are numbers.
local function read(text)
  local self = setmetatable({ about = { open = true }, at = {}, weights = {}, sums = {}, features = {}, players = {}, size = 0,
    last = 0, stages = 1, orbit = 0, ends = "", names = "" }, Converter)
  local before, numbers = {}, nil
  for line in (text .. "\n\n"):gmatch "([^\n]*)\n" do
    line = line:match "%S.*" or ""
    if numbers then
      local digits, last = line:match "^([%d* -]*)(%]?%]?)$"
      numbers[#numbers + 1] = digits
      if not digits or last == "]]" and (not self.name or self:numbers(table.concat(numbers, "\n")) == false) then
        return refuse(line)
      end
      if last == "]]" then numbers = nil end
    elseif line:find "^%+ " then before[#before + 1] = line
    else
      local whole = table.concat(before, " ")
      if before[1] and not self:line(whole) then return refuse(whole) end
      before = { line }
      if line == "numbers [[" then before, numbers = {}, {} end
    end
  end
  return self
end

--- Translates a file.
-- @tparam string file
-- @tparam string name of the game that it is for
-- @treturn string the text of an evaluation
-- @error what is wrong
function converted.text(file, name)
  local text, wrong = source.text(file)
  if not text then return nil, wrong end
  local self, data
  self, wrong = read(text)
  if self then data, wrong = evaluation_file.read(self:text((name:gsub("%c", " ")))) end
  if not data then return nil, ("%s: this is no evaluation in Lua as gts learn wrote it: %s"):format(file, wrong) end
  return evaluation_file.write(data)
end

return converted
