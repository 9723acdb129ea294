/*
** The outside of native units. A unit is compiled by whatever C compiler is there, started without a shell, and kept as a
** library in a folder that belongs to the user alone. Behind the library stands a seal: its size and a hash of its bytes. So a
** unit that was cut short, or that another program has put there, is never loaded; and since it appears under its name by being
** renamed, two processes may build the same one.
*/
#include "binding/native.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <lauxlib.h>

#include "base/random.h"

#define UNIT "gts.native"

extern char **environ;

/* The texts of the engine that units are made of, put here as they are by the assembler. */
#define EMBED(name, file) \
  __asm__(".section .rodata\n" #name ":\n.incbin \"src/" file "\"\n.byte 0\n.previous\n"); \
  extern const char name[] __attribute__((visibility("hidden")))

EMBED(text_host, "base/host.h");
EMBED(text_arena, "base/arena.h");
EMBED(text_game, "game/game.h");
EMBED(text_compiled, "game/compiled.h");
EMBED(text_line, "search/line.h");
EMBED(text_table, "search/table.h");
EMBED(text_search, "search/search.h");
EMBED(text_recall, "search/recall.h");
EMBED(text_follow, "search/follow.h");
EMBED(text_order, "search/order.h");
EMBED(text_algorithm, "algo/algorithm.h");
EMBED(text_native, "algo/native.h");
EMBED(text_minimax, "algo/window/minimax.c");
EMBED(text_failhard, "algo/window/failhard.c");
EMBED(text_alphabeta, "algo/window/alphabeta.c");
EMBED(text_window, "algo/window/window.h");
EMBED(text_root, "algo/window/root.h");
EMBED(text_tt, "algo/window/tt.h");
EMBED(text_ttalphabeta, "algo/window/ttalphabeta.c");
EMBED(text_negascout, "algo/window/negascout.c");
EMBED(text_mtd, "algo/window/mtd.c");
EMBED(text_althofer, "algo/window/althofer.c");

static const struct { const char *name, *text; } texts[] = {
  {"host", text_host}, {"arena", text_arena}, {"game", text_game}, {"compiled", text_compiled}, {"line", text_line},
  {"table", text_table}, {"search", text_search}, {"recall", text_recall}, {"follow", text_follow}, {"order", text_order},
  {"window", text_window}, {"root", text_root}, {"tt", text_tt}, {"algorithm", text_algorithm}, {"native", text_native},
  {"minimax", text_minimax}, {"failhard", text_failhard}, {"alphabeta", text_alphabeta},
  {"ttalphabeta", text_ttalphabeta}, {"negascout", text_negascout}, {"mtd", text_mtd}, {"althofer", text_althofer},
};

static const Engine engine_functions = {
  search_poll, search_deeper, search_ask_bounds, search_conclude, search_improve_root,
  line_new, line_hold, line_release,
  search_prove, table_store, follow_table, order_first, order_next, order_close, order_praise
};

/* native.text(name) -> a header of the engine, or an algorithm by its id; nil if it is not made for units. */
static int native_text (lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (strcmp(texts[i].name, name) == 0) {
      lua_pushstring(L, texts[i].text);
      return 1;
    }
  return 0;
}

/* Two 64-bit words that depend on every byte. A check against accidents and mix-ups, not against an attacker. */
static void hash_bytes (const char *bytes, size_t size, uint64_t hash[2]) {
  hash[0] = mix64(size);
  hash[1] = mix64(size ^ GOLDEN_GAMMA);
  while (size > 0) {
    uint64_t word = 0;
    size_t part = size < sizeof word ? size : sizeof word;
    memcpy(&word, bytes, part);
    hash[0] = mix64(hash[0] ^ word);
    hash[1] = mix64(hash[1] + word) + hash[0];
    bytes += part;
    size -= part;
  }
}

/* native.hash(text) -> 32 hexadecimal digits. */
static int native_hash (lua_State *L) {
  size_t size;
  const char *text = luaL_checklstring(L, 1, &size);
  uint64_t hash[2];
  char digits[33];
  hash_bytes(text, size, hash);
  snprintf(digits, sizeof digits, "%016llx%016llx", (unsigned long long)hash[0], (unsigned long long)hash[1]);
  lua_pushstring(L, digits);
  return 1;
}

static int refuse (lua_State *L, const char *what, const char *path, const char *why) {
  lua_pushnil(L);
  lua_pushfstring(L, "%s %s: %s", what, path, why);
  return 2;
}

/* Is it ours, and closed to others? */
static bool is_private (const struct stat *status) {
  return status->st_uid == geteuid() && (status->st_mode & 077) == 0;
}

/* native.cache_folder(path) -> true; nil and why not. Makes the folder, and those above it, if they are missing. */
static int native_cache_folder (lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  struct stat status;
  char *copy = lua_newuserdatauv(L, strlen(path) + 1, 0);
  strcpy(copy, path);
  for (char *slash = strchr(copy + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    mkdir(copy, 0700);
    *slash = '/';
  }
  if (mkdir(path, 0700) != 0 && errno != EEXIST) return refuse(L, "cannot make the folder", path, strerror(errno));
  if (lstat(path, &status) != 0) return refuse(L, "cannot use the folder", path, strerror(errno));
  if (!S_ISDIR(status.st_mode) || !is_private(&status)) return refuse(L, "cannot use the folder", path, "it is not private");
  if (access(path, W_OK | X_OK) != 0) return refuse(L, "cannot use the folder", path, strerror(errno));
  lua_pushboolean(L, 1);
  return 1;
}

static bool write_all (int file, const char *bytes, size_t size) {
  while (size > 0) {
    ssize_t written = write(file, bytes, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes += written;
    size -= (size_t)written;
  }
  return true;
}

/* native.write(path, text) -> true; nil and why not. The file must be new. */
static int native_write (lua_State *L) {
  size_t size;
  const char *path = luaL_checkstring(L, 1), *text = luaL_checklstring(L, 2, &size);
  int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return refuse(L, "cannot write", path, strerror(errno));
  bool written = write_all(file, text, size);
  if (close(file) != 0 || !written) return refuse(L, "cannot write", path, strerror(errno));
  lua_pushboolean(L, 1);
  return 1;
}

/* The seal behind the library. */
typedef struct Seal {
  char magic[8];
  uint64_t size, hash[2];
} Seal;

static const char magic[8] = "gtsunit";

/* A file of ours that others cannot write, in memory, to be unmapped; NULL if it is no such file, or empty. */
static char *map_file (const char *path, size_t *size) {
  struct stat status;
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0) return NULL;
  void *bytes = MAP_FAILED;
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0 &&
      status.st_uid == geteuid() && (status.st_mode & 022) == 0) {
    *size = (size_t)status.st_size;
    bytes = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, file, 0);
  }
  close(file);
  return bytes == MAP_FAILED ? NULL : bytes;
}

