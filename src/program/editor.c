#include "program/editor.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#include <histedit.h>
#include <lauxlib.h>

#include "program/motion.h"
#include "program/output.h"
#include "system/files.h"

/* While a line is edited, a signal that ends or stops the program restores the terminal first, and then takes its default action. */

/* Turn bracketed paste on and off, on terminals that have it. */
#define PASTES_ON "\33[?2004h"
#define PASTES_OFF "\33[?2004l"

static const int leaving[] = {SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2, SIGTSTP};
enum { LEAVING = sizeof leaving / sizeof *leaving };

static struct sigaction old_actions[LEAVING];
static struct termios cooked;           /* the terminal before a line is edited */
static volatile sig_atomic_t *terminal_flag;

/* Calls only what is safe in a handler: signal-safety(7). */
static void on_leaving (int number) {
  int why = errno;
  struct sigaction ours, theirs = {.sa_handler = SIG_DFL};
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, number);
  if (write(STDOUT_FILENO, PASTES_OFF, sizeof PASTES_OFF - 1) >= 0) tcsetattr(STDIN_FILENO, TCSANOW, &cooked);
  sigaction(number, &theirs, &ours);
  raise(number);
  sigprocmask(SIG_UNBLOCK, &one, NULL);         /* ended here; or stopped until SIGCONT */
  sigprocmask(SIG_BLOCK, &one, NULL);
  sigaction(number, &ours, NULL);
  *terminal_flag = 1;
  errno = why;
}

/* Takes over the signals; *changed becomes 1 when the program goes on after one. */
static void leaving_begin (volatile sig_atomic_t *changed) {
  struct sigaction action = {.sa_handler = on_leaving};
  sigemptyset(&action.sa_mask);
  terminal_flag = changed;
  tcgetattr(STDIN_FILENO, &cooked);
  for (int i = 0; i < LEAVING; i++) {
    sigaction(leaving[i], NULL, &old_actions[i]);
    if (!(old_actions[i].sa_flags & SA_SIGINFO) && old_actions[i].sa_handler == SIG_DFL) sigaction(leaving[i], &action, NULL);
  }
}

/* Restores the handlers of the signals. */
static void leaving_end (void) {
  for (int i = 0; i < LEAVING; i++) sigaction(leaving[i], &old_actions[i], NULL);
}

#define MOST_HISTORY (16 << 20)         /* bytes of the history's file */
#define MOST_ENTRIES 1000
#define MOST_LINE (1 << 20)             /* of a line, its characters; lua/gts/program/repl.lua has the same for a pipe */

typedef struct Editor {
  EditLine *line;
  History *history;
  lua_State *L;                 /* while a line is read: the completer is on top of its stack */
  const char *prompt;
} Editor;

static Editor editor;

/* Are lines read as the terminal itself edits them? They are on a dumb terminal, and with GTS_PLAIN (for screen readers). */
static bool is_plain (void) {
  const char *wanted = getenv("GTS_PLAIN"), *term = getenv("TERM");
  return (wanted && *wanted) || term == NULL || *term == '\0' || strcmp(term, "dumb") == 0;
}

/* Set by signals while nothing is guarded: Ctrl-C was pressed; the terminal came back, or has another size. */
static volatile sig_atomic_t pressed_at_prompt, terminal_changed;

static void on_prompt_signal (int number) {
  if (number == SIGINT) pressed_at_prompt = 1;
  else terminal_changed = 1;
}

static void take_signal (int number, struct sigaction *before) {
  struct sigaction action = {.sa_handler = on_prompt_signal};
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, before);
}

/* For as long as there is a prompt, Ctrl-C kills no more: guards take the key over while something runs. */
static void take_signals (void) {
  static bool taken;
  if (taken) return;
  taken = true;
  take_signal(SIGINT, NULL);
  take_signal(SIGCONT, NULL);
  take_signal(SIGWINCH, NULL);
}

static const char *prompt_text (EditLine *line) {
  (void)line;
  return editor.prompt;
}

