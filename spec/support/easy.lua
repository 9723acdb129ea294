-- Games in the easy style: `successors` gives lists of tables. For comparing compiled rules with the same in Lua.

local gts = require "gts"

local easy = {}

--- Any value as a text, tables by what is in them.
function easy.text(v)
  if type(v) ~= "table" then return math.type(v) == "float" and ("%a"):format(v) or tostring(v) end
  local list = {}
  for key, inner in pairs(v) do list[#list + 1] = tostring(key) .. "=" .. easy.text(inner) end
  table.sort(list)
  return (getmetatable(v) and "object {" or "{") .. table.concat(list, " ") .. "}"
end

--- All that a search finds, positions too, or its error: a text.
function easy.outcome(rules, options)
  local ok, r = pcall(gts.search, rules, options)
  if not ok then return "error: " .. tostring(r) end
  return easy.text { value = r.value, lower = r.lower, upper = r.upper, solved = r.solved, depth = r.depth,
    pv = r.pv, line = r.line, position = r.position,
    visits = r.stats.visits, leaves = r.stats.leaves, developed = r.stats.developed }
end

--- What a search finds with compiled rules, and with the same in Lua.
-- @tparam function|table make makes the rules, for each search anew; or the rules themselves
-- @tparam[opt] table options
function easy.both(make, options)
  local texts = {}
  for n, native in ipairs { true, false } do
    local one = { native = native }
    for name, v in pairs(options or {}) do one[name] = v end
    texts[n] = easy.outcome(type(make) == "function" and make() or make, one)
  end
  return texts[1], texts[2]
end

--- The first game of the README.
function easy.coins(coins)
  local rules = { name = "coins", start = { first = 1, last = #coins, lead = 0, max = true } }
  function rules.successors(p)
    if p.first > p.last then return {} end
    local sign = p.max and 1 or -1
    local left = { first = p.first + 1, last = p.last, lead = p.lead + sign * coins[p.first], max = not p.max }
    local right = { first = p.first, last = p.last - 1, lead = p.lead + sign * coins[p.last], max = not p.max }
    return { left, right }, { "left", "right" }
  end
  function rules.evaluate(p) return p.lead end
  function rules.player(p) return p.max and "max" or "min" end
  function rules.key(p) return p.first | p.last << 8 | p.lead + 1000 << 16 | (p.max and 1 or 0) << 32 end
  function rules.show(p) return ("%s (%d)"):format(table.concat(coins, " ", p.first, p.last), p.lead) end
  return rules
end

--- Tic-tac-toe on rows, with tables as moves.
function easy.rows()
  local rules = { name = "rows", start = { turn = 1, board = { { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } } } }
  local function winner(b)
    for i = 1, 3 do
      if b[i][1] ~= 0 and b[i][1] == b[i][2] and b[i][1] == b[i][3] then return b[i][1] end
      if b[1][i] ~= 0 and b[1][i] == b[2][i] and b[1][i] == b[3][i] then return b[1][i] end
    end
    local m = b[2][2]
    if m ~= 0 and (b[1][1] == m and m == b[3][3] or b[1][3] == m and m == b[3][1]) then return m end
  end
  function rules.successors(p)
    local list, moves = {}, {}
    if winner(p.board) then return list, moves end
    for r = 1, 3 do
      for c = 1, 3 do
        if p.board[r][c] == 0 then
          local b = {}
          for i = 1, 3 do
            b[i] = {}
            for j = 1, 3 do b[i][j] = p.board[i][j] end
          end
          b[r][c] = p.turn
          list[#list + 1] = { turn = -p.turn, board = b }
          moves[#moves + 1] = { row = r, column = c }
        end
      end
    end
    return list, moves
  end
  function rules.evaluate(p) return winner(p.board) or 0 end
  function rules.player(p) return p.turn == 1 and "max" or "min" end
  return rules
end

local DIRECTIONS = { { -1, -1 }, { -1, 0 }, { -1, 1 }, { 0, -1 }, { 0, 1 }, { 1, -1 }, { 1, 0 }, { 1, 1 } }

--- Othello on a list of cells.
-- @tparam integer size of a side
function easy.othello(size)
  local cells, half = {}, size // 2
  for i = 1, size * size do cells[i] = 0 end
  cells[(half - 1) * size + half], cells[half * size + half + 1] = -1, -1
  cells[(half - 1) * size + half + 1], cells[half * size + half] = 1, 1
  local rules = { name = "othello in tables", start = { cells = cells, turn = 1, passed = false } }
  local function flips(board, row, column, who)
    local list = {}
    for _, d in ipairs(DIRECTIONS) do
      local r, c, n = row + d[1], column + d[2], 0
      while r >= 1 and r <= size and c >= 1 and c <= size and board[(r - 1) * size + c] == -who do
        r, c, n = r + d[1], c + d[2], n + 1
      end
      if n > 0 and r >= 1 and r <= size and c >= 1 and c <= size and board[(r - 1) * size + c] == who then
        for k = 1, n do list[#list + 1] = (row + k * d[1] - 1) * size + column + k * d[2] end
      end
    end
    return list
  end
  local function played(p, at, turned)
    local board = {}
    for i = 1, #p.cells do board[i] = p.cells[i] end
    board[at] = p.turn
    for _, k in ipairs(turned) do board[k] = p.turn end
    return { cells = board, turn = -p.turn, passed = false }
  end
  function rules.successors(p)
    local list, moves = {}, {}
    for row = 1, size do
      for column = 1, size do
        local at = (row - 1) * size + column
        if p.cells[at] == 0 then
          local turned = flips(p.cells, row, column, p.turn)
          if #turned > 0 then
            list[#list + 1] = played(p, at, turned)
            moves[#moves + 1] = at
          end
        end
      end
    end
    if #list == 0 and not p.passed then return { { cells = p.cells, turn = -p.turn, passed = true } }, { 0 } end
    return list, moves
  end
  function rules.evaluate(p)
    local sum = 0
    for _, c in ipairs(p.cells) do sum = sum + c end
    return sum
  end
  function rules.player(p) return p.turn == 1 and "max" or "min" end
  return rules
end

--- A game of numbers on which rules can be tried: three cells and a count.
-- @tparam[opt] table more functions and other fields instead of its own
function easy.numbers(more)
  local rules = { name = "numbers", start = { n = 0, cells = { 1, 2, 3 } } }
  function rules.successors(p)
    if p.n >= 5 then return {} end
    local list = {}
    for i = 1, #p.cells do
      local cells = {}
      for j = 1, #p.cells do cells[j] = p.cells[j] end
      cells[i] = cells[i] * 2 + p.n
      list[#list + 1] = { n = p.n + 1, cells = cells }
    end
    return list
  end
  function rules.evaluate(p) return p.cells[1] - p.cells[2] + p.cells[3] * 3 end
  function rules.show(p) return "n=" .. tostring(p.n) .. " " .. easy.text(p.cells) end
  for name, v in pairs(more or {}) do rules[name] = v end
  return rules
end

return easy
