#include "crew/crew.h"

#include <string.h>

#define END 0                   /* the first byte of a message that ends a round */

static void clear_tally (Crew *crew) {
  crew->ended = 0;
  memset(crew->tally.sum, 0, sizeof crew->tally.sum);
  for (int i = 0; i < TALLY_MOSTS; i++) crew->tally.most[i] = INT64_MIN;
}

void crew_open (Crew *crew) {
  crew->lane = 0;
  crew->messages = crew->bytes = 0;
  clear_tally(crew);
}

static void take_end (Crew *crew, const unsigned char *message) {
  Tally other;
  memcpy(&other, message + 1, sizeof other);
  for (int i = 0; i < TALLY_SUMS; i++) crew->tally.sum[i] += other.sum[i];
  for (int i = 0; i < TALLY_MOSTS; i++)
    if (other.most[i] > crew->tally.most[i]) crew->tally.most[i] = other.most[i];
  crew->ended++;
}

bool crew_take (Crew *crew) {
  int from;
  size_t size;
  const unsigned char *message = crew->receive(crew, crew->lane, &from, &size);
  if (!message) return false;
  if (message[0] != END) crew->take(crew->owner, from, message, size);
  else if (size == 1 + sizeof crew->tally) take_end(crew, message);
  return true;
}

void crew_pump (Crew *crew) {
  while (crew_take(crew)) {}
  if (crew->look) crew->look(crew->owner);
}

bool crew_try_post (Crew *crew, int to, const void *message, size_t size) {
  if (!crew->send(crew, to, crew->lane, message, size)) return false;
  crew->messages++;
  crew->bytes += size;
  return true;
}

/* Takes what has come, and pauses if that was nothing. */
static void pass_time (Crew *crew) {
  if (!crew_take(crew)) crew->wait(crew);
  if (crew->look) crew->look(crew->owner);
}

void crew_post (Crew *crew, int to, const void *message, size_t size) {
  while (!crew_try_post(crew, to, message, size)) pass_time(crew);
}

void crew_meet (Crew *crew, Tally *tally) {
  unsigned char message[1 + sizeof *tally];
  message[0] = END;
  memcpy(message + 1, tally, sizeof *tally);
  for (int i = 1; i < crew->ranks; i++) crew_post(crew, (crew->rank + i) % crew->ranks, message, sizeof message);
  while (crew->ended < crew->ranks - 1) pass_time(crew);
  for (int i = 0; i < TALLY_SUMS; i++) tally->sum[i] += crew->tally.sum[i];
  for (int i = 0; i < TALLY_MOSTS; i++)
    if (crew->tally.most[i] > tally->most[i]) tally->most[i] = crew->tally.most[i];
  clear_tally(crew);
  crew->lane = (crew->lane + 1) % CREW_LANES;
}
