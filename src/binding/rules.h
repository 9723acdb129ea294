/*
** A game served by rules written in Lua: the functions of a rules table behind the interface of game.h.
**
** While a search runs, what it needs lies in fixed slots at the bottom of the stack of its protected C function, so that a
** call costs a push of the function, its arguments and the call, and nothing is looked up by name.
**
** Integers are their own handles. Every other position, move, list or iterator is held in a table and known by its number
** there: a stack that grows with the path, and beside it a table of things that are kept.
*/
#ifndef GTS_RULES_H
#define GTS_RULES_H

#include <lua.h>

#include "base/host.h"
#include "game/game.h"

/* The stack of the protected function. */
enum {
  AT_JOB = 1, AT_RULES, AT_OPTIONS, AT_SUCCESSORS, AT_EVALUATE, AT_TERMINAL, AT_PLAYER, AT_BOUNDS,
  AT_KEY,
  AT_PATH,              /* table: values held for as long as the path that made them */
  AT_KEPT,              /* table: values held until dropped */
  AT_PROGRESS, AT_TRACE, AT_MEANWHILE,
  AT_SELECT, AT_PSEUDO, /* own options of some algorithms, where they are functions */
  AT_VIEW,              /* what AT_SELECT is shown */
  AT_JUDGE              /* the function in the option order */
};

typedef struct LuaGame {
  Game game;            /* first: a LuaGame is a Game */
  Host *host;
  lua_State *L;
  int64_t top;          /* the first free slot of the path */
  int64_t kept;         /* the slots of AT_KEPT ever used */
  int64_t unused;       /* the last of those dropped, each holding the number of the one before; 0: none */
  bool has_key;         /* rules.key is there */
  bool integers_only;   /* a table knows positions by the integer that they are */
  bool check_range;     /* values are held against the range, because the search relies on it */
} LuaGame;

/*
** Makes `lua` serve the checked rules table at AT_RULES: pushes the slots from AT_SUCCESSORS to AT_KEPT, which must be next on
** the stack of L. The range is used only when `informed`. May raise a Lua error for want of memory.
*/
void rules_open (LuaGame *lua, lua_State *L, Host *host, bool informed);

/*
** Settles how the positions of this search are known to a table: by rules.key, or by themselves if they are integers or strings.
** The first one decides whether keys are integers, of one word, or may be strings, of two. Without keys game.key_words is 0.
** Called once, with the position that is searched. Errors of rules.key come out.
*/
void rules_open_keys (LuaGame *lua, const Position *first);

/* Calls the function at stack slot AT_JUDGE with a position, a move and the position it leads to, of any game: a number. */
double rules_judge (LuaGame *lua, lua_State *L, int words, const Position *position, Move move, const Position *child);

/* What a value is, for people: its type, or the value where that is what is wrong. Pushes it; the index must be absolute. */
const char *rules_name_value (lua_State *L, int index);

/* core.fingerprint(string) -> 32 hexadecimal digits. */
int rules_fingerprint (lua_State *L);

/* The position at stack index `index`, of any game: reads and pushes nothing. Raises an error that says `what` is wrong. */
Position rules_read_position (lua_State *L, int index, int words, LuaGame *lua, const char *what);

/* Pushes a position, or a move, as users see it. `lua` is NULL for a game that is not served by Lua. */
void rules_push_position (lua_State *L, LuaGame *lua, int words, const Position *position);
void rules_push_move (lua_State *L, LuaGame *lua, Move move);

/* The same in another C function than the protected one, for a game served by Lua: AT_PATH and AT_KEPT are here, at `path` and
** `kept`. */
void rules_push_position_from (lua_State *L, int path, int kept, int words, const Position *position);

#endif
