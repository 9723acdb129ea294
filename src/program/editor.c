#include "program/editor.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wchar.h>

#include <histedit.h>
#include <lauxlib.h>

#include "binding/files.h"
#include "program/say.h"

#define MOST_HISTORY (16 << 20)         /* bytes of the history's file */

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
    size_t size;
    const char *choice = lua_tolstring(L, -1, &size);
    putchar('\n');
    say(stdout, choice, size);
    putchar('\n');
    action = CC_REDISPLAY;
  }
  lua_pop(L, 2);
  return action;
}

static void open_editor (const char *program) {
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
static int editor_read (lua_State *L) {
  const char *prompt = luaL_checkstring(L, 1);
  int length = 0;
  lua_settop(L, 2);
  if (editor.line == NULL) open_editor("gts");
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

/* terminal.size() -> the columns and rows of the terminal that is written to; 0 where that is not known. */
static int terminal_size (lua_State *L) {
  struct winsize size = {0};
  static const int streams[] = {STDOUT_FILENO, STDERR_FILENO, STDIN_FILENO};
  for (size_t i = 0; i < sizeof streams / sizeof *streams && size.ws_col == 0; i++) ioctl(streams[i], TIOCGWINSZ, &size);
  lua_pushinteger(L, size.ws_col);
  lua_pushinteger(L, size.ws_row);
  return 2;
}

/* terminal.remember(line): adds it to the history. */
static int editor_remember (lua_State *L) {
  HistEvent event;
  const char *line = luaL_checkstring(L, 1);
  if (editor.history && *line) history(editor.history, &event, H_ENTER, line);
  return 0;
}

/* terminal.load(file), terminal.save(file): the history; a file that cannot be read or written is passed over. */

static bool is_history (const char *name) {
  const char *wrong;
  uint64_t size;
  FILE *file = files_open(name, &size, &wrong);
  if (file) fclose(file);
  return file && size < MOST_HISTORY;
}

static int editor_load (lua_State *L) {
  HistEvent event;
  const char *name = files_check_name(L, 1);
  if (editor.line == NULL) open_editor("gts");
  if (editor.history && is_history(name)) history(editor.history, &event, H_LOAD, name);
  return 0;
}

static int editor_save (lua_State *L) {
  HistEvent event;
  Draft draft;
  const char *name = files_check_name(L, 1);
  if (editor.history == NULL) return 0;
  if (draft_begin(&draft, name)) {
    if (fchmod(fileno(draft.file), 0600) == 0 && history(editor.history, &event, H_SAVE_FP, draft.file) >= 0) draft_end(&draft);
    else draft_drop(&draft);
  } else if (is_history(name)) history(editor.history, &event, H_SAVE, name);     /* it is found by a link */
  return 0;
}

void editor_set_functions (lua_State *L) {
  static const luaL_Reg functions[] = {
    {"read", editor_read}, {"remember", editor_remember}, {"load", editor_load}, {"save", editor_save}, {"size", terminal_size},
    {NULL, NULL}
  };
  luaL_setfuncs(L, functions, 0);
}

void editor_close (void) {
  if (editor.line) el_end(editor.line);
  if (editor.history) history_end(editor.history);
}
