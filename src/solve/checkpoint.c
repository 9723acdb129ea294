#include "solve/checkpoint.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/hash.h"
#include "solve/distribution.h"
#include "solve/edges.h"
#include "solve/members.h"
#include "solve/updates.h"

#define MAGIC UINT64_C(0x0a74706b63737467)
#define LONG 1.0                /* seconds: after a checkpoint that took longer */
#define SHARE 20                /* the work goes on for that many times as long */
#define PIECES 5

typedef struct CheckpointHead {
  uint64_t magic;
  char game[DIRECTORY_GAME];
  int64_t tier;
  uint64_t nodes, counted;      /* counted: 1, with counters of successors */
  uint64_t values, codes;
  Stage stage;
  uint64_t check[2];            /* of all of it, with zeros here */
} CheckpointHead;

/* The parts behind the head: values, results by code, counts by code, ranges. `values` have one more at the beginning. */
static void list_pieces (const Indexed *ix, const CheckpointHead *head, Value *values, uint64_t *results, Piece pieces[PIECES]) {
  const size_t codes = (size_t)head->codes + 1;
  pieces[0] = (Piece){values, ((size_t)head->values + 1) * sizeof *values};
  pieces[1] = (Piece){results, codes * sizeof *results};
  pieces[2] = (Piece){ix->pending, codes * sizeof *ix->pending};
  pieces[3] = (Piece){ix->known, codes * sizeof *ix->known};
  pieces[4] = (Piece){ix->ranges, ix->range_count * sizeof *ix->ranges};
}

/* Writes the file, which speaks of the ranges as they are stored. Returns 0, or an errno. */
static int save (Indexed *ix) {
  const Preference *preference = &ix->w->preference;
  Directory *directory = &ix->w->db->directory;
  CheckpointHead head = {.magic = MAGIC, .tier = ix->w->tier, .nodes = ix->nodes, .counted = ix->counted,
                         .values = preference->count, .codes = ix->codes.count - 1, .stage = ix->stage};
  memcpy(head.game, directory->game, sizeof head.game);
  Piece pieces[1 + PIECES] = {{&head, sizeof head}};
  list_pieces(ix, &head, preference->values, ix->codes.rows, pieces + 1);
  for (int p = 0; p <= PIECES; p++) hash_add(head.check, pieces[p].bytes, pieces[p].size);
  char name[PART_NAME];
  return directory_write(directory, cells_file(ix, FILE_CHECKPOINT, name), pieces, 1 + PIECES) ? 0 : errno;
}

/* Stores all ranges, and then writes of them. Returns 0, or an errno. */
static int store (Indexed *ix, bool leaving) {
  errno = 0;
  if (!updates_settle(ix, leaving) || !ranges_open_file(ix, false) || fsync(ix->file) != 0) return errno ? errno : EIO;
  members_share_ranges(ix);
  if (ix->w->rank == 0) return save(ix);
  return 0;
}

bool checkpoint_is_due (const Indexed *ix) { return ix->w->db->directory.fd >= 0 && clock_now() >= ix->due_at; }

void checkpoint_write (Indexed *ix) {
  const double now = clock_now();
  const int why = store(ix, false);
  if (why != 0) cells_file_fail(ix, FILE_CHECKPOINT, strerror(why));
  distribution_barrier(ix->w);                  /* it is written, for all */
  for (uint32_t r = 0; r < ix->range_count; r++) ix->ranges[r].kept = ix->ranges[r].place;
  const double after = clock_now(), spent = after - now;
  const double pause = spent > LONG ? spent * SHARE : 0;
  ix->due_at = after + (pause > ix->w->task->checkpoint ? pause : ix->w->task->checkpoint);
}

void checkpoint_leave (Indexed *ix) {
  if (ix->resumable && ix->w->db->directory.fd >= 0) (void)store(ix, true);
}

