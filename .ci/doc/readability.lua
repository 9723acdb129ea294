-- How hard is each page of the manual to read, how long is it, how many of its examples are run, how many of its links lead
-- nowhere?
--
--    build/gts .ci/doc/readability.lua
--
-- Of the prose, without code and tables, `style` (of the GNU project's diction) looks at words and sentences. The grade is that
-- of Kincaid: years at school that a reader needs; ease is that of Flesch, from 0 (hard) to 100. Both know only the length of
-- words and sentences.

local columns = require "gts.show.columns"
local manual = require "gts.program.manual"
local markdown = require "gts.show.markdown"


local function read(file)
  local f = io.open(file, "rb")
  if not f then return nil end
  local text = f:read "a"
  f:close()
  return text
end

-- The prose of a page: paragraphs and items, one to a line.
local function prose(text)
  local lines = {}
  for _, block in ipairs(markdown.blocks(text)) do
    if block.kind == "paragraph" or block.kind == "item" then
      local function bare(code) return code:sub(2, -2) end
      local line = markdown.inline(table.concat(block, " "), bare, tostring)
      lines[#lines + 1] = line:find "[.:!?]$" and line or line .. "."
    end
  end
  return table.concat(lines, "\n\n") .. "\n"
end

-- What style says of a text.
local function measured(text)
  local name = os.tmpname()
  local file = assert(io.open(name, "w"))
  file:write(text)
  file:close()
  local pipe = assert(io.popen("LC_ALL=C style " .. name))
  local said = pipe:read "a"
  pipe:close()
  os.remove(name)
  return {
    grade = tonumber(said:match "Kincaid: (%-?[%d.]+)"), ease = tonumber(said:match "Flesch Index: (%-?[%d.]+)"),
    words = select(2, text:gsub("%S+", "")), sentence = tonumber(said:match "average length ([%d.]+) words"),
  }
end

-- Which blocks spec/project/manual_spec.lua runs: Lua, programs and changes, and commands below which stands what they print.
local function examples(text)
  local run, all, last = 0, 0, nil
  for _, block in ipairs(markdown.blocks(text)) do
    if block.kind == "code" then
      if block.language == "" then
        if last == "sh" then run = run + 1 end
      else
        all = all + 1
        if block.language ~= "sh" and block.language ~= "text" then run = run + 1 end
      end
    end
    last = block.kind == "code" and block.language or nil
  end
  return run, all
end

-- Links that lead to no file, or no place in it.
local function anchor(heading) return (heading:lower():gsub("[^%w%- ]", ""):gsub(" ", "-")) end

local function has_place(text, mark)
  for _, block in ipairs(markdown.blocks(text)) do
    if block.kind == "heading" and anchor(block[1]) == mark then return true end
  end
  return false
end

-- Is there such a file or folder, or a page that is made of rows?
local function is_there(path)
  local f = io.open(path)
  if f then f:close() end
  return f ~= nil or manual.is_made(path:match "([%l-]+)%.md$")
end

local function dead_links(name, text)
  local count = 0
  for to in text:gsub("\n```.-\n```", ""):gsub("`[^`]*`", ""):gmatch "%]%(([^)]*)%)" do
    if not to:find "^https?:" then
      local path, mark = to:match "^([^#]*)#?(.*)$"
      local file = (name:match "^.*/" or "") .. path
      local other = path == "" and text or mark ~= "" and read(file)
      if not (path == "" or is_there(file)) or mark ~= "" and not (other and has_place(other, mark)) then count = count + 1 end
    end
  end
  return count
end

local header = { "page", "grade", "ease", "words", "words a sentence", "examples run", "of", "dead links" }
local rows, sum = {}, { grade = 0, words = 0, run = 0, all = 0, dead = 0 }

local function add(label, name)
  local text = assert(read(name), name)
  local of, dead = measured(prose(text)), dead_links(name, text)
  local run, all = examples(text)
  rows[#rows + 1] = { label, ("%.1f"):format(of.grade), ("%.0f"):format(of.ease), tostring(of.words),
    ("%.1f"):format(of.sentence), tostring(run), tostring(all), tostring(dead) }
  sum.grade, sum.words = sum.grade + of.grade * of.words, sum.words + of.words
  sum.run, sum.all, sum.dead = sum.run + run, sum.all + all, sum.dead + dead
end

add("README", "README.md")
for _, kind in ipairs(manual.kinds) do
  for _, topic in ipairs(kind.topics) do
    if not manual.is_made(topic) then add(kind.name .. "/" .. topic, manual.source(topic, kind.name)) end
  end
end
rows[#rows + 1] = { "all", ("%.1f"):format(sum.grade / sum.words), "", tostring(sum.words), "", tostring(sum.run),
  tostring(sum.all), tostring(sum.dead) }
for _, line in ipairs(columns.lay(rows, header, 110)) do print(line) end
if sum.dead > 0 then os.exit(1) end
