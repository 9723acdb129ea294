--- A search through all that there is help on: the pages of the manual, options, functions, commands, games.
--
-- What people look for are words. A word counts more in a title than in a heading, there and in the first
-- cell of a table (which names what its row explains) more than in the text, and more where the words of the
-- query stand side by side.

local algorithm = require "gts.show.algorithm"
local catalog = require "gts.game.catalog"
local commands = require "gts.program.commands"
local docs = require "gts.program.docs"
local manual = require "gts.program.manual"
local markdown = require "gts.show.markdown"
local options = require "gts.facts.options"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local find = {}

-- What a word is worth by where it stands, and a whole query that stands side by side; and what each line
-- more is.
local TITLE, HEADING, NAME, TEXT, CODE = 12, 8, 7, 2, 1
local TOGETHER, AGAIN = 2, 0.3

-- What a line tells people: a title they see anyway, and a heading says little.
local telling = { [HEADING] = 0.5, [NAME] = NAME, [TEXT] = TEXT, [CODE] = CODE }

local SHORTEST = 4      -- letters by which a longer word is found

-- Words that tell nothing about the subject of a query.
local idle = {}
for word in ("an and are as at be by can do does for from how if in is it me my of on or the to what when why with")
  :gmatch "%a+" do
  idle[word] = true
end

-- One form for singular and plural.
local function stem(word)
  if #word > 4 and word:find "ies$" then return word:sub(1, -4) .. "y" end
  return #word > 3 and word:find "[^su]s$" and word:sub(1, -2) or word
end

