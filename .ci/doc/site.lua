-- Makes the site: home, the games with a page each, learn, the manual by kinds, a page for each algorithm with a drawing,
-- changes, the pages that LDoc has made of the modules, and the page that runs gts. Plain files that link to each other, for a
-- browser or any server. The search and the board of the home page need a script (search.js); all else works without one.
--
--    build/gts .ci/doc/site.lua FOLDER [PAGE]
--
-- LDoc's pages are in FOLDER/lua already. PAGE is the page that runs gts, if there is one. Markdown becomes HTML by cmark-gfm.
-- This is no part of the program: where gts is installed, `gts help` and `man` show the manual.

local algorithm = require "gts.show.algorithm"
local core = require "gts.core"
local extensions = require "gts.base.extensions"
local course = require "gts.course.course"
local gallery = dofile ".ci/doc/gallery.lua"
local game = require "gts.game"
local gts = require "gts"
local manual = require "gts.program.manual"
local markdown = require "gts.show.markdown"
local options = require "gts.facts.options"

local index = dofile ".ci/doc/index.lua"

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

-- Where a page of the manual is in the site: of the first kind that has the topic, if none is given.
local function page_of(topic, kind) return ("%s/%s.html"):format(kind or manual.kind_of(topic).name, topic) end

-- The page of a kind: a list of its pages.
local function page_of_kind(kind) return kind.name .. "/index.html" end

-- The pages of the manual in reading order: tables with kind, topic, file and place.
local articles = {}
for _, kind in ipairs(manual.kinds) do
  for _, topic in ipairs(kind.topics) do
    articles[#articles + 1] = { kind = kind, topic = topic, file = manual.source(topic, kind.name),
      place = page_of(topic, kind.name) }
  end
end

-- What the site has: files of the repository -> where they are in the site.
local place_of = { ["README.md"] = "readme.html", ["CHANGELOG.md"] = "changes.html", LICENSE = "license.html",
  [".github/CONTRIBUTING.md"] = "contributing.html", [".github/SECURITY.md"] = "security.html",
  [".github/CODE_OF_CONDUCT.md"] = "conduct.html", [".github/CITATION.cff"] = "citation.html" }
for _, kind in ipairs(manual.kinds) do place_of[MANUAL .. kind.name] = page_of_kind(kind) end
for _, article in ipairs(articles) do place_of[article.file] = article.place end
local games = gallery.games(require("gts.base.words").split(os.getenv "SITE_GAMES" or ""))
for _, name in ipairs(game.shipped) do place_of[("games/%s.lua"):format(name)] = ("games/%s.html"):format(name) end

-- The page around a text.

local TEMPLATE = [[
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>@TITLE@</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="@STYLE@">
</head>
<body class="@CLASS@">
<a class="skip" href="#main">To the text</a>
<header>
<a class="home" href="@HOME@">@LOGO@gts</a>
<nav aria-label="Site">@SITE@</nav>
<form class="search" role="search" hidden>
<input type="search" placeholder="Search" aria-label="Search the site" title="Search: press /"
  autocomplete="off" spellcheck="false">
<div class="found" hidden></div>
</form>
</header>
<div class="sheet">
<main id="main">
@TEXT@
</main>
@ASIDE@
<nav id="pages" aria-label="All pages">
@PAGES@
</nav>
</div>
<footer>gts @VERSION@. <a href="@README@">Readme</a>, <a href="@CHANGES@">changes</a>,
<a href="@LICENSE@">MIT license</a>.</footer>
<script src="@SCRIPT@" data-root="@ROOT@" defer></script>
</body>
</html>
]]

local function link(from, to, text, more)
  local here = from == to and ' aria-current="page"' or ""
  return ('<a href="%s"%s%s>%s</a>'):format(way(from, to), here, more or "", text)
end

-- A title as HTML.
local function title_of(article) return escape(manual.title(article.topic, article.kind.name):gsub("`", "")) end

-- The title up to a colon, for lists.
local function short_title(article) return (title_of(article):gsub(":.*", "")) end

-- The name of a kind, and what it has.
local function parts_of(kind) return kind.title:match "^(.-): (.*)$" end

