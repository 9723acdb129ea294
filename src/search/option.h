/*
** Options as data: one row each. What is accepted, the messages about what is not, the help, its examples, completion and the
** command line are made from the rows, in C and in Lua; there is no other list of them.
**
** Options that all searches take are `common_options`. An algorithm lists its options, and defines in its own file those that no other
** algorithm has; those of parts that several algorithms share are here.
*/
#pragma once

#include <math.h>
#include <stddef.h>
#include <stdint.h>

/* The kinds of an option's value, as bits: an option may be of several kinds. */
typedef enum OptionKind {
  OPTION_FLAG = 1,              /* true or false */
  OPTION_COUNT = 2,             /* a whole number, `least` or more, or infinity */
  OPTION_INTEGER = 4,           /* a whole number */
  OPTION_NUMBER = 8,            /* any number */
  OPTION_SECONDS = 16,          /* a number above 0 */
  OPTION_WORD = 32,             /* one of `words` */
  OPTION_WORDS = 64,            /* a list of `words`, each at most once, and at most one function */
  OPTION_FUNCTION = 128,
  OPTION_WINDOW = 256,          /* two numbers, the first one less */
  OPTION_TABLE = 512,           /* a transposition table */
  OPTION_POSITION = 1024,
  OPTION_ALGORITHM = 2048,      /* an id */
  OPTION_DATABASE = 4096        /* a database of solved positions */
} OptionKind;

/* The default of an option without one. */
#define NO_DEFAULT NAN

typedef struct Option {
  const char *name;
  unsigned kinds;
  double otherwise;             /* the default, if it is a number or a flag (0 or 1); else NO_DEFAULT */
  const char *word;             /* the default, if it is a word */
  double least, most;           /* of a number; where they are equal there are no limits but, of a count, the least */
  const char *words;            /* separated by blanks */
  const char *help;             /* a phrase: what it does, and its default where there is no number for it */
  const char *example;          /* arguments of gts.search in Lua that show it */
} Option;

/* The value that an option has in a search. */
typedef struct Setting {
  double number;                /* or flag, 0 or 1; NO_DEFAULT: it was not given, and has no default */
  int64_t integer;              /* of the kind OPTION_INTEGER */
  const char *word;             /* or words, separated by blanks, "function" for a function; NULL: none was given */
} Setting;

/* A list of rows, ended by NULL, for a static Algorithm. */
#define OPTIONS(...) (const Option *const[]){__VA_ARGS__, NULL}

/* The techniques of a selective search, as bits, in the order of the words of the option `selective`. */
typedef enum Technique {
  QUIESCENCE = 1, REDUCTIONS = 2, LATE_MOVES = 4, FUTILITY = 8, STATIC = 16, NULL_MOVE = 32, IID = 64,
  TRANSPOSITIONS = 128, ASPIRATION = 256, PROBCUT = 512, SINGULAR = 1024
} Technique;

/* The techniques that `selective = true` stands for: those that were measured to pay in most games. */
#define DEFAULT_TECHNIQUES (QUIESCENCE | REDUCTIONS | LATE_MOVES | FUTILITY | IID)

/* The longest path, in plies, where no horizon ends it. */
#define LONGEST_PATH 1000000

/* Default seconds between two reports of progress. */
#define REPORT_SECONDS 0.1

/* Default seconds before helpers join a search: see share.h. */
#define ALONE_SECONDS 0.02

#define MOST_THREADS 256        /* of one search */

#define MOST_OPTIONS 24         /* of one algorithm, beside the common ones */

/* The next of words that are separated by blanks, of *length characters; *text then stands behind it. NULL at the end. */
const char *option_next_word (const char **text, size_t *length);

/* Returns the place of `word` among them, from 0; -1: it is none of them. `words` may be NULL. */
int option_place (const char *words, const char *word);

/* Returns the technique that a word of the option `selective` names; 0: none. */
unsigned option_technique (const char *word);

/* The options of all searches, ended by NULL. */
extern const Option *const common_options[];

/* Options of parts that several algorithms share. */
extern const Option option_window, option_table, option_remember_leaves, option_order, option_drop_order, option_risk, option_threads,
  option_parallel, option_seed;
