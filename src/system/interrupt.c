#include "system/interrupt.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/clock.h"

#define EVERYTHING (LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT)

#define IN_A_ROW 1.0    /* seconds from one press to the next */
#define ECHO 0.01       /* seconds within which a signal repeats a press, sent to the process and to its group */
#define INSISTING 2     /* presses in a row that nothing may catch */
#define LAST_PRESS 5    /* the press in a row that ends the process: nothing has listened */

/*
** A thread with guards. The handler may look for it at any moment, in any thread: so these are never freed. All but `state` and
** `pressed` belong to the thread itself, and to the handler while that runs in it.
*/
typedef struct Listener {
  atomic_int state;
  pthread_t thread;
  pid_t number;                         /* the system's, of the thread */
  bool blocks;                          /* the thread does not take the signal, so that none may be sent to it */
  Interrupt *volatile innermost;
  volatile sig_atomic_t due;            /* a press is to be noticed by the next Lua function that runs */
  volatile sig_atomic_t pressed;
} Listener;

enum { FREE, TAKEN, LISTENING, CALLED };        /* CALLED: the handler is about to send it the signal */

static Listener listeners[128];
static _Thread_local Listener *own;     /* not for the handler: in a library, to ask for it may need memory */
static Listener unlisted;               /* for threads beyond that: its flag is never set */

static struct sigaction before;         /* the handler that was there before ours */
static atomic_int presses, in_a_row;
static _Atomic double last_press;       /* its time, in seconds */

static void hook (lua_State *L, lua_Debug *event);

static void arm (lua_State *L) { lua_sethook(L, hook, EVERYTHING, 1); }

/* The first press is noticed once; of an insisting one every step is an error, until the outermost guard has ended. */
static void hook (lua_State *L, lua_Debug *event) {
  Interrupt *innermost = own ? own->innermost : NULL;
  bool act = innermost && own->due;
  (void)event;
  if (own && in_a_row < INSISTING) own->due = 0;
  if (!own || !own->due) lua_sethook(L, NULL, 0, 0);
  if (act) innermost->act(L, innermost);
}

/* The handler. It runs in whichever thread the system has chosen. */

/* lua_sethook may be called from a signal handler (Lua manual, section 4.7). */
static void notice (Listener *listener) {
  __atomic_store_n(&listener->pressed, 1, __ATOMIC_RELAXED);
  listener->due = 1;
  Interrupt *innermost = listener->innermost;
  if (innermost) arm(innermost->L);
}

/* Interrupts another thread, if it has guards. While it is CALLED it cannot end them, so the handler is still in place when it hears. */
static void call (Listener *listener) {
  int listening = LISTENING;
  if (!atomic_compare_exchange_strong(&listener->state, &listening, CALLED)) return;
  if (listener->blocks) __atomic_store_n(&listener->pressed, 1, __ATOMIC_RELAXED);
  else syscall(SYS_tgkill, getpid(), listener->number, SIGINT);
  atomic_store(&listener->state, LISTENING);
}

static void count_press (int number, double now) {
  int row = now - atomic_exchange(&last_press, now) < IN_A_ROW ? atomic_fetch_add(&in_a_row, 1) + 1 : 1;
  if (row == 1) atomic_store(&in_a_row, 1);
  atomic_fetch_add(&presses, 1);
  if (row >= LAST_PRESS) {
    signal(number, SIG_DFL);
    raise(number);
  }
}

/* Does the thread, which is the main one, run a function of the host? */
static bool is_hosted (const Listener *here) {
  const Interrupt *guard = here && here->number == getpid() ? here->innermost : NULL;
  while (guard && !guard->hosted) guard = guard->outer;
  return guard && *guard->hosted;
}

static void on_signal (int number, siginfo_t *info, void *context) {
  enum { MOST = sizeof listeners / sizeof *listeners };
  bool passed_on = info->si_code == SI_TKILL && info->si_pid == getpid();
  pthread_t self = pthread_self();
  Listener *here = NULL;
  double now = clock_now();
  if (!passed_on && now - atomic_load(&last_press) < ECHO) return;
  for (int i = 0; i < MOST; i++) {
    int state = atomic_load(&listeners[i].state);
    if (state != LISTENING && state != CALLED) continue;
    if (pthread_equal(listeners[i].thread, self)) notice(here = &listeners[i]);
    else if (!passed_on) call(&listeners[i]);
  }
  if (passed_on) return;
  count_press(number, now);
  if (!is_hosted(here)) return;
  if (before.sa_flags & SA_SIGINFO) before.sa_sigaction(number, info, context);
  else if (before.sa_handler != SIG_DFL) before.sa_handler(number);
}

/* The handler's place: whose it was, and how many guards there are. */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int guards;
static bool taken;                      /* `before` is to be put back */
static bool is_ours (const struct sigaction *action) { return (action->sa_flags & SA_SIGINFO) && action->sa_sigaction == on_signal; }

