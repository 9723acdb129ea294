/*
** The opponent that plays on at random: UCB1 (Auer, Cesa-Bianchi and Fischer 2002) at the first position, and with a tree UCT
** (Kocsis and Szepesvari 2006).
*/
#include "opponent.h"

#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/random.h"

#define CURIOSITY 1.0
#define MOST_NODES (1 << 20)

typedef struct Place {
  double won;                   /* by the player whose move leads here: 1 a win, 0.5 a draw */
  int played, move;
  int first, count;             /* its successors among all places; none yet: count < 0 */
} Place;

typedef struct Tree { Place *places; int used; } Tree;

int draw (uint64_t *random, int n) {
  *random += GOLDEN_GAMMA;
  return (int)random_below(mix64(*random), (uint64_t)n);
}

int play_out (const Rules *rules, Board *board, uint64_t *random) {
  int list[MOST_MOVES], count;
  if (rules->playout) return rules->playout(board, random);
  while ((count = rules->moves(board, list)) > 0) rules->play(board, list[draw(random, count)]);
  return rules->outcome(board);
}

static void expand (Tree *t, Place *place, const Rules *rules, const Board *board) {
  int list[MOST_MOVES], count = rules->moves(board, list);
  if (t->used + count > MOST_NODES) return;
  place->first = t->used;
  place->count = count;
  for (int i = 0; i < count; i++) t->places[t->used++] = (Place){.move = list[i], .count = -1};
}

/* The successor to try next: one that was never tried, else that of the highest upper confidence bound. */
static Place *promising (Tree *t, const Place *place, uint64_t *random) {
  Place *best = NULL;
  double highest = -1, logarithm = log(place->played + 1);
  for (int i = 0; i < place->count; i++) {
    Place *p = &t->places[place->first + i];
    double bound = p->played ? p->won / p->played + CURIOSITY * sqrt(logarithm / p->played) : 1e6 + draw(random, 1000);
    if (bound > highest) highest = bound, best = p;
  }
  return best;
}

/* One random game, and what is learned from it along the path. */
static void try_once (Tree *t, const Rules *rules, const Board *first, int tree, uint64_t *random) {
  Place *path[MOST_MOVES], *place = &t->places[0];
  int movers[MOST_MOVES], length = 0;
  Board board = *first;
  while (place->count > 0 && length < MOST_MOVES) {
    place = promising(t, place, random);
    path[length] = place;
    movers[length++] = board.turn;
    rules->play(&board, place->move);
    if (tree && place->count < 0 && place->played > 0) expand(t, place, rules, &board);
  }
  int outcome = play_out(rules, &board, random);
  t->places[0].played++;
  for (int i = 0; i < length; i++) {
    double for_first = outcome > 0 ? 1 : outcome < 0 ? 0 : 0.5;
    path[i]->played++;
    path[i]->won += movers[i] == 0 ? for_first : 1 - for_first;
  }
}

Choice choose_by_playouts (const Rules *rules, const Board *board, double seconds, int tree, uint64_t seed) {
  double deadline = clock_now() + seconds;
  uint64_t random = mix64(seed);
  Tree t = {.places = malloc(MOST_NODES * sizeof *t.places)};
  Choice choice = {.move = -1};
  if (t.places == NULL) return choice;
  t.places[t.used++] = (Place){.count = -1};
  expand(&t, &t.places[0], rules, board);
  while (clock_now() < deadline) {
    for (int i = 0; i < 8; i++) try_once(&t, rules, board, tree, &random);
    choice.nodes += 8;
  }
  int most = -1;
  for (int i = 0; i < t.places[0].count; i++) {
    Place *p = &t.places[t.places[0].first + i];
    if (p->played > most) most = p->played, choice.move = p->move;
  }
  free(t.places);
  return choice;
}
