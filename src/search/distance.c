#include "search/distance.h"

#include "search/move_first.h"
#include "search/probe.h"

/* The question: can `winner` end the game with `value`? */
typedef struct Question {
  Player winner;
  Value value;
} Question;

static bool wins (Search *s, Node *n, int plies, const Question *q);

/* Like visit_first, of a node whose bounds are not asked: a trace gets the range. */
static bool develop (Search *s, Node *n, Node *child) {
  n->lower = s->pass.lower;
  n->upper = s->pass.upper;
  return visit_first(s, n, child);
}

/*
** Of an inner node: any successor will do for the winner, all must for the loser. Number *move comes first, if it is there; it becomes
** the one that decides.
*/
static bool children (Search *s, Node *n, Node *child, int plies, const Question *q, int64_t *move) {
  const bool chooses = n->player == q->winner;
  int64_t first = move_first(s, n, child, *move);
  do {
    if (wins(s, child, plies - 1, q) != chooses) continue;
    *move = n->walk.index;
    return chooses;
  } while (move_next(s, n, child, &first));
  return !chooses;
}

/*
** The table: its lower bound is the most plies known not to be enough, the upper the fewest known to be. Where the game knows a score, an
** entry says in its depth how much is still to come until that becomes the value of the question: of another question it tells nothing.
*/

#define NOT_REMEMBERED (-1)
#define MOST_TO_COME ((Value)(1 << 20))         /* in questions that are remembered */

static bool remembers (const Search *s) { return s->outcome.distances.words > 0; }

/* Is the entry of a node that of the reversed position? */
static bool is_reversed (const Search *s, const Probe *r) { return game_reverses(s->game) && !(r->who & ENTRY_MAX); }

/* What a question asks of a node beside its key, 0 where that is nothing, from 0 up. */
static int asked_beside (const Search *s, const Question *q, const Probe *r) {
  if (!game_has_score(s->game)) return 0;
  const Value to_come = is_reversed(s, r) ? r->score - q->value : q->value - r->score;
  if (!(fabs(to_come) <= MOST_TO_COME)) return NOT_REMEMBERED;
  return to_come < 0 ? (int)(-2 * to_come) - 1 : (int)(2 * to_come);
}

static void look_up (Search *s, Node *n, const Question *q, Probe *r) {
  probe_nothing(r);
  r->visits = search_visits(s);
  r->depth = NOT_REMEMBERED;
  if (!remembers(s)) return;
  probe_key(s, n, r);
  r->depth = asked_beside(s, q, r);
  if (r->depth == NOT_REMEMBERED) return;
  const bool max_wins = (q->winner == MAX) != is_reversed(s, r);        /* of the reversed position the other player asks for his own best */
  if (is_reversed(s, r)) r->who |= ENTRY_MAX;
  r->who = (r->who & ~ENTRY_INFORMED) | (max_wins ? ENTRY_INFORMED : 0);
  const uint64_t *key = key_words(s->game, &r->key);
  r->hash = table_hash(key, s->outcome.distances.words);
  Entry entry;
  if (!table_look(&s->outcome.distances, key, r->hash, r->who, &entry)) return;
  if (entry.depth != r->depth) return;
  r->known = entry.bounds;
  r->move = entry.move;
}

/* Does the table of the search know that `n` is not won, whatever it takes? Else it may know a move to begin with. */
static bool known_open (Search *s, Node *n, const Question *q, int64_t *move) {
  Probe known;
  if (s->table == NULL || !probe(s, n, &known)) return false;
  if (*move == 0) *move = known.move;
  const uint64_t bound = q->winner == MAX ? UPPER_SOLVED : LOWER_SOLVED;
  if (s->asked.selective && !(bounds_solved(known.known) & bound)) return false;
  return q->winner == MAX ? bounds_upper(known.known) < q->value : bounds_lower(known.known) > q->value;
}

static void store (Search *s, const Probe *r, int plies, bool won) {
  if (r->depth == NOT_REMEMBERED) return;
  const Bounds bounds = bounds_figures(won ? bounds_lower(r->known) : plies, won ? plies : bounds_upper(r->known), 0);
  const Entry entry = {bounds, r->who, r->move, r->depth, 0};
  table_store(&s->outcome.distances, key_words(s->game, &r->key), r->hash, &entry, search_visits(s) - r->visits);
}

