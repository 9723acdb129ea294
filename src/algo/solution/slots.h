/*
** The records of OPEN, and their memory. Slots lie in arrays, one for the children of each expanded node. What a record keeps of the game
** is packed behind it: the node it looks at, its MIN node, and the place in the walk over the children of that.
*/
#ifndef GTS_SLOTS_H
#define GTS_SLOTS_H

#include "search/packed.h"

/*
** Of a slot. LIVE: there is more to be looked at. SOLVED: its MIN node is solved (case 1 of sss.c). INACTIVE: held back for want of
** memory. PURGED: provably no better than what is solved; nothing is left of it, it only fills its place.
*/
typedef enum Status { LIVE, SOLVED, INACTIVE, PURGED } Status;

/* Of a slot that is LIVE: which state it stands for, and so which of Stockman's cases is next (see sss.c). */
typedef enum Stage {
  MIN_LIVE,             /* its MIN node, which was not entered yet: 5, or 4 if it is a leaf */
  MIN_ENTERED,          /* the same, entered, and no leaf: 5 */
  MAX_LIVE,             /* a MAX node, not entered yet: 6, or 4 if it is a leaf */
  MAX_ENTERED,          /* the same, entered, and no leaf: 6 */
  MAX_PASS,             /* an invisible MAX node, whose only child was entered: 6 */
  MAX_EXPANDED,         /* a MAX node that has slots: what was case 6 is done */
  MAX_SOLVED            /* a MAX node that is solved: 2, or 3 if it has no right sibling */
} Stage;

typedef struct Record {
  Value h;              /* no solution tree that the record stands for is worth more */
  uint32_t index;       /* which child of `min` the node is, from 1 */
  uint32_t count;       /* expanded: the number of its slots */
  uint32_t mem;         /* how many records there may be below it (MemSSS*) */
  unsigned status : 2, stage : 3,
           pass_min : 1, pass_max : 1,
           dormant : 1,         /* expanded: some record below may be INACTIVE */
           ordered : 1,         /* expanded: its many slots are in order, see open_best */
           held : 1, held_min : 1, held_place : 1;      /* of the words: see stored.h */
  /* Packed: the node, or if expanded the address of its slots; `min`; and the place in the walk over the children of `min`. */
  int64_t words[];
} Record;

/* The memory of all records of an OPEN. */
typedef struct Slots {
  Search *s;
  size_t size;          /* bytes of a record */
  int words;            /* of a position */
  bool inner;           /* expanded records count as entries too (RecSSS*); else only states do (SSS*) */
  Record *unused[96];   /* arrays to be used again, by size */
} Slots;

static inline bool slots_expanded (const Record *r) { return r->stage == MAX_EXPANDED; }

/* The slots of an expanded record. */
static inline Record *slots_of (const Record *p) { return (Record *)(intptr_t)p->words[0]; }

static inline Record *slots_next (const Slots *slots, Record *slot) {
  return (Record *)(void *)((char *)slot + slots->size);
}

/* More slots than these are not looked through for the best, but kept in an order. */
#define FEW_SLOTS 64

/* Where the order of the slots of `p` is, more than FEW_SLOTS: their numbers, from 0. */
uint32_t *slots_order (const Slots *slots, const Record *p);

/* Makes ready, with no array yet. */
void slots_init (Slots *slots, Search *search, bool inner);

/* An array of `count` slots, cleared: LIVE, and each at its MIN node. May leave the search for want of memory. */
Record *slots_new (Slots *slots, uint32_t count);

/* Gives back an array of which nothing is kept in the game. Cannot fail. */
void slots_free (Slots *slots, Record *array, uint32_t count);

/* The node of `p` is expanded: from now on it has these slots instead. */
void slots_attach (const Slots *slots, Record *p, Record *array, uint32_t count);

/* Forgets all that is below `p`, which is expanded, however deep; `p` is left MAX_SOLVED. Cannot fail. */
void slots_release (Slots *slots, Record *p);

/* Forgets what a record keeps of the game: the node; the MIN node, and the place in the walk over its children. Cannot fail. */
static inline void slots_drop_node (const Slots *slots, Record *r) {
  packed_drop(slots->s->game, r->words, r->held);
  r->held = false;
}

static inline void slots_drop_min (const Slots *slots, Record *r) {
  packed_drop(slots->s->game, r->words + slots->words, r->held_min);
  packed_drop_move(slots->s->game, r->words[2 * slots->words], r->held_place);
  r->held_min = r->held_place = false;
}

#endif
