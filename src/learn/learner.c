/*
** A learner's state as a string, by `export`: a head, and four words for each weight: its value, N and A of temporal coherence, its
** updates. All words are little-endian, of 64 bits; the head is the mark below, the number of weights, and the counts.
*/
#include "learn/learner.h"

#include <string.h>

#include <lauxlib.h>

#include "learn/plan.h"
#include "rules/guest.h"
#include "rules/values.h"
#include "system/metatable.h"

#define LEARNER "gts.learner"
static const MetatableKind kind;

#define MARK UINT64_C(0x316e7261656c7467)       /* "gtlearn1" */
#define MOST_DEPTH 64
#define MOST_PLIES 1000000
#define MOST_COUNT (UINT64_C(1) << 53)
#define HEAD_WORDS (2 + LEARNER_COUNTS + 1)
#define WEIGHT_WORDS 4

typedef struct LearnerObject {
  Learner learner;
  bool used;            /* by a search */
} LearnerObject;

static LearnerObject *check (lua_State *L) { return luaL_checkudata(L, 1, LEARNER); }

/* The learner of a method that changes it, or reads what a game may be changing. */
static Learner *check_idle (lua_State *L) {
  LearnerObject *object = check(L);
  if (object->used) luaL_error(L, "the learner is in use by a search");
  return &object->learner;
}

static void *use (lua_State *L, int index, int words) {
  LearnerObject *object = lua_touserdata(L, index);
  Learner *l = &object->learner;
  if (object->used) luaL_error(L, "option 'learner': it is in use by a search");
  if (!l->features && !l->packed && l->words != words)
    luaL_error(L, "option 'learner': its plan is for positions of %d words, those of the game have %d", l->words, words);
  object->used = true;
  l->undo = NULL;
  l->undone = l->undo_room = 0;
  return l;
}

/* Undoes what the game that is played has changed, and ends it. */
static void undo_game (Learner *l) {
  if (!l->playing) return;
  for (size_t i = 0; i < l->undone; i++) {
    const Undo *undo = &l->undo[i];
    const int64_t k = undo->number % l->count + 1;
    double *weight = learner_weights(l, (int)(undo->number / l->count));
    weight[k] = undo->weight;
    weight[-k] = -undo->weight;
    l->memory[undo->number] = undo->memory;
  }
  l->counts = l->before;
  l->undone = 0;
  l->playing = false;
}

static void release (void *task) {
  Learner *l = task;
  undo_game(l);
  l->undo = NULL;
  ((LearnerObject *)(void *)((char *)l - offsetof(LearnerObject, learner)))->used = false;
}

static const Guest guest = {use, release};

static size_t all_weights (const Learner *l) { return (size_t)l->count * (size_t)l->stages; }

/*
** core.learner(plan) -> learner, with all weights 0. `plan` is a table:
**
**    kind = "patterns"           or "features"
**    target = "winner"           or "value": what is learnt is the winner, predicted by tanh(V), or the value itself
**    words = 2                   integers of a position; or with packed = true of its key
**    weights = N                 of each stage
**    patterns = {{bits = 12, gathers = {{word = 1, mask =, magic =, shift =, place =}, ...}}, ...}
**    maps = {max = {...}, min = {...}}     for each player to move, for each pattern, a string of 2^bits numbers "<i4"
**    stages = {count = 2, masks = {...}, of = {1, 1, 2, ...}}       optional: a mask for each word; the stage by the bits set
**    features = 12               of the kind "features": the numbers of rules.features; and `by_player`: the player to move matters
**
** Other fields are left alone. Raises an error that names what does not fit. Methods:
**
**    learner:set{rule =, depth =, lambda =, rate =, explore =, plies =, longest =, games =, seed =, coherence =}: how the next runs
**                                learn; what is not given stays. From then on `games` games are to be played, by one search or several
**    learner:weights()           -> string, N * stages numbers "<d"
**    learner:export()            -> string: all that is needed to go on
**    learner:restore(string)     of `export`, or of `weights`: then all else begins anew
**    learner:merge{string, ...}  of `export`, of learners that began with the state of this one
**    learner:counts()            -> {games, positions, updates, max, min, draws, cut, predicted, squares, error, played}
**    learner:value(player, ...)  -> V of a position, given by its words; for patterns
*/
int learner_new (lua_State *L) {
  enum { PLAN = 1, OBJECT, BLOCKS };
  luaL_argexpected(L, lua_istable(L, PLAN), PLAN, "table");
  lua_settop(L, PLAN);
  LearnerObject *object = lua_newuserdatauv(L, sizeof *object, 1);
  Learner *l = &object->learner;
  *object = (LearnerObject){.learner.settings = {.rule = LEARN_TD, .depth = 1, .lambda = 0.5, .rate = 0.5, .explore = 0.1,
                                                 .longest = 1000, .games = 1, .seed = 1, .coherence = true}};
  metatable_set(L, &kind);
  lua_getmetatable(L, OBJECT);
  lua_pushlightuserdata(L, (void *)&guest);
  lua_setfield(L, -2, GUEST_FIELD);
  lua_settop(L, OBJECT);
  lua_newtable(L);
  lua_pushvalue(L, BLOCKS);
  lua_setiuservalue(L, OBJECT, 1);
  luaL_checkstack(L, 40, NULL);
  lua_pushvalue(L, PLAN);
  plan_read(L, BLOCKS, l);
  const size_t all = all_weights(l);
  l->weight = plan_allot(L, BLOCKS, 2 * all + (size_t)l->stages, sizeof *l->weight);
  l->memory = plan_allot(L, BLOCKS, all, sizeof *l->memory);
  lua_settop(L, OBJECT);
  return 1;
}

