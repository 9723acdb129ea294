/* The driver (see run.h): `run_search`, at the end, opens what a search needs and runs one pass, or `deepen`, whose passes look further. */
#include "search/run.h"

#include <setjmp.h>
#include <string.h>

#include "base/clock.h"
#include "base/stack.h"
#include "base/wait.h"
#include "search/certificate.h"
#include "search/distance.h"
#include "search/order.h"
#include "search/pv.h"
#include "search/repeat.h"
#include "search/search.h"
#include "search/share.h"
#include "search/window.h"

typedef void Run (Search *search);

/* The table. */

static bool wants_key (const Search *s) { return option_place(s->algorithm->needs, "key") >= 0; }

/* Returns the number of threads that the options ask for. */
static int threads (Search *s) {
  const double wanted = search_number(s, "threads");
  if (isnan(wanted)) return 1;
  return wanted == 0 ? wait_processors() : (int)wanted;
}

/* Does the option `table` say that the search has one? */
static bool asks_for_table (Search *s) { return !isnan(search_number(s, "table")) || search_word(s, "table") != NULL; }

/* Do threads share statistics of the root, and no table? */
static bool shares_tallies (Search *s) {
  if (search_setting(s, "table") == NULL) return true;
  if (search_setting(s, option_parallel.name) == NULL) return false;
  const char *way = search_word(s, option_parallel.name);
  if (way) return strcmp(way, "root") == 0;
  return s->table == NULL && !asks_for_table(s);
}

/* Will several threads share a table? */
static bool shares_table (Search *s) { return threads(s) > 1 && !shares_tallies(s); }

bool run_needs_keys (Search *s) {
  return s->table != NULL || wants_key(s) || shares_table(s) || (s->game->cyclic && s->algorithm->path) || asks_for_table(s);
}

/* Returns the bytes that a table of the search itself may take. */
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
  if (s->table || !(wants_key(s) || shares_table(s) || asks_for_table(s))) return;
  table_init(&s->own_table, s->host, s->game->key_words, bytes_of_table(s));
  if (search_word(s, "table")) table_grow_in_steps(&s->own_table);
  if (s->algorithm->counts) table_widen_by_statistics(&s->own_table);
  if (s->arena.limit) s->arena.limit -= s->own_table.bytes;
  s->table = &s->own_table;
}

/* Passes. */

/* The ends of the range that lie beyond the window: there a value is exact all the same. */
static Window ends_beyond (const Search *s) {
  const Window w = s->asked.window;
  return (Window){w.alpha >= s->pass.lower ? s->pass.lower : -INFINITY, w.beta <= s->pass.upper ? s->pass.upper : INFINITY};
}

void run_pass (Search *s, Run *run) {
  s->pass.basis = s->pass.child_basis = FIRM;
  s->pass.reached = false;
  seek_from(s, pv_extends(s) ? WHOLE_WINDOW : ends_beyond(s));
  s->watch.held = 0;
  s->pass.root.line = NULL;
  s->pass.root.lower = -INFINITY;
  s->pass.root.upper = INFINITY;
  s->outcome.answer = search_nothing(s);
  s->outcome.answer.depth = s->pass.depth;
  s->trace.sight = NO_SIGHT;
  s->pass.list_moves = NULL;
  s->pass.links = run != s->algorithm->run && run != s->algorithm->selective && s->pass.depth == NO_HORIZON;
  s->team.exclusive = false;
  s->team.busy = s->team.known = NULL;
  run(s);
  s->pass.links = false;
  s->pass.above = NULL;
  s->pass.above_room = 0;
  s->trace.list_open = NULL;
}

/*
** Is the answer made of estimates of earlier passes alone? Where positions repeat they can keep one another for ever, at any depth. No path
** has come near the horizon then; the ply more is for a search that begins with the table of one two plies above.
*/
static bool rests_on_earlier (const Search *s) {
  return s->game->cyclic && s->table && s->outcome.answer.horizon && !s->asked.selective && s->watch.deepest >= 0 &&
         s->watch.deepest < s->pass.depth - 2;
}

static void pass (Search *s, Run *run) {
  for (bool again = false; ; again = true) {
    if (s->team.share) share_begin(s, run);
    run_pass(s, run);
    if (s->team.share) share_end(s);
    if (again || !rests_on_earlier(s)) return;
    table_forget_estimates(s->table);
  }
}

