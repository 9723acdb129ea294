#include "solve/cells.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "search/visit.h"

void cells_refuse (const Indexed *ix, const Position *position, int64_t tier, Value index) {
  store_fail(&ix->w->store, "rules.index.of gives %.0f for position %s of tier %lld: rules.index.at gives no position for it, "
                          "or rules.index.size does not count it", index, DESCRIBED(ix->w->search, position), (long long)tier);
}

void cells_refuse_successor (Indexed *ix, uint64_t node, int64_t tier, uint64_t index) {
  Search *s = ix->w->search;
  Node n = {.player = ix->both && node % 2 == 0 ? MIN : MAX}, child = {.position = {{0}}};
  cells_position(ix, node >> ix->both, &n.position, &n.player);
  for (visit_open(s, &n, &child); visit_pull(s, &n, &child);)
    if (analysis_tier(ix->w, &n, &child) == tier && ix->game->index_of(ix->game, &child.position) == (Value)index) break;
  cells_refuse(ix, &child.position, tier, (Value)index);
  __builtin_unreachable();
}

void cells_contradict (Indexed *ix, uint64_t node) {
  Position position = {{0}};
  Player player;
  char text[DESCRIBE_ROOM];
  cells_position(ix, node >> ix->both, &position, &player);
  if (ix->w->task->audit) analysis_contradict(ix->w, &position, node % 2 == 0 ? MIN : MAX);
  ix->contradicted = true;
  describe_position(ix->w->search, &position, text);
  store_fail(&ix->w->store, "position %s has another value than its successors say: %sindices are equal where values are "
                          "not%s", text, ix->game->index_before ? "rules.index.before does not give the positions from which moves lead to "
                          "each position, or " : "", ix->game->index_before ? "" : ", or the rules answer differently when asked twice");
}

bool cells_agree (Indexed *ix, uint64_t node, Player mover, Result above, Cell claimed) {
  const Result result = codes_result(&ix->codes, claimed);
  if (above.value == 0) return false;
  if (preference_better(&ix->w->preference, mover, above, result)) cells_contradict(ix, node);
  return above.value == result.value && above.plies == result.plies;
}

/* Files. */

const char *cells_file (const Indexed *ix, const char *end, char name[PART_NAME]) {
  snprintf(name, PART_NAME, "tier-%lld%s", (long long)ix->w->tier, end);
  return name;
}

void cells_file_fail (Indexed *ix, const char *end, const char *why) {
  char name[PART_NAME];
  ix->resumable = false;
  store_fail(&ix->w->store, "%s/%s: %s", ix->w->db->directory.path, cells_file(ix, end, name), why);
}

void cells_file_remove (const Indexed *ix, const char *end) {
  char name[PART_NAME];
  if (ix->w->db->directory.fd >= 0) unlinkat(ix->w->db->directory.fd, cells_file(ix, end, name), 0);
}

/* Tiers in memory. */

static size_t cell_bytes (const Indexed *ix, uint64_t size) { return (size_t)size * (ix->both ? 2 : 1) * sizeof(Cell); }

static void forget (Indexed *ix, uint32_t at) {
  store_give(&ix->w->store, ix->solved[at].cells);
  ix->solved[at] = ix->solved[--ix->solved_count];
  ix->latest = 0;
}

void cells_refuse_memory (const Indexed *ix, size_t bytes) {
  const Store *store = &ix->w->store;
  store_fail(store, "tier %lld, with those that it leads to, takes at least %zu bytes of memory, and %zu are allowed%s",
                    (long long)ix->w->tier, store->held + bytes + SPARE, store->limit,
                    ix->w->task->audit ? "" : ix->w->db->directory.fd < 0 ? ": name a folder, where ranges of it can wait, or allow more" : "");
}

size_t cells_room (const Indexed *ix) {
  const Store *store = &ix->w->store;
  const size_t taken = store->held + store->beside + SPARE;
  return store->limit > taken ? store->limit - taken : 0;
}

bool cells_make_room (Indexed *ix, size_t bytes) {
  Store *store = &ix->w->store;
  while (store_lacks(store, bytes + SPARE)) {
    uint32_t last = UINT32_MAX;
    for (uint32_t i = 0; i < ix->solved_count; i++)
      if (!ix->solved[i].wanted && (last == UINT32_MAX || ix->solved[i].tier > ix->solved[last].tier)) last = i;
    if (last == UINT32_MAX) return false;
    forget(ix, last);
  }
  return true;
}

