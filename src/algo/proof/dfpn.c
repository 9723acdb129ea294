/*
** Depth-first proof-number search with a table (Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002).
**
** Where best first goes up and down the same path again and again, MID stays at a node as long as the most-proving leaf lies below it:
** until one of its numbers reaches its limit. Where a player moves, the child with his least number is searched, as long as
** that is no more than the second least; and the sum of his opponent's numbers may not reach the limit either:
**
**   limit[player] of the child = min(limit[player], second least + 1)
**   limit[opponent] of the child = limit[opponent] - the sum + the child's part of it
**
** What is proved of a position goes to the same table as everywhere (search/probe.h), and so it serves other questions, other searches,
** the line of play and the solution trees. The numbers of what is open go to one of their own (s->side_table), which is emptied with
** each question; in a game with scores, where one key stands for several questions, what is left of the goal is part of the key.
**
** Both tables may lose entries. So the children of a node on the path keep their numbers by themselves, beside the tables: then some number of
** the path grows with each call, and the search ends, whatever is forgotten. As long as nothing is lost, the newest numbers in the
** table are the better ones (Kishimoto & Mueller, "About the completeness of depth-first proof-number search", 2008).
**
** Where positions repeat, a position has other numbers on each path to it, and those of other paths may grow for ever by each other. And a
** verdict that rests on a repetition of a node above the one it is of holds on this path alone (search/repeat.h). So there the path is
** part of the key of numbers, as a digest of 128 bits; and such a verdict goes to their table. What holds on every path goes to the
** other one, as ever. The first has, too, what is the value of no depth: beside leaves at the horizon some were known by a database.
**
** Several threads. Each asks the same question from the root, on a separate path, with both tables in common. A child that another
** thread searches counts as if it had come to the limit at which that thread will return, in what its parent's least number and second
** least are (marks.h). So threads part where the next best child is, and meet again where there is no other; and what a thread stores is
** a number with which MID may return, as ever. A proof is made of children that are settled, never of marks. Now and then a thread looks
** whether another one has settled a node above the one it is at, and goes on from there.
**
** There is no recursion: the nodes of the path are frames, which are kept for the next node of the same ply.
*/
#include "algo/proof/frames.h"
#include "algo/proof/numbers.h"
#include "search/probe.h"
#include "search/share.h"

/* Whose numbers are those of `item`, a child of the node of this frame? */
static Whose whose (const Mid *m, const Frame *parent, const Item *item) {
  const Search *s = m->questions.search;
  const bool scored = game_has_score(s->game);
  return (Whose){key_words(s->game, &item->key), item->hash, item->who, scored ? ceil(m->goal) - item->score : 0, parent->path,
                 s->pass.depth == NO_HORIZON ? NO_HORIZON : s->pass.depth - parent->node.ply - 1};
}

/* The table of what is proved. */

/* Makes ready to look for a child in it, or to store. */
static void probe_item (Search *s, const Item *item, int ply, Probe *r) {
  probe_nothing(r);
  r->held = 0;
  r->key = item->key;
  r->hash = item->hash;
  r->who = item->who;
  r->score = item->score;
  r->depth = s->pass.depth == NO_HORIZON ? NO_HORIZON : s->pass.depth - ply;
}

static bool probe_find (Search *s, Probe *r) {
  Entry entry;
  if (!table_look(s->table, key_words(s->game, &r->key), r->hash, probe_who(s, r), &entry)) return false;
  probe_entry(s, &entry, r);
  return true;
}

/* Does what was found answer the question? */
static bool probe_answers (Search *s, const Probe *r, Value goal, Verdict *verdict) {
  const Value lower = bounds_lower(r->known), upper = bounds_upper(r->known);
  const bool yes = lower >= goal;
  if (!yes && upper >= goal) return false;
  const bool horizon = !(bounds_solved(r->known) & (yes ? LOWER_SOLVED : UPPER_SOLVED));
  *verdict = verdict_of(yes ? lower : upper, goal, (Basis){NO_HORIZON, horizon, false});
  if (horizon) s->pass.basis.horizon = true;
  s->table->counts.cutoffs++;
  return true;
}

/* Stores the verdict on a node that is no leaf; `move` is the one that won it, or 0. */
static void remember (Mid *m, const Item *item, int ply, const Verdict *v, int64_t move, uint64_t visits) {
  Search *s = m->questions.search;
  Probe r;
  probe_item(s, item, ply, &r);
  probe_find(s, &r);
  if (move > 0) r.move = move;
  r.visits = visits;
  store_entry(s, &r, v->basis, r.depth, bounds_sure(v->basis, ply, v->winner, v->value));
}

/* The children of a node on the path. */

