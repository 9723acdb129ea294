--- The C of all functions that some entries need: a C function for each. It has variables for all registers (operands.lua), and
-- every instruction under its label; at the end it gives up, where Lua is to be asked. How it is called says calls.lua. All are
-- declared before the first is written.

local calls = require "gts.compile.calls"
local inner = require "gts.compile.inner"
local instructions = require "gts.compile.instructions"
local lists = require "gts.compile.lists"
local operands = require "gts.compile.operands"
local records = require "gts.compile.records"
local writer = require "gts.compile.writer"

local functions = {}

local parts = operands.parts

local SMALL = 120               -- instructions of a function that is compiled into its callers
-- The most of it and of all that is compiled into it in turn; where that makes more than MOST of all functions, the next.
local LARGE = { 1000, 250, 60, 0 }
local MOST = 4000
local MANY = 60                 -- registers of a function that may need much of the stack
local INSTRUCTION <const> = 20  -- the work to write one: see gts.compile.budget

local function result_type(f)
  local fields = {}
  for n, v in ipairs(f.results) do
    for _, part in ipairs(parts(v.mask)) do fields[#fields + 1] = ("%s %s%d;"):format(part[2], part[1], n) end
  end
  if #fields == 0 then fields[1] = "char none;" end
  return ("typedef struct Results%d { %s } Results%d;"):format(f.id, table.concat(fields, " "), f.id)
end

local function linkage(f)
  if f.recursive then return "static" end
  if f.inlined then return "static inline __attribute__((always_inline))" end
  return f.too_large and "static __attribute__((noinline))" or "static inline"
end

-- Parameters are the variables of the first registers.
local function signature(f)
  local list = { "CompiledGame *game" }
  if f.recursive then list[2] = "int depth" end
  for p = 1, f.proto.parameters do
    for _, part in ipairs(parts(f.parameters[p].mask)) do list[#list + 1] = ("%s %s%d"):format(part[2], part[1], p - 1) end
  end
  for _, of in ipairs(inner.pointers(f, f)) do
    list[#list + 1] = ("Tag *%s, int64_t *%s, double *%s"):format(of:format "t", of:format "i", of:format "d")
  end
  list[#list + 1] = ("Results%d *results"):format(f.id)
  return ("%s bool f%d (%s)"):format(linkage(f), f.id, table.concat(list, ", "))
end

-- Declares the variables of registers that are read, and no parameters of the C function.
local function declare_registers(w, reads)
  local f, list = w.f, {}
  local function declare(type, name, value)
    if reads[name] then list[#list + 1] = ("  %s %s = %s;"):format(type, name, value) end
  end
  for a = 0, f.proto.registers - 1 do
    local has, tag = {}, nil
    if a < f.proto.parameters then
      local mask = f.parameters[a + 1].mask
      for _, part in ipairs(parts(mask)) do has[part[1]] = true end
      tag = operands.tags[mask]
    end
    if not has.t then declare("Tag", "t" .. a, tag or "T_NIL") end
    if not has.i then declare("int64_t", "i" .. a, "0") end
    if not has.d then declare("double", "d" .. a, "0") end
  end
  return list
end

-- Those have no C: they belong to the instruction before them.
local belongs = { EXTRAARG = true, MMBIN = true, MMBINI = true, MMBINK = true }

local function write_instruction(w, pc, i)
  local r = w.f.states[pc]
  if belongs[i.op] or w.passed[pc] then return end
  if not r then return w:unreached() end
  w:label(pc)
  local rule = instructions.rules[i.op] or calls.rules[i.op]
  rule(w, i, pc, r)
end

local function write(unit, f)
  local w = writer.new(unit, f)
  -- The source of a text that was loaded is that text.
  w:put_line(("/* %s, line %d */"):format((f.proto.source:sub(1, 80):gsub("[*/\n]+", "-")), f.proto.line))
  w:put_line(signature(f) .. " {")
  w:put("int32_t turns = TURNS_BETWEEN_LOOKS;")
  w:put_line("")                        -- for the variables
  local variables_at = #w.lines
  w:put("(void)turns; (void)game; (void)results;")
  if f.recursive or f.proto.registers > MANY then w:put("GIVE_UP_IF(stack_ends(game));") end
  if f.recursive then
    w:put("GIVE_UP_IF(depth > DEEPEST_RECURSION);")
    w:put("if (UNLIKELY(--game->turns <= 0)) { game->turns = TURNS_BETWEEN_LOOKS; game->look(game); }")
  end
  for pc, i in ipairs(f.proto.code) do
    unit.budget:spend(INSTRUCTION)
    write_instruction(w, pc, i)
  end
  w:put_line(" give_up:")
  w:put("return true;")
  w:put_line("}")
  w.lines[variables_at] = table.concat(declare_registers(w, w:drop_unread()), "\n")
  return w:text()
end

-- All functions that entries need, each once, by their numbers.
local function collect(entries)
  local list, seen = {}, {}
  for _, entry in pairs(entries) do
    for _, f in ipairs(entry.reached) do
      if not seen[f] then seen[f], list[#list + 1] = true, f end
    end
  end
  table.sort(list, function(a, b) return a.id < b.id end)
  return list
end

local function is_recursive(f)
  local seen, work = {}, { f }
  while #work > 0 do
    for _, callee in pairs(table.remove(work).calls) do
      if callee == f then return true end
      if not seen[callee] then seen[callee], work[#work + 1] = true, callee end
    end
  end
  return false
end

-- How many instructions a function has, with all functions that are compiled into it.
local function weigh(f, large)
  if f.weight then return f.weight end
  f.weight = #f.proto.code
  for _, callee in pairs(f.calls) do
    if not callee.recursive then
      local more = weigh(callee, large)
      if callee.inlined then f.weight = f.weight + more end
    end
  end
  f.too_large = f.weight > large
  f.inlined = not f.recursive and not f.too_large and #f.proto.code <= SMALL
  return f.weight
end

-- Decides which functions are compiled into those that call them.
local function choose_inlined(list)
  for _, f in ipairs(list) do f.recursive = is_recursive(f) end
  for _, large in ipairs(LARGE) do
    local all = 0
    for _, f in ipairs(list) do f.weight = nil end
    for _, f in ipairs(list) do all = all + weigh(f, large) end
    if all <= MOST then return end
  end
end

--- Writes the functions that some entries need, and the lists that they read.
function functions.write(unit, entries)
  local list = collect(entries)
  choose_inlined(list)
  local text, bodies = { lists.write(unit) }, {}
  for n, f in ipairs(list) do bodies[n] = write(unit, f) end
  text[2] = records.write(unit)         -- with all strings, those too that functions only compare with
  for _, f in ipairs(list) do text[#text + 1] = result_type(f) end
  for _, f in ipairs(list) do text[#text + 1] = signature(f) .. ";" end
  return table.concat(text, "\n\n") .. "\n\n" .. table.concat(bodies, "\n\n")
end

return functions
