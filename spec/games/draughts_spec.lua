-- English draughts: what is known of it, and against the rules as a child would write them.

local gts = require "gts"
local plain = require "spec.support.plain"

-- A board of eight rows and columns; squares that are played on have numbers.
local function number(r, c) return (r - 1) * 4 + (c + 1) // 2 end
local function dark(r, c) return r >= 1 and r <= 8 and c >= 1 and c <= 8 and (r + c) % 2 == 1 end

local function draughts()
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
    local function found(name, after) list[#list + 1] = { name, plain.after(p, after) } end
    local function each(f)
      for _, piece in ipairs { own, own:upper() } do
        plain.each(p.board, piece, function(r, c)
          local without = plain.copy(p.board)
          without[r][c] = "."
          f(without, r, c, piece)
        end)
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

  -- Of each row the squares that are played on.
  local function text(p)
    local lines = {}
    for r, row in ipairs(p.board) do lines[r] = table.concat(row):gsub("(.)(.)", r % 2 == 1 and "%2" or "%1") end
    return table.concat(lines, "/") .. " " .. p.player
  end

  local start = plain.board(8, 8, ".")
  for r = 1, 8 do
    for c = r % 2 + 1, r > 3 and r < 6 and 0 or 8, 2 do start[r][c] = r < 4 and "x" or "o" end
  end
  return { start = { board = start, player = "max" }, text = text, moves = moves, value = function(p)
    return p.player == "max" and -10000 or 10000
  end }
end

local function names(text) return plain.names("draughts", text) end

describe("English draughts #lua", function()
  -- Aart Bik, perft for 8x8 checkers, talkchess.com, 2009; it counts captures that differ in their order.
  it("has 7, 49, 302, 1,469, 7,361 and 36,768 ways to begin", function()
    assert.same({ 7, 49, 302, 1469, 7361, 36768 }, { table.unpack(gts.perft("draughts", 6)) })
  end)

  it("plays games as a plain board does, with kings and long jumps", function()
    local rules, kings = draughts(), 0
    local text = rules.text
    function rules.text(p)
      kings = kings + (text(p):find "[XO]" and 1 or 0)
      return text(p)
    end
    assert(plain.same_games(gts.game "draughts", rules, 1, 2, 150) > 100)
    assert(kings > 20)
  end)

  it("lets a man that becomes a king jump no further, and a king jump in a circle", function()
    assert.equal("22x31", names "..../..../..../..../..../.x../.oo./.... max")
    assert.equal("22x31x24", names "..../..../..../..../..../.X../.oo./.... max")
    assert.equal("22x13x6x15x22 22x15x6x13x22", names "..../..../oo../..../oo../.X../..../.... max")
  end)
end)
