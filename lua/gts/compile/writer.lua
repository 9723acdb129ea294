--- Writes the C of one function, line by line: what all instructions need, and arithmetic. A function that meets what it cannot
-- do gives up (see src/native/compiled.h): it goes to the label give_up, and its result says so. An instruction that others
-- jump to has a label, L and its pc. Jumps to the next instruction and assignments to variables that no line reads are left
-- out: a compiler has less to read.

local operands = require "gts.compile.operands"
local values = require "gts.compile.values"

local writer = {}

local INT, FLT, STR, NUMBER = values.INT, values.FLT, values.STR, values.NUMBER
local WITH_INTEGER, all_are, as_float = operands.WITH_INTEGER, operands.all_are, operands.as_float

local Writer = {}
Writer.__index = Writer

local function end_of_jumps(code, pc)
  while code[pc].op == "JMP" and code[pc].sj >= 0 do pc = pc + 1 + code[pc].sj end
  return pc
end

local function loops_of(code)
  local loops = {}
  for pc, i in ipairs(code) do
    local to
    if i.op == "JMP" and i.sj < 0 then to = pc + 1 + i.sj
    elseif i.op == "FORLOOP" or i.op == "TFORLOOP" then to = pc + 1 - i.bx end
    if to then loops[end_of_jumps(code, to)] = true end
  end
  return loops
end

--- Begins a function.
function writer.new(unit, f)
  return setmetatable({
    unit = unit, f = f, lines = {},
    assigned = {}, dropped = {},                -- line -> the variable that it assigns to; line -> true, for those without effect
    labels = {}, asked = {},                    -- line -> the pc whose label it is; pc -> true, where lines jump to it
    loops = loops_of(f.proto.code),             -- pc -> true, where lines behind it may jump to it
    passed = {},                                -- pc -> true, for jumps that the condition before them makes
    steps = {},                                 -- pc of a FORLOOP -> the operand of its step
  }, Writer)
end

