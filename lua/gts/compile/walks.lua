--- The C of walks over the successors of a position: over sets of moves, and what the engine's own algorithms call.

local walks = {}

--- The most words of a set of moves.
walks.MOST_SETS = 128

-- What the engine's own algorithms call for a successor: to them walk->state[0] is the first slot. `ask`: C that sets `more`.
local function called(name, ask, parameter)
  return ([[
static __attribute__((noinline)) bool NAME (Game *game, const Position *position, Walk *walk, Position *childMORE) {
  const CompiledGame *compiled = (const CompiledGame *)game;
  enter_walk(compiled->top, walk);
  const int64_t slots = walk->state[0];
  Walk own = {walk->index, {walk->move.word, walk->move.slot}, {(slots - compiled->floor) / WALK_SLOTS, walk->state[1]}};
  ASK
  walk->move = own.move;
  walk->state[1] = own.state[1];
  if (!more) *compiled->top = slots;
  return more;
}]]):gsub("%u%u%u+", { NAME = name, ASK = ask, MORE = parameter or "" })
end

local CALLED_NEXT = called("called_next", "const bool more = game_next(game, position, &own, child);")
local CALLED_PASS = called("called_pass", "const bool more = game_pass(game, position, &own, child);")

-- Where moves are noisy or quiet: one copy of `next`, for successors of one kind and for all.
local CALLED_NEXT_OF_KIND = "#define ANY_KIND 2\n\n" .. called("walk_on", [[
bool more;
  while ((more = game_next(game, position, &own, child)) && kind != ANY_KIND && game_noisy(game, position, own.move) != kind)
    own.index++;
  walk->index = own.index;]], ", int kind") .. [[

static bool called_next (Game *game, const Position *position, Walk *walk, Position *child) {
  return walk_on(game, position, walk, child, ANY_KIND);
}

static bool called_next_of_kind (Game *game, const Position *position, Walk *walk, Position *child, bool noisy) {
  return walk_on(game, position, walk, child, noisy);
}]]

local CALLED_LEGAL = [[
static __attribute__((noinline)) int called_legal (Game *game, const Position *position, uint64_t *set) {
  return game_legal(game, position, set);
}]]

-- Walks over sets of moves (game/legal.h); the place of a list is that of the walk's slots. game_step_far, for what the engine
-- calls, has `legal` out of line.
local WALK_OF_SET = [[
INLINED bool game_step (Game *game, const Position *position, Walk *walk) {
  uint64_t set[GAME_SETS];
  return legal_step(game, position, walk, game_legal, set, GAME_SETS);
}

static inline bool game_step_far (Game *game, const Position *position, Walk *walk) {
  uint64_t set[GAME_SETS];
  return legal_step(game, position, walk, called_legal, set, GAME_SETS);
}]]
local WALK_OF_SORTED_SET = [[
static __attribute__((noinline)) int64_t open_list (CompiledGame *compiled, int64_t a, int64_t b, int64_t c, int64_t d,
                                                    size_t place) {
  Game *game = &compiled->game;
  const Position position = {{a, b, c, d}};
  uint64_t set[GAME_SETS];
  const int words = called_legal(game, &position, set);
  const int64_t count = legal_count(set, words);
  uint16_t *moves = compiled->list(compiled, place, count);
  legal_sort(game, &position, set, words, game_rank, moves);
  return count;
}

INLINED bool game_step (Game *game, const Position *position, Walk *walk) {
  CompiledGame *compiled = (CompiledGame *)game;
  const size_t place = row_of_walk(slots_of_ply(compiled, walk->state[0]));
  if (walk->index == 0) walk->state[1] = open_list(compiled, WORDS_OF(position), place);
  return legal_step_sorted(compiled->lists, place, walk);
}

#define game_step_far game_step]]
local NO_SET = [[
INLINED bool game_step (Game *game, const Position *position, Walk *walk) {
  (void)game; (void)position; (void)walk;
  return false;
}

INLINED void game_play (Game *game, const Position *position, Walk *walk, Position *child) {
  (void)game; (void)position; (void)walk; (void)child;
}]]

-- The instructions of rules for a successor that are large.
local LARGE = 200

local function is_large(compiled)
  local one = compiled.next or compiled.legal
  return one ~= nil and one.weight + (compiled.play and compiled.play.weight or 0) > LARGE
end

--- How the successors are walked over, by the functions that are compiled, with their weights.
function walks.write(compiled, rules)
  local text = {
    ("#define game_has_step(game) %s"):format(rules.legal ~= nil),
    ("#define GAME_LARGE %s"):format(is_large(compiled)),
  }
  local function put(part) text[#text + 1] = part end
  if rules.legal == nil then put(NO_SET)
  else
    put(("#define GAME_SETS %d"):format(compiled.legal and math.min(#compiled.legal.results, walks.MOST_SETS) or walks.MOST_SETS))
    put(CALLED_LEGAL)
    put(rules.rank and WALK_OF_SORTED_SET or WALK_OF_SET)
    put '#include "native/sets.h"'
  end
  if not rules.legal then put(rules.noisy and CALLED_NEXT_OF_KIND or CALLED_NEXT) end
  if rules.pass then put(CALLED_PASS) end
  return table.concat(text, "\n\n")
end

return walks