/* Numbers the results anew that the file speaks of, and with them those of nodes: in this process others have come before. */
static void renumber (Indexed *ix, const CheckpointHead *head, const Value *values, const uint64_t *results) {
  Store *store = &ix->w->store;
  const size_t codes = (size_t)head->codes + 1;
  Cell *now = store_take(store, codes * sizeof *now);
  uint64_t *counts = store_take(store, 2 * codes * sizeof *counts);
  memcpy(counts, ix->pending, codes * sizeof *counts);
  memcpy(counts + codes, ix->known, codes * sizeof *counts);
  memset(ix->pending, 0, CODES * sizeof *counts);
  memset(ix->known, 0, CODES * sizeof *counts);
  bool same = true;
  now[0] = 0;
  for (size_t c = 1; c < codes; c++) {
    const Result result = result_of_word(results[c]);
    now[c] = codes_number(&ix->codes, (Result){preference_number(&ix->w->preference, values[result.value]), result.plies});
    ix->pending[now[c]] = counts[c];
    ix->known[now[c]] = counts[codes + c];
    same = same && now[c] == c;
  }
  if (!same) ranges_renumber(ix, now, codes);
  store_give(store, counts);
  store_give(store, now);
}

/* Reads the parts behind the head. False: they are not what was written. */
static bool read_pieces (const Indexed *ix, int file, const CheckpointHead *head, Value *values, uint64_t *results) {
  Piece pieces[PIECES];
  CheckpointHead bare = *head;
  uint64_t offset = sizeof *head;
  memset(bare.check, 0, sizeof bare.check);
  list_pieces(ix, head, values, results, pieces);
  hash_add(bare.check, &bare, sizeof bare);
  for (int p = 0; p < PIECES; offset += pieces[p++].size) {
    if (!file_read_at(file, (void *)(uintptr_t)pieces[p].bytes, pieces[p].size, offset)) return false;
    hash_add(bare.check, pieces[p].bytes, pieces[p].size);
  }
  return memcmp(bare.check, head->check, sizeof bare.check) == 0;
}

bool checkpoint_load (Indexed *ix) {
  const Directory *directory = &ix->w->db->directory;
  static const char damaged[] = "it is damaged, or of another game or other rules of it: remove it, and the tier is begun anew";
  char name[PART_NAME];
  const char *wrong;
  ix->due_at = clock_now() + ix->w->task->checkpoint;
  if (directory->fd < 0) return false;
  CheckpointHead head;
  Store *store = &ix->w->store;
  int *file = store_file(store);
  *file = file_open(directory->fd, cells_file(ix, FILE_CHECKPOINT, name), O_RDONLY | O_NOFOLLOW, &wrong);
  if (*file < 0 && errno == ENOENT) return false;
  if (*file < 0) cells_file_fail(ix, FILE_CHECKPOINT, wrong);
  bool good = file_read_at(*file, &head, sizeof head, 0) && head.magic == MAGIC && head.tier == ix->w->tier && head.nodes == ix->nodes &&
              head.codes < CODES && head.values < CODES && memcmp(head.game, directory->game, sizeof head.game) == 0;
  if (!good) cells_file_fail(ix, FILE_CHECKPOINT, damaged);
  if (head.counted != ix->counted) return false;        /* it was begun where there was more memory, or less */
  Value *values = store_take(store, ((size_t)head.values + 1) * sizeof *values);
  uint64_t *results = store_take(store, ((size_t)head.codes + 1) * sizeof *results);
  good = read_pieces(ix, *file, &head, values, results);
  for (uint64_t c = 1; good && c <= head.codes; c++) {
    const Result result = result_of_word(results[c]);
    good = result.value >= 1 && result.value <= head.values;
  }
  for (uint32_t r = 0; good && r < ix->range_count; r++) good = ix->ranges[r].place <= RANGE_NONE;
  if (!good) cells_file_fail(ix, FILE_CHECKPOINT, damaged);
  errno = 0;
  if (!ranges_open_file(ix, true) || (ix->windows > 0 && !ranges_read(ix, 0))) ranges_fail(ix, errno);
  for (uint32_t r = 0; r < ix->range_count; r++) ix->ranges[r].kept = ix->ranges[r].place;
  renumber(ix, &head, values, results);
  ix->stage = head.stage;
  ix->w->task->resumed = true;
  store_give(store, values);
  store_give(store, results);
  store_give(store, file);
  return true;
}

void checkpoint_remove (const Indexed *ix) {
  if (ix->w->db->directory.fd < 0) return;
  cells_file_remove(ix, FILE_RANGES);
  edges_remove(ix);
  cells_file_remove(ix, FILE_CHECKPOINT);
}
