/*
** A tier that is solved by an index, and the later ones that it leads to, as cells in memory.
**
** A node is a position with a player to move. Where the rules state the player an index is a node; else it is two, 2 i and 2 i + 1,
** with MIN and with MAX to move. Where an index may stand for reversed positions too (game->index_reverses), its result is that of the
** one in which MAX is to move.
*/
#pragma once

#include "solve/analysis.h"
#include "solve/mailbox.h"

/*
** Results in two bytes: the different pairs of a value and a distance are numbered as they come, for a tier has few.
**
** A cell holds the result of a position: the number of a pair, it is this; that with CODE_INITIAL, it is what the position has if it
** leaves the tier now, or the game ends there, and may yet be better or worse; 0 or CODE_WANTED, nothing is known; CODE_NONE, there is
** no such position. CODE_WANTED: one that is reached.
*/
typedef uint16_t Cell;

#define CODE_INITIAL 0x8000
#define CODE_NONE 0x7fff
#define CODE_WANTED 0x7ffe
#define CODES CODE_WANTED       /* numbers below that are pairs */

typedef Set Codes;              /* of results, as words, by their numbers; 0: the unknown one */

static inline bool cell_is_initial (Cell cell) { return (cell & CODE_INITIAL) != 0; }
static inline bool cell_is_open (Cell cell) { return cell == 0 || cell == CODE_WANTED || cell_is_initial(cell); }
static inline bool cell_is_known (Cell cell) { return cell != CODE_NONE && !cell_is_open(cell); }

/* No numbers yet. Leaves the search for want of memory. */
void codes_open (Codes *codes, Store *store);

/* The number of a result, a new one if need be. Fails if there are too many. */
Cell codes_number (Codes *codes, Result result);

/* The number of a result; 0: no cell has it. */
Cell codes_find (const Codes *codes, Result result);

/* The result of a cell that has one. */
static inline Result codes_result (const Codes *codes, Cell cell) { return result_of_word(codes->rows[cell & (CODE_INITIAL - 1)]); }

typedef struct Edges Edges;             /* solve/edges.h */
typedef struct Members Members;         /* solve/members.h */
typedef struct Distinct Distinct;       /* solve/expansion.h */

/* A tier of the index. When it is solved its results are in its parts, and may be in memory too. */
typedef struct IndexTier {
  int64_t tier;
  uint64_t size;                /* indices */
  Cell *cells;                  /* NULL: they are not in memory */
  bool wanted;                  /* by the tier that is worked at */
  bool asked;                   /* questions are asked about it; and its first piece there (solve/questions.h) */
  uint32_t piece;
} IndexTier;

#define RANGE_NONE 2            /* a place: all nodes of the range are unknown */

/* Nodes that are read and written together: see solve/ranges.h. */
typedef struct Range {
  uint64_t check;               /* of what is in the file */
  uint8_t place, kept;          /* where that is, and where it was at the last checkpoint */
} Range;

/* How far a tier with circles is: where its work goes on. */
typedef struct Stage {
  uint64_t next;                /* the next index of a walk, or the next node of a wave */
  uint32_t waves;               /* 1: the first walk is done */
  uint32_t level, plies;        /* the wave; */
  uint32_t within;              /* 0: it is not begun; else which part of it is under way */
  uint32_t files;               /* with the moves of the tier; 0: there are none */
} Stage;

typedef struct Indexed Indexed;

struct Indexed {
  Analysis *w;
  Game *game;
  Codes codes;
  bool both;                    /* an index is two nodes */
  uint64_t size, nodes;         /* of the tier that is worked at */

  /* The window: the nodes that are in memory (solve/ranges.h). */
  Cell *cells;                  /* from that of the node `base` on */
  uint8_t *open;                /* of each node: distinct successors in the tier that are not known, and its initial result; or NULL */
  bool counted;                 /* there are such counters */
  uint64_t base, held;          /* the first node, and how many there are */
  uint64_t own, own_nodes;      /* of this process: the first one, and how many */
  uint64_t each;                /* nodes of a window; the last one may have fewer */
  uint32_t windows, window;     /* how many, and which it is */
  bool changed;                 /* since it was stored */
  Range *ranges;
  uint32_t range_count, shift;  /* a range has 1 << shift nodes */
  int file;                     /* of all ranges; -1: none */

  bool by_edges;                /* predecessors are found by them */
  size_t later_bytes;           /* of the cells of all later tiers */
  Members *members;             /* NULL: this process is alone */

  /* What the other windows are to know (solve/updates.h). */
  Mailbox mails[2];                /* of waves: of this one and of the one before; or answers */
  uint32_t posting;             /* which of them is written to */
  Cell mailed[2][2];            /* what each is about: the code of a result, by the player who wins */
  uint64_t refused;             /* a node that a message is for, though there is no position; from 1; 0: none */
  uint32_t *newest;             /* of each window: the greatest number of plies that is known in it, of this level; */
  uint64_t *due;                /* which codes there are as initial results, as bits; both NULL: there is one window */
  uint32_t due_words;

