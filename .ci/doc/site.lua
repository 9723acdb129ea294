-- Makes the site: the README as its front page, the manual in its four kinds, a page for each algorithm with a drawing, changes,
-- the sources of the games, and the pages that LDoc has made of the modules. Plain files that lead to each other, without a
-- script, for a browser or any server.
--
--    build/gts .ci/doc/site.lua FOLDER [PAGE]
--
-- LDoc's pages are in FOLDER/lua already. PAGE is the page that runs gts, if there is one. Markdown becomes HTML by cmark-gfm.
-- This is no part of the program: who has gts installed reads the manual by `gts help` and `man`.

local algorithm = require "gts.show.algorithm"
local core = require "gts.core"
local game = require "gts.game"
local manual = require "gts.program.manual"
local markdown = require "gts.show.markdown"
local options = require "gts.facts.options"

local folder, try_page = ...
local MANUAL = "lua/gts/manual/"

local function read(file)
  local f <close> = assert(io.open(file, "rb"))
  return f:read "a"
end

local function quoted(word) return "'" .. word:gsub("'", "'\\''") .. "'" end

local function write(file, text)
  file = folder .. "/" .. file
  assert(os.execute("mkdir -p " .. quoted(file:match "^(.*)/")))
  local f <close> = assert(io.open(file, "wb"))
  f:write(text)
end

local function escape(text)
  return (text:gsub("[&<>\"]", { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }))
end

-- Paths.

