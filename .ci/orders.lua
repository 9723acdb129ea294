-- The table of leaves in the manual page `tables`: algorithms on five openings of Othello, deepening to the depths 6, 7 and 8.
--
--    gts .ci/orders.lua [DEEPEST]

local gts = require "gts"
local words = require "gts.base.words"

local game = gts.game "othello"

-- Openings as players write them, black first: column, row.
local openings = { "f5d6c3d3c4f4", "f5d6c5f4e3c6d3f6e6d7", "f5f6e6f4c3c5", "f5f6e6f4g5e7", "c4e3f4c5d6f3e6c3d3e2" }

local rows = {
  { "`alphabeta`", { algorithm = "alphabeta" } },
  { "`ttalphabeta`", { algorithm = "ttalphabeta" } },
  { "`negascout`, table", { algorithm = "negascout", table = 64 << 20 } },
  { "`mtd`, first = guess", { algorithm = "mtd" } },
  { "`mtd`, first = `math.huge`", { algorithm = "mtd", first = math.huge } },
  { "`mtd`, first = `-math.huge`", { algorithm = "mtd", first = -math.huge } },
  { "`ttalphabeta`, history", { algorithm = "ttalphabeta", order = { "table", "history" } } },
}

local function after(opening)
  local moves = {}
  for column, row in opening:gmatch "(%a)(%d)" do moves[#moves + 1] = 8 * (row - 1) + column:byte() - ("a"):byte() end
  return gts.apply(game, nil, table.unpack(moves))
end

local function leaves(options, depth)
  local sum = 0
  for _, opening in ipairs(openings) do
    local all = { position = after(opening), depth = depth, deepen = true }
    for name, value in pairs(options) do all[name] = value end
    sum = sum + gts.search(game, all).stats.leaves
  end
  return sum
end

for _, row in ipairs(rows) do
  local line = { "| " .. row[1] }
  for depth = 6, math.tointeger(arg[1]) or 8 do line[#line + 1] = words.count(leaves(row[2], depth)) end
  print(table.concat(line, " | ") .. " |")
end
