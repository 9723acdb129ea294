/*
** OPEN: what the algorithms of the SSS* family know, one record for each branch that they hold.
**
** OPEN is kept as the tree that its states form. A MAX node that was expanded has one *slot* for each of its children, left to
** right; a slot stands for that child, a MIN node, and for the one of its children, a MAX node again, that is looked at now:
**
**              MAX p                      a record: expanded, with
**           /    |    \
**      MIN p.1  p.2   p.3                 a slot for each child: `min`, whose children are taken one at a time
**        |       |      |
**      MAX p.1.2 p.2.1  p.3.1             and `node`, the child looked at; it may be expanded in its turn
**
** So the best state is found by going down from the root to the best slot each time, a purge forgets one array, and the
** states lie in the order of their Dewey codes without one being compared. Everything is said as MAX sees it: the dual of
** an algorithm is the algorithm on the negated tree, so `sign` turns the values and `max` names who plays MAX's part.
**
** Where the players do not alternate there is an invisible node with one child in between: `pass_min` between two moves of
** MAX, `pass_max` between two moves of MIN. The root is a slot as well: below an invisible MAX node.
**
** Three files: open.c, records and their memory, how OPEN is kept and its best state found; examine.c, what is done with a
** state, by its stage; emit.c, its trace events.
*/
#pragma once

#include "algo/solution/moves.h"
#include "search/pulled.h"

/*
** The records of OPEN, and their memory. Slots lie in arrays, one for the children of each expanded node. What a record keeps of the game
** is packed behind it: the node it looks at, its MIN node, and the place in the walk over the children of that.
*/

/*
** Of a slot. LIVE: there is more to be looked at. SOLVED: its MIN node is solved (case 1 of sss.c). INACTIVE: held back for want of
** memory. PURGED: provably no better than what is solved; nothing is left of it, it only fills its place.
*/
typedef enum Status { LIVE, SOLVED, INACTIVE, PURGED } Status;

