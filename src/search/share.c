#include "search/share.h"

#include <string.h>

#include "base/clock.h"
#include "base/arena.h"
#include "base/wait.h"
#include "search/shared.h"
#include "search/tally.h"

#define SHORT_WAIT 0.002

/* Visitors. */

static uint64_t *visitors (const Search *s, uint64_t hash) { return &s->team.share->marks[hash % SHARE_MARKS]; }

void share_visit (Search *s, uint64_t hash) { __atomic_fetch_add(visitors(s, hash), 1, __ATOMIC_RELAXED); }

void share_unvisit (Search *s, uint64_t hash) { __atomic_fetch_sub(visitors(s, hash), 1, __ATOMIC_RELAXED); }

uint64_t share_visitors (const Search *s, uint64_t hash) { return __atomic_load_n(visitors(s, hash), __ATOMIC_RELAXED); }

uint64_t *share_marks (const Search *s, size_t *count) {
  *count = SHARE_MARKS;
  return s->team.share->marks;
}

/* The main thread. */

void share_open (Search *s, int threads) {
  if (threads < 2 || s->asked.caller.recruit == NULL) return;
  if (threads > MOST_THREADS) threads = MOST_THREADS;
  const size_t bytes = sizeof *s->team.share + (s->team.tallies ? (size_t)threads * sizeof *s->team.share->sheet : 0);
  s->team.share = pages_map(bytes);
  if (s->team.share == NULL) return;
  s->team.share->bytes = bytes;
  s->team.share->wanted = threads - 1;
  s->team.share->goal = NAN;
}

void share_decline (Search *s) {
  if (s->team.share) s->team.share->tried = true;
}

void share_begin (Search *s, void (*run) (Search *)) {
  Share *share = s->team.share;
  if (s->team.tallies) tally_begin(share);
  if (share->helpers > 0) memset(share->marks, 0, sizeof share->marks);  /* of threads that were stopped on their way */
  share->run = run;
  share->depth = s->pass.depth;
  share->techniques = s->pass.techniques;
  share->completed = s->outcome.completed;
  share->completed.line = NULL;
  share_set(&share->runs, 1);
  share_set(&share->pass, share->pass + 1);
  if (share->helpers > 0) wait_wake(&share->pass);
}

static void await (Search *s, int i) {
  Helper *helper = &s->team.share->helper[i];
  while (share_get(&helper->state) == HELPER_WORKS) {
    wait_on(&helper->state, HELPER_WORKS, SHORT_WAIT);
    search_look(s, clock_now());        /* its rules may take as long as they like */
    if (share_get(&helper->state) == HELPER_WORKS && !s->asked.caller.present(s, i)) share_miss(s, i);
  }
}

void share_end (Search *s) {
  share_set(&s->team.share->runs, 0);
  for (int i = 1; i <= s->team.share->helpers; i++) await(s, i);
}

void share_question (Search *s, Value goal) {
  share_end(s);
  s->team.share->goal = goal;
}

void share_miss (Search *s, int helper) { share_set(&s->team.share->helper[helper].state, HELPER_GONE); }

/* A table that cannot get wider must be wide enough. That all values were few units so far is a good sign. */
static bool wants_wide (const Search *s) {
  enum { MANY = 1000 };
  const Value most = INT16_MAX * s->table->unit;
  return !(s->game->lower > -most && s->game->upper < most) || s->table->used < MANY;
}

/* Divides the memory that is left among threads that have separate trees. */
static void divide_memory (Search *s) {
  Arena *arena = &s->arena;
  if (s->algorithm->holds && arena->limit > arena->held)
    arena->limit = arena->held + (arena->limit - arena->held) / (size_t)(s->team.share->wanted + 1);
}

static bool share_tables (Search *s, bool mapped) {
  if (s->table && !s->team.tallies && !table_share(s->table, mapped, wants_wide(s))) return false;
  return s->side_table.host == NULL || table_share(&s->side_table, mapped, true);
}

