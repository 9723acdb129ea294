/* The results of functions for Lua that fail: nil and a message. */
#pragma once

#include <lua.h>

/* Pushes nil and the message. Returns 2, the number of results. */
static inline int refuse (lua_State *L, const char *why) {
  lua_pushnil(L);
  lua_pushstring(L, why);
  return 2;
}
