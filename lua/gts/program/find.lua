--- The search through all that there is help on: one index for gts help, the prompt and the site. A section of an entry has a
-- weight for each stem: its occurrences, worth more in titles, headings and first cells, damped and divided by the length as in
-- BM25. An entry is worth the weights of the query's stems, rare ones most, in its best section and anywhere, and more if a
-- label (title, heading, cell, term) is part of the query. The site ranks alike: .ci/doc/search.js.

local algorithm = require "gts.show.algorithm"
local catalog = require "gts.game.catalog"
local commands = require "gts.program.commands"
local docs = require "gts.program.docs"
local extensions = require "gts.base.extensions"
local manual = require "gts.program.manual"
local markdown = require "gts.show.markdown"
local options = require "gts.facts.options"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local find = {}

-- The worth of an occurrence, by place.
local TITLE, HEADING, NAME, TEXT, CODE = 14, 8, 6, 2, 1
-- What a line tells readers, by place: a title stands above it anyway, and a heading says little.
local telling = { [HEADING] = 0.5, [NAME] = 1.5, [TEXT] = 1, [CODE] = 0.4 }

-- What words are compared by, which the site needs too: `idle` words tell nothing about a subject; stems lose their `endings`, as
-- long as SHORTEST letters are left, but for the stems of `others`. A word of SURE letters may have one wrong, of LONG two.
local LETTERS, LONGEST = "[%w_\128-\255]+", 6
find.SHORTEST, find.SURE, find.LONG = 3, 5, 8
find.endings = tables.set(words.split [[ations ation atives ative ators ator ating ated ates ate ings ing ening ions ion ives ive
  ments ment ness ity ance ant ants able ize ers er ed es is ly en s e]])
find.idle = tables.set(words.split [[a about after again all also am an and any anything are as at be because been before between
  by can cannot could d did difference do does doesn doing don done each else ever every explain for from get gets getting give
  gives got gts had happen happened happens has have help how i if in instead into is isn it its just know like ll look looks m
  make makes many matter matters me mean means much my need no not of on one only or other our out please possible re really s
  say says should simply so some something t tell than that the their them then there these they thing things this to too try
  use used uses using ve versus very vs want was way we were what when where whether which while who why will with without work
  worked working works would you your]])
find.others = { licence = "licens", colour = "color", colours = "color", learnt = "learn", taught = "teach", won = "win",
  lose = "loss", loses = "loss", losing = "loss", lost = "loss", loss = "loss", losses = "loss", windows = "windows",
  weakly = "weakly", proof = "prov", proofs = "prov", drew = "draw", drawn = "draw", player = "player", players = "player",
  chosen = "choos", choice = "choos", kill = "stop", internet = "network", checkers = "checkers", leaves = "leaf",
  children = "child", found = "find", built = "build", written = "writ", pipe = "pipe" }

