--- gts bench: how fast this machine searches.

local answer = require "gts.program.answer"
local operands = require "gts.program.operands"
local listing = require "gts.show.listing"
local schema = require "gts.base.schema"
local playouts = require "gts.playouts"
local search = require "gts.search"
local words = require "gts.base.words"

local usual = { "connect4", "othello", "nim", "wythoff" }

-- A column: its field, and how it is shown; "," in groups of three digits.
local function column(name, format, title)
  local function text(row)
    if row[name] == nil then return nil end
    return format == "," and words.count(math.floor(row[name])) or format:format(row[name])
  end
  return { name = title or name, value = function(row) return row[name] end, text = text }
end

local listed = listing.form {
  name = "gts.bench",
  columns = {
    "game", column("native", ","), column("lua", ","),
    { name = "ratio", value = function(row) return row.native and row.native / row.lua end,
      text = function(row) return row.native and ("%.1f"):format(row.native / row.lua) end },
  },
  foot = function(list) return ("visits in a second, by alpha-beta, %g s each"):format(list.time) end,
}

local listed_playouts = listing.form {
  name = "gts.bench",
  columns = {
    column("game", "%s"), column("games_per_second", ",", "games/s"), column("plies_per_second", ",", "plies/s"),
    column("length", "%.2f"), column("max", "%.4f"), column("min", "%.4f"), column("draws", "%.4f"), column("mean", "%.4g"),
    "native",
  },
  foot = function(list) return ("playouts by chance, %g s each, seed %d"):format(list.time, list.seed) end,
}

-- Visits per second; nil where the rules cannot be run so.
local function speed(game, native, seconds)
  local asked = { algorithm = "alphabeta", deepen = true, bounds = false, native = native, depth = native and 1 or nil }
  if native and not search.try(game, asked) then return nil end         -- compiles, where it can be
  asked.depth, asked.time = nil, seconds
  local visits, took = 0, 0
  while took < seconds do
    local r = search.try(game, asked)
    if not r or r.stopped == "interrupted" then return nil end
    visits, took = visits + r.stats.visits, took + math.max(r.seconds, 1e-6)
    asked.time = math.max(seconds - took, 1e-3)
  end
  return visits / took
end

-- Flat playouts. What is not measured to its end is left out.
local function run_playouts(call, terminal)
  local list = { time = call.options.time, seed = call.options.seed }
  for _, name in ipairs(call.arguments["GAME"] or usual) do
    local row, wrong = playouts.try(operands.game_of(terminal, name, call.game_options), { time = list.time, seed = list.seed })
    if terminal.presses() > 0 then break end
    if not row then return nil, wrong end
    list[#list + 1] = row
  end
  answer.list(call, listed_playouts(list))
end

return {
  name = "bench", other = 90, summary = "how fast this machine searches", json = true,
  arguments = {
    { name = "GAME", game = true, many = true, help = "games, or their files; without one: " .. table.concat(usual, ", ") },
  },
  options = {
    { name = "playouts", kind = schema.flag, help = "plays games by chance instead: how fast, how long, how they end" },
    { name = "seed", kind = schema.whole(), value = "N", default = 1, help = "seed of the random moves of --playouts" },
    { name = "time", kind = schema.seconds, value = "SECONDS", default = 0.5, help = "seconds for each figure" },
  },
  examples = {
    { "gts bench connect4 --time 0.1", "rules as machine code, and in Lua" },
    { "gts bench --playouts tictactoe --time 0.1", "games by chance in a second" },
  },
  run = function(call, terminal)
    if call.options.playouts then return run_playouts(call, terminal) end
    local list = { time = call.options.time }
    for i, name in ipairs(call.arguments["GAME"] or usual) do
      local game = operands.game_of(terminal, name, call.game_options)
      local native, lua = speed(game, true, list.time), terminal.presses() == 0 and speed(game, false, list.time)
      if terminal.presses() > 0 then break end
      list[i] = { game = name, native = native, lua = lua }
    end
    answer.list(call, listed(list))
  end,
}
