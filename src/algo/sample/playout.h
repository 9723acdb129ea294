/*
** Playouts: what a position is worth, by the end of a game that goes on from it at random; or by what the rules, or a function of the
** caller's, say of a position on its way.
**
** A playout proves nothing, but where each of its positions has one successor: then what comes out is the value.
*/
#pragma once

#include "search/packed.h"
#include "search/visit.h"

extern const Option option_iterations, option_rollout, option_longest_rollout;

typedef struct Playout Playout;

/* Where a playout stands. What the game keeps of it is dropped when it goes on, but for the position where it begins. */
typedef struct Stand {
  Position position;
  int64_t words[POSITION_WORDS];
  bool held;
  int64_t number;       /* of the successor that it is, from 1 */
  uint64_t of;          /* how many there were */
  Walk walks[2];        /* of two plies, open, through which positions are made of moves */
  bool open[2];
} Stand;

/* Plays one move of a playout, whose position after `ply` plies is `stand`: sets what it leads to. False: there is none. */
typedef bool PlayoutChoose (void *chooser, Playout *playout, Stand *stand, int64_t ply);

struct Playout {
  Search *search;
  uint64_t random;      /* the state of the generator */
  int64_t plies;        /* after which the rules evaluate */
  int64_t longest;      /* and here, or the game has gone in a circle */
  bool function;        /* the caller is asked instead */
  Node *trail;          /* of a playout that is traced */
  size_t room;
  PlayoutChoose *choose;        /* what chooses the moves; NULL: each is as likely */
  void *chooser;        /* its first argument */
};

typedef struct PlayoutValue {
  Value value;
  bool exact;           /* it is the value of the position itself */
  int64_t plies;        /* to where the playout ended; to the end of the game, where `exact` */
} PlayoutValue;

/* Sets up a playout from the options of the search. Default: random, or, with `estimates`, the rules' evaluation at once. */
void playout_open (Playout *playout, Search *search, bool estimates);

/*
** Plays a random move, each as likely, and sets stand->of to how many there were: `ply` as PlayoutChoose has it. Never asks the rules'
** own function for random moves, which does not count them. False: there is none.
*/
bool playout_step (Playout *playout, Stand *stand, int64_t ply);

/* Moves to the successor that was chosen: the walk may have made others since. */
void playout_move_to (Game *game, Stand *stand, const int64_t *chosen, bool held);

/* Plays `move`, a legal one of a game with `play`: `ply` as PlayoutChoose has it. */
void playout_play (const Playout *playout, Stand *stand, int64_t ply, int64_t move);

/* Returns the number of descents allowed: that of the option; a million without any limit. */
double playout_iterations (Search *search);

/* Plays from `n`, which was entered and is not terminal; it is linked to its parents while a trace is on. May leave the search. */
PlayoutValue playout_run (Playout *playout, const Node *n);
