#include "search/publish.h"

#include "search/bounds.h"
#include "search/describe.h"

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
  char text[DESCRIBE_ROOM];
  describe_position(s, &s->pass.root.position, text);
  s->host->fail(s->host, "the bounds of the rules contradict the values of their leaves: the value of position %s would be at least "
                         VALUE_FORMAT " and at most " VALUE_FORMAT, text, answer->lower, answer->upper);
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
  if (root->player == MAX) publish(s, value, INFINITY, value, root->line);
  else publish(s, -INFINITY, value, value, root->line);
}

void publish_conclusion (Search *s, Value value) {
  s->outcome.answer.horizon = search_cut(s);
  value = bounds_hold(s, &s->pass.root, value);
  publish(s, value > s->asked.window.alpha ? value : -INFINITY, value < s->asked.window.beta ? value : INFINITY, value, s->pass.root.line);
}
