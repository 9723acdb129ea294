-- Random games in the easy style, as texts: tables are copied, grown, shared, given twice; fields come and go and change their
-- types.

local trees = require "spec.support.trees"

local easy_programs = {}

local Program = {}
Program.__index = Program

-- What can be named where a statement stands: integers, lists, tables; and of these what the call has made.
local function scope() return { ints = { "n", "p.d" }, lists = { "p.c" }, tables = { "p" }, fresh = {}, made = {} } end

function Program:pick(list) return list[self.random(1, #list)] end
function Program:chance(n) return self.random(1, n) == 1 end

function Program:put(format, ...)
  self.lines[#self.lines + 1] = ("  "):rep(self.indent) .. format:format(...)
end

-- An integer.
function Program:expression(s, depth)
  depth = (depth or 0) + 1
  local function inner() return self:expression(s, depth) end
  local kind, list, t = self.random(1, depth > 3 and 3 or 14), self:pick(s.lists), self:pick(s.tables)
  if kind == 1 then return tostring(self.random(-3, 9)) end
  if kind == 2 then return self:pick(s.ints) end
  if kind == 3 then return ("(%s.%s or %d)"):format(t, self:pick { "a", "a", "b", "z" }, self.random(0, 3)) end
  if kind == 4 then return ("(%s[%s] or %d)"):format(list, inner(), self.random(0, 5)) end
  if kind == 5 then return "#" .. list end
  if kind <= 7 then return ("(%s %s %s)"):format(inner(), self:pick { "+", "-", "*", "&", "|" }, inner()) end
  if kind == 8 then return ("(%s %s %d)"):format(inner(), self:pick { "%", "//" }, self.random(1, 9)) end
  if kind >= 12 then return self:of_text(t, inner()) end
  if kind == 9 then return ("%s(%s, %s)"):format(self:pick { "weigh", "sum" }, list, inner()) end
  local condition = self:pick { t .. ".f", t .. ".s == 'x'", inner() .. " > 3", list .. "[2] == 0", t .. ".z" }
  return ("(%s and %s or %s)"):format(condition, inner(), inner())
end

-- An integer that tells something of a string, or is read by a name that is not known.
function Program:of_text(t, number)
  local format = self:pick {
    "#(T.s or 'none')", "((T.s or 'ab'):byte(N) or 7)", "((T.s or ''):find('x', 1, true) or 2)", "(T[KEYS[N % 3]] or 4)",
    "DATA[(T.a or 0) % 3 + 1].w", "(DATA[N % 4] or DATA[1]).w", "#DATA[(T.d or 0) % 3 + 1].s", "#((T.s or '') .. N)",
    "((ROWS[N % 7] or ROWS[0])[n % 4] or 3)", "#ROWS[N % 3]", "(heavy(N)[1] or DATA[2]).w", "#heavy(N)",
    "(SIDES[T.s == 'x' and 'x' or 'y'] + 1)", "#('%d|%s'):format(N, n)", "#concat({ N, n }, '-')",
  }
  return (format:gsub("[TN]%f[^%w]", { T = t, N = number }))
end

function Program:small(s) return ("(%s) %% 50"):format(self:expression(s)) end

function Program:name()
  self.names = self.names + 1
  return "v" .. self.names
end

-- Statements within others, whose names end with them.
function Program:block(s, level, head, name)
  local inner = {}
  for kind, list in pairs(s) do inner[kind] = table.move(list, 1, #list, 1, {}) end
  if name then table.insert(inner.ints, name) end
  self:put("%s", head)
  self.indent = self.indent + 1
  for _ = 1, self.random(1, 3) do self:statement(inner, level + 1) end
  self.indent = self.indent - 1
  self:put("end")
end

function Program:new_list(s)
  local name, from = self:name(), self:pick(s.lists)
  self:put(self:pick {
    "local %s = { unpack(%s) }", "local %s = copy(%s)", "local %s = move(%s, 1, 3, 1, {})",
    "local %s = {} for k, e in ipairs(%s) do %s[k] = e end", "local %s = {} for k, e in pairs(%s) do %s[k] = e end",
    "local %s = { 4, %s[1] or 1, 0 }", "local %s = {} for _, e in ipairs(ROWS[#%s %% 3]) do insert(%s, e) end",
  }, name, from, name)
  table.insert(s.lists, name)
  table.insert(s.fresh, name)
end

-- Changes a list that was made here.
function Program:change(s, list)
  self:put(self:pick {
    "%s[#%s + 1] = %s", "if #%s > 0 then %s[n %% #l + 1] = %s end", "insert(%s, #%s + %s)",
    "if #%s > 2 then remove(%s) end n = n + %s", "limit(%s, #%s + %s)", "sort(%s) n = n + #%s + %s",
    "insert(%s, n %% (#%s + 1) + 1, %s)", "n = n + (remove(%s, n %% (#%s + 1) + 1) or %s)",
  }:gsub("#l ", "#" .. list .. " "), list, list, self:small(s))
end

function Program:statement(s, level)
  local kind, list, made = self.random(1, 8), s.fresh[1] and self:pick(s.fresh), s.made[1] and self:pick(s.made)
  if kind == 1 then
    local name = self:name()
    self:put("local %s = %s", name, self:small(s))
    table.insert(s.ints, name)
  elseif kind == 2 and level < 3 then
    self:block(s, level, ("if %s > %s then"):format(self:expression(s), self:expression(s)))
  elseif kind == 3 and level < 2 then
    local name = self:name()
    self:block(s, level, ("for %s = 1, %d do"):format(name, self.random(1, 4)), name)
  elseif kind == 4 then self:new_list(s)
  elseif kind <= 6 and list then self:change(s, list)
  elseif kind == 7 and made and self:chance(3) then self:put("%s[KEYS[n %% 2 + 1]] = %s", made, self:small(s))
  elseif kind == 7 and made then self:put("%s.%s = %s", made, self:pick { "a", "b" }, self:small(s))
  elseif made then
    self:put("%s.%s", made, self:pick { "f = true", "f = not p.f", "f = nil", "z = false", "s = 'x'", "s = 'y'", "s = p.s",
      "s = (p.s or 'w') .. n % 10", "s = ('x0'):sub(n % 2 + 1)", "s = ('ab'):rep(n % 3) .. 'x'" })
  else self:put("n = n + 1") end
end

function Program:statements(s, least, most)
  for _ = 1, self.random(least, most) do self:statement(s, 1) end
end

function Program:successor()
  local s = scope()
  table.insert(s.ints, "i")
  self:statements(s, 1, 4)
  self:put("local c = %s", self:pick { s.fresh[1] or "p.c", "p.c", "copy(p.c)" })
  self:put("local q = { d = p.d + 1, a = %s, c = c %s }", self:small(s),
    self:pick { "", ", b = n", ", f = not p.f", ", s = p.s", ", f = p.f, s = i > 1 and 'x' or 'y'" })
  if self:chance(3) then self:put("do local z = {} for k, v in pairs(q) do z[k] = v end q = z end") end
  if self:chance(4) then
    self:put("do local z = { b = 7 } for k, v in pairs(p) do z[k] = v end z.d, z.a, z.c = z.d + 1, q.a, q.c q = z end")
  end
  if self:chance(6) then self:put("if i > 1 then q.c = {} for k = 1, 5 do if k ~= i then q.c[k] = k end end end") end
  table.insert(s.lists, "q.c")
  table.insert(s.tables, "q")
  table.insert(s.made, "q")
  self:statements(s, 0, 4)
  self:put("%s", self:pick { "list[#list + 1] = q", "insert(list, q)", "list[i] = q" })
  self:put("moves[#moves + 1] = %s", self:pick { "i", "'mx'", "i > 1 and 'a' or i", "{ i }", "'m' .. i",
    "i .. '-' .. n", "('%s%d'):format(KEYS[i % 2 + 1], i)", "string.char(96 + i) .. p.d",
    "concat({ i, n }, ',')", "tostring(i)" })
  if self:chance(6) then self:put("list[#list + 1] = q moves[#moves + 1] = 7") end
end

local HEAD = [[
local insert, move, remove, unpack = table.insert, table.move, table.remove, table.unpack
local concat, sort = table.concat, table.sort
local KEYS, SIDES = { 'a', 'b' }, { x = 1, y = -1 }
local DATA = { { w = 1, s = 'q' }, { w = 2, s = 'rr' }, { w = 3, s = '', more = { 1, 2 } } }
local ROWS = { [0] = { 1, 2 }, { 3, [0] = 4 }, { 5, 6, 7 }, [5] = { 8, [-1] = 9 } }
local function heavy(x) local t = {} for _, d in ipairs(DATA) do if d.w > x % 4 then t[#t + 1] = d end end return t end
local function weigh(list, x) for i = 1, #list do x = x + (list[i] or 7) * i end return x % 100 end
local function sum(list, x) for _, e in ipairs(list) do x = x + e end return x % 100 end
local function copy(list) local t = {} for i, e in ipairs(list) do t[i] = e end return t end
local function limit(list, x) for i = 1, #list do if (list[i] or 0) > x then list[i] = x end end end]]

--- A game.
-- @tparam integer seed
-- @treturn string Lua, which returns rules
function easy_programs.text(seed)
  local p = setmetatable({ random = trees.stream(seed), lines = { HEAD }, indent = 0, names = 0 }, Program)
  p:put("local rules = { name = 'random', start = { d = 0, a = 1, %s c = { 1, 2, 3, %d } } }",
    p:pick { "b = 2, f = false, s = 'x',", "f = true,", "s = 'x', f = false,", "b = 2.5,", "" }, p.random(0, 9))
  p:put("function rules.successors(p)\n  local n, list, moves = 0, {}, {}\n  if p.d >= 3 then return list end")
  p:put("  for i = 1, %d do", p.random(1, 4))
  p.indent = 2
  p:successor()
  p.indent = 0
  p:put("  end\n  return %s\nend\nfunction rules.evaluate(p)\n  local n = 0", p:pick { "list", "list, moves" })
  local s = scope()
  p.indent = 1
  p:statements(s, 0, 4)
  p:put("return %s + %s * 3 + sum(p.c, 0)", p:small(s), p:small(s))
  p.indent = 0
  p:put("end\nfunction rules.player(p) return %s and 'max' or 'min' end\nreturn rules",
    p:pick { "p.d % 2 == 0", "p.f", "p.a > 3", "p.s == 'x'" })
  return table.concat(p.lines, "\n")
end

return easy_programs
