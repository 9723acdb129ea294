#include "learn/plan.h"

#include <string.h>

#include <lauxlib.h>

#include "search/option.h"

#define MOST_BITS 24            /* of a pattern */
#define MOST_FEATURES 65536
#define MOST_STAGES 256
#define MOST_WEIGHTS (1 << 27)

void *plan_allot (lua_State *L, int blocks, size_t count, size_t each) {
  if (count > SIZE_MAX / 2 / each) luaL_error(L, "not enough memory");
  void *block = lua_newuserdatauv(L, count * each + 1, 0);
  memset(block, 0, count * each + 1);
  lua_rawseti(L, blocks, (lua_Integer)lua_rawlen(L, blocks) + 1);
  return block;
}
/* `where` names the table on top in messages: "plan", "plan.patterns[3]". */

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

lua_Integer plan_pop_integer (lua_State *L, const char *its, lua_Integer least, lua_Integer most) {
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
  const lua_Integer value = plan_pop_integer(L, its, least, most);
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
  Gather *gather = plan_allot(L, blocks, (size_t)count, sizeof *gather);
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
  Pattern *pattern = plan_allot(L, blocks, (size_t)l->patterns, sizeof *pattern);
  for (int i = 0; i < l->patterns; i++) {
    const char *its = push_element(L, where, i + 1);
    bits[i] = read_pattern(L, blocks, its, l->words, &pattern[i]);
    lua_pop(L, 2);
  }
  lua_pop(L, 2);
  l->pattern = pattern;
  l->sets = (l->patterns + 63) / 64;
  uint64_t *with = plan_allot(L, blocks, (size_t)(64 * l->words * l->sets), sizeof *with);
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
  int32_t *map = plan_allot(L, blocks, count, sizeof *map);
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
      l->stage_mask[w] = (uint64_t)plan_pop_integer(L, its, LUA_MININTEGER, LUA_MAXINTEGER);
      bits += learner_bits(l->stage_mask[w]);
      lua_pop(L, 1);
    }
    lua_pop(L, 2);
    const char *of = push_list(L, where, "of");
    int32_t *stage_of = plan_allot(L, blocks, (size_t)bits + 1, sizeof *stage_of);
    for (int i = 0; i <= bits; i++) {
      const char *its = lua_pushfstring(L, "%s[%d]", of, i + 1);
      lua_rawgeti(L, -2, i + 1);
      stage_of[i] = (int32_t)plan_pop_integer(L, its, 1, l->stages) - 1;
      lua_pop(L, 1);
    }
    lua_pop(L, 2);
    l->stage_of = stage_of;
  }
  lua_pop(L, 2);
}

int plan_pop_word (lua_State *L, const char *its, const char *words) {
  const char *value = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
  const int place = value ? option_place(words, value) : -1;
  if (place < 0) luaL_error(L, "%s is %s: expected one of: %s", its, luaL_tolstring(L, -1, NULL), words);
  lua_pop(L, 1);
  return place;
}

bool plan_pop_flag (lua_State *L, const char *its) {
  if (!lua_isboolean(L, -1)) luaL_error(L, "%s is %s: expected true or false", its, luaL_tolstring(L, -1, NULL));
  const bool flag = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return flag;
}

static bool flag_field (lua_State *L, const char *where, const char *name) {
  const char *its = lua_pushfstring(L, "%s.%s", where, name);
  bool flag = false;
  if (lua_getfield(L, -2, name) == LUA_TNIL) lua_pop(L, 1);
  else flag = plan_pop_flag(L, its);
  lua_pop(L, 1);
  return flag;
}

/* A plan of patterns, on top of the stack. */
static void read_kind_patterns (lua_State *L, int blocks, Learner *l) {
  int bits[MOST_PATTERNS];
  l->words = (int)integer_field(L, "plan", "words", 1, MOST_WORDS);
  l->packed = flag_field(L, "plan", "packed");
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

void plan_read (lua_State *L, int blocks, Learner *l) {
  lua_getfield(L, -1, "kind");
  const int kind = plan_pop_word(L, "plan.kind", "patterns features");
  lua_getfield(L, -1, "target");
  l->linear = plan_pop_word(L, "plan.target", "winner value") == 1;
  if (kind == 0) read_kind_patterns(L, blocks, l);
  else read_kind_features(L, l);
  const size_t all = (size_t)l->count * (size_t)l->stages;
  if (all > MOST_WEIGHTS) luaL_error(L, "plan.weights: there are %I in all stages, more than %d", (LUAI_UACINT)all, MOST_WEIGHTS);
}
