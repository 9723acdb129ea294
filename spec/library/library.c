/* A program in C that uses the library: `library CASE` prints what comes of it. For spec/library/library_spec.lua. */
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "library/search.h"

/* What programs were compiled with: new fields come behind. */
#if defined(__LP64__)
_Static_assert(offsetof(gts_rules, next) == 160 && offsetof(gts_rules, cycle) == 264 && sizeof(gts_rules) == 272, "layout of gts_rules");
_Static_assert(offsetof(gts_result, move) == 48 && offsetof(gts_result, json) == 96 && sizeof(gts_result) == 104, "layout of gts_result");
#endif

/* One heap: a move takes 1 to 3, whoever takes the last wins. A position is its size; with two words the second is the player to move. */
typedef struct Heap {
  gts *g;
  int words, fail_at, calls, wrong;
  gts_handle game;
  int shares[64];               /* of objects: the sizes of heaps, and from 40 on moves */
} Heap;

static int next (void *context, const int64_t *p, const int64_t *last, int64_t *move, int64_t *child) {
  Heap *h = context;
  const int64_t taken = last ? *last + 1 : 1;
  if (++h->calls == h->fail_at) return gts_fail("the heap fell over");
  if (taken > 3 || taken > p[0]) return 0;
  *move = taken;
  child[0] = p[0] - taken;
  for (int i = 1; i < h->words; i++) child[i] = i == h->words - 1 ? !p[i] : p[i];
  return 1;
}

static int player (void *context, const int64_t *p) {
  const Heap *h = context;
  return (int)p[h->words - 1];
}

static int evaluate (void *context, const int64_t *p, double *value) {
  const Heap *h = context;
  if (h->wrong) return h->wrong;
  *value = p[0] > 0 ? 0 : player(context, p) == GTS_MAX ? -1 : 1;
  return 1;
}

static gts_rules rules_of (Heap *h, int words, int64_t size) {
  gts_rules rules = {.size = sizeof rules, .name = "heap", .context = h, .words = words, .start = {size}, .next = next,
                     .evaluate = evaluate, .player = player, .has_range = 1, .lower = -1, .upper = 1};
  h->words = words;
  rules.start[words - 1] = GTS_MAX;
  return rules;
}

static void show (const char *what, int status, const gts_result *r) {
  if (status) printf("%s: %s\n", what, gts_error());
  else printf("%s: value %g, move %s, %s%s\n", what, r->value, r->has_move ? r->move_name : "none", r->solved ? "solved" : "not solved",
              r->stopped ? r->stopped : "");
}

/* A heap whose first word has the size, the move and the player. The first move marks the last word, and the others do not write it. */
static int next_unwritten (void *context, const int64_t *p, const int64_t *last, int64_t *move, int64_t *child) {
  Heap *h = context;
  const int64_t taken = last ? *last + 1 : 1, size = p[0] / 8, player = p[0] % 2;
  if (p[h->words - 1] != (p[0] / 2 % 4 == 1 ? 9 : 0)) h->wrong++;
  for (int i = 1; i < h->words - 1; i++) h->wrong += p[i] != 0;
  if (taken > 3 || taken > size) return 0;
  *move = taken;
  child[0] = (size - taken) * 8 + taken * 2 + !player;
  if (taken == 1) child[h->words - 1] = 9;
  return 1;
}

static int player_unwritten (void *context, const int64_t *p) {
  (void)context;
  return (int)(p[0] % 2);
}

static int evaluate_unwritten (void *context, const int64_t *p, double *value) {
  (void)context;
  *value = p[0] / 8 > 0 ? 0 : p[0] % 2 == GTS_MAX ? -1 : 1;
  return 1;
}

/* Rules of 2 to 16 words, with all algorithms. Words that `next` does not write are 0, whatever stood there. */
static int unwritten (gts *g) {
  static const char *const algorithms[] = {"minimax", "alphabeta", "ttalphabeta", "negascout", "mtd", "pn", "mcts", "sss2"};
  for (int count = 2; count <= GTS_WORDS; count += 7) {
    Heap heap = {.words = count};
    gts_rules rules = rules_of(&heap, count, 13 * 8 + GTS_MAX);
    rules.start[count - 1] = 0;
    rules.next = next_unwritten, rules.player = player_unwritten, rules.evaluate = evaluate_unwritten;
    const gts_handle game = gts_functions(g, &rules);
    if (!game) puts(gts_error());
    for (size_t i = 0; i < sizeof algorithms / sizeof *algorithms; i++) {
      char options[80];
      gts_result r = {.size = sizeof r};
      snprintf(options, sizeof options, "algorithm=%s", algorithms[i]);
      const int status = gts_search(g, game, options, &r);
      if (status || r.value != 1 || r.move != 1) show(algorithms[i], status, &r);
      if (heap.wrong) printf("%d words: %s has seen %d words of other positions\n", count, algorithms[i], heap.wrong);
      heap.wrong = 0;
    }
  }
  puts("done");
  return 0;
}

