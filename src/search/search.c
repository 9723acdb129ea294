#include "search/search.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"

void search_init (Search *s, Game *game, Host *host, const Algorithm *algorithm, const Position *first, size_t memory) {
  *s = (Search){.game = game, .host = host, .algorithm = algorithm, .pass.depth = NO_HORIZON, .asked.window = WHOLE_WINDOW,
                .asked.informed = algorithm->informed, .watch.poll_step = 1, .watch.deepest = -1, .asked.longest = LONGEST_PATH,
                .asked.report_seconds = REPORT_SECONDS, .asked.alone_seconds = ALONE_SECONDS, .pass.lower = -INFINITY, .pass.upper = INFINITY, .pass.basis = FIRM};
  for (int i = 0; algorithm->options && algorithm->options[i] && i < MOST_OPTIONS; i++) {
    const Option *option = algorithm->options[i];
    s->asked.settings[i] = (Setting){option->otherwise, isnan(option->otherwise) ? 0 : (int64_t)option->otherwise, option->word};
  }
  arena_init(&s->arena, host, memory);
  arena_init(&s->trace.memory, host, 0);
  s->lines = (LinePool){.arena = &s->arena, .game = game};
  s->pass.root = (Node){.position = *first, .player = game->first};
  s->outcome.answer = s->outcome.completed = search_nothing(s);
}

void search_open_side_table (Search *s, int words) {
  if (s->side_table.host) return;
  size_t bytes = s->table->bytes;
  if (s->table == &s->own_table) s->own_table.bytes = bytes -= bytes / 2;
  else {
    if (s->arena.limit && bytes > s->arena.limit / 2) bytes = s->arena.limit / 2;
    if (s->arena.limit) s->arena.limit -= bytes;
  }
  table_init(&s->side_table, s->host, words, bytes);
}

void search_close (Search *s) {
  arena_free(&s->arena);
  arena_free(&s->trace.memory);
  if (s->own_table.slots) table_free(&s->own_table);
  if (s->outcome.distances.slots) table_free(&s->outcome.distances);
  if (s->side_table.slots) table_free(&s->side_table);
  s->outcome.answer.line = s->outcome.completed.line = NULL;
  s->lines.unused = NULL;
  s->pass.memory = NULL;
  s->trace = (Tracing){0};
  s->pass.above = NULL;
  s->pass.above_room = 0;
}

/* Has the unfinished pass of a selective search an answer that is more than that of the last one? Not if all its moves lose: then they are alike. */
static bool unfinished_counts (const Search *s) {
  const Answer *answer = &s->outcome.answer;
  if (!s->pass.techniques || !s->pass.unfinished || !answer->valued || !answer->line) return false;
  return s->pass.root.player == MAX ? answer->value > s->pass.lower : answer->value < s->pass.upper;
}

const Answer *search_answer (const Search *s) {
  if (unfinished_counts(s)) return &s->outcome.answer;
  return s->outcome.completed.valued ? &s->outcome.completed : &s->outcome.answer;
}

Setting *search_setting (Search *s, const char *name) {
  const Option *const *options = s->algorithm->options;
  for (int i = 0; options && options[i] && i < MOST_OPTIONS; i++)
    if (strcmp(options[i]->name, name) == 0) return &s->asked.settings[i];
  return NULL;
}

/* Is it too early to end at the limit of time? */
static bool must_go_on (const Search *s, double now) {
  if (now >= s->asked.latest || !(s->asked.deepen || s->algorithm->anytime)) return false;
  const int plies = !s->asked.deepen ? s->pass.seen : s->outcome.completed.valued ? s->outcome.completed.depth : 0;
  return plies == 0 || (plies == 1 && clock_processor() - s->watch.processor < s->asked.floor);
}

void search_look (Search *s, double now) {
  Host *host = s->host;
  if (host->interrupted && __atomic_load_n(host->interrupted, __ATOMIC_RELAXED)) host->leave(host, STOP_INTERRUPTED);
  if (s->asked.time_limit > 0 && now - s->watch.started >= s->asked.time_limit && !must_go_on(s, now)) host->leave(host, STOP_TIME);
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

int search_place (Search *s, const Option *option) {
  const int place = option_place(option->words, search_word(s, option->name));
  return place < 0 ? 0 : place;
}

Subsearch subsearch_begin (Search *s) {
  Subsearch sub = {s->outcome.stats, {0}, s->asked.node_limit, s->watch.poll_at, s->watch.until_poll, s->watch.deepest, s->pass.basis,
                   s->asked.caller.trace};
  if (s->table) sub.counts = s->table->counts;
  s->asked.caller.trace = NULL;
  s->watch.deepest = -1;              /* it may recurse: watch the stack anew */
  return sub;
}

void subsearch_end (Search *s, const Subsearch *sub) {
  s->outcome.stats = sub->stats;
  if (s->table) s->table->counts = sub->counts;
  s->asked.node_limit = sub->node_limit;
  s->watch.poll_at = sub->poll_at;
  s->watch.until_poll = sub->until_poll;
  s->watch.deepest = sub->deepest;
  s->pass.basis = sub->basis;
  s->asked.caller.trace = sub->trace;
}

/* A position by its numbers. */
static void write_words (const Position *position, int words, char *text) {
  int length = 0;
  for (int i = 0; i < words; i++)
    length += snprintf(text + length, DESCRIBE_ROOM - (size_t)length, i == 0 && words > 1 ? "{%lld" : i == 0 ? "%lld" : ", %lld",
                       (long long)position->word[i]);
  if (words > 1) snprintf(text + length, DESCRIBE_ROOM - (size_t)length, "}");
}

const char *describe_position (const Search *s, const Position *position, char *text) {
  Game *game = s->game;
  if (game->describe == NULL) {
    write_words(position, game->words, text);
    return text;
  }
  int length = snprintf(text, DESCRIBE_ROOM, "%s", game->describe(game, position));
  if (length >= DESCRIBE_ROOM) memcpy(text + DESCRIBE_ROOM - 4, "...", 4);
  return text;
}
