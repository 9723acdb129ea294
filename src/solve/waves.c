#include "solve/waves.h"

#include <errno.h>
#include <string.h>

#include "solve/checkpoint.h"
#include "solve/distribution.h"
#include "solve/edges.h"
#include "solve/expansion.h"
#include "solve/members.h"
#include "solve/questions.h"
#include "solve/updates.h"
#include "solve/verification.h"

/* Walks over our nodes, window by window. */

/* There is no position at an index. */
static void leave_out (Indexed *ix, uint64_t index, uint64_t node, uint64_t last) {
  for (uint64_t n = node; n <= last; n++) {
    if (*cells_at(ix, n) == CODE_WANTED)
      store_fail(&ix->w->store, "rules.index.of gives %llu for a position of tier %lld, but rules.index.at gives none for it",
                              (unsigned long long)index, (long long)ix->w->tier);
    *cells_at(ix, n) = CODE_NONE;
  }
}

/* Could the work go on from here, if it were left? Several processes meet for that; and moves that are collected have no name yet. */
static bool can_go_on (const Indexed *ix) { return !members_are_many(ix) && (!ix->edges || ix->stage.waves); }

/* Looks up from the work; the state is as the node or index `next` is to find it, but that questions may wait. */
static void look_up (Indexed *ix, uint64_t next, uint64_t all) {
  analysis_progress(ix->w, "backward", next, all);
  ix->stage.next = next;
  ix->resumable = ix->game->cyclic && !questions_waits(ix) && can_go_on(ix);
  distribution_pump(ix->w);
  distribution_look(ix->w);
  if (!ix->game->cyclic || !can_go_on(ix) || !checkpoint_is_due(ix)) return;
  ix->resumable = false;
  questions_answer(ix);
  ix->resumable = true;
  checkpoint_write(ix);
}

/* Is a node of this cell to be visited? The first time one with an initial result was, before the walk was left. */
static bool is_due (Cell cell, bool first) { return cell_is_open(cell) && !(first && cell_is_initial(cell)); }

/* What is done with a node that is to be looked at, and its position. */
typedef void Visit (Indexed *ix, uint64_t node, const Position *position, Player player);

/* Visits all nodes that are not known yet, from the index on where the stage is; `first`: for the first time. */
static void walk (Indexed *ix, Visit *visit, bool first) {
  Position position = {{0}};
  const uint64_t first_own = ix->own >> ix->both, end = (ix->own + ix->own_nodes) >> ix->both;
  for (uint64_t i = ix->stage.next > first_own ? ix->stage.next : first_own; i < end; i++) {
    const uint64_t node = cells_node(ix, i, MIN), last = ix->both ? node + 1 : node;
    Player player = MAX;
    ix->stage.next = i;
    if (!cells_hold(ix, node)) updates_load(ix, ranges_window(ix, node));
    if (i % CELLS_OFTEN == 0 || node == ix->base) look_up(ix, i, ix->size);
    if (!is_due(*cells_at(ix, node), first) && !is_due(*cells_at(ix, last), first)) continue;
    ix->changed = true;
    if (!cells_position(ix, i, &position, &player)) {
      leave_out(ix, i, node, last);
      continue;
    }
    if (first) expansion_check(ix, i, &position);
    for (uint64_t n = node; n <= last; n++)
      if (is_due(*cells_at(ix, n), first)) visit(ix, n, &position, !ix->both ? player : n == node ? MIN : MAX);
  }
  ix->stage.next = 0;
}

/* The first walk. */

/* Does an initial result still count? With predecessors it may end what the other player wins; else it is developed again. */
static bool is_pending (const Indexed *ix, Player mover, Result result) {
  return ix->open || preference_wins(&ix->w->preference, mover, result);
}

static void set_known (Indexed *ix, uint64_t node, Player mover, Result result) {
  const Cell before = *cells_at(ix, node);
  if (!ix->open && cell_is_initial(before) && is_pending(ix, mover, codes_result(&ix->codes, before))) ix->pending[before & ~CODE_INITIAL]--;
  updates_known(ix, node, codes_number(&ix->codes, result));
}

