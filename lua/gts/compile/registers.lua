--- Which registers instructions read and write, and where each is live: holds what may still be read (Aho et al., Compilers,
-- 9.2.5). Where paths meet, only what is known of live registers matters.
--
-- Sets of registers are integers, with a bit for each. The last bit is for all registers that have none, which count as live.

local registers = {}

local LAST = 63
local OTHERS = 1 << LAST

local function set(first, last)
  if first > last then return 0 end
  return -1 << math.min(first, LAST) & (last < LAST and (2 << last) - 1 or -1)
end

-- Which fields of an instruction are registers that it reads; k is c unless the instruction's k makes that a constant.
local fields = {}

-- Instructions that write register a and no other; those that may pass over the next one.
local writes_a, forks = {}, {}

for of, names in pairs {
  a = "EQK EQI LTI LEI GTI GEI TEST SETUPVAL RETURN1", ab = "EQ LT LE", ak = "SETFIELD SETI", abk = "SETTABLE", k = "SETTABUP",
  b = "TESTSET MOVE UNM BNOT NOT LEN GETI GETFIELD ADDI SHRI SHLI ADDK SUBK MULK MODK POWK DIVK IDIVK BANDK BORK BXORK",
  bc = "GETTABLE ADD SUB MUL MOD POW DIV IDIV BAND BOR BXOR SHL SHR", bk = "SELF",
  [""] = "LOADI LOADF LOADK LOADKX LOADFALSE LFALSESKIP LOADTRUE GETUPVAL GETTABUP NEWTABLE CONCAT CLOSURE",
} do
  for name in names:gmatch "%S+" do
    forks[name] = (of == "a" or of == "ab") and name ~= "SETUPVAL" and name ~= "RETURN1" or name == "TESTSET"
    fields[name], writes_a[name] = of, not forks[name] and (of == "" or of == "b" or of == "bc")
  end
end

-- The last of the registers from a on that an instruction reads.
local row = {}

function row.CALL(i) return i.b > 0 and i.a + i.b - 1 or LAST end
function row.RETURN(i) return i.b > 0 and i.a + i.b - 2 or LAST end
function row.SETLIST(i) return i.b > 0 and i.a + i.b or LAST end
function row.CONCAT(i) return i.a + i.b - 1 end
function row.FORLOOP(i) return i.a + 2 end
function row.TFORPREP(i) return i.a + 3 end
function row.TFORLOOP(i) return i.a + 4 end
row.TAILCALL, row.FORPREP, row.TFORCALL = row.CALL, row.FORLOOP, row.FORLOOP

local function read(i)
  local all = row[i.op] and set(i.a, row[i.op](i)) or 0
  for field in (fields[i.op] or ""):gmatch "." do
    local a = i[field == "k" and "c" or field]
    if field ~= "k" or not i.k then all = all | set(a, a) end
  end
  return all
end

-- The registers that an instruction writes, or leaves without a use.
local function written(i)
  local op, a = i.op, i.a
  if writes_a[op] then return set(a, a) end
  if op == "LOADNIL" then return set(a, a + i.b) end
  if op == "SELF" then return set(a, a + 1) end
  if op == "CALL" then return set(a, i.c > 0 and a + i.c - 2 or LAST) end
  if op == "FORLOOP" or op == "FORPREP" then return set(a + 3, a + 3) end
  if op == "TFORCALL" then return set(a + 4, a + 3 + i.c) end
  return 0
end

--- Where an instruction leads: nil where nothing follows; and another way, or nil.
function registers.ways(i, pc)
  local op = i.op
  if op == "JMP" then return pc + 1 + i.sj end
  if forks[op] then return pc + 1, pc + 2 end
  if op == "LFALSESKIP" then return pc + 2 end
  if op == "FORPREP" then return pc + 1, pc + i.bx + 2 end
  if op == "TFORPREP" then return pc + 1 + i.bx end
  if op == "FORLOOP" or op == "TFORLOOP" then return pc + 1, pc + 1 - i.bx end
  if op == "RETURN" or op == "RETURN0" or op == "RETURN1" or op == "TAILCALL" then return nil end
  return pc + 1
end

--- Is a register in a set?
function registers.has(all, a) return all >> math.min(a, LAST) & 1 == 1 end

--- Has an instruction to do with what a register holds, other than that it stores into that?
function registers.concerns(i, a)
  if i.op == "CLOSURE" or a >= LAST or registers.has(written(i), a) then return true end
  if i.a ~= a or not i.op:find "^SET[FILT]" then return registers.has(read(i), a) end
  return i.op == "SETTABLE" and i.b == a or i.op ~= "SETLIST" and not i.k and i.c == a
end

--- Which registers are live before each instruction? pc -> set. Those that functions made there have captured are so everywhere.
function registers.live(proto, budget)
  local live, code, captured = { [#proto.code + 1] = 0 }, proto.code, OTHERS
  local reads, keeps, first, second = {}, {}, {}, {}
  for _, inner in ipairs(proto.protos) do
    for _, upvalue in ipairs(inner.upvalues) do
      if upvalue.in_stack then captured = captured | set(upvalue.index - 1, upvalue.index - 1) end
    end
  end
  for pc, i in ipairs(code) do
    live[pc], reads[pc], keeps[pc] = 0, read(i) | captured, ~written(i)
    first[pc], second[pc] = registers.ways(i, pc)
  end
  repeat
    local grown = false
    budget:spend(#code)
    for pc = #code, 1, -1 do
      local after = (first[pc] and live[first[pc]] or 0) | (second[pc] and live[second[pc]] or 0)
      local before = reads[pc] | after & keeps[pc]
      if before ~= live[pc] then live[pc], grown = before, true end
    end
  until not grown
  return live
end

return registers
