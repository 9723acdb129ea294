-- Hex: what is known of it, and against a board with neighbours as one would draw them.

local gts = require "gts"
local plain = require "spec.support.plain"

-- The hexagons that touch one another: rows and columns aside.
local aside = { { 0, 1 }, { 0, -1 }, { 1, 0 }, { -1, 0 }, { 1, -1 }, { -1, 1 } }

-- Is a side connected with the opposite one by a mark? From the upper one, or from the left one with `left`.
local function connected(board, mark, left)
  local size, seen = #board, {}
  local function reaches(r, c)
    if not board[r] or board[r][c] ~= mark or seen[r * size + c] then return false end
    seen[r * size + c] = true
    if (left and c or r) == size then return true end
    for _, step in ipairs(aside) do
      if reaches(r + step[1], c + step[2]) then return true end
    end
    return false
  end
  for i = 1, size do
    if left and reaches(i, 1) or not left and reaches(1, i) then return true end
  end
  return false
end

local function hex(size)
  local function value(p)
    return connected(p.board, "X") and 10000 or connected(p.board, "O", true) and -10000 or 0
  end
  return {
    start = { board = plain.board(size, size, "."), player = "max" },
    value = value,
    key = function(p) return plain.text(p.board) end,
    text = plain.rows,
    moves = function(p)
      local list = {}
      for r = 1, value(p) == 0 and size or 0 do
        for c = 1, size do
          if p.board[r][c] == "." then
            local after = plain.copy(p.board)
            after[r][c] = p.player == "max" and "X" or "O"
            list[#list + 1] = { ("%c%d"):format(96 + c, r), { board = after, player = plain.other[p.player] } }
          end
        end
      end
      return list
    end,
  }
end

-- The names of the first moves that win, sorted.
local function winning(size)
  local list = {}
  for _, entry in ipairs(gts.analyze(gts.game("hex", { size = size }))) do
    if entry.value == 10000 then list[#list + 1] = ("%c%d"):format(97 + entry.move % (size + 1), entry.move // (size + 1) + 1) end
  end
  table.sort(list)
  return table.concat(list, " ")
end

describe("hex #lua", function()
  -- The page Small boards of hexwiki.net has all of these; so has brute force in C over all boards.
  it("is won by just these openings on small boards #thorough", function()
    assert.equal("a1", winning(1))
    assert.equal("a2 b1", winning(2))
    assert.equal("a2 a3 b2 c1 c2", winning(3))
    assert.equal("a4 b3 c2 d1", winning(4))
  end)

  it("is the game of a plain board", function()
    for size = 1, 7 do
      local same, difference = gts.equivalent(gts.game("hex", { size = size }), plain.game(hex(size)), { time = 0.2 })
      assert.is_true(same, difference.why)
    end
  end)

  it("has the values of brute force", function()
    local rules, known = hex(3), {}
    local game = gts.game("hex", { size = 3 })
    for _, at in ipairs(plain.walk(game, 3, 60)) do
      local p = { board = {}, player = at.player }
      for line in gts.write(game, at.position):gmatch "[XO.]+" do
        p.board[#p.board + 1] = {}
        for mark in line:gmatch "." do table.insert(p.board[#p.board], mark) end
      end
      assert.equal(plain.value(rules, p, known), gts.search(game, { position = at.position }).value)
    end
  end)

  it("plays whole games as a plain board does, where sets are two integers", function()
    for _, size in ipairs { 8, 11 } do
      assert(plain.same_games(gts.game("hex", { size = size }), hex(size), size, 1) > size)
    end
  end)

  -- A chain of MAX, with bridges, across the border between the two integers.
  it("counts on large boards as on small ones", function()
    local game = gts.game("hex", { size = 9 })
    local function estimate(text) return plain.evaluate(game, gts.read(game, text)) end
    local free = "........."
    local rows = { free, ".....X...", free, "....X....", free, "...X.....", free, "..X......", free }
    assert(estimate(table.concat(rows, "/") .. " min") > 64)
    assert.equal(10000, estimate(table.concat({ "......X..", ".....X...", ".....X...", "....X....", "....X....", "...X.....",
      "...X.....", "..X......", "..X......" }, "/") .. " min"))
    plain.keeps_promises(gts.game("hex", { size = 11 }), 3, 60)
    assert.is_nil(tostring(gts.native(gts.game("hex", { size = 11 }))):find("in Lua", 1, true))
  end)

  it("is never a draw", function()
    for size = 1, 7 do
      local game = gts.game("hex", { size = size })
      for _, at in ipairs(plain.walk(game, size, 60)) do
        if at.over then assert.equal(10000, math.abs(plain.evaluate(game, at.position))) end
      end
    end
  end)

  -- Who turns the board over, upper side to the left, changes the players.
  it("estimates the same for both players", function()
    local game = gts.game "hex"
    for _, at in ipairs(plain.walk(game, 4, 150)) do
      local rows, columns = {}, {}
      local text = gts.write(game, at.position)
      for line in text:gsub(" .*", ""):gmatch "[XO.]+" do rows[#rows + 1] = line end
      for c = 1, 7 do
        local marks = {}
        for r = 1, 7 do marks[r] = ({ X = "O", O = "X", ["."] = "." })[rows[r]:sub(c, c)] end
        columns[c] = table.concat(marks)
      end
      local mirrored = gts.read(game, table.concat(columns, "/") .. " " .. plain.other[at.player])
      assert.equal(plain.evaluate(game, at.position), -plain.evaluate(game, mirrored))
    end
  end)

  it("estimates a position and its half turn alike", function()
    for _, size in ipairs { 3, 5, 7, 9 } do
      local game = gts.game("hex", { size = size })
      for _, at in ipairs(plain.walk(game, size, 60)) do
        local marks, player = gts.write(game, at.position):match "^(%S+) (%a+)$"
        local turned = gts.read(game, marks:reverse() .. " " .. player)
        assert.equal(plain.evaluate(game, at.position), plain.evaluate(game, turned))
      end
    end
  end)

  it("counts the stones that are needed, bridges being as good as connections", function()
    local game = gts.game("hex", { size = 5 })
    -- b4 and c2 are a bridge, and both are bridges away from their sides: MAX needs no stone. MIN needs at least one.
    local bridged = plain.evaluate(game, gts.read(game, "...../..X../...../.X.../..... min"))
    assert(bridged > 64, bridged)
    assert(bridged > plain.evaluate(game, gts.read(game, "...../..X../..O../.X.../..... min")))
  end)

  it("is compiled, keeps the promises of a game, and has one value by all algorithms", function()
    assert.is_true(gts.native("hex").compiled)
    plain.keeps_promises(gts.game "hex", 1)
    plain.keeps_promises(gts.game("hex", { size = 2 }), 2)
    plain.agree(gts.game("hex", { size = 4 }), 3)
  end)

  it("shows its start", function()
    assert.equal("   a b c\n1  . . .\n 2  . . .\n  3  . . .", gts.show(gts.game("hex", { size = 3 })))
  end)
end)
