--- The manual: pages by kind, links, former names. A page is Markdown: gts/manual/KIND/TOPIC.md, gts/EXTENSION/manual/TOPIC.md.

local algorithm = require "gts.show.algorithm"
local core = require "gts.core"
local extensions = require "gts.base.extensions"
local lists = require "gts.base.tables"
local markdown = require "gts.show.markdown"
local options = require "gts.facts.options"
local words = require "gts.base.words"

local manual = {}

--- The kinds of pages, each with its topics in reading order: by the numbers that their files begin with.
manual.kinds = {
  { name = "tutorial", title = "Tutorial: from a first search to a game that plays well" },
  { name = "howto", title = "How-to guides: one task each" },
  { name = "reference", title = "Reference: functions, options, results, formats" },
  { name = "explanation", title = "Explanation: how the searches work, and why they are right" },
}
for _, kind in ipairs(manual.kinds) do kind.topics = lists.copy(core.shipped[kind.name]) end

-- Pages that are generated have no file, and so no title.
local titles = { options = "Search options" }
extensions.place({ { name = "options", after = "search" } }, { manual.kinds[3].topics })

-- The pages of algorithms have one form, and are generated in part from their rows: see gts.show.algorithm.
local ALGORITHM = { name = "algorithm", title = "Algorithms: each with pseudo-code, options, costs, sources" }
ALGORITHM.topics = options.ids()
manual.kinds[#manual.kinds + 1] = ALGORITHM

--- Names of pages in version 1.0 -> the page that has their text now. `gts help` takes them for one version.
manual.renamed = {
  best = "limits", solve = "solving", confined = "sandbox", framework = "custom-search", errors = "search", counts = "results",
  program = "command-line", versions = "formats", trees = "formats", tables = "transposition-tables", native = "compiler",
  source = "architecture", solution = "solution-trees", numbers = "proof-number-search", proofs = "solution-trees",
  sampling = "monte-carlo", trust = "proved-values",
}

-- The pages of extensions, which stand in their folders: KIND.TOPIC -> the extension.
local outside = {}
local pages = extensions.rows("pages", function(name)
  return lists.any(manual.kinds, function(kind) return kind ~= ALGORITHM and words.contains(kind.topics, name) end)
end)
for _, kind in ipairs(manual.kinds) do
  local rows = {}
  for _, row in ipairs(pages) do
    if row.kind == kind.name and not markdown.is_there(("%s.manual.%s"):format(row.extension.prefix, row.name)) then
      extensions.leave_out(row, ("has no page manual/%s.md"):format(row.name))
    elseif row.kind == kind.name then
      rows[#rows + 1], outside[row.kind .. "." .. row.name] = row, row.extension.prefix
      for _, old in ipairs(row.renamed or {}) do manual.renamed[old] = row.name end
    end
  end
  extensions.place(rows, { kind.topics })
end

--- All topics, each once: a name may be that of an algorithm's page and of another.
manual.topics = {}

local kinds_of = {}             -- topic -> the kinds that have a page of this name, in their order
for _, kind in ipairs(manual.kinds) do
  for _, topic in ipairs(kind.topics) do
    if not kinds_of[topic] then manual.topics[#manual.topics + 1], kinds_of[topic] = topic, {} end
    table.insert(kinds_of[topic], kind)
  end
end

--- The kind of this name, or nil.
function manual.kind(name) return lists.find(manual.kinds, function(kind) return kind.name == name end) end

--- The kinds that have a page on a topic: a list, or nil where there is no such topic.
function manual.kinds_of(topic) return kinds_of[topic] end

--- The first kind that has a page on a topic, or nil where there is no such topic.
function manual.kind_of(topic) return kinds_of[topic] and kinds_of[topic][1] end

--- Is a topic's page generated from what the program goes by, without a file?
function manual.is_made(topic) return titles[topic] ~= nil end

local function module_of(topic, kind)
  local prefix = outside[kind .. "." .. topic]
  return prefix and ("%s.manual.%s"):format(prefix, topic) or ("gts.manual.%s.%s"):format(kind, topic)
end

--- The file of a topic's page in the source.
function manual.source(topic, kind) return ("lua/%s.md"):format((module_of(topic, kind):gsub("%.", "/"))) end

--- The text of a topic's page, in Markdown, of the kind of a name; default: the first there is. Raises that there is none.
function manual.page(topic, kind)
  kind = kind or kinds_of[topic] and kinds_of[topic][1].name or error(("the manual has no page '%s'"):format(topic), 0)
  if kind == ALGORITHM.name then return algorithm.page(topic) end
  local text, missing = markdown.file(module_of(topic, kind))
  return text or error(("the manual has no page '%s':\n\t%s"):format(topic, missing), 0)
end

--- The title of a topic's page; the kind is as for manual.page.
function manual.title(topic, kind) return titles[topic] or markdown.title(manual.page(topic, kind)) end

--- The text of the README, or nil where it was not installed.
function manual.readme() return (markdown.file "gts.manual.readme") end

--- The topics that a page links to, each once. `text` of a page.
function manual.linked(text)
  local list, seen = {}, {}
  for topic in text:gmatch "%]%([%l./]-([%l%d-]+)%.md[#)]" do
    if not seen[topic] then list[#list + 1], seen[topic] = topic, true end
  end
  return list
end

return manual
