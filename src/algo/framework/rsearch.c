/*
** Gsearch and Rsearch: every game-tree search that develops no node in vain is a rule for choosing the next open live node.
** (Pijls & de Bruin, "A framework for game tree algorithms"; after Ibaraki.)
**
** The *window* of a node is what its own bounds and those of all nodes above it leave of the values that it may have if it
** is on a critical path. As long as something is left the node is *live*, and the value of the root is not known; to develop
** a node that is not live changes nothing above (Theorem 2.2). So Gsearch develops open live nodes until there are none. Of
** the sons of a live node one is live and has the whole window of its father (Definition 2.1): a rule never fails to find one.
**
** Rsearch does the same with less memory. When a *pseudo-terminal* is chosen, only nodes below it are chosen until it is no
** longer live; then its local tree is thrown away. Definition 3.1 gives the local tree a window of its own, which is that
** in the whole tree (Theorem 2.3). So the local tree needs no recursion: `base` is the ply of its root on the path, below
** which we stay. Without pseudo-terminals, base is always the root, and Rsearch is Gsearch.
**
** After a development bounds change on the path up to some node. The nodes above that are as they were, so a rule that looks
** at nothing but bounds would walk down to it again: we go on choosing from there. A rule that may look elsewhere (a user's,
** or chance) begins at the root of the local tree each time.
*/
#include "algo/framework/framework.h"

#include <stddef.h>
#include <string.h>

#include "algo/framework/tell.h"
#include "base/random.h"
#include "search/choice.h"

static const Option option_select = {
  .name = "select", .kinds = OPTION_WORD | OPTION_FUNCTION, .otherwise = NO_DEFAULT, .word = "leftmost", .words = "leftmost max min hstar random"
};
static const Option option_seed = {.name = "seed", .kinds = OPTION_INTEGER, .otherwise = 1};

typedef struct Run Run;

/* Which son of the live inner node at `step` to descend to. */
typedef int Choose (Run *run, Step *step);

typedef struct Rule {
  const char *name;
  Choose *choose;
  bool bounds_only;     /* looks at nothing but bounds */
} Rule;

struct Run {
  Search *search;
  Tree *tree;
  const Rule *rule;
  uint64_t random;      /* the state of the generator */
  Prospect *live;       /* the live sons, for rules that users write */
  size_t room;
  Choice choice;
};

static bool son_window (const Step *step, int i, Value window[2]) {
  window[LOWER] = step->window[LOWER];
  window[UPPER] = step->window[UPPER];
  return tree_narrow(&step->sons->node[i], window);
}

/*
** Section 4: the rules of the paper. Each takes the leftmost live son that has the same upper or lower end of the window. Since
** bounds only tighten, a son that was passed over is as long as the node has that end.
*/

enum { ANY = -1 };

static specialised int leftmost_with_same (Step *step, int end) {
  Value window[2];
  if (end != ANY && step->end != step->window[end]) {
    step->end = step->window[end];
    step->passed = 0;
  }
  int i = step->passed;
  while (!son_window(step, i, window) || (end != ANY && window[end] != step->window[end])) i++;
  return step->passed = i;
}

static int choose_leftmost (Run *run, Step *step) {
  (void)run;
  return leftmost_with_same(step, ANY);
}

static int choose_max (Run *run, Step *step) {
  (void)run;
  return leftmost_with_same(step, UPPER);
}

static int choose_min (Run *run, Step *step) {
  (void)run;
  return leftmost_with_same(step, LOWER);
}

static int choose_hstar (Run *run, Step *step) {
  (void)run;
  return leftmost_with_same(step, step->sons->player == MAX ? UPPER : LOWER);
}

/* Any live son, each as likely. */
static int choose_random (Run *run, Step *step) {
  Value window[2];
  uint64_t count = 0;
  for (int i = 0; i < step->sons->count; i++) count += son_window(step, i, window);
  run->random += GOLDEN_GAMMA;
  uint64_t skip = random_below(mix64(run->random), count);
  for (int i = 0; ; i++)
    if (son_window(step, i, window) && skip-- == 0) return i;
}

/* Rules that users write. */

static Prospect prospect (const TreeNode *node, bool open, const Value window[2], int number) {
  return (Prospect){.lower = node->bound[LOWER], .upper = node->bound[UPPER], .alpha = window[LOWER], .beta = window[UPPER],
                    .number = number, .open = open};
}

static Position position_of (const Choice *choice, int i) {
  const Run *run = (const Run *)(const void *)((const char *)choice - offsetof(Run, choice));
  if (i < 0) return tree_position_at(run->tree, choice->ply);
  return tree_position(run->tree, run->tree->path[choice->ply].sons, (int)choice->sons[i].number - 1);
}

