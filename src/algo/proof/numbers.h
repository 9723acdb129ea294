/*
** The table of numbers: what is known of positions that are neither proved nor disproved, for one question (s->outcome.numbers).
**
** A position with the same player to move has the same numbers, but for three things, which are looked up with it: how many plies there are
** to go; in a game with scores, what is left of the goal; and where positions may repeat, the path to it, as a digest of 128 bits. For
** there it has other numbers on each path, and those of other paths may grow for ever by each other. Then the table has verdicts too:
** those that rest on a repetition of a node above, and hold on this path alone.
*/
#ifndef GTS_NUMBERS_H
#define GTS_NUMBERS_H

#include "algo/proof/question.h"

/* Whose numbers: all that they are looked up by. */
typedef struct Whose {
  const uint64_t *key;
  uint64_t hash, who;   /* as for every table */
  Value left;           /* of the goal, in a game with scores */
  const uint64_t *path; /* the digest of the path to its parent, where positions may repeat */
  int depth;            /* plies to go */
} Whose;

/* Makes the table, once a search: of half the size of the search's other one, if that is its own. */
void numbers_open (Search *search);

/* Another question: the table is empty. Cannot fail. */
void numbers_clear (Search *search);

/* Numbers into *numbers, or a verdict into *verdict. False: the table has neither. */
bool numbers_find (Search *search, const Whose *whose, Numbers *numbers, Verdict *verdict);

/*
** Stores numbers, with the `visits` they took as their replacement priority. (0, 0) is never found:
** such a node is settled, and its verdict is in the transposition table. Cannot fail.
*/
void numbers_store (Search *search, const Whose *whose, Numbers numbers, uint64_t visits);

/* Stores a verdict that holds on this path alone. Cannot fail. */
void numbers_store_verdict (Search *search, const Whose *whose, const Verdict *verdict, uint64_t visits);

/* The digest of the path that goes on to this position. */
void numbers_path (const Search *search, const Whose *whose, uint64_t path[2]);

#endif
