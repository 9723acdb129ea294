/*
** system/interrupt.h where no key can be pressed: there the function `look` stops a search, see
** wasm/main.c.
*/
#include "system/interrupt.h"

static const volatile sig_atomic_t never;

const volatile sig_atomic_t *interrupt_flag (void) { return &never; }

int interrupt_presses (void) { return 0; }

void interrupt_begin (Interrupt *interrupt, lua_State *L, void (*act) (lua_State *L, Interrupt *interrupt)) {
  *interrupt = (Interrupt){.L = L, .act = act};
}

void interrupt_end (Interrupt *interrupt) { (void)interrupt; }

lua_State *interrupt_follow (lua_State *L) {
  (void)L;
  return NULL;
}