/* After Ctrl-Z and fg the shell has left the terminal as it likes it; after a change of size lines break elsewhere. */
static void refresh (EditLine *line) {
  terminal_changed = 0;
  fputs("\r" PASTES_ON, stdout);
  fflush(stdout);
  el_set(line, EL_PREP_TERM, 0);
  el_set(line, EL_PREP_TERM, 1);
  el_resize(line);
  el_set(line, EL_REFRESH);
}

/* More than MOST_LINE has come: what follows is passed over up to the end of the line. */
static bool too_long;

/*
** Reads a byte as read(2) does; -1 after Ctrl-C. Refreshes the line (none: NULL) when a signal has changed the terminal. Signals are
** blocked from the look at the flags until the wait begins: one between these would be unnoticed until the next key.
*/
static ssize_t read_byte (EditLine *line, char *byte) {
  struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
  sigset_t all, before;
  sigfillset(&all);
  for (;;) {
    sigprocmask(SIG_BLOCK, &all, &before);
    bool waits = !pressed_at_prompt && !(line && terminal_changed);
    bool ready = waits && ppoll(&input, 1, NULL, &before) > 0;
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (pressed_at_prompt) return -1;
    if (line && terminal_changed) refresh(line);
    else if (ready) {
      ssize_t got = read(STDIN_FILENO, byte, 1);
      if (got >= 0 || errno != EINTR) return got;
    }
  }
}

/* Reads one character, of as many bytes as it has; gives up when Ctrl-C is pressed. */
static int read_character (EditLine *line, wchar_t *character) {
  mbstate_t state = {0};
  for (;;) {
    char byte;
    ssize_t got = read_byte(line, &byte);
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
    output_write(stdout, choice, size);
    putchar('\n');
    fflush(stdout);
    action = CC_REDISPLAY;
  }
  lua_pop(L, 2);
  return action;
}

/* What is pasted comes between two marks: it is put in as it is, so that a tab in it completes nothing and a line end ends nothing. */

#define PASTE_BEGINS "\33[200~"
#define PASTE_ENDS L"\33[201~"

/* The text up to the mark that ends it, to be freed; NULL if it does not come. Other control characters than tab and newline are left out. */
static wchar_t *read_pasted (EditLine *line) {
  static const wchar_t ends[] = PASTE_ENDS;
  enum { MARK = sizeof ends / sizeof *ends - 1 };
  size_t room = 256, size = 0;
  wchar_t *text = malloc(room * sizeof *text), character;
  while (text && read_character(line, &character) == 1) {
    if (size + 1 == room) {
      wchar_t *larger = realloc(text, 2 * room * sizeof *text);
      if (larger == NULL) break;
      text = larger;
      room *= 2;
    }
    text[size++] = character == L'\r' ? L'\n' : character;
    text[size] = L'\0';
    if (size < MARK || wcscmp(text + size - MARK, ends) != 0) {
      too_long = too_long || size > MOST_LINE;
      if (too_long && size > MARK) {
        wmemmove(text, text + size - MARK, MARK);
        size = MARK;
      }
      continue;
    }
    size_t kept = 0;
    for (size_t i = 0; i < size - MARK; i++)
      if (text[i] >= L' ' ? text[i] != 127 : text[i] == L'\n' || text[i] == L'\t') text[kept++] = text[i];
    while (kept > 0 && text[kept - 1] == L'\n') kept--;        /* Enter ends it, after a look at what was pasted */
    text[kept] = L'\0';
    return text;
  }
  free(text);
  return NULL;
}

static unsigned char paste (EditLine *line, int key) {
  (void)key;
  wchar_t *text = read_pasted(line);
  int failed = text == NULL || (*text && el_winsertstr(line, text) != 0);
  free(text);
  if (too_long) return CC_EOF;
  return failed ? CC_ERROR : CC_REFRESH;
}