local function shortened(word)
  for length = math.min(LONGEST, #word - find.SHORTEST), 1, -1 do
    local ending = word:sub(-length)
    if find.endings[ending] and (ending ~= "s" or not word:find "[su]s$") then return word:sub(1, -1 - length) end
  end
end

-- Word -> the form in which it is compared; false: idle, as is a letter by itself, but in C, B* and H**.
local stems = setmetatable({}, { __index = function(stems, whole)
  local word = whole:lower()
  local stem = find.others[word]
  if find.idle[word] or #word == 1 and not word:find "[bch]" then stem = false
  elseif not stem then
    local shorter = #word > 4 and word:find "ies$" and word:sub(1, -4) .. "y" or word
    while shorter do stem, shorter = shorter, shortened(shorter) end
    stem = stem:gsub("([bdfglmnprt])%1$", "%1"):gsub("ct$", "c"):gsub("z$", "s")
  end
  stems[whole] = stem
  return stem
end })

local function stems_of(text) return tables.collect(words.split(text, LETTERS), function(word) return stems[word] end) end

--- A phrase as it is compared: `Killer-Moves` is `killer mov`.
function find.plain(phrase) return table.concat(stems_of(phrase), " ") end

local index                     -- once it is made: entries, a list and by name; sections; labels; names, by phrase

local function add_label(entry, section, phrase, worth)
  local list = stems_of(phrase)
  if #list > 0 then index.labels[#index.labels + 1] = { entry = entry, section = section, stems = list, worth = worth } end
  for word in phrase:lower():gmatch(LETTERS) do index.spelled[word] = stems[word] and #word >= find.SURE or nil end
end

local function add_section(entry, heading, kind, level)
  local section = { entry = entry, heading = heading, kind = kind, level = level or 1, weights = {}, length = 0 }
  index.sections[#index.sections + 1] = section
  return section
end

local function weigh(section, text, worth)
  local weights, length = section.weights, 0
  if text:find("](", 1, true) then text = text:gsub("%]%([^)]*%)", "]") end
  for word in text:gmatch(LETTERS) do
    local stem = stems[word]
    if stem then weights[stem], length, index.known[stem] = (weights[stem] or 0) + worth, length + 1, true end
  end
  section.length = section.length + length
end

-- Adds text in Markdown, of the worth of its place, and `also`, text behind it. `shown` is the line for readers.
local function add(section, text, worth, also, shown)
  section[#section + 1] = { text = shown or also and ("%s: %s"):format(text, also) or text, worth = worth }
  weigh(section, text, worth)
  if also then weigh(section, also, TEXT) end
end

local function entry_of(name, title)
  local entry = index.entries[name]
  if not entry then
    entry = { name = name, title = title, place = #index.entries + 1 }
    index.entries[entry.place], index.entries[name] = entry, entry
  end
  return entry
end

local function bare(text) return markdown.inline(text, function(code) return code:sub(2, -2) end, tostring) end

-- The topics that a text links to, the README among them.
local function linked(text) return manual.linked((text:gsub("README%.md", "readme.md"))) end

-- A line that answers, a definition or the answer to a question, in its topics' entries; without text, words for these.
local function lead(topics, shown, text, phrases, level)
  return tables.map(tables.collect(topics, function(topic) return index.entries[topic] end), function(entry, i)
    local section = add_section(entry, text and shown or entry.title, "lead", i == 1 and level)
    add(section, table.concat(phrases, " "), i < 3 and NAME or TEXT, text, text and shown .. text or entry.title)
    section.answer = text and true
    for _, phrase in ipairs(i < 3 and phrases or {}) do add_label(entry, section, phrase, i == 1 and 1 or 0.8) end
    return section
  end)
end

-- Names of a term, or words for a topic; the definition of the term.
local function add_term(topics, names, text)
  local sections = lead(topics, names[1] .. ": ", text, names)
  for _, name in ipairs(names) do
    local plain = find.plain(name)
    for _, phrase in ipairs { name:lower(), plain } do index.names[phrase] = index.names[phrase] or sections end
  end
end

local function add_row(section, cells, has_types)
  local rest = tables.filter(cells, function(cell, k) return cell ~= "" and k > (has_types and 2 or 1) end)
  add(section, cells[1], NAME, table.concat(rest, ": "))
  add_label(section.entry, section, cells[1], 0.3)
end

-- The sections of a page in Markdown. A question with its answer is one line, here and where its links lead. The tables of the
-- README compare and point elsewhere: they answer nothing.
local function add_page(entry, text, kind)
  local section, question, answer = add_section(entry, entry.title, kind), nil, {}
  local function finish()
    local whole = table.concat(answer, " ")
    local shown = question and question .. (question:find "[?.]$" and " " or ": ")
    local asked = question and words.split(question, "[^?;]+")
    if question then lead({ entry.name, table.unpack(linked(whole)) }, shown, whole, asked, 3) end
    question, answer = nil, {}
  end
  for _, block in ipairs(markdown.blocks(text)) do
    if block.kind == "heading" then
      finish()
      local heading, is_title = bare(block[1]), block.level == 1
      if entry.name == "questions" and block.level > 2 then question = heading
      else
        if not is_title then section = add_section(entry, heading, kind, block.level) end
        add(section, heading, is_title and TITLE or HEADING)
        add_label(entry, section, heading, is_title and 1 or 0.5)
      end
    elseif block.kind == "table" and kind ~= "readme" then
      local has_types = markdown.cells(block[1])[2] == "type"
      for i = 3, #block do
        local cells = markdown.cells(block[i])
        if entry.name ~= "glossary" then add_row(section, cells, has_types)
        else add_term(linked(cells[#cells]), words.split(bare(cells[1]), "[^,%s][^,]*"), cells[3] and cells[2]) end
      end
    elseif block.kind == "code" then add(section, table.concat(block, "\n"), CODE)
    elseif question then answer[#answer + 1] = table.concat(block, " ")
    elseif not block[1]:find "^See also:" then add(section, table.concat(block, " "), TEXT) end
  end
  finish()
end

-- An option, a command, a function, a game, `called` so: described on the page of its name, if there is one.
local function add_line(name, title, text, kind, called)
  local entry = entry_of(name, title)
  local section = add_section(entry, name, kind)
  add(section, name .. ": " .. title, HEADING)
  add(section, text, TEXT)
  add_label(entry, section, name, 1)
  for phrase in (called or ""):gsub(" on .*", ""):gmatch "[^,()]+" do add_label(entry, section, phrase, 1) end
end

--- The index, made at the first call: `entries`: `name`, `title`, `place`; `sections`: `entry`, `heading`, `level`, `kind`, the
-- `weights` of its stems, `length`, lines; `labels`: `entry`, `section` or nil, `stems`, `worth`; `names`: phrase -> sections;
-- `spelled`: the words of labels, sorted; `known`: all stems.
function find.index()
  if index and index.mean then return index end
  index = { entries = {}, sections = {}, labels = {}, names = {}, spelled = {}, known = {} }
  for _, topic in ipairs(manual.topics) do entry_of(topic, manual.title(topic)) end
  local readme = manual.readme()
  if readme then add_page(entry_of("readme", "README"), readme, "readme") end
  for _, topic in ipairs(manual.topics) do
    for _, kind in ipairs(manual.is_made(topic) and {} or manual.kinds_of(topic)) do
      local text = kind.name == "algorithm" and algorithm.text(topic) or manual.page(topic, kind.name)
      add_page(index.entries[topic], text, kind.name)
    end
    add_label(index.entries[topic], nil, topic, 1)
  end
  for _, row in ipairs(options.rows) do add_line(row.name, "an option of a search", row.help, "option") end
  local there = package.searchpath("gts.program.command.help", package.path)    -- not in packages of other languages
  for _, row in ipairs(there and commands.rows() or {}) do add_line(row.name, "a command", row.summary, "command") end
  for _, name in ipairs(docs.names()) do
    if not index.entries[name:sub(5)] then add_line(name, "a function", docs.sentence(name:sub(5)), "function") end
  end
  for _, one in ipairs(catalog.list()) do add_line(one.name, "a game", one.summary, "game", one.title) end
  for _, row in ipairs(extensions.rows "synonyms") do add_term({ row[1] }, table.move(row, 2, #row, 1, { "" })) end
  index.names[""], index.spelled = nil, tables.keys(index.spelled)
  index.mean = tables.sum(index.sections, function(section) return section.length end) / #index.sections
  return index
end

local DAMP, BY_LENGTH = 12, 0.7         -- of BM25: k1, times the worth of text; b

--- The weight of an occurrence count in a section, 0 to 1.
function find.weight(section, count) return count / (count + DAMP * (1 - BY_LENGTH + BY_LENGTH * section.length / index.mean)) end

-- Where a stem, or with `longer` any that begins with it, is: a list of sections, with `weights` and the number of `entries`.
local function places_of(word, longer)
  local places, seen = { weights = {}, entries = 0 }, {}
  for _, section in ipairs(index.sections) do
    local count = section.weights[word] or 0
    for other, its in pairs(longer and #word > find.SHORTEST and section.weights or {}) do
      if other:sub(1, #word) == word then count = math.max(count, its) end
    end
    if count > 0 then
      places[#places + 1], places.weights[section] = section, find.weight(section, count)
      if not seen[section.entry] then places.entries, seen[section.entry] = places.entries + 1, true end
    end
  end
  return places
end

-- The stems of a query. An unknown word, beside others or with `longer`, has the stem of the nearest word of a label.
local function asked_for(query, longer)
  local list = tables.filter(words.split(query, LETTERS), function(word) return stems[word] end)
  local some = longer or tables.any(list, function(word) return index.known[stems[word]] end)
  return tables.map(list, function(word)
    local misspelt = some and #word >= find.SURE and not index.known[stems[word]]
    return stems[misspelt and words.nearest(word, index.spelled, #word < find.LONG and 1 or 2) or word]
  end)
end

-- Parts: of the weights anywhere, of what a query tells that is enough; rarity of an unknown word; lines; worth of a label.
local ANYWHERE, SHARE, UNKNOWN, SHOWN, LABEL = 0.6, 0.4, 1.25, 5, 1.3

-- The line of a section that has most of the query: of equals, the one that tells more.
local function best_line(section, rarity)
  local best, most = (section[2] or section[1]).text, 0
  for _, line in ipairs(section) do
    local parts = not section.answer and line.worth == TEXT and line.text:gsub("([.!?]) +%f[%u`]", "%1\n") or line.text
    for part in parts:gmatch "[^\n]+" do
      local sum = 0
      for word in pairs(tables.set(stems_of(part))) do sum = sum + (rarity[word] or 0) * (telling[line.worth] or 0) end
      if sum > most then best, most = part, sum end
    end
  end
  return bare(best)
end

local function candidate(by_entry, entry)
  by_entry[entry] = by_entry[entry] or { entry = entry, anywhere = 0, covered = 0, best = 0, label = 0 }
  return by_entry[entry]
end

-- For each entry with a stem of the query: how much of it the entry covers, its best section, the worth of that and of all.
local function candidates(asked)
  local by_entry, in_section = {}, {}
  for _, word in ipairs(asked) do
    local most = {}
    for _, section in ipairs(word) do
      local worth = word.weights[section] * word.rarity
      in_section[section] = (in_section[section] or 0) + worth
      most[section.entry] = math.max(most[section.entry] or 0, worth)
    end
    for entry, worth in pairs(most) do
      local one = candidate(by_entry, entry)
      one.anywhere, one.covered = one.anywhere + worth, one.covered + word.rarity
    end
  end
  for _, section in ipairs(index.sections) do
    local one, worth = by_entry[section.entry], in_section[section] or 0
    if worth > (one and one.best or math.huge) then one.best, one.section = worth, section end
  end
  return by_entry
end

--- Searches for the words of a query, or with `longer` for words that begin with these, too. Returns entries with enough of
-- them, the best first, then others up to five: `name`, `title`, `line` (the text that tells most; of the first five), `answer`
-- (true: a definition or an answer), `worth` and, of the first, `sure` (true: the query is its name); and a list of the others.
function find.search(query, longer)
  find.index()
  local rarity, asked, total = {}, {}, 0
  for _, word in ipairs(asked_for(query, longer)) do
    if not rarity[word] then
      local places = places_of(word, longer)
      local having = places.entries + 0.5
      places.rarity = #places == 0 and UNKNOWN or math.sqrt(math.log(1 + (#index.entries + 1 - having) / having))
      rarity[word], asked[#asked + 1], total = places.rarity, places, total + places.rarity
    end
  end
  local by_entry = candidates(asked)
  for _, label in ipairs(index.labels) do
    local one, sum = by_entry[label.entry], 0
    for _, word in ipairs(label.stems) do sum = rarity[word] and sum and sum + rarity[word] end
    if one and sum and sum * label.worth > one.label then
      one.label = sum * label.worth
      if label.section and not (one.section.answer and 2 * sum < total) then one.section = label.section end
    end
  end
  for i, section in ipairs(index.names[query:lower()] or index.names[find.plain(query)] or {}) do
    local one = candidate(by_entry, section.entry)
    one.section, one.label, one.covered, one.sure = section, 1e9 / i, total, i == 1 and not section.answer
  end
  local found, nearest = {}, {}
  for _, one in pairs(by_entry) do
    local worth = (one.best + ANYWHERE * one.anywhere) * one.covered / math.max(total, 1) + LABEL * one.label
    local of = (one.covered >= SHARE * total or one.label > total / 3) and found or nearest
    of[#of + 1] = { name = one.entry.name, title = one.entry.title, section = one.section, worth = worth,
      place = one.entry.place, answer = one.section.answer, sure = one.sure }
  end
  for _, of in ipairs { found, nearest } do
    table.sort(of, function(a, b) return a.worth > b.worth or a.worth == b.worth and a.place < b.place end)
  end
  if found[1] then table.move(nearest, 1, SHOWN - #found, #found + 1, found) end
  for i = 1, math.min(#found, SHOWN) do found[i].line = best_line(found[i].section, rarity) end
  return found, nearest
end

return find
