/*
** A learner's state as a string, by `export`: a head, and four words for each weight: its value, N and A of temporal coherence, its
** updates. All words are little-endian, of 64 bits; the head is the mark below, the number of weights, and the counts.
*/
#include "call/learner.h"

#include <string.h>

#include <lauxlib.h>

#include "rules/values.h"
#include "system/metatable.h"

#define LEARNER "gts.learner"

#define MARK UINT64_C(0x316e7261656c7467)       /* "gtlearn1" */
#define MOST_BITS 24            /* of a pattern */
#define MOST_FEATURES 65536
#define MOST_STAGES 256
#define MOST_WEIGHTS (1 << 27)
#define MOST_DEPTH 64
#define MOST_PLIES 1000000
#define COUNTS 9
#define HEAD_WORDS (2 + COUNTS)
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

Learner *learner_use (lua_State *L, int index, int words) {
  if (!luaL_testudata(L, index, LEARNER))
    luaL_error(L, "option 'learner' is a %s: expected what core.learner makes", luaL_typename(L, index));
  LearnerObject *object = lua_touserdata(L, index);
  Learner *l = &object->learner;
  if (object->used) luaL_error(L, "option 'learner': it is in use by a search");
  if (!l->features && l->words != words)
    luaL_error(L, "option 'learner': its plan is for positions of %d words, those of the game have %d", l->words, words);
  object->used = true;
  l->undo = NULL;
  l->undone = l->undo_room = 0;
  return l;
}

void learner_release (Learner *l) {
  learner_undo(l);
  l->undo = NULL;
  ((LearnerObject *)(void *)((char *)l - offsetof(LearnerObject, learner)))->used = false;
}

/* Memory that lives as long as the learner, whose table of blocks is at stack index `blocks`; cleared. */
static void *allot (lua_State *L, int blocks, size_t count, size_t each) {
  if (count > SIZE_MAX / 2 / each) luaL_error(L, "not enough memory");
  void *block = lua_newuserdatauv(L, count * each + 1, 0);
  memset(block, 0, count * each + 1);
  lua_rawseti(L, blocks, (lua_Integer)lua_rawlen(L, blocks) + 1);
  return block;
}

/* Reading a plan. `where` names the table on top in messages: "plan", "plan.patterns[3]". */

/* Pushes the field `name`, which is to be a table; returns its name for messages, which stays on the stack below it. */
static const char *push_list (lua_State *L, const char *where, const char *name) {
  const char *its = lua_pushfstring(L, "%s.%s", where, name);
  if (lua_getfield(L, -2, name) != LUA_TTABLE) luaL_error(L, "%s is a %s: expected a table", its, luaL_typename(L, -1));
  return its;
}

/* Pushes element `i`, which is to be a table, above its name for messages; returns that. */
static const char *push_element (lua_State *L, const char *where, int i) {
  const char *its = lua_pushfstring(L, "%s[%d]", where, i);
  if (lua_rawgeti(L, -2, i) != LUA_TTABLE) luaL_error(L, "%s is a %s: expected a table", its, luaL_typename(L, -1));
  return its;
}

/* Pops the integer on top. */
static lua_Integer pop_integer (lua_State *L, const char *its, lua_Integer least, lua_Integer most) {
  int whole;
  const lua_Integer value = lua_tointegerx(L, -1, &whole);
  if (!whole || lua_type(L, -1) != LUA_TNUMBER || value < least || value > most)
    luaL_error(L, "%s is %s: expected a whole number from %I to %I", its, luaL_tolstring(L, -1, NULL), (LUAI_UACINT)least,
               (LUAI_UACINT)most);
  lua_pop(L, 1);
  return value;
}

static lua_Integer integer_field (lua_State *L, const char *where, const char *name, lua_Integer least, lua_Integer most) {
  const char *its = lua_pushfstring(L, "%s.%s", where, name);
  lua_getfield(L, -2, name);
  const lua_Integer value = pop_integer(L, its, least, most);
  lua_pop(L, 1);
  return value;
}

static uint64_t gathered (const Gather *g, uint64_t word) { return (word & g->mask) * g->magic >> g->shift << g->place; }

