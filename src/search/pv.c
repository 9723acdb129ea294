#include "search/pv.h"

#include "search/move_first.h"
#include "search/probe.h"

#define LEAST_EFFORT 1000       /* visits that are always worth a line, */
#define EFFORT_SHARE 64         /* and this part of all there were */

/* A search for the rest of a line; when no effort is left it gives up. What the table knows costs none: a line may be long. */
typedef struct Quest {
  Search *s;
  Player player;        /* is the value of a node as good for him */
  Value value;          /* as this? */
  uint64_t effort;
} Quest;

typedef enum Verdict { NO, YES, GIVEN_UP } Verdict;

/* Goes to successor `move` of `n`, and puts it into the cell *end. False: there is none. */
static bool step (Search *s, Node *n, Node *child, int64_t move, Line **end) {
  n->walk.index = 0;
  do {
    if (!visit_next(s, n, child)) return false;
  } while (n->walk.index < move);
  *end = line_cons(&s->lines, n->walk.move, &child->position, NULL);
  return true;
}

static bool over (Search *s, const Node *n) {
  return n->ply >= s->pass.depth || (game_has_terminal(s->game) && game_terminal(s->game, &n->position));
}

/* The last node of a line that begins at the root. Returns where the next cell belongs. */
static Line **last_of (const Search *s, Line **end, Node *n) {
  *n = (Node){.player = s->pass.root.player};
  for (; *end; end = &(*end)->rest) {
    n->position = (*end)->position;
    n->ply++;
    n->player = opponent(n->player);
  }
  return end;
}

/* The cell *end has become the last. */
static Line **advance (Line **end, Node *n, const Node *child) {
  *n = (Node){.position = (*end)->position, .ply = n->ply + 1, .player = child->player};
  return &(*end)->rest;
}

static Verdict as_good (const Quest *quest, Value value) { return !better(opponent(quest->player), value, quest->value); }

/* Returns the verdict that the bounds of `n` prove; GIVEN_UP without one. */
static Verdict bounded (const Quest *quest, Value lower, Value upper) {
  bool max = quest->player == MAX;
  if (max ? lower >= quest->value : upper <= quest->value) return YES;
  if (max ? upper < quest->value : lower > quest->value) return NO;
  return GIVEN_UP;
}

/* What the table and the rules know of `n`; *move is the number of the move to try first, 0 if none is known. */
static Verdict known (const Quest *quest, Node *n, int64_t *move) {
  Search *s = quest->s;
  Probe r;
  *move = 0;
  if (s->table && probe(s, n, &r)) {
    if (s->asked.selective) r.known = bounds_only(r.known, bounds_solved(r.known));
    Verdict verdict = bounded(quest, bounds_lower(r.known), bounds_upper(r.known));
    if (verdict != GIVEN_UP) return verdict;
    *move = r.move;
  }
  n->lower = s->pass.lower;
  n->upper = s->pass.upper;
  if (s->asked.informed && s->game->bounds) visit_take_bounds(s, n);
  return bounded(quest, n->lower, n->upper);
}

static Verdict reaches (Quest *quest, Node *n);

/* The successors of `n`: one as good will do if the player chooses, else all must be. Number `move`, if there, comes first. */
static Verdict children (Quest *quest, Node *n, Node *child, int64_t move) {
  Search *s = quest->s;
  const Verdict enough = n->player == quest->player ? YES : NO;
  int64_t first = move_first(s, n, child, move);
  do {
    const Verdict verdict = reaches(quest, child);
    if (verdict == enough || verdict == GIVEN_UP) return verdict;
  } while (move_next(s, n, child, &first));
  return enough == YES ? NO : YES;
}

/* Is the value of `n` as good for the player as the value asked for? */
static Verdict reaches (Quest *quest, Node *n) {
  Search *s = quest->s;
  Node child;
  int64_t move;
  if (visit_leaf(s, n)) {
    if (quest->effort > 0) quest->effort--;
    return as_good(quest, visit_evaluate(s, n));
  }
  Verdict verdict = known(quest, n, &move);
  if (verdict != GIVEN_UP || quest->effort == 0) return verdict;
  quest->effort--;
  if (!visit_first(s, n, &child)) return as_good(quest, visit_evaluate(s, n));
  return children(quest, n, &child, move);
}

/*
** The number of a successor of `n`, which has the value, that has it too; 0 if there is none, or none was found. The table's move is only
** the first to be tried: it may be that of another position with the same key, a mirror image, where the number means another move.
*/
static int64_t search_move (Quest *quest, Node *n) {
  Search *s = quest->s;
  Probe r;
  Node child;
  const int64_t first = s->table && probe(s, n, &r) ? r.move : 0;
  quest->player = n->player;
  return visit_first(s, n, &child) && children(quest, n, &child, first) == YES ? n->walk.index : 0;
}

/* Does the table say that `n` may have this value: that one of its bounds is it? At the horizon the evaluation says so. */
static bool may_have (Search *s, Node *n, Value value) {
  Probe r;
  if (over(s, n)) return visit_evaluate(s, n) == value;
  if (!s->table || !probe(s, n, &r)) return false;
  const Value lower = bounds_lower(r.known), upper = bounds_upper(r.known);
  return lower <= value && value <= upper && (lower == value || upper == value);
}

/* The number of a successor of `n` that may have the value, by the table: its own move, else the leftmost; 0 if there is none. */
static int64_t move_by_table (Search *s, Node *n, Value value) {
  Probe r;
  Node child;
  int64_t found = 0;
  const int64_t first = s->table && probe(s, n, &r) ? r.move : 0;
  for (bool more = visit_first(s, n, &child); more; more = visit_next(s, n, &child)) {
    if ((found && n->walk.index != first) || !may_have(s, &child, value)) continue;
    found = n->walk.index;
    if (found == first) break;
  }
  return found;
}

static void lengthen (Search *s, Line **line, Value value) {
  Quest quest = {.s = s, .value = value, .effort = LEAST_EFFORT + search_visits(s) / EFFORT_SHARE};
  Node n, child;
  Line **end = last_of(s, line, &n);
  while (!over(s, &n)) {
    visit_player(s, &n);
    /* no full search would find the value of a selective one again */
    const int64_t move = s->pass.techniques && s->outcome.completed.selective ? move_by_table(s, &n, value) : search_move(&quest, &n);
    if (move == 0 || !step(s, &n, &child, move, end)) return;
    end = advance(end, &n, &child);
  }
}

void pv_extend (Search *s, Answer *answer) {
  if (!s->algorithm->lines || s->algorithm->alternative || !answer->valued || answer->line == NULL) return;
  if (!pv_extends(s)) return;           /* a line in a circle has no end */
  const bool within = answer->value > s->asked.window.alpha && answer->value < s->asked.window.beta;
  if (!within && answer->lower < answer->upper) return;
  const Subsearch sub = subsearch_begin(s);
  s->asked.node_limit = 0;
  lengthen(s, &answer->line, answer->value);
  subsearch_end(s, &sub);
}