/* Of what is typed. */
static int read_typed (EditLine *line, wchar_t *character) {
  const LineInfoW *info = el_wline(line);
  const bool full = info->lastchar - info->buffer >= MOST_LINE;
  int got = read_character(line, character);
  while (full && got == 1 && *character != L'\r' && *character != L'\n') {
    too_long = true;
    got = read_character(line, character);
  }
  return got == 1 && too_long ? -1 : got;
}

static void add_functions (EditLine *line) {
  static const struct {
    const char *name, *help;
    unsigned char (*act) (EditLine *line, int key);
  } functions[] = {
    {"complete", "complete what was begun", complete}, {"paste", "put in what is pasted", paste},
    {"go-up", "the line above, or what was typed before", motion_up},
    {"go-down", "the line below, or what was typed after", motion_down},
    {"go-begin", "the beginning of the line", motion_begin}, {"go-end", "the end of the line", motion_end},
  };
  static const char *const keys[][2] = {
    {"^I", "complete"}, {"^R", "em-inc-search-prev"}, {"^S", "em-inc-search-next"}, {PASTE_BEGINS, "paste"},
    {KEY_EARLIER, "ed-prev-history"}, {KEY_LATER, "ed-next-history"},
    {"\33[A", "go-up"}, {"\33OA", "go-up"}, {"\33[B", "go-down"}, {"\33OB", "go-down"},
    {"^A", "go-begin"}, {"\33[H", "go-begin"}, {"\33OH", "go-begin"}, {"^E", "go-end"}, {"\33[F", "go-end"}, {"\33OF", "go-end"},
    {"\33[3~", "ed-delete-next-char"}, {"\33[1;5C", "em-next-word"}, {"\33[1;5D", "ed-prev-word"},
  };
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    el_set(line, EL_ADDFN, functions[i].name, functions[i].help, functions[i].act);
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) el_set(line, EL_BIND, keys[i][0], keys[i][1], NULL);
}

static void open_editor (const char *program) {
  HistEvent event;
  editor.line = el_init(program, stdin, stdout, stderr);
  editor.history = history_init();
  if (editor.line == NULL || editor.history == NULL) return;
  history(editor.history, &event, H_SETSIZE, MOST_ENTRIES);
  el_set(editor.line, EL_EDITOR, "emacs");
  el_set(editor.line, EL_SIGNAL, 0);
  el_set(editor.line, EL_PROMPT, prompt_text);
  el_set(editor.line, EL_GETCFN, read_typed);
  el_set(editor.line, EL_HIST, history, editor.history);
  add_functions(editor.line);
  el_source(editor.line, NULL);
}

/* Reads a line as the terminal edits it, into a buffer; false at the end of the input, or after Ctrl-C. */
static bool read_plain (luaL_Buffer *text) {
  size_t size = 0;
  fputs(editor.prompt, stdout);
  fflush(stdout);
  for (;;) {
    char byte;
    ssize_t got = read_byte(NULL, &byte);
    if (pressed_at_prompt) return false;
    if (got <= 0) return size > 0;
    if (byte == '\n') return true;
    too_long = size == MOST_LINE;
    if (too_long) continue;
    luaL_addchar(text, byte);
    size++;
  }
}

/* Pushes a line, or what stands for none: see editor_read. */
static void push_plain (lua_State *L) {
  luaL_Buffer text;
  luaL_buffinit(L, &text);
  if (read_plain(&text)) luaL_pushresult(&text);
  else lua_pushnil(L);
}

static void push_edited (lua_State *L) {
  int length = 0;
  leaving_begin(&terminal_changed);
  el_set(editor.line, EL_PREP_TERM, 1);         /* before the prompt is shown: typing may begin at once */
  fputs(PASTES_ON, stdout);
  const char *text = el_gets(editor.line, &length);
  if (length > 0 && text && text[length - 1] == '\n') length--;
  if (text && !pressed_at_prompt && !too_long) lua_pushlstring(L, text, (size_t)length);
  else lua_pushnil(L);
  fputs(PASTES_OFF, stdout);
  leaving_end();
}

