/*
** RecSSS*, its dual RecDual*, and MGame: SSS* as a recursion.
**
** OPEN also holds the MAX nodes that were expanded, each with its h: the largest of its slots. So the best state is found by a series of
** local searches, each among the slots of one node, and nothing need be purged: what lies below a node that is solved is just forgotten.
** The leaves, and their order, are those of SSS*.
**
** MGame cuts the tree into slabs of `searchd` plies. A MAX node at the bottom of a slab counts as a leaf; its value is found by a separate
** search that starts with the bound h and is over when the node is solved. So no more than one slab is held for each level of slabs, at the
** price of some leaves. With searchd no less than the depth it is RecSSS*; with 2, QuickGame.
**
** Bhattacharya & Bagchi, "A faster alternative to SSS* with extension to variable memory", IPL 47 (1993); "A general framework
** for minimax search in game trees", IPL 52 (1994).
*/
#include "algo/solution/examine.h"
#include "algo/solution/emit.h"

static const Option option_searchd = {.name = "searchd", .kinds = OPTION_COUNT, .otherwise = 2, .least = 1,
  .help = "plies of a slab; 2 is QuickGame",
  .example = "gts.tree{branching=3, depth=6}, {algorithm = 'mgame', searchd = 3}"};

static bool rec (Open *o, Record *p, int top, int searchd);

/* Searches below `x`, expanded, in its slab, which begins at ply `top`; at the bottom of that, in a new slab until it is solved. */
static void search_slab (Open *o, Record *x, int top, int searchd) {
  int ply = open_ply(&o->frames[o->level]);
  if (o->level == 0) rec(o, x, ply, searchd);
  else if (ply - top < searchd) rec(o, x, top, searchd);
  else while (!rec(o, x, ply, searchd)) {}
}

/* Searches `x`, a slot that is LIVE and looked at, until its h falls or it is SOLVED. */
static ALWAYS_INLINE void advance (Open *o, Record *x, int top, int searchd) {
  Value h = x->h;
  do {
    if (!slots_expanded(x)) examine(o);
    if (slots_expanded(x)) search_slab(o, x, top, searchd);
  } while (x->status == LIVE && x->h == h);
}

/* Searches below `p`, a MAX node that is expanded and looked at, until its h falls or it is solved; then returns true. */
static bool rec (Open *o, Record *p, int top, int searchd) {
  Record *x = open_best_from(o, p, slots_of(p));
  while (x->status == LIVE && x->h == p->h) {
    open_push(o, x);
    advance(o, x, top, searchd);
    open_pop(o);
    x = open_best_from(o, p, x);
  }
  if (x->h < p->h && trace_on(o->s)) emit_merit(o, x->h);
  p->h = x->h;
  if (x->status == LIVE) return false;
  examine_solved(o);
  return true;
}

/* Only MGame has slabs. */
static void run (Search *s) {
  const double searchd = search_number(s, "searchd");
  Open *o = open_begin(s, true);
  while (o->root->status == LIVE) {
    advance(o, o->root, 0, searchd < INT_MAX ? (int)searchd : INT_MAX);
    open_prove(o);
  }
  open_conclude(o);
}

const Algorithm recsss = {.id = "recsss", .title = "RecSSS*", .family = "solution trees",
  .source = "Bhattacharya & Bagchi, Under Memory Constraints, section 3", .options = OPTIONS(&option_store_terminals),
  .leftmost = true, .holds = true, .run = run
};

const Algorithm recdual = {.id = "recdual", .title = "RecDual*", .family = "solution trees", .source = "RecSSS* on the negated tree",
  .options = OPTIONS(&option_store_terminals), .dual = true, .leftmost = true, .holds = true, .run = run};

const Algorithm mgame = {.id = "mgame", .title = "MGame", .family = "solution trees", .example = "searchd=2",
  .source = "Bhattacharya & Bagchi, Under Memory Constraints, section 1; with searchd = 2 QuickGame",
  .options = OPTIONS(&option_searchd), .leftmost = true, .holds = true, .run = run};
