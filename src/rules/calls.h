/* Calls of rules, and what is said when they answer something wrong. */
#pragma once

#include <stdbool.h>

#include <lua.h>

#include "rules/handles.h"

/* Pushes the words of a position, side by side: most have no more than two. */
static inline void calls_push_words (lua_State *L, int words, const Position *position) {
  if (words == 1) {
    handles_push(L, position->word[0], position->word[1]);
    return;
  }
  const int64_t *word = handles_words(words, position);
  lua_pushinteger(L, word[0]);
  lua_pushinteger(L, word[1]);
  for (int i = 2; i < words; i++) lua_pushinteger(L, word[i]);
}

/* Pushes the function at stack slot `function` and the position: its one value, or its words side by side. */
static inline void calls_push (LuaGame *lua, int function, const Position *position) {
  lua_pushvalue(lua->L, function);
  calls_push_words(lua->L, lua->words, position);
}

/*
** Calls what was pushed, with its arguments: rules.<function> is asked about the position. An error that it raises will be shown with both.
*/
static inline void calls_ask (LuaGame *lua, const char *function, const Position *position, int arguments, int results) {
  lua->asked = function;
  lua->about = position;
  lua_call(lua->L, arguments, results);
  lua->asked = NULL;
}

/* Asks rules.<function>, which is at stack slot `slot`, about the position, with no other argument. */
static inline void calls_ask_about (LuaGame *lua, int slot, const char *function, const Position *position, int results) {
  calls_push(lua, slot, position);
  calls_ask(lua, function, position, lua->words, results);
}

/* Pushes where rules.<function> begins, as a message begins: "file:12: "; "" and nothing is pushed where it is none of the user's. */
const char *calls_place (LuaGame *lua, const char *function);

/*
** The value at `index`, which rules.<function> returned for the position, is not what was expected: raises an error that says so and
** shows the position.
*/
_Noreturn void calls_refuse (LuaGame *lua, const char *function, const Position *position, int index, const char *expected);

/* Pushes the text of a position: plain values as they are, others by rules.show if it can, on one line. */
const char *calls_describe (LuaGame *lua, const Position *position);

/* Pushes the text of the value on top, a position that is no handle yet, as calls_describe does. */
const char *calls_describe_top (LuaGame *lua);

/*
** Pushes the text of a position of the rules at stack slot `rules`, in another C function than the protected one: with the tables of
** handles at `path` and `kept`. Where rules.show can, numbers are shown as well.
*/
const char *calls_describe_from (lua_State *L, int rules, int path, int kept, int words, const Position *position);

/* Pushes and returns a description of a value for messages: its type, or the value itself if that is wrong. The index must be absolute. */
const char *calls_name_value (lua_State *L, int index);

/* Where in a user's own files an error came from. The files of gts are passed over: nothing in them is the user's to mend. */

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