/* Does it put the bits of the mask side by side, from bit `place` on, whichever are set? */
static bool gathers_all (const Gather *g) {
  const int bits = learner_bits(g->mask);
  const uint64_t field = ((UINT64_C(1) << bits) - 1) << g->place;
  uint64_t set = 0, of[MOST_BITS], all = 0;
  int count = 0;
  for (uint64_t left = g->mask; left != 0; left &= left - 1) {
    of[count] = gathered(g, left & (0 - left));
    if (learner_bits(of[count]) != 1) return false;
    all |= of[count++];
  }
  if (all != field) return false;
  for (uint64_t n = 0; n < UINT64_C(1) << bits; n++) {
    uint64_t sum = 0;
    for (int i = 0; i < bits; i++) sum |= n >> i & 1 ? of[i] : 0;
    if (gathered(g, set) != sum) return false;
    set = (set - g->mask) & g->mask;            /* the next subset, in the order of n */
  }
  return true;
}

static void read_gather (lua_State *L, const char *where, int words, int bits, Gather *g) {
  g->word = (int32_t)integer_field(L, where, "word", 1, words) - 1;
  g->mask = (uint64_t)integer_field(L, where, "mask", LUA_MININTEGER, LUA_MAXINTEGER);
  g->magic = (uint64_t)integer_field(L, where, "magic", LUA_MININTEGER, LUA_MAXINTEGER);
  g->shift = (int32_t)integer_field(L, where, "shift", 0, 63);
  g->place = (int32_t)integer_field(L, where, "place", 0, bits - 1);
  const int count = learner_bits(g->mask);
  if (count == 0 || g->place + count > bits)
    luaL_error(L, "%s has a mask of %d bits: expected 1 to %d", where, count, bits - g->place);
  if (!gathers_all(g)) luaL_error(L, "%s does not put the bits of its mask side by side", where);
}

/* A pattern, on top of the stack. Returns its bits. */
static int read_pattern (lua_State *L, int blocks, const char *where, int words, Pattern *pattern) {
  const int bits = (int)integer_field(L, where, "bits", 1, MOST_BITS);
  const char *of = push_list(L, where, "gathers");
  const int count = (int)lua_rawlen(L, -1);
  uint32_t filled = 0;
  if (count < 1 || count > bits) luaL_error(L, "%s has %d elements: expected 1 to %d", of, count, bits);
  Gather *gather = allot(L, blocks, (size_t)count, sizeof *gather);
  for (int i = 0; i < count; i++) {
    const char *its = push_element(L, of, i + 1);
    read_gather(L, its, words, bits, &gather[i]);
    const uint32_t field = (uint32_t)gathered(&gather[i], gather[i].mask);
    if (filled & field) luaL_error(L, "%s has the place of another one", its);
    filled |= field;
    lua_pop(L, 2);
  }
  lua_pop(L, 2);
  pattern->gather = gather;
  pattern->gathers = count;
  return bits;
}

static void read_patterns (lua_State *L, int blocks, Learner *l, int *bits) {
  const char *where = push_list(L, "plan", "patterns");
  Pattern *pattern = allot(L, blocks, (size_t)l->patterns, sizeof *pattern);
  for (int i = 0; i < l->patterns; i++) {
    const char *its = push_element(L, where, i + 1);
    bits[i] = read_pattern(L, blocks, its, l->words, &pattern[i]);
    lua_pop(L, 2);
  }
  lua_pop(L, 2);
  l->pattern = pattern;
  l->sets = (l->patterns + 63) / 64;
  uint64_t *with = allot(L, blocks, (size_t)(64 * l->words * l->sets), sizeof *with);
  for (int i = 0; i < l->patterns; i++)
    for (int j = 0; j < pattern[i].gathers; j++) {
      const Gather *g = &pattern[i].gather[j];
      for (uint64_t left = g->mask; left != 0; left &= left - 1)
        with[(64 * g->word + lowest_move(left)) * l->sets + i / 64] |= UINT64_C(1) << i % 64;
    }
  l->patterns_with = with;
}

