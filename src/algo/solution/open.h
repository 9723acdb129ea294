/*
** OPEN: what the algorithms of the SSS* family know, one record for each branch that they hold.
**
** OPEN is kept as the tree that its states form. A MAX node that was expanded has one *slot* for each of its sons, left to
** right; a slot stands for that son, a MIN node, and for the one of its sons, a MAX node again, that is looked at now:
**
**              MAX p                      a record: expanded, with
**           /    |    \
**      MIN p.1  p.2   p.3                 a slot for each son: `min`, whose sons are taken one at a time
**        |       |      |
**      MAX p.1.2 p.2.1  p.3.1             and `node`, the son looked at; it may be expanded in its turn
**
** So the best state is found by going down from the root to the best slot each time, a purge forgets one array, and the
** states lie in the order of their Dewey codes without one being compared. Everything is said as MAX sees it: the dual of
** an algorithm is the algorithm on the negated tree, so `sign` turns the values and `max` names who plays MAX's part.
**
** Where the players do not alternate there is an invisible node with one son in between: `pass_min` between two moves of
** MAX, `pass_max` between two moves of MIN. The root is a slot as well: below an invisible MAX node.
*/
#ifndef GTS_OPEN_H
#define GTS_OPEN_H

#include "search/stored.h"

/*
** Of a slot. LIVE: there is more to be looked at. SOLVED: its MIN node is solved. INACTIVE: held back for want of memory.
** PURGED: provably no better than what is solved; nothing is left of it, it only fills its place.
*/
typedef enum Status { LIVE, SOLVED, INACTIVE, PURGED } Status;

typedef struct Record {
  Value h;              /* no solution tree that the record stands for is worth more */
  uint32_t index;       /* which son of `min` the node is, from 1 */
  uint32_t count;       /* expanded: the number of its slots */
  uint32_t mem;         /* how many records there may be below it (MemSSS*) */
  unsigned status : 2,
           at_min : 1,          /* the node is the MIN node itself, not developed yet */
           expanded : 1,
           pending : 1,         /* the node is solved, and its right brother not asked for yet: there may be none */
           entered : 1,         /* the node was entered, and is no leaf */
           pass_min : 1, pass_max : 1,
           dormant : 1,         /* expanded: some record below may be INACTIVE */
           held : 1, held_min : 1, held_place : 1;      /* of the words: see stored.h */
  /* Packed: the node, or if expanded the address of its slots; `min`; and the place in the walk over the sons of `min`. */
  int64_t words[];
} Record;

/* A record on the path to the one that is looked at. */
typedef struct Frame {
  Record *record;
  int ply;              /* of its MIN node */
} Frame;

#define SIZE_CLASSES 96

typedef struct Open {
  Search *s;
  Game *game;
  Player max;           /* who plays MAX's part */
  Value sign;           /* 1, or -1 for a dual */
  bool inner;           /* expanded records count as entries too (RecSSS*); else only states do (SSS*) */
  bool eager;           /* right brothers are asked for as soon as a node is solved; else when it is their turn */
  bool cautious;        /* MAX nodes are expanded by open_expand only; else as soon as they are looked at */
  bool economy;         /* a MAX node whose sons are leaves is evaluated at once and counts as a leaf */
  uint64_t limit;       /* the most entries there may be, 0: any number. More leave the search for want of memory */
  size_t size;          /* bytes of a record */
  int words;            /* of a position */
  Record *root;
  Frame *frames;        /* the path from the root; frames[level] is the record that is looked at */
  int level, room;
  Line *choices;        /* the moves at the root, if MAX has it, the last first: one for each slot */
  Line *current, *choice;       /* if MIN has it: the move now looked at, and the best; MAX's choice at the end */
  Value proved;         /* h of the root as last published */
  int64_t *sons;        /* room for packing the sons of a node that is expanded */
  size_t sons_room;
  Record *unused[SIZE_CLASSES];         /* arrays of slots to be used again, by size */
} Open;

/*
** Makes OPEN ready with the root alone: LIVE, h = infinity. `max`: who plays MAX's part, MAX for an algorithm and MIN for
** its dual. `inner`: what is counted, see there. Belongs to the search and dies with it; may leave it for want of memory.
*/
Open *open_begin (Search *search, Player max, bool inner);

