/*
** What searches by proof numbers share: the question "is the value at least `goal`?", what is known of a node at once, and how
** an answer comes about from that of the sons.
**
** The proof number of a node is the least number of open leaves that must turn out well for MAX to make the answer yes; its
** disproof number the same for MIN and no (Allis, "Searching for solutions in games and artificial intelligence", 1994). What one is to
** MAX the other is to MIN. So they are stored by player, and everything is said once: where a player moves he needs one son,
**
**   number[player]   = the least of the sons',
**   number[opponent] = the sum of the sons'.
**
** A settled node has 0 for the player who has won the question, and NEVER for the other. It keeps a bound besides: what the proof is
** good for. The answer yes proves the least value that MAX was content with, and no the greatest that MIN was; so one question often
** answers others, and few find the value (question.c).
*/
#ifndef GTS_PROOF_H
#define GTS_PROOF_H

#include "search/visit.h"

#define NEVER UINT32_MAX
#define MOST_LEAVES (NEVER - 1)         /* where sums end */

/* An answer to the question. */
typedef struct Verdict {
  Value value;          /* f >= value, if MAX has won; f <= value, if MIN has */
  Player winner;
  bool settled;         /* else nothing here means anything */
  bool horizon;         /* it rests on a leaf at the horizon */
  int rests;            /* the least ply at which stands what was repeated, if it rests on that; else NO_HORIZON: see search/repeat.h */
} Verdict;

/* Proof number in [MAX], disproof number in [MIN]. */
typedef struct Numbers { uint32_t of[2]; } Numbers;

#define OPEN_LEAF ((Numbers){{1, 1}})

static inline Numbers numbers_settled (Player winner) {
  return winner == MAX ? (Numbers){{[MIN] = NEVER, [MAX] = 0}} : (Numbers){{[MIN] = 0, [MAX] = NEVER}};
}

/* Of numbers of an open node: where a son has NEVER its father is settled, and nobody asks. */
static inline uint32_t numbers_sum (uint32_t a, uint32_t b) {
  return b == NEVER || a > MOST_LEAVES - b ? MOST_LEAVES : a + b;
}

/* The verdict that a value, or a bound on the right side of the goal, is. */
static inline Verdict verdict_of (Value value, Value goal, bool horizon, int rests) {
  return (Verdict){value, value >= goal ? MAX : MIN, true, horizon, rests};
}

/*
** Takes the verdict of a son, number `i`, into that of its father at `ply`, where `player` moves: *all is for the case that his opponent
** wins every son, *one for the best that he has won himself. What rests on nothing above is preferred, for a table may have it.
** *chosen is the son that the value comes from, in either case.
*/
typedef struct Fold {
  Verdict one, all;
  int one_son, all_son;
} Fold;

static inline void fold_begin (Fold *fold, Player player) {
  fold->one = (Verdict){.winner = player, .rests = NO_HORIZON};
  fold->all = (Verdict){.winner = opponent(player), .rests = NO_HORIZON, .value = worst_for(player)};
  fold->one_son = fold->all_son = -1;
}

static inline void fold_son (Fold *fold, const Verdict *son, int i, Player player, int ply) {
  if (son->winner != player) {
    if (fold->all_son < 0 || better(player, son->value, fold->all.value)) {
      fold->all.value = son->value;
      fold->all_son = i;
    }
    fold->all.horizon |= son->horizon;
    if (son->rests < fold->all.rests) fold->all.rests = son->rests;
    return;
  }
  const bool holds = son->rests >= ply, held = fold->one.rests >= ply;
  if (fold->one_son >= 0 && (holds == held ? !better(player, son->value, fold->one.value) : held)) return;
  fold->one = *son;
  fold->one_son = i;
}

/* Has `n` a successor? Not counted, and nobody is told: it is no development, only the question whether there could be one. */
static inline bool proof_continues (Search *s, Node *n) {
  Position son = {{0}};
  game_open_walk(&n->walk, n->ply);
  return game_next(s->game, &n->position, &n->walk, &son);
}

/* Is the leaf that was entered last one that might have been searched deeper? */
static inline bool proof_cut (const Search *s, Leaf leaf) { return leaf == AT_HORIZON && s->depth < s->end; }

/* The window in which a bound of a node answers the question. */
static inline Window proof_window (Value goal) { return (Window){next_below(goal), goal}; }

/*
** What is known of `n`, which was entered and is no leaf by its own word: by its bounds, or since it has no successors.
*/
static inline Verdict proof_look (Search *s, Node *n, Value goal) {
  Value value;
  if (visit_known(s, n, proof_window(goal), &value)) return verdict_of(value, goal, false, NO_HORIZON);
  if (proof_continues(s, n)) return (Verdict){.settled = false};
  return verdict_of(visit_evaluate(s, n), goal, false, NO_HORIZON);
}

/* A verdict that comes from the sons of `n`, held to the bounds of `n`. */
static inline void proof_hold (const Search *s, const Node *n, Verdict *verdict) {
  verdict->value = search_within(s, n, verdict->value);
}

/*
** The questions. `ask` puts one: is the value of s->root, which is no leaf and whose bounds say nothing of this, at least `goal`? Its answer
** is told with question_son before it returns, so that a search that is stopped knows what was proved.
*/
typedef struct Questions Questions;

typedef Verdict Ask (Questions *questions, Value goal);

struct Questions {
  Search *search;
  Ask *ask;
  Line *line;           /* the move that the last verdict came from */
  int count;
};

extern const Option option_goal, option_proof_first;

/* Answers the question of the option `goal`; or without it finds the value, by moving the goal. */
void questions_run (Questions *questions);

/* The verdict that is about to be returned comes from this son of the root. May leave the search. */
void question_son (Questions *questions, Move move, const Position *position);

#endif
