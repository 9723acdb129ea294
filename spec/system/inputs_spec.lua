-- What strangers can hand to gts as bytes: the inputs in spec/corpus, and what becomes of them when a few bytes are changed.

local gts = require "gts"
local inputs = require "spec.support.inputs"
local run = require "spec.support.run"
local trees = require "spec.support.trees"

local read = run.read

local ROUNDS = trees.share(60)

local function corpus(target)
  local list = {}
  for name in run.output(("ls spec/corpus/%s"):format(target)):gmatch "%S+" do
    list[#list + 1] = { name = name, bytes = read(("spec/corpus/%s/%s"):format(target, name)) }
  end
  return list
end

-- Some bytes changed, taken out, put in or doubled.
local function damaged(bytes, random)
  for _ = 1, random(1, 4) do
    local at = random(1, #bytes + 1)
    local before, after = bytes:sub(1, at - 1), bytes:sub(at)
    local what = random(1, 5)
    if what == 1 then bytes = before .. string.char(random(0, 255)) .. after:sub(2)
    elseif what == 2 then bytes = before .. after:sub(random(1, 9))
    elseif what == 3 then bytes = before .. string.char(random(0, 255), random(0, 255)) .. after
    elseif what == 4 then bytes = before .. bytes:sub(random(1, #bytes + 1)):sub(1, random(1, 30)) .. after
    else bytes = before .. ("\0"):rep(random(1, 8)) .. after end
  end
  return bytes
end

for t, target in ipairs(inputs.names) do
  describe("an input for " .. target, function()
    it("from the corpus keeps what is promised, whole and damaged", function()
      local random = trees.stream(t)
      local files = corpus(target)
      assert(#files >= 1)
      for _, file in ipairs(files) do
        inputs[target](file.bytes)
        for round = 1, ROUNDS do
          local bytes = damaged(file.bytes, random)
          local ok, wrong = pcall(inputs[target], bytes)
          assert(ok, ("%s, round %d: %s\n%q"):format(file.name, round, wrong, bytes))
        end
      end
    end)
  end)
end

describe("the targets", function()
  it("are not refused all that is in the corpus", function()
    local loaded = 0
    for _, file in ipairs(corpus "tables") do
      local name = os.tmpname()
      run.write(name, inputs.sealed(file.bytes:sub(2)))
      if pcall(gts.table, { file = name }) then loaded = loaded + 1 end
      os.remove(name)
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