-- A path without its dots.
local function normal(path)
  local parts = {}
  for part in path:gmatch "[^/]+" do
    if part == ".." then parts[#parts] = nil elseif part ~= "." then parts[#parts + 1] = part end
  end
  return table.concat(parts, "/")
end

local function beside(path, link) return normal((path:match "^.*/" or "") .. link) end

-- The way from one page of the site to another.
local function way(from, to)
  while from:match "^[^/]+/" and from:match "^[^/]+/" == to:match "^[^/]+/" do
    from, to = from:match "^[^/]+/(.*)", to:match "^[^/]+/(.*)"
  end
  return ("../"):rep(select(2, from:gsub("/", ""))) .. to
end

local function page_of(topic) return ("%s/%s.html"):format(manual.kind_of(topic).name, topic) end

-- What the site has: files of the repository -> where they are in the site.
local place_of = { ["README.md"] = "index.html", ["CHANGELOG.md"] = "changes.html", LICENSE = "license.html",
  [".github/CONTRIBUTING.md"] = "contributing.html", [".github/SECURITY.md"] = "security.html",
  [".github/CITATION.cff"] = "citation.html" }
for _, topic in ipairs(manual.topics) do
  local kind = manual.kind_of(topic).name
  place_of[("%s%s/%s.md"):format(MANUAL, kind, topic)] = ("%s/%s.html"):format(kind, topic)
end
for _, kind in ipairs(manual.kinds) do place_of[MANUAL .. kind.name] = page_of(kind.topics[1]) end      -- the README's doors
for _, name in ipairs(game.shipped) do place_of[("games/%s.lua"):format(name)] = ("games/%s.html"):format(name) end

local ALGORITHMS = "algorithm/index.html"

local function is_algorithm(topic) return manual.kind_of(topic) == manual.kind "algorithm" end

-- The page around a text.

local TEMPLATE = [[
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>@TITLE@</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="@STYLE@">
</head>
<body>
<a class="skip" href="#main">To the text</a>
<header>
<a class="home" href="@HOME@">gts</a>
<nav aria-label="Site">@SITE@</nav>
</header>
<div class="sheet">
<main id="main">
@TEXT@
</main>
<nav id="pages" aria-label="All pages">
@PAGES@
</nav>
</div>
<footer>gts @VERSION@. <a href="@LICENCE@">MIT licence</a>.</footer>
</body>
</html>
]]

local function link(from, to, text, more)
  local here = from == to and ' aria-current="page"' or ""
  return ('<a href="%s"%s%s>%s</a>'):format(way(from, to), here, more or "", text)
end

-- The titles of topics as HTML.
local function title_of(topic) return escape(manual.title(topic):gsub("`", "")) end

-- All pages of the manual, by their kinds.
local function pages(from)
  local parts = {}
  for _, kind in ipairs(manual.kinds) do
    if #kind.topics > 0 then
      local head, what = kind.title:match "^(.-): (.*)$"
      parts[#parts + 1] = ("<h2>%s<small>%s</small></h2>\n<ul>"):format(head or kind.title, what or "")
      if kind.name == "algorithm" then parts[#parts + 1] = ("<li>%s</li>"):format(link(from, ALGORITHMS, "All, by family"))
      else
        for _, topic in ipairs(kind.topics) do
          parts[#parts + 1] = ("<li>%s</li>"):format(link(from, page_of(topic), title_of(topic)))
        end
      end
      parts[#parts + 1] = "</ul>"
    end
  end
  parts[#parts + 1] = "<h2>Further</h2>\n<ul>"
  for _, entry in ipairs { { "changes.html", "What has changed" }, { "games/index.html", "The sources of the games" },
    { "lua/index.html", "The Lua modules" } } do
    parts[#parts + 1] = ("<li>%s</li>"):format(link(from, entry[1], entry[2]))
  end
  parts[#parts + 1] = "</ul>"
  return table.concat(parts, "\n")
end

local TRY = "try/gts.html"

local function site(from)
  local parts = { link(from, page_of(manual.topics[1]), "Begin") }
  if try_page then parts[#parts + 1] = link(from, TRY, "Try it") end
  parts[#parts + 1] = '<a href="#pages">All pages</a>'
  return table.concat(parts, " ")
end

-- Puts a text into its page.
local function put(place, title, text)
  local values = {
    TITLE = place == "index.html" and "gts: game-tree search" or escape(title) .. " - gts", STYLE = way(place, "site.css"),
    HOME = way(place, "index.html"), SITE = site(place), TEXT = text, PAGES = pages(place), VERSION = core.version,
    LICENCE = way(place, "license.html"),
  }
  write(place, (TEMPLATE:gsub("@(%u+)@", values)))
end

-- From Markdown to HTML.

local function html_of(text)
  local file = folder .. "/text.md"
  local f = assert(io.open(file, "wb"))
  f:write(text)
  f:close()
  local pipe <close> = assert(io.popen("cmark-gfm --extension table " .. quoted(file)))
  local html = pipe:read "a"
  os.remove(file)
  assert(#html > 0, "cmark-gfm gave nothing")
  return html
end

-- The anchor of a heading, as sites that show Markdown make it.
local function anchor(heading)
  return (heading:gsub("<[^>]*>", ""):gsub("&%w+;", ""):lower():gsub("[^%w%- ]", ""):gsub(" ", "-"))
end

-- Gives headings their anchors; and the list of those of the second level.
local function headings(html)
  local list, seen = {}, {}
  html = html:gsub("<h([1-6])>(.-)</h%1>", function(level, text)
    local id = anchor(text)
    seen[id] = (seen[id] or -1) + 1
    if seen[id] > 0 then id = ("%s-%d"):format(id, seen[id]) end
    if level == "2" then list[#list + 1] = { id = id, text = text:gsub("</?a[^>]*>", "") } end
    return ('<h%s id="%s">%s</h%s>'):format(level, id, text, level)
  end)
  return html, list
end

-- Where a link of a file leads in the site. Pictures are taken along.
local taken = {}
local function target(source, place, to)
  if to:find "^%a+:" or to:find "^#" then return to end
  local path, mark = to:match "^([^#]*)(#?.*)$"
  local file = beside(source, path)
  if file:find "%.svg$" or file:find "%.png$" then
    place_of[file] = place_of[file] or "pictures/" .. file:match "[^/]*$"
    if not taken[file] then write(place_of[file], read(file)) end
    taken[file] = true
  end
  if not place_of[file] then return to end              -- .ci/doc/links.lua will say so
  return way(place, place_of[file]) .. mark
end

local documented = {}           -- the functions of gts that LDoc knows
for name in read "lua/gts/init.lua":gmatch "\ngts%.([%w_]+) = require_later" do documented[name] = true end

-- The page of what is named in code: a page of the manual, a function, a game.
local function place_of_code(text, place)
  local topic, name = text:match "^gts help ([%l%d-]+)$", text:match "^gts%.([%l_]+)%(?[^)]*%)?$"
  if topic and manual.kind_of(topic) then return page_of(topic) end
  if documented[name] then return "lua/modules/gts.html#" .. name end
  if place == "reference/algorithms.html" and manual.kind_of(text) and is_algorithm(text) then return page_of(text) end
  return place_of[text] or place == "reference/games.html" and place_of[("games/%s.lua"):format(text)]
end

-- Leads from words in code to their pages.
local function code_links(place, html)
  return (html:gsub("(<?/?%a*[^<]?)(<code>)([^<]*)(</code>)(</?%a*)", function(before, open, text, close, behind)
    local to = place_of_code(text, place)
    if not to or behind == "</a" or to:gsub("#.*", "") == place then return nil end
    return ('%s<a href="%s">%s%s%s</a>%s'):format(before, way(place, to), open, text, close, behind)
  end))
end

local LONG = 60                 -- letters of a cell

-- A table with much text: on a narrow page its cells stand under each other, each with what stands at the head of its column.
local function labelled(whole)
  local heads, longest = {}, 0
  for head in whole:gmatch "<th>(.-)</th>" do heads[#heads + 1] = head:gsub("<[^>]*>", "") end
  for cell in whole:gmatch "<td>(.-)</td>" do longest = math.max(longest, #cell:gsub("<[^>]*>", "")) end
  if longest < LONG then return whole end
  local cells = whole:gsub("<tr>(.-)</tr>", function(row)
    local at = 0
    row = row:gsub("<td>(.-)</td>", function(cell)
      at = at + 1
      if cell == "" then return '<td class="empty"></td>' end
      local head = at > 1 and heads[at] or ""
      return ('<td%s>%s</td>'):format(head ~= "" and (' data-head="%s: "'):format(head) or "", cell)
    end)
    return ("<tr>%s</tr>"):format(row)
  end)
  return (cells:gsub("<table>", '<table class="text">', 1))
end

-- Tables and code may be wider than the page: then they can be moved, also by the keyboard. A command of one line has a prompt.
local function wide(html)
  html = html:gsub("<table>.-</table>", function(whole)
    if whole:find "<th></th>%s*<th></th>" then whole = whole:gsub("<thead>.-</thead>", "") end
    return ('<div class="table" tabindex="0">%s</div>'):format(labelled(whole))
  end)
  html = html:gsub('(<pre><code class="language%-sh)("[^\n]*\n</code>)', "%1 prompt%2")
  return (html:gsub("<pre>", '<pre tabindex="0">'))
end

-- What stands on a page, where that is much.
local function contents(list)
  if #list < 3 then return "" end
  local parts = { '<nav class="contents" aria-label="On this page"><ul>' }
  for _, heading in ipairs(list) do parts[#parts + 1] = ('<li><a href="#%s">%s</a></li>'):format(heading.id, heading.text) end
  parts[#parts + 1] = "</ul></nav>"
  return table.concat(parts, "\n")
end

-- The pages before and behind one, as one would read them.
local function around(place, topic)
  local at
  for i, other in ipairs(manual.topics) do at = other == topic and i or at end
  local before, behind = manual.topics[at - 1], manual.topics[at + 1]
  local parts = { '<nav class="around" aria-label="Before and behind">' }
  parts[2] = before and link(place, page_of(before), "&larr; " .. title_of(before), ' rel="prev"') or "<span></span>"
  parts[3] = behind and link(place, page_of(behind), title_of(behind) .. " &rarr;", ' rel="next"') or nil
  parts[#parts + 1] = "</nav>"
  return table.concat(parts, "\n")
end

-- A page of Markdown.
local function page(source, place, text, topic)
  local html, list = headings(html_of(text))
  html = html:gsub('(<%a+ %l+=")([^"]*)"', function(head, to)
    if not (head:find " href=" or head:find " src=") then return nil end
    return ('%s%s"'):format(head, target(source, place, (to:gsub("&amp;", "&"))))
  end)
  html = wide(code_links(place, html)):gsub('<img src="([^"]*)"[^>]*>', '<a href="%1">%0</a>')      -- to see it large
  if topic then
    html = html:gsub("</h1>\n", function(close) return close .. contents(list) .. "\n" end, 1) .. around(place, topic)
  end
  put(place, markdown.title(text), html)
end

-- What is only made of rows.
local function options_page()
  local lines = { "# " .. manual.title "options", "",
    "Of `gts.search`, and with `--` before them of `gts search`. How they go together: [search](search.md).", "",
    "| option | |", "|---|---|" }
  for _, row in ipairs(options.rows) do
    local takers = row.own and options.takers(row.name) or {}
    for i, id in ipairs(takers) do takers[i] = ("`%s`"):format(id) end
    local default = row.default ~= nil and ("; default: `%s`"):format(tostring(row.default)) or ""
    local of = #takers > 0 and (" (of %s)"):format(table.concat(takers, ", ")) or ""
    lines[#lines + 1] = ("| `%s` | %s; %s%s%s |"):format(row.name, row.help, row.kind.expected, default, of)
  end
  return table.concat(lines, "\n"):gsub("SSS%*", "SSS\\*")
end

-- Algorithms.

-- The page of an algorithm: the drawing of its page as a picture, which the command of that page makes, in the place of the text.
local function algorithm_page(id)
  return (manual.page(id):gsub("(```sh\nbuild/gts (draw [^\n]*)\n```\n)\n```\n.-\n```\n", function(block, command)
    local name = ("algorithm-%s.svg"):format(id)
    local pictures = folder .. "/pictures"
    assert(os.execute(("mkdir -p %s && %s %s --file %s >/dev/null"):format(quoted(pictures), quoted(arg[-1]), command,
      quoted(pictures .. "/" .. name))))
    place_of[MANUAL .. "pictures/" .. name], taken[MANUAL .. "pictures/" .. name] = "pictures/" .. name, true
    return ("%s\n![%s on a small tree](../pictures/%s)\n"):format(block, id, name)
  end, 1))
end

local function algorithms_page()
  local lines = { "# Algorithms, by family", "",
    "Which to take, and what they cost: [algorithms](../reference/algorithms.md). Each page has the same form.", "" }
  for _, family in ipairs(algorithm.families()) do
    lines[#lines + 1] = ("## %s\n\n| id | algorithm | source |\n|---|---|---|"):format(family.title:gsub("%*", "\\*"))
    for _, row in ipairs(family.list) do
      lines[#lines + 1] = ("| [`%s`](%s.md) | %s | %s |"):format(row.id, row.id, row.title:gsub("%*", "\\*"),
        (row.source:gsub("%*", "\\*")))
    end
    lines[#lines + 1] = ""
  end
  page(MANUAL .. "algorithm/index.md", ALGORITHMS, table.concat(lines, "\n"))
end

-- Sources.

local function source_page(file, title)
  local text = ('<h1>%s</h1>\n<pre tabindex="0"><code class="language-lua">%s</code></pre>'):format(title, escape(read(file)))
  put(place_of[file], title, text)
end

local function games_pages()
  local lines = { "# The sources of the games", "",
    "How they are played, and their options: [games](../lua/gts/manual/reference/games.md). Each is a model to follow.", "" }
  for _, name in ipairs(game.shipped) do
    local file = ("games/%s.lua"):format(name)
    source_page(file, file)
    lines[#lines + 1] = ("* [%s](%s.lua)"):format(name, name)
  end
  page("games/index.md", "games/index.html", table.concat(lines, "\n"))
end

-- What LDoc leaves of our comments: code in quotes, and lines that are indented by four.
local function dressed(html)
  html = html:gsub("<p>((    [^\n]*\n)[^<]*)", function(text)
    local code, rest = "", text
    while rest:find "^    [^\n]*\n" do
      local line, behind = rest:match "^    ([^\n]*\n)(.*)$"
      code, rest = code .. line, behind
    end
    return ('<pre tabindex="0"><code class="language-lua">%s</code></pre>%s'):format(code, rest)
  end)
  return (html:gsub("`([^`<>\n]+)`", "<code>%1</code>"))
end

-- LDoc's pages, within ours.
local function module_pages()
  local pipe <close> = assert(io.popen(("cd %s && find lua -name '*.html' | sort"):format(quoted(folder))))
  for place in pipe:lines() do
    local html = read(folder .. "/" .. place)
    local text = assert(html:match '<div id="content">(.*)</div> <!%-%- id="content" %-%->', place)
    local title = html:match "<h1>Module <code>([^<]*)</code></h1>" or "The Lua modules"
    if place == "lua/index.html" then
      text = "<h1>The Lua modules</h1>\n<p>All that is public is named in " .. link(place, "lua/modules/gts.html", "gts")
        .. ". The others are how it is done.</p>\n" .. text:gsub("^.-<h2>Modules</h2>", "")
    else text = ('<p>%s</p>\n%s'):format(link(place, "lua/index.html", "All modules"), text) end
    text = code_links(place, dressed(text))
    put(place, title, (text:gsub("<table", '<div class="table" tabindex="0"><table'):gsub("</table>", "</table></div>")))
  end
  os.remove(folder .. "/lua/ldoc.css")
end

write("site.css", read ".ci/doc/site.css")
if try_page then write(TRY, read(try_page)) end
page("README.md", "index.html", read "README.md")
for _, file in ipairs { "CHANGELOG.md", ".github/CONTRIBUTING.md", ".github/SECURITY.md" } do
  page(file, place_of[file], read(file))
end
for file, title in pairs { LICENSE = "Licence", [".github/CITATION.cff"] = "Citation" } do
  put(place_of[file], title, ("<h1>%s</h1>\n<pre tabindex=\"0\">%s</pre>"):format(title, escape(read(file))))
end
for _, topic in ipairs(manual.topics) do
  local text = manual.is_made(topic) and options_page() or is_algorithm(topic) and algorithm_page(topic) or manual.page(topic)
  page(("%s%s/%s.md"):format(MANUAL, manual.kind_of(topic).name, topic), page_of(topic), text, topic)
end
algorithms_page()
games_pages()
module_pages()