static void start (Search *s) {
  Share *share = s->team.share;
  bool mapped;
  share->tried = true;
  if (!s->asked.caller.may_recruit(s, &mapped) || !share_tables(s, mapped)) return;
  divide_memory(s);
  s->team.helped_by = mapped ? "processes" : "threads";
  s->team.parallel = s->order.lends = true; /* now: helpers are made of what they find here */
  for (int i = 1; i <= share->wanted; i++) {
    share->helpers = i;                 /* before: it may be at work at once */
    if (!s->asked.caller.recruit(s, i)) {
      share->helpers = i - 1;
      break;
    }
  }
}

uint64_t share_visits (const Search *s) {
  uint64_t visits = 0;
  if (s->team.share)
    for (int i = 1; i <= s->team.share->helpers; i++) visits += __atomic_load_n(&s->team.share->helper[i].visits, __ATOMIC_RELAXED);
  return visits;
}

/* A helper was left for good: so is the search. */
static void take_over (Search *s) {
  const Share *share = s->team.share;
  for (int i = 1; i <= share->helpers; i++) {
    const Helper *helper = &share->helper[i];
    if (share_get(&helper->state) != HELPER_GONE) continue;
    if (helper->text[0]) s->host->fail(s->host, "%s", helper->text);
    if (helper->why != STOP_NONE && helper->why != STOP_SUPERSEDED) s->host->leave(s->host, (Stop)helper->why);
  }
}

static void look_after (Search *s, double now) {
  Share *share = s->team.share;
  if (!share->tried) {
    if (now - s->watch.started >= s->asked.alone_seconds) start(s);
    return;
  }
  if (share_get(&share->trouble)) take_over(s);
  if (s->asked.node_limit && s->watch.poll_at + share_visits(s) >= s->asked.node_limit) s->host->leave(s->host, STOP_NODES);
}

static void add_counts (TableCounts *to, const TableCounts *counts) {
  to->probes += counts->probes;
  to->hits += counts->hits;
  to->cutoffs += counts->cutoffs;
  to->stores += counts->stores;
  to->replaced += counts->replaced;
}

void share_stop (Search *s) {
  Share *share = s->team.share;
  if (share == NULL || s->team.helper > 0 || share->stopped) return;
  share->stopped = true;
  share_set(&share->runs, 0);
  share_set(&share->over, 1);
  share_set(&share->pass, share->pass + 1);
  wait_wake(&share->pass);
  if (share->tried) s->asked.caller.dismiss(s);         /* also of what was prepared for helpers that did not come */
  for (int i = 1; i <= share->helpers; i++) {
    const Helper *helper = &share->helper[i];
    s->team.visits_beside += helper->visits;
    s->outcome.stats.leaves += helper->stats.leaves;
    s->outcome.stats.developed += helper->stats.developed;
    if (helper->stats.peak > s->outcome.stats.peak) s->outcome.stats.peak = helper->stats.peak;
    if (s->table == NULL) continue;
    s->table->used += helper->used;
    add_counts(&s->table->counts, &helper->counts);
  }
  s->team.helpers = share->helpers;
}

void share_close (Search *s) {
  if (s->team.share == NULL) return;
  share_stop(s);
  pages_unmap(s->team.share, s->team.share->bytes);
  s->team.share = NULL;
}

/* A helper. */

Value share_goal (const Search *s) { return s->team.share->goal; }

bool share_is_over (const Search *s) { return !__atomic_load_n(&s->team.share->runs, __ATOMIC_RELAXED); }

void share_publish (Search *s) {
  Helper *helper = &s->team.share->helper[s->team.helper];
  __atomic_store_n(&helper->visits, search_visits(s), __ATOMIC_RELAXED);
  helper->stats = s->outcome.stats;
  if (s->table == NULL) return;
  helper->counts = s->table->counts;
  helper->used = s->table->used - s->team.table_used;
}

void share_poll (Search *s, double now) {
  if (s->team.helper == 0) look_after(s, now);
  else share_publish(s);
}
