/* What an extension has its algorithm work at: the option `learner` of a search. */
#pragma once

#include <lua.h>

/* The metatable of the userdata has this field, a light userdata of a Guest. */
#define GUEST_FIELD "guest"

typedef struct Guest {
  /*
  ** The task (search/asked.h) of the userdata at `index`, for a search of a game whose positions have `words` words: until `release` no
  ** other search and no method may change it. Raises an error if it is in use, or not for such positions.
  */
  void *(*use) (lua_State *L, int index, int words);
  /* The search is over; its memory is still there. Cannot fail. */
  void (*release) (void *task);
} Guest;
