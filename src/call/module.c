/* The Lua module gts.core: what Lua cannot do itself. Users see it through lua/gts/init.lua. */
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include <lauxlib.h>
#include <lua.h>
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

#include "base/clock.h"
#include "base/version.h"
#include "call/algorithms.h"
#include "call/database.h"
#include "call/error_origin.h"
#include "call/graph_job.h"
#include "call/options.h"
#include "call/script.h"
#include "call/search.h"
#include "call/watchdog.h"
#include "call/table.h"
#include "call/trees.h"
#ifdef HAVE_LEARN
#include "learn/learner.h"
#endif
#include "rules/calls.h"
#include "rules/values.h"
#include "solve/part.h"
#include "system/child.h"
#include "system/confined.h"
#include "system/digest.h"
#include "system/files.h"
#include "system/folder.h"
#include "system/json.h"
#include "system/coprocess.h"
#include "unit/compiler.h"
#include "unit/unit.h"

/*
** The libraries that gts was built with, for `gts --version`. core.built is a table: `lua`, the release of Lua; `zstd`, that of libzstd,
** nil without it; `seccomp`, can the worker filter system calls?; `static`, does the program carry all that it needs? The Makefile
** defines what the compiler does not. core.formats: the numbers of the files that the engine writes.
*/

#if defined __clang__
#define COMPILER "clang " __clang_version__
#elif defined __GNUC__
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown"
#endif

#ifdef HAVE_SECCOMP
#define SECCOMP true
#else
#define SECCOMP false
#endif

#ifdef GTS_STATIC
#define STATIC true
#else
#define STATIC false
#endif

/* Puts `version`, `compiler`, `built` and `formats`, into the table on top. */
static void built_set_fields (lua_State *L) {
  values_set_string(L, "version", GTS_VERSION);
  values_set_string(L, "compiler", COMPILER);
  lua_createtable(L, 0, 4);
  values_set_string(L, "lua", LUA_VERSION_MAJOR "." LUA_VERSION_MINOR "." LUA_VERSION_RELEASE);
#ifdef HAVE_ZSTD
  values_set_string(L, "zstd", ZSTD_VERSION_STRING);
#endif
  values_set_flag(L, "seccomp", SECCOMP);
  values_set_flag(L, "static", STATIC);
  lua_setfield(L, -2, "built");
  lua_createtable(L, 0, 2);
  values_set_count(L, "table", TABLE_FORMAT);
  values_set_count(L, "database", PART_FORMAT);
  lua_setfield(L, -2, "formats");
}

/*
** core.input(seconds) -> the bytes that have come on standard input, as soon as some have; "" if none have within that time (nil: no
** limit), or after a signal; nil at the end. Lua's own reading must not be mixed with it: that reads ahead.
*/
static int input_read (lua_State *L) {
  char bytes[4096];
  double seconds = luaL_optnumber(L, 1, -1);
  struct pollfd file = {.fd = STDIN_FILENO, .events = POLLIN};
  int ready = poll(&file, 1, clock_milliseconds(seconds));
  ssize_t got = ready > 0 ? read(STDIN_FILENO, bytes, sizeof bytes) : -1;
  if (got == 0) return 0;
  if (got < 0 && ready > 0 && errno != EINTR && errno != EAGAIN) return 0;
  lua_pushlstring(L, bytes, got > 0 ? (size_t)got : 0);
  return 1;
}

/* core.hash(string) -> a collision-resistant hash, 64 hexadecimal digits. */
static int module_hash (lua_State *L) {
  size_t size;
  const char *bytes = luaL_checklstring(L, 1, &size);
  char text[DIGEST_DIGITS + 1];
  Digest digest;
  digest_begin(&digest);
  digest_add(&digest, bytes, size);
  lua_pushstring(L, digest_end_text(&digest, text));
  return 1;
}

/*
** core.integers(list) -> the text of the integers that a list begins with, as in "i3\0i-7", and how many these are. Fingerprints read
** the weights of learnt evaluations, many thousands of them, before each search with a table.
*/
static int module_integers (lua_State *L) {
  lua_Integer count = 0, keys = 0;
  luaL_Buffer text;
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_buffinit(L, &text);
  for (;;) {
    if (lua_rawgeti(L, 1, count + 1), !lua_isinteger(L, -1)) break;
    const lua_Integer value = lua_tointeger(L, -1);
    lua_pop(L, 1);
    char digits[24], *end = digits + sizeof digits, *at = values_write(value, end);
    *--at = 'i';
    if (count++ > 0) *--at = '\0';
    luaL_addlstring(&text, at, (size_t)(end - 1 - at));
  }
  lua_pop(L, 1);
  luaL_pushresult(&text);
  for (lua_pushnil(L); keys <= count && lua_next(L, 1); lua_pop(L, 1)) keys++;
  lua_settop(L, 2);
  lua_pushinteger(L, count);
  lua_pushboolean(L, keys == count);
  return 3;
}

