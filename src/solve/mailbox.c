#include "solve/mailbox.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"

#define LINK 2                  /* words of a chunk before its messages: the chunk before it */
#define LONGEST ((size_t)256 << 10)     /* bytes of a chunk */
#define FEW 16                  /* messages of a chunk, at least */

void mailbox_open (Mailbox *mail, Store *store, const Directory *directory, const char *kind, uint32_t addresses, uint32_t words,
                size_t bytes) {
  size_t most = bytes / (addresses + 1);
  if (most > LONGEST) most = LONGEST;
  size_t messages = most / (words * sizeof(uint32_t));
  if (messages < FEW) messages = FEW;
  *mail = (Mailbox){.store = store, .directory = directory, .kind = kind, .file = -1, .words = words, .addresses = addresses};
  mail->room = (uint32_t)(LINK + messages * words);
  mail->boxes = store_take(store, addresses * sizeof *mail->boxes);
  for (uint32_t i = 0; i < addresses; i++) mail->boxes[i] = (struct MailboxSlot){0, LINK};
  mail->chunks = store_take(store, ((size_t)addresses + 1) * mail->room * sizeof *mail->chunks);
}

static uint32_t *chunk_of (const Mailbox *mail, uint32_t address) { return mail->chunks + (size_t)address * mail->room; }

static uint64_t offset_of (const Mailbox *mail, uint64_t chunk) { return (chunk - 1) * mail->room * sizeof(uint32_t); }

/* Writes a full chunk behind the others. */
static void put_aside (Mailbox *mail, uint32_t address) {
  struct MailboxSlot *box = &mail->boxes[address];
  uint32_t *chunk = chunk_of(mail, address);
  memcpy(chunk, &box->last, sizeof box->last);
  if (mail->file < 0) mail->file = directory_nameless(mail->directory, mail->kind);
  if (mail->file < 0 ||
      !file_write_at(mail->file, chunk, mail->room * sizeof *chunk, offset_of(mail, mail->written + 1)))
    store_fail(mail->store, "cannot put messages aside in %s: %s", mail->directory->path, strerror(errno));
  box->last = ++mail->written;
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
    if (!file_read_at(mail->file, read, mail->room * sizeof *read, offset_of(mail, box->last))) return false;
    memcpy(&box->last, read, sizeof box->last);
    hand_over(mail, read, mail->room, take, owner);
  }
  if (mail->waiting == 0) mail->written = 0;
  return true;
}

void mailbox_close (Mailbox *mail) {
  if (!mail->chunks) return;
  if (mail->file >= 0) close(mail->file);
  store_give(mail->store, mail->boxes);
  store_give(mail->store, mail->chunks);
  *mail = (Mailbox){.file = -1};
}
