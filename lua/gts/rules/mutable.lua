--- Rules that have one board, and play moves on it and take them back: `moves`, `play`, `undo`. They are made rules of positions
-- that are never changed: a position is the path of moves that leads to it from a board, and whenever something is asked about
-- one, the board is brought there, by way of the last position that both paths share. `again` counts moves played once more.

local facts = require "gts.facts.rules"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local mutable = {}

-- A position: `parent`, another path or the board itself; `move`; `ply`; and `board`, where the path begins. All games
-- made of one rules table share it.
local Path = { __name = "gts.path" }

function Path:__tostring()
  local names, p = {}, self
  while getmetatable(p) == Path and p.ply > 0 do names[p.ply], p = tostring(p.move), p.parent end
  return #names > 0 and "after " .. table.concat(names, " ") or "the start"
end

--- May a value be a board, or a path from one?
function mutable.is_board(value)
  local kind = type(value)
  return kind ~= "nil" and kind ~= "number" and kind ~= "string" and kind ~= "boolean"
end

local function ply_of(p) return getmetatable(p) == Path and p.ply or 0 end
local function board_of(p) return getmetatable(p) == Path and p.board or p end

local movers = setmetatable({}, { __mode = "k" })       -- board -> its last mover

-- One that brings the board to positions. `at` is where it stands: a path, or the board at the start of one; nil between calls,
-- when the board is its owner's. `taken` is what `play` has returned for each ply, for `undo`.
local Mover = {}
Mover.__index = Mover

local function play(self, path)
  self.taken[path.ply] = self.rules.play(path.board, path.move)
  self.at = path
end

local function undo(self)
  local path = self.at
  self.rules.undo(path.board, path.move, self.taken[path.ply])
  self.at = path.parent
end

-- Takes moves back until the board stands at a ply.
local function go_up(self, ply)
  while ply_of(self.at) > ply do undo(self) end
end

--- Brings the board to a position, a path or a board, and returns the board.
function Mover:go(p)
  local board = board_of(p)
  if self.at == p then return board end
  if board_of(self.at) ~= board then
    go_up(self, 0)
    self.at, movers[board] = board, self
  end
  local way, count, target = self.way, 0, p
  while ply_of(target) > ply_of(self.at) do
    count = count + 1
    way[count], target = target, target.parent
  end
  go_up(self, ply_of(target))
  while self.at ~= target and ply_of(target) > 0 do
    count = count + 1
    way[count], target = target, target.parent
    undo(self)
  end
  self.again = self.again + math.max(0, count - 1)
  for i = count, 1, -1 do play(self, way[i]) end
  return board
end

-- What ends a hold.
local Hold = { __name = "gts.hold" }
function Hold:__close()
  local mover, ok, wrong = self.mover, pcall(go_up, self.mover, 0)
  mover.at, mover.held = nil, false
  if not ok and not self.quiet then error(wrong, 0) end
end

--- The board is ours until the value that this returns is closed: then it is its owner's again, as it was. `quiet`: nothing is
-- said if moves cannot be taken back. Raises that it is ours already.
function Mover:hold(quiet)
  if self.held then error("rules that play moves on a board are searched already: one search at a time", 0) end
  self.held, self.again = true, 0
  return setmetatable({ mover = self, quiet = quiet }, Hold)
end

--- Makes a function of a position, of one of the board.
function Mover:asking(f)
  return function(p, ...)
    if self.held then return f(self:go(p), ...) end
    local _ <close> = self:hold()
    return f(self:go(p), ...)
  end
end

local function list_of(self, p)
  local list = self.rules.moves(self:go(p))
  if type(list) ~= "table" then
    local where = ply_of(p) > 0 and "the position " .. tostring(p) or "the start"
    error(("rules.moves returned %s for %s: expected a list of moves"):format(words.quote(list), where), 0)
  end
  return list
end

local function successors(self)
  return function(p)
    local list
    if self.held then list = list_of(self, p)
    else
      local _ <close> = self:hold()
      list = list_of(self, p)
    end
    local i, ply, board = 0, ply_of(p) + 1, board_of(p)
    return function()
      i = i + 1
      local move = list[i]
      if move == nil then return nil end
      return move, setmetatable({ parent = p, move = move, ply = ply, board = board }, Path)
    end
  end
end

--- A position that is a path of no moves from a board.
function mutable.root(board) return setmetatable({ ply = 0, board = board }, Path) end

--- The board at a position that is a path, brought there; nil for any other value.
function mutable.board(p)
  local mover = getmetatable(p) == Path and movers[p.board]
  return mover and mover:go(p) or nil
end

--- Makes rules of positions of rules that have a board, which are not changed. Returns a copy with successors(p), and `mutable`,
-- which moves the board: go(p), hold(), rules and again.
function mutable.adapt(rules)
  local adapted = tables.copy(rules)
  local self = setmetatable({ rules = rules, at = nil, held = false, again = 0, way = {}, taken = {} }, Mover)
  adapted.moves, adapted.play, adapted.undo = nil, nil, nil
  adapted.mutable, adapted.successors = self, successors(self)
  for _, names in pairs(facts.about) do
    for _, name in ipairs(names) do adapted[name] = rules[name] and self:asking(rules[name]) end
  end
  local images = rules.images
  adapted.images = images and tables.copy(images, { mutable = self, own = images.own and self:asking(images.own) })
  return adapted
end

return mutable
