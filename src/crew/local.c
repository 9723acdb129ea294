#include "crew/local.h"

#include <errno.h>
#include <limits.h>
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
  unsigned char message[CREW_MESSAGE];
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
  _Atomic int told;             /* 1: a member is writing why it quits; 2: it has written */
  int why;
  char text[CREW_TEXT];
  Member members[LOCAL_MOST];
  Ring rings[];                 /* from each to each */
} Shared;

typedef struct Local {
  Crew crew;
  Shared *shared;
  size_t size;
  pid_t copies[LOCAL_MOST];     /* in the first one: by rank; 0: there is none */
  Ring *open;                   /* where the message is that was received last, and its sender; */
  int sender;
  uint32_t heard;               /* the bell, before anything was looked at */
  bool refused;                 /* since then something could not be sent */
  unsigned calls;
} Local;

static Local *local_of (Crew *crew) { return (Local *)(void *)crew; }

static Ring *ring (const Local *l, int from, int to) { return &l->shared->rings[from * l->crew.ranks + to]; }

static Member *own (const Local *l) { return &l->shared->members[l->crew.rank]; }

static const uint32_t *word (Member *m) { return (const uint32_t *)(void *)&m->bell; }

static void ring_bell (const Local *l, int rank) {
  Member *m = &l->shared->members[rank];
  atomic_fetch_add(&m->bell, 1);
  if (atomic_load(&m->asleep)) wait_wake(word(m));
}

static bool send_message (Crew *crew, int to, int lane, const void *message, size_t size) {
  Local *l = local_of(crew);
  Ring *r = ring(l, crew->rank, to);
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

static const void *receive_message (Crew *crew, int lane, int *from, size_t *size) {
  Local *l = local_of(crew);
  give_back(l);
  if (!l->refused) l->heard = atomic_load(&own(l)->bell);
  for (int i = 0; i < crew->ranks; i++) {
    const int sender = (l->sender + 1 + i) % crew->ranks;
    Ring *r = ring(l, sender, crew->rank);
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

static void wait_for_bell (Crew *crew) {
  Local *l = local_of(crew);
  Member *m = own(l);
  l->refused = false;
  atomic_store(&m->asleep, 1);
  if (!wait_on(word(m), l->heard, LONGEST)) l->calls = CALLS_A_LOOK - 1;
  atomic_store(&m->asleep, 0);
}

static void quit (Crew *crew, int why, const char *text) {
  Shared *s = local_of(crew)->shared;
  int none = 0;
  if (!atomic_compare_exchange_strong(&s->told, &none, 1)) return;
  s->why = why;
  snprintf(s->text, sizeof s->text, "%s", text);
  atomic_store(&s->told, 2);
}

/* Has a copy ended that should not have? */
static bool is_lost (Local *l, char *text) {
  for (int rank = 1; rank < l->crew.ranks; rank++) {
    int status = 0;
    if (l->copies[rank] == 0 || process_runs(l->copies[rank], &status)) continue;
    l->copies[rank] = 0;        /* if it is not our child any more, another thread has waited for it */
    if (atomic_load(&l->shared->members[rank].over)) continue;
    const int at = snprintf(text, CREW_TEXT, "process %d of %d ", rank + 1, l->crew.ranks);
    if (WIFSIGNALED(status)) snprintf(text + at, CREW_TEXT - (size_t)at, "was killed by signal %d", WTERMSIG(status));
    else snprintf(text + at, CREW_TEXT - (size_t)at, "has ended too early");
    return true;
  }
  return false;
}

static bool has_told (const Local *l, int *why, char *text) {
  if (atomic_load(&l->shared->told) != 2) return false;
  *why = l->shared->why;
  memcpy(text, l->shared->text, CREW_TEXT);
  return true;
}

static bool gone (Crew *crew, int *why, char *text) {
  Local *l = local_of(crew);
  if (has_told(l, why, text)) return true;
  if (crew->rank > 0 || ++l->calls % CALLS_A_LOOK != 0 || !is_lost(l, text)) return false;
  *why = 0;
  has_told(l, why, text);       /* what it has said at last says more */
  return true;
}

static void close_crew (Crew *crew) {
  Local *l = local_of(crew);
  if (crew->rank > 0) {
    fflush(NULL);               /* what rules have printed here */
    atomic_store(&own(l)->over, 1);
    _exit(0);
  }
  for (int rank = 1; rank < crew->ranks; rank++)
    if (l->copies[rank] != 0) process_kill(l->copies[rank]);
  munmap(l->shared, l->size);
  munmap(l, sizeof *l);
}

Crew *local_crew (int ranks) {
  const size_t size = sizeof(Shared) + (size_t)ranks * (size_t)ranks * sizeof(Ring);
  if (ranks < 1 || ranks > LOCAL_MOST) return errno = EINVAL, NULL;
  Local *l = mmap(NULL, sizeof *l, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (l == MAP_FAILED) return NULL;
  l->crew = (Crew){.ranks = ranks, .send = send_message, .receive = receive_message, .wait = wait_for_bell, .gone = gone, .quit = quit,
                   .close = close_crew};
  crew_open(&l->crew);
  l->size = size;
  l->shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (l->shared == MAP_FAILED) {
    munmap(l, sizeof *l);
    return NULL;
  }
  for (int rank = 1; rank < ranks; rank++) {
    const pid_t copy = process_copy();
    if (copy == 0) {
      l->crew.rank = rank;
      break;
    }
    if (copy < 0) {
      const int error = errno;
      close_crew(&l->crew);
      return errno = error, NULL;
    }
    l->copies[rank] = copy;
  }
  return &l->crew;
}
