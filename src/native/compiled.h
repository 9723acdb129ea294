/*
** Units of compiled rules. A unit is one C file, made at run time: the headers of the engine, the rules of a game translated to C,
** and one algorithm, which so becomes a program for this game alone. It is loaded as a library with one entry, gts_native_open,
** that takes what the unit needs of the engine (search/engine.h) and gives what it has made.
**
** A translated function that meets what it cannot do (a division by zero, a nil where a number should be) does not raise the
** error itself: it gives up, and the same call is made once more in Lua, which knows best what to say. So GIVE_UP_IF jumps to the
** label `give_up`, which every such function has.
**
** Functions that a search calls for every node are given nodes and walks that shall stay in registers (search/search.h). So what they
** give up is asked by value, out of line: ask_next and its like.
*/
#ifndef GTS_COMPILED_H
#define GTS_COMPILED_H

#include <math.h>
#include <stdint.h>

#include "game/game.h"
#include "native/arithmetic.h"

/* A game some of whose rules are compiled; what they give up, and what is not compiled, is asked of `rules`. */
typedef struct CompiledGame {
  Game game;            /* first: a CompiledGame is a Game */
  Game *rules;          /* the same game, served by Lua */
  int64_t *top;         /* the first slot that is free for things held along the path; see enter_walk */
  int64_t floor;        /* and the first there is: that of a walk from the root */
  /* Looks up from a loop that may be endless: leaves the search if it is to be stopped. */
  void (*look) (struct CompiledGame *game);
  int32_t turns;        /* calls of functions that call themselves, until the next look */
  const char *stack_floor;      /* see base/stack.h */
} CompiledGame;

struct Engine;
struct Search;

/* What a unit gives. */
typedef struct Native {
  const char *key;      /* what the unit was made from, as a hash */
  Game calls;           /* next, evaluate and what else there is; the rest is empty */
  void (*run) (struct Search *search);  /* the algorithm; NULL: the engine's own calls the rules through `calls` */
} Native;

typedef const Native *NativeOpen (const struct Engine *engine);

#define NATIVE_OPEN "gts_native_open"

#define KEY_IS_INTEGER UINT64_C(0xfe00000000000000)     /* the second word of a key that is an integer */
#define WALK_SLOTS 4            /* how many slots an open walk holds things in */
#define TURNS_BETWEEN_LOOKS (1 << 16)
/* Deeper calls are left to Lua, whose stack grows, and ends: that of C does not where the compiler makes a loop of them. */
#define DEEPEST_RECURSION 500

#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)
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

#ifdef GAME_CALLS

/*
** Inside a unit. There the walk of a node has the slots of its ply, so that nobody needs to keep account of them: walk->state[0] is the
** ply, until rules in Lua are asked.
*/

#define INLINED static inline __attribute__((always_inline))
#define OUT_OF_LINE static __attribute__((noinline, cold))

#define WORDS_OF(p) \
  (p)->word[0], (p)->word[1], GAME_WORDS > 2 ? (p)->word[2] : 0, GAME_WORDS > 3 ? (p)->word[3] : 0

static inline int64_t slots_of_ply (const CompiledGame *game, int64_t ply) { return game->floor + ply * WALK_SLOTS; }

INLINED void game_open_walk (Walk *walk, int ply) {
  walk->index = 0;
  walk->state[0] = ply;
}

INLINED void game_lend_walks (Game *game, int ply) {
  CompiledGame *compiled = (CompiledGame *)game;
  *compiled->top = slots_of_ply(compiled, ply);
}

/* What `next` says. */
typedef struct Asked {
  Position child;
  Walk walk;
  bool more;
} Asked;

OUT_OF_LINE Asked ask_next (const CompiledGame *game, int64_t a, int64_t b, int64_t c, int64_t d, int64_t ply, int64_t state,
                            int64_t index, int64_t move, int64_t slot) {
  const Position position = {{a, b, c, d}};
  Asked asked = {.walk = {index, {move, slot}, {slots_of_ply(game, ply), state}}};
  *game->top = asked.walk.state[0];
  asked.more = game->rules->next(game->rules, &position, &asked.walk, &asked.child);
  return asked;
}

OUT_OF_LINE Value ask_evaluate (const CompiledGame *game, int64_t a, int64_t b, int64_t c, int64_t d) {
  return game->rules->evaluate(game->rules, &(Position){{a, b, c, d}});
}

OUT_OF_LINE bool ask_terminal (const CompiledGame *game, int64_t a, int64_t b, int64_t c, int64_t d) {
  return game->rules->terminal(game->rules, &(Position){{a, b, c, d}});
}

OUT_OF_LINE Player ask_player (const CompiledGame *game, int64_t a, int64_t b, int64_t c, int64_t d) {
  return game->rules->player(game->rules, &(Position){{a, b, c, d}});
}

typedef struct Bounds { Value lower, upper; } Bounds;

OUT_OF_LINE Bounds ask_bounds (const CompiledGame *game, int64_t a, int64_t b, int64_t c, int64_t d) {
  Bounds known = {-INFINITY, INFINITY};
  game->rules->bounds(game->rules, &(Position){{a, b, c, d}}, &known.lower, &known.upper);
  return known;
}

OUT_OF_LINE Key ask_key (const CompiledGame *game, int64_t a, int64_t b, int64_t c, int64_t d) {
  Key key = {{0}};
  game->rules->key(game->rules, &(Position){{a, b, c, d}}, &key);
  return key;
}

#endif

#endif
