/*
** The program gts: a Lua state with the engine inside, line editing, and Ctrl-C. What it does with its arguments is said in
** lua/gts/program/cli.lua; here is only what Lua cannot do.
*/
#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>
#include <wchar.h>

#include <histedit.h>
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "binding/interrupt.h"

#define EXIT_ERROR 1
#define EXIT_INTERRUPTED 130
#define STACK_BYTES ((rlim_t)64 << 20)  /* deep trees need a deep stack; the system leaves room for this much */

int luaopen_gts_core (lua_State *L);

/* Line editing. */

typedef struct Editor {
  EditLine *line;
  History *history;
  lua_State *L;                 /* while a line is read: the completer is on top of its stack */
  const char *prompt;
} Editor;

static Editor editor;

/* Set by signals while nothing is guarded: Ctrl-C was pressed; the terminal came back, or has another size. */
static volatile sig_atomic_t pressed_at_prompt, terminal_changed;

static void on_prompt_signal (int number) {
  if (number == SIGINT) pressed_at_prompt = 1;
  else terminal_changed = 1;
}

/* For as long as there is a prompt, Ctrl-C kills no more: guards take the key over while something runs. */
static void take_signals (void) {
  static const int numbers[] = {SIGINT, SIGCONT, SIGWINCH};
  struct sigaction action = {.sa_handler = on_prompt_signal};
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) sigaction(numbers[i], &action, NULL);
}

static const char *prompt_text (EditLine *line) {
  (void)line;
  return editor.prompt;
}

/* After Ctrl-Z and fg the shell has left the terminal as it likes it; after a change of size lines break elsewhere. */
static void refresh (EditLine *line) {
  terminal_changed = 0;
  putchar('\r');
  fflush(stdout);
  el_set(line, EL_PREP_TERM, 0);
  el_set(line, EL_PREP_TERM, 1);
  el_resize(line);
  el_set(line, EL_REFRESH);
}

