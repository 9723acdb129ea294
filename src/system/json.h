/* JSON, for lua/gts/show/json.lua. */
#pragma once

#include <lua.h>

/* core.json(value, special, plain, order) -> the value as JSON. See json.encode; `plain` and `order` are functions there. */
int json_write (lua_State *L);