static void settle (Item *item, Verdict verdict) {
  item->verdict = verdict;
  item->numbers = numbers_settled(verdict.winner);
}

/* Looks at `child`, which is to be `item`: is it settled, and if it is not, what are its numbers? */
static void look (Mid *m, const Frame *f, Node *child, Item *item) {
  Search *s = m->questions.search;
  *item = (Item){.numbers = OPEN_LEAF};
  const Basis above = basis_begin(s);
  const Leaf leaf = visit_enter(s, child);
  const Basis its = {s->pass.basis.repeats, proof_cut(s, leaf), s->pass.basis.selection};
  basis_end(s, above, child->ply);
  if (leaf != NO_LEAF) {
    const Value value = visit_evaluate(s, child);
    settle(item, verdict_of(value, m->goal, its));
    return;
  }
  Probe r;
  Verdict verdict;
  const bool found = probe(s, child, &r);
  key_require(s, &child->position, &r.key);
  item->key = r.key;
  item->hash = r.hash;
  item->who = r.who;
  item->score = game_has_score(s->game) ? r.score : 0;
  if (found && probe_answers(s, &r, m->goal, &verdict)) {
    trace_answer(s, EVENT_TABLE, child, verdict.value, proof_window(m->goal));
    settle(item, verdict);
    return;
  }
  item->stores = mark_stores(&m->marks, item->hash);
  const Whose asked = whose(m, f, item);
  if (numbers_find(s, &asked, &item->numbers, &item->verdict)) {
    if (item->verdict.settled) settle(item, item->verdict);
    return;
  }
  item->numbers = OPEN_LEAF;
  const uint64_t leaves = s->outcome.stats.leaves;
  verdict = proof_look(s, child, m->goal);
  item->bounded = true;
  item->lower = child->lower;
  item->upper = child->upper;
  if (!verdict.settled) return;
  settle(item, verdict);
  if (s->outcome.stats.leaves > leaves && s->asked.remember_leaves) {
    store_bounds(s, &r, FIRM, 0, bounds_value(FIRM, child->ply, verdict.value));
  }
}

/* MID is called for the node of the frame, whose bounds are set if it is `bounded`. Generates its children. */
static void enter (Mid *m, Frame *f, bool bounded) {
  Search *s = m->questions.search;
  Node *n = &f->node, child;
  f->visits = search_visits(s);
  f->verdict.settled = false;
  f->move = 0;
  f->child = -1;
  if (s->pass.path) repeat_enter(s, n);
  if (!bounded) proof_bounds(s, n);
  visit_player(s, n);
  trace_window(s, next_below(m->goal), m->goal);
  visit_open(s, n, &child);
  while (visit_next(s, n, &child)) {
    Item item;
    frame_widen(m, f);
    look(m, f, &child, &item);
    frame_keep(m, f, &child, &item);
    f->items[f->count++] = item;
  }
  if (f->count > 0) return;
  s->pass.repeated = s->pass.knows = false;               /* a terminal that shares its key with a position that is none */
  f->verdict = verdict_of(visit_evaluate(s, n), m->goal, FIRM);
}

static bool no_less (const Numbers *a, const Numbers *b) { return a->of[MAX] >= b->of[MAX] && a->of[MIN] >= b->of[MIN]; }

/*
** Takes from the tables what has become known of the children: those of which anything was stored since they were asked last. Where the
** newest numbers may be worse than those that are here, other threads' are taken if they have grown.
** Those in the table are the newest as long as it has lost none, or, if threads share it, few: it loses some long before it is full.
*/
static void refresh (Mid *m, Frame *f) {
  Search *s = m->questions.search;
  const uint64_t most_lost = s->team.parallel ? s->side_table.count / 16 : 0;
  const bool newest = s->pass.path == NULL && s->side_table.counts.replaced <= most_lost;
  for (int i = 0; i < f->count; i++) {
    Item *item = &f->items[i];
    if (item->verdict.settled) continue;
    const uint16_t stores = mark_stores(&m->marks, item->hash);
    if (stores == item->stores) continue;
    item->stores = stores;
    Probe r;
    Verdict verdict = {.settled = false};
    if (newest || s->team.parallel) {
      const Whose its = whose(m, f, item);
      Numbers numbers;
      if (numbers_find(s, &its, &numbers, &verdict)) {
        if (verdict.settled) settle(item, verdict);
        else if (newest || no_less(&numbers, &item->numbers)) item->numbers = numbers;
        continue;
      }
    }
    probe_item(s, item, f->node.ply + 1, &r);
    if (probe_find(s, &r) && probe_answers(s, &r, m->goal, &verdict)) settle(item, verdict);
  }
}

