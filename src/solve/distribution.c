#include "solve/distribution.h"

#include <string.h>

#include "solve/analysis.h"
#include "solve/set.h"
#include "solve/varint.h"

#define MOST_ENTRIES 2000       /* of a box: so the answers to all its questions fit into one message */
#define LEAST_ENTRIES 128
#define ALL_ENTRIES 65536       /* of the boxes of one kind, if there are many */
#define LONGEST_ANSWER 16       /* bytes */

static int entry_words (const Analysis *w) { return 1 + w->key_words + (w->extra > 2 ? w->extra : 2); }

static Box *box_of (const Analysis *w, int kind, int to) { return &w->distribution->peers[to].boxes[kind]; }

static void pass_time (Analysis *w) {
  if (!group_take(w->group)) w->group->wait(w->group);
  w->group->look(w);
}

/* Sending. */

static void send_out (Analysis *w, int to) {
  Peer *peer = &w->distribution->peers[to];
  const size_t size = peer->filled;
  peer->filled = 0;
  if (size > 0) group_post(w->group, to, peer->bytes, size);
}

unsigned char *distribution_begin (Analysis *w, int to, int kind, size_t size, bool *begins) {
  Distribution *s = w->distribution;
  Peer *peer = &s->peers[to];
  if (!peer->bytes) peer->bytes = store_take(&w->store, s->results_room);
  if (peer->filled + size > s->results_room) send_out(w, to);
  *begins = peer->filled == 0;
  if (*begins) peer->bytes[peer->filled++] = (unsigned char)(MESSAGE_RESULTS + kind);
  return peer->bytes + peer->filled;
}

/* Writes an entry behind the one before it, of which NULL is none in this message. */
static unsigned char *pack_entry (const Analysis *w, int kind, unsigned char *at, const uint64_t *e, const uint64_t *before) {
  const int words = w->key_words, shift = words > 2 ? 5 : 2;
  static const uint64_t nothing[MOST_ROW + 3];
  int first = 0;
  while (before && first < words && e[1 + first] == before[1 + first]) first++;
  const uint64_t step = before && first < words ? e[1 + first] - before[1 + first] : 0;
  if (!before || e[0] != before[0] || step >> (64 - shift) != 0) {
    at = varint_put(at, (uint64_t)words + 1);
    at = varint_put(at, e[0]);
    first = -1;
  } else at = varint_put(at, step << shift | (uint64_t)first);
  for (int i = first + 1; i < words; i++) at = varint_put(at, e[1 + i]);
  const uint64_t *rest = e + 1 + words, *rest_before = (before ? before : nothing) + 1 + words;
  if (kind == BOX_ROWS)
    for (int i = 0; i < w->extra; i++) at = varint_put(at, rest[i] ^ rest_before[i]);
  if (kind == BOX_EDGES) {
    at = varint_put(at, rest[0]);
    if (w->game->score) {
      memcpy(at, &rest[1], sizeof *rest);
      at += sizeof *rest;
    }
  }
  return at;
}

/* Notes which questions are open. */
static void note_asked (Analysis *w, int to, const uint64_t *entries, uint32_t count) {
  Distribution *s = w->distribution;
  const int words = entry_words(w);
  PendingQuestions *asked = store_take(&w->store, sizeof *asked + count * sizeof *asked->tickets);
  asked->count = count;
  for (uint32_t i = 0; i < count; i++) {
    const uint64_t *e = entries + i * (uint64_t)words;
    struct Ticket *t = &asked->tickets[i];
    t->parent = e[1 + w->key_words];
    memcpy(&t->gain, &e[2 + w->key_words], sizeof t->gain);
    t->again = i > 0 && memcmp(e, e - words, (size_t)(1 + w->key_words) * sizeof *e) == 0;
  }
  s->peers[to].asked[s->peers[to].asked_count++] = asked;
  s->open++;
}

