#include "system/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <lauxlib.h>

#include "base/file.h"
#include "system/refuse.h"

FILE *files_open (const char *name, uint64_t *size, const char **wrong) {
  struct stat status;
  int file = file_open(AT_FDCWD, name, O_RDONLY, wrong);
  if (file < 0) return NULL;
  FILE *stream = fstat(file, &status) == 0 ? fdopen(file, "rb") : NULL;
  if (stream == NULL) {
    *wrong = strerror(errno);
    close(file);
    return NULL;
  }
  *size = (uint64_t)status.st_size;
  return stream;
}

/* Drafts */

static bool fail (Draft *draft, const char *wrong) {
  if (!draft->wrong) draft->wrong = wrong;
  return false;
}

/* Opens the folder of `name`, and takes apart the rest. */
static bool open_folder (Draft *draft, const char *name) {
  const char *slash = strrchr(name, '/'), *last = slash ? slash + 1 : name;
  char folder[4096] = ".";
  size_t length = slash ? (size_t)(slash - name) : 0;
  if (*last == '\0' || strcmp(last, ".") == 0 || strcmp(last, "..") == 0) return fail(draft, "is a folder");
  if (length >= sizeof folder || strlen(last) >= sizeof draft->last) return fail(draft, strerror(ENAMETOOLONG));
  if (slash) {
    memcpy(folder, length ? name : "/", length ? length : 1);
    folder[length ? length : 1] = '\0';
  }
  strcpy(draft->last, last);
  snprintf(draft->made, sizeof draft->made, ".%.200s.gts-draft", last);
  draft->folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  return draft->folder >= 0 || fail(draft, strerror(errno));
}

/* Is `file`, which we hold, still what the draft's name stands for, a regular file of ours without other links? */
static bool is_ours (const Draft *draft, int file) {
  struct stat held, named;
  return fstat(file, &held) == 0 && fstatat(draft->folder, draft->made, &named, AT_SYMLINK_NOFOLLOW) == 0 &&
         held.st_ino == named.st_ino && held.st_dev == named.st_dev && S_ISREG(held.st_mode) && held.st_nlink == 1 &&
         held.st_uid == geteuid();
}