/* The first walk where there may be circles: what a node has without its successors in the tier. */
static void begin_node (Indexed *ix, uint64_t node, const Position *position, Player player) {
  const Player mover = cells_mover(ix, player);
  const Expansion look = expansion_of(ix, node, position, player);
  const uint64_t open = look.open + (look.best.value != 0);
  if (!ix->open && look.open == 0 && !preference_draws(&ix->w->preference, look.best)) {
    set_known(ix, node, mover, look.best);
    return;
  }
  if (look.best.value != 0) {
    const Cell cell = codes_number(&ix->codes, look.best);
    *cells_at(ix, node) = cell | CODE_INITIAL;
    ix->pending[cell] += is_pending(ix, mover, look.best);
  }
  if (!ix->open) return;
  if (open + (look.asked > 0 && look.best.value == 0) > UINT8_MAX)      /* its counter does not reach so far */
    host_lack(ix->w->store.host, "position %s has more than %d different successors%s", DESCRIBED(ix->w->search, position), UINT8_MAX - 1,
              ix->by_edges ? "" : ": leave rules.index.before out");
  ix->open[node - ix->base] = (uint8_t)open;
}

/* Levels. */

/* The values beyond the middle that a player can win, by their numbers, the best for him first. Where there are reversed positions
** each value comes with its negative. */
static uint32_t list_levels (Indexed *ix, Player side, uint32_t *levels) {
  const Preference *preference = &ix->w->preference;
  uint32_t count = 0;
  preference_order(preference, side, levels);
  while (count < preference->count && better(side, preference->values[levels[count]], preference->middle)) count++;
  return count;
}

/* The least number of plies from `plies` on at which a value of the level is counted; 0: none. */
static uint32_t least_plies (const Indexed *ix, const uint64_t *counts, uint32_t plies) {
  uint32_t least = 0;
  for (uint64_t c = 1; c < ix->codes.count; c++) {
    const Result result = codes_result(&ix->codes, (Cell)c);
    if (counts[c] == 0 || result.plies < plies || (least > 0 && result.plies >= least)) continue;
    if (result.value == ix->level[MIN] || result.value == ix->level[MAX]) least = result.plies;
  }
  return least;
}

/* The next wave from `plies` on, at which a value of the level is known, or, then it is `initial`, pending; 0: none. All members have
** met. */
static uint32_t next_wave (Indexed *ix, uint32_t plies, bool *initial) {
  const bool sent = members_have_sent(ix), found = sent || updates_any(ix);        /* what is on its way is of this wave */
  uint32_t least[2] = {found ? plies : least_plies(ix, ix->known, plies), least_plies(ix, ix->pending, plies)};
  if (members_least(ix, least, checkpoint_is_due(ix))) checkpoint_write(ix);
  updates_check(ix);
  const uint32_t next = least[0] == 0 || (least[1] > 0 && least[1] < least[0]) ? least[1] : least[0];
  *initial = next > 0 && least[1] == next;
  return next;
}

/* With predecessors. */

/* What a node of the window, or another one, gets by a known successor. */
static void give (Indexed *ix, uint64_t node, Player mover, bool negated, Result above) {
  const Result result = preference_seen(&ix->w->preference, negated, above);
  const bool wins = preference_wins(&ix->w->preference, mover, result);
  if (!cells_hold(ix, node)) updates_send(ix, node, wins, result.value == ix->level[MAX] ? MAX : MIN);
  else if (cell_is_open(*cells_at(ix, node))) updates_resolve(ix, node, wins, codes_number(&ix->codes, result));
}

/* The cells that a part of a wave is about, by the player who wins; 0: none. */
typedef struct Wave { Cell cells[2]; } Wave;

static Wave wave_of (const Indexed *ix, uint32_t plies, Cell initial) {
  Wave wave = {{0, 0}};
  for (Player side = MIN; side <= MAX; side++) {
    const Cell code = ix->level[side] == 0 ? 0 : codes_find(&ix->codes, (Result){ix->level[side], plies});
    if (code != 0) wave.cells[side] = code | initial;
  }
  return wave;
}

static uint64_t *due_of (const Indexed *ix, uint32_t window, Cell code) {
  return &ix->due[(uint64_t)window * ix->due_words + (code & ~CODE_INITIAL) / 64];
}

/* May a window have cells of the wave? */
static bool is_concerned (const Indexed *ix, uint32_t window, Wave wave, Cell initial) {
  if (!ix->due) return true;
  if (!initial) return updates_waits_old(ix, window) || ix->newest[window] >= ix->stage.plies;
  bool any = false;
  for (Player side = MIN; side <= MAX; side++) {
    const Cell code = wave.cells[side] & ~CODE_INITIAL;
    if (code == 0 || code / 64 >= ix->due_words) continue;
    any |= *due_of(ix, window, code) >> code % 64 & 1;
  }
  return any;
}

