/* gts-search: game-tree search for C and C++. See `gts help c-library`. Where a function fails it returns 0, NULL or -1. */
#ifndef GTS_SEARCH_H
#define GTS_SEARCH_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GTS_API 1               /* of this header; a library that is older refuses it */
#define GTS_HEARS 256           /* added to it: in functions of the caller its handler of SIGINT is called, too */
#define GTS_WORDS 16            /* the most integers of a position */

/* All games and what belongs to them, for one thread at a time. Another thread that calls meanwhile is refused. */
typedef struct gts gts;
/* A game, or another thing that gts holds for the caller until gts_drop or gts_close; 0 is none. */
typedef int64_t gts_handle;

typedef enum gts_player { GTS_MIN, GTS_MAX } gts_player;

/*
** The rules of a game as functions. A position is `words` integers; moves are integers. `context` comes to each function as it is here.
** Functions return 1 or 0 as they say, and -1 where they fail, after gts_fail. They are called by the thread that called gts, may call
** it themselves, must not change the position, and must return: no longjmp, no exception. NULL: the game has no such function; `next`
** and `evaluate` are required.
*/
typedef struct gts_rules {
  size_t size;                  /* sizeof (gts_rules) */
  const char *name;
  void *context;
  int words;                    /* 1 to GTS_WORDS */
  int64_t start[GTS_WORDS];
  /*
  ** The first move in `position` if `last` is NULL, else the one after it: writes it and its position; what is not written is 0.
  ** 0: there is none left.
  */
  int (*next) (void *context, const int64_t *position, const int64_t *last, int64_t *move, int64_t *child);
  /* Writes the value for MAX of a position without moves, an estimate for any other. Returns 1. */
  int (*evaluate) (void *context, const int64_t *position, double *value);
  int (*player) (void *context, const int64_t *position);       /* GTS_MIN or GTS_MAX; NULL: they alternate, MAX begins */
  int (*terminal) (void *context, const int64_t *position);     /* 1: the game is over */
  /* Writes numbers between which the value lies. Returns 1. */
  int (*bounds) (void *context, const int64_t *position, double *lower, double *upper);
  /* Writes what tables know the position by: an integer, or a text that lives until the next call. Returns 1. NULL: its integers. */
  int (*key) (void *context, const int64_t *position, int64_t *key, const char **text);
  const char *(*show) (void *context, const int64_t *position);         /* a text that lives until the next call */
  const char *(*move_name) (void *context, int64_t move);               /* the same */
  /* Not NULL: positions are single integers, and they and moves are names of objects of the caller, of which gts has a share with each
  ** `next`, and gives it back so. Equal objects have equal names. `start` comes with one. `key` is required where a search needs it. */
  void (*release) (void *context, int64_t object);
  void (*close) (void *context);        /* the game is no longer there */
  int has_range, has_cycle;             /* are the next ones there? */
  double lower, upper;                  /* the least and the greatest value of the game */
  double cycle;                         /* the value of a position that repeats an earlier one */
} gts_rules;

typedef struct gts_result {
  size_t size;                  /* sizeof (gts_result), set by the caller */
  double value, lower, upper;   /* for MAX; the bounds are what is proved, infinite where nothing is */
  int solved, depth, has_move;
  int64_t move;                 /* the best one, where moves are integers */
  const char *move_name;
  double visits, leaves, seconds;
  const char *stopped;          /* why it was stopped, or NULL */
  const char *json;             /* all of it. These texts live until the next call of gts */
} gts_result;

gts *gts_open_api (int api);    /* NULL: see gts_error */
#define gts_open() gts_open_api(GTS_API)
void gts_close (gts *g);
const char *gts_version (void);
const char *gts_error (void);   /* why the last call of this thread failed */
int gts_fail (const char *why); /* what is wrong in a function of the caller; returns -1; after "\1" it fails whatever it returns; "\3": by Ctrl-C */

/* A game by its name or file; `options` as in the shell, "width=5 height=4", or JSON, or NULL. */
gts_handle gts_load (gts *g, const char *name, const char *options);
gts_handle gts_text (gts *g, const char *lua, const char *options);     /* of rules in Lua as a text */
/* Of functions; the rules are copied, their context is not. 0: none of them will be called, and the share of `start` stays. */
gts_handle gts_functions (gts *g, const gts_rules *rules);
void gts_drop (gts *g, gts_handle handle);

/* Searches as gts.search and gts.best do, "depth=8 time=0.5". 0: it is done. */
int gts_search (gts *g, gts_handle game, const char *options, gts_result *result);
int gts_best (gts *g, gts_handle game, const char *options, gts_result *result);

/* Calls a function of the Lua module gts by its name, with a JSON list of arguments; handles are {"handle": 3}. Returns its results, a
** list. A name that begins with ':' is of a method of the first argument. */
const char *gts_call (gts *g, const char *function, const char *arguments);

/* A function of the caller, by its number, with a JSON list of arguments. Returns its result as JSON, a text that lives until the next
** call; NULL where it fails, after gts_fail. Handles in the arguments are good until it returns. */
typedef const char *(*gts_function) (void *context, int64_t number, const char *arguments);
/* What {"function": 5} in arguments stands for, such as {"progress": {"function": 5}}: it is called in the thread of the call. */
void gts_set_function (gts *g, gts_function function, void *context);

/* Stops what another thread has `g` do, as Ctrl-C would. */
void gts_stop (gts *g);

#ifdef __cplusplus
}
#endif
#endif