/*
** The draft's own file, empty and locked. One that was left by a process which was killed is taken over; one that another process
** is writing is not. -1 if it cannot be had.
*/
static int open_made (Draft *draft) {
  const char *wrong = "is being written by another process";
  for (int tries = 0; tries < 100; tries++) {
    int file = openat(draft->folder, draft->made, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
    if (file < 0) {
      wrong = strerror(errno);
      break;
    }
    bool locked = flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;  /* a file system may have no locks */
    bool ours = locked && is_ours(draft, file);
    if (ours && ftruncate(file, 0) == 0) return file;
    if (ours) {
      wrong = strerror(errno);
      unlinkat(draft->folder, draft->made, 0);
    }
    close(file);
    if (ours || !locked) break;
  }
  fail(draft, wrong);
  return -1;
}

bool draft_begin (Draft *draft, const char *name) {
  struct stat old;
  *draft = (Draft){.folder = -1};
#ifdef __EMSCRIPTEN__
  return fail(draft, "not in WebAssembly: files are not kept there");
#endif
  if (!open_folder(draft, name)) return false;
  bool there = fstatat(draft->folder, draft->last, &old, AT_SYMLINK_NOFOLLOW) == 0;
  if (there) draft->wrong = file_misfit(old.st_mode);
  int file = draft->wrong ? -1 : open_made(draft);
  if (file >= 0 && there) (void)!fchmod(file, old.st_mode & 0777);
  if (file >= 0) {
    draft->file = fdopen(file, "wb");
    if (draft->file) {
      file_limit_begin(&draft->limit);
      return true;
    }
    fail(draft, strerror(errno));
    unlinkat(draft->folder, draft->made, 0);
    close(file);
  }
  close(draft->folder);
  return false;
}

void draft_add (Draft *draft, const void *bytes, size_t size) {
  if (!draft->wrong && fwrite(bytes, 1, size, draft->file) != size) fail(draft, strerror(errno));
}

/* Closes the file: what is left of it is written, or not. */
static void close_file (Draft *draft) {
  fclose(draft->file);
  file_limit_end(&draft->limit);
}

bool draft_end (Draft *draft) {
  if (!draft->wrong && (fflush(draft->file) != 0 || fsync(fileno(draft->file)) != 0)) fail(draft, strerror(errno));
  if (!draft->wrong && renameat(draft->folder, draft->made, draft->folder, draft->last) != 0) fail(draft, strerror(errno));
  if (draft->wrong) {
    draft_drop(draft);
    return false;
  }
  close_file(draft);
  bool good = fsync(draft->folder) == 0 || errno == EINVAL;   /* a file system may not sync folders */
  if (!good) fail(draft, strerror(errno));
  close(draft->folder);
  return good;
}

void draft_drop (Draft *draft) {
  unlinkat(draft->folder, draft->made, 0);
  close_file(draft);
  close(draft->folder);
}

/* For Lua */

const char *files_check_name (lua_State *L, int index) {
  size_t length;
  const char *name = luaL_checklstring(L, index, &length);
  if (strlen(name) != length) {
    lua_pushliteral(L, "the name of a file has a zero in it");
    lua_error(L);
  }
  return name;
}

int files_refuse (lua_State *L, const char *name, const char *wrong) { return refuse(L, lua_pushfstring(L, "%s: %s", name, wrong)); }

/* files.kind(name) -> "file"; "other", whatever that is; nil if there is none. */
static int files_kind (lua_State *L) {
  struct stat status;
  const bool there = stat(files_check_name(L, 1), &status) == 0;
  if (!there && (errno == ENOENT || errno == ENOTDIR)) return 0;
  lua_pushstring(L, there && S_ISREG(status.st_mode) ? "file" : "other");
  return 1;
}

/* files.read(name, most) -> all its bytes, if they are `most` at most; nil and what is wrong. Between opening and closing Lua is not
** called, for it may raise an error. */
static int files_read (lua_State *L) {
  const char *name = files_check_name(L, 1), *wrong;
  lua_Integer most = luaL_checkinteger(L, 2);
  uint64_t size, now;
  FILE *file = files_open(name, &size, &wrong);
  if (file == NULL) return files_refuse(L, name, wrong);
  fclose(file);
  if (size > (uint64_t)most) return files_refuse(L, name, "is too large");
  char *bytes = lua_newuserdatauv(L, (size_t)size + 1, 0);
  file = files_open(name, &now, &wrong);
  if (file == NULL) return files_refuse(L, name, wrong);
  size_t got = fread(bytes, 1, (size_t)size + 1, file);
  bool failed = ferror(file);
  fclose(file);
  if (failed) return files_refuse(L, name, "cannot be read");
  if (got != size) return files_refuse(L, name, "changes while it is read");
  lua_pushlstring(L, bytes, got);
  return 1;
}

/* files.write(name, text) -> true; nil and what went wrong: then the old file is as it was. */
static int files_write (lua_State *L) {
  const char *name = files_check_name(L, 1);
  size_t size;
  const char *text = luaL_checklstring(L, 2, &size);
  Draft draft;
  if (!draft_begin(&draft, name)) return files_refuse(L, name, draft.wrong);
  draft_add(&draft, text, size);
  if (!draft_end(&draft)) return files_refuse(L, name, draft.wrong);
  lua_pushboolean(L, 1);
  return 1;
}

/* files.append(name, text) -> true; nil and what went wrong. The file must be there. */
static int files_append (lua_State *L) {
  const char *name = files_check_name(L, 1), *wrong;
  size_t size;
  const char *text = luaL_checklstring(L, 2, &size);
  const int file = file_open(AT_FDCWD, name, O_WRONLY | O_APPEND, &wrong);
  if (file < 0) return files_refuse(L, name, wrong);
  const bool good = file_write(file, text, size);
  const int error = errno;
  close(file);
  if (!good) return files_refuse(L, name, strerror(error));
  lua_pushboolean(L, 1);
  return 1;
}

/* files.try(name) -> true; nil and why nothing can be written there. Nothing is. */
static int files_try (lua_State *L) {
  const char *name = files_check_name(L, 1);
  Draft draft;
  if (!draft_begin(&draft, name)) return files_refuse(L, name, draft.wrong);
  draft_drop(&draft);
  lua_pushboolean(L, 1);
  return 1;
}

/* files.folder(name) -> true, a new and empty folder; nil and why not, also where there is something of that name. */
static int files_folder (lua_State *L) {
  const char *name = files_check_name(L, 1);
  if (mkdir(name, 0777) != 0) return files_refuse(L, name, strerror(errno));
  lua_pushboolean(L, 1);
  return 1;
}

/* Copies the names in a folder, a '/' behind each, to `names`, at most `room` bytes. Returns the bytes of all; -1: it cannot be read. */
static long copy_names (const char *path, char *names, size_t room) {
  DIR *folder = opendir(path);
  if (folder == NULL) return -1;
  size_t size = 0;
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    const size_t length = strlen(entry->d_name);
    if (size + length + 1 <= room) memcpy(names + size, entry->d_name, length), names[size + length] = '/';
    size += length + 1;
  }
  closedir(folder);
  return (long)size;
}

/* files.names(folder) -> the names in it, a '/' behind each; nil and why it cannot be read. */
static int files_names (lua_State *L) {
  const char *path = files_check_name(L, 1);
  const long size = copy_names(path, NULL, 0);
  if (size < 0) return files_refuse(L, path, strerror(errno));
  char *names = lua_newuserdatauv(L, (size_t)size, 0);
  if (copy_names(path, names, (size_t)size) != size) return files_refuse(L, path, "changes while it is read");
  lua_pushlstring(L, names, (size_t)size);
  return 1;
}

const luaL_Reg files_functions[] = {
  {"kind", files_kind}, {"read", files_read}, {"write", files_write}, {"append", files_append}, {"try", files_try}, {"folder", files_folder},
  {"names", files_names}, {NULL, NULL}
};
