-- The games of the site: a page each, made of its file, its rows and its rules, with a picture of its board; and a sheet of all.
--
-- What is known of a game is published; what gts proves at once is searched for when the site is made.

local catalog = require "gts.game.catalog"
local gts = require "gts"
local lexer = require "gts.program.lexer"
local random = require "gts.base.random"
local result = require "gts.show.result"

local gallery = {}

local PLIES, LONGEST = 10, 30           -- of the position in the picture; of the game that it is from
local VISITS = 500000                    -- of the search for a proof
local LONGEST_AT_RANDOM = 300           -- moves of a game at random

-- What is published of a game: in a sentence or two, with the source.
local known = {
  amazons = "The game on 10 x 10 is not solved. On 5 x 5 the first player wins (Martin Müller, Solving 5x5 Amazons, 2001), on "
    .. "5 x 6, too (Jiaxing Song and Martin Müller, An enhanced solver for the game of Amazons, 2014).",
  chomp = "The first player wins on every board of two squares or more: if the second player had an answer to the bite of the "
    .. "last square, the first player could bite there (David Gale, A curious Nim-type game, 1974).",
  connect4 = "On 7 x 6 the first player wins, in the middle column (James Allen and Victor Allis, 1988).",
  domineering = "On 5 x 5 the second player wins, whoever lays first (Breuker, Uiterwijk and van den Herik, Solving 8x8 "
    .. "domineering, 2000).",
  draughts = "A draw (Jonathan Schaeffer and others, Checkers is solved, Science 2007).",
  gomoku = "On 15 x 15 the first player wins, with the 18th stone at the latest (Allis, van den Herik and Huntjens, Go-Moku "
    .. "solved by new search techniques, 1993).",
  hex = "The first player wins on every board: there are no draws, and a stone more never harms (John Nash, 1949).",
  kalah = "With six pits and four seeds the first player wins (Irving, Donkers and Uiterwijk, Solving Kalah, 2000).",
  mill = "With nine men, and flying, it is a draw (Ralph Gasser, Solving Nine Men's Morris, 1996).",
  nim = "Where the last stone wins, the player to move wins if the numbers of stones, written in binary and added without "
    .. "carries, do not give 0 (Charles Bouton, Nim, a game with a complete mathematical theory, 1901).",
  othello = "On 8 x 8 it is a draw (Hiroki Takizawa, Othello is solved, preprint, 2023). On 6 x 6 the second player wins by four "
    .. "stones (Joel Feinstein, 1993).",
  oware = "A draw (John Romein and Henri Bal, Awari is solved, ICGA Journal 2002).",
  teeko = "A draw (Guy Steele, Summary of the solving of the game of Teeko, 1999).",
  wythoff = "The player to move loses where the two distances are the k-th multiples of the golden ratio and of its square, "
    .. "rounded down (Willem Wythoff, A modification of the game of Nim, 1907).",
}

local function escape(text)
  return (text:gsub("[&<>\"]", { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }))
end

