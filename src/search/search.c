#include "search/search.h"

#include <string.h>

static Setting setting_of (const Option *option) {
  return (Setting){option->otherwise, isnan(option->otherwise) ? 0 : (int64_t)option->otherwise, option->word};
}

void search_init (Search *s, Game *game, Host *host, const Algorithm *algorithm, const Position *first, size_t memory) {
  *s = (Search){.game = game, .host = host, .algorithm = algorithm, .depth = NO_HORIZON, .window = WHOLE_WINDOW,
                .informed = algorithm->informed, .poll_step = 1, .deepest = -1, .longest = LONGEST_PATH,
                .report_seconds = REPORT_SECONDS, .alone_seconds = ALONE_SECONDS, .lower = -INFINITY, .upper = INFINITY, .rests = NO_HORIZON};
  for (int i = 0; algorithm->options && algorithm->options[i] && i < MOST_OPTIONS; i++)
    s->settings[i] = setting_of(algorithm->options[i]);
  arena_init(&s->arena, host, memory);
  arena_init(&s->traced, host, 0);
  s->lines = (LinePool){.arena = &s->arena, .game = game};
  s->root = (Node){.position = *first, .player = game->first};
  s->answer = s->completed = search_nothing(s);
}

void search_close (Search *s) {
  arena_free(&s->arena);
  arena_free(&s->traced);
  if (s->own_table.slots) table_free(&s->own_table);
  if (s->distances.slots) table_free(&s->distances);
  if (s->numbers.slots) table_free(&s->numbers);
  s->answer.line = s->completed.line = NULL;
  s->lines.unused = NULL;
  s->memory = NULL;
  s->trail = NULL;
  s->trail_room = 0;
  s->above = NULL;
  s->above_room = 0;
}

const Answer *search_answer (const Search *s) {
  return s->completed.valued ? &s->completed : &s->answer;
}

Setting *search_setting (Search *s, const char *name) {
  const Option *const *options = s->algorithm->options;
  for (int i = 0; options && options[i] && i < MOST_OPTIONS; i++)
    if (strcmp(options[i]->name, name) == 0) return &s->settings[i];
  return NULL;
}

void search_look (Search *s, double now) {
  Host *host = s->host;
  if (host->interrupted && __atomic_load_n(host->interrupted, __ATOMIC_RELAXED)) host->leave(host, STOP_INTERRUPTED);
  if (s->time_limit > 0 && now - s->started >= s->time_limit) host->leave(host, STOP_TIME);
}

double search_number (Search *s, const char *name) {
  const Setting *setting = search_setting(s, name);
  return setting ? setting->number : NO_DEFAULT;
}

bool search_flag (Search *s, const char *name) { return search_number(s, name) == 1; }

const char *search_word (Search *s, const char *name) {
  const Setting *setting = search_setting(s, name);
  return setting ? setting->word : NULL;
}
