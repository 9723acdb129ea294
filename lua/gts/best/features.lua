--- Features of positions that are found in rules, and evaluations of them, as text for the compiler. Positions of random games
-- show what they are made of. Features are the moves of the player to move; those minus the moves of the opponent, where rules
-- or one field of the position turn it; how often each value stands in each zone of a list, of the rows of a list, or of a
-- text; and the bits of each byte of an integer. Weights differ by the player to move.

local ask = require "gts.rules.ask"
local schema = require "gts.base.schema"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local load, floor = load, math.floor    -- confined rules may have put others in their place later

local Features = {}
Features.__index = Features

local MOST <const> = 48         -- features
local VALUES <const> = 64       -- of a place that are noted
local KINDS <const> = 6         -- values of a list or text, at most
local ZONES <const> = 6         -- of a list or text
local DEEPEST <const> = 3       -- tables within each other
local LONGEST <const> = 1000    -- characters of a text, elements of a list
local WIDE <const> = 1 << 12    -- integers from here on are sets of bits

-- What positions are made of. A place is an expression, `path`, with the values and types seen there, and `list`, the place of
-- all elements of a list or text, with the least and the most of them, and how often each value was seen.

local function new_place(path) return { path = path, often = {}, values = {}, types = {} } end

local function note(place, value)
  place.types[math.type(value) or type(value)] = true
  if type(value) == "table" or value == nil then return end
  if not place.often[value] and #place.values < VALUES then place.values[#place.values + 1] = value end
  place.often[value] = (place.often[value] or 0) + 1
end

-- The length of a text or list, up to its last element: it may have holes, where a board is the set of its pieces.
local function length_of(list)
  local length = type(list) == "string" and #list or 0
  for i in next, type(list) == "table" and list or {} do length = math.type(i) == "integer" and math.max(length, i) or length end
  return length
end

local function note_list(place, list, length)
  place.list = place.list or tables.copy(new_place(place.path), { least = length, most = length })
  local all = place.list
  all.least, all.most = math.min(all.least, length), math.max(all.most, length)
  for i = 1, length do
    local one = type(list) == "string" and list:sub(i, i) or list[i]
    all.rows, all.holes = all.rows or type(one) == "table", all.holes or one == nil
    for k = 1, type(one) == "table" and #one or 1 do note(all, type(one) == "table" and one[k] or one) end
  end
end

