/*
** The worker of confined searches: worker FOLDER SECONDS MEMORY [MODULE]. It is a separate program, so that it inherits no threads,
** handlers or open files of a host; it is started by src/system/confined.c, and stands beside the module gts.core.
**
** In a Lua state that can hold no more than MEMORY it loads the modules of gts from FOLDER. Then it locks itself in. What it is asked,
** and what it answers, goes over the channel; MODULE says how, which is gts.program.worker as a rule.
*/
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "base/stack.h"
#include "worker/jail.h"

#define STACK_BYTES ((size_t)64 << 20)  /* deep trees need a deep stack */
#define OWN_BYTES ((size_t)16 << 20)    /* for what is no rule's: the modules of gts, the C library's, and the answer */

/* How memory is counted. */
typedef struct Purse {
  size_t held, most;
  int refused;                  /* more was asked for than there is */
} Purse;

static Purse purse = {0, SIZE_MAX, 0};
static size_t memory;           /* what rules may hold */

static void *allocate (void *unused, void *block, size_t old_size, size_t new_size) {
  size_t before = block ? old_size : 0;
  (void)unused;
  if (new_size == 0) {
    free(block);
    purse.held -= before;
    return NULL;
  }
  void *made = new_size > before && new_size - before > purse.most - purse.held ? NULL : realloc(block, new_size);
  if (made) purse.held += new_size - before;
  else purse.refused = 1;
  return made;
}

/* The channel. A parent that is gone is no reason to go on. */

static void read_all (void *bytes, size_t size) {
  for (size_t done = 0; done < size; ) {
    ssize_t got = read(JAIL_CHANNEL, (char *)bytes + done, size - done);
    if (got <= 0) _exit(1);
    done += (size_t)got;
  }
}

static void write_all (const void *bytes, size_t size) {
  for (size_t done = 0; done < size; ) {
    ssize_t put = write(JAIL_CHANNEL, (const char *)bytes + done, size - done);
    if (put <= 0) _exit(1);
    done += (size_t)put;
  }
}

/* channel.receive() -> what the parent says. */
static int channel_receive (lua_State *L) {
  uint32_t size;
  read_all(&size, sizeof size);
  read_all(lua_newuserdatauv(L, size, 0), size);
  lua_pushlstring(L, lua_touserdata(L, -1), size);
  return 1;
}

/* channel.send(text) */
static int channel_send (lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  uint32_t size = (uint32_t)length;
  write_all(&size, sizeof size);
  write_all(text, length);
  return 0;
}

/* channel.lock() -> what could be had: words, separated by blanks. */
static int channel_lock (lua_State *L) {
  stack_floor();                /* asked while it can be: it is in a file */
  unsigned had = jail_lock(memory + OWN_BYTES);
  purse = (Purse){purse.held, purse.held + memory, 0};
  lua_pushfstring(L, "%s%s%s%s", had & JAIL_MEMORY ? "memory " : "", had & JAIL_FILES ? "files " : "",
                  had & JAIL_CALLS ? "calls " : "", had & JAIL_RIGHTS ? "rights " : "");
  return 1;
}

/* channel.spare() -> was more memory asked for than there was? From now on there is some more: for the answer. */
static int channel_spare (lua_State *L) {
  lua_pushboolean(L, purse.refused);
  purse.most += OWN_BYTES / 2;
  return 1;
}

int luaopen_gts_core (lua_State *L);

static void open_libraries (lua_State *L) {
  static const luaL_Reg libraries[] = {
    {LUA_GNAME, luaopen_base}, {LUA_LOADLIBNAME, luaopen_package}, {LUA_COLIBNAME, luaopen_coroutine}, {LUA_TABLIBNAME, luaopen_table},
    {LUA_STRLIBNAME, luaopen_string}, {LUA_MATHLIBNAME, luaopen_math}, {LUA_UTF8LIBNAME, luaopen_utf8}, {LUA_DBLIBNAME, luaopen_debug}
  };
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
    luaL_requiref(L, libraries[i].name, libraries[i].func, 1);
    lua_pop(L, 1);
  }
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  lua_pushcfunction(L, luaopen_gts_core);
  lua_setfield(L, -2, "gts.core");
  lua_pop(L, 1);
}

/* The modules of gts are in the folder, and nothing else is. */
static void set_paths (lua_State *L, const char *folder) {
  lua_getglobal(L, "package");
  lua_pushfstring(L, "%s/?.lua;%s/?/init.lua", folder, folder);
  lua_setfield(L, -2, "path");
  lua_pushliteral(L, "");
  lua_setfield(L, -2, "cpath");
  lua_pop(L, 1);
}

/* The protected part: the folder and the module are the arguments. */
static int run (lua_State *L) {
  static const luaL_Reg functions[] = {
    {"receive", channel_receive}, {"send", channel_send}, {"lock", channel_lock}, {"spare", channel_spare}, {NULL, NULL}
  };
  open_libraries(L);
  set_paths(L, luaL_checkstring(L, 1));
  lua_getglobal(L, "require");
  lua_pushliteral(L, "gts");
  lua_call(L, 1, 0);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_getfield(L, -1, "gts.core");
  lua_getfield(L, -1, "names");
  lua_getfield(L, -1, "require");
  lua_pushvalue(L, 2);
  lua_call(L, 1, 1);
  luaL_newlib(L, functions);
  lua_call(L, 1, 0);
  return 0;
}

int main (int argc, char **argv) {
  double seconds = argc == 4 || argc == 5 ? strtod(argv[2], NULL) : 0;
  if (!(seconds > 0)) {
    fprintf(stderr, "this is a part of gts: see 'gts help sandbox'\n");
    return 2;
  }
  memory = (size_t)strtoull(argv[3], NULL, 10);
  jail_limit(seconds, STACK_BYTES);
  lua_State *L = lua_newstate(allocate, NULL);
  if (L == NULL) _exit(1);
  lua_pushcfunction(L, run);
  lua_pushstring(L, argv[1]);
  lua_pushstring(L, argc == 5 ? argv[4] : "gts.program.worker");
  /* What fails here has not been answered: the parent sees the end, and how it was. Nothing is closed, so that no finalizer runs. */
  _exit(lua_pcall(L, 2, 0, 0) == LUA_OK ? 0 : purse.refused ? 3 : 1);
}
