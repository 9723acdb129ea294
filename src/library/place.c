#include "library/place.h"

#include <dlfcn.h>
#include <libgen.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include <lauxlib.h>

#include "system/modules.h"

static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;     /* the archive of modules is opened once */

/* Where the Lua modules and the archive of them are, seen from this library: beside it, in the tree that it was built in, or where both
** were installed. */
static void find_modules (lua_State *L) {
  static const char *const archives[] = {"lib", "lua/5.4"};
  static const char *const places[] = {"lua", "../lua", "../../lua", "../share/lua/5.4", "../../share/lua/5.4"};
  char own[PATH_MAX], lua[PATH_MAX];
  Dl_info library;
  if (dladdr((const void *)&opening, &library) == 0 || realpath(library.dli_fname, own) == NULL) return;
  const char *folder = dirname(own);
  pthread_mutex_lock(&opening);
  for (size_t i = 0; i < sizeof archives / sizeof *archives; i++)
    if (snprintf(lua, sizeof lua, "%s/%s/gts/modules", folder, archives[i]) < (int)sizeof lua) modules_open(lua);
  pthread_mutex_unlock(&opening);
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    if (realpath(lua_pushfstring(L, "%s/%s/gts/init.lua", folder, places[i]), lua) == NULL) continue;
    const char *modules = dirname(dirname(lua));
    modules_set_path(L, "path", lua_pushfstring(L, "%s/?.lua;%s/?/init.lua", modules, modules));
    return;
  }
  luaL_error(L, "the Lua modules of gts are not where they belong, near %s", folder);
}

void place_describe (lua_State *L) {
  const int core = lua_gettop(L);
  find_modules(L);
  lua_getfield(L, core, "lacks");
  lua_pushliteral(L, "workers: not in a library: a copy of the caller's process may hang");
  lua_setfield(L, -2, "workers");
  modules_push_functions(L);
  lua_setfield(L, core, "modules");
  lua_settop(L, core);
}