--- Writes a line of the function's body.
function Writer:put(format, ...) self.lines[#self.lines + 1] = "  " .. format:format(...) end

--- Writes a line as it is: the function's head, a label.
function Writer:put_line(text) self.lines[#self.lines + 1] = text end

--- Writes the label of an instruction.
function Writer:label(pc)
  self:put_line((" L%d: ;"):format(pc))
  self.labels[#self.lines] = pc
end

--- The label that a jump to an instruction leads to in the end: give_up, where no path leads as far as the analysis knows.
function Writer:target(pc)
  if not self.f.states[pc] then return "give_up" end
  pc = end_of_jumps(self.f.proto.code, pc)
  self.asked[pc] = true
  return "L" .. pc
end

--- Writes what an instruction is to which no path leads: nothing that could be wrong.
function Writer:unreached()
  local last = self.lines[#self.lines]
  if not last:find "^  goto " and last ~= "  return false;" then self:put "goto give_up;" end
end

-- Calls a function with each variable of a register among the words of a C expression.
local function each_variable(text, call)
  for word in text:gmatch "%f[%w_.>][tid]%d+%f[^%w_]" do call(word) end         -- results->i1 is none
end

-- How often lines read each variable, but to assign to it itself; and which lines assign to it, and what.
local function uses(w)
  local reads, by, name = {}, {}, nil
  local function read(word)
    if word ~= name then reads[word] = (reads[word] or 0) + 1 end
  end
  for n, line in ipairs(w.lines) do
    name = w.assigned[n]
    if name then
      by[name] = by[name] or {}
      by[name][n] = line:sub(#name + 6)         -- behind "  name = "
    end
    each_variable(name and by[name][n] or line, read)
  end
  return reads, by
end

--- Drops assignments that have no effect: variable -> how often it is read; nil: it is not needed.
function Writer:drop_unread()
  local reads, by = uses(self)
  local work, name = {}, nil
  local function unread(word)
    if word ~= name then reads[word] = reads[word] > 1 and reads[word] - 1 or nil end
    if not reads[word] then work[#work + 1] = word end
  end
  for one in pairs(by) do
    if not reads[one] then work[#work + 1] = one end
  end
  while #work > 0 do
    name = table.remove(work)
    local lines = by[name] or {}
    by[name] = nil
    for n, value in pairs(lines) do
      self.dropped[n] = true
      each_variable(value, unread)
    end
  end
  return reads
end

--- What has been written.
function Writer:text()
  local list = {}
  for n, line in ipairs(self.lines) do
    local pc = self.labels[n]
    if pc and list[#list] == ("  goto L%d;"):format(pc) then list[#list] = nil end
    if not self.dropped[n] and (not pc or self.asked[pc]) then list[#list + 1] = line end
  end
  return table.concat(list, "\n")
end

--- What a register holds.
function Writer:register(r, a) return operands.register(self.unit, r[a], a) end

--- A constant of the function.
function Writer:constant(index) return operands.constant(self.unit, self.unit:constant(self.f.proto.constants[index + 1])) end

--- Assigns a C expression without effects to a part (t, i or d) of a register: that is left out if no line reads it.
function Writer:assign(part, a, value)
  local name = part .. a
  if value == name then return end
  self:put_line("  " .. name .. " = " .. value .. ";")
  self.assigned[#self.lines] = name
end

--- Register `a` becomes what C expressions (nil: not set) say. The tag is set last, for the others may ask it.
function Writer:set(a, tag, i, d)
  if d then self:assign("d", a, d) end
  if i then self:assign("i", a, i) end
  self:assign("t", a, tag)
end

--- Register `a` becomes an operand.
function Writer:copy(a, o)
  if o.mask & WITH_INTEGER ~= 0 then self:assign("i", a, o.i) end
  if o.mask & FLT ~= 0 then self:assign("d", a, o.d) end
  self:assign("t", a, o.t)
end

--- Gives up where a condition does not hold; nothing is written if there is none.
function Writer:give_up_unless(condition)
  if not condition then return end
  local variable = condition:match "^%((t%d+) == T_INT%)$"
  local n = #self.lines
  local label = self.labels[n]
  if label and not self.loops[label] and not self.asked[label] then n = n - 1 end
  -- What has just been read is an integer, or nil where there is no element: there it gives up at once.
  if variable and self.lines[n] == "  }" and self.lines[n - 1] == ("  %s = T_NIL;"):format(variable)
    and self.lines[n - 2] == "  } else {" and self.lines[n - 3] == ("  %s = T_INT;"):format(variable) then
    self.lines[n - 1] = "  goto give_up;"
    self.assigned[n - 1] = nil
  else self:put("GIVE_UP_IF(!(%s));", condition) end
end

--- Goes to the jump that follows, or past it.
function Writer:branch(pc, condition)
  local jump = self.f.proto.code[pc + 1]
  if self.f.states[pc + 1] and jump.op == "JMP" and jump.sj < 0 then
    return self:put("if (!(%s)) goto %s;", condition, self:target(pc + 2))
  end
  self:put("if (%s) goto %s;", condition, self:target(pc + 1))
  self.passed[pc + 1] = true
end

--- Writes what is done with each of some names if that is what a string is: `write` is called with each; `otherwise`: in C, what
-- is done if it is none of them.
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
function Writer:loop_back(target)
  self:put("if (UNLIKELY(--turns <= 0)) { turns = TURNS_BETWEEN_LOOKS; game->look(game); }")
  self:put("goto %s;", self:target(target))
end

--- Arithmetic that gives an integer for integers, and a float where there is a float; `c` is `b` once more if there is only one.
-- `refuse`: a C format of `c` as an integer, the condition under which Lua is to raise an error.
function Writer:arithmetic(a, b, c, ints, floats, refuse)
  local both = b.mask & c.mask & INT ~= 0               -- both may be integers,
  local float = (b.mask | c.mask) & FLT ~= 0            -- one may be a float
  local when = all_are(INT, b, c)
  if both then
    if when and not float then self:give_up_unless(when)
    elseif when then self:put("if (%s) {", when) end
    if refuse then self:put("GIVE_UP_IF(%s);", refuse:format(c.i)) end
    self:set(a, "T_INT", ints:format(b.i, c.i))
    if when and float then self:put("} else {") end
  end
  if float then
    self:floating(a, b, c, floats)
    if both then self:put("}") end
  end
  if not both and not float then self:put("goto give_up;") end
end

--- Arithmetic that gives a float.
function Writer:floating(a, b, c, floats)
  self:give_up_unless(all_are(NUMBER, b, c))
  self:set(a, "T_FLT", nil, floats:format(as_float(b), as_float(c)))
end

-- An operand as an integer, for bitwise operations: floats with an integer value will do. It may need a variable, of that name.
function Writer:integer(o, name)
  if o.mask & FLT == 0 then
    self:give_up_unless(all_are(INT, o))
    return o.i
  end
  self:put("int64_t %s;", name)
  self:put("if (%s == T_INT) %s = %s;", o.t, name, o.i)
  self:put("else { GIVE_UP_IF(!(%s == T_FLT && is_integer(%s))); %s = (int64_t)%s; }", o.t, o.d, name, o.d)
  return name
end

--- Arithmetic on bits.
function Writer:bitwise(a, b, c, ints)
  local float = (b.mask | c.mask) & FLT ~= 0
  if float then self:put("{") end
  local x, y = self:integer(b, "x"), self:integer(c, "y")
  self:set(a, "T_INT", ints:format(x, y))
  if float then self:put("}") end
end

return writer
