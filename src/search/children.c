#include "search/children.h"

#include <string.h>

/* Of a block that is not numbered. */
static int64_t *moves_of (const ChildrenPool *p, Children *children) { return children_words(p, children, children->count); }

/* Blocks. */

static Children *new_block (ChildrenPool *p, int32_t count, Player player, bool numbered) {
  Children *children = (size_t)count < p->unused_room[numbered] ? p->unused[numbered][count] : NULL;
  const size_t words = (size_t)p->words + !numbered;
  if (children) p->unused[numbered][count] = children->next;
  else children = arena_alloc(&p->search->arena, children_head(count) + (p->each + words * sizeof(int64_t)) * (size_t)count);
  children->line = NULL;
  children->count = count;
  children->player = (uint8_t)player;
  children->numbered = numbered;
  return children;
}

static void free_block (ChildrenPool *p, Children *children) {
  search_hold(p->search, -(int64_t)children->count);
  children->next = p->unused[children->numbered][children->count];
  p->unused[children->numbered][children->count] = children;
}

/* Reserves the list for a block of `count` children, so that it can be freed without an allocation. */
static void reserve_list (ChildrenPool *p, int32_t count, bool numbered) {
  if ((size_t)count < p->unused_room[numbered]) return;
  p->unused[numbered] = arena_widen(&p->search->arena, p->unused[numbered], sizeof *p->unused[numbered], &p->unused_room[numbered],
                                    (size_t)count + 1);
}

void children_attach (const ChildrenPool *p, Children *siblings, int i, Children *children) {
  int64_t *words = children_words(p, siblings, i);
  children->parent = *words;
  *words = (int64_t)(intptr_t)children;
  siblings->flags[i] |= HAS_CHILDREN;
}

/* Child `i`, which had a block of children, has it no longer. */
static Children *detach (const ChildrenPool *p, Children *children, int i) {
  int64_t *words = children_words(p, children, i);
  Children *block = (Children *)(intptr_t)*words;
  *words = block->parent;
  children->flags[i] &= (uint8_t)~HAS_CHILDREN;
  return block;
}

/* Drops what the game keeps of children without blocks. */
static void drop (const ChildrenPool *p, Children *children) {
  Game *game = p->search->game;
  const uint8_t *flags = children->flags;
  for (int i = 0; i < children->count; i++) {
    packed_drop(game, children_words(p, children, i), flags[i] & HELD_POSITION);
    if (flags[i] & HELD_MOVE) packed_drop_move(game, moves_of(p, children)[i], true);
  }
}

/* Frees a block; those below it wait. Of a forgotten subtree only the line is left. */
static void release_block (ChildrenPool *p, Children *children, Children **waiting) {
  if (children->count > 0) {
    children->next = *waiting;
    *waiting = children;
  } else {
    line_free(&p->search->lines, children->line);
    free_block(p, children);
  }
}

/* The blocks that wait are threaded: it takes no stack, however deep they lie. */
void children_release (ChildrenPool *p, Children *siblings, int at) {
  Children *waiting = NULL;
  release_block(p, detach(p, siblings, at), &waiting);
  while (waiting) {
    Children *children = waiting;
    waiting = children->next;
    const uint8_t *flags = children->flags;
    for (int i = 0; i < children->count; i++)
      if (flags[i] & HAS_CHILDREN) release_block(p, detach(p, children, i), &waiting);
    if (p->keeps) drop(p, children);
    free_block(p, children);
  }
}

Children *children_forget (ChildrenPool *p, Children *siblings, int i, Player player, Line *line) {
  Children *forgotten = new_block(p, 0, player, true);
  forgotten->line = line;
  children_attach(p, siblings, i, forgotten);
  return forgotten;
}

Children *children_make_root (ChildrenPool *p) {
  Children *root = new_block(p, 1, MAX, true);
  memset(children_words(p, root, 0), 0, sizeof(int64_t) * (size_t)p->words);
  root->flags[0] = 0;
  reserve_list(p, 0, true);
  return root;
}

/* Positions and moves. */

Position children_position (const ChildrenPool *p, Children *children, int i) {
  Position position = {{0}};
  const uint8_t flags = children->flags[i];
  int64_t words[POSITION_WORDS];
  memcpy(words, children_words(p, children, i), (size_t)p->words * sizeof *words);
  if (flags & HAS_CHILDREN) words[0] = children_below(p, children, i)->parent;
  packed_load(p->search->game, words, flags & HELD_POSITION, &position);
  return position;
}

Move children_move (const ChildrenPool *p, Children *children, int i) {
  if (children->numbered) return (Move){i + 1, 0};
  return packed_load_move(moves_of(p, children)[i], children->flags[i] & HELD_MOVE);
}

Children *children_make (ChildrenPool *p, int32_t count, Player player, bool numbered, bool flagged) {
  const Pulled *pulled = &p->pulled;
  reserve_list(p, count, numbered);
  Children *children = new_block(p, count, player, numbered);
  search_hold(p->search, count);
  memcpy(children_words(p, children, 0), pulled->words, sizeof *pulled->words * (size_t)count * (size_t)p->words);
  if (!numbered) memcpy(moves_of(p, children), pulled->moves, sizeof *pulled->moves * (size_t)count);
  if (flagged) memcpy(children->flags, pulled->flags, (size_t)count);
  else memset(children->flags, 0, (size_t)count);
  return children;
}
