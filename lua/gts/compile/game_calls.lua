--- The C of the functions that a search calls through the game, as game.h wants them where GAME_CALLS is defined. Each calls
-- the compiled function of the rules, and converts its results. Where there is none, where it falls back, or returns what a
-- search cannot use, the rules in Lua are called: they can do more, and give the error messages.

local entries = require "gts.compile.entries"
local heads = require "gts.compile.heads"
local operands = require "gts.compile.operands"
local records = require "gts.compile.records"
local tables = require "gts.base.tables"
local values = require "gts.compile.values"
local walks = require "gts.compile.walks"

local game_calls = {}

local NIL, BOOL, INT, FLT = values.NIL, values.BOOL, values.INT, values.FLT
local STR, TAB, NUMBER = values.STR, values.TAB, values.NUMBER
local all_are, as_float, truth = operands.all_are, operands.as_float, operands.truth

-- Positions of more words than the engine's own are rows of words, and what it has are handles of these: see game.h.
local HELD_WORDS = 4
local MOST_SETS = walks.MOST_SETS

local function has_rows(words) return words > HELD_WORDS end

local function words_held(words) return has_rows(words) and 1 or words end

-- Goes where Lua is asked, if a condition holds.
local function give_up_if(condition) return ("if (UNLIKELY(%s)) goto give_up;"):format(condition) end

-- Goes where Lua is asked, unless all operands have types of the mask.
local function give_up_unless(mask, o) return give_up_if("!(" .. (all_are(mask, o) or "1") .. ")") end

local function result(f, n) return operands.result(f, n, "r") end

-- Word `p` of a position, as the parameter of the function; or the record that it is.
local function word(f, words, p)
  local integer = has_rows(words) and "row[%d]" or "position->word[%d]"
  if f.takes_text and p == 1 then
    return { mask = STR, t = "T_STR", i = "(int64_t)(intptr_t)record_of(position->word[1])", d = "0.0" }
  end
  if not f.parameters[p].made then return operands.integer(integer:format(p - 1)) end
  return { mask = TAB, t = "T_TAB", i = "(int64_t)(intptr_t)record_of(position->word[1])", d = "0.0" }
end

