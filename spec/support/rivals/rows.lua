-- What `make foreign` compares with each program: rows as those of gts.engines.dialects, with `as`, our options; `depth` of the
-- paths that are counted; `share` of the games that are played; `until_won`: the ends of games differ, and are not compared.

local dialects = require "gts.engines.dialects"

-- Of a square of draughts, its row and column, from 0.
local function place(square)
  local row = (square - 1) // 4
  return row, 2 * ((square - 1) % 4) + 1 - row % 2
end

-- From, to, and what is captured: "22x15x8" is "22-8x11x18". Two ways of capturing the same men are one move.
local function captures(label)
  local squares, captured = {}, {}
  for square in label:gmatch "%d+" do squares[#squares + 1] = math.tointeger(tonumber(square)) end
  for i = 2, label:find "x" and #squares or 1 do
    local row, column = place(squares[i - 1])
    local below, right = place(squares[i])
    captured[i - 1] = ("x%d"):format((row + below) // 2 * 4 + (column + right) // 4 + 1)
  end
  table.sort(captured)
  return ("%d-%d%s"):format(squares[1], squares[#squares], table.concat(captured))
end

-- The number of a point of morris, from 0 at the upper left.
local function point(name) return 3 * (3 - tonumber(name:sub(2))) + name:byte() - 97 end

-- "4", "0>4", and with "!" where three of the player's men stand in a row or a column then: diagonals are no lines there.
local function mills(label, position)
  local from, to = label:match "^(%w+)%-(%w+)$"
  to = point(to or label)
  local men = position >> (position >> 18 & 1) * 9 & 0x1ff
  men = (from and men & ~(1 << point(from)) or men) | 1 << to
  local row, column = 7 << to // 3 * 3, 0x49 << to % 3
  return (from and point(from) .. ">" or "") .. to .. ((men & row == row or men & column == column) and "!" or "")
end

local function same(label) return label end
local function lettered(label) return ("%c"):format(96 + tonumber(label)) end

local draughts = { game = "draughts", as = { repetition = false }, variant = "english-draughts", word = captures, depth = 7 }

local compared = {
  amazons = { depth = 2, share = 0.2 },         -- its positions have many moves
  ataxx = { depth = 5, as = { repetition = false } },
  breakthrough = { depth = 5 },
  clobber = { depth = 4 },
  othello = { depth = 8 },
}

local stockfish = {}
for _, row in ipairs(dialects.rows) do
  local how = row.protocol == "uci" and compared[row.game]
  if how then stockfish[#stockfish + 1] = setmetatable(how, { __index = row }) end
end

return {
  ["fairy-stockfish"] = stockfish,
  ["rapid-draughts"] = { draughts },
  jocly = {
    draughts,
    { game = "connect4", variant = "fourinarow", word = lettered, depth = 6 },
    { game = "morris", as = { moves = "straight", repetition = false }, variant = "3-men-morris", word = mills, depth = 5,
      until_won = true },
    { game = "othello", as = { size = 4 }, variant = "reversi4", word = same, depth = 6 },
    { game = "othello", as = { size = 6 }, variant = "reversi6", word = same, depth = 6 },
    { game = "othello", variant = "reversi", word = same, depth = 6 },
  },
}