/* Reads one character, of as many bytes as it has; gives up when Ctrl-C is pressed. */
static int read_character (EditLine *line, wchar_t *character) {
  mbstate_t state = {0};
  for (;;) {
    char byte;
    if (pressed_at_prompt) return -1;
    if (terminal_changed) refresh(line);
    ssize_t got = read(STDIN_FILENO, &byte, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return (int)got;
    size_t length = mbrtowc(character, &byte, 1, &state);
    if (length == (size_t)-2) continue;
    if (length == (size_t)-1) *character = (wchar_t)(unsigned char)byte;
    return 1;
  }
}

/*
** Tab: asks the completer, a Lua function of the text before the cursor, for what may follow. It answers the text to insert
** and, if there is more than one way to go on, what to show.
*/
static unsigned char complete (EditLine *line, int key) {
  const LineInfo *info = el_line(line);
  lua_State *L = editor.L;
  unsigned char action = CC_ERROR;
  (void)key;
  lua_pushvalue(L, -1);
  lua_pushlstring(L, info->buffer, (size_t)(info->cursor - info->buffer));
  if (lua_pcall(L, 1, 2, 0) != LUA_OK) {
    lua_pop(L, 1);
    return CC_ERROR;
  }
  if (lua_isstring(L, -2) && lua_rawlen(L, -2) > 0) {
    el_insertstr(line, lua_tostring(L, -2));
    action = CC_REFRESH;
  } else if (lua_isstring(L, -1)) {
    printf("\n%s\n", lua_tostring(L, -1));
    action = CC_REDISPLAY;
  }
  lua_pop(L, 2);
  return action;
}

static void editor_open (const char *program) {
  HistEvent event;
  editor.line = el_init(program, stdin, stdout, stderr);
  editor.history = history_init();
  if (editor.line == NULL || editor.history == NULL) return;
  take_signals();
  history(editor.history, &event, H_SETSIZE, 1000);
  history(editor.history, &event, H_SETUNIQUE, 1);
  el_set(editor.line, EL_EDITOR, "emacs");
  el_set(editor.line, EL_SIGNAL, 0);
  el_set(editor.line, EL_PROMPT, prompt_text);
  el_set(editor.line, EL_GETCFN, read_character);
  el_set(editor.line, EL_HIST, history, editor.history);
  el_set(editor.line, EL_ADDFN, "complete", "complete what was begun", complete);
  el_set(editor.line, EL_BIND, "^I", "complete", NULL);
  el_set(editor.line, EL_BIND, "^R", "em-inc-search-prev", NULL);
  el_source(editor.line, NULL);
}

/* terminal.read(prompt, completer) -> a line; nil at the end of the input; false after Ctrl-C. */
static int terminal_read (lua_State *L) {
  const char *prompt = luaL_checkstring(L, 1);
  int length = 0;
  lua_settop(L, 2);
  if (editor.line == NULL) editor_open("gts");
  if (editor.line == NULL) return luaL_error(L, "no line editing on this terminal");
  editor.L = L;
  editor.prompt = prompt;
  el_set(editor.line, EL_PREP_TERM, 1);         /* before the prompt is shown, for whoever types at once */
  const char *text = el_gets(editor.line, &length);
  if (pressed_at_prompt) {
    pressed_at_prompt = 0;
    el_reset(editor.line);
    printf("^C\n");
    lua_pushboolean(L, 0);
  } else if (text == NULL) {
    printf("\n");
    lua_pushnil(L);
  } else lua_pushlstring(L, text, (size_t)(length > 0 && text[length - 1] == '\n' ? length - 1 : length));
  return 1;
}

/* terminal.remember(line): adds it to the history. */
static int terminal_remember (lua_State *L) {
  HistEvent event;
  const char *line = luaL_checkstring(L, 1);
  if (editor.history && *line) history(editor.history, &event, H_ENTER, line);
  return 0;
}

/* terminal.load(file), terminal.save(file): the history; a file that cannot be read or written is passed over. */
static int terminal_load (lua_State *L) {
  HistEvent event;
  if (editor.line == NULL) editor_open("gts");
  if (editor.history) history(editor.history, &event, H_LOAD, luaL_checkstring(L, 1));
  return 0;
}

static int terminal_save (lua_State *L) {
  HistEvent event;
  if (editor.history) history(editor.history, &event, H_SAVE, luaL_checkstring(L, 1));
  return 0;
}

/* Ctrl-C in whatever Lua runs: a search turns it into a result, anything else is ended by an error. */

static void on_interrupt (lua_State *L, Interrupt *interrupt) {
  (void)interrupt;
  lua_pushliteral(L, "interrupted");
  lua_error(L);
}

/* terminal.guard(handler, f, ...): xpcall(f, handler, ...), and Ctrl-C ends it with the error "interrupted". */
static int terminal_guard (lua_State *L) {
  Interrupt interrupt;
  luaL_checkany(L, 2);
  interrupt_begin(&interrupt, L, on_interrupt);
  int status = lua_pcall(L, lua_gettop(L) - 2, LUA_MULTRET, 1);
  interrupt_end(&interrupt);
  lua_pushboolean(L, status == LUA_OK);
  lua_replace(L, 1);
  return lua_gettop(L);
}

/* terminal.presses() -> how often Ctrl-C was pressed while something ran. */
static int terminal_presses (lua_State *L) {
  lua_pushinteger(L, interrupt_presses);
  return 1;
}

/* terminal.is_terminal() -> are both input and output a terminal? */
static int terminal_is_terminal (lua_State *L) {
  lua_pushboolean(L, isatty(STDIN_FILENO) && isatty(STDOUT_FILENO));
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

static void find_modules (lua_State *L) {
  char program[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  if (length <= 0) return;
  program[length] = '\0';
  const char *folder = dirname(program);
  static const char *const places[] = {"/../lua", "/../../lua", "/../share/lua/5.4"};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    char lua[PATH_MAX];
    if (realpath(lua_pushfstring(L, "%s%s/gts/init.lua", folder, places[i]), lua) == NULL) continue;
    const char *modules = dirname(dirname(lua));
    set_path(L, "path", lua_pushfstring(L, "%s/?.lua;%s/?/init.lua", modules, modules));
    return;
  }
}

static void push_terminal (lua_State *L) {
  static const luaL_Reg functions[] = {
    {"read", terminal_read}, {"remember", terminal_remember}, {"load", terminal_load}, {"save", terminal_save},
    {"guard", terminal_guard}, {"presses", terminal_presses}, {"is_terminal", terminal_is_terminal},
    {NULL, NULL}
  };
  luaL_newlib(L, functions);
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
  lua_warning(L, "@on", 0);
  find_modules(L);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  lua_pushcfunction(L, luaopen_gts_core);
  lua_setfield(L, -2, "gts.core");
  lua_getglobal(L, "require");
  lua_pushliteral(L, "gts.program.cli");
  lua_call(L, 1, 1);
  push_arguments(L, argc, argv);
  push_terminal(L);
  lua_call(L, 2, 1);
  return 1;
}

int main (int argc, char **argv) {
  struct rlimit stack;
  if (getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur != RLIM_INFINITY && stack.rlim_cur < STACK_BYTES) {
    stack.rlim_cur = stack.rlim_max == RLIM_INFINITY || stack.rlim_max > STACK_BYTES ? STACK_BYTES : stack.rlim_max;
    setrlimit(RLIMIT_STACK, &stack);
  }
  setlocale(LC_CTYPE, "");
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
  else fprintf(stderr, "gts: %s\n", luaL_tolstring(L, -1, NULL));
  lua_close(L);
  if (editor.line) el_end(editor.line);
  if (editor.history) history_end(editor.history);
  if (fflush(stdout) == 0 && !ferror(stdout)) return code;
  fprintf(stderr, "gts: not all that was to be written could be\n");
  return code ? code : EXIT_ERROR;
}
