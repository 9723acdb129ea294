#include "search/search.h"

#include "base/clock.h"
#include "base/stack.h"
#include "search/proof.h"
#include "search/distance.h"

#define POLL_SECONDS 0.001      /* how often to look up, about */
#define REPORT_SECONDS 0.1      /* how often to report progress, about */
#define LARGEST_STEP ((uint64_t)1 << 20)

static Answer nothing (const Search *s) {
  return (Answer){.lower = s->lower, .upper = s->upper, .depth = 0, .horizon = true};
}

void search_init (Search *s, Game *game, Host *host, const Position *first, size_t memory) {
  *s = (Search){.game = game, .host = host, .depth = NO_HORIZON, .alpha = -INFINITY, .beta = INFINITY,
                .informed = true, .poll_step = 1, .deepest = -1, .lower = -INFINITY, .upper = INFINITY,
                .longest = NO_HORIZON};
  arena_init(&s->arena, host, memory);
  s->lines = (LinePool){.arena = &s->arena, .game = game};
  s->root = (Node){.position = *first, .player = game->first};
  s->answer = s->completed = nothing(s);
}

void search_close (Search *s) {
  arena_free(&s->arena);
  if (s->own_table.slots) table_free(&s->own_table);
  if (s->distances.slots) table_free(&s->distances);
  s->answer.line = s->completed.line = NULL;
  s->lines.unused = NULL;
  s->memory = NULL;
  s->trail = NULL;
  s->trail_room = 0;
}

/* One pass to the horizon s->depth. */
static void pass (Search *s, void (*algorithm) (Search *)) {
  s->horizon = false;
  s->held = 0;
  s->root.line = NULL;
  s->root.lower = -INFINITY;
  s->root.upper = INFINITY;
  s->answer = nothing(s);
  s->answer.depth = s->depth;
  algorithm(s);
}

/* The pass that has just ended is completed. True: no deeper pass is needed. */
static bool complete (Search *s, Distance *distance) {
  line_free(&s->lines, s->completed.line);
  s->completed = s->answer;
  if (distance_settle(s, distance)) return true;
  if (!s->answer.horizon) return true;
  if (s->progress && !s->progress(s)) s->host->leave(s->host, STOP_PROGRESS);
  return false;
}

static void deepen (Search *s, void (*algorithm) (Search *)) {
  int limit = s->depth < s->longest ? s->depth : s->longest;
  Distance distance = {0};
  for (int depth = limit < 1 ? limit : 1; ; depth++) {
    s->depth = depth;
    search_tell(s, EVENT_PASS, &s->root, depth, s->alpha, s->beta);
    pass(s, algorithm);
    if (complete(s, &distance) || depth == limit) return;
  }
}

/* Finds solution trees that prove the bounds of the answer. What that takes is not the algorithm's doing, and not counted as its. */
static void prove_answer (Search *s) {
  const Answer *answer = search_answer(s);
  Stats stats = s->stats;
  uint64_t visits = search_visits(s);
  int deepest = s->deepest;
  s->trace = NULL;
  if (answer->lower > -INFINITY) s->proofs[0] = proof_find(s, MIN, answer->lower);
  if (answer->upper < INFINITY) s->proofs[1] = proof_find(s, MAX, answer->upper);
  s->stats = stats;
  s->deepest = deepest;
  s->poll_at = visits + s->until_poll;
}

void search_run (Search *s, void (*algorithm) (Search *)) {
  s->started = s->polled = s->reported = clock_now();
  s->stack_floor = stack_floor();
  if (s->informed) {
    s->lower = s->game->lower;
    s->upper = s->game->upper;
  }
  s->end = s->game->height ? s->game->height(s->game, &s->root.position) : NO_HORIZON;
  if (s->depth > s->end) s->depth = s->end;
  s->completed = nothing(s);
  if (s->table) table_age(s->table);
  if (s->deepen) deepen(s, algorithm);
  else pass(s, algorithm);
  if (s->solution) prove_answer(s);
}

const Answer *search_answer (const Search *s) {
  return s->completed.valued ? &s->completed : &s->answer;
}

/* What was proved narrows what was known. Rules whose bounds are wrong are found out here at the latest. */
void search_prove (Search *s, Value lower, Value upper) {
  Answer *answer = &s->answer;
  if (lower > answer->lower) answer->lower = lower;
  if (upper < answer->upper) answer->upper = upper;
  if (answer->lower > answer->upper)
    s->host->fail(s->host, "the bounds of the rules contradict the values of their leaves: "
                           "the value would be at least %f and at most %f", answer->lower, answer->upper);
}

