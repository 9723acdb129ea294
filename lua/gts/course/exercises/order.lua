--- The exercise of lesson 4: an order of moves by which alpha-beta looks at fewer leaves.

local compare = require "gts.lab.compare"
local games = require "gts.game"
local guard = require "gts.course.guard"
local raised = require "gts.base.raised"
local random = require "gts.base.random"
local tables = require "gts.base.tables"

local order = { title = "Exercise 4: an order of moves", takes = "function" }

local COINS, ROWS = 8, 4        -- coins in a row, and rows that are searched
local SPOILT = 1000             -- leaves that a row has at least in the order of the rules

-- The game, its moves sorted by a function; nil: from the left.
local function coins(row, rank)
  local rules = { name = "coins", start = { row = row, lead = 0, max = true } }

  function rules.successors(p)
    -- The moves: the first two and the last two coins.
    local list, rank_of = tables.collect(p.row, function(_, i) return (i <= 2 or i > #p.row - 2) and i end), {}
    if rank then
      for _, move in ipairs(list) do
        rank_of[move] = rank({ row = table.move(p.row, 1, #p.row, 1, {}), lead = p.lead, max = p.max }, move)
      end
      table.sort(list, function(a, b)
        if rank_of[a] ~= rank_of[b] then return rank_of[a] > rank_of[b] end
        return a < b
      end)
    end
    return tables.map(list, function(move)
      local coin, rest = p.row[move], tables.filter(p.row, function(_, i) return i ~= move end)
      return { row = rest, lead = p.max and p.lead + coin or p.lead - coin, max = not p.max }
    end), list
  end

  function rules.player(p) return p.max and "max" or "min" end
  function rules.evaluate(p) return p.lead end

  return games.new(rules)
end

local function leaves(row, rank) return compare.compare(coins(row, rank), { algorithms = { "alphabeta" }, native = false })[1] end

-- Rows that are a seed's, and in the order from the left take long.
local function rows_of(seed)
  local lot, list = random.stream(seed), {}
  while #list < ROWS do
    local row = tables.range(1, COINS, function() return lot(1, 20) end)
    if leaves(row).leaves >= SPOILT then list[#list + 1] = row end
  end
  return list
end

--- The values in the texts of the exercise.
function order.values(seed) return { seed = seed, rows = ROWS, coins = COINS, first = table.concat(rows_of(seed)[1], ", ") } end

-- The student's function, held to giving numbers; and a table that keeps what was wrong with it, before the search says more.
local function ranking(f)
  local limited, trouble = guard.limited(f, "your function"), {}
  local function ranked(p, move)
    local where = (" for move %d of {%s}"):format(move, table.concat(p.row, ", "))
    return guard.number(limited(p, move), where)
  end
  return function(p, move)
    local ok, value = pcall(ranked, p, move)
    if ok then return value end
    trouble.wrong = trouble.wrong or raised.text(value)
    error(value, 0)
  end, trouble
end

local PART, GOOD = 0.4, 1.5     -- of what the order from the left takes; of what the largest coin first takes

--- Grades.
function order.grade(sheet, f, seed)
  local rank, trouble = ranking(f)
  local before, after, good, value = 0, 0, 0, true
  for _, row in ipairs(rows_of(seed)) do
    local plain, own = leaves(row), nil
    local ok, wrong = pcall(function() own = leaves(row, rank) end)
    if not ok then return sheet:row(2, "it runs, and gives numbers", false, trouble.wrong or raised.text(wrong)) end
    before, after, value = before + plain.leaves, after + own.leaves, value and plain.value == own.value
    good = good + leaves(row, function(p, move) return p.row[move] end).leaves
  end
  sheet:row(2, "it runs, and gives numbers; the values are the same", value)
  local said = ("%d leaves with it, %d from the left"):format(after, before)
  if not sheet:row(2, "alpha-beta looks at fewer leaves than from the left", after < before, nil, said) then return end
  if not sheet:row(2, ("at %d %% of them, or fewer"):format(100 * PART), after <= PART * before) then return end
  sheet:row(2, "it is about as good as a simple good order", after <= GOOD * good,
    ("%d leaves would be"):format(GOOD * good // 1))
end

return order
