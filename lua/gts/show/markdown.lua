--- Markdown as plain text. It knows headings, paragraphs, lists, tables, fenced blocks; links, `code`, emphasis by stars.

local columns = require "gts.show.columns"

local markdown = {}

local path, open = package.path:gsub("%.lua%f[;\0]", ".md"), io and io.open    -- a confined worker has no files

--- Is there such a file: see markdown.file.
function markdown.is_there(module) return markdown.file(module) ~= nil end

--- Returns the text of a Markdown file, which stands beside modules and is found as they are, by its name as a module's; without
-- a comment in its first line.
-- @error where it was looked for
function markdown.file(module)
  local name, missing = package.searchpath(module, path)
  if not name then return nil, missing end
  local file <close> = assert(open(name, "rb"))
  local text = file:read "a"
  if not text then return nil, name .. " is no file" end
  return (text:gsub("^<!%-%-[^\n]*\n", ""))
end

-- Prefixes of the lines of a fenced block, by language: shell, Lua, and, without a language, what both print.
local FENCED = { sh = "    $ ", [""] = "    | ", other = "    " }

local SHORT = 24        -- code that is no longer is not broken

-- Stand for a bar inside a cell, and for a space where no line may end, until all is laid out.
local BAR, SPACE = "\1", "\2"

-- Takes the stars from around words. Those in a row of words, as in SSS*, stay.
local function drop_emphasis(text)
  local parts, from = {}, 1
  while true do
    local first, last, stars, inner = text:find("(%*+)([^*]+)%1", from)
    if not first then break end
    local around = text:sub(from, first - 1):match "[%w*]$" == nil and not text:find("^[%w*]", last + 1)
    if around and not inner:find "^%s" and not inner:find "%s$" then
      parts[#parts + 1] = text:sub(from, first - 1) .. inner
      from = last + 1
    else
      parts[#parts + 1] = text:sub(from, first + #stars - 1)
      from = first + #stars
    end
  end
  return table.concat(parts) .. text:sub(from)
end

--- A text without its marks: links are their texts. Code and what is escaped are put aside meanwhile. `code`: gives what stands
-- for code, of its text with the quotes; `escape`: what stands for the rest.
function markdown.inline(text, code, escape)
  local kept = {}
  local function keep(what)
    kept[#kept + 1] = what
    return ("\0%d\0"):format(#kept)
  end
  text = text:gsub("`[^`]+`", function(what) return keep(code(what)) end)
  text = text:gsub("\\(%p)", function(what) return keep(escape(what)) end)
  text = drop_emphasis((text:gsub("%[([^%]]*)%]%([^)]*%)", "%1")))
  return (escape(text):gsub("\0(%d+)\0", function(i) return kept[tonumber(i)] end))
end

-- A text as people see it: code keeps its quotes.
local function plain(text)
  return markdown.inline(text, function(code) return #code <= SHORT and code:gsub(" ", SPACE) or code end, tostring)
end

--- The cells of a line of a table, with their marks. A bar that is escaped does not end one.
function markdown.cells(line)
  local row = {}
  for cell in line:gsub("\\|", BAR):match "^|(.-)|?%s*$":gmatch "[^|]*" do
    row[#row + 1] = cell:gsub(BAR, "|"):match "^%s*(.-)%s*$"
  end
  return row
end

local function cells(line)
  local row = markdown.cells(line)
  for i, cell in ipairs(row) do row[i] = plain(cell) end
  return row
end

-- A tab is as wide as it is at the left edge of a terminal.
local function expand(line)
  return (line:gsub("([^\t]*)\t", function(text) return text .. (" "):rep(8 - (utf8.len(text) or #text) % 8) end))
end

local shown = {}        -- how each kind of block is shown: a function of the block and the width that gives lines

function shown.heading(block, width)
  local lines = columns.wrap(plain(block[1]), width)
  local longest = 0
  for _, line in ipairs(lines) do longest = math.max(longest, utf8.len(line) or #line) end
  local rule = block.level == 1 and "=" or block.level == 2 and "-"
  if rule then lines[#lines + 1] = rule:rep(longest) end
  return lines
end

function shown.paragraph(block, width) return columns.wrap(plain(table.concat(block, " ")), width) end

function shown.item(block, width)
  local lines = columns.wrap(plain(table.concat(block, " ")), width - #block.mark)
  for i, line in ipairs(lines) do lines[i] = (i == 1 and block.mark or (" "):rep(#block.mark)) .. line end
  return lines
end

function shown.code(block)
  local lines, before = {}, FENCED[block.language] or FENCED.other
  for i, line in ipairs(block) do lines[i] = (before .. expand(line)):match "^(.-) *$" end
  return lines
end

function shown.table(block, width)
  local header, rows = cells(block[1]), {}
  for i = 3, #block do          -- the second line is a rule
    local row = cells(block[i])
    for k = 1, #header do row[k] = row[k] or "" end
    rows[#rows + 1] = table.move(row, 1, #header, 1, {})
  end
  return columns.lay(rows, header, width)
end

-- What kind of block a line begins, outside of others; nil if it is empty.
local function begins(line)
  local marks, title = line:match "^(#+) +(.*)$"
  if marks then return { kind = "heading", level = #marks, title } end
  local language = line:match "^```(.*)$"
  if language then return { kind = "code", language = language } end
  if line:find "^|" then return { kind = "table", line } end
  local mark, item = line:match "^([*-] +)(.*)$"
  if not mark then mark, item = line:match "^(%d+%. +)(.*)$" end
  if mark then return { kind = "item", mark = mark, item } end
  return line:find "%S" and { kind = "paragraph", line }
end

-- Does a line continue the block? A table as long as there are rows; paragraphs and items until something else begins.
local function continues(block, line)
  local begun = begins(line)
  if block.kind == "table" then return begun and begun.kind == "table" end
  return (block.kind == "paragraph" or block.kind == "item") and begun and begun.kind == "paragraph"
end

--- The blocks of a text in Markdown. Returns a list of lists of lines, with `kind`: "heading" (with `level`), "paragraph", "item"
-- (with `mark`), "code" (with `language`), "table"; `close` if it follows the one before without an empty line.
function markdown.blocks(text)
  local list, block, empty = {}, nil, true
  for line in (text .. "\n"):gmatch "(.-)\n" do
    if block and block.kind == "code" then
      if line:find "^```" then block = nil else block[#block + 1] = line end
    elseif block and continues(block, line) then block[#block + 1] = line
    else
      block = begins(line)
      if block then block.close = not empty end
      list[#list + 1] = block
    end
    empty = block == nil
  end
  return list
end

--- Shows a text in Markdown as plain text: without marks and colours, in lines that fit. Code is shown as it is, however wide;
-- what code prints, a block in no language, stands behind bars. There is no line end at its end.
function markdown.show(text, width)
  local lines = {}
  for _, block in ipairs(markdown.blocks(text)) do
    if #lines > 0 and not (block.kind == "item" and block.close) then lines[#lines + 1] = "" end
    for _, line in ipairs(shown[block.kind](block, width)) do lines[#lines + 1] = line end
  end
  return (table.concat(lines, "\n"):gsub(SPACE, " "))
end

--- The title of a text in Markdown: its first line, without marks.
function markdown.title(text) return (plain(text:match "^#* *([^\n]*)"):gsub(SPACE, " ")) end

return markdown
