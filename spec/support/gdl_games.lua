--- Plays games of a description by chance, and compares each position with a plain interpreter of the language.

local gdl_games = {}

-- Raises how a list, or another value, differs from what the interpreter has.
local function same(expected, found, what)
  if type(expected) == "table" then expected, found = table.concat(expected, " "), table.concat(found, " ") end
  if expected ~= found then error(("%s: expected %s, found %s"):format(what, tostring(expected), tostring(found)), 0) end
end

-- The fluents of a position, sorted.
local function fluents(rules, position)
  local list = {}
  for term in rules.write(table.unpack(position)):gmatch "%S+" do list[#list + 1] = term end
  table.sort(list)
  return list
end

-- Compares a position with the interpreter's, and returns the move that `draw` picks, and the joint move; nil at the end.
local function compare(rules, plain, position, state, draw)
  local max, min = plain.roles[1], plain.roles[2]
  same(state, fluents(rules, position), "fluents")
  same(state, fluents(rules, { rules.read(rules.write(table.unpack(position))) }), "fluents that were written and read")
  local found = plain:look(state)
  local of_max, of_min = rules.gdl.goals(table.unpack(position))
  local function greatest(goals) return #goals > 0 and math.max(table.unpack(goals)) or -1 end
  same({ greatest(found.goals[max]), greatest(found.goals[min]) }, { of_max, of_min }, "goals")
  same(found.terminal, rules.gdl.is_over(table.unpack(position)), "terminal")
  if found.terminal then return nil end
  local moves = rules.gdl.moves(table.unpack(position))
  local mover = rules.player(table.unpack(position)) == "max" and max or min
  local other = mover == max and min or max
  same(1, #found.moves[other], "moves of " .. other)
  local function name_of(move) return rules.move_name and rules.move_name(move) or move end
  local names = {}
  for i, move in ipairs(moves) do names[i] = name_of(move) end
  table.sort(names)
  same(found.moves[mover], names, "moves of " .. mover)
  local move = moves[draw(#moves)]
  return move, { [mover] = name_of(move), [other] = found.moves[other][1] }
end

--- Plays `count` games, each of at most `longest` plies, if that is given. `seen()` is called after each position that is equal.
function gdl_games.play(rules, plain, count, seen, longest)
  local seed = 7
  local function draw(n)
    seed = seed * 6364136223846793005 + 1442695040888963407
    return (seed >> 33) % n + 1
  end
  for _ = 1, count do
    local position = type(rules.start) == "table" and rules.start or { rules.start }
    local state, ply = plain:start(), 0
    while not longest or ply < longest do
      local move, joint = compare(rules, plain, position, state, draw)
      if seen then seen() end
      if not move then break end
      local arguments = table.move(position, 1, #position, 1, {})
      arguments[#arguments + 1] = move
      position, state, ply = { rules.gdl.after(table.unpack(arguments)) }, plain:play(state, joint), ply + 1
    end
  end
end

return gdl_games
