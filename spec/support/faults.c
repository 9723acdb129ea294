/*
** faults: memory, files and the clock as a spec wants them. build/spec/faults is the program gts, linked so that what it asks of the
** system passes here (-Wl,--wrap, see the Makefile). Its scripts find a table `faults`:
**
**    faults.begin(seed, one_in, kinds)   from now on one request in `one_in` fails, which ones follows from the seed; `kinds` are
**                                        "m" memory, "f" files, "c" the clock, which then jumps
**    faults.kill(k)                      the k-th request that changes a file ends the process, a write half done; 0: none
**    faults.stop() -> failed, log        all is as it should be again; how many requests failed, and what was done to files
**    faults.strike() -> true or false    for callbacks: fail now?
**    faults.balance() -> bytes           taken from the allocator, beyond what Lua counts
**    faults.signal(number)               this signal comes just before the program waits next, for a key or by poll()
*/
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <lauxlib.h>
#include <lua.h>

static struct {
  uint64_t state;       /* of the generator */
  lua_Integer one_in;
  bool memory, files, clock;
  lua_Integer failed, requests, kill_at;
  double late;          /* seconds that the clock is ahead */
  char log[256];        /* a letter for each request about a file */
  size_t logged;
  int64_t taken;        /* bytes of memory */
  int signal;           /* that comes with the next wait */
} faults;

/* SplitMix64. */
static uint64_t draw (void) {
  uint64_t x = faults.state += UINT64_C(0x9E3779B97F4A7C15);
  x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
  return x ^ x >> 31;
}

static bool strikes (bool wanted) {
  if (!wanted || draw() % (uint64_t)faults.one_in != 0) return false;
  faults.failed++;
  return true;
}

static void note (char letter) {
  if (faults.logged < sizeof faults.log) faults.log[faults.logged++] = letter;
}

/* A request about a file, named by a letter; true if it is to fail. */
static bool file_fails (char letter, int error) {
  note(letter);
  if (!strikes(faults.files)) return false;
  errno = error;
  return true;
}

/* Does the process end now? */
static bool dies (void) { return ++faults.requests == faults.kill_at; }

static void die_if_told (void) {
  if (dies()) raise(SIGKILL);
}

/* What is wrapped: each is declared as __real_ and defined as __wrap_ of its name. */
#define WRAP(type, name, ...) \
  type __real_##name (__VA_ARGS__); \
  type __wrap_##name (__VA_ARGS__); \
  type __wrap_##name (__VA_ARGS__)

WRAP(int, clock_gettime, clockid_t id, struct timespec *now) {
  int result = __real_clock_gettime(id, now);
  if (!faults.clock) return result;
  uint64_t step = draw() % 1000;
  if (step == 0) faults.late += 10;
  else if (step < 20) faults.late += .01;
  double seconds = (double)now->tv_sec + 1e-9 * (double)now->tv_nsec + faults.late;
  now->tv_sec = (time_t)seconds;
  now->tv_nsec = (long)(1e9 * (seconds - (double)now->tv_sec));
  return result;
}

WRAP(int, open, const char *name, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  if (file_fails('o', EMFILE)) return -1;
  return __real_open(name, flags, mode);
}

WRAP(int, openat, int folder, const char *name, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  die_if_told();
  if (file_fails('o', EACCES)) return -1;
  return __real_openat(folder, name, flags, mode);
}

WRAP(FILE *, fdopen, int file, const char *mode) { return file_fails('d', ENOMEM) ? NULL : __real_fdopen(file, mode); }

WRAP(size_t, fread, void *bytes, size_t each, size_t count, FILE *file) {
  return file_fails('r', EIO) ? 0 : __real_fread(bytes, each, count, file);
}

WRAP(size_t, fwrite, const void *bytes, size_t each, size_t count, FILE *file) {
  if (dies()) {
    __real_fwrite(bytes, 1, each * count / 2, file);
    fflush(file);
    raise(SIGKILL);
  }
  return file_fails('w', ENOSPC) ? 0 : __real_fwrite(bytes, each, count, file);
}

WRAP(int, fflush, FILE *file) {
  die_if_told();
  return file && file_fails('f', ENOSPC) ? EOF : __real_fflush(file);
}

