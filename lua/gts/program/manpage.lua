--- Pages of the system's manual: gts(1), the page `command-line` with the commands' rows; and each topic as gts-TOPIC(7).

local arguments = require "gts.program.arguments"
local commands = require "gts.program.commands"
local core = require "gts.core"
local help = require "gts.program.help"
local manual = require "gts.program.manual"
local roff = require "gts.show.roff"
local usage = require "gts.program.usage"
local words = require "gts.base.words"

local manpage = {}

--- The section of our pages, and their names there.
manpage.SECTION = 7
function manpage.name(topic) return "gts-" .. topic end
local function reference(name, section) return ("%s(%d)"):format(roff.bold(name), section) end

local head = [[
.\" Made by gts manpage.
.TH GTS 1 "%s" "gts %s" "User Commands"
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

local WIDTH = 72                -- of what is laid out already

local topic_head = [[
.\" Made by gts manpage.
.TH %s %d "%s" "gts %s" "Manual of gts"
.nh
.ad l
.SH NAME
%s \- %s
.SH DESCRIPTION]]

-- The pages on a topic; of a generated one what help shows.
local function body(topic)
  if manual.is_made(topic) then return roff.code(words.split(help.text(topic, WIDTH) .. "\n", "(.-)\n")) end
  local parts = {}
  for i, kind in ipairs(manual.kinds_of(topic)) do
    parts[i] = roff.make((help.page(topic, kind.name):gsub("\nbuild/gts", "\n$ gts")))
  end
  return table.concat(parts, "\n")
end

--- A page of our manual, as gts-TOPIC(7), in roff.
function manpage.topic(topic, date)
  local name = manpage.name(topic)
  local parts = {
    topic_head:format(roff.escape(name:upper()), manpage.SECTION, date or "", core.version, roff.escape(name),
      roff.inline(help.title(topic))),
    body(topic), roff.section "See also",
  }
  local also = { reference("gts", 1) }
  for _, other in ipairs(manual.is_made(topic) and {} or manual.linked(help.page(topic))) do
    if other ~= topic then also[#also + 1] = reference(manpage.name(other), manpage.SECTION) end
  end
  parts[#parts + 1] = table.concat(also, ",\n")
  return (table.concat(parts, "\n"):gsub("(%.SH DESCRIPTION)\n%.PP%f[\n]", "%1"))
end

--- The page gts(1). `date` of the page. Returns a text in roff.
function manpage.text(date)
  local page = help.page("command-line"):gsub("\nbuild/gts", "\n$ gts")
  local parts = { head:format(date or "", core.version), roff.make(page, function(title) return title ~= "Commands" end),
    roff.section "Commands" }
  for _, row in ipairs(commands.rows()) do parts[#parts + 1] = command(row) end
  parts[#parts + 1] = roff.section "See also"
  parts[#parts + 1] = "The pages of the manual, each shown by \\fBgts help\\fR \\fITOPIC\\fR, and by "
    .. "\\fBman gts\\-\\fR\\fITOPIC\\fR:"
  for _, topic in ipairs(help.topics) do parts[#parts + 1] = roff.entry(roff.bold(topic), roff.inline(help.title(topic))) end
  return (table.concat(parts, "\n"):gsub("(%.SH DESCRIPTION)\n%.PP%f[\n]", "%1"))
end

return manpage
