#include "system/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <lauxlib.h>

#include "system/metatable.h"
#include "system/refuse.h"

#define FOLDER "gts.folder"
static const MetatableKind kind;

#define DRAFT "draft-"

#define FOLDER_FLAGS (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)

Folder *folder_check (lua_State *L, int index) { return luaL_checkudata(L, index, FOLDER); }

int folder_open (int at, const char *name, int flags) {
  struct stat status;
  int file = openat(at, name, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0600);
  if (file < 0) return -1;
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode)) return file;
  close(file);
  errno = EINVAL;
  return -1;
}

/* Drafts */

/* Has a process that tidies up come before the lock? Then a folder without a name is left. */
static bool is_there (int at) {
  struct stat status;
  return fstat(at, &status) == 0 && status.st_nlink > 0;
}

/* Where a file system has no locks: may a draft be in use? No compiler takes so long that it is older. */
static bool is_young (int at) {
  enum { SECONDS = 600 };
  struct stat status;
  return fstat(at, &status) == 0 && time(NULL) - status.st_mtime < SECONDS;
}

/* Locks a draft that is open, as long as it is. False: it may be in use. */
static bool lock (int at, bool is_new) {
  if (flock(at, LOCK_EX | LOCK_NB) == 0) return true;
  return errno != EWOULDBLOCK && (is_new || !is_young(at));
}

/* Removes the files of a folder that is open. Calls only what a signal handler may call. */
static void empty (int at) {
  _Alignas(struct dirent64) char bytes[4096];
  int again = openat(at, ".", FOLDER_FLAGS);
  for (ssize_t got; again >= 0 && (got = getdents64(again, (void *)bytes, sizeof bytes)) > 0; )
    for (ssize_t place = 0; place < got; ) {
      const struct dirent64 *entry = (const struct dirent64 *)(const void *)(bytes + place);
      unlinkat(at, entry->d_name, 0);
      place += entry->d_reclen;
    }
  if (again >= 0) close(again);
}

DraftState folder_draft (const Folder *folder, const char *name, FolderDraft *draft) {
  snprintf(draft->name, sizeof draft->name, DRAFT "%s", name);
  for (int tries = 0; tries < 100; tries++) {
    bool is_new = mkdirat(folder->at, draft->name, 0700) == 0;
    if (!is_new && errno != EEXIST) break;
    draft->at = openat(folder->at, draft->name, FOLDER_FLAGS);
    if (draft->at < 0 && errno != ENOENT) break;
    if (draft->at < 0) continue;
    bool locked = lock(draft->at, is_new);
    if (locked && is_there(draft->at)) {
      empty(draft->at);
      return DRAFT_MADE;
    }
    close(draft->at);
    draft->at = -1;
    if (!locked) return DRAFT_BUSY;
  }
  draft->at = -1;
  return DRAFT_FAILED;
}

bool folder_is_busy (const Folder *folder, const FolderDraft *draft) {
  int at = openat(folder->at, draft->name, FOLDER_FLAGS);
  if (at < 0) return false;
  bool busy = !lock(at, false);
  close(at);
  return busy;
}

void folder_remove (const Folder *folder, FolderDraft *draft) {
  if (draft->at < 0) return;
  empty(draft->at);
  unlinkat(folder->at, draft->name, AT_REMOVEDIR);
  close(draft->at);
  draft->at = -1;
}

/* Removes a draft that no process holds. */
static void remove_abandoned (int at, const char *name) {
  int draft = openat(at, name, FOLDER_FLAGS);
  if (draft < 0) return;
  if (lock(draft, false)) {
    empty(draft);
    unlinkat(at, name, AT_REMOVEDIR);
  }
  close(draft);
}

/* Units */

#define DIGITS 64               /* hexadecimal digits of the name of a unit, which is a library */
#define UNIT_NAME (DIGITS + sizeof ".so")

typedef struct Entry {
  char name[UNIT_NAME];
  uint64_t bytes;
  struct timespec used;
} Entry;

typedef struct Entries {
  Entry *list;
  size_t count, room;
  uint64_t bytes;
} Entries;

static bool is_unit (const char *name) { return strspn(name, "0123456789abcdef") == DIGITS && strcmp(name + DIGITS, ".so") == 0; }

