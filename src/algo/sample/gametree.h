/*
** A tree that grows by the leaf, for searches that estimate: every node with its estimate and, apart from it, with what is proved.
**
** The bounds are the framework's (src/algo/framework/tree.h): a leaf by its own word is known; at a MAX node
**
**   lower = max of the children's lower bounds,  upper = max of their upper bounds, once all children are there; until then its own,
**
** and with the least of them at a MIN node; they only tighten. (Cazenave & Saffidine, "Score bounded Monte-Carlo tree search", 2010.)
** A node whose bounds meet is *settled*: nothing below it is asked again, and it is given back at once. If it is won or lost, by the range of
** the game, it keeps in how many plies, as far as its proof says: the fewest by a move that wins, the most by moves that lose. One that cannot change its
** parent's value any more, its best bound for the mover being no better than what he is sure of, is *dominated*.
**
** Children are made one at a time, from left to right; the walk that makes them is set aside in between. They hang on a list, one block for
** each child: so a million nodes that were visited are a million blocks, and any leaf can be given back. The path from the root to where
** the work is done is a stack. A repetition is one of the path, and in a tree each node has its one path: what rests on it is a proof like
** any other.
**
** Where memory ends, the children of the least visited nodes are given back; what is proved of those nodes themselves stays.
*/
#pragma once

#include <float.h>

#include "search/packed.h"
#include "search/tally.h"
#include "search/visit.h"

/* Bounds by the player who is sure of them. */
enum { UPPER = MIN, LOWER = MAX };

/*
** What `known` says of a node, in its low bits; above them, how many children it was given: the game keeps its position, its move, the
** place of its walk; its walk is open (it was developed); all its children were made; it is on the path; MAX moves there; it is settled, and
** `plies` are known.
*/
enum {
  HELD_POSITION = 1, HELD_MOVE = 2, HELD_PLACE = 4, DEVELOPED = 8, COMPLETE = 16, ON_PATH = 32, MAX_MOVES = 64, ENDS = 128, COUNT_SHIFT = 8
};

#define UNKNOWN_PLIES INT64_MAX

typedef struct GameNode GameNode;

struct GameNode {
  Value bound[2];       /* what is proved: lower in [LOWER], upper in [UPPER] */
  Value estimate;
  Value sum;            /* of the results that it is the mean of, where it is one */
  GameNode *children, *next;
  uint32_t visits, known;
  union {
    int64_t place;      /* of its walk, set aside. Packed, see search/packed.h */
    int64_t plies;      /* from it to the end of the game */
  };
  int64_t move;         /* to it, packed */
  int64_t words[];      /* of its position, packed; behind them what the algorithm keeps, see gametree_extra */
};

/* A node of the path, its ply being its place there. */
typedef struct GameStep {
  Node node;
  GameNode *at;
  GameNode *cursor;     /* where the tree is walked over: see gametree.c */
} GameStep;

typedef void GameForget (void *forgets, GameNode *node);
typedef void GameMeet (void *meets, GameNode *node);

typedef struct GameTree {
  Search *search;
  size_t size;          /* of a node */
  size_t extra;         /* where in it the algorithm's own begins */
  GameForget *forget;   /* called before what the algorithm keeps of a node is lost; NULL: nothing needs that */
  void *forgets;        /* its first argument */
  GameMeet *meet;       /* called when a new child was entered at the end of the path; NULL: nothing needs that */
  void *meets;          /* its first argument */
  GameNode *root;
  GameStep *path;
  size_t room;          /* of the path */
  int end;              /* the ply of the last node on the path */
  GameNode *unused;     /* nodes that were given back */
  char *fresh, *fresh_end;      /* nodes that were never used */
  const Tally *beside;  /* what others have found, in trees of their own: of the root, and of its children by number; see joint.h */
  size_t beside_count;          /* their number; 0: the other threads have published nothing */
  GameNode *best;       /* the child of the root that was published last */
  Value least, most;    /* what estimates lie between: the range of the game, or those that were seen */
  bool ranged;          /* the range is known */
} GameTree;

static inline bool gametree_is (const GameNode *n, uint32_t flag) { return (n->known & flag) != 0; }

/* What the algorithm keeps of a node: as many bytes as it asked gametree_open for, zero at first. */
static inline void *gametree_extra (const GameTree *t, const GameNode *n) { return (char *)(uintptr_t)n + t->extra; }

static inline uint32_t gametree_count (const GameNode *n) { return n->known >> COUNT_SHIFT; }

static inline Player gametree_player (const GameNode *n) { return gametree_is(n, MAX_MOVES) ? MAX : MIN; }

static inline bool gametree_settled (const GameNode *n) { return n->bound[LOWER] >= n->bound[UPPER]; }

/* The worst value of the game for a player. */
static inline Value gametree_worst (const GameTree *t, Player player) {
  return player == MAX ? t->search->pass.lower : t->search->pass.upper;
}

/* The plies in which a settled node is won or lost, by its proof; UNKNOWN_PLIES where that does not say. */
static inline int64_t gametree_plies (const GameNode *n) { return gametree_is(n, ENDS) ? n->plies : UNKNOWN_PLIES; }

