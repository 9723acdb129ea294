/*
** Tables of rules as compiled rules have them: records. What kinds of them there are the unit knows beforehand: which fields a table
** has and what may stand in them, and what may stand in its list; so a record is a row of words.
**
**    word[0..2]      if it may have a list: its length, how many cells there is room for, where they are (if it may have holes,
**                    from index 0 on)
**    two for each field          the tag of what it holds, and that; the tag is left out where it is certain
**
** A cell is one word, or two where elements of more than one type are among them: the tag, and what it is.
**
** Records are cut from heaps, one for each ply, which holds what `successors` made of a position there, and one for all calls that
** give no table. A heap is emptied as a whole where the next call of its kind begins, so that children live as long as game.h
** promises. A record made in an earlier call is never changed: it is a position, or part of one. A function that would do so gives up;
** the rules in Lua are lent a copy, and if it is another when they are done, it is an error.
**
** As a handle of a position or a move it is a slot with the bit RECORD_SLOT: what no table of Lua's handles reaches. A copy that lives
** until it is dropped has the bit KEPT_SLOT as well.
*/
#ifndef GTS_RECORDS_H
#define GTS_RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "game/game.h"
#include "native/arithmetic.h"

typedef struct Kind Kind;

/* A string: one that is known to a unit, or one that rules have made (native/texts.h). As a position or a move it is like a record. */
typedef struct Constant {
  const Kind *kind;     /* one with `text` */
  int64_t length;
  const char *text;
} Constant;

/* The numbers of the constants that are strings of one byte, by that byte; of the empty string; and of the first other one. */
enum { CONSTANT_OF_BYTE = 1, EMPTY_CONSTANT = 257, FIRST_CONSTANT };

/* What a field or an element may hold: types, a bit for each tag; and if a table is among them, of which kind. */
typedef struct Place {
  int name;             /* of a field: which constant */
  unsigned types;
  const Kind *kind;
  bool tagged;          /* has it a tag? Else it is of one type, and a field is never nil */
  int at;               /* of a field: its first word */
  bool owns;            /* may it hold what is copied with the record? Records, and strings that rules make */
} Place;

struct Kind {
  bool text;            /* it is no record but a Constant */
  bool made;            /* of a text: rules have made it, on a heap */
  bool list;
  bool deep;            /* a field owns what it holds */
  int words;
  Place element;
  int fields;
  const Place *field;
  const Constant *constants;    /* of the unit, by number; those that it lacks have no kind */
  int count;            /* of them */
  const Kind *texts;    /* of strings that rules make; NULL: they make none */
  int metatable;        /* of its tables: its number in the unit; 0: they have none */
  const Kind *classed;  /* the kind of such tables with a metatable; NULL: rules give them none */
};

typedef struct Record {
  const Kind *kind;
  int64_t call;         /* in which it was made */
  int64_t word[];
} Record;

enum { LIST_SIZE, LIST_ROOM, LIST_CELLS, LIST_WORDS };

#define RECORD_SLOT LASTING_SLOT
#define KEPT_SLOT (INT64_C(1) << 61)
#define FIRST_ROOM 8
#define MOST_WITH_HOLES (1 << 12)

static inline int64_t record_slot (const void *record) { return (int64_t)(intptr_t)record | RECORD_SLOT; }
static inline bool is_record_slot (int64_t slot) { return slot >= RECORD_SLOT; }
static inline const Record *record_of (int64_t slot) { return (const Record *)(intptr_t)(slot & (KEPT_SLOT - 1)); }
#define record_at(value) ((Record *)(intptr_t)(value))
#define record_cells(r) ((int64_t *)(intptr_t)(r)->word[LIST_CELLS])

#define record_text(value) ((const Constant *)(intptr_t)(value))

/* A string that is made has its bytes behind it, in a block of whole words. */

