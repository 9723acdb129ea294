/*
** Events, as the function in the option trace sees them: a table each. What a search has open is only listed when it is asked for,
** by event:open(), which is possible as long as the function is called with that event.
*/
#ifndef GTS_TELLER_H
#define GTS_TELLER_H

#include <lua.h>

#include "binding/lua_game.h"
#include "search/search.h"

typedef struct Teller Teller;

void teller_register (lua_State *L);

/* In the protected function: pushes a new teller of events of `search`. */
Teller *teller_push (lua_State *L, Search *search);

/*
** Calls the function at AT_TRACE with an event; false if it returned false: it wants no more. The teller is at AT_TELLER. `lua` as
** job_rules gives it.
*/
bool teller_tell (Teller *teller, lua_State *L, const LuaGame *lua, const Event *event);

/* Counts an event that the function is not told. */
void teller_miss (Teller *teller);
uint64_t teller_untold (const Teller *teller);

/* From now on nothing can be listed: the search is over. */
void teller_close (Teller *teller);

#endif
