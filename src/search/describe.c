#include "search/describe.h"

#include <stdio.h>
#include <string.h>

/* A position by its numbers. */
static void write_words (const Position *position, int words, char *text) {
  int length = 0;
  for (int i = 0; i < words; i++)
    length += snprintf(text + length, DESCRIBE_ROOM - (size_t)length, i == 0 && words > 1 ? "{%lld" : i == 0 ? "%lld" : ", %lld",
                       (long long)position->word[i]);
  if (words > 1) snprintf(text + length, DESCRIBE_ROOM - (size_t)length, "}");
}

void describe_position (const Search *s, const Position *position, char *text) {
  Game *game = s->game;
  if (game->describe == NULL) {
    write_words(position, game->words, text);
    return;
  }
  int length = snprintf(text, DESCRIBE_ROOM, "%s", game->describe(game, position));
  if (length >= DESCRIBE_ROOM) memcpy(text + DESCRIBE_ROOM - 4, "...", 4);
}
