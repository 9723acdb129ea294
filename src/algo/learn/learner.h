/*
** What learns from self-play: an evaluation that is linear in patterns of a position or in numbers of the rules, its weights, and how
** they change. The algorithm is in learn.c, the object that Lua holds in src/learn.
**
** A pattern gathers some bits of a position to an index, and a map says which weight that index has, and with which sign: so all
** images of a pattern under symmetries share their weights (n-tuple networks: Bledsoe & Browning 1959; Lucas, "Learning to play
** Othello with n-tuple systems", 2008). Stages have weights of their own (Buro, "Experiments with Multi-ProbCut", 1997).
**
** Nothing here is allocated or freed while a search runs; what a game changes is consistent at every call into the rules.
*/
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "game/game.h"
#include "game/legal.h"
#include "search/value.h"

/* Estimates and weights beyond are cut: they stay finite whatever the rules give. An end that is won is worth more. */
#define MOST_ESTIMATE 1e14
#define MOST_WEIGHT 1e12
#define WON_ESTIMATE 1e15

#define MOST_PATTERNS 4096

/* Bits of a word, side by side: ((word & mask) * magic >> shift) << place. */
typedef struct Gather {
  uint64_t mask, magic;
  int32_t word, shift, place;
} Gather;

typedef struct Pattern {
  const int32_t *map[2];        /* by the player to move: index -> a weight with its sign, 1..N or -1..-N; 0: none */
  const Gather *gather;
  int gathers;
} Pattern;

/* What is remembered of a weight beside its value. */
typedef struct Memory {
  double sum, size;             /* of all changes that were recommended, and of their sizes: N and A of temporal coherence */
  double gradient;              /* of the position that is learnt from; else 0 */
  uint64_t updates;
  uint64_t undoable;            /* the game, from 1, that has remembered it last */
} Memory;

typedef enum LearningRule { LEARN_TD, LEARN_TDLEAF, LEARN_ROOTSTRAP, LEARN_TREESTRAP } LearningRule;

typedef struct LearnerSettings {
  LearningRule rule;
  int depth;                    /* of the searches that choose moves, in plies */
  double lambda, rate, explore;
  int plies;                    /* random moves at the beginning of a game */
  int longest;                  /* moves of a game, then it is cut */
  uint64_t games;               /* that are to be played, since these settings were made */
  uint64_t seed;
  bool coherence;
} LearnerSettings;

#define LEARNER_COUNTS 8        /* before `squares` */

typedef union LearnerCounts {
  struct {
    uint64_t games, positions, updates;   /* games that were learnt from, positions in them, updates by one position each */
    uint64_t max, min, draws, cut;        /* how the games ended */
    uint64_t predicted;                   /* positions of games with a result, and the squares of the errors of their predictions */
    double squares;
  };
  uint64_t word[LEARNER_COUNTS + 1];
} LearnerCounts;

/* A weight as it was before the game that is played. */
typedef struct Undo {
  double weight;
  Memory memory;
  int64_t number;
} Undo;

typedef struct Learner {
  int words;                    /* of a position, as the rules have it */
  int patterns;                 /* 0: features */
  int features;                 /* how many numbers rules.features gives; 0: patterns */
  bool by_player;               /* of features: each player to move has weights */
  bool packed;                  /* the words are a key of rules.key, not a position */
  bool linear;                  /* the target is the value of the game, else its winner */
  int64_t count;                /* of the weights of a stage */
  int stages;
  uint64_t stage_mask[MOST_WORDS];
  const int32_t *stage_of;      /* by the number of bits set in the masks: from 0 */
  const Pattern *pattern;
  const uint64_t *patterns_with;        /* by bit of a position, 64 for each word: a set of the patterns that have it, in `sets` words */
  int sets;
  double *weight;               /* of each stage 2 * count + 1: -w[count], ..., -w[1], 0, w[1], ..., w[count] */
  Memory *memory;               /* of each stage `count`, from w[1] on */
  LearnerSettings settings;
  LearnerCounts counts;
  uint64_t played;              /* games since the settings were made */
  Undo *undo;                   /* what the game that is played has changed, in the memory of the search */
  size_t undone, undo_room;
  LearnerCounts before;         /* the counts, before that game */
  bool playing;                 /* a game is played whose end may undo it */
} Learner;

/* A position as the learner sees it. */
typedef struct Seen {
  void *row;                    /* int32_t for each pattern: its weight with sign; double for each feature */
  int stage;
  Player player;                /* to move */
  bool end;                     /* of the game: the row says nothing */
  Value settled;                /* by rules.score, where that counts; else 0 */
  Value value;                  /* the estimate when it was made; of an end, see result_of in algo/learn/learn.c */
} Seen;