/* Seals the library `made` and gives it the name `path`; false, and errno, if that cannot be. */
static bool seal_file (const char *made, const char *path) {
  size_t size = 0;
  if (chmod(made, 0600) != 0) return false;
  char *bytes = map_file(made, &size);
  if (!bytes) return false;
  Seal seal = {.size = size};
  memcpy(seal.magic, magic, sizeof magic);
  hash_bytes(bytes, size, seal.hash);
  munmap(bytes, size);
  int file = open(made, O_WRONLY | O_APPEND | O_CLOEXEC);
  if (file < 0) return false;
  bool written = write_all(file, (const char *)&seal, sizeof seal);
  return close(file) == 0 && written && rename(made, path) == 0;
}

static bool is_sealed (const char *path) {
  Seal seal;
  uint64_t hash[2];
  size_t size = 0;
  char *bytes = map_file(path, &size);
  bool whole = false;
  if (bytes && size > sizeof seal) {
    memcpy(&seal, bytes + size - sizeof seal, sizeof seal);
    if (memcmp(seal.magic, magic, sizeof magic) == 0 && seal.size == size - sizeof seal) {
      hash_bytes(bytes, size - sizeof seal, hash);
      whole = hash[0] == seal.hash[0] && hash[1] == seal.hash[1];
    }
  }
  if (bytes) munmap(bytes, size);
  return whole;
}

/* Starts the compiler without a shell; what it says goes to the file `log`. 0 and the process, or an error number. */
static int spawn (char **arguments, const char *log, pid_t *process) {
  posix_spawn_file_actions_t actions;
  if (posix_spawn_file_actions_init(&actions) != 0) return ENOMEM;
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);
  int failure = posix_spawnp(process, arguments[0], &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}

