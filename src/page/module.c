/*
** The Lua module gts.http: a server on the loopback address. It is a separate module, so that only
** programs that serve load libmicrohttpd, and the libraries that this needs.
**
** http.listen(port) -> server; nil and why not server:port(), server:connections() -> integers server:wait(seconds) -> a request, as soon
** as there is one; nil after that time, or when a signal came request: a table with `id`, `method`, `path`, `body`, and of its header
** `host`, `origin`, `site` (Sec-Fetch-Site), `kind` (Content-Type) and `authorization`, where it has them server:answer(id, status, body,
** fields) -> was there such a request? It is answered once; `fields`: header fields by their names server:close()
*/
#include <errno.h>
#include <math.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <lauxlib.h>
#include <lua.h>
#include <microhttpd.h>

#include "base/clock.h"

/*
** A server of HTTP on the loopback address, by libmicrohttpd, without threads: nothing happens but in server_wait.
**
** A request is handed out when it has wholly come, and its connection sleeps until it is answered, which may be much later. So the code
** that answers is never called from inside the library, and can be in the middle of something else.
*/

#define MOST_BODY ((size_t)64 << 10)    /* bytes of a request's body; more is refused with 413 */
#define MOST_CONNECTIONS 250            /* at once; others wait to be let in */
#define PATIENCE 10                     /* seconds until a connection that says nothing is closed */

/* Where an answer is not a text alone: names and values of header fields, until a name is NULL. */
typedef struct Field { const char *name, *value; } Field;

#define MEMORY ((size_t)24 << 10)       /* bytes for the header of a request, and for what is under way */
#define BACKLOG 128

/* READING until all of it has come, COME until it is handed out, OUT until it is answered, ANSWERED until it is gone. */
typedef enum Stage { READING, COME, OUT, ANSWERED } Stage;

typedef struct Request {
  struct Request *next;                        /* of those that are COME or OUT, in the order in which they came */
  struct MHD_Connection *connection;
  char *method, *path, *body;
  size_t size;
  Stage stage;
  int status;
  struct MHD_Response *response;        /* when ANSWERED; NULL: there was no memory for it */
} Request;

typedef struct Server {
  struct MHD_Daemon *daemon;
  Request *requests;
  int port;
} Server;

/* A request. */

static void free_request (Request *request) {
  if (request->response) MHD_destroy_response(request->response);
  free(request->method);
  free(request->path);
  free(request->body);
  free(request);
}

static Request *new_request (struct MHD_Connection *connection, const char *method, const char *path) {
  Request *request = calloc(1, sizeof *request);
  if (request == NULL) return NULL;
  request->connection = connection;
  request->method = strdup(method);
  request->path = strdup(path);
  if (request->method && request->path) return request;
  free_request(request);
  return NULL;
}

static bool append (Request *request, const char *bytes, size_t size) {
  char *body = realloc(request->body, request->size + size);
  if (body == NULL) return false;
  memcpy(body + request->size, bytes, size);
  request->body = body;
  request->size += size;
  return true;
}

static void link_last (Server *server, Request *request) {
  Request **last = &server->requests;
  while (*last) last = &(*last)->next;
  *last = request;
}

static void unlink_request (Server *server, const Request *request) {
  for (Request **at = &server->requests; *at; at = &(*at)->next) {
    if (*at != request) continue;
    *at = request->next;
    return;
  }
}

/* Callbacks of libmicrohttpd. */

static enum MHD_Result refuse (struct MHD_Connection *connection, unsigned status, const char *why) {
  struct MHD_Response *response = MHD_create_response_from_buffer(strlen(why), (void *)(size_t)why, MHD_RESPMEM_PERSISTENT);
  if (response == NULL) return MHD_NO;
  MHD_add_response_header(response, "Content-Type", "text/plain; charset=utf-8");
  MHD_add_response_header(response, "Connection", "close");
  enum MHD_Result queued = MHD_queue_response(connection, status, response);
  MHD_destroy_response(response);
  return queued;
}

