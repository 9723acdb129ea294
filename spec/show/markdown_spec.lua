-- Markdown as plain text, and cells in columns.

local columns = require "gts.show.columns"
local markdown = require "gts.show.markdown"
local run = require "spec.support.run"

local function show(lines, width) return markdown.show(table.concat(lines, "\n"), width or 40) end

local function text(...) return table.concat({ ... }, "\n") end

describe("a page in plain text #lua", function()
  it("has headings with a rule under them", function()
    assert.equal(text("A page", "======", "", "A part of it", "------------", "", "A detail"),
      show { "# A page", "## A part of it", "### A detail" })
  end)

  it("has paragraphs of lines that fit, and a longer word on a separate line", function()
    assert.equal(text("one two", "three", "", "fortytwocharacters", "four"),
      show({ "one", "two three", "", "", "fortytwocharacters four" }, 8))
  end)

  it("shows a link as its text, keeps code, and drops the stars of emphasis", function()
    assert.equal("see the tables and `a*b*c`", show { "see [the *tables*](tables.md#x) and `a*b*c`" })
    assert.equal("a strong word, and an easy one", show { "a **strong** word, and an *easy one*" })
    assert.equal("*, [x](y) and `\\*`", show { "\\*, \\[x](y) and `\\*`" })
  end)

  it("keeps stars that are no emphasis: SSS*, 2 * 3", function()
    for _, line in ipairs { "SSS*, or dual SSS*", "H** and SSS*", "2 * 3 * 4", "a* *b", "**" } do
      assert.equal(line, show { line })
    end
    assert.equal("SSS* (and H**) is it", show { "SSS\\* (and H\\*\\*) *is* it" })
  end)

  it("does not break short code", function()
    assert.equal(text("say", "`words = 2`"), show({ "say `words = 2`" }, 12))
    assert.equal(text("a `function(position,", "next)`"), show({ "a `function(position, next)`" }, 21))
  end)

  it("has lists, whose lines hang together", function()
    assert.equal(text("As:", "* one two", "  three", "- four", "1. a b c d", "   e", "", "End"),
      show({ "As:", "* one two", "three", "- four", "1. a b", "   c d e", "", "End" }, 10))
  end)

  it("shows code as it is, however wide, and tells it from what it prints", function()
    assert.equal(text("    for _ = 1, 10 do", "", "      x = '*a*  `b`' end", "", "    | 1       2", "", "    $ ls"),
      show({ "```lua", "for _ = 1, 10 do", "", "  x = '*a*  `b`' end", "```",
        "", "```", "1\t2", "```", "```sh", "ls", "```" }, 10))
  end)

  it("has tables in columns, numbers on the right", function()
    assert.equal(text("what   how many", "-----  --------", "`a|b`         1", "c           234"),
      show { "| what | how many |", "|---|---|", "| `a\\|b` | 1 |", "| c | 234 |" })
  end)

  it("wraps the cells of tables that are too wide, and leaves out a header that is empty", function()
    assert.equal(text("a       some words that are too many for", "        a line", "b long  no"),
      show { "| | |", "|---|---|", "| a | some words that are too many for a line |", "| b long | no" })
  end)

  it("puts cells under each other where there is no room beside", function()
    local rows = { "| | first | second |", "|-|-|-|", "| longwords | a b | c d e f g h i j k l m n o |", "| x | | y |" }
    assert.equal(text("longwords", "    first: a b", "    second: c d e f g h", "    i j k l m n o", "x", "    second: y"),
      show(rows, 24))
  end)

  it("has a title", function() assert.equal("A `page` on SSS*", markdown.title "# A `page` on *SSS\\**\n\ntext\n") end)
end)

describe("columns #lua", function()
  it("are no wider than they need to be, and fit in any width that has room for their words", function()
    local rows = { { "a", "bb ccc", "some longer text, as it comes last" }, { "dddd", "", "" } }
    local header = { "one", "two", "three" }
    for width = 40, 80 do
      for _, line in ipairs(columns.lay(rows, header, width)) do assert.is_true(#line <= math.min(width, 48)) end
    end
    assert.equal("one   two     three", columns.lay(rows, header, 80)[1])
  end)

  it("count letters, not bytes", function()
    assert.same({ "ä ö", "b" }, columns.wrap("ä ö b", 3))
    assert.equal("ä  b", columns.lay({ { "ä", "b" } }, { "", "" }, 20)[1])
  end)
end)

-- Columns at which no table is stacked: stacked rows repeat the heads of their columns.
local WIDE = 1000

-- What remains of a text when marks and places are gone.
local function letters(words) return (words:gsub("[^%w]", "")) end

describe("every page of the manual #lua #doc", function()
  for name in run.output "ls lua/gts/*/manual/*.md lua/gts/manual/*/*.md":gmatch "[^\n]+" do
    local source = run.read(name)

    it(name .. " fits in any width but for its code", function()
      local prose = source:gsub("\n```.-\n```", "")
      for width = 30, 100, 10 do
        for line in markdown.show(prose, width):gmatch "[^\n]+" do
          assert.is_true(utf8.len(line) <= width or not line:find "%S +%S", line)
        end
      end
    end)

    it(name .. " loses no word", function()
      local whole = letters(source:gsub("\n```%a+", ""):gsub("%]%([^)]*%)", ""))
      assert.equal(#whole, #letters(markdown.show(source, WIDE)))
    end)
  end
end)
