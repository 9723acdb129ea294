-- English draughts: what is known of it, and against the rules as a child would write them.

local gts = require "gts"
local plain = require "spec.support.plain"

-- A board of eight rows and columns; squares that are played on have numbers.
local function number(r, c) return (r - 1) * 4 + (c + 1) // 2 end
local function dark(r, c) return r >= 1 and r <= 8 and c >= 1 and c <= 8 and (r + c) % 2 == 1 end

local function draughts(board, player)
  -- The steps of a piece: rows and columns.
  local function steps(piece)
    local list = {}
    for _, dr in ipairs(piece == "x" and { 1 } or piece == "o" and { -1 } or { 1, -1 }) do
      list[#list + 1], list[#list + 2] = { dr, -1 }, { dr, 1 }
    end
    return list
  end
  local function crown(piece, r) return (piece == "x" and r == 8 or piece == "o" and r == 1) and piece:upper() or piece end

  local function jumps(b, r, c, piece, theirs, name, found)
    local further = false
    for _, step in ipairs(steps(piece)) do
      local r1, c1, r2, c2 = r + step[1], c + step[2], r + 2 * step[1], c + 2 * step[2]
      if dark(r2, c2) and b[r1][c1]:lower() == theirs and b[r2][c2] == "." then
        further = true
        local after = plain.copy(b)
        after[r1][c1] = "."
        local now = name .. "x" .. number(r2, c2)
        if crown(piece, r2) ~= piece then
          after[r2][c2] = crown(piece, r2)
          found(now, after)
        else jumps(after, r2, c2, piece, theirs, now, found) end
      end
    end
    if not further and name:find "x" then
      local after = plain.copy(b)
      after[r][c] = piece
      found(name, after)
    end
  end

  local function moves(p)
    local own, theirs, list = p.player == "max" and "x" or "o", p.player == "max" and "o" or "x", {}
    local function found(name, after) list[#list + 1] = { name, { board = after, player = plain.other[p.player] } } end
    local function each(f)
      for r = 1, 8 do
        for c = 1, 8 do
          if p.board[r][c]:lower() == own then
            local without = plain.copy(p.board)
            without[r][c] = "."
            f(without, r, c, p.board[r][c])
          end
        end
      end
    end
    each(function(b, r, c, piece) jumps(b, r, c, piece, theirs, tostring(number(r, c)), found) end)
    if #list == 0 then
      each(function(b, r, c, piece)
        for _, step in ipairs(steps(piece)) do
          local r1, c1 = r + step[1], c + step[2]
          if dark(r1, c1) and b[r1][c1] == "." then
            local after = plain.copy(b)
            after[r1][c1] = crown(piece, r1)
            found(number(r, c) .. "-" .. number(r1, c1), after)
          end
        end
      end)
    end
    return list
  end

  return { start = { board = board, player = player }, moves = moves, value = function(p)
    return #moves(p) > 0 and 0 or p.player == "max" and -10000 or 10000
  end }
end

-- The board of a text that gts.write has given, and the player to move.
local function parse(text)
  local board, r = plain.board(8, 8, "."), 0
  for line in text:gsub(" .*", ""):gmatch "[^/]+" do
    r = r + 1
    for i = 1, 4 do board[r][2 * i - (r + 1) % 2] = line:sub(i, i) end
  end
  return board, text:match "%l+$"
end

-- The names of the moves of a position, sorted.
local function names(text)
  local list = {}
  for i, entry in ipairs(gts.moves("draughts", gts.read("draughts", text))) do list[i] = entry.name end
  table.sort(list)
  return table.concat(list, " ")
end

describe("English draughts #lua", function()
  -- Aart Bik, perft for 8x8 checkers, talkchess.com, 2009; it counts captures that differ in their order.
  it("has 7, 49, 302, 1,469, 7,361, 36,768, 179,740 and 845,931 ways to begin", function()
    assert.same({ 7, 49, 302, 1469, 7361, 36768, 179740, 845931 },
      { table.unpack(gts.perft("draughts", 8, { native = true })) })
  end)

  it("has the moves of a plain board, kings and long jumps too #thorough", function()
    local jumps, kings = 0, 0
    for seed = 1, 3 do
      for _, at in ipairs(plain.walk(gts.game "draughts", seed, 150)) do
        local text = gts.write("draughts", at.position)
        local board, player = parse(text)
        local listed, found = {}, {}
        for i, move in ipairs(draughts(board, player).moves { board = board, player = player }) do
          listed[i] = move[1] .. " " .. plain.text(move[2].board)
        end
        for i, entry in ipairs(gts.moves("draughts", at.position)) do
          found[i] = entry.name .. " " .. plain.text((parse(gts.write("draughts", entry.position))))
          if entry.name:find "x.*x" then jumps = jumps + 1 end
        end
        if text:find "[XO]" then kings = kings + 1 end
        table.sort(listed)
        table.sort(found)
        assert.same(listed, found)
      end
    end
    assert(jumps > 3 and kings > 20)
  end)

  it("lets a man that becomes a king jump no further, and a king jump in a circle", function()
    assert.equal("22x31", names "..../..../..../..../..../.x../.oo./.... max")
    assert.equal("22x31x24", names "..../..../..../..../..../.X../.oo./.... max")
    assert.equal("22x13x6x15x22 22x15x6x13x22", names "..../..../oo../..../oo../.X../..../.... max")
  end)

  it("estimates the same for both players", function()
    local game = gts.game "draughts"
    for _, at in ipairs(plain.walk(game, 4, 150)) do
      local marks, player = gts.write(game, at.position):match "^(.*) (%l+)$"
      local turned = marks:reverse():gsub("%a", { x = "o", o = "x", X = "O", O = "X" })
      assert.equal(plain.evaluate(game, at.position),
        -plain.evaluate(game, gts.read(game, turned .. " " .. plain.other[player])))
    end
  end)

  it("is compiled, keeps the promises of a game, and has one value by all algorithms", function()
    assert.is_true(gts.native("draughts").compiled)
    plain.keeps_promises(gts.game "draughts", 1)
    plain.agree(gts.game("draughts", { repetition = false }), 4)
  end)
end)
