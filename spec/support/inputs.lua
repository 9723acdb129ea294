--- What strangers can hand to gts as bytes, each with what must hold whatever they are. A target takes a string and raises an
-- error if something is wrong; libFuzzer makes the strings (spec/support/inputs.c) of those that are in spec/corpus.
--
--    tables     a file of a table         it is refused, or saved again it is the same, and searches with it end
--    proofs     a proof of a small tree   it is refused, or what it proves is true
--    trees      a nested list             it is refused, or four algorithms find what minimax finds
--    options    a table of options        it is refused by name, or the search says what is true
--    bytecode   what string.dump gives    it is refused, or read to its end
--
-- and those of spec/support/inputs_files.lua, one for each kind of file that is read.
--
-- Trees and options are drawn: the bytes say which of some choices is taken, one after the other, and are 0 behind their end.

local bytecode = require "gts.rules.bytecode"
local core = require "gts.core"
local gts = require "gts"
local of_files = require "spec.support.inputs_files"
local proofs = require "gts.proof"
local trees = require "spec.support.trees"

local inputs = {}

local folder = os.getenv "GTS_INPUTS" or os.getenv "TMPDIR" or "/tmp"

local given = ""                -- the input that is tried: a message may quote it

-- Does a message have words that are not those of the input?
local function says(wrong, pattern) return wrong:find(pattern) and not given:find(pattern) end

-- No message that a user gets is one of Lua about our own mistakes; about those of the rules it may be.
local function check_message(wrong)
  assert(type(wrong) == "string", "an error that is no text")
  if wrong:find "/games/" or wrong:find "inputs%.lua" then return end
  for _, pattern in ipairs { "attempt to", "bad argument", "/gts/%a+%.lua:" } do assert(not says(wrong, pattern), wrong) end
end

