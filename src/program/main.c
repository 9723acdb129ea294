/*
** The program gts: a Lua state with the engine inside, line editing, and Ctrl-C. What it does with its arguments is said in
** lua/gts/program/cli.lua; here is only what Lua cannot do.
*/
#include <fcntl.h>
#include <langinfo.h>
#include <libgen.h>
#include <limits.h>
#include <locale.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "program/editor.h"
#include "program/output.h"
#include "program/static/carried.h"
#include "system/confined.h"
#include "system/interrupt.h"
#include "system/modules.h"

/* A static program has no locale but those that the C library carries. */
#ifdef GTS_STATIC
#define LOCALE "C.UTF-8"
#else
#define LOCALE ""
#endif

#define EXIT_ERROR 1
#define STACK_BYTES ((rlim_t)64 << 20)  /* deep trees need a deep stack; the system leaves room for this much */

int luaopen_gts_core (lua_State *L);
int luaopen_gts_http (lua_State *L);

/* terminal.guard(handler, f, ...): xpcall(f, handler, ...), and Ctrl-C ends it with the error "interrupted". */
static int terminal_guard (lua_State *L) {
  Interrupt interrupt;
  luaL_checkany(L, 2);
  interrupt_begin(&interrupt, L, interrupt_raise);
  int status = lua_pcall(L, lua_gettop(L) - 2, LUA_MULTRET, 1);
  interrupt_end(&interrupt);
  lua_pushboolean(L, status == LUA_OK);
  lua_replace(L, 1);
  return lua_gettop(L);
}

/* terminal.presses() -> how often Ctrl-C was pressed while something ran. */
static int terminal_presses (lua_State *L) {
  lua_pushinteger(L, interrupt_presses());
  return 1;
}

/* terminal.is_terminal() -> are both input and output a terminal? */
static int terminal_is_terminal (lua_State *L) {
  lua_pushboolean(L, isatty(STDIN_FILENO) && isatty(STDOUT_FILENO));
  return 1;
}

/* terminal.shows(stream) -> is the stream, "output" or "errors", a terminal? */
static int terminal_shows (lua_State *L) {
  static const char *const streams[] = {"output", "errors", NULL};
  lua_pushboolean(L, isatty(luaL_checkoption(L, 1, NULL, streams) == 1 ? STDERR_FILENO : STDOUT_FILENO));
  return 1;
}

/* terminal.resume: coroutine.resume, so that Ctrl-C finds its way into the coroutine that runs. */
static int terminal_resume (lua_State *L) {
  lua_State *thread = lua_tothread(L, 1);
  lua_State *before = thread ? interrupt_follow(thread) : NULL;
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);  /* raises no error if it is given a thread */
  if (before) interrupt_follow(before);
  return lua_gettop(L);
}

/* Where the modules are: beside the program in a package, or in the tree it was built in, or where both were installed. */

#ifdef GTS_STATIC

/* The program carries them. */
static void find_modules (lua_State *L) {
  modules_set_path(L, "path", CARRIED_ROOT "?.lua;" CARRIED_ROOT "?/init.lua");
  modules_open(CARRIED_ROOT "modules");
#ifdef HAVE_HTTP
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  lua_pushcfunction(L, luaopen_gts_http);
  lua_setfield(L, -2, "gts.http");
  lua_pop(L, 1);
#endif
}

#else

static void find_modules (lua_State *L) {
  char program[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  if (length <= 0) return;
  program[length] = '\0';
  const char *folder = dirname(program);
  static const char *const libraries[] = {PLACES}, *const places[] = {"/lua", "/../lua", "/../../lua", "/../share/lua/5.4"};
  for (size_t i = sizeof libraries / sizeof *libraries; i-- > 0;)
    modules_set_path(L, "cpath", lua_pushfstring(L, "%s/%s/?.so", folder, libraries[i]));
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
    modules_open(lua_pushfstring(L, "%s/%s/gts/modules", folder, libraries[i]));
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    char lua[PATH_MAX];
    if (realpath(lua_pushfstring(L, "%s%s/gts/init.lua", folder, places[i]), lua) == NULL) continue;
    const char *modules = dirname(dirname(lua));
    modules_set_path(L, "path", lua_pushfstring(L, "%s/?.lua;%s/?/init.lua", modules, modules));
    return;
  }
}

#endif

static void push_terminal (lua_State *L) {
  static const luaL_Reg functions[] = {
    {"guard", terminal_guard}, {"presses", terminal_presses}, {"is_terminal", terminal_is_terminal},
    {"shows", terminal_shows}, {"say", output_call},
    {NULL, NULL}
  };
  luaL_newlib(L, functions);
  editor_set_functions(L);
  lua_getglobal(L, "coroutine");
  lua_getfield(L, -1, "resume");
  lua_pushcclosure(L, terminal_resume, 1);
  lua_setfield(L, -3, "resume");
  lua_pop(L, 1);
}