/* Goes along the cells of the window, from the node `next` on: initial results have their turn, or results that are known are spread. */
static void spread_window (Indexed *ix, Wave wave, uint64_t next) {
  Position position = {{0}};
  const uint64_t end = ix->base + ix->held;
  if (ix->by_edges) edges_begin(ix);
  for (uint64_t node = next; node < end; node++) {
    const Cell cell = *cells_at(ix, node);
    if (node % CELLS_OFTEN == 0 || node == ix->base) look_up(ix, node, ix->nodes);
    if (cell == 0 || (cell != wave.cells[MIN] && cell != wave.cells[MAX])) continue;
    const Result result = codes_result(&ix->codes, cell);
    Player player = ix->both && node % 2 == 0 ? MIN : MAX;
    if (cell_is_initial(cell) || !ix->by_edges) cells_position(ix, ix->both ? node / 2 : node, &position, &player);
    ix->resumable = false;                      /* until the next look: counters may be half done */
    if (!cell_is_initial(cell) && ix->by_edges) edges_to(ix, node, preference_above(&ix->w->preference, result), give);
    else if (!cell_is_initial(cell)) expansion_before(ix, &position, player, result, give);
    else updates_resolve(ix, node, preference_wins(&ix->w->preference, cells_mover(ix, player), result), cell & ~CODE_INITIAL);
  }
}

static void spread (Indexed *ix, Cell initial) {
  const Wave wave = wave_of(ix, ix->stage.plies, initial);
  for (uint32_t window = ix->stage.next > ix->own ? ranges_window(ix, ix->stage.next) : 0; window < ix->windows; window++) {
    const uint64_t first = ix->own + window * ix->each;
    if (!is_concerned(ix, window, wave, initial)) continue;
    updates_load(ix, window);
    if (ix->newest && !initial && ix->newest[window] <= ix->stage.plies) ix->newest[window] = 0;
    spread_window(ix, wave, ix->stage.next > first ? ix->stage.next : first);
    ix->stage.next = 0;
  }
  ix->stage.next = 0;
}

/* A wave begins, whose results are a ply further. */
static void begin_wave (Indexed *ix) {
  Cell codes[2] = {0, 0};
  if (ix->windows == 1 && !members_are_many(ix)) return;
  for (Player side = MIN; side <= MAX; side++)
    if (ix->level[side] != 0) codes[side] = codes_number(&ix->codes, (Result){ix->level[side], ix->stage.plies + 1});
  updates_turn(ix, codes);
}

/*
** The initial results of a wave come before all that it spreads, which is a ply longer: a player who loses has what the last of his
** successors gives.
*/
static void solve_with_predecessors (Indexed *ix) {
  enum { INITIAL = 1, KNOWN };
  Stage *stage = &ix->stage;
  bool initial = false;
  for (; stage->within || (stage->plies = next_wave(ix, stage->plies + 1, &initial)) > 0; stage->within = 0) {
    if (stage->within == 0) stage->within = initial ? INITIAL : KNOWN;
    begin_wave(ix);
    if (stage->within == INITIAL) {
      spread(ix, CODE_INITIAL);
      distribution_barrier(ix->w);
    }
    stage->within = KNOWN;
    spread(ix, 0);
    ix->resumable = false;                      /* until the next wave is under way */
  }
}

/*
** Takes the answers about later tiers, and notes of each window which initial results it has, and how far it is in the level, so that
** waves leave out windows that they do not concern.
*/
static void survey (Indexed *ix) {
  Store *store = &ix->w->store;
  const size_t bits = 64;
  ix->resumable = false;
  questions_answer(ix);
  questions_close(ix);
  if (ix->windows == 1) updates_load(ix, 0);
  else if (updates_any(ix) && !updates_settle(ix, false)) ranges_fail(ix, errno);
  if (members_are_many(ix)) {
    size_t count;
    Cell *now = members_agree(ix, &count);
    ranges_renumber(ix, now, count);
    store_give(store, now);
  }
  if (ix->open) {
    memset(ix->pending, 0, CODES * sizeof *ix->pending);
    memset(ix->known, 0, CODES * sizeof *ix->known);
  }
  if (ix->windows > 1) {
    ix->due_words = (uint32_t)((ix->codes.count - 1) / bits) + 1;
    ix->due = store_take(store, (size_t)ix->windows * ix->due_words * sizeof *ix->due);
    memset(ix->due, 0, (size_t)ix->windows * ix->due_words * sizeof *ix->due);
    ix->newest = store_take(store, ix->windows * sizeof *ix->newest);
    memset(ix->newest, 0, ix->windows * sizeof *ix->newest);
  }
  for (uint32_t window = 0; window < ix->windows && ix->open; window++) {
    updates_load(ix, window);
    for (uint64_t node = ix->base; node < ix->base + ix->held; node++) {
      const Cell cell = *cells_at(ix, node), code = cell & ~CODE_INITIAL;
      if (cell_is_initial(cell)) ix->pending[code]++;
      else if (cell_is_known(cell)) ix->known[code]++;
      if (!ix->due) continue;
      if (cell_is_initial(cell)) *due_of(ix, window, cell) |= UINT64_C(1) << code % bits;
      else if (cell_is_known(cell) && codes_result(&ix->codes, cell).plies > ix->newest[window])
        ix->newest[window] = codes_result(&ix->codes, cell).plies;
    }
    distribution_look(ix->w);
  }
  updates_close(ix);
  updates_open_waves(ix, cells_room(ix));
}

