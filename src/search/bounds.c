#include "search/bounds.h"

#include <stdio.h>
#include <string.h>

#include "search/describe.h"

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
  char text[DESCRIBE_ROOM];
  describe_position(s, &n->position, text);
  s->host->fail(s->host, "rules.bounds gives (" VALUE_FORMAT ", " VALUE_FORMAT ") for position %s, outside the range (" VALUE_FORMAT
                         ", " VALUE_FORMAT ") of the game", lower, upper, text, s->pass.lower, s->pass.upper);
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
