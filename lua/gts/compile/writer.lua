--- Writes the C of one function, line by line: what all instructions need, and arithmetic.
--
-- A function that meets what it cannot do gives up (see src/native/compiled.h): it goes to the label give_up, and its result says
-- so. Every instruction has a label, L and its pc.
-- @module gts.compile.writer

local operands = require "gts.compile.operands"
local values = require "gts.compile.values"

local writer = {}

local INT, FLT, STR, NUMBER = values.INT, values.FLT, values.STR, values.NUMBER
local WITH_INTEGER, all_are, as_float = operands.WITH_INTEGER, operands.all_are, operands.as_float

local Writer = {}
Writer.__index = Writer

--- Begins a function.
-- @tparam table unit
-- @tparam table f a function of it that has been analysed
-- @treturn table a writer, with both as fields
function writer.new(unit, f) return setmetatable({ unit = unit, f = f, lines = {} }, Writer) end

--- Writes a line of the function's body.
-- @tparam string format
-- @param ... what it wants
function Writer:put(format, ...) self.lines[#self.lines + 1] = "  " .. format:format(...) end

--- Writes a line as it is: the function's head, a label.
-- @tparam string text
function Writer:put_line(text) self.lines[#self.lines + 1] = text end

--- What has been written.
-- @treturn string
function Writer:text() return table.concat(self.lines, "\n") end

--- What a register holds.
-- @tparam table r descriptions of the registers
-- @tparam integer a which
-- @treturn table an operand
function Writer:register(r, a) return operands.register(self.unit, r[a], a) end

--- A constant of the function.
-- @tparam integer index from 0, as in instructions
-- @treturn table an operand
function Writer:constant(index)
  return operands.constant(self.unit, self.unit:constant(self.f.proto.constants[index + 1]))
end

--- Register `a` becomes what C expressions say. The tag is set last, for the others may ask it.
-- @tparam integer a
-- @tparam string tag
-- @tparam[opt] string i the integer
-- @tparam[opt] string d the float
function Writer:set(a, tag, i, d)
  if d then self:put("d%d = %s;", a, d) end
  if i then self:put("i%d = %s;", a, i) end
  self:put("t%d = %s;", a, tag)
end

--- Register `a` becomes an operand.
-- @tparam integer a
-- @tparam table o
function Writer:copy(a, o)
  if o.mask & WITH_INTEGER ~= 0 then self:put("i%d = %s;", a, o.i) end
  if o.mask & FLT ~= 0 then self:put("d%d = %s;", a, o.d) end
  self:put("t%d = %s;", a, o.t)
end

--- Gives up where a condition does not hold.
-- @tparam[opt] string condition in C; nothing is written if there is none
function Writer:give_up_unless(condition)
  if condition then self:put("GIVE_UP_IF(!(%s));", condition) end
end

--- Goes to the jump that follows, or past it.
-- @tparam integer pc
-- @tparam string condition in C
function Writer:branch(pc, condition)
  self:put("if (%s) goto L%d;", condition, pc + 1)
  self:put("goto L%d;", pc + 2)
end

--- Writes what is done with each of some names if that is what a string is.
-- @tparam table key the operand of the string
-- @tparam {string,...} names
-- @tparam function write is called with each name, and writes what is done
-- @tparam string otherwise in C: what is done if it is none of them
function Writer:by_name(key, names, write, otherwise)
  self:give_up_unless(all_are(STR, key))
  self:put("{ const int64_t key = %s;", key.i)
  for _, name in ipairs(names) do
    local is = operands.equal(self.unit, { mask = STR, i = "key" }, operands.constant(self.unit, self.unit:constant(name)))
    self:put("if (%s) {", is)
    write(name)
    self:put("} else")
  end
  self:put("%s }", otherwise)
end

--- Goes back, in a loop that may be endless: so the search must look up now and then.
-- @tparam integer target a pc
function Writer:loop_back(target)
  self:put("if (UNLIKELY(--turns <= 0)) { turns = TURNS_BETWEEN_LOOKS; game->look(game); }")
  self:put("goto L%d;", target)
end

--- Arithmetic that gives an integer for integers, and a float where there is a float.
-- @tparam integer a the register of the result
-- @tparam table b an operand
-- @tparam table c an operand; `b` once more if there is only one
-- @tparam string ints a C format of both as integers
-- @tparam string floats a C format of both as floats
-- @tparam[opt] string refuse a C format of `c` as an integer: the condition under which Lua is to raise an error
function Writer:arithmetic(a, b, c, ints, floats, refuse)
  local both = b.mask & c.mask & INT ~= 0               -- both may be integers,
  local float = (b.mask | c.mask) & FLT ~= 0            -- one may be a float
  local when = all_are(INT, b, c)
  if both then
    if when then self:put("if (%s) {", when) end
    if refuse then self:put("GIVE_UP_IF(%s);", refuse:format(c.i)) end
    self:set(a, "T_INT", ints:format(b.i, c.i))
    if when and float then self:put("} else {")
    elseif when then self:put("} else goto give_up;") end
  end
  if float then
    self:floating(a, b, c, floats)
    if both then self:put("}") end
  end
  if not both and not float then self:put("goto give_up;") end
end

--- Arithmetic that gives a float.
-- @tparam integer a the register of the result
-- @tparam table b an operand
-- @tparam table c an operand
-- @tparam string floats a C format of both as floats
function Writer:floating(a, b, c, floats)
  self:give_up_unless(all_are(NUMBER, b, c))
  self:set(a, "T_FLT", nil, floats:format(as_float(b), as_float(c)))
end

-- An operand as an integer, for bitwise operations: floats with an integer value will do. It may need a variable, of that name.
function Writer:integer(o, name)
  if o.mask == INT then return o.i end
  self:put("int64_t %s;", name)
  self:put("if (%s == T_INT) %s = %s;", o.t, name, o.i)
  self:put("else { GIVE_UP_IF(!(%s == T_FLT && is_integer(%s))); %s = (int64_t)%s; }", o.t, o.d, name, o.d)
  return name
end

--- Arithmetic on bits.
-- @tparam integer a the register of the result
-- @tparam table b an operand
-- @tparam table c an operand
-- @tparam string ints a C format of both as integers
function Writer:bitwise(a, b, c, ints)
  self:put("{")
  local x = self:integer(b, "x")
  local y = self:integer(c, "y")
  self:set(a, "T_INT", ints:format(x, y))
  self:put("}")
end

return writer
