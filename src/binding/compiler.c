/*
** Units are compiled by whatever C compiler is there, started without a shell, and kept as sealed libraries in a folder that belongs
** to the user alone. Since a unit appears under its name by being renamed, two processes may build the same one.
*/
#include "binding/compiler.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <lauxlib.h>

#include "binding/seal.h"

extern char **environ;

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

/* native.write(path, text) -> true; nil and why not. The file must be new. */
static int native_write (lua_State *L) {
  size_t size;
  const char *path = luaL_checkstring(L, 1), *text = luaL_checklstring(L, 2, &size);
  int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return refuse(L, "cannot write", path, strerror(errno));
  bool written = seal_write(file, text, size);
  if (close(file) != 0 || !written) return refuse(L, "cannot write", path, strerror(errno));
  lua_pushboolean(L, 1);
  return 1;
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

void compiler_set_functions (lua_State *L) {
  static const luaL_Reg functions[] = {
    {"find", native_find}, {"cache_folder", native_cache_folder}, {"write", native_write}, {"compile", native_compile},
    {"wait", native_wait}, {"remove", native_remove}, {"process", native_process},
    {NULL, NULL}
  };
  luaL_setfuncs(L, functions, 0);
}