/* The root is SOLVED: its value and the move that has it are the answer. Forgets all records. */
void open_conclude (Open *open);

/*
** Enters the MIN node of the record that is looked at, LIVE and at_min. True: it is a leaf; it was evaluated, and the record is
** SOLVED. False: it is to be developed, and it is certain who moves there. Once is enough.
*/
bool open_enter (Open *open);

/*
** Goes on with the record that is looked at, which is LIVE and not expanded. It develops the MIN node, and looks at its sons, or
** those that were not looked at yet, from left to right: as long as they have h or more, the next in turn is the best state.
** It ends when a leaf has less, and h falls; when a son is a MAX node with sons of its own, and the record is expanded (or
** ready for open_expand); or when there are no more sons, and the record is SOLVED.
*/
void open_examine (Open *open);

/* A record that was entered and left for open_expand, because OPEN is cautious: is it one? And expands it. */
static inline bool open_expandable (const Record *r);
void open_expand (Open *open);

/*
** The MAX node of the record that is looked at, expanded, is solved, with the h it has: forgets its slots. The record goes on
** with the right brother; where there is none it is SOLVED, at once or when the brother is asked for.
*/
void open_solve (Open *open);

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

/* Looks at `slot`, one of those of the record that was looked at. */
static inline void open_push (Open *open, Record *slot);
static inline void open_pop (Open *open) { open->level--; }

/* A record below the frame at `level` is INACTIVE now: notes it on the way up, as far as it is not known. */
static inline void open_note_dormant (Open *o, int level) {
  for (; level >= 0 && !o->frames[level].record->dormant; level--) o->frames[level].record->dormant = true;
}

/* Fails when the C stack comes to its end: for what goes down the tree by recursion, and asks the rules about nothing. */
static inline void open_check_stack (const Open *o) {
  const char here = 0;
  Host *host = o->s->host;
  if (rarely(&here < o->s->stack_floor)) host->fail(host, "the tree is deeper than the C stack can hold: state a depth");
}

/* Is `position` at `ply` a leaf by its own word, of a tree that is at hand? */
static inline bool open_is_leaf (const Open *o, const Position *position, int ply) {
  Game *game = o->game;
  return ply >= o->s->depth || (game_has_terminal(game) && game_terminal(game, position));
}

/* Makes room for one more frame. */
void open_grow (Open *open);

static inline Record *open_top (const Open *o) { return o->frames[o->level].record; }

static inline Record *open_slots (const Record *p) { return (Record *)(intptr_t)p->words[0]; }

static inline Record *open_next (const Open *o, Record *slot) {
  return (Record *)(void *)((char *)slot + o->size);
}

/* The ply of the MAX node of a frame. */
static inline int open_ply (const Frame *frame) { return frame->ply + !frame->record->pass_min; }

/* The ply of the MIN nodes of the slots of a frame's record. */
static inline int open_slot_ply (const Frame *frame) { return open_ply(frame) + !frame->record->pass_max; }

static inline void open_push (Open *o, Record *slot) {
  int ply = open_slot_ply(&o->frames[o->level]);
  if (rarely(++o->level == o->room)) open_grow(o);
  o->frames[o->level] = (Frame){slot, ply};
}

static inline bool open_expandable (const Record *r) { return r->entered && !r->at_min && !r->pass_max; }

static inline bool open_active (const Record *r) { return r->status <= SOLVED; }

/* The slot of `p`, LIVE or SOLVED, that has the largest h; the leftmost of these. NULL if there is none. */
static inline Record *open_best (const Open *o, const Record *p) {
  Record *best = NULL, *x = open_slots(p);
  for (uint32_t i = p->count; i > 0; i--, x = open_next(o, x))
    if (open_active(x) && (best == NULL || x->h > best->h)) best = x;
  return best;
}

/* The same, when `x` was the best and all to the left of it have less than h of `p`, which it had. */
static inline Record *open_best_after (const Open *o, const Record *p, Record *x) {
  const Record *end = (const Record *)(const void *)((const char *)open_slots(p) + p->count * o->size);
  for (; x != end; x = open_next(o, x))
    if (x->h == p->h && open_active(x)) return x;
  return open_best(o, p);
}

#endif
