/*
** How compiled rules and the engine meet. A native unit is one C file, made at run time: the headers of the engine, the rules
** of a game translated to C, and one algorithm, which so becomes a program for this game alone. It is loaded as a library with
** one entry, gts_native_open, that takes what the unit needs of the engine and gives what it has made.
*/
#ifndef GTS_NATIVE_H
#define GTS_NATIVE_H

#include "algo/algorithm.h"
#include "game/compiled.h"
#include "search/follow.h"
#include "search/order.h"
#include "search/search.h"

/* What a unit asks of the engine: the functions of the headers in search that are not inline. */
typedef struct Engine {
  void (*poll) (Search *search);
  void (*deeper) (Search *search, const Node *node);
  void (*ask_bounds) (Search *search, Node *node);
  void (*conclude) (Search *search, Value value);
  void (*improve_root) (Search *search, Value value, Value alpha, Value beta);
  Line *(*line_new) (LinePool *pool);
  void (*line_hold) (LinePool *pool, Line *line);
  void (*line_release) (LinePool *pool, Line *line);
  void (*prove) (Search *search, Value lower, Value upper);
  void (*table_store) (Table *table, const uint64_t *key, uint64_t hash, const Entry *entry, uint64_t visits);
  void (*follow_table) (Search *search, Value value);
  bool (*order_first) (Search *search, Node *n, Node *child, int64_t move);
  bool (*order_next) (Search *search, Node *n, Node *child);
  void (*order_close) (Search *search, const Node *n);
  void (*order_praise) (Search *search, const Node *n);
} Engine;

/* What a unit gives. */
typedef struct Native {
  const char *key;              /* what the unit was made from, as a hash */
  Game calls;                   /* next, evaluate and what else there is; the rest is empty */
  const Algorithm *algorithm;   /* compiled with the rules, or NULL: then the engine's own calls the rules through `calls` */
} Native;

typedef const Native *NativeOpen (const Engine *engine);

#define NATIVE_OPEN "gts_native_open"

#ifdef NATIVE_KEY               /* inside a unit */

static const Engine *engine;

void search_poll (Search *search) { engine->poll(search); }
void search_deeper (Search *search, const Node *node) { engine->deeper(search, node); }
void search_ask_bounds (Search *search, Node *node) { engine->ask_bounds(search, node); }
void search_conclude (Search *search, Value value) { engine->conclude(search, value); }
void search_improve_root (Search *search, Value value, Value alpha, Value beta) {
  engine->improve_root(search, value, alpha, beta);
}
Line *line_new (LinePool *pool) { return engine->line_new(pool); }
void line_hold (LinePool *pool, Line *line) { engine->line_hold(pool, line); }
void line_release (LinePool *pool, Line *line) { engine->line_release(pool, line); }
void search_prove (Search *search, Value lower, Value upper) { engine->prove(search, lower, upper); }
void table_store (Table *table, const uint64_t *key, uint64_t hash, const Entry *entry, uint64_t visits) {
  engine->table_store(table, key, hash, entry, visits);
}
void follow_table (Search *search, Value value) { engine->follow_table(search, value); }
bool order_first (Search *search, Node *n, Node *child, int64_t move) { return engine->order_first(search, n, child, move); }
bool order_next (Search *search, Node *n, Node *child) { return engine->order_next(search, n, child); }
void order_close (Search *search, const Node *n) { engine->order_close(search, n); }
void order_praise (Search *search, const Node *n) { engine->order_praise(search, n); }

#endif

#endif
