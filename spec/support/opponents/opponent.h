/*
** Opponents for the games that come with gts: what a programmer would write in an afternoon, in plain C, with rules of their own.
** They measure how well gts plays, and their rules are an independent count for its rules.
**
** A game is a row of functions over a board that is copied freely. Players are 0, who begins, and 1.
*/
#ifndef OPPONENT_H
#define OPPONENT_H

#include <stdint.h>

#define MOST_MOVES 128          /* of one position */
#define WON 10000               /* an outcome of 1 counts so much; estimates stay below */

typedef unsigned __int128 Cells;        /* a set of up to 128 cells */

typedef struct Board {
  union {
    uint64_t stones[2];         /* connect4, othello, breakthrough: of either player, one bit a cell */
    uint8_t pit[14];            /* kalah: six pits and the store of player 0, then those of player 1 */
    Cells taken[2];             /* hex: the cells of either player */
  };
  int turn;                     /* who is to move */
  int size;                     /* hex: columns and rows */
} Board;

typedef struct Rules {
  const char *name;
  void (*start) (Board *board);
  /* The moves into `list`, the more promising first; how many. 0: the game is over. */
  int (*moves) (const Board *board, int *list);
  void (*play) (Board *board, int move);
  /* What player 0 has won by, when the game is over; below 0 what he has lost by. */
  int (*outcome) (const Board *board);
  /* How much better player 0 stands, before that: between -WON and WON. */
  int (*estimate) (const Board *board);
  /* Plays at random to the end: the outcome. Absent: move by move. */
  int (*playout) (Board *board, uint64_t *random);
} Rules;

extern const Rules connect4, othello, breakthrough, kalah, hex;

typedef struct Choice {
  int move;
  long nodes;                   /* visited, or games played to the end */
  int depth;                    /* the last that was completed */
} Choice;

/* A random number in 0 .. n-1; `random` goes on. */
int draw (uint64_t *random, int n);

/* The outcome of a game that is played to its end at random. */
int play_out (const Rules *rules, Board *board, uint64_t *random);

/* Alpha-beta with iterative deepening; the game must not be over. */
Choice choose_by_alphabeta (const Rules *rules, const Board *board, double seconds);

/* Monte Carlo: the move that most random games are begun with, where the better are tried more often (UCB1). With `tree` every
** position that was met grows so (UCT); else only the first, flat. */
Choice choose_by_playouts (const Rules *rules, const Board *board, double seconds, int tree, uint64_t seed);

static inline int pop (uint64_t set) { return __builtin_popcountll(set); }

static inline int lowest (uint64_t set) { return __builtin_ctzll(set); }

#endif
