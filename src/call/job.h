/*
** A search is one userdata, the job, and one protected call. The job owns the memory and is emptied when the call is over, however
** it ended: by its end, by a limit, by an error inside rules. If even that is not reached, __gc does it.
**
** Files: search.c, the protected call; options.c, the options and the callbacks; result.c, what comes out.
*/
#pragma once

#include <stddef.h>

#include "call/emitter.h"
#include "call/script.h"
#include "call/trees.h"
#include "call/view.h"
#include "rules/lua_game.h"
#include "search/search.h"
#include "solve/retrograde.h"
#include "system/interrupt.h"
#include "unit/unit.h"

/* The user values of a job: the two tables of handles, the unit, the view, the emitter, the slots that a helper finds, the metatable of nodes. */
enum { JOB_PATH = 1, JOB_KEPT, JOB_UNIT, JOB_VIEW, JOB_EMITTER, JOB_SLOTS, JOB_SCRIPT, JOB_VALUES = JOB_SCRIPT };

typedef struct Helpers Helpers; /* call/helpers.c */

typedef struct Job {
  Search search;
  Host host;
  LuaGame lua;
  CompiledGame compiled;        /* in front of `lua`, where rules are compiled */
  const Native *native;
  const Native *other;          /* a better unit of the same rules, to go on with; NULL: none */
  Database *known;              /* the option of that name */
  int known_part;               /* where a position was found last */
  Retrograde retrograde;        /* if that is what is asked for */
  Group *group;                 /* several processes work at it; NULL: this one alone */
  bool forked;                  /* they are copies of this one, and end with the job */
  TreeGame tree;
  Table *lasting;       /* the table of the option, if it outlasts the search */
  const struct Guest *guest;    /* of the option `learner`, */
  void *task;           /* and its task */
  TableCounts counts;   /* of the table, before */
  Interrupt interrupt;
  lua_State *L;
  View *view;           /* NULL if no rule needs one */
  Emitter *emitter;       /* NULL if nothing is traced */
  ScriptToken *script;  /* of an algorithm in Lua; else NULL */
  Position about;       /* about which an error was raised in the rules, if lua.asked says so */
  Helpers *helpers;     /* threads or processes that help with the search; NULL: none */
  void (*work) (void *of);      /* what is done protected, in a process that helps, */
  void *work_of;
  int at, at_game;      /* and where the job and the game are on its stack */
  Stop stopped;
  char lack[HOST_TEXT]; /* of the option `yields`: what the search was left for want of; else empty */
  bool by_rules;        /* the game is served by `lua`, not `tree` */
  bool opened;          /* `search` is initialised */
} Job;

#define JOB_OF(member, pointer) ((Job *)(void *)((char *)(pointer) - offsetof(Job, member)))

/* The game of a job as rules in Lua; NULL if it is a tree. */
static inline const LuaGame *job_rules (const Job *job) { return job->by_rules ? &job->lua : NULL; }

/* Returns the number of integers of a position, as users see it. */
static inline int job_words (const Job *job) { return job->by_rules ? job->lua.words : job->search.game->words; }

/* The algorithm in the unit of a job, or NULL; and where each node is traced or looked up: that is for the engine's own. */
static inline void (*job_compiled (const Job *job)) (Search *) {
  const Caller *caller = &job->search.asked.caller;
  return job->native && !caller->trace && !caller->known ? job->native->run : NULL;
}
