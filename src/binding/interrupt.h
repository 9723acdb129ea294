/*
** Ctrl-C, for whoever runs long in a Lua state: a search, the REPL, a script. Guards nest; the innermost is told.
**
** A debug hook costs up to twice the time of everything, so none is armed until the key is pressed: the signal handler sets a
** flag, for C to look at, and arms a hook, for Lua functions that are running.
**
** A press reaches the innermost guard, and a function may catch the error. So whoever presses twice within a second insists:
** then every step of Lua is an error until the outermost guard has ended. What not even five presses in a row reach, a
** function of C that does not return, is ended with the process.
*/
#ifndef GTS_INTERRUPT_H
#define GTS_INTERRUPT_H

#include <signal.h>
#include <stdbool.h>

#include <lua.h>

typedef struct Interrupt Interrupt;

struct Interrupt {
  Interrupt *outer;
  lua_State *L;
  /* Called inside a Lua function of L after the key was pressed; is to raise an error. */
  void (*act) (lua_State *L, Interrupt *interrupt);
  struct sigaction old_action;
  bool took_signal;
  lua_Hook old_hook;
  int old_mask, old_count;
};

/* Set from the moment the key is pressed until the guard that it reached has ended. */
extern volatile sig_atomic_t interrupt_pressed;

/* How often the key was pressed since the program began. */
extern volatile sig_atomic_t interrupt_presses;

/* Begins to guard what runs in L. A process that ignores Ctrl-C goes on ignoring it. Cannot fail. */
void interrupt_begin (Interrupt *interrupt, lua_State *L, void (*act) (lua_State *L, Interrupt *interrupt));

/* Ends it, and puts back the signal handler and the hook that were there. Guards end in the reverse of their order. */
void interrupt_end (Interrupt *interrupt);

/* From now on the key reaches the coroutine `L` instead; returns the one it reached before. NULL without a guard. */
lua_State *interrupt_follow (lua_State *L);

#endif