static inline size_t text_size (int64_t length) {
  return sizeof(Constant) + ((size_t)length + sizeof(int64_t) - 1) / sizeof(int64_t) * sizeof(int64_t);
}

static inline char *text_bytes (Constant *made) { return (char *)(made + 1); }

/* Makes one in such a block, but for its bytes. */
static inline Constant *text_in (void *block, const Kind *kind, int64_t length) {
  Constant *made = block;
  *made = (Constant){kind, length, text_bytes(made)};
  return made;
}

static inline int record_stride (const Kind *kind) { return kind->element.tagged ? 2 : 1; }

/* The tag of what may be of one type only. (tcc does not know __builtin_ctz.) */
static inline int64_t record_tag (unsigned types) {
  int64_t tag = 0;
  while (types >>= 1) tag++;
  return tag;
}

typedef struct HeapBlock {
  struct HeapBlock *next;
  size_t size;          /* with this head */
} HeapBlock;

#define HEAP_HEAD sizeof(HeapBlock)

typedef struct Heap {
  char *next, *end;     /* what is free in the block that is used */
  HeapBlock *first, *used;
} Heap;

/* What a walk over the successors that compiled rules gave needs. */
typedef struct Level {
  Heap heap;
  const Record *children, *moves;       /* moves: NULL if they are 1, 2, 3, ... */
} Level;

/* walk->state[1] of such a walk. (Walks of rules in Lua have there what is no less than -1.) */
#define WALK_OF_RECORDS (-2)

typedef struct KeptRecord KeptRecord;

/* Blocks of copies that were dropped, for others of the same size: in steps of KEPT_STEP bytes. */
enum { KEPT_STEP = 64, KEPT_SIZES = 64 };

typedef struct Records {
  Heap scratch;         /* for calls that give no table */
  Heap *heap;           /* for the call that runs */
  int64_t call;         /* its number */
  int64_t asked;        /* how often `successors` was asked of Lua */
  Level *levels;        /* by plies */
  int64_t count;        /* of them */
  KeptRecord *kept;     /* copies that live until dropped */
  KeptRecord *unused[KEPT_SIZES];
  const Kind *position;         /* positions are records of it; NULL: they are none */
  /* Makes room for `size` bytes in the heap of the call. False: the call has taken too much. */
  bool (*grow) (struct Records *records, size_t size);
  /* The level of a ply, for a call that begins: its heap is empty, and used. */
  Level *(*open) (struct Records *records, int64_t ply);
  /* A handle of Lua's becomes a record at the level of a ply, if what it holds can be one; the slot from now on. */
  int64_t (*adopt) (struct Records *records, int64_t ply, int64_t slot);
  /* For a call of rules in Lua: the handle of a table that is as the record in a slot. And after it: raises an error if they have
  ** changed the table. */
  int64_t (*lend) (struct Records *records, int64_t slot);
  void (*take_back) (struct Records *records, int64_t slot, int64_t lent);
} Records;

/* So many bytes, or NULL. */
static inline void *records_take (Records *records, size_t size) {
  Heap *heap = records->heap;
  if (UNLIKELY((size_t)(heap->end - heap->next) < size) && !records->grow(records, size)) return NULL;
  heap = records->heap;
  void *block = heap->next;
  heap->next += size;
  return block;
}

#ifdef GAME_CALLS

/* What compiled functions do with records. */

static inline int64_t float_bits (double value) { return (int64_t)(FloatBits){.value = value}.bits; }
static inline double bits_float (int64_t bits) { return FLOAT((uint64_t)bits); }

/* A call begins that gives no table. */
static inline void records_begin (Records *records) {
  Heap *heap = &records->scratch;
  records->heap = heap;
  records->call++;
  if (heap->used != heap->first || heap->first == NULL) records->grow(records, 0);
  else heap->next = (char *)heap->first + HEAP_HEAD;
}

