/*
** The path of a depth-first search by proof numbers: a frame for each of its nodes, with what is known of the children. Frames are kept
** for the next node of the same ply.
*/
#pragma once

#include "algo/proof/marks.h"
#include "algo/proof/question.h"
#include "search/key.h"
#include "search/packed.h"

/* A child of a node on the path. */
typedef struct Item {
  Verdict verdict;
  Numbers numbers;
  Key key;              /* the words of a long one are those of the position */
  uint64_t hash, who;
  Value score;
  Value lower, upper;   /* its bounds, */
  bool bounded;         /* if they have been asked */
  bool held, held_move;
  uint16_t stores;      /* of its mark, when the tables were asked last */
  int64_t move;
} Item;

/* A node of the path. */
typedef struct Frame {
  Node node;
  Item *items;
  size_t room;
  int64_t *words;       /* of the children's positions */
  size_t words_room;
  int count;
  int child;              /* that is searched */
  uint32_t limit[2];
  Numbers numbers;
  Verdict verdict;
  int64_t move;         /* the number of the successor that settled it, 0 for none */
  uint64_t visits;      /* when it was entered */
  uint32_t mark;        /* the number that others see meanwhile, 0 for none */
  uint64_t path[2];     /* a digest of all keys from the root down to this node, where positions may repeat */
} Frame;

/* The search of one thread. */
typedef struct Mid {
  Questions questions;
  Value goal;
  int words;            /* of a position */
  bool keeps;           /* the game keeps positions or moves */
  Frame **frames;       /* by ply */
  size_t room;
  Marks marks;
  unsigned rounds;      /* calls and returns of MID in this question, where there are several threads */
} Mid;

/* Keeps `child` and the move to it. A long key is the row of its position: that of the one that is kept. */
static void frame_keep (Mid *m, Frame *f, const Node *child, Item *item) {
  Game *game = m->questions.search->game;
  int64_t *words = f->words + (size_t)f->count * (size_t)m->words;
  item->held = packed_pack(game, &child->position, words);
  item->held_move = packed_pack_move(game, f->node.walk.move, &item->move);
  if (game->key || !game_key_is_row(game)) return;
  Position kept;
  packed_load(game, words, item->held, &kept);
  item->key.word[0] = (uint64_t)(uintptr_t)position_row(&kept);
}

/* The position of child `i`. */
static void frame_load (const Mid *m, const Frame *f, int i, Position *position) {
  packed_load(m->questions.search->game, f->words + (size_t)i * (size_t)m->words, f->items[i].held, position);
}

/* Gives back what the game keeps of the children; there are none any more. */
static void frame_drop (Mid *m, Frame *f) {
  Game *game = m->questions.search->game;
  while (m->keeps && f->count > 0) {
    const Item *item = &f->items[--f->count];
    packed_drop(game, f->words + (size_t)f->count * (size_t)m->words, item->held);
    packed_drop_move(game, item->move, item->held_move);
  }
  f->count = 0;
}

/* Makes room for one child more. */
static void frame_widen (Mid *m, Frame *f) {
  Search *s = m->questions.search;
  const size_t least = (size_t)f->count + 1;
  if (least <= f->room) return;
  if (f->count > INT32_MAX / 4) s->host->fail(s->host, "a position has too many successors");
  f->words = arena_widen(&s->arena, f->words, sizeof *f->words * (size_t)m->words, &f->words_room, least);
  f->items = arena_widen(&s->arena, f->items, sizeof *f->items, &f->room, least);
}

/* The frame of this ply, and its node's parent. */
static Frame *frame_at (Mid *m, int ply) {
  Search *s = m->questions.search;
  m->frames = arena_widen(&s->arena, m->frames, sizeof(Frame *), &m->room, (size_t)ply + 1);
  if (m->frames[ply] == NULL) {
    Frame *f = arena_alloc(&s->arena, sizeof *f);
    *f = (Frame){.count = 0};
    m->frames[ply] = f;
  }
  return m->frames[ply];
}
