-- Amazons: what is known of it, and against the rules as a child would write them.

local gts = require "gts"
local plain = require "spec.support.plain"

local function amazons(size, board, player)
  -- Calls `found` with the cells that a queen on (r, c) could move to.
  local function ways(b, r, c, found)
    for dr = -1, 1 do
      for dc = -1, 1 do
        local i = 1
        while (dr ~= 0 or dc ~= 0) and (b[r + i * dr] or {})[c + i * dc] == "." do
          found(r + i * dr, c + i * dc)
          i = i + 1
        end
      end
    end
  end
  local function name(r, c) return ("%c%d"):format(96 + c, size + 1 - r) end

  return {
    start = { board = board, player = player },
    value = function(p) return p.player == "max" and -10000 or 10000 end,
    key = function(p) return plain.text(p.board) .. p.player end,
    moves = function(p)
      local list, own = {}, p.player == "max" and "X" or "O"
      for r = 1, size do
        for c = 1, size do
          if p.board[r][c] == own then
            ways(p.board, r, c, function(r2, c2)
              local left = plain.copy(p.board)
              left[r][c], left[r2][c2] = ".", own
              ways(left, r2, c2, function(r3, c3)
                local after = plain.copy(left)
                after[r3][c3] = "#"
                list[#list + 1] = {
                  name(r, c) .. "-" .. name(r2, c2) .. "/" .. name(r3, c3), { board = after, player = plain.other[p.player] },
                }
              end)
            end)
          end
        end
      end
      return list
    end,
  }
end

-- The board of a text that gts.write has given, and the player to move.
local function parse(text)
  local board = {}
  for line in text:gsub(" .*", ""):gmatch "[^/]+" do
    board[#board + 1] = {}
    for mark in line:gmatch "." do table.insert(board[#board], mark) end
  end
  return board, text:match "%l+$"
end

describe("amazons #lua", function()
  it("has 2,176 and 4,307,152 ways to begin #thorough", function()
    assert.same({ 2176, 4307152 }, { table.unpack(gts.perft("amazons", 2, { native = true })) })
  end)

  it("has the moves of a plain board #thorough", function()
    for _, size in ipairs { 4, 5, 6, 7, 10 } do
      local game = gts.game("amazons", { size = size })
      for _, at in ipairs(plain.walk(game, size, size == 10 and 10 or 25)) do
        local board, player = parse(gts.write(game, at.position))
        local names = {}
        for _, move in ipairs(amazons(size, board, player).moves { board = board, player = player }) do
          names[#names + 1] = move[1] .. " " .. plain.text(move[2].board)
        end
        local found = {}
        for i, entry in ipairs(gts.moves(game, at.position)) do
          found[i] = entry.name .. " " .. gts.write(game, entry.position):gsub(" .*", "")
        end
        table.sort(names)
        table.sort(found)
        assert.same(names, found)
      end
    end
  end)

  it("has the values of brute force on the smallest board #thorough", function()
    local game, known = gts.game("amazons", { size = 4 }), {}
    local count = 0
    for _, at in ipairs(plain.walk(game, 9, 40)) do
      local board, player = parse(gts.write(game, at.position))
      local _, free = plain.text(board):gsub("%.", "")
      if free <= 5 then
        count = count + 1
        local rules = amazons(4, board, player)
        assert.equal(plain.value(rules, rules.start, known), gts.search(game, { position = at.position }).value)
      end
    end
    assert(count > 10)
    -- Of the whole game, by a program in C: the first player loses.
    assert.equal(-10000, gts.search(game, { algorithm = "ttalphabeta", native = true }).value)
  end)

  it("estimates the same for both players", function()
    for _, size in ipairs { 5, 6, 10 } do
      local game = gts.game("amazons", { size = size })
      for _, at in ipairs(plain.walk(game, size, 40, 40)) do
        local board, player = parse(gts.write(game, at.position))
        local mirrored = {}
        for r, row in ipairs(board) do
          mirrored[size + 1 - r] = table.concat(row):gsub("[XO]", { X = "O", O = "X" })
        end
        local other = gts.read(game, table.concat(mirrored, "/") .. " " .. plain.other[player])
        assert.equal(plain.evaluate(game, at.position), -plain.evaluate(game, other))
      end
    end
  end)

  it("is compiled, keeps the promises of a game, and has one value by all algorithms #thorough", function()
    assert.is_true(gts.native("amazons").compiled)
    plain.keeps_promises(gts.game("amazons", { size = 5 }), 1)
    plain.keeps_promises(gts.game("amazons", { size = 4 }), 2)
    plain.agree(gts.game("amazons", { size = 4 }), 2)
  end)

  it("shows its start", function()
    assert.equal(" 4  . O O .\n 3  O . . O\n 2  X . . X\n 1  . X X .\n\n    a b c d", gts.show(gts.game("amazons", { size = 4 })))
  end)
end)