static int32_t read_entry (const unsigned char *at) {
  const uint32_t word = (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
  return (int32_t)word;
}

/* A map, the string on top. */
static const int32_t *read_map (lua_State *L, int blocks, const char *its, const Learner *l, int bits) {
  size_t length;
  if (lua_type(L, -1) != LUA_TSTRING) luaL_error(L, "%s is a %s: expected a string", its, luaL_typename(L, -1));
  const unsigned char *text = (const unsigned char *)lua_tolstring(L, -1, &length);
  const size_t count = (size_t)1 << bits;
  if (length != 4 * count) luaL_error(L, "%s has %I bytes: expected 4 * 2^%d", its, (LUAI_UACINT)length, bits);
  int32_t *map = allot(L, blocks, count, sizeof *map);
  for (size_t i = 0; i < count; i++) {
    map[i] = read_entry(text + 4 * i);
    if (map[i] > l->count || map[i] < -l->count)
      luaL_error(L, "%s has weight %d at index %I: there are %I", its, (int)map[i], (LUAI_UACINT)i, (LUAI_UACINT)l->count);
  }
  return map;
}

/* The maps of one player. Strings that were read for the other, at the same place, are not read again. */
static void read_maps (lua_State *L, int blocks, Learner *l, Player player, const int *bits) {
  static const char *const names[] = {"min", "max"};
  Pattern *pattern = (Pattern *)(uintptr_t)l->pattern;
  const char *maps = push_list(L, "plan", "maps");
  const char *where = push_list(L, maps, names[player]);
  if ((int)lua_rawlen(L, -1) != l->patterns)
    luaL_error(L, "%s has %I elements: expected %d", where, (LUAI_UACINT)lua_rawlen(L, -1), l->patterns);
  lua_getfield(L, -3, names[MAX]);
  for (int i = 0; i < l->patterns; i++) {
    const char *its = lua_pushfstring(L, "%s[%d]", where, i + 1);
    lua_rawgeti(L, -2, i + 1);
    lua_rawgeti(L, -4, i + 1);
    const bool shared = player == MIN && lua_rawequal(L, -1, -2);
    pattern[i].map[player] = shared ? pattern[i].map[MAX] : read_map(L, blocks, its, l, bits[i]);
    lua_pop(L, 3);
  }
  lua_pop(L, 5);
}

/* The stages, if the plan has any: the list `of` has one for each number of bits that may be set in the masks. */
static void read_stages (lua_State *L, int blocks, Learner *l) {
  l->stages = 1;
  if (lua_getfield(L, -1, "stages") == LUA_TNIL) {
    lua_pop(L, 1);
    return;
  }
  lua_pop(L, 1);
  const char *where = push_list(L, "plan", "stages");
  int bits = 0;
  l->stages = (int)integer_field(L, where, "count", 1, MOST_STAGES);
  if (l->stages > 1) {
    const char *masks = push_list(L, where, "masks");
    for (int w = 0; w < l->words; w++) {
      const char *its = lua_pushfstring(L, "%s[%d]", masks, w + 1);
      lua_rawgeti(L, -2, w + 1);
      l->stage_mask[w] = (uint64_t)pop_integer(L, its, LUA_MININTEGER, LUA_MAXINTEGER);
      bits += learner_bits(l->stage_mask[w]);
      lua_pop(L, 1);
    }
    lua_pop(L, 2);
    const char *of = push_list(L, where, "of");
    int32_t *stage_of = allot(L, blocks, (size_t)bits + 1, sizeof *stage_of);
    for (int i = 0; i <= bits; i++) {
      const char *its = lua_pushfstring(L, "%s[%d]", of, i + 1);
      lua_rawgeti(L, -2, i + 1);
      stage_of[i] = (int32_t)pop_integer(L, its, 1, l->stages) - 1;
      lua_pop(L, 1);
    }
    lua_pop(L, 2);
    l->stage_of = stage_of;
  }
  lua_pop(L, 2);
}

/* One of the words, which are separated by blanks: its number, from 0. Pops the string on top. */
static int pop_word (lua_State *L, const char *its, const char *words) {
  const char *value = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
  size_t length;
  int number = 0;
  for (const char *at = words; value && *at; at += length + (at[length] == ' '), number++) {
    length = strcspn(at, " ");
    if (strlen(value) != length || strncmp(value, at, length) != 0) continue;
    lua_pop(L, 1);
    return number;
  }
  return luaL_error(L, "%s is %s: expected one of: %s", its, luaL_tolstring(L, -1, NULL), words);
}

static bool pop_flag (lua_State *L, const char *its) {
  if (!lua_isboolean(L, -1)) luaL_error(L, "%s is %s: expected true or false", its, luaL_tolstring(L, -1, NULL));
  const bool flag = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return flag;
}

static bool flag_field (lua_State *L, const char *where, const char *name) {
  const char *its = lua_pushfstring(L, "%s.%s", where, name);
  bool flag = false;
  if (lua_getfield(L, -2, name) == LUA_TNIL) lua_pop(L, 1);
  else flag = pop_flag(L, its);
  lua_pop(L, 1);
  return flag;
}

/* A plan of patterns, on top of the stack. */
static void read_kind_patterns (lua_State *L, int blocks, Learner *l) {
  int bits[MOST_PATTERNS];
  l->words = (int)integer_field(L, "plan", "words", 1, MOST_WORDS);
  l->count = integer_field(L, "plan", "weights", 1, MOST_WEIGHTS);
  push_list(L, "plan", "patterns");
  l->patterns = (int)lua_rawlen(L, -1);
  if (l->patterns < 1 || l->patterns > MOST_PATTERNS)
    luaL_error(L, "plan.patterns has %d elements: expected 1 to %d", l->patterns, MOST_PATTERNS);
  lua_pop(L, 2);
  read_stages(L, blocks, l);
  read_patterns(L, blocks, l, bits);
  read_maps(L, blocks, l, MAX, bits);
  read_maps(L, blocks, l, MIN, bits);
}

static void read_kind_features (lua_State *L, Learner *l) {
  l->features = (int)integer_field(L, "plan", "features", 1, MOST_FEATURES);
  l->by_player = flag_field(L, "plan", "by_player");
  l->count = (int64_t)l->features * (l->by_player ? 2 : 1);
  l->stages = 1;
}

/*
** core.learner(plan) -> learner, with all weights 0. `plan` is a table:
**
**    kind = "patterns"           or "features"
**    target = "winner"           or "value": what is learnt is the winner, predicted by tanh(V), or the value itself
**    words = 2                   integers of a position
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
**    learner:value(player, ...)  -> V of a position, given by its words; or of a list of features
*/
int learner_new (lua_State *L) {
  enum { PLAN = 1, OBJECT, BLOCKS };
  luaL_argexpected(L, lua_istable(L, PLAN), PLAN, "table");
  lua_settop(L, PLAN);
  LearnerObject *object = lua_newuserdatauv(L, sizeof *object, 1);
  Learner *l = &object->learner;
  *object = (LearnerObject){.learner.settings = {.rule = LEARN_TD, .depth = 1, .lambda = 0.5, .rate = 0.5, .explore = 0.1,
                                                 .longest = 1000, .games = 1, .seed = 1, .coherence = true}};
  luaL_setmetatable(L, LEARNER);
  lua_newtable(L);
  lua_pushvalue(L, BLOCKS);
  lua_setiuservalue(L, OBJECT, 1);
  luaL_checkstack(L, 40, NULL);
  lua_pushvalue(L, PLAN);
  lua_getfield(L, PLAN, "kind");
  const int kind = pop_word(L, "plan.kind", "patterns features");
  lua_getfield(L, PLAN, "target");
  l->linear = pop_word(L, "plan.target", "winner value") == 1;
  if (kind == 0) read_kind_patterns(L, BLOCKS, l);
  else read_kind_features(L, l);
  const size_t all = (size_t)l->count * (size_t)l->stages;
  if (all > MOST_WEIGHTS) luaL_error(L, "plan.weights: there are %I in all stages, more than %d", (LUAI_UACINT)all, MOST_WEIGHTS);
  l->weight = allot(L, BLOCKS, 2 * all + (size_t)l->stages, sizeof *l->weight);
  l->memory = allot(L, BLOCKS, all, sizeof *l->memory);
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
  if (strcmp(its, "rule") == 0) set->rule = (LearningRule)pop_word(L, its, "td tdleaf rootstrap treestrap");
  else if (strcmp(its, "depth") == 0) set->depth = (int)pop_integer(L, its, 1, MOST_DEPTH);
  else if (strcmp(its, "lambda") == 0) set->lambda = pop_number(L, its, 0, 1);
  else if (strcmp(its, "rate") == 0) set->rate = pop_number(L, its, 0, 1);
  else if (strcmp(its, "explore") == 0) set->explore = pop_number(L, its, 0, 1);
  else if (strcmp(its, "plies") == 0) set->plies = (int)pop_integer(L, its, 0, MOST_PLIES);
  else if (strcmp(its, "longest") == 0) set->longest = (int)pop_integer(L, its, 1, MOST_PLIES);
  else if (strcmp(its, "games") == 0) set->games = (uint64_t)pop_integer(L, its, 0, LUA_MAXINTEGER);
  else if (strcmp(its, "seed") == 0) set->seed = (uint64_t)pop_integer(L, its, LUA_MININTEGER, LUA_MAXINTEGER);
  else if (strcmp(its, "coherence") == 0) set->coherence = pop_flag(L, its);
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

static size_t all_weights (const Learner *l) { return (size_t)l->count * (size_t)l->stages; }

/* Weight number `i` from 0, of all stages. */
static double *weight_at (const Learner *l, size_t i) {
  return learner_weights(l, (int)(i / (size_t)l->count)) + i % (size_t)l->count + 1;
}

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

/* The counts as words, in their order in a head. */
static void counts_to_words (const LearnerCounts *counts, uint64_t *words) {
  const uint64_t all[COUNTS] = {counts->games, counts->positions, counts->updates, counts->max, counts->min, counts->draws,
                                counts->cut, counts->predicted, (Number){.value = counts->squares}.word};
  memcpy(words, all, sizeof all);
}

static LearnerCounts counts_of_words (const uint64_t *words) {
  return (LearnerCounts){words[0], words[1], words[2], words[3], words[4], words[5], words[6], words[7],
                         (Number){.word = words[8]}.value};
}

static int export (lua_State *L) {
  const Learner *l = check_idle(L);
  const size_t count = all_weights(l), size = 8 * (HEAD_WORDS + WEIGHT_WORDS * count);
  uint64_t head[HEAD_WORDS] = {MARK, count};
  luaL_Buffer buffer;
  char *to = luaL_buffinitsize(L, &buffer, size);
  counts_to_words(&l->counts, head + 2);
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
  *counts = counts_of_words(head + 2);
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

static bool began_with (const LearnerCounts *job, const LearnerCounts *base) {
  return job->games >= base->games && job->positions >= base->positions && job->updates >= base->updates;
}

static void add_counts (LearnerCounts *counts, const LearnerCounts *job, const LearnerCounts *base) {
  counts->games += job->games - base->games;
  counts->positions += job->positions - base->positions;
  counts->updates += job->updates - base->updates;
  counts->max += job->max - base->max;
  counts->min += job->min - base->min;
  counts->draws += job->draws - base->draws;
  counts->cut += job->cut - base->cut;
  counts->predicted += job->predicted - base->predicted;
  counts->squares += job->squares - base->squares;
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
    if (!began_with(&its, &base)) return luaL_error(L, "learner:merge: string %d did not begin with the state of this learner", j + 1);
    add_counts(&counts, &its, &base);
  }
  for (size_t i = 0; i < all_weights(l); i++) merge_weight(l, i, state, jobs);
  l->counts = counts;
  return 0;
}

static int counts (lua_State *L) {
  const LearnerObject *object = check(L);
  const LearnerCounts *of = &object->learner.counts;
  lua_createtable(L, 0, 11);
  values_set_count(L, "games", of->games);
  values_set_count(L, "positions", of->positions);
  values_set_count(L, "updates", of->updates);
  values_set_count(L, "max", of->max);
  values_set_count(L, "min", of->min);
  values_set_count(L, "draws", of->draws);
  values_set_count(L, "cut", of->cut);
  values_set_count(L, "predicted", of->predicted);
  values_set_count(L, "played", object->learner.played);
  lua_pushnumber(L, of->squares);
  lua_setfield(L, -2, "squares");
  lua_pushnumber(L, of->predicted ? of->squares / (double)of->predicted : 0);
  lua_setfield(L, -2, "error");
  return 1;
}

/* The sum of a list of features at stack index 3. */
static double value_of_features (lua_State *L, const Learner *l, Player player) {
  const double *weight = learner_weights(l, 0) + learner_features_of(l, player) + 1;
  double sum = 0;
  luaL_argexpected(L, lua_istable(L, 3), 3, "table");
  if ((int)lua_rawlen(L, 3) != l->features)
    luaL_error(L, "learner:value: %I numbers, expected %d", (LUAI_UACINT)lua_rawlen(L, 3), l->features);
  for (int i = 0; i < l->features; i++) {
    lua_rawgeti(L, 3, i + 1);
    sum += weight[i] * luaL_checknumber(L, -1);
    lua_pop(L, 1);
  }
  return sum;
}

static int value (lua_State *L) {
  Learner *l = check_idle(L);
  int64_t words[MOST_WORDS];
  lua_pushvalue(L, 2);
  const Player player = pop_word(L, "learner:value: the player", "min max") == 0 ? MIN : MAX;
  if (l->features) {
    lua_pushnumber(L, value_of_features(L, l, player));
    return 1;
  }
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

void learner_register (lua_State *L) {
  static const luaL_Reg methods[] = {{"set", set}, {"weights", weights}, {"export", export}, {"restore", restore}, {"merge", merge},
                                     {"counts", counts}, {"value", value}, {NULL, NULL}};
  metatable_make(L, LEARNER, (const luaL_Reg[]){{"__tostring", describe}, {NULL, NULL}}, methods);
}
