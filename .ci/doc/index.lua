-- The index of the site's search: that of gts help, gts.program.find, in front of the script search.js, which ranks alike.

local find = require "gts.program.find"
local markdown = require "gts.show.markdown"

local index = {}

local SNIPPET = 110             -- characters of a section's beginning
local STEPS = 26                -- of a weight

local titles = {}               -- place -> title, kind

--- Names a page of the site, of a kind that is shown beside the title.
function index.add(place, title, kind) titles[place] = { title, kind } end

local function literal(value)
  if type(value) == "number" then return ("%.14g"):format(value) end
  if type(value) == "boolean" then return tostring(value) end
  return '"' .. value:gsub('[%c"\\<]', function(c) return ("\\u%04x"):format(c:byte()) end) .. '"'
end

local function list(values)
  local texts = {}
  for i, value in ipairs(values) do texts[i] = type(value) == "table" and list(value) or literal(value) end
  return "[" .. table.concat(texts, ",") .. "]"
end

-- A table by its keys, in order.
local function object(t)
  local keys, texts = {}, {}
  for key in pairs(t) do keys[#keys + 1] = key end
  table.sort(keys)
  for i, key in ipairs(keys) do
    texts[i] = ("%s:%s"):format(literal(key), type(t[key]) == "table" and list(t[key]) or literal(t[key]))
  end
  return "{" .. table.concat(texts, ",") .. "}"
end

local DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
local function short(n)
  local text = ""
  repeat
    local digit = n % #DIGITS + 1
    n, text = n // #DIGITS, DIGITS:sub(digit, digit) .. text
  until n == 0
  return text
end

-- The beginning of a section's text; of an answer all of it.
local function beginning(section)
  local text = section.answer and section[1].text:sub(#section.heading + 1) or section[2] and section[2].text or ""
  text = markdown.inline(text, function(code) return code:sub(2, -2) end, tostring)
  return (section.answer or #text <= SNIPPET) and text or text:sub(1, SNIPPET):gsub("%s*[^%s]*$", "") .. " ..."
end

-- Each section of the site: a row for the script.
local function rows_of_sections(whole, place_of, anchor, part_of)
  local pages, page_at, rows, number_of, seen = {}, {}, {}, {}, {}
  for _, section in ipairs(whole.sections) do
    local place = place_of(section.entry.name, section.kind)
    if place then
      local heading, id = section.heading:match "^(.-):? ?$", ""
      if section.level > 1 then
        id = anchor(heading)
        local times = seen[place .. "#" .. id]
        seen[place .. "#" .. id] = (times or 0) + 1
        id = times and ("%s-%d"):format(id, times) or id
      end
      place = part_of(place, id)
      local title = titles[place] or { section.entry.name, "Manual" }
      if not page_at[place] then pages[#pages + 1], page_at[place] = { place, title[1], title[2] }, #pages end
      number_of[section] = #rows
      heading = section.level == 1 and not section.answer and title[1] or heading
      rows[#rows + 1] = { page_at[place], id, heading, beginning(section), section.entry.place - 1,
        section.answer and 1 or nil }
    end
  end
  return pages, rows, number_of
end

-- By stem, for each section its number in base 36, and its weight as a letter.
local function words_of(whole, number_of)
  local words = {}
  for _, section in ipairs(whole.sections) do
    for word, count in pairs(number_of[section] and section.weights or {}) do
      local letter = string.char(96 + math.max(1, math.floor(find.weight(section, count) * STEPS + 0.5)))
      words[word] = words[word] or {}
      table.insert(words[word], short(number_of[section]) .. letter)
    end
  end
  for word, places in pairs(words) do words[word] = table.concat(places) end
  return words
end

--- The index as JavaScript: `pages`: place, title, kind; `sections`: page, anchor, heading, text, entry, 1 of answers; `words`:
-- by stem the sections and its weights there; `labels`: entry, section or -1, worth, stems; `names`: by phrase the sections that
-- it means; `endings`, `others` and `idle`: what stems are made by; `spelled`: the words of labels.
-- @tparam function place_of gives the place of an entry's sections of a kind, or nil
-- @tparam function anchor gives the anchor of a heading
-- @tparam function part_of gives the part of a page in which an anchor is
-- @treturn string
function index.script(place_of, anchor, part_of)
  local whole = find.index()
  local pages, rows, number_of = rows_of_sections(whole, place_of, anchor, part_of)
  local labels, names, lines = {}, {}, {}
  for _, label in ipairs(whole.labels) do
    local section = number_of[label.section] or -1
    labels[#labels + 1] = { label.entry.place - 1, section, label.worth, table.concat(label.stems, " ") }
  end
  for phrase, meant in pairs(whole.names) do
    local numbers = {}
    for _, section in ipairs(meant) do numbers[#numbers + 1] = number_of[section] end
    names[phrase] = numbers
  end
  for i, page in ipairs(pages) do lines[i] = list(page) end
  local parts = { ("const pages = [\n%s\n];\nconst sections = %s;"):format(table.concat(lines, ",\n"), list(rows)),
    ("const labels = %s;"):format(list(labels)) }
  for name, t in pairs { words = words_of(whole, number_of), names = names, endings = find.endings, others = find.others,
    idle = find.idle } do parts[#parts + 1] = ("const %s = %s;"):format(name, object(t)) end
  parts[#parts + 1] = ("const spelled = %s;"):format(literal(table.concat(whole.spelled, " ")))
  parts[#parts + 1] = ("const STEPS = %d, SHORTEST = %d, SURE = %d, LONG = %d, ENTRIES = %d;\n"):format(STEPS, find.SHORTEST,
    find.SURE, find.LONG, #whole.entries)
  return table.concat(parts, "\n")
end

return index
