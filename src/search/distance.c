#include "search/distance.h"

#include "search/recall.h"

#define TABLE_BYTES ((size_t)16 << 20)

/* What is asked: can `winner` end the game with `value`? */
typedef struct Question {
  Player winner;
  Value value;
} Question;

static bool wins (Search *s, Node *n, int plies, const Question *q);

static int length (const Line *line) {
  int cells = 0;
  for (; line; line = line->rest) cells++;
  return cells;
}

/* Keeps the line through `child` if the winner chose it, or if it holds out longer than the one there is. */
static void keep_line (Search *s, Node *n, const Node *child, const Question *q) {
  if (n->player != q->winner && n->line && length(n->line) > length(child->line)) visit_dismiss(s, child);
  else visit_improve(s, n, child, q->value, WHOLE_WINDOW);
}

/* Of an inner node: any successor will do for the winner, all must for the loser. */
static bool sons (Search *s, Node *n, Node *child, int plies, const Question *q) {
  bool chooses = n->player == q->winner;
  do {
    bool won = wins(s, child, plies - 1, q);
    if (won) keep_line(s, n, child, q);
    else visit_dismiss(s, child);
    if (won == chooses) return won;
  } while (visit_next(s, n, child));
  return !chooses;
}

/* The table: its lower bound is the most plies known not to be enough, the upper the fewest known to be. */

static bool remembers (const Search *s) { return s->distances.words > 0; }

static void look_up (Search *s, Node *n, const Question *q, Recall *r) {
  recall_nothing(r);
  r->visits = search_visits(s);
  if (!remembers(s)) return;
  recall_key(s, n, r);
  r->who = (r->who & ~ENTRY_INFORMED) | (q->winner == MAX ? ENTRY_INFORMED : 0);
  r->hash = table_hash(r->key, s->distances.words);
  const uint64_t *slot = table_find(&s->distances, r->key, r->hash, r->who);
  if (slot == NULL) return;
  Entry entry = table_read(&s->distances, slot);
  r->lower = entry.lower;
  r->upper = entry.upper;
}

static void store (Search *s, const Recall *r, int plies, bool won) {
  if (!remembers(s)) return;
  Entry entry = {won ? r->lower : plies, won ? plies : r->upper, r->who, 0, 0};
  table_store(&s->distances, r->key, r->hash, &entry, search_visits(s) - r->visits);
}

/* Has the winner won at `n`, or can he in at most `plies` plies? */
static bool wins (Search *s, Node *n, int plies, const Question *q) {
  Recall r;
  Node child;
  if (visit_leaf(s, n)) return visit_evaluate(s, n) == q->value;
  if (plies == 0) return visit_evaluate(s, n) == q->value && !visit_first(s, n, &child);
  look_up(s, n, q, &r);
  if (r.upper <= plies || r.lower >= plies) return r.upper <= plies;
  if (!visit_first(s, n, &child)) return visit_evaluate(s, n) == q->value;
  bool won = sons(s, n, &child, plies, q);
  if (!won) line_free(&s->lines, n->line);
  if (!won) n->line = NULL;
  store(s, &r, plies, won);
  return won;
}

/* The move that `n`, the root, stands at, and what follows; takes over the child's line. */
static Line *line_of (Search *s, const Node *n, const Node *child) {
  return line_cons(&s->lines, n->walk.move, &child->position, child->line);
}

/* Can the winner, who moves at the root, win in `plies` plies? By the leftmost move that does. */
static bool quickest (Search *s, Node *n, Node *child, int plies, const Question *q, Line **line) {
  do {
    if (wins(s, child, plies - 1, q)) {
      *line = line_of(s, n, child);
      return true;
    }
    visit_dismiss(s, child);
  } while (visit_next(s, n, child));
  return false;
}

/* Does the loser, who moves at the root, lose in `plies` plies whatever he does? By the leftmost that does not in fewer. */
static bool longest (Search *s, Node *n, Node *child, int plies, const Question *q, Line **line) {
  do {
    bool sooner = plies >= 2 && wins(s, child, plies - 2, q);
    bool lost = sooner || wins(s, child, plies - 1, q);
    if (lost && !sooner && *line == NULL) *line = line_of(s, n, child);
    else visit_dismiss(s, child);
    if (!lost) return false;
  } while (visit_next(s, n, child));
  return *line != NULL;
}

static Line *settle (Search *s, int from, int to, const Question *q) {
  Node *n = &s->root, child;
  for (int plies = from; plies <= to; plies++) {
    Line *line = NULL;
    if (visit_leaf(s, n) || !visit_first(s, n, &child)) return NULL;
    if (n->player == q->winner ? quickest(s, n, &child, plies, q, &line) : longest(s, n, &child, plies, q, &line)) return line;
    line_free(&s->lines, line);
  }
  return NULL;
}

/* Which player has the best there is, if one has. */
static bool claims (const Search *s, Question *q) {
  const Game *game = s->game;
  q->value = s->completed.value;
  q->winner = q->value == game->upper ? MAX : MIN;
  return s->completed.valued && s->completed.line && game->lower < game->upper &&
         (q->value == game->upper || q->value == game->lower) && s->window.alpha == -INFINITY &&
         s->window.beta == INFINITY;
}

bool distance_settle (Search *s, Distance *distance) {
  Question q;
  int depth = s->depth;
  if (!claims(s, &q)) {
    distance->open = depth;
    return false;
  }
  if (s->distances.words == 0 && s->game->key_words > 0) table_init(&s->distances, s->host, s->game->key_words, TABLE_BYTES);
  s->depth = s->end;
  Line *line = settle(s, distance->open + 1, depth, &q);
  s->depth = depth;
  if (line == NULL) return false;
  line_free(&s->lines, s->completed.line);
  s->completed.line = line;
  s->completed.horizon = false;
  return true;
}
