#include "search/share.h"

#include <string.h>

#include "base/pages.h"
#include "base/wait.h"
#include "search/run.h"
#include "search/visit.h"

#define START_AFTER 0.03        /* seconds */
#define MARKS ((size_t)1 << 15)
#define LONGEST_TEXT 1000
#define LONG_WAIT 1.0           /* seconds; whoever waits looks up in between */
#define SHORT_WAIT 0.002

enum { RESTS, WORKS, GONE };

/* A helper, as it tells of itself. Written by it alone. */
typedef struct Helper {
  uint32_t state;
  uint32_t why;                 /* it was left: a Stop, or an error if there is a text */
  uint64_t visits;
  Stats stats;
  TableCounts counts;
  uint64_t used;                /* slots of the table that were free before */
  char text[LONGEST_TEXT];
} __attribute__((aligned(128))) Helper;

/* In memory that all see. */
struct Share {
  uint64_t marks[MARKS];
  size_t bytes;
  int wanted, helpers;          /* that there may be, that there are */
  bool tried;                   /* they were called */
  bool stopped;                 /* and have been sent home */
  void (*run) (Search *);       /* of the pass */
  int depth;
  Answer completed;             /* of the pass before */
  Helper helper[MOST_HELPERS + 1] __attribute__((aligned(128)));       /* the first is nobody */
  /* Written by the one who answers, read by all. */
  uint32_t pass __attribute__((aligned(128)));  /* its number */
  uint32_t runs;                /* it has not ended */
  uint32_t over;                /* there will be none any more */
  uint32_t trouble __attribute__((aligned(128)));       /* a helper has been left for good */
};

static uint32_t get (const uint32_t *word) { return __atomic_load_n(word, __ATOMIC_SEQ_CST); }
static void set (uint32_t *word, uint32_t value) { __atomic_store_n(word, value, __ATOMIC_SEQ_CST); }

/* Marks. */

/* What the search of a node is known by: the same position with other plies to go is another search. */
static uint64_t mark_of (const Search *s, uint64_t hash, int ply) {
  return s->depth == NO_HORIZON ? hash : hash + (uint64_t)(s->depth - ply) * GOLDEN_GAMMA;
}

bool share_enter (Search *s, uint64_t hash, int ply, bool exclusive) {
  const uint64_t mark = mark_of(s, hash, ply);
  uint64_t *place = &s->share->marks[mark % MARKS];
  if (exclusive && __atomic_load_n(place, __ATOMIC_RELAXED) == mark) return true;
  __atomic_store_n(place, mark, __ATOMIC_RELAXED);
  return false;
}

void share_leave (Search *s, uint64_t hash, int ply) {
  const uint64_t mark = mark_of(s, hash, ply);
  uint64_t *place = &s->share->marks[mark % MARKS];
  if (__atomic_load_n(place, __ATOMIC_RELAXED) == mark) __atomic_store_n(place, 0, __ATOMIC_RELAXED);
}

/* The one who answers. */

void share_open (Search *s, int threads) {
  const size_t bytes = sizeof *s->share;
  if (threads < 2 || s->table == NULL || s->caller.recruit == NULL) return;
  s->share = pages_map(bytes);
  if (s->share == NULL) return;
  s->share->bytes = bytes;
  s->share->wanted = threads - 1 < MOST_HELPERS ? threads - 1 : MOST_HELPERS;
}

void share_begin (Search *s, void (*run) (Search *)) {
  Share *share = s->share;
  share->run = run;
  share->depth = s->depth;
  share->completed = s->completed;
  share->completed.line = NULL;
  set(&share->runs, 1);
  set(&share->pass, share->pass + 1);
  if (share->helpers > 0) wait_wake(&share->pass);
}

static void await (Search *s, int i) {
  Helper *helper = &s->share->helper[i];
  while (get(&helper->state) == WORKS) {
    wait_on(&helper->state, WORKS, SHORT_WAIT);
    if (get(&helper->state) == WORKS && !s->caller.present(s, i)) share_miss(s, i);
  }
}

void share_end (Search *s) {
  set(&s->share->runs, 0);
  for (int i = 1; i <= s->share->helpers; i++) await(s, i);
}

void share_miss (Search *s, int helper) { set(&s->share->helper[helper].state, GONE); }

/* A table that cannot get wider must be wide enough. */
static bool wants_wide (const Search *s) {
  const Value most = INT16_MAX;
  return !(s->game->lower > -most && s->game->upper < most);
}

