-- The page for man: well formed, and with all that there is.

local arguments = require "gts.program.arguments"
local commands = require "gts.program.commands"
local help = require "gts.program.help"
local manpage = require "gts.program.manpage"
local roff = require "gts.show.roff"
local run = require "spec.support.run"
local usage = require "gts.program.usage"

local function make(lines) return roff.make(table.concat(lines, "\n")) end

describe("Markdown as roff #lua", function()
  it("has sections, paragraphs, lists and code", function()
    assert.equal('.SH "A PART"\n.SS "A detail"', make { "# Title", "", "## A part", "### A detail" })
    assert.equal(".PP\none two", make { "one", "two" })
    assert.equal(".IP \\(bu 4\none\n.IP 2. 4\ntwo", make { "* one", "2. two" })
    assert.equal(".PP\n.RS 4\n.EX\n\\&.a \\e n\n\\&'b\n.EE\n.RE", make { "```sh", ".a \\ n", "'b", "```" })
  end)

  it("has tables as terms and what they mean", function()
    assert.equal(".TP\n\\fBa\\-b\\fR\nmeans c", make { "| x | y |", "|---|---|", "| `a-b` | means *c* |" })
  end)

  it("has titles without marks, and letters that are not ASCII by their numbers", function()
    assert.equal('.SH "SSS* AND GTS"\ntext \\[u2014] a\n.SS "gts.x"\nb',
      make { "## SSS\\* and `gts`", "text — a", "### `gts.x`", "", "b" })
  end)

  it("obeys nothing that is text", function()
    assert.equal(".PP\n\\&.SH is no request, nor is \\e", make { ".SH is no request, nor is \\" })
    assert.equal(".PP\nan option \\fB\\-\\-a\\fR, a link, a \\- b", make { "an option `--a`, a [link](x.md), a - b" })
  end)

  it("leaves out the sections that are not wanted", function()
    local text = table.concat({ "# T", "a", "", "## B", "b", "", "## C", "c" }, "\n")
    assert.equal('.PP\na\n.SH "C"\nc', roff.make(text, function(title) return title ~= "B" end))
  end)
end)

describe("gts manpage #lua", function()
  local page = manpage.text()

  it("has every command with every option, and every topic", function()
    local plain = page:gsub("\\%-", "-"):gsub("\\f[BIR]", "")
    for _, row in ipairs(commands.rows()) do
      assert.truthy(plain:find(('.SS "%s"'):format(usage.line(row)), 1, true), row.name)
      for _, option in ipairs(arguments.options(row)) do
        assert.truthy(plain:find(("\n%s\n%s\n"):format(usage.option(option), usage.about(option)), 1, true), option.name)
      end
    end
    for _, topic in ipairs(help.topics) do assert.truthy(plain:find("\n.TP\n" .. topic .. "\n", 1, true), topic) end
    for _, section in ipairs { "NAME", "SYNOPSIS", "DESCRIPTION", "EXIT CODES", "FILES AND ENVIRONMENT", "COMMANDS",
      "SEE ALSO" } do
      assert.truthy(plain:find('\n%.SH "?' .. section), section)
    end
  end)

  it("is what groff takes without a warning", function()
    local out = run.output(("'%s' manpage | groff -man -Tutf8 -ww -b 2>&1 >/dev/null; echo done"):format(run.program))
    assert.equal("done", out)
  end)
end)

describe("gts manpage TOPIC #lua", function()
  it("is a page of the manual, with the pages that it leads to", function()
    local page = manpage.topic("rules", "2026-11-23")
    assert.truthy(page:find('.TH GTS\\-RULES 7 "2026-11-23" "gts ', 1, true))
    assert.truthy(page:find(("\n.SH NAME\ngts\\-rules \\- %s\n.SH DESCRIPTION\n"):format(help.title "rules"), 1, true))
    assert.truthy(page:find('\n.SH "MOVES AS BITS"\n', 1, true))
    assert.truthy(page:find('\n.SH "SEE ALSO"\n\\fBgts\\fR(1),\n', 1, true))
    assert.truthy(page:find("\\fBgts\\-check\\fR(7)", 1, true))
    assert.truthy(manpage.topic "options":find("remember_leaves", 1, true))
  end)

  it("is written into a folder for each topic, and what groff takes without a warning #thorough", function()
    local folder, gone <close> = run.folder()
    assert(gone and os.execute(("mkdir '%s/man1' '%s/man7'"):format(folder, folder)))
    run.fine { "manpage", "--folder", folder }
    local files = { "man1/gts.1" }
    for _, topic in ipairs(help.topics) do files[#files + 1] = ("man7/gts-%s.7"):format(topic) end
    local command = ("cd '%s' && groff -man -Tutf8 -ww -b %s 2>&1 >/dev/null"):format(folder, table.concat(files, " "))
    assert.equal("", run.output(command))
  end)

  it("refuses what there is no page on, and a folder that is none", function()
    local err = run.ends(2, { "manpage", "rulse" })
    assert.matches("there is no page on 'rulse': did you mean 'rules'?", err, 1, true)
    err = run.ends(1, { "manpage", "--folder", "/dev/null/x" })
    assert.matches("gts: /dev/null/x: ", err, 1, true)
  end)

  it("makes the folders that it writes to, and writes to those that are there #thorough", function()
    local folder <const>, gone <close> = run.folder()
    assert.is_table(gone)
    for _ = 1, 2 do
      run.fine { "manpage", "--folder", folder .. "/a/b/" }
      assert.equal("gts.1", run.output(("ls '%s/a/b/man1'"):format(folder)))
      local count = run.output(("ls '%s/a/b/man7' | wc -l"):format(folder))
      assert.equal(#help.topics, math.tointeger(tonumber(count)))
    end
  end)
end)
