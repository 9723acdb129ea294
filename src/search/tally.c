#include "search/tally.h"

#include "search/shared.h"

static uint64_t load (const uint64_t *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }
static void store (uint64_t *word, uint64_t value) { __atomic_store_n(word, value, __ATOMIC_RELEASE); }

static Value load_value (const Value *from) {
  Value value;
  __atomic_load(from, &value, __ATOMIC_ACQUIRE);
  return value;
}

static void store_value (Value *to, Value value) { __atomic_store(to, &value, __ATOMIC_RELEASE); }

void tally_begin (Share *share) {
  store(&share->standing_edition, 0);
  for (int i = 0; i <= share->wanted; i++) {
    store(&share->sheet[i].edition, 0);
    store(&share->sheet[i].horizon, 0);
  }
}

/* Writing. */

void tally_write (Search *s, size_t i, Tally tally) {
  Sheet *sheet = &s->team.share->sheet[s->team.helper];
  Tally *to = &sheet->page[(load(&sheet->edition) + 1) % 2][i];
  if (s->pass.basis.horizon) store(&sheet->horizon, 1);    /* before: a reader of a bound sees that it rests on the horizon */
  store(&to->visits, tally.visits);
  store_value(&to->estimate, tally.estimate);
  store_value(&to->lower, tally.lower);
  store_value(&to->upper, tally.upper);
}

void tally_publish (Search *s, size_t count) {
  Sheet *sheet = &s->team.share->sheet[s->team.helper];
  const uint64_t next = load(&sheet->edition) + 1;
  store(&sheet->count[next % 2], count);
  store(&sheet->edition, next);
}

/* Reading. */

/* Copies the whole page. Returns how many tallies there are. The page is written again only when the other one is whole. */
static size_t read_sheet (const Sheet *sheet, Tally *to) {
  for (;;) {
    const uint64_t edition = load(&sheet->edition);
    if (edition == 0) return 0;
    const Tally *page = sheet->page[edition % 2];
    size_t count = load(&sheet->count[edition % 2]);
    if (count > MOST_TALLIES) count = MOST_TALLIES;
    for (size_t i = 0; i < count; i++)
      to[i] = (Tally){load(&page[i].visits), load_value(&page[i].estimate), load_value(&page[i].lower), load_value(&page[i].upper)};
    if (load(&sheet->edition) == edition) return count;
  }
}

/* Adds the tally of one helper to a sum. Estimates are weighted before they are added, so that none overflows. */
static void add (Tally *sum, const Tally *other) {
  const uint64_t visits = sum->visits + other->visits;
  const double part = visits ? (double)other->visits / (double)visits : 0;
  sum->estimate = sum->estimate * (1 - part) + other->estimate * part;
  sum->visits = visits;
  if (other->lower > sum->lower) sum->lower = other->lower;
  if (other->upper < sum->upper) sum->upper = other->upper;
}

const Tally *tally_gather (Search *s, size_t *count) {
  Share *share = s->team.share;
  *count = 0;
  for (int h = 1; h <= share->helpers; h++) {
    const size_t heard = read_sheet(&share->sheet[h], share->heard);
    for (; *count < heard; ++*count) share->beside[*count] = (Tally){.lower = -INFINITY, .upper = INFINITY};
    for (size_t i = 0; i < heard; i++) add(&share->beside[i], &share->heard[i]);
  }
  return share->beside;
}

size_t tally_published (const Search *s) {
  const Sheet *sheet = &s->team.share->sheet[0];
  const uint64_t edition = load(&sheet->edition);
  return edition ? load(&sheet->count[edition % 2]) : 0;
}

/* Whichever page is read: what it says was proved, and is. */
void tally_bounds (const Search *s, size_t i, Value *lower, Value *upper) {
  const Sheet *sheet = &s->team.share->sheet[0];
  const Tally *tally = &sheet->page[load(&sheet->edition) % 2][i];
  *lower = load_value(&tally->lower);
  *upper = load_value(&tally->upper);
}

/* Standing. */

void tally_stand (Search *s, size_t i, uint32_t standing) {
  if (i < MOST_TALLIES) __atomic_store_n(&s->team.share->standing[i], standing, __ATOMIC_RELAXED);
}

void tally_call (Search *s) {
  uint64_t *edition = &s->team.share->standing_edition;
  store(edition, load(edition) + 1);
}

uint64_t tally_calls (const Search *s) { return load(&s->team.share->standing_edition); }

uint32_t tally_standing (const Search *s, size_t i) {
  return i < MOST_TALLIES ? __atomic_load_n(&s->team.share->standing[i], __ATOMIC_RELAXED) : 0;
}

int tally_threads (const Search *s) { return s->team.share ? s->team.share->wanted + 1 : 1; }

bool tally_horizon (const Search *s) {
  const Share *share = s->team.share;
  if (s->team.helper > 0) return load(&share->sheet[0].horizon) != 0;
  for (int h = 1; h <= share->helpers; h++)
    if (load(&share->sheet[h].horizon)) return true;
  return false;
}
