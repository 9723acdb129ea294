/*
** A search is one userdata, the job, and one protected call. The job owns the memory and is emptied when the call is over, however
** it ended: by its end, by a limit, by an error inside rules. If even that is not reached, __gc does it.
**
** Files: search.c, the protected call; options.c, what is read from the options; callbacks.c, what the caller is asked meanwhile;
** result.c, what comes out.
*/
#ifndef GTS_JOB_H
#define GTS_JOB_H

#include <stddef.h>

#include "binding/interrupt.h"
#include "binding/lua_game.h"
#include "binding/teller.h"
#include "binding/trees.h"
#include "binding/unit.h"
#include "binding/view.h"
#include "search/search.h"
#include "solve/retrograde.h"

/* The user values of a job: the two tables of handles, the unit, the view, the teller, the slots that a helper finds. */
enum { JOB_PATH = 1, JOB_KEPT, JOB_UNIT, JOB_VIEW, JOB_TELLER, JOB_SLOTS, JOB_VALUES = JOB_SLOTS };

typedef struct Helpers Helpers; /* binding/helpers.c */

typedef struct Job {
  Search search;
  Host host;
  LuaGame lua;
  CompiledGame compiled;        /* in front of `lua`, where rules are compiled */
  const Native *native;
  Database *known;              /* the option of that name */
  int known_part;               /* where a position was found last */
  Retrograde retrograde;        /* if that is what is asked for */
  Crew *crew;                   /* several processes work at it; NULL: this one alone */
  bool forked;                  /* they are copies of this one, and end with the job */
  TreeGame tree;
  Table *lasting;       /* the table of the option, if it outlasts the search */
  TableCounts counts;   /* of the table, before */
  Interrupt interrupt;
  lua_State *L;
  View *view;           /* NULL if no rule needs one */
  Teller *teller;       /* NULL if nothing is traced */
  Position culprit;     /* about which an error was raised in the rules, if lua.asked says so */
  Helpers *helpers;     /* those who help with the search; NULL: nobody */
  void (*work) (void *of);      /* what is done protected, in a process that helps, */
  void *work_of;
  int at, at_game;      /* and where the job and the game are on its stack */
  Stop stopped;
  bool by_rules;        /* the game is served by `lua`, not `tree` */
  bool opened;          /* `search` is initialised */
} Job;

#define JOB_OF(member, pointer) ((Job *)(void *)((char *)(pointer) - offsetof(Job, member)))

/* The game of a job as rules in Lua; NULL if it is a tree. */
static inline const LuaGame *job_rules (const Job *job) { return job->by_rules ? &job->lua : NULL; }

/* How many integers users see in a position. */
static inline int job_words (const Job *job) { return job->by_rules ? job->lua.words : job->search.game->words; }

/* options.c: from the table at AT_OPTIONS, which lua/gts/check/options.lua has checked. In the protected function. */

/* May the bounds of the rules be used? */
bool options_bounds (lua_State *L);

/* Will the search ask for the distance of a win? */
bool options_settles (lua_State *L);

/* The first position: the option, else where the game starts. */
Position options_position (Job *job, lua_State *L, const Game *game);

/* All else, into job->search; fills the slots from AT_PROGRESS on, and leaves the stack at AT_LAST. */
void options_read (Job *job, lua_State *L);

/* Pushes rows of options, ended by NULL, as a list of tables. */
void options_push_rows (lua_State *L, const Option *const *options);

/* callbacks.c: what the search asks the functions at AT_PROGRESS, AT_TRACE, AT_MEANWHILE, AT_SELECT, AT_PSEUDO,
** AT_JUDGE and AT_ROLLOUT. */
extern const Caller callbacks;

/* result.c */

/* (job): makes the result. A Lua function, called protected. */
int result_push (lua_State *L);

/* Pushes the moves of a line, and its positions, as two lists. */
void result_push_line (lua_State *L, const Job *job, const Line *line);

#endif
