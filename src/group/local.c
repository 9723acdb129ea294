#include "group/local.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process.h"
#include "base/wait.h"

#define SLOTS 4                 /* messages in a ring */
#define LINE 64                 /* bytes of a cache line */
#define LONGEST 0.01            /* seconds that a member sleeps */
#define CALLS_A_LOOK 256              /* calls of `gone` from one look at the copies to the next */

typedef struct Slot {
  uint32_t size, lane;
  unsigned char message[GROUP_MESSAGE];
} Slot;

/* Messages of one member to another: written at the tail by the one, read at the head by the other. */
typedef struct Ring {
  _Alignas(LINE) _Atomic uint32_t head;
  _Alignas(LINE) _Atomic uint32_t tail;
  Slot slots[SLOTS];
} Ring;

typedef struct Member {
  _Alignas(LINE) _Atomic uint32_t bell;         /* rung when there is something to look at */
  _Atomic uint32_t asleep;
  _Atomic uint32_t over;                        /* it has ended as it should */
} Member;

typedef struct Shared {
  _Atomic int farewell;         /* 1: a member is writing why it quits; 2: it has written */
  int why;
  char text[GROUP_TEXT];
  Member members[LOCAL_MOST];
  Ring rings[];                 /* from each to each */
} Shared;

typedef struct Local {
  Group group;
  Shared *shared;
  size_t size;
  pid_t copies[LOCAL_MOST];     /* in the first one: by rank; 0: there is none */
  Ring *open;                   /* where the message is that was received last, and its sender; */
  int sender;
  uint32_t heard;               /* the bell, before anything was looked at */
  bool refused;                 /* since then something could not be sent */
  unsigned calls;
} Local;

static Local *local_of (Group *group) { return (Local *)(void *)group; }

static Ring *ring (const Local *l, int from, int to) { return &l->shared->rings[from * l->group.ranks + to]; }

static Member *own (const Local *l) { return &l->shared->members[l->group.rank]; }

static const uint32_t *word (Member *m) { return (const uint32_t *)(void *)&m->bell; }

static void ring_bell (const Local *l, int rank) {
  Member *m = &l->shared->members[rank];
  atomic_fetch_add(&m->bell, 1);
  if (atomic_load(&m->asleep)) wait_wake(word(m));
}

static bool send_message (Group *group, int to, int lane, const void *message, size_t size) {
  Local *l = local_of(group);
  Ring *r = ring(l, group->rank, to);
  const uint32_t tail = atomic_load_explicit(&r->tail, memory_order_relaxed);
  if (!l->refused) l->heard = atomic_load(&own(l)->bell);
  l->refused = tail - atomic_load(&r->head) == SLOTS;
  if (l->refused) return false;
  Slot *slot = &r->slots[tail % SLOTS];
  slot->size = (uint32_t)size;
  slot->lane = (uint32_t)lane;
  memcpy(slot->message, message, size);
  atomic_store(&r->tail, tail + 1);
  ring_bell(l, to);
  return true;
}

/* The slot of the last message is free again. */
static void give_back (Local *l) {
  if (!l->open) return;
  atomic_fetch_add(&l->open->head, 1);
  ring_bell(l, l->sender);
  l->open = NULL;
}

static const void *receive_message (Group *group, int lane, int *from, size_t *size) {
  Local *l = local_of(group);
  give_back(l);
  if (!l->refused) l->heard = atomic_load(&own(l)->bell);
  for (int i = 0; i < group->ranks; i++) {
    const int sender = (l->sender + 1 + i) % group->ranks;
    Ring *r = ring(l, sender, group->rank);
    const uint32_t head = atomic_load_explicit(&r->head, memory_order_relaxed);
    const Slot *slot = &r->slots[head % SLOTS];
    if (head == atomic_load(&r->tail) || slot->lane != (uint32_t)lane) continue;
    l->open = r;
    l->sender = *from = sender;
    *size = slot->size;
    return slot->message;
  }
  return NULL;
}

static void wait_for_bell (Group *group) {
  Local *l = local_of(group);
  Member *m = own(l);
  l->refused = false;
  atomic_store(&m->asleep, 1);
  if (!wait_on(word(m), l->heard, LONGEST)) l->calls = CALLS_A_LOOK - 1;
  atomic_store(&m->asleep, 0);
}

static void quit (Group *group, int why, const char *text) {
  Shared *s = local_of(group)->shared;
  int none = 0;
  if (!atomic_compare_exchange_strong(&s->farewell, &none, 1)) return;
  s->why = why;
  snprintf(s->text, sizeof s->text, "%s", text);
  atomic_store(&s->farewell, 2);
}

/* Has a copy ended that should not have? */
static bool is_lost (Local *l, char *text) {
  for (int rank = 1; rank < l->group.ranks; rank++) {
    int status = 0;
    if (l->copies[rank] == 0 || process_runs(l->copies[rank], &status)) continue;
    l->copies[rank] = 0;        /* if it is not our child any more, another thread has waited for it */
    if (atomic_load(&l->shared->members[rank].over)) continue;
    const int at = snprintf(text, GROUP_TEXT, "process %d of %d ", rank + 1, l->group.ranks);
    if (WIFSIGNALED(status)) snprintf(text + at, GROUP_TEXT - (size_t)at, "was killed by signal %d", WTERMSIG(status));
    else snprintf(text + at, GROUP_TEXT - (size_t)at, "has ended too early");
    return true;
  }
  return false;
}

static bool has_farewell (const Local *l, int *why, char *text) {
  if (atomic_load(&l->shared->farewell) != 2) return false;
  *why = l->shared->why;
  memcpy(text, l->shared->text, GROUP_TEXT);
  return true;
}

static bool gone (Group *group, int *why, char *text) {
  Local *l = local_of(group);
  if (has_farewell(l, why, text)) return true;
  if (group->rank > 0 || ++l->calls % CALLS_A_LOOK != 0 || !is_lost(l, text)) return false;
  *why = 0;
  has_farewell(l, why, text);       /* its farewell says more than the signal */
  return true;
}

static void close_group (Group *group) {
  Local *l = local_of(group);
  if (group->rank > 0) {
    fflush(NULL);               /* what rules have printed here */
    atomic_store(&own(l)->over, 1);
    _exit(0);
  }
  for (int rank = 1; rank < group->ranks; rank++)
    if (l->copies[rank] != 0) process_kill(l->copies[rank]);
  munmap(l->shared, l->size);
  munmap(l, sizeof *l);
}

Group *local_group (int ranks) {
  const size_t size = sizeof(Shared) + (size_t)ranks * (size_t)ranks * sizeof(Ring);
  if (ranks < 1 || ranks > LOCAL_MOST) return errno = EINVAL, NULL;
  Local *l = mmap(NULL, sizeof *l, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (l == MAP_FAILED) return NULL;
  l->group = (Group){.ranks = ranks, .send = send_message, .receive = receive_message, .wait = wait_for_bell, .gone = gone, .quit = quit,
                   .close = close_group};
  group_open(&l->group);
  l->size = size;
  l->shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (l->shared == MAP_FAILED) {
    munmap(l, sizeof *l);
    return NULL;
  }
  for (int rank = 1; rank < ranks; rank++) {
    const pid_t copy = process_copy();
    if (copy == 0) {
      l->group.rank = rank;
      break;
    }
    if (copy < 0) {
      const int error = errno;
      close_group(&l->group);
      return errno = error, NULL;
    }
    l->copies[rank] = copy;
  }
  return &l->group;
}
