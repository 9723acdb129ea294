/*
** MTD: null windows alone, each placed at the bound that the last one gave, until two bounds meet. The table keeps what was
** learnt, so that each pass only searches what the new question needs (de Bruin & Pijls, "Trends", section 6; Plaat et al.,
** "Best-first fixed-depth minimax algorithms", 1996).
**
** With +inf as its first bound it goes down and examines the same leaves in the same order as SSS*; with -inf it goes up, as
** dual SSS*; with a guess f it is MTD(f), and needs fewest passes when f is near the value. With deepening the guess is the value
** of the last iteration.
**
** Going down, a pass asks "is the value at least g?" of the upper bound g, until the answer is yes; going up likewise. The
** root's move is the one of the last pass that one successor alone decided.
*/
#define SCOUTS false
#define WITHOUT_TABLE false
#include "algo/window/forms.h"
#include "search/window.h"

static const Option option_first = {.name = "first", .kinds = OPTION_NUMBER, .otherwise = NO_DEFAULT,
  .help = "the first bound: math.huge (SSS*), -math.huge (dual SSS*) or a guess; default: the best guess there is",
  .example = "'tictactoe', {algorithm = 'mtd', first = -math.huge}"};

typedef struct Passes {
  Line *line;           /* of the last pass that one successor decided; the answer has it */
  bool leaf;            /* the root is a leaf: one pass says all */
  bool settle;          /* the bounds of the root may answer for it */
  int count;
} Passes;

/* A null window: `down`, it asks whether the value is at least beta; else whether it is above alpha. */
static Value pass (Search *s, Window w, bool down, Passes *passes) {
  const Node *root = &s->pass.root;
  trace_pass(s, ++passes->count, w, down);
  Value value = search_root(s, w, passes->settle, &passes->leaf);
  bool decided = root->line && (root->player == MAX ? value >= w.beta : value <= w.alpha);
  if (decided) passes->line = root->line;
  else if (root->line != s->outcome.answer.line) line_free(&s->lines, root->line);
  else if (root->line) passes->line = NULL;     /* an exact value took the place of the line before it in the answer */
  publish(s, value >= w.beta ? value : -INFINITY, value <= w.alpha ? value : INFINITY, NO_VALUE, NULL);
  if (trace_on(s)) trace_bounds(s, root, true, value >= w.beta ? value : NAN, value <= w.alpha ? value : NAN);
  return value;
}

/*
** Passes from the bound `g`, an upper one going `down`, else a lower one: each from the bound that the last one gave, until there is no new
** one. Below +inf comes the largest double, and every leaf fails low.
*/
static Value go_on (Search *s, Value g, bool down, Passes *passes) {
  const Player player = down ? MIN : MAX;
  Value bound;
  do {
    bound = g;
    g = pass(s, null_window(player, g), down, passes);
  } while (better(player, g, bound));
  return bound;
}

/*
** Where to begin when the caller does not say: at what the last iteration found, else at what the rules think of the root.
** Without a horizon they need not be able to think of it; then from above.
*/
static Value guess (Search *s) {
  Value first = search_number(s, "first");
  if (!isnan(first)) return first;
  if (s->outcome.completed.valued) return s->outcome.completed.value;
  return s->pass.depth < s->pass.end && s->pass.depth > 0 ? visit_estimate(s, &s->pass.root) : INFINITY;
}

static Value close_in (Search *s, Value first, Passes *passes) {
  bool down = first > -INFINITY;
  if (!down) first = nextafter(first, INFINITY);
  Value value = pass(s, null_window(MIN, first), down, passes);
  if (passes->leaf) return value;
  return go_on(s, value, value < first, passes);
}

/* The value may be a bound of the root, which answered for it: then no pass has asked which successor has it. */
static void decide (Search *s, Value value, Passes *passes) {
  Node *n = &s->pass.root;
  if (passes->line || passes->leaf || n->lower >= n->upper) return;
  visit_player(s, n);
  passes->settle = false;
  pass(s, null_window(n->player, worse(n->player, value)), n->player == MAX, passes);
}

static void run (Search *s) {
  Passes passes = {NULL, false, true, 0};
  Value value = close_in(s, guess(s), &passes);
  decide(s, value, &passes);
  s->pass.root.line = passes.line;
  publish_conclusion(s, value);
}

const Algorithm mtd = {
  .id = "mtd", .title = "MTD(f)", .family = "window", .source = "de Bruin & Pijls, Trends, section 6", .example = "first=math.huge",
  .needs = "key", .options = OPTIONS(&option_first, &option_table, &option_order, &option_drop_order, &option_remember_leaves,
                     &option_threads),
  .file = "algo/window/mtd.c", .informed = true, .leftmost = true, .lines = true, .path = true, .run = run
};
