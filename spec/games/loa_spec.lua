-- Lines of action: against the rules as a child would write them.

local gts = require "gts"
local plain = require "spec.support.plain"

local function loa(size)
  local start = plain.board(size, size, ".")
  for i = 2, size - 1 do start[1][i], start[size][i], start[i][1], start[i][size] = "X", "X", "O", "O" end
  local rules = { start = { board = start, player = "max" }, text = plain.rows }

  local function at(board, r, c) return (board[r] or {})[c] end

  -- Are all pieces of a mark in one group?
  local function connected(board, mark)
    local seen, groups = {}, 0
    local function visit(r, c)
      if at(board, r, c) ~= mark or seen[9 * r + c] then return end
      seen[9 * r + c] = true
      for dr = -1, 1 do
        for dc = -1, 1 do visit(r + dr, c + dc) end
      end
    end
    plain.each(board, mark, function(r, c)
      if seen[9 * r + c] then return end
      groups = groups + 1
      visit(r, c)
    end)
    return groups == 1
  end

  local function sign(p) return (connected(p.board, "X") and 1 or 0) - (connected(p.board, "O") and 1 or 0) end

  function rules.value(p) return 10000 * sign(p) end

  -- Pieces on the line through a cell.
  local function on_line(board, r, c, dr, dc)
    local count = -1
    for _, way in ipairs { 1, -1 } do
      local i = 0
      while at(board, r + i * way * dr, c + i * way * dc) do
        if at(board, r + i * way * dr, c + i * way * dc) ~= "." then count = count + 1 end
        i = i + 1
      end
    end
    return count
  end

  -- Where a piece goes in a direction, or nil.
  local function target(board, r, c, dr, dc)
    local own, far = board[r][c], on_line(board, r, c, dr, dc)
    for i = 1, far - 1 do
      if at(board, r + i * dr, c + i * dc) == (own == "X" and "O" or "X") then return nil end
    end
    local to = at(board, r + far * dr, c + far * dc)
    if to and to ~= own then return r + far * dr, c + far * dc end
  end

  function rules.moves(p)
    local list = {}
    if connected(p.board, "X") or connected(p.board, "O") then return list end
    plain.each(p.board, plain.mark[p.player], function(r, c)
      for dr = -1, 1 do
        for dc = -1, 1 do
          local row, column
          if dr ~= 0 or dc ~= 0 then row, column = target(p.board, r, c, dr, dc) end
          if row then
            local name = plain.cell(p.board, r, c) .. "-" .. plain.cell(p.board, row, column)
            list[#list + 1] = { name, plain.put(p, row, column, r, c) }
          end
        end
      end
    end)
    if #list == 0 then list[1] = { "pass", plain.after(p, p.board) } end
    return list
  end

  return rules
end

local names = plain.names

describe("lines of action #lua", function()
  it("has 36 moves at the start, as published, and 1,244 pairs of moves", function()
    assert.same({ 36, 1244 }, { table.unpack(gts.perft("loa", 2)) })
    local count, rules = 0, loa(8)
    for _, move in ipairs(rules.moves(rules.start)) do count = count + #rules.moves(move[2]) end
    assert.equal(1244, count)
  end)

  it("plays whole games as a plain board does", function()
    for seed, size in ipairs { 8, 5, 4, 6 } do
      local game = gts.game("loa", { size = size })
      assert(plain.same_games(game, loa(size), seed, size > 5 and 1 or 4, 40) > 10)
    end
  end)

  it("moves over own pieces, and not over others", function()
    local game = gts.game("loa", { size = 5 })
    assert.truthy((" " .. names(game, "XX.../...../O..../...../X...O max") .. " "):find(" a5-c5 ", 1, true))
    assert.falsy(names(game, "XO..X/...../O..../...../X...O max"):find("a5-d5", 1, true))
  end)

  it("is a draw when a move connects both players' pieces", function()
    local game = gts.game("loa", { size = 4 })
    local position = gts.read(game, "XXO./..X./XO.O/.OOO max")
    local after = gts.apply(game, position, "a2-c4")
    assert.same({ "XXX./..X./.O.O/.OOO min", 0, 0 },
      { gts.write(game, after), #gts.moves(game, after), plain.evaluate(game, after) })
  end)

  it("lets a player who cannot move pass", function()
    local game = gts.game("loa", { size = 4 })
    assert.equal("pass", names(game, "XO.X/OXXO/OO.X/X.XX max"))
  end)
end)
