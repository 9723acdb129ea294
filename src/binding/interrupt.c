#include "binding/interrupt.h"

#include <stddef.h>

#define EVERYTHING (LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT)

volatile sig_atomic_t interrupt_pressed, interrupt_presses;

static Interrupt *volatile innermost;

static void hook (lua_State *L, lua_Debug *event) {
  (void)event;
  lua_sethook(L, NULL, 0, 0);
  if (innermost) innermost->act(L, innermost);
}

/* lua_sethook may be called from a signal handler (Lua manual, section 4.7). */
static void on_signal (int number) {
  (void)number;
  interrupt_pressed = 1;
  interrupt_presses++;
  if (innermost) lua_sethook(innermost->L, hook, EVERYTHING, 1);
}

void interrupt_begin (Interrupt *interrupt, lua_State *L, void (*act) (lua_State *L, Interrupt *interrupt)) {
  *interrupt = (Interrupt){.outer = innermost, .L = L, .act = act, .old_hook = lua_gethook(L),
                           .old_mask = lua_gethookmask(L), .old_count = lua_gethookcount(L)};
  if (innermost == NULL) interrupt_pressed = 0;
  innermost = interrupt;
  struct sigaction action = {.sa_handler = on_signal};
  sigemptyset(&action.sa_mask);
  if (sigaction(SIGINT, NULL, &interrupt->old_action) != 0 || interrupt->old_action.sa_handler == SIG_IGN) return;
  interrupt->took_signal = sigaction(SIGINT, &action, NULL) == 0;
}

void interrupt_end (Interrupt *interrupt) {
  if (interrupt->took_signal) sigaction(SIGINT, &interrupt->old_action, NULL);
  innermost = interrupt->outer;
  /* Whoever was pressed at has seen it now; of searches within searches the outermost is meant. */
  if (innermost == NULL || innermost->act != interrupt->act) interrupt_pressed = 0;
  if (lua_gethook(interrupt->L) == hook)
    lua_sethook(interrupt->L, interrupt->old_hook == hook ? NULL : interrupt->old_hook,
                interrupt->old_mask, interrupt->old_count);
}

lua_State *interrupt_follow (lua_State *L) {
  if (innermost == NULL) return NULL;
  lua_State *before = innermost->L;
  innermost->L = L;
  return before;
}
