--- Help: the pages of the manual, and what is made from the tables that the program itself goes by: options, algorithms, games.
-- @module gts.program.help

local columns = require "gts.show.columns"
local core = require "gts.core"
local game = require "gts.game"
local catalog = require "gts.catalog"
local markdown = require "gts.show.markdown"
local options = require "gts.check.options"
local source = require "gts.check.source"
local words = require "gts.check.words"

local help = {}

--- What there is help on, in the order in which one would read it.
help.topics = {
  "rules", "games", "check", "search", "options", "best", "play", "serve", "native", "tables", "trees", "algorithms", "solution",
  "proofs", "framework", "counts", "errors", "confined", "trust", "program", "embedding", "source",
}

--- All that there is help on: the topics, and the games that come with gts.
function help.names()
  local names = table.move(help.topics, 1, #help.topics, 1, {})
  return table.move(game.shipped, 1, #game.shipped, #names + 1, names)
end

local INDENT = 2        -- of columns inside a text

-- Pairs in two columns.
local function pairs_in_columns(rows, width)
  local lines = columns.lay(rows, { "", "" }, width - INDENT)
  for i, line in ipairs(lines) do lines[i] = (" "):rep(INDENT) .. line end
  return table.concat(lines, "\n")
end

-- A default as one writes it in Lua.
local literal
function literal(value)
  if type(value) == "string" then return ("%q"):format(value) end
  if type(value) ~= "table" then return tostring(value) end
  local texts = {}
  for i, element in ipairs(value) do texts[i] = literal(element) end
  return "{" .. table.concat(texts, ", ") .. "}"
end

local made = {}         -- the topics whose texts are made: functions of the width

-- The algorithms that take an option, in parentheses.
local function takers(row)
  local ids = row.own and options.takers(row.name) or {}
  return #ids > 0 and (" (%s)"):format(table.concat(ids, ", ")) or ""
end

function made.options(width)
  local rows = {}
  for i, row in ipairs(options.rows) do
    local default = row.default ~= nil and ("; default: %s"):format(literal(row.default)) or ""
    rows[i] = { row.name, ("%s; %s%s%s"):format(row.help, row.kind.expected, default, takers(row)) }
  end
  return markdown.show("Options of gts.search, and of gts search with -- before them:", width) .. "\n" ..
    pairs_in_columns(rows, width)
end

function made.algorithms(width)
  local rows = {}
  for i, algorithm in ipairs(core.algorithms) do
    rows[i] = { algorithm.id, ("%s. %s%s"):format(algorithm.title, algorithm.source,
      algorithm.informed and "; uses the bounds of the rules" or "") }
  end
  return markdown.show("The algorithms, and where they come from:", width) .. "\n" .. pairs_in_columns(rows, width)
end

-- The comment that the text of a game opens with, as Markdown: what is indented in it is a drawing.
local function opening(game_text)
  local lines, drawing = {}, false
  for _, text in ipairs(catalog.opening(game_text)) do
    if text ~= "" and (text:find("^    ") ~= nil) ~= drawing then
      drawing = not drawing
      lines[#lines + 1] = drawing and "```text" or "```"
    end
    lines[#lines + 1] = drawing and text:sub(5) or text
  end
  if drawing then lines[#lines + 1] = "```" end
  return table.concat(lines, "\n")
end

-- A game, by its name or file: what it is, and its options. nil if there is no such game; nil and what is wrong with its file.
local function of_game(name, width)
  local options_of, _, misnamed = game.options(name)
  if not options_of and misnamed then return nil end
  local rows = {}
  for i, row in ipairs(options_of or {}) do
    rows[i] = { row.name, ("%s; %s; default: %s"):format(row.help, row.kind.expected, literal(row.default)) }
  end
  local file = game.find("gts.games." .. name) or name
  local file_text, wrong = source.text(file)
  if not file_text then return nil, wrong end
  local text = markdown.show(opening(file_text), width)
  if #rows == 0 then return text end
  return ("%s\n\nOptions, as in gts search %s %s=...\n%s"):format(text, name, rows[1][1], pairs_in_columns(rows, width))
end

-- What is only made has no page, and so no title.
local titles = { options = "The options of a search, one by one" }

-- The pages stand beside the modules, and are found as they are.
local path = package.path:gsub("%.lua%f[;\0]", ".md")

-- The text of a topic's page, in Markdown.
local function page(topic)
  local name, missing = package.searchpath("gts.manual." .. topic, path)
  if not name then error(("the manual has no page '%s':\n\t%s"):format(topic, missing), 0) end
  local file <close> = assert(io.open(name))
  return file:read "a"
end

--- The text of a topic's page, in Markdown.
help.page = page

--- What a topic is about: the title of its page.
function help.title(topic) return titles[topic] or markdown.title(page(topic)) end

-- Where the links of a page lead: on a terminal nobody can follow them.
local function further(page_text)
  local list, seen = {}, {}
  for topic in page_text:gmatch "%]%((%l+)%.md[#)]" do
    if not seen[topic] then list[#list + 1], seen[topic] = "gts help " .. topic, true end
  end
  return #list > 0 and ("\nSee also: %s"):format(table.concat(list, ", ")) or ""
end

local starts = {
  { [[gts.search("connect4", {depth = 8})]], "the best move; options: help options" },
  { [[game = gts.game "nim"]], [[a game; gts.game "./mine.lua" loads yours]] },
  { "gts.tree{{3,12,8},{2,4,6},{14,5,2}}", "a tree as a game" },
  { "help algorithms", "what can search" },
}

-- All topics, each with its title; and how to begin.
local function overview(width)
  local rows = {}
  for i, topic in ipairs(help.topics) do rows[i] = { topic, help.title(topic) } end
  return table.concat({
    markdown.show("gts help TOPIC, or at the prompt help TOPIC, shows a page of the manual:", width),
    pairs_in_columns(rows, width),
    "",
    markdown.show("At the prompt, any Lua: values are printed. gts is there, and what you loaded.", width),
    pairs_in_columns(starts, width),
    markdown.show("Tab completes, the arrows recall; Ctrl-C stops a search and keeps its best move, Ctrl-D leaves.", width),
  }, "\n")
end

--- The text on a topic: what is made of what there is, then the page of the manual; or on a game that comes with gts.
-- @tparam string|nil topic without one, the overview
-- @tparam integer width in characters; only code may be wider
-- @treturn[1] string
-- @return[2] nil if there is no such topic
-- @treturn[2] string|nil what is wrong with a file
function help.text(topic, width)
  if topic == nil then return overview(width) end
  if type(topic) ~= "string" then return nil end
  if not words.contains(help.topics, topic) then return of_game(topic, width) end
  local texts = {}
  if made[topic] then texts[1] = made[topic](width) end
  if not titles[topic] then
    local page_text = page(topic)
    texts[#texts + 1] = markdown.show(page_text .. further(page_text), width)
  end
  return table.concat(texts, "\n\n")
end

return help
