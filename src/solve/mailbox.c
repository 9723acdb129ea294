#include "solve/mailbox.h"

#include <string.h>

#define LINK 2                  /* words of a chunk before its messages: the chunk before it */
#define LONGEST ((size_t)256 << 10)     /* bytes of a chunk */
#define FEW 16                  /* messages of a chunk, at least */

void mailbox_open (Mailbox *mail, Store *store, const Directory *directory, uint32_t addresses, uint32_t words, size_t bytes) {
  size_t most = bytes / (addresses + 1);
  if (most > LONGEST) most = LONGEST;
  size_t messages = most / (words * sizeof(uint32_t)) & ~(size_t)1;
  if (messages < FEW) messages = FEW;
  *mail = (Mailbox){.words = words, .addresses = addresses, .room = (uint32_t)(LINK + messages * words)};
  mail->full = spill_of(store, directory, "messages", (int)mail->room / 2);
  mail->boxes = store_take(store, addresses * sizeof *mail->boxes);
  for (uint32_t i = 0; i < addresses; i++) mail->boxes[i] = (struct MailboxSlot){0, LINK};
  mail->chunks = store_take(store, ((size_t)addresses + 1) * mail->room * sizeof *mail->chunks);
}

static uint32_t *chunk_of (const Mailbox *mail, uint32_t address) { return mail->chunks + (size_t)address * mail->room; }

/* Writes a full chunk behind the others. */
static void put_aside (Mailbox *mail, uint32_t address) {
  struct MailboxSlot *box = &mail->boxes[address];
  uint32_t *chunk = chunk_of(mail, address);
  memcpy(chunk, &box->last, sizeof box->last);
  spill_add(&mail->full, (const uint64_t *)(const void *)chunk, 1);
  box->last = mail->full.rows;
  box->filled = LINK;
}

void mailbox_put (Mailbox *mail, uint32_t address, const uint32_t *message) {
  struct MailboxSlot *box = &mail->boxes[address];
  if (box->filled == mail->room) put_aside(mail, address);
  uint32_t *to = chunk_of(mail, address) + box->filled;
  for (uint32_t i = 0; i < mail->words; i++) to[i] = message[i];
  box->filled += mail->words;
  mail->waiting++;
}

static void hand_over (Mailbox *mail, const uint32_t *chunk, uint32_t filled, MailboxTake *take, void *owner) {
  mail->waiting -= (filled - LINK) / mail->words;
  for (uint32_t at = LINK; at < filled; at += mail->words) take(owner, chunk + at);
}

bool mailbox_take (Mailbox *mail, uint32_t address, MailboxTake *take, void *owner) {
  struct MailboxSlot *box = &mail->boxes[address];
  uint32_t *read = chunk_of(mail, mail->addresses);
  hand_over(mail, chunk_of(mail, address), box->filled, take, owner);
  box->filled = LINK;
  while (box->last > 0) {
    if (!spill_try_read(&mail->full, (uint64_t *)(void *)read, 1, box->last - 1)) return false;
    memcpy(&box->last, read, sizeof box->last);
    hand_over(mail, read, mail->room, take, owner);
  }
  if (mail->waiting == 0) mail->full.rows = 0;
  return true;
}

void mailbox_close (Mailbox *mail) {
  if (!mail->chunks) return;
  spill_close(&mail->full);
  store_give(mail->full.store, mail->boxes);
  store_give(mail->full.store, mail->chunks);
  *mail = (Mailbox){.chunks = NULL};
}
