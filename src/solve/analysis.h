/*
** A retrograde analysis under way: what its two passes, forward and backward, share.
**
** Where a position shares its key with the reversed one (game->reverses), they are one row, which has whichever was met first. Its result
** is that of the one in which MAX is to move: so all rows, parts and nodes are MAX's. A successor is then looked at with its parent
** as such a one: its player is MAX if the same player moves again, and else MIN, and its result that of its row with the sign changed.
** Where positions lead to one another each row is two nodes, 2 i and 2 i + 1: the position with MAX to move, and the reversed one.
*/
#pragma once

#include <string.h>

#include "group/group.h"
#include "solve/database.h"
#include "solve/graph.h"
#include "solve/part_write.h"
#include "solve/preference.h"
#include "solve/results.h"
#include "solve/spill.h"

typedef struct Analysis Analysis;     /* solve/analysis.h */

/* The job of a retrograde analysis, its progress, and what it holds beside the arena. */
typedef struct Retrograde {
  Database *db;                 /* where the parts go */
  size_t memory;                /* bytes it may take */
  Analysis *analysis;           /* NULL: it has not begun */
  double checkpoint;            /* seconds between two checkpoints within a tier */
  uint64_t ranges;              /* into which a tier with an index is cut at least */
  const char *stage;            /* of the work; NULL: it has not begun */
  int64_t tier;                 /* that is worked at, */
  uint64_t done, total;         /* and its positions */
  uint64_t positions;           /* found */
  uint64_t resolved;            /* and those whose results are known */
  Group *group;                 /* processes that work at it, in one folder; NULL: this one alone */
  uint64_t others_positions, others_resolved;   /* what the others had found when we last met */
  uint64_t messages, bytes;     /* that we have sent; in the end all of us together, and: */
  uint64_t largest;             /* the most positions that one of us has */
  uint64_t need;                /* bytes: of the tier that is worked at; between the passes and in the end the most of any; 0: unknown */
  bool by_ply;                  /* tiers are plies */
  bool no_distances;            /* values only, if the folder was not begun otherwise */
  bool resumed;                 /* some of it had been done before */

  /* A finished database is held against the rules, and not written: see solve/audit.h. */
  bool audit;
  Database found;               /* then the positions, where those of `db` have keys only */
  bool contradicted;            /* there is a position that is not what its successors say: the first one of the line, with */
  Player mover;                 /* this player to move */
} Retrograde;

typedef struct Batch Batch;
typedef struct Distribution Distribution;       /* solve/distribution.h */
typedef struct Lookup Lookup;                     /* solve/lookup.h */
typedef struct Propagation Propagation;         /* solve/propagation.h */

#define MOST_ROW (2 * MOST_WORDS)
#define BATCH 512               /* successors that are looked for together: so memory is waited for once */
#define SPARE ((size_t)8 << 20) /* bytes for reading and writing */

/* The runs of all layers of a tier, in a file that has no name. */
typedef struct RunFile { Spill spill; uint32_t runs; } RunFile;

/* Sorted rows of a layer. known: positions without others, which are developed or are so now. */
typedef struct Run { uint64_t first, count; bool known; } Run;

/* Positions of a tier, of one player, in one of our shards, that were found so far. */
typedef struct Layer {
  struct Layer *next;           /* ascending */
  int64_t tier;
  uint32_t local_shard;
  Player player;
  Set set;                      /* in memory; */
  Run *runs;                    /* put aside: see solve/layers.c */
  uint32_t run_count;
  RunFile *file;
  bool in_rounds;               /* it is developed from its runs; `loops`: of its moves, those within the tier */
  uint64_t loops;
  uint64_t room_for;            /* the batch for which it has room */
} Layer;

/* Successors that have been made, and not yet looked for. */
struct Batch {
  int count;
  int64_t tier[BATCH];
  uint64_t hash[BATCH], parent[BATCH];
  Value gain[BATCH];            /* what is settled by the move */
  uint32_t local_shard[BATCH];  /* set when they are looked for */
  uint8_t player[BATCH];        /* as their parents see them */
  uint64_t rows[BATCH * MOST_ROW];
};

