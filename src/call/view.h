/*
** What a rule written in Lua sees of a search tree when it chooses: a node, and its live children as a list.
**
** Both are userdata, and the same ones at every step: nothing is made for a choice but what the rule itself asks for. They
** are good only while the rule is called.
*/
#pragma once

#include <lua.h>

#include "rules/lua_game.h"
#include "algo/framework/choice.h"

typedef struct View View;

/* In the protected function: pushes a new view, of nothing yet. `by_rules`: the game is served by Lua. */
View *view_push (lua_State *L, bool by_rules, int words);

/*
** Calls the rule at stack index `rule` with the view at stack index `at`, which shows `choice` meanwhile. Returns the place
** of the chosen child among the live ones, from 0. Raises an error if the rule chose anything else.
*/
int view_choose (lua_State *L, int rule, int at, const Choice *choice);

/* From now on the view shows nothing: the search is over. */
void view_close (View *view);
