/* A whole graph in the making: what the two passes of retrograde analysis deal. */
#ifndef GTS_WHOLE_H
#define GTS_WHOLE_H

#include "solve/graph.h"
#include "solve/plan.h"
#include "solve/set.h"
#include "solve/deal.h"
#include "solve/task.h"
#include "solve/waves.h"

#define MOST_ROW (2 * MOST_WORDS)
#define BATCH 512               /* successors that are looked for together: so memory is waited for once */
#define SPARE ((size_t)8 << 20) /* bytes for reading and writing */

/* Positions of a tier, of one player, in one of our shards, that were found so far. */
typedef struct Layer {
  struct Layer *next;           /* ascending */
  int64_t tier;
  uint32_t lot;
  Player player;
  Set set;
  uint32_t runs;                /* put aside */
  uint64_t room_for;            /* the batch for which it has room */
} Layer;

/* Sorted rows in a file that has no name any more. */
typedef struct RunFile {
  const Layer *layer;
  int file;
  uint64_t count;
} RunFile;

/* Successors that have been made, and not yet looked for. */
struct Batch {
  int count;
  int64_t tier[BATCH];
  uint64_t hash[BATCH], parent[BATCH];
  Value gain[BATCH];            /* what is settled by the move */
  uint32_t lot[BATCH];          /* set when they are looked for */
  uint8_t player[BATCH];
  uint64_t rows[BATCH * MOST_ROW];
};

/* What is known of the positions of a later tier, or of some of them. The last word of a row has the result. */
typedef struct Map {
  int64_t tier;
  uint32_t lot;
  Player player;
  Set set;
} Map;

struct Whole {
  Search *search;
  Game *game;
  Retrograde *task;
  Database *db;
  Store store;
  Worth worth;

  /* A row is a key and, where that is not the position itself, the words of the position, or the slot in which the game holds it. */
  int key_words, extra, width;
  bool held;

  bool by_ply, in_one;          /* how tiers come about; neither: by the rules */
  int64_t tier;                 /* the one that is worked at */
  int64_t reach;                /* the last one that its successors lie in */
  bool loops;                   /* some lie in it */
  int64_t closed;               /* tiers up to this are complete */
  bool twice;                   /* a position was met in two tiers */
  Layer *layers, **latest;      /* latest: of each lot and player, the one that was asked for last; NULL: none */
  uint64_t batches;             /* that were added */
  RunFile *run_files;
  uint32_t run_count, run_room;
  Tier *tiers;                  /* ascending */
  Part *open;                   /* of each tier, what was found of it: see whole_part */
  uint32_t tier_count, tier_room;
  Set sets[2];                  /* all positions of the tier, where they are in memory */
  PartWriter writer;

  Batch batch;
  void (*flush) (Whole *whole); /* looks for what the batch has */

  /* Where several work at it. A lot is one of our own shards: the shard rank + lot * ranks. */
  Crew *crew;                   /* NULL: we are alone */
  int rank, ranks;
  uint32_t shards, lots;        /* shards: 1 if positions are not divided */
  Deal deal;

  /* Backward. */
  Map *maps;
  uint32_t map_count, map_room;
  bool first_walk;              /* over the tier: what ends the game is evaluated now */
  uint64_t *firsts;             /* the first node of each lot: see whole_nodes; one more at the end */
  uint64_t nodes, max_nodes;    /* our positions of the tier, MAX's first */
  Result *results;
  Value score;                  /* of the position that is developed */
  uint64_t sought, found;       /* successors in later tiers: asked for, and found */
  Graph graph;
  Waves waves;                  /* the same where several work at it */
};

static inline Player whole_player (const Whole *w, uint64_t node) { return node < w->max_nodes ? MAX : MIN; }

/* The part of the tier at `at`, of a lot and a player, that has what was found. */
static inline Part *whole_part (const Whole *w, uint32_t at, uint32_t lot, Player player) {
  return &w->open[((size_t)at * w->lots + lot) * 2 + player];
}

static inline PartId whole_id (const Whole *w, int64_t tier, uint32_t lot, Player player) {
  return (PartId){tier, (uint32_t)w->rank + lot * (uint32_t)w->ranks, player};
}

/* Who has the position with this key? *lot is which of his shards it is in. */
static inline int whole_owner (const Whole *w, const uint64_t *key, uint32_t *lot) {
  const uint32_t shard = w->shards == 1 ? 0 : shard_of(key, w->key_words, w->shards);
  *lot = shard / (uint32_t)w->ranks;
  return (int)(shard % (uint32_t)w->ranks);
}

/* The number of the first node of a lot, and how many nodes it has. */
static inline uint64_t whole_first (const Whole *w, uint32_t lot, Player player) {
  return w->firsts[player == MAX ? lot : w->lots + lot];
}
static inline uint64_t whole_nodes (const Whole *w, uint32_t lot, Player player) {
  return w->firsts[(player == MAX ? lot : w->lots + lot) + 1] - whole_first(w, lot, player);
}

/* Develops the position of a row: what its successors are goes into the batch, with `parent`. Returns how many there are: 0, it is at
** the end of the game; then *value is what it is worth, if `evaluate`. */
uint64_t whole_develop (Whole *w, const uint64_t *row, Player player, uint64_t parent, bool evaluate, Value *value);

/* The position of a row; it lives as long as that. */
void whole_position (const Whole *w, const uint64_t *row, Position *position);

/* Finds all positions, tier by tier. */
void whole_explore (Whole *w);

/* Gives all positions their results, from the last tier to the first. */
void whole_resolve (Whole *w);

/* The first position, as a row. */
void whole_root_row (Whole *w, uint64_t *row);

/* The layer of a tier, a lot and a player, a new one if there is none. */
Layer *whole_layer (Whole *w, int64_t tier, uint32_t lot, Player player);
/* Makes room in it for so many rows: what lies in memory is put aside, if need be, the largest layer first. */
void whole_make_room (Whole *w, Layer *layer, uint64_t more);
/* Sorts its rows, which nobody can look for from then on. */
void whole_sort_layer (Layer *layer);
/* Writes all of it as a part of the tier at `at`, which is open for reading then; one of many shards can be opened when it was settled.
** The layer is gone. */
void whole_write_layer (Whole *w, uint32_t at, Layer *layer);
/* Forgets its runs; forgets it. */
void whole_drop_runs (Whole *w, const Layer *layer);
void whole_drop_layer (Whole *w, Layer *layer);

/* Adds a tier to those that were found. */
Tier *whole_add_tier (Whole *w, int64_t tier);

/* Opens a part of a tier that was found, and gives it; where there is none its bytes are NULL. */
Part *whole_open_part (Whole *w, uint32_t tier, uint32_t lot, Player player);

/* What was found of a tier is needed no more: its parts are removed. */
void whole_forget_open (Whole *w, uint32_t at);

/* Our parts of a tier, of the players with `any`, have their names for good; where positions are not divided they have them at once. */
void whole_settle (Whole *w, int64_t tier, const bool any[2], bool open);

/* Fails if a part is not what the plan and the game say of it. */
void whole_check_part (Whole *w, const Tier *tier, const PartHead *head);

/* Writes down which tiers there are, if there is a folder; `complete`: these are all. */
void whole_save_plan (Whole *w, bool complete);

/* What is shown of the work. */
static inline void whole_tell (Whole *w, const char *stage, uint64_t done, uint64_t total) {
  w->search->work = (Work){stage, w->tier, done, total};
}

#endif