/* Settings. */

static double pop_number (lua_State *L, const char *its, double least, double most) {
  const double value = lua_tonumber(L, -1);
  if (lua_type(L, -1) != LUA_TNUMBER || !(value >= least && value <= most))
    luaL_error(L, "%s is %s: expected a number from %f to %f", its, luaL_tolstring(L, -1, NULL), least, most);
  lua_pop(L, 1);
  return value;
}

/* Sets what the name `its` says to the value on top, and pops it. */
static void set_one (lua_State *L, LearnerSettings *set, const char *its) {
  if (strcmp(its, "rule") == 0) set->rule = (LearningRule)plan_pop_word(L, its, "td tdleaf rootstrap treestrap");
  else if (strcmp(its, "depth") == 0) set->depth = (int)plan_pop_integer(L, its, 1, MOST_DEPTH);
  else if (strcmp(its, "lambda") == 0) set->lambda = pop_number(L, its, 0, 1);
  else if (strcmp(its, "rate") == 0) set->rate = pop_number(L, its, 0, 1);
  else if (strcmp(its, "explore") == 0) set->explore = pop_number(L, its, 0, 1);
  else if (strcmp(its, "plies") == 0) set->plies = (int)plan_pop_integer(L, its, 0, MOST_PLIES);
  else if (strcmp(its, "longest") == 0) set->longest = (int)plan_pop_integer(L, its, 1, MOST_PLIES);
  else if (strcmp(its, "games") == 0) set->games = (uint64_t)plan_pop_integer(L, its, 0, LUA_MAXINTEGER);
  else if (strcmp(its, "seed") == 0) set->seed = (uint64_t)plan_pop_integer(L, its, LUA_MININTEGER, LUA_MAXINTEGER);
  else if (strcmp(its, "coherence") == 0) set->coherence = plan_pop_flag(L, its);
  else luaL_error(L, "learner:set has no field '%s'", its);
}

static int set (lua_State *L) {
  Learner *l = check_idle(L);
  luaL_argexpected(L, lua_istable(L, 2), 2, "table");
  LearnerSettings settings = l->settings;
  for (lua_pushnil(L); lua_next(L, 2); ) {
    if (lua_type(L, -2) != LUA_TSTRING) luaL_error(L, "learner:set has no field %s", luaL_tolstring(L, -2, NULL));
    set_one(L, &settings, lua_tostring(L, -2));
  }
  l->settings = settings;
  l->played = 0;
  return 0;
}

/* State. */

/* Weight number `i` from 0, of all stages. */
static double *weight_at (const Learner *l, size_t i) { return learner_weights(l, (int)(i / (size_t)l->count)) + i % (size_t)l->count + 1; }

static void set_weight (const Learner *l, size_t i, double value) {
  const int64_t k = (int64_t)(i % (size_t)l->count) + 1;
  double *weight = learner_weights(l, (int)(i / (size_t)l->count));
  weight[k] = value;
  weight[-k] = -value;
}

static void put_word (char *to, uint64_t word) {
  for (int i = 0; i < 8; i++) to[i] = (char)(word >> 8 * i & 255);
}

