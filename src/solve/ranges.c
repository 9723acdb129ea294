#include "solve/ranges.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "solve/distribution.h"
#include "solve/members.h"

#define MOST_RANGES 4096        /* of a tier */
#define LEAST_SHIFT 3           /* so that both nodes of an index are in one */
#define MOST_CUT (UINT64_C(1) << 29)    /* nodes of a window, if it is not all: they are numbered in messages */

void ranges_fail (Indexed *ix, int error) {
  cells_file_fail(ix, FILE_RANGES, error ? strerror(error) : "it is damaged: remove it and the file .begun beside it, and the tier is begun anew");
}

/* The cut. */

static uint32_t shift_of (uint64_t nodes) {
  uint32_t shift = LEAST_SHIFT;
  while ((nodes - 1) >> shift >= MOST_RANGES) shift++;
  return shift;
}

/* Bytes of a node. */
static size_t width_of (const Indexed *ix) { return sizeof(Cell) + (ix->counted ? sizeof *ix->open : 0); }

size_t ranges_least (const Indexed *ix, uint64_t nodes) { return nodes > 0 ? width_of(ix) << shift_of(nodes) : 0; }

void ranges_cut (Indexed *ix) {
  ix->shift = shift_of(ix->nodes);
  ix->range_count = (uint32_t)(((ix->nodes - 1) >> ix->shift) + 1);
}

void ranges_open (Indexed *ix, size_t bytes, uint64_t pieces) {
  Store *store = &ix->w->store;
  const uint32_t first = members_first(ix, ix->w->rank), own = members_first(ix, ix->w->rank + 1) - first;
  ix->own = (uint64_t)first << ix->shift;
  ix->own_nodes = first + own == ix->range_count ? ix->nodes - ix->own : (uint64_t)own << ix->shift;
  uint64_t ranges = bytes / width_of(ix) < ix->own_nodes ? bytes / width_of(ix) >> ix->shift : own;
  if (ranges > own / pieces) ranges = own / pieces;
  const bool cut = ranges < own || (ix->may_ask && ix->own_nodes > UINT32_MAX / 2);      /* its nodes go into 31 bits of a message */
  if (cut && ranges << ix->shift > MOST_CUT) ranges = MOST_CUT >> ix->shift;
  if (ranges < 1) ranges = 1;
  ix->each = ranges << ix->shift;
  if (ix->each > ix->nodes) ix->each = ix->nodes;
  ix->windows = (uint32_t)((ix->own_nodes + ix->each - 1) / ix->each);
  ix->window = 0;
  ix->base = ix->own;
  ix->held = ix->each < ix->own_nodes ? ix->each : ix->own_nodes;
  ix->changed = false;
  ix->ranges = store_take(store, ix->range_count * sizeof *ix->ranges);
  for (uint32_t r = 0; r < ix->range_count; r++) ix->ranges[r] = (Range){.place = RANGE_NONE, .kept = RANGE_NONE};
  ix->cells = store_take(store, ix->each * sizeof *ix->cells);
  memset(ix->cells, 0, ix->each * sizeof *ix->cells);
  ix->open = NULL;
  if (!ix->counted) return;
  ix->open = store_take(store, ix->each * sizeof *ix->open);
  memset(ix->open, 0, ix->each * sizeof *ix->open);
}

void ranges_close (Indexed *ix) {
  Store *store = &ix->w->store;
  if (ix->file >= 0) close(ix->file);
  ix->file = -1;
  store_give(store, ix->cells);
  store_give(store, ix->open);
  store_give(store, ix->ranges);
  ix->cells = NULL;
  ix->open = NULL;
  ix->ranges = NULL;
}

bool ranges_open_file (Indexed *ix, bool begun) {
  char name[PART_NAME];
  const char *wrong;
  if (ix->file >= 0) return true;
  cells_file(ix, FILE_RANGES, name);
  const int folder = ix->w->db->directory.fd;
  ix->file = begun ? file_open(folder, name, O_RDWR | O_NOFOLLOW, &wrong) : file_make(folder, name, O_RDWR);
  return ix->file >= 0;
}

void ranges_begin_file (Indexed *ix) {
  if (!members_are_many(ix)) return;
  if (ix->w->rank == 0 && !ranges_open_file(ix, false)) ranges_fail(ix, errno);
  distribution_barrier(ix->w);
  if (!ranges_open_file(ix, true)) ranges_fail(ix, errno);
}

/* The file. */

static uint64_t nodes_of (const Indexed *ix, uint32_t range) {
  const uint64_t first = (uint64_t)range << ix->shift, left = ix->nodes - first;
  return left < UINT64_C(1) << ix->shift ? left : UINT64_C(1) << ix->shift;
}

static uint64_t place_of_cells (const Indexed *ix, uint8_t place, uint64_t node) {
  return place * ix->nodes * width_of(ix) + node * sizeof(Cell);
}

static uint64_t place_of_open (const Indexed *ix, uint8_t place, uint64_t node) {
  return place * ix->nodes * width_of(ix) + ix->nodes * sizeof(Cell) + node;
}

