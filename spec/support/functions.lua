-- Writes random functions of Lua, of the kind that rules are made of: for comparing compiled with interpreted ones.

local functions = {}

-- Numbers on which arithmetic is likely to go wrong.
functions.edges = {
  0, 1, -1, 2, -2, 3, 7, 31, 32, 62, 63, 64, 65, -31, -62, -63, -64, -65, 127, 255, 1 << 31, 1 << 32, 1 << 52, (1 << 53) + 1,
  1 << 62, math.maxinteger, math.maxinteger - 1, math.mininteger, math.mininteger + 1, 0x5555555555555555, -0x123456789ABCDEF,
}

local floats = {
  "0.5", "(-0.0)", "1.0", "2.0", "(-1.5)", "1e15", "9007199254740993.0", "1e300", "2^53", "0x1p63", "(-0x1p63)", "3.7",
}

local binary = { "+", "-", "*", "//", "%", "&", "|", "~", "<<", ">>", "/", "^" }
local comparisons = { "<", "<=", ">", ">=", "==", "~=" }

-- Loops at the ends of the range, with integers, floats and both; none of more than a few turns.
local loops = {
  "1, 3", "-2, 2", "3, 1", "1, 5.5", "0.5, 3", "5, 1, -2", "1, 2, 0.25", "2.5, -1, -1", "3, -1e300, math.mininteger",
  "math.maxinteger - 2, math.maxinteger", "math.maxinteger - 1, math.huge", "math.mininteger + 2, math.mininteger, -1",
  "math.mininteger, math.mininteger + 1", "math.mininteger, math.maxinteger, math.maxinteger",
  "math.maxinteger, 1, math.mininteger",
  "1, math.mininteger, -math.maxinteger", "-1, -math.huge, math.mininteger + 1", "1, 0/0", "2^53, 2^53 + 4, 2",
}

-- A writer of one chunk; `random(n)` gives 1 .. n.
local Writer = {}
Writer.__index = Writer

