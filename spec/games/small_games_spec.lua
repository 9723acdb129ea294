-- Chomp, domineering and hexapawn: what is known of them, and against the rules as a child would write them, on tables.

local gts = require "gts"
local plain = require "spec.support.plain"

-- Rules on boards of "X", "O", "#" and ".", drawn as gts.show does: the player to move has lost when there is no move.
local function rules_of(board, moves)
  return { start = { board = board, player = "max" }, text = plain.drawn, moves = moves,
    value = function(p) return p.player == "max" and -1 or 1 end }
end

local function chomp(rows, columns)
  local rules = rules_of(plain.board(rows, columns, "#"), function(p)
    local list = {}
    plain.each(p.board, "#", function(r, c)
      local board = plain.copy(p.board)
      for i = r, rows do
        for j = c, columns do board[i][j] = "." end
      end
      list[#list + 1] = { 100 * r + c, plain.after(p, board) }
    end)
    return list
  end)
  -- The poison is shown; whoever has taken it has lost.
  function rules.value(p) return p.player == "max" and 1 or -1 end
  function rules.text(p) return (plain.drawn(p):gsub("^#", "x")) end
  return rules
end

local function domineering(rows, columns)
  return rules_of(plain.board(rows, columns, "."), function(p)
    local list = {}
    local dr, dc = p.player == "max" and 1 or 0, p.player == "max" and 0 or 1
    plain.each(p.board, ".", function(r, c)
      if (p.board[r + dr] or {})[c + dc] == "." then
        local board = plain.copy(p.board)
        board[r][c], board[r + dr][c + dc] = "#", "#"
        list[#list + 1] = { (r - 1) * columns + c, plain.after(p, board) }
      end
    end)
    return list
  end)
end

local function hexapawn(rows, columns)
  local start = plain.board(rows, columns, ".")
  for c = 1, columns do start[1][c], start[rows][c] = "O", "X" end
  return rules_of(start, function(p)
    local list = {}
    local own, step = plain.mark[p.player], p.player == "max" and -1 or 1
    local theirs, goal = plain.mark[plain.other[p.player]], p.player == "max" and rows or 1
    if table.concat(p.board[goal]):find(theirs) then return list end
    plain.each(p.board, own, function(r, c)
      for way = 1, 3 do
        if (p.board[r + step] or {})[c + way - 2] == (way == 2 and "." or theirs) then
          list[#list + 1] = { 10 * ((r - 1) * columns + c) + way, plain.put(p, r + step, c + way - 2, r, c) }
        end
      end
    end)
    return list
  end)
end

-- Is a game that of plain rules, near the start and in whole games, on boards of these rows and columns?
local function is_that_of(name, rules, sizes)
  for seed, size in ipairs(sizes) do
    local game, of = gts.game(name, { rows = size[1], columns = size[2] }), rules(size[1], size[2])
    plain.same_positions(game, of, 150)
    plain.same_games(game, of, seed, 3)
  end
end

local function value_of(name, options)
  local r = gts.search(gts.game(name, options), { algorithm = "ttalphabeta" })
  assert.is_true(r.solved)
  return r.value
end

describe("chomp #lua", function()
  it("of 3 x 4 has one winning bite, which leaves the second row two squares", function()
    local winning = {}
    for _, entry in ipairs(gts.analyze "chomp") do
      if entry.value == 1 then winning[#winning + 1] = entry.move end
    end
    assert.same({ 203 }, winning)
  end)

  -- Gale's argument: the first player can always steal a winning answer; but for the bar that is only poison.
  it("is won by the first player, on every bar but the smallest", function()
    for rows = 1, 4 do
      for columns = 1, 4 do
        assert.equal(rows * columns == 1 and -1 or 1, value_of("chomp", { rows = rows, columns = columns }))
      end
    end
  end)

  it("has the moves of a plain board", function()
    is_that_of("chomp", chomp, { { 1, 3 }, { 3, 1 }, { 2, 3 }, { 3, 3 } })
  end)
end)

describe("domineering #lua", function()
  -- Berlekamp, Conway, Guy, Winning Ways; Breuker, Uiterwijk and van den Herik, Solving 8x8 Domineering (2000): 1 x 1 and 5 x 5
  -- are won by the second player, 2 x 2, 3 x 3 and 4 x 4 by the first player.
  it("has the winners that are known", function()
    for size, winner in ipairs { "second", "first", "first", "first", "second" } do
      for _, first in ipairs(size == 5 and { "max" } or { "max", "min" }) do
        local sign = (first == "max") == (winner == "first") and 1 or -1
        assert.equal(sign, value_of("domineering", { columns = size, rows = size, first = first }))
      end
    end
    assert.equal(1, value_of("domineering", { columns = 1, rows = 4, first = "min" }))
    assert.equal(-1, value_of("domineering", { columns = 4, rows = 1 }))
  end)

  it("is the game of a plain board", function()
    is_that_of("domineering", domineering, { { 2, 3 }, { 3, 3 }, { 4, 3 }, { 1, 5 } })
  end)
end)

describe("hexapawn #lua", function()
  it("of 3 x 3 is won by the second player, of 4 x 4 by the first player", function()
    assert.equal(-1, value_of "hexapawn")
    assert.equal(1, value_of("hexapawn", { columns = 4, rows = 4 }))
  end)

  it("is the game of a plain board", function()
    is_that_of("hexapawn", hexapawn, { { 3, 3 }, { 4, 3 }, { 3, 4 }, { 4, 4 } })
  end)
end)
