--- The pie rule: instead of a first move, the second player may take the first player's side.
--
-- A position says in which stage the game is: as one more word where positions are integers, else in a table { position, stage }.
-- After the swap MAX plays for the side that MIN began with, so all values change their sign.
-- @module gts.rules.pie

local ask = require "gts.rules.ask"
local schema = require "gts.base.schema"
local tables = require "gts.base.tables"

local pie = {}

local MOST_WORDS <const> = 16   -- of a position, and of a set of moves
local LAST_RANK <const> = -(1 << 53)
local SWAP <const> = "swap"     -- the move, where moves are no numbers, and its name
local SWAP_NUMBER <const> = math.mininteger     -- no game has this one

-- The stages: the first player's turn, the choice, play as usual, and with sides swapped.
local FIRST <const>, CHOICE <const>, USUAL <const>, SWAPPED <const> = 0, 1, 2, 3

-- Where positions are integers. Before the choice a position is worth what the sides make of it: bounds say nothing.

local in_words = {
  next = [[function(P, stage, move)
    if move == SWAP then return nil end
    local m, Q = next(P, move)
    if m == nil then
      if stage == CHOICE and move ~= nil then return SWAP, P, SWAPPED end
      return nil
    end
    if stage == CHOICE then stage = USUAL elseif stage == FIRST AND_CHANGED then stage = CHOICE end
    return m, Q, stage
  end]],
  legal = [[function(P, stage)
    local SET = legal(P)
    if stage == CHOICE and ANY ~= 0 then return SET, 1 end
    return SET, 0
  end]],
  play = [[function(P, stage, move)
    if move == SWAP then return P, SWAPPED end
    local Q = play(P, move)
    if stage == CHOICE then stage = USUAL elseif stage == FIRST AND_CHANGED then stage = CHOICE end
    return Q, stage
  end]],
  rank = "function(P, _, move) if move == SWAP then return LAST end return rank(P, move) end",
  noisy = "function(P, _, move) if move == SWAP then return false end return noisy(P, move) end",
  evaluate = "function(P, stage) if stage == SWAPPED then return 0 - evaluate(P) end return evaluate(P) end",
  score = "function(P, stage) if stage == SWAPPED then return 0 - score(P) end return score(P) end",
  bounds = [[function(P, stage)
    if stage < USUAL then return nil end
    if stage == USUAL then return bounds(P) end]] .. ask.NEGATED_BOUNDS,
  player = [[function(P, stage)
    if stage ~= SWAPPED then return player(P) end
    if player(P) == "max" then return "min" end
    return "max"
  end]],
  terminal = "function(P) return terminal(P) end",
  tier = "function(P) return tier(P) end",
}

-- The integers of a set of moves, as rules.legal gives them, by name.
local function set_names(rules)
  local names = {}
  if rules.legal then
    for i = 1, select("#", rules.legal(ask.start(rules))) do names[i] = "s" .. i end
  end
  return names
end

-- The move that swaps sides: the bit above a set, or a number or a word as the first move of the game is.
local function swap_move(rules, set)
  if #set > 0 then return 64 * #set end
  return math.type((rules.next(ask.start(rules)))) and SWAP_NUMBER or SWAP
end

