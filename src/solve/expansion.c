#include "solve/expansion.h"

#include <string.h>

#include "search/visit.h"
#include "solve/edges.h"
#include "solve/questions.h"

/* Edges of one node that were met: with different moves, or reversed positions, the same may come again. */
#define MOST_DISTINCT 512
struct Distinct {
  uint64_t edges[2 * MOST_DISTINCT];
  uint32_t met_in[2 * MOST_DISTINCT];   /* the node whose edge that was */
  uint32_t node, count;
};

Distinct *expansion_distinct (Store *store) {
  Distinct *distinct = store_take(store, sizeof *distinct);
  memset(distinct, 0, sizeof *distinct);
  return distinct;
}

static void begin_distinct (Distinct *d) {
  if (++d->node == 0) memset(d->met_in, 0, sizeof d->met_in);
  d->node += d->node == 0;
  d->count = 0;
}

/* Is the edge to or from `node` met for the first time? `negated`: its players are not those of the positions that the nodes stand for. */
static bool is_first (Indexed *ix, uint64_t node, bool negated) {
  Distinct *d = ix->distinct;
  const uint64_t edge = node << 1 | negated;
  uint32_t at = (uint32_t)mix64(edge) % (2 * MOST_DISTINCT);
  for (; d->met_in[at] == d->node; at = (at + 1) % (2 * MOST_DISTINCT))
    if (d->edges[at] == edge) return false;
  if (++d->count == MOST_DISTINCT)
    host_lack(ix->w->store.host, "a position has more than %d different %s", MOST_DISTINCT - 1,
              ix->by_edges ? "successors" : "predecessors: leave rules.index.before out");
  d->edges[at] = edge;
  d->met_in[at] = d->node;
  return true;
}

/* A successor of the position of a node, and what is known of it. */
typedef struct Edge {
  uint64_t node;                /* in its tier */
  bool within, negated;         /* within: it is the tier that is worked at */
  Cell cell;
  bool asked;                   /* it is not known here */
} Edge;

/* A successor in the tier. */
static Cell cell_within (Indexed *ix, uint64_t node) {
  if (!cells_hold(ix, node)) return 0;
  Cell *cell = cells_at(ix, node);
  if (*cell == 0) *cell = CODE_WANTED;
  return *cell;
}

/* What is known of a successor of the position of `n`, at the node `from`; and which one that is. */
static Edge edge_to (Indexed *ix, uint64_t from, const Node *n, const Node *child) {
  Game *game = ix->game;
  const Player next = game->player ? game->player(game, &child->position) : opponent(n->player);
  const int64_t tier = analysis_tier(ix->w, n, child);
  const Value index = game->index_of(game, &child->position);
  Edge edge = {.within = tier == ix->w->tier, .negated = game->index_reverses && next != n->player};
  IndexTier *to = cells_tier(ix, n, tier);
  if (index >= (Value)to->size) cells_refuse(ix, &child->position, tier, index);
  edge.node = cells_node(ix, (uint64_t)index, next);
  if (edge.within) {
    edge.cell = cell_within(ix, edge.node);
    edge.asked = ix->checking && !cells_hold(ix, edge.node);
  } else if (!to->asked && cells_load(ix, to)) edge.cell = to->cells[edge.node];
  else edge.asked = true;
  if (edge.asked) questions_put(ix, to, edge.node, from, cells_mover(ix, n->player), edge.negated);
  if (edge.cell == CODE_NONE && ix->w->task->audit) cells_contradict(ix, from);
  if (edge.cell == CODE_NONE) cells_refuse(ix, &child->position, tier, index);
  return edge;
}

Expansion expansion_of (Indexed *ix, uint64_t node, const Position *position, Player player) {
  Search *s = ix->w->search;
  Preference *preference = &ix->w->preference;
  const Player mover = cells_mover(ix, player);
  Node n = {.position = *position, .player = player}, child = {.position = {{0}}};
  Expansion look = {.open = 0};
  uint64_t count = 0;
  if (ix->distinct) begin_distinct(ix->distinct);
  if (!visit_leaf(s, &n)) {
    visit_open(s, &n, &child);
    for (; visit_pull(s, &n, &child); count++) {
      const Edge edge = edge_to(ix, node, &n, &child);
      if (edge.asked) look.asked++;
      else if (cell_is_known(edge.cell)) {
        const Result seen = preference_seen(preference, edge.negated, codes_result(&ix->codes, edge.cell));
        const Result result = preference_above(preference, seen);
        if (preference_better(preference, mover, result, look.best)) look.best = result;
      } else if (!ix->distinct || is_first(ix, edge.node, edge.negated)) {
        look.open++;
        if (ix->edges) edges_put(ix, edge.node, edge.negated, node, mover);
      }
    }
  }
  if (count > 0) return look;
  Value value = visit_evaluate(s, &n);
  if (ix->game->index_reverses && player == MIN) value = 0 - value;
  look.best = (Result){preference_number(preference, value), 1};
  return look;
}

uint64_t expansion_count (Indexed *ix, uint64_t index) {
  Search *s = ix->w->search;
  Node n = {.player = MAX}, child = {.position = {{0}}};
  uint64_t count = 0;
  if (!cells_position(ix, index, &n.position, &n.player) || visit_leaf(s, &n)) return 0;
  for (visit_open(s, &n, &child); visit_pull(s, &n, &child);) count++;
  return count;
}

void expansion_before (Indexed *ix, const Position *position, Player player, Result result, CellsTake *take_node) {
  Game *game = ix->game;
  Walk walk = {.index = 0};
  Position before = {{0}};
  const Result above = preference_above(&ix->w->preference, result);
  begin_distinct(ix->distinct);
  for (; game->index_before(game, position, &walk, &before); walk.index++) {
    if (game->tier && (int64_t)game->tier(game, &before) != ix->w->tier) continue;
    const Player mover = game->player ? game->player(game, &before) : opponent(player);
    const bool negated = game->index_reverses && mover != player;
    const Value index = game->index_of(game, &before);
    if (index >= (Value)ix->size) cells_refuse(ix, &before, ix->w->tier, index);
    const uint64_t node = cells_node(ix, (uint64_t)index, mover);
    if (cells_hold(ix, node)) {
      if (*cells_at(ix, node) == CODE_NONE) cells_refuse(ix, &before, ix->w->tier, index);
      if (!cell_is_open(*cells_at(ix, node))) continue;
    }
    if (is_first(ix, node, negated)) take_node(ix, node, cells_mover(ix, mover), negated, above);
  }
}

/* Holds the position of an index against what else the rules say of it. */
void expansion_check (const Indexed *ix, uint64_t index, const Position *position) {
  Game *game = ix->game;
  const int64_t tier = ix->w->tier, is = game->tier ? (int64_t)game->tier(game, position) : tier;
  const Value back = is == tier ? game->index_of(game, position) : 0;
  if (is == tier && back == (Value)index) return;
  char text[DESCRIBE_ROOM];
  describe_position(ix->w->search, position, text);
  Host *host = ix->w->store.host;
  if (is != tier) host->fail(host, "rules.index.at gives position %s for index %llu of tier %lld, but by rules.tier it is one of tier %lld",
                             text, (unsigned long long)index, (long long)tier, (long long)is);
  host->fail(host, "rules.index.at gives position %s for index %llu of tier %lld, but rules.index.of gives %.0f for that position",
             text, (unsigned long long)index, (long long)tier, back);
}