/* Rules that fail, in each of their ways. */
static int two_bounds (void *context, const int64_t *p, double *lower, double *upper) {
  (void)context, (void)p;
  *lower = -1, *upper = 1;
  return 2;
}

static int failing (gts *g) {
  Heap heap = {.fail_at = 30};
  gts_rules rules = rules_of(&heap, 2, 9);
  gts_result r = {.size = sizeof r};
  gts_handle game = gts_functions(g, &rules);
  show("next", gts_search(g, game, "algorithm=alphabeta", &r), &r);
  heap.fail_at = 0;
  heap.wrong = 7;
  show("evaluate", gts_search(g, game, "algorithm=alphabeta", &r), &r);
  heap.wrong = -1;
  show("evaluate", gts_search(g, game, "algorithm=alphabeta", &r), &r);
  heap.wrong = 0;
  show("again", gts_search(g, game, "algorithm=alphabeta", &r), &r);
  rules.bounds = two_bounds;
  show("bounds", gts_search(g, gts_functions(g, &rules), "algorithm=alphabeta", &r), &r);
  return 0;
}

/* Rules that change the position that they are asked about; each in turn, in a search and where Lua asks them. */
static Heap *slipping;
static const char *slip;

static void slip_in (const char *rule, const int64_t *p) {
  if (slip && strcmp(slip, rule) == 0) ((int64_t *)p)[slipping->words - 1] ^= 2;
}

/* What `answer` is, with the slip of a rule behind it. */
#define SLIPPED(rule, answer) \
  const int found = (answer); \
  slip_in(rule, p); \
  return found

static int slip_next (void *context, const int64_t *p, const int64_t *last, int64_t *move, int64_t *child) {
  SLIPPED("next", next(context, p, last, move, child));
}

static int slip_evaluate (void *context, const int64_t *p, double *value) { SLIPPED("evaluate", evaluate(context, p, value)); }

static int slip_player (void *context, const int64_t *p) { SLIPPED("player", player(context, p)); }

static int slip_terminal (void *context, const int64_t *p) { SLIPPED("terminal", ((void)context, 0)); }

static int slip_bounds (void *context, const int64_t *p, double *lower, double *upper) {
  SLIPPED("bounds", ((void)context, *lower = -1, *upper = 1, 1));
}

static int slip_key (void *context, const int64_t *p, int64_t *key, const char **text) {
  SLIPPED("key", ((void)context, (void)text, *key = 2 * p[0] + p[1], 1));
}

static int slips (gts *g) {
  static const char *const rules_of_all[] = {NULL, "next", "evaluate", "player", "terminal", "bounds", "key"};
  Heap heap = {0};
  gts_rules rules = rules_of(&heap, 2, 9);
  rules.next = slip_next;
  rules.evaluate = slip_evaluate;
  rules.player = slip_player;
  rules.terminal = slip_terminal;
  rules.bounds = slip_bounds;
  rules.key = slip_key;
  slipping = &heap;
  gts_result r = {.size = sizeof r};
  gts_handle game = gts_functions(g, &rules);
  for (size_t i = 0; i < sizeof rules_of_all / sizeof *rules_of_all; i++) {
    slip = rules_of_all[i];
    show(slip ? slip : "none", gts_search(g, game, "algorithm=ttalphabeta", &r), &r);
    char call[100];
    snprintf(call, sizeof call, "[{\"handle\":%d}]", (int)game);
    if (!gts_call(g, "solve", call) && !strstr(gts_error(), "changed its position")) puts(gts_error());
  }
  slip = NULL;
  return 0;
}

