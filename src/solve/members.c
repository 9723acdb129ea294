#include "solve/members.h"

#include <string.h>

#include "solve/distribution.h"

/* What a message is about. */
enum { OF_WAVE, OF_EDGES, OF_RANGES, OF_RESULTS };

/* Where a range is, and which it is. */
typedef struct RangeEntry { uint64_t range; Range is; } RangeEntry;

/* A result; or, with plies of UINT32_MAX, a value only. */
typedef struct ResultEntry { Value value; uint64_t plies; } ResultEntry;

/* Bytes of an entry of each kind. */
static const size_t sizes[] = {sizeof(uint64_t), 2 * sizeof(uint64_t), sizeof(RangeEntry), sizeof(ResultEntry)};

struct Members {
  uint32_t *first;              /* range, by member; one more at the end */
  MembersReceive *receive;      /* what of a wave has come, */
  MembersReceiveEdge *receive_edge;     /* and moves */
  bool sent;                    /* results of a wave */
  uint64_t *results;            /* that members have: three words each, by which they are sorted, and the value */
  size_t count;
};

/* Receiving. */

static void add_result (Indexed *ix, const ResultEntry *entry) {
  Members *m = ix->members;
  m->results = store_room(&ix->w->store, m->results, m->count, 3 * sizeof *m->results);
  uint64_t *row = m->results + 3 * m->count++;
  row[0] = preference_ascending(entry->value);
  row[1] = entry->plies;
  memcpy(&row[2], &entry->value, sizeof *row);
}

/* Takes one of the entries that a message has. */
static void take_entry (Indexed *ix, int kind, const unsigned char *at) {
  union { uint64_t words[2]; RangeEntry range; ResultEntry result; } entry;
  memcpy(&entry, at, sizes[kind]);
  if (kind == OF_WAVE) ix->members->receive(ix, entry.words[0]);
  else if (kind == OF_EDGES) ix->members->receive_edge(ix, entry.words[0], entry.words[1]);
  else if (kind == OF_RESULTS) add_result(ix, &entry.result);
  else if (entry.range.range < ix->range_count) {
    Range *range = &ix->ranges[entry.range.range];
    range->place = entry.range.is.place;
    range->check = entry.range.is.check;
  }
}

static void take (Analysis *w, int kind, const unsigned char *at, const unsigned char *end) {
  for (; at < end; at += sizes[kind]) take_entry(w->indexed, kind, at);
}

void members_open (Indexed *ix, MembersReceive *receive, MembersReceiveEdge *receive_edge) {
  Store *store = &ix->w->store;
  if (!members_are_many(ix)) return;
  ix->members = store_take(store, sizeof *ix->members);
  *ix->members = (Members){.receive = receive, .receive_edge = receive_edge,
                           .first = store_take(store, ((size_t)ix->w->ranks + 1) * sizeof *ix->members->first)};
  ix->w->distribution->update = take;
}

/* Division. */

void members_divide (Indexed *ix, const double *weights, int pieces) {
  Members *m = ix->members;
  double all = 0, before = 0;
  int piece = 0;
  for (int i = 0; i < pieces; i++) all += weights[i];
  m->first[0] = 0;
  for (int rank = 1; rank < ix->w->ranks; rank++) {
    const double wanted = all * rank / ix->w->ranks;
    for (; piece < pieces - 1 && before + weights[piece] < wanted; piece++) before += weights[piece];
    const double within = weights[piece] > 0 ? (wanted - before) / weights[piece] : 0;
    m->first[rank] = (uint32_t)((piece + within) / pieces * ix->range_count);
    if (m->first[rank] < m->first[rank - 1]) m->first[rank] = m->first[rank - 1];
  }
  m->first[ix->w->ranks] = ix->range_count;
}

uint32_t members_first (const Indexed *ix, int rank) {
  if (!ix->members) return rank == 0 ? 0 : ix->range_count;
  return ix->members->first[rank];
}

