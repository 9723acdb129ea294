#include "solve/waves.h"

#include <string.h>

#include "search/visit.h"
#include "solve/checkpoint.h"

/* Edges of one node that were met: with different moves, or reversed positions, the same may come again. */
#define MOST_DISTINCT 512
struct Distinct {
  uint64_t edges[2 * MOST_DISTINCT];
  uint32_t met_in[2 * MOST_DISTINCT];   /* the node whose edge that was */
  uint32_t node, count;
};

Distinct *waves_distinct (Store *store) {
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
    ix->w->store.host->fail(ix->w->store.host, "a position has more than %d different predecessors: leave rules.index.before out",
                            MOST_DISTINCT - 1);
  d->edges[at] = edge;
  d->met_in[at] = d->node;
  return true;
}

/* Looking at successors. */

/* The tier of a successor of the position of `n`, and its cell. */
static Cell cell_of (Indexed *ix, const Node *n, const Node *child, Player player, bool *within, uint64_t *node) {
  const int64_t tier = analysis_tier(ix->w, n, child);
  const Value index = ix->game->index_of(ix->game, &child->position);
  *within = tier == ix->w->tier;
  const Solved *later = *within ? NULL : cells_of_tier(ix, n, tier);
  if (index >= (Value)(later ? later->size : ix->size)) cells_refuse(ix, &child->position, tier, index);
  *node = cells_node(ix, (uint64_t)index, player);
  const Cell cell = later ? later->cells[*node] : ix->cells[*node];
  if (cell == CODE_NONE) cells_refuse(ix, &child->position, tier, index);
  if (cell == 0 && *within) ix->cells[*node] = CODE_WANTED;
  return cell;
}

static void take (Indexed *ix, Look *look, Player mover, Result result) {
  if (preference_better(&ix->w->preference, mover, result, look->best)) look->best = result;
}

/* Develops the position of a node. */
static Look look_at (Indexed *ix, const Position *position, Player player) {
  Search *s = ix->w->search;
  Game *game = ix->game;
  Preference *preference = &ix->w->preference;
  const Player mover = cells_mover(ix, player);
  Node n = {.position = *position, .player = player}, child = {.position = {{0}}};
  Look look = {.open = 0};
  uint64_t count = 0, node;
  bool within;
  if (ix->distinct) begin_distinct(ix->distinct);
  if (!visit_leaf(s, &n)) {
    visit_open(s, &n, &child);
    for (; visit_pull(s, &n, &child); count++) {
      const Player next = game->player ? game->player(game, &child.position) : opponent(player);
      const bool negated = game->index_reverses && next != player;
      const Cell cell = cell_of(ix, &n, &child, next, &within, &node);
      if (cell_is_known(cell)) take(ix, &look, mover, preference_above(preference, cells_seen(ix, negated, codes_result(&ix->codes, cell))));
      else if (!ix->distinct || is_first(ix, node, negated)) look.open++;
    }
  }
  if (count > 0) return look;
  Value value = visit_evaluate(s, &n);
  if (game->index_reverses && player == MIN) value = 0 - value;
  look.best = (Result){preference_number(preference, value), 1};
  return look;
}

/* Does `mover` win with this result? */
static bool wins (const Indexed *ix, Player mover, Result result) {
  const Preference *preference = &ix->w->preference;
  return result.value != 0 && better(mover, preference->values[result.value], preference->middle);
}

static bool is_draw (const Indexed *ix, Result result) {
  return ix->w->preference.values[result.value] == ix->w->preference.middle;
}