function Writer:pick(list) return list[self.random(#list)] end

function Writer:literal()
  if self.random(5) == 1 then return self:pick(floats) end
  local n = self:pick(functions.edges)
  if n == math.mininteger then return "math.mininteger" end
  return n < 0 and ("(%d)"):format(n) or tostring(n)
end

function Writer:leaf()
  local which = self.random(6)
  if which <= 3 then return self:pick(self.names) end
  if which == 4 and self.tables then return ("list[%s]"):format(self:pick { "1", "2", "3", self:pick(self.names) .. " & 3" }) end
  if which == 5 then return "limit" end
  return self:literal()
end

function Writer:expression(depth)
  if depth == 0 or self.random(5) == 1 then return self:leaf() end
  local which = self.random(20)
  if which <= 12 then
    return ("(%s %s %s)"):format(self:expression(depth - 1), self:pick(binary), self:expression(depth - 1))
  elseif which == 13 then return ("(-%s)"):format(self:expression(depth - 1))
  elseif which == 14 then return ("(~%s)"):format(self:expression(depth - 1))
  elseif which == 15 then
    return ("math.%s(%s, %s)"):format(self:pick { "max", "min" }, self:expression(depth - 1), self:expression(depth - 1))
  elseif which == 16 then
    return ("math.%s(%s)"):format(self:pick { "abs", "floor", "ceil" }, self:expression(depth - 1))
  elseif which == 17 and #self.helpers > 0 then
    return ("%s(%s, %s)"):format(self:pick(self.helpers), self:expression(depth - 1), self:expression(depth - 1))
  elseif which == 18 then
    return ("(%s and %s or %s)"):format(self:condition(depth - 1), self:expression(depth - 1), self:expression(depth - 1))
  elseif which == 19 and self.tables then return "#list"
  end
  return self:leaf()
end

function Writer:condition(depth)
  local which = self.random(8)
  if which == 1 and depth > 0 then return ("not (%s)"):format(self:condition(depth - 1)) end
  if which == 2 and depth > 0 then
    return ("(%s %s %s)"):format(self:condition(depth - 1), self:pick { "and", "or" }, self:condition(depth - 1))
  end
  if which == 3 then return ("%s %s nil"):format(self:pick(self.names), self:pick { "==", "~=" }) end
  if which == 4 then return ("math.ult(%s | 0, %s | 0)"):format(self:leaf(), self:leaf()) end
  return ("%s %s %s"):format(self:expression(1), self:pick(comparisons), self:expression(1))
end

function Writer:put(format, ...) self.lines[#self.lines + 1] = ("  "):rep(self.indent) .. format:format(...) end

function Writer:block(depth)
  self.indent = self.indent + 1
  local names = #self.names
  for _ = 1, self.random(3) do self:statement(depth) end
  while #self.names > names do table.remove(self.names) end
  self.indent = self.indent - 1
end

function Writer:fresh()
  self.count = self.count + 1
  return "v" .. self.count
end

function Writer:statement(depth)
  local which = self.random(12)
  if which <= 3 then
    local name = self:fresh()
    self:put("local %s = %s", name, self:expression(2))
    self.names[#self.names + 1] = name
  elseif which <= 6 then self:put("%s = %s", self:pick(self.names), self:expression(3))
  elseif depth == 0 then self:put("%s = %s", self:pick(self.names), self:expression(1))
  elseif which <= 8 then
    self:put("if %s then", self:condition(2))
    self:block(depth - 1)
    if self.random(2) == 1 then
      self:put("else")
      self:block(depth - 1)
    end
    self:put("end")
  elseif which == 9 then
    local name = self:fresh()
    self:put("for %s = %s do", name, self:pick(loops))
    self.names[#self.names + 1] = name
    self:block(depth - 1)
    self:put("end")
    for i = #self.names, 1, -1 do if self.names[i] == name then table.remove(self.names, i) end end
  elseif which == 10 then
    local name = self:fresh()
    self:put("local %s = 0", name)
    self:put("while %s < %d do", name, self.random(5))
    self.indent = self.indent + 1
    self:put("%s = %s + 1", name, name)
    self.indent = self.indent - 1
    self:block(depth - 1)
    self:put("end")
  elseif which == 11 then
    local name = self:fresh()
    self:put("local %s = 0", name)
    self:put("repeat")
    self.indent = self.indent + 1
    self:put("%s = %s + 1", name, name)
    self:put("if %s then break end", self:condition(1))
    self.indent = self.indent - 1
    self:block(depth - 1)
    self:put("until %s > %d", name, self.random(4))
  elseif self.tables then
    local name = self:fresh()
    self:put("for _, %s in ipairs(list) do", name)
    self.names[#self.names + 1] = name
    self:block(depth - 1)
    self:put("end")
    for i = #self.names, 1, -1 do if self.names[i] == name then table.remove(self.names, i) end end
  else self:put("%s = %s", self:pick(self.names), self:expression(2)) end
end

function Writer:func(name, parameters)
  self:put("local function %s(%s)", name, table.concat(parameters, ", "))
  self.names = { table.unpack(parameters) }
  self:block(2)
  self.indent = self.indent + 1
  self:put("return %s", self:expression(3))
  self.indent = self.indent - 1
  self:put("end")
end

--- Writes a chunk that returns a function of two numbers.
-- @tparam function random random(n) gives 1 .. n
-- @treturn string
function functions.write(random)
  local w = setmetatable({ random = random, lines = {}, indent = 0, count = 0, helpers = {}, tables = random(3) > 1 }, Writer)
  w:put("local limit = %s", w:literal())
  if w.tables then w:put("local list = { %s, %s, %s }", w:literal(), w:literal(), w:literal()) end
  for i = 1, random(3) - 1 do
    w:func("helper" .. i, { "x", "y" })
    w.helpers[i] = "helper" .. i
  end
  w:func("f", { "a", "b" })
  w:put("return f")
  return table.concat(w.lines, "\n")
end

--- Makes one function of many: call(k, a, b) calls the k-th. Each is an upvalue of it, as a function of rules would be.
-- @tparam {function,...} list at most 60
function functions.dispatcher(list)
  local text = { "local list = ..." }
  for k = 1, #list do text[#text + 1] = ("local f%d = list[%d]"):format(k, k) end
  text[#text + 1] = "return function(k, a, b)"
  for k = 1, #list do text[#text + 1] = ("if k == %d then return f%d(a, b) end"):format(k, k) end
  text[#text + 1] = "return 0 end"
  return load(table.concat(text, "\n"), "=dispatcher")(list)
end

return functions
