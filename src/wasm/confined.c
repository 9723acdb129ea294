/* system/confined.h where no process can be started: there are no workers. */
#include "system/confined.h"

#include <lauxlib.h>

void confined_register (lua_State *L) { (void)L; }

/* confined.start(...), confined.folder(...) -> nil: there is neither. */
static int confined_none (lua_State *L) {
  lua_pushnil(L);
  lua_pushliteral(L, "not in the page: no other program can be started there");
  return 2;
}

void confined_push_functions (lua_State *L) {
  static const luaL_Reg functions[] = {{"start", confined_none}, {"folder", confined_none}, {NULL, NULL}};
  luaL_newlib(L, functions);
}