/* Holds the position of an index against what else the rules say of it. */
static void check_position (const Indexed *ix, uint64_t index, const Position *position) {
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

/* Walks. */

/* What is done with a node that is to be looked at, for the position of index `index`. */
typedef void Visit (Indexed *ix, uint64_t node, const Position *position, Player player);

/* There is no position at an index. */
static void leave_out (Indexed *ix, uint64_t index, uint64_t node, uint64_t last) {
  for (uint64_t n = node; n <= last; n++) {
    if (ix->cells[n] == CODE_WANTED)
      ix->w->store.host->fail(ix->w->store.host, "rules.index.of gives %llu for a position of tier %lld, but rules.index.at gives none for it",
                              (unsigned long long)index, (long long)ix->w->tier);
    ix->cells[n] = CODE_NONE;
  }
}

#define OFTEN 4096              /* nodes between two looks at the time */

/* Looks up from the work; the state is as the node `next` is to find it. */
static void look_up (Indexed *ix, uint64_t next, uint64_t all) {
  analysis_progress(ix->w, "backward", next, all);
  ix->stage.next = next;
  ix->resumable = ix->game->cyclic;
  visit_look(ix->w->search);
  if (ix->game->cyclic) checkpoint_offer(ix);
}

/* Is a node of this cell to be visited? The first time one with an initial result was, before the walk was left. */
static bool is_due (Cell cell, bool first) { return cell_is_open(cell) && !(first && cell_is_initial(cell)); }

/* Visits all nodes that are not known yet, from the one on where the stage is; `first`: for the first time. */
static void walk (Indexed *ix, Visit *visit, bool first) {
  Position position = {{0}};
  for (uint64_t i = ix->stage.next; i < ix->size; i++) {
    const uint64_t node = cells_node(ix, i, MIN), last = ix->both ? node + 1 : node;
    Player player = MAX;
    ix->stage.next = i;
    if (i % OFTEN == 0) look_up(ix, i, ix->size);
    if (!is_due(ix->cells[node], first) && !is_due(ix->cells[last], first)) continue;
    if (!cells_position(ix, i, &position, &player)) {
      leave_out(ix, i, node, last);
      continue;
    }
    if (first) check_position(ix, i, &position);
    for (uint64_t n = node; n <= last; n++)
      if (is_due(ix->cells[n], first)) visit(ix, n, &position, !ix->both ? player : n == node ? MIN : MAX);
  }
  ix->stage.next = 0;
}

/* Does an initial result still count? With predecessors it may end what the other player wins; else it is developed again. */
static bool is_pending (const Indexed *ix, Player mover, Result result) { return ix->open || wins(ix, mover, result); }

static void set_known (Indexed *ix, uint64_t node, Player mover, Result result) {
  const Cell before = ix->cells[node], now = codes_number(&ix->codes, result);
  if (cell_is_initial(before) && is_pending(ix, mover, codes_result(&ix->codes, before))) ix->pending[before & ~CODE_INITIAL]--;
  ix->cells[node] = now;
  ix->known[now]++;
}

/* The first walk where there may be circles: what a node has without its successors in the tier. */
static void begin_node (Indexed *ix, uint64_t node, const Position *position, Player player) {
  const Player mover = cells_mover(ix, player);
  const Look look = look_at(ix, position, player);
  const uint64_t open = look.open + (look.best.value != 0);
  if (!ix->open && look.open == 0 && !is_draw(ix, look.best)) {
    set_known(ix, node, mover, look.best);
    return;
  }
  if (look.best.value != 0) {
    const Cell cell = codes_number(&ix->codes, look.best);
    ix->cells[node] = cell | CODE_INITIAL;
    ix->pending[cell] += is_pending(ix, mover, look.best);
  }
  if (!ix->open) return;
  if (open > UINT8_MAX) {
    char text[DESCRIBE_ROOM];
    describe_position(ix->w->search, position, text);
    ix->w->store.host->fail(ix->w->store.host, "position %s has more than %d different successors: leave rules.index.before out", text,
                            UINT8_MAX - 1);
  }
  ix->open[node] = (uint8_t)open;
}

/* Levels. */

/* The values beyond the middle that a player can win, by their numbers, the best for him first. Where there are reversed positions each
** value comes with its negative. */
static uint32_t list_levels (Indexed *ix, Player side, uint32_t *levels) {
  const Preference *preference = &ix->w->preference;
  uint32_t count = 0;
  for (uint32_t i = 1; i <= preference->count; i++) {
    if (!better(side, preference->values[i], preference->middle)) continue;
    uint32_t at = count++;
    for (; at > 0 && better(side, preference->values[i], preference->values[levels[at - 1]]); at--) levels[at] = levels[at - 1];
    levels[at] = i;
  }
  return count;
}

/* The least number of plies from `plies` on at which a value of the level is known, or is pending; 0: none. */
static uint32_t next_wave (const Indexed *ix, uint32_t plies) {
  uint32_t least = 0;
  for (uint32_t c = 1; c <= ix->codes.count; c++) {
    const Result result = ix->codes.results[c];
    if (ix->known[c] + ix->pending[c] == 0 || result.plies < plies || (least > 0 && result.plies >= least)) continue;
    if (result.value == ix->level[MIN] || result.value == ix->level[MAX]) least = result.plies;
  }
  return least;
}

/* With predecessors. */

/* A successor of a node is known, or its initial result has its turn: `result` is what it has by that. */
static void resolve (Indexed *ix, uint64_t node, Player mover, Result result) {
  if (wins(ix, mover, result) || --ix->open[node] == 0) set_known(ix, node, mover, result);
}

static void take_predecessors (Indexed *ix, const Position *position, Player player, Result result) {
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
    if (ix->cells[node] == CODE_NONE) cells_refuse(ix, &before, ix->w->tier, index);
    if (!cell_is_open(ix->cells[node]) || !is_first(ix, node, negated)) continue;
    resolve(ix, node, cells_mover(ix, mover), cells_seen(ix, negated, above));
  }
}

