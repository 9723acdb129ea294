/* Calls of rules, and what is said when they answer something wrong. */
#ifndef GTS_CALLS_H
#define GTS_CALLS_H

#include "binding/handles.h"

/* Pushes the function at stack slot `function` and the position: its one value, or its words side by side. */
static inline void calls_push (LuaGame *lua, int function, const Position *position) {
  lua_State *L = lua->L;
  lua_pushvalue(L, function);
  if (lua->game.words == 1) handles_push(L, position->word[0], position->word[1]);
  else for (int i = 0; i < lua->game.words; i++) lua_pushinteger(L, position->word[i]);
}

/*
** The value at `index`, which rules.<function> returned for the position, is not what was expected: raises an error that says so and
** shows the position.
*/
_Noreturn void calls_refuse (LuaGame *lua, const char *function, const Position *position, int index, const char *expected);

/* Pushes the text of a position: plain values as they are, others by rules.show if it can, on one line. */
const char *calls_describe (LuaGame *lua, const Position *position);

/* What a value is, for people: its type, or the value where that is what is wrong. Pushes it; the index must be absolute. */
const char *calls_name_value (lua_State *L, int index);

#endif
