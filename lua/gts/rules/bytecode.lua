--- Reads the bytecode of Lua 5.4, as string.dump gives it: the format of lundump.c, the instructions of lopcodes.h, no others.

local raised = require "gts.base.raised"

local bytecode = {}

local SIGNATURE, VERSION, FORMAT, DATA = "\27Lua", 0x54, 0, "\x19\x93\r\n\x1a\n"

-- The names of the instructions, in their order.
local names = {}
for name in ([[MOVE LOADI LOADF LOADK LOADKX LOADFALSE LFALSESKIP LOADTRUE LOADNIL GETUPVAL SETUPVAL GETTABUP GETTABLE GETI
  GETFIELD SETTABUP SETTABLE SETI SETFIELD NEWTABLE SELF ADDI ADDK SUBK MULK MODK POWK DIVK IDIVK BANDK BORK BXORK SHRI SHLI
  ADD SUB MUL MOD POW DIV IDIV BAND BOR BXOR SHL SHR MMBIN MMBINI MMBINK UNM BNOT NOT LEN CONCAT CLOSE TBC JMP EQ LT LE EQK
  EQI LTI LEI GTI GEI TEST TESTSET CALL TAILCALL RETURN RETURN0 RETURN1 FORLOOP FORPREP TFORPREP TFORCALL TFORLOOP SETLIST
  CLOSURE VARARG VARARGPREP EXTRAARG]]):gmatch("%S+") do names[#names + 1] = name end

-- Fields of an instruction: which bits they are, and what is taken off the signed ones.
local OFFSET_BX, OFFSET_J, OFFSET_C = (1 << 17) - 1 >> 1, (1 << 25) - 1 >> 1, (1 << 8) - 1 >> 1

-- A cache of decoded instructions, by their words.
local decoded = setmetatable({}, { __mode = "v" })

local function decode(word)
  local c, b, bx = word >> 24 & 0xFF, word >> 16 & 0xFF, word >> 15 & 0x1FFFF
  local i = {
    op = names[(word & 0x7F) + 1], a = word >> 7 & 0xFF, k = word >> 15 & 1 == 1, b = b, c = c, bx = bx,
    sb = b - OFFSET_C, sc = c - OFFSET_C, sbx = bx - OFFSET_BX, sj = (word >> 7) - OFFSET_J, ax = word >> 7,
  }
  decoded[word] = i
  return i
end

-- A reader of the dump: each function takes what is next.
local function reader(dump)
  local at = 1
  local r = {}
  -- Passes over n bytes; gives where they begin.
  function r.pass(n)
    if n < 0 or n > #dump - at + 1 then error("it is truncated", 0) end
    at = at + n
    return at - n
  end
  function r.bytes(n)
    local from = r.pass(n)
    return dump:sub(from, from + n - 1)
  end
  function r.byte()
    local byte = dump:byte(at) or error("it is truncated", 0)
    at = at + 1
    return byte
  end
  function r.take(format) return (string.unpack(format, dump, r.pass(string.packsize(format)))) end
  -- Seven bits a byte, the highest first; the last has its high bit set.
  function r.size()
    local value, byte = 0, r.byte()
    while byte < 0x80 do
      value = value << 7 | byte
      byte = r.byte()
    end
    return value << 7 | byte & 0x7F
  end
  function r.string()
    local size = r.size()
    if size == 0 then return nil end
    return r.bytes(size - 1)
  end
  -- Returns how many items of `bytes` bytes, at least, follow; and where they begin. Passes over them.
  function r.items(bytes)
    local n = r.size()
    if n > #dump then error("it is truncated", 0) end
    return n, r.pass(n * bytes)
  end
  return r
end

-- The header, which says whether the rest can be read at all.
local function check_header(r)
  if r.bytes(4) ~= SIGNATURE then return "it is no bytecode of Lua" end
  local version, format = r.byte(), r.byte()
  if version ~= VERSION then return ("its bytecode is of Lua %d.%d, not 5.4"):format(version >> 4, version & 15) end
  if format ~= FORMAT or r.bytes(6) ~= DATA then return "its bytecode has an unknown format" end
  if r.byte() ~= 4 or r.byte() ~= 8 or r.byte() ~= 8 then return "its numbers have another size" end
  if r.take("<i8") ~= 0x5678 or r.take("<d") ~= 370.5 then return "its numbers have another format" end
end

local constants = {
  [0] = function() return nil end,
  [1] = function() return false end,
  [17] = function() return true end,
  [3] = function(r) return r.take("<i8") end,
  [19] = function(r) return r.take("<d") end,
  [4] = function(r) return r.string() end,
  [20] = function(r) return r.string() end,
}

-- The line of each instruction: differences, and now and then the line itself.
local function read_lines(r, dump, proto)
  local n, from = r.items(1)
  local absolute, lines, line = {}, {}, proto.line
  for _ = 1, r.size() do
    local pc = r.size()
    absolute[pc + 1] = r.size()
  end
  for i = 1, n do
    local difference = (dump:byte(from + i - 1) ~ 0x80) - 0x80   -- it has a sign
    line = difference == -128 and absolute[i] or line + difference
    lines[i] = line
  end
  proto.lines = lines
end

local read_proto

-- The instructions. All functions share those that are alike.
local function read_code(r, dump)
  local code, n, from = {}, r.items(4)
  for i = 1, n do
    local word = string.unpack("<I4", dump, from + 4 * i - 4)
    code[i] = decoded[word] or decode(word)
  end
  return code
end

function read_proto(r, dump, source)
  local proto = { source = r.string() or source, line = r.size(), last_line = r.size(), upvalue_names = {} }
  proto.parameters, proto.vararg, proto.registers = r.byte(), r.byte() ~= 0, r.byte()
  proto.code, proto.constants, proto.protos = read_code(r, dump), {}, {}
  for i = 1, r.size() do proto.constants[i] = (constants[r.byte()] or error("it has an unknown constant", 0))(r) end
  proto.upvalues = {}
  for i = 1, r.size() do
    local in_stack, index = r.byte() ~= 0, r.byte()
    r.byte()
    proto.upvalues[i] = { in_stack = in_stack, index = index + 1 }
  end
  for i = 1, r.size() do proto.protos[i] = read_proto(r, dump, proto.source) end
  read_lines(r, dump, proto)
  for _ = 1, r.size() do        -- local variables
    r.string()
    r.size()
    r.size()
  end
  for i = 1, r.size() do proto.upvalue_names[i] = r.string() end
  return proto
end

-- Says what is wrong with bytecode, unless the error has nothing to do with it.
local function give_up(message, wrong)
  raised.pass_on(message)
  return nil, wrong
end

--- Reads bytecode. Callers must not change what it gives. Returns the prototype: source, line, parameters, vararg, registers,
-- code (instructions with op, a, b, c, k, bx, sb, sc, sbx, sj), constants, upvalues (in_stack: of the registers of the function
-- around it, else of its upvalues; index), upvalue_names, protos, lines. Error: why not. Raises memory errors, and "interrupted".
function bytecode.parse(dump)
  local r, wrong, proto = reader(dump), nil, nil
  local ok, message = pcall(function()
    wrong = check_header(r)
    if wrong then return end
    r.byte()                    -- how many upvalues the closure has: the prototype says it again
    proto = read_proto(r, dump, "?")
  end)
  if not ok then return give_up(message, "its bytecode is broken: " .. tostring(message)) end
  return proto, wrong
end

-- What functions have been read, for they are often asked for more than once.
local read = setmetatable({}, { __mode = "k" })

--- Reads the bytecode of a function, as bytecode.parse does.
function bytecode.read(f)
  if read[f] then return read[f] end
  local ok, dump = pcall(string.dump, f)
  if not ok then return give_up(dump, "it is not written in Lua") end
  local proto, wrong = bytecode.parse(dump)
  read[f] = proto
  return proto, wrong
end

--- Where an instruction stands in the source, as "file.lua:12".
function bytecode.where(proto, pc)
  local file = proto.source:match("^[@=](.*)") or "a string"
  return ("%s:%d"):format(file, proto.lines[pc] or proto.line)
end

return bytecode
