--- The manual: its pages, in four kinds, and what links them. A page is Markdown, beside the modules: gts/manual/KIND/TOPIC.md.
-- @module gts.program.manual

local algorithm = require "gts.show.algorithm"
local core = require "gts.core"
local markdown = require "gts.show.markdown"

local manual = {}

--- The kinds of pages, each with its topics in the order in which one would read them.
manual.kinds = {
  { name = "tutorial", title = "Learn: from nothing to a game of your own that plays well", topics = {
    "first", "own", "strong", "fast",
  } },
  { name = "howto", title = "Do: one task, start to end", topics = {
    "install", "new", "check", "best", "limits", "play", "match", "serve", "page", "draw", "course", "teach", "experiments",
    "native", "parallel", "clusters", "solve", "disk", "proofs", "framework", "confined", "embedding", "engine",
    "coroutines", "ugi", "contribute",
  } },
  { name = "reference", title = "Look up: everything there is, exactly", topics = {
    "rules", "games", "search", "options", "results", "findings", "algorithms", "families", "tables", "databases",
    "compiling", "processes", "scaling", "trees", "trace", "drawings", "plan", "counts", "errors", "program", "formats",
    "versions", "source",
  } },
  { name = "explanation", title = "Understand: why it is so", topics = {
    "intervals", "solution", "skips", "dominance", "passes", "scarce", "selection", "counting", "proved", "deepening",
    "cycles", "sampling", "numbers", "compiled", "sharing", "trust",
  } },
}

-- The pages of algorithms have one form, and are made in part of their rows: see gts.show.algorithm.
local ALGORITHM = { name = "algorithm", title = "Algorithms: each with pseudo-code, options, costs, sources", topics = {} }
for i, row in ipairs(core.algorithms) do ALGORITHM.topics[i] = row.id end
manual.kinds[#manual.kinds + 1] = ALGORITHM

--- All topics.
manual.topics = {}

local kind_of = {}              -- topic -> its kind
for _, kind in ipairs(manual.kinds) do
  for _, topic in ipairs(kind.topics) do manual.topics[#manual.topics + 1], kind_of[topic] = topic, kind end
end

--- The kind of this name, or nil.
function manual.kind(name)
  for _, kind in ipairs(manual.kinds) do
    if kind.name == name then return kind end
  end
end

--- The kind that a topic belongs to, or nil where there is no such topic.
function manual.kind_of(topic) return kind_of[topic] end

-- What is only made has no page, and so no title.
local titles = { options = "The options of a search, one by one" }

--- Whether a topic is only made of what the program goes by, without a page.
function manual.is_made(topic) return titles[topic] ~= nil end

-- The pages stand beside the modules, and are found as they are.
local path = package.path:gsub("%.lua%f[;\0]", ".md")

--- The text of a topic's page, in Markdown.
function manual.page(topic)
  local kind = kind_of[topic] or error(("the manual has no page '%s'"):format(topic), 0)
  if kind == ALGORITHM then return algorithm.page(topic) end
  local name, missing = package.searchpath(("gts.manual.%s.%s"):format(kind.name, topic), path)
  if not name then error(("the manual has no page '%s':\n\t%s"):format(topic, missing), 0) end
  local file <close> = assert(io.open(name))
  return file:read "a"
end

--- What a topic is about: the title of its page.
function manual.title(topic) return titles[topic] or markdown.title(manual.page(topic)) end

--- The topics that a page links to, each once.
-- @tparam string text of a page
-- @treturn table list of topics
function manual.linked(text)
  local list, seen = {}, {}
  for topic in text:gmatch "%]%([%l./]-([%l%d-]+)%.md[#)]" do
    if not seen[topic] then list[#list + 1], seen[topic] = topic, true end
  end
  return list
end

return manual
