/*
** The program gts: a Lua state with the engine inside, line editing, and Ctrl-C. What it does with its arguments is said in
** lua/gts/program/cli.lua; here is only what Lua cannot do.
*/
#include <fcntl.h>
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
#include "program/say.h"
#include "program/static/carried.h"
#include "system/confined.h"
#include "system/digest.h"
#include "system/interrupt.h"
#ifdef CARRIES_TCC
#include "tcc/carried.h"
#endif

/*
** The Lua modules of gts as they were compiled when the program was built: that is read seven times as fast as their text. The text
** still has the say: where it is no longer what was compiled, it is the text that is loaded.
*/

#define STAMP LUA_RELEASE
#define SIZE_DIGITS 16
#define MOST_INDEX (1 << 20)    /* bytes; more of an index is taken for damage */
#define MOST_CODE (1 << 24)
#define SOURCE_AT 32            /* bytes of a code before the name of its source: the header, and how many upvalues there are */

typedef struct Entry {
  char digest[DIGEST_DIGITS + 1];
  size_t at, size;              /* where its code is in the archive */
} Entry;

/* The archive: the file, and its index with a newline before and a 0 behind it; NULL if there is none. */
static int archive = -1;
static char *entries;

static bool read_at (size_t at, char *bytes, size_t size) { return pread(archive, bytes, size, (off_t)at) == (ssize_t)size; }

/* Reads the index. False: it is damaged, or made for another Lua. */
static bool read_index (void) {
  char digits[SIZE_DIGITS + 1] = "", *end;
  if (!read_at(0, digits, SIZE_DIGITS)) return false;
  size_t size = strtoul(digits, &end, 10);
  if (end != digits + SIZE_DIGITS - 1 || *end != '\n' || size == 0 || size > MOST_INDEX) return false;
  entries = malloc(size + 2);
  if (entries == NULL) return false;
  entries[0] = '\n';
  entries[size + 1] = '\0';
  return read_at(SIZE_DIGITS, entries + 1, size) && strncmp(entries, "\n" STAMP "\n", sizeof "\n" STAMP) == 0;
}

/*
** Opens the archive of modules, which `gts modules` has written: first the size of its index, 16 bytes; then the index, text: a line
** that says for which Lua, and one for each module with its name, the digest of its text, and place and size of its code in the file;
** then the codes, each as string.dump gives it, but for the name of the source behind the first SOURCE_AT bytes. Without an archive,
** or where it is cut short or made for another Lua, all modules are loaded from their texts.
*/
static void modules_open (const char *path) {
  if (archive >= 0) return;
  archive = open(path, O_RDONLY | O_CLOEXEC);
  if (archive < 0 || read_index()) return;
  free(entries);
  entries = NULL;
}

static bool find (lua_State *L, const char *name, Entry *entry) {
  const char *line = entries ? strstr(entries, lua_pushfstring(L, "\n%s ", name)) : NULL;
  if (line == NULL) return false;
  return sscanf(line + 1, "%*s %64s %zu %zu", entry->digest, &entry->at, &entry->size) == 3 && entry->size >= SOURCE_AT &&
         entry->size <= MOST_CODE;
}

/* Is the text in a file the one that was compiled? */
static bool is_as_compiled (const char *name, const Entry *entry) {
  char part[1 << 14], text[DIGEST_DIGITS + 1];
  Digest digest;
  ssize_t got;
  int file = open(name, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  digest_begin(&digest);
  while ((got = read(file, part, sizeof part)) > 0) digest_add(&digest, part, (size_t)got);
  digest_end_text(&digest, text);
  close(file);
  return got == 0 && strcmp(text, entry->digest) == 0;
}

/* Writes a string as code has it: first its size and 1, seven bits a byte, the last of which is marked. Returns how many bytes. */
static size_t write_string (char *bytes, const char *text, size_t length) {
  size_t at = 0;
  int shift = 0;
  while ((length + 1) >> shift > 0x7f) shift += 7;
  for (; shift > 0; shift -= 7) bytes[at++] = (char)((length + 1) >> shift & 0x7f);
  bytes[at++] = (char)(((length + 1) & 0x7f) | 0x80);
  memcpy(bytes + at, text, length);
  return at + length;
}

/* Pushes the code of a module whose text is in `file`, as string.dump gives it; its size is in *size. NULL: it cannot be read. */
static const char *push_code (lua_State *L, const Entry *entry, const char *file, size_t *size) {
  enum { MOST_SIZE_BYTES = 10 };
  size_t length;
  const char *source = (lua_pushfstring(L, "@%s", file), lua_tolstring(L, -1, &length));
  char *code = lua_newuserdatauv(L, entry->size + MOST_SIZE_BYTES + length, 0);
  if (!read_at(entry->at, code, SOURCE_AT)) return NULL;
  size_t at = SOURCE_AT + write_string(code + SOURCE_AT, source, length), rest = entry->size - SOURCE_AT;
  *size = at + rest;
  return read_at(entry->at + SOURCE_AT, code + at, rest) ? code : NULL;
}

static int modules_load (lua_State *L) {
  const char *name = luaL_checkstring(L, 1), *file = luaL_checkstring(L, 2);
  luaL_checktype(L, 3, LUA_TTABLE);
  Entry entry;
  if (!find(L, name, &entry) || !is_as_compiled(file, &entry)) return 0;
  size_t size;
  const char *code = push_code(L, &entry, file, &size);
  if (code == NULL || luaL_loadbufferx(L, code, size, file, "b") != LUA_OK) return 0;
  lua_pushvalue(L, 3);
  lua_setupvalue(L, -2, 1);
  return 1;
}

/*
** Pushes a table of two: `stamp`, for which Lua archives must be made; and `load`, a function of the name of a module, the file that
** its text is in, and its environment. It gives the chunk, as loadfile would have it; nil if the archive does not have it or the text
** is another.
*/
static void modules_push_functions (lua_State *L) {
  lua_createtable(L, 0, 2);
  lua_pushliteral(L, STAMP);
  lua_setfield(L, -2, "stamp");
  lua_pushcfunction(L, modules_load);
  lua_setfield(L, -2, "load");
}

/* A static program has no locale but those that the C library carries. */
#ifdef GTS_STATIC
#define LOCALE "C.UTF-8"
#else
#define LOCALE ""
#endif

#define EXIT_ERROR 1
#define EXIT_INTERRUPTED 130
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

/* Where the modules are: beside the program in the tree it was built in, or where both were installed. */

static void set_path (lua_State *L, const char *field, const char *ours) {
  lua_getglobal(L, "package");
  lua_getfield(L, -1, field);
  lua_pushfstring(L, "%s;%s", ours, lua_tostring(L, -1));
  lua_setfield(L, -3, field);
  lua_pop(L, 2);
}

#ifdef GTS_STATIC

/* The program carries them. */
static void find_modules (lua_State *L) {
  set_path(L, "path", CARRIED_ROOT "?.lua;" CARRIED_ROOT "?/init.lua");
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
  static const char *const libraries[] = {PLACES}, *const places[] = {"/../lua", "/../../lua", "/../share/lua/5.4"};
  for (size_t i = sizeof libraries / sizeof *libraries; i-- > 0;)
    set_path(L, "cpath", lua_pushfstring(L, "%s/%s/?.so", folder, libraries[i]));
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
    modules_open(lua_pushfstring(L, "%s/%s/gts/modules", folder, libraries[i]));
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    char lua[PATH_MAX];
    if (realpath(lua_pushfstring(L, "%s%s/gts/init.lua", folder, places[i]), lua) == NULL) continue;
    const char *modules = dirname(dirname(lua));
    set_path(L, "path", lua_pushfstring(L, "%s/?.lua;%s/?/init.lua", modules, modules));
    return;
  }
}