/* Of a slot that is LIVE: which state it stands for, and so which of Stockman's cases is next (see sss.c). */
typedef enum Stage {
  MIN_LIVE,             /* its MIN node, which was not entered yet: 5, or 4 if it is a leaf */
  MIN_ENTERED,          /* its MIN node, entered, and no leaf: 5 */
  MAX_LIVE,             /* a MAX node, not entered yet: 6, or 4 if it is a leaf */
  MAX_ENTERED,          /* a MAX node, entered, and no leaf: 6 */
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
           held : 1, held_min : 1, held_place : 1;      /* of the words: see search/packed.h */
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

static inline Record *slots_next (const Slots *slots, Record *slot) { return (Record *)(void *)((char *)slot + slots->size); }

/* More slots than these are not looked through for the best, but kept in an order. */
#define FEW_SLOTS 64

/* An array of `count` slots, cleared: LIVE, and each at its MIN node. May leave the search for want of memory. */
Record *slots_new (Slots *slots, uint32_t count);

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

/* A record on the path to the one that is looked at. */
typedef struct Frame {
  Record *record;
  int ply;              /* of its MIN node */
} Frame;

/* The state of a trace event: `record` stands for it, whatever else it says. */
typedef struct Emitted {
  const Record *record; /* NULL: none */
  const Node *node;
  bool solved;
} Emitted;

typedef struct Open {
  Search *s;
  Game *game;
  Player max;           /* who plays MAX's part */
  Value sign;           /* 1, or -1 for a dual */
  bool eager;           /* right siblings are asked for as soon as a node is solved; else when it is their turn */
  bool cautious;        /* a MAX node that was entered waits, MAX_ENTERED, until it is its turn; else it is expanded at once */
  bool economy;         /* a MAX node whose children are leaves is evaluated at once and counts as a leaf */
  Record *root;
  Frame *frames;        /* the path from the root; frames[level] is the record that is looked at */
  int level;
  size_t room;          /* for frames */
  Moves moves;          /* at the root */
  Value proved;         /* h of the root as last published */
  Pulled pulled;        /* the children of a node that is expanded */
  Slots slots;          /* the memory of all records */
  Emitted now;          /* set only while a trace is called */
} Open;

/* Of those that take it; OPEN goes by it. */
extern const Option option_store_terminals;

/*
** Makes OPEN ready with the root alone: LIVE, h = infinity. `inner`: what is counted, see Slots. Belongs to the search and dies with it;
** may leave it for want of memory.
*/
Open *open_begin (Search *search, bool inner);

/* The root is SOLVED: its value and the move that has it are the answer. Forgets all records. */
void open_conclude (Open *open);

/* No more than `entries` records or states, as `inner` says. More leave the search for want of memory. */
void open_limit (Open *open, uint64_t entries);

/* Forgets all that is below `p`, which is expanded, and leaves it PURGED with its h. */
void open_purge (Open *open, Record *p);

/* h of the root has changed: publishes what that proves. */
void open_prove (Open *open);

/*
** What is looked at has changed, and its h is what it was or less: h of the records above follows, and then the best state is
** looked at, the leftmost of those with the largest h. Where nothing below the root is active, it is the root, INACTIVE.
*/
void open_select (Open *open);

/* Looks at the best state below the record that is looked at. */
void open_descend (Open *open);

/* Looks at `slot`, one of those of the record that was looked at. May leave the search for want of memory. */
static inline void open_push (Open *open, Record *slot);
static inline void open_pop (Open *open) { open->level--; }

/* A record below the frame at `level` is INACTIVE now: notes it on the way up, as far as it is not known. */
static inline void open_note_dormant (Open *o, int level) {
  for (; level >= 0 && !o->frames[level].record->dormant; level--) o->frames[level].record->dormant = true;
}

/* Is `position` at `ply` a leaf by its own word, of a tree that is at hand? */
static inline bool open_is_leaf (const Open *o, const Position *position, int ply) {
  Game *game = o->game;
  return ply >= o->s->pass.depth || (game_has_terminal(game) && game_terminal(game, position));
}

static inline Record *open_top (const Open *o) { return o->frames[o->level].record; }

static inline bool open_active (const Record *r) { return r->status <= SOLVED; }

/* The number of a slot of `p`, from 1. */
static inline int64_t open_number (const Open *o, const Record *p, const Record *slot) {
  return (int64_t)((size_t)((const char *)slot - (const char *)slots_of(p)) / o->slots.size) + 1;
}

/* The ply of the MAX node of a frame. */
static inline int open_ply (const Frame *frame) { return frame->ply + !frame->record->pass_min; }

/* The ply of the MIN nodes of the slots of a frame's record. */
static inline int open_slot_ply (const Frame *frame) { return open_ply(frame) + !frame->record->pass_max; }

static inline void open_push (Open *o, Record *slot) {
  int ply = open_slot_ply(&o->frames[o->level]);
  size_t frames = (size_t)++o->level + 1;
  if (UNLIKELY(frames > o->room)) o->frames = arena_widen(&o->s->arena, o->frames, sizeof *o->frames, &o->room, frames);
  o->frames[o->level] = (Frame){slot, ply};
}

/* Returns what open_best does; for a record with more than FEW_SLOTS slots. */
Record *open_best_of_many (const Open *open, Record *p);

static inline const Record *open_slots_end (const Open *o, const Record *p) {
  return (const Record *)(const void *)((const char *)slots_of(p) + p->count * o->slots.size);
}

/*
** The slot of `p`, LIVE or SOLVED, that has the largest h; the leftmost of these. NULL if there is none. Since it was asked last only
** the slot that was the best then may have changed, and the worst may be active no more; or else p->ordered must be set to false.
*/
static inline Record *open_best (const Open *o, Record *p) {
  if (UNLIKELY(p->count > FEW_SLOTS)) return open_best_of_many(o, p);
  const Record *end = open_slots_end(o, p);
  Record *best = NULL;
  for (Record *x = slots_of(p); x != end; x = slots_next(&o->slots, x))
    if (open_active(x) && (best == NULL || x->h > best->h)) best = x;
  return best;
}

/* open_best from slot `x` on, when no slot has more than h of `p`, and all to the left of `x` have less. */
static inline Record *open_best_from (const Open *o, Record *p, Record *x) {
  if (UNLIKELY(p->count > FEW_SLOTS)) return open_best_of_many(o, p);
  for (const Record *end = open_slots_end(o, p); x != end; x = slots_next(&o->slots, x))
    if (x->h == p->h && open_active(x)) return x;
  return open_best(o, p);
}