static void add (Entries *all, int at, const char *name) {
  struct stat status;
  if (fstatat(at, name, &status, AT_SYMLINK_NOFOLLOW) != 0) return;
  if (all->count == all->room) {
    size_t room = all->room ? 2 * all->room : 64;
    Entry *list = realloc(all->list, room * sizeof *list);
    if (!list) return;
    all->list = list;
    all->room = room;
  }
  Entry *entry = &all->list[all->count++];
  memcpy(entry->name, name, UNIT_NAME);
  entry->bytes = (uint64_t)status.st_size;
  entry->used = status.st_mtim;
  all->bytes += entry->bytes;
}

static int by_use (const void *a, const void *b) {
  const struct timespec *x = &((const Entry *)a)->used, *y = &((const Entry *)b)->used;
  if (x->tv_sec != y->tv_sec) return x->tv_sec < y->tv_sec ? -1 : 1;
  return (x->tv_nsec > y->tv_nsec) - (x->tv_nsec < y->tv_nsec);
}

static void tidy (int at, uint64_t most) {
  Entries all = {0};
  int again = openat(at, ".", FOLDER_FLAGS);
  DIR *entries = again < 0 ? NULL : fdopendir(again);
  if (!entries) {
    if (again >= 0) close(again);
    return;
  }
  for (struct dirent *entry; (entry = readdir(entries)); ) {
    if (strncmp(entry->d_name, DRAFT, strlen(DRAFT)) == 0) remove_abandoned(at, entry->d_name);
    else if (is_unit(entry->d_name)) add(&all, at, entry->d_name);
  }
  closedir(entries);
  if (all.bytes > most) qsort(all.list, all.count, sizeof *all.list, by_use);
  for (size_t i = 0; i < all.count && all.bytes > most; i++) {
    unlinkat(at, all.list[i].name, 0);
    all.bytes -= all.list[i].bytes;
  }
  free(all.list);
}

/* For Lua */

/* Is it ours, and closed to others? */
static bool is_private (int at) {
  struct stat status;
  return fstat(at, &status) == 0 && status.st_uid == geteuid() && (status.st_mode & 077) == 0;
}

static int refuse_folder (lua_State *L, const char *path, const char *why) {
  return refuse(L, lua_pushfstring(L, "cannot use the folder %s: %s", path, why));
}

/* native.folder(path) -> folder; nil and why not. Makes the folder, and those above it, if they are missing. */
static int native_folder (lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  char *copy = lua_newuserdatauv(L, strlen(path) + 1, 0);
  strcpy(copy, path);
  /* why the last of those above it that is missing could not be made */
  int above = ENOENT;
  for (char *slash = strchr(copy + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    if (mkdir(copy, 0700) != 0 && errno != EEXIST && errno != ENOENT) above = errno;
    *slash = '/';
  }
  Folder *folder = lua_newuserdatauv(L, sizeof *folder, 1);
  *folder = (Folder){-1, copy};
  metatable_set(L, &kind);
  lua_pushvalue(L, -2);
  lua_setiuservalue(L, -2, 1);
  if (mkdir(path, 0700) != 0 && errno != EEXIST)
    return refuse_folder(L, path, strerror(errno == ENOENT ? above : errno));
  folder->at = open(path, FOLDER_FLAGS);
  if (folder->at < 0) return refuse_folder(L, path, strerror(errno));
  if (!is_private(folder->at)) return refuse_folder(L, path, "it is not private");
  if (faccessat(folder->at, ".", W_OK | X_OK, AT_EACCESS) != 0) return refuse_folder(L, path, strerror(errno));
  return 1;
}

static int folder_close (lua_State *L) {
  Folder *folder = folder_check(L, 1);
  if (folder->at >= 0) close(folder->at);
  folder->at = -1;
  return 0;
}

/*
** native.tidy(folder, bytes): removes drafts that no process holds, and, where all units take more
** than `bytes`, those that were not used for longest.
*/
static int native_tidy (lua_State *L) {
  lua_Integer most = luaL_checkinteger(L, 2);
  tidy(folder_check(L, 1)->at, most > 0 ? (uint64_t)most : 0);
  return 0;
}

static const MetatableKind kind = {FOLDER, (const luaL_Reg[]){{"__gc", folder_close}, {NULL, NULL}}, NULL};

const luaL_Reg folder_functions[] = {{"folder", native_folder}, {"tidy", native_tidy}, {NULL, NULL}};