/* Has the winner won at `n`, or can he in at most `plies` plies? */
static bool wins (Search *s, Node *n, int plies, const Question *q) {
  Probe r;
  Node child;
  if (visit_leaf(s, n)) return visit_evaluate(s, n) == q->value;
  if (plies == 0) return visit_evaluate(s, n) == q->value && !develop(s, n, &child);
  look_up(s, n, q, &r);
  if (bounds_upper(r.known) <= plies || bounds_lower(r.known) >= plies) return bounds_upper(r.known) <= plies;
  if (known_open(s, n, q, &r.move)) return false;
  if (!develop(s, n, &child)) return visit_evaluate(s, n) == q->value;
  bool won = children(s, n, &child, plies, q, &r.move);
  store(s, &r, plies, won);
  return won;
}

/* The root, and what follows. */

/* The move that `n` stands at takes the place of the line *line. */
static void take (Search *s, const Node *n, const Node *child, Line **line) {
  Line *taken = line_cons(&s->lines, n->walk.move, &child->position, NULL);
  line_free(&s->lines, *line);
  *line = taken;
}

/* Can the winner, who moves at `n`, win in `plies` plies? By the leftmost move that does. */
static bool quickest (Search *s, Node *n, Node *child, int plies, const Question *q, Line **line) {
  do {
    if (!wins(s, child, plies - 1, q)) continue;
    take(s, n, child, line);
    return true;
  } while (visit_next(s, n, child));
  return false;
}

/*
** Does the loser, who moves at `n`, lose in `plies` plies whatever he does? By the leftmost move that does not in fewer. If a move
** saves him for so long, that is the best defence that is known, and *line as well, unless that holds out so long already.
*/
static bool longest (Search *s, Node *n, Node *child, int plies, const Question *q, Line **line) {
  Line *last = NULL;
  do {
    bool sooner = plies >= 2 && wins(s, child, plies - 2, q);
    bool lost = sooner || wins(s, child, plies - 1, q);
    if (!lost) {
      line_free(&s->lines, last);
      if (plies > s->pass.defended) take(s, n, child, line);
      return false;
    }
    if (!sooner && last == NULL) take(s, n, child, &last);
  } while (visit_next(s, n, child));
  if (last == NULL) return false;
  line_free(&s->lines, *line);
  *line = last;
  return true;
}

/* In how many plies, from `from` to `to`, the root is won. *line becomes the best move that is known. */
static int settle (Search *s, int from, int to, const Question *q, Line **line) {
  Node *n = &s->pass.root, child;
  for (int plies = from; plies <= to; plies++) {
    if (visit_leaf(s, n) || !develop(s, n, &child)) break;
    if (n->player == q->winner ? quickest(s, n, &child, plies, q, line) : longest(s, n, &child, plies, q, line)) return plies;
  }
  return NO_DISTANCE;
}

/* A move of `n`, which is won in `plies` plies and in no fewer, that keeps to it: of the loser the leftmost that holds out. */
static bool keep_pace (Search *s, Node *n, int plies, const Question *q, Line **end) {
  Node child;
  if (!develop(s, n, &child)) return false;
  if (n->player == q->winner) return quickest(s, n, &child, plies, q, end);
  while (plies >= 2 && wins(s, &child, plies - 2, q))
    if (!visit_next(s, n, &child)) return false;
  take(s, n, &child, end);
  return true;
}

/*
** Makes `line`, the best move at the root, which is won in `plies` plies, a whole line of play. What followed the move before is of the
** horizon, and dropped first: the search may be stopped here.
*/
static void play_out (Search *s, Line *line, int plies, const Question *q) {
  const Subsearch sub = subsearch_begin(s);
  Player player = s->pass.root.player;
  s->asked.node_limit = 0;
  line_free(&s->lines, line->rest);
  line->rest = NULL;
  for (int ply = 1; ply < plies; ply++, line = line->rest) {
    player = opponent(player);
    Node n = {.position = line->position, .ply = ply, .player = player};
    if (!keep_pace(s, &n, plies - ply, q, &line->rest)) break;
  }
  subsearch_end(s, &sub);
}

/* Is the game over at the root? */
static bool ended (Search *s) {
  const Subsearch sub = subsearch_begin(s);
  Node n = s->pass.root, child;
  bool leaf = visit_leaf(s, &n) || !develop(s, &n, &child);
  subsearch_end(s, &sub);
  return leaf;
}

