--- Mistakes that people make in rules, seeded into the games that come with gts, for gts.check to find.
--
-- A row of `mistakes.rows` has a title; `kinds`, those of the findings that may say it; `guess`, if these may be suspicions,
-- which are no proof; `note`, if it is only to be noted; `positions`, how many show it (default 300); and `seed`, a function of
-- rules (a fresh copy) and the name of the game that gives the rules with the mistake, or nil where it makes no sense.

local gts = require "gts"

local mistakes = {}

--- The games: name -> options.
mistakes.games = {
  chomp = {}, connect4 = { columns = 5, rows = 4 }, domineering = { columns = 4, rows = 4 }, dots = {}, hexapawn = {},
  nim = {}, othello = { size = 4 }, tictactoe = {},
}

--- Their names, sorted.
mistakes.names = { "chomp", "connect4", "domineering", "dots", "hexapawn", "nim", "othello", "tictactoe" }

local FIELDS = { "name", "words", "start", "next", "successors", "evaluate", "player", "bounds", "range", "show" }

--- A fresh rules table of a game, with none of what gts adds.
function mistakes.rules(name)
  local game, rules = gts.game(name, mistakes.games[name]), {}
  for _, field in ipairs(FIELDS) do rules[field] = game[field] end
  return rules
end

-- Calls f with the results of rules.next in a list {move, word, ...}, or with nil at the end.
local function with_next(rules, change)
  local next_of, words = rules.next, rules.words or 1
  rules.next = function(...)
    local arguments = table.pack(...)
    local results = table.pack(next_of(...))
    local position, move = table.move(arguments, 1, words, 1, {}), arguments[words + 1]
    return change(results[1] ~= nil and results or nil, position, move, next_of)
  end
  return rules
end

local function unpack_of(list) return table.unpack(list, 1, list.n) end

