#include "solve/questions.h"

#include <errno.h>

#include "solve/distribution.h"
#include "solve/updates.h"

/*
** A question is three words: the node in its piece; the lower and the upper half of who asks, which are the node that asks, the result
** that it has in a check, 2 bits.
*/
#define MOST_PIECE (UINT64_C(1) << 29)
#define NEGATED 1u
#define MOVER 2u
#define CLAIM_SHIFT 2           /* of a cell, */
#define FROM_SHIFT (CLAIM_SHIFT + 15)   /* and of a node */

static uint64_t pieces_of (const Indexed *ix, const Questions *a, const IndexTier *tier) {
  return ((tier->size << ix->both) + a->each - 1) / a->each;
}

/* Makes room, and numbers the pieces of all later tiers, in a check those of the tier too. */
static void open (Indexed *ix) {
  Store *store = &ix->w->store;
  const Analysis *w = ix->w;
  Questions *a = store_take(store, sizeof *a);
  *a = (Questions){.tier = NULL};
  const size_t held = store->held + store->beside + SPARE;
  const size_t left = store->limit > held ? store->limit - held : 0, share = left / 4 > MAILBOX_LEAST ? left / 4 : MAILBOX_LEAST;
  a->each = share / sizeof *a->cells & ~UINT64_C(1);
  if (a->each > MOST_PIECE) a->each = MOST_PIECE;
  if (ix->windows > 1 && a->each > ix->each) a->each = ix->each;
  uint64_t pieces = 0;
  for (uint32_t at = 0; at < w->tier_count; at++) {
    IndexTier *tier = &ix->tiers[at];
    if (tier->tier < w->tier + !ix->checking) continue;
    tier->piece = (uint32_t)pieces;
    pieces += pieces_of(ix, a, tier);
  }
  a->cells = store_take(store, a->each * sizeof *a->cells);
  mailbox_open(&a->mail, store, &w->db->directory, (uint32_t)pieces, 3, share);
  updates_open_answers(ix, share);
  ix->questions = a;
}

void questions_close (Indexed *ix) {
  if (!ix->questions) return;
  mailbox_close(&ix->questions->mail);
  store_give(&ix->w->store, ix->questions->cells);
  store_give(&ix->w->store, ix->questions);
  for (uint32_t at = 0; at < ix->w->tier_count; at++) ix->tiers[at].asked = false;
  ix->questions = NULL;
}

void questions_put (Indexed *ix, IndexTier *tier, uint64_t node, uint64_t from, Player mover, bool negated) {
  if (!ix->questions) open(ix);
  Questions *a = ix->questions;
  const uint64_t who = from << FROM_SHIFT | (uint64_t)ix->claimed << CLAIM_SHIFT | (negated ? NEGATED : 0) | (mover == MAX ? MOVER : 0);
  const uint32_t message[3] = {(uint32_t)(node % a->each), (uint32_t)who, (uint32_t)(who >> 32)};
  tier->asked = true;
  ix->resumable = false;                        /* a question would be lost */
  mailbox_put(&a->mail, tier->piece + (uint32_t)(node / a->each), message);
}

/* Answering. */

static void take_question (void *owner, const uint32_t *message) {
  Indexed *ix = owner;
  const Questions *a = ix->questions;
  const uint64_t who = (uint64_t)message[2] << 32 | message[1], from = who >> FROM_SHIFT;
  const Player mover = who & MOVER ? MAX : MIN;
  const Cell cell = a->cells[*message], claimed = who >> CLAIM_SHIFT & (CODE_INITIAL - 1);
  if (cell == CODE_NONE) cells_refuse_successor(ix, from, a->tier->tier, (a->base + *message) >> ix->both);
  Preference *preference = &ix->w->preference;
  const Result above = preference_seen(preference, who & NEGATED, preference_above(preference, codes_result(&ix->codes, cell)));
  if (!ix->checking) updates_answer(ix, from, mover, codes_number(&ix->codes, above));
  else if (cells_agree(ix, from, mover, above, claimed)) updates_answer(ix, from, mover, claimed);
}

/* The parts of a later tier, read along. */
typedef struct Reading { PartReader readers[2]; bool more[2]; int count; } Reading;

static void begin_reading (Indexed *ix, Reading *r, const IndexTier *tier) {
  const Database *db = ix->w->db;
  r->count = 0;
  for (int i = 0; i < db->count && r->count < 2; i++) {
    if (db->parts[i].head.tier != tier->tier) continue;
    r->more[r->count] = true;
    part_read_from(&r->readers[r->count++], &db->parts[i], &ix->w->store);
  }
}

static void read_piece (Indexed *ix, Reading *r) {
  Questions *a = ix->questions;
  const uint64_t first = a->base >> ix->both, end = (a->base + a->each) >> ix->both;
  if (a->tier->tier == ix->w->tier) {
    ranges_copy(ix, a->base, a->each < ix->nodes - a->base ? a->each : ix->nodes - a->base, a->cells);
    return;
  }
  for (uint64_t i = 0; i < a->each; i++) a->cells[i] = CODE_NONE;
  for (int i = 0; i < r->count; i++) {
    PartReader *reader = &r->readers[i];
    r->more[i] = r->more[i] && part_read_to(reader, &first);
    while (r->more[i] && *reader->row < end) {
      const Cell cell = cells_read(ix, reader, a->tier->size);
      a->cells[cells_node(ix, *reader->row, (Player)reader->part->head.player) - a->base] = cell;
      r->more[i] = part_read(reader);
    }
  }
}

static void answer_about (Indexed *ix, const IndexTier *tier) {
  Questions *a = ix->questions;
  const uint64_t pieces = pieces_of(ix, a, tier);
  Reading reading;
  a->tier = tier;
  begin_reading(ix, &reading, tier);
  for (uint32_t k = 0; k < pieces; k++) {
    if (!mailbox_waits(&a->mail, tier->piece + k)) continue;
    a->base = k * a->each;
    read_piece(ix, &reading);
    analysis_progress(ix->w, ix->checking ? "check" : "backward", k, pieces);
    distribution_look(ix->w);
    if (!mailbox_take(&a->mail, tier->piece + k, take_question, ix)) ranges_fail(ix, errno);
  }
  for (int i = 0; i < reading.count; i++) part_read_end(&reading.readers[i]);
}

void questions_answer (Indexed *ix) {
  if (!ix->questions) return;
  for (uint32_t at = 0; at < ix->w->tier_count; at++)
    if (ix->tiers[at].asked) answer_about(ix, &ix->tiers[at]);
}
