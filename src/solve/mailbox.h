/*
** Messages to ranges of positions that are not in memory: they wait in a file, by address, until the range is.
**
** A message is one to three words of 32 bits. Each address has room for some of its messages in memory; when that is full they go to
** the end of the file, as one chunk behind the last one of the address. The order in which the messages of an address are taken is not
** theirs. The file has no name: after a kill nothing is left of it.
*/
#pragma once

#include "solve/spill.h"

#define MAILBOX_LEAST ((size_t)64 << 10)   /* bytes of a chest for the messages of all addresses, at least */

typedef struct Mailbox {
  Spill full;                   /* its file, whose rows are chunks; without a file until there is one */
  uint32_t words, addresses;
  uint32_t room;                /* words of a chunk, with two that say where the one before it is */
  uint32_t *chunks;             /* the chunk of each address that is being filled, and one to read in; NULL: it is closed */
  struct MailboxSlot { uint64_t last; uint32_t filled; } *boxes;    /* last: chunk in the file, from 1; 0: none */
  uint64_t waiting;             /* messages */
} Mailbox;

/* Opens mail of messages of `words`, in about `bytes` of memory and a file of the directory. Leaves the search for want of memory. */
void mailbox_open (Mailbox *mail, Store *store, const Directory *directory, uint32_t addresses, uint32_t words, size_t bytes);

static inline bool mailbox_is_open (const Mailbox *mail) { return mail->chunks != NULL; }

/* Posts a message. Fails by way of the host if it cannot be written. */
void mailbox_put (Mailbox *mail, uint32_t address, const uint32_t *message);

/* Are there messages for an address? */
static inline bool mailbox_waits (const Mailbox *mail, uint32_t address) {
  return mail->waiting > 0 && (mail->boxes[address].last > 0 || mail->boxes[address].filled > 2);
}

/* What takes a message. */
typedef void MailboxTake (void *owner, const uint32_t *message);

/* Hands over all messages of an address. False, with errno: they cannot be read. */
bool mailbox_take (Mailbox *mail, uint32_t address, MailboxTake *take, void *owner);

/* Forgets all messages and gives everything back. Cannot fail; may be called twice. */
void mailbox_close (Mailbox *mail);
