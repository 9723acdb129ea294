--- Rules as a child would write them, on tables, to hold the shipped games against; and what each of these promises.
--
-- Plain rules are { start =, moves = function(p), value = function(p), key = function(p), text = function(p) }: `moves` lists
-- { name, position }, `value` is that of a position without moves, `text` what gts.write gives, or how gts.show begins where the
-- game has no rules.write; and `p.player` is the player to move, "max" or "min". Nothing here searches by gts but what says so.

local assert = require "luassert"
local gts = require "gts"
local symmetry = require "gts.rules.symmetry"
local trees = require "spec.support.trees"

local plain = {}

--- Options of shipped games that make large boards small: for specs that look at all games.
plain.small = { ataxx = { size = 4 }, gomoku = { size = 6 }, loa = { size = 5 } }

plain.other = { max = "min", min = "max" }
plain.mark = { max = "X", min = "O" }

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

--- Calls f(row, column) for all cells that hold a mark. Returns a list of what it returns.
function plain.each(board, mark, f)
  local list = {}
  for r, row in ipairs(board) do
    for c, what in ipairs(row) do if what == mark then list[#list + 1] = f(r, c) end end
  end
  return list
end

--- The name of a cell: a letter for its column, and the number of its row, from below.
function plain.cell(board, r, c) return ("%c%d"):format(96 + c, #board + 1 - r) end

--- The position after a move: a board, and the other player to move.
function plain.after(p, board) return { board = board, player = plain.other[p.player] } end

--- The position after the player to move has put a mark on a cell; from another one, if that is given.
function plain.put(p, r, c, from_r, from_c)
  local board = plain.copy(p.board)
  if from_r then board[from_r][from_c] = "." end
  board[r][c] = plain.mark[p.player]
  return plain.after(p, board)
end

--- A board as one text.
function plain.text(board)
  local lines = {}
  for i, row in ipairs(board) do lines[i] = table.concat(row) end
  return table.concat(lines, "/")
end

--- The rows of a board as gts.write has them, with the player to move.
function plain.rows(p) return plain.text(p.board) .. " " .. p.player end

--- The position of a text that plain.rows has given.
function plain.parse(text)
  local p = { board = {}, player = text:match "%l+$" }
  for line in text:gsub(" .*", ""):gmatch "[^/]+" do
    local row = {}
    for mark in line:gmatch "." do row[#row + 1] = mark end
    p.board[#p.board + 1] = row
  end
  return p
end

--- A board as gts.show draws it where it names no cells.
function plain.drawn(p)
  local lines = {}
  for i, row in ipairs(p.board) do lines[i] = table.concat(row, " ") end
  return table.concat(lines, "\n")
end

--- Rules by which `line` marks in a row win. `of` has columns, rows, line; falling: marks fall to the lowest free cell of a
-- column; win: the value of a win of MAX (1); name: a function of board, row and column (the number of the cell); text.
function plain.in_a_row(of)
  local rules = { start = { board = plain.board(of.rows, of.columns, "."), player = "max" }, text = of.text }

  -- The mark that has won.
  local function winner(board)
    for r = 1, of.rows do
      for c = 1, of.columns do
        for _, step in ipairs(board[r][c] ~= "." and { { 0, 1 }, { 1, 0 }, { 1, 1 }, { 1, -1 } } or {}) do
          local n = 1
          while n < of.line and (board[r + n * step[1]] or {})[c + n * step[2]] == board[r][c] do n = n + 1 end
          if n == of.line then return board[r][c] end
        end
      end
    end
  end

  function rules.value(p)
    local mark = winner(p.board)
    return mark == "X" and (of.win or 1) or mark == "O" and -(of.win or 1) or 0
  end

  function rules.moves(p)
    return plain.each(winner(p.board) and {} or p.board, ".", function(r, c)
      if of.falling and (p.board[r + 1] or {})[c] == "." then return nil end
      return { of.name and of.name(p.board, r, c) or of.falling and c or (r - 1) * of.columns + c, plain.put(p, r, c) }
    end)
  end

  return rules
end

--- The moves of the player's pieces by one of `steps`, rows times `forward` and columns, to cells with a mark that fits.
function plain.stepped(p, steps, forward, fits)
  local list = {}
  plain.each(p.board, plain.mark[p.player], function(r, c)
    for _, step in ipairs(steps) do
      local row, column = r + forward * step[1], c + step[2]
      local to = (p.board[row] or {})[column]
      if to and fits(to, step) then
        local name = plain.cell(p.board, r, c) .. (to == "." and "-" or "x") .. plain.cell(p.board, row, column)
        list[#list + 1] = { name, plain.put(p, row, column, r, c) }
      end
    end
  end)
  return list
end

--- Rules of two rows of pieces a side, of which the first to reach the last row wins, or to capture all. A step lists rows
-- forward, columns aside, and whether it captures.
function plain.through(rows, columns, steps)
  local start = plain.board(rows, columns, ".")
  for c = 1, columns do start[1][c], start[2][c], start[rows - 1][c], start[rows][c] = "O", "O", "X", "X" end
  local rules = { start = { board = start, player = "max" }, text = plain.rows, key = plain.rows }

  local function has(p, mark, row)
    for r = row or 1, row or rows do if table.concat(p.board[r]):find(mark, 1, true) then return true end end
    return false
  end

  function rules.value(p)
    if has(p, "X", 1) or not has(p, "O") then return 10000 end
    return (has(p, "O", rows) or not has(p, "X")) and -10000 or nil
  end

  function rules.moves(p)
    local own, forward = plain.mark[p.player], p.player == "max" and -1 or 1
    return rules.value(p) and {} or plain.stepped(p, steps, forward, function(to, step)
      return to ~= own and (to == "." or step[3])
    end)
  end

  return rules
end

-- Is a value better for a player than the best so far?
local function is_better(player, value, best)
  return not best or player == "max" and value > best or player == "min" and value < best
end

--- The value of a position by brute force over plain rules, each position once. `known` is kept from call to call.
function plain.value(rules, p, known)
  local key = rules.key(p)
  if known[key] then return known[key] end
  local best
  for _, move in ipairs(rules.moves(p)) do
    local value = plain.value(rules, move[2], known)
    if is_better(p.player, value, best) then best = value end
  end
  known[key] = best or rules.value(p)
  return known[key]
end

--- The values of all positions that can be reached, by key, with a limit of moves, behind which they are rules.value: a list by
-- the limit less 1, up to that from which on nothing changes. A game that never ends is then a draw. Second: the positions.
function plain.counted_out(rules)
  local positions, seen, children = { rules.start }, { [rules.key(rules.start)] = true }, {}
  for _, p in ipairs(positions) do
    local list = {}
    for i, move in ipairs(rules.moves(p)) do
      list[i] = rules.key(move[2])
      if not seen[list[i]] then seen[list[i]], positions[#positions + 1] = true, move[2] end
    end
    children[rules.key(p)] = list
  end
  local values, last, changed = {}, {}, true
  for _, p in ipairs(positions) do last[rules.key(p)] = rules.value(p) end
  while changed do
    local new = {}
    changed = false
    for _, p in ipairs(positions) do
      local key, best = rules.key(p), nil
      for _, child in ipairs(children[key]) do
        if is_better(p.player, last[child], best) then best = last[child] end
      end
      new[key] = best or last[key]
      changed = changed or new[key] ~= last[key]
    end
    values[#values + 1], last = last, new
  end
  return values, positions
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

--- The names of the moves at a text of gts.write, sorted.
function plain.names(game, text)
  local list = {}
  for i, entry in ipairs(gts.moves(game, gts.read(game, text))) do list[i] = entry.name end
  table.sort(list)
  return table.concat(list, " ")
end

-- A game and plain rules say the same of a position: its text, the names of the moves, the player to move or the value of the
-- end. Returns the moves, and the positions of the plain rules behind them by name.
local function compared(game, rules, position, p)
  local text, after, names, found = rules.text(p), {}, {}, {}
  assert.equal(text, (game.write and gts.write(game, position) or gts.show(game, position)):sub(1, #text))
  local moves = gts.moves(game, position)
  for i, move in ipairs(rules.moves(p)) do names[i], after[tostring(move[1])] = tostring(move[1]), move[2] end
  for i, entry in ipairs(moves) do found[i] = entry.name end
  table.sort(names)
  table.sort(found)
  assert.equal(table.concat(names, " "), table.concat(found, " "))
  if #moves == 0 then assert.equal(rules.value(p), plain.evaluate(game, position))
  else assert.equal(p.player, moves.player) end
  return moves, after
end

--- Plays whole games at random by a shipped game and by plain rules, which say the same of each position. Games end after
-- `longest` plies. Returns the plies.
function plain.same_games(game, rules, seed, count, longest)
  local random, plies = trees.stream(seed), 0
  for _ = 1, count do
    local position, p = game.start, rules.start
    for _ = 1, longest or 1000 do
      local moves, after = compared(game, rules, position, p)
      if #moves == 0 then break end
      local entry = moves[random(1, #moves)]
      position, p, plies = entry.position, after[entry.name], plies + 1
    end
  end
  return plies
end

--- Compares a shipped game and plain rules in all positions, each once, those after few moves first, up to `most`. Returns how
-- many there were.
function plain.same_positions(game, rules, most)
  local queue, seen, count = { { game.start, rules.start } }, {}, 0
  while count < math.min(#queue, most) do
    count = count + 1
    local moves, after = compared(game, rules, queue[count][1], queue[count][2])
    for _, entry in ipairs(moves) do
      local p = after[entry.name]
      local key = rules.text(p) .. p.player
      if not seen[key] then seen[key], queue[#queue + 1] = true, { entry.position, p } end
    end
  end
  return count
end

-- Calls a rule with a position, whose words stand side by side.
local function ask(game, rule, position)
  if (game.words or 1) > 1 then return game[rule](table.unpack(position)) end
  return game[rule](position)
end

--- An estimate, or the value of a position at the end, as the rules have it.
function plain.evaluate(game, position) return ask(game, "evaluate", position) end

-- The estimate and the bounds of a position, by its words.
local function said(game, ...)
  local lower, upper = 0, 0
  if game.bounds then lower, upper = game.bounds(...) end
  return game.evaluate(...), lower, upper
end

-- All images of a position have its estimate and its bounds; where colours are reversed these are negated, and there are as many
-- moves.
local function is_alike_from_all_sides(game, images, position, count)
  local words = (game.words or 1) > 1 and position or { position }
  local value, lower, upper = said(game, table.unpack(words))
  for _, image in ipairs(images) do
    local v, l, u = said(game, image(table.unpack(words)))
    assert(v == value and l == lower and u == upper)
  end
  if game.images.reversed then
    local reversed = { game.images.reversed(table.unpack(words)) }
    local v, l, u = said(game, table.unpack(reversed))
    assert(v == -value and l == -upper and u == -lower)
    assert.equal(count, #gts.moves(game, #reversed > 1 and reversed or reversed[1]))
  end
end

--- What every shipped game keeps to, on positions reached at random: texts go and come, pictures fit a terminal, moves have names
-- of their own, estimates lie between the values of a loss and of a win, and are those of all images.
function plain.keeps_promises(game, seed, longest)
  local images = {}
  for i, permutation in ipairs(game.images.kind == "bits" and not game.images.own and game.images.group or {}) do
    images[i] = symmetry.image(game.images, permutation)
  end
  for _, at in ipairs(plain.walk(game, seed, 40, longest)) do
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
    is_alike_from_all_sides(game, images, at.position, #moves)
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
