/* Rules of a caller in C, which a search asks without Lua between them. */
#pragma once

#include <signal.h>

#include <lua.h>

#include "library/search.h"
#include "rules/lua_game.h"

/* The state by which a caller comes in: while one of its rules runs, that which called the rule. */
typedef struct Entrance {
  lua_State *L;
  bool hears;                           /* the caller's functions are to hear Ctrl-C: GTS_HEARS */
  volatile sig_atomic_t hosted;         /* how many of them run, within each other */
} Entrance;

typedef struct Functions {
  Direct direct;                        /* first: a Functions is a Direct */
  bool failed;                          /* a rule has failed in a search, and Lua is to say so */
  gts_rules rules;
  Entrance *entrance;
} Functions;

enum { LONGEST_FAILURE = 500 };         /* bytes of a message */

/* Why the last function of the caller in this thread failed; "" if it said nothing. */
extern _Thread_local char direct_failure[LONGEST_FAILURE];
extern _Thread_local bool direct_left;  /* an exception has left it: it has no answer, whatever seems to be one */

#define PRESSED '\3'                     /* how the failure of a function begins that Ctrl-C has ended */
/* Notes why a function of the caller fails. Returns -1. '\1' or PRESSED at the beginning sets direct_left. */
int direct_fail (const char *why);

/* One of two answers, 0 or 1, of a rule. */
typedef int Choice (void *context, const int64_t *position);

/* Are positions and moves numbers of objects of the caller? */
static inline bool direct_has_objects (const Functions *f) { return f->direct.has_objects; }

/* A function of the caller is called from here: what it calls of gts finds this stack. */
#define ASK(f, state, call) \
  do { \
    Entrance *asker = (f)->entrance; \
    lua_State *before = asker->L; \
    asker->L = (state); \
    asker->hosted++; \
    direct_failure[0] = '\0'; \
    direct_left = false; \
    call; \
    asker->hosted--; \
    asker->L = before; \
  } while (0)

#define CHANGED "changed its position"   /* how the failure of a rule begins that did so, here and in other languages */

/*
** Asks a rule about a copy of the position at `asked`, which `call` names `given` and in which the rule cannot harm a search.
** `answer` is -1 where the rule failed or changed the copy.
*/
#define ASK_ABOUT(f, state, asked, answer, call) \
  do { \
    const int64_t *given_from = (asked); \
    int64_t given[GTS_WORDS]; \
    given[0] = given_from[0]; \
    for (int i = 1; i < (f)->rules.words; i++) given[i] = given_from[i]; \
    ASK(f, state, answer = call); \
    int64_t given_differs = given[0] ^ given_from[0]; \
    for (int i = 1; i < (f)->rules.words; i++) given_differs |= given[i] ^ given_from[i]; \
    if (direct_left) answer = -1; \
    if (given_differs) answer = direct_fail(CHANGED ": change a copy"); \
  } while (0)

/* Has a search ask the caller itself, but for what fails, which Lua asks again and reports; unless positions are objects. */
void direct_serve (LuaGame *lua, Direct *direct);
