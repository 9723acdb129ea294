--- The page of an algorithm, in Markdown: its text in gts/manual/algorithm/ID.md, and its row: source, needs, options, example.

local core = require "gts.core"
local markdown = require "gts.show.markdown"
local options = require "gts.facts.options"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local algorithm = {}

--- The headings of every page, in this order. `Options` is made of the rows; the others stand in the text.
algorithm.headings = {
  "Idea", "Pseudo-code", "Drawing", "When to use it", "Options", "Complexity", "What is counted", "Sources", "Published results",
}

local MADE = "Options"

-- The families in the order of the manual: the name in the engine, the title, the page that explains them.
local families = {
  { name = "window", title = "Depth-first search with a window", topic = "explanation/alpha-beta" },
  { name = "solution trees", title = "Search on solution trees: the SSS* family", topic = "explanation/solution-trees" },
  { name = "framework", title = "Best-first search by a selection rule", topic = "explanation/best-first-search" },
  { name = "proof numbers", title = "Proof-number search", topic = "explanation/proof-number-search" },
  { name = "sampling", title = "Monte-Carlo and unbounded best-first search", topic = "explanation/monte-carlo" },
}

--- The families, each with its algorithms. Returns `title`, `topic` (KIND/TOPIC of its page) and `list`, rows of algorithms.
function algorithm.families()
  local list = {}
  for i, family in ipairs(families) do
    local members = tables.filter(core.algorithms, function(row) return row.family == family.name end)
    list[i] = { title = family.title, topic = family.topic, list = members }
  end
  return list
end

--- Returns the text of a known algorithm's page without the sections from its row: the title alone where the manual has no file.
function algorithm.text(id)
  return markdown.file("gts.manual.algorithm." .. id) or ("# %s\n\n"):format(assert(options.algorithm(id)).title)
end

-- A text of a row as Markdown.
local function escape(text) return (text:gsub("[*|]", "\\%0")) end
local function code(text) return ("`%s`"):format(text) end

-- The source of an algorithm, what it needs, and what its value is.
local function facts(row)
  local list = { ('Its id is `%s`. From: %s.'):format(row.id, escape(row.source)) }
  if row.informed then list[#list + 1] = "It uses the bounds of the rules (`rules.bounds`, `rules.range`) where they exist." end
  if row.alternative then list[#list + 1] = "Its value is not the minimax value." end
  for _, need in ipairs(row.needs) do list[#list + 1] = ("It needs `rules.%s`."):format(need) end
  return table.concat(list, " ")
end

local function default_of(row)
  if row.default == nil then return "" end
  return ("; default: %s"):format(code(type(row.default) == "string" and ("%q"):format(row.default) or tostring(row.default)))
end

local function options_of(row)
  local lines = { ("## %s\n"):format(MADE) }
  for _, option in ipairs(options.rows) do
    if words.contains(row.options, option.name) then
      if #lines == 1 then lines[2] = "| option | |\n|---|---|" end
      lines[#lines + 1] = ("| `%s` | %s; %s%s |"):format(option.name, escape(option.help), escape(option.kind.expected),
        default_of(option))
    end
  end
  lines[#lines + 1] = #lines > 1 and "\nIt also takes the [options](../reference/options.md) of every search."
    or "It takes only the [options](../reference/options.md) of every search."
  -- On a small tree, for SSS* and its variants hold whole solution trees.
  lines[#lines + 1] = ("\nTry:\n\n```lua\ngts.search(gts.tree{branching=3, depth=6}, {algorithm='%s'%s})\n```\n"):format(row.id,
    row.example and ", " .. row.example or "")
  return table.concat(lines, "\n")
end

local function also(row)
  for _, family in ipairs(families) do
    if family.name == row.family then
      return ("See also: [%s](../%s.md), [Algorithms](../reference/algorithms.md)."):format(family.title:gsub("%*", "\\*"),
        family.topic)
    end
  end
end

--- The page of an algorithm, Markdown; raises an error where there is no such algorithm.
function algorithm.page(id)
  local row = assert(options.algorithm(id))
  local title, rest = algorithm.text(id):match "^(# [^\n]*)\n+(.*)$"
  local behind = rest:match "## Complexity\n.*$" or ""
  local before = rest:sub(1, #rest - #behind)
  local text = table.concat({ title, facts(row), before .. options_of(row), behind, also(row) }, "\n\n")
  return text:gsub("\n\n\n+", "\n\n") .. "\n"
end

return algorithm