-- The words of a text with a space around each, so that they are found by plain comparison.
local function spread(text)
  local list = {}
  for word in text:lower():gmatch "[%w_\128-\255]+" do list[#list + 1] = stem(word) end
  return (" %s "):format(table.concat(list, " "))
end

-- An entry: `name`, by which help shows it; `title`; and lines, each a table with text, the part of it that
-- is searched, worth.

local function add(entry, text, worth, also)
  local whole = also and text .. ": " .. also or text
  entry[#entry + 1] = { text = whole, searched = text, worth = worth }
  if also then entry[#entry + 1] = { text = whole, searched = also, worth = TEXT } end
end

local function bare(text)
  return markdown.inline(text, function(code) return code:sub(2, -2) end, tostring)
end

-- A table's rows, each by its first cell. Types are left out.
local function add_rows(entry, block)
  local from = markdown.cells(block[1])[2] == "type" and 3 or 2
  for i = 3, #block do
    local cells = markdown.cells(block[i])
    local rest = {}
    for k = from, #cells do rest[#rest + 1] = cells[k] ~= "" and bare(cells[k]) or nil end
    add(entry, bare(cells[1]), NAME, table.concat(rest, ": "))
  end
end

local function add_sentences(entry, text)
  local lines = text:gsub("([.!?]) +%f[%u`]", "%1\n") .. "\n"
  for sentence in lines:gmatch "(.-)\n" do add(entry, sentence, TEXT) end
end

-- May the words be in a text? That is soon seen, and most pages have none of them.
local function may_have(lower, roots)
  return not tables.any(roots, function(root) return not lower:find(root, 1, true) end)
end

local function add_page(entry, text)
  for _, block in ipairs(markdown.blocks(text)) do
    if block.kind == "heading" then add(entry, bare(block[1]), block.level > 1 and HEADING or TITLE)
    elseif block.kind == "table" then add_rows(entry, block)
    elseif block.kind == "code" then
      for _, line in ipairs(block) do add(entry, line:match "^%s*(.-)%s*$", CODE) end
    elseif not block[1]:find "^See also:" then add_sentences(entry, bare(table.concat(block, " "))) end
  end
end

-- The text of all pages of a topic, without what is generated: options are entries themselves.
local function pages_of(topic)
  local texts = {}
  for i, kind in ipairs(manual.is_made(topic) and {} or manual.kinds_of(topic)) do
    texts[i] = kind.name == "algorithm" and algorithm.text(topic) or manual.page(topic, kind.name)
  end
  return table.concat(texts, "\n")
end

-- The entry of a topic. Its lines are made when they are asked for.
local function of_topic(topic)
  local entry = { name = topic, title = manual.title(topic), page = pages_of(topic) }
  entry.lower = ("%s: %s\n%s"):format(topic, entry.title, entry.page):lower()
  add(entry, topic .. ": " .. entry.title, TITLE)
  return entry
end

local entries                   -- all of them, once they are made

-- All entries. What has the name of a page is described on it.
local function collect()
  if entries then return entries end
  local by_name = {}
  entries = {}
  local function more(name, title, text)
    local entry = by_name[name]
    if not entry then
      entry = { name = name, title = title }
      entries[#entries + 1], by_name[name] = entry, entry
      add(entry, name .. ": " .. title, HEADING)
    end
    if not text then return end
    add(entry, text, TEXT)
    if entry.lower then entry.lower = entry.lower .. "\n" .. text:lower() end
  end
  for _, topic in ipairs(manual.topics) do
    entries[#entries + 1] = of_topic(topic)
    by_name[topic] = entries[#entries]
  end
  for _, row in ipairs(options.rows) do more(row.name, "an option of a search", row.help) end
  for _, row in ipairs(commands.rows()) do more(row.name, "a command", row.summary) end
  for _, name in ipairs(docs.names()) do
    if not by_name[name:sub(5)] then more(name, "a function", docs.sentence(name:sub(5))) end
  end
  for _, one in ipairs(catalog.list()) do more(one.name, "a game", one.summary) end
  return entries
end

-- How a word is found in a line: whole, or as the beginning of a longer one.
local function whole(word) return (" %s "):format(stem(word)) end
local function beginning(word)
  local trunk = word:gsub("ing$", ""):gsub("ed$", ""):gsub("e$", "")
  return #trunk >= SHORTEST and " " .. trunk or whole(word)
end

-- What is in a text wherever a word is found in it: "plies" is found by "ply".
local function root(pattern)
  local word = pattern:match "%S+"
  return #word > SHORTEST and word:sub(1, -2) or word:match "^(.+)y$" or word
end

-- All that is searched of an entry, spread.
local function whole_of(entry)
  local list = {}
  for i, line in ipairs(entry) do
    line.spread = line.spread or spread(line.searched)
    list[i] = line.spread
  end
  return table.concat(list, "\n")
end

-- What an entry is worth for a query, and the line that tells most; nil if a word is not in it.
local function weigh(entry, asked, phrase)
  entry.spread = entry.spread or whole_of(entry)
  for _, word in ipairs(asked) do
    if not entry.spread:find(word, 1, true) then return nil end
  end
  local sum, most, best, told, worths = 0, 0, nil, 0, {}
  for _, line in ipairs(entry) do
    local here = 0
    for _, word in ipairs(asked) do
      if line.spread:find(word, 1, true) then here, worths[word] = here + 1, math.max(worths[word] or 0, line.worth) end
    end
    if here > 0 then
      sum = sum + AGAIN * here
      if #asked > 1 and line.spread:find(phrase, 1, true) then here = here * TOGETHER end
      most = math.max(most, here * line.worth)
      if here * (telling[line.worth] or 0) > told then best, told = line, here * telling[line.worth] end
    end
  end
  for _, word in ipairs(asked) do sum = sum + worths[word] end
  return sum + most, best or entry[2]
end

-- The entries that have all words, the best first; before them the one of the name `first`.
local function ranked(asked, how, first)
  local patterns, roots, found = {}, {}, {}
  for i, word in ipairs(asked) do
    patterns[i] = how(word)
    roots[i] = root(patterns[i])
  end
  local phrase = table.concat(patterns):gsub("  +", " ")
  for place, entry in ipairs(collect()) do
    local worth, line
    if not entry.lower or may_have(entry.lower, roots) then
      if entry.page then
        add_page(entry, entry.page)
        entry.page = nil
      end
      worth, line = weigh(entry, patterns, phrase)
    end
    if entry.name == first then worth, line = math.huge, line or entry[2] end
    if worth then
      found[#found + 1] = { name = entry.name, title = entry.title, line = line and line.text, worth = worth,
        place = place }
    end
  end
  table.sort(found, function(a, b) return a.worth > b.worth or a.worth == b.worth and a.place < b.place end)
  return found
end

-- The words that matter, each once: a letter by itself does not.
local function words_of(query)
  local list = {}
  for word in query:lower():gmatch "[%w_\128-\255]+" do
    if #word > 1 and not idle[word] and not words.contains(list, word) then list[#list + 1] = word end
  end
  return list
end

--- The words of a query as they are compared: `alpha-beta` and `Alpha Beta` are one.
function find.plain(query) return spread(query):match "^ (.*) $" or "" end

--- Searches for words. `how` (optional): first: the name of what comes first, whatever it says; longer: true finds words of which
-- those are the beginning, too. Returns what there is help on and has all of them, the best first: tables with `name`, `title`
-- and `line`, the text that tells most (nil: only the title has them).
function find.search(query, how)
  local asked = words_of(query)
  how = how or {}
  if #asked == 0 and how.first then asked = { find.plain(query) } end
  return #asked > 0 and ranked(asked, how.longer and beginning or whole, how.first) or {}
end

return find
