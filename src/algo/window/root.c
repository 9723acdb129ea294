#include "algo/window/root.h"

#include "algo/window/search.h"
#include "search/order.h"
#include "search/probe.h"
#include "search/window.h"

/*
** With its successors sorted. Its move is to be the leftmost of the best, whatever came first: so a successor left of
** the best so far is asked whether it is as good, one to the right whether it is better. Where moves are reduced, all must be better
** than the best so far once its value, or one before it, is only likely.
*/

/* The best successor of the root so far. */
typedef struct Best {
  Value value;
  int64_t index;
} Best;

/* Does the successor that the root stands at come before the best so far if it is as good? */
static bool precedes (const Search *s, const Node *n, const Best *best) {
  const bool likely = (s->pass.techniques & REDUCTIONS) && !basis_is_plain(s->pass.basis);
  return !likely && n->walk.index < best->index;
}

/*
** Asks whether `child` belongs before the best so far: a null window, and if it does, the window that is left, for its value. It
** opens just before the value already found, so that this value itself would be seen as exact.
*/
static Value challenge (Search *s, const Node *n, Node *child, const Best *best, Window w, Visit *visit) {
  const Player player = n->player;
  Value bound = own_side(player, w);
  if (better(player, best->value, bound)) bound = precedes(s, n, best) ? worse(player, best->value) : best->value;
  const Window null = null_window(player, bound);
  Value value = visit(s, child, null.alpha, null.beta);
  if (!better(player, value, bound) || value <= w.alpha || value >= w.beta) return value;
  const bool tested = s->pass.child_basis.horizon;
  line_free(&s->lines, child->line);
  narrow(player, worse(player, value), &w);
  const Value again = visit(s, child, w.alpha, w.beta);
  s->pass.child_basis.horizon |= tested && better(player, value, again);  /* then it is the test that says that the child is so good */
  return again;
}

static bool displaces (const Search *s, const Node *n, Value value, const Best *best) {
  return better(n->player, value, best->value) || (value == best->value && precedes(s, n, best));
}

/* Can a successor still displace the best? Beyond the window only one that precedes it. */
static bool matters (const Search *s, const Node *n, const Best *best, Window w) {
  bool cut = n->player == MAX ? best->value >= w.beta : best->value <= w.alpha;
  return !cut || precedes(s, n, best);
}

Value root_ordered (Search *s, Window w, int64_t *move, Visit *visit) {
  Node *n = &s->pass.root, child;
  if (!order_first(s, n, &child, *move)) return visit_evaluate(s, n);
  bound_window(s, n, &w);
  const Window exact = exact_window(s, n, w);
  Best best = {visit(s, &child, w.alpha, w.beta), n->walk.index};
  visit_improve(s, n, &child, best.value, exact);
  bool cut = false;
  while (order_next(s, n, &child)) {
    if (!matters(s, n, &best, w)) {
      cut = true;
      continue;
    }
    Value value = challenge(s, n, &child, &best, w, visit);
    if (displaces(s, n, value, &best)) {
      best = (Best){value, n->walk.index};
      visit_improve(s, n, &child, value, exact);
    } else visit_dismiss(s, &child);
  }
  if (cut && trace_on(s)) trace_left(s, n, best.value, w);
  *move = best.index;
  order_close(s, n);
  return bounds_hold(s, n, best.value);
}

/* The root takes from the table only what to try first: what is known of it already would come without a move. */
Value window_search (Search *s, Window w, bool scouts, bool settle, bool *leaf, Visit *child) {
  Node *n = &s->pass.root;
  Probe p;
  Value value;
  *leaf = false;
  s->pass.scouts = scouts;
  s->pass.strict = search_flag(s, "strict");
  s->pass.visit = child ? child : window_visit;
  if (UNLIKELY(s->team.helper > 0)) return s->pass.visit(s, n, w.alpha, w.beta);        /* only the main thread needs a move */
  *leaf = visit_enter_in(s, n, w) != NO_LEAF;
  if (*leaf) return visit_evaluate(s, n);
  if (visit_known(s, n, settle ? w : WHOLE_WINDOW, &value)) return value;
  probe_nothing(&p);
  if (s->table) probe(s, n, &p);
  if (s->order.by) {
    probe_player(s, n);
    value = root_ordered(s, w, &p.move, s->pass.visit);
    if (s->table && n->line) probe_store(s, &p, 0, w, value);
  } else value = window_develop(s, n, &p, w, false);
  *leaf = n->line == NULL;      /* a root that has successors always has a line */
  return value;
}

void window_run (Search *s, bool scouts) {
  bool leaf;
  publish_conclusion(s, window_search(s, s->asked.window, scouts, true, &leaf, NULL));
}