static uint64_t get_word (const char *from) {
  uint64_t word = 0;
  for (int i = 0; i < 8; i++) word |= (uint64_t)(unsigned char)from[i] << 8 * i;
  return word;
}

typedef union Number { double value; uint64_t word; } Number;

static void put_number (char *to, double value) { put_word(to, (Number){.value = value}.word); }

static double get_number (const char *from) { return (Number){.word = get_word(from)}.value; }

static int weights (lua_State *L) {
  const Learner *l = check_idle(L);
  const size_t count = all_weights(l);
  luaL_Buffer buffer;
  char *to = luaL_buffinitsize(L, &buffer, 8 * count);
  for (size_t i = 0; i < count; i++) put_number(to + 8 * i, *weight_at(l, i));
  luaL_pushresultsize(&buffer, 8 * count);
  return 1;
}

static int export (lua_State *L) {
  const Learner *l = check_idle(L);
  const size_t count = all_weights(l), size = 8 * (HEAD_WORDS + WEIGHT_WORDS * count);
  uint64_t head[HEAD_WORDS] = {MARK, count};
  luaL_Buffer buffer;
  char *to = luaL_buffinitsize(L, &buffer, size);
  memcpy(head + 2, &l->counts, sizeof l->counts);
  for (int i = 0; i < HEAD_WORDS; i++, to += 8) put_word(to, head[i]);
  for (size_t i = 0; i < count; i++, to += 8 * WEIGHT_WORDS) {
    put_number(to, *weight_at(l, i));
    put_number(to + 8, l->memory[i].sum);
    put_number(to + 16, l->memory[i].size);
    put_word(to + 24, l->memory[i].updates);
  }
  luaL_pushresultsize(&buffer, size);
  return 1;
}

/* An exported state at stack index `index`, behind its head; NULL if it is none of this learner. */
static const char *state_at (lua_State *L, int index, const Learner *l, LearnerCounts *counts) {
  size_t length;
  const char *text = lua_type(L, index) == LUA_TSTRING ? lua_tolstring(L, index, &length) : NULL;
  const size_t count = all_weights(l);
  uint64_t head[HEAD_WORDS];
  if (!text || length != 8 * (HEAD_WORDS + WEIGHT_WORDS * count)) return NULL;
  for (int i = 0; i < HEAD_WORDS; i++) head[i] = get_word(text + 8 * i);
  if (head[0] != MARK || head[1] != count) return NULL;
  for (int i = 2; i < HEAD_WORDS - 1; i++)
    if (head[i] > MOST_COUNT) return NULL;
  memcpy(counts, head + 2, sizeof *counts);
  if (!(counts->squares >= 0 && isfinite(counts->squares))) return NULL;
  text += 8 * HEAD_WORDS;
  for (size_t i = 0; i < count; i++) {
    const char *at = text + 8 * WEIGHT_WORDS * i;
    const double sum = get_number(at + 8), size = get_number(at + 16);
    if (!(fabs(get_number(at)) <= MOST_WEIGHT) || !isfinite(size) || !(fabs(sum) <= size)) return NULL;
  }
  return text;
}

/* Weights alone. */
static int restore_weights (lua_State *L, Learner *l, const char *text) {
  const size_t count = all_weights(l);
  for (size_t i = 0; i < count; i++)
    if (!(fabs(get_number(text + 8 * i)) <= MOST_WEIGHT))
      return luaL_error(L, "learner:restore: weight %I is no number from -1e12 to 1e12", (LUAI_UACINT)i + 1);
  for (size_t i = 0; i < count; i++) set_weight(l, i, get_number(text + 8 * i));
  memset(l->memory, 0, count * sizeof *l->memory);
  l->counts = (LearnerCounts){0};
  return 0;
}

static int restore (lua_State *L) {
  Learner *l = check_idle(L);
  size_t length;
  LearnerCounts counts;
  const char *text = luaL_checklstring(L, 2, &length);
  const size_t count = all_weights(l);
  if (length == 8 * count) return restore_weights(L, l, text);
  text = state_at(L, 2, l, &counts);
  if (!text) return luaL_error(L, "learner:restore: the string is no state of %I weights", (LUAI_UACINT)count);
  for (size_t i = 0; i < count; i++, text += 8 * WEIGHT_WORDS) {
    set_weight(l, i, get_number(text));
    l->memory[i] = (Memory){.sum = get_number(text + 8), .size = get_number(text + 16), .updates = get_word(text + 24)};
  }
  l->counts = counts;
  return 0;
}

