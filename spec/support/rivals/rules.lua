-- Our rules compared with those of other programs: `make foreign`.
--
--    build/gts spec/support/rivals/rules.lua GAMES NAME COMMAND...
--
-- NAME is that of the rows in rows.lua beside this file. COMMAND starts an engine that speaks UCI and counts paths by
-- `go perft N`, as Fairy-Stockfish does, or drive.js, for libraries. For each game that it has: the paths of a few moves from the
-- start; and random games, GAMES of them, in which after each move the legal moves are compared, and at the end whether it is one
-- for both, and drawn for both or for neither, or who has won, where it says so.

local core = require "gts.core"
local engine = require "gts.engines.engine"
local gts = require "gts"
local random = require "gts.base.random"
local session = require "gts.play.session"
local speak_uci = require "gts.engines.speak_uci"

local PATIENCE = 60
local SEED = 20261127
local PLIES = 300               -- of a random game: kings of draughts may walk about for ever
local games = tonumber(arg[1])
local rows = require "spec.support.rivals.rows"[arg[2]]
local command = table.move(arg, 3, #arg, 1, {})

-- What it says is legal: word -> number of paths, their sum, and how many words there are.
local function count(speaker, s, depth)
  local found, number = {}, 0
  speaker:place(s)
  speaker:send("go perft %d", depth)
  local total = speaker:await("Nodes", PATIENCE, function(first, rest)
    local word = first:match "^(.*):$"
    if word and rest:find "^%d+$" then found[word], number = tonumber(rest), number + 1 end
  end)
  return found, math.tointeger(tonumber(total:match "%d+$")), number
end

-- What it says of the end of a game: the winner or "draw"; of UCI, the score, which tells draws only.
local function told_of(speaker, s)
  speaker:place(s)
  speaker:send "go depth 1"
  local told
  speaker:await("bestmove", PATIENCE, function(first, rest)
    if first == "info" then told = rest:match "string result (%a+)" or rest:match "score (%a+ %-?%d+)" or told end
  end)
  return told
end

-- What differs at the end of a game, nil: nothing.
local function end_difference(speaker, s)
  local told, winner = told_of(speaker, s), s:outcome().winner or "draw"
  local equal = told == winner
  if not told then return nil end
  if told:find " " then equal = (told == "cp 0") == (winner == "draw") end
  return not equal and ("the end is %s here, '%s' there"):format(winner, told) or nil
end

-- Is the word a pass: by name, or a move of a stone to where it stands?
local function is_pass(word) return word == "pass" or word:sub(1, #word // 2) == word:sub(#word // 2 + 1) end

-- Compares the legal moves; nil: they are equal. When for us the game is over there may be passes for it.
local function difference(row, found, number, s)
  local missing, own, distinct, passes = {}, {}, 0, 0
  for _, entry in ipairs(s.moves) do
    local word = row.word(entry.label, s.position)
    if not own[word] then own[word], distinct = true, distinct + 1 end
    if not found[word] then missing[#missing + 1] = word end
  end
  for word in pairs(found) do passes = passes + (is_pass(word) and 1 or 0) end
  if #missing == 0 and number == distinct then return nil end
  if #s.moves == 0 and number == passes then return nil end
  return ("%d moves here, %d there; it lacks %s"):format(distinct, number, #missing > 0 and table.concat(missing, " ", 1,
    math.min(5, #missing)) or "none")
end

-- The moves of a game, for a message.
local function line_of(row, s)
  local words = {}
  for i, entry in ipairs(s.played) do words[i] = row.word(entry.label, entry.before) end
  return table.concat(words, " ")
end

-- A random game; positions and moves compared; what differs.
local function play(speaker, row, of, draw)
  local s, positions, moves = assert(session.new(of)), 0, 0
  while not (row.until_won and s:outcome()) do
    local found, _, number = count(speaker, s, 1)
    local wrong = difference(row, found, number, s)
    positions, moves = positions + 1, moves + #s.moves
    if wrong then return positions, moves, wrong .. ", after " .. line_of(row, s) end
    if s:outcome() or #s.played == PLIES then break end
    s:play(s.moves[draw(1, #s.moves)])
  end
  local wrong = #s.moves == 0 and not row.until_won and end_difference(speaker, s)
  return positions, moves, wrong and wrong .. ", after " .. line_of(row, s) or nil
end

local failed = 0

local function compare(row)
  local of = gts.game(row.game, row.as)
  local to, wrong = engine.start(command)
  if not to then error(wrong, 0) end
  local began = core.clock()
  local speaker = speak_uci.new(to, "uci", { dialect = row, plain = true, option = {}, start = PATIENCE, wait = PATIENCE })
  local _, total = count(speaker, assert(session.new(of)), row.depth)
  local own = gts.perft(of, row.depth)[row.depth]
  own = type(own) == "table" and own.count or own
  local positions, moves, differences, number = 0, 0, 0, math.ceil(games * (row.share or 1))
  for i = 1, number do
    speaker:begin()
    local more, legal, differs = play(speaker, row, of, random.stream(SEED + i))
    positions, moves = positions + more, moves + legal
    if differs then
      differences = differences + 1
      if differences <= 3 then print(("  %s, game %d: %s"):format(row.game, i, differs)) end
    end
  end
  to:close()
  failed = failed + differences + (own == total and 0 or 1)
  print(("%-13s perft(%d) %10d %s; %4d games, %6d positions, %8d moves: %d differences (%.0f s)"):format(row.game, row.depth, own,
    own == total and "equal" or "is " .. total .. " there", number, positions, moves, differences, core.clock() - began))
end

print(table.concat(command, " "))
for _, row in ipairs(rows) do
  local ok, wrong = pcall(compare, row)
  if not ok then print(("%-13s left out: %s"):format(row.game, tostring(wrong):gsub("\n.*", ""))) end
end
os.exit(failed == 0 and 0 or 1)