struct Analysis {
  Search *search;
  Game *game;
  Retrograde *task;
  Database *db;
  Store store;
  Preference preference;

  /* A row is a key and, where that is not the position itself, the words of the position, or the slot in which the game holds it. */
  int key_words, extra, width;
  bool held;
  size_t held_at_first;         /* game->held_bytes at the beginning */

  bool reverses;                /* game->reverses */
  bool by_ply, in_one;          /* how tiers come about; neither: by the rules */
  int64_t tier;                 /* the one that is worked at */
  int64_t reach;                /* the last one that its successors lie in */
  uint64_t loops;               /* how many of ours lie in it: moves, not positions */
  Layer *developed;             /* the layer whose moves they are; NULL: none */
  int64_t closed;               /* tiers up to this are complete */
  int64_t wanted;               /* of later tiers than this nothing is wanted */
  Layer *layers, **latest;      /* latest: of each local shard and player, the one that was asked for last; NULL: none */
  uint64_t batches;             /* that were added */
  uint64_t steps;               /* along the rows of runs */
  Tier *tiers;                  /* ascending */
  Part *open;                   /* of each tier, what was found of it: see analysis_part */
  uint32_t tier_count;
  Set sets[2];                  /* all positions of the tier, where they are in memory */
  PartWriter writer;
  Directory whole;              /* the folder, once more, for parts that are not divided */

  Batch batch;
  void (*flush) (Analysis *analysis);     /* looks for what the batch has */

  /* Where several work at it. local_shard: an index of the shards of this rank, from 0; it is shard rank + local_shard * ranks. */
  Group *group;                 /* NULL: we are alone */
  int rank, ranks;
  bool solved;                  /* the folder has all results */
  uint32_t shards, local_shards; /* shards: 1 if positions are not divided */
  Distribution *distribution;

  /* Backward. */
  Lookup *lookup;                 /* results of later tiers */
  bool rows_at_hand;            /* `sets` has the rows of the tier: else they are read from its parts */
  uint64_t *firsts;             /* the first node of each local shard: see analysis_nodes; one more at the end */
  uint64_t nodes, max_nodes;    /* our positions of the tier, MAX's first */
  Results results;
  bool doubled;                 /* for a while: nodes are numbered as if each row were two, and `results` are theirs */
  Value score;                  /* of the position that is developed, with MAX to move if it `reverses` */
  uint64_t sought, found;       /* successors in later tiers: asked for, and found */
  uint64_t missing;             /* a node, of those with a successor that was not found the first; UINT64_MAX: none */
  bool checking;                /* positions are held against their successors: `results` is what these say, */
  Results claimed;              /* and this what is to be checked */
  Graph graph;
  Propagation *propagation;     /* of results, where several work at it */
  struct Indexed *indexed;      /* by an index (solve/cells.h); NULL: by keys */
};

/* Can moves within a tier change the score? With circles they are refused. */
static inline bool analysis_has_gains (const Analysis *w) { return w->game->score && !w->game->cyclic; }

/* Entry i of a batch becomes entry `to`. */
static inline void analysis_move_entry (const Analysis *w, Batch *b, int to, int i) {
  if (to == i) return;
  b->tier[to] = b->tier[i];
  b->parent[to] = b->parent[i];
  b->gain[to] = b->gain[i];
  b->player[to] = b->player[i];
  memcpy(b->rows + to * w->width, b->rows + i * w->width, (size_t)w->width * sizeof *b->rows);
}

static inline Player analysis_player (const Analysis *w, uint64_t node) {
  return (w->doubled ? node % 2 == 0 : node < w->max_nodes) ? MAX : MIN;
}

