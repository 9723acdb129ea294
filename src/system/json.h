/* JSON, for lua/gts/show/json.lua. */
#pragma once

#include <lua.h>

/* core.json(value, special, plain, order) -> the value as JSON. See json.encode; `plain` and `order` are functions there. */
int json_write (lua_State *L);

/*
** core.read_json(text) -> true and the value, nil for null; false where there are blanks, escapes or errors.
*/
int json_read (lua_State *L);
