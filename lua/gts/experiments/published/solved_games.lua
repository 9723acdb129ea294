--- Who wins small games, as publications have it.

local game = require "gts.game"
local search = require("gts.experiments.searched").search
local tables = require "gts.base.tables"

local TABLE = 1 << 27           -- bytes: large enough that little is lost

-- The sign of the value, and the visits of the search.
local function solve(name, options, asked)
  local all = asked or { algorithm = "negascout", order = { "table", "killer", "history" }, window = { -0.5, 0.5 } }
  all.table = all.algorithm ~= "pn" and TABLE or nil
  local r = search(assert(game.make(name, options)), all)
  return r.value >= 0.5 and 1 or r.value <= -0.5 and -1 or 0, r.stats.visits
end

-- A claim about a list of boards: their letters, which `letter_of` returns with the visits, are `wanted`, a pattern.
local function claim(text, where, boards, wanted, letter_of)
  return { text, where = where, check = function()
    local found, sum = "", 0
    for _, board in ipairs(boards) do
      local letter, visits = letter_of(board)
      found, sum = found .. letter, sum + visits
    end
    return found:find("^" .. wanted .. "$") ~= nil, ("%s; %d visits"):format(found, sum)
  end }
end

-- Domineering. The four classes: who lays upright wins, who lays flat, the first player, the second.

local class_of = { [1] = { [1] = "V", [-1] = "1" }, [-1] = { [1] = "2", [-1] = "H" } }

-- The class of a board, and the visits of both searches.
local function class(rows, columns, asked)
  local winners, visits = {}, 0
  for _, first in ipairs { "max", "min" } do
    local options = { rows = rows, columns = columns, first = first, symmetries = "key" }
    local winner, count = solve("domineering", options, asked and asked(first))
    winners[first], visits = winner, visits + count
  end
  return class_of[winners.max][winners.min], visits
end

local function domineering(rows, least, classes)
  local most = least + #classes - 1
  return claim(("Domineering, rows %d, columns %d to %d: %s"):format(rows, least, most, classes),
    "Breuker et al. 2000; Bullock 2002", tables.range(least, most), classes, function(columns) return class(rows, columns) end)
end

-- All boards of at most `cells` cells, by proof numbers: the answer to "at least 1?" names the winner.
local function by_proof_numbers(cells)
  return {
    ("Domineering to %d cells: proof-number search and df-pn name the winners that alpha-beta names"):format(cells),
    where = "Allis 1994; Nagai 2002",
    check = function()
      local visits, boards, differ = { 0, 0, 0 }, 0, 0
      for rows = 1, cells do
        for columns = 1, cells // rows do
          local names = {}
          for i, id in ipairs { "negascout", "pn", "dfpn" } do
            local name, count = class(rows, columns, i > 1 and function() return { algorithm = id, goal = 1 } end or nil)
            names[i], visits[i] = name, visits[i] + count
          end
          boards, differ = boards + 1, differ + ((names[1] ~= names[2] or names[1] ~= names[3]) and 1 or 0)
        end
      end
      return differ == 0, ("%d boards, %d differ; visits: negascout %d, pn %d, dfpn %d"):format(boards, differ,
        table.unpack(visits))
    end,
  }
end

-- Other games: the first player wins, loses or draws.

local letters = { [1] = "W", [0] = "D", [-1] = "L" }

local function first_player(text, where, name, boards, wanted)
  return claim(text, where, boards, wanted, function(options)
    local winner, visits = solve(name, options)
    return letters[winner], visits
  end)
end

local function kalah(pits, wanted)
  local boards = tables.range(1, #wanted, function(seeds) return { pits = pits, seeds = seeds } end)
  return first_player(("Kalah, pits %d, seeds 1 to %d: %s"):format(pits, #wanted, wanted), "Irving et al. 2000", "kalah", boards,
    wanted)
end

-- Boards of columns, rows, and stones in line.
local function in_line(boards, wanted)
  local list = tables.map(boards, function(board) return { columns = board[1], rows = board[2], line = board[3] } end)
  local texts = tables.map(boards, function(board) return ("(%d, %d, %d)"):format(table.unpack(board)) end)
  return first_player(("Games (m, n, k), %s: %s"):format(table.concat(texts, " "), wanted), "Uiterwijk & van den Herik 2000",
    "tictactoe", list, wanted)
end

return {
  claims = {
    domineering(1, 1, "2HHHHHHH"), domineering(2, 2, "11HV11HV11H211"), domineering(3, 3, "1HHHHHHHHH"),
    domineering(4, 4, "1V1VHV"), domineering(5, 5, "2HH"), domineering(6, 6, "1"), by_proof_numbers(18),
    kalah(1, "DLWLWD"), kalah(2, "WLLLWW"), kalah(3, "DWWWWL"),
    first_player("Connect-four on 6 columns, 2 and 4 rows: the second player has a draw at least", "Allis 1988", "connect4",
      { { columns = 6, rows = 2 }, { columns = 6, rows = 4 } }, "[DL][DL]"),
    in_line({ { 3, 3, 3 }, { 4, 3, 3 }, { 4, 4, 3 }, { 5, 5, 3 }, { 4, 4, 4 } }, "DWWWD"),
  },
  quick = { claims = {
    domineering(1, 1, "2HHHHHHH"), domineering(2, 2, "11HV11"), domineering(3, 3, "1HH"), domineering(4, 4, "1"),
    by_proof_numbers(10), kalah(1, "DLWLWD"), kalah(2, "WLLLW"), in_line({ { 3, 3, 3 }, { 4, 3, 3 } }, "DW"),
  } },
}
