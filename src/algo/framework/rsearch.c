/*
** Gsearch and Rsearch: every game-tree search that develops no node in vain is a rule for choosing the next open live node.
** (Pijls & de Bruin, "A framework for game tree algorithms"; after Ibaraki.)
**
** The *window* of a node is what its own bounds and those of all nodes above it leave of the values that it may have if it
** is on a critical path. As long as something is left the node is *live*, and the value of the root is not known; to develop
** a node that is not live changes nothing above (Theorem 2.2). So Gsearch develops open live nodes until there are none. Of
** the children of a live node one is live and has the whole window of its parent (Definition 2.1): a rule never fails to find one.
**
** Rsearch does the same with less memory. When a *pseudo-terminal* is chosen, only nodes below it are chosen until it is no longer live;
** then its local tree is thrown away. Definition 3.1 gives the local tree its own window, which equals that in the whole tree (Theorem
** 2.3). So the local tree needs no recursion: `base` is the ply of its root on the path, below which we stay. Without pseudo-terminals,
** base is always the root, and Rsearch is Gsearch.
**
** After a development bounds change on the path up to some node. The nodes above that are as they were, so a rule that looks
** at nothing but bounds would walk down to it again: we go on choosing from there. A rule that may look elsewhere (a user's,
** or chance) begins at the root of the local tree each time.
*/
#include "algo/framework/rsearch.h"

#include <stddef.h>
#include <string.h>

#include "algo/framework/choice.h"
#include "algo/framework/emit.h"
#include "base/random.h"

static const Option option_select = {
  .name = "select", .kinds = OPTION_WORD | OPTION_FUNCTION, .otherwise = NO_DEFAULT, .word = "leftmost",
  .words = "leftmost max min hstar random",
  .help = "which live child to descend to; a function gets the node, and returns a child",
  .example = "gts.tree{branching=3, depth=6}, {algorithm = 'gsearch', select = 'random'}"};

typedef struct Run Run;

/* Which child of the live inner node at `step` to descend to. */
typedef int Choose (Run *run, const Step *step);

enum { ANY = -1 };

typedef struct Rule {
  const char *name;
  int end[2];           /* where MIN moves, and where MAX does: the end of its window that the child is to have, or ANY */
  Choose *choose;       /* instead */
} Rule;

struct Run {
  Search *search;
  Tree *tree;
  Rule rule;
  AtRoot *root;         /* chooses there instead; or NULL */
  uint64_t random;      /* the state of the generator */
  Prospect *live;       /* the live children, for rules that users write */
  size_t room;
  Choice choice;
};

static Window child_window (const Step *step, int i) { return tree_narrow(step->window, &step->first[i]); }

/* Is the child of a live node with the window `w` live, with the same `end` of its window? */
static ALWAYS_INLINE bool shares_end (Window w, const TreeNode *child, int end) {
  const Value lower = child->bound[LOWER], upper = child->bound[UPPER];
  if (end == UPPER) return upper >= w.beta && lower < w.beta;
  if (end == LOWER) return lower <= w.alpha && upper > w.alpha;
  return window_open(tree_narrow(w, child));
}

/*
** Section 4: the rules of the paper. Each takes the leftmost live child that has the same upper or lower end of the window. Since
** bounds only tighten, a child that was passed over is as long as the node has that end.
*/
static ALWAYS_INLINE int leftmost_with_same (Step *step, int end) {
  const Window w = step->window;
  const TreeNode *child = step->first;
  Value same = end == UPPER ? w.beta : w.alpha;
  int i = end == ANY || step->end == same ? step->passed : 0;
  while (!shares_end(w, &child[i], end)) i++;
  step->end = same;
  return step->passed = i;
}

/* Any live child, each as likely. */
static int choose_random (Run *run, const Step *step) {
  uint64_t count = 0;
  for (int i = 0; i < step->children->count; i++) count += window_open(child_window(step, i));
  uint64_t skip = random_below(random_draw(&run->random), count);
  for (int i = 0; ; i++)
    if (window_open(child_window(step, i)) && skip-- == 0) return i;
}