/* The host may have put in another handler while there are guards: then that is the one to put back. */
static void take_signal (void) {
  struct sigaction now, ours = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO};
  sigemptyset(&ours.sa_mask);
  pthread_mutex_lock(&lock);
  if (guards++ == 0) atomic_store(&in_a_row, 0);
  if (sigaction(SIGINT, NULL, &now) == 0 && !is_ours(&now) && ((now.sa_flags & SA_SIGINFO) || now.sa_handler != SIG_IGN)) {
    before = now;
    taken = sigaction(SIGINT, &ours, NULL) == 0;
  }
  pthread_mutex_unlock(&lock);
}

static void leave_signal (void) {
  struct sigaction now;
  pthread_mutex_lock(&lock);
  if (--guards == 0 && taken) {
    if (sigaction(SIGINT, NULL, &now) == 0 && is_ours(&now)) sigaction(SIGINT, &before, NULL);
    taken = false;
  }
  pthread_mutex_unlock(&lock);
}

/* A thread comes and goes. */

static Listener *join (void) {
  enum { MOST = sizeof listeners / sizeof *listeners };
  sigset_t blocked;
  for (int i = 0; i < MOST; i++) {
    int is_free = FREE;
    if (!atomic_compare_exchange_strong(&listeners[i].state, &is_free, TAKEN)) continue;
    Listener *listener = &listeners[i];
    listener->thread = pthread_self();
    listener->number = (pid_t)syscall(SYS_gettid);
    listener->blocks = pthread_sigmask(SIG_BLOCK, NULL, &blocked) == 0 && sigismember(&blocked, SIGINT);
    listener->innermost = NULL;
    listener->due = 0;
    __atomic_store_n(&listener->pressed, 0, __ATOMIC_RELAXED);
    atomic_store(&listener->state, LISTENING);
    return listener;
  }
  return NULL;
}

static void part (Listener *listener) {
  int listening = LISTENING;
  while (!atomic_compare_exchange_weak(&listener->state, &listening, TAKEN)) {
    listening = LISTENING;
    sched_yield();
  }
  syscall(SYS_gettid);                  /* a signal that was sent to us is taken now, on return from the system */
  atomic_store(&listener->state, FREE);
}

const volatile sig_atomic_t *interrupt_flag (void) { return own ? &own->pressed : &unlisted.pressed; }

bool interrupt_heard (void) {
  if (own == NULL || !__atomic_load_n(&own->pressed, __ATOMIC_RELAXED)) return false;
  if (in_a_row < INSISTING) own->due = 0;
  return true;
}

void interrupt_noticed (void) {
  if (interrupt_heard() && in_a_row < INSISTING) __atomic_store_n(&own->pressed, 0, __ATOMIC_RELAXED);
}

void interrupt_act (lua_State *L) {
  interrupt_heard();
  if (own && own->innermost) own->innermost->act(L, own->innermost);
  interrupt_raise(L, NULL);
}

int interrupt_presses (void) { return atomic_load(&presses); }

void interrupt_begin (Interrupt *interrupt, lua_State *L, void (*act) (lua_State *L, Interrupt *interrupt)) {
  if (!own) own = join();
  *interrupt = (Interrupt){.outer = own ? own->innermost : NULL, .L = L, .act = act, .old_hook = lua_gethook(L),
                           .old_mask = lua_gethookmask(L), .old_count = lua_gethookcount(L), .guards = own != NULL};
  if (own) own->innermost = interrupt;
  take_signal();
}

void interrupt_end (Interrupt *interrupt) {
  if (interrupt->guards) {
    Interrupt *outer = interrupt->outer;
    own->innermost = outer;
    if (outer == NULL) own->due = 0;
    /* A press that this guard has heard ends here; but of searches within searches it ends the outermost. */
    if (outer == NULL || (outer->act != interrupt->act && !own->due)) __atomic_store_n(&own->pressed, 0, __ATOMIC_RELAXED);
    if (lua_gethook(interrupt->L) == hook)
      lua_sethook(interrupt->L, interrupt->old_hook == hook ? NULL : interrupt->old_hook, interrupt->old_mask, interrupt->old_count);
    if (own->due) arm(outer->L);
    if (outer == NULL) {
      part(own);
      own = NULL;
    }
  }
  leave_signal();
}

Listener *interrupt_listener (void) { return own; }

/* Where the process ignores Ctrl-C the handler is not ours: then only C hears. */
void interrupt_press (Listener *listener) {
  struct sigaction now;
  if (listener == NULL) return;
  if (sigaction(SIGINT, NULL, &now) == 0 && is_ours(&now)) call(listener);
  else __atomic_store_n(&listener->pressed, 1, __ATOMIC_RELAXED);
}

lua_State *interrupt_follow (lua_State *L) {
  if (own == NULL || own->innermost == NULL) return NULL;
  lua_State *previous = own->innermost->L;
  own->innermost->L = L;
  if (own->due) arm(L);
  return previous;
}
