/*
** What a unit of compiled rules, or an algorithm of an extension, asks of the engine: the functions of search/ that are not inline. One
** list: from it are made the table that the engine hands to them, and there the functions that the algorithm calls.
*/
#pragma once

#include "algo/window/root.h"
#include "native/compiled.h"
#include "search/busy.h"
#include "search/order.h"
#include "search/share.h"
#include "search/visit.h"

/* Each: f(type, `return` if there is something to return, name, parameters, arguments). */
#define ENGINE_FUNCTIONS(f) \
  f(void, , watch_poll, (Search *s), (s)) \
  f(void, , visit_deeper, (Search *s, NODE), (s, parent, word0, word1, word2, word3, place)) \
  f(void, , bounds_refuse, (const Search *s, const Node *n, Value lower, Value upper), (s, n, lower, upper)) \
  f(bool, return, repeat_enter, (Search *s, Node *n), (s, n)) \
  f(void, , bounds_contradict, (const Search *s, const Node *n, bool known, Value value, Value bound), (s, n, known, value, bound)) \
  f(void, , publish, (Search *s, Value lower, Value upper, Value value, Line *line), (s, lower, upper, value, line)) \
  f(void, , publish_child, (Search *s, Node *n, const Node *child, Value value, Window w), (s, n, child, value, w)) \
  f(void, , publish_conclusion, (Search *s, Value value), (s, value)) \
  f(Line *, return, line_make, (LinePool *pool, Move move, const Position *position, Line *rest), (pool, move, position, rest)) \
  f(void, , line_release, (LinePool *pool, Line *line), (pool, line)) \
  f(void, , table_store, (Table *table, const uint64_t *key, uint64_t hash, const Entry *entry, uint64_t visits), \
    (table, key, hash, entry, visits)) \
  f(bool, return, table_read_shared, (const Table *table, uint64_t i, const uint64_t *key, uint64_t who, Entry *entry), \
    (table, i, key, who, entry)) \
  f(Value, return, window_search, (Search *s, Window w, bool scouts, bool settle, bool *leaf, Visit *visit), \
    (s, w, scouts, settle, leaf, visit)) \
  f(bool, return, order_first, (Search *s, Node *n, Node *child, int64_t move), (s, n, child, move)) \
  f(bool, return, order_next, (Search *s, Node *n, Node *child), (s, n, child)) \
  f(bool, return, order_again, (Search *s, Node *n, Node *child, int64_t number), (s, n, child, number)) \
  f(bool, return, busy_enter, (Search *s, Busy *busy, const Probe *probe, Window window), (s, busy, probe, window)) \
  f(bool, return, order_own_first, (Search *s, Node *n, Node *child), (s, n, child)) \
  f(bool, return, order_own_next, (Search *s, Node *n, Node *child), (s, n, child)) \
  f(bool, return, order_own_again, (Search *s, Node *n, Node *child, int64_t number), (s, n, child, number)) \
  f(Value, return, busy_leave, (Search *s, Busy *busy, Value value), (s, busy, value)) \
  f(bool, return, order_left, (Search *s, const Node *n), (s, n)) \
  f(void, , order_close, (Search *s, const Node *n), (s, n)) \
  f(void, , order_leave, (Search *s, const Node *n, bool cut), (s, n, cut)) \
  f(void *, return, arena_widen, (Arena *arena, void *old, size_t item_size, size_t *room, size_t count), \
    (arena, old, item_size, room, count)) \
  f(void *, return, arena_alloc, (Arena *arena, size_t size), (arena, size)) \
  f(const char *, return, describe_position, (const Search *s, const Position *position, char *text), (s, position, text)) \
  f(double, return, search_number, (Search *s, const char *name), (s, name)) \
  f(bool, return, search_flag, (Search *s, const char *name), (s, name)) \
  f(const char *, return, search_word, (Search *s, const char *name), (s, name)) \
  f(void, , visit_refuse_stack, (Search *s, int ply), (s, ply)) \
  f(void, , publish_estimate, (Search *s, Value lower, Value upper, Value estimate, Line *line), (s, lower, upper, estimate, line))

/* Those of a trace, which units do without. */
#define TRACE_FUNCTIONS(f) \
  f(void, , trace_asked, (Search *s, EventKind kind, const Node *n, Value value), (s, kind, n, value)) \
  f(void, , trace_known, (Search *s, EventKind kind, const Node *n, Value value, Window w), (s, kind, n, value, w)) \
  f(void, , trace_cut, (Search *s, const Node *n, Value value, Window w), (s, n, value, w)) \
  f(void, , trace_left, (Search *s, const Node *n, Value value, Window w), (s, n, value, w)) \
  f(void, , trace_bounds, (Search *s, const Node *n, bool known, Value lower, Value upper), (s, n, known, lower, upper))

#define ENGINE_MEMBER(type, give, name, parameters, arguments) type (*name) parameters;

typedef struct Engine { ENGINE_FUNCTIONS(ENGINE_MEMBER) TRACE_FUNCTIONS(ENGINE_MEMBER) } Engine;

#define ENGINE_SIZE (sizeof(Search) + sizeof(Engine))

#if defined NATIVE_KEY || defined TAKES_ENGINE          /* inside a unit; inside an extension */

static const Engine *engine;

#define ENGINE_CALL(type, give, name, parameters, arguments) type name parameters { give engine->name arguments; }
ENGINE_FUNCTIONS(ENGINE_CALL)
#ifndef NO_TRACE
TRACE_FUNCTIONS(ENGINE_CALL)
#endif

#endif