/*
** Returns the plies by the children of `n`, which are there: for the winner one more than the fewest of a child that wins, for the
** loser one more than the most of all. UNKNOWN_PLIES: they are not known, or its value is neither end of the range of the game.
*/
static inline int64_t gametree_plies_by_children (const GameTree *t, const GameNode *n) {
  const Player player = gametree_player(n);
  const Value value = n->bound[player], worst = gametree_worst(t, player);
  int64_t plies = value == worst ? 0 : UNKNOWN_PLIES;
  if (value != worst && value != gametree_worst(t, opponent(player))) return UNKNOWN_PLIES;
  for (const GameNode *child = n->children; child; child = child->next) {
    const int64_t its = gametree_plies(child);
    if (value == worst ? its > plies : its < plies && child->bound[player] == value) plies = its;
  }
  return plies == UNKNOWN_PLIES ? plies : plies + 1;
}

/* Can `child` no longer change what its parent, where `player` moves, is worth? */
static inline bool gametree_dominated (const GameNode *parent, const GameNode *child, Player player) {
  return !better(player, child->bound[opponent(player)], parent->bound[player]);
}

/* The value within what is proved of `n`. */
static inline Value gametree_held (const GameNode *n, Value value) {
  return value < n->bound[LOWER] ? n->bound[LOWER] : value > n->bound[UPPER] ? n->bound[UPPER] : value;
}

/* `value` as a part of what lies between two others, from 0, the worst for `player`, to 1. In halves, for the whole may be too large. */
static inline double scaled_between (Value least, Value most, Value value, Player player) {
  double width = most / 2 - least / 2;
  if (!(width > 0)) return 0.5;
  double part = (value / 2 - least / 2) / width;
  return player == MAX ? part : 1 - part;
}

/* `value` as a part of what estimates lie between. */
static inline double gametree_scaled (const GameTree *t, Value value, Player player) {
  return scaled_between(t->least, t->most, value, player);
}

/* Returns the visits of child `number` of the root, by all threads; of the root for 0. */
static inline uint64_t gametree_visits (const GameTree *t, const GameNode *n, size_t number) {
  return n->visits + (number < t->beside_count ? t->beside[number].visits : 0);
}

/* The estimate of a node by all threads: means weighted by visits, held to its bounds. */
static inline Value gametree_estimate (const GameTree *t, const GameNode *n, size_t number) {
  const uint64_t visits = gametree_visits(t, n, number);
  if (visits == n->visits || gametree_settled(n)) return gametree_held(n, n->estimate);
  const double part = (double)n->visits / (double)visits;
  return gametree_held(n, n->estimate * part + t->beside[number].estimate * (1 - part));
}

/* An estimate was seen. */
static inline void gametree_see (GameTree *t, Value value) {
  if (t->ranged) return;
  if (value < t->least) t->least = value;
  if (value > t->most) t->most = value;
}

/* `value`, held to what estimates lie between. */
static inline Value gametree_within_seen (const GameTree *t, Value value) {
  if (t->least > t->most) return value;
  return value < t->least ? t->least : value > t->most ? t->most : value;
}

/* The mean of the results at `n`, which was visited. The greatest numbers have no sum: then the nearest that can be said. */
static inline Value gametree_mean (const GameTree *t, const GameNode *n) {
  const Value mean = n->sum / n->visits;
  return UNLIKELY(isinf(mean)) ? gametree_within_seen(t, copysign(DBL_MAX, mean)) : mean;
}

/* The scale is what is seen from now on, whatever the range. */
static inline void gametree_see_only (GameTree *t) {
  t->ranged = false;
  t->least = INFINITY;
  t->most = -INFINITY;
}

/*
** A tree of nothing but the root, which is entered; each node has `extra` bytes for the algorithm. NULL: the root is known by
** itself, and the search is concluded. May leave the search.
*/
GameTree *gametree_open (Search *search, size_t extra);

/* Gives back all below the least visited nodes that are on no path: for memory that the algorithm itself asks for. */
void gametree_reclaim (GameTree *tree);

/* Calls `visit` with each node, children before their parent. Between descents; cannot fail. */
typedef void GameVisit (void *with, GameNode *node);
void gametree_each (GameTree *tree, GameVisit *visit, void *with);

/* Returns whether `size` bytes may be taken from the arena, and the tree can grow on after that. */
bool gametree_has_room (const GameTree *tree, size_t size);

/* The path is nothing but the root, and a descent begins. */
void gametree_begin (GameTree *tree);

/* Puts `child`, child number `number` (from 1) of the last node on the path, on the path. May leave the search. */
void gametree_enter (GameTree *tree, GameNode *child, uint32_t number);

/*
** Makes the next child of the last node on the path, and puts it there. It is entered: where it is a leaf by its own word, or its bounds
** meet, it is settled. NULL: there are no more children, and the node is COMPLETE from now on; if it has none at all it was evaluated, and is
** settled. May leave the search.
*/
GameNode *gametree_pull (GameTree *tree);

/*
** Makes all children of the last node on the path, which stay off it; `estimate` estimates each,
** unless it is settled. NULL: they have no estimates.
*/
typedef Value GameEstimate (void *with, GameTree *tree, GameNode *child);
void gametree_pull_all (GameTree *tree, GameEstimate *estimate, void *with);

/* Backs up the bounds of the node at `ply` of the path. True: they have changed. A settled node gives back its children. */
bool gametree_back_up (GameTree *tree, int ply);

/* Adds bounds that other threads have proved of `child`, a child of the root that is on no path. True: they were not known here. */
bool gametree_learn (GameTree *tree, GameNode *child, Value lower, Value upper);

/* Settles `node`: its value is `value`, and the game is over in `plies`, or UNKNOWN_PLIES. */
void gametree_settle (GameNode *node, Value value, int64_t plies);