static int choose_given (Run *run, Step *step) {
  Sons *sons = step->sons;
  run->live = arena_widen(&run->search->arena, run->live, sizeof *run->live, &run->room, (size_t)sons->count);
  int count = 0;
  for (int i = 0; i < sons->count; i++) {
    Value window[2];
    if (!son_window(step, i, window)) continue;
    run->live[count++] = prospect(&sons->node[i], tree_is_open(run->tree, sons, i), window, i + 1);
  }
  run->choice = (Choice){.node = prospect(step->node, false, step->window, step->son + 1), .player = sons->player,
                         .ply = (int)(step - run->tree->path), .count = count, .sons = run->live, .position = position_of};
  return (int)run->live[run->search->caller.choose(run->search, &run->choice)].number - 1;
}

static const Rule rules[] = {
  {"leftmost", choose_leftmost, true}, {"max", choose_max, true}, {"min", choose_min, true}, {"hstar", choose_hstar, true},
  {"random", choose_random, false}
};
static const Rule given = {NULL, choose_given, false};

static const Rule *find_rule (Search *s, const char *name) {
  if (name == NULL) return &given;
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
    if (strcmp(rules[i].name, name) == 0) return &rules[i];
  s->host->fail(s->host, "there is no rule '%s'", name);
  return NULL;
}

/* The search. */

/* From the live node at `ply` down to an open one; its ply. A live node that has been developed has sons. */
static int descend (Run *run, int ply) {
  Tree *tree = run->tree;
  for (Step *step = &tree->path[ply]; step->sons; ply++) {
    Value window[2] = {step->window[0], step->window[1]};
    step = tree_enter(tree, ply, run->rule->choose(run, step));
    tree_narrow(step->node, window);
    step->window[0] = window[0];
    step->window[1] = window[1];
  }
  return ply;
}

/* The node at `ply` has changed: so do the bounds above it. Returns the ply of the last that did not, or of the local root. */
static int update (Run *run, int ply, int base) {
  Tree *tree = run->tree;
  tree_narrow(tree->path[ply].node, tree->path[ply].window);
  while (ply > base) {
    ply--;
    if (!tell_back_up(tree, ply)) return ply;
    tree_narrow(tree->path[ply].node, tree->path[ply].window);
  }
  if (ply == 0) tree_publish(tree);
  return ply;
}

/* Develops the open node at `ply`, if it is a pseudo-terminal as the root of a local tree; `*base` is where that is rooted. */
static int develop (Run *run, int ply, int *base) {
  Tree *tree = run->tree;
  if (tree_pseudo(tree, ply)) {
    tree->path[ply].base = *base;
    *base = ply;
    tell_local(tree, EVENT_ACTIVATE, ply);
  }
  const Value *window = tree->path[ply].window;
  tree_develop(tree, ply, (Window){window[LOWER], window[UPPER]});
  if (ply > *base && tree_unknown(tree->path[ply].node)) return ply;            /* it was chosen, and is again */
  return update(run, ply, *base);
}

static bool live (const Step *step) { return step->window[LOWER] < step->window[UPPER]; }

void framework_search (Search *s, const char *rule) {
  Run *run = arena_alloc(&s->arena, sizeof *run);       /* not on the stack: a rule may see its choice until the search is closed */
  const Setting *seed = search_setting(s, "seed");
  *run = (Run){.search = s, .tree = tree_open(s), .rule = find_rule(s, rule), .random = seed ? (uint64_t)seed->integer : 0};
  Tree *tree = run->tree;
  s->list_open = tell_live_nodes;
  int base = 0, ply = develop(run, 0, &base);
  while (live(&tree->path[0])) {
    if (live(&tree->path[base])) {
      ply = descend(run, run->rule->bounds_only ? ply : base);
      ply = develop(run, ply, &base);
    } else {
      tell_local(tree, EVENT_DEACTIVATE, base);
      tree_forget(tree, base);
      int outer = tree->path[base].base;
      ply = update(run, base, outer);
      base = outer;
    }
  }
  tree_conclude(tree);
}

static void run_given (Search *s) {
  framework_search(s, s->caller.choose ? NULL : search_word(s, "select"));
}

const Algorithm gsearch = {
  .id = "gsearch", .title = "Gsearch", .family = "framework", .source = "Pijls & de Bruin, Framework, Fig. 2",
  .options = OPTIONS(&option_window, &option_select, &option_seed), .informed = true, .lines = true, .holds = true,
  .run = run_given
};

const Algorithm rsearch = {
  .id = "rsearch", .title = "Rsearch", .family = "framework", .source = "Pijls & de Bruin, Framework, Fig. 4",
  .options = OPTIONS(&option_window, &option_select, &option_seed, &option_pseudo), .informed = true, .lines = true,
  .holds = true, .run = run_given
};
