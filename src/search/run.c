#include "search/run.h"

#include "base/clock.h"
#include "base/stack.h"
#include "base/wait.h"
#include "search/aside.h"
#include "search/certificate.h"
#include "search/distance.h"
#include "search/follow.h"
#include "search/order.h"
#include "search/repeat.h"
#include "search/share.h"
#include "search/visit.h"

#define TABLE_BYTES ((size_t)64 << 20)  /* of a table that nobody has stated the size of */

typedef void Run (Search *search);

/* The table. */

static bool wants_key (const Search *s) { return option_has_word(s->algorithm->needs, "key"); }

/* How many threads are to search. */
static int threads (Search *s) {
  const double wanted = search_number(s, "threads");
  if (isnan(wanted)) return 1;
  return wanted == 0 ? wait_processors() : (int)wanted;
}

/* Will several threads share a table? Algorithms that take none share what they tell each other of the root. */
static bool shares_table (Search *s) { return search_setting(s, "table") != NULL && threads(s) > 1; }

bool run_needs_keys (Search *s) {
  return s->table != NULL || wants_key(s) || shares_table(s) || (s->game->cyclic && s->algorithm->path) || !isnan(search_number(s, "table"));
}

/* How much of the memory allowed a table of the search itself may take. */
static size_t bytes_of_table (Search *s) {
  double bytes = search_number(s, "table"), most = 0x1p60;
  size_t size = isnan(bytes) ? TABLE_BYTES : (size_t)(bytes < most ? bytes : most), limit = s->arena.limit;
  return limit && size > limit / 2 ? limit / 2 : size;
}

static void open_table (Search *s) {
  s->remember_leaves = search_flag(s, "remember_leaves");
  if (!run_needs_keys(s)) return;
  if (s->game->key_words == 0 && s->game->cyclic)
    s->host->fail(s->host, "rules.cycle needs rules.key: the positions are neither integers nor strings");
  if (s->game->key_words == 0)
    s->host->fail(s->host, "%s needs rules.key%s: the positions are neither integers nor strings", s->algorithm->id,
                  wants_key(s) ? "" : " for its table");
  if (s->table || !(wants_key(s) || shares_table(s) || !isnan(search_number(s, "table")))) return;
  table_init(&s->own_table, s->host, s->game->key_words, bytes_of_table(s));
  if (s->arena.limit) s->arena.limit -= s->own_table.bytes;
  s->table = &s->own_table;
}

/* Passes. */

void run_pass (Search *s, Run *run) {
  s->horizon = false;
  s->held = 0;
  s->rests = NO_HORIZON;
  s->root.line = NULL;
  s->root.lower = -INFINITY;
  s->root.upper = INFINITY;
  s->answer = search_nothing(s);
  s->answer.depth = s->depth;
  s->sight = NO_SIGHT;
  s->list_moves = NULL;
  s->links = run != s->algorithm->run && s->depth == NO_HORIZON;
  s->exclusive = false;
  run(s);
  s->links = false;
  s->above = NULL;
  s->above_room = 0;
  s->list_open = NULL;
}

static void pass (Search *s, Run *run) {
  if (s->share) share_begin(s, run);
  run_pass(s, run);
  if (s->share) share_end(s);
}

/* The pass that has just ended is completed. Stopped from now on, the search has its answer. */
static void complete (Search *s) {
  Line *before = s->completed.line;
  s->completed = s->answer;
  distance_defend(s, before);
  follow_answer(s, &s->completed);
  if ((!s->deepen && !s->settle) || s->caller.known) return;    /* how far it is behind what is known nobody has said */
  if (!distance_settle(s)) follow_answer(s, &s->completed);
}

/* How iterations follow one another. */
typedef struct Pace {
  int step;             /* plies from one to the next */
  uint64_t before;      /* visits when the last one began */
  uint64_t last;        /* visits of the last one */
} Pace;

#define LONG_ITERATION 2000            /* visits; shorter ones cost nothing to speak of */
#define LONGEST_STEP 8

/*
** An iteration has ended. One ply deeper is mostly several times the work, and then all iterations before the last cost less than that
** one. Where it is not, near the end of a game, they would cost many times as much as the search that needs none. So the steps grow
** there. A limit of time or nodes may come at any depth, so then every one is searched.
*/
static void pace (Search *s, Pace *p) {
  const uint64_t visits = search_visits(s), took = visits - p->before;
  const bool limited = s->time_limit > 0 || s->node_limit > 0;
  if (limited || took < LONG_ITERATION) p->step = 1;
  else if (took <= 2 * p->last && p->step < LONGEST_STEP) p->step *= 2;
  else if (took > 8 * p->last && p->step > 1) p->step /= 2;
  p->before = visits;
  p->last = took;
}

static void deepen (Search *s, Run *run) {
  int limit = s->depth < s->longest ? s->depth : s->longest, iteration = 0;
  Pace p = {1, search_visits(s), 0};
  for (int depth = limit < 1 ? limit : 1; ; depth = depth < limit - p.step ? depth + p.step : limit) {
    s->depth = depth;
    trace_iteration(s, ++iteration);
    pass(s, run);
    complete(s);
    if (!s->completed.horizon || depth == limit) return;
    if (s->caller.progress && !s->caller.progress(s)) s->host->leave(s->host, STOP_PROGRESS);
    pace(s, &p);
  }
}

/* Finds solution trees that prove the bounds of the answer. */
static void certify (Search *s) {
  const Answer *answer = search_answer(s);
  const Aside aside = aside_begin(s);
  if (answer->lower > -INFINITY) s->certificates[0] = certificate_find(s, MIN, answer->lower);
  if (answer->upper < INFINITY) s->certificates[1] = certificate_find(s, MAX, answer->upper);
  aside_end(s, &aside);
}

void run_search (Search *s, Run *compiled) {
  Run *run = compiled ? compiled : s->algorithm->run;
  s->known_as = ENTRY_OCCUPIED | (s->informed ? ENTRY_INFORMED : 0);
  s->started = s->polled = s->reported = clock_now();
  s->stack_floor = stack_floor();
  if (s->informed) {
    s->lower = s->game->lower;
    s->upper = s->game->upper;
  }
  s->end = s->game->height ? s->game->height(s->game, &s->root.position) : NO_HORIZON;
  if (s->depth > s->end) s->depth = s->end;
  s->completed = search_nothing(s);
  open_table(s);
  order_open(s);
  repeat_open(s);
  if (s->table) table_age(s->table);
  share_open(s, threads(s));
  if (s->deepen) deepen(s, run);
  else {
    pass(s, run);
    complete(s);
  }
  if (s->solution) certify(s);
}
