/*
** The children of a node, for best-first searches with a tree in memory: side by side in one block, without links to their parent, for the
** path from the root to the node that is searched is a stack. A block is
**
**   | head | flags, a byte of each child | record of each | position of each | move of each, unless they are 1, 2, 3, ... |
**
** so that what is read most often lies close together. The record of a child is the algorithm's: its bounds, or its proof numbers. A child
** with children has the address of their block instead of the first word of its position, which is in the head of that block.
** Positions and moves are packed (search/packed.h).
**
** Blocks come from the arena of the search; those that are free wait on lists, by the number of their children.
*/
#pragma once

#include <stddef.h>

#include "search/pulled.h"

/* Flags of a child beside those of pulled.h: it has a block of children. Those from OWN_FLAG on are the algorithm's. */
enum { HAS_CHILDREN = 4, OWN_FLAG = 8 };

typedef struct Children Children;

struct Children {
  union {
    Line *line;         /* of a node whose subtree is forgotten, and whose value is exact: how that value comes about */
    Children *next;     /* of a block that is free, or about to be */
  };
  int64_t parent;       /* the first word of their parent's position */
  int32_t count;        /* 0 when forgotten */
  uint8_t player;       /* who chooses among them */
  bool numbered;        /* their moves are 1, 2, 3, ... and stored nowhere */
  uint8_t flags[];      /* of each; behind them the rest */
};

typedef struct ChildrenPool {
  Search *search;
  size_t each;          /* bytes of the record of a child */
  int words;            /* of a position */
  bool keeps;           /* the game keeps positions or moves */
  Pulled pulled;        /* children that are being generated */
  Children **unused[2]; /* free blocks, numbered or not, by the number of their children */
  size_t unused_room[2];
} ChildrenPool;

static inline ChildrenPool children_pool (Search *s, size_t each) {
  return (ChildrenPool){.search = s, .each = each, .words = s->game->words, .keeps = s->game->keep != NULL, .pulled = {.search = s}};
}

/* Returns the bytes of a block of `count` children before their records. */
static inline size_t children_head (int32_t count) { return (offsetof(Children, flags) + (size_t)count + 7) & ~(size_t)7; }

/* Returns the record of the first child; the others follow. */
static inline void *children_records (Children *children) { return (char *)children + children_head(children->count); }

/* Returns the words of the position of child `i`, from 0; behind the last of them are the moves, in a block that is not numbered. */
static inline int64_t *children_words (const ChildrenPool *pool, Children *children, int i) {
  char *words = (char *)children_records(children) + pool->each * (size_t)children->count;
  return (int64_t *)(void *)words + (size_t)i * (size_t)pool->words;
}

/* Returns the children of child `i`, or NULL. */
static inline Children *children_below (const ChildrenPool *pool, Children *children, int i) {
  return children->flags[i] & HAS_CHILDREN ? (Children *)(intptr_t)*children_words(pool, children, i) : NULL;
}

/* Returns the position of child `i`; it lives as long as the child is held. */
Position children_position (const ChildrenPool *pool, Children *children, int i);

/* Returns the move to child `i`; it lives as long as the child is held. */
Move children_move (const ChildrenPool *pool, Children *children, int i);

/*
** Makes a block of the `count` children that were generated, with their flags if they have any (`flagged`). The caller sets their records.
** May leave the search.
*/
Children *children_make (ChildrenPool *pool, int32_t count, Player player, bool numbered, bool flagged);

/* Makes the block of the root alone, which has no position and no move. */
Children *children_make_root (ChildrenPool *pool);

/* Makes `children` the children of child `i` of `siblings`. */
void children_attach (const ChildrenPool *pool, Children *siblings, int i, Children *children);

/* Frees all below child `i`, which has children, however deep. Cannot fail. */
void children_release (ChildrenPool *pool, Children *siblings, int i);

/* Leaves a line instead of all that was freed below child `i`, where `player` moves. Returns the block that has it. */
Children *children_forget (ChildrenPool *pool, Children *siblings, int i, Player player, Line *line);
