/* Records of compiled rules (native/records.h) as tables of Lua, and the other way round. */
#ifndef GTS_EXCHANGE_H
#define GTS_EXCHANGE_H

#include <lua.h>

#include "native/records.h"

/* The table on top as a record of a kind, in the heap of the call; NULL if it is none, to the last key. May raise an error. */
Record *exchange_read (lua_State *L, Records *records, const Kind *kind);

/* Pushes what a slot stands for: a table, which is made anew each time, or a string. */
void exchange_push (lua_State *L, int64_t slot);

/* Is the table on top as the record, to the last key? May leave more on the stack. */
bool exchange_same (lua_State *L, const Record *r);

#endif
