-- The index of the site's search: its sections, and for each word where it stands. See search.js, which it is put into.

local find = require "gts.program.find"
local synonyms = require "gts.program.synonyms"

local index = {}

-- The weights of a word by where it stands, each a letter of an entry: title, heading, first cell of a row, text, code.
local TITLE, HEADING, NAME, TEXT, CODE = "A", "B", "C", "D", "E"
local EVERYWHERE = 0.35         -- the part of all sections above which a word of the text is not indexed
local SNIPPET = 110             -- characters of a section's beginning

local pages, sections, words = {}, {}, {}
local page_at = {}              -- the place of a page -> its number

-- The text of HTML.
local entities = { amp = "&", lt = "<", gt = ">", quot = '"', larr = "", rarr = "" }
local function plain(html) return (html:gsub("<[^>]*>", " "):gsub("&(%w+);", entities):gsub("%s+", " ")) end

local function tidy(text) return (text:gsub(" ([.,:;)%]]+)%f[%s\0]", "%1"):gsub("([(%[]) ", "%1"):match "^%s*(.-)%s*$") end

-- Each word of a text in a section; the heaviest place counts, which comes first.
local function add_words(section, text, weight)
  for word in find.plain(text):gmatch "%S+" do
    if #word > 1 and #word < 30 and not word:find "^%d%d%d" then
      local places = words[word] or {}
      words[word] = places
      local last = places[#places]
      if not last or last.section ~= section then places[#places + 1] = { section = section, weight = weight } end
    end
  end
end

local function add_section(page, anchor, heading, weight, html)
  local number = #sections
  local prose, code = html:gsub("<pre.-</pre>", " "), {}
  for block in html:gmatch "<pre.-</pre>" do code[#code + 1] = plain(block) end
  local beginning = tidy(plain(prose:match "<p>(.-)</p>" or ""))
  if #beginning > SNIPPET then beginning = beginning:sub(1, SNIPPET):gsub("%s*[^%s]*$", "") .. " ..." end
  sections[number + 1] = { page, anchor, heading, beginning }
  add_words(number, heading, weight)
  for cell in prose:gmatch "<tr>%s*<td>(.-)</td>" do add_words(number, plain(cell), NAME) end
  add_words(number, plain(prose), TEXT)
  add_words(number, table.concat(code, " "), CODE)
end

--- Adds a page, of the HTML that its text has become: headings have anchors.
-- @tparam string place
-- @tparam string title
-- @tparam string kind shown beside the title
-- @tparam string html
function index.add(place, title, kind, html)
  local number, at = #pages, nil
  pages[number + 1], page_at[place] = { place, title, kind }, number
  local anchor, heading, weight = "", title, TITLE
  local position = 1
  repeat
    local first, last, level, id, text = html:find('<h([123]) id="([^"]*)">(.-)</h%1>', position)
    local before = html:sub(position, (first or 0) - 1)
    local generated = kind == "Algorithm" and heading == "Options"      -- the page on options has them all
    if (at or before:find "%S") and not generated then add_section(number, anchor, heading, weight, before) end
    if first then
      local is_title = level == "1"
      anchor, heading = is_title and "" or id, is_title and title or tidy(plain(text))
      weight, at, position = is_title and TITLE or HEADING, true, last + 1
    end
  until not first
end

--- Adds an entry that is not the section of a page: a function, a game.
function index.add_entry(place, title, kind, text)
  pages[#pages + 1] = { place, title, kind }
  sections[#sections + 1] = { #pages - 1, "", title, text }
  add_words(#sections - 1, title, HEADING)
  add_words(#sections - 1, text, TEXT)
end

local function literal(value)
  if type(value) == "number" then return tostring(value) end
  return '"' .. value:gsub('[%c"\\<]', function(c) return ("\\u%04x"):format(c:byte()) end) .. '"'
end

local function list(values)
  local texts = {}
  for i, value in ipairs(values) do texts[i] = type(value) == "table" and list(value) or literal(value) end
  return "[" .. table.concat(texts, ",") .. "]"
end

local DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
local function short(n)
  local text = ""
  repeat
    local digit = n % #DIGITS + 1
    n, text = n // #DIGITS, DIGITS:sub(digit, digit) .. text
  until n == 0
  return text
end

-- Where a word stands: for each section its number in base 36 and the letter of the weight.
local function places_of(places)
  local texts, common = {}, #places > EVERYWHERE * #sections
  for _, place in ipairs(places) do
    if not common or place.weight < TEXT then texts[#texts + 1] = short(place.section) .. place.weight end
  end
  return table.concat(texts)
end

--- The index as JavaScript: `pages`, `sections`, `words`, and `phrases`, the synonyms of gts help.
-- @tparam function page_of gives the place of what a synonym stands for, or nil
-- @treturn string
function index.script(page_of)
  local names, rows, phrases = {}, {}, {}
  for word in pairs(words) do names[#names + 1] = word end
  table.sort(names)
  for _, word in ipairs(names) do
    local places = places_of(words[word])
    if places ~= "" then rows[#rows + 1] = ('%s:"%s"'):format(literal(word), places) end
  end
  for _, row in ipairs(synonyms.rows) do
    local number = page_at[page_of(row[1])]
    for i = 2, number and #row or 1 do phrases[#phrases + 1] = ("%s:%d"):format(literal(find.plain(row[i])), number) end
  end
  local lines = {}
  for i, page in ipairs(pages) do lines[i] = list(page) end
  return ("const pages = [\n%s\n];\nconst sections = %s;\nconst words = {%s};\nconst phrases = {%s};\n"):format(
    table.concat(lines, ",\n"), list(sections), table.concat(rows, ","), table.concat(phrases, ","))
end

return index