/* The number of a child by which its parent's player chooses; see above. */
static inline uint32_t number_of (const Mid *m, const Item *item, Player player) {
  const uint32_t number = item->numbers.of[player];
  if (!UNLIKELY(m->questions.search->team.parallel) || item->verdict.settled) return number;
  const uint32_t mark = mark_number(&m->marks, item->hash);
  return mark > number ? mark : number;
}

/* What the children say of the node. Returns the child to search; *second is the second least number of who moves. */
static int gather (const Mid *m, Frame *f, uint32_t *second) {
  const Player player = f->node.player, other = opponent(player);
  uint32_t least = NEVER, sum = 0;
  int best = -1;
  *second = NEVER;
  for (int i = 0; i < f->count; i++) {
    const Numbers *n = &f->items[i].numbers;
    const uint32_t number = number_of(m, &f->items[i], player);
    sum = numbers_sum(sum, n->of[other]);
    if (number < least || best < 0) {
      *second = least;
      least = number;
      best = i;
    } else if (number < *second) *second = number;
  }
  f->numbers.of[player] = least;
  f->numbers.of[other] = sum;
  return best;
}

/* A number of the node is 0: what is proved? */
static void conclude (Mid *m, Frame *f) {
  Search *s = m->questions.search;
  const Player player = f->node.player;
  const bool won = f->numbers.of[player] == 0;
  Fold fold;
  fold_begin(&fold, player);
  for (int i = 0; i < f->count; i++) {
    const Verdict *v = &f->items[i].verdict;
    if (v->settled && (won || v->winner != player)) fold_child(&fold, v, i, player, f->node.ply);
  }
  f->verdict = won ? fold.one : fold.all;
  f->verdict.settled = true;
  f->child = won ? fold.one_child : fold.all_child;
  f->move = won ? f->child + 1 : 0;
  if (f->node.ply > 0) proof_hold(s, &f->node, &f->verdict);
}

/* The limits of the child that is searched next. */
static void set_limits (const Frame *f, Frame *below, uint32_t second) {
  const Player player = f->node.player, other = opponent(player);
  const uint32_t own = second >= MOST_LEAVES ? NEVER : second + 1;
  below->limit[player] = own < f->limit[player] ? own : f->limit[player];
  below->limit[other] = f->limit[other] == NEVER ? NEVER
                        : f->limit[other] - f->numbers.of[other] + f->items[f->child].numbers.of[other];
}

/* Lets other threads know that this one searches the child, with its limits in `below`. */
static void mark (const Mid *m, const Frame *f, Frame *below) {
  const uint32_t limit = below->limit[f->node.player];
  below->mark = m->questions.search->team.parallel && limit <= MARK_NUMBER ? limit : 0;
  if (below->mark) mark_enter(&m->marks, f->items[f->child].hash, below->mark);
}

static void unmark (const Mid *m, const Frame *below) {
  const Frame *f = m->frames[below->node.ply - 1];
  if (below->mark) mark_leave(&m->marks, f->items[f->child].hash, below->mark);
}

/* Goes down to child `i`. */
static Frame *descend (Mid *m, Frame *f, int i, uint32_t second) {
  Frame *below = frame_at(m, f->node.ply + 1);
  const Item *item = &f->items[i];
  f->child = i;
  set_limits(f, below, second);
  mark(m, f, below);
  below->node = (Node){.parent = &f->node, .ply = f->node.ply + 1, .player = opponent(f->node.player), .lower = item->lower,
                       .upper = item->upper};
  frame_load(m, f, i, &below->node.position);
  f->node.walk.index = i + 1;
  if (m->questions.search->pass.path) {
    const Whose its = whose(m, f, item);
    numbers_path(m->questions.search, &its, below->path);
  }
  frame_drop(m, below);
  enter(m, below, item->bounded);
  return below;
}

/* Stores what `below` ends with: numbers, or a verdict. */
static void store_end (Mid *m, const Frame *below, const Whose *its, const Item *item) {
  Search *s = m->questions.search;
  const uint64_t visits = search_visits(s) - below->visits;
  if (!item->verdict.settled) {
    numbers_store(s, its, item->numbers, visits);
    return;
  }
  if (!basis_holds(item->verdict.basis, below->node.ply) || !basis_is_plain(item->verdict.basis)) {
    numbers_store_verdict(s, its, &item->verdict, visits);
    return;
  }
  numbers_store(s, its, (Numbers){{0, 0}}, visits);
  remember(m, item, below->node.ply, &item->verdict, below->move, below->visits);
}

