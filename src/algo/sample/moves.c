#include "algo/sample/moves.h"

#include <string.h>

#include "base/hash.h"

enum { FIRST_ROOM = 256 };      /* a power of 2 */

void moves_open (Moves *m, Search *s, const char *option) { *m = (Moves){.search = s, .option = option}; }

static uint64_t hash_of (Move label) { return mix64((uint64_t)label.word ^ (uint64_t)label.slot << 63); }

static bool is_same (Move a, Move b) { return a.word == b.word && a.slot == b.slot; }

/* Twice as many slots; all moves find their places again. */
static void widen_slots (Moves *m) {
  const size_t room = m->slots_room ? 2 * m->slots_room : FIRST_ROOM;
  uint32_t *slots = arena_alloc(&m->search->arena, room * sizeof *slots);
  memset(slots, 0, room * sizeof *slots);
  for (uint32_t i = 1; i <= m->count; i++) {
    size_t at = hash_of(m->labels[i]) & (room - 1);
    while (slots[at]) at = (at + 1) & (room - 1);
    slots[at] = i;
  }
  m->slots = slots;
  m->slots_room = room;
}

/* A move that is met for the first time, whose slot is free. */
static uint32_t meet (Moves *m, Move label, size_t at) {
  if (m->count >= UINT32_MAX / 4) m->search->host->fail(m->search->host, "the game has too many moves for %s", m->option);
  m->labels = arena_widen(&m->search->arena, m->labels, sizeof *m->labels, &m->labels_room, m->count + 2);
  m->labels[++m->count] = label;
  m->slots[at] = m->count;
  return m->count;
}

/* The label of a move that is no integer. */
static Move label_of (const Moves *m, Move move) {
  Search *s = m->search;
  const Move label = s->game->label ? s->game->label(s->game, move) : (Move){0, -1};
  if (label.slot < 0)
    s->host->fail(s->host, "%s with %s needs moves that are integers or strings: no other are equal in different positions",
                  s->algorithm->id, m->option);
  return label;
}

uint32_t moves_number (Moves *m, Move move, Player player) {
  if (UNLIKELY(game_holds_move(move))) move = label_of(m, move);
  if (2 * (m->count + 1) > m->slots_room) widen_slots(m);
  size_t at = hash_of(move) & (m->slots_room - 1);
  while (m->slots[at] && !is_same(m->labels[m->slots[at]], move)) at = (at + 1) & (m->slots_room - 1);
  const uint32_t i = m->slots[at] ? m->slots[at] : meet(m, move, at);
  return 2 * i + (player == MAX);
}

void moves_play (Moves *m, uint32_t number) {
  m->played = arena_widen(&m->search->arena, m->played, sizeof *m->played, &m->played_room, (size_t)m->length + 1);
  m->played[m->length++] = number;
}

void moves_mark (Moves *m) {
  m->seen = arena_widen(&m->search->arena, m->seen, sizeof *m->seen, &m->seen_room, 2 * ((size_t)m->count + 1));
  m->last = arena_widen(&m->search->arena, m->last, sizeof *m->last, &m->last_room, (size_t)m->length + 1);
  if (++m->round == 0) {                /* after 2^32 iterations */
    memset(m->seen, 0, m->seen_room * sizeof *m->seen);
    m->round = 1;
  }
  for (int i = m->length - 1; i >= 0; i--) {
    m->last[i] = m->seen[m->played[i]] != m->round;
    m->seen[m->played[i]] = m->round;
  }
}