/* The first call for a request, when its header has come: what says that it will be too large is not even read. */
static enum MHD_Result begin (struct MHD_Connection *connection, const char *method, const char *path, void **memo) {
  const char *length = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Content-Length");
  *memo = new_request(connection, method, path);
  if (*memo == NULL) return MHD_NO;
  if (length && strtod(length, NULL) > (double)MOST_BODY)
    return refuse(connection, MHD_HTTP_CONTENT_TOO_LARGE, "the request is too large\n");
  return MHD_YES;
}

static enum MHD_Result take (Request *request, const char *bytes, size_t *size) {
  /* A length that was not announced: the library lets nothing be answered here, so the connection is cut. */
  if (request->size + *size > MOST_BODY || !append(request, bytes, *size)) return MHD_NO;
  *size = 0;
  return MHD_YES;
}

static enum MHD_Result on_request (void *context, struct MHD_Connection *connection, const char *path, const char *method,
                                   const char *version, const char *bytes, size_t *size, void **memo) {
  Server *server = context;
  Request *request = *memo;
  (void)version;
  if (request == NULL) return begin(connection, method, path, memo);
  if (*size > 0) return take(request, bytes, size);
  if (request->stage == ANSWERED) {
    return request->response ? MHD_queue_response(connection, (unsigned)request->status, request->response) : MHD_NO;
  }
  if (request->stage == READING) {
    request->stage = COME;
    link_last(server, request);
    MHD_suspend_connection(connection);
  }
  return MHD_YES;
}

static void on_end (void *context, struct MHD_Connection *connection, void **memo, enum MHD_RequestTerminationCode how) {
  (void)connection, (void)how;
  if (*memo == NULL) return;
  unlink_request(context, *memo);
  free_request(*memo);
  *memo = NULL;
}

/* Paths are for comparing with those that are known: a code for a zero would end them. */
static size_t unescape (void *context, struct MHD_Connection *connection, char *text) {
  (void)context, (void)connection;
  if (strstr(text, "%00")) text[0] = '\0';
  return MHD_http_unescape(text);
}

/* The server. */

static int listen_on (int port) {
  struct sockaddr_in address = {
    .sin_family = AF_INET, .sin_port = htons((unsigned short)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)
  };
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (listener < 0) return -1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof (int));
  if (bind(listener, (struct sockaddr *)&address, sizeof address) == 0 && listen(listener, BACKLOG) == 0) return listener;
  int why = errno;
  close(listener);
  errno = why;
  return -1;
}

static int port_of (int listener) {
  struct sockaddr_in address;
  socklen_t size = sizeof address;
  return getsockname(listener, (struct sockaddr *)&address, &size) == 0 ? ntohs(address.sin_port) : 0;
}

/* Listens on 127.0.0.1; port 0: one that is free. NULL: `errno` says why not. */
static Server *server_open (int port) {
  Server *server = calloc(1, sizeof *server);
  if (server == NULL) return NULL;
  int listener = listen_on(port);
  if (listener >= 0) {
    server->port = port_of(listener);
    server->daemon = MHD_start_daemon(MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, on_request, server,
      MHD_OPTION_LISTEN_SOCKET, listener, MHD_OPTION_NOTIFY_COMPLETED, on_end, server,
      MHD_OPTION_UNESCAPE_CALLBACK, unescape, NULL,
      MHD_OPTION_CONNECTION_LIMIT, (unsigned)MOST_CONNECTIONS, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)PATIENCE,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, MEMORY, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
    if (server->daemon) return server;
    close(listener);
    errno = EMFILE;
  }
  int why = errno;
  free(server);
  errno = why;
  return NULL;
}

static Request *hand_out (Server *server) {
  for (Request *request = server->requests; request; request = request->next) {
    if (request->stage != COME) continue;
    request->stage = OUT;
    return request;
  }
  return NULL;
}