/* The cells that a part of a wave is about, by the player who wins. */
typedef struct Wave { Cell cells[2]; } Wave;

static Wave wave_of (const Indexed *ix, uint32_t plies, Cell initial) {
  Wave wave = {{0, 0}};
  for (Player side = MIN; side <= MAX; side++) {
    const Cell code = ix->level[side] == 0 ? 0 : codes_find(&ix->codes, (Result){ix->level[side], plies});
    if (code != 0) wave.cells[side] = code | initial;
  }
  return wave;
}

/* Goes along the cells: initial results have their turn, or results that are known are spread. */
static void spread (Indexed *ix, Wave wave) {
  Position position = {{0}};
  for (uint64_t node = ix->stage.next; node < ix->nodes; node++) {
    const Cell cell = ix->cells[node];
    if (node % OFTEN == 0) look_up(ix, node, ix->nodes);
    if (cell == 0 || (cell != wave.cells[MIN] && cell != wave.cells[MAX])) continue;
    const Result result = codes_result(&ix->codes, cell);
    Player player = ix->both && node % 2 == 0 ? MIN : MAX;
    cells_position(ix, ix->both ? node / 2 : node, &position, &player);
    ix->resumable = false;                      /* until the next look: counters may be half done */
    if (cell_is_initial(cell)) resolve(ix, node, cells_mover(ix, player), result);
    else take_predecessors(ix, &position, player, result);
  }
  ix->stage.next = 0;
}

/* Is an initial result of the level with `plies` pending? */
static bool any_pending (const Indexed *ix, uint32_t plies) {
  const Wave wave = wave_of(ix, plies, 0);
  return ix->pending[wave.cells[MIN]] + ix->pending[wave.cells[MAX]] > 0;
}

/*
** The initial results of a wave come before all that it spreads, which is a ply longer: a player who loses has what the last of his
** successors gives.
*/
static void solve_with_predecessors (Indexed *ix) {
  enum { INITIAL = 1, KNOWN };
  Stage *stage = &ix->stage;
  for (; stage->within || (stage->plies = next_wave(ix, stage->plies + 1)) > 0; stage->within = 0) {
    if (stage->within == 0) stage->within = any_pending(ix, stage->plies) ? INITIAL : KNOWN;
    if (stage->within == INITIAL) spread(ix, wave_of(ix, stage->plies, CODE_INITIAL));
    stage->within = KNOWN;
    spread(ix, wave_of(ix, stage->plies, 0));
  }
}

/* Without predecessors. */

/* A node is developed again. What a player wins by a result of the level is certain if it is near enough, for the others are further. */
static void settle_node (Indexed *ix, uint64_t node, const Position *position, Player player) {
  const Player mover = cells_mover(ix, player);
  const Look look = look_at(ix, position, player);
  if (look.best.value == 0 || is_draw(ix, look.best)) return;
  if (wins(ix, mover, look.best) ? look.best.value == ix->level[mover] && look.best.plies <= ix->certain : look.open == 0)
    set_known(ix, node, mover, look.best);
}

/*
** Results of the level with `plies` are all known before a sweep. One more ply is known after it; and a win in two more plies is certain
** whenever it is met, since what is still open wins no sooner.
*/
static void solve_by_sweeps (Indexed *ix) {
  Stage *stage = &ix->stage;
  uint32_t next = 0;
  for (; stage->within || (next = next_wave(ix, stage->plies)) > 0; stage->plies++) {
    if (!stage->within && next > stage->plies) stage->plies = next - 1;
    stage->within = 1;
    ix->certain = stage->plies + 2;
    walk(ix, settle_node, false);
    stage->within = 0;
  }
}

