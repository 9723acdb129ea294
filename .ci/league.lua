-- Plays gts against the programs of others that are there, in all games that both play, with equal time for a move and each
-- opening from both sides: `make league [GAMES=40] [TIME=0.05] [NAME=...] [PROGRAMS=FILE]`. Prints the difference in Elo with its
-- error, and the processor seconds of both; keeps games and table in build/league/NAME, and shows the earlier tables beside it.
--
-- A row of FILE, a Lua file that returns a list, is a player of `gts help engines` with `game`: { game = "draughts",
-- engine = "node", args = "my-adapter.js", protocol = "ugi" }. A program with another protocol needs such an adapter.
--
--    gts .ci/league.lua GAMES TIME NAME [FILE]

local dialects = require "gts.engines.dialects"
local gts = require "gts"

local games, seconds, version, file = math.tointeger(arg[1]), tonumber(arg[2]), arg[3], arg[4]
assert(games and seconds and version, "usage: gts .ci/league.lua GAMES TIME NAME [FILE]")

local COLUMNS = "%-14s %-18s %6s %8s %6s %6s %6s %9s %9s   %s"
local HEADS = { "game", "program", "games", "points", "Elo", "from", "to", "gts s", "program s", "before" }

local rows = file and file ~= "" and dofile(file) or {}
for _, row in ipairs(dialects.rows) do
  if row.protocol == "uci" then rows[#rows + 1] = { game = row.game, engine = "fairy-stockfish", options = row.options } end
end

-- The file of a program: where a path, PATH or Debian's folder of games has it; nil: it is not there.
local function path_of(program)
  for folder in (program:find "/" and "" or os.getenv "PATH" .. ":/usr/games"):gmatch "[^:]*" do
    local path = folder == "" and program or folder .. "/" .. program
    local there = path:find "/" and io.open(path, "rb")
    if there then return there:close() and path end
  end
end

-- The processor seconds of this process, and of those that it has waited for.
local function processor()
  local pipe = assert(io.open "/proc/self/stat")
  local fields, n = pipe:read("a"):match "%) (.*)", 0
  pipe:close()
  local ticks = {}
  for field in fields:gmatch "%S+" do n, ticks[n] = n + 1, tonumber(field) end
  return (ticks[11] + ticks[12]) / 100, (ticks[13] + ticks[14]) / 100
end

local folder = "build/league/" .. version
assert(os.execute(("mkdir -p '%s'"):format(folder)))

-- What earlier versions scored: version -> row -> Elo.
local before = {}
local list = assert(io.popen "ls -tr build/league")
for other in list:lines() do
  local kept = other ~= version and io.open(("build/league/%s/table.txt"):format(other))
  for line in kept and kept:lines() or function() end do
    local name, program, elo = line:match "^(%S+)%s+(%S+)%s+%d+%s+%S+ %%%s+(%S+)"
    if name then before[name .. program] = ("%s %s: %s"):format(before[name .. program] or "", other, elo) end
  end
  if kept then kept:close() end
end
list:close()

local kept = assert(io.open(folder .. "/table.txt", "w"))
local function say(...)
  local line = COLUMNS:format(...)
  print(line)
  kept:write(line, "\n")
  kept:flush()
end

local function rounded(elo) return elo and ("%+.0f"):format(elo + 0.0) or "?" end

print(("%d games each, %g s a move, gts %s"):format(games, seconds, version))
say(table.unpack(HEADS))
for _, row in ipairs(rows) do
  local path, program = path_of(row.engine), row.args or row.engine:match "[^/]*$"
  if not path then print(("%s is not there: no match of %s"):format(row.engine, row.game))
  else
    local player = { engine = path, time = seconds }
    for _, field in ipairs { "args", "protocol", "option", "wait", "start" } do player[field] = row[field] end
    local of = gts.game(row.game, row.options)
    gts.best(of)                        -- compiled, and warm
    local own, others = processor()
    local played, match = pcall(gts.match, of, { time = seconds }, player, { games = games, plies = row.plies or 4,
      file = ("%s/%s-%s.games"):format(folder, row.game, (program:gsub("%W", "_"))) })
    local own_after, others_after = processor()
    if not played then print(("%s: %s"):format(row.game, match))
    else
      say(row.game, program, #match, ("%.1f %%"):format(100 * match.score), rounded(match.elo), rounded(match.low),
        rounded(match.high), ("%.1f"):format(own_after - own), ("%.1f"):format(others_after - others),
        before[row.game .. program] or "")
    end
  end
end
kept:close()