-- A folded list of links; open where it has the page itself.
local function fold(from, name, entries)
  local parts, open = {}, ""
  for _, entry in ipairs(entries) do
    if entry[1] == from then open = " open" end
    parts[#parts + 1] = ("<li>%s</li>"):format(link(from, entry[1], entry[2]))
  end
  return ("<details%s><summary>%s</summary>\n<ul>\n%s\n</ul></details>"):format(open, name, table.concat(parts, "\n"))
end

local algorithm_titles = {}
for _, row in ipairs(core.algorithms) do algorithm_titles[row.id] = row.title end

-- The pages of a kind: { place, title }.
local function entries_of(kind)
  local list = { { page_of_kind(kind), "Overview" } }
  for _, article in ipairs(articles) do
    if article.kind == kind then list[#list + 1] = { article.place, short_title(article) } end
  end
  return list
end

-- All pages, by their kinds.
local function pages(from)
  local parts = {}
  for _, kind in ipairs(manual.kinds) do parts[#parts + 1] = fold(from, parts_of(kind), entries_of(kind)) end
  local shown = { { "games/index.html", "All boards" } }
  for i, one in ipairs(games) do shown[i + 1] = { ("games/%s.html"):format(one.name), one.name } end
  parts[#parts + 1] = fold(from, "Games", shown)
  local further = { { "readme.html", "Readme" }, { "changes.html", "Changes" },
    { "lua/index.html", "Lua modules" }, { "contributing.html", "Contributing" }, { "security.html", "Security policy" },
    { "conduct.html", "Code of conduct" }, { "citation.html", "Citation" }, { "license.html", "License" } }
  parts[#parts + 1] = fold(from, "Further", further)
  return table.concat(parts, "\n")
end

local TRY = "try/gts.html"
local LOGO = read "lua/gts/page/page.html":match '<svg viewBox="0 0 32 32" aria%-hidden="true">.-</svg>'
local fronts = { ["index.html"] = true, ["learn.html"] = true, ["manual.html"] = true, ["games/index.html"] = true }

-- The parts of the site: where each begins, and which of the first folders of a path belong to it.
local sections = { { "Play", TRY }, { "Games", "games/index.html" },
  { "Learn", "learn.html", tutorial = true, explanation = true },
  { "Manual", "manual.html", howto = true, reference = true, algorithm = true, lua = true } }
if not try_page then table.remove(sections, 1) end

local function site(from)
  local parts, top = {}, from:match "^[^/.]+"
  for i, section in ipairs(sections) do
    local here = (section[2]:match "^[^/.]+" == top or section[top]) and ' aria-current="true"' or ""
    parts[i] = ('<a href="%s"%s>%s</a>'):format(way(from, section[2]), here, section[1])
  end
  return table.concat(parts, " ") .. ' <a href="#pages">All pages</a>'
end

-- Options in the text, which lines do not break after their hyphens.
local function unbroken(html)
  return (html:gsub("<code>(.-)</code>", function(code)
    return ("<code>%s</code>"):format((code:gsub("%-%-%w[%w_-]*", "<span>%0</span>")))
  end))
end

-- Puts a text into its page.
local function put(place, title, text, aside)
  local script = way(place, "search.js")
  local values = {
    TITLE = place == "index.html" and "gts: game-tree search" or escape(title) .. " - gts", STYLE = way(place, "site.css"),
    HOME = way(place, "index.html"), LOGO = LOGO, SITE = site(place), TEXT = unbroken(text), PAGES = pages(place),
    VERSION = core.version,
    LICENSE = way(place, "license.html"), README = way(place, "readme.html"), CHANGES = way(place, "changes.html"),
    CLASS = fronts[place] and "front" or aside and aside ~= "" and "with-aside" or "", ASIDE = aside or "",
    SCRIPT = script, ROOT = script:gsub("search%.js$", ""),
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
for name in read "lua/gts/init.lua":gmatch "\nfunction gts%.([%w_]+)" do documented[name] = true end

-- The page of what is named in code: a page of the manual, a function, a game.
local function place_of_code(text, place)
  local topic, name = text:match "^gts help ([%l%d-]+)$", text:match "^gts%.([%l_]+)%(?[^)]*%)?$"
  topic = manual.renamed[topic] or topic
  if topic and manual.kind_of(topic) then return page_of(topic) end
  if documented[name] then return "lua/modules/gts.html#" .. name end
  if place == "reference/algorithms.html" and algorithm_titles[text] then return page_of(text, "algorithm") end
  return place_of[text] or place == "reference/games.html" and place_of[("games/%s.lua"):format(text)]
end

-- Leads from words in code to their pages, but inside of links and headings.
local function code_links(place, html)
  local kept = {}
  local function keep(text)
    kept[#kept + 1] = text
    return ("\0%d\0"):format(#kept)
  end
  html = html:gsub("<a .-</a>", keep):gsub("<h[1-6][^>]*>.-</h[1-6]>", keep):gsub("<pre.-</pre>", keep)
  html = html:gsub("<code>([^<]*)</code>", function(text)
    local to = place_of_code(text, place)
    if not to or to:gsub("#.*", "") == place then return nil end
    return ('<a href="%s"><code>%s</code></a>'):format(way(place, to), text)
  end)
  local put_back
  function put_back(text)
    return (text:gsub("%z(%d+)%z", function(i) return put_back(kept[tonumber(i)]) end))
  end
  return put_back(html)
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
    return ('<div class="table" tabindex="0">%s</div>'):format((labelled(whole):gsub("<th></th>", "<td></td>")))
  end)
  html = html:gsub('(<pre><code class="language%-sh)("[^\n]*\n</code>)', "%1 prompt%2")
  return (html:gsub("<pre>", '<pre tabindex="0">'))
end

-- The sections of a page, where there are several: folded below the title, and beside the text where there is room.
local function contents(list)
  if #list < 3 then return "", "" end
  local items = {}
  for i, heading in ipairs(list) do items[i] = ('<li><a href="#%s">%s</a></li>'):format(heading.id, heading.text) end
  local whole = ("<ul>\n%s\n</ul>"):format(table.concat(items, "\n"))
  return ('<details class="contents"><summary>On this page</summary>%s</details>'):format(whole),
    ('<nav class="beside" aria-label="On this page"><h2>On this page</h2>%s</nav>'):format(whole)
end

-- The pages before and after one, in reading order.
local function around(article)
  local at
  for i, other in ipairs(articles) do at = other == article and i or at end
  local before, after, place = articles[at - 1], articles[at + 1], article.place
  local parts = { '<nav class="around" aria-label="Before and after">' }
  parts[2] = before and link(place, before.place, "&larr; " .. title_of(before), ' rel="prev"') or "<span></span>"
  parts[3] = after and link(place, after.place, title_of(after) .. " &rarr;", ' rel="next"') or nil
  parts[#parts + 1] = "</nav>"
  return table.concat(parts, "\n")
end

-- The tab of the page that runs gts which does what a command does.
local tabs = {}
for _, row in ipairs(extensions.rows("tabs", nil, true)) do
  for _, command in ipairs(row.commands or {}) do tabs[command] = row.name end
end

-- The words of a command, with quoted ones as they are between their quotes.
local function words_of(command)
  local words, at = {}, 1
  while true do
    local from = command:find("%S", at)
    if not from then return words end
    local quote = command:match("^['\"]", from)
    local to = quote and command:find(quote, from + 1, true) or (command:find("%s", from) or #command + 1)
    if not to then return words end
    words[#words + 1] = command:sub(quote and from + 1 or from, to - 1)
    at = to + 1
  end
end

local carried = { algorithm = true, beside = true, depth = true, time = true, nodes = true, algorithms = true }

-- The part of an address that fills the form of a tab as a command has it, behind the tab's name: "" where the form cannot take a
-- position, a file or an option of the command.
local function fields_of(command)
  local words = words_of(command)
  local subject, fields, of_game = words[3], {}, {}
  if not subject or subject:find "^[-.]" then return "" end
  local function coded(letter) return ("%%%02X"):format(letter:byte()) end
  local function add(name, value) fields[#fields + 1] = name .. "=" .. value:gsub("[^%w._-]", coded) end
  add(subject:find "^{" and "tree" or "game", subject)
  local i = 4
  while words[i] do
    local name = words[i]:match "^%-%-(%l+)$"
    if not name and words[i]:find "^%l+=" then of_game[#of_game + 1] = words[i]
    elseif name and carried[name] and words[i + 1] then
      add(name, words[i + 1])
      i = i + 1
    elseif name == "file" then i = i + 1
    elseif name ~= "show" then return "" end
    i = i + 1
  end
  if #of_game > 0 then add("options", table.concat(of_game, "&")) end
  return "?" .. table.concat(fields, "&")
end

-- Code in its frame: beside the rules of a game and commands stands a link to the page that runs gts, with the tab for them, and
-- the form of the tab filled. search.js adds a button that copies the code.
local function framed(place, html)
  return (html:gsub('<pre><code class="language%-(%l+)">(.-)</code></pre>', function(language, code)
    if language == "text" or language == "diff" then return nil end
    local tab = language == "lua" and code:find "^%-%- %w+%.lua\n" and "rules"
      or language == "sh" and tabs[code:match "^build/gts (%l+) [^\n]*\n$" or ""]
    local fields = tab and language == "sh" and fields_of((code:gsub("&quot;", '"'):gsub("&amp;", "&"))) or ""
    local try = try_page and tab and ('<a href="%s#%s">Try it</a>'):format(way(place, TRY), tab .. escape(fields)) or ""
    local frame = '<div class="code"><div class="tools">%s</div><pre><code class="language-%s">%s</code></pre></div>'
    return frame:format(try, language, code)
  end))
end

-- A picture of a search, and below it, when it is opened, the page that steps through this search.
local stepped = {}              -- the places of such pictures
local STEPS = [[
<figure>@IMG@
<details class="steps"><summary>Step through this search</summary>
<iframe src="@PAGE@" title="Steps: @ALT@" loading="lazy"></iframe>
<p><a href="@PAGE@">Open the steps alone</a></p>
</details></figure>]]

-- The HTML of a page in Markdown, with links as in the site; and its headings.
local function html_page(source, place, text)
  local html, list = headings(html_of(text))
  html = html:gsub('(<%a+ %l+=")([^"]*)"', function(head, to)
    if not (head:find " href=" or head:find " src=") then return nil end
    return ('%s%s"'):format(head, target(source, place, (to:gsub("&amp;", "&"))))
  end)
  html = wide(framed(place, code_links(place, html)))
  html = html:gsub('<p>(<img src="([^"]*)" alt="([^"]*)"[^>]*>)</p>', function(img, src, alt)
    if not stepped[beside(place, src)] then return nil end
    return STEPS:gsub("@(%u+)@", { IMG = img, PAGE = src:gsub("%.svg$", ".html"), ALT = alt })
  end)
  return html:gsub('<img src="([^"]*)"[^>]*>', '<a href="%1">%0</a>'), list       -- to see it large
end

-- Long pages are cut at headings of the second level: on a phone no part has many more pixels than this.
local LONGEST = 11500
local LETTER, ROW, LINE = 0.65, 30, 23        -- pixels, about, of a letter, a row of a table and a line of code
local whole_of = {}             -- part -> place of its page
local part_of = {}              -- place of a page -> anchor -> the part that has it

local function height_of(html)
  local lines, rows = 0, select(2, html:gsub("<tr>", ""))
  local rest = html:gsub("<pre.-</pre>", function(code)
    lines = lines + select(2, code:gsub("\n", ""))
    return ""
  end)
  return LETTER * #rest:gsub("<[^>]*>", "") + ROW * rows + LINE * lines
end

-- The parts of a page, which are about equally long: where each is, and its text.
local function cut(place, html)
  local parts, filled, size = { { place, "" } }, 0, height_of(html)
  size = size / math.ceil(size / LONGEST)
  for section in html:gsub("\n<h2 ", "\n\0<h2 "):gmatch "[^\0]+" do
    local more = height_of(section)
    if filled > 0 and filled + more / 2 > size then
      parts[#parts + 1] = { place:gsub("%.html$", ("-%d.html"):format(#parts + 1)), "" }
      filled = 0
    end
    local part = parts[#parts]
    part[2], filled = part[2] .. section, filled + more
  end
  if #parts > 1 then part_of[place] = {} end
  for i, part in ipairs(#parts > 1 and parts or {}) do
    whole_of[part[1]] = place
    for id in part[2]:gmatch ' id="([^"]*)"' do part_of[place][id] = part[1] end
    part[3] = ("<p class=\"soft\">Part %d of %d</p>\n"):format(i, #parts)
  end
  return parts
end

-- Links into pages that were cut, of all files of the site.
local function mend_links()
  local pipe <close> = assert(io.popen(("cd %s && find . -name '*.html' ! -path './try/*' | sort"):format(quoted(folder))))
  for name in pipe:lines() do
    local from = name:sub(3)
    local html = read(folder .. "/" .. from)
    local new = html:gsub(' href="([^"#:]*)#([^"]*)"', function(path, mark)
      local to = path == "" and (whole_of[from] or from) or beside(from, path)
      local part = part_of[to] and part_of[to][mark]
      return part and (part == from and ' href="#%s"' or ' href="' .. way(from, part) .. '#%s"'):format(mark) or nil
    end)
    if new ~= html then write(from, new) end
  end
end

-- A page of Markdown, in the index as one of a kind.
local function page(source, place, text, kind, article)
  local html, list = html_page(source, place, text)
  local title = markdown.title(text)
  local folded, aside = contents(list)
  local parts = cut(place, html)
  for i, part in ipairs(parts) do
    index.add(part[1], title, kind)
    html = i == 1 and part[2] or ("<h1>%s</h1>\n%s"):format(title, part[2])
    html = html:gsub("</h1>\n", function(close) return close .. (part[3] or "") .. folded .. "\n" end, 1)
    local nearby = {}
    for _, at in ipairs { i - 1, i + 1 } do
      if parts[at] then nearby[#nearby + 1] = link(part[1], parts[at][1], ("Part %d"):format(at)) end
    end
    if #nearby > 0 then html = ('%s<p>%s</p>\n'):format(html, table.concat(nearby, " ")) end
    put(part[1], title, html .. (article and around(article) or ""), aside)
  end
end

-- The first sentence of a page, as HTML.
local function first_sentence(article)
  local text = manual.is_made(article.topic) and "" or manual.page(article.topic, article.kind.name)
  for _, block in ipairs(markdown.blocks(text)) do
    if block.kind == "paragraph" and not block[1]:find "^Its id is" then
      local sentence = (table.concat(block, " ") .. " "):match "^(.-[.:?!]) "
      local bare = sentence and markdown.inline(sentence, function(code) return code:sub(2, -2) end, tostring)
      return bare and escape((bare:gsub(":$", ".")))
    end
  end
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

-- A text in which drawings are pictures: where the manual shows what `gts draw` prints, the command draws SVG, and a page to step
-- through the search. `keeps`: what is printed stays above the picture.
local DRAWN = "(```sh\nbuild/gts (draw [^\n]*)\n```\n)(\n```\n([^\n]*).-\n```\n)"
local function pictured(text, topic, keeps)
  local count = 0
  return (text:gsub(DRAWN, function(block, command, output, first)
    count = count + 1
    local place = ("pictures/%s-%d"):format(topic, count)
    assert(os.execute(("mkdir -p %s/pictures"):format(quoted(folder))))
    for _, format in ipairs { ".svg", ".html" } do
      local file = quoted(folder .. "/" .. place .. format)
      assert(os.execute(("%s %s --file %s >/dev/null"):format(quoted(arg[-1]), command, file)))
    end
    local picture = place .. ".svg"
    place_of[MANUAL .. picture], taken[MANUAL .. picture], stepped[picture] = picture, true, true
    return ("%s%s\n![%s](../%s)\n"):format(block, keeps and output or "", first, picture)
  end))
end

-- The kinds of pages whose drawings become pictures; is the text kept?
local in_pictures = { algorithm = "pictures", explanation = "pictures", tutorial = "both" }

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
  page(MANUAL .. "algorithm/index.md", page_of_kind(manual.kind "algorithm"), table.concat(lines, "\n"), "Algorithms")
end

-- The page of a kind: its pages, each with its first sentence.
local function kind_page(kind)
  local name, what = parts_of(kind)
  local place = page_of_kind(kind)
  local parts = { ("<h1>%s</h1>\n<p>%s.</p>\n<dl class=\"list\">"):format(name, what:gsub("^%l", string.upper)) }
  for _, article in ipairs(articles) do
    if article.kind == kind then
      parts[#parts + 1] = ("<dt>%s</dt>\n<dd>%s</dd>"):format(link(place, article.place, title_of(article)),
        first_sentence(article) or "")
    end
  end
  parts[#parts + 1] = "</dl>"
  put(place, name, table.concat(parts, "\n"))
end

-- Home, learn, the manual.

-- Lists of pages, a card for each of some kinds, behind those that are made already.
local function cards(place, kinds, first)
  local parts = { '<div class="cards">', first or "" }
  for _, name in ipairs(kinds) do
    local kind = manual.kind(name)
    local title, what = parts_of(kind)
    parts[#parts + 1] = ("<section>\n<h2>%s</h2>\n<p>%s.</p>\n<ul>"):format(link(place, page_of_kind(kind), title),
      (what:gsub("^%l", string.upper)))
    for _, article in ipairs(articles) do
      if article.kind == kind then
        local text = name == "algorithm" and ("<code>%s</code>"):format(article.topic) or short_title(article)
        parts[#parts + 1] = ("<li>%s</li>"):format(link(place, article.place, text))
      end
    end
    parts[#parts + 1] = "</ul>\n</section>"
  end
  parts[#parts + 1] = "</div>"
  return table.concat(parts, "\n")
end

-- A link to the page that runs gts, where that is in the site.
local function try(place, mark, text, class)
  if not try_page then return "" end
  return ('<a%s href="%s%s">%s</a>'):format(class and (' class="%s"'):format(class) or "", way(place, TRY), escape(mark), text)
end

local COMPARED = { tree = "tree branching=4 depth=8 seed=1", algorithms = { "minimax", "alphabeta", "negascout", "mtd", "sss" } }

-- A comparison that is made now, as a table.
local function compared()
  local rows = { "<tr><th>algorithm</th><th>leaves</th><th>of minimax</th></tr>" }
  for _, row in ipairs(gts.compare(gts.tree { branching = 4, depth = 8, seed = 1 }, { algorithms = COMPARED.algorithms })) do
    rows[#rows + 1] = ("<tr><th scope=row><code>%s</code></th><td>%d</td><td>%.1f %%</td></tr>"):format(row.algorithm, row.leaves,
      100 * row.ratio)
  end
  return table.concat(rows, "\n")
end

local TREE = "{{3,12,8},{2,4,6},{14,5,2}}"

-- A drawing without what is around a part of it.
local function cropped(drawing, x, y, width, height)
  return (drawing:gsub("^(<svg [^>]-) height=\"%d+\"([^>]-) viewBox=\"[^\"]*\" width=\"%d+\"",
    ('%%1 height="%d"%%2 viewBox="%d %d %d %d" width="%d"'):format(height, x, y, width, height, width)))
end

local function home_page()
  local place, shown = "index.html", gts.game "connect4"
  local position, labels = gallery.position(shown, 8)
  write("pictures/home-board.svg", gts.draw(shown, "svg", { position = position }))
  local tree = gts.record(gts.tree { { 3, 12, 8 }, { 2, 4, 6 }, { 14, 5, 2 } }, { algorithm = "alphabeta" })
  write("pictures/home-tree.svg", cropped(gts.draw(tree, "svg"), 40, 60, 320, 192))
  local play = gallery.play("connect4", labels)
  local values = {
    ALGORITHMS = #core.algorithms, GAMES = #game.shipped, TABLE = compared(), COMPARED = "a random tree, 4 moves a node, 8 plies",
    BOARD = try_page and ('data-play="%s%s&amp;bare=1"'):format(TRY, escape(play)) or "",
    PLAY = try(place, play, "Play the whole page"), STEPS = try(place, "#steps?tree=" .. TREE .. "&algorithm=alphabeta",
      "Step through this search"),
    COMPARE = try(place, ("#compare?tree=%s&algorithms=%s"):format(COMPARED.tree:gsub(" ", "%%20"):gsub("=", "%%3D"),
      table.concat(COMPARED.algorithms, ",")), "Run it here"),
  }
  put(place, "gts", (read ".ci/doc/home.html":gsub("@(%u+)@", values)))
end

-- A card of links to the page that runs gts: marks, and words.
local function try_card(place, title, what, entries)
  local parts = { ("<section>\n<h2>%s</h2>\n<p>%s</p>\n<ul>"):format(title, what) }
  for _, entry in ipairs(entries) do parts[#parts + 1] = "<li>" .. try(place, entry[1], entry[2]) .. "</li>" end
  return table.concat(parts, "\n") .. "\n</ul>\n</section>\n"
end

local STEPPED = { "minimax", "alphabeta", "negascout", "mtd", "sss", "pn", "mcts" }

local function learn_page()
  local place, lessons, steps = "learn.html", {}, {}
  for i, lesson in ipairs(course.list()) do lessons[i] = { "#learn?lesson=" .. lesson.id, lesson.title } end
  for i, id in ipairs(STEPPED) do steps[i] = { ("#steps?tree=%s&algorithm=%s"):format(TREE, id), algorithm_titles[id] } end
  local first = try_card(place, "Course", "Lessons with exercises that are graded.", lessons)
    .. try_card(place, "Step by step", "What an algorithm does on a small tree, and why.", steps)
  local actions = ('<p class="actions">%s %s</p>'):format(try(place, "#learn", "The course, in the browser", "main"),
    try(place, "#steps?tree=" .. TREE .. "&algorithm=alphabeta", "A search, step by step"))
  put(place, "Learn", '<h1>Learn</h1>\n<p class="lead">A course with exercises that are graded, searches step by step, and why '
    .. "the algorithms work. For a class: " .. link(place, page_of "teaching", "teaching with gts") .. ".</p>\n" .. actions
    .. cards(place, { "tutorial", "explanation" }, try_page and first))
end

local function manual_page()
  local names = {}
  for i, kind in ipairs(manual.kinds) do names[i] = kind.name end
  put("manual.html", "Manual", "<h1>Manual</h1>\n" .. cards("manual.html", names))
end

-- The page that runs gts, with the way back to the site.
local function put_try_page()
  local links = { ('<a href="%s">Home</a>'):format(way(TRY, "index.html")) }
  for _, section in ipairs(sections) do
    if section[2] ~= TRY then links[#links + 1] = ('<a href="%s">%s</a>'):format(way(TRY, section[2]), section[1]) end
  end
  local nav = ('<nav class="site" aria-label="Site">%s</nav>\n'):format(table.concat(links, " "))
  write(TRY, (read(try_page):gsub('<div class="top">', function(top) return nav .. top end, 1)))
end

-- Games.

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

local function games_pages()
  local list = gallery.make { put = put, write = write, read = read, link = link, try = try_page and TRY, games = games,
    html_of = function(text) return dressed(wide(html_of(text))) end }
  for _, one in ipairs(list) do
    index.add(("games/%s.html"):format(one.name), one.name, "Game")
  end
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
    text = code_links(place, dressed(text)):gsub("<ol>(.-)</ol>", function(list)         -- LDoc's list of one has no item
      return list:find "<li>" and nil or "<ol><li>" .. list .. "</li></ol>"
    end)
    put(place, title, (text:gsub("<table", '<div class="table" tabindex="0"><table'):gsub("</table>", "</table></div>")))
  end
  os.remove(folder .. "/lua/ldoc.css")
end

-- The colours are those of the page that runs gts.
write("site.css", read "lua/gts/page/style.css":match "^(.-\n)%*" .. read ".ci/doc/site.css")
if try_page then put_try_page() end
home_page()
learn_page()
manual_page()
for _, article in ipairs(articles) do
  local kind, topic = article.kind, article.topic
  local text = manual.is_made(topic) and options_page() or manual.page(topic, kind.name)
  local how = in_pictures[kind.name]
  if how then text = pictured(text, kind.name .. "-" .. topic, how == "both") end
  page(article.file, article.place, text, (parts_of(kind):gsub(" guides$", ""):gsub("s$", "")), article)
end
for _, kind in ipairs(manual.kinds) do
  if kind.name ~= "algorithm" then kind_page(kind) end
end
algorithms_page()
for _, file in ipairs { "README.md", "CHANGELOG.md", ".github/CONTRIBUTING.md", ".github/SECURITY.md",
  ".github/CODE_OF_CONDUCT.md" } do page(file, place_of[file], read(file), "Project") end
for file, title in pairs { LICENSE = "License", [".github/CITATION.cff"] = "Citation" } do
  put(place_of[file], title, ("<h1>%s</h1>\n<pre tabindex=\"0\">%s</pre>"):format(title, escape(read(file))))
end
games_pages()
module_pages()
-- Where an entry of help is: its page of a kind, or what stands for it.
local function place_of_entry(name, kind)
  if kind == "readme" or name == "readme" then return "readme.html" end
  if manual.kind(kind) then return page_of(name, kind) end
  if manual.kind_of(name) then return page_of(name) end
  local bare = name:gsub("^gts%.", "")
  if kind == "function" then return documented[bare] and "lua/modules/gts.html#" .. bare or nil end
  return kind == "game" and place_of[("games/%s.lua"):format(name)] or page_of(kind == "command" and "command-line" or "options")
end

for name in pairs(documented) do index.add("lua/modules/gts.html#" .. name, "gts." .. name, "Function") end
mend_links()
local function part(place, id) return part_of[place] and part_of[place][id] or place end
write("search.js", index.script(place_of_entry, anchor, part) .. read ".ci/doc/search.js")
