#include "binding/interrupt.h"

#include <stddef.h>

#include "base/clock.h"

#define EVERYTHING (LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT)

#define IN_A_ROW 1.0    /* seconds from one press to the next */
#define INSISTING 2     /* presses in a row that nothing may catch */
#define LAST_PRESS 5    /* the press in a row that ends the process: nothing has listened */

static void hook (lua_State *L, lua_Debug *event);

volatile sig_atomic_t interrupt_pressed, interrupt_presses;

static Interrupt *volatile innermost;
static volatile sig_atomic_t due;       /* a press is to be noticed by the next Lua function that runs */
static volatile sig_atomic_t in_a_row;  /* presses */
static volatile double last_press;      /* its time, in seconds */

static void arm (lua_State *L) { lua_sethook(L, hook, EVERYTHING, 1); }

/* The first press is noticed once; of an insisting one every step is an error, until the outermost guard has ended. */
static void hook (lua_State *L, lua_Debug *event) {
  bool act = due && innermost;
  (void)event;
  if (in_a_row < INSISTING) due = 0;
  if (!due) lua_sethook(L, NULL, 0, 0);
  if (act) innermost->act(L, innermost);
}

/* lua_sethook may be called from a signal handler (Lua manual, section 4.7). */
static void on_signal (int number) {
  double now = clock_now();
  in_a_row = now - last_press < IN_A_ROW ? in_a_row + 1 : 1;
  last_press = now;
  interrupt_pressed = 1;
  interrupt_presses++;
  due = 1;
  if (innermost) arm(innermost->L);
  if (in_a_row >= LAST_PRESS) {
    signal(number, SIG_DFL);
    raise(number);
  }
}

void interrupt_begin (Interrupt *interrupt, lua_State *L, void (*act) (lua_State *L, Interrupt *interrupt)) {
  *interrupt = (Interrupt){.outer = innermost, .L = L, .act = act, .old_hook = lua_gethook(L),
                           .old_mask = lua_gethookmask(L), .old_count = lua_gethookcount(L)};
  if (innermost == NULL) interrupt_pressed = due = in_a_row = 0;
  innermost = interrupt;
  struct sigaction action = {.sa_handler = on_signal};
  sigemptyset(&action.sa_mask);
  if (sigaction(SIGINT, NULL, &interrupt->old_action) != 0 || interrupt->old_action.sa_handler == SIG_IGN) return;
  interrupt->took_signal = sigaction(SIGINT, &action, NULL) == 0;
}

void interrupt_end (Interrupt *interrupt) {
  if (interrupt->took_signal) sigaction(SIGINT, &interrupt->old_action, NULL);
  innermost = interrupt->outer;
  if (innermost == NULL || in_a_row < INSISTING) due = 0;
  /* Whoever was pressed at has seen it now; of searches within searches the outermost is meant. */
  if (innermost == NULL || innermost->act != interrupt->act) interrupt_pressed = 0;
  if (lua_gethook(interrupt->L) == hook)
    lua_sethook(interrupt->L, interrupt->old_hook == hook ? NULL : interrupt->old_hook,
                interrupt->old_mask, interrupt->old_count);
  if (due) arm(innermost->L);
}

lua_State *interrupt_follow (lua_State *L) {
  if (innermost == NULL) return NULL;
  lua_State *before = innermost->L;
  innermost->L = L;
  if (due) arm(L);
  return before;
}
