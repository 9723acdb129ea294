#include "search/option.h"

#include <string.h>

static const Option
  algorithm = {.name = "algorithm", .kinds = OPTION_ALGORITHM, .otherwise = NO_DEFAULT, .word = "alphabeta",
    .help = "which one searches; with time or deepen, or with rules.cycle and no depth, the "
      "default is negascout, with a table and an order",
    .example = "'tictactoe', {algorithm = 'negascout'}"},
  position = {.name = "position", .kinds = OPTION_POSITION, .otherwise = NO_DEFAULT,
    .help = "the position to search, instead of the start of the game",
    .example = "'nim', {position = 4096}"},
  depth = {.name = "depth", .kinds = OPTION_COUNT, .otherwise = NO_DEFAULT,
    .help = "horizon in plies; default: to the terminals",
    .example = "'connect4', {depth = 6}"},
  bounds = {.name = "bounds", .kinds = OPTION_FLAG, .otherwise = 1,
    .help = "use the bounds and the range of the rules",
    .example = "'nim', {bounds = false}"},
  native = {.name = "native", .kinds = OPTION_FLAG | OPTION_WORD, .otherwise = NO_DEFAULT, .word = "auto", .words = "auto",
    .help = "run rules as machine code: when it pays, always, never",
    .example = "'connect4', {depth = 6, native = false}"},
  time = {.name = "time", .kinds = OPTION_SECONDS, .otherwise = NO_DEFAULT,
    .help = "time limit in seconds; implies deepen",
    .example = "'connect4', {time = 0.5}"},
  nodes = {.name = "nodes", .kinds = OPTION_COUNT, .otherwise = NO_DEFAULT, .least = 1,
    .help = "limit of nodes visited",
    .example = "'connect4', {nodes = 10000, deepen = true}"},
  memory = {.name = "memory", .kinds = OPTION_COUNT, .otherwise = NO_DEFAULT, .least = 1,
    .help = "memory limit in bytes",
    .example = "'connect4', {depth = 8, memory = 100e6}"},
  deepen = {.name = "deepen", .kinds = OPTION_FLAG, .otherwise = NO_DEFAULT,
    .help = "iterative deepening; default: only with a time limit, and not where that needs no depth",
    .example = "'connect4', {deepen = true, depth = 8}"},
  database = {.name = "database", .kinds = OPTION_DATABASE, .otherwise = NO_DEFAULT,
    .help = "a database of solved positions, of gts.solve or gts.database: its positions are leaves",
    .example = "'nim', {database = gts.solve('nim').database}"},
  solution = {.name = "solution", .kinds = OPTION_FLAG, .otherwise = 0,
    .help = "find solution trees that prove the result: result.proof",
    .example = "'tictactoe', {solution = true}"},
  selective = {
    .name = "selective", .kinds = OPTION_FLAG | OPTION_WORDS, .otherwise = 0, .words = "quiescence reductions late futility static null iid "
      "transpositions aspiration probcut singular",
    .help = "search selectively: true for techniques that pay in most games, or a list of them; the result says `selective`",
    .example = "'breakthrough', {algorithm = 'negascout', table = 1e6, deepen = true, depth = 5, selective = true}"},
  longest = {.name = "longest", .kinds = OPTION_COUNT, .otherwise = LONGEST_PATH, .least = 1,
    .help = "the longest path, where there is no depth",
    .example = "'tictactoe', {longest = 9}"},
  progress = {.name = "progress", .kinds = OPTION_FUNCTION, .otherwise = NO_DEFAULT,
    .help = "a function, called now and then with a report; false stops the search",
    .example = "'connect4', {deepen = true, depth = 9, progress = function(r) print(r.depth, r.nodes) end}"},
  every = {.name = "every", .kinds = OPTION_SECONDS, .otherwise = REPORT_SECONDS,
    .help = "seconds between two calls of progress, about",
    .example = "'connect4', {deepen = true, depth = 9, every = 0.01, progress = function(r) print(r.nodes) end}"},
  trace = {.name = "trace", .kinds = OPTION_FUNCTION, .otherwise = NO_DEFAULT,
    .help = "a function, called with an event at every step; returns false for no more events",
    .example = "gts.tree{{3,12},{2,4}}, {trace = function(event) print(event.kind, event.path) end}"};