#endif

static void push_terminal (lua_State *L) {
  static const luaL_Reg functions[] = {
    {"guard", terminal_guard}, {"presses", terminal_presses}, {"is_terminal", terminal_is_terminal},
    {"shows", terminal_shows}, {"say", say_call},
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

/* The protected part: the arguments are argc and argv; the result is the exit code. */
static int run (lua_State *L) {
  int argc = (int)lua_tointeger(L, 1);
  char **argv = lua_touserdata(L, 2);
  luaL_openlibs(L);
  say_warnings(L);
  find_modules(L);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  lua_pushcfunction(L, luaopen_gts_core);
  lua_setfield(L, -2, "gts.core");
  lua_getglobal(L, "require");
  lua_pushliteral(L, "gts.core");
  lua_call(L, 1, 1);
  modules_push_functions(L);
  lua_setfield(L, -2, "modules");
  lua_getglobal(L, "require");
  lua_pushliteral(L, "gts");
  lua_call(L, 1, 0);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_getfield(L, -1, "gts.core");
  lua_getfield(L, -1, "names");
  lua_getfield(L, -1, "require");               /* so that it has the names of gts too: see lua/gts/init.lua */
  lua_pushliteral(L, "gts.program.cli");
  lua_call(L, 1, 1);
  push_arguments(L, argc, argv);
  push_terminal(L);
  lua_call(L, 2, 1);
  return 1;
}

/* Says the error on top of the stack. It may be anything, and its __tostring may raise another. */
static void complain (lua_State *L) {
  size_t size;
  const char *text = lua_tolstring(L, -1, &size);
  fputs("gts: ", stderr);
  if (text) say(stderr, text, size);
  else fprintf(stderr, "an error that is a %s", luaL_typename(L, -1));
  fputc('\n', stderr);
}

/*
** Opens /dev/null in the place of closed standard files, where the first file that is opened would
** otherwise be read as what is typed. It is opened for reading alone, so that writing to it is an
** error that is reported.
*/
static void hold_standard_files (void) {
  int file;
  while ((file = open("/dev/null", O_RDONLY)) >= 0 && file <= STDERR_FILENO) continue;
  if (file > STDERR_FILENO) close(file);
}

int main (int argc, char **argv) {
  hold_standard_files();
#ifdef CARRIES_TCC
  if (argc > 1 && strcmp(argv[1], CARRIED_COMPILER) == 0) return carried_compiler(argc, argv);
#endif
  signal(SIGXFSZ, SIG_IGN);     /* a file that may grow no more is an error of writing it */
  struct rlimit stack;
  if (getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur != RLIM_INFINITY && stack.rlim_cur < STACK_BYTES) {
    stack.rlim_cur = stack.rlim_max == RLIM_INFINITY || stack.rlim_max > STACK_BYTES ? STACK_BYTES : stack.rlim_max;
    setrlimit(RLIMIT_STACK, &stack);
  }
  setlocale(LC_CTYPE, LOCALE);
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
  if (fflush(stdout) == 0 && !ferror(stdout)) return code;
  fprintf(stderr, "gts: not all that was to be written could be\n");
  return code ? code : EXIT_ERROR;
}
