--- The C of the functions that a search calls through the game, as game.h wants them where GAME_CALLS is defined.
--
-- Each calls the compiled function of the rules, and makes of its results what game.h promises. Where that gave up, or where its
-- results are not what a search can use, the same call is made of the rules in Lua: they can do more, and know best what is
-- wrong. So is every call of a function that is not compiled. All that depends on the rules alone is a constant.
-- @module gts.compile.game_calls

local entries = require "gts.compile.entries"
local operands = require "gts.compile.operands"
local values = require "gts.compile.values"

local game_calls = {}

local NIL, INT, FLT, STR, NUMBER = values.NIL, values.INT, values.FLT, values.STR, values.NUMBER
local all_are, as_float, truth = operands.all_are, operands.as_float, operands.truth

-- Goes where Lua is asked, if a condition holds.
local function give_up_if(condition) return ("if (UNLIKELY(%s)) goto give_up;"):format(condition) end

-- The same unless all operands have types of the mask.
local function give_up_unless(mask, o) return give_up_if("!(" .. (all_are(mask, o) or "1") .. ")") end

-- Result `n` of the compiled function.
local function result(f, n) return operands.result(f, n, "r") end

-- Calls the compiled function with the words of the position, and with an operand `more` if there is one: two lines.
local function call(f, words, more)
  local list = { "compiled" }
  if f.recursive then list[2] = "0" end         -- it is not deep yet
  for p = 1, f.proto.parameters do
    local o = p <= words and operands.integer(("position->word[%d]"):format(p - 1))
      or p == words + 1 and more or operands.none
    for _, part in ipairs(operands.parts(f.parameters[p].mask)) do list[#list + 1] = o[part[1]] end
  end
  return ("Results%d r = f%d(%s);"):format(f.id, f.id, table.concat(list, ", ")), give_up_if "r.gave_up"
end

-- Bodies of the functions, by name: lists of lines. They get the compiled function, how many words a position has, the unit, and
-- the range of the game if it has one.
local bodies = {}

-- Is a value, as far as it is known, always within the range of the game?
local function always_in_range(v, range)
  if not range then return true end
  return v ~= nil and v.least ~= nil and v.least >= range[1] and v.most <= range[2]
end

function bodies.evaluate(f, words, _, range)
  local o = result(f, 1)
  local called, gave_up = call(f, words)
  return {
    called, gave_up, give_up_unless(NUMBER, o),
    ("Value value = %s;"):format(as_float(o)),
    o.mask & FLT ~= 0 and give_up_if "!isfinite(value)" or "",
    always_in_range(f.results[1], range) and "" or give_up_if "!(value >= game->lower && value <= game->upper)",
    "return value;",
  }
end

function bodies.terminal(f, words)
  local called, gave_up = call(f, words)
  return { called, gave_up, ("return %s;"):format(truth(result(f, 1))) }
end

function bodies.player(f, words, unit)
  local o = result(f, 1)
  local called, gave_up = call(f, words)
  return {
    called, gave_up, give_up_unless(STR, o),
    ("if (%s == %d) return MAX;"):format(o.i, unit:string "max"),
    ("if (%s == %d) return MIN;"):format(o.i, unit:string "min"), "goto give_up;",
  }
end

function bodies.bounds(f, words)
  local lines = { call(f, words) }
  local function put(line) lines[#lines + 1] = line end
  put "Value low = -INFINITY, high = INFINITY;"
  for n, name in ipairs { "low", "high" } do
    local o = result(f, n)
    put(give_up_unless(NUMBER | NIL, o))
    if o.mask & NUMBER ~= 0 then put(("if (%s != T_NIL) %s = %s;"):format(o.t, name, as_float(o))) end
  end
  put(give_up_if "!(low <= high)")
  put "*lower = low; *upper = high; return;"
  return lines
end

-- Strings are left to Lua, which knows their text.
function bodies.key(f, words)
  local o = result(f, 1)
  local called, gave_up = call(f, words)
  return {
    called, gave_up, give_up_unless(INT, o),
    ("key->word[0] = (uint64_t)%s; key->word[1] = KEY_IS_INTEGER; return;"):format(o.i),
  }
end

-- The walk keeps the last move in walk->move.
function bodies.next(f, words)
  local move = result(f, 1)
  local last = { mask = INT | NIL, t = "(first ? T_NIL : T_INT)", i = "walk->move.word", d = "0.0" }
  local called, gave_up = call(f, words, last)
  local lines = {
    "bool first = walk->index == 0;",
    give_up_if "!first && walk->move.slot != 0",
    called, gave_up,
    move.mask & NIL ~= 0 and ("if (%s == T_NIL) return false;"):format(move.t) or "",
  }
  local function put(line) lines[#lines + 1] = line end
  for n = 1, words + 1 do put(give_up_unless(INT, result(f, n))) end
  put(give_up_if(("!first && %s == walk->move.word"):format(move.i)))         -- it would never end: Lua says so
  for n = 1, words do put(("child->word[%d] = %s;"):format(n - 1, result(f, n + 1).i)) end
  if words == 1 then put "child->word[1] = 0;" end
  put(("walk->move.word = %s; walk->move.slot = 0;"):format(move.i))
  put "return true;"
  return lines
end

-- Their heads: what they return, their parameters; and how the rules in Lua are asked.
local POSITION, ASKED = "Game *game, const Position *position", "compiled, WORDS_OF(position)"
local heads = {
  next = {
    "bool", POSITION .. ", Walk *walk, Position *child",
    "Asked asked = ask_next(" .. ASKED .. [[, walk->state[0], walk->state[1], walk->index, walk->move.word, walk->move.slot);
  position_copy(child, &asked.child);
  walk->move.word = asked.walk.move.word; walk->move.slot = asked.walk.move.slot; walk->state[1] = asked.walk.state[1];
  return asked.more;]],
  },
  evaluate = { "Value", POSITION, "return ask_evaluate(" .. ASKED .. ");" },
  terminal = { "bool", POSITION, "return ask_terminal(" .. ASKED .. ");" },
  player = { "Player", POSITION, "return ask_player(" .. ASKED .. ");" },
  bounds = {
    "void", POSITION .. ", Value *lower, Value *upper",
    "Bounds known = ask_bounds(" .. ASKED .. "); *lower = known.lower; *upper = known.upper;",
  },
  key = {
    "void", POSITION .. ", Key *key",
    "Key known = ask_key(" .. ASKED .. "); for (int i = 0; i < POSITION_WORDS; i++) key->word[i] = known.word[i];",
  },
}

-- One function of the game: compiled if it is an entry, and in any case the call of the one in Lua.
local function write_call(unit, name, f, words, range)
  local result_type, parameters, asked = table.unpack(heads[name])
  local lines = {
    ("INLINED %s game_%s (%s) {"):format(result_type, name, parameters),
    "CompiledGame *compiled = (CompiledGame *)game;",
  }
  if f then
    -- A position of one word whose second is not 0 stands for something else than an integer.
    if words == 1 then lines[#lines + 1] = give_up_if "position->word[1] != 0" end
    local body = bodies[name](f, words, unit, range)
    table.move(body, 1, #body, #lines + 1, lines)
    lines[#lines + 1] = "give_up: ;"
  end
  lines[#lines + 1] = asked
  lines[#lines + 1] = "}"
  return table.concat(lines, "\n  ")
end

-- Whether the game has a function that it may lack; and one that is never called, if it has none. How positions are known without
-- a key of their own says what opens the game (see binding/keys.h).
local function write_presence(name, present, words)
  local has = present and "true" or name == "key" and words == 1 and "game->key != 0" or "false"
  local lines = { ("static inline bool game_has_%s (const Game *game) { (void)game; return %s; }"):format(name, has) }
  if not present then
    local result_type, parameters = table.unpack(heads[name])
    local body = name == "key" and "game->key(game, position, key);" or result_type == "void" and "" or "return 0;"
    lines[2] = ("static inline %s game_%s (%s) { %s }"):format(result_type, name, parameters, body)
  end
  return table.concat(lines, "\n\n")
end

-- What the engine's own algorithms call for a successor: to them walk->state[0] is the first slot.
local CALLED_NEXT = [[
static bool called_next (Game *game, const Position *position, Walk *walk, Position *child) {
  const CompiledGame *compiled = (const CompiledGame *)game;
  enter_walk(compiled->top, walk);
  int64_t slots = walk->state[0];
  walk->state[0] = (slots - compiled->floor) / WALK_SLOTS;
  bool more = game_next(game, position, walk, child);
  walk->state[0] = slots;
  *compiled->top = more ? slots + WALK_SLOTS : slots;
  return more;
}]]

--- What the engine is to know of a game at compile time: goes before its headers.
-- @tparam table rules
-- @tparam boolean informed are bounds and range used, if the game has some?
-- @treturn string C text
function game_calls.constants(rules, informed)
  local words = rules.words or 1
  return ("#define GAME_WORDS %d\n#define GAME_KEY_WORDS %d\n#define GAME_INFORMS %s\n#define GAME_REPEATS %s"):format(
    math.max(words, 2), rules.key == nil and words > 1 and words or 0, informed and (rules.bounds ~= nil or rules.range ~= nil),
    rules.cycle ~= nil)
end

--- Writes the calls of a game.
-- @tparam table unit whose functions have been written
-- @tparam table compiled name -> function of the unit, for those that are compiled
-- @tparam table rules
-- @treturn string C text
function game_calls.write(unit, compiled, rules)
  local words = rules.words or 1
  local text = { ("#define GAME_TWICE %s"):format(compiled.next ~= nil),
    ("static inline int game_words (const Game *game) { (void)game; return %d; }"):format(words) }
  for _, name in ipairs(entries.names) do
    if name == "next" or rules[name] ~= nil then
      text[#text + 1] = write_call(unit, name, compiled[name], words, rules.range)
    end
  end
  for _, name in ipairs { "terminal", "player", "bounds", "key" } do
    text[#text + 1] = write_presence(name, rules[name] ~= nil, words)
  end
  text[#text + 1] = CALLED_NEXT
  return table.concat(text, "\n\n")
end

return game_calls
