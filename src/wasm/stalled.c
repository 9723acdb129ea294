/* call/stalled.h where the page itself ends what does not return. */
#include "call/stalled.h"

int stalled_watch (lua_State *L) {
  (void)L;
  return 0;
}

Job *stalled_enter (lua_State *L, Job *job, int at) {
  (void)L;
  (void)job;
  (void)at;
  return NULL;
}

void stalled_leave (lua_State *L, Job *outer) {
  (void)L;
  (void)outer;
}