/* What the worker does: compiles, seals, and leaves nothing behind but the unit; or, if that fails, the log. */
static int work (const char *const *files, char **arguments) {
  enum { SOURCE, MADE, LOG, PATH };
  pid_t compiler;
  int status = 0;
  int failure = spawn(arguments, files[LOG], &compiler);
  if (failure) status = W_EXITCODE(127, 0);
  else while (waitpid(compiler, &status, 0) < 0 && errno == EINTR) {}
  bool done = !failure && WIFEXITED(status) && WEXITSTATUS(status) == 0 && seal_file(files[MADE], files[PATH]);
  unlink(files[SOURCE]);
  if (done) unlink(files[LOG]);
  else unlink(files[MADE]);
  return done ? 0 : 1;
}

/*
** native.compile(source, made, log, path, program, argument ...) -> process number; nil and why not. A worker runs the compiler,
** which is to make `made` of `source`, and seals what it has made as `path`; it does so even if we are gone by then.
*/
static int native_compile (lua_State *L) {
  enum { FILES = 4 };
  const char *files[FILES];
  for (int i = 0; i < FILES; i++) files[i] = luaL_checkstring(L, i + 1);
  int count = lua_gettop(L) - FILES;
  char **arguments = lua_newuserdatauv(L, sizeof *arguments * (size_t)(count + 1), 0);
  for (int i = 0; i < count; i++) arguments[i] = (char *)luaL_checkstring(L, FILES + 1 + i);
  arguments[count] = NULL;
  fflush(NULL);
  pid_t worker = fork();
  if (worker < 0) return refuse(L, "cannot start", arguments[0], strerror(errno));
  if (worker == 0) {
    signal(SIGINT, SIG_IGN);                    /* Ctrl-C is not meant for it */
    int nowhere = open("/dev/null", O_RDWR);    /* and whoever reads our output need not wait for it */
    for (int stream = 0; stream <= 2; stream++) dup2(nowhere, stream);
    setpgid(0, 0);
    _exit(work(files, arguments));
  }
  lua_pushinteger(L, worker);
  return 1;
}

/* native.wait(process, patiently) -> its exit code, 128 and more for a signal; nil if it still runs, or a signal came. */
static int native_wait (lua_State *L) {
  pid_t process = (pid_t)luaL_checkinteger(L, 1);
  int status = 0;
  pid_t got = waitpid(process, &status, lua_toboolean(L, 2) ? 0 : WNOHANG);
  if (got == 0 || (got < 0 && errno == EINTR)) return 0;
  if (got < 0) lua_pushinteger(L, 127);
  else lua_pushinteger(L, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
  return 1;
}

typedef struct Unit {
  void *library;
  const Native *native;
} Unit;

/* native.load(path, key) -> unit; nil and why not. Loads a library only if its seal is whole and it was made from `key`. */
static int native_load (lua_State *L) {
  const char *path = luaL_checkstring(L, 1), *key = luaL_checkstring(L, 2);
  if (!is_sealed(path)) return refuse(L, "no unit in", path, "there is none that is whole and ours alone");
  Unit *unit = lua_newuserdatauv(L, sizeof *unit, 0);
  *unit = (Unit){NULL, NULL};
  luaL_setmetatable(L, UNIT);
  unit->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!unit->library) return refuse(L, "cannot load", path, dlerror());
  NativeOpen *open_unit;
  *(void **)&open_unit = dlsym(unit->library, NATIVE_OPEN);
  if (!open_unit) return refuse(L, "no unit in", path, "it has no entry");
  const Native *native = open_unit(&engine_functions);
  if (strcmp(native->key, key) != 0) return refuse(L, "no unit in", path, "it was made from something else");
  unit->native = native;
  return 1;
}

static int unit_close (lua_State *L) {
  Unit *unit = luaL_checkudata(L, 1, UNIT);
  if (unit->library) dlclose(unit->library);
  *unit = (Unit){NULL, NULL};
  return 0;
}

/* native.remove(path ...): removes files, if they are there. */
static int native_remove (lua_State *L) {
  for (int i = 1; i <= lua_gettop(L); i++) unlink(luaL_checkstring(L, i));
  return 0;
}

