/*
** refuse: memory that runs out when a spec says so.
**
** The engine takes all its memory through the allocator of the Lua state it runs in. For the time of one protected call this
** module puts another in its place, which refuses every request for more from the k-th on; and it holds what was taken against
** what Lua itself counts, so that what the engine took and did not give back shows.
*/
#include <stddef.h>
#include <stdint.h>

#include <lauxlib.h>
#include <lua.h>

typedef struct Allocator {
  lua_Alloc allocate;   /* the state's own */
  void *data;
  lua_Integer requests; /* for more memory, so far */
  lua_Integer first;    /* the first request to be refused; 0: none */
  int64_t taken;        /* bytes taken and not given back */
} Allocator;

static void *allocate (void *data, void *block, size_t old_size, size_t new_size) {
  Allocator *a = data;
  size_t held = block ? old_size : 0;   /* without a block old_size is the kind of object */
  if (new_size > held && ++a->requests >= a->first && a->first > 0) return NULL;
  void *result = a->allocate(a->data, block, old_size, new_size);
  if (result || new_size == 0) a->taken += (int64_t)new_size - (int64_t)held;
  return result;
}

static int64_t counted_by_lua (lua_State *L) {
  return (int64_t)lua_gc(L, LUA_GCCOUNT) * 1024 + lua_gc(L, LUA_GCCOUNTB);
}

/*
** refuse.call(k, f, ...) -> requests, leaked, ok, results or error: calls f, protected, with the k-th request for memory and all
** later ones refused; k = 0 refuses none. `requests` is how many there were, `leaked` the bytes taken that are not Lua's.
*/
static int call (lua_State *L) {
  Allocator a = {.first = luaL_checkinteger(L, 1)};
  luaL_checkany(L, 2);
  lua_settop(L, lua_gettop(L) < 20 ? lua_gettop(L) : 20);
  luaL_checkstack(L, 20, NULL);
  a.allocate = lua_getallocf(L, &a.data);
  int64_t before = counted_by_lua(L);
  lua_setallocf(L, allocate, &a);
  int status = lua_pcall(L, lua_gettop(L) - 2, LUA_MULTRET, 0);
  lua_setallocf(L, a.allocate, a.data);
  int64_t leaked = a.taken - (counted_by_lua(L) - before);
  luaL_checkstack(L, 3, NULL);
  lua_pushinteger(L, a.requests);
  lua_replace(L, 1);
  lua_pushinteger(L, leaked);
  lua_insert(L, 2);
  lua_pushboolean(L, status == LUA_OK);
  lua_insert(L, 3);
  return lua_gettop(L);
}

int luaopen_refuse (lua_State *L);

__attribute__((visibility("default"))) int luaopen_refuse (lua_State *L) {
  lua_newtable(L);
  lua_pushcfunction(L, call);
  lua_setfield(L, -2, "call");
  return 1;
}