local function look(places, path, value, depth)
  if not places[path] then
    places[path] = new_place(path)
    places[#places + 1] = places[path]
  end
  note(places[path], value)
  local length = length_of(value)
  if length > (type(value) == "string" and 1 or 0) and length <= LONGEST then note_list(places[path], value, length) end
  if type(value) ~= "table" or depth > DEEPEST then return end
  for _, name in ipairs(words.keys(value)) do look(places, ("%s[%q]"):format(path, name), value[name], depth + 1) end
end

-- The values of an expression for "max" and "min", if it tells who is to move in all samples; `get` gives it.
local function values_by_mover(samples, get)
  local value, of = {}, {}
  for _, one in ipairs(samples) do
    local v = get(one.words)
    if v == nil or type(v) == "table" or (of[v] or one.mover) ~= one.mover then return nil end
    if value[one.mover] ~= nil and value[one.mover] ~= v then return nil end
    of[v], value[one.mover] = one.mover, v
  end
  return value.max ~= nil and value.min ~= nil and value or nil
end

local function other_text(path, value)
  return ("local t = %q\nif %s == t then t = %q end\n"):format(value.max, path, value.min)
end

-- Each of these returns an expression that tells the player to move, its values, and texts that make q1, q2, ..., the words of a
-- position with the other player to move, of p1, p2, ...

local function turn_of_table(samples)
  local first = samples[1].words[1]
  local names = words.keys(first)
  for _, name in ipairs(names) do
    local path, value = ("p1[%q]"):format(name), values_by_mover(samples, function(p) return p[1][name] end)
    if value then
      local fields = tables.map(names, function(one)
        return ("[%q] = %s"):format(one, one == name and "t" or ("p1[%q]"):format(one))
      end)
      return path, value, { ("%slocal q1 = { %s }\n%s"):format(other_text(path, value), table.concat(fields, ", "),
        #first > 0 and "for i = 1, #p1 do q1[i] = p1[i] end\n" or "") }
    end
  end
end

local function turn_of_text(samples)
  for i = 1, math.min(#samples[1].words[1], LONGEST) do
    local path, value = ("p1:sub(%d, %d)"):format(i, i), values_by_mover(samples, function(p) return p[1]:sub(i, i) end)
    if value then
      return path, value, { ("%slocal q1 = p1:sub(1, %d) .. t .. p1:sub(%d)\n"):format(other_text(path, value), i - 1, i + 1) }
    end
  end
end

-- With the bit changed alone, and with two words exchanged, too, as where they are mine and theirs.
local function turn_of_words(samples, count)
  for bit = 0, 64 * count - 1 do
    local w, b = bit // 64 + 1, bit % 64
    local value = values_by_mover(samples, function(p) return p[w] >> b & 1 end)
    if value then
      local list = tables.range(1, count, function(i) return i == w and ("p%d ~ %d"):format(w, 1 << b) or "p" .. i end)
      local texts = { ("local %s = %s\n"):format(ask.names("q", count), table.concat(list, ", ")) }
      local i, k = w == 1 and 2 or 1, w <= 2 and 3 or 2
      if count > 2 then
        list[i], list[k] = list[k], list[i]
        texts[2] = ("local %s = %s\n"):format(ask.names("q", count), table.concat(list, ", "))
      end
      return ("(p%d >> %d & 1)"):format(w, b), value, texts
    end
  end
end

local function find_turn(self, samples, turns)
  local of, first = self.of, samples[1].words[1]
  local path, value, texts
  if type(first) == "table" then path, value, texts = turn_of_table(samples)
  elseif type(first) == "string" then path, value, texts = turn_of_text(samples)
  elseif math.type(first) == "integer" then path, value, texts = turn_of_words(samples, self.count) end
  for _, name in ipairs { "turned", "pass" } do
    if of[name] then texts = { ("local %s = %s(P)\n"):format(ask.names("q", self.count), name) } end
  end
  self.is_min = of.player and "player(P) == \"min\"" or path and ("%s == %q"):format(path, value.min)
  self.turns = turns and self.is_min and texts or {}
end

-- Groups of features. One has `from`, the number before its first feature, `size`, and `write(put, from)`, a text of
-- statements; put(index, amount) is the one that adds an amount to a feature. `signed`: its weights change sign with the player.

local function add(self, name, size, write)
  if size == 0 or self.size + size > MOST then return end
  for _, signed in ipairs { false, self.is_min and true or nil } do
    self.groups[#self.groups + 1] = { name = name, from = self.size, size = size, write = write, signed = signed,
      place = #self.groups + 1 }
  end
  self.size = self.size + size
end

-- The statements that count, as n, the moves of the position whose words have a prefix.
local function count_moves(self, prefix)
  local of, at = self.of, ask.names(prefix, self.count)
  if of.legal then
    local parts = tables.range(1, self.sets, function(i) return ("(count(s%d or 0) * 0x0101010101010101 >> 56)"):format(i) end)
    return ("local %s = legal(%s)\nlocal n = %s\n"):format(ask.names("s", self.sets), at, table.concat(parts, " + "))
  elseif of.next then
    return ("local n, m = 0, (next(%s))\nwhile m ~= nil do\nn = n + 1\nm = (next(%s, m))\nend\n"):format(at, at)
  elseif self.lists then return ("local n = #successors(%s)\n"):format(at) end
  return ("local n = 0\nfor _ in successors(%s) do n = n + 1 end\n"):format(at)
end

local function add_moves(self)
  add(self, "moves", 1, function(put, from) return put(from + 1, "n") .. "\n" end)
  for _, text in ipairs(self.turns) do
    add(self, "moves more than the opponent's", 1, function(put, from)
      return ("do\nlocal own = n\n%sif q1 ~= nil then\n%s%s\nend\nend\n"):format(text, count_moves(self, "q"),
        put(from + 1, "(own - n)"))
    end)
  end
end

-- The most frequent value follows from the others, except in a list with holes.
local function add_cells(self, list, is_text)
  local kinds = table.move(list.values, 1, #list.values, 1, {})
  table.sort(kinds, function(a, b)
    if list.often[a] ~= list.often[b] then return list.often[a] > list.often[b] end
    return tostring(a) < tostring(b)
  end)
  if not list.holes then table.remove(kinds, 1) end
  local zones = (list.holes or list.least == list.most) and math.min(ZONES, list.most) or 1
  local path, zone = list.path, zones == 1 and "1" or ("1 + (i - 1) * %d // %d"):format(zones, list.most)
  local inner = is_text and ("local v = %s:sub(i, i)\n"):format(path) or ("local v = %s[i]\n"):format(path)
  if list.rows then inner = ("for k = 1, #%s[i] do\nlocal v = %s[i][k]\n"):format(path, path) end
  add(self, "pieces", #kinds * zones, function(put, from)
    local parts = tables.map(kinds, function(kind, i)
      return ("if v == %q then\n%s\n"):format(kind, put(("%d + %s"):format(from + (i - 1) * zones, zone), "1"))
    end)
    local last = list.holes and list.most or "#" .. path
    return ("for i = 1, %s do\n%s%send\n%send\n"):format(last, inner, table.concat(parts, "else"), list.rows and "end\n" or "")
  end)
end

local function add_bits(self, place)
  local all, bytes = 0, {}
  for _, value in ipairs(place.values) do all = all | value end
  for b = 0, 7 do
    if all >> 8 * b & 255 ~= 0 then bytes[#bytes + 1] = b end
  end
  add(self, "pieces", #bytes, function(put, from)
    local parts = tables.map(bytes, function(b, i) return put(from + i, ("(c >> %d & 255)"):format(8 * b)) .. "\n" end)
    return ("do\nlocal c = count(%s)\n%send\n"):format(place.path, table.concat(parts))
  end)
end

local function add_place(self, place)
  local list, types = place.list, place.types
  if list then
    local is_plain = not list.types.table and not (types.table and types.string) and not (list.rows and list.holes)
    if is_plain and #list.values > (list.holes and 0 or 1) and #list.values <= KINDS then add_cells(self, list, types.string) end
  elseif types.integer and next(types, (next(types))) == nil and #place.values > 2 then
    if tables.any(place.values, function(value) return value < -WIDE or value >= WIDE end) then add_bits(self, place) end
  end
end

local COUNT <const> = [[
local function count(set)
  set = set - (set >> 1 & 0x5555555555555555)
  set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333)
  return set + (set >> 4) & 0x0f0f0f0f0f0f0f0f
end
]]

local used <const> = { "evaluate", "floor", "legal", "next", "pass", "player", "successors", "terminal", "turned" }

-- Makes a function of a position from the text of its body, with a list `w` as upvalue.
local function make(self, body, w)
  local names, values = { "w" }, { w or {} }
  for _, name in ipairs(used) do
    if body:find("%f[%w_]" .. name .. "%(") then
      names[#names + 1], values[#values + 1] = name, name == "floor" and floor or self.of[name]
    end
  end
  local text = ("local %s = ...\n%sreturn function(P)\n%send"):format(table.concat(names, ", "),
    body:find("count(", 1, true) and COUNT or "", body):gsub("%f[%w]P%f[%W]", ask.names("p", self.count))
  return assert(load(text, "=found", "t", {}))(table.unpack(values, 1, #names))
end

--- The text of a group's statements, all of them once; `put`: see above.
local function statements(groups, put)
  local parts, seen = {}, {}
  for _, group in ipairs(groups) do
    parts[#parts + 1] = not seen[group.from] and group.write(put, group.from) or nil
    seen[group.from] = true
  end
  return table.concat(parts)
end

--- Makes the evaluation of some groups. `w`: for MAX to move a constant and the weights of all features, then for MIN; `middle`
-- of the values, and `half`, as far as they reach from there; `levels`: steps of a sum of 1, which is rounded to one.
function Features:evaluation(groups, w, middle, half, levels)
  local head = (self.of.terminal and "if terminal(P) then return evaluate(P) end\n" or "") .. count_moves(self, "p")
    .. "if n == 0 then return evaluate(P) end\nlocal off = 1\n"
    .. (self.is_min and ("if %s then off = %d end\n"):format(self.is_min, self.size + 2) or "") .. "local sum = w[off]\n"
  return make(self, head .. statements(groups, function(index, amount)
    return ("sum = sum + w[off + %s]%s"):format(index, amount == "1" and "" or " * " .. amount)
  end) .. ("sum = floor(sum * %.17g + 0.5) / %.17g\nlocal part = sum < 0 and sum / (1 - sum) or sum / (1 + sum)\n"):format(levels,
    levels) .. ("return %.17g + %.17g * part\n"):format(middle, half), w)
end

--- Finds the features of rules. `samples` have words, a list, and mover; `turns`: rules may be asked of positions with the
-- other player to move, which may not be legal. Returns `size`, how many; `groups`; `signed`: is the player to move known;
-- `values`, a function of a position's words: a list.
function Features.new(of, samples, turns)
  local self = setmetatable({ of = of, count = of.words or 1, size = 0, groups = {}, sets = 1 }, Features)
  local places = {}
  for _, one in ipairs(samples) do
    for w = 1, self.count do look(places, "p" .. w, one.words[w], 1) end
    if of.legal then self.sets = math.max(self.sets, select("#", of.legal(table.unpack(one.words)))) end
  end
  self.lists = not of.next and not schema.callable.fits((of.successors(samples[1].words[1])))
  find_turn(self, samples, turns)
  add_moves(self)
  for _, place in ipairs(places) do add_place(self, place) end
  self.values = make(self, ("local f = { %s }\n"):format(("0, "):rep(self.size)) .. count_moves(self, "p")
    .. statements(self.groups, function(index, amount) return ("f[%s] = f[%s] + %s"):format(index, index, amount) end)
    .. "return f\n")
  return self
end

return Features