/* The level of a ply, for a call that begins, as records->open has it. */
static inline Level *records_level (Records *records, int64_t ply) {
  if (ply >= records->count) return records->open(records, ply);
  Level *level = records->levels + ply;
  Heap *heap = &level->heap;
  if (heap->first == NULL || heap->used != heap->first) return records->open(records, ply);
  heap->next = (char *)heap->first + HEAP_HEAD;
  records->heap = heap;
  records->call++;
  return level;
}

/* A record whose words are still to be set, or NULL. */
static inline Record *record_new (Records *records, const Kind *kind, size_t words) {
  Heap *heap = records->heap;
  const size_t size = sizeof(Record) + words * sizeof(int64_t);
  Record *r = (Record *)heap->next;
  if (UNLIKELY((size_t)(heap->end - heap->next) < size)) {
    r = records_take(records, size);
    if (r == NULL) return NULL;
  } else heap->next += size;
  r->kind = kind;
  r->call = records->call;
  return r;
}

/* Makes room for `room` cells of `stride` words in a list that has less. */
static inline bool record_room (Records *records, Record *r, int64_t room, int stride) {
  int64_t *cells = records_take(records, (size_t)(room * stride) * sizeof *cells);
  if (cells == NULL) return false;
  for (int64_t i = 0; i < r->word[LIST_SIZE] * stride; i++) cells[i] = record_cells(r)[i];
  r->word[LIST_ROOM] = room;
  r->word[LIST_CELLS] = (int64_t)(intptr_t)cells;
  return true;
}

/* Was it made in an earlier call? Then it is not to be changed. */
#define record_is_old(records, r) UNLIKELY((r)->call != (records)->call)

/* Can cell k of a list, from 0, be set where it stands? */
#define record_has_room(r, k) ((k) <= (uint64_t)(r)->word[LIST_SIZE] && (k) < (uint64_t)(r)->word[LIST_ROOM])

/* r[index] = value. False: the record is old, the list would have a hole, or memory is short. */
static inline bool record_store (Records *records, Record *r, int64_t index, bool tagged, Tag tag, int64_t value, int64_t first) {
  int64_t size = r->word[LIST_SIZE];
  int stride = tagged ? 2 : 1;
  if (record_is_old(records, r)) return false;
  if (UNLIKELY(tag == T_NIL)) {
    if (index == size && size > 0) r->word[LIST_SIZE]--;
    return index == size || index == size + 1;
  }
  if ((uint64_t)index - 1 >= (uint64_t)size) {
    if (index != size + 1) return false;
    int64_t room = r->word[LIST_ROOM];
    if (size == room && !record_room(records, r, room ? 2 * room : first, stride)) return false;
    r->word[LIST_SIZE] = index;
  }
  int64_t *cell = record_cells(r) + (index - 1) * stride;
  if (tagged) cell[0] = tag;
  cell[stride - 1] = value;
  return true;
}

/* r[index] = value, in a list that may have holes. False: the index is far, or memory is short. */
static inline bool record_put (Records *records, Record *r, int64_t index, Tag tag, int64_t value) {
  if (UNLIKELY((uint64_t)index >= (uint64_t)r->word[LIST_SIZE])) {
    if ((uint64_t)index >= MOST_WITH_HOLES || !record_room(records, r, 2 * index + FIRST_ROOM, 2)) return false;
    while (r->word[LIST_SIZE] < r->word[LIST_ROOM]) record_cells(r)[2 * r->word[LIST_SIZE]++] = T_NIL;
  }
  record_cells(r)[2 * index] = tag;
  record_cells(r)[2 * index + 1] = value;
  return true;
}

