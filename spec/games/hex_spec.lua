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
    for _, step in ipairs(aside) do if reaches(r + step[1], c + step[2]) then return true end end
    return false
  end
  for i = 1, size do if left and reaches(i, 1) or not left and reaches(1, i) then return true end end
  return false
end

local function hex(size)
  local rules = { start = { board = plain.board(size, size, "."), player = "max" }, key = plain.rows, text = plain.rows }

  function rules.value(p)
    return connected(p.board, "X") and 10000 or connected(p.board, "O", true) and -10000 or 0
  end

  function rules.moves(p)
    return plain.each(rules.value(p) == 0 and p.board or {}, ".", function(r, c)
      return { ("%c%d"):format(96 + c, r), plain.put(p, r, c) }
    end)
  end

  return rules
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
    assert.same({ "a1", "a2 b1", "a2 a3 b2 c1 c2" }, { winning(1), winning(2), (winning(3)) })
    assert.equal("a4 b3 c2 d1", winning(4))
  end)

  it("is the game of a plain board, of one integer a set or of two", function()
    for size = 1, 7 do
      plain.same_positions(gts.game("hex", { size = size }), hex(size), 60)
      plain.same_games(gts.game("hex", { size = size }), hex(size), size, 1)
    end
    assert(plain.same_games(gts.game("hex", { size = 8 }), hex(8), 8, 1) > 8)
    assert.equal(20, plain.same_games(gts.game("hex", { size = 11 }), hex(11), 11, 1, 20))
  end)

  it("has the values of brute force", function()
    local rules, game, known = hex(3), gts.game("hex", { size = 3 }), {}
    for _, at in ipairs(plain.walk(game, 3, 60)) do
      assert.equal(plain.value(rules, plain.parse(gts.write(game, at.position)), known),
        gts.search(game, { position = at.position }).value)
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
  end)

  it("counts the stones that are needed, bridges being as good as connections", function()
    local game = gts.game("hex", { size = 5 })
    -- b4 and c2 are a bridge, and both are bridges away from their sides: MAX needs no stone. MIN needs at least one.
    local bridged = plain.evaluate(game, gts.read(game, "...../..X../...../.X.../..... min"))
    assert(bridged > 64, bridged)
    assert(bridged > plain.evaluate(game, gts.read(game, "...../..X../..O../.X.../..... min")))
  end)
end)