static void send_entries (Analysis *w, int kind, int to, const uint64_t *entries, uint32_t count, const unsigned char *end) {
  if (count == 0) return;
  if (kind == BOX_QUESTIONS) {
    while (w->distribution->peers[to].asked_count == MOST_ASKED) pass_time(w);
    note_asked(w, to, entries, count);
  }
  group_post(w->group, to, w->distribution->message, (size_t)(end - w->distribution->message));
}

/* Sends what is in a box, which is empty then. */
static void send_box (Analysis *w, int kind, int to) {
  Distribution *s = w->distribution;
  Box *box = box_of(w, kind, to);
  const int words = entry_words(w);
  const size_t longest = (size_t)(words + 2) * VARINT_MOST;
  const uint64_t *before = NULL;
  uint32_t begun = 0;
  unsigned char *at = s->message;
  if (box->count == 0) return;
  sort_rows(box->entries, box->count, words, 1 + w->key_words);
  *at++ = (unsigned char)(kind + 1);
  for (uint32_t i = 0; i < box->count; i++) {
    const uint64_t *e = box->entries + i * (uint64_t)words;
    const bool again = before && memcmp(e, before, (size_t)(1 + w->key_words) * sizeof *e) == 0;
    if (again && kind != BOX_EDGES) continue;
    if (at + longest > s->message + GROUP_MESSAGE) {
      send_entries(w, kind, to, box->entries + begun * (uint64_t)words, i - begun, at);
      before = NULL;
      begun = i;
      at = s->message + 1;
    }
    at = pack_entry(w, kind, at, e, before);
    before = e;
  }
  send_entries(w, kind, to, box->entries + begun * (uint64_t)words, box->count - begun, at);
  box->count = 0;
}

static void put (Analysis *w, int kind, int to, const Batch *b, int i) {
  Box *box = box_of(w, kind, to);
  const int words = entry_words(w);
  const uint64_t *row = b->rows + i * w->width;
  if (!box->entries) box->entries = store_take(&w->store, (size_t)w->distribution->room * (size_t)words * sizeof *box->entries);
  if (box->count == w->distribution->room) send_box(w, kind, to);
  uint64_t *e = box->entries + box->count++ * (uint64_t)words;
  e[0] = (uint64_t)b->tier[i] << 1 | b->player[i];
  memcpy(e + 1, row, (size_t)w->width * sizeof *e);
  if (kind == BOX_ROWS) return;
  e[1 + w->key_words] = b->parent[i];
  memcpy(&e[2 + w->key_words], &b->gain[i], sizeof *e);
}

void distribution_out (Analysis *w, Batch *b, int kind) {
  int ours = 0;
  if (w->shards == 1 && w->ranks == 1) return;
  for (int i = 0; i < b->count; i++) {
    uint32_t local_shard;
    const int owner = analysis_owner(w, b->rows + i * w->width, &local_shard);
    const bool within = kind == BOX_QUESTIONS && b->tier[i] == w->tier && !w->checking;
    if (owner == w->rank) {
      b->local_shard[ours] = local_shard;
      analysis_move_entry(w, b, ours++, i);
    } else if (kind != BOX_ROWS || b->tier[i] > w->closed) put(w, within ? BOX_EDGES : kind, owner, b, i);
  }
  b->count = ours;
}

/* Answers. */

void distribution_answer (Analysis *w, const Result *results, int count) {
  Distribution *s = w->distribution;
  memcpy(s->results + s->result_count, results, (size_t)count * sizeof *results);
  s->result_count += (uint32_t)count;
}

static uint32_t place_of (uint32_t *values, uint32_t *count, uint32_t value) {
  uint32_t at = 0;
  while (at < *count && values[at] != value) at++;
  if (at == *count) values[(*count)++] = value;
  return at;
}