static inline double learner_cut (double value, double most) {
  if (value >= -most && value <= most) return value;
  return value > 0 ? most : value < 0 ? -most : 0;
}

/* The size of a row in bytes. */
static inline size_t learner_row_size (const Learner *l) {
  return l->features ? sizeof(double) * (size_t)l->features : sizeof(int32_t) * (size_t)l->patterns;
}

/* The weights of a stage: w[k] at k, -w[k] at -k. */
static inline double *learner_weights (const Learner *l, int stage) { return l->weight + stage * (2 * l->count + 1) + l->count; }

static inline int learner_bits (uint64_t set) {
#if defined __GNUC__ && !defined __TINYC__
  return __builtin_popcountll(set);
#else
  int count = 0;
  for (; set != 0; set &= set - 1) count++;
  return count;
#endif
}

static inline int learner_stage (const Learner *l, const int64_t *words) {
  int bits = 0;
  if (l->stages == 1) return 0;
  for (int w = 0; w < l->words; w++) bits += learner_bits((uint64_t)words[w] & l->stage_mask[w]);
  return l->stage_of[bits];
}

static inline uint32_t learner_index (const Pattern *pattern, const int64_t *words) {
  uint32_t index = 0;
  for (int i = 0; i < pattern->gathers; i++) {
    const Gather *g = &pattern->gather[i];
    index |= (uint32_t)(((uint64_t)words[g->word] & g->mask) * g->magic >> g->shift << g->place);
  }
  return index;
}

/* The number of the weight before that of the first feature, for the player to move. */
static inline int64_t learner_features_of (const Learner *l, Player player) { return l->by_player && player == MIN ? l->features : 0; }

/* The sum of the weights of a position that was seen, as they are now. */
static inline double learner_sum (const Learner *l, const Seen *seen) {
  const double *weight = learner_weights(l, seen->stage);
  double sum = 0;
  if (l->features) {
    const double *row = seen->row;
    weight += learner_features_of(l, seen->player) + 1;
    for (int i = 0; i < l->features; i++) sum += weight[i] * row[i];
  } else {
    const int32_t *row = seen->row;
    double part[4] = {0, 0, 0, 0};      /* four at once, for an addition takes some time */
    int i = 0;
    for (; i + 4 <= l->patterns; i += 4)
      for (int j = 0; j < 4; j++) part[j] += weight[row[i + j]];
    for (; i < l->patterns; i++) sum += weight[row[i]];
    sum += part[0] + part[1] + (part[2] + part[3]);
  }
  return sum;
}

/* The position that was looked at last with each player to move: most differ from it in a few bits, and in few patterns. */
typedef struct Look {
  bool known;
  int64_t words[MOST_WORDS];
  int32_t *row;
} Look;

/* Looks at all patterns. */
static inline void learner_look_anew (const Learner *l, const int64_t *words, Player player, int32_t *row) {
  for (int i = 0; i < l->patterns; i++) row[i] = l->pattern[i].map[player][learner_index(&l->pattern[i], words)];
}

/* Looks at the patterns that have a bit which is another than in `look`. */
static inline void learner_look_again (const Learner *l, const int64_t *words, Player player, Look *look) {
  uint64_t changed[MOST_PATTERNS / 64];
  for (int s = 0; s < l->sets; s++) changed[s] = 0;
  for (int w = 0; w < l->words; w++)
    for (uint64_t left = (uint64_t)(words[w] ^ look->words[w]); left != 0; left &= left - 1) {
      const uint64_t *with = l->patterns_with + (size_t)(64 * w + lowest_move(left)) * (size_t)l->sets;
      for (int s = 0; s < l->sets; s++) changed[s] |= with[s];
    }
  for (int s = 0; s < l->sets; s++)
    for (uint64_t left = changed[s]; left != 0; left &= left - 1) {
      const int i = 64 * s + lowest_move(left);
      look->row[i] = l->pattern[i].map[player][learner_index(&l->pattern[i], words)];
    }
}

/* Looks at a position in patterns: fills the row and the stage of `seen`. Reads no weights: learner_sum loads all of them at once. */
static inline void learner_look (const Learner *l, const int64_t *words, Player player, Look look[2], Seen *seen) {
  Look *last = &look[player];
  if (last->known) learner_look_again(l, words, player, last);
  else learner_look_anew(l, words, player, last->row);
  last->known = true;
  for (int w = 0; w < l->words; w++) last->words[w] = words[w];
  memcpy(seen->row, last->row, sizeof *last->row * (size_t)l->patterns);
  seen->stage = learner_stage(l, words);
}

/* The prediction that an estimate stands for: the result, from -1 to 1; or the value. */
static inline double learner_predict (const Learner *l, Value estimate) { return l->linear ? estimate : tanh(estimate); }
