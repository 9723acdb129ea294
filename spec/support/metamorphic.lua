--- Metamorphic laws: a game that is changed in a way whose effect is known is searched, and what is found must have changed in
-- just this way. No expected number is needed, and none comes from the code under test.
--
-- A case is a shipped game with options, a position that random moves lead to, and options of a search: an algorithm, a depth,
-- a window, a table. The laws:
--
--    renamed    moves have other names                  the move is found by its other name, as many positions are visited
--    relabeled  positions are tables with other keys    the same
--    swapped    the players change sides                the value is negated
--    shifted    a constant is added to all values       and so to the value
--    scaled     all values are multiplied               and so is the value
--    permuted   successors come in another order        the value is the same, the move one that has it
--    oracle     nothing is changed                      the value is that of minimax in ten lines of Lua
--    known      the table knows what it has seen before the same, at every depth
--
-- Of the first five a case takes several at once.

local gts = require "gts"
local tables = require "gts.base.tables"
local trees = require "spec.support.trees"

local metamorphic, copy = {}, tables.copy

local VISITS = 400             -- positions that minimax may visit in a case

--- The shipped games with their options.
metamorphic.games = {}

local function add(name, options)
  for _, given in ipairs(options) do table.insert(metamorphic.games, { name = name, options = given }) end
end

add("amazons", { { size = 4 }, { size = 5 } })
add("ataxx", { { size = 3 }, { size = 4 }, { size = 4, repetition = false } })
add("breakthrough", { {}, { columns = 4, rows = 5 }, { columns = 5, rows = 5 }, { columns = 3, rows = 6 } })
add("chomp", { {}, { columns = 3, rows = 3 }, { columns = 5, rows = 2 } })
add("clobber", { { columns = 3, rows = 4 }, { columns = 4, rows = 4 } })
add("connect4", {
  {}, { columns = 4, rows = 4 }, { columns = 5, rows = 4 }, { columns = 6, rows = 5 }, { columns = 8, rows = 5 },
  { columns = 2, rows = 6 }, { columns = 6, rows = 4, plain = true },
})
add("domineering", { {}, { columns = 3, rows = 4, first = "min" }, { columns = 4, rows = 4 } })
add("dots", { {}, { columns = 3, rows = 2 }, { columns = 3, rows = 3 } })
add("draughts", { {}, { repetition = false } })
add("gomoku", { { size = 5 }, { size = 6 } })
add("hex", { {}, { size = 3 }, { size = 4 }, { size = 5 } })
add("hexapawn", { {}, { columns = 4, rows = 4 }, { columns = 3, rows = 5 } })
add("kalah", { {}, { pits = 3, seeds = 3 }, { pits = 2, seeds = 2 }, { pits = 4, seeds = 2 } })
add("knightthrough", { { columns = 4, rows = 5 }, { columns = 5, rows = 6 } })
add("loa", { { size = 4 }, { size = 5 }, { size = 5, repetition = false } })
add("mill", { { men = 6 }, { men = 6, flying = false, repetition = false }, {} })
add("morris", { {}, { moves = "straight" }, { moves = "any" }, { repetition = false } })
add("nim", { {}, { heaps = { 2, 2, 3 }, misere = true }, { heaps = { 1, 4 } } })
add("othello", { {}, { size = 4 }, { size = 6 } })
add("oware", { {}, { pits = 3, seeds = 2 }, { pits = 2, seeds = 2 }, { pits = 4, seeds = 2, repetition = false } })
add("teeko", { {}, { repetition = false } })
add("tictactoe", { {}, { columns = 4, rows = 3 }, { columns = 4, rows = 4, line = 4 } })
add("wythoff", { {}, { columns = 5, rows = 7 } })

local FIELDS = { "name", "words", "start", "next", "successors", "evaluate", "player", "terminal", "bounds", "key", "score",
  "range", "cycle" }