/* What is wrong with rules, options and handles. */
static int refused (gts *g) {
  Heap heap = {0};
  gts_rules rules = rules_of(&heap, 2, 9), wrong = rules;
  gts_result r = {.size = sizeof r};
  gts_handle game = gts_functions(g, &rules);
  wrong.next = NULL;
  if (!gts_functions(g, &wrong)) puts(gts_error());
  wrong = rules;
  wrong.words = 17;
  if (!gts_functions(g, &wrong)) puts(gts_error());
  wrong = rules;
  wrong.size += 8;
  if (!gts_functions(g, &wrong)) puts(gts_error());
  if (!gts_functions(g, NULL)) puts(gts_error());
  show("threads", gts_search(g, game, "threads=2", &r), &r);
  show("options", gts_search(g, game, "depth 3", &r), &r);
  show("handle", gts_search(g, 99, NULL, &r), &r);
  show("no handle", gts_search(g, 0, NULL, &r), &r);
  r.size = 0;
  show("size", gts_search(g, game, NULL, &r), &r);
  if (!gts_call(g, "search", "{")) puts(gts_error());
  if (!gts_call(NULL, "search", NULL)) puts(gts_error());
  if (!gts_open_api(GTS_API + 1)) puts(gts_error());
  r.size = sizeof r;
  gts_drop(g, game);
  show("dropped", gts_search(g, game, NULL, &r), &r);
  return 0;
}

/* A rule that calls gts, and drops its own game meanwhile. */
static int evaluate_within (void *context, const int64_t *p, double *value) {
  Heap *h = context;
  if (p[0] <= 4 && h->game) {
    gts_result r = {.size = sizeof r};
    show("within", gts_search(h->g, h->game, "algorithm=alphabeta depth=2", &r), &r);
    gts_drop(h->g, h->game);
    gts_close(h->g);            /* of no effect: it is at work */
    h->game = 0;
  }
  return evaluate(context, p, value);
}

static int within (gts *g) {
  Heap heap = {.g = g};
  gts_rules rules = rules_of(&heap, 2, 9);
  gts_result r = {.size = sizeof r};
  gts_handle plain = gts_functions(g, &rules);
  rules.evaluate = evaluate_within;
  heap.game = plain;
  gts_handle game = gts_functions(g, &rules);
  show("outside", gts_search(g, game, "algorithm=alphabeta depth=6", &r), &r);
  return 0;
}

static void sleep_for (double seconds) {
  nanosleep(&(struct timespec){(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)}, NULL);
}

static void *stop_later (void *of) {
  sleep_for(0.3);
  gts_result r = {.size = sizeof r};
  show("other thread", gts_search(of, 1, NULL, &r), &r);
  gts_stop(of);
  return NULL;
}

static int stopping (gts *g) {
  Heap heap = {0};
  gts_rules rules = rules_of(&heap, 2, 500);
  gts_result r = {.size = sizeof r};
  gts_handle game = gts_functions(g, &rules), lua = gts_load(g, "othello", NULL);
  pthread_t thread;
  gts_stop(g);                  /* nothing runs */
  pthread_create(&thread, NULL, stop_later, g);
  show("functions", gts_search(g, game, "algorithm=minimax", &r), &r);
  pthread_join(thread, NULL);
  pthread_create(&thread, NULL, stop_later, g);
  show("rules in Lua", gts_search(g, lua, "algorithm=minimax native=false", &r), &r);
  pthread_join(thread, NULL);
  pthread_create(&thread, NULL, stop_later, g);
  const char *answer = gts_call(g, "match", "[\"othello\", {\"depth\": 4}, {\"depth\": 4}, {\"games\": 100000}]");
  printf("match: %s\n", answer ? answer : strstr(gts_error(), "interrupted") ? "interrupted" : gts_error());
  pthread_join(thread, NULL);
  show("afterwards", gts_search(g, game, "depth=4 algorithm=alphabeta", &r), &r);
  return 0;
}

/* Positions and moves that are objects: how many shares of each are out. */
static int next_object (void *context, const int64_t *p, const int64_t *last, int64_t *move, int64_t *child) {
  Heap *h = context;
  const int64_t size = *p >> 1, taken = last ? *last - 40 + 1 : 1;
  if (++h->calls == h->fail_at) return gts_fail("the heap fell over");
  if (taken > 3 || taken > size) return 0;
  *move = 40 + taken;
  *child = (size - taken) << 1 | !(*p & 1);
  h->shares[*move]++;
  h->shares[*child]++;
  return 1;
}

static int evaluate_object (void *context, const int64_t *p, double *value) {
  (void)context;
  *value = *p >> 1 ? 0 : *p & 1 ? -1 : 1;
  return 1;
}

static int player_of_object (void *context, const int64_t *p) { (void)context; return (int)(*p & 1); }

static int key_of_object (void *context, const int64_t *p, int64_t *key, const char **text) {
  static char name[20];
  (void)context;
  (void)key;
  snprintf(name, sizeof name, "heap %d", (int)*p);
  *text = name;
  return 1;
}

