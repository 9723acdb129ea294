--- Help: the pages of the manual, and what is made from the tables that the program itself goes by: options, algorithms, games.

local catalog = require "gts.game.catalog"
local columns = require "gts.show.columns"
local docs = require "gts.program.docs"
local evaluation = require "gts.rules.evaluation"
local evaluation_file = require "gts.rules.evaluation_file"
local game = require "gts.game"
local gts = require "gts"
local manual = require "gts.program.manual"
local markdown = require "gts.show.markdown"
local options = require "gts.facts.options"
local show = require "gts.show.text"
local source = require "gts.rules.source"
local tables = require "gts.base.tables"
local variant = require "gts.rules.variant"
local weights = require "gts.rules.weights"
local words = require "gts.base.words"

local help = {}

--- What there is help on, in the order in which one would read it.
help.topics = manual.topics

--- All that there is help on: topics (with algorithms), games, options, fields of rules, and functions.
function help.names()
  local names = table.move(help.topics, 1, #help.topics, 2, { "readme" })
  table.move(game.shipped, 1, #game.shipped, #names + 1, names)
  for _, row in ipairs(options.rows) do names[#names + 1] = row.name end
  for _, row in ipairs(game.fields) do names[#names + 1] = row.name end
  local functions = docs.names()
  return table.move(functions, 1, #functions, #names + 1, names)
end

local INDENT = 2        -- of columns inside a text

local function indented(text, width, margin)
  return tables.map(columns.wrap(text, width - margin), function(line) return (" "):rep(margin) .. line end)
end

-- A default as one writes it in Lua.
local literal
function literal(value)
  if type(value) == "string" then return ("%q"):format(value) end
  if type(value) ~= "table" then return tostring(value) end
  return "{" .. table.concat(tables.map(value, literal), ", ") .. "}"
end

local made = {}         -- the topics whose texts are made: functions of the width

local function takers(row)
  local ids = row.own and options.takers(row.name) or {}
  return #ids > 0 and (" (%s)"):format(table.concat(ids, ", ")) or ""
end

-- The row of an option: its name, and all that is known of it.
local function row_of(row)
  local default = row.default ~= nil and ("; default: %s"):format(literal(row.default)) or ""
  return { row.name, ("%s; %s%s%s"):format(row.help, row.kind.expected, default, takers(row)) }
end

function made.options(width)
  return markdown.show("Options of gts.search, and of gts search with -- before them:", width) .. "\n" ..
    columns.pairs(tables.map(options.rows, row_of), width)
end

function made.algorithms(width)
  local rows = tables.map(options.algorithms(), function(algorithm)
    return { algorithm.id, ("%s. %s%s"):format(algorithm.title, algorithm.source,
      algorithm.informed and "; uses the bounds of the rules" or "") }
  end)
  return markdown.show("The algorithms, and where they come from:", width) .. "\n" .. columns.pairs(rows, width)
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

-- The weights of a game and their values; nil if it has none.
local function weights_of(name, width)
  local of = game.make(name)
  if not of or not of.weights then return nil end
  local rows = tables.map(weights.names(of.weights), function(its) return { its, weights.number(of.weights[its]) } end)
  return "Weights of the evaluation (gts help tune)\n" .. columns.pairs(rows, width)
end

-- What the learnt evaluation of a game says of itself; nil if none comes with gts.
local function learnt_of(name, width)
  local file = evaluation.learnt(name)
  local written = file and source.text(file)
  if not written then return nil end
  local lines = { ("A learnt evaluation, by which gts plays; without: evaluation=%s (gts help learn)"):format(evaluation.RULES) }
  for _, text in ipairs(evaluation_file.about(written)) do
    table.move(indented(text, width, INDENT), 1, #text, #lines + 1, lines)
  end
  return table.concat(lines, "\n")
end

-- A game, by its name or file: what it is, its options and weights; nil, and perhaps what is wrong.
local function of_game(name, width)
  local options_of, _, misnamed = game.options(name)
  if not options_of and misnamed then return nil end
  local rows = tables.map(options_of or {}, function(row)
    return { row.name, ("%s; %s; default: %s"):format(row.help, row.kind.expected, literal(row.default)) }
  end)
  local file = game.find("gts.games." .. name) or name
  local file_text, wrong = source.text(file)
  if not file_text then return nil, wrong end
  local parts = { markdown.show(opening(file_text), width) }
  if #rows > 0 then
    parts[2] = ("Options, as in gts search %s %s=...\n%s"):format(name, rows[1][1], columns.pairs(rows, width))
  end
  parts[#parts + 1] = weights_of(name, width)
  parts[#parts + 1] = learnt_of(name, width)
  parts[#parts + 1] = ("Options of any game: %s (gts help games)"):format(table.concat(variant.names, ", "))
  return table.concat(parts, "\n\n")
end

-- The text of a topic's page, in Markdown; what a topic is about.
help.page, help.title = manual.page, manual.title

local function of_option(name, width)
  local row = options.row(name)
  if not row then return nil end
  return table.concat({
    markdown.show(("# The option %s of a search"):format(name), width), columns.pairs({ row_of(row) }, width),
    "Try:\n    " .. ("gts.search(%s)"):format(row.example), "See also: help options",
  }, "\n\n")
end

-- A field of rules: its row on the page on rules.
local function of_field(name, width)
  for line in manual.page "rules":gmatch "[^\n]+" do
    local cells = line:find "^| `" and markdown.cells(line)
    if cells and #cells == 3 and words.contains(words.split(cells[1], "`([%w_]+)[^`]*`"), name) then    -- as `play(p, move)`
      local whether = cells[2] ~= "" and (" (%s)"):format(cells[2]) or ""
      return markdown.show(("# The field %s of rules\n\n%s%s: %s\n\nSee also: help rules"):format(name, cells[1], whether,
        cells[3]), width)
    end
  end
end

local starts = {
  { [[gts.best "connect4"]], "a second's thought: the best move" },
  { [[gts.search("tictactoe")]], "the value, proved; options: help options" },
  { [[game = gts.game "nim"]], [[a game; gts.game "./mine.lua" loads yours]] },
  { "gts.tree{{3,12,8},{2,4,6},{14,5,2}}", "a tree as a game" },
  { "help algorithms", "what can search; help memsss: one algorithm" },
  { "help(gts.search)", "what a function takes and gives" },
}

local function of_kind(kind, width)
  local rows = tables.map(kind.topics, function(topic) return { topic, manual.title(topic) } end)
  return markdown.show(kind.title, width) .. "\n" .. columns.pairs(rows, width)
end

-- All topics, by their kinds; and how to begin: about a screen.
local function overview(width)
  local parts = {
    markdown.show("help TOPIC, or in the shell gts help TOPIC: a page of the manual, an algorithm, an option, a function, "
      .. "a game.", width),
  }
  for _, kind in ipairs(manual.kinds) do
    local lines = indented(table.concat(kind.topics, " "), width, INDENT)
    parts[#parts + 1] = markdown.show(("%s (help %s)"):format(kind.title, kind.name), width) .. "\n" .. table.concat(lines, "\n")
  end
  parts[#parts + 1] = ""
  parts[#parts + 1] = markdown.show("At the prompt, any Lua: values are printed. Local variables stay, `_` is the last value.",
    width)
  parts[#parts + 1] = columns.pairs(starts, width)
  parts[#parts + 1] = markdown.show("Tab completes, the arrows recall, Ctrl-R searches what was typed; Ctrl-C stops a search "
    .. "and keeps its best move, Ctrl-D leaves.", width)
  return table.concat(parts, "\n")
end

local function of_page(topic, kind, width)
  local page_text = manual.page(topic, kind)
  -- Where its links lead: on a terminal they cannot be followed.
  local linked = tables.map(manual.linked(page_text), function(other) return "gts help " .. other end)
  local further = #linked > 0 and "\nSee also: " .. table.concat(linked, ", ") or ""
  return markdown.show(page_text:gsub("\nSee also: [^\n]+[^`]*$", "\n") .. further, width)
end

-- A topic: what is generated, then its pages, then the option, the field of rules and the function of the name.
local function of_topic(topic, width, name)
  local texts = { made[topic] and made[topic](width) }
  if not manual.is_made(topic) then
    local kinds = manual.kinds_of(topic)
    for i = #kinds, 1, -1 do texts[#texts + 1] = of_page(topic, kinds[i].name, width) end
  end
  name = name or topic
  texts[#texts + 1] = of_option(name, width)
  texts[#texts + 1] = of_field(name, width)
  texts[#texts + 1] = docs.text(name, width) and ("As a function: help(gts.%s)"):format(name) or nil
  return table.concat(texts, "\n\n")
end

local function of_name(name, width)
  local readme = name == "readme" and manual.readme()
  local texts = { readme and markdown.show(readme, width) or docs.text(name, width) }
  texts[#texts + 1] = of_option(name, width)
  texts[#texts + 1] = of_field(name, width)
  if #texts > 0 then return table.concat(texts, "\n\n") end
  return of_game(name, width)
end

--- The text on a topic: a page of the manual, an option, a function of gts, a game or its name; without one, the overview. A
-- former name shows a line with the name now. Only code may be wider than `width`. Returns nil if there is no such topic, and
-- what is wrong with a file.
function help.text(topic, width)
  if topic == nil then return overview(width) end
  if type(topic) == "function" then return docs.of_function(topic, width) end
  if game.is_game(topic) then return of_game(topic.name, width) end
  if type(topic) == "table" and topic.stats and topic.pv then return of_topic("search", width) end
  if topic == gts then return overview(width) end
  if type(topic) ~= "string" then return nil end
  if topic:find "^gts%." then return docs.text(topic, width) end
  if words.contains(help.topics, topic) then return of_topic(topic, width) end
  local now = manual.renamed[topic]
  if now then return ("'%s' is now '%s'.\n\n%s"):format(topic, now, of_topic(now, width, topic)) end
  local kind = manual.kind(topic)
  if not kind then return of_name(topic, width) end
  return table.concat({ of_kind(kind, width), of_option(topic, width) }, "\n\n")
end

local MOST_FOUND = 5    -- that are listed
local LONGEST = 200     -- characters of the line shown of each; of a definition or an answer, all
local FAR = 2.5         -- how many times more than the next a page is worth that is surely meant

-- What was found, the best first, each with the line that tells most.
local function listed(query, found, width)
  local lines = { markdown.show(("'%s' is explained here, the best first; gts help NAME shows one:"):format(query), width) }
  local shown = {}
  for i = 1, math.min(#found, MOST_FOUND) do
    local one = found[i]
    local line = (shown[one.line] or one.line == one.title) and "" or one.answer and one.line or show.clip(one.line, LONGEST)
    shown[one.line] = true
    for _, text in ipairs { columns.lay({ { one.name, one.title } }, { "", "" }, width), indented(line, width, 2 * INDENT) } do
      table.move(text, 1, #text, #lines + 1, lines)
    end
  end
  return table.concat(lines, "\n")
end

-- The name that is meant by another spelling: in capitals, or with spaces between its words.
local function spelled(query, names)
  local plain = query:lower():match "^%s*(.-)%s*$"
  for _, name in ipairs { plain, (plain:gsub("[%s_]+", "-")) } do
    if name ~= query and (words.contains(names, name) or manual.renamed[name]) then return name end
  end
end

-- Where words stand, the best place first; nil, and why there is none, with the names that may be meant or are nearest.
local function places(query, names)
  local find = require "gts.program.find"
  local found, meant, nearest = find.search(query), words.suggest(query, names), {}
  if #found == 0 and meant == "" then found, nearest = find.search(query, true) end
  if #found > 0 then return found end
  local near = tables.map(table.move(nearest, 1, 3, 1, {}), function(one) return "gts help " .. one.name end)
  if #near > 0 then meant = "; nearest: " .. table.concat(near, ", ") end
  return nil, ("no help on '%s'%s"):format(show.clip(query, LONGEST), meant)
end

--- Lists where words stand, also those that are a topic, the best place first, each with the line that tells most; or nil and
-- that there is nothing, and which of `names` may be meant.
function help.places(query, width, names)
  local found, wrong = places(query, names)
  return found and listed(query, found, width), wrong
end

--- The help on words that are no topic: the topic that they surely mean, shown by `shown` (default: help.text); else where they
-- stand, as by help.places. Returns nil and that there is nothing, and which of `names` may be meant, if so.
function help.search(query, width, names, shown)
  shown = shown or help.text
  local name = spelled(query, names)
  if name then return (shown(name, width)) end
  local found, wrong = places(query, names)
  if not found then return nil, wrong end
  local first, second = found[1], found[2] or { worth = 0 }
  local is_far = not first.answer and first.name ~= "readme" and first.worth > FAR * second.worth
  return (first.sure or is_far) and (shown(first.name, width)) or listed(query, found, width)
end

--- The text on a topic, as for help.text, or else what a search for its words finds; or nil and why there is none. `names` are
-- what may have been meant; default: help.names().
function help.on(topic, width, names)
  local text, wrong = help.text(topic, width)
  if text or wrong then return text, wrong end
  if type(topic) == "string" then return help.search(topic, width, names or help.names()) end
  return nil, ("no help on '%s'"):format(tostring(topic))
end

return help