/* MID returns: its parent takes its numbers, or its verdict, which the tables keep. */
static void leave (Mid *m, const Frame *below) {
  const Frame *f = m->frames[below->node.ply - 1];
  Item *item = &f->items[f->child];
  const Whose its = whose(m, f, item);
  unmark(m, below);
  if (below->verdict.settled) settle(item, below->verdict);
  else item->numbers = below->numbers;
  store_end(m, below, &its, item);
  item->verdict.basis = basis_above(item->verdict.basis, below->node.ply);
  const bool asked = mark_stores(&m->marks, item->hash) == item->stores;
  const uint16_t stores = mark_store(&m->marks, item->hash);
  if (asked) item->stores = stores;     /* else others have stored something too */
}

/* Is MID done with the node? Publishes its verdict, if there is one. */
static bool done (Mid *m, Frame *f) {
  const Numbers *n = &f->numbers;
  if (f->verdict.settled) return true;
  if (n->of[MAX] == 0 || n->of[MIN] == 0) {
    conclude(m, f);
    return true;
  }
  return n->of[MAX] >= f->limit[MAX] || n->of[MIN] >= f->limit[MIN];
}

#define ROUNDS 64               /* calls and returns of MID between two looks up the path */

/* Does what is known of the children settle the node, or is the child that is searched settled itself? */
static bool is_over (const Frame *f) {
  for (int i = 0; i < f->count; i++) {
    const Verdict *v = &f->items[i].verdict;
    if (v->settled && (i == f->child || v->winner == f->node.player)) return true;
  }
  return false;
}

/* The frame to go on with: `at`, or the first one above it that other threads have settled, or a child of it on the path. */
static Frame *look_up (Mid *m, Frame *at) {
  for (int ply = 0; ply < at->node.ply; ply++) {
    Frame *f = m->frames[ply];
    refresh(m, f);
    if (!is_over(f)) continue;
    for (int below = at->node.ply; below > ply; below--) unmark(m, m->frames[below]);
    return f;
  }
  return at;
}

/* Begins a question, with helpers if there are any. */
static void begin (Mid *m, Value goal) {
  Search *s = m->questions.search;
  m->goal = goal;
  m->rounds = 0;
  if (s->team.helper > 0) return;
  if (s->team.share) share_question(s, goal);
  numbers_clear(s);
  if (s->team.share) share_begin(s, s->algorithm->run);
}

static Verdict ask (Questions *q, Value goal) {
  Mid *m = (Mid *)(void *)q;
  Search *s = q->search;
  Frame *f = frame_at(m, 0);
  begin(m, goal);
  f->limit[MIN] = f->limit[MAX] = NEVER;
  frame_drop(m, f);
  f->node = s->pass.root;
  f->node.walk.index = 0;
  enter(m, f, true);
  for (;;) {
    uint32_t second;
    if (UNLIKELY(s->team.parallel) && ++m->rounds % ROUNDS == 0) f = look_up(m, f);
    int best = gather(m, f, &second);
    if (f->node.ply == 0) numbers_of_root(s, f->numbers);
    if (!done(m, f)) {
      f = descend(m, f, best, second);
      continue;
    }
    if (f->node.ply == 0) break;
    leave(m, f);
    f = m->frames[f->node.ply - 1];
    refresh(m, f);
  }
  Position position = {{0}};
  if (f->child < 0) return f->verdict;
  frame_load(m, f, f->child, &position);
  question_child(q, packed_load_move(f->items[f->child].move, f->items[f->child].held_move), &position);
  return f->verdict;
}

static void open_marks (Mid *m, Search *s) {
  if (s->team.share) m->marks.words = share_marks(s, &m->marks.count);
  else {
    m->marks = (Marks){arena_alloc(&s->arena, sizeof *m->marks.words * MARK_PLACES), MARK_PLACES};
    memset(m->marks.words, 0, sizeof *m->marks.words * MARK_PLACES);
  }
}

static void run (Search *s) {
  Mid *m = s->pass.memory;
  if (m == NULL) {
    m = arena_alloc(&s->arena, sizeof *m);
    *m = (Mid){.words = s->game->words, .keeps = s->game->keep != NULL};
    open_marks(m, s);
    s->pass.memory = m;
  }
  m->questions = (Questions){.search = s, .ask = ask};
  numbers_open(s);
  questions_run(&m->questions);
  if (s->team.share && s->team.helper == 0) share_question(s, NAN);
}

const Algorithm dfpn = {.id = "dfpn", .title = "Df-pn", .family = "proof numbers", .source = "Nagai 2002",
  .needs = "key", .options = OPTIONS(&option_goal, &option_proof_first, &option_table, &option_remember_leaves, &option_threads), .informed = true,
  .lines = true, .path = true, .run = run
};