static uint64_t check_of (const Indexed *ix, uint32_t range) {
  const uint64_t at = ((uint64_t)range << ix->shift) - ix->base, count = nodes_of(ix, range);
  uint64_t sums[4] = {0, 0, 0, 0}, check[2];
  hash_bytes(ix->cells + at, count * sizeof *ix->cells, sums);
  if (ix->open) hash_bytes(ix->open + at, count * sizeof *ix->open, sums + 2);
  hash_bytes(sums, sizeof sums, check);
  return check[0];
}

/* What is done with nodes one after the other, which lie so in the file too. */
typedef bool Transfer (const Indexed *ix, uint8_t place, uint64_t node, uint64_t count);

static bool write_nodes (const Indexed *ix, uint8_t place, uint64_t node, uint64_t count) {
  const uint64_t at = node - ix->base;
  return file_write_at(ix->file, ix->cells + at, count * sizeof *ix->cells, place_of_cells(ix, place, node)) &&
         (!ix->open || file_write_at(ix->file, ix->open + at, count * sizeof *ix->open, place_of_open(ix, place, node)));
}

static bool read_nodes (const Indexed *ix, uint8_t place, uint64_t node, uint64_t count) {
  const uint64_t at = node - ix->base;
  if (place == RANGE_NONE) {
    memset(ix->cells + at, 0, count * sizeof *ix->cells);
    if (ix->open) memset(ix->open + at, 0, count * sizeof *ix->open);
    return true;
  }
  return file_read_at(ix->file, ix->cells + at, count * sizeof *ix->cells, place_of_cells(ix, place, node)) &&
         (!ix->open || file_read_at(ix->file, ix->open + at, count * sizeof *ix->open, place_of_open(ix, place, node)));
}

/* Transfers the window, as many ranges at once as have the same place. */
static bool transfer (const Indexed *ix, Transfer *to) {
  const uint32_t first = (uint32_t)(ix->base >> ix->shift), last = (uint32_t)((ix->base + ix->held - 1) >> ix->shift);
  for (uint32_t r = first, end; r <= last; r = end) {
    uint64_t count = nodes_of(ix, r);
    for (end = r + 1; end <= last && ix->ranges[end].place == ix->ranges[r].place; end++) count += nodes_of(ix, end);
    if (!to(ix, ix->ranges[r].place, (uint64_t)r << ix->shift, count)) return false;
  }
  return true;
}

bool ranges_store (Indexed *ix) {
  const uint32_t first = (uint32_t)(ix->base >> ix->shift), last = (uint32_t)((ix->base + ix->held - 1) >> ix->shift);
  if (!ix->changed) return true;
  if (!ranges_open_file(ix, false)) return false;
  for (uint32_t r = first; r <= last; r++) {
    ix->ranges[r].place = ix->ranges[r].kept == 0 ? 1 : 0;
    ix->ranges[r].check = check_of(ix, r);
  }
  if (!transfer(ix, write_nodes)) return false;
  ix->changed = false;
  return true;
}

bool ranges_read (Indexed *ix, uint32_t window) {
  ix->window = window;
  ix->base = ix->own + window * ix->each;
  ix->held = ix->own + ix->own_nodes - ix->base;
  if (ix->held > ix->each) ix->held = ix->each;
  errno = 0;
  if (!transfer(ix, read_nodes)) return false;
  for (uint64_t node = ix->base; node < ix->base + ix->held; node += UINT64_C(1) << ix->shift) {
    const Range *range = &ix->ranges[node >> ix->shift];
    if (range->place != RANGE_NONE && range->check != check_of(ix, (uint32_t)(node >> ix->shift))) return errno = 0, false;
  }
  return true;
}

void ranges_load (Indexed *ix, uint32_t window) {
  if (ix->window == window) return;
  if (!ranges_store(ix) || !ranges_read(ix, window)) ranges_fail(ix, errno);
}

void ranges_own_all (Indexed *ix) {
  ix->own = 0;
  ix->own_nodes = ix->nodes;
  ix->windows = (uint32_t)((ix->nodes + ix->each - 1) / ix->each);
  ix->window = UINT32_MAX;
  ix->held = 0;
}

void ranges_renumber (Indexed *ix, const Cell *now, size_t codes) {
  for (uint32_t window = 0; window < ix->windows; window++) {
    ranges_load(ix, window);
    for (uint64_t i = 0; i < ix->held; i++) {
      const Cell cell = ix->cells[i], code = cell & (CODE_INITIAL - 1);
      if (code < codes) ix->cells[i] = (cell & CODE_INITIAL) | now[code];
    }
    ix->changed = true;
  }
}

void ranges_copy (Indexed *ix, uint64_t first, uint64_t count, Cell *cells) {
  for (uint64_t node = first, end; node < first + count; node = end) {
    const uint32_t range = (uint32_t)(node >> ix->shift);
    const uint8_t place = ix->ranges[range].place;
    end = ((uint64_t)range + 1) << ix->shift;
    if (end > first + count) end = first + count;
    errno = 0;
    if (place == RANGE_NONE) memset(cells + (node - first), 0, (end - node) * sizeof *cells);
    else if (!file_read_at(ix->file, cells + (node - first), (end - node) * sizeof *cells, place_of_cells(ix, place, node)))
      ranges_fail(ix, errno);
  }
}
