--- Rules as a child would write them, on tables, to hold the shipped games against; and what each of these promises.
--
-- Plain rules are { start =, moves = function(p), value = function(p), key = function(p) }: `moves` lists { name, position },
-- `value` is that of a position without moves, and `p.player` the player to move, "max" or "min". Nothing here searches by gts
-- but what says so.

local assert = require "luassert"
local gts = require "gts"
local trees = require "spec.support.trees"

local plain = {}

--- Options of shipped games that make large boards small: for specs that look at all games.
plain.small = { ataxx = { size = 4 }, gomoku = { size = 6 }, loa = { size = 5 } }

plain.other = { max = "min", min = "max" }

--- A board of `rows` lists, filled with `what`.
function plain.board(rows, columns, what)
  local board = {}
  for r = 1, rows do
    board[r] = {}
    for c = 1, columns do board[r][c] = what end
  end
  return board
end

--- A copy of a board.
function plain.copy(board)
  local new = {}
  for i, row in ipairs(board) do new[i] = table.move(row, 1, #row, 1, {}) end
  return new
end

--- A board as one text.
function plain.text(board)
  local lines = {}
  for i, row in ipairs(board) do lines[i] = table.concat(row) end
  return table.concat(lines, "/")
end

--- Plain rules as a game of gts.
function plain.game(rules)
  return gts.game {
    name = "plain", start = rules.start, evaluate = rules.value,
    successors = function(p)
      local list, names = {}, {}
      for i, move in ipairs(rules.moves(p)) do names[i], list[i] = move[1], move[2] end
      return list, names
    end,
    player = function(p) return p.player end,
  }
end

--- The value of a position by brute force over plain rules, each position once. `known` is kept from call to call.
function plain.value(rules, p, known)
  local key = rules.key(p)
  if known[key] then return known[key] end
  local best
  for _, move in ipairs(rules.moves(p)) do
    local value = plain.value(rules, move[2], known)
    if not best or p.player == "max" and value > best or p.player == "min" and value < best then best = value end
  end
  known[key] = best or rules.value(p)
  return known[key]
end

--- Positions of a game, reached by moves at random: a list of { position =, player =, over = }.
function plain.walk(game, seed, count, longest)
  local random, list = trees.stream(seed), {}
  while #list < count do
    local position
    for _ = 1, longest or 200 do
      local moves = gts.moves(game, position)
      if position ~= nil then list[#list + 1] = { position = position, player = moves.player, over = #moves == 0 } end
      if #moves == 0 then break end
      position = moves[random(1, #moves)].position
    end
  end
  return list
end

--- Plays whole games at random by a shipped game and by plain rules, whose `text(p)` is what gts.write gives: the players, the
-- names of the moves, the positions and the values of the ends are equal. Games end after `longest` plies. Returns the plies.
function plain.same_games(game, rules, seed, count, longest)
  local random, plies = trees.stream(seed), 0
  for _ = 1, count do
    local position, p = game.start, rules.start
    for _ = 1, longest or 1000 do
      assert.equal(rules.text(p), gts.write(game, position))
      local moves, plain_moves, names, after = gts.moves(game, position), rules.moves(p), {}, {}
      for i, move in ipairs(plain_moves) do names[i], after[move[1]] = move[1], move[2] end
      local found = {}
      for i, entry in ipairs(moves) do found[i] = entry.name end
      table.sort(names)
      table.sort(found)
      assert.same(names, found)
      if #moves == 0 then
        assert.equal(rules.value(p), plain.evaluate(game, position))
        break
      end
      assert.equal(p.player, moves.player)
      local entry = moves[random(1, #moves)]
      position, p, plies = entry.position, after[entry.name], plies + 1
    end
  end
  return plies
end

--- The rows of a board as gts.write has them, with the player to move.
function plain.rows(p) return plain.text(p.board) .. " " .. p.player end

-- Calls a rule with a position, whose words stand side by side.
local function ask(game, rule, position)
  if (game.words or 1) > 1 then return game[rule](table.unpack(position)) end
  return game[rule](position)
end

--- An estimate, or the value of a position at the end, as the rules have it.
function plain.evaluate(game, position) return ask(game, "evaluate", position) end

--- What every shipped game keeps to, on positions reached at random: texts go and come, pictures fit a terminal, moves have names
-- of their own, and estimates lie between the values of a loss and of a win.
function plain.keeps_promises(game, seed, longest)
  for _, at in ipairs(plain.walk(game, seed, 60, longest)) do
    local text = gts.write(game, at.position)
    assert.same(at.position, gts.read(game, text))
    assert.equal(nil, text:find "[\n\t]")
    for line in gts.show(game, at.position):gmatch "[^\n]+" do assert(#line <= 80, line) end
    local names = {}
    local moves = gts.moves(game, at.position)
    for i, entry in ipairs(moves) do
      assert.equal(nil, names[entry.name])
      names[entry.name] = true
      if i % (#moves // 4 + 1) == 0 then assert.same(entry.position, gts.apply(game, at.position, entry.name)) end
    end
    local value = plain.evaluate(game, at.position)
    assert(value >= game.range[1] and value <= game.range[2])
    assert(at.over or value > game.range[1] and value < game.range[2])
  end
  for _, wrong in ipairs(game.read and { "", "?", gts.write(game) .. "x", gts.write(game):sub(2) } or { "", "?" }) do
    assert.is_false((pcall(gts.read, game, wrong)))
  end
end

--- All algorithms find one value to a depth, compiled and not.
function plain.agree(game, depth)
  local value = gts.search(game, { algorithm = "minimax", depth = depth }).value
  for _, algorithm in ipairs(gts.algorithms) do
    local found = gts.search(game, { algorithm = algorithm.id, depth = depth, native = false })
    if not algorithm.alternative then assert.equal(value, found.value, algorithm.id) end
  end
  assert.equal(value, gts.search(game, { algorithm = "alphabeta", depth = depth, native = gts.native(game).compiled }).value)
  return value
end

return plain
