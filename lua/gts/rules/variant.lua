--- Variants of a game: from another start, misere, passes, the pie rule, a handicap, another evaluation.

local ask = require "gts.rules.ask"
local evaluation = require "gts.rules.evaluation"
local facts = require "gts.facts.rules"
local notation = require "gts.rules.notation"
local random = require "gts.base.random"
local rows = require "gts.rules.rows"
local schema = require "gts.base.schema"
local staged = require "gts.rules.staged"
local tables = require "gts.base.tables"
local weights = require "gts.rules.weights"
local words = require "gts.base.words"

local variant = {}

-- Passes that a player may make, or that the opponent of a player with a handicap has to: `rules.turned`, else `rules.pass`,
-- gives the position with the other player to move. Where that is nil, or the game over, there is none.

local ONE_BOARD <const> = "is for positions that are values: these rules have one board"

-- The most passes, and moves of a handicap.
local MOST = 1000

-- Numbers that no game has as moves.
local SWAP <const>, PASS <const>, OWED <const> = math.mininteger, math.mininteger + 1, math.mininteger + 2

local function passing(rules, parts)
  if rules.moves then return nil, ONE_BOARD end
  if not rules.turned then return nil, "needs rules.turned(p): the position p with the other player to move (gts help rules)" end
  return staged.apply(rules, tables.copy(parts, { to = "turned(P)" }))
end

-- The stages: the last move was not a pass; it was; both players have passed.
local any_number = {
  first = 0, most = 2, move = { name = "pass", word = "passes", number = PASS },
  becomes = "stage + 1", offered = "stage < 2", over = "stage == 2", after = "stage = 0", turned = "stage = 0",
  unbounded = "true",
  remark = function(stage) return ({ "a pass now ends the game", "both players have passed: the game is over" })[stage] end,
}

-- The stage is the number of passes that are left for the player to move, times SIZE, plus that of the other player.
local SIZE <const> = MOST + 1