/* The pass that has just ended is completed. Stopped from now on, the search has its answer. */
static void complete (Search *s) {
  const Answer before = s->outcome.completed;
  s->outcome.completed = s->outcome.answer;
  distance_defend(s, before.line, before.depth);
  pv_extend(s, &s->outcome.completed);
  if (s->asked.caller.known) return;            /* distances behind known values are unknown */
  if (!s->asked.deepen && !s->asked.settle) {
    if (s->algorithm->anytime) distance_look(s);
    return;
  }
  if (!distance_settle(s)) pv_extend(s, &s->outcome.completed);
}

/* Iterative deepening. */
typedef struct Pace {
  int step;             /* plies from one to the next */
  uint64_t before;      /* visits when the last one began */
  uint64_t last;        /* visits of the last one */
} Pace;

#define LONG_ITERATION 2000            /* visits; shorter ones cost nothing to speak of */
#define LONG_LIMITED 4000              /* and where a limit may come, which a depth more that is completed is worth more to */
#define LONGEST_STEP 8

/* Returns the visits left before a limit of nodes or time, at the pace so far. */
static double visits_left (const Search *s) {
  const double visits = (double)search_visits(s);
  const double nodes = s->asked.node_limit > 0 ? (double)s->asked.node_limit - visits : INFINITY;
  if (s->asked.time_limit <= 0) return nodes;
  const double spent = clock_now() - s->watch.started;
  return fmin(nodes, visits * (s->asked.time_limit - spent) / spent);
}

/*
** An iteration has ended. One ply deeper is mostly several times the work, and then all iterations before the last cost less than that one.
** Where it is not, near the end of a game, they would cost many times as much as the search that needs none. So the steps grow there. No
** further than is sure to be completed before a limit comes, though each ply more took four times the work.
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

/*
** Is a selective pass the last one? Yes if it came to the end of every line that it did not cut short by itself: a deeper one would see
** no more, and a full one to the same depth sees the rest.
*/
static bool is_to_be_proved (const Search *s) { return s->pass.techniques != 0 && !s->pass.reached && s->outcome.completed.horizon; }

static void exchange (Search *s, Run **run) {
  Run *compiled = s->asked.caller.exchange ? s->asked.caller.exchange(s) : NULL;
  if (compiled) *run = compiled;
}

void run_anew (Search *s) {
  const bool counted = s->asked.node_limit > 0 || s->asked.time_limit <= 0;    /* the table would change what is counted */
  if (s->pass.way_back && s->table && !counted && !search_keeps(s)) longjmp(*(jmp_buf *)s->pass.way_back, 1);
}

/* One iteration, by *run. */
static void iterate (Search *s, Run **run) {
  const Pass before = s->pass;
  jmp_buf way_back;
  if (setjmp(way_back) != 0) {
    const Position first = s->pass.root.position;       /* an exchange may have changed it */
    s->pass = before;
    s->pass.root.position = first;
    exchange(s, run);
  }
  s->pass.way_back = &way_back;
  s->pass.unfinished = true;
  pass(s, *run);
  s->pass.unfinished = false;
  s->pass.way_back = NULL;
  complete(s);
}

static void deepen (Search *s, Run *run) {
  int limit = s->pass.depth < s->asked.longest ? s->pass.depth : s->asked.longest, iteration = 0;
  Pace p = {1, search_visits(s), 0};
  for (int depth = limit < 1 ? limit : 1; ; depth = depth < limit - p.step ? depth + p.step : limit) {
    s->pass.depth = depth;
    trace_pass(s, ++iteration, s->asked.window, true);
    iterate(s, &run);
    if (is_to_be_proved(s)) {
      s->pass.techniques = 0;
      iterate(s, &run);
    }
    if ((!s->outcome.completed.horizon && !distance_is_open(s)) || depth == limit) return;
    if (s->asked.caller.progress && !s->asked.caller.progress(s)) s->host->leave(s->host, STOP_PROGRESS);
    pace(s, &p);
    exchange(s, &run);
  }
}

void run_search (Search *s, Run *compiled) {
  Run *run = compiled ? compiled : s->asked.selective ? s->algorithm->selective : s->algorithm->run;
  s->pass.techniques = s->asked.selective;
  s->pass.known_as = (s->asked.selective ? 0 : ENTRY_FULL) | (s->asked.informed ? ENTRY_INFORMED : 0);
  s->watch.started = s->watch.polled = s->watch.reported = clock_now();
  s->watch.processor = clock_processor();
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
  s->team.tallies = shares_tallies(s);
  share_open(s, threads(s));
  if (s->asked.deepen) deepen(s, run);
  else {
    pass(s, run);
    complete(s);
  }
  if (s->asked.solution) certificate_find(s);
}