static void push_arguments (lua_State *L, int argc, char **argv) {
  lua_createtable(L, argc, 1);
  for (int i = 0; i < argc; i++) {
    lua_pushstring(L, argv[i]);
    lua_rawseti(L, -2, i);
  }
}

/* require "gts", whose text is not parsed either, where the archive has it: by then it loads the other modules so. */
static void require_gts (lua_State *L) {
  static const char code[] = "local load = require('gts.core').modules.load; local file = package.searchpath('gts', package.path)\n"
    "package.preload.gts = file and load('gts.init', file, _G); require 'gts'";
  if (luaL_loadstring(L, code) != LUA_OK) lua_error(L);
  lua_call(L, 0, 0);
}

/* The protected part: the arguments are argc and argv; the result is the exit code. */
static int run (lua_State *L) {
  int argc = (int)lua_tointeger(L, 1);
  char **argv = lua_touserdata(L, 2);
  confined_place_stays = true;
  lua_gc(L, LUA_GCSTOP);        /* all that is made until then stays */
  luaL_openlibs(L);
  output_warnings(L);
  find_modules(L);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  lua_pushcfunction(L, luaopen_gts_core);
  lua_setfield(L, -2, "gts.core");
  lua_getglobal(L, "require");
  lua_pushliteral(L, "gts.core");
  lua_call(L, 1, 1);
  modules_push_functions(L);
  lua_setfield(L, -2, "modules");
  require_gts(L);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_getfield(L, -1, "gts.core");
  lua_getfield(L, -1, "names");
  lua_getfield(L, -1, "require");               /* so that it has the names of gts too: see lua/gts/init.lua */
  lua_pushliteral(L, "gts.program.cli");
  lua_call(L, 1, 1);
  push_arguments(L, argc, argv);
  push_terminal(L);
  lua_gc(L, LUA_GCRESTART);
  lua_call(L, 2, 1);
  return 1;
}

/* Says the error on top of the stack. It may be anything, and its __tostring may raise another. */
static void complain (lua_State *L) {
  size_t size;
  const char *text = lua_tolstring(L, -1, &size);
  fputs("gts: ", stderr);
  if (text) output_write(stderr, text, size);
  else fprintf(stderr, "an error that is a %s", luaL_typename(L, -1));
  fputc('\n', stderr);
}

/*
** Opens /dev/null in the place of closed standard files, where the first file that is opened would otherwise be read as what is typed. It
** is opened for reading alone, so that writing to it is an error that is reported.
*/
static void hold_standard_files (void) {
  int file;
  while ((file = open("/dev/null", O_RDONLY)) >= 0 && file <= STDERR_FILENO) continue;
  if (file > STDERR_FILENO) close(file);
}

int main (int argc, char **argv) {
  hold_standard_files();
  signal(SIGXFSZ, SIG_IGN);     /* a file that may grow no more is an error of writing it */
  struct rlimit stack;
  if (getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur != RLIM_INFINITY && stack.rlim_cur < STACK_BYTES) {
    stack.rlim_cur = stack.rlim_max == RLIM_INFINITY || stack.rlim_max > STACK_BYTES ? STACK_BYTES : stack.rlim_max;
    setrlimit(RLIMIT_STACK, &stack);
  }
  if (setlocale(LC_CTYPE, LOCALE) != NULL && strcmp(nl_langinfo(CODESET), "UTF-8") == 0)
    setlocale(LC_CTYPE, "C.UTF-8");     /* the capital of a Turkish i is no I */
  lua_State *L = luaL_newstate();
  if (L == NULL) {
    fprintf(stderr, "gts: not enough memory\n");
    return EXIT_ERROR;
  }
  lua_pushcfunction(L, run);
  lua_pushinteger(L, argc);
  lua_pushlightuserdata(L, argv);
  int code = EXIT_ERROR;
  if (lua_pcall(L, 2, 1, 0) == LUA_OK) code = (int)lua_tointeger(L, -1);
  else complain(L);
  lua_close(L);
  editor_close();
  /* A write that Ctrl-C has cut off is no failure: it was to end, as the code that wrote. */
  if (fflush(stdout) == 0 && (!ferror(stdout) || interrupt_presses() > 0)) return code;
  fprintf(stderr, "gts: not all that was to be written could be\n");
  return code ? code : EXIT_ERROR;
}
