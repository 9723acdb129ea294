#include "solve/plan.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hash.h"

#define PLAN "plan"
#define MAGIC UINT64_C(0x0a6e616c70737467)

/* Adds a piece to a checksum. */
static void add (uint64_t check[2], const void *piece, size_t size) {
  uint64_t sums[4] = {check[0], check[1]};
  hash_bytes(piece, size, sums + 2);
  hash_bytes(sums, sizeof sums, check);
}

static void add_head (uint64_t check[2], const PlanHead *head) {
  PlanHead bare = *head;
  memset(bare.check, 0, sizeof bare.check);
  memset(check, 0, sizeof bare.check);
  add(check, &bare, sizeof bare);
}

bool plan_save (Directory *directory, const PlanHead *like, const Tier *tiers) {
  PlanHead head = *like;
  head.magic = MAGIC;
  memcpy(head.game, directory->game, sizeof head.game);
  add_head(head.check, &head);
  for (uint64_t i = 0; i < head.tiers; i++) add(head.check, &tiers[i], sizeof *tiers);
  return directory_write(directory, PLAN, &head, sizeof head, tiers, head.tiers * sizeof *tiers);
}

/* Is the plan whole? Its head into *head; the file then stands at the first tier. */
static bool is_whole (int file, const Directory *directory, PlanHead *head) {
  uint64_t check[2];
  Tier tier;
  if (read(file, head, sizeof *head) != (ssize_t)sizeof *head || head->magic != MAGIC) return false;
  if (memcmp(head->game, directory->game, sizeof head->game) != 0) return false;
  add_head(check, head);
  for (uint64_t i = 0; i < head->tiers; i++) {
    if (read(file, &tier, sizeof tier) != (ssize_t)sizeof tier) return false;
    add(check, &tier, sizeof tier);
  }
  return memcmp(check, head->check, sizeof check) == 0 && read(file, &tier, 1) == 0 && lseek(file, sizeof *head, SEEK_SET) >= 0;
}

static PlanFound refuse (Directory *directory, const char *why) {
  snprintf(directory->wrong, sizeof directory->wrong, "%s/" PLAN ": %s", directory->path, why);
  return PLAN_DAMAGED;
}

PlanFound plan_load (Directory *directory, PlanHead *head, void (*take) (void *to, const Tier *tier), void *to) {
  const char *wrong;
  const int file = file_open(directory->fd, PLAN, O_RDONLY | O_NOFOLLOW, &wrong);
  if (file < 0 && errno == ENOENT) return PLAN_NONE;
  if (file < 0) return refuse(directory, wrong);
  const bool whole = is_whole(file, directory, head);
  Tier tier;
  for (uint64_t i = 0; whole && take && i < head->tiers; i++)
    if (read(file, &tier, sizeof tier) == (ssize_t)sizeof tier) take(to, &tier);
  close(file);
  return whole ? PLAN_GOOD : refuse(directory, "it is damaged, or of another game or other rules of it");
}

void plan_remove (const Directory *directory) {
  if (directory->fd >= 0) unlinkat(directory->fd, PLAN, 0);
}