local function counted(n)
  return {
    first = n * SIZE + n, most = n * SIZE + n, move = { name = "pass", word = "passes", number = PASS },
    terms = { TRADED = ("stage %% %d * %d + stage // %d"):format(SIZE, SIZE, SIZE), SIZE = tostring(SIZE) },
    becomes = "TRADED - 1", offered = "stage >= SIZE",
    after = "if CHANGED then stage = TRADED end", turned = "stage = TRADED", unbounded = "stage ~= 0",
    remark = function(stage)
      return stage > 0 and ("passes left: %d for the player to move, %d for the other"):format(stage // SIZE, stage % SIZE)
    end,
  }
end

-- The stage is twice the number of passes that the opponent still owes, plus 1 if it is the opponent's turn; 0 behind the last.
local function owing(n, begins)
  return {
    first = 2 * n + (begins and 0 or 1), most = 2 * n + 1, move = { name = "pass", word = "handicap", number = OWED },
    becomes = "stage - 3", only = "stage % 2 == 1",
    -- Where there is no pass the opponent moves instead.
    after = "if stage > 0 and CHANGED then if stage % 2 == 1 then stage = stage - 3 else stage = stage + 1 end end",
    turned = "if stage > 0 then stage = stage ~ 1 end", unbounded = "stage ~= 0", pass = "stage == 0",
    remark = function(stage)
      if stage == 0 then return nil end
      local opponent, times = stage % 2 == 1 and "the player to move" or "the opponent", stage > 3 and "times" or "time"
      return ("%s passes %d more %s"):format(opponent, stage // 2, times)
    end,
  }
end

local function read_handicap(value)
  local player, n = nil, value
  if type(value) == "string" then player, n = value:match "^(m[ai][xn]):(%d+)$" end
  if player and player ~= "max" and player ~= "min" then return nil end
  n = math.tointeger(tonumber(n))
  if n and n >= 0 and n <= MOST then return n, player end
end

local handicap_kind = schema.with_alternatives({
  type = "integer|string", fits = function(value) return (read_handicap(value)) ~= nil end,
}, { ("a whole number from 0 to %d"):format(MOST), "a player and such a number, as in 'min:2'" })

-- Makes the rules of a game in which a player makes additional moves at the beginning: at its first turns the opponent passes.
local function with_handicap(rules, value)
  local n, player = read_handicap(value)
  local first = rules.player and not rules.moves and rules.player(ask.start(rules)) or "max"
  return passing(rules, owing(n, player == nil or player == first))
end

-- The pie rule: after the swap MAX plays for the side that MIN began with, so all values change their sign.

-- The stages: the first player's turn, the choice, play as usual, and with sides swapped.
local FIRST <const>, CHOICE <const>, USUAL <const>, SWAPPED <const> = 0, 1, 2, 3

local remarks = { [CHOICE] = "sides may be swapped", [SWAPPED] = "sides are swapped: MAX goes on as MIN began" }

-- Before the choice a position is worth what the sides make of it: bounds say nothing.
local swapping = {
  first = FIRST, most = SWAPPED, terms = { FIRST = FIRST, CHOICE = CHOICE, USUAL = USUAL, SWAPPED = SWAPPED },
  move = { name = "swap", word = "swap", number = SWAP },
  to = "P", becomes = "SWAPPED", offered = "stage == CHOICE",
  after = "if stage == CHOICE then stage = USUAL elseif stage == FIRST and CHANGED then stage = CHOICE end",
  turned = "if stage == CHOICE then stage = FIRST end",
  unbounded = "stage < USUAL", negated = "stage == SWAPPED",
  remark = function(stage) return remarks[stage] end,
}

local function with_swap(rules)
  if rules.moves then return nil, ONE_BOARD end
  if rules.cycle and rules.cycle ~= 0 then return nil, "needs a rules.cycle of 0: any other would change its sign" end
  local made, wrong = staged.apply(rules, swapping)
  if not made then return nil, wrong end
  if rules.range then
    local most = math.max(rules.range[2], -rules.range[1])
    made.range = { -most, most }
  end
  return made
end

--- The options that make a variant of any game.
variant.rows = {
  { name = "start", kind = schema.any "a position", help = "the position in which the game begins" },
  { name = "plies", kind = schema.whole(0, 1000), default = 0, help = "random moves played from there at the beginning" },
  { name = "seed", kind = schema.whole(), default = 1, help = "of these moves" },
  { name = "misere", kind = schema.flag, default = false, help = "all values change their sign: a win becomes a loss" },
  { name = "swap", kind = schema.flag, default = false,
    help = "the pie rule: instead of a first move, the second player may take the first player's side" },
  { name = "handicap", kind = handicap_kind, default = 0,
    help = "additional moves at the beginning for the first player, or for the one named, as in min:2" },
  { name = "passes", default = false,
    kind = schema.any_of { schema.with_alternatives(schema.flag, { "true", "false" }), schema.whole(0, MOST) },
    help = "passes of each player; or true: any number, and two in a row end the game" },
  { name = "symmetries", default = true,
    kind = schema.any_of { schema.with_alternatives(schema.flag, { "true", "false" }), schema.one_of { "key" } },
    help = "use the symmetries that the rules state; or key: in keys, too, where the rules keep them out of these" },
  { name = "weights", kind = weights.given, help = "numbers instead of rules.weights: a table, or a file of weights" },
  { name = "evaluation", kind = evaluation.given,
    help = "an evaluation instead of rules.evaluate: a file that gts learn has written; learnt, the one that comes with gts "
      .. "for this game; or rules, to play without that" },
}

--- Their names.
variant.names = tables.map(variant.rows, function(row) return row.name end)

-- The rows of options that are data: files and functions are the user's alone.
local read_rows = tables.map(variant.rows, function(row) return tables.copy(row, { kind = row.kind.read }) end)

local TRIES <const> = 100       -- of random moves

local negated = {
  evaluate = "function(P) return 0 - evaluate(P) end",
  score = "function(P) return 0 - score(P) end",
}

-- Bounds may rest on what a player would do to win, and now would not do.
local function misere(rules)
  local made = ask.rewrite(rules, negated)
  made.bounds, made.parts = nil, nil
  if rules.range then made.range = { 0 - rules.range[2], 0 - rules.range[1] } end
  made.cycle = rules.cycle and 0 - rules.cycle
  return made
end

local function read_start(rules, start)
  if start == nil then return rules.start end
  if type(start) ~= "string" or type(rules.start) == "string" then return start end
  local position = table.pack((rules.read or notation.read)(start))
  if position[1] == nil then return nil, ("is %s: no position"):format(words.quote(start)) end
  return (rules.words or 1) > 1 and rules.read and position or position[1]
end

-- The position after random moves, as a list of words; nil where the game is over before.
local function wander(rules, plies, draw)
  local p = { ask.start(rules) }
  for _ = 1, plies do
    local list = ask.children(rules, p)
    if #list == 0 then return nil end
    p = list[draw(1, #list)]
  end
  return #ask.children(rules, p) > 0 and p or nil
end

local function after_plies(rules, plies, seed)
  if rules.moves then return nil, ONE_BOARD end
  local draw = random.stream(seed)
  for _ = 1, TRIES do
    local p = wander(rules, plies, draw)
    if p then return tables.copy(rules, { start = (rules.words or 1) > 1 and p or p[1] }) end
  end
  return nil, ("is %d: the game is over before, on each of %d random paths"):format(plies, TRIES)
end

-- Does a game's own function take an option? One that does not say which it takes is given all of them.
local function is_own(what, option)
  local list = rows.of(what)
  if not list then return type(what) == "function" end
  return tables.any(list, function(row) return row.name == option end)
end

--- Parts the options of a game: those of its function; `native`; and those of a variant, which are for any game, unless its
-- function has an option of this name. `what`: the game's function, or its rules; `name`: of the game, in quotes, for messages;
-- `read`: true: they are data, which name no file: see gts.game.from_data. Returns those of its function, or nil; `native`; all
-- options of a variant, checked, or nil; what is wrong with an option.
function variant.part(given, what, name, read)
  local rest, asked = tables.copy(given), {}
  local native = rest.native
  rest.native = nil
  for _, option in ipairs(variant.names) do
    if rest[option] ~= nil and not is_own(what, option) then asked[option], rest[option] = rest[option], nil end
  end
  if next(rest) == nil then rest = nil end
  local say = ("option '%%s' of the game %s"):format(name:gsub("%%", "%%%%"))
  if native ~= nil then
    local wrong = schema.misfit(say:format "native", native, facts.row("native").kind)
    if wrong then return rest, native, nil, wrong end
  end
  if next(asked) == nil then return rest, native end
  return rest, native, schema.check(read and read_rows or variant.rows, asked, { what = say })
end

--- Options that make a variant again without files: weights as a text, an evaluation as its digest. `asked` of variant.apply.
function variant.lasting(given, asked, rules)
  return tables.copy(given, { weights = asked.weights and weights.text(rules.weights), evaluation = asked.evaluation })
end

--- Makes the rules of a variant, of those that their author wrote. `asked`: options of variant.rows, checked, of which
-- `evaluation`, if data, becomes a digest; `name`, quoted. Or nil, what is wrong, which option.
function variant.apply(rules, asked, name)
  local function refuse(option, wrong) return nil, ("option '%s' of the game %s %s"):format(option, name, wrong) end
  local start, wrong = read_start(rules, asked.start)
  if wrong then return refuse("start", wrong) end
  local made = tables.copy(rules, { start = start, turned = rules.turned or rules.pass })
  if not asked.symmetries then made.symmetries = nil
  elseif asked.symmetries == "key" then
    if not made.symmetries then return refuse("symmetries", "is 'key': these rules state no symmetries") end
    made.symmetries = tables.copy(made.symmetries, { key = true })
  end
  for _, step in ipairs {
    { "weights", asked.weights ~= nil, weights.apply, asked.weights },
    { "evaluation", asked.evaluation ~= nil, evaluation.apply, asked.evaluation },
    { "plies", asked.plies > 0, after_plies, asked.plies, asked.seed }, { "misere", asked.misere, misere },
    { "passes", asked.passes and asked.passes ~= 0, passing, asked.passes == true and any_number or counted(asked.passes or 0) },
    { "swap", asked.swap, with_swap },
    { "handicap", read_handicap(asked.handicap) > 0, with_handicap, asked.handicap },
  } do
    local other, lasting
    if step[2] then
      other, lasting = step[3](made, step[4], step[5])
      if not other then return refuse(step[1], lasting) end
      made = other
      if step[1] == "evaluation" then asked.evaluation = lasting end
    end
  end
  return made
end

return variant
