-- Checks the words of comments, the manual, the README and help lines: those of the field, in sentences that stand alone.
--
--    lua5.4 .ci/words.lua [--count]
--
-- With --count it prints how often each pattern was found in each of these, and passes.

-- { pattern of a line of a comment, what to say instead, folders with old ones }
local rows = {
  { "^The same%f[%W]", "verb and object, so that the comment stands alone", "spec" },
  { "%f[%a]for who%f[%W]", "for callers that", "spec" },
  { "%f[%a][Nn]obody%f[%W]", "what does not act (no thread, no caller), or the passive", "spec" },
  { "%f[%a][Ss]omebody%f[%W]", "what acts: a thread, a process, the caller", "spec" },
  { "%f[%a][Ww]hoever%f[%W]", "callers, readers, threads that", "spec" },
  { "%f[%a]is told%f[%W]", "gets, is passed, is shown, is traced", "spec" },
  { "%f[%a]are told%f[%W]", "get, are passed, are shown, are traced", "spec" },
  { "%f[%a]so many%f[%W]", "the number by its name", "spec" },
  { "%f[%a]of its own%f[%z%p]", "its own, or separate", "spec" },
  { "%f[%a]choke point", "poll" },
  { "%f[%a]put off%f[%W]", "deferred" },
  { "%f[%a]crowded%f[%W]", "busy" },
  { "%f[%a]tellers?%f[%W]", "emitter" },
  { "%f[%a]culprits?%f[%W]", "the origin of an error" },
  { "%f[%a]sons?%f[%W]", "child, successor" },
  { "%f[%a]brothers?%f[%W]", "sibling" },
  { "%f[%a]fathers?%f[%W]", "parent" },
}

-- Further rows for texts: the manual, the README, help lines. Code in quotes is left out.
local text_rows = {
  { "%f[%a][Ww]ho%f[%A]", "the noun: the caller, the player, readers that; or the passive" },
  { "%f[%a][Ww]homever%f[%A]", "the noun" },
  { "%f[%a]what is to be%f[%A]", "the noun of the field" },
  { "%f[%a]what is not%f[%A]", "the noun of the field, or a main clause" },
  { "[.:|*] The same%f[%A]", "verb and object, so that the sentence stands alone" },
  { "%f[%a]as ever%f[%A]", "as usual, or nothing" },
  { "%f[%a]its kin%f[%A]", "its variants, its derivatives" },
  { "%f[%a]by itself%f[%A]", "automatically, alone" },
}

-- Patterns of a riddle, of which a page, or the help lines of a file, may have few: FEW in a thousand words.
local FEW = 5
local soft_rows = { "that of", "those of", "of it", "of them", "seldom", "at once", "in place of", "to be had", "comes to",
  "come to", "he", "his", "him", "knows", "says", "asks", "tells", "promises", "wants", "sees", "looks", "asked", "told", "said",
  "is met", "are met", "goes on", "gone on", "of its own", "stands" }
local CELL, SENTENCE = 30, 35   -- words

-- Persons that a "who" may stand for, and questions.
local persons = {}
for word in ("author authors people person persons player players reader readers somebody student students teacher teachers "
  .. "those user users everyone anyone"):gmatch "%a+" do persons[word] = true end

local function is_about_a_person(text, first)
  local before = text:sub(1, first - 1):match "(%a+),? *$"
  return before and persons[before:lower()] or text:find("?", first, true) ~= nil
end

-- The text of the comment on a line of C or Lua, "" without one; and whether the comment goes on.
local function comment_of(line, in_lua, inside)
  if in_lua then return line:gsub([[\.]], ""):gsub('"[^"]*"', ""):match "%-%-+%s*(.*)" or "", false end
  local text = inside and line:gsub("^%s*%*%*%s?", "") or line:match "/[*]%s*(.*)"
  return (text or ""):gsub("%s*%*/.*", ""), text ~= nil and not text:find("*/", 1, true)
end

local complaints, counts = 0, {}
local counting = arg[1] == "--count"

local function complain(kind, row, file, number, text)
  complaints = complaints + 1
  counts[kind] = counts[kind] or {}
  counts[kind][row[1]] = (counts[kind][row[1]] or 0) + 1
  if not counting then io.stderr:write(("%s:%d: say %s: %s\n"):format(file, number, row[2], text)) end
end

local function check(file, number, text)
  for _, row in ipairs(rows) do
    if text:find(row[1]) and row[3] ~= file:match "^[^/]+" then complain("comments", row, file, number, text) end
  end
end

-- A text that people read.
local function check_text(kind, file, number, text)
  for _, list in ipairs { rows, text_rows } do
    for _, row in ipairs(list) do
      local first = text:find(row[1])
      local is_who = row[1]:find("ho%f", 1, true)
      if first and not (is_who and is_about_a_person(text, first)) then complain(kind, row, file, number, text) end
    end
  end
end