static void push_native (lua_State *L) {
  unit_register(L);
  compiler_register(L);
  lua_newtable(L);
  unit_set_functions(L);
  luaL_setfuncs(L, folder_functions, 0);
  compiler_set_functions(L);
}

/* The names of the games, commands and pages that come with gts: lists, each behind its name and ended by NULL. The Makefile makes them. */
extern const char *const shipped[];

static void push_shipped (lua_State *L) {
  lua_newtable(L);
  for (const char *const *name = shipped; *name; name++) {
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_setfield(L, -3, *name++);
    for (lua_Integer i = 1; *name; name++, i++) lua_pushstring(L, *name), lua_rawseti(L, -2, i);
    lua_pop(L, 1);
  }
}

static void push_options (lua_State *L) { options_push_rows(L, common_options); }

/* A table of the same fields. */
static void push_copy (lua_State *L, int from) {
  from = lua_absindex(L, from);
  lua_newtable(L);
  for (lua_pushnil(L); lua_next(L, from); lua_pop(L, 1)) {
    lua_pushvalue(L, -2);
    lua_pushvalue(L, -2);
    lua_rawset(L, -5);
  }
}

/*
** core.names: what Lua's own names meant when gts was loaded. The modules of gts take it as their environment, so that a program may
** call its own things `table` or `type`. The libraries are copied; `package` and `_G` are what they are.
*/
static void push_names (lua_State *L) {
  static const char *const libraries[] = {"coroutine", "debug", "io", "math", "os", "string", "table", "utf8"};
  lua_pushglobaltable(L);
  push_copy(L, -1);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
    if (lua_getfield(L, -1, libraries[i]) == LUA_TTABLE) {
      push_copy(L, -1);
      lua_setfield(L, -4, libraries[i]);
    }
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  lua_remove(L, -2);
}

/* core.clock([ahead]) -> seconds since some fixed moment, and those by which it was moved ahead, as specs do. */
static int module_clock (lua_State *L) {
  clock_ahead(luaL_optnumber(L, 1, 0));
  lua_pushnumber(L, clock_now());
  return 1;
}

/* Fields of core that are made when they are first asked for, by a function or as a table of functions. */
static const struct { const char *name; void (*push) (lua_State *); const luaL_Reg *functions; } fields[] = {
  {"algorithms", algorithms_push_list, NULL}, {"hidden", algorithms_push_hidden, NULL}, {"options", push_options, NULL}, {"native", push_native, NULL},
  {"confined", confined_push_functions, NULL}, {"files", NULL, files_functions}, {"databases", NULL, database_functions},
  {"groups", NULL, group_functions}, {"child", NULL, child_functions}, {"coprocess", NULL, coprocess_functions},
  {"shipped", push_shipped, NULL}
};

/* __index of core. */
static int module_field (lua_State *L) {
  const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    if (strcmp(fields[i].name, name) != 0) continue;
    if (fields[i].push) fields[i].push(L);
    else lua_newtable(L), luaL_setfuncs(L, fields[i].functions, 0);
    lua_pushvalue(L, -1);
    lua_setfield(L, 1, name);
    return 1;
  }
  return 0;
}

int luaopen_gts_core (lua_State *L);

__attribute__((visibility("default"))) int luaopen_gts_core (lua_State *L) {
  static const luaL_Reg functions[] = {
    {"search", search_call}, {"traceback", error_origin_traceback}, {"noted", error_origin_noted}, {"watchdog", watchdog_start},
    {"clock", module_clock}, {"tree", trees_explicit}, {"implicit", trees_implicit}, {"tree_rules", trees_rules},
    {"tree_fingerprint", trees_fingerprint},
    {"table", table_new}, {"load_table", table_load}, {"bind_table", table_bind}, {"is_table", table_is},
#ifdef HAVE_LEARN
    {"learner", learner_new},
#endif
    {"load_algorithm", algorithms_load}, {"script", script_algorithm},
    {"hash", module_hash}, {"integers", module_integers}, {"equal", values_equal}, {"input", input_read}, {"json", json_write}, {"read_json", json_read},
    {NULL, NULL}
  };
  luaL_checkversion(L);
  luaL_newlib(L, functions);
  origin_set_functions(L);
  table_set_sizes(L);
  push_names(L);
  lua_setfield(L, -2, "names");
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, module_field);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  for (int i = 0; !confined_place_stays && i < 2; i++, lua_pop(L, 1)) lua_getfield(L, -1, i ? "native" : "confined");
  lua_newtable(L);              /* what cannot be had: name -> why, in words; filled by a program on a poor system */
  lua_setfield(L, -2, "lacks");
  built_set_fields(L);
  return 1;
}
