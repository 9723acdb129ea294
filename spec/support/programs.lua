--- Random programs of Lua, of the kind that rules are made of, as syntax trees: to be written out, changed and reduced.
--
-- Each program draws for every feature of the language how much of it there is to be, often none: a program that has everything
-- has little of anything, and the rare shapes are those that are left when the common ones are missing.
--
-- A node is a text, or { kind =, format, child, ... } whose format has a $ for each child. Kinds are "expression", "statement",
-- and "block", a list of statements.

local text_programs = require "spec.support.text_programs"

local programs = {}

-- Nodes.

local function expression(format, ...) return { kind = "expression", format, ... } end
local function statement(format, ...) return { kind = "statement", format, ... } end
local function block(...) return { kind = "block", ... } end

-- The texts around the children of a format.
local around = setmetatable({}, { __index = function(all, format)
  local texts = {}
  for text in (format .. "$"):gmatch "([^$]*)%$" do texts[#texts + 1] = text end
  all[format] = texts
  return texts
end })

local function write(node, out)
  if type(node) == "string" then
    out[#out + 1] = node
    return
  end
  if node.kind == "block" then
    for i, child in ipairs(node) do
      if i > 1 then out[#out + 1] = "\n" end
      write(child, out)
    end
    return
  end
  local texts = around[node[1]]
  out[#out + 1] = texts[1]
  for i = 2, #texts do
    write(node[i], out)
    out[#out + 1] = texts[i]
  end
end

--- The text of a program, or of a part.
function programs.text(node)
  local out = {}
  write(node, out)
  return table.concat(out)
end

-- Random numbers, equal on every machine.

--- A function random(n) that gives 1 .. n.
function programs.random(seed)
  local state = seed * 0x9E3779B97F4A7C15 + 0x1234567
  return function(n)
    state = state * 6364136223846793005 + 1442695040888963407
    local word = state ~ state >> 29
    return (word >> 33) % n + 1
  end
end

-- Values on which arithmetic is likely to go wrong.

programs.integers = {
  0, 1, -1, 2, -2, 3, 5, 7, -7, 10, 31, 32, 33, 62, 63, 64, 65, -31, -63, -64, -65, 255, 1 << 31, 1 << 32,
  (1 << 53) - 1, 1 << 53, (1 << 53) + 1, -(1 << 53) - 1, 1 << 62, math.maxinteger,
  math.maxinteger - 1, math.mininteger, math.mininteger + 1,
  0x5555555555555555, -0x123456789ABCDEF,
}

local floats = {
  "0.5", "-0.0", "0.0", "1.0", "2.0", "3.0", "-1.5", "1e15", "9007199254740992.0", "9007199254740993.0", "-9007199254740993.0",
  "1e300", "-1e300", "2.0^53", "2.0^63", "-2.0^63", "2.0^63 - 1024", "3.7", "0.1", "1e-320", "2.2250738585072014e-308",
  "64.0", "-1.0",
}
local odd_floats = { "1/0", "-1/0", "0/0", "-(0/0)" }

-- Bounds of loops, at the ends of the range of integers and floats; those that go on for long are left by a break.
local loops = {
  "1, 3", "-2, 2", "3, 1", "1, 5.5", "0.5, 3", "5, 1, -2", "1, 2, 0.25", "2.5, -1, -1", "3, -1e300, math.mininteger",
  "3, 1, -1.0", "math.maxinteger - 2, math.maxinteger", "math.maxinteger - 1, 1/0",
  "math.mininteger + 2, math.mininteger, -1", "1, 3, 1.0", "math.mininteger, math.mininteger + 1",
  "math.mininteger, math.maxinteger, math.maxinteger", "math.maxinteger, 1, math.mininteger",
  "1, math.mininteger, -math.maxinteger", "-1, -1/0, math.mininteger + 1", "1, 0/0", "3, 0/0, -1", "3.0, 0/0, -1",
  "1, 3, 0/0", "2^53, 2^53 + 4, 2", "-0.0, 0.0", "0.0, -0.0, -1", "1, 0.99", "-1, -0.99, -1", "2.0^63, 2.0^63 + 4096, 2048",
  "1, 2, 0", "1, 2, 0.0", "1/0, -1/0, -1", "-1/0, 1/0, 1/0", "math.maxinteger, math.maxinteger + 1.0",
  "math.mininteger, -2.0^63, -1", "1, 0.5 - 2^63, -2^62",
}

local arithmetic, float_arithmetic = { "+", "-", "*", "//", "%" }, { "/", "^", "/", "^", "//", "%" }
local bitwise = { "&", "|", "~", "<<", ">>" }
local comparisons = { "<", "<=", ">", ">=", "==", "~=" }

-- A writer of one program.
local Writer = {}
Writer.__index = Writer

text_programs.extend(Writer, expression, statement)

function Writer:pick(list) return list[self.random(#list)] end

-- What mostly ends in an error: there is little of it.
local rare = { unsigned = true, ["numbers in strings"] = true, ["not bits"] = true, ["odd float"] = true, tables = true,
  strings = true }

-- How much of a feature there is in this program: decided when it is first asked.
function Writer:weight(feature)
  local w = self.weights[feature]
  if not w then
    w = rare[feature] and self:pick { 0, 0, 0, 1 } or self:pick { 0, 0, 1, 3, 8 }
    self.weights[feature] = w
  end
  return w
end

-- One of several ways { feature, function, possible }, by weight; `otherwise` if there is none. Ways whose third field is false
-- are out.
function Writer:choose(ways, otherwise, ...)
  local sum = 0
  for _, way in ipairs(ways) do if way[3] ~= false then sum = sum + self:weight(way[1]) end end
  if sum == 0 then return otherwise(self, ...) end
  local at = self.random(sum)
  for _, way in ipairs(ways) do
    if way[3] ~= false then at = at - self:weight(way[1]) end
    if at <= 0 and way[3] ~= false then return way[2](self, ...) end
  end
end

function Writer:chance(feature) return self.random(9) <= self:weight(feature) end

local function integer_text(n)
  if n == math.mininteger then return "math.mininteger" end
  return n < 0 and ("(%d)"):format(n) or tostring(n)
end

function Writer:integer() return integer_text(self:pick(programs.integers)) end

function Writer:literal()
  return self:choose({
    { "small", function() return tostring(self.random(6) - 1) end },
    { "edge", self.integer },
    { "float", function() return "(" .. self:pick(floats) .. ")" end },
    { "odd float", function() return "(" .. self:pick(odd_floats) .. ")" end },
  }, self.integer)
end

function Writer:name() return #self.names > 0 and self:pick(self.names) or self:literal() end

-- Parts of tables.

function Writer:list() return self:pick(self.lists) end

function Writer:index(depth)
  if self.random(3) == 1 then return tostring(self.random(4)) end
  return expression("$ & 3", depth > 0 and self:chance "computed index" and self:number(depth - 1) or self:name())
end

function Writer:element(depth)
  local of = self.random(3) == 1 and self.nested and expression("(nested[$] or list1)", self:index(depth)) or self:list()
  if self.random(4) == 1 then return expression("$[$]", of, self:index(depth)) end
  return expression("($[$] or $)", of, self:index(depth), self:literal())
end

function Writer:field()
  return self:pick { "data.x", "data.y", "data.deep.x", "object.x", "object.z", "data.deep.deeper.y" }
end

-- Calls.

function Writer:arguments(depth, most)
  local list = { kind = "expression", "" }
  for n = 1, self.random(most + 1) - 1 do
    list[1] = n == 1 and "$" or list[1] .. ", $"
    list[n + 1] = self:any(depth)
  end
  return #list > 1 and list or self:name()
end

function Writer:call(depth)
  local helper = self:pick(self.helpers)
  if helper.recursive then
    local from = helper.inside and helper.inside .. " - 1" or tostring(self.random(3))
    return expression(helper.name .. "(" .. from .. ", $)", self:number(depth))
  end
  -- The last argument may be all results of another call.
  if self:chance "open call" and depth > 0 then return expression(helper.name .. "($, $)", self:name(), self:call(depth - 1)) end
  return expression(helper.name .. "($)", self:arguments(depth, 3))
end

local math_functions = { "abs", "floor", "ceil", "sqrt" }

function Writer:builtin(depth)
  if self.random(2) == 1 then return expression("math." .. self:pick(math_functions) .. "($)", self:number(depth)) end
  local name = self:pick { "max", "min" }
  if self.random(3) == 1 then
    return expression("math." .. name .. "($, $, $)", self:number(depth), self:number(0), self:name())
  end
  return expression("math." .. name .. "($, $)", self:number(depth), self:number(depth))
end

-- An expression that is a number, mostly.
function Writer:number(depth)
  if depth <= 0 or self.random(6) == 1 then
    return self:choose({
      { "names", self.name }, { "names", self.name }, { "literals", self.literal },
      { "constants", function() return "limit" end }, { "ratio", function() return "ratio" end },
      { "elements", self.element, #self.lists > 0 }, { "fields", self.field, self.data },
      { "length", function() return "#" .. self:list() end, #self.lists > 0 },
    }, self.name, 0)
  end
  local function two(operators)
    return function()
      return expression("($ " .. self:pick(operators) .. " $)", self:number(depth - 1), self:number(depth - 1))
    end
  end
  return self:choose({
    { "arithmetic", two(arithmetic) }, { "bitwise", two(bitwise) }, { "division", two(float_arithmetic) },
    { "constant operand", function()
      local format = ("($ %s $)"):format(self:pick(self:pick { arithmetic, self.integral and bitwise or float_arithmetic }))
      local x, y = self:number(depth - 1), self:literal()
      if self.random(4) == 1 then x, y = y, x end
      return expression(format, x, y)
    end },
    { "integral", function() return expression("($ // 1)", self:number(depth - 1)) end },
    { "minus", function() return expression("(-$)", self:number(depth - 1)) end },
    { "one bit", function()
      return expression(("(%d << $)"):format(self.random(3) - 1), self:number(depth - 1))
    end, self.integral },
    { "not bits", function() return expression("(~$)", self:number(depth - 1)) end },
    { "to float", function() return expression("($ + 0.0)", self:number(depth - 1)) end },
    { "library", self.builtin },
    { "calls", self.call, #self.helpers > 0 },
    { "calls", function() return expression("(" .. "$ or $)", self:call(depth - 1), self:literal()) end, #self.helpers > 0 },
    { "choices", function()
      return expression("($ and $ or $)", self:condition(depth - 1), self:number(depth - 1), self:number(depth - 1))
    end },
    { "chains", function()
      local format = self:pick { "($ and $ or $)", "($ or $ or $)" }
      return expression(format, self:any(depth - 1), self:number(depth - 1), self:literal())
    end },
    { "elements", self.element, #self.lists > 0 },
    { "texts", self.of_text }, { "texts", self.of_text },
    { "inner functions", self.inner_call, #self.inner > 0 and not self.inside },
    { "numbers in strings", function()
      return expression("($ + $)", self:pick { "'10'", "'0x10'", "'1e1'", "'x'" }, self:number(0))
    end },
  }, two(arithmetic), depth - 1)
end

-- An expression that may be anything.
function Writer:any(depth)
  return self:choose({
    { "numbers", self.number }, { "numbers", self.number }, { "conditions", self.condition },
    { "nil", function() return self:pick { "nil", "true", "false" } end },
    { "strings", function() return self:pick { '"one"', '"two"', "text" } end },
    { "odd names", function() return self:pick(self.odd) end, #self.odd > 0 },
    { "tables", function() return self:list() end, #self.lists > 0 and self.random(3) == 1 },
  }, self.number, depth)
end

function Writer:condition(depth)
  local function compared()
    return expression("($ " .. self:pick(comparisons) .. " $)", self:number(depth), self:number(depth))
  end
  return self:choose({
    { "compared", compared }, { "compared", compared },
    { "close", function()
      local name = self:name()
      local format = self:pick { "($ %s $ + 0.0)", "($ + 0.0 %s $)", "($ - 1 %s $ + 0.0)", "($ + 0.0 %s $ - 1)" }
      return expression(format:format(self:pick(comparisons)), name, name)
    end },
    { "with literals", function()
      return expression("($ " .. self:pick(comparisons) .. " $)", self:name(), self:literal())
    end },
    { "not", function() return expression("(not $)", self:any(depth - 1)) end, depth > 0 },
    { "logic", function()
      return expression("($ " .. self:pick { "and", "or" } .. " $)", self:condition(depth - 1), self:condition(depth - 1))
    end, depth > 0 },
    { "is nil", function() return expression("($ " .. self:pick { "==", "~=" } .. " nil)", self:any(depth - 1)) end, depth > 0 },
    { "equal", function()
      return expression("($ " .. self:pick { "==", "~=" } .. " $)", self:any(depth - 1), self:any(depth - 1))
    end, depth > 0 },
    { "unsigned", function() return expression("math.ult($, $)", self:name(), self:name()) end },
    { "type", function() return expression('(math.type($) == "integer")', self:any(depth - 1)) end, depth > 0 },
    { "equal tables", function()
      return ("(%s == %s)"):format(self:list(), self:pick { self:list(), "object", "twin" })
    end, #self.lists > 0 and self.data },
    { "truth", function() return self:any(depth - 1) end, depth > 0 },
    { "texts", function() return self:texts_compared(depth) end },
  }, compared)
end

-- Statements.

function Writer:fresh()
  self.count = self.count + 1
  return "v" .. self.count
end

-- A block; what is named in it is forgotten behind it. `first` and `last` are statements around the others.
function Writer:block(depth, first, last)
  local names, odd, texts, inner = #self.names, #self.odd, #self.texts, #self.inner
  local list = block(first)
  for _ = 1, self.random(2) + depth // 2 do list[#list + 1] = self:statement(depth) end
  list[#list + 1] = last
  while #self.names > names do table.remove(self.names) end
  while #self.odd > odd do table.remove(self.odd) end
  while #self.texts > texts do table.remove(self.texts) end
  while #self.inner > inner do table.remove(self.inner) end
  return list
end

-- A block with local names.
function Writer:block_with(names, depth, first, last)
  local before = #self.names
  for _, name in ipairs(names) do self.names[#self.names + 1] = name end
  local made = self:block(depth, first, last)
  while #self.names > before do table.remove(self.names) end
  return made
end

function Writer:assign()
  if #self.names == 0 then return self:declare() end
  if self:chance "swap" then
    return statement("$, $ = $, $", self:pick(self.names), self:pick(self.names), self:number(1), self:number(0))
  end
  return statement("$ = $", self:pick(self.names), self:number(2))
end

function Writer:declare()
  local name = self:fresh()
  if self:chance "odd values" then
    local made = statement("local " .. name .. " = $", self:any(2))
    self.odd[#self.odd + 1] = name
    return made
  end
  if #self.helpers > 0 and self:chance "several results" then
    local other = self:fresh()
    local made = statement("local " .. name .. ", " .. other .. " = $", self:call(1))
    self.odd[#self.odd + 1] = name
    self.odd[#self.odd + 1] = other
    return made
  end
  local made = statement("local " .. name .. " = $", self:number(2))
  self.names[#self.names + 1] = name
  return made
end

function Writer:branch(depth)
  local shape = self.random(4)
  if shape == 1 then return statement("if $ then\n$\nend", self:condition(2), self:block(depth)) end
  if shape == 2 then return statement("if $ then\n$\nelse\n$\nend", self:condition(2), self:block(depth), self:block(depth)) end
  if shape == 3 then
    return statement("if $ then\n$\nelseif $ then\n$\nend", self:condition(1), self:block(depth), self:condition(1),
      self:block(depth))
  end
  return statement("if $ then\n$\nelse\n$\nend", self:any(2), self:block(depth), self:block(depth))
end

local FUEL = "fuel = fuel - 1 if fuel < 0 then break end"

function Writer:count_loop(depth)
  local name = self:fresh()
  local format
  if self:chance "loops over anything" then
    format = statement("$, $, $", self:number(1), self:number(1), self:literal())
    format.kind = "expression"
  else format = self:pick(loops) end
  return statement("for " .. name .. " = $ do\n$\nend", format, self:block_with({ name }, depth, FUEL))
end

function Writer:while_loop(depth)
  return statement("while $ do\n$\nend", self:condition(1), self:block(depth, FUEL))
end

function Writer:repeat_loop(depth)
  return statement("repeat\n$\nuntil $", self:block(depth, FUEL), self:condition(1))
end

function Writer:list_loop(depth)
  local index, element = self:fresh(), self:fresh()
  local head = self:chance "own iterator" and
    ("for %s, %s in step, %s, %s do"):format(index, element, self:list(), self:pick { "0", "1", "1.0", "-1", "2.5", "limit" })
    or ("for %s, %s in ipairs(%s) do"):format(index, element, self:list())
  return statement(head .. "\n$\nend", self:block_with({ index, element }, depth, FUEL))
end

function Writer:jump(depth)
  local label = self:fresh()
  return block(statement("if $ then goto " .. label .. " end", self:condition(1)), statement("do\n$\nend", self:block(depth)),
    "::" .. label .. "::")
end

function Writer:continue(depth)
  local name, label = self:fresh(), self:fresh()
  local body = self:block_with({ name }, depth - 1)
  local format = ("for %s = $ do %s\nif $ then goto %s end\ndo\n$\nend\n::%s::\nend"):format(name, FUEL, label, label)
  return statement(format, self:pick(loops), self:condition(1), body)
end

-- A function of one that reads and changes what is local there.
function Writer:inner_function(depth)
  local name, parameter = self:fresh(), self:fresh()
  self.inside = true
  local body = self:block_with({ parameter }, depth - 1)
  local made = statement(("local function %s(%s)\n$\nreturn $\nend"):format(name, parameter), body, self:results())
  self.inside = false
  self.inner[#self.inner + 1] = name
  return made
end

function Writer:inner_call(depth)
  return expression("(" .. self:pick(self.inner) .. "($) or $)", self:number(depth - 1), self:literal())
end

function Writer:give() return statement("do return $ end", self:results()) end

function Writer:results()
  return self:choose({
    { "one result", function() return self:any(2) end }, { "one result", function() return self:number(3) end },
    { "two results", function() return expression("$, $", self:any(1), self:any(1)) end },
    { "tail call", function() return self:call(1) end, #self.helpers > 0 },
    { "no result", function() return "" end },
  }, self.number, 3)
end

-- What cannot be compiled.
function Writer:wild_statement()
  return self:choose({
    { "closure", function()
      local name = self:name()
      return statement("local function inner() $ = $ return $ end\nif inner() then limit = inner end",
        name:find "^%a" and name or "limit", self:number(1), self:any(1))
    end },
    { "set", function()
      local places = { "limit", "data.x", "list1[2]", "object.x", "data.deep.x", "list2[1]" }
      return statement(self:pick(places) .. " = $", self:number(1))
    end },
    { "make", function()
      local use = self:pick { "", "made.x = 1", "limit = made.x" }
      return statement("local made = { $, x = $ } " .. use, self:any(1), self:any(1))
    end },
    { "vararg", function() return statement("local made = select('#', $) limit = made", self:arguments(1, 3)) end },
    { "join", function() return statement("text = text .. $", self:any(0)) end },
    { "library changes", function()
      return self:pick { "table.insert(list1, 3)", "rawset(data, 'x', 3)", "table.remove(list1)", "set_limit(4)",
        "object:change()" }
    end },
  }, self.declare)
end

function Writer:statement(depth)
  local deep = depth > 0
  return self:choose({
    { "declare", self.declare }, { "declare", self.declare }, { "assign", self.assign }, { "assign", self.assign },
    { "branch", self.branch, deep }, { "count", self.count_loop, deep }, { "while", self.while_loop, deep },
    { "repeat", self.repeat_loop, deep }, { "list loop", self.list_loop, deep and #self.lists > 0 },
    { "texts", self.declare_text }, { "texts", self.append_text },
    { "inner functions", self.inner_function, deep and not self.inside },
    { "goto", self.jump, deep }, { "continue", self.continue, deep },
    { "shadow", function()
      return statement("do local $ = $\n$\nend", self:pick(self.names), self:number(1), self:block(depth - 1))
    end, deep and #self.names > 0 },
    { "early return", function() return statement("if $ then return $ end", self:condition(1), self:results()) end },
    { "wild", self.wild_statement, self.wild },
  }, self.declare, depth - 1)
end

-- Functions.

function Writer:func(name, parameters, first)
  self.names, self.odd, self.texts = { table.unpack(parameters, parameters[1] == "n" and 2 or 1) }, {}, {}
  self.inner = {}
  if #self.names == 0 then self.names[1] = "limit" end
  local body = self:block(2, first)
  local fuel = parameters[1] == "n" and 3 or 7
  local head = ("local function %s(%s)\nlocal fuel = %d"):format(name, table.concat(parameters, ", "), fuel)
  return statement(head .. "\n$\nreturn $\nend", body, self:results())
end

function Writer:helper(n)
  local name = "helper" .. n
  if self:chance "recursive" then
    local known = { name = name, recursive = true, inside = "n" }
    self.helpers[#self.helpers + 1] = known
    local made = self:func(name, { "n", "x" }, statement("if n <= 0 then return $ end", self:pick { "x", "n", "x, n", "limit" }))
    known.inside = nil
    return made
  end
  local made = self:func(name, self:pick { { "x", "y" }, { "x", "y" }, { "x" }, { "x", "y", "z" } })
  self.helpers[#self.helpers + 1] = { name = name }
  return made
end

-- What the functions refer to.

function Writer:make_list(name)
  local items = {}
  for i = 1, self.random(4) do
    items[i] = self:choose({
      { "mixed lists", function() return self:pick { "true", "false", "0.5", "-0.0", "0/0", "{ 1, 2 }", "nil" } end },
    }, self.literal)
    if self.random(2) == 1 then items[i] = self:literal() end
  end
  local text = table.concat(items, ", ")
  if self.random(200) == 1 then
    text = text .. self:pick { ", [0] = 5", ", [9] = 1", ", [1.5] = 2", ", x = 4" }
  end
  return ("local %s = { %s }"):format(name, text)
end

local DATA = [[
local data = { x = $, y = 0.5, deep = { x = 7, deeper = { y = -1 } } }
local object = setmetatable({ x = 3 }, { __index = setmetatable({ z = 4 }, { __index = { y = 5 } })$ })
local twin = setmetatable({ x = 3 }, getmetatable(object))]]

--- A program: a chunk that returns a function of two integers, which gives up to two values. Returns a node, and its writer.
-- `random(n)` gives 1 .. n; `wild`: with what cannot be compiled too, such as stores into tables and upvalues. The chunk then
-- returns a second function, of what can be, that refers to the same upvalues and tables.
function programs.write(random, wild)
  wild = wild or false
  local w = setmetatable({
    random = random, weights = {}, count = 0, helpers = {}, lists = {}, names = {}, odd = {}, texts = {}, inner = {}, wild = wild,
  }, Writer)
  -- Half of the programs have integers only, for operations on bits mostly fail on floats.
  w.integral = random(2) == 1
  if w.integral then
    for _, feature in ipairs { "float", "odd float", "division", "to float", "float inputs", "inputs", "ratio", "mixed lists" } do
      w.weights[feature] = 0
    end
  end
  -- What is mostly refused, in a few.
  if random(10) > 1 then w.weights.strings = 0 end
  local limit = not w.integral and random(3) == 1 and w:pick { "-0.0", "0.0", "0/0", "1/0", "2.0^53", "2.0^63" } or w:literal()
  local parts = block("local limit, ratio, text, no = " .. limit .. ", 0.75, 'one', false")
  parts[#parts + 1] = "local step = ipairs {}"
  w.data = w:weight "data" > 0 or wild
  if w.data then parts[#parts + 1] = expression(DATA, w:literal(), w:pick { "", "", ", __eq = function() return true end" }) end
  for n = 1, wild and 2 or random(4) - 1 do
    parts[#parts + 1] = w:make_list("list" .. n)
    w.lists[n] = "list" .. n
  end
  w.nested = #w.lists > 0 and w:weight "nested" > 0
  if w.nested then parts[#parts + 1] = ("local nested = { %s }"):format(table.concat(w.lists, ", ")) end
  if wild then
    parts[#parts + 1] = "local function set_limit(v) limit = v end\nfunction object:change() self.x = -self.x end"
  end
  for n = 1, random(3) - 1 do parts[#parts + 1] = w:helper(n) end
  -- What the search hands over is integers; other values come from a list.
  parts[#parts + 1] = "local inputs = { 0, 1, -1, 0.5, -0.0, 3, 3.0, 1/0, 2^53, 2^63, 64, -64, math.mininteger, 0/0, 7, -1.5 }"
  local first = w:chance "inputs" and "a, b = inputs[a % 17], inputs[b % 17]"
    or w:chance "float inputs" and "a, b = a + 0.0, b * 0.5" or nil
  parts[#parts + 1] = w:func("f", { "a", "b" }, first)
  if wild then
    w.wild, w.helpers = false, {}
    parts[#parts + 1] = w:func("g", { "a", "b" })
  end
  if w.uses_texts then table.insert(parts, 1, text_programs.HEAD) end
  parts[#parts + 1] = wild and "return f, g" or "return f"
  return parts, w
end

--- How many functions a program has.
function programs.functions(text) return select(2, text:gsub("local function ", "")) end

local function copy(node)
  if type(node) == "string" then return node end
  local made = { kind = node.kind }
  for i, child in ipairs(node) do made[i] = copy(child) end
  return made
end

-- All blocks in a tree.
local function blocks(node, list)
  if type(node) == "string" then return list end
  if node.kind == "block" then list[#list + 1] = node end
  for _, child in ipairs(node) do blocks(child, list) end
  return list
end

--- A copy of a program with code in it that is never run. `w`: the writer that has written it, for more of its kind.
function programs.with_dead_code(tree, w)
  local made = copy(tree)
  local all = blocks(made, {})
  for _ = 1, w.random(3) do
    local where = all[w.random(#all)]
    if where ~= made then
      w.names, w.odd, w.texts, w.inner = { "idle" }, {}, {}, {}
      local dead = w:block(1, "local idle = limit")
      table.insert(where, w.random(math.max(#where, 1)), w.random(2) == 1 and statement("if no then\n$\nend", dead)
        or statement("for dead = 1, 0 do local fuel = 1\n$\nend", dead))
    end
  end
  return made
end

-- Reduction.

-- All ways to make a node smaller, as functions that do it to its place in the parent and give what undoes that.
local function edits(parent, list)
  local function replace(i, by)
    list[#list + 1] = function()
      local old = parent[i]
      parent[i] = by
      return function() parent[i] = old end
    end
  end
  local function remove(first, last)
    list[#list + 1] = function()
      local old = table.move(parent, 1, #parent, 1, {})
      for _ = first, last do table.remove(parent, first) end
      return function()
        for i = #parent, 1, -1 do parent[i] = nil end
        table.move(old, 1, #old, 1, parent)
      end
    end
  end
  if parent.kind == "block" then
    local size = #parent // 2
    while size >= 1 do
      for first = 1, #parent - size + 1, size do remove(first, first + size - 1) end
      size = size // 2
    end
  end
  for i, child in ipairs(parent) do
    if type(child) == "table" then
      for k = 2, #child do
        local inner = child[k]
        local inner_kind = type(inner) == "string" and "expression" or inner.kind
        local wanted = child.kind == "statement" and "block" or child.kind
        if inner_kind == wanted and child.kind ~= "block" then replace(i, inner) end
      end
      if child.kind == "expression" then
        replace(i, "1")
        replace(i, "a")
      end
      edits(child, list)
    end
  end
  return list
end

--- Makes a program, a tree which is changed, as small as it can be within some seconds while something holds of it, as it does
-- now. Returns the tree.
function programs.reduce(tree, holds, seconds)
  local began, smaller = os.clock(), true
  while smaller and os.clock() - began < seconds do
    smaller = false
    for _, edit in ipairs(edits(tree, {})) do
      local before = #programs.text(tree)
      local undo = edit()
      if #programs.text(tree) < before and holds(tree) then
        smaller = true
        break
      end
      undo()
      if os.clock() - began >= seconds then break end
    end
  end
  return tree
end

return programs