const Option *const common_options[] = {
  &algorithm, &position, &depth, &bounds, &native, &time, &nodes, &memory, &deepen, &database, &solution, &selective, &longest, &progress,
  &every, &trace, NULL
};

const Option option_window = {.name = "window", .kinds = OPTION_WINDOW, .otherwise = NO_DEFAULT,
  .help = "search window {alpha, beta}; values outside are only bounds",
  .example = "'connect4', {depth = 6, window = {-1, 1}}"};
const Option option_table = {
  .name = "table", .kinds = OPTION_TABLE | OPTION_COUNT | OPTION_WORD, .otherwise = NO_DEFAULT, .least = 1, .words = "auto",
  .help = "the transposition table to use and keep, or its size in bytes, not megabytes; 'auto': it grows with the search, up to 64 MB",
  .example = "'connect4', {depth = 10, algorithm = 'negascout', table = 64 << 20}"};
const Option option_remember_leaves = {.name = "remember_leaves", .kinds = OPTION_FLAG, .otherwise = 1,
  .help = "store the values of leaves in the table too; false pays where they cost little",
  .example = "'tictactoe', {algorithm = 'negascout', table = 1e6, remember_leaves = false}"};
const Option option_drop_order = {.name = "drop_order", .kinds = OPTION_FLAG, .otherwise = 0,
  .help = "in deepening, drop the order, except for the table's move, if it does not pay in the first iterations",
  .example = "'connect4', {algorithm = 'negascout', deepen = true, depth = 6, order = 'history', drop_order = true}"};
const Option option_order = {
  .name = "order", .kinds = OPTION_WORDS | OPTION_FUNCTION, .otherwise = NO_DEFAULT, .words = "table killer history lookahead rules",
  .help = "move ordering: what sorts successors; a function gets position, move and next "
    "position, and returns a number: the greater the sooner",
  .example = "'connect4', {depth = 8, algorithm = 'negascout', order = {'killer', 'history'}}"};
const Option option_risk = {.name = "risk", .kinds = OPTION_NUMBER, .otherwise = 0.07, .least = 0.001, .most = 0.5,
  .help = "of the technique `probcut`: the probability that a cutoff by a shallower search is wrong",
  .example = "'othello', {algorithm = 'negascout', depth = 6, selective = {'probcut'}, risk = 0.02}"};
const Option option_threads = {.name = "threads", .kinds = OPTION_COUNT, .otherwise = 1, .most = MOST_THREADS,
  .help = "threads that search in parallel; 0: as many as processors",
  .example = "'connect4', {depth = 14, algorithm = 'negascout', threads = 2}"};

const Option option_parallel = {.name = "parallel", .kinds = OPTION_WORD, .otherwise = NO_DEFAULT, .words = "root tree",
  .help = "how threads share a search that samples: each grows a tree, and they exchange statistics of the root's moves; or they share "
    "a table of statistics, with virtual losses; default: tree with a table, else root",
  .example = "'connect4', {algorithm = 'mcts', iterations = 2000, threads = 2, parallel = 'tree'}"};

const Option option_seed = {.name = "seed", .kinds = OPTION_INTEGER, .otherwise = 1,
  .help = "seed of the random numbers",
  .example = "gts.tree{branching=3, depth=6}, {algorithm = 'gsearch', select = 'random', seed = 2}"};

const char *option_next_word (const char **text, size_t *length) {
  const char *word = *text + strspn(*text, " ");
  *length = strcspn(word, " ");
  *text = word + *length;
  return *length ? word : NULL;
}

int option_place (const char *words, const char *word) {
  const char *next;
  size_t length;
  for (int i = 0; words && (next = option_next_word(&words, &length)) != NULL; i++)
    if (strlen(word) == length && strncmp(next, word, length) == 0) return i;
  return -1;
}

unsigned option_technique (const char *word) {
  const int place = option_place(selective.words, word);
  return place < 0 ? 0 : 1u << place;
}
