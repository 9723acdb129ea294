--- The C of walks over what `successors` gives: lists of positions and moves, made where a walk begins and kept at its ply.
--
-- Where the function gives up, the whole walk is left to rules in Lua.

local operands = require "gts.compile.operands"
local records = require "gts.compile.records"
local values = require "gts.compile.values"

local successors = {}

local TAB = values.TAB

--- Writes the function that calls the rules, where a walk begins.
-- @tparam table f `successors`, a function of a unit
-- @tparam string guard C that gives up where the position is none that it can be called with
-- @tparam string results the C variable for its results
-- @tparam string called its call, which may give up
function successors.write(f, guard, results, called)
  local children, moves = operands.result(f, 1, "r"), operands.result(f, 2, "r")
  local is_list = operands.all_are(TAB, children)
  return table.concat({
    "static __attribute__((noinline)) bool open_successors (CompiledGame *compiled, const Position *position, Walk *walk) {",
    "Level *level = records_level(&compiled->records, walk->state[0]);",
    guard,
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

--- The body of the game's function `next`, up to where it gives up.
function successors.body(f)
  local moves = f.results[2]
  return {
    "if (walk->index == 0) {",
    "  walk->state[1] = open_successors(compiled, position, walk) ? WALK_OF_RECORDS : 0;",
    "}",
    "if (UNLIKELY(walk->state[1] != WALK_OF_RECORDS)) goto give_up;",
    ("return walk_records(compiled, walk, child, %d, %d);"):format(
      records.types(f.results[1]), records.types(moves)),
  }
end

--- How rules in Lua are asked.
successors.asked = "NextSuccessor asked = ask_successors(compiled, position->word[0], position->word[1], " .. [[
walk->state[0], walk->state[1], walk->index, walk->move.word, walk->move.slot);
  position_copy(child, &asked.child);
  walk->move.word = asked.walk.move.word; walk->move.slot = asked.walk.move.slot; walk->state[1] = asked.walk.state[1];
  return asked.more;]]

return successors
