/*
** A host of several threads, each with a Lua state of its own that runs the same script of searches: `threads SCRIPT THREADS`. It handles
** SIGINT itself, and says so if anything of that is not as it was in the end. For spec/system/threads_spec.lua and `make check-threads`.
**
** The script is called with the number of its thread, and may call `meet`, which waits for all threads, `press`, which presses
** Ctrl-C once for all when all have come to it and a moment has passed, `press_at`, see there, and `within`, which runs a text in
** a new state.
*/
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

enum { MOST = 32 };

static const char *script;
static pthread_barrier_t barrier;
static volatile sig_atomic_t heard;     /* presses that came to the host */

static void on_signal (int number) {
  (void)number;
  heard++;
}

static int host_meet (lua_State *L) {
  (void)L;
  pthread_barrier_wait(&barrier);
  return 0;
}

/* After a while, from a thread that does nothing else. */
static void *press_later (void *unused) {
  nanosleep(&(struct timespec){.tv_nsec = 600000000}, NULL);
  kill(getpid(), SIGINT);
  return unused;
}

static int host_press (lua_State *L) {
  pthread_t thread;
  if (pthread_barrier_wait(&barrier) != PTHREAD_BARRIER_SERIAL_THREAD) return 0;
  if (pthread_create(&thread, NULL, press_later, NULL) != 0) return luaL_error(L, "no thread to press");
  pthread_detach(thread);
  return 0;
}

/* within(text) -> what it returns, a number, or its error. Its state is closed then, with all that the text has left there. */
static int host_within (lua_State *L) {
  const char *text = luaL_checkstring(L, 1);
  lua_State *other = luaL_newstate();
  if (!other) return luaL_error(L, "no other state");
  luaL_openlibs(other);
  const bool good = luaL_dostring(other, text) == LUA_OK;
  if (good) lua_pushnumber(L, lua_tonumber(other, -1));
  else lua_pushstring(L, lua_tostring(other, -1));
  lua_close(other);
  return 1;
}

/* press_at(k): the k-th time that memory is taken or given back from now on presses Ctrl-C for this thread; 0: none. Gives how many were left of those before. */
static _Thread_local lua_Integer left;

static int host_press_at (lua_State *L) {
  const lua_Integer before = left;
  left = luaL_checkinteger(L, 1);
  lua_pushinteger(L, before);
  return 1;
}

static void *allocate (void *unused, void *block, size_t old_size, size_t new_size) {
  (void)unused, (void)old_size;
  if (left > 0 && --left == 0) raise(SIGINT);
  if (new_size > 0) return realloc(block, new_size);
  free(block);
  return NULL;
}

static int run (lua_State *L) {
  luaL_openlibs(L);
  lua_register(L, "meet", host_meet);
  lua_register(L, "press", host_press);
  lua_register(L, "press_at", host_press_at);
  lua_register(L, "within", host_within);
  if (luaL_loadfile(L, script) != LUA_OK) return lua_error(L);
  lua_pushvalue(L, 1);
  lua_call(L, 1, 0);
  return 0;
}

static void *work (void *number) {
  static char failed[] = "failed";
  lua_State *L = lua_newstate(allocate, NULL);
  if (!L) return failed;
  if (*(int *)number % 4 == 3) {        /* there are hosts whose threads take no signals */
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
  }
  lua_pushcfunction(L, run);
  lua_pushinteger(L, *(int *)number);
  bool good = lua_pcall(L, 1, 0, 0) == LUA_OK;
  if (!good) {
    fprintf(stderr, "thread %d: %s\n", *(int *)number, lua_tostring(L, -1));
    exit(1);                            /* the others may wait for it for ever */
  }
  lua_close(L);
  return NULL;
}

int main (int argc, char **argv) {
  pthread_t threads[MOST];
  int numbers[MOST], count = argc > 2 ? atoi(argv[2]) : 4;
  struct sigaction action = {.sa_handler = on_signal}, after;
  if (argc < 2 || count < 1 || count > MOST) return 2;
  script = argv[1];
  sigaction(SIGINT, &action, NULL);
  umask(027);
  pthread_barrier_init(&barrier, NULL, (unsigned)count);
  for (int i = 0; i < count; i++) {
    numbers[i] = i;
    if (pthread_create(&threads[i], NULL, work, &numbers[i]) != 0) return 2;
  }
  for (int i = 0; i < count; i++) {
    void *failed;
    pthread_join(threads[i], &failed);
    if (failed) return 1;
  }
  sigaction(SIGINT, NULL, &after);
  if (after.sa_handler != on_signal || (after.sa_flags & SA_SIGINFO)) return fprintf(stderr, "the handler is another\n"), 1;
  if (umask(0) != 027) return fprintf(stderr, "the mask of new files is another\n"), 1;
  if (heard != 0) return fprintf(stderr, "the host was pressed\n"), 1;
  raise(SIGINT);
  if (heard != 1) return fprintf(stderr, "the host does not hear\n"), 1;
  puts("all is well");
  return 0;
}
