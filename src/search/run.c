#include "search/run.h"

#include "base/clock.h"
#include "base/stack.h"
#include "base/wait.h"
#include "search/certificate.h"
#include "search/distance.h"
#include "search/order.h"
#include "search/pv.h"
#include "search/repeat.h"
#include "search/share.h"
#include "search/shared.h"
#include "search/visit.h"

typedef void Run (Search *search);

/* The table. */

static bool wants_key (const Search *s) { return option_has_word(s->algorithm->needs, "key"); }

/* How many threads are to search. */
static int threads (Search *s) {
  const double wanted = search_number(s, "threads");
  if (isnan(wanted)) return 1;
  return wanted == 0 ? wait_processors() : (int)wanted;
}

/* Will several threads share a table? Algorithms that take none share statistics of the root. */
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
  s->asked.remember_leaves = search_flag(s, "remember_leaves");
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

/* Runs one pass, to the horizon search->pass.depth; in helpers, too (share.h). */
static void run_pass (Search *s, Run *run) {
  s->pass.horizon = false;
  s->watch.held = 0;
  s->pass.rests = NO_HORIZON;
  s->pass.root.line = NULL;
  s->pass.root.lower = -INFINITY;
  s->pass.root.upper = INFINITY;
  s->outcome.answer = search_nothing(s);
  s->outcome.answer.depth = s->pass.depth;
  s->pass.sight = NO_SIGHT;
  s->pass.list_moves = NULL;
  s->pass.links = run != s->algorithm->run && s->pass.depth == NO_HORIZON;
  s->team.exclusive = false;
  run(s);
  s->pass.links = false;
  s->pass.above = NULL;
  s->pass.above_room = 0;
  s->pass.list_open = NULL;
}

static void pass (Search *s, Run *run) {
  if (s->team.share) share_begin(s, run);
  run_pass(s, run);
  if (s->team.share) share_end(s);
}

/* The pass that has just ended is completed. Stopped from now on, the search has its answer. */
static void complete (Search *s) {
  Line *before = s->outcome.completed.line;
  s->outcome.completed = s->outcome.answer;
  distance_defend(s, before);
  pv_extend(s, &s->outcome.completed);
  if ((!s->asked.deepen && !s->asked.settle) || s->asked.caller.known) return;    /* distances behind known values are unknown */
  if (!distance_settle(s)) pv_extend(s, &s->outcome.completed);
}

/* How iterations follow one another. */
typedef struct Pace {
  int step;             /* plies from one to the next */
  uint64_t before;      /* visits when the last one began */
  uint64_t last;        /* visits of the last one */
} Pace;

#define LONG_ITERATION 2000            /* visits; shorter ones cost nothing to speak of */
#define LONG_LIMITED 4000              /* and where a limit may come, which a depth more that is completed is worth more to */
#define LONGEST_STEP 8

/* How many visits are left before a limit of nodes or time, at the pace so far. */
static double visits_left (const Search *s) {
  const double visits = (double)search_visits(s);
  const double nodes = s->asked.node_limit > 0 ? (double)s->asked.node_limit - visits : INFINITY;
  if (s->asked.time_limit <= 0) return nodes;
  const double spent = clock_now() - s->watch.started;
  return fmin(nodes, visits * (s->asked.time_limit - spent) / spent);
}

/*
** An iteration has ended. One ply deeper is mostly several times the work, and then all iterations before the last cost less than that
** one. Where it is not, near the end of a game, they would cost many times as much as the search that needs none. So the steps grow
** there. No further than is sure to be completed before a limit comes, though each ply more took
** four times the work.
*/
static void pace (Search *s, Pace *p) {
  const uint64_t visits = search_visits(s), took = visits - p->before;
  const bool limited = s->asked.time_limit > 0 || s->asked.node_limit > 0;
  if (took < (limited ? LONG_LIMITED : LONG_ITERATION)) p->step = 1;
  else if (took <= 2 * p->last && p->step < LONGEST_STEP) p->step *= 2;
  else if (took > 8 * p->last && p->step > 1) p->step /= 2;
  while (p->step > 1 && ldexp((double)took, 2 * p->step) > visits_left(s)) p->step /= 2;
  p->before = visits;
  p->last = took;
}