/*
** Moves the elements `at` to `last` of a list to `to` and the following places of the list `r`, whose cells are of the same kind, if
** that can be done at once; returns how many were moved.
*/
static inline int64_t record_move (Records *records, const Record *from, int64_t at, int64_t last, Record *r, int64_t to, int stride,
                                   int64_t first) {
  if (at < 1 || last < at || last > from->word[LIST_SIZE] || to < 1 || to > r->word[LIST_SIZE] + 1) return 0;
  if (record_is_old(records, r)) return 0;
  const int64_t count = last - at + 1, size = to - 1 + count;
  int64_t room = r->word[LIST_ROOM];
  if (room < size) {
    room = room ? 2 * room : first;
    if (!record_room(records, r, room < size ? size : room, stride)) return 0;
  }
  memmove(record_cells(r) + (to - 1) * stride, record_cells(from) + (at - 1) * stride, (size_t)(count * stride) * sizeof(int64_t));
  if (size > r->word[LIST_SIZE]) r->word[LIST_SIZE] = size;
  return count;
}

/* The last element of a list goes to `index`, which is not beyond it, and those from there on one further. */
static inline void record_lift (Record *r, int64_t index, int stride) {
  int64_t *cell = record_cells(r) + (index - 1) * stride, *last = record_cells(r) + (r->word[LIST_SIZE] - 1) * stride;
  const int64_t first = last[0], second = last[stride - 1];
  memmove(cell + stride, cell, (size_t)(last - cell) * sizeof *cell);
  cell[0] = first;
  cell[stride - 1] = second;
}

/* A list loses the element at `index`, if there is one. */
static inline void record_drop (Record *r, int64_t index, int stride) {
  if ((uint64_t)index - 1 >= (uint64_t)r->word[LIST_SIZE]) return;
  int64_t *cell = record_cells(r) + (index - 1) * stride;
  r->word[LIST_SIZE]--;
  memmove(cell, cell + stride, (size_t)((r->word[LIST_SIZE] + 1 - index) * stride) * sizeof *cell);
}

/* Sorts a list of integers, whose cells have no tags. Lists of rules are short, or few are out of their order: each is inserted
** where it belongs. Integers that are equal cannot be told apart, so that all ways of sorting end alike. False: it is not done, after
** MOST_MOVED moves for each number, which takes a list of more than twice as many. */
#define MOST_MOVED 256

static inline bool record_sort (const Record *r) {
  int64_t *number = record_cells(r), n = r->word[LIST_SIZE], left = MOST_MOVED * n;
  for (int64_t i = 1; i < n; i++) {
    const int64_t value = number[i];
    int64_t at = i;
    while (at > 0 && number[at - 1] > value) number[at] = number[at - 1], at--;
    number[at] = value;
    if ((left -= i - at) < 0) return false;
  }
  return true;
}

#else

/* What the engine does with them. */

/* What a word with a tag holds is a record, or NULL. */
static inline const Record *record_held (int64_t tag, int64_t value) { return tag == T_TAB ? record_at(value) : NULL; }

/* The tag and the value of what a place holds whose words begin at `word`. */
static inline int64_t record_tag_at (const Place *place, const int64_t *word) { return place->tagged ? word[0] : record_tag(place->types); }

static inline int64_t record_value_at (const Place *place, const int64_t *word) { return word[place->tagged]; }

/* The tag and the value of field `i`, and of cell `i`, of a record. */

static inline int64_t record_field_tag (const Record *r, int i) {
  return record_tag_at(&r->kind->field[i], r->word + r->kind->field[i].at);
}

static inline int64_t record_field_value (const Record *r, int i) {
  return record_value_at(&r->kind->field[i], r->word + r->kind->field[i].at);
}

static inline const int64_t *record_cell_of (const Record *r, int64_t i) { return record_cells(r) + i * record_stride(r->kind); }

static inline int64_t record_cell_tag (const Record *r, int64_t i) { return record_tag_at(&r->kind->element, record_cell_of(r, i)); }

static inline int64_t record_cell_value (const Record *r, int64_t i) { return record_value_at(&r->kind->element, record_cell_of(r, i)); }

static inline int64_t record_size (const Record *r) { return r->kind->list ? r->word[LIST_SIZE] : 0; }

#endif

#endif
