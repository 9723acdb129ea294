-- Game descriptions: their translations play as the language says, and what is no game for two in turn is refused.

local file = require "gts.gdl.file"
local gts = require "gts"
local interpreter = require "spec.support.gdl_interpreter"

local FOLDER = "spec/gdl/games/"

local function read(name)
  local input <close> = assert(io.open(FOLDER .. name .. ".kif"))
  return input:read "a"
end

-- The fluents of a position, sorted.
local function fluents(rules, position)
  local list = {}
  for term in rules.write(table.unpack(position)):gmatch "%S+" do list[#list + 1] = term end
  table.sort(list)
  return list
end

local function members(words)
  local list = {}
  for i, word in ipairs(words) do
    for bit = 0, 63 do
      if word >> bit & 1 == 1 then list[#list + 1] = 64 * (i - 1) + bit end
    end
  end
  return list
end

-- Compares a position with the interpreter's, and returns the move that `draw` picks, and the joint move; nil at the end.
local function compare(rules, plain, position, state, draw)
  local max, min = plain.roles[1], plain.roles[2]
  assert.same(state, fluents(rules, position))
  assert.same(position, { rules.read(rules.write(table.unpack(position))) })
  local found = plain:look(state)
  local of_max, of_min = rules.goals(table.unpack(position))
  assert.same({ found.goals[max][1] or -1, found.goals[min][1] or -1 }, { of_max, of_min })
  assert.is_true(#found.goals[max] <= 1 and #found.goals[min] <= 1)
  local moves = members { rules.legal(table.unpack(position)) }
  if found.terminal then
    assert.same({}, moves)
    return nil
  end
  local mover = rules.player(table.unpack(position)) == "max" and max or min
  local other = mover == max and min or max
  assert.equal(1, #found.moves[other])
  local names = {}
  for i, move in ipairs(moves) do names[i] = rules.move_name(move) end
  table.sort(names)
  assert.same(found.moves[mover], names)
  local move = moves[draw(#moves)]
  return move, { [mover] = rules.move_name(move), [other] = found.moves[other][1] }
end

describe("a game description", function()
  for name, games in pairs {
    breakthrough = 2, chomp = 3, connect4 = 2, counter = 6, domineering = 2, hex = 3, hexapawn = 4, isolation = 3,
    knightthrough = 1, nim = 3, tictactoe = 4,
  } do
    it("of " .. name .. " plays as a plain interpreter has it", function()
      local rules, plain = assert(file.rules(FOLDER .. name .. ".kif")), interpreter.new(read(name))
      local seed = 7
      local function draw(n)
        seed = seed * 6364136223846793005 + 1442695040888963407
        return (seed >> 33) % n + 1
      end
      for _ = 1, games do
        local position = type(rules.start) == "table" and rules.start or { rules.start }
        local state = plain:start()
        while true do
          local move, joint = compare(rules, plain, position, state, draw)
          if not move then break end
          local arguments = table.move(position, 1, #position, 1, {})
          arguments[#arguments + 1] = move
          position, state = { rules.play(table.unpack(arguments)) }, plain:play(state, joint)
        end
      end
    end)
  end
end)
