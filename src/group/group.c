#include "group/group.h"

#include <string.h>

#define END 0                   /* the first byte of a message that ends a round */

static void clear_tally (Group *group) {
  group->ended = 0;
  memset(group->tally.sum, 0, sizeof group->tally.sum);
  for (int i = 0; i < TALLY_MOSTS; i++) group->tally.most[i] = INT64_MIN;
}

void group_open (Group *group) {
  group->lane = 0;
  group->messages = group->bytes = 0;
  clear_tally(group);
}

static void take_end (Group *group, const unsigned char *message) {
  Tally other;
  memcpy(&other, message + 1, sizeof other);
  for (int i = 0; i < TALLY_SUMS; i++) group->tally.sum[i] += other.sum[i];
  for (int i = 0; i < TALLY_MOSTS; i++)
    if (other.most[i] > group->tally.most[i]) group->tally.most[i] = other.most[i];
  group->ended++;
}

bool group_take (Group *group) {
  int from;
  size_t size;
  const unsigned char *message = group->receive(group, group->lane, &from, &size);
  if (!message) return false;
  if (message[0] != END) group->take(group->owner, from, message, size);
  else if (size == 1 + sizeof group->tally) take_end(group, message);
  return true;
}

void group_pump (Group *group) {
  while (group_take(group)) {}
  if (group->look) group->look(group->owner);
}

bool group_try_post (Group *group, int to, const void *message, size_t size) {
  if (!group->send(group, to, group->lane, message, size)) return false;
  group->messages++;
  group->bytes += size;
  return true;
}

/* Takes what has come, and pauses if that was nothing. */
static void pass_time (Group *group) {
  if (!group_take(group)) group->wait(group);
  if (group->look) group->look(group->owner);
}

void group_post (Group *group, int to, const void *message, size_t size) {
  while (!group_try_post(group, to, message, size)) pass_time(group);
}

void group_meet (Group *group, Tally *tally) {
  unsigned char message[1 + sizeof *tally];
  message[0] = END;
  memcpy(message + 1, tally, sizeof *tally);
  for (int i = 1; i < group->ranks; i++) group_post(group, (group->rank + i) % group->ranks, message, sizeof message);
  while (group->ended < group->ranks - 1) pass_time(group);
  for (int i = 0; i < TALLY_SUMS; i++) tally->sum[i] += group->tally.sum[i];
  for (int i = 0; i < TALLY_MOSTS; i++)
    if (group->tally.most[i] > tally->most[i]) tally->most[i] = group->tally.most[i];
  clear_tally(group);
  group->lane = (group->lane + 1) % GROUP_LANES;
}