/* Rules that users write. */

static Prospect prospect (const TreeNode *node, bool open, Window window, int number) {
  return (Prospect){.lower = node->bound[LOWER], .upper = node->bound[UPPER], .alpha = window.alpha, .beta = window.beta,
                    .number = number, .open = open};
}

static Position position_of (const Choice *choice, int i) {
  const Run *run = (const Run *)(const void *)((const char *)choice - offsetof(Run, choice));
  if (i < 0) return tree_position_at(run->tree, choice->ply);
  return children_position(&run->tree->pool, run->tree->path[choice->ply].children, (int)choice->children[i].number - 1);
}

static int choose_given (Run *run, const Step *step) {
  Children *children = step->children;
  run->live = arena_widen(&run->search->arena, run->live, sizeof *run->live, &run->room, (size_t)children->count);
  int count = 0;
  for (int i = 0; i < children->count; i++) {
    Window window = child_window(step, i);
    if (window_open(window)) run->live[count++] = prospect(&step->first[i], tree_is_open(children, i), window, i + 1);
  }
  run->choice = (Choice){.node = prospect(step->node, false, step->window, step->child + 1), .player = children->player,
                         .ply = (int)(step - run->tree->path), .count = count, .children = run->live, .position = position_of};
  return (int)run->live[run->search->asked.caller.choose(run->search, &run->choice)].number - 1;
}

static const Rule rules[] = {
  {.name = "leftmost", .end = {ANY, ANY}}, {.name = "max", .end = {UPPER, UPPER}}, {.name = "min", .end = {LOWER, LOWER}},
  {.name = "hstar", .end = {[MIN] = LOWER, [MAX] = UPPER}}, {.name = "random", .choose = choose_random}
};
static const Rule given = {.choose = choose_given};

static const Rule *find_rule (Search *s, const char *name) {
  if (name == NULL) return &given;
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
    if (strcmp(rules[i].name, name) == 0) return &rules[i];
  s->host->fail(s->host, "there is no rule '%s'", name);
  return &given;
}

/* The search. */

static ALWAYS_INLINE int choose (Run *run, Step *step) {
  if (UNLIKELY(run->root != NULL) && step == run->tree->path) return run->root->choose(run->root, run->tree);
  if (run->rule.choose) return run->rule.choose(run, step);
  switch (run->rule.end[step->children->player]) {
    case UPPER: return leftmost_with_same(step, UPPER);
    case LOWER: return leftmost_with_same(step, LOWER);
    default: return leftmost_with_same(step, ANY);
  }
}

/*
** From the live node at `ply` down to the parent of an open one. Returns its ply, and in *child which of its children that is; -1: the search is
** over. (A live node that has been developed has children.)
*/
static ALWAYS_INLINE int descend (Run *run, int ply, int *child) {
  Tree *tree = run->tree;
  Step *step = &tree->path[ply];
  int i;
  while ((i = choose(run, step)) >= 0 && step->children->flags[i] & HAS_CHILDREN) {
    Window window = child_window(step, i);
    step = tree_enter(tree, ply++, i);
    step->window = window;
  }
  *child = i;
  return ply;
}

static ALWAYS_INLINE bool back_up (Tree *tree, int ply, const TreeNode *changed) {
  return tree->path[ply].children->player == MAX ? emit_back_up(tree, ply, changed, MAX) : emit_back_up(tree, ply, changed, MIN);
}

static ALWAYS_INLINE void narrow_at (Tree *tree, int ply) {
  Step *step = &tree->path[ply];
  step->window = tree_narrow(step->window, step->node);
}

/*
** A child of the node at `ply` has changed: so do the bounds above it. Returns the ply of the last node whose did not, or of the local
** root, which is at `base`.
*/
static ALWAYS_INLINE int update (Tree *tree, int ply, const TreeNode *changed, int base) {
  for (;; ply--) {
    if (!back_up(tree, ply, changed)) return ply;
    narrow_at(tree, ply);
    if (ply == base) break;
    changed = tree->path[ply].node;
  }
  if (ply == 0) tree_publish(tree);
  return ply;
}

