/* A whole graph in the making: what the two passes of retrograde analysis share. */
#ifndef GTS_WHOLE_H
#define GTS_WHOLE_H

#include "solve/graph.h"
#include "solve/plan.h"
#include "solve/set.h"
#include "solve/task.h"

#define MOST_ROW (2 * MOST_WORDS)
#define BATCH 512               /* successors that are looked for together: so memory is waited for once */
#define SPARE ((size_t)8 << 20) /* bytes for reading and writing */

/* Positions of a tier, of one player, that were found so far. */
typedef struct Layer {
  struct Layer *next;           /* ascending */
  int64_t tier;
  Player player;
  Set set;
  uint32_t runs;                /* put aside */
} Layer;

/* Sorted rows in a file that has no name any more. */
typedef struct RunFile {
  const Layer *layer;
  int file;
  uint64_t count;
} RunFile;

/* Successors that have been made, and not yet looked for. */
typedef struct Batch {
  int count;
  int64_t tier[BATCH];
  uint64_t hash[BATCH], parent[BATCH];
  Value gain[BATCH];            /* what is settled by the move */
  uint8_t player[BATCH];
  uint64_t rows[BATCH * MOST_ROW];
} Batch;

/* What is known of the positions of a later tier, or of some of them. The last word of a row has the result. */
typedef struct Map {
  int64_t tier;
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
  Layer *layers;
  RunFile *run_files;
  uint32_t run_count, run_room;
  Tier *tiers;                  /* ascending */
  Part (*open)[2];              /* of each tier, what was found of it, by players */
  uint32_t tier_count, tier_room;
  Set sets[2];                  /* all positions of the tier, where they are in memory */
  PartWriter writer;

  Batch batch;
  void (*flush) (Whole *whole); /* looks for what the batch has */

  /* Backward. */
  Map *maps;
  uint32_t map_count, map_room;
  bool first_walk;              /* over the tier: what ends the game is evaluated now */
  uint64_t nodes, max_nodes;    /* positions of the tier, MAX's first */
  Result *results;
  Value score;                  /* of the position that is developed */
  uint64_t sought, found;       /* successors in later tiers: asked for, and found */
  Graph graph;
};

static inline Player whole_player (const Whole *w, uint64_t node) { return node < w->max_nodes ? MAX : MIN; }

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

/* The layer of a tier and a player, a new one if there is none. */
Layer *whole_layer (Whole *w, int64_t tier, Player player);
/* Makes room in it for so many rows: what lies in memory is put aside, if need be, the largest layer first. */
void whole_make_room (Whole *w, Layer *layer, uint64_t more);
/* Sorts its rows, which nobody can look for from then on. */
void whole_sort_layer (Layer *layer);
/* Writes all of it as a part of the tier at `at`, which is then open for reading; the layer is gone. */
void whole_write_layer (Whole *w, uint32_t at, Layer *layer);
/* Forgets its runs; forgets it. */
void whole_drop_runs (Whole *w, const Layer *layer);
void whole_drop_layer (Whole *w, Layer *layer);

/* Adds a tier to those that were found. */
Tier *whole_add_tier (Whole *w, int64_t tier);

/* Begins, and ends, the part of one player of a tier that was found. */
void whole_open_part (Whole *w, uint32_t tier, Player player);

/* Fails if a part is not what the plan and the game say of it. */
void whole_check_part (Whole *w, const Tier *tier, const PartHead *head);

/* Writes down which tiers there are, if there is a folder; `complete`: these are all. */
void whole_save_plan (Whole *w, bool complete);

/* What is shown of the work. */
static inline void whole_tell (Whole *w, const char *stage, uint64_t done, uint64_t total) {
  w->search->work = (Work){stage, w->tier, done, total};
}

#endif
