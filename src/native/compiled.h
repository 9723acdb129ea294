/*
** Units of compiled rules. A unit is one C file, made at run time: the headers of the engine, the rules of a game translated to C,
** and one algorithm, which so becomes a program for this game alone. It is loaded as a library with one entry, gts_native_open,
** that takes what the unit needs of the engine (algo/window/native/engine.h) and gives what it has made.
**
** A translated function that meets what it cannot do (a division by zero, a nil where a number should be) does not raise the
** error itself: it gives up, and the same call is made once more in Lua, which knows best what to say. So GIVE_UP_IF jumps to the
** label `give_up`, which every such function has.
**
** Functions that a search calls for every node are given nodes and walks that shall stay in registers (search/search.h). So what they
** give up is asked by value, out of line: ask_next and its like. Those of one value are written by lua/gts/compile/heads.lua.
*/
#ifndef GTS_COMPILED_H
#define GTS_COMPILED_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/hash.h"
#include "game/game.h"
#include "game/legal.h"
#include "native/arithmetic.h"
#include "native/records.h"

/*
** Where the rows are of positions that have more words than a Position (see game.h): those of the path, one for each walk that can be
** open, with room for all plies that were reached.
*/
typedef struct Rows {
  int64_t *path;
  size_t room;          /* in walks; when that grows, what lies in the old rows stays where it is */
  int64_t *unused;      /* a row that was kept and is not any more; its first word is the address of another one, or 0 */
} Rows;

/* A game some of whose rules are compiled; what they give up, and what is not compiled, is asked of `rules`. */
typedef struct CompiledGame {
  Game game;            /* first: a CompiledGame is a Game */
  Game *rules;          /* the same game, served by Lua */
  int64_t *top;         /* the first slot that is free for things held along the path; see enter_walk */
  int64_t floor;        /* and the first there is: that of a walk from the root */
  const Rows *rows;     /* of positions of many words; compiled rules write into those of the path */
  const MoveLists *lists;       /* of walks whose moves are sorted */
  /* Where to write the `count` moves of the walk at `place`. */
  uint16_t *(*list) (struct CompiledGame *game, size_t place, int64_t count);
  /* Looks up from a loop that may be endless: leaves the search if it is to be stopped. */
  void (*look) (struct CompiledGame *game);
  int32_t turns;        /* calls of functions that call themselves, until the next look */
  const char *stack_floor;      /* see base/stack.h */
  Records records;      /* tables that rules make */
} CompiledGame;

struct Engine;
struct Search;

/* The interface of a unit. */
typedef struct Native {
  const char *key;      /* what the unit was made from, as a hash */
  Game calls;           /* next, evaluate and what else there is; the rest is empty */
  void (*run) (struct Search *search);  /* the algorithm; NULL: the engine's own calls the rules through `calls` */
  const Kind *position;         /* positions are records of it; NULL: they are none */
} Native;

typedef const Native *NativeOpen (const struct Engine *engine);

#define NATIVE_OPEN "gts_native_open"

#define WALK_SLOTS 4            /* how many slots an open walk holds things in */
#define TURNS_BETWEEN_LOOKS (1 << 16)
/* Deeper calls are left to Lua, whose stack grows, and ends: that of C does not where the compiler makes a loop of them. */
#define DEEPEST_RECURSION 500

/* The second word of a key says what the first two are. Its high byte is the length of a string that is its own key. */
#define KEY_IS_INTEGER UINT64_C(0xfe00000000000000)
#define KEY_IS_FINGERPRINT UINT64_C(0xff00000000000000)
#define SHORT_STRING 15

static inline void key_of_string (Key *key, const char *text, size_t length) {
  if (length <= SHORT_STRING) {
    key->word[0] = key->word[1] = 0;
    memcpy(&key->word[0], text, length < 8 ? length : 8);
    if (length > 8) memcpy(&key->word[1], text + 8, length - 8);
    key->word[1] = (key->word[1] & UINT64_C(0x00ffffffffffffff)) | (uint64_t)length << 56;
  } else {
    hash_bytes(text, length, key->word);        /* 120 bits: n strings have two equal ones with a probability of n^2 / 2^121 */
    key->word[1] |= KEY_IS_FINGERPRINT;
  }
}

