/* Non-blocking reads of standard input. */
#ifndef GTS_INPUT_H
#define GTS_INPUT_H

#include <lua.h>

/* core.input; see input.c. */
int input_read (lua_State *L);

#endif
