/* The questions of a search by proof numbers: one, or as many as find the value. */
#pragma once

#include <string.h>

#include "search/visit.h"

/*
** What searches by proof numbers share: the question "is the value at least `goal`?", what is known of a node at once, and how
** an answer comes about from that of the children.
**
** The proof number of a node is the least number of open leaves that must turn out well for MAX to make the answer yes; its
** disproof number the same for MIN and no (Allis, "Searching for solutions in games and artificial intelligence", 1994). What one is to
** MAX the other is to MIN. So they are stored by player, and everything is said once: where a player moves he needs one child,
**
**   number[player]   = the least of the children',
**   number[opponent] = the sum of the children'.
**
** A settled node has 0 for the player who has won the question, and NEVER for the other. It keeps a bound besides: what the proof is
** good for. The answer yes proves the least value that MAX was content with, and no the greatest that MIN was; so one question often
** answers others, and few find the value (question.c).
*/
#define NEVER UINT32_MAX
#define MOST_LEAVES (NEVER - 1)         /* where sums end */

/* An answer to the question. */
typedef struct Verdict {
  Value value;          /* f >= value, if MAX has won; f <= value, if MIN has */
  Player winner;
  bool settled;         /* else nothing here means anything */
  Basis basis;          /* what it rests on */
} Verdict;

/* Proof number in [MAX], disproof number in [MIN]. */
typedef struct Numbers { uint32_t of[2]; } Numbers;

#define OPEN_LEAF ((Numbers){{1, 1}})

static inline Numbers numbers_settled (Player winner) {
  return winner == MAX ? (Numbers){{[MIN] = NEVER, [MAX] = 0}} : (Numbers){{[MIN] = 0, [MAX] = NEVER}};
}

/* The numbers of the root, as far as the search has come. */
static inline void numbers_of_root (Search *s, Numbers n) { memcpy(s->outcome.open, n.of, sizeof n.of); }

/* Adds numbers of an open node. A child's NEVER cannot occur here: it settles the parent. */
static inline uint32_t numbers_sum (uint32_t a, uint32_t b) { return b == NEVER || a > MOST_LEAVES - b ? MOST_LEAVES : a + b; }

/* The verdict that a value, or a bound on the right side of the goal, is. */
static inline Verdict verdict_of (Value value, Value goal, Basis basis) { return (Verdict){value, value >= goal ? MAX : MIN, true, basis}; }

/*
** Takes the verdict of a child, number `i`, into that of its parent at `ply`, where `player` moves: *all is for the case that his opponent
** wins every child, *one for the best that he has won himself. What rests on nothing above is preferred, for a table may have it.
** *chosen is the child that the value comes from, in either case.
*/
typedef struct Fold {
  Verdict one, all;
  int one_child, all_child;
} Fold;

static inline void fold_begin (Fold *fold, Player player) {
  fold->one = (Verdict){.winner = player, .basis = FIRM};
  fold->all = (Verdict){.winner = opponent(player), .basis = FIRM, .value = worst_for(player)};
  fold->one_child = fold->all_child = -1;
}

static inline void fold_child (Fold *fold, const Verdict *child, int i, Player player, int ply) {
  if (child->winner != player) {
    if (fold->all_child < 0 || better(player, child->value, fold->all.value)) {
      fold->all.value = child->value;
      fold->all_child = i;
    }
    basis_add(&fold->all.basis, child->basis);
    return;
  }
  const bool holds = basis_holds(child->basis, ply), held = basis_holds(fold->one.basis, ply);
  if (fold->one_child >= 0 && (holds == held ? !better(player, child->value, fold->one.value) : held)) return;
  fold->one = *child;
  fold->one_child = i;
}

/* Has `n` a successor? Neither counted nor traced: the node is not developed, only tested for being terminal. */
static inline bool proof_continues (Search *s, Node *n) {
  Position child = {{0}};
  game_open_walk(&n->walk, n->ply);
  return game_next(s->game, &n->position, &n->walk, &child);
}

/* Is the leaf that was entered last one that might have been searched deeper? */
static inline bool proof_cut (const Search *s, Leaf leaf) { return leaf == AT_HORIZON && s->pass.depth < s->pass.end; }

/* The window in which a bound of a node answers the question. */
static inline Window proof_window (Value goal) { return (Window){next_below(goal), goal}; }

/* The verdict on `n`, which was entered and is no terminal by its own word: by its bounds, or since it has no successors; else open. */
static inline Verdict proof_look (Search *s, Node *n, Value goal) {
  Value value;
  if (visit_known(s, n, proof_window(goal), &value)) return verdict_of(value, goal, FIRM);
  if (proof_continues(s, n)) return (Verdict){.settled = false};
  return verdict_of(visit_evaluate(s, n), goal, FIRM);
}

/* Sets the bounds of `n` itself, to which its verdict is held. */
static inline void proof_bounds (Search *s, Node *n) {
  n->lower = visit_informed(s) ? s->pass.lower : -INFINITY;
  n->upper = visit_informed(s) ? s->pass.upper : INFINITY;
  if (visit_informed(s) && game_has_bounds(s->game)) visit_take_bounds(s, n);
}

/* A verdict that comes from the children of `n`, held to the bounds of `n`. */
static inline void proof_hold (const Search *s, const Node *n, Verdict *verdict) { verdict->value = bounds_hold(s, n, verdict->value); }

/*
** The questions. `ask` puts one: is the value of s->pass.root, which is no leaf and whose bounds do not decide it, at least `goal`? It
** passes the child that answers to question_child before it returns, so that a search that is stopped knows what was proved.
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

/* The verdict that is about to be returned comes from this child of the root. May leave the search. */
void question_child (Questions *questions, Move move, const Position *position);