static const char *name_of_move (void *context, int64_t move) {
  static char name[20];
  (void)context;
  snprintf(name, sizeof name, "take %d", (int)move - 40);
  return name;
}

static void release (void *context, int64_t object) {
  Heap *h = context;
  if (object >= 0 && object < 64) h->shares[object]--;
}

static void say_closed (void *context) { (void)context; puts("closed"); }

static int objects (gts *g) {
  static Heap heap;
  static const char *const all[] = {"algorithm=alphabeta", "algorithm=ttalphabeta", "algorithm=mcts iterations=500", "algorithm=pn"};
  gts_rules rules = {.size = sizeof rules, .name = "heap", .context = &heap, .words = 1, .start = {18 | 1}, .next = next_object,
                     .evaluate = evaluate_object, .player = player_of_object, .key = key_of_object, .move_name = name_of_move,
                     .release = release, .close = say_closed, .has_range = 1, .lower = -1, .upper = 1};
  gts_result r = {.size = sizeof r};
  heap.shares[18 | 1] = 1;
  rules.lower = 2;
  if (gts_functions(g, &rules)) puts("a range from 2 to 1 is taken");          /* and nothing is given back */
  rules.lower = -1;
  gts_handle game = gts_functions(g, &rules);
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) show(all[i], gts_search(g, game, all[i], &r), &r);
  printf("%s\n", strstr(r.json, "\"move\":{\"object\":41}") ? "the move is an object" : r.json);
  heap.fail_at = heap.calls + 50;
  show("failed", gts_search(g, game, all[0], &r), &r);
  char arguments[100];
  snprintf(arguments, sizeof arguments, "[{\"handle\": %lld}, {\"position\": {\"of\": %lld, \"object\": 13}}]", (long long)game,
           (long long)game);
  heap.shares[13]++;
  const char *answer = gts_call(g, "search", arguments);
  printf("%s\n", answer && strstr(answer, "\"value\":1") ? "from an object" : answer ? answer : gts_error());
  gts_close(g);
  for (int i = 0; i < 64; i++)
    if (heap.shares[i] != 0) printf("%d shares of %d are out\n", heap.shares[i], i);
  return 1;
}

/* Calls of functions by JSON: lines of the name and the arguments, each answered by a line. */
static int calls (gts *g) {
  static char name[100], arguments[10000];
  while (scanf(" %99s %9999[^\n]", name, arguments) == 2) {
    const char *answer = gts_call(g, name, arguments);
    printf("%s\n", answer ? answer : gts_error());
  }
  return 0;
}

/* A function that is an argument: it is told of a search, calls gts itself, and ends the second search; the third time it fails. */
static const char *told (void *context, int64_t number, const char *arguments) {
  Heap *h = context;
  if (++h->calls == 1) printf("function %d: %s\n", (int)number, strstr(arguments, "\"depth\":") ? "a report" : arguments);
  if (number == 9) return gts_fail("no more") < 0 ? NULL : "";
  if (number == 8) return "false";
  return gts_call(h->g, "search", "[\"nim\", {\"depth\": 1}]") ? "null" : NULL;
}

static int function (gts *g) {
  static Heap heap;
  heap.g = g;
  static const int numbers[] = {7, 8, 9};
  for (int i = -1; i < 3; i++) {
    char arguments[200];
    snprintf(arguments, sizeof arguments, "[\"othello\", {\"depth\": 3, \"deepen\": true, \"every\": 1e-9, \"native\": false, "
             "\"progress\": {\"function\": %d}}]", i < 0 ? 6 : numbers[i]);
    const char *answer = gts_call(g, "search", arguments);
    printf("%s\n", !answer ? gts_error() : strstr(answer, "\"stopped\":\"progress\"") ? "stopped" : "ended");
    if (i < 0) gts_set_function(g, told, &heap);
  }
  return 0;
}

int main (int argc, char **argv) {
  static const struct { const char *name; int (*run) (gts *g); } cases[] = {
    {"unwritten", unwritten}, {"failing", failing}, {"slips", slips}, {"refused", refused}, {"within", within},
    {"stopping", stopping}, {"objects", objects}, {"calls", calls}, {"function", function},
  };
  gts *g = gts_open();
  if (g == NULL) {
    puts(gts_error());
    return 1;
  }
  for (size_t i = 0; argc > 1 && i < sizeof cases / sizeof *cases; i++)
    if (strcmp(cases[i].name, argv[1]) == 0 && cases[i].run(g) == 0) gts_close(g);
  return 0;
}
