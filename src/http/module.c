/*
** The Lua module gts.http: a server on the loopback address. It is a separate module, so that only
** programs that serve load libmicrohttpd, and the libraries that this needs.
**
** http.listen(port) -> server; nil and why not server:port(), server:connections() -> integers
** server:wait(seconds) -> a request, as soon as there is one; nil after that time, or when a signal
** came request: a table with `id`, `method`, `path`, `body`, and of its header `host`, `origin`,
** `site` (Sec-Fetch-Site) and `kind` (Content-Type), where it has them server:answer(id, status,
** body, fields) -> was there such a request? It is answered once; `fields`: header fields by their
** names server:close()
*/
#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include <lauxlib.h>
#include <lua.h>

#include "http/server.h"

#define SERVER "gts.http server"
#define MOST_FIELDS 16
#define OUT 1           /* the user value of a server: what was handed out, id -> request */

typedef struct Handle {
  Server *server;       /* NULL: it is closed */
  lua_Integer last;     /* the id that was given last */
} Handle;

static Handle *check_handle (lua_State *L) {
  Handle *handle = luaL_checkudata(L, 1, SERVER);
  luaL_argcheck(L, handle->server != NULL, 1, "the server is closed");
  return handle;
}

static int http_listen (lua_State *L) {
  lua_Integer port = luaL_checkinteger(L, 1);
  luaL_argcheck(L, port >= 0 && port <= 65535, 1, "a port is a number from 0 to 65535");
  Handle *handle = lua_newuserdatauv(L, sizeof *handle, 1);
  *handle = (Handle){NULL, 0};
  luaL_setmetatable(L, SERVER);
  lua_newtable(L);
  lua_setiuservalue(L, -2, OUT);
  handle->server = server_open((int)port);
  if (handle->server) return 1;
  lua_pushnil(L);
  lua_pushstring(L, strerror(errno));
  return 2;
}

static int http_close (lua_State *L) {
  Handle *handle = luaL_checkudata(L, 1, SERVER);
  if (handle->server) server_close(handle->server);
  handle->server = NULL;
  return 0;
}

static int http_port (lua_State *L) {
  lua_pushinteger(L, server_port(check_handle(L)->server));
  return 1;
}

static int http_connections (lua_State *L) {
  lua_pushinteger(L, server_connections(check_handle(L)->server));
  return 1;
}

static void set_field (lua_State *L, const Request *request, const char *name, const char *field) {
  const char *value = request_field(request, field);
  if (value == NULL) return;
  lua_pushstring(L, value);
  lua_setfield(L, -2, name);
}

static void push_request (lua_State *L, const Request *request, lua_Integer id) {
  size_t size;
  const char *body = request_body(request, &size);
  lua_createtable(L, 0, 8);
  lua_pushinteger(L, id);
  lua_setfield(L, -2, "id");
  lua_pushstring(L, request_method(request));
  lua_setfield(L, -2, "method");
  lua_pushstring(L, request_path(request));
  lua_setfield(L, -2, "path");
  lua_pushlstring(L, body, size);
  lua_setfield(L, -2, "body");
  set_field(L, request, "host", "Host");
  set_field(L, request, "origin", "Origin");
  set_field(L, request, "site", "Sec-Fetch-Site");
  set_field(L, request, "kind", "Content-Type");
}

static int http_wait (lua_State *L) {
  Handle *handle = check_handle(L);
  double seconds = luaL_checknumber(L, 2);
  lua_getiuservalue(L, 1, OUT);
  lua_pushboolean(L, false);
  lua_rawseti(L, -2, handle->last + 1);         /* so that there is room for the request */
  Request *request = server_wait(handle->server, seconds);
  if (request == NULL) return 0;
  lua_pushlightuserdata(L, request);
  lua_rawseti(L, -2, ++handle->last);
  push_request(L, request, handle->last);
  return 1;
}

/* The fields of the table at `index`, which stay in it. */
static void read_fields (lua_State *L, int index, Field *fields) {
  int count = 0;
  if (!lua_isnoneornil(L, index)) {
    luaL_checktype(L, index, LUA_TTABLE);
    for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
      bool texts = lua_type(L, -2) == LUA_TSTRING && lua_type(L, -1) == LUA_TSTRING;
      luaL_argcheck(L, texts && count < MOST_FIELDS, index, "bad fields");
      fields[count++] = (Field){lua_tostring(L, -2), lua_tostring(L, -1)};
    }
  }
  fields[count] = (Field){NULL, NULL};
}

static int http_answer (lua_State *L) {
  Handle *handle = check_handle(L);
  lua_Integer id = luaL_checkinteger(L, 2);
  int status = (int)luaL_checkinteger(L, 3);
  size_t size;
  const char *body = luaL_checklstring(L, 4, &size);
  Field fields[MOST_FIELDS + 1];
  lua_settop(L, 5);
  luaL_argcheck(L, status >= 200 && status < 600, 3, "a status is a number from 200 to 599");
  read_fields(L, 5, fields);
  lua_getiuservalue(L, 1, OUT);
  lua_rawgeti(L, -1, id);
  Request *request = lua_touserdata(L, -1);
  if (request) {
    lua_pushnil(L);
    lua_rawseti(L, -3, id);
    server_answer(handle->server, request, status, body, size, fields);
  }
  lua_pushboolean(L, request != NULL);
  return 1;
}

int luaopen_gts_http (lua_State *L);

__attribute__((visibility("default"))) int luaopen_gts_http (lua_State *L) {
  static const luaL_Reg methods[] = {
    {"port", http_port}, {"connections", http_connections}, {"wait", http_wait}, {"answer", http_answer}, {"close", http_close},
    {NULL, NULL}
  };
  luaL_checkversion(L);
  luaL_newmetatable(L, SERVER);
  luaL_newlib(L, methods);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, http_close);
  lua_setfield(L, -2, "__gc");
  lua_pushcfunction(L, http_close);
  lua_setfield(L, -2, "__close");
  luaL_newlib(L, ((const luaL_Reg[]){{"listen", http_listen}, {NULL, NULL}}));
  return 1;
}
