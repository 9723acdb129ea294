/*
** What this gts was built of. core.built is a table: `lua`, the release of Lua; `zstd`, that of libzstd, nil without it; `seccomp`, can
** the worker filter system calls?; `static`, does the program carry all that it needs? The Makefile says what the compiler does not.
** core.formats: the numbers of the files that the engine writes.
*/
#include "call/built.h"

#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

#include "call/table.h"
#include "call/version.h"
#include "rules/values.h"
#include "solve/part.h"

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

void built_set_fields (lua_State *L) {
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
