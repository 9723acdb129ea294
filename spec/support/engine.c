/*
** The engine without Lua: a host in C of a dozen lines, which runs every algorithm on trees and prints what it finds, for engine_spec.lua.
**
**     engine explicit           the tree of the first page: id value first-move exact solved leaves developed
**     engine uniform B D SEED   an implicit one
**     engine stop NODES         that many visits are allowed
**     engine defaults           what a C caller gets who states nothing
**     engine fail               an error: its message
**     engine known              the value of a busy node, which a table has to a horizon: what is it, and does it rest on that?
**     engine abandon            a helper leaves its root, whose line is the answer's, and then a child: are their lines given back?
*/
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algo/list.h"
#include "search/busy.h"
#include "search/run.h"
#include "search/shared.h"
#include "search/successors.h"
#include "trees/explicit.h"
#include "trees/implicit.h"

typedef struct CHost {
  Host host;            /* first: a CHost is a Host */
  jmp_buf out;
  Stop stopped;
  char message[200];    /* of an error; "" if there was none */
} CHost;

static void *allocate (Host *host, void *block, size_t old_size, size_t new_size) {
  (void)host;
  (void)old_size;
  if (new_size > 0) return realloc(block, new_size);
  free(block);
  return NULL;
}

static void leave (Host *host, Stop why) {
  ((CHost *)host)->stopped = why;
  longjmp(((CHost *)host)->out, 1);
}

static void fail (Host *host, const char *format, ...) {
  CHost *c = (CHost *)host;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(c->message, sizeof c->message, format, arguments);
  va_end(arguments);
  longjmp(c->out, 1);
}

static CHost new_host (void) { return (CHost){.host = {.allocate = allocate, .leave = leave, .fail = fail}}; }

static void search (Search *s, CHost *host) {
  if (setjmp(host->out) == 0) run_search(s, NULL);
}

static void print (const Search *s, const CHost *host) {
  const Answer *answer = search_answer(s);
  bool exact = answer->lower == answer->upper;
  if (*host->message) printf("%s error %s\n", s->algorithm->id, host->message);
  else printf("%s %.17g %lld %d %d %llu %llu %d %.17g %.17g\n", s->algorithm->id, answer->valued ? answer->value : NAN,
              answer->line ? (long long)answer->line->move.word : 0, exact, exact && !answer->horizon,
              (unsigned long long)s->outcome.stats.leaves, (unsigned long long)s->outcome.stats.developed, (int)host->stopped,
              answer->lower, answer->upper);
}

/* Every algorithm on the game, from the position on. With a place for the host of the tree: to a horizon of one ply. */
static void run_all (Game *game, const Position *first, uint64_t nodes, Host **told) {
  static CHost host;
  for (int i = 0; algorithms[i] && !algorithms[i]->hidden; i++) {
    Search s;
    host = new_host();
    search_init(&s, game, &host.host, algorithms[i], first, 0);
    s.asked.node_limit = nodes;
    if (told) {
      *told = &host.host;
      s.pass.depth = 1;
    }
    search(&s, &host);
    print(&s, &host);
    search_close(&s);
  }
}

/* [[3 12 8] [2 4 6] [14 5 2]], in preorder; what inner nodes look like is the same for all, NAN: nothing. */
static void open_tree (ExplicitTree *tree, ExplicitNode nodes[13], Value estimate) {
  const Value values[9] = {3, 12, 8, 2, 4, 6, 14, 5, 2};
  nodes[0] = (ExplicitNode){.value = estimate, .lower = -INFINITY, .upper = INFINITY, .player = MAX};
  for (int i = 0; i < 3; i++) {
    ExplicitNode *inner = &nodes[1 + 4 * i];
    inner[0] = (ExplicitNode){.value = estimate, .lower = -INFINITY, .upper = INFINITY, .player = MIN,
                              .sibling = i < 2 ? 5 + 4 * i : 0};
    for (int j = 0; j < 3; j++)
      inner[1 + j] = (ExplicitNode){.value = values[3 * i + j], .lower = -INFINITY, .upper = INFINITY, .player = MAX, .leaf = true,
                                    .sibling = j < 2 ? 3 + 4 * i + j : 0};
  }
  explicit_open(tree, nodes, 13, MAX, false, false);
}

static void run_explicit (void) {
  ExplicitNode nodes[13];
  ExplicitTree tree;
  open_tree(&tree, nodes, 0);
  run_all(&tree.game, &(Position){{0}}, 0, NULL);
}