/* Sends the results of a message of questions: the values that occur, and for each question a number, 0 for what is not known. */
static void send_answers (Analysis *w, int to) {
  Distribution *s = w->distribution;
  uint32_t values[MOST_ENTRIES], places[MOST_ENTRIES], count = 0;
  unsigned char message[MOST_ENTRIES * LONGEST_ANSWER + 2 * VARINT_MOST], *at = message;
  for (uint32_t i = 0; i < s->result_count; i++)
    if (s->results[i].value) places[i] = place_of(values, &count, s->results[i].value);
  *at++ = MESSAGE_ANSWERS;
  at = varint_put(at, count);
  for (uint32_t v = 0; v < count; v++, at += sizeof(Value)) memcpy(at, &w->preference.values[values[v]], sizeof(Value));
  for (uint32_t i = 0; i < s->result_count; i++)
    at = varint_put(at, s->results[i].value ? 1 + (uint64_t)s->results[i].plies * count + places[i] : 0);
  s->result_count = 0;
  const size_t size = (size_t)(at - message);
  if (!s->letters && group_try_post(w->group, to, message, size)) return;
  Letter *letter = store_take(&w->store, sizeof *letter + size);
  *letter = (Letter){.to = to, .size = size};
  memcpy(letter->bytes, message, size);
  *s->letters_end = letter;
  s->letters_end = &letter->next;
}

static void send_letters (Analysis *w) {
  Distribution *s = w->distribution;
  for (Letter *letter; (letter = s->letters) && group_try_post(w->group, letter->to, letter->bytes, letter->size);) {
    s->letters = letter->next;
    if (!s->letters) s->letters_end = &s->letters;
    store_give(&w->store, letter);
  }
}

static void take_answers (Analysis *w, const unsigned char *at, const unsigned char *end, int from) {
  Distribution *s = w->distribution;
  Peer *peer = &s->peers[from];
  PendingQuestions *asked = peer->asked[0];
  if (peer->asked_count == 0) return;
  memmove(peer->asked, peer->asked + 1, --peer->asked_count * sizeof *peer->asked);
  s->open--;
  uint32_t numbers[MOST_ENTRIES];
  const uint64_t count = varint_get(&at, end);
  for (uint64_t v = 0; v < count && v < MOST_ENTRIES; v++, at += sizeof(Value)) {
    Value value;
    memcpy(&value, at, sizeof value);
    numbers[v] = preference_number(&w->preference, value);
  }
  Result result = {0, 0};
  for (uint32_t i = 0; i < asked->count; i++) {
    const struct Ticket *t = &asked->tickets[i];
    if (!t->again) {
      const uint64_t code = varint_get(&at, end);
      result = code == 0 ? (Result){0, 0} : (Result){numbers[(code - 1) % count], (uint32_t)((code - 1) / count)};
    }
    s->answered(w, t->parent, t->gain, result);
  }
  store_give(&w->store, asked);
}

/* Receiving. */

static void hand_on (Analysis *w, int kind, int from) {
  Batch *b = w->distribution->in;
  if (b->count > 0) w->distribution->arrive(w, b, kind, from);
  b->count = 0;
}

static void take_entries (Analysis *w, int kind, const unsigned char *at, const unsigned char *end, int from) {
  Batch *b = w->distribution->in;
  const int words = w->key_words, shift = words > 2 ? 5 : 2;
  uint64_t *e = w->distribution->entry;
  memset(e, 0, (size_t)entry_words(w) * sizeof *e);
  while (at < end) {
    const uint64_t code = varint_get(&at, end);
    int first = (int)(code & ((UINT64_C(1) << shift) - 1));
    if (first == words + 1) {
      e[0] = varint_get(&at, end);
      first = -1;
    } else if (first < words) e[1 + first] += code >> shift;
    for (int i = first + 1; i < words; i++) e[1 + i] = varint_get(&at, end);
    const int i = b->count;
    b->tier[i] = (int64_t)e[0] >> 1;
    b->player[i] = e[0] & 1;
    b->gain[i] = 0;
    if (kind == BOX_ROWS) for (int x = 0; x < w->extra; x++) e[1 + words + x] ^= varint_get(&at, end);
    if (kind == BOX_EDGES) {
      b->parent[i] = varint_get(&at, end);
      if (w->game->score && end - at >= (ptrdiff_t)sizeof(Value)) {
        memcpy(&b->gain[i], at, sizeof(Value));
        at += sizeof(Value);
      }
    }
    memcpy(b->rows + i * w->width, e + 1, (size_t)w->width * sizeof *e);
    analysis_owner(w, e + 1, &b->local_shard[i]);
    if (++b->count == BATCH) hand_on(w, kind, from);
  }
  hand_on(w, kind, from);
}