int members_owner (const Indexed *ix, uint64_t node) {
  if (!ix->members) return 0;
  const uint32_t range = (uint32_t)(node >> ix->shift);
  int low = 0, high = ix->w->ranks;             /* the owner is from low on, and before high */
  while (high - low > 1) *(ix->members->first[(low + high) / 2] <= range ? &low : &high) = (low + high) / 2;
  return low;
}

/* Sending. */

/* Puts an entry into the message for a member, of which all entries are of one kind. */
static void put (Indexed *ix, int to, int kind, const void *entry) {
  bool begins;
  unsigned char *at = distribution_begin(ix->w, to, kind, sizes[kind], &begins);
  memcpy(at, entry, sizes[kind]);
  distribution_end(ix->w->distribution, to, at + sizes[kind]);
}

void members_send_edge (Indexed *ix, int to, uint64_t target, uint64_t source) {
  put(ix, to, OF_EDGES, (uint64_t[2]){target, source});
}

static void put_to_all (Indexed *ix, int kind, const void *entry) {
  for (int rank = 0; rank < ix->w->ranks; rank++)
    if (rank != ix->w->rank) put(ix, rank, kind, entry);
}

void members_send (Indexed *ix, int to, uint64_t message) {
  ix->members->sent = true;
  put(ix, to, OF_WAVE, &message);
}

bool members_have_sent (Indexed *ix) {
  const bool sent = ix->members && ix->members->sent;
  if (sent) ix->members->sent = false;
  return sent;
}

bool members_least (Indexed *ix, uint32_t least[2], bool due) {
  Tally tally = {.most = {INT64_MIN, INT64_MIN, due && ix->w->rank == 0}};
  if (!members_are_many(ix)) return false;
  for (int i = 0; i < 2; i++)
    if (least[i] > 0) tally.most[i] = -(int64_t)least[i];
  distribution_meet(ix->w, &tally);
  for (int i = 0; i < 2; i++) least[i] = tally.most[i] == INT64_MIN ? 0 : (uint32_t)-tally.most[i];
  return tally.most[2] > 0;
}

void members_share_ranges (Indexed *ix) {
  if (!members_are_many(ix)) return;
  const uint32_t end = members_first(ix, ix->w->rank + 1);
  for (uint32_t r = members_first(ix, ix->w->rank); r < end; r++) {
    const RangeEntry entry = {r, ix->ranges[r]};
    put_to_all(ix, OF_RANGES, &entry);
  }
  distribution_barrier(ix->w);
}

/* Agreement. */

static void share_result (Indexed *ix, ResultEntry entry) {
  add_result(ix, &entry);
  put_to_all(ix, OF_RESULTS, &entry);
}

Cell *members_agree (Indexed *ix, size_t *count) {
  Members *m = ix->members;
  Store *store = &ix->w->store;
  Preference *preference = &ix->w->preference;
  Codes codes = ix->codes;
  for (uint32_t i = 1; i <= preference->count; i++) share_result(ix, (ResultEntry){preference->values[i], UINT32_MAX});
  for (uint64_t c = 1; c < codes.count; c++) {
    const Result result = codes_result(&codes, (Cell)c);
    share_result(ix, (ResultEntry){preference->values[result.value], result.plies});
  }
  distribution_barrier(ix->w);
  sort_rows(m->results, m->count, 3, 2);
  cells_forget(ix);
  codes_open(&ix->codes, store);
  for (size_t i = 0; i < m->count; i++) {
    Value value;
    memcpy(&value, &m->results[3 * i + 2], sizeof value);
    const Result result = {preference_number(preference, value), (uint32_t)m->results[3 * i + 1]};
    if (result.plies != UINT32_MAX) codes_number(&ix->codes, result);
  }
  m->count = 0;
  Cell *now = store_take(store, (size_t)codes.count * sizeof *now);
  for (uint64_t c = 0; c < codes.count; c++) now[c] = codes_find(&ix->codes, codes_result(&codes, (Cell)c));
  *count = (size_t)codes.count;
  set_close(&codes);
  return now;
}