/* Without predecessors. */

/* A node is developed again. What a player wins by a result of the level is certain if it is near enough, for the others are further. */
static void settle_node (Indexed *ix, uint64_t node, const Position *position, Player player) {
  const Player mover = cells_mover(ix, player);
  const Expansion look = expansion_of(ix, node, position, player);
  const Preference *preference = &ix->w->preference;
  if (look.best.value == 0 || preference_draws(preference, look.best)) return;
  const bool certain = look.best.value == ix->level[mover] && look.best.plies <= ix->certain;
  if (preference_wins(preference, mover, look.best) ? certain : look.open == 0)
    set_known(ix, node, mover, look.best);
}

/*
** Results of the level with `plies` are all known before a sweep. One more ply is known after it; and a win in two more plies is
** certain whenever it is met, since what is still open wins no sooner.
*/
static void solve_by_sweeps (Indexed *ix) {
  Stage *stage = &ix->stage;
  uint32_t next = 0;
  bool initial;
  for (; stage->within || (next = next_wave(ix, stage->plies, &initial)) > 0; stage->plies++) {
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
  for (uint64_t node = ix->own; node < ix->own + ix->own_nodes; node++) {
    if (!cells_hold(ix, node)) updates_load(ix, ranges_window(ix, node));
    Cell *cell = cells_at(ix, node);
    if (!cell_is_open(*cell)) continue;
    const Result result = cell_is_initial(*cell) ? codes_result(&ix->codes, *cell) : (Result){0, 0};
    const bool over = result.value != 0 && preference_draws(preference, result) && result.plies == 1;   /* the game ends here, in a draw */
    *cell = over ? (Cell)(*cell & ~CODE_INITIAL) : round;
    ix->changed = true;
  }
}

/* What nodes have without their successors in the tier; and, if need be, which moves there are in it. */
static void walk_first (Indexed *ix) {
  if (ix->by_edges) edges_open(ix, cells_room(ix) / 4);
  walk(ix, begin_node, true);
  distribution_barrier(ix->w);
  ix->resumable = false;
  if (!ix->by_edges) return;
  edges_build(ix);
  ix->stage.files = (uint32_t)ix->w->ranks;
}

static void solve_with_circles (Indexed *ix) {
  Preference *preference = &ix->w->preference;
  Store *store = &ix->w->store;
  if (!ix->stage.waves) walk_first(ix);
  else if (ix->by_edges) edges_load(ix, ix->stage.files);
  survey(ix);
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
    if (ix->newest) memset(ix->newest, 0, ix->windows * sizeof *ix->newest);
  }
  ix->resumable = false;
  for (Player side = MIN; side <= MAX; side++) store_give(store, levels[side]);
  finish_with_circles(ix);
}

/* Without circles. */

static void settle_when_known (Indexed *ix, uint64_t node, const Position *position, Player player) {
  const Expansion look = expansion_of(ix, node, position, player);
  if (look.open == 0) set_known(ix, node, player, look.best);
  else ix->left++;
}

static void refuse_circle (Indexed *ix, uint64_t node, const Position *position, Player player) {
  (void)node, (void)player;
  store_fail(&ix->w->store, "the game goes round in circles, as from position %s: let rules.cycle say what that is worth",
             DESCRIBED(ix->w->search, position));
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
    if (!checkpoint_load(ix)) ranges_begin_file(ix);
    solve_with_circles(ix);
  } else solve_in_order(ix);
  store_give(store, ix->pending);
  store_give(store, ix->known);
  store_give(store, ix->distinct);
  store_give(store, ix->due);
  store_give(store, ix->newest);
  edges_close(ix);
  ix->distinct = NULL;
  ix->due = NULL;
  ix->newest = NULL;
  updates_close(ix);
  if (ix->game->cyclic) verification_check(ix);
}
