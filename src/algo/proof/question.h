/* What a search by proof numbers is asked: one question, or as many as find the value. */
#ifndef GTS_QUESTION_H
#define GTS_QUESTION_H

#include "algo/proof/proof.h"

/*
** The questions. `ask` puts one: is the value of s->pass.root, which is no leaf and whose bounds do not
** decide it, at least `goal`? It passes the child that answers to question_child before it returns,
** so that a search that is stopped knows what was proved.
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

#endif