  struct Questions *questions;          /* about later tiers that have no room in memory (solve/questions.h); NULL: nothing is */
  bool may_ask, checking;       /* checking: nodes are held against their successors (solve/verification.h) */
  bool contradicted;            /* and one was not what these say: what was done of the tier must not go on */
  Cell claimed;                 /* then the result of the node that is looked at */
  IndexTier *tiers;             /* as many as the analysis has, one after the other */
  Distinct *distinct;           /* edges of the node that is looked at; NULL: they need not be distinct */
  Edges *edges;                 /* moves of the tier, in files; NULL: they are not needed */
  size_t reserve;               /* bytes that later tiers leave free */
  uint64_t *pending;            /* by code: nodes with an initial result that may still count; */
  uint64_t *known;              /* and those whose result it is */
  uint32_t level[2];            /* the values that spread now, by the player who wins them; 0: none */
  uint32_t certain;             /* results of the level with no more plies are certain */
  Stage stage;
  bool resumable;               /* the work can go on from the stage as it is now */
  double due_at;                /* when the next checkpoint is due */
  uint64_t left;                /* nodes that a walk has left open */
};

/* The tier to which a move of the position of `n` leads. Fails if it has no indices. */
IndexTier *cells_tier (const Indexed *ix, const Node *n, int64_t tier);

/* Reads the cells of a tier from its parts, if they are not in memory; the tier is wanted then. False: there is no room for them, but there
** may be questions. Fails if there may not. */
bool cells_load (Indexed *ix, IndexTier *tier);

/* Makes room for `bytes` more, if need be: forgets tiers that are not wanted, the later ones first. False: that is not enough. */
bool cells_make_room (Indexed *ix, size_t bytes);

/* The bytes that are free, but for what reading and writing takes. */
size_t cells_room (const Indexed *ix);

/* Fails: the tier takes `bytes` more than are held. */
_Noreturn void cells_refuse_memory (const Indexed *ix, size_t bytes);

/* The files of a tier that is begun: their names, by how they end; fails, because of one; removes it, if it is there. */
#define FILE_CHECKPOINT ".begun"
#define FILE_RANGES ".cells"
const char *cells_file (const Indexed *ix, const char *end, char name[PART_NAME]);
_Noreturn void cells_file_fail (Indexed *ix, const char *end, const char *why);
void cells_file_remove (const Indexed *ix, const char *end);

/* The cell of the position that was read from a part, of a tier of `size` indices. Fails if it has none. */
Cell cells_read (Indexed *ix, const PartReader *reader, uint64_t size);

/* Gives back the cells of all tiers; no tier is wanted any more. Cannot fail. */
void cells_forget (Indexed *ix);
void cells_want_none (Indexed *ix);

/* Fails: the index of a position, which is a successor or a predecessor of that of `n`, is no index of its tier, or one without a
** position. */
void cells_refuse (const Indexed *ix, const Position *position, int64_t tier, Value index);

/* Fails: a move of the position of a node leads to this index of a tier, which has no position. */
_Noreturn void cells_refuse_successor (Indexed *ix, uint64_t node, int64_t tier, uint64_t index);

/* Fails: the result of a node is not what its successors say. */
_Noreturn void cells_contradict (Indexed *ix, uint64_t node);

/* May a successor of a node, at which `mover` moves, give it the result `above` (value 0: unknown), if it has that of `claimed`? Fails
** if it is better. Returns whether it is the same. */
bool cells_agree (Indexed *ix, uint64_t node, Player mover, Result above, Cell claimed);

/* Takes a predecessor, a node of the tier at which `mover` moves, and its result by that move, to be read as by preference_seen. */
typedef void CellsTake (Indexed *ix, uint64_t node, Player mover, bool negated, Result above);

static inline uint64_t cells_node (const Indexed *ix, uint64_t index, Player player) { return ix->both ? 2 * index + player : index; }

/* Is a node in the window? And its cell, if it is. */
static inline bool cells_hold (const Indexed *ix, uint64_t node) { return node - ix->base < ix->held; }
static inline Cell *cells_at (const Indexed *ix, uint64_t node) { return &ix->cells[node - ix->base]; }

/* The position of an index, with its player; *player is kept where the rules do not state it. False: there is none. */
static inline bool cells_position (const Indexed *ix, uint64_t index, Position *position, Player *player) {
  if (!ix->game->index_at(ix->game, ix->w->tier, (int64_t)index, position)) return false;
  if (ix->game->player) *player = ix->game->player(ix->game, position);
  return true;
}

#define CELLS_OFTEN 4096        /* nodes between two looks at the time */

/* The player who moves at a node, as its result is kept. */
static inline Player cells_mover (const Indexed *ix, Player player) { return ix->game->index_reverses ? MAX : player; }
