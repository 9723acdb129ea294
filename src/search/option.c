#include "search/option.h"

#include <string.h>

static const Option
  algorithm = {.name = "algorithm", .kinds = OPTION_ALGORITHM, .otherwise = NO_DEFAULT, .word = "alphabeta"},
  position = {.name = "position", .kinds = OPTION_POSITION, .otherwise = NO_DEFAULT},
  depth = {.name = "depth", .kinds = OPTION_COUNT, .otherwise = NO_DEFAULT},
  bounds = {.name = "bounds", .kinds = OPTION_FLAG, .otherwise = 1},
  native = {.name = "native", .kinds = OPTION_FLAG | OPTION_WORD, .otherwise = NO_DEFAULT, .word = "auto", .words = "auto"},
  time = {.name = "time", .kinds = OPTION_SECONDS, .otherwise = NO_DEFAULT},
  nodes = {.name = "nodes", .kinds = OPTION_COUNT, .otherwise = NO_DEFAULT, .least = 1},
  memory = {.name = "memory", .kinds = OPTION_COUNT, .otherwise = NO_DEFAULT, .least = 1},
  deepen = {.name = "deepen", .kinds = OPTION_FLAG, .otherwise = NO_DEFAULT},
  database = {.name = "database", .kinds = OPTION_DATABASE, .otherwise = NO_DEFAULT},
  solution = {.name = "solution", .kinds = OPTION_FLAG, .otherwise = 0},
  longest = {.name = "longest", .kinds = OPTION_COUNT, .otherwise = LONGEST_PATH, .least = 1},
  progress = {.name = "progress", .kinds = OPTION_FUNCTION, .otherwise = NO_DEFAULT},
  every = {.name = "every", .kinds = OPTION_SECONDS, .otherwise = REPORT_SECONDS},
  trace = {.name = "trace", .kinds = OPTION_FUNCTION, .otherwise = NO_DEFAULT};

const Option *const common_options[] = {
  &algorithm, &position, &depth, &bounds, &native, &time, &nodes, &memory, &deepen, &database, &solution, &longest, &progress,
  &every, &trace, NULL
};

const Option option_window = {.name = "window", .kinds = OPTION_WINDOW, .otherwise = NO_DEFAULT};
const Option option_table = {.name = "table", .kinds = OPTION_TABLE | OPTION_COUNT, .otherwise = NO_DEFAULT, .least = 1};
const Option option_remember_leaves = {.name = "remember_leaves", .kinds = OPTION_FLAG, .otherwise = 1};
const Option option_drop_order = {.name = "drop_order", .kinds = OPTION_FLAG, .otherwise = 0};
const Option option_order = {.name = "order", .kinds = OPTION_WORDS, .otherwise = NO_DEFAULT, .words = "table killer history lookahead rules"};
const Option option_threads = {.name = "threads", .kinds = OPTION_COUNT, .otherwise = 1, .most = MOST_THREADS};

const char *option_next_word (const char **text, size_t *length) {
  const char *word = *text + strspn(*text, " ");
  *length = strcspn(word, " ");
  *text = word + *length;
  return *length ? word : NULL;
}

int option_has_word (const char *words, const char *word) {
  size_t length;
  while (words) {
    const char *next = option_next_word(&words, &length);
    if (next == NULL) break;
    if (strlen(word) == length && strncmp(next, word, length) == 0) return 1;
  }
  return 0;
}