--- Lua as HTML, with its words by their kinds.
function gallery.coloured(source)
  local parts, at = {}, 1
  local function gap(text)
    local before, comment, after = text:match "^(%s*)(%-%-.-)(%s*)$"
    return comment and ("%s<i>%s</i>%s"):format(before, escape(comment), after) or escape(text)
  end
  local tags = { keyword = "b", string = "q", number = "u" }
  for _, token in ipairs(lexer.tokens(source)) do
    local tag, text = tags[token.kind], escape(token.text)
    parts[#parts + 1] = gap(source:sub(at, token.first - 1))
    parts[#parts + 1] = tag and ("<%s>%s</%s>"):format(tag, text, tag) or text
    at = token.last + 1
  end
  parts[#parts + 1] = gap(source:sub(at))
  return table.concat(parts)
end

-- A part of an address that is a value.
local function coded(text) return (text:gsub("[^%w._,-]", function(c) return ("%%%02X"):format(c:byte()) end)) end

--- The address of a game on the page, after some moves.
function gallery.play(name, labels)
  local quoted = {}
  for i, label in ipairs(labels or {}) do quoted[i] = label:find '[%s,"]' and ('"%s"'):format(label) or label end
  local moves = #quoted > 0 and "&moves=" .. coded(table.concat(quoted, ",")) or ""
  return ("#play?game=%s%s"):format(name, moves)
end

-- A position to look at: gts plays against itself by short searches. Returns it, and the labels of the moves to it.
function gallery.position(game, plies)
  local position, list = game.start, {}
  for i = 1, LONGEST do
    local r = #gts.moves(game, position) > 0 and gts.search(game, { position = position, deepen = true, nodes = 5000 })
    if not r or not r.move then break end
    for _, entry in ipairs(gts.moves(game, position)) do
      if entry.move == r.move then list[i] = { label = entry.label or tostring(entry.move), position = r.position } end
    end
    position = r.position
  end
  local count, labels = math.min(plies or PLIES, math.ceil(#list * .4)), {}
  for i = 1, count do labels[i] = list[i].label end
  return count > 0 and list[count].position or game.start, labels
end

-- What random play is like: the mean number of moves to choose from, and of moves in a game. Few games where lists are long.
local function at_random(game)
  local lot, games, plies, listed, cut = random.stream(1), 0, 0, 0, false
  while games < 20 and listed < 20000 do
    local list, length = gts.moves(game), 0
    while #list > 0 and length < LONGEST_AT_RANDOM do
      length, listed = length + 1, listed + #list
      list = gts.moves(game, list[lot(1, #list)].position)
    end
    games, plies, cut = games + 1, plies + length, cut or #list > 0
  end
  return games, listed / plies, (cut and "at least %.0f" or "%.0f"):format(plies / games)
end

-- Games in which a puzzle is found in less than half a second, and always the same.
local puzzling = " chomp domineering dots hexapawn kalah morris othello tictactoe "

-- The figures of a profile that a page shows, with their titles; true: a share.
local profiled = { { "first", "score of the first player", true }, { "draws", "draws", true }, { "length", "moves of a game" },
  { "branching", "moves to choose from" }, { "forced", "moves without a choice", true },
  { "lead_changes", "changes of the lead" }, { "comebacks", "winners who were behind", true },
  { "decided", "share of a game before it is decided", true } }

-- The profile of a game that comes with gts, as HTML, by the lines of .ci/doc/profiles.txt (`options`: of the game); "": there
-- is none.
local function profile_of(site, name)
  local parts, figures = {}, {}
  for game, figure, values in site.read ".ci/doc/profiles.txt":gmatch "%f[^\n\0]([%w]+) ([%w_]+) ([^\n]*)" do
    if game == name then figures[figure] = values end
  end
  for _, row in ipairs(profiled) do
    local value, low, high = (figures[row[1]] or ""):match "^(%S+) (%S+) (%S+)$"
    if value then
      local form, scale = "%.1f", 1
      if row[3] then form, scale = "%.0f&nbsp;%%", 100 end
      local shown = form:format(scale * value)
      local interval = (form .. " to " .. form):format(scale * low, scale * high)
      parts[#parts + 1] = ("<tr><td>%s</td><td>%s</td><td>%s</td></tr>"):format(row[2], shown, interval)
    end
  end
  if #parts == 0 then return "" end
  local options = figures.options
  return ('<h2 id="profile">Profile</h2>\n<p>Twenty games of level 3 against itself, measured with gts 2.0.0: '
    .. "<code>gts profile %s --players level:3 --games 20 --time inf</code>%s.</p>\n"
    .. '<div class="table" tabindex="0"><table>\n<tr><th>figure</th><th>value</th><th>95 %% interval</th></tr>\n%s\n'
    .. "</table></div>"):format(options and name .. " " .. options or name,
    options and ", on a smaller board, as games on the whole one take too long" or "", table.concat(parts, "\n"))
end

local goals = { win = "to win", draw = "to hold a draw" }

-- A position in which one move only keeps the value, as HTML; nil: there is none.
local function puzzle_of(site, game, name)
  if not puzzling:find(" " .. name .. " ", 1, true) then return nil end
  local puzzle = gts.puzzles(game, { games = 4, level = 2, nodes = 3000, most = 1 })[1]
  if not puzzle then return nil end
  local picture = ("pictures/puzzle-%s.svg"):format(name)
  site.write(picture, gts.draw(game, "svg", { position = puzzle.position }))
  local line = {}
  for i, move in ipairs(puzzle.line) do line[i] = tostring(move) end
  local parts = { ('<h2 id="puzzle">A puzzle</h2>\n<div class="game"><figure><img src="../%s" alt="%s"></figure>\n<div>'):format(
    picture, escape("Position of the puzzle, after the moves " .. table.concat(puzzle.moves, " "))) }
  local function add(...) parts[#parts + 1] = string.format(...) end
  add("<p>%s is to move. Which move is the only one %s? A search finds it at depth %d.</p>", puzzle.player:upper(),
    goals[puzzle.goal], puzzle.depth)
  if site.try then
    add('<p><a href="../%s%s">Try it on the board</a></p>', site.try, escape(gallery.play(name, puzzle.moves)))
  end
  add("<details><summary>The answer</summary><p>%s. The line: %s.</p></details></div></div>", escape(line[1]),
    escape(table.concat(line, " ")))
  return table.concat(parts, "\n")
end

-- Who wins, if a search of some visits proves it.
local function proved(game, called)
  local ok, r = pcall(gts.search, game, { algorithm = "negascout", deepen = true, nodes = VISITS, time = 5, table = 1 << 24 })
  if not ok or not r.solved then return nil end
  local command = ("gts search %s --algorithm negascout --deepen --table 16777216"):format(called)
  return ("gts proves the value %s from the start in %s (<code>%s</code>)."):format(result.number(r.value),
    result.counted(r.stats.visits, "visit"), command)
end

-- Games whose positions are few enough to look at all that can be reached.
local small = " chomp hexapawn morris nim tictactoe wythoff "

-- The longest win of a small game, over all positions that can be reached, as HTML; "": the game is not small.
local function longest_win(site, game, name)
  if not small:find(" " .. name .. " ", 1, true) then return "" end
  local folder = os.tmpname()
  os.remove(folder)
  gts.solve(game, { by = "retrograde", folder = folder })
  local database = gts.database(folder)
  local queue, seen, most, deepest = { { position = game.start, moves = {} } }, { [gts.write(game)] = true }, 0, nil
  for _, one in ipairs(queue) do
    local distance = database:value(one.position) ~= 0 and database:distance(one.position) or 0
    if distance > most then most, deepest = distance, one end
    for _, entry in ipairs(gts.moves(game, one.position)) do
      local key, moves = gts.write(game, entry.position), table.move(one.moves, 1, #one.moves, 1, {})
      moves[#moves + 1] = tostring(entry.move)
      if not seen[key] then queue[#queue + 1], seen[key] = { position = entry.position, moves = moves }, true end
    end
  end
  os.execute(("rm -rf '%s'"):format(folder))
  local where = #deepest.moves == 0 and "the start" or "the position after " .. table.concat(deepest.moves, " ")
  if site.try then
    where = ('<a href="../%s%s">%s</a>'):format(site.try, escape(gallery.play(name, deepest.moves)), escape(where))
  end
  return ("<p>The longest win takes %s of both players, from %s: no other of the %s that can be reached takes more, if both play "
    .. "best (<code>gts solve %s --by retrograde</code>).</p>"):format(result.counted(most, "move"), where,
    result.counted(#queue, "position"), name)
end

-- The first comment of a file in two parts, as HTML: the rules, and how they are written.
local function comment_of(file, html_of)
  local lines = catalog.opening(file)
  local text = table.concat(lines, "\n")
  local rules, more = text:match "^(.-)\n\n(.*)$"
  return rules or text, more and html_of(more) or ""
end

-- The board at a position; where rules have none, the search tree there.
local function picture_of(game, position)
  if game.board then return gts.draw(game, "svg", { position = position }) end
  local tree = gts.record(game, { algorithm = "alphabeta", depth = 2, position = position })
  return gts.draw(tree, "svg", { show = true, width = 600, height = 600 })
end

--- The games that come with gts, then those of a reader's own, which are files: `file` is as commands take it.
function gallery.games(files)
  local list = catalog.list()
  for _, file in ipairs(files) do
    local name = file:match "([^/]*)%.%w+$" or file
    for _, other in ipairs(list) do assert(other.name ~= name, ("%s: there is a game %s"):format(file, name)) end
    list[#list + 1] = { name = name, file = file:find "/" and file or "./" .. file, options = {} }
  end
  return list
end

--- Makes the pages. `site` has put(place, title, html), write(file, text), html_of(markdown), link(from, to, text), the
-- `games` (see gallery.games), and the address of the page that runs gts, `try`, or nil.
function gallery.make(site)
  local list, cards = site.games, {}
  for i, entry in ipairs(list) do
    local name, place = entry.name, ("games/%s.html"):format(entry.name)
    local file, called = entry.file or ("games/%s.lua"):format(name), entry.file or name
    local game, source = gts.game(called), site.read(file)
    local position, labels = gallery.position(game)
    local picture = ("pictures/board-%s.svg"):format(name)
    site.write(picture, picture_of(game, position))
    local rules, more = comment_of(source, site.html_of)
    local title, what = rules:match "^(.-):%s+(.*)$"
    title, what = title or rules, (what or rules):gsub("^%l", string.upper)
    local played = ("After %s: %s"):format(result.counted(#labels, "move"), table.concat(labels, " "))
    local parts = { ('<p class="up">%s</p>\n<h1>%s</h1>\n<div class="game">\n<figure><img src="../%s" alt="Board of %s">'
      .. "<figcaption>%s</figcaption></figure>\n<div>"):format(site.link(place, "games/index.html", "All games"), escape(title),
      picture, escape(title), escape(played)), site.html_of(what) }
    local function add(...) parts[#parts + 1] = string.format(...) end
    if site.try and not entry.file then
      add('<p class="actions"><a class="main" href="../%s%s">Play it now</a> <a href="../%s%s">Play from here on</a></p>',
        site.try, escape(gallery.play(name)), site.try, escape(gallery.play(name, labels)))
    end
    add("<h2>Who wins</h2>")
    local proof = proved(game, called)
    if known[name] then add("<p>%s</p>", escape(known[name])) end
    add("<p>%s</p>", proof or not known[name] and "Not solved at this size, as far as is known here." or "")
    parts[#parts + 1] = not entry.file and longest_win(site, game, name) or ""
    local paths = gts.perft(game, 2)
    add("<h2>Size</h2>\n<p>From the start there are %d ways to play one move, and %d to play two.</p>", paths[1], paths[2])
    local games, choice, length = at_random(game)
    add("<p>In %s at random: %.1f moves to choose from, %s moves a game. <code>gts profile %s</code> measures balance, drama "
      .. "and skill as well.</p>", result.counted(games, "game"), choice, length, escape(called))
    parts[#parts + 1] = "</div></div>"
    parts[#parts + 1] = not entry.file and profile_of(site, name) or ""
    parts[#parts + 1] = puzzle_of(site, game, name)
    if #entry.options > 0 then
      add('<h2 id="options">Options</h2>\n<div class="table" tabindex="0"><table>\n%s',
        "<tr><th>option</th><th>meaning</th><th>default</th></tr>")
      for _, row in ipairs(entry.options) do
        local default = type(row.default) == "table" and "{" .. table.concat(row.default, ", ") .. "}" or tostring(row.default)
        add("<tr><td><code>%s</code></td><td>%s; %s</td><td><code>%s</code></td></tr>", row.name, escape(row.help),
          escape(row.expected), escape(default))
      end
      add "</table></div>"
    end
    add('<h2 id="commands">Commands</h2>\n<pre tabindex="0"><code class="language-sh">build/gts play %s\n'
      .. "build/gts search %s --depth 4\nbuild/gts draw %s --board --file %s.svg</code></pre>",
      called, called, called, name)
    if more ~= "" then add('<h2 id="rules">How its rules are written</h2>\n%s', more) end
    add('<h2 id="source">Source</h2>\n<p><code>%s</code>, %d lines.</p>', escape(file), select(2, source:gsub("\n", "")))
    add('<pre class="lua" tabindex="0"><code class="language-lua">%s</code></pre>', gallery.coloured(source))
    local before, after = list[i - 1], list[i + 1]
    add('<nav class="around" aria-label="Before and after">%s%s</nav>',
      before and site.link(place, ("games/%s.html"):format(before.name), "&larr; " .. escape(before.name)) or "<span></span>",
      after and site.link(place, ("games/%s.html"):format(after.name), escape(after.name) .. " &rarr;") or "")
    site.put(place, title, table.concat(parts, "\n"))
    cards[i] = ('<a href="%s.html"><img src="../%s" alt="" loading="lazy"><strong>%s</strong><span>%s</span></a>')
      :format(name, picture, name, escape(title))
  end
  local sheet = "<h1>Games</h1>\n<p>%d games, each a file of rules to read, to play and to change. A position of each, as gts "
    .. "has played it.</p>\n<div class=\"boards\">\n%s\n</div>"
  site.put("games/index.html", "Games", sheet:format(#list, table.concat(cards, "\n")))
  return list
end

return gallery