/* A uniform tree with independent leaves. */
static ImplicitTree uniform_tree (int64_t branching, int64_t depth, uint64_t seed, int64_t lowest, int64_t highest) {
  ImplicitTree tree;
  implicit_open(&tree, &(Drawing){.branching = {branching, branching}, .depth = {depth, depth}, .seed = seed, .first = MAX,
                                  .range = {lowest, highest}, .tightness = NOT_TOLD, .error = NOT_TOLD});
  return tree;
}

static void run_uniform (int64_t branching, int64_t depth, uint64_t seed, uint64_t nodes) {
  ImplicitTree tree = uniform_tree(branching, depth, seed, -32768, 32767);
  Position root = implicit_root(&tree);
  run_all(&tree.game, &root, nodes, NULL);
}

static void print_defaults (void) {
  ImplicitTree tree = uniform_tree(2, 2, 1, 0, 9);
  Position root = implicit_root(&tree);
  for (int i = 0; algorithms[i] && !algorithms[i]->hidden; i++) {
    CHost host = new_host();
    Search s;
    search_init(&s, &tree.game, &host.host, algorithms[i], &root, 0);
    for (int k = 0; algorithms[i]->options && algorithms[i]->options[k]; k++) {
      const char *name = algorithms[i]->options[k]->name;
      const Setting *setting = search_setting(&s, name);
      printf("%s %s %.17g %s\n", algorithms[i]->id, name, setting->number, setting->word ? setting->word : "-");
    }
    search_close(&s);
  }
}

/* A search to a horizon where the nodes have no values. */
static void run_failing (void) {
  ExplicitNode nodes[13];
  ExplicitTree tree;
  open_tree(&tree, nodes, NAN);
  run_all(&tree.game, &(Position){{0}}, 0, &tree.host);
}

static void run_known (void) {
  static Share share;
  ExplicitNode nodes[13];
  ExplicitTree tree;
  open_tree(&tree, nodes, 5);
  const Algorithm *const *tt = algorithms;
  while (strcmp((*tt)->id, "ttalphabeta") != 0) tt++;
  CHost host = new_host();
  Search s;
  Probe p;
  Busy above, below;
  search_init(&s, &tree.game, &host.host, *tt, &(Position){{0}}, 0);
  s.pass.depth = 1;
  search(&s, &host);
  s.team.share = &share;
  s.pass.basis = FIRM;
  probe(&s, &s.pass.root, &p);
  busy_enter(&s, &above, &p, WHOLE_WINDOW);
  busy_enter(&s, &below, &p, WHOLE_WINDOW);
  const Value value = busy_leave(&s, &above, 0);
  printf("known %.17g %d\n", value, s.pass.basis.horizon);
  search_close(&s);
}

static void run_abandon (void) {
  ImplicitTree tree = uniform_tree(2, 2, 1, 0, 9);
  Position first = implicit_root(&tree);
  CHost host = new_host();
  Search s;
  search_init(&s, &tree.game, &host.host, algorithms[0], &first, 0);
  Node *root = &s.pass.root, child = {.position = first, .ply = 1};
  Line *published = s.outcome.answer.line = root->line = line_cons(&s.lines, (Move){1, 0}, &first, NULL);
  Line *own = child.line = line_cons(&s.lines, (Move){2, 0}, &first, NULL);
  successors_abandon(&(Successors){.s = &s, .node = root});
  printf("root %d\n", s.lines.unused == published);
  successors_abandon(&(Successors){.s = &s, .node = &child});
  printf("child %d\n", s.lines.unused == own && own->rest == NULL);
  search_close(&s);
}

int main (int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  if (strcmp(what, "explicit") == 0) run_explicit();
  else if (strcmp(what, "uniform") == 0 && argc == 5) run_uniform(atoll(argv[2]), atoll(argv[3]), strtoull(argv[4], NULL, 10), 0);
  else if (strcmp(what, "stop") == 0 && argc == 3) run_uniform(4, 6, 1, strtoull(argv[2], NULL, 10));
  else if (strcmp(what, "defaults") == 0) print_defaults();
  else if (strcmp(what, "fail") == 0) run_failing();
  else if (strcmp(what, "known") == 0) run_known();
  else if (strcmp(what, "abandon") == 0) run_abandon();
  else return 2;
  return 0;
}