/* Sleeps until there is something to do, but no longer. False: a signal came. */
static bool doze (Server *server, double seconds) {
  MHD_UNSIGNED_LONG_LONG library;
  double milliseconds = ceil(1000 * fmin(seconds, 3600));
  if (MHD_get_timeout(server->daemon, &library) == MHD_YES) milliseconds = fmin(milliseconds, (double)library);
  struct pollfd one = {.fd = MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd, .events = POLLIN};
  return poll(&one, 1, (int)milliseconds) >= 0;
}

/*
** Serves for at most `seconds` (0: what can be done without waiting), less when a signal comes. Returns the first request that has wholly
** come and was not handed out yet, or NULL. It lives until it is answered or the server is closed.
*/
static Request *server_wait (Server *server, double seconds) {
  double end = clock_now() + seconds, left = seconds;
  for (;;) {
    MHD_run(server->daemon);
    Request *request = hand_out(server);
    if (request || left <= 0 || !doze(server, left)) return request;
    left = end - clock_now();
  }
}

static struct MHD_Response *make_response (const char *body, size_t size, const Field *fields) {
  struct MHD_Response *response = MHD_create_response_from_buffer(size, (void *)(size_t)body, MHD_RESPMEM_MUST_COPY);
  for (const Field *field = fields; response && field->name; field++) {
    if (MHD_add_response_header(response, field->name, field->value) == MHD_YES) continue;
    MHD_destroy_response(response);
    response = NULL;
  }
  return response;
}

/* Answers a request that was handed out, and forgets it. False: there was no memory for it, and the connection is closed. */
static bool server_answer (Server *server, Request *request, int status, const char *body, size_t size, const Field *fields) {
  unlink_request(server, request);
  request->status = status;
  request->response = make_response(body, size, fields);
  request->stage = ANSWERED;
  bool made = request->response != NULL;
  MHD_resume_connection(request->connection);   /* may be gone from here on */
  return made;
}

/* Ends all connections, those that wait for an answer too, and frees the server. */
static void server_close (Server *server) {
  static const Field none[] = {{NULL, NULL}};
  while (server->requests) server_answer(server, server->requests, MHD_HTTP_SERVICE_UNAVAILABLE, "", 0, none);
  MHD_run(server->daemon);
  MHD_stop_daemon(server->daemon);
  free(server);
}

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
  lua_pushinteger(L, check_handle(L)->server->port);
  return 1;
}

static int http_connections (lua_State *L) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(check_handle(L)->server->daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);
  lua_pushinteger(L, info ? (lua_Integer)info->num_connections : 0);
  return 1;
}

static void set_field (lua_State *L, const Request *request, const char *name, const char *field) {
  const char *value = MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, field);
  if (value == NULL) return;
  lua_pushstring(L, value);
  lua_setfield(L, -2, name);
}

/* Its path is without the query; %-codes are decoded. */
static void push_request (lua_State *L, const Request *request, lua_Integer id) {
  lua_createtable(L, 0, 9);
  lua_pushinteger(L, id);
  lua_setfield(L, -2, "id");
  lua_pushstring(L, request->method);
  lua_setfield(L, -2, "method");
  lua_pushstring(L, request->path);
  lua_setfield(L, -2, "path");
  lua_pushlstring(L, request->body, request->size);      /* NULL, where its size is 0 */
  lua_setfield(L, -2, "body");
  set_field(L, request, "host", "Host");
  set_field(L, request, "origin", "Origin");
  set_field(L, request, "site", "Sec-Fetch-Site");
  set_field(L, request, "kind", "Content-Type");
  set_field(L, request, "authorization", "Authorization");
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
  luaL_setfuncs(L, (const luaL_Reg[]){{"__gc", http_close}, {"__close", http_close}, {NULL, NULL}}, 0);
  luaL_newlib(L, ((const luaL_Reg[]){{"listen", http_listen}, {NULL, NULL}}));
  return 1;
}