/* native.find(program) -> what it is, for a key: its path, size and time; nil if it is not on the PATH. */
static int native_find (lua_State *L) {
  const char *program = luaL_checkstring(L, 1), *path = strchr(program, '/') ? "" : getenv("PATH");
  struct stat status;
  for (const char *folder = path ? path : "/usr/bin"; ; folder++) {
    size_t length = strcspn(folder, ":");
    lua_pushlstring(L, folder, length);
    const char *file = length ? lua_pushfstring(L, "%s/%s", lua_tostring(L, -1), program) : lua_pushstring(L, program);
    if (stat(file, &status) == 0 && S_ISREG(status.st_mode) && access(file, X_OK) == 0) {
      lua_pushfstring(L, "%s %I %I", file, (LUAI_UACINT)status.st_size, (LUAI_UACINT)status.st_mtime);
      return 1;
    }
    lua_pop(L, 2);
    folder += length;
    if (*folder == '\0') return 0;
  }
}

/* native.process() -> the number of this process. */
static int native_process (lua_State *L) {
  lua_pushinteger(L, getpid());
  return 1;
}

const Native *native_unit (lua_State *L, int index) {
  Unit *unit = luaL_testudata(L, index, UNIT);
  return unit ? unit->native : NULL;
}

/* Keeping and dropping, and setting walks aside, are left to the rules in Lua: even compiled rules may have given something up to them. */

static Position keep (Game *game, const Position *position) {
  Game *rules = ((CompiledGame *)game)->rules;
  return rules->keep(rules, position);
}

static Move keep_move (Game *game, Move move) {
  Game *rules = ((CompiledGame *)game)->rules;
  return rules->keep_move(rules, move);
}

static void key_of (Game *game, const Position *position, Key *key) {
  Game *rules = ((CompiledGame *)game)->rules;
  rules->key(rules, position, key);
}

void native_open_keys (CompiledGame *compiled) {
  Game *game = &compiled->game;
  const Game *rules = compiled->rules;
  game->key_words = rules->key_words;
  game->key_lacks_player = rules->key_lacks_player;
  game->key = rules->key && game->key == NULL ? key_of : rules->key ? game->key : NULL;
}

static void drop (Game *game, const Position *position) {
  Game *rules = ((CompiledGame *)game)->rules;
  rules->drop(rules, position);
}

static void drop_move (Game *game, Move move) {
  Game *rules = ((CompiledGame *)game)->rules;
  rules->drop_move(rules, move);
}

static Move leave_walk (Game *game, Walk *walk) {
  Game *rules = ((CompiledGame *)game)->rules;
  return rules->leave_walk(rules, walk);
}

static void resume_walk (Game *game, const Position *position, Move place, Walk *walk) {
  Game *rules = ((CompiledGame *)game)->rules;
  rules->resume_walk(rules, position, place, walk);
}

void native_open_game (CompiledGame *compiled, const Native *native, LuaGame *lua, void (*look) (CompiledGame *game)) {
  *compiled = (CompiledGame){.game = lua->game, .rules = &lua->game, .top = &lua->top, .look = look, .turns = 1};
  Game *game = &compiled->game;
  game->next = native->calls.next;
  game->evaluate = native->calls.evaluate;
  game->terminal = native->calls.terminal;
  game->player = native->calls.player;
  game->bounds = native->calls.bounds;
  game->key = native->calls.key;
  game->keep = keep;
  game->keep_move = keep_move;
  game->drop = drop;
  game->drop_move = drop_move;
  game->leave_walk = leave_walk;
  game->resume_walk = resume_walk;
}

void native_register (lua_State *L) {
  luaL_newmetatable(L, UNIT);
  lua_pushcfunction(L, unit_close);
  lua_setfield(L, -2, "__gc");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 1);
}

void native_push (lua_State *L) {
  static const luaL_Reg functions[] = {
    {"text", native_text}, {"hash", native_hash}, {"cache_folder", native_cache_folder}, {"write", native_write},
    {"compile", native_compile}, {"wait", native_wait}, {"load", native_load},
    {"remove", native_remove}, {"find", native_find}, {"process", native_process},
    {NULL, NULL}
  };
  luaL_newlib(L, functions);
}
