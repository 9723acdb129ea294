/*
** Ctrl-C during long runs in a Lua state: a search, the REPL, a script. Guards nest; a press reaches the innermost of each thread.
**
** A debug hook costs up to twice the time of everything, so none is armed until the key is pressed: the signal handler sets a
** flag, for C to look at, and arms a hook, for Lua functions that are running.
**
** A press reaches the innermost guard, and a function may catch the error. So two presses within a second insist: then every step of Lua is
** an error until the outermost guard has ended. What not even five presses in a row reach, a function of C that does not return, is ended
** with the process.
**
** Several threads of a host may each have guards, in Lua states of their own. There is one handler, put in by the first guard of all
** and taken away by the last. A hook can be armed only by the thread that runs the Lua state: so the thread to which the system has
** given the signal sends it on to the others.
*/
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include <lua.h>

typedef struct Interrupt Interrupt;

struct Interrupt {
  Interrupt *outer;     /* of the same thread */
  lua_State *L;
  /* Called inside a Lua function of L after the key was pressed; is to raise an error. */
  void (*act) (lua_State *L, Interrupt *interrupt);
  lua_Hook old_hook;
  int old_mask, old_count;
  bool guards;          /* it is one that the key can reach */
  const volatile sig_atomic_t *hosted;  /* set later: while it is not 0, a function of the host runs, and its handler is called, too */
};

/* Set from the moment the key is pressed until the press is an error, or a guard that has heard it ends: of the calling thread, which must have a guard. */
const volatile sig_atomic_t *interrupt_flag (void);

/* Returns the flag for work that begins now, and is to end by a press; NULL where an earlier press has left it set. */
static inline const volatile sig_atomic_t *interrupt_flag_from_now (void) {
  const volatile sig_atomic_t *flag = interrupt_flag();
  return *flag ? NULL : flag;
}

/* Returns the number of presses of the key since the program began. */
int interrupt_presses (void);

/* Begins to guard what runs in L. A process that ignores Ctrl-C goes on ignoring it. Cannot fail; but of more than a hundred threads
** with guards the last ones are not reached by the key. */
void interrupt_begin (Interrupt *interrupt, lua_State *L, void (*act) (lua_State *L, Interrupt *interrupt));

/* Seconds between two such looks while a process waits: a press just before a wait does not end it. */
#define INTERRUPT_LOOK 0.1

/* Was the key pressed? Then the press is heard, by the innermost guard. When a guard ends, a press that was not reaches the guard around it. */
bool interrupt_heard (void);

/* The press is about to be an error, which may be caught: it does not interrupt what is done after that, unless presses insist. */
void interrupt_noticed (void);

/* The key was pressed in a function of the host, which has ended: raises the error that it raises in a Lua function. Does not return. */
void interrupt_act (lua_State *L);

/* For `act` outside of searches, which turn Ctrl-C into a result: raises the error "interrupted". */
static inline void interrupt_raise (lua_State *L, Interrupt *interrupt) {
  (void)interrupt;
  interrupt_noticed();
  lua_pushliteral(L, "interrupted");
  lua_error(L);
}

/* For `act` of functions of C that look at the flag themselves. */
static inline void interrupt_note (lua_State *L, Interrupt *interrupt) { (void)L, (void)interrupt; }

/* Ends it, and puts back the hook that was there; with the last guard of all threads the signal handler too. The guards of a thread end
** in the reverse of their order. */
void interrupt_end (Interrupt *interrupt);

/* The calling thread, which must have a guard, for interrupt_press; NULL: it is one that the key does not reach. */
struct Listener *interrupt_listener (void);

/* Presses the key for one thread alone, which must have a guard until this returns. May be called by any thread. */
void interrupt_press (struct Listener *listener);

/* From now on the key reaches the coroutine `L` instead; returns the one it reached before. NULL without a guard. */
lua_State *interrupt_follow (lua_State *L);
