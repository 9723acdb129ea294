#include "solve/footprint.h"

#include "solve/distribution.h"
#include "solve/layers.h"
#include "solve/lookup.h"

#define MOST_NODES UINT32_MAX   /* of a graph, in one process */

/* Our positions of the tier at `at`, by player. */
static void count_own (const Analysis *w, uint32_t at, uint64_t count[2]) {
  for (Player player = MIN; player <= MAX; player++) {
    count[player] = 0;
    if (w->in_one || w->shards == 1) count[player] = w->tiers[at].count[player];
    else for (uint32_t local_shard = 0; local_shard < w->local_shards; local_shard++) {
      const Part *part = layers_open_part((Analysis *)(uintptr_t)w, at, local_shard, player);
      if (part->bytes) count[player] += part->head.count;
    }
  }
}

/* Bytes of the sets of our positions. */
static uint64_t bytes_of_sets (const Analysis *w, const uint64_t count[2]) {
  Set set;
  uint64_t bytes = 0;
  set_open(&set, (Store *)(uintptr_t)&w->store, w->key_words, w->width);
  for (Player player = MIN; player <= MAX; player++) bytes += set_growth(&set, count[player]);
  return bytes;
}

static uint64_t greater (uint64_t a, uint64_t b) { return a > b ? a : b; }

/*
** With edges in memory (solve/graph.c): see solve/propagation.c what is held at the same time. A member of a group does not know beforehand
** how many of the edges are its own, and notes whose predecessors they have.
*/
static uint64_t of_graph (const Analysis *w, uint64_t nodes, uint64_t edges) {
  const bool shared = w->ranks > 1;
  const uint64_t cell = RESULTS_CELL, number = sizeof(uint32_t), begin = sizeof(uint64_t), open = shared ? number * nodes : 0;
  const uint64_t beside = (analysis_has_gains(w) ? sizeof(Value) : 0) + (shared ? sizeof(uint16_t) : 0);
  const uint64_t halves = w->reverses ? cell * nodes / 2 : 0;          /* of rows, while they become two nodes each */
  const uint64_t pairs = (2 * number + beside) * (shared ? edges + edges / 2 : edges), above = (number + beside) * edges;
  const uint64_t asked = cell * nodes + open + pairs + LOOKUP_LEAST;
  const uint64_t doubled = cell * nodes + halves + open + pairs;
  const uint64_t turned = (cell + begin + number) * nodes + pairs + above;
  const uint64_t solved = (2 * cell + begin + 3 * number) * nodes + above;
  return greater(greater(asked, doubled), greater(turned, solved));
}

/* With edges in a file (solve/graph.c): bytes until all of them are there, and bytes in all. */
static uint64_t collected_in_file (const Analysis *w, uint64_t nodes) {
  const uint64_t cell = RESULTS_CELL, halves = w->reverses ? cell * nodes / 2 : 0, open = sizeof(uint32_t);
  return cell * nodes + greater(halves, open * nodes) + (nodes / GRAPH_FILE_GROUP + 2) * sizeof(uint64_t) + LOOKUP_LEAST;
}

static uint64_t in_file (const Analysis *w, uint64_t nodes) {
  const uint64_t solved = (2 * RESULTS_CELL + 3 * sizeof(uint32_t)) * nodes + (nodes / GRAPH_FILE_GROUP + 2) * sizeof(uint64_t);
  return GRAPH_FILE_LEAST + greater(collected_in_file(w, nodes), solved);
}

static bool can_have_file (const Analysis *w) { return w->ranks == 1 && !w->in_one && !analysis_has_gains(w) && w->db->directory.fd >= 0; }

uint64_t footprint_of_tier (const Analysis *w, uint32_t at) {
  const Tier *tier = &w->tiers[at];
  uint64_t count[2];
  count_own(w, at, count);
  const uint64_t rows = count[MIN] + count[MAX], all = tier->count[MIN] + tier->count[MAX];
  const uint64_t nodes = rows << w->reverses, edges = tier->loops << w->reverses;
  const uint64_t position = (uint64_t)w->key_words * (sizeof(uint64_t) + VARINT_MOST) + 1 + sizeof(Result);
  const uint64_t read = w->shards > 1 ? w->shards * position * PART_BLOCK : 0;  /* all shards of a tier at once, in the end */
  const uint64_t least = SPARE + greater(LOOKUP_LEAST + RESULTS_CELL * rows, read);
  if (w->ranks > 1) {
    const double share = all ? (double)rows / (double)all : 0;
    const uint64_t built = bytes_of_sets(w, count) + RESULTS_CELL * rows + LOOKUP_LEAST;
    return !tier->loops ? least : greater(least, SPARE + built + of_graph(w, nodes, (uint64_t)((double)edges * share)));
  }
  const uint64_t graph = of_graph(w, nodes, edges), filed = in_file(w, nodes);
  return !tier->loops ? least : greater(least, SPARE + (can_have_file(w) && filed < graph ? filed : graph));
}

static uint64_t nodes_of (const Analysis *w, uint32_t at) { return (w->tiers[at].count[MIN] + w->tiers[at].count[MAX]) << w->reverses; }

bool footprint_wants_file (const Analysis *w, uint32_t at) {
  const Tier *tier = &w->tiers[at];
  const uint64_t graph = of_graph(w, nodes_of(w, at), tier->loops << w->reverses);
  return tier->loops && can_have_file(w) && in_file(w, nodes_of(w, at)) < graph && store_lacks(&w->store, graph + SPARE);
}

size_t footprint_of_buffer (const Analysis *w, uint32_t at) {
  const uint64_t other = w->store.held + w->store.beside + SPARE + collected_in_file(w, nodes_of(w, at));
  return w->store.limit > other ? (size_t)(w->store.limit - other) / 2 : 0;
}

uint64_t footprint_check (Analysis *w) {
  Host *host = w->store.host;
  uint64_t most = 0;
  uint32_t which = 0;
  for (uint32_t at = 0; at < w->tier_count; at++) {
    const Tier *tier = &w->tiers[at];
    if (layers_have_parts(w, tier)) continue;
    const uint64_t need = footprint_of_tier(w, at);
    uint64_t count[2];
    count_own(w, at, count);
    if (tier->loops && (count[MIN] + count[MAX]) << w->reverses > MOST_NODES)
      host_lack(host, "%llu positions of tier %lld lead to one another: one process can solve %lu at most%s",
                (unsigned long long)(count[MIN] + count[MAX]), (long long)tier->tier, (unsigned long)MOST_NODES >> w->reverses,
                w->in_one ? "" : ", several more (threads, mpi)");
    if (need > most) {
      most = need;
      which = at;
    }
  }
  if (most > 0) most += w->store.held;
  Tally tally = {.most = {most > w->store.limit, (int64_t)most}};
  distribution_meet(w, &tally);
  if (tally.most[0] > 0) {
    const Tier *tier = &w->tiers[which];
    host_lack(host, "all %llu positions are found, but not enough memory is allowed for their values: tier %lld, of %llu positions%s, needs "
              "%lld bytes%s, and memory is %zu", (unsigned long long)(w->task->positions + w->task->others_positions), (long long)tier->tier,
              (unsigned long long)(tier->count[MIN] + tier->count[MAX]), tier->loops ? " that lead to one another" : "",
              (long long)tally.most[1], w->ranks > 1 ? " of each process" : "", w->store.limit);
  }
  return (uint64_t)tally.most[1];
}