static void take (void *owner, int from, const unsigned char *message, size_t size) {
  Analysis *w = owner;
  const int kind = message[0] - 1;
  if (kind < BOXES) take_entries(w, kind, message + 1, message + size, from);
  else if (message[0] == MESSAGE_ANSWERS) take_answers(w, message + 1, message + size, from);
  else w->distribution->update(w, message[0] - MESSAGE_RESULTS, message + 1, message + size);
  if (kind == BOX_QUESTIONS) send_answers(w, from);
}

/* Does anything end the search? Meanwhile letters are tried again. */
static void look (void *owner) {
  Analysis *w = owner;
  Host *host = w->store.host;
  char text[GROUP_TEXT];
  int why;
  watch_look(w->search);
  send_letters(w);
  if (!w->group->gone(w->group, &why, text)) return;
  if (why != STOP_NONE) host->leave(host, (Stop)why);
  host->fail(host, "%s", text);
}

void distribution_look (Analysis *w) {
  if (w->group) look(w);
  else watch_look(w->search);
}

void distribution_pump (Analysis *w) {
  if (w->group) group_pump(w->group);
}

/* Rounds. */

void distribution_open (Analysis *w) {
  Distribution *s = w->distribution;
  Store *store = &w->store;
  Group *group = w->group;
  if (!group) return;
  const size_t ranks = (size_t)w->ranks;
  s->room = (uint32_t)(ALL_ENTRIES / ranks);
  if (s->room > MOST_ENTRIES) s->room = MOST_ENTRIES;
  if (s->room < LEAST_ENTRIES) s->room = LEAST_ENTRIES;
  s->peers = memset(store_take(store, ranks * sizeof *s->peers), 0, ranks * sizeof *s->peers);
  s->message = store_take(store, GROUP_MESSAGE);
  s->results_room = w->game->index_size ? GROUP_MESSAGE : GROUP_MESSAGE / 4;
  s->entry = store_take(store, (size_t)entry_words(w) * sizeof *s->entry);
  s->results = store_take(store, MOST_ENTRIES * sizeof *s->results);
  s->in = store_take(store, sizeof *s->in);
  s->in->count = 0;
  s->letters_end = &s->letters;
  group->owner = w;
  group->take = take;
  group->look = look;
}

void distribution_meet (Analysis *w, Tally *tally) {
  Distribution *s = w->distribution;
  Retrograde *task = w->task;
  if (!w->group) return;
  for (int i = 1; i < w->ranks; i++) {
    for (int kind = 0; kind < BOXES; kind++) send_box(w, kind, (w->rank + i) % w->ranks);
    send_out(w, (w->rank + i) % w->ranks);
  }
  while (s->open > 0) pass_time(w);
  tally->sum[TALLY_SUMS - 1] = task->positions;
  tally->sum[TALLY_SUMS - 2] = task->resolved;
  group_meet(w->group, tally);
  task->others_positions = tally->sum[TALLY_SUMS - 1] - task->positions;
  task->others_resolved = tally->sum[TALLY_SUMS - 2] - task->resolved;
}

void distribution_wait_for_end (Analysis *w) {
  for (;;) pass_time(w);
}

bool distribution_any (Analysis *w, bool here) {
  Tally tally = {.most = {here}};
  distribution_meet(w, &tally);
  return tally.most[0] > 0;
}
