/* What left a search, and who is to blame: where an error of the rules came from, and about which position they were asked. */
#ifndef GTS_CULPRIT_H
#define GTS_CULPRIT_H

#include "binding/job.h"

/* Pushes what unwinds when a search is stopped. */
void culprit_push_stop (lua_State *L);

/* Pushes the message handler of a job: it notes where an error came from, and about which position, and hands it on unchanged. */
void culprit_push_handler (lua_State *L, Job *job);

/* The error on top came out of the rules: names the position, unless it is a value of their own. `at`: the job; `game`: the rules. */
void culprit_explain (Job *job, lua_State *L, int at, int game);

/* core.traceback() -> where the last error came from that left a search: string, error value; nothing if there was none. */
int culprit_traceback (lua_State *L);

#endif