/* The root of a tree, or of a local tree, is developed. */
static void develop_base (Tree *tree, int base) {
  tree_develop_at(tree, base, tree->path[base].window);
  narrow_at(tree, base);
  if (base == 0) tree_publish(tree);
}

/* Child `i` of the node at `ply` is a pseudo-terminal. Returns where its local tree is rooted; `base` is where the one above it is. */
static int begin_local (Tree *tree, int ply, int i, int base) {
  Step *step = tree_enter(tree, ply, i);
  step->window = step[-1].window;
  step->base = base;
  emit_local(tree, EVENT_ACTIVATE, ply + 1);
  develop_base(tree, ply + 1);
  return ply + 1;
}

/* The root of the local tree, at `base`, is not live any more. Returns where the one above it is rooted. */
static int end_local (Tree *tree, int base) {
  const Step *step = &tree->path[base];
  emit_local(tree, EVENT_DEACTIVATE, base);
  tree_forget(tree, base);
  update(tree, base - 1, step->node, step->base);
  return step->base;
}

/* Develops the open child `i` of the node at `ply`. Returns the ply from where to go on: while nothing is known of it, its own. */
static ALWAYS_INLINE int develop (Tree *tree, int ply, int i, int base) {
  Step *step = &tree->path[ply];
  const TreeNode *child = &step->first[i];
  Window window = step->window;
  if (!tree_develop(tree, ply, i, window) || !tree_unknown(child)) return update(tree, ply, child, base);
  tree->path[ply + 1].window = window;
  return ply + 1;
}

/*
** Develops open live nodes in the local tree that is rooted at `base`, until its root is not live or a local tree in it begins.
** Returns where that is rooted, else `base`.
*/
static int search_local (Run *run, int base) {
  Tree *tree = run->tree;
  const bool stays = run->rule.choose == NULL && run->root == NULL;
  for (int i, ply = base; window_open(tree->path[base].window); ) {
    ply = descend(run, stays ? ply : base, &i);
    if (i < 0) break;
    if (UNLIKELY(tree_pseudo(tree, ply, i))) return begin_local(tree, ply, i, base);
    ply = develop(tree, ply, i, base);
  }
  return base;
}

Tree *framework_search_from (Search *s, const char *rule, AtRoot *root) {
  Run *run = arena_alloc(&s->arena, sizeof *run);       /* not on the stack: a rule may see its choice until the search is closed */
  const Setting *seed = search_setting(s, "seed");
  *run = (Run){.search = s, .tree = tree_open(s), .rule = *find_rule(s, rule), .root = root, .random = seed ? (uint64_t)seed->integer : 0};
  Tree *tree = run->tree;
  s->trace.list_open = emit_live_nodes;
  develop_base(tree, 0);
  if (root) {                   /* which ends it, though the root be live; there are no local trees */
    search_local(run, 0);
    return tree;
  }
  for (int base = 0; base > 0 || window_open(tree->path[0].window); ) {
    if (window_open(tree->path[base].window)) base = search_local(run, base);
    else base = end_local(tree, base);
  }
  return tree;
}

void framework_search (Search *s, const char *rule) { tree_conclude(framework_search_from(s, rule, NULL)); }

static void run_given (Search *s) { framework_search(s, s->asked.caller.choose ? NULL : search_word(s, "select")); }

const Algorithm gsearch = {
  .id = "gsearch", .title = "Gsearch", .family = "framework", .source = "Pijls & de Bruin, Framework, Fig. 2", .example = "select='random'",
  .options = OPTIONS(&option_window, &option_select, &option_seed), .informed = true, .lines = true, .holds = true,
  .run = run_given};

const Algorithm rsearch = {
  .id = "rsearch", .title = "Rsearch", .family = "framework", .source = "Pijls & de Bruin, Framework, Fig. 4", .example = "pseudo=2",
  .options = OPTIONS(&option_window, &option_select, &option_seed, &option_pseudo), .informed = true, .lines = true,
  .holds = true, .run = run_given
};
