--- gts perft: how many paths there are.

local answer = require "gts.program.answer"
local listing = require "gts.show.listing"
local map = require "gts.map"
local moves = require "gts.moves"
local operands = require "gts.program.operands"
local options = require "gts.program.options"
local perft = require "gts.perft"
local schema = require "gts.base.schema"

local rows = options.rows(nil, { "native" })
table.insert(rows, 3, { name = "depth", kind = schema.whole(1, 1000), required = true, value = "N", help = "depth in plies" })
rows[#rows + 1] = { name = "distinct", flag = true, help = "count positions, each once, not paths" }
rows[#rows + 1] = { name = "symmetric", flag = true, help = "count positions that are no images of each other" }
rows[#rows + 1] = map.row
rows[#rows + 1] = { name = "divide", flag = true, help = "count for each first move" }

local divided = listing.form {
  name = "gts.divide",
  columns = { "move", "paths" },
  foot = function(list) return ("%d in all"):format(list.paths) end,
}

local function divide(game, position, depth, asked)
  local list, wrong = moves.try(game, position)
  if not list then return nil, wrong end
  local counts = { paths = 0, depth = depth }
  for i, entry in ipairs(list) do
    local behind, why = perft.try(game, depth - 1, { position = entry.position, native = asked.native, workers = asked.workers })
    if not behind then return nil, why end
    counts[i] = { move = entry.name, paths = behind[depth - 1] }
    counts.paths = counts.paths + behind[depth - 1]
  end
  return divided(counts)
end

local function run(call, terminal)
  local game, asked = operands.game(call, terminal), call.options
  local position = operands.position(call, game)
  local list, wrong
  if not asked.divide then
    list, wrong = perft.try(game, asked.depth, {
      position = position, distinct = asked.distinct, symmetric = asked.symmetric, native = asked.native, workers = asked.workers,
    })
  elseif asked.distinct or asked.symmetric then
    wrong = ("option '--%s' does not go with '--divide'"):format(asked.symmetric and "symmetric" or "distinct")
  else list, wrong = divide(game, position, asked.depth, asked) end
  if not list then return nil, wrong end
  return answer.list(call, list)
end

return {
  name = "perft", other = 20, summary = "counts the paths of 1, 2, ... moves, to test rules", game = true, json = true,
  options = rows, examples = {
    { "gts perft connect4 --depth 6", "7, 49, 343, ..." },
    { "gts perft othello --depth 4 --divide", "behind each first move" },
  },
  run = run,
}