static void deepen (Search *s, Run *run) {
  int limit = s->pass.depth < s->asked.longest ? s->pass.depth : s->asked.longest, iteration = 0;
  Pace p = {1, search_visits(s), 0};
  for (int depth = limit < 1 ? limit : 1; ; depth = depth < limit - p.step ? depth + p.step : limit) {
    s->pass.depth = depth;
    trace_iteration(s, ++iteration);
    pass(s, run);
    complete(s);
    if (!s->outcome.completed.horizon || depth == limit) return;
    if (s->asked.caller.progress && !s->asked.caller.progress(s)) s->host->leave(s->host, STOP_PROGRESS);
    pace(s, &p);
  }
}

/* Finds solution trees that prove the bounds of the answer. */
static void certify (Search *s) {
  const Answer *answer = search_answer(s);
  const Subsearch sub = subsearch_begin(s);
  if (answer->lower > -INFINITY) s->outcome.certificates[0] = certificate_find(s, MIN, answer->lower);
  if (answer->upper < INFINITY) s->outcome.certificates[1] = certificate_find(s, MAX, answer->upper);
  subsearch_end(s, &sub);
}

void run_search (Search *s, Run *compiled) {
  Run *run = compiled ? compiled : s->algorithm->run;
  s->pass.known_as = ENTRY_OCCUPIED | (s->asked.informed ? ENTRY_INFORMED : 0);
  s->watch.started = s->watch.polled = s->watch.reported = clock_now();
  s->watch.stack_floor = stack_floor();
  if (s->asked.informed) {
    s->pass.lower = s->game->lower;
    s->pass.upper = s->game->upper;
  }
  s->pass.end = s->game->height ? s->game->height(s->game, &s->pass.root.position) : NO_HORIZON;
  if (s->pass.depth > s->pass.end) s->pass.depth = s->pass.end;
  s->outcome.completed = search_nothing(s);
  open_table(s);
  order_open(s);
  repeat_open(s);
  if (s->table) table_age(s->table);
  share_open(s, threads(s));
  if (s->asked.deepen) deepen(s, run);
  else {
    pass(s, run);
    complete(s);
  }
  if (s->asked.solution) certify(s);
}

#define LONG_WAIT 1.0           /* seconds between two looks while waiting */

static void work (void *of) {
  Search *s = of;
  run_pass(s, s->team.share->run);
}

/*
** Waits for a pass other than number `done`. False: the helpers are stopped. The number is read
** first: the main thread changes it after everything else, so that no change is slept through.
*/
static bool wait_for_pass (const Share *share, uint32_t done) {
  for (;;) {
    const uint32_t pass = share_get(&share->pass);
    if (share_get(&share->over)) return false;
    if (pass != done && share_get(&share->runs)) return true;
    wait_on(&share->pass, pass, LONG_WAIT);
  }
}

void helper_run (Search *s) {
  Share *share = s->team.share;
  Helper *helper = &share->helper[s->team.helper];
  uint32_t done = 0;
  Stop why = STOP_NONE;
  bool goes_on = true;
  if (s->table) {
    s->team.table_used = s->table->used;
    s->table->counts = (TableCounts){0};
  }
  while (goes_on && wait_for_pass(share, done)) {
    share_set(&helper->state, HELPER_WORKS);
    done = share_get(&share->pass);
    if (share_get(&share->runs)) {
      s->pass.depth = share->depth;
      s->outcome.completed = share->completed;
      why = STOP_NONE;
      goes_on = s->host->protect(s->host, work, s, &why, helper->text, sizeof helper->text) || (why != STOP_NONE && share_is_over(s));
      share_publish(s);
    }
    if (goes_on) share_set(&helper->state, HELPER_RESTS);
    wait_wake(&helper->state);
  }
  helper->why = why;
  share_set(&helper->state, HELPER_GONE);
  if (!goes_on) share_set(&share->trouble, 1);
  wait_wake(&helper->state);
}