-- What rules say of a position.
local function ask(rules, name, p, ...)
  if (rules.words or 1) == 1 then return rules[name](p, ...) end
  local list = table.move(p, 1, rules.words, 1, {})
  list[rules.words + 1] = ...
  return rules[name](table.unpack(list, 1, rules.words + 1))
end

-- The moves of a position, and where they lead: two lists.
local function successors(rules, p)
  if rules.successors then return rules.successors(p) end
  local moves, positions, results = {}, {}, table.pack(ask(rules, "next", p))
  while results[1] ~= nil do
    moves[#moves + 1] = results[1]
    positions[#moves] = rules.words and table.move(results, 2, rules.words + 1, 1, {}) or results[2]
    results = table.pack(ask(rules, "next", p, moves[#moves]))
  end
  return positions, moves
end

local function fresh(game)
  local rules = {}
  for _, field in ipairs(FIELDS) do rules[field] = game[field] end
  return rules
end

-- A hash of a text, as an order without rule.
local function hash(text, seed)
  local x = seed
  for i = 1, #text do x = (x ~ text:byte(i)) * 0x5851f42d4c957f2d x = x ~ x >> 29 end
  return x
end

local function text_of(p) return type(p) == "table" and (p[1] and table.concat(p, " ")) or tostring(p) end

-- What is changed: `sign`, `factor` and `constant` of values; `names`, true: of moves; `order`, a seed; `labels`, a seed.
local function value_by(change)
  return function(value) return value and change.sign * change.factor * value + change.constant end
end

local other = { max = "min", min = "max" }

local function pair(change, lower, upper)
  local of = value_by(change)
  if change.sign > 0 then return of(lower), of(upper) end
  return of(upper), of(lower)
end

--- Rules that are changed: positions become tables { at = position }.
function metamorphic.changed(rules, change)
  local made, of = { name = "changed", start = { at = rules.start } }, value_by(change)
  if change.sign > 0 or rules.player then
    function made.player(p)
      local player = ask(rules, "player", p.at)
      return change.sign > 0 and player or other[player]
    end
  end
  function made.evaluate(p) return of(ask(rules, "evaluate", p.at)) end
  function made.key(p)
    if rules.key then return ask(rules, "key", p.at) end
    return change.labels and text_of(p.at) .. change.labels or text_of(p.at)
  end
  if rules.terminal then function made.terminal(p) return ask(rules, "terminal", p.at) end end
  if rules.bounds then function made.bounds(p) return pair(change, ask(rules, "bounds", p.at)) end end
  if rules.score then function made.score(p) return change.sign * change.factor * ask(rules, "score", p.at) end end
  if rules.range then made.range = { pair(change, rules.range[1], rules.range[2]) } end
  made.cycle = of(rules.cycle)
  function made.successors(p)
    local positions, moves = successors(rules, p.at)
    local order, list, names = {}, {}, {}
    for i in ipairs(positions) do order[i] = i end
    if change.order then
      local rank = {}
      for i in ipairs(order) do rank[i] = hash(text_of(p.at) .. " " .. i, change.order) end
      table.sort(order, function(a, b) return rank[a] < rank[b] end)
    end
    for k, i in ipairs(order) do
      list[k], names[k] = { at = positions[i] }, change.names and "m" .. tostring(moves[i]) or moves[i]
    end
    return list, names
  end
  return made
end

-- A value as far as the bounds of a position let it be.
local function held(rules, p, value)
  if rules.range then value = math.max(rules.range[1], math.min(rules.range[2], value)) end
  if not rules.bounds then return value end
  local lower, upper = ask(rules, "bounds", p)
  return math.max(lower, math.min(upper, value))
end

--- The value of a position by minimax, to a depth; nil when it takes more than `budget.left` positions. A position that comes
-- again on its path is worth rules.cycle, if there is one. With `budget.informed` values are held to the bounds of the rules.
function metamorphic.oracle(rules, p, depth, budget, path)
  budget.left = budget.left - 1
  if budget.left < 0 then return nil end
  path = path or {}
  local player, id = ask(rules, "player", p), text_of(p)
  if rules.cycle and path[id .. player] then return rules.cycle end
  if depth == 0 or rules.terminal and ask(rules, "terminal", p) then return ask(rules, "evaluate", p) end
  local best
  path[id .. player] = true
  for _, child in ipairs((successors(rules, p))) do
    local value = metamorphic.oracle(rules, child, depth - 1, budget, path)
    if value == nil then return nil end
    if best == nil or player == "max" and value > best or player == "min" and value < best then best = value end
  end
  path[id .. player] = nil
  if best == nil then return ask(rules, "evaluate", p) end
  return budget.informed and held(rules, p, best) or best
end

-- The values of the moves of a position: move -> value.
local function values_of(rules, p, depth, informed)
  local positions, moves = successors(rules, p)
  local values, path = {}, { [text_of(p) .. ask(rules, "player", p)] = true }
  for i, child in ipairs(positions) do
    values[moves[i]] = metamorphic.oracle(rules, child, depth - 1, { left = 10 * VISITS, informed = informed }, path)
  end
  return values
end

-- Algorithms that visit what the other does when players change sides.
local dual = { sss = "dual", sss2 = "dual2", recsss = "recdual", memsss = "memdual", maxsearch = "minsearch",
  dual = "sss", dual2 = "sss2", recdual = "recsss", memdual = "memsss", minsearch = "maxsearch" }

local by_id = {}
for _, algorithm in ipairs(gts.algorithms) do by_id[algorithm.id] = algorithm end

-- A case: a game, a position that the moves `names` lead to, and a depth at which minimax visits few positions.
local function draw_case(draw, only)
  local list, row = metamorphic.games
  repeat row = list[draw(1, #list)] until not only or row.name == only
  row.game = row.game or gts.game(row.name, next(row.options) and row.options or nil)
  local case = { row = row, rules = fresh(row.game), names = {} }
  case.position = case.rules.start
  for i = 1, draw(0, 30) do
    local positions, moves = successors(case.rules, case.position)
    if #moves == 0 then break end
    local k = draw(1, #moves)
    case.names[i] = row.game.move_name and row.game.move_name(moves[k]) or tostring(moves[k])
    case.position = positions[k]
  end
  for wanted = draw(1, 8), 1, -1 do
    case.value, case.depth = metamorphic.oracle(case.rules, case.position, wanted, { left = VISITS }), wanted
    if case.value ~= nil then return case end
  end
end

-- The algorithms that trust a table with what was found before.
local KNOWING <const> = { "ttalphabeta", "mtd", "negascout", "dfpn" }

local function draw_search(draw, case, law)
  local algorithm = law == "known" and by_id[KNOWING[draw(1, #KNOWING)]] or gts.algorithms[draw(1, #gts.algorithms)]
  local asked = { algorithm = algorithm.id, depth = case.depth, native = false, position = case.position }
  local has = {}
  for _, name in ipairs(algorithm.options) do has[name] = true end
  if draw(0, 2) == 0 then asked.bounds = false end
  if has.iterations then asked.iterations, asked.seed, asked.longest_rollout = draw(1, 20), draw(1, 1000), 10 end
  if has.table and draw(0, 2) == 0 then asked.table = 1 << draw(12, 18) end
  if has.remember_leaves and draw(0, 3) == 0 then asked.remember_leaves = false end
  if has.order and draw(0, 2) == 0 then
    asked.order = draw(0, 1) == 0 and { "table", "history", "killer" } or { "killer", "lookahead" }
  end
  if algorithm.family == "window" and not algorithm.alternative and draw(0, 2) == 0 then asked.deepen = true end
  return asked, algorithm
end

local function differ(what, a, b)
  if a ~= b and not (a ~= a and b ~= b) then return ("%s: %s, and %s"):format(what, tostring(a), tostring(b)) end
end

-- Is the move one of those that have the value?
local function check_move(case, r, name_of)
  if r.move == nil then       -- none is looked at where the bounds meet
    return not case.rules.bounds and differ("moves", #successors(case.rules, case.position), 0) or nil
  end
  local values = values_of(case.rules, case.position, case.depth, case.informed)
  for move, value in pairs(values) do
    if case.informed then value = held(case.rules, case.position, value) end
    if name_of(move) == r.move then return differ("the value of the move", value, case.value) end
  end
  return "the move is none: " .. tostring(r.move)
end

local function same(move) return move end

local laws = {}

function laws.oracle(case, _, asked, algorithm)
  if algorithm.alternative or algorithm.anytime then return false end
  local r = gts.search(case.row.game, asked)
  return differ("value", case.value, r.value) or check_move(case, r, same)
end

-- One table for searches of other positions before, at other depths.
function laws.known(case, draw, asked)
  local shared = gts.table { bytes = 1 << draw(13, 20) }
  for _ = 1, draw(1, 4) do
    local p = case.position
    for _ = 1, draw(0, 2) do
      local positions = successors(case.rules, p)
      if #positions > 0 then p = positions[draw(1, #positions)] end
    end
    gts.search(case.row.game, copy(asked, { table = shared, position = p, depth = draw(1, case.depth), nodes = 3 * VISITS }))
  end
  local r = gts.search(case.row.game, copy(asked, { table = shared }))
  return differ("value", case.value, r.value) or check_move(case, r, same)
end

-- Several changes at once.
function laws.changed(case, draw, asked, algorithm)
  local change = { sign = draw(0, 1) == 0 and 1 or -1, factor = 1 << draw(0, 2), constant = draw(-3, 3) * draw(0, 1),
    names = draw(0, 1) == 0, order = draw(0, 1) == 0 and draw(1, 1000) or nil, labels = draw(0, 1) == 0 and draw(1, 9) or nil }
  if algorithm.anytime or algorithm.id == "bstar" then
    change.sign, change.factor, change.constant, change.order = 1, 1, 0, nil
  elseif algorithm.alternative then change.factor, change.constant, change.order = 1, 0, nil end
  local rules, of = metamorphic.changed(case.rules, change), value_by(change)
  local function name_of(move) return change.names and "m" .. tostring(move) or move end
  if asked.table then asked.table = nil end
  local a = gts.search(case.row.game, asked)
  local b = gts.search(rules, copy(asked, { position = { at = case.position } }))
  case.change = change
  local plainly = change.sign == 1 and not change.order
  local wrong = differ("value", of(a.value), b.value) or differ("exact", a.exact, b.exact)
  if wrong then return wrong end
  if plainly and change.constant == 0 and change.factor == 1 then
    -- What is remembered of moves by their names has other collisions.
    wrong = not asked.order and differ("visits", a.stats.visits, b.stats.visits) or differ("solved", a.solved, b.solved)
      or a.move ~= nil and differ("move", name_of(a.move), b.move)
    if wrong then return wrong end
  elseif change.sign == -1 and dual[algorithm.id] and not change.order and change.constant == 0 then
    local c = gts.search(rules, copy(asked, { algorithm = dual[algorithm.id], position = { at = case.position } }))
    wrong = differ("visits of the dual", a.stats.visits, c.stats.visits)
    if wrong then return wrong end
  end
  if algorithm.alternative or algorithm.anytime then return nil end
  if not change.order and algorithm.leftmost and a.move ~= nil then return differ("move", name_of(a.move), b.move) end
  return check_move(case, b, name_of)
end

--- The names of the laws.
metamorphic.laws = { "oracle", "known", "changed" }

local function described(value)
  if type(value) ~= "table" then return tostring(value) end
  local parts = {}
  for k, v in pairs(value) do parts[#parts + 1] = tostring(k) .. "=" .. described(v) end
  table.sort(parts)
  return "{" .. table.concat(parts, ", ") .. "}"
end

--- Tries a case.
-- @tparam integer seed
-- @tparam[opt] string only the name of a game
-- @treturn string|nil the law; nil: there was no case
-- @treturn string|nil what is wrong
-- @treturn string the case
function metamorphic.try(seed, only)
  local draw = trees.stream(seed)
  local case = draw_case(draw, only)
  if not case then return nil end
  local law = metamorphic.laws[draw(1, #metamorphic.laws)]
  local asked, algorithm = draw_search(draw, case, law)
  if case.rules.cycle and not algorithm.path then return nil end        -- it does not know the path to a position
  if algorithm.informed and asked.bounds ~= false then
    case.informed = true
    case.value = metamorphic.oracle(case.rules, case.position, case.depth, { left = VISITS, informed = true })
  end
  local ok, wrong = xpcall(laws[law], debug.traceback, case, draw, asked, algorithm)
  if wrong == false and ok then return nil end
  return law, wrong or nil, ("seed %d: %s of %s%s, %s, %s%s"):format(seed, law, case.row.name, described(case.row.options),
    case.row.game.name and described(case.names), described(asked), case.change and " " .. described(case.change) or "")
end

-- A table against none.

local SMALL = { columns = 7, rows = 6, size = 8, pits = 6, seeds = 5, line = 5 }

-- A value that an option may have.
local function draw_value(draw, row)
  local range = row.expected
  if type(row.default) == "boolean" then return draw(0, 1) == 0 end
  if math.type(row.default) == "integer" then
    local least = math.tointeger(range:match "from (%d+)") or 1
    return draw(least, math.max(least, SMALL[row.name] or 5))
  end
  if type(row.default) == "table" then
    local list = {}
    for i = 1, draw(1, 4) do list[i] = draw(0, 5) end
    return list
  end
  local choices = {}
  for choice in range:gmatch "'(%w+)'" do choices[#choices + 1] = choice end
  return choices[draw(1, #choices)]
end

--- Searches a position of a shipped game, with options at random, to a depth: with a table and without.
-- @treturn boolean|nil were they compared? nil: the options do not go together
-- @treturn string|nil what differs
function metamorphic.tabled(seed, native)
  local draw = trees.stream(seed)
  local games = gts.games()
  local entry, options = games[draw(1, #games)], {}
  for _, row in ipairs(entry.options) do
    if draw(0, 3) > 0 then options[row.name] = draw_value(draw, row) end
  end
  local ok, game = pcall(gts.game, entry.name, next(options) and options or nil)
  if not ok then return nil end
  local path, p = {}, game.start
  for i = 1, draw(1, 40) do
    local next_ones = successors(game, p)
    if #next_ones == 0 then break end
    path[i], p = p, next_ones[draw(1, #next_ones)]
  end
  local asked = { algorithm = "alphabeta", deepen = false,
    position = path[draw(1, math.max(1, #path))], nodes = 6000, native = native }
  asked.depth = draw(3, 10)
  local plainly = gts.search(game, asked)
  while plainly.stopped and asked.depth > 1 do
    asked.depth = asked.depth - 1
    plainly = gts.search(game, asked)
  end
  if plainly.stopped then return nil end
  asked.nodes = 60000
  for _, more in ipairs {
    { algorithm = "ttalphabeta" }, { algorithm = "mtd", deepen = true }, { algorithm = "ttalphabeta", threads = draw(1, 2) },
    { algorithm = "negascout", table = 1 << draw(12, 20), order = { "table", "killer" }, deepen = draw(0, 1) == 0 },
  } do
    local r = gts.search(game, copy(asked, more))
    local wrong = not r.stopped and (differ("value", plainly.value, r.value) or differ("exact", plainly.exact, r.exact))
    if wrong then
      return true, ("seed %d: %s%s, position %s, depth %d, %s: %s"):format(seed, entry.name, described(options),
        described(asked.position), asked.depth, described(more), wrong)
    end
  end
  return true
end

return metamorphic
