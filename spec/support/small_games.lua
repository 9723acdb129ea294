--- Games of a few positions.

local small_games = {}

--- From 1, three numbers at most after each: the value is what the last one says, and nothing says who moves. With one number in
-- four a pass is not possible.
function small_games.counting(as)
  local rules = { name = "counting", start = 1 }
  function rules.evaluate(p) return p * 7 % 5 - 2 end
  function rules.turned(p) return p % 4 ~= 3 and p or nil end
  if as == "text" then
    rules.start = "a"
    function rules.evaluate(p) return #p * 7 % 5 - 2 end
    function rules.turned(p) return #p % 4 ~= 3 and p or nil end
    function rules.successors(p) return #p < 6 and { p .. "a", p .. "bb" } or {} end
  elseif as == "bits" then
    -- Sets of one integer or of two, and another number of them for each position.
    function rules.legal(p)
      if p > 12 then return 0 end
      if p % 2 == 0 then return 5 end
      return 1, 1
    end
    function rules.play(p, move) return move == 64 and 3 * p + 1 or 2 * p + move + 1 end
  else
    function rules.next(p, move)
      local n = (move or 0) + 1
      if n <= 3 and p < 12 then return n, 3 * p + n end
    end
  end
  return rules
end

--- A board on which two moves are played, and which is worth 3 more than what is left.
function small_games.board()
  local board = { name = "board", start = { n = 2 } }
  function board.moves(b) return b.n > 0 and { 1 } or {} end
  function board.play(b) b.n = b.n - 1 end
  function board.undo(b) b.n = b.n + 1 end
  function board.evaluate(b) return b.n + 3 end
  return board
end

--- Five sticks on one board, of which one or two are taken: the game of the page on rules.
function small_games.sticks()
  local rules = { name = "sticks", start = { sticks = 5, max = true } }
  function rules.moves(b) return b.sticks > 1 and { 1, 2 } or b.sticks == 1 and { 1 } or {} end
  function rules.play(b, n) b.sticks, b.max = b.sticks - n, not b.max end
  function rules.undo(b, n) b.sticks, b.max = b.sticks + n, not b.max end
  function rules.player(b) return b.max and "max" or "min" end
  function rules.evaluate(b) return b.max and -1 or 1 end
  return rules
end

--- Positions of a number of integers.
function small_games.wide(words)
  local wide = { name = "wide", words = words, start = {} }
  for i = 1, words do wide.start[i] = i end
  function wide.next() return nil end
  function wide.evaluate() return 0 end
  return wide
end

return small_games