static void finish_with_circles (Indexed *ix) {
  const Preference *preference = &ix->w->preference;
  const Cell round = codes_number(&ix->codes, (Result){preference_number(&ix->w->preference, preference->middle), 0});
  for (uint64_t node = 0; node < ix->nodes; node++) {
    const Cell cell = ix->cells[node];
    if (!cell_is_open(cell)) continue;
    const Result result = cell_is_initial(cell) ? codes_result(&ix->codes, cell) : (Result){0, 0};
    const bool over = result.value != 0 && is_draw(ix, result) && result.plies == 1;     /* the game ends here, in a draw */
    ix->cells[node] = over ? (Cell)(cell & ~CODE_INITIAL) : round;
  }
}

static void solve_with_circles (Indexed *ix) {
  Preference *preference = &ix->w->preference;
  Store *store = &ix->w->store;
  if (!ix->stage.waves) walk(ix, begin_node, true);
  ix->stage.waves = 1;
  for (uint32_t i = 1, all = preference->count; ix->game->index_reverses && i <= all; i++)
    preference_number(preference, 0 - preference->values[i]);
  uint32_t *levels[2], count[2];
  for (Player side = MIN; side <= MAX; side++) {
    levels[side] = store_take(store, (preference->count + 1) * sizeof *levels[side]);
    count[side] = list_levels(ix, side, levels[side]);
  }
  for (uint32_t at = ix->stage.level; at < count[MIN] || at < count[MAX]; at = ++ix->stage.level) {
    for (Player side = MIN; side <= MAX; side++) ix->level[side] = at < count[side] ? levels[side][at] : 0;
    if (ix->open) solve_with_predecessors(ix);
    else solve_by_sweeps(ix);
    ix->stage.plies = 0;
  }
  ix->resumable = false;
  for (Player side = MIN; side <= MAX; side++) store_give(store, levels[side]);
  finish_with_circles(ix);
}

/* Without circles. */

static void settle_when_known (Indexed *ix, uint64_t node, const Position *position, Player player) {
  const Look look = look_at(ix, position, player);
  if (look.open == 0) set_known(ix, node, player, look.best);
  else ix->left++;
}

static void refuse_circle (Indexed *ix, uint64_t node, const Position *position, Player player) {
  char text[DESCRIBE_ROOM];
  (void)node;
  (void)player;
  describe_position(ix->w->search, position, text);
  ix->w->store.host->fail(ix->w->store.host, "the game goes round in circles, as from position %s: let rules.cycle say what that is worth", text);
}

static void solve_in_order (Indexed *ix) {
  uint64_t before;
  bool first = true;
  ix->left = ix->nodes;
  do {
    before = ix->left;
    ix->left = 0;
    walk(ix, settle_when_known, first);
    first = false;
  } while (ix->left > 0 && ix->left < before);
  if (ix->left > 0) walk(ix, refuse_circle, false);
}

/*
** Holds some nodes against their successors: predecessors that the rules leave out, or invent, are found nowhere else.
*/
static void check_some (Indexed *ix) {
  enum { FEW = 10000, EACH = 61 };
  const uint64_t step = ix->nodes < FEW ? 1 : EACH;
  Position position = {{0}};
  for (uint64_t node = 0; node < ix->nodes; node += step) {
    if (ix->cells[node] == CODE_NONE) continue;
    if (node % 4096 < step) visit_look(ix->w->search);
    Player player = ix->both && node % 2 == 0 ? MIN : MAX;
    cells_position(ix, ix->both ? node / 2 : node, &position, &player);
    const Look look = look_at(ix, &position, player);
    const Result result = codes_result(&ix->codes, ix->cells[node]);
    if (result.value == look.best.value && (result.plies == look.best.plies || is_draw(ix, result))) continue;
    char text[DESCRIBE_ROOM];
    describe_position(ix->w->search, &position, text);
    ix->w->store.host->fail(ix->w->store.host, "position %s has another value than its successors say: rules.index.before does not give "
                            "the positions from which moves lead to each position, or indices are equal where values are not", text);
  }
}

void waves_resolve (Indexed *ix) {
  Store *store = &ix->w->store;
  const size_t counts = CODES * sizeof *ix->pending;
  ix->pending = store_take(store, counts);
  ix->known = store_take(store, counts);
  memset(ix->pending, 0, counts);
  memset(ix->known, 0, counts);
  ix->stage = (Stage){0};
  preference_number(&ix->w->preference, ix->w->preference.middle);
  if (ix->game->cyclic) {
    checkpoint_load(ix);
    solve_with_circles(ix);
  } else solve_in_order(ix);
  store_give(store, ix->pending);
  store_give(store, ix->known);
  store_give(store, ix->distinct);
  ix->distinct = NULL;
  if (ix->open) check_some(ix);
}
