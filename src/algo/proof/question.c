/*
** Which questions are asked: that of the option `goal`; or, without it, those that find the value, as MTD finds it. A verdict is also a
** bound that was really met, v. After a no the next question is "at least v?", after a yes "more than v?", until two bounds meet. So the
** goal moves over values that occur, whatever numbers they are.
**
** At the root not only the value is asked for, but a move that has it. A yes where MAX moves names the move, and so does a no where MIN
** does; the bounds of the root itself name none, so they answer no question but at the end, when all are asked.
*/
#include "algo/proof/question.h"

#include "search/share.h"

const Option option_goal = {.name = "goal", .kinds = OPTION_NUMBER, .otherwise = NO_DEFAULT,
  .help = "prove or disprove that the value is at least this; default: find the value by such "
    "questions; of mcts with select = 'pn', the best value for the player to move",
  .example = "'tictactoe', {algorithm = 'dfpn', goal = 1}"};
const Option option_proof_first = {.name = "first", .kinds = OPTION_NUMBER, .otherwise = NO_DEFAULT,
  .help = "the first goal; default: the best guess there is",
  .example = "'tictactoe', {algorithm = 'dfpn', first = 0}"};

/* The proved bounds of the root. */
typedef struct Proved {
  Value lower, upper;
  bool decided;         /* the bound of who moves there, by a move */
  bool horizon[2];      /* by player: the bound that he has won rests on a horizon */
  Line *hopeful;        /* the move that promised most when the other won */
} Proved;

void question_child (Questions *q, Move move, const Position *position) {
  LinePool *lines = &q->search->lines;
  line_free(lines, q->line);
  q->line = NULL;
  q->line = line_cons(lines, move, position, NULL);
}

/* The answer to a question whose goal lay between the bounds. */
static Verdict answer (Questions *q, Proved *p, Value goal) {
  Search *s = q->search;
  trace_pass(s, ++q->count, proof_window(goal), true);
  numbers_of_root(s, OPEN_LEAF);
  Verdict v = q->ask(q, goal);
  numbers_of_root(s, (Numbers){{0, 0}});
  const Player mover = s->pass.root.player;
  proof_hold(s, &s->pass.root, &v);
  const bool yes = v.winner == MAX;
  if (yes && v.value >= p->lower) p->lower = v.value;
  if (!yes && v.value <= p->upper) p->upper = v.value;
  p->horizon[v.winner] = v.basis.horizon;
  if (v.winner == mover) {
    p->decided = true;
    publish(s, yes ? v.value : -INFINITY, yes ? INFINITY : v.value, v.value, q->line);
  } else {
    line_free(&s->lines, p->hopeful);
    p->hopeful = q->line;
    publish(s, yes ? v.value : -INFINITY, yes ? INFINITY : v.value, NO_VALUE, NULL);
  }
  q->line = NULL;
  if (trace_on(s)) trace_bounds(s, &s->pass.root, true, yes ? v.value : NAN, yes ? NAN : v.value);
  return v;
}

/* A goal at which the question is open. */
static Value between (Value goal, const Proved *p) {
  if (goal <= p->lower) return next_above(p->lower);
  return goal > p->upper ? p->upper : goal;
}

/* Where to begin: as the caller says; at what the last iteration found; at what the rules think of the root; in the middle. */
static Value guess (Search *s, const Proved *p) {
  const Value first = search_number(s, "first");
  if (!isnan(first)) return first;
  if (s->outcome.completed.valued) return s->outcome.completed.value;
  if (s->pass.depth < s->pass.end && s->pass.depth > 0) return visit_estimate(s, &s->pass.root);
  return p->lower > -INFINITY && p->upper < INFINITY ? p->lower / 2 + p->upper / 2 : 0;
}

/* Is the value known, and a move that has it? Of the least or greatest that there is every move has it. */
static bool finished (const Search *s, const Proved *p) {
  if (p->lower < p->upper) return false;
  return p->decided || (s->pass.root.player == MAX ? p->lower <= s->pass.lower : p->upper >= s->pass.upper);
}

static void find_value (Questions *q, Proved *p) {
  const Search *s = q->search;
  Value goal = between(guess(q->search, p), p);
  for (;;) {
    const Verdict v = answer(q, p, goal);
    if (finished(s, p)) return;
    if (p->lower < p->upper) goal = v.winner == MAX ? next_above(p->lower) : p->upper;
    else {                                      /* the bounds of the root were met by none of its children yet: which has this value? */
      answer(q, p, s->pass.root.player == MAX ? p->lower : next_above(p->upper));
      return;
    }
  }
}

/* What is proved is published; the move, where nothing was decided, is the one that promised most. */
static void conclude (Questions *q, Proved *p, Value value, bool horizon) {
  Search *s = q->search;
  s->pass.basis.horizon = horizon;
  if (p->decided) line_free(&s->lines, p->hopeful);
  s->pass.root.line = p->decided ? s->outcome.answer.line : p->hopeful;
  publish_conclusion(s, value);
}

/* The root is entered. Is there nothing to ask? Then *value is known. */
static bool known (Questions *q, Window w, Value *value, bool *horizon) {
  Search *s = q->search;
  Node *root = &s->pass.root;
  const Leaf leaf = visit_enter(s, root);
  *horizon = proof_cut(s, leaf);
  if (leaf != NO_LEAF) {
    *value = visit_evaluate(s, root);
    return true;
  }
  if (visit_known(s, root, w, value)) return true;
  visit_player(s, root);
  if (proof_continues(s, root)) return false;
  *value = visit_evaluate(s, root);
  return true;
}

/* A helper asks what the main thread asks. It publishes nothing: what it proves goes to the table. */
static void help (Questions *q) {
  const Value goal = share_goal(q->search);
  Value value;
  bool horizon;
  if (!isnan(goal) && !known(q, proof_window(goal), &value, &horizon)) q->ask(q, goal);
}

void questions_run (Questions *q) {
  Search *s = q->search;
  if (s->team.helper > 0) {
    help(q);
    return;
  }
  const Value goal = search_number(s, "goal");
  const bool asked = !isnan(goal);
  if (isinf(goal)) s->host->fail(s->host, "option 'goal' of %s is infinite: every value is on one side of it", s->algorithm->id);
  s->asked.window = asked ? proof_window(goal) : WHOLE_WINDOW;
  Proved p = {.lower = -INFINITY, .upper = INFINITY};
  Value value;
  bool horizon;
  if (known(q, s->asked.window, &value, &horizon)) {
    conclude(q, &p, value, horizon);
    return;
  }
  p.lower = s->pass.root.lower;
  p.upper = s->pass.root.upper;
  if (!asked) {
    find_value(q, &p);
    conclude(q, &p, s->pass.root.player == MAX ? p.lower : p.upper, p.horizon[MIN] || p.horizon[MAX]);
  } else {
    const Verdict v = answer(q, &p, goal);
    conclude(q, &p, v.value, v.basis.horizon);
  }
}