local function pie_in_words(rules)
  local count, set = rules.words or 1, set_names(rules)
  if math.max(count, #set) == MOST_WORDS then
    return nil, ("needs one word more than the %d that there may be"):format(MOST_WORDS)
  end
  local move = swap_move(rules, set)
  local terms = { FIRST = FIRST, CHOICE = CHOICE, USUAL = USUAL, SWAPPED = SWAPPED, LAST = ("(%d)"):format(LAST_RANK),
    SWAP = ("(%q)"):format(move), SET = table.concat(set, ", "),
    ANY = "(" .. table.concat(set, " | ") .. ")" }
  -- Some games give the first player several turns.
  local changed = rules.player and "and player(Q) ~= player(P)" or ""
  local texts = {}
  for name, text in pairs(in_words) do texts[name] = text:gsub("AND_CHANGED", changed) end
  local made = ask.rewrite(rules, texts, terms)
  made.words, made.start = count + 1, { ask.start(rules) }
  made.start[count + 1] = FIRST
  made.key = nil                -- all words are; two positions that a key of the game takes for one differ in their stage
  if rules.legal then made.next = nil end
  local function join(stage, ...)
    local p = { ... }
    if p[1] == nil then return ... end
    p[count + 1] = stage
    return table.unpack(p, 1, count + 1)
  end
  return made, move, function(...) return (select(count + 1, ...)), ... end, join
end

-- For other positions.

local function stage_after(rules, stage, p, q)
  if stage == CHOICE then return USUAL end
  if stage == FIRST and not (rules.player and rules.player(q) == rules.player(p)) then return CHOICE end
  return stage
end

local in_tables = {}

function in_tables.successors(rules)
  return function(at)
    local list, moves = ask.children(rules, { at.position })
    for i, q in ipairs(list) do list[i] = { position = q[1], stage = stage_after(rules, at.stage, at.position, q[1]) } end
    if at.stage == CHOICE and #list > 0 then
      list[#list + 1], moves[#moves + 1] = { position = at.position, stage = SWAPPED }, SWAP
    end
    return list, moves
  end
end

function in_tables.key(rules)
  return function(at)
    local key = rules.key and rules.key(at.position) or at.position
    return ("%d %s"):format(at.stage, key)
  end
end

function in_tables.evaluate(rules)
  return function(at) return at.stage == SWAPPED and 0 - rules.evaluate(at.position) or rules.evaluate(at.position) end
end

function in_tables.score(rules)
  return function(at) return at.stage == SWAPPED and 0 - rules.score(at.position) or rules.score(at.position) end
end

function in_tables.bounds(rules)
  local other = ask.write(rules, "function(P)" .. ask.NEGATED_BOUNDS)
  return function(at)
    if at.stage < USUAL then return nil end
    if at.stage == USUAL then return rules.bounds(at.position) end
    return other(at.position)
  end
end

function in_tables.player(rules)
  return function(at)
    local player = rules.player(at.position)
    if at.stage ~= SWAPPED then return player end
    return player == "max" and "min" or "max"
  end
end

for _, name in ipairs { "terminal", "tier" } do
  in_tables[name] = function(rules) return function(at) return rules[name](at.position) end end
end

for _, name in ipairs { "noisy", "rank" } do
  in_tables[name] = function(rules)
    return function(at, move)
      if move == SWAP then return name == "rank" and LAST_RANK or false end
      return rules[name](at.position, move)
    end
  end
end

local function pie_in_tables(rules)
  local made = tables.copy(rules, { start = { position = rules.start, stage = FIRST } })
  for _, name in ipairs { "next", "legal", "play" } do made[name] = nil end
  for name, make in pairs(in_tables) do
    local there = rules[name] or name == "successors" or name == "key" and type(rules.start) == "string"
    made[name] = there and make(rules) or nil
  end
  local function join(stage, position, wrong)
    if position == nil then return nil, wrong end
    return { position = position, stage = stage }
  end
  return made, SWAP, function(at) return at.stage, at.position end, join
end

-- Of either kind.

local remarks = { [CHOICE] = "sides may be swapped", [SWAPPED] = "sides are swapped: MAX goes on as MIN began" }

-- What people see: the stage below the position, and the name of the swap. `split` takes the words of a position apart, into
-- stage and position; `join` puts them together.
local function describe(made, rules, swap, split, join)
  local function show(stage, ...)
    local text = rules.show(...)
    return remarks[stage] and type(text) == "string" and text .. "\n" .. remarks[stage] or text
  end
  local function board(_, ...)
    local drawn = rules.board(...)
    local at = type(drawn) == "table" and drawn.at
    if not at then return drawn end
    return tables.copy(drawn, { at = function(move) if move ~= swap then return at(move) end end })
  end
  local function text(stage, ...) return ("%d %s"):format(stage, rules.write(...)) end
  made.show = rules.show and function(...) return show(split(...)) end
  made.board = schema.callable.fits(rules.board) and function(...) return board(split(...)) end
  made.write = rules.write and function(...) return text(split(...)) end
  made.read = rules.read and function(given)
    local stage, rest = given:match "^([0-3]) (.*)$"
    if not stage then return nil, "a position of this variant begins with its stage, 0 to 3" end
    return join(math.tointeger(stage), rules.read(rest))
  end
  made.move_name = function(move)
    if move == swap then return SWAP end
    return rules.move_name and rules.move_name(move) or tostring(move)
  end
end

--- Makes the rules of a game with the pie rule.
-- @tparam table rules
-- @treturn[1] table
-- @return[2] nil
-- @treturn[2] string what it needs that these rules do not have
function pie.apply(rules)
  if rules.moves then return nil, "is for positions that are values: these rules have one board" end
  if rules.cycle and rules.cycle ~= 0 then return nil, "needs a rules.cycle of 0: any other would change its sign" end
  local integers = (rules.words or 1) > 1 or math.type(rules.start) == "integer" and rules.successors == nil
  local made, swap, split, join = (integers and pie_in_words or pie_in_tables)(rules)
  if not made then return nil, swap end
  describe(made, rules, swap, split, join)
  made.pass = nil
  if rules.range then
    local most = math.max(rules.range[2], -rules.range[1])
    made.range = { -most, most }
  end
  return made
end

return pie