#define GIVE_UP_IF(condition) do { if (UNLIKELY(condition)) goto give_up; } while (0)

/* Is what is left of the stack of C no more than a call of Lua may need? */
static inline bool stack_ends (const CompiledGame *game) {
  char here;
  return &here < game->stack_floor;
}

/*
** Opens a walk if it is at its beginning, and leaves the slots above it free for what the child will need. The same for rules
** in Lua and for compiled ones, so that either can go on with a walk of the other.
*/
static inline void enter_walk (int64_t *top, Walk *walk) {
  if (walk->index == 0) walk->state[0] = *top;
  *top = walk->state[0] + WALK_SLOTS;
}

/* Which row of the path a walk, with its slots from `slot` on, has for its successors. */
static inline size_t row_of_walk (int64_t slot) { return (size_t)slot / WALK_SLOTS; }

static inline void hold_row (Position *position, const int64_t *row) {
  position->word[0] = 0;
  position->word[1] = (int64_t)(intptr_t)row;
}

#ifdef GAME_CALLS

/*
** Inside a unit. There the walk of a node has the slots of its ply, which need no bookkeeping:
** walk->state[0] is the ply, until rules in Lua are asked.
*/

#define INLINED static inline __attribute__((always_inline))
#define OUT_OF_LINE static __attribute__((noinline, cold))

static inline int64_t slots_of_ply (const CompiledGame *game, int64_t ply) { return game->floor + ply * WALK_SLOTS; }

INLINED void game_open_walk (Walk *walk, int ply) {
  walk->index = 0;
  walk->state[0] = ply;
}

INLINED void game_lend_walks (Game *game, int ply) {
  CompiledGame *compiled = (CompiledGame *)game;
  *compiled->top = slots_of_ply(compiled, ply);
}

/* The results of `next`. */
typedef struct NextSuccessor {
  Position child;
  Walk walk;
  bool more;
} NextSuccessor;

/* The position for a call of rules in Lua: a table in place of a record. */
static inline Position lend_position (CompiledGame *game, int64_t a, int64_t b, int64_t c, int64_t d) {
  Records *records = &game->records;
  bool lent = records->position != NULL && is_record_slot(b);
  return (Position){{a, lent ? records->lend(records, b) : b, c, d}};
}

/* And after it. */
static inline void take_back_position (CompiledGame *game, int64_t b, const Position *position) {
  Records *records = &game->records;
  if (position->word[1] != b) records->take_back(records, b, position->word[1]);
}

OUT_OF_LINE NextSuccessor ask_next (CompiledGame *game, int64_t a, int64_t b, int64_t c, int64_t d, int64_t ply, int64_t state,
                            int64_t index, int64_t move, int64_t slot) {
  const Position position = index == 0 ? lend_position(game, a, b, c, d) : (Position){{a, b, c, d}};
  NextSuccessor asked = {.walk = {index, {move, slot}, {slots_of_ply(game, ply), state}}};
  *game->top = asked.walk.state[0];
  asked.more = game->rules->next(game->rules, &position, &asked.walk, &asked.child);
  take_back_position(game, b, &position);
  return asked;
}

OUT_OF_LINE Position ask_play (const CompiledGame *game, int64_t a, int64_t b, int64_t c, int64_t d, int64_t ply, int64_t move) {
  const Position position = {{a, b, c, d}};
  Position child;
  Walk walk = {1, {move, 0}, {slots_of_ply(game, ply), 0}};
  game->rules->play(game->rules, &position, &walk, &child);
  return child;
}

/* A position, if there is one, and the move that leads to it. */
typedef struct FoundPosition {
  Position position;
  int64_t move;
  bool any;
} FoundPosition;

OUT_OF_LINE FoundPosition ask_random (const CompiledGame *game, int64_t a, int64_t b, int64_t c, int64_t d, int64_t random) {
  const Position position = {{a, b, c, d}};
  FoundPosition asked = {.move = 0};
  asked.any = game->rules->random(game->rules, &position, random, &asked.move, &asked.position);
  return asked;
}

typedef struct MoveSet {
  int words;
  uint64_t word[LEGAL_WORDS];
} MoveSet;

