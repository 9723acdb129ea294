-- Chomp, domineering and hexapawn: what is known of them, and against the rules as a child would write them, on tables.

local gts = require "gts"

local other = { max = "min", min = "max" }

local function copy(board)
  local new = {}
  for i, row in ipairs(board) do new[i] = { table.unpack(row) } end
  return new
end

-- Rules on boards of "X", "O", "#" and ".": `moves(board, player)` lists names and boards; `lost` is the player who has lost
-- when there is none.
local function plain(name, board, player, moves)
  return gts.game {
    name = name, start = { board = board, player = player },
    successors = function(p)
      local list, names = {}, {}
      for _, move in ipairs(moves(p.board, p.player)) do
        names[#names + 1], list[#list + 1] = move[1], { board = move[2], player = other[p.player] }
      end
      return list, names
    end,
    evaluate = function(p) return p.player == "max" and -1 or 1 end,
    player = function(p) return p.player end,
  }
end

local function filled(rows, columns, what)
  local board = {}
  for r = 1, rows do
    board[r] = {}
    for c = 1, columns do board[r][c] = what end
  end
  return board
end

local function chomp(rows, columns)
  return plain("plain chomp", filled(rows, columns, "#"), "max", function(board)
    local list = {}
    if board[1][1] == "." then return list end
    for r = 1, rows do
      for c = 1, columns do
        if board[r][c] == "#" then
          local after = copy(board)
          for i = r, rows do
            for j = c, columns do after[i][j] = "." end
          end
          list[#list + 1] = { 100 * r + c, after }
        end
      end
    end
    return list
  end)
end

local function domineering(rows, columns)
  return plain("plain domineering", filled(rows, columns, "."), "max", function(board, player)
    local list = {}
    local dr, dc = player == "max" and 1 or 0, player == "max" and 0 or 1
    for r = 1, rows do
      for c = 1, columns do
        if board[r][c] == "." and (board[r + dr] or {})[c + dc] == "." then
          local after = copy(board)
          after[r][c], after[r + dr][c + dc] = "#", "#"
          list[#list + 1] = { (r - 1) * columns + c, after }
        end
      end
    end
    return list
  end)
end

local function hexapawn(rows, columns)
  local start = filled(rows, columns, ".")
  for c = 1, columns do start[1][c], start[rows][c] = "O", "X" end
  return plain("plain hexapawn", start, "max", function(board, player)
    local list = {}
    local own, step = player == "max" and "X" or "O", player == "max" and -1 or 1
    local theirs, goal = own == "X" and "O" or "X", player == "max" and rows or 1
    for c = 1, columns do
      if board[goal][c] == theirs then return list end
    end
    for r = 1, rows do
      for c = 1, columns do
        for way = 1, board[r][c] == own and 3 or 0 do
          local to = (board[r + step] or {})[c + way - 2]
          if to == (way == 2 and "." or theirs) then
            local after = copy(board)
            after[r][c], after[r + step][c + way - 2] = ".", own
            list[#list + 1] = { 10 * ((r - 1) * columns + c) + way, after }
          end
        end
      end
    end
    return list
  end)
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
    for _, size in ipairs { { 1, 3 }, { 3, 1 }, { 2, 3 }, { 3, 3 } } do
      local game, naive = gts.game("chomp", { rows = size[1], columns = size[2] }), chomp(size[1], size[2])
      assert.same({ table.unpack(gts.perft(naive, 9)) }, { table.unpack(gts.perft(game, 9)) })
    end
  end)
end)

describe("domineering #lua", function()
  -- Berlekamp, Conway, Guy, Winning Ways; Breuker, Uiterwijk and van den Herik, Solving 8x8 Domineering (2000): 1 x 1 and 5 x 5
  -- are won by the second player, 2 x 2, 3 x 3 and 4 x 4 by the first player.
  it("has the winners that are known", function()
    for size, winner in ipairs { "second", "first", "first", "first", "second" } do
      for _, first in ipairs { "max", "min" } do
        local sign = (first == "max") == (winner == "first") and 1 or -1
        assert.equal(sign, value_of("domineering", { columns = size, rows = size, first = first }))
      end
    end
    assert.equal(1, value_of("domineering", { columns = 1, rows = 4, first = "min" }))
    assert.equal(-1, value_of("domineering", { columns = 4, rows = 1 }))
  end)

  it("is the game of a plain board", function()
    for _, size in ipairs { { 2, 3 }, { 3, 3 }, { 4, 3 }, { 1, 5 } } do
      local game = gts.game("domineering", { rows = size[1], columns = size[2] })
      assert.is_true((gts.equivalent(game, domineering(size[1], size[2]), { time = 0.3 })))
    end
  end)

  it("estimates between loss and win", function()
    local r = gts.search("domineering", { depth = 3 })
    assert(r.value > -1 and r.value < 1)
  end)
end)

describe("hexapawn #lua", function()
  it("of 3 x 3 is won by the second player, of 4 x 4 by the first player", function()
    assert.equal(-1, value_of "hexapawn")
    assert.equal(1, value_of("hexapawn", { columns = 4, rows = 4 }))
  end)

  it("is the game of a plain board", function()
    for _, size in ipairs { { 3, 3 }, { 4, 3 }, { 3, 4 }, { 4, 4 } } do
      local game = gts.game("hexapawn", { rows = size[1], columns = size[2] })
      assert.is_true((gts.equivalent(game, hexapawn(size[1], size[2]), { time = 0.3 })))
    end
  end)
end)

describe("each of them #lua", function()
  it("has one value by all algorithms, compiled and not, and shows its start", function()
    for name, shown in pairs {
      chomp = "x # # #\n# # # #\n# # # #", domineering = (". . . . .\n"):rep(5):sub(1, -2), hexapawn = "O O O\n. . .\nX X X",
    } do
      local game = gts.game(name, name == "domineering" and { columns = 3, rows = 3 } or nil)
      assert.equal(shown, gts.show(name))
      local value = gts.search(game, { algorithm = "minimax", native = false }).value
      for _, algorithm in ipairs(gts.algorithms) do
        local found = gts.search(game, { algorithm = algorithm.id, native = false }).value
        assert(algorithm.id == "althofer" or found == value)
      end
      assert.is_true(gts.native(game).compiled)
      assert.equal(value, gts.search(game, { native = true }).value)
    end
  end)
end)
