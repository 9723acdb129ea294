/*
** SSS* and its dual: best-first search in the space of solution trees.
**
** A max solution tree has all children of its MAX nodes and one child of each MIN node; the largest value of its leaves bounds the
** value of the game from above, and the least of these bounds is the value. OPEN holds states (n, s, h): n stands for all
** solution trees that go through it and agree with what is known, s says whether the tree below n is LIVE or SOLVED, and
** none of them is worth more than h. The state with the largest h is taken, the leftmost of these, and replaced:
**
**   1   SOLVED, n is MIN                        its parent SOLVED; everything else below the parent is purged
**   2   SOLVED, n is MAX with a right sibling   that sibling LIVE
**   3   SOLVED, n is MAX, the last              its parent SOLVED
**   4   LIVE, n is a leaf                       n SOLVED, with h the smaller of h and its value
**   5   LIVE, n is MIN                          its first child LIVE
**   6   LIVE, n is MAX                          all its children LIVE
**
** A state that was replaced by one with the same h is followed by that one: it is the best still. So the cases 2 to 6 that
** come one after the other below a MIN node are one step here (examine), and a step ends when h falls, or the state has
** become many, or the MIN node is SOLVED.
**
** When the root is SOLVED its h is the value. The h of the root never rises: a search that is stopped has proved an upper
** bound (the dual: a lower one).
**
** G. C. Stockman, "A minimax algorithm better than alpha-beta?", Artificial Intelligence 12 (1979). Among equals the leftmost
** must be taken: otherwise leaves are searched that alpha-beta cuts off.
*/
#include "algo/solution/examine.h"

/* Case 1: the MIN node that is looked at is SOLVED, and with it its parent. */
static void solve_parent (Open *o) {
  Value h = open_top(o)->h;
  open_pop(o);
  open_top(o)->h = h;
  examine_solved(o);
}

static void run (Search *s) {
  Open *o = open_begin(s, false);
  while (o->root->status == LIVE) {
    if (open_top(o)->status == LIVE) examine(o);   /* 2 to 6 */
    else solve_parent(o);                               /* 1 */
    open_select(o);
  }
  open_conclude(o);
}

const Algorithm sss = {.id = "sss", .title = "SSS*", .family = "solution trees", .source = "Stockman 1979",
  .leftmost = true, .holds = true, .run = run
};

const Algorithm dual = {.id = "dual", .title = "Dual SSS*", .family = "solution trees", .source = "Stockman 1979, on the negated tree",
  .dual = true, .leftmost = true, .holds = true, .run = run
};