Solved *cells_keep (Indexed *ix, int64_t tier, uint64_t size, Cell *cells) {
  ix->solved = store_room(&ix->w->store, ix->solved, ix->solved_count, sizeof *ix->solved);
  ix->latest = ix->solved_count;
  ix->solved[ix->solved_count] = (Solved){.tier = tier, .size = size, .cells = cells};
  return &ix->solved[ix->solved_count++];
}

void cells_forget (Indexed *ix) {
  while (ix->solved_count > 0) forget(ix, ix->solved_count - 1);
}

Cell cells_read (Indexed *ix, const PartReader *r, uint64_t size) {
  Analysis *w = ix->w;
  if (*r->row >= size)
    store_fail(&w->store, "%s: tier %lld has positions that its index does not have", w->db->directory.path, (long long)r->part->head.tier);
  return codes_number(&ix->codes, analysis_result(w, r));
}

/* Reads a part into the cells of its tier. */
static void read_part (Indexed *ix, const Part *part, Cell *cells, uint64_t size) {
  PartReader r;
  part_read_from(&r, part, &ix->w->store);
  while (part_read(&r)) {
    const Cell cell = cells_read(ix, &r, size);
    cells[cells_node(ix, *r.row, (Player)part->head.player)] = cell;
  }
  part_read_end(&r);
}

Solved *cells_load (Indexed *ix, int64_t tier) {
  const Value size = ix->game->index_size(ix->game, tier);
  const uint64_t indices = size > 0 ? (uint64_t)size : 0;
  Cell *cells = NULL;
  if (indices > 0) {
    if (ix->windows > 1 && cell_bytes(ix, indices) > ix->each * sizeof *cells) return NULL;   /* nor is as much of ours in memory */
    if (!cells_make_room(ix, cell_bytes(ix, indices) + ix->reserve)) {
      if (ix->may_ask) return NULL;
      cells_refuse_memory(ix, cell_bytes(ix, indices));
    }
    cells = store_take(&ix->w->store, cell_bytes(ix, indices));
  }
  for (uint64_t i = 0; i < cell_bytes(ix, indices) / sizeof(Cell); i++) cells[i] = CODE_NONE;
  const Database *db = ix->w->db;
  for (int i = 0; i < db->count; i++)
    if (db->parts[i].head.tier == tier) read_part(ix, &db->parts[i], cells, indices);
  return cells_keep(ix, tier, indices, cells);
}

void cells_refuse_tier (const Indexed *ix, const Node *n, int64_t tier) {
  store_fail(&ix->w->store, "a move of position %s leads to tier %lld, which has no size by rules.index.size",
             DESCRIBED(ix->w->search, &n->position),
                          (long long)tier);
}

const Solved *cells_of_tier (Indexed *ix, const Node *n, int64_t tier) {
  Solved *of = ix->latest < ix->solved_count && ix->solved[ix->latest].tier == tier ? &ix->solved[ix->latest] : NULL;
  for (uint32_t i = 0; !of && i < ix->solved_count; i++)
    if (ix->solved[i].tier == tier) of = &ix->solved[ix->latest = i];
  if (!of && !(of = cells_load(ix, tier))) return NULL;
  of->wanted = true;
  if (of->size == 0) cells_refuse_tier(ix, n, tier);
  return of;
}

/* Codes. */

void codes_open (Codes *codes, Store *store) {
  set_open(codes, store, 1, 1);
  set_number(codes, &(uint64_t){0});
}

Cell codes_find (const Codes *codes, Result result) {
  const uint64_t word = result_word(result), at = set_seek(codes, &word);
  return at == SET_ABSENT ? 0 : (Cell)at;
}

Cell codes_number (Codes *codes, Result result) {
  const Cell there = codes_find(codes, result);
  if (there != 0) return there;
  if (codes->count == CODES)
    store_fail(codes->store, "the positions have more than %d different pairs of a value and a distance: solve the "
                             "game without rules.index", CODES - 1);
  return (Cell)set_number(codes, &(uint64_t){result_word(result)});
}
