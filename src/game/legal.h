/*
** Walks over the successors of a position whose moves are known as a set of bits: for games that give their moves by themselves (`legal`)
** and make a position only of one that is wanted (`play`). Bit b of word w of a set stands for the move 64 w + b.
**
** The moves come from the lowest bit up. Then walk->state[1] has what is left of the word in which the walk stands; a set of several words
** is asked for once more where the next word begins, so that no walk has to hold it. Where the game ranks its moves they come by rank,
** equals from the lowest up: then they are sorted into a list when the walk opens, and walk->state[1] is their number.
**
** Rules in Lua and compiled rules walk alike. The functions are parameters, so that the compiler sees through those that are compiled.
*/
#pragma once

#include "game/game.h"

#define MOVES_IN_WORD 64
#define MOST_MOVES (LEGAL_WORDS * MOVES_IN_WORD)

typedef int LegalMoves (Game *game, const Position *position, uint64_t *set);
typedef Value RankOfMove (Game *game, const Position *position, Move move);

/* The moves of one open walk, sorted. */
typedef struct MoveList {
  uint16_t *moves;
  size_t room;
} MoveList;

/* The lists of the walks on the path. */
typedef struct MoveLists {
  MoveList *of_walk;
  size_t room;
} MoveLists;

/* Which bit of `set`, which is not empty, is the lowest. */
static inline int lowest_move (uint64_t set) {
#if defined __GNUC__ && !defined __TINYC__
  return __builtin_ctzll(set);
#else
  int b = 0;
  while ((set >> b & 1) == 0) b++;
  return b;
#endif
}

static inline bool legal_take (Walk *walk, int word, uint64_t left) {
  walk->move.word = word * MOVES_IN_WORD + lowest_move(left);
  walk->move.slot = 0;
  walk->state[1] = (int64_t)(left & (left - 1));
  return true;
}

/* The next move of a walk without ranks; false at the end. No set has more words than `most`, and `set` has room for them. */
static inline __attribute__((always_inline)) bool legal_step (Game *game, const Position *position, Walk *walk, LegalMoves *legal, uint64_t *set,
                                                              int most) {
  int word = 0;
  if (walk->index > 0) {
    word = (int)(walk->move.word / MOVES_IN_WORD);
    if (walk->state[1] != 0) return legal_take(walk, word, (uint64_t)walk->state[1]);
    if (++word >= most) return false;
  }
  const int words = legal(game, position, set);
  while (word < words && set[word] == 0) word++;
  return word < words && legal_take(walk, word, set[word]);
}

/* Returns the number of moves. */
static inline int64_t legal_count (const uint64_t *set, int words) {
  int64_t count = 0;
  for (int w = 0; w < words; w++)
    for (uint64_t left = set[w]; left != 0; left &= left - 1) count++;
  return count;
}

/* The bits of a word, counted in its pairs and groups of four; `below` has, in each byte, the count of it and all lower ones. */
typedef struct BitCounts { uint64_t pairs, fours, below; } BitCounts;

#define EACH_BYTE UINT64_C(0x0101010101010101)

static inline BitCounts legal_counts (uint64_t set) {
  BitCounts c;
  c.pairs = set - (set >> 1 & UINT64_C(0x5555555555555555));
  c.fours = (c.pairs & UINT64_C(0x3333333333333333)) + (c.pairs >> 2 & UINT64_C(0x3333333333333333));
  c.below = ((c.fours + (c.fours >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f)) * EACH_BYTE;
  return c;
}

/* Returns the number of moves, without a loop over them. */
static inline uint64_t legal_size (const uint64_t *set, int words) {
  uint64_t size = 0;
  for (int w = 0; w < words; w++) size += legal_counts(set[w]).below >> 56;
  return size;
}

/*
** Returns move number `i`, from 0, which must exist. First the byte: bit 7 of each byte stays set that has no more than i moves in it
** and those below. In it by halves. (Vigna, "Broadword implementation of rank/select queries", 2008.)
*/
static inline int64_t legal_numbered (const uint64_t *set, uint64_t i) {
  int64_t w = 0;
  BitCounts c = legal_counts(set[0]);
  for (; i >= c.below >> 56; c = legal_counts(set[++w])) i -= c.below >> 56;
  const uint64_t passed = ((i * EACH_BYTE | EACH_BYTE << 7) - c.below) >> 7 & EACH_BYTE;
  uint64_t at = (passed * EACH_BYTE >> 56) * 8, in;
  i -= c.below << 8 >> at & 0xff;
  in = c.fours >> at & 0xf;
  if (i >= in) i -= in, at += 4;
  in = c.pairs >> at & 3;
  if (i >= in) i -= in, at += 2;
  in = set[w] >> at & 1;
  return w * MOVES_IN_WORD + (int64_t)(at + (i >= in));
}

/* Writes the moves into a list that has room for all, by rank. By insertion: they are few, and mostly sorted a little. */
static inline __attribute__((always_inline)) void legal_sort (Game *game, const Position *position, const uint64_t *set, int words,
                                                              RankOfMove *rank, uint16_t *moves) {
  Value ranks[MOST_MOVES];
  int64_t count = 0;
  for (int w = 0; w < words; w++)
    for (uint64_t left = set[w]; left != 0; left &= left - 1) {
      const int64_t move = w * MOVES_IN_WORD + lowest_move(left);
      const Value its_rank = rank(game, position, (Move){move, 0});
      int64_t to = count++;
      for (; to > 0 && ranks[to - 1] < its_rank; to--) {
        ranks[to] = ranks[to - 1];
        moves[to] = moves[to - 1];
      }
      ranks[to] = its_rank;
      moves[to] = (uint16_t)move;
    }
}

/* The next move of a walk whose moves are sorted; false at the end. */
static inline bool legal_step_sorted (const MoveLists *lists, size_t place, Walk *walk) {
  if (walk->index >= walk->state[1]) return false;
  walk->move.word = lists->of_walk[place].moves[walk->index];
  walk->move.slot = 0;
  return true;
}
