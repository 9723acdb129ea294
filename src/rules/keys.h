/* How a table knows the positions of rules in Lua: by rules.key, or by themselves if they are integers or strings. */
#ifndef GTS_KEYS_H
#define GTS_KEYS_H

#include "rules/lua_game.h"

/*
** Settles how the positions of this search are known to a table. The first one decides whether keys are integers, of one word, or
** may be strings, of two. Without keys game.key_words is 0. Called once, with the position that is searched. Errors of rules.key
** come out.
*/
void keys_open (LuaGame *lua, const Position *first);

/* The key that the value on top is, an integer or, where keys have two words, a string, as words. False: it can be none. */
bool keys_read (lua_State *L, int key_words, uint64_t *words);

/* Are these the same position, by rules.key or by themselves? Serves game->same; keys need not be open. */
bool keys_same (Game *game, const Position *a, const Position *b);

#endif