WRAP(int, fsync, int file) {
  struct stat status;
  die_if_told();
  bool folder = fstat(file, &status) == 0 && S_ISDIR(status.st_mode);
  return file_fails(folder ? 'S' : 's', EIO) ? -1 : __real_fsync(file);
}

WRAP(int, ftruncate, int file, off_t size) {
  die_if_told();
  return file_fails('t', EIO) ? -1 : __real_ftruncate(file, size);
}

WRAP(int, renameat, int from, const char *old, int to, const char *new) {
  die_if_told();
  return file_fails('n', EIO) ? -1 : __real_renameat(from, old, to, new);
}

WRAP(int, unlinkat, int folder, const char *name, int flags) {
  die_if_told();
  note('u');
  return __real_unlinkat(folder, name, flags);
}

WRAP(void *, mmap, void *address, size_t size, int protection, int flags, int file, off_t offset) {
  if (!strikes(file < 0 ? faults.memory : faults.files)) return __real_mmap(address, size, protection, flags, file, offset);
  errno = ENOMEM;
  return MAP_FAILED;
}

/* A wait begins: the signal comes. */
static void wait_begins (void) {
  int number = faults.signal;
  faults.signal = 0;
  if (number) raise(number);
}

WRAP(ssize_t, read, int file, void *bytes, size_t size) {
  if (file == STDIN_FILENO) wait_begins();
  return __real_read(file, bytes, size);
}

WRAP(int, poll, struct pollfd *files, nfds_t count, int limit) {
  wait_begins();
  return __real_poll(files, count, limit);
}

WRAP(int, ppoll, struct pollfd *files, nfds_t count, const struct timespec *limit, const sigset_t *signals) {
  wait_begins();
  return __real_ppoll(files, count, limit, signals);
}

/* Memory */

static void *allocate (void *data, void *block, size_t old_size, size_t new_size) {
  size_t held = block ? old_size : 0;   /* without a block old_size is the kind of object */
  (void)data;
  if (new_size > held && strikes(faults.memory)) return NULL;
  if (new_size == 0) {
    faults.taken -= (int64_t)held;
    free(block);
    return NULL;
  }
  void *result = realloc(block, new_size);
  if (result) faults.taken += (int64_t)new_size - (int64_t)held;
  return result;
}

WRAP(lua_State *, luaL_newstate, void) { return lua_newstate(allocate, NULL); }

static int balance (lua_State *L) {
  lua_pushinteger(L, faults.taken - ((int64_t)lua_gc(L, LUA_GCCOUNT) * 1024 + lua_gc(L, LUA_GCCOUNTB)));
  return 1;
}

/* For scripts */

static int begin (lua_State *L) {
  const char *kinds = luaL_checkstring(L, 3);
  faults.state = (uint64_t)luaL_checkinteger(L, 1);
  faults.one_in = luaL_checkinteger(L, 2);
  luaL_argcheck(L, faults.one_in > 0, 2, "above 0");
  faults.failed = 0;
  faults.logged = 0;
  faults.late = 0;
  faults.memory = strchr(kinds, 'm') != NULL;
  faults.files = strchr(kinds, 'f') != NULL;
  faults.clock = strchr(kinds, 'c') != NULL;
  return 0;
}

static int stop (lua_State *L) {
  faults.memory = faults.files = faults.clock = false;
  faults.one_in = 0;
  lua_pushinteger(L, faults.failed);
  lua_pushlstring(L, faults.log, faults.logged);
  return 2;
}

static int strike (lua_State *L) {
  lua_pushboolean(L, strikes(faults.one_in > 0));
  return 1;
}

static int kill_at (lua_State *L) {
  faults.kill_at = luaL_checkinteger(L, 1);
  faults.requests = 0;
  return 0;
}

static int signal_at_wait (lua_State *L) {
  faults.signal = (int)luaL_checkinteger(L, 1);
  return 0;
}

WRAP(void, luaL_openlibs, lua_State *L) {
  static const luaL_Reg functions[] = {
    {"begin", begin}, {"stop", stop}, {"strike", strike}, {"kill", kill_at}, {"balance", balance},
    {"signal", signal_at_wait}, {NULL, NULL}
  };
  __real_luaL_openlibs(L);
  luaL_newlib(L, functions);
  lua_setglobal(L, "faults");
}
