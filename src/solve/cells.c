#include "solve/cells.h"

#include <stdio.h>
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

static void forget (Indexed *ix, IndexTier *tier) {
  store_give(&ix->w->store, tier->cells);
  tier->cells = NULL;
}

void cells_refuse_memory (const Indexed *ix, size_t bytes) {
  const Store *store = &ix->w->store;
  host_lack(store->host, "tier %lld, with those that it leads to, takes at least %zu bytes of memory, and %zu are allowed%s",
                    (long long)ix->w->tier, store->held + bytes + SPARE, store->limit,
                    ix->w->task->audit ? "" : ix->w->db->directory.fd < 0 ? ": name a folder, where ranges of it can wait, or allow more" : "");
}

size_t cells_room (const Indexed *ix) {
  const Store *store = &ix->w->store;
  const size_t taken = store->held + store->beside + SPARE;
  return store->limit > taken ? store->limit - taken : 0;
}

bool cells_make_room (Indexed *ix, size_t bytes) {
  for (uint32_t at = ix->w->tier_count; at-- > 0 && store_lacks(&ix->w->store, bytes + SPARE);)
    if (!ix->tiers[at].wanted) forget(ix, &ix->tiers[at]);
  return !store_lacks(&ix->w->store, bytes + SPARE);
}

void cells_forget (Indexed *ix) {
  for (uint32_t at = 0; at < ix->w->tier_count; at++) forget(ix, &ix->tiers[at]);
}

void cells_want_none (Indexed *ix) {
  for (uint32_t at = 0; at < ix->w->tier_count; at++) ix->tiers[at].wanted = false;
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

bool cells_load (Indexed *ix, IndexTier *tier) {
  const size_t bytes = cell_bytes(ix, tier->size);
  const Database *db = ix->w->db;
  tier->wanted |= tier->cells != NULL;
  if (tier->cells) return true;
  if (ix->windows > 1 && bytes > ix->each * sizeof *tier->cells) return false;    /* nor is as much of ours in memory */
  if (!cells_make_room(ix, bytes + ix->reserve)) {
    if (ix->may_ask) return false;
    cells_refuse_memory(ix, bytes);
  }
  tier->cells = store_take(&ix->w->store, bytes);
  for (uint64_t i = 0; i < bytes / sizeof *tier->cells; i++) tier->cells[i] = CODE_NONE;
  for (int i = 0; i < db->count; i++)
    if (db->parts[i].head.tier == tier->tier) read_part(ix, &db->parts[i], tier->cells, tier->size);
  return tier->wanted = true;
}

IndexTier *cells_tier (const Indexed *ix, const Node *n, int64_t tier) {
  const uint64_t at = (uint64_t)(tier - ix->tiers->tier);
  if (at >= ix->w->tier_count || ix->tiers[at].size == 0)
    store_fail(&ix->w->store, "a move of position %s leads to tier %lld, which has no size by rules.index.size",
               DESCRIBED(ix->w->search, &n->position), (long long)tier);
  return &ix->tiers[at];
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
    host_lack(codes->store->host, "the positions have more than %d different pairs of a value and a distance: solve the "
                                  "game without rules.index", CODES - 1);
  return (Cell)set_number(codes, &(uint64_t){result_word(result)});
}