OUT_OF_LINE MoveSet ask_legal (const CompiledGame *game, int64_t a, int64_t b, int64_t c, int64_t d) {
  MoveSet set;
  set.words = game->rules->legal(game->rules, &(Position){{a, b, c, d}}, set.word);
  return set;
}

OUT_OF_LINE FoundPosition ask_pass (const CompiledGame *game, int64_t a, int64_t b, int64_t c, int64_t d, int64_t ply) {
  const Position position = {{a, b, c, d}};
  Walk walk = {0, {0, 0}, {0, 0}};
  FoundPosition asked = {.move = 0};
  *game->top = slots_of_ply(game, ply);
  asked.any = game->rules->pass(game->rules, &position, &walk, &asked.position);
  return asked;
}

/*
** Asks Lua for the successor that the compiled `successors` could not give; what rules in Lua give
** becomes a record again. Where that happens most of the time the search falls back to Lua.
*/
OUT_OF_LINE NextSuccessor ask_successors (CompiledGame *game, int64_t a, int64_t b, int64_t ply, int64_t state, int64_t index, int64_t move,
                                  int64_t slot) {
  NextSuccessor asked = ask_next(game, a, b, 0, 0, ply, state, index, move, slot);
  Records *records = &game->records;
  if (index == 0) records->asked++;
  if (asked.more && records->position && asked.child.word[1] > 0 && (records->asked < 64 || records->asked * 8 < records->call))
    asked.child.word[1] = records->adopt(records, ply, asked.child.word[1]);
  return asked;
}

/* The handle of a cell of a list whose elements are of these types: integers are their own. */
INLINED Move handle_of_cell (const Record *list, int64_t index, unsigned types) {
  bool tagged = (types & (types - 1)) != 0;
  const int64_t *cell = record_cells(list) + (tagged ? 2 * index : index);
  int64_t tag = tagged ? cell[0] : record_tag(types), value = cell[tagged];
  if (tag == T_INT) return (Move){value, 0};
  return (Move){0, record_slot(record_at(value))};
}

/* The next of the children at the level of the walk. False: there is none. */
INLINED bool walk_records (const CompiledGame *game, Walk *walk, Position *child, unsigned types, unsigned move_types) {
  const Level *level = &game->records.levels[walk->state[0]];
  int64_t index = walk->index;
  if (index >= level->children->word[LIST_SIZE]) return false;
  Move handle = handle_of_cell(level->children, index, types);
  child->word[0] = handle.word;
  child->word[1] = handle.slot;
  if (move_types == 0 || level->moves == NULL) walk->move = (Move){index + 1, 0};
  else walk->move = handle_of_cell(level->moves, index, move_types);
  return true;
}

typedef struct RulesBounds { Value lower, upper; } RulesBounds;

OUT_OF_LINE RulesBounds ask_bounds (CompiledGame *game, int64_t a, int64_t b, int64_t c, int64_t d) {
  const Position position = lend_position(game, a, b, c, d);
  RulesBounds known = {-INFINITY, INFINITY};
  game->rules->bounds(game->rules, &position, &known.lower, &known.upper);
  take_back_position(game, b, &position);
  return known;
}

OUT_OF_LINE FoundPosition ask_index_at (const CompiledGame *game, int64_t tier, int64_t index) {
  FoundPosition asked = {.move = 0};
  asked.any = game->rules->index_at(game->rules, tier, index, &asked.position);
  return asked;
}

OUT_OF_LINE NextSuccessor ask_index_before (const CompiledGame *game, int64_t a, int64_t b, int64_t c, int64_t d, int64_t index,
                                            int64_t move) {
  NextSuccessor asked = {.walk = {index, {move, 0}, {0, 0}}};
  asked.more = game->rules->index_before(game->rules, &(Position){{a, b, c, d}}, &asked.walk, &asked.child);
  return asked;
}

OUT_OF_LINE Key ask_key (CompiledGame *game, int64_t a, int64_t b, int64_t c, int64_t d) {
  const Position position = lend_position(game, a, b, c, d);
  Key key = {{0}};
  game->rules->key(game->rules, &position, &key);
  take_back_position(game, b, &position);
  return key;
}

#endif

#endif