-- Choices, drawn from bytes.
local function drawing(bytes)
  local at = 0
  local draw = {}
  function draw.byte()
    at = at + 1
    return bytes:byte(at) or 0
  end
  function draw.below(n) return draw.byte() % n end
  function draw.one_of(list) return list[draw.below(#list) + 1] end
  function draw.left() return #bytes - at end
  return draw
end

-- Tables

local DIGEST = 32

local function with_file(bytes, f)
  local name = ("%s/gts-inputs-%s"):format(folder, core.hash(bytes):sub(1, 16))
  local file = assert(io.open(name, "wb"))
  assert(file:write(bytes))
  file:close()
  local ok, wrong = pcall(f, name)
  os.remove(name)
  if not ok then error(wrong, 0) end
end

-- The digest, as the last bytes should be.
local function sealed(bytes)
  local body = bytes:sub(1, -DIGEST - 1)
  return body .. core.hash(body):gsub("%x%x", function(digits) return string.char(tonumber(digits, 16)) end)
end
inputs.sealed = sealed

local game_of_table = gts.game "nim"

local function check_table(name)
  local ok, kept = pcall(gts.table, { file = name, bytes = 1 << 16 })
  if not ok then return check_message(kept) end
  local before = kept:stats()
  assert(before.entries <= before.most or before.most == 0)
  assert(kept:save(name))
  local again = gts.table { file = name, bytes = 1 << 20 }
  assert(again:stats().entries <= before.entries)
  local found, r = pcall(gts.search, game_of_table, { algorithm = "ttalphabeta", table = kept, nodes = 2000 })
  if not found then check_message(r) end
end

--- A file of a table: the first byte says whether the digest is put right.
function inputs.tables(bytes)
  local body = bytes:sub(2)
  if bytes:byte(1) == 1 then body = sealed(body) end
  with_file(body, check_table)
end

-- Proofs

local proved = {
  gts.tree { { 3, 12, 8 }, { 2, 4, 6 }, { 14, 5, 2 } },
  gts.tree(trees.third_child_gives_five()),
  gts.tree { player = "min", { 1, { player = "min", -2.5, 4 } }, 1e300, { lower = -1, upper = 1, 0 } },
}
local truth = { 3, 5, 0 }

--- A proof: the first byte says of which tree.
function inputs.proofs(bytes)
  local number = (bytes:byte(1) or 0) % #proved + 1
  local text = bytes:sub(2)
  local proof, wrong = proofs.parse(text)
  if not proof then return check_message(wrong) end
  local written = proof:text()
  if written then assert(proofs.parse(written):text() == written, "written and read it is another") end
  local ok, verdict
  ok, verdict, wrong = pcall(gts.verify, proved[number], proof)
  if not ok then return check_message(verdict) end
  if not verdict then return check_message(wrong) end
  if proof.position == nil and proof.depth == nil then
    assert(verdict.lower <= truth[number] and truth[number] <= verdict.upper, "it proves what is not true")
  end
end

-- Trees

local leaves = {
  0, 1, -1, 2, 3, 5, 7, -8, 0.5, -0.0, 1e308, -1e308, 2 ^ 53, 2 ^ 53 + 2, 1 / 3, math.maxinteger, math.mininteger, 0x1p-1074,
}
local misfits = { 0 / 0, math.huge, -math.huge, "3", true, print, setmetatable({}, { __index = { 1, 2 } }), "" }
local LARGEST = 60              -- nodes

-- A tree with odd parts; `seen` are its lists so far.
local function draw_tree(draw, seen, deep)
  if #seen > LARGEST or deep > 8 then return draw.one_of(leaves) end
  local what = draw.below(16)
  if what < 6 then return draw.one_of(leaves) end
  if what == 6 then return draw.below(8) == 0 and draw.one_of(misfits) or draw.one_of(leaves) end
  if what == 7 and draw.below(4) == 0 and #seen > 0 then return draw.one_of(seen) end
  local node = {}
  seen[#seen + 1] = node
  for i = 1, draw.below(4) do node[i] = draw_tree(draw, seen, deep + 1) end
  if what == 8 then node.player = draw.one_of { "max", "min", "max", "min", "other", 3 } end
  if what == 9 then node.value = draw.below(8) == 0 and draw.one_of(misfits) or draw.one_of(leaves) end
  if what == 10 and draw.below(8) == 0 then node[draw.one_of { "lower", "upper", "name", 9, 2.5 }] = draw.one_of(leaves) end
  return node
end

-- Has the tree no bounds, which may be false?
local function honest(node)
  if type(node) ~= "table" then return true end
  if node.lower or node.upper then return false end
  for _, child in ipairs(node) do if not honest(child) then return false end end
  return true
end

function inputs.trees(bytes)
  local draw = drawing(bytes)
  local spec = draw_tree(draw, {}, 0)
  local ok, game = pcall(gts.tree, spec)
  if not ok then return check_message(game) end
  local known = honest(spec) and trees.oracle(spec) + 0.0   -- values are doubles
  for _ = 1, 4 do
    local algorithm = draw.one_of(gts.algorithms)
    local found, r = pcall(gts.search, game, { algorithm = algorithm.id, nodes = 100000 })
    if not found then check_message(r)
    elseif known and algorithm.id == "bstar" then        -- it asks which move is best
      assert(r.lower <= known and known <= r.upper, ("bstar bounds it by %s and %s, not %s"):format(r.lower, r.upper, known))
    elseif known and algorithm.id ~= "althofer" then
      assert(r.exact and r.value == known, ("%s found %s, not %s"):format(algorithm.id, r.value, known))
    end
  end
end

-- Options

local names, seen_names = { "algoritm", 1, "", "\27", "__index" }, {}
local function add_rows(rows)
  for _, row in ipairs(rows) do
    if not seen_names[row.name] then names[#names + 1], seen_names[row.name] = row.name, true end
  end
end
add_rows(core.options)
for _, algorithm in ipairs(core.algorithms) do add_rows(algorithm.rows) end
for _, name in ipairs { "algorithm", "time", "deepen", "position" } do
  if not seen_names[name] then names[#names + 1] = name end
end
assert(#names > 20, "there are more options")

local ids = {}
for i, algorithm in ipairs(gts.algorithms) do ids[i] = algorithm.id end

local small = {
  { game = gts.tree { { 3, 12, 8 }, { 2, 4, 6 }, { 14, 5, 2 } }, value = 3 },
  { game = gts.game("nim", { heaps = { 1, 2, 2 } }), value = 1 },
  {
    game = gts.game {
      name = "binary", start = 1, range = { 0, 18 }, native = false,
      next = function(p, move)
        move = (move or 0) + 1
        if p < 16 and move <= 2 then return move, 2 * p + move - 1 end
      end,
      evaluate = function(p) return p * 37 % 19 end,
      bounds = function() return 0, 18 end,
    },
  },
}
small[3].value = gts.search(small[3].game, { algorithm = "minimax" }).value

local numbers = { -1, 0.5, 1e-9, 0 / 0, math.huge, -math.huge, 2 ^ 53, math.maxinteger, math.mininteger, 1e300 }
local texts = { "", "none", "history", "killers", "\0", ("long"):rep(1000), "always", "depth", "table", "auto" }
local functions = { function() end, function() return true end, function() error "in a callback" end, print }
local others = { setmetatable({}, { __call = function() end }), coroutine.create(print), {}, true, false }

-- Makers of values: a whole number the more often, for most options take one.
local makers = {
  function(draw) return draw.byte() end, function(draw) return draw.byte() end,
  function(draw) return draw.one_of(numbers) end,
  function(draw) return draw.one_of(texts) end,
  function(draw) return draw.one_of(ids) end,
  function(draw) return draw.one_of(functions) end,
  function(draw) return draw.one_of(others) end,
  function(draw) return { draw.below(20) - 10, draw.below(20) - 10 } end,
  function(draw) return gts.table { bytes = 1 << draw.below(16) } end,
}

-- What a search may be told so that its value is not that of the game.
local function shifts(options) return options.position ~= nil or options.algorithm == "althofer" end

function inputs.options(bytes)
  local draw = drawing(bytes)
  local of = draw.one_of(small)
  local options = { nodes = 5000 }     -- B* walks the depth of its tree for each of them
  if draw.below(2) == 0 then options.algorithm = draw.one_of(ids) end
  while draw.left() > 0 and draw.below(6) ~= 0 do options[draw.one_of(names)] = draw.one_of(makers)(draw) end
  if options.native == true or options.native == nil then options.native = false end   -- no compiler is wanted here
  local ok, r = pcall(gts.search, of.game, options)
  if not ok then
    if type(r) ~= "string" or not r:find "in a callback" then check_message(r) end
  elseif not shifts(options) and r.depth == nil and r.solved then
    assert(r.lower <= of.value and of.value <= r.upper, ("%s is not from %s to %s"):format(of.value, r.lower, r.upper))
  end
end

-- Bytecode

-- All that a reader of a prototype looks at is there.
local function check_proto(proto)
  assert(type(proto.source) == "string" and math.type(proto.line) == "integer")
  for pc, instruction in ipairs(proto.code) do
    assert(instruction.op == nil or type(instruction.op) == "string")
    assert(type(bytecode.where(proto, pc)) == "string")
  end
  for _, inner in ipairs(proto.protos) do check_proto(inner) end
end

function inputs.bytecode(bytes)
  local proto, wrong = bytecode.parse(bytes)
  if proto then return check_proto(proto) end
  check_message(wrong)
end

--- The names of the targets.
inputs.names = { "bytecode", "options", "proofs", "tables", "trees" }
for name, target in pairs(of_files.targets { with_file = with_file, check_message = check_message, folder = folder }) do
  inputs[name] = target
  table.insert(inputs.names, name)
end
table.sort(inputs.names)

for _, name in ipairs(inputs.names) do
  local target = inputs[name]
  inputs[name] = function(bytes)
    given = bytes
    return target(bytes)
  end
end

return inputs
