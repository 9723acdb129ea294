#include "algo/sample/moves.h"

#include <string.h>

#include "base/hash.h"

enum { FIRST_ROOM = 256 };      /* a power of 2 */

void moves_open (Moves *m, Search *s, const char *option) { *m = (Moves){.search = s, .option = option}; }

/* Twice as many slots; all moves find their places again. */
static void widen_slots (Moves *m) {
  const size_t room = m->slots_room ? 2 * m->slots_room : FIRST_ROOM;
  uint32_t *slots = arena_alloc(&m->search->arena, room * sizeof *slots);
  memset(slots, 0, room * sizeof *slots);
  for (uint32_t i = 1; i <= m->count; i++) {
    size_t at = mix64((uint64_t)m->words[i]) & (room - 1);
    while (slots[at]) at = (at + 1) & (room - 1);
    slots[at] = i;
  }
  m->slots = slots;
  m->slots_room = room;
}

/* A move that is met for the first time, whose slot is free. */
static uint32_t meet (Moves *m, int64_t word, size_t at) {
  if (m->count >= UINT32_MAX / 4) m->search->host->fail(m->search->host, "the game has too many moves for %s", m->option);
  m->words = arena_widen(&m->search->arena, m->words, sizeof *m->words, &m->words_room, m->count + 2);
  m->words[++m->count] = word;
  m->slots[at] = m->count;
  return m->count;
}

static void refuse_object (const Moves *m) {
  m->search->host->fail(m->search->host, "%s with %s needs moves that are integers, the same in all positions", m->search->algorithm->id,
                        m->option);
}

uint32_t moves_number (Moves *m, Move move, Player player) {
  if (UNLIKELY(game_holds_move(move))) refuse_object(m);
  if (2 * (m->count + 1) > m->slots_room) widen_slots(m);
  size_t at = mix64((uint64_t)move.word) & (m->slots_room - 1);
  while (m->slots[at] && m->words[m->slots[at]] != move.word) at = (at + 1) & (m->slots_room - 1);
  const uint32_t i = m->slots[at] ? m->slots[at] : meet(m, move.word, at);
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
