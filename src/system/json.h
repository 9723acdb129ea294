/* JSON, for lua/gts/show/json.lua. */
#pragma once

#include <lua.h>

/*
** core.json(value, special, plain, order) -> the value as JSON. See json.encode; `plain` and `order` are functions there.
** core.read_json(text) -> true and the value, nil for null; nothing where there are blanks, escapes or errors.
*/
int json_write (lua_State *L);
int json_read (lua_State *L);