/* The distance of the root, from what the iterations have left open to `depth`; all the way. */
static int measure (Search *s, int depth, const Question *q) {
  Answer *answer = &s->outcome.completed;
  if (answer->line == NULL) return ended(s) ? 0 : NO_DISTANCE;
  if (s->outcome.distances.words == 0 && s->game->key_words > 0) table_init(&s->outcome.distances, s->host, s->game->key_words, SMALL_TABLE_BYTES);
  return settle(s, s->pass.open + 1, depth, q, &answer->line);
}

static void adopt (Search *s, int distance, const Question *q) {
  Answer *answer = &s->outcome.completed;
  answer->lower = answer->upper = q->value;
  answer->horizon = false;
  answer->distance = distance;
  if (answer->line) play_out(s, answer->line, distance, q);
}

/* Which player has the best there is, if one has. */
static bool claims (const Search *s, Question *q) {
  const Game *game = s->game;
  q->value = s->outcome.completed.value;
  q->winner = q->value == game->upper ? MAX : MIN;
  return s->outcome.completed.valued && game->lower < game->upper && (q->value == game->upper || q->value == game->lower) &&
         s->asked.window.alpha == -INFINITY && s->asked.window.beta == INFINITY;
}

/* Can a repetition have won? Then no number of plies may be enough: distances are those to ends of the game. */
static bool repetition_wins (const Search *s, const Question *q) {
  return s->game->cyclic && (game_has_score(s->game) || s->game->cycle == q->value);
}

/* To the loser all moves are alike. So he keeps to the one that was best before the loss was proved: it holds out longer. */
void distance_defend (Search *s, Line *before, int depth) {
  Question q;
  Line **line = &s->outcome.completed.line, *other = before;
  if (before && *line && claims(s, &q) && s->pass.root.player != q.winner) {
    other = *line;
    *line = before;
    line_free(&s->lines, before->rest);
    before->rest = NULL;
    if (s->pass.defended == 0) s->pass.defended = depth;
  } else s->pass.defended = 0;
  line_free(&s->lines, other);
}

/* Is the value of the completed pass proved? In a search that is not selective a horizon is no doubt of a claim. */
static bool is_proved (const Search *s) {
  const Answer *answer = &s->outcome.completed;
  return !s->asked.selective || answer->lower == answer->upper;
}

bool distance_is_open (const Search *s) {
  Question q;
  return s->asked.selective && claims(s, &q) && is_proved(s) && !repetition_wins(s, &q) &&
         s->outcome.completed.distance == NO_DISTANCE && s->outcome.completed.line;
}

/* The move of the answer is to be one that wins in one ply, or does not lose in two, if there is such a move. */
static void look (Search *s, const Question *q, Line **line) {
  Node *n = &s->pass.root, child, held = {.position = (*line)->position, .ply = 1, .player = opponent(n->player)};
  if (n->player != q->winner && !wins(s, &held, 1, q)) return;
  if (visit_leaf(s, n) || !develop(s, n, &child)) return;
  if (n->player == q->winner) quickest(s, n, &child, 1, q, line);
  else longest(s, n, &child, 2, q, line);
}

void distance_look (Search *s) {
  Question q;
  if (!claims(s, &q) || !s->outcome.completed.line) return;
  Path *path = s->pass.path;
  const int depth = s->pass.depth;
  const Subsearch sub = subsearch_begin(s);
  s->asked.node_limit = 0;
  s->pass.path = NULL;
  s->pass.repeated = false;
  s->pass.depth = s->pass.end;
  look(s, &q, &s->outcome.completed.line);
  s->pass.depth = depth;
  s->pass.path = path;
  subsearch_end(s, &sub);
}

bool distance_settle (Search *s) {
  Question q;
  Path *path = s->pass.path;
  int depth = s->pass.depth;
  bool claimed = claims(s, &q) && !(depth == NO_HORIZON && repetition_wins(s, &q));
  if (s->asked.selective && !(claimed && is_proved(s))) return false;   /* such a pass says nothing of what is not won */
  s->pass.path = NULL;               /* a shortest win repeats no position */
  s->pass.repeated = false;
  s->pass.depth = s->pass.end;
  int distance = claimed ? measure(s, depth, &q) : NO_DISTANCE;
  if (distance != NO_DISTANCE) adopt(s, distance, &q);
  s->pass.depth = depth;
  s->pass.path = path;
  s->pass.open = depth;
  return distance != NO_DISTANCE;
}
