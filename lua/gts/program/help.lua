--- Help, made from the tables that the program itself goes by: options, algorithms, games.
-- @module gts.program.help

local core = require "gts.core"
local game = require "gts.game"
local options = require "gts.check.options"
local repl = require "gts.program.repl"

local help = {}

local topics = {}

--- What there is help on.
help.topics = { "algorithms", "games", "options", "search" }

function topics.options()
  local lines = { "Options of gts.search, and of gts search with -- before them:" }
  for _, row in ipairs(options.rows) do
    local own = ""
    if row.own then
      local ids = {}
      for _, algorithm in ipairs(core.algorithms) do
        for _, name in ipairs(algorithm.options) do
          if name == row.name then ids[#ids + 1] = algorithm.id end
        end
      end
      own = (" (%s)"):format(table.concat(ids, ", "))
    end
    local default = row.default ~= nil and ("; default: %s"):format(tostring(row.default)) or ""
    lines[#lines + 1] = ("  %-10s %s%s%s"):format(row.name, row.help, default, own)
  end
  return table.concat(lines, "\n")
end

function topics.algorithms()
  local lines = {}
  for _, algorithm in ipairs(core.algorithms) do
    lines[#lines + 1] = ("  %-10s %s. %s%s"):format(algorithm.id, algorithm.title, algorithm.source,
      algorithm.informed and "; uses the bounds of the rules" or "")
  end
  return table.concat(lines, "\n")
end

function topics.games()
  return ("Games: %s. Their options stand at the top of their files; yours: gts.game './mine.lua'")
    :format(table.concat(game.shipped, ", "))
end

function topics.search()
  return [[
gts.search(game, options) gives a table:
  value          the minimax value, from MAX's side; nil if nothing is known
  lower, upper   what is proved; exact if they meet; solved if no leaf was a horizon
  move, position the move that has this value, and where it leads; pv and line: all that follow
  stopped        nil, or why it ended early: "time", "nodes", "memory", "interrupted", "progress"
  proof          with solution = true: what proves it; gts.verify(game, proof) checks it
  depth, stats, seconds, algorithm, options
gts.best(game, position, { time = seconds }) picks everything itself, and gts.analyze(game, options) gives all moves
with their values. gts.table{ bytes = } is a table for the option `table`, which many searches may share.]]
end

--- The text on a topic; without one, the overview. nil if there is none.
function help.text(topic)
  if topic == nil then return repl.help end
  return topics[topic] and topics[topic]()
end

return help
