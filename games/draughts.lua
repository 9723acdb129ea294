--- English draughts (checkers): men move diagonally forward, kings also backward. Captures are compulsory: jump over a man of the
-- other player to the free square behind it, and on from there as long as possible. A man that reaches the other side becomes a
-- king, and the move ends there. A player who cannot move has lost. MAX has the dark men, on the squares 1 to 12.
--
-- A position is three integers, sets of squares; after each second row a bit stays free, so that a step is 4 or 5 bits:
--
--     mine    the men and kings of the player to move
--     theirs  those of the other player
--     kings   all kings; and TURN, if MIN is to move
--
--       0   1   2   3        the upper rows. Squares have the numbers 1 to 32, in this order
--     4   5   6   7
--       9  10  11  12
--    13  14  15  16
--
-- A position that comes again is a draw; with the option `repetition = false` that is not looked for. An evaluation counts men
-- and kings, and men on the first row, which keep the other side from kings. A jump that is due is worth half a man: often
-- another one answers it.

local gts = require "gts"

local TURN = 1 << 36
local BOARD = 0x7fbfdfeff               -- 35 bits, without 8, 17 and 26
local TOP, BOTTOM = 0xf, 0xf << 31
local STEPS = { 4, 5, -4, -5 }          -- the four ways: two down, two up
local WIN = 10000
local weights = { man = 100, guard = 14, king = 130, inside = 5, jump = 50 }
local CENTRE = 0x198cc00
local TOP_GUARDS, BOTTOM_GUARDS = 0x7, 0xe << 31    -- all but a square in a corner