-- Calls the compiled function with the operands that `operand(p)` gives, nil for none: two lines.
local function call_with(f, operand)
  local list = { "compiled" }
  if f.recursive then list[2] = "0" end         -- it is not deep yet
  for p = 1, f.proto.parameters do
    local o = operand(p) or operands.none
    for _, part in ipairs(operands.parts(f.parameters[p].mask)) do list[#list + 1] = o[part[1]] end
  end
  list[#list + 1] = "&r"
  return ("Results%d r;"):format(f.id), give_up_if(("f%d(%s)"):format(f.id, table.concat(list, ", ")))
end

-- Calls it with the words of the position, and with an operand `more` if there is one: two lines.
local function call(f, words, more)
  return call_with(f, function(p) return p <= words and word(f, words, p) or p == words + 1 and more or nil end)
end

local function add(lines, ...) table.move({ ... }, 1, select("#", ...), #lines + 1, lines) end

-- Bodies of the functions, by name: lists of lines. They get the function, a position's words, the unit, and the rules.
local bodies = {}

-- Is a value, as far as it is known, always within the range of the game?
local function always_in_range(v, range)
  if not range then return true end
  return v ~= nil and v.least ~= nil and v.least >= range[1] and v.most <= range[2]
end

-- Goes where Lua is asked, if an integer may be one that a Value does not hold exactly.
local function give_up_if_large(o, v)
  local most = 1 << 53
  if o.mask & INT == 0 or v ~= nil and v.least ~= nil and v.least >= -most and v.most <= most then return "" end
  local test = ("(%s < -(INT64_C(1) << 53) || %s > INT64_C(1) << 53)"):format(o.i, o.i)
  return give_up_if(o.mask == INT and test or ("%s == T_INT && %s"):format(o.t, test))
end

function bodies.evaluate(f, words, _, rules)
  local o, range = result(f, 1), rules.range
  local called, gave_up = call(f, words)
  return {
    called, gave_up, give_up_unless(NUMBER, o), give_up_if_large(o, f.results[1]),
    ("Value value = %s;"):format(as_float(o)),
    rules.score ~= nil and o.mask & FLT ~= 0 and give_up_if "value != floor(value)" or "",
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
  local o, lines = result(f, 1), { call(f, words) }
  add(lines, give_up_unless(STR, o))
  -- Constants, as a rule: bytes are compared last.
  for _, condition in ipairs { "%s == %s", unit.texts and "text_equal(%s, %s)" or nil } do
    for _, name in ipairs { "max", "min" } do
      local is = condition:format(o.i, operands.constant(unit, unit:constant(name)).i)
      lines[#lines + 1] = ("if (%s) return %s;"):format(is, name == "max" and "MAX" or "MIN")
    end
  end
  lines[#lines + 1] = "goto give_up;"
  return lines
end

function bodies.bounds(f, words)
  local lines = { call(f, words) }
  local function put(line) lines[#lines + 1] = line end
  put "Value low = -INFINITY, high = INFINITY;"
  for n, name in ipairs { "low", "high" } do
    local o = result(f, n)
    put(give_up_unless(NUMBER | NIL, o))
    put(give_up_if_large(o, f.results[n]))
    if o.mask & NUMBER ~= 0 then put(("if (%s != T_NIL) %s = %s;"):format(o.t, name, as_float(o))) end
  end
  put(give_up_if "!(low <= high)")
  put "*lower = low; *upper = high; return;"
  return lines
end

-- Keys of several integers, as symmetries make them.
local function key_in_words(f, called, gave_up, count)
  local lines = { called, gave_up }
  for n = 1, count do
    local o = result(f, n)
    add(lines, give_up_unless(INT, o), ("key->word[%d] = (uint64_t)%s;"):format(n - 1, o.i))
  end
  add(lines, "return;")
  return lines
end

-- Whether keys may be strings the first one says, which Lua was asked for.
function bodies.key(f, words, _, rules)
  local o = result(f, 1)
  local called, gave_up = call(f, words)
  local count = rules.key_words or rules.made and rules.made.words
  if count then return key_in_words(f, called, gave_up, count) end
  return {
    called, gave_up, give_up_unless(INT | STR, o),
    o.mask & STR ~= 0 and ("if (%s == T_STR && game->key_words > 1) {"):format(o.t) or "",
    o.mask & STR ~= 0 and ("key_of_string(key, record_text(%s)->text, (size_t)record_text(%s)->length);"):format(o.i, o.i) or "",
    o.mask & STR ~= 0 and "return; }" or "",
    give_up_unless(INT, o),
    ("key->word[0] = (uint64_t)%s; key->word[1] = KEY_IS_INTEGER; return;"):format(o.i),
  }
end

-- The ends of bodies that give one answer, by its type in C. A Value is an integer that it holds exactly.
local answers = {}

function answers.Value(o, called, gave_up)
  return called, gave_up, give_up_unless(INT, o), give_up_if_large({ mask = INT, i = o.i }),
    ("return (Value)%s;"):format(o.i)
end

function answers.bool(o, called, gave_up)
  return called, gave_up, give_up_unless(BOOL | NIL, o), ("return %s;"):format(truth(o))
end

local function body_of_answer(head, f, words)
  local answer = answers[head.result]
  if not head.of_move then return { answer(result(f, 1), call(f, words)) } end
  return { give_up_if "move.slot != 0", answer(result(f, 1), call(f, words, operands.integer "move.word")) }
end

-- Lines that find the row of a child, where positions have rows: where there is none yet Lua makes one.
local function find_row(words)
  if not has_rows(words) then return "" end
  return "const size_t place = row_of_walk(slots_of_ply(compiled, walk->state[0]));", give_up_if "place >= compiled->rows->room"
end

-- Puts results from number `n` on into a position of integers, `to`.
local function put_words(lines, f, words, n, to)
  local rows = to == "child" and has_rows(words)
  for k = n, n + words - 1 do add(lines, give_up_unless(INT, result(f, k))) end
  if rows then add(lines, ("int64_t *to = compiled->rows->path + place * %d;"):format(words)) end
  for k = 1, words do add(lines, ("%s[%d] = %s;"):format(rows and "to" or to .. "->word", k - 1, result(f, n + k - 1).i)) end
  if rows then add(lines, "hold_row(child, to);") end
  if words == 1 then add(lines, to .. "->word[1] = 0;") end
end

local function return_false_if_nil(o) return o.mask & NIL ~= 0 and ("if (%s == T_NIL) return false;"):format(o.t) or "" end

bodies["index.at"] = function(f, words)
  local lines = { call_with(f, function(p) return p <= 2 and operands.integer(p == 1 and "tier" or "index") or nil end) }
  add(lines, return_false_if_nil(result(f, 1)))
  put_words(lines, f, words, 1, "position")
  add(lines, "return true;")
  return lines
end

-- A function of the last move, which the walk keeps, gives the next one and a position, which goes to `to`.
local function step(f, words, to)
  local move, lines = result(f, 1), { "bool first = walk->index == 0;" }
  if to == "child" then
    add(lines, find_row(words))
    add(lines, give_up_if "!first && walk->move.slot != 0")
  end
  add(lines, call(f, words, { mask = INT | NIL, t = "(first ? T_NIL : T_INT)", i = "walk->move.word", d = "0.0" }))
  add(lines, return_false_if_nil(move), give_up_unless(INT, move))
  add(lines, give_up_if(("!first && %s == walk->move.word"):format(move.i)))       -- it would never end: Lua says so
  put_words(lines, f, words, 2, to)
  add(lines, ("walk->move.word = %s; walk->move.slot = 0;"):format(move.i), "return true;")
  return lines
end

bodies["index.before"] = function(f, words) return step(f, words, "before") end

function bodies.next(f, words) return step(f, words, "child") end

-- A set of moves has a word for each result.
function bodies.legal(f, words)
  local lines, count = { call(f, words) }, math.min(#f.results, MOST_SETS)
  for n = MOST_SETS + 1, #f.results do lines[#lines + 1] = give_up_unless(NIL, result(f, n)) end
  for n = 1, count do
    local o = result(f, n)
    if n > 1 and o.mask & NIL ~= 0 then
      lines[#lines + 1] = ("if (%s == T_NIL) {"):format(o.t)
      for later = n + 1, count do lines[#lines + 1] = give_up_unless(NIL, result(f, later)) end
      lines[#lines + 1] = ("return %d; }"):format(n - 1)
    end
    lines[#lines + 1] = give_up_unless(INT, o)
    lines[#lines + 1] = ("set[%d] = (uint64_t)%s;"):format(n - 1, o.i)
  end
  lines[#lines + 1] = ("return %d;"):format(count)
  return lines
end

-- Calls a function that gives a position, the child of the walk, with an operand `more` if there is one. The line `between` goes
-- before it is read; the last is `done`.
local function give_child(f, words, between, done, more)
  local lines = { find_row(words) }
  add(lines, call(f, words, more))
  add(lines, between)
  put_words(lines, f, words, 1, "child")
  add(lines, done)
  return lines
end

function bodies.play(f, words) return give_child(f, words, "", "return;", operands.integer "walk->move.word") end

function bodies.pass(f, words)
  local first = result(f, 1)
  if first.mask ~= NIL then return give_child(f, words, return_false_if_nil(first), "return true;") end
  local called, gave_up = call(f, words)
  return { called, gave_up, "return false;" }
end

function bodies.random(f, words)
  local move, lines = result(f, 1), { call(f, words, operands.integer "random") }
  add(lines, return_false_if_nil(move), give_up_unless(INT, move))
  put_words(lines, f, words, 2, "child")
  add(lines, ("*move = %s;"):format(move.i), "return true;")
  return lines
end

-- Gives up where a position of one word is none that the compiled function can be called with: it is an integer where the second
-- word is 0, a table that rules have made where that is the slot of a record, and else stands for something else.
local function guard(unit, words)
  if unit.position or unit.text_position then return give_up_if "!is_record_slot(position->word[1])" end
  return words == 1 and give_up_if "position->word[1] != 0" or ""
end

-- Opens a walk over what `successors` gives: lists that are kept at its ply. Where it gives up, the walk is left to rules in Lua.
local function open_successors(unit, f)
  local results, called = call(f, 1)
  local children, moves = operands.result(f, 1, "r"), operands.result(f, 2, "r")
  local is_list = operands.all_are(TAB, children)
  return table.concat({
    "static __attribute__((noinline)) bool open_successors (CompiledGame *compiled, const Position *position, Walk *walk) {",
    "Level *level = records_level(&compiled->records, walk->state[0]);",
    guard(unit, 1),
    results,
    called,
    is_list and ("if (UNLIKELY(!(%s))) goto give_up;"):format(is_list) or "",
    ("level->children = record_at(%s);"):format(children.i),
    moves.mask & TAB == 0 and "level->moves = NULL;"
      or ("level->moves = %s == T_TAB ? record_at(%s) : NULL;"):format(moves.t, moves.i),
    "if (level->moves && level->moves->word[LIST_SIZE] != level->children->word[LIST_SIZE]) goto give_up;",
    "return true;",
    "give_up:",
    "return false;\n}",
  }, "\n  ")
end

local ASK_SUCCESSORS = "NextSuccessor asked = ask_successors(compiled, position->word[0], position->word[1], " .. [[
walk->state[0], walk->state[1], walk->index, walk->move.word, walk->move.slot);
  position_copy(child, &asked.child);
  walk->move.word = asked.walk.move.word; walk->move.slot = asked.walk.move.slot; walk->state[1] = asked.walk.state[1];
  return asked.more;]]

local function write_successors(unit, f)
  return open_successors(unit, f) .. "\n\n" .. table.concat({
    ("INLINED bool game_next (%s) {"):format(heads.next.parameters),
    "CompiledGame *compiled = (CompiledGame *)game;",
    "if (walk->index == 0) {",
    "  walk->state[1] = open_successors(compiled, position, walk) ? WALK_OF_RECORDS : 0;",
    "}",
    "if (UNLIKELY(walk->state[1] != WALK_OF_RECORDS)) goto give_up;",
    ("return walk_records(compiled, walk, child, %d, %d);"):format(records.types(f.results[1]), records.types(f.results[2])),
    "give_up: ;",
    ASK_SUCCESSORS,
    "}",
  }, "\n  ")
end

-- One function of the game: compiled if it is an entry, and in any case the call of the one in Lua.
local function write_call(unit, name, f, words, rules)
  local head = heads[name]
  local lines = {
    ("%sINLINED %s game_%s (%s) {"):format(head.before, head.result, entries.c_name(name), head.parameters),
    "CompiledGame *compiled = (CompiledGame *)game;",
  }
  if f then
    if name ~= "index.at" then lines[#lines + 1] = guard(unit, words) end
    if has_rows(words) then lines[#lines + 1] = "const int64_t *row = position_row(position);" end
    -- Where tables are made or changed, or strings made, each call has a number and an empty heap.
    local heaps = tables.any(f.reached, function(one) return one.shapes or one.changes or one.texts end)
    if heaps then lines[#lines + 1] = "records_begin(&compiled->records);" end
    local body = bodies[name] and bodies[name](f, words, unit, rules) or body_of_answer(head, f, words)
    table.move(body, 1, #body, #lines + 1, lines)
    lines[#lines + 1] = "give_up: ;"
  end
  lines[#lines + 1] = head.asked
  lines[#lines + 1] = "}"
  return table.concat(lines, "\n  ")
end

-- The evaluation out of line, as the engine calls it, and for leaves that are few.
local EVALUATE_FAR = [[
static __attribute__((noinline)) Value called_evaluate (Game *game, const Position *position) {
  return game_evaluate(game, position);
}

static inline Value game_evaluate_far (Game *game, int64_t a, int64_t b, int64_t c, int64_t d) {
  return called_evaluate(game, &(Position){{a, b, c, d}});
}]]

-- Functions that each game has, in some form: see gts.compile.walks.
local WALKED = { next = true, successors = true, legal = true, play = true, evaluate = true }

-- Whether the game has a function that it may lack: a macro, and if not, a function that is never called. Positions without a
-- key are identified by what opens the game (rules/rules.c).
local function write_presence(name, present, words)
  local has = present and "true" or name == "key" and words == 1 and "game->key != 0" or "false"
  local lines = { ("#define game_has_%s(game) (%s)"):format(entries.c_name(name), has) }
  if not present then
    local head = heads[name]
    local body = name == "key" and "game->key(game, position, key);" or head.result == "void" and "" or "return 0;"
    lines[2] = ("static inline %s game_%s (%s) { %s }"):format(head.result, entries.c_name(name), head.parameters, body)
  end
  return table.concat(lines, "\n\n")
end

--- What the engine is to know of a game at compile time: before its headers. `informed`: are bounds and range used?
function game_calls.constants(rules, informed)
  local words = rules.words or 1
  local lines = { "#define GAME_WORDS %d", "#define GAME_KEY_WORDS %d", "#define GAME_INFORMS %s", "#define GAME_REPEATS %s",
    "#define GAME_REVERSES %s" }
  return table.concat(lines, "\n"):format(
    math.max(words_held(words), 2, rules.made and rules.made.words or 0),
    (rules.key == nil or rules.key_words) and words > 1 and words or 0,
    informed and (rules.bounds ~= nil or rules.range ~= nil), rules.cycle ~= nil, rules.reverses == true)
end

--- Writes the calls of a game; `compiled`: name -> function of the unit, where it is compiled.
function game_calls.write(unit, compiled, rules)
  local words = rules.words or 1
  local text = { ("#define GAME_TWICE %s"):format(compiled.next ~= nil or compiled.legal ~= nil),
    ("#define GAME_BOUNDS_QUICK (GAME_INFORMS && %s)"):format(compiled.bounds ~= nil),
    ("static inline int game_words (const Game *game) { (void)game; return %d; }"):format(words_held(words)) }
  for _, name in ipairs(entries.names) do
    if name == "next" and compiled.successors then text[#text + 1] = write_successors(unit, compiled.successors)
    elseif name ~= "successors" and entries.is_asked(rules, name) or name == "next" and not rules.legal then
      text[#text + 1] = write_call(unit, name, compiled[name], words, rules)
    end
    if not WALKED[name] then text[#text + 1] = write_presence(name, entries.of(rules, name) ~= nil, words) end
  end
  text[#text + 1] = EVALUATE_FAR
  text[#text + 1] = walks.write(compiled, rules)
  text[#text + 1] = ("#define KIND_OF_POSITIONS %s"):format(records.kind_of_positions(unit))
  return table.concat(text, "\n\n")
end

return game_calls
