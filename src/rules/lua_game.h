/*
** A game served by rules written in Lua: the functions of a rules table behind the interface of game.h.
**
** While a search runs, what it needs lies in fixed slots at the bottom of the stack of its protected C function, so that a
** call costs a push of the function, its arguments and the call, and nothing is looked up by name.
**
** Rules with more words than a Position has are served as a game whose positions are handles (see game.h): the words of each lie in a
** row in the memory of the search.
**
** Files: handles.c, positions and moves that are no integers, rows, and records as tables; calls.c, calls of rules and messages about
** wrong answers; successors.c, successors in four forms; rules.c, keys of positions, and the game of all this; indices.c,
** an index of positions. In front of it, where rules are compiled: unit.c, the unit; records.c, tables that it makes.
*/
#pragma once

#include <lua.h>

#include "base/arena.h"
#include "base/host.h"
#include "native/compiled.h"

/* The stack of the protected function. The functions of the rules have slots of their names in GAME_RULES: AT_evaluate and so on. */
#define RULE_SLOT(Result, give, name, ...) AT_##name,

enum {
  AT_JOB = 1, AT_RULES, AT_OPTIONS,
  AT_SUCCESSORS,        /* of rules that have neither `next` nor `legal` */
  GAME_RULES(RULE_SLOT)
  AT_PATH,              /* table: values held for as long as the path that made them */
  AT_KEPT,              /* table: values held until dropped */
  AT_PROGRESS, AT_TRACE, AT_MEANWHILE,  /* what the caller is to be asked, nil where nothing */
  AT_SELECT, AT_PSEUDO, /* own options of some algorithms, where they are functions */
  AT_VIEW,              /* what AT_SELECT is shown */
  AT_JUDGE,             /* the function in the option order */
  AT_EMITTER,            /* passes events to AT_TRACE */
  AT_ROLLOUT,           /* the option rollout, where it is a function */
  AT_WORDS,             /* table: options that are words, by their names */
  AT_LAST = AT_WORDS
};

typedef struct LuaGame LuaGame;

/*
** Rules that are functions of a host in C have them as functions of Lua, and beside these a userdata with this metatable, the field
** `direct`, which puts faster ones in their places. What they cannot answer they leave to lua->by_lua, which asks again and knows what
** to say. `has_objects`: positions and moves are numbers of objects of the host, whose keys may be integers and strings.
*/
#define DIRECT "gts.direct"

typedef struct Direct { void (*serve) (LuaGame *lua, struct Direct *direct); bool has_objects; } Direct;

struct LuaGame {
  Game game;            /* first: a LuaGame is a Game */
  Host *host;
  lua_State *L;
  int words;            /* how many integers the rules take for a position: game.words, unless positions are rows */
  Rows rows;
  int set_words;        /* the most words that a set of moves had so far */
  MoveLists lists;      /* of walks whose moves are sorted */
  Arena *arena;         /* where rows and lists are made; of the search, and gone with it */
  int64_t root[MOST_WORDS];     /* the row of the first position */
  int64_t top;          /* the first free slot of the path */
  int64_t kept;         /* the slots of AT_KEPT ever used */
  int64_t labels;       /* moves that are numbered in AT_KEPT, by their value */
  int64_t unused;       /* the last of those dropped, each holding the number of the one before; 0: none */
  const char *asked;    /* which of the rules is running; NULL: none */
  const Position *about;        /* and about which position it was asked */
  char slow[16];                /* its name, once it has been running for some time: see watchdog.h */
  const void *max, *min;        /* the strings "max" and "min", each the only one of its kind in Lua */
  bool has_key;         /* rules.key is there */
  int key_results;      /* how many integers it gives; 1: an integer or a string */
  bool made_key;        /* gts has made it: it gives integers, or nil for a position that it was not made for */
  bool integers_only;   /* a table knows positions by the integer that they are */
  bool check_range;     /* values are held against the range, because the search relies on it */
  bool check_whole;     /* values are whole numbers, because there is a score */
  Direct *direct;       /* NULL: there is none */
  Game by_lua;          /* and if there is, the game as Lua's functions serve it */
};

/* Do the rules have the function whose slot this is? */
static inline bool lua_game_has (const LuaGame *lua, int slot) { return !lua_isnil(lua->L, slot); }

/* Are positions rows? */
static inline bool lua_game_has_rows (const LuaGame *lua) { return lua->words > POSITION_WORDS; }