/* Gives a node a result if that is better for its player. Leaves the search for want of memory. */
static inline void analysis_take (Analysis *w, uint64_t node, Result result) {
  if (preference_better(&w->preference, analysis_player(w, node), result, results_get(&w->results, node)))
    results_set(&w->results, node, result);
}

/* Whose layers, parts and sets have the rows of positions of `player`. */
static inline Player analysis_owner_of (const Analysis *w, Player player) { return w->reverses ? MAX : player; }

/* The node of the i-th row of a player's; if it `reverses`, as it is numbered when it is doubled. */
static inline uint64_t analysis_node (const Analysis *w, uint64_t i, Player player) {
  return w->reverses ? 2 * i + (player == MIN) : i + (player == MIN ? w->max_nodes : 0);
}

/* The part of the tier at `at`, of a local shard and a player, that has what was found. */
static inline Part *analysis_part (const Analysis *w, uint32_t at, uint32_t local_shard, Player player) {
  return &w->open[((size_t)at * w->local_shards + local_shard) * 2 + player];
}

static inline PartId analysis_id (const Analysis *w, int64_t tier, uint32_t local_shard, Player player) {
  return (PartId){tier, (uint32_t)w->rank + local_shard * (uint32_t)w->ranks, player};
}

/* Returns the rank of the member that owns the position with this key, and in *local_shard which of its shards has it. */
static inline int analysis_owner (const Analysis *w, const uint64_t *key, uint32_t *local_shard) {
  const uint32_t shard = w->shards == 1 ? 0 : shard_of(key, w->key_words, w->shards);
  *local_shard = shard / (uint32_t)w->ranks;
  return (int)(shard % (uint32_t)w->ranks);
}

/* The number of the first node of a local shard, and how many nodes it has. */
static inline uint64_t analysis_first (const Analysis *w, uint32_t local_shard, Player player) {
  return w->firsts[player == MAX ? local_shard : w->local_shards + local_shard];
}
static inline uint64_t analysis_nodes (const Analysis *w, uint32_t local_shard, Player player) {
  return w->firsts[(player == MAX ? local_shard : w->local_shards + local_shard) + 1] - analysis_first(w, local_shard, player);
}

/* Develops the position of a row: what its successors are goes into the batch, with `parent`. Returns how many there are: 0, it is at
** the end of the game; then *value is what it is preference, if `evaluate`. */
uint64_t analysis_develop (Analysis *w, const uint64_t *row, Player player, uint64_t parent, bool evaluate, Value *value);

/* The tier of a successor. Fails if it is less than that of its parent. */
int64_t analysis_tier (const Analysis *w, const Node *n, const Node *child);

/* The position of a row; it lives as long as that. */
void analysis_position (const Analysis *w, const uint64_t *row, Position *position);

/* Makes a row of a position. The game holds it from now on, if it holds any. Fails if it is of another kind than the first one. */
void analysis_pack (Analysis *w, const Position *position, uint64_t *row);

/* Leaves an audit, with the first position that contradicts the rules. */
_Noreturn void analysis_contradict (Analysis *w, const Position *position, Player player);

/* Opens a finished part: see database_add. Fails if that cannot be. */
static inline void analysis_add_part (Analysis *w, int file, PartId id) {
  if (!database_add(w->db, file, id)) part_fail(&w->store, &w->db->directory);
}

/* The result where a reader stands, with the number that its value has here. Fails if the part has no such value. */
Result analysis_result (Analysis *w, const PartReader *reader);

/* Begins a part of at most `count` results, of the values whose `numbers` are not 0; then these are those in its list: see
** preference_list. `plies`: the most that occur. */
void analysis_write_part (Analysis *w, PartId id, uint64_t count, uint32_t *numbers, uint32_t plies);

/* Sets the progress that reports show. */
static inline void analysis_progress (Analysis *w, const char *stage, uint64_t done, uint64_t total) {
  w->task->stage = stage;
  w->task->tier = w->tier;
  w->task->done = done;
  w->task->total = total;
}