/* Merges weight `i` of `jobs` states that began with that of the learner. */
static void merge_weight (Learner *l, size_t i, const char *const *state, int jobs) {
  const double before = *weight_at(l, i);
  const Memory was = l->memory[i];
  double moved = 0, times = 0;
  for (int j = 0; j < jobs; j++) {
    const char *at = state[j] + 8 * WEIGHT_WORDS * i;
    const uint64_t updates = get_word(at + 24) - was.updates;
    if (updates == 0) continue;
    times += (double)updates;
    moved += (double)updates * (get_number(at) - before);
    l->memory[i].sum += get_number(at + 8) - was.sum;
    l->memory[i].size += get_number(at + 16) - was.size;
    l->memory[i].updates += updates;
  }
  if (times > 0) set_weight(l, i, learner_cut(before + moved / times, MOST_WEIGHT));
}

static int merge (lua_State *L) {
  Learner *l = check_idle(L);
  luaL_argexpected(L, lua_istable(L, 2), 2, "table");
  const int jobs = (int)lua_rawlen(L, 2);
  const LearnerCounts base = l->counts;
  LearnerCounts counts = base;
  const char **state = lua_newuserdatauv(L, sizeof *state * (size_t)jobs + 1, 0);
  for (int j = 0; j < jobs; j++) {
    LearnerCounts its;
    lua_rawgeti(L, 2, j + 1);
    state[j] = state_at(L, -1, l, &its);        /* the list holds the string */
    lua_pop(L, 1);
    if (!state[j]) return luaL_error(L, "learner:merge: string %d is no state of %I weights", j + 1, (LUAI_UACINT)all_weights(l));
    const bool follows = its.games >= base.games && its.positions >= base.positions && its.updates >= base.updates;
    if (!follows) return luaL_error(L, "learner:merge: string %d did not begin with the state of this learner", j + 1);
    for (int c = 0; c < LEARNER_COUNTS; c++) counts.word[c] += its.word[c] - base.word[c];
    counts.squares += its.squares - base.squares;
  }
  for (size_t i = 0; i < all_weights(l); i++) merge_weight(l, i, state, jobs);
  l->counts = counts;
  return 0;
}

static int counts (lua_State *L) {
  static const char *const names[LEARNER_COUNTS] = {"games", "positions", "updates", "max", "min", "draws", "cut", "predicted"};
  const LearnerObject *object = check(L);
  const LearnerCounts *of = &object->learner.counts;
  lua_createtable(L, 0, 11);
  for (int i = 0; i < LEARNER_COUNTS; i++) values_set_count(L, names[i], of->word[i]);
  values_set_count(L, "played", object->learner.played);
  lua_pushnumber(L, of->squares);
  lua_setfield(L, -2, "squares");
  lua_pushnumber(L, of->predicted ? of->squares / (double)of->predicted : 0);
  lua_setfield(L, -2, "error");
  return 1;
}

static int value (lua_State *L) {
  Learner *l = check_idle(L);
  int64_t words[MOST_WORDS];
  lua_pushvalue(L, 2);
  const Player player = plan_pop_word(L, "learner:value: the player", "min max") == 0 ? MIN : MAX;
  if (l->features) luaL_error(L, "learner:value: the plan has features, and no patterns");
  for (int w = 0; w < l->words; w++) words[w] = luaL_checkinteger(L, 3 + w);
  Seen seen = {.row = lua_newuserdatauv(L, learner_row_size(l), 0)};
  learner_look_anew(l, words, player, seen.row);
  seen.stage = learner_stage(l, words);
  lua_pushnumber(L, learner_sum(l, &seen));
  return 1;
}

static int describe (lua_State *L) {
  const Learner *l = &check(L)->learner;
  lua_pushfstring(L, "gts.learner: %I weights, %I games", (LUAI_UACINT)all_weights(l), (LUAI_UACINT)l->counts.games);
  return 1;
}

static const MetatableKind kind = {
  LEARNER, (const luaL_Reg[]){{"__tostring", describe}, {NULL, NULL}},
  (const luaL_Reg[]){{"set", set}, {"weights", weights}, {"export", export}, {"restore", restore}, {"merge", merge}, {"counts", counts},
                     {"value", value}, {NULL, NULL}}
};