local function count(set)
  set = set - (set >> 1 & 0x5555555555555555)
  set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333)
  return (set + (set >> 4) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56
end

local rules = { name = "draughts", words = 3, start = { 0x1eff, 0x7fbc00000, 0 }, range = { -WIN, WIN },
  weights = weights }

-- The men of the player to move that can go down, and those that can go up.
local function both_ways(mine, kings)
  if kings & TURN == 0 then return mine, mine & kings end
  return mine & kings, mine
end

-- The men that can jump, and those that can step.
local function jumping(mine, theirs, kings)
  local free, down, up = BOARD & ~(mine | theirs), both_ways(mine, kings)
  return down & (theirs >> 4 & free >> 8 | theirs >> 5 & free >> 10)
    | up & (theirs << 4 & free << 8 | theirs << 5 & free << 10)
end

local function stepping(mine, theirs, kings)
  local free, down, up = BOARD & ~(mine | theirs), both_ways(mine, kings)
  return down & (free >> 4 | free >> 5) | up & (free << 4 | free << 5)
end

-- The ways that a man or a king may go: the first and the last one.
local function ways(piece, kings)
  if kings & piece ~= 0 then return 1, 4 end
  if kings & TURN == 0 then return 1, 2 end
  return 3, 4
end

-- The kings after a move from `piece` to `to`, when `left` of the others are there.
local function crowned(left, mine, kings, piece, to)
  local after = kings & (left | mine ~ piece) | ~kings & TURN
  if kings & piece ~= 0 or to & (kings & TURN == 0 and BOTTOM or TOP) ~= 0 then return after | to end
  return after
end

-- A move is, from the lowest bits: from which bit, six bits; the number of jumps, four bits, 0 for a step; and the ways less 1,
-- two bits each.
local function next_step(mine, theirs, kings, movers, from, way)
  local free = BOARD & ~(mine | theirs)
  for cell = from, 34 do
    local piece = 1 << cell
    if movers & piece ~= 0 then
      local first, last = ways(piece, kings)
      for w = math.max(way, first), last do
        local to = piece << STEPS[w] & free
        if to ~= 0 then return cell | w - 1 << 10, theirs, mine ~ piece | to, crowned(theirs, mine, kings, piece, to) end
      end
    end
    way = 1
  end
end

-- Goes through all ways to jump, depth first. `path` has the ways of the last move, `length` their number.
local function next_jump(mine, theirs, kings, movers, from, length, path)
  for cell = from, 34 do
    local piece = 1 << cell
    if movers & piece ~= 0 then
      local first, last = ways(piece, kings)
      local free, goal = BOARD & ~(mine | theirs) | piece, kings & piece == 0 and TOP | BOTTOM or 0
      local way, fresh = first, false
      if length == 0 then path = 0
      else
        length = length - 1
        way, path = (path >> 2 * length & 3) + 2, path & (1 << 2 * length) - 1
      end
      while true do
        local at, left = piece, theirs
        for i = 0, 2 * length - 2, 2 do
          local step = STEPS[(path >> i & 3) + 1]
          left, at = left & ~(at << step), at << 2 * step
        end
        local to = 0
        while way <= last and to == 0 and (length == 0 or at & goal == 0) do
          to = (at << STEPS[way] & left) << STEPS[way] & free
          way = way + 1
        end
        if to ~= 0 then
          path, length, way, fresh = path | way - 2 << 2 * length, length + 1, first, true
        elseif fresh then
          return cell | length << 6 | path << 10, left, mine ~ piece | at, crowned(left, mine, kings, piece, at)
        elseif length == 0 then break
        else
          length = length - 1
          way, path = (path >> 2 * length & 3) + 2, path & (1 << 2 * length) - 1
        end
      end
    end
    length = 0
  end
end

function rules.next(mine, theirs, kings, move)
  local jumpers, from, length, path = jumping(mine, theirs, kings), 0, 0, -1
  if move then from, length, path = move & 63, move >> 6 & 15, move >> 10 end
  if jumpers ~= 0 then return next_jump(mine, theirs, kings, jumpers, from, length, path) end
  return next_step(mine, theirs, kings, stepping(mine, theirs, kings), from, path + 2)
end

-- One of the steps, by how many there are of each way. Jumps are few: they are counted.
function rules.random(mine, theirs, kings, r)
  if jumping(mine, theirs, kings) ~= 0 then return nil end
  local free, down, up = BOARD & ~(mine | theirs), both_ways(mine, kings)
  local movers, way = down & free >> STEPS[1], 1
  local second, third, fourth = down & free >> STEPS[2], up & free << STEPS[1], up & free << STEPS[2]
  local first_count, second_count, third_count = count(movers), count(second), count(third)
  local number = (r >> 32) * (first_count + second_count + third_count + count(fourth)) >> 32
  if number >= first_count then
    number, movers, way = number - first_count, second, 2
    if number >= second_count then
      number, movers, way = number - second_count, third, 3
      if number >= third_count then number, movers, way = number - third_count, fourth, 4 end
    end
  end
  if movers == 0 then return nil end
  for _ = 1, number do movers = movers & movers - 1 end
  local piece = movers & -movers
  local to = piece << STEPS[way]
  return count(piece - 1) | way - 1 << 10, theirs, mine ~ piece | to, crowned(theirs, mine, kings, piece, to)
end

-- Captures; they come first.
function rules.noisy(_, _, _, move) return move & 15 << 6 ~= 0 end
rules.noisy_first = true

-- What a player's men and kings are worth; a man at `guards` keeps the other side from kings.
local function worth(men, kings, guards)
  return weights.man * count(men) + weights.guard * count(men & guards) + weights.king * count(kings)
    + weights.inside * count(kings & CENTRE)
end

function rules.evaluate(mine, theirs, kings)
  local down, jumpers = kings & TURN == 0, jumping(mine, theirs, kings)
  if jumpers | stepping(mine, theirs, kings) == 0 then return down and -WIN or WIN end
  local max, min = mine, theirs
  if not down then max, min = theirs, mine end
  local lead = worth(max & ~kings, max & kings, TOP_GUARDS) - worth(min & ~kings, min & kings, BOTTOM_GUARDS)
  if jumpers == 0 then return lead end
  return down and lead + weights.jump or lead - weights.jump
end

function rules.turned(mine, theirs, kings) return theirs, mine, kings ~ TURN end

-- The board is turned by a half turn: the first of its 35 bits becomes the last.
local function half_turn(set)
  local made = 0
  for _ = 1, 35 do made, set = made << 1 | set & 1, set >> 1 end
  return made
end

-- Searches do without it (`key = false`), so that counts are those of the positions.
rules.symmetries = { key = false }
function rules.symmetries.reversed(mine, theirs, kings)
  return half_turn(mine), half_turn(theirs), half_turn(kings) | ~kings & TURN
end

function rules.player(_, _, kings)
  return kings & TURN == 0 and "max" or "min"
end

local function number(cell) return cell - cell // 9 + 1 end

-- As in "11-15" or "22x15x8".
function rules.move_name(move)
  local at, length, path = move & 63, move >> 6 & 15, move >> 10
  if length == 0 then return ("%d-%d"):format(number(at), number(at + STEPS[path + 1])) end
  local name = tostring(number(at))
  for i = 0, length - 1 do
    at = at + 2 * STEPS[(path >> 2 * i & 3) + 1]
    name = name .. "x" .. number(at)
  end
  return name
end

-- The eight rows, with four squares each: x and o are men of MAX and MIN, X and O kings.
local function drawn(mine, theirs, kings, before, after)
  local max, lines = kings & TURN == 0 and mine or theirs, {}
  for row = 0, 7 do
    local text = ""
    for column = 0, 3 do
      local bit = 1 << row // 2 * 9 + row % 2 * 4 + column
      local mark = (mine | theirs) & bit == 0 and "." or max & bit ~= 0 and "x" or "o"
      if kings & bit ~= 0 then mark = mark:upper() end
      text = text .. (row % 2 == 0 and before .. mark .. after or mark .. after .. before)
    end
    lines[row + 1] = text
  end
  return lines
end

function rules.show(mine, theirs, kings)
  local lines = drawn(mine, theirs, kings, "  ", " ")
  for row, line in ipairs(lines) do lines[row] = ("%2d %s"):format(4 * row - 3, line):gsub(" +$", "") end
  return table.concat(lines, "\n")
end

-- The cell of a board with eight columns where a square is, by its bit.
local function cell_of(bit)
  local square = number(bit) - 1
  return 2 * square + (square // 4 % 2 == 0 and 2 or 1)
end

-- The squares where a move begins, is between two jumps, and ends.
local function clicked(move)
  local bit, length, path = move & 63, move >> 6 & 15, move >> 10
  local cells = { cell_of(bit) }
  for i = 0, math.max(length, 1) - 1 do
    bit = bit + (length > 0 and 2 or 1) * STEPS[(path >> 2 * i & 3) + 1]
    cells[i + 2] = cell_of(bit)
  end
  return table.unpack(cells)
end

function rules.board(mine, theirs, kings)
  return { columns = 8, rows = 8, cells = table.concat(drawn(mine, theirs, kings, "-", "")), at = clicked,
    pieces = { x = "max", o = "min", X = "max king", O = "min king", ["-"] = "gap" } }
end

-- As in "xxxx/xxxx/xxxx/..../..../oooo/oooo/oooo max": the rows from above, and the player to move.
function rules.write(mine, theirs, kings)
  return table.concat(drawn(mine, theirs, kings, "", ""), "/") .. (kings & TURN == 0 and " max" or " min")
end

function rules.read(text)
  local sets, cell = { x = 0, o = 0, X = 0, O = 0, ["."] = 0 }, 0
  for mark in text:gsub(" .*", ""):gmatch "[xoXO.]" do
    sets[mark], cell = sets[mark] | 1 << cell, cell + (cell % 9 == 7 and 2 or 1)
  end
  local mine, theirs, kings = sets.x | sets.X, sets.o | sets.O, sets.X | sets.O
  if text:find " min$" then mine, theirs, kings = theirs, mine, kings | TURN end
  if rules.write(mine, theirs, kings) ~= text then
    return nil, "expected rows like those of " .. rules.write(table.unpack(rules.start))
  end
  return mine, theirs, kings
end

return gts.with_options({
  repetition = { true, "a position that comes again is a draw" },
}, function(options)
  rules.cycle = options.repetition and 0 or nil
  return rules
end)
