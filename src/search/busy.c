#include "search/busy.h"

#include "search/shared.h"

/* What the search of a node is known by: the same position with other plies to go is another search. */
static uint64_t mark_of (const Probe *p) { return p->depth == NO_HORIZON ? p->hash : p->hash + (uint64_t)p->depth * GOLDEN_GAMMA; }

/* Is the value of a node on the path known now? */
static bool is_known (Search *s, const Busy *busy) {
  Probe now = *busy->probe;
  const Key key = probe_copy_key(&now.key);
  Entry entry;
  if (!table_look(s->table, key_words(s->game, &key), now.hash, probe_who(s, &now), &entry)) return false;
  now.known = bounds_open();
  probe_entry(s, &entry, &now);
  const Basis above = basis_begin(s);
  Value value;
  const bool known = probe_settles(s, NULL, &now, busy->window, &value);
  if (known) {
    s->team.known_value = value;
    s->team.known_basis = s->pass.basis;
  }
  s->pass.basis = above;
  return known;
}

/* Finds the node nearest to the root whose value is known now. A selective search visits nodes on the way to questions other than that. */
static bool find_known (Search *s) {
  if (s->asked.selective) return false;
  for (Busy *busy = s->team.busy; busy; busy = busy->above)
    if (is_known(s, busy)) s->team.known = busy;
  return s->team.known != NULL;
}

bool busy_enter (Search *s, Busy *busy, const Probe *probe, Window window) {
  const uint64_t mark = mark_of(probe);
  uint64_t *place = &s->team.share->marks[mark % SHARE_MARKS];
  if (s->team.exclusive && __atomic_load_n(place, __ATOMIC_RELAXED) == mark) return false;
  if (s->team.known || find_known(s)) return false;
  __atomic_store_n(place, mark, __ATOMIC_RELAXED);
  *busy = (Busy){.above = s->team.busy, .probe = probe, .window = window};
  s->team.busy = busy;
  return true;
}

Value busy_leave (Search *s, Busy *busy, Value value) {
  const uint64_t mark = mark_of(busy->probe);
  uint64_t *place = &s->team.share->marks[mark % SHARE_MARKS];
  if (__atomic_load_n(place, __ATOMIC_RELAXED) == mark) __atomic_store_n(place, 0, __ATOMIC_RELAXED);
  s->team.busy = busy->above;
  if (s->team.known != busy) return value;
  s->team.known = NULL;
  s->pass.basis = s->team.known_basis;
  return s->team.known_value;
}