-- The same game with positions that are tables, board = {words}, each made by `copy` of the parent's and the child's words.
local function tabled(rules, copy)
  local words, own = rules.words or 1, {}
  for field, value in pairs(rules) do own[field] = value end
  local function open(f) return f and function(p) return f(table.unpack(p.board, 1, words)) end end
  for _, field in ipairs { "evaluate", "player", "bounds", "show" } do own[field] = open(rules[field]) end
  own.words, own.next = nil, nil
  own.start = { board = words == 1 and { rules.start } or table.move(rules.start, 1, words, 1, {}), log = {} }
  own.successors = function(p)
    local list, moves, move = {}, {}, nil
    while true do
      local arguments = table.move(p.board, 1, words, 1, {})
      arguments[words + 1] = move
      local results = table.pack(rules.next(table.unpack(arguments, 1, words + 1)))
      move = results[1]
      if move == nil then return list, moves end
      moves[#moves + 1], list[#list + 1] = move, copy(p, table.move(results, 2, words + 1, 1, {}))
    end
  end
  return own
end

--- The sound way.
function mistakes.plain_copy(_, board) return { board = board, log = {} } end
mistakes.tabled = tabled

-- A move that changes nothing but the player to move: from the words to the words.
local passes = {
  tictactoe = function(p) return { p[1] ~ p[2], p[2] } end,
  connect4 = function(p) return { p[1] ~ p[2], p[2] } end,
  othello = function(p) return { p[2], p[1], p[3] ~ 1 } end,
  nim = function(p) return { p[1] ~ 1 << 18 } end,
  chomp = function(p) return { p[1] ~ 1 << 12 } end,
  domineering = function(p) return { p[1] ~ 1 << 16 } end,
}

-- Keys that forget something that matters.
local bad_keys = {
  tictactoe = function(_, all) return all end,
  connect4 = function(_, all) return all end,
  nim = function(p) return (p & 63) + (p >> 6 & 63) + (p >> 12 & 63) << 20 | p >> 18 end,
  hexapawn = function(mine) return mine & 511 end,
  chomp = function(p) return p & 15 | p & 1 << 12 end,
  othello = function(mine, theirs, turn) return (mine | theirs) * 2 + turn end,
  dots = function(lines) return lines & 0x55555 end,
}

-- Keys that leave out the player to move, and are right otherwise.
local keys_of_both = {
  nim = function(p) return p & (1 << 18) - 1 end,
  chomp = function(p) return p & (1 << 12) - 1 end,
}

local function row(title, kinds, seed, more)
  local made = { title = title, kinds = kinds, seed = seed }
  for key, value in pairs(more or {}) do made[key] = value end
  return made
end

local function set(rules, field, value)
  rules[field] = value
  return rules
end

local function wrap(rules, field, change)
  local f = rules[field]
  if not f then return nil end
  rules[field] = function(...) return change(f, ...) end
  return rules
end

-- The ways to seed that several rows have. The value of a position is another one, be it out of the range:
local function valued(change)
  return function(rules)
    rules.range = nil
    return wrap(rules, "evaluate", function(f, ...) return change(f(...)) end)
  end
end

-- The lists of successors and moves are others, or something else than lists:
local function listed(change)
  return function(rules)
    return wrap(tabled(rules, mistakes.plain_copy), "successors", function(f, p) return change(f(p)) end)
  end
end

-- A field has a value, whatever it was:
local function having(field, value) return function(rules) return set(rules, field, value) end end

local random = math.random
local counter, count = 0, 0

mistakes.rows = {
  row("next ignores its move", { "repeats" }, function(rules)
    local words = rules.words or 1
    return wrap(rules, "next", function(f, ...) return f(table.unpack({ ... }, 1, words)) end)
  end),
  row("next gives a move again, later", { "repeats" }, function(rules)
    local words = rules.words or 1
    local first = select(1, rules.next(table.unpack(words == 1 and { rules.start } or rules.start, 1, words)))
    return with_next(rules, function(results, position, move, next_of)
      if results then return unpack_of(results) end
      if move ~= nil and move ~= first then return next_of(table.unpack(position, 1, words)) end
    end)
  end),
  row("next swaps its results", { "swapped" }, function(rules)
    return with_next(rules, function(results)
      if not results then return nil end
      local move = table.remove(results, 1)
      results[results.n] = move
      return unpack_of(results)
    end)
  end),
  row("next never ends", { "endless_moves", "repeats" }, function(rules)
    return with_next(rules, function(results, position, move)
      if results then return unpack_of(results) end
      return (move or 0) + 1000, table.unpack(position)
    end)
  end),
  row("a loop without end in next", { "loop" }, function(rules)
    return with_next(rules, function(results, _, move)
      while not results and move do move = move + 1 end
      if results then return unpack_of(results) end
    end)
  end),
  row("a loop without end in evaluate", { "loop" }, function(rules)
    return wrap(rules, "evaluate", function(f, ...)
      local n = 0
      while n >= 0 do n = n + 1 end
      return f(...)
    end)
  end),
  row("a loop that catches every error", { "loop" }, function(rules)
    return set(rules, "evaluate", function()
      local function forever() while true do end end
      while true do pcall(forever) end
    end)
  end),
  row("a loop in a coroutine", { "loop" }, function(rules)
    return wrap(rules, "evaluate", function(f, ...)
      return coroutine.wrap(function(...)
        while true do f(...) end
      end)(...)
    end)
  end),
  row("a misspelt field", { "door" }, function(rules)
    rules.plyaer, rules.player = rules.player, nil
    return rules
  end),
  row("a misspelt field that is required", { "door" }, function(rules)
    rules.evalute, rules.evaluate = rules.evaluate, nil
    return rules
  end),
  row("next and successors both", { "door" }, having("successors", function() return {} end)),
  row("a field of another kind", { "door" }, having("player", "max")),
  row("an unknown function", { "field" }, having("utility", function() return 0 end), { note = true }),
  row("a nil move, with a position", { "moves" }, function(rules)
    return with_next(rules, function(results, position, move)
      if results then return unpack_of(results) end
      if move then return nil, table.unpack(position) end
    end)
  end),
  row("one list of moves with their positions", { "types" }, listed(function(list, moves)
    for i, position in ipairs(list) do list[i] = { move = moves[i], position = position } end
    return list
  end)),
  row("lists swapped", { "swapped" }, listed(function(list, moves) return moves, list end)),
  row("an iterator that gives positions first", { "swapped" }, listed(function(list, moves)
    local i = 0
    return function()
      i = i + 1
      return list[i], moves[i]
    end
  end)),
  row("a won game that goes on", { "decided" }, function(rules, name)
    if name ~= "tictactoe" and name ~= "connect4" then return nil end
    return wrap(rules, "next", function(f, mine, all, move) return f(mine, all, move or 0) end)
  end, { guess = true }),
  row("terminal says over where there are moves", { "terminal" }, function(rules)
    return set(rules, "terminal", function(...) return rules.player(...) == "min" end)
  end, { note = true }),
  row("a position changed by being developed", { "changed" }, function(rules)
    rules = tabled(rules, mistakes.plain_copy)
    return wrap(rules, "successors", function(f, p)
      p.developed = true
      return f(p)
    end)
  end),
  row("a position changed by being evaluated", { "changed" }, function(rules)
    rules = tabled(rules, mistakes.plain_copy)
    return wrap(rules, "evaluate", function(f, p)
      p.log[#p.log + 1] = "evaluated"
      return f(p)
    end)
  end),
  row("a table that positions share and change", { "changed" }, function(rules)
    rules = tabled(rules, function(p, board) return { board = board, log = p.log } end)
    return wrap(rules, "successors", function(f, p)
      p.log[#p.log + 1] = #p.log
      return f(p)
    end)
  end),
  row("one table for all successors", { "changed" }, function(rules)
    local one = {}
    return listed(function(list, moves)
      local i = 0
      return function()
        i = i + 1
        if moves[i] == nil then return nil end
        one.board, one.log = list[i].board, {}
        return moves[i], one
      end
    end)(rules)
  end),
  row("one list for all positions", { "changed", "differs" }, function(rules)
    local one = {}
    return listed(function(list, moves)
      for i = 1, math.max(#list, #one) do one[i] = list[i] end
      return one, moves
    end)(rules)
  end),
  row("an iterator with a state of its own", { "differs" }, function(rules)
    local list, moves, i
    rules = tabled(rules, mistakes.plain_copy)
    local function step()
      i = i + 1
      return moves[i], list[i]
    end
    return wrap(rules, "successors", function(f, p)
      list, moves = f(p)
      i = 0
      return step
    end)
  end),
  row("evaluate answers differently", { "differs" }, valued(function(value)
    count = count + 1
    return value + (count % 3) / 100
  end)),
  row("next answers differently", { "differs", "error", "repeats", "position" }, function(rules)
    local n = 0
    return with_next(rules, function(results, _, move)
      if move == nil then n = n + 1 end
      if n % 2 == 0 or not results then return nil end
      return unpack_of(results)
    end)
  end),
  row("random numbers", { "random" }, valued(function(value) return value + math.random() / 100 end)),
  row("random numbers, by a local", { "random" }, valued(function(value) return value + random() / 100 end)),
  row("the time", { "time" }, valued(function(value) return os.time() > 0 and value or 0 end)),
  row("a global is written", { "global" }, valued(function(value)
    counter = counter + 1
    _G.gts_spec_count = counter
    return value
  end)),
  row("values outside range", { "range" }, function(rules)
    return wrap(rules, "evaluate", function(f, ...) return 100000 * f(...) end)
  end),
  row("integers beyond 2^53", { "precise" }, valued(function(value)
    return value > 0 and (1 << 53) + 1 or value < 0 and -(1 << 53) - 1 or 0
  end)),
  row("values from the mover's side", { "sides" }, function(rules)
    return wrap(rules, "evaluate", function(f, ...) return rules.player(...) == "max" and f(...) or -f(...) end)
  end, { positions = 2000, guess = true }),
  row("player always says max", { "player" }, having("player", function() return "max" end), { guess = true }),
  row("player the wrong way round", { "sides", "bounds" }, function(rules, name)
    if name ~= "dots" then return nil end      -- of the others it makes the game that the last move loses, and no mistake
    return wrap(rules, "player", function(f, ...) return f(...) == "max" and "min" or "max" end)
  end, { positions = 2000, guess = true }),
  row("player in capitals", { "types" }, function(rules)
    return wrap(rules, "player", function(f, ...) return f(...):upper() end)
  end),
  row("bounds that leave out the value", { "bounds" }, function(rules)
    rules.bounds = function(...)
      local value = rules.evaluate(...)
      return value, value
    end
    return rules
  end),
  row("bounds too narrow by a little", { "bounds" }, function(rules)
    if not rules.bounds then return nil end
    return wrap(rules, "bounds", function(f, ...)
      local lower, upper = f(...)
      return lower + 0.25, upper
    end)
  end),
  row("bounds from the mover's side", { "bounds" }, function(rules)
    if not rules.bounds then return nil end
    return wrap(rules, "bounds", function(f, ...)
      local lower, upper = f(...)
      if rules.player(...) == "max" then return lower, upper end
      return -upper, -lower
    end)
  end),
  row("bounds that are no numbers", { "types" }, having("bounds", function() return "low", "high" end)),
  row("equal keys of unequal positions", { "key" }, function(rules, name)
    if not bad_keys[name] then return nil end
    return set(rules, "key", bad_keys[name])
  end, { positions = 1500, guess = true }),
  row("keys that are no integers", { "types" }, having("key", function(p) return p / 2 end)),
  row("a key for two players", { "players" }, function(rules, name)
    if not keys_of_both[name] then return nil end
    return set(rules, "key", keys_of_both[name])
  end, { note = true }),
  row("positions that do not say who moves", { "shared" }, function(rules, name)
    if name ~= "nim" then return nil end
    local before = rules.next
    rules.player, rules.range = nil, nil
    rules.next = function(p, move)
      local after
      move, after = before(p, move)
      if move then return move, after & (1 << 18) - 1 end
    end
    rules.evaluate = function() return -1 end
    return rules
  end, { guess = true }),
  row("a game that goes round in circles", { "cycle" }, function(rules, name)
    if not passes[name] then return nil end
    return with_next(rules, function(results, position, move)
      if results then return unpack_of(results) end
      if move and move ~= 9999 then return 9999, table.unpack(passes[name](position)) end
    end)
  end),
  row("a game without end", { "endless" }, function(rules)
    rules = tabled(rules, mistakes.plain_copy)
    local start = rules.start
    rules.successors = function(p) return { { board = start.board, log = { (p.log[1] or 0) + 1 } } } end
    return rules
  end, { positions = 2000, guess = true }),
  row("positions that are floats", { "position" }, function(rules)
    if rules.words then return nil end
    return with_next(rules, function(results)
      if not results then return nil end
      return results[1], results[2] / 1
    end)
  end),
  row("an error at the end", { "error" }, valued(function(value)
    if value ~= 0 then error "no such field" end
    return value
  end)),
  row("read does not give what was written", { "text" }, function(rules)
    rules.write = function(...) return table.concat({ ... }, " ") end
    rules.read = function(text)
      local words = {}
      for word in text:gmatch "%S+" do words[#words + 1] = math.tointeger(word) + 1 end
      return table.unpack(words)
    end
    return rules
  end),
  row("moves of one name", { "names" }, having("move_name", function() return "move" end)),
  row("a board with a cell too few", { "board" }, having("board", function()
    return { columns = 2, rows = 2, cells = "XO." }
  end)),
  row("a move beside the board", { "board" }, having("board", function()
    return { columns = 2, rows = 2, cells = "XO..", at = function() return 5 end }
  end)),
  row("what cannot be compiled", { "native" }, valued(function(value) return value + #tostring(0) - 1 end), { note = true }),
}

--- What says it: a finding, or where that is all that can be, a note or a suspicion; nil if nothing does.
function mistakes.finds(report, made)
  for _, list in ipairs(made.note and { report.notes } or made.guess and { report, report.suspicions } or { report }) do
    for _, finding in ipairs(list) do
      for _, kind in ipairs(made.kinds) do if finding.kind == kind then return finding end end
    end
  end
end

return mistakes
