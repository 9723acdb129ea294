/* What a page does not have: processes, threads, the keyboard, a compiler. Their functions report that. */
#include <errno.h>
#include <stddef.h>

#include <lauxlib.h>

#include "base/wait.h"
#include "call/watchdog.h"
#include "group/local.h"
#include "system/confined.h"
#include "system/interrupt.h"
#include "system/coprocess.h"
#include "system/refuse.h"
#include "unit/texts.h"

/* system/confined.h where no process can be started: there are no workers. */

bool confined_place_stays = true;

/* confined.start(...), confined.folder(...) -> nil: there is neither. */
static int confined_none (lua_State *L) { return refuse(L, "not in WebAssembly: no other program can be started there"); }

void confined_push_functions (lua_State *L) {
  static const luaL_Reg functions[] = {{"start", confined_none}, {"folder", confined_none}, {NULL, NULL}};
  luaL_newlib(L, functions);
}

void confined_push_program (lua_State *L, const char *name) {
  (void)name;
  lua_pushnil(L);
}

/* system/coprocess.h where no program can be started. */

const luaL_Reg coprocess_functions[] = {{"start", confined_none}, {NULL, NULL}};

/* group/local.h where no process can be copied: there are no groups. */

Group *local_group (int ranks) {
  (void)ranks;
  errno = ENOSYS;
  return NULL;
}

/* system/interrupt.h where no key can be pressed: there the function `look` stops a search, see wasm/main.c. */
static const volatile sig_atomic_t never;

const volatile sig_atomic_t *interrupt_flag (void) { return &never; }

int interrupt_presses (void) { return 0; }
bool interrupt_heard (void) { return false; }
void interrupt_noticed (void) { }
void interrupt_act (lua_State *L) { interrupt_raise(L, NULL); }

void interrupt_begin (Interrupt *interrupt, lua_State *L, void (*act) (lua_State *L, Interrupt *interrupt)) {
  *interrupt = (Interrupt){.L = L, .act = act};
}

void interrupt_end (Interrupt *interrupt) { (void)interrupt; }

struct Listener *interrupt_listener (void) { return NULL; }

void interrupt_press (struct Listener *listener) { (void)listener; }

lua_State *interrupt_follow (lua_State *L) {
  (void)L;
  return NULL;
}

/* call/watchdog.h where the page itself ends what does not return. */

int watchdog_start (lua_State *L) {
  (void)L;
  return 0;
}

Job *watchdog_enter (lua_State *L, Job *job, int at) {
  (void)L, (void)job, (void)at;
  return NULL;
}

void watchdog_leave (lua_State *L, Job *outer) { (void)L, (void)outer; }

/* unit/texts.h where nothing is compiled: no texts. */

const Text texts[] = {{0, 0}};

/* base/wait.h where there is one thread: nothing else could change the word. */

bool wait_on (const uint32_t *word, uint32_t value, double seconds) {
  (void)word, (void)value, (void)seconds;
  return true;
}

void wait_wake (const uint32_t *word) { (void)word; }

int wait_processors (void) { return 1; }