void search_contradict (const Search *s) {
  if (!search_cut(s))
    s->host->fail(s->host, "the bounds of the rules contradict the values of their leaves: the values of the successors of a "
                           "position lie outside its bounds");
}

void search_conclude (Search *s, Value value) {
  s->answer.horizon = search_cut(s);
  if (s->answer.horizon) {
    s->answer.lower = s->lower;
    s->answer.upper = s->upper;
  }
  value = search_within(s, &s->root, value);
  s->answer.valued = true;
  s->answer.value = value;
  s->answer.line = s->root.line;
  search_prove(s, value > s->alpha ? value : -INFINITY, value < s->beta ? value : INFINITY);
  search_prove(s, s->root.lower, s->root.upper);
}

/* A better move at the root. Until all are searched its value bounds the root's from the mover's side only. */
void search_improve_root (Search *s, Value value, Value alpha, Value beta) {
  bool for_max = s->root.player == MAX;
  if (for_max ? value <= alpha : value >= beta) return;
  value = search_within(s, &s->root, value);
  s->answer.valued = true;
  s->answer.value = value;
  s->answer.line = s->root.line;
  if (for_max) search_prove(s, value, INFINITY);
  else search_prove(s, -INFINITY, value);
}

static void look (Search *s, double now) {
  Host *host = s->host;
  if (host->interrupted && *host->interrupted) host->leave(host, STOP_INTERRUPTED);
  if (s->time_limit > 0 && now - s->started >= s->time_limit) host->leave(host, STOP_TIME);
}

void search_look (Search *s) { look(s, clock_now()); }

/*
** Looks up from the work: at the visits that make up about a millisecond, however slow the rules are.
*/
void search_poll (Search *s) {
  Host *host = s->host;
  double now = clock_now(), since = now - s->polled;
  s->polled = now;
  s->until_poll = 0;                            /* the visit that is about to begin is not counted yet */
  look(s, now);
  if (s->node_limit && s->poll_at >= s->node_limit) host->leave(host, STOP_NODES);
  Stop why = s->meanwhile ? s->meanwhile(s) : STOP_NONE;
  if (why != STOP_NONE) host->leave(host, why);
  if (s->progress && now - s->reported >= REPORT_SECONDS) {
    s->reported = now;
    if (!s->progress(s)) host->leave(host, STOP_PROGRESS);
  }
  if (since < POLL_SECONDS / 2 && s->poll_step < LARGEST_STEP) s->poll_step *= 2;
  else if (since > POLL_SECONDS) s->poll_step = s->poll_step / 2 + (s->poll_step == 1);
  uint64_t step = s->poll_step;
  if (s->node_limit && step > s->node_limit - s->poll_at) step = s->node_limit - s->poll_at;
  s->poll_at += step;
  s->until_poll = step - 1;                     /* it begins now */
}

void search_guard_stack (Search *s, int ply) {
  const char here = 0;
  if (s->stack_floor && &here < s->stack_floor)
    s->host->fail(s->host, "the tree is deeper than %d plies, more than the C stack can hold: "
                           "state a depth, or raise the stack limit of the system", ply);
}

/* A new greatest ply. A recursive search has its nodes on the C stack: refuse before it overflows. */
void search_deeper (Search *s, const Node *node) {
  search_guard_stack(s, node->ply);
  if (s->depth == NO_HORIZON && node->ply > s->longest)
    s->host->fail(s->host, "the tree is deeper than %d plies: state a depth if the game can go on for ever, "
                           "or a greater 'longest' if it cannot", s->longest);
  s->deepest = node->ply;
  uint64_t path = (uint64_t)node->ply + 2;
  if (path > s->stats.peak && !s->holds) s->stats.peak = path;
}

void search_ask_bounds (Search *s, Node *n) {
  Value lower = -INFINITY, upper = INFINITY;
  s->game->bounds(s->game, &n->position, &lower, &upper);
  if (lower > n->lower) n->lower = lower;
  if (upper < n->upper) n->upper = upper;
  if (n->lower > n->upper)
    s->host->fail(s->host, "rules.bounds gives (%f, %f) for a position, outside the range (%f, %f) of the game",
                  lower, upper, s->lower, s->upper);
  if (n->ply == 0) search_prove(s, n->lower, n->upper);
}
