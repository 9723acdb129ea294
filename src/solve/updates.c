#include "solve/updates.h"

#include <errno.h>

#include "solve/members.h"

/* A message of a wave: the node in its window, 2 bits of what it is about. An answer: the node and a bit; a code. */
#define SIDE 1u
#define WINS 2u

static void open_mail (Indexed *ix, Mailbox *mail, uint32_t words, size_t bytes) {
  mailbox_open(mail, &ix->w->store, &ix->w->db->directory, ix->windows, words, bytes);
}

void updates_open_answers (Indexed *ix, size_t bytes) {
  if (!mailbox_is_open(&ix->mails[0])) open_mail(ix, &ix->mails[0], 2, bytes);
}

void updates_open_waves (Indexed *ix, size_t bytes) {
  if (ix->windows == 1) return;
  open_mail(ix, &ix->mails[0], 1, bytes / 2);
  open_mail(ix, &ix->mails[1], 1, bytes / 2);
}

void updates_close (Indexed *ix) {
  mailbox_close(&ix->mails[0]);
  mailbox_close(&ix->mails[1]);
}

void updates_turn (Indexed *ix, const Cell codes[2]) {
  ix->posting ^= 1;
  for (Player side = MIN; side <= MAX; side++) ix->mailed[ix->posting][side] = codes[side];
}

bool updates_waits_old (const Indexed *ix, uint32_t window) { return mailbox_waits(&ix->mails[ix->posting ^ 1], window); }

bool updates_any (const Indexed *ix) { return ix->mails[0].waiting + ix->mails[1].waiting > 0; }

/* Sending. */

static void put (Indexed *ix, uint64_t node, uint32_t bits) {
  const uint32_t window = ranges_window(ix, node);
  const uint32_t message = (uint32_t)(node - ix->own - window * ix->each) << 2 | bits;
  mailbox_put(&ix->mails[ix->posting], window, &message);
}

void updates_send (Indexed *ix, uint64_t node, bool wins, Player side) {
  const uint32_t bits = (wins ? WINS : 0) | (side == MAX ? SIDE : 0);
  const int owner = members_owner(ix, node);
  if (owner != ix->w->rank) members_send(ix, owner, node << 2 | bits);
  else put(ix, node, bits);
}

void updates_answer (Indexed *ix, uint64_t node, Player mover, Cell code) {
  const uint32_t window = ranges_window(ix, node);
  const uint32_t message[2] = {(uint32_t)(node - ix->own - window * ix->each) << 1 | (mover == MAX), code};
  mailbox_put(&ix->mails[0], window, message);
}

/* Taking. Nothing here may fail: it is also done when the search is left. */

typedef struct Delivery { Indexed *ix; const Cell *codes; } Delivery;

/* A node of the window gets a result of a wave. */
static void take_bits (Indexed *ix, uint64_t node, uint32_t bits, const Cell codes[2]) {
  const Cell cell = *cells_at(ix, node);
  if (cell == CODE_NONE) ix->refused = node + 1;
  if (cell_is_open(cell)) updates_resolve(ix, node, bits & WINS, codes[bits & SIDE ? MAX : MIN]);
}

static void take_result (void *owner, const uint32_t *message) {
  const Delivery *d = owner;
  take_bits(d->ix, d->ix->base + (*message >> 2), *message & (SIDE | WINS), d->codes);
}

void updates_receive (Indexed *ix, uint64_t message) {
  const uint64_t node = message >> 2;
  const uint32_t bits = message & (SIDE | WINS);
  if (cells_hold(ix, node)) take_bits(ix, node, bits, ix->mailed[ix->posting]);
  else put(ix, node, bits);
}

static void take_answer (void *owner, const uint32_t *message) {
  Indexed *ix = ((const Delivery *)owner)->ix;
  const uint64_t node = ix->base + (*message >> 1);
  const Player mover = *message & 1 ? MAX : MIN;
  const Cell code = (Cell)message[1];
  Cell *cell = cells_at(ix, node);
  if (ix->checking) {
    ix->open[node - ix->base] |= code ? UPDATES_FOUND : UPDATES_NEEDS;
    return;
  }
  if (!cell_is_initial(*cell)) ix->open[node - ix->base]++;
  else {
    if (!preference_better(&ix->w->preference, mover, codes_result(&ix->codes, code), codes_result(&ix->codes, *cell))) return;
    ix->pending[*cell & ~CODE_INITIAL]--;
  }
  *cell = code | CODE_INITIAL;
  ix->pending[code]++;
  ix->changed = true;
}

static bool take_from (Indexed *ix, uint32_t which) {
  Mailbox *mail = &ix->mails[which];
  if (!mailbox_is_open(mail) || !mailbox_waits(mail, ix->window)) return true;
  return mailbox_take(mail, ix->window, mail->words == 1 ? take_result : take_answer, &(Delivery){ix, ix->mailed[which]});
}

/* What was mailed before this wave; answers are. */
static bool take_old (Indexed *ix) { return ix->mails[0].words == 2 ? take_from(ix, 0) : take_from(ix, ix->posting ^ 1); }

void updates_check (const Indexed *ix) {
  if (ix->refused)
    store_fail(&ix->w->store, "rules.index.before leads to index %llu of tier %lld, but rules.index.at gives no position "
                            "for it", (unsigned long long)((ix->refused - 1) >> ix->both), (long long)ix->w->tier);
}

void updates_load (Indexed *ix, uint32_t window) {
  const bool resumable = ix->resumable;
  ix->resumable = false;
  ranges_load(ix, window);
  if (!take_old(ix)) ranges_fail(ix, errno);
  updates_check(ix);
  ix->resumable = resumable;
}

bool updates_settle (Indexed *ix, bool leaving) {
  const uint32_t window = ix->window;
  for (uint32_t w = 0; w < ix->windows && ix->mails[0].waiting + ix->mails[1].waiting > 0; w++) {
    if (!mailbox_waits(&ix->mails[0], w) && !mailbox_waits(&ix->mails[1], w)) continue;
    if (w != ix->window && (!ranges_store(ix) || !ranges_read(ix, w))) return false;
    if (!take_old(ix) || !take_from(ix, ix->posting)) return false;
  }
  if (!ranges_store(ix)) return false;
  return leaving || ix->window == window || ranges_read(ix, window);
}
