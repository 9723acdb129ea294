/* Calls of rules, and what is said when they answer something wrong. */
#ifndef GTS_CALLS_H
#define GTS_CALLS_H

#include "rules/handles.h"

/* Pushes the function at stack slot `function` and the position: its one value, or its words side by side. */
static inline void calls_push (LuaGame *lua, int function, const Position *position) {
  lua_State *L = lua->L;
  lua_pushvalue(L, function);
  const int words = lua->words;
  if (words == 1) handles_push(L, position->word[0], position->word[1]);
  else {
    const int64_t *word = handles_words(words, position);
    for (int i = 0; i < words; i++) lua_pushinteger(L, word[i]);
  }
}

/*
** Calls what was pushed, with its arguments: rules.<function> is asked about the position. An error that it raises will be shown with
** both.
*/
static inline void calls_ask (LuaGame *lua, const char *function, const Position *position, int arguments, int results) {
  lua->asked = function;
  lua->about = position;
  lua_call(lua->L, arguments, results);
  lua->asked = NULL;
}

/* Pushes where rules.<function> begins, as a message begins: "file:12: "; "" and nothing is pushed
** where it is none of the user's. */
const char *calls_place (LuaGame *lua, const char *function);

/*
** The value at `index`, which rules.<function> returned for the position, is not what was expected: raises an error that says so and
** shows the position.
*/
_Noreturn void calls_refuse (LuaGame *lua, const char *function, const Position *position, int index, const char *expected);

/* Pushes the text of a position: plain values as they are, others by rules.show if it can, on one line. */
const char *calls_describe (LuaGame *lua, const Position *position);

/*
** Pushes the text of a position of the rules at stack slot `rules`, in another C function than the protected one: with the tables of
** handles at `path` and `kept`. Where rules.show can, numbers are shown as well.
*/
const char *calls_describe_from (lua_State *L, int rules, int path, int kept, int words, const Position *position);

/*
** Pushes and returns a description of a value for messages: its type, or the value itself if that
** is wrong. The index must be absolute.
*/
const char *calls_name_value (lua_State *L, int index);

#endif
