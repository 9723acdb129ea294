#include "search/publish.h"

#include <stdio.h>
#include <string.h>

#include "search/visit.h"

/* Rules whose bounds are wrong are found out here at the latest. */
static void prove (Search *s, Value lower, Value upper) {
  Answer *answer = &s->outcome.answer;
  if (lower > answer->lower) answer->lower = lower;
  if (upper < answer->upper) answer->upper = upper;
  if (answer->lower <= answer->upper) return;
  if (s->pass.path && s->pass.depth < s->pass.end) {   /* estimates, and each as the path to it has them: the newest holds */
    if (lower > -INFINITY) answer->upper = answer->lower;
    else answer->lower = answer->upper;
    return;
  }
  s->host->fail(s->host, "the bounds of the rules contradict the values of their leaves: the value of position %s would be at least "
                         VALUE_FORMAT " and at most " VALUE_FORMAT, DESCRIBED(s, &s->pass.root.position), answer->lower, answer->upper);
}

void publish (Search *s, Value lower, Value upper, Value value, Line *line) {
  Answer *answer = &s->outcome.answer;
  prove(s, lower, upper);
  if (isnan(value)) return;
  if (answer->line != line) line_free(&s->lines, answer->line);
  answer->valued = true;
  answer->value = value;
  answer->line = line;
}

void publish_estimate (Search *s, Value lower, Value upper, Value estimate, Line *line) {
  Answer *answer = &s->outcome.answer;
  prove(s, lower, upper);
  if (answer->line != line) line_free(&s->lines, answer->line);
  answer->estimated = true;
  answer->estimate = estimate;
  answer->line = line;
}

void publish_child (Search *s, Node *root, const Node *child, Value value, Window exact) {
  s->pass.root.player = root->player;
  Line *beaten = root->line == s->outcome.answer.line ? NULL : root->line;
  root->line = line_cons(&s->lines, root->walk.move, &child->position, child->line);
  line_free(&s->lines, beaten);
  if (!better(root->player, value, own_side(root->player, exact))) return;
  value = bounds_hold(s, root, value);
  const bool proved = !s->asked.selective || !s->pass.child_basis.horizon;      /* at the depth only the conclusion says so, by all */
  if (root->player == MAX) publish(s, proved ? value : -INFINITY, INFINITY, value, root->line);
  else publish(s, -INFINITY, proved ? value : INFINITY, value, root->line);
}

/* The value of a tree that is not the whole one, in the whole window: it is proved only if it rests on no horizon. */
static void conclude_selective (Search *s, Value value) {
  Answer *answer = &s->outcome.answer;
  const bool proved = !search_cut(s);
  publish(s, proved ? value : -INFINITY, proved ? value : INFINITY, value, s->pass.root.line);
  answer->horizon = answer->lower < answer->upper;
  answer->selective = answer->horizon;
}

void publish_conclusion (Search *s, Value value) {
  const Player player = s->pass.root.player;
  const Window w = s->asked.window, range = {s->pass.lower, s->pass.upper};
  s->outcome.answer.horizon = search_cut(s);
  value = bounds_hold(s, &s->pass.root, value);
  if (s->asked.selective && s->pass.basis.selection) return conclude_selective(s, value);
  publish(s, value > w.alpha ? value : -INFINITY, value < w.beta ? value : INFINITY, value, s->pass.root.line);
  const bool low = !s->algorithm->holds && !better(player, value, own_side(player, w)) && better(player, value, own_side(player, range));
  /* Then bounds of the rules that meet it say nothing of the moves; algorithms that hold a tree have bounds of each. */
  if (low && s->outcome.answer.lower == s->outcome.answer.upper) publish(s, value, value, value, NULL);
}

/* The numbers of the successors that lead to `n`, joined by dots. */
static void write_path (const Node *n, char *text) {
  size_t at = DESCRIBE_ROOM - 1;
  text[at] = 0;
  for (n = n->parent; n && at > 24; n = n->parent) {
    char number[24];
    int length = snprintf(number, sizeof number, at == DESCRIBE_ROOM - 1 ? "%lld" : "%lld.", (long long)n->walk.index);
    at -= (size_t)length;
    memcpy(text + at, number, (size_t)length);
  }
  memmove(text, text + at, DESCRIBE_ROOM - at);
}

void bounds_refuse (const Search *s, const Node *n, Value lower, Value upper) {
  s->host->fail(s->host, "rules.bounds gives (" VALUE_FORMAT ", " VALUE_FORMAT ") for position %s, outside the range (" VALUE_FORMAT
                         ", " VALUE_FORMAT ") of the game", lower, upper, DESCRIBED(s, &n->position), s->pass.lower, s->pass.upper);
}

void bounds_contradict (const Search *s, const Node *n, bool known, Value value, Value bound) {
  char text[DESCRIBE_ROOM];
  if (search_cut(s) || s->pass.path) return;         /* on this path a node may be worth less than by itself: see repeat.h */
  if (known) describe_position(s, &n->position, text);
  else write_path(n, text);
  s->host->fail(s->host, "the bounds of the rules contradict the values of their leaves: %s %s has the bound " VALUE_FORMAT
                         ", but its successors make its value %s " VALUE_FORMAT, known ? "position" : "the position at", text, bound,
                value < bound ? "at most" : "at least", value);
}
