#include "solve/directory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

#include "base/file.h"
#include "base/hash.h"

void directory_draft (const Directory *directory, const char *kind, char name[DRAFT_NAME]) {
  if (directory->rank > 0) snprintf(name, DRAFT_NAME, DRAFT "-%d.%s", directory->rank, kind);
  else snprintf(name, DRAFT_NAME, DRAFT ".%s", kind);
}

int directory_nameless (const Directory *directory) {
  char draft[DRAFT_NAME];
  directory_draft(directory, "run", draft);
  const int file = file_make(directory->fd, draft, O_RDWR);
  if (file >= 0) unlinkat(directory->fd, draft, 0);
  return file;
}

static bool is_draft (const char *name) { return strncmp(name, DRAFT ".", sizeof DRAFT) == 0 || strncmp(name, DRAFT "-", sizeof DRAFT) == 0; }

static bool is_shard (const char *name) { return strncmp(name, "tier-", 5) == 0 && (strstr(name, "-max-") || strstr(name, "-min-")); }

static void remove_all (const Directory *directory, bool (*which) (const char *name)) {
  if (directory->fd < 0 || directory->rank > 0) return;
  const int again = openat(directory->fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *entries = again >= 0 ? fdopendir(again) : NULL;
  if (!entries && again >= 0) close(again);
  for (const struct dirent *entry; entries && (entry = readdir(entries));) {
    if (which(entry->d_name)) unlinkat(directory->fd, entry->d_name, 0);
  }
  if (entries) closedir(entries);
}

void directory_remove_drafts (const Directory *directory) { remove_all(directory, is_draft); }

void directory_remove_shards (const Directory *directory) { remove_all(directory, is_shard); }

bool directory_write (Directory *directory, const char *name, const Piece *pieces, int count) {
  const int folder = directory->fd;
  char draft[DRAFT_NAME];
  directory_draft(directory, "file", draft);
  const int file = file_make(folder, draft, O_WRONLY);
  bool good = file >= 0;
  for (int i = 0; i < count && good; i++) good = file_write(file, pieces[i].bytes, pieces[i].size);
  good = good && fsync(file) == 0;
  int why = errno;
  if (file >= 0) close(file);
  if (good && renameat(folder, draft, folder, name) == 0 && fsync(folder) == 0) return true;
  if (good) why = errno;
  unlinkat(folder, draft, 0);
  errno = why;
  snprintf(directory->wrong, sizeof directory->wrong, "%s/%s: %s", directory->path, name, strerror(errno));
  return false;
}

const unsigned char *directory_read (Directory *directory, const char *name, uint64_t offset, size_t size, const char **wrong) {
  const int file = file_open(directory->fd, name, O_RDONLY | O_NOFOLLOW, wrong);
  if (file < 0) return NULL;
  if (size > directory->read_room) {
    free(directory->read);
    directory->read = malloc(size);
    directory->read_room = directory->read ? size : 0;
  }
  *wrong = "not enough memory";
  const bool whole = directory->read && file_read_at(file, directory->read, size, offset);
  if (directory->read && !whole) *wrong = errno ? strerror(errno) : "it has become shorter";
  close(file);
  return whole ? directory->read : NULL;
}

void directory_close (Directory *directory) {
#ifdef HAVE_ZSTD
  ZSTD_freeCCtx(directory->packer);
  ZSTD_freeDCtx(directory->unpacker);
#endif
  directory->packer = directory->unpacker = NULL;
  free(directory->read);
  directory->read = NULL;
  directory->read_room = 0;
}

#define PLAN "plan"
#define MAGIC UINT64_C(0x0a6e616c70737467)

bool plan_save (Directory *directory, const PlanHead *like, const Tier *tiers) {
  PlanHead head = *like;
  if (head.tiers > MOST_TIERS) {
    snprintf(directory->wrong, sizeof directory->wrong, "%s/" PLAN ": a database has at most %d tiers", directory->path, (int)MOST_TIERS);
    return false;
  }
  head.magic = MAGIC;
  memcpy(head.game, directory->game, sizeof head.game);
  hash_add(head.check, &head, sizeof head);
  for (uint64_t i = 0; i < head.tiers; i++) hash_add(head.check, &tiers[i], sizeof *tiers);
  return directory_write(directory, PLAN, (Piece[]){{&head, sizeof head}, {tiers, head.tiers * sizeof *tiers}}, 2);
}

/* Is the plan whole? Its head into *head; the file then stands at the first tier. */
static bool is_whole (int file, const Directory *directory, PlanHead *head) {
  uint64_t check[2];
  Tier tier;
  if (read(file, head, sizeof *head) != (ssize_t)sizeof *head || head->magic != MAGIC) return false;
  if (memcmp(head->game, directory->game, sizeof head->game) != 0 || head->shards > MOST_SHARDS) return false;
  if (head->tiers == 0 || head->tiers > MOST_TIERS) return false;
  memcpy(check, head->check, sizeof check);
  memset(head->check, 0, sizeof head->check);
  hash_add(head->check, head, sizeof *head);
  for (uint64_t i = 0; i < head->tiers; i++) {
    if (read(file, &tier, sizeof tier) != (ssize_t)sizeof tier) return false;
    hash_add(head->check, &tier, sizeof tier);
  }
  return memcmp(check, head->check, sizeof check) == 0 && read(file, &tier, 1) == 0 && lseek(file, sizeof *head, SEEK_SET) >= 0;
}

static PlanFound refuse (Directory *directory, const char *why) {
  snprintf(directory->wrong, sizeof directory->wrong, "%s/" PLAN ": %s", directory->path, why);
  return PLAN_DAMAGED;
}

PlanFound plan_load (Directory *directory, PlanHead *head, bool (*take) (void *to, const Tier *tier), void *to) {
  const char *wrong;
  const int file = file_open(directory->fd, PLAN, O_RDONLY | O_NOFOLLOW, &wrong);
  if (file < 0 && errno == ENOENT) return PLAN_NONE;
  if (file < 0) return refuse(directory, wrong);
  const bool whole = is_whole(file, directory, head);
  Tier tier;
  for (uint64_t i = 0; whole && take && i < head->tiers; i++)
    if (read(file, &tier, sizeof tier) != (ssize_t)sizeof tier || !take(to, &tier)) break;
  close(file);
  return whole ? PLAN_GOOD : refuse(directory, "it is damaged, or of another game or other rules of it");
}

void plan_remove (const Directory *directory) {
  if (directory->fd >= 0) unlinkat(directory->fd, PLAN, 0);
}
