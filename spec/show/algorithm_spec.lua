-- The pages of the algorithms: all of one form, made of a text and of the algorithm's row.

local algorithm = require "gts.show.algorithm"
local gts = require "gts"
local manual = require "gts.program.manual"
local markdown = require "gts.show.markdown"
local options = require "gts.facts.options"
local run = require "spec.support.run"

local MADE = "Options"          -- is made of the rows
local SENTENCES = 3             -- of an idea
local SHORTEST = 20             -- characters of a section

-- The headings of the second level, in their order.
local function headings(text)
  local list = {}
  for _, block in ipairs(markdown.blocks(text)) do
    if block.kind == "heading" and block.level == 2 then list[#list + 1] = block[1] end
  end
  return list
end

-- The text below a heading, up to the next one.
local function section(text, heading)
  return (text .. "\n## "):match("\n## " .. heading:gsub("%p", "%%%0") .. "\n\n(.-)\n## ")
end

local function sentences(text) return select(2, text:gsub("%s+", " "):gsub("[.?!] %f[%u`\0]", "")) end

describe("the page of an algorithm #lua", function()
  for _, row in ipairs(gts.algorithms) do
    it(row.id .. " has the title, all headings in their order, and something below each", function()
      local text = algorithm.page(row.id)
      assert.equal(row.title, markdown.title(text))
      assert.same(algorithm.headings, headings(text))
      for _, heading in ipairs(algorithm.headings) do assert(#section(text, heading) > SHORTEST, heading) end
    end)

    it(row.id .. " leaves to the row what the row knows", function()
      local text = algorithm.text(row.id)
      assert.is_nil(section(text, MADE))
      assert.is_nil(text:find("\nFrom: ", 1, true))
    end)

    it(row.id .. " has the source, needs and own options of the row", function()
      local text = algorithm.page(row.id):gsub("\\(%p)", "%1")
      assert.truthy(text:find(("Its id is `%s`. From: %s."):format(row.id, row.source), 1, true))
      for _, need in ipairs(row.needs) do assert.truthy(text:find(("It needs `rules.%s`"):format(need), 1, true)) end
      assert.equal(row.informed, text:find("It uses the bounds of the rules", 1, true) ~= nil)
      assert.equal(row.alternative, text:find("Its value is not the minimax value", 1, true) ~= nil)
      for _, name in ipairs(row.options) do
        assert.truthy(text:find(("\n| `%s` | %s; "):format(name, options.row(name).help), 1, true), name)
      end
    end)

    it(row.id .. " states the idea in three sentences, and draws a search by it", function()
      local text = algorithm.text(row.id)
      assert.equal(SENTENCES, sentences(section(text, "Idea")))
      local drawing = section(text, "Drawing")
      assert.truthy(drawing:find("```sh\nbuild/gts draw '[^\n]*' %-%-algorithm " .. row.id .. "%f[%s]"))
    end)
  end

  it("is a topic of the manual: the files are those of the algorithms", function()
    local files, ids = {}, {}
    for name in run.output "ls lua/gts/manual/algorithm":gmatch "([%w]+)%.md" do files[name] = true end
    for _, row in ipairs(gts.algorithms) do
      ids[row.id] = true
      assert.equal(algorithm.page(row.id), manual.page(row.id, "algorithm"))
      local kinds = manual.kinds_of(row.id)                     -- mtd has an explanation too
      assert.equal("algorithm", kinds[#kinds].name)
    end
    assert.same(ids, files)
  end)

  it("is in one family, which a page explains", function()
    local seen = {}
    for _, family in ipairs(algorithm.families()) do
      for _, row in ipairs(family.list) do
        assert.is_nil(seen[row.id])
        seen[row.id] = true
        assert.truthy(algorithm.page(row.id):find("](../" .. family.topic .. ".md)", 1, true))
      end
    end
    for _, row in ipairs(gts.algorithms) do assert.is_true(seen[row.id]) end
  end)

  it("is made of the row alone where an algorithm has no file, and a question is answered all the same", function()
    local out, err = run.gts { "-e", [[
      local search = package.searchpath
      function package.searchpath(name, ...)
        if name == "gts.manual.algorithm.sss" then return nil, "no file" end
        return search(name, ...)
      end
      local help = require "gts.program.help"
      print(require("gts.show.algorithm").page "sss")
      print(help.search("when does a search skip a leaf?", 80, help.names(), tostring))]] }
    assert.equal("", err)
    assert.matches("^# SSS%*\n\nIts id is `sss`%. From: [^\n]+\n\n## Options\n", out)
    assert.matches("\nsolution-trees  Solution trees\n", out, 1, true)
  end)

  it("is none of what is no algorithm", function() assert.has_error(function() algorithm.page "ssss" end) end)
end)
