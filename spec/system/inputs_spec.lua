-- What strangers can hand to gts as bytes: the inputs in spec/corpus, as they are and with bytes changed, added and left out.
-- `make check-inputs` lets libFuzzer change them.

local gts = require "gts"
local inputs = require "spec.support.inputs"
local programs = require "spec.support.programs"
local run = require "spec.support.run"
local trees = require "spec.support.trees"

local function corpus(target)
  local list = {}
  for name in run.output(("ls spec/corpus/%s"):format(target)):gmatch "%S+" do
    list[#list + 1] = { bytes = run.read(("spec/corpus/%s/%s"):format(target, name)) }
  end
  return list
end

-- Some bytes of others: a few of them become one that is as good as any, or often means something; or come from elsewhere.
local function changed(bytes, random)
  local from = random(#bytes + 1)
  local to, kind = math.min(#bytes + 1, from + random(4)), random(4)
  local new = kind == 1 and "" or kind == 2 and string.char(random(256) - 1) or kind == 3 and bytes:sub(random(#bytes)):sub(1, 8)
    or ({ "\0", "\xff", "9999999999", "-1", "nan", "{", '"' })[random(7)]
  return bytes:sub(1, from - 1) .. new .. bytes:sub(to)
end

for _, target in ipairs(inputs.names) do
  it("an input for " .. target .. " from the corpus keeps what is promised, changed or not", function()
    local files = corpus(target)
    assert(#files >= 1)
    for i, file in ipairs(files) do
      inputs[target](file.bytes)
      local random = programs.random(i)
      for _ = 1, trees.share(400) do inputs[target](changed(file.bytes, random)) end
    end
  end)
end

describe("the targets #plain", function()
  it("are not refused all that is in the corpus", function()
    local loaded = 0
    for _, file in ipairs(corpus "tables") do
      local name = os.tmpname()
      run.write(name, inputs.sealed(file.bytes:sub(2)))
      if pcall(gts.table, { file = name }) then loaded = loaded + 1 end
    end
    assert(loaded >= 3)
    for _, file in ipairs(corpus "bytecode") do assert(require("gts.rules.bytecode").parse(file.bytes)) end
  end)

  it("notice a proof that is believed and false, and a tree whose value is wrong", function()
    local verify, search = gts.verify, gts.search
    finally(function() gts.verify, gts.search = verify, search end)
    local proof = corpus("proofs")[3].bytes
    inputs.proofs(proof)
    gts.verify = function() return { lower = 1e9, upper = math.huge } end
    assert.error_matches(function() inputs.proofs(proof) end, "it proves what is not true")
    local seen = false
    for i = 0, 255 do
      local bytes = string.char(8, 3, 0, i, 0, 7, 0, 9)
      inputs.trees(bytes)
      gts.search = function(...)
        local r = search(...)
        r.value = r.value + 1
        return r
      end
      seen = seen or not pcall(inputs.trees, bytes)
      gts.search = search
    end
    assert(seen)
  end)
end)
