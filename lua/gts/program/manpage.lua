--- The page gts(1) of the system's manual: what the page `program` of ours says, and the commands from their rows.
-- @module gts.program.manpage

local arguments = require "gts.program.arguments"
local commands = require "gts.program.commands"
local core = require "gts.core"
local help = require "gts.program.help"
local roff = require "gts.show.roff"
local usage = require "gts.program.usage"

local manpage = {}

local head = [[
.\" Made by gts manpage.
.TH GTS 1 "" "gts %s" "User Commands"
.nh
.ad l
.SH NAME
gts \- game\-tree search: the rules of a game in Lua, the algorithms in C
.SH SYNOPSIS
.nf
\fBgts\fR
\fBgts\fR \fIFILE.lua\fR [\fIARGUMENT\fR ...]
\fBgts \-e\fR \fICODE\fR [\fIARGUMENT\fR ...]
\fBgts\fR \fICOMMAND\fR ...
.fi
.SH DESCRIPTION]]

-- A command, with all that it takes.
local function command(row)
  local lines = { roff.part(usage.line(row)), roff.line(roff.escape(usage.sentence(row))) }
  if row.details then lines[#lines + 1] = ".PP\n" .. roff.line(roff.escape((row.details:gsub("\n", " ")))) end
  for _, place in ipairs(arguments.places(row)) do
    lines[#lines + 1] = roff.entry(roff.bold(place.name), roff.escape(place.help))
  end
  for _, option in ipairs(arguments.options(row)) do
    lines[#lines + 1] = roff.entry(roff.bold(usage.option(option)), roff.escape(usage.about(option)))
  end
  local examples = {}
  for _, example in ipairs(row.examples) do
    examples[#examples + 1], examples[#examples + 2] = example[1], "    " .. example[2]
  end
  lines[#lines + 1] = roff.code(examples)
  return table.concat(lines, "\n")
end

-- The topics of our manual, each a page by itself.
local function topics()
  local lines = { roff.section "See also", "The pages of its own manual, each shown by \\fBgts help\\fR \\fITOPIC\\fR:" }
  for _, topic in ipairs(help.topics) do lines[#lines + 1] = roff.entry(roff.bold(topic), roff.inline(help.title(topic))) end
  return table.concat(lines, "\n")
end

--- The page.
-- @treturn string in roff
function manpage.text()
  local page = help.page("program"):gsub("\nbuild/gts", "\n$ gts")
  local parts = { head:format(core.version), roff.make(page, function(title) return title ~= "Commands" end),
    roff.section "Commands" }
  for _, row in ipairs(commands.rows()) do parts[#parts + 1] = command(row) end
  parts[#parts + 1] = topics()
  return table.concat(parts, "\n")
end

return manpage
