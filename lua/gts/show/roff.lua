--- Markdown as a page of the manual for man, in the macros of man(7).

local markdown = require "gts.show.markdown"

local roff = {}

-- A letter that is not ASCII, by its number: so the page is independent of encodings.
local function by_number(letter) return ("\\[u%04X]"):format(utf8.codepoint(letter)) end

--- A text as roff has it: nothing in it is obeyed.
function roff.escape(text) return (text:gsub("\\", "\\e"):gsub("%-", "\\-"):gsub("[\xC2-\xF4][\x80-\xBF]+", by_number)) end

--- A line of text, which does not begin a request.
function roff.line(text) return (text:find "^[.']" and "\\&" or "") .. text end

--- A text in bold.
function roff.bold(text) return "\\fB" .. roff.escape(text) .. "\\fR" end
local function code(text) return roff.bold(text:sub(2, -2)) end

--- A text in Markdown, inside a paragraph: code is bold, other marks are dropped.
function roff.inline(text) return roff.line(markdown.inline(text, code, roff.escape)) end

--- An argument of a request.
local function argument(text) return '"' .. text:gsub('"', '\\(dq') .. '"' end

local function plain(title) return markdown.inline(title, function(text) return text:sub(2, -2) end, tostring) end

--- A section.
function roff.section(title) return ".SH " .. argument(roff.escape(plain(title):upper())) end

--- A part of a section.
function roff.part(title) return ".SS " .. argument(roff.escape(plain(title))) end

--- A term, and what it means, both in roff.
function roff.entry(term, text) return (".TP\n%s\n%s"):format(roff.line(term), roff.line(text)) end

--- Lines as they are.
function roff.code(list)
  local lines = { ".PP", ".RS 4", ".EX" }
  for _, line in ipairs(list) do lines[#lines + 1] = roff.line(roff.escape(line)) end
  table.move({ ".EE", ".RE" }, 1, 2, #lines + 1, lines)
  return table.concat(lines, "\n")
end

local made = {}         -- how each kind of block is made: a function of the block

function made.heading(block)
  if block.level == 1 then return nil end
  return block.level == 2 and roff.section(block[1]) or roff.part(block[1])
end

function made.paragraph(block) return ".PP\n" .. roff.inline(table.concat(block, " ")) end

function made.item(block)
  local mark = block.mark:find "%d" and roff.escape(block.mark:match "%S+") or "\\(bu"
  return (".IP %s 4\n%s"):format(mark, roff.inline(table.concat(block, " ")))
end

made.code = roff.code

function made.table(block)
  local lines = {}
  for i = 3, #block do          -- the header, and a rule
    local cells = markdown.cells(block[i])
    for k, cell in ipairs(cells) do cells[k] = roff.inline(cell) end
    lines[#lines + 1] = roff.entry(cells[1], table.concat(cells, " ", 2))
  end
  return table.concat(lines, "\n")
end

--- A text in Markdown as roff, but its title, without the sections of whose headings `keep` is false.
function roff.make(text, keep)
  local lines, kept = {}, true
  for _, block in ipairs(markdown.blocks(text)) do
    if block.kind == "heading" and block.level == 2 then kept = not keep or keep(block[1]) end
    lines[#lines + 1] = kept and made[block.kind](block) or nil
  end
  -- Where something begins, there is space already.
  return (("\n" .. table.concat(lines, "\n")):gsub("(\n%.S[HS] [^\n]*)\n%.PP%f[\n]", "%1"):sub(2))
end

return roff
