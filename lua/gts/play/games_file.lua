--- The file of a match (see `gts help formats`): a head that says which, and a line for each game, added by pairs.

local files = require("gts.core").files
local notation = require "gts.rules.notation"
local reading = require "gts.facts.reading"
local tables = require "gts.base.tables"
local versions = require "gts.facts.versions"
local words = require "gts.base.words"

local games_file = {}

--- Begins the options of a game behind its name, in the head.
games_file.OPTIONS = " [%a_][%w_]*:"

local HEAD, BODY = versions.head "match", "games"

-- The words of a line, between blanks; nil if its quotes are not right.
local function words_of(line)
  local list, at = {}, 1
  while true do
    local word, _, last, quoted = notation.next_word(line, at, "%s")
    if not word then return list end
    if not quoted and word:find "^\"" then return nil end
    list[#list + 1], at = word, last + 1
  end
end

--- The line of a game, with its end.
function games_file.write_game(row)
  local parts = { "game", ("%d"):format(row.pair), row.side, ("%g"):format(row.points),
    row.value and notation.number(row.value) or "-", notation.word(row.why and row.how .. ": " .. row.why or row.how) }
  for _, move in ipairs(row.moves) do parts[#parts + 1] = notation.word(move) end
  return table.concat(parts, " ") .. "\n"
end

local points_of = { ["0"] = 0, ["0.5"] = 0.5, ["1"] = 1 }

--- A game from its line, without the line's end; nil if it is none.
function games_file.read_game(line)
  local list = words_of(line)
  if not list or #list < 6 or list[1] ~= "game" then return nil end
  local row = {
    pair = math.tointeger(tonumber(list[2])), side = list[3], points = points_of[list[4]], value = tonumber(list[5]),
    how = list[6], moves = table.move(list, 7, #list, 1, {}),
  }
  local how, why = row.how:match "^(%a+): (.*)$"
  if how then row.how, row.why = how, why end
  if not row.pair or row.pair < 1 or not row.points or row.side ~= "max" and row.side ~= "min" then return nil end
  return row
end

-- A line of the head with its numbers in the shortest form: earlier versions wrote 0.05 as 0.050000000000000003.
local function shortest(line)
  return (line:gsub("%d+%.%d+", function(digits) return #digits > 16 and notation.number(tonumber(digits)) or nil end))
end

local function check_head(lines, head)
  local wrong = versions.misfit("match", lines[1] or "", "this is no file of a match")
  if wrong then return wrong end
  for i, line in ipairs(head) do
    if shortest(lines[i] or "") ~= shortest(line) then
      return ("it is of another match: it has '%s', not '%s'"):format(lines[i] or "", line)
    end
  end
end

-- The games behind the head, by pairs; those of a pair that is not whole are left out.
local function read_games(lines, from)
  local rows = {}
  for i = from, #lines do
    rows[#rows + 1] = games_file.read_game(lines[i])
    if #rows < i - from + 1 then return nil, ("line %d is not understood"):format(i) end
  end
  local _, pairs_of = tables.groups(rows, function(row) return row.pair end)
  for pair, games in pairs(pairs_of) do
    if #games == 1 then pairs_of[pair] = nil
    elseif #games > 2 or games[1].side == games[2].side then return nil, ("pair %d is there twice"):format(pair) end
  end
  return pairs_of
end

--- Reads the games of a match: a list in the order in which they were written, with `game`, the line that says which; and which
-- line is not understood, where the list ends. nil and that it is no file of a match.
function games_file.parse(text)
  local lines = reading.whole_lines(text)
  local wrong = versions.misfit("match", lines[1] or "", "this is no file of a match")
  if wrong then return nil, wrong end
  local list, behind = {}, false
  for i = 2, #lines do
    if behind then
      local row = games_file.read_game(lines[i])
      if not row then return list, ("line %d of the match is not understood: %s"):format(i, words.quote(lines[i])) end
      list[#list + 1] = row
    else
      behind, list.game = lines[i] == BODY, list.game or lines[i]:match "^game (.+)$"
      if behind and not list.game then return nil, "the head of the match has no line 'game'" end
    end
  end
  if not behind then return nil, "the head of the match is truncated: the line 'games' is missing" end
  return list
end

-- A file without the pair, or the line, at which its writer was stopped.
local function whole(head, pairs_of)
  local parts = { table.concat(head, "\n"), "\n" }
  for _, pair in ipairs(tables.keys(pairs_of)) do
    for _, row in ipairs(pairs_of[pair]) do parts[#parts + 1] = games_file.write_game(row) end
  end
  return table.concat(parts)
end

local function read(name, head)
  if not files.kind(name) then return {} end
  local text, wrong = reading.text("match", name)
  if not text then return nil, wrong end
  local lines, known = reading.whole_lines(text), nil
  wrong = check_head(lines, head)
  if not wrong then known, wrong = read_games(lines, #head + 1) end
  return known, wrong and ("%s: %s"):format(name, wrong)
end

--- Opens the file of a match, or begins it; `about` are lines that say which. Returns number of a pair -> its games that are
-- there, and a function that adds the two games of a pair, or raises why it cannot; or nil and what is wrong.
function games_file.open(name, about)
  local head = table.move(about, 1, #about, 2, { HEAD })
  head[#head + 1] = BODY
  local known, wrong = read(name, head)
  local good
  if known then good, wrong = files.write(name, whole(head, known)) end
  if not good then return nil, wrong end
  return known, function(games)
    local added, why = files.append(name, games_file.write_game(games[1]) .. games_file.write_game(games[2]))
    if not added then error(why, 0) end
  end
end

return games_file
