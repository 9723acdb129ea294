-- The faults of `make mutants` still apply: each row finds its text, and changes it.

local mutate = require "spec.support.mutate"
local random_mutants = require "spec.support.random_mutants"
local run = require "spec.support.run"

describe("the rows of spec/support/mutants.lua #lua", function()
  it("each apply to one place in their file, and state what they do", function()
    local rows, texts = mutate.rows(), {}
    assert(#rows >= 60)
    for _, row in ipairs(rows) do
      local where = ("row %d, %s: %s"):format(row.number, row.file, tostring(row.what))
      texts[row.file] = texts[row.file] or run.read(row.file)
      assert(mutate.mutated(texts[row.file], row), where .. ": its text is not there, or more than once")
      assert(row.old ~= row.new and #row.what > 0, where)
    end
  end)

  it("name specs that exist once", function()
    local files = run.output "ls spec/*/*_spec.lua" .. "\n"
    for _, row in ipairs(mutate.rows()) do
      for name in row.specs:gmatch "%S+" do
        assert.equal(1, select(2, files:gsub(("/%s_spec%%.lua\n"):format(name), "")), name)
      end
    end
  end)
end)

describe("random faults #lua", function()
  it("stand where the code is, and change one thing", function()
    local text = '/* 1 < 2 */\n#define A 1\nint f (int a) {\n  if (a < 3 && g("4 + 5")) return a + 6;\n  a = 7;\n  S *b;\n}\n'
    local list = {}
    for i, site in ipairs(random_mutants.sites(text)) do
      local mutant = random_mutants.mutated(text, site)
      assert.equal(#text + #site.new - #site.old, #mutant)
      list[i] = ("%d: %s -> %s"):format(site.line, site.old, site.new)
    end
    assert.same({ "4: < -> <=", "4: && -> ||", "4: + -> -", "4: 3 -> 4", "4: 6 -> 7", "5: 7 -> 8",
      '4: (a < 3 && g("4 + 5")) -> (!(a < 3 && g("4 + 5")))', '4: if (a < 3 && g("4 + 5")) return a + 6; -> ;', "5: a = 7; -> ;",
    }, list)
  end)
end)
