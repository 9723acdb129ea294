--- Lesson 7: estimates, and what a search does not see behind its horizon.

local games = require "gts.game"
local moves = require "gts.moves"
local search = require "gts.search"
local sketch = require "gts.course.sketch"
local trees = require "gts.course.trees"

local evaluation = { exercise = "estimate" }

local LINES = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 }, { 1, 4, 7 }, { 2, 5, 8 }, { 3, 6, 9 }, { 1, 5, 9 }, { 3, 5, 7 } }

-- The lines of a board that a player can still fill: those without a stone of the other.
local function open_lines(cells, other)
  local count = 0
  for _, line in ipairs(LINES) do
    local blocked = false
    for _, cell in ipairs(line) do blocked = blocked or cells:sub(cell, cell) == other end
    count = count + (blocked and 0 or 1)
  end
  return count
end

-- A position of tic-tac-toe after three or four moves.
local function board(lot)
  local game = games.make "tictactoe"
  return trees.such(lot, function(l)
    local position
    for _ = 1, l(3, 4) do
      local list = moves.moves(game, position)
      position = list[l(1, #list)].position
    end
    local t = { shown = moves.show(game, position) }
    local cells = t.shown:gsub("[^XO.]", "")
    t.xs, t.os = open_lines(cells, "O"), open_lines(cells, "X")
    t.wrong_way = t.os - t.xs
    return t
  end, function(t) return t.xs ~= t.os end)
end

local function at_depth(t, depth) return search.search(trees.game(t.tree), { depth = depth }) end

-- A tree in which one ply and two plies choose differently.
local function estimated(lot)
  return trees.such(lot, function(l)
    local t = { tree = trees.draw(l, { 3, 2 }, 1, 15) }
    for _, node in ipairs(t.tree) do node.value = l(1, 15) end
    t.shallow, t.deep = at_depth(t, 1).move, at_depth(t, 2).move
    t.seen = at_depth(t, 1).value
    return t
  end, function(t) return t.shallow ~= t.deep end)
end

-- A knight that is lost, and pawns by which MAX puts that off.
local function knight(lot)
  local t = { pawns = lot(1, 3) }
  t.plies, t.more = 2 * t.pawns, 2 * t.pawns + 2
  t.all = t.pawns + 3
  t.game = games.new {
    name = "knight", start = { pawns = t.pawns, knight = 3, max = true },
    player = function(p) return p.max and "max" or "min" end,
    evaluate = function(p) return p.pawns + p.knight end,
    successors = function(p)
      if p.knight == 0 then return {} end
      if not p.max then return { { pawns = p.pawns, knight = p.offered and 3 or 0, max = true } }, { "take" } end
      local wait, give = { pawns = p.pawns, knight = 3 }, { pawns = p.pawns - 1, knight = 3, offered = true }
      if p.pawns == 0 then return { wait }, { "wait" } end
      return { wait, give }, { "wait", "give a pawn" }
    end,
  }
  t.value = search.search(t.game, { depth = t.plies }).value
  t.truth = search.search(t.game, { depth = t.more }).value
  return t
end

-- The first move looks best until MIN takes: one reply is a capture.
local function exchange(lot)
  return trees.such(lot, function(l)
    local t = { tree = { { l(1, 4), l(5, 9), value = l(9, 12), captures = 1 }, { l(1, 9), l(1, 9), value = l(5, 8) },
      { l(1, 9), l(1, 9), value = l(1, 7) } } }
    t.taken, t.first = t.tree[1][1], t.tree[1].value
    local function value(selective)
      return search.search({
        name = "exchange", start = t.tree, successors = function(p) return type(p) == "table" and p or {} end,
        evaluate = function(p) return type(p) == "number" and p or p.value or 0 end,
        noisy = function(p, move) return p.captures == move end,
      }, { algorithm = "negascout", depth = 1, selective = selective }).value
    end
    t.plain, t.quiet = value(false), value { "quiescence" }
    return t
  end, function(t) return t.tree[2].value ~= t.tree[3].value end)
end

evaluation.drawings = {
  estimated = function(t) return sketch.draw(t.tree, { values = trees.estimates(t.tree) }) end,
  hidden = function(t)
    local leaves, notes = {}, {}
    for _, leaf in ipairs(trees.leaves(t.tree)) do leaves[leaf.path] = "." end
    if t.tree[1].captures then leaves["1.1"], notes["1.1"] = tostring(t.taken), "takes" end
    return sketch.draw(t.tree, { values = trees.estimates(t.tree), leaves = leaves, notes = notes })
  end,
}

evaluation.screens = {
  lines = { make = board, right = function(t) return t.xs - t.os end },
  shallow = { of = "tree", make = estimated, right = function(t) return t.shallow end },
  deep = { of = "tree", make = estimated, right = function(t) return t.deep end },
  delay = { of = "knight", make = knight, right = function(t) return t.value end },
  truth = { of = "knight", make = knight, right = function(t) return t.truth end },
  quiet = { make = exchange, right = function(t) return t.quiet end },
}

return evaluation
