-- What strangers can hand to gts as bytes: the inputs in spec/corpus. `make check-inputs` changes their bytes.

local gts = require "gts"
local inputs = require "spec.support.inputs"
local run = require "spec.support.run"

local function corpus(target)
  local list = {}
  for name in run.output(("ls spec/corpus/%s"):format(target)):gmatch "%S+" do
    list[#list + 1] = { bytes = run.read(("spec/corpus/%s/%s"):format(target, name)) }
  end
  return list
end

for _, target in ipairs(inputs.names) do
  it("an input for " .. target .. " from the corpus keeps what is promised #plain", function()
    local files = corpus(target)
    assert(#files >= 1)
    for _, file in ipairs(files) do inputs[target](file.bytes) end
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
