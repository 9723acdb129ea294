-- Our rules compared with those of other programs: `make foreign`.
--
--    build/gts spec/support/rivals/rules.lua GAMES COMMAND...
--
-- COMMAND starts an engine that speaks UCI and counts paths by `go perft N`, as Fairy-Stockfish does. For each game that it has:
-- the paths of a few moves from the start; and random games, GAMES of them, in which after each move the legal moves are
-- compared, and at the end whether it is one for both, and drawn for both or for neither.

local core = require "gts.core"
local dialects = require "gts.play.dialects"
local engine = require "gts.play.engine"
local gts = require "gts"
local random = require "gts.base.random"
local session = require "gts.play.session"
local speak_uci = require "gts.play.speak_uci"

local PATIENCE = 60
local SEED = 20261127
local depths = { amazons = 2, ataxx = 5, breakthrough = 5, clobber = 4, othello = 8 }      -- about a million paths each
local most = { amazons = 0.2 }          -- of the games: its positions have many moves

local games = tonumber(arg[1])
local command = table.move(arg, 2, #arg, 1, {})

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

-- Is the end of the game one for it, and drawn? It does not say who has won.
local function is_drawn(speaker, s)
  speaker:place(s)
  speaker:send "go depth 1"
  local told
  speaker:await("bestmove", PATIENCE, function(first, rest)
    if first == "info" then told = rest:match "score (%a+ %-?%d+)" or told end
  end)
  return told == "cp 0", told
end

-- Compares the legal moves; nil: they are equal. `over`: for us there are none, for it there may be passes.
local function difference(row, found, number, s)
  local missing = {}
  for _, entry in ipairs(s.moves) do
    local word = row.word(entry.label, s.position)
    if not found[word] then missing[#missing + 1] = word end
  end
  local passes = 0
  for word in pairs(found) do passes = passes + (word:sub(1, #word // 2) == word:sub(#word // 2 + 1) and 1 or 0) end
  if #missing == 0 and number == #s.moves then return nil end
  if #s.moves == 0 and number == passes then return nil end
  return ("%d moves here, %d there; it lacks %s"):format(#s.moves, number, #missing > 0 and table.concat(missing, " ", 1,
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
  while true do
    local found, _, number = count(speaker, s, 1)
    local wrong = difference(row, found, number, s)
    positions, moves = positions + 1, moves + #s.moves
    if wrong then return positions, moves, wrong .. ", after " .. line_of(row, s) end
    if s:outcome() then break end
    s:play(s.moves[draw(1, #s.moves)])
  end
  local drawn, told = is_drawn(speaker, s)
  local own = s:outcome()
  if s.moves[1] == nil and told and drawn ~= (own.winner == nil) then
    return positions, moves, ("the end is %s here, '%s' there, after %s"):format(own.winner or "a draw", told, line_of(row, s))
  end
  return positions, moves
end

local failed = 0

local function compare(row)
  local of = gts.game(row.game, row.game == "ataxx" and { repetition = false } or nil)
  local to, wrong = engine.start(command)
  if not to then error(wrong, 0) end
  local began = core.clock()
  local speaker = speak_uci.new(to, "uci", { dialect = row, plain = true, option = {}, start = PATIENCE, wait = PATIENCE })
  local depth = depths[row.game]
  local _, total = count(speaker, assert(session.new(of)), depth)
  local own = gts.perft(of, depth)[depth]
  own = type(own) == "table" and own.count or own
  local positions, moves, differences, number = 0, 0, 0, math.ceil(games * (most[row.game] or 1))
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
  print(("%-13s perft(%d) %10d %s; %4d games, %6d positions, %8d moves: %d differences (%.0f s)"):format(row.game, depth, own,
    own == total and "equal" or "is " .. total .. " there", number, positions, moves, differences, core.clock() - began))
end

print(table.concat(command, " "))
for _, row in ipairs(dialects.rows) do
  if row.protocol == "uci" then
    local ok, wrong = pcall(gts.game, row.game)
    if ok then ok, wrong = pcall(compare, row) end
    if not ok then print(("%-13s left out: %s"):format(row.game, tostring(wrong):gsub("\n.*", ""))) end
  end
end
os.exit(failed == 0 and 0 or 1)