/* terminal.read(prompt, completer) -> a line, or a chunk of several that was pasted or found; nil at the end of the input; false
** after Ctrl-C, and after a line that was too long, which is said. Whatever runs meanwhile, the key is the prompt's. */
static int editor_read (lua_State *L) {
  const char *prompt = luaL_checkstring(L, 1);
  bool plain = is_plain();
  struct sigaction before;
  lua_settop(L, 2);
  if (!plain && editor.line == NULL) open_editor("gts");
  if (!plain && editor.line == NULL) return luaL_error(L, "no line editing on this terminal");
  editor.L = L;
  editor.prompt = prompt;
  take_signals();
  take_signal(SIGINT, &before);
  too_long = false;
  if (plain) push_plain(L); else push_edited(L);
  sigaction(SIGINT, &before, NULL);
  if (pressed_at_prompt) {
    pressed_at_prompt = 0;
    printf(plain ? "\n" : "^C\33[J\n");         /* and no more of a chunk of several lines */
    lua_pushboolean(L, 0);
  } else if (too_long) {
    printf("%sa line of more than %d characters was typed: it is dropped\n", plain ? "" : "\33[J\n", MOST_LINE);
    lua_pushboolean(L, 0);
  } else if (lua_isnil(L, -1)) printf("\n");
  fflush(stdout);
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

/* The history, in which nothing stands twice. */

static void enter (History *list, const char *chunk) {
  HistEvent event;
  for (int more = history(list, &event, H_FIRST); more >= 0; more = history(list, &event, H_NEXT)) {
    if (strcmp(event.str, chunk) != 0) continue;
    if (history(list, &event, H_DEL, event.num) >= 0) free((char *)event.str);  /* it gives a copy of what it deletes */
    break;
  }
  history(list, &event, H_ENTER, chunk);
}

static bool is_history (const char *name) {
  const char *wrong;
  uint64_t size;
  FILE *file = files_open(name, &size, &wrong);
  if (file) fclose(file);
  return file && size < MOST_HISTORY;
}

static void save (History *list, const char *name) {
  HistEvent event;
  Draft draft;
  if (draft_begin(&draft, name)) {
    if (fchmod(fileno(draft.file), 0600) == 0 && history(list, &event, H_SAVE_FP, draft.file) >= 0) draft_end(&draft);
    else draft_drop(&draft);
  } else if (is_history(name)) history(list, &event, H_SAVE, name);     /* it is found by a link */
}

/* terminal.load(file): the history of other sessions; a file that cannot be read is passed over. */
static int editor_load (lua_State *L) {
  HistEvent event;
  const char *name = files_check_name(L, 1);
  if (is_plain()) return 0;
  if (editor.line == NULL) open_editor("gts");
  if (editor.history && is_history(name)) history(editor.history, &event, H_LOAD, name);
  return 0;
}

/* terminal.remember(chunk, file): adds it to the history, and to the file, to which other sessions may have added meanwhile. A file
** that cannot be written is passed over. */
static int editor_remember (lua_State *L) {
  HistEvent event;
  const char *chunk = luaL_checkstring(L, 1), *name = lua_isnoneornil(L, 2) ? NULL : files_check_name(L, 2);
  if (editor.history == NULL || *chunk == '\0') return 0;
  enter(editor.history, chunk);
  History *stored = name ? history_init() : NULL;
  if (stored == NULL) return 0;
  history(stored, &event, H_SETSIZE, MOST_ENTRIES);
  if (is_history(name)) history(stored, &event, H_LOAD, name);
  enter(stored, chunk);
  save(stored, name);
  history_end(stored);
  return 0;
}

void editor_set_functions (lua_State *L) {
  static const luaL_Reg functions[] = {
    {"read", editor_read}, {"remember", editor_remember}, {"load", editor_load}, {"size", terminal_size}, {NULL, NULL}
  };
  luaL_setfuncs(L, functions, 0);
}

void editor_close (void) {
  if (editor.line) el_end(editor.line);
  if (editor.history) history_end(editor.history);
}
