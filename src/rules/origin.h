/* Where in a user's own files an error came from. The files of gts are passed over: nothing in them
** is the user's to mend. */
#ifndef GTS_ORIGIN_H
#define GTS_ORIGIN_H

#include <stdbool.h>

#include <lua.h>

/* Pushes "file:line" of the Lua function nearest to `level` of the stack, and returns it; NULL, and
** nothing is pushed, if that function belongs to gts or there is none: a tail call leaves none. */
const char *origin_push_line (lua_State *L, int level);

/* Pushes "file:line" of the place where the function on top begins, which it pops. NULL, and
** nothing is pushed, if it is none of the user's. */
const char *origin_push_definition (lua_State *L);

/* Does a message begin with the place that it was raised at, as "file:12: "? */
bool origin_is_stated (const char *message);

/* Is the function at `level` of the stack Lua's `error`? What that raises is a value of the rules'
** own, which a caller may wait for. In a message handler, level 1 is what has raised the error. */
bool origin_is_error (lua_State *L, int level);

/* Adds to the table on top: core.line(level) and core.definition(f), the places above, and
** core.own(), which a module of gts calls: so it is known where they are. */
void origin_set_functions (lua_State *L);

#endif
