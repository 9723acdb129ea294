/* Line editing, by libedit: what the prompt reads with. One for the process, for there is one terminal. */
#pragma once

#include <lua.h>

/* Puts the functions read, remember, load and size, described in editor.c, into the table on top. */
void editor_set_functions (lua_State *L);

/* Gives back the terminal as it was, and all memory. */
void editor_close (void);