local function words_in(text) return select(2, text:gsub("%S+", "")) end

-- How many soft patterns a text has.
local function soft_in(text)
  local found = 0
  text = " " .. text:lower():gsub("[^%a]+", " ") .. " "
  for _, row in ipairs(soft_rows) do found = found + select(2, text:gsub("%f[%a]" .. row .. "%f[%A]", "")) end
  return found
end

local function check_soft(kind, file, text)
  local found, most = soft_in(text), math.max(1, FEW * words_in(text) // 1000)
  if found > most then
    complain(kind, { "soft", "fewer of the soft patterns" }, file, 1, ("%d, at most %d"):format(found, most))
  end
end

-- Cells and sentences of a page that are too long; and its soft patterns.
local function check_length(file, text)
  local function bare(part) return (part:gsub("`[^`]*`", "x"):gsub("%]%([^)]*%)", "]")) end
  text = text:gsub("\n```.-\n```", "\n"):gsub("\n *```.-\n *```", "\n")
  for row in text:gmatch "\n(|[^\n]*)" do
    for cell in row:gmatch "[^|]+" do
      if words_in(bare(cell)) > CELL then
        complain("pages", { "cell", ("at most %d words in a cell"):format(CELL) }, file, 1, cell)
      end
    end
  end
  local prose = text:gsub("\n[|#][^\n]*", "\n"):gsub("\n *[*%d][.)]? ", "\n\n")
  for paragraph in (prose .. "\n\n"):gmatch "(.-)\n%s*\n" do
    for sentence in (bare(paragraph) .. " "):gmatch "(.-)[.:;?!][)\"*]*%s" do
      if words_in(sentence) > SENTENCE then
        complain("pages", { "sentence", ("at most %d words in a sentence"):format(SENTENCE) }, file, 1, sentence:gsub("%s+", " "))
      end
    end
  end
  check_soft("pages", file, bare(text))
end

-- The prose of a page: without code. A line is seen with the last word of the one before.
local function check_page(file)
  local f <close> = assert(io.open(file))
  check_length(file, "\n" .. f:read "a")
  local number, inside, last = 0, false, ""
  for line in io.lines(file) do
    number = number + 1
    if line:find "^%s*```" then inside, last = not inside, ""
    elseif not inside then
      local text = line:gsub("`[^`]*`", "`"):gsub("%]%([^)]*%)", "]"):gsub("^%s+", ""):gsub("young brothers wait", "")   -- a name
      check_text("pages", file, number, last .. text)
      last = text:match "([%a,]+)$"
      last = last and last .. " " or ""
    end
  end
end

-- The strings of a line of code that are help: what stands behind help =, summary =, details = and the like, or all of them.
local function check_help(file, all)
  local number, going, whole = 0, false, {}
  for line in io.lines(file) do
    number = number + 1
    local bare = line:gsub("^%s*%-%-.*", ""):gsub("^%s*/?%*.*", "")
    going = all or bare:find "%f[%w]help = " ~= nil or bare:find "%f[%w]summary = " ~= nil or bare:find "%f[%w]details = " ~= nil
      or going and bare:find '^%s*%.?%.?%s*"' ~= nil
    if going then
      for text in bare:gsub([[\\"]], ""):gmatch '"([^"]*)"' do
        if text:find " " then
          check_text("help lines", file, number, (text:gsub("%%.", "")))
          whole[#whole + 1] = text
        end
      end
    end
  end
  check_soft("help lines", file, table.concat(whole, " "))
end

for file in io.popen("find src lua games .ci spec -type f | sort"):lines() do
  local ending = file:match "%.(%w+)$"
  if (ending == "c" or ending == "h" or ending == "lua") and file ~= ".ci/words.lua" then
    local number, inside = 0, false
    for line in io.lines(file) do
      local text
      number = number + 1
      text, inside = comment_of(line, ending == "lua", inside)
      check(file, number, text)
    end
  end
end

check_page "README.md"
-- Texts of lessons and of experiments are in the words of their teachers and papers.
local pages = "find lua/gts .github -name '*.md' ! -path '*/lessons/*' ! -path '*/published/*' | sort"
for file in io.popen(pages):lines() do check_page(file) end
for file in io.popen("find lua/gts/program lua/gts/facts games lua/gts/*/command.lua -name '*.lua' "
  .. "-not -path '*/skeleton/*' | sort"):lines() do
  check_help(file, file:find "^lua/gts/facts/" ~= nil)
end
check_help("src/search/option.c", true)

if counting then
  for _, kind in ipairs { "comments", "pages", "help lines" } do
    local names = {}
    for pattern in pairs(counts[kind] or {}) do names[#names + 1] = pattern end
    table.sort(names)
    for _, pattern in ipairs(names) do print(("%-11s %5d  %s"):format(kind, counts[kind][pattern], pattern)) end
  end
elseif complaints > 0 then os.exit(1) end