static void start (Search *s) {
  Share *share = s->share;
  bool mapped;
  share->tried = true;
  if (!s->caller.may_recruit(s, &mapped) || !table_share(s->table, mapped, wants_wide(s))) return;
  s->helped_by = mapped ? "processes" : "threads";
  for (int i = 1; i <= share->wanted; i++) {
    share->helpers = i;                 /* before: it may be at work at once */
    if (!s->caller.recruit(s, i)) {
      share->helpers = i - 1;
      break;
    }
  }
}

uint64_t share_visits (const Search *s) {
  uint64_t visits = 0;
  if (s->share)
    for (int i = 1; i <= s->share->helpers; i++) visits += __atomic_load_n(&s->share->helper[i].visits, __ATOMIC_RELAXED);
  return visits;
}

/* A helper was left for good: so is the search. */
static void take_over (Search *s) {
  const Share *share = s->share;
  for (int i = 1; i <= share->helpers; i++) {
    const Helper *helper = &share->helper[i];
    if (get(&helper->state) != GONE) continue;
    if (helper->text[0]) s->host->fail(s->host, "%s", helper->text);
    if (helper->why != STOP_NONE && helper->why != STOP_SUPERSEDED) s->host->leave(s->host, (Stop)helper->why);
  }
}

static void look_after (Search *s, double now) {
  Share *share = s->share;
  if (!share->tried) {
    if (now - s->started >= START_AFTER) start(s);
    return;
  }
  if (get(&share->trouble)) take_over(s);
  if (s->node_limit && s->poll_at + share_visits(s) >= s->node_limit) s->host->leave(s->host, STOP_NODES);
}

static void add_counts (TableCounts *to, const TableCounts *counts) {
  to->probes += counts->probes;
  to->hits += counts->hits;
  to->cutoffs += counts->cutoffs;
  to->stores += counts->stores;
  to->replaced += counts->replaced;
}

void share_stop (Search *s) {
  Share *share = s->share;
  if (share == NULL || share->stopped) return;
  share->stopped = true;
  set(&share->runs, 0);
  set(&share->over, 1);
  wait_wake(&share->pass);
  if (share->helpers > 0) s->caller.dismiss(s);
  for (int i = 1; i <= share->helpers; i++) {
    const Helper *helper = &share->helper[i];
    s->visits_beside += helper->visits;
    s->stats.leaves += helper->stats.leaves;
    s->stats.developed += helper->stats.developed;
    if (helper->stats.peak > s->stats.peak) s->stats.peak = helper->stats.peak;
    s->table->used += helper->used;
    add_counts(&s->table->counts, &helper->counts);
  }
  s->helpers = share->helpers;
}

void share_close (Search *s) {
  if (s->share == NULL) return;
  share_stop(s);
  pages_unmap(s->share, s->share->bytes);
  s->share = NULL;
}

/* A helper. */

bool share_is_over (const Search *s) { return !__atomic_load_n(&s->share->runs, __ATOMIC_RELAXED); }

static void tell (Search *s) {
  Helper *helper = &s->share->helper[s->helper];
  __atomic_store_n(&helper->visits, search_visits(s), __ATOMIC_RELAXED);
  helper->stats = s->stats;
  helper->counts = s->table->counts;
  helper->used = s->table->used - s->table_used;
}

void share_poll (Search *s, double now) {
  if (s->helper == 0) look_after(s, now);
  else tell(s);
}

static void work (void *of) {
  Search *s = of;
  run_pass(s, s->share->run);
}

/* Is there a pass to be helped with, other than number `done`? Waits for it. False: it is sent home. */
static bool wait_for_pass (Share *share, uint32_t done) {
  while (get(&share->pass) == done || !get(&share->runs)) {
    if (get(&share->over)) return false;
    wait_on(&share->pass, get(&share->runs) ? done : get(&share->pass), LONG_WAIT);
  }
  return !get(&share->over);
}

void share_help (Search *s) {
  Share *share = s->share;
  Helper *helper = &share->helper[s->helper];
  uint32_t done = 0;
  Stop why = STOP_NONE;
  bool goes_on = true;
  s->table_used = s->table->used;
  s->table->counts = (TableCounts){0};
  while (goes_on && wait_for_pass(share, done)) {
    set(&helper->state, WORKS);
    done = get(&share->pass);
    if (get(&share->runs)) {
      s->depth = share->depth;
      s->completed = share->completed;
      why = STOP_NONE;
      goes_on = s->host->protect(s->host, work, s, &why, helper->text, sizeof helper->text) || (why != STOP_NONE && share_is_over(s));
      tell(s);
    }
    if (goes_on) set(&helper->state, RESTS);
    wait_wake(&helper->state);
  }
  helper->why = why;
  set(&helper->state, GONE);
  if (!goes_on) set(&share->trouble, 1);
  wait_wake(&helper->state);
}
