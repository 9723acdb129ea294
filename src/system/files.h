/*
** Files are read whole or not at all, and written whole or not at all. Only regular files are either: opening a pipe may wait for ever, a
** device never ends, and what a link leads to may change from one look to the next.
*/
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <lauxlib.h>

#include "base/file.h"

/* A regular file, open for reading, and its size in bytes; NULL, and in *wrong why not, in words. It is found through links. */
FILE *files_open (const char *name, uint64_t *size, const char **wrong);

/*
** A file in the making. It is written beside the one whose place it will take, under another name: whatever goes wrong, and even if
** the process is killed, the old file stays as it was, or the new one is there and whole. Between
** its begin and its end this thread gets no SIGXFSZ, and Lua is not called.
*/
typedef struct Draft {
  int folder;                   /* where both are, open */
  FILE *file;
  char made[256], last[256];    /* their names in the folder */
  const char *wrong;            /* NULL, or what has gone wrong, in words */
  FileLimit limit;
} Draft;

/* Begins to write what will be `name`. False if that cannot be, with draft->wrong set; then there is nothing to end. */
bool draft_begin (Draft *draft, const char *name);

/* Adds bytes. What goes wrong is remembered for draft_end. */
void draft_add (Draft *draft, const void *bytes, size_t size);

/* Brings all of it to the disk and puts it in the place of the old file. False, with draft->wrong set, if that has failed: then the
** old file is as it was. */
bool draft_end (Draft *draft);

/* Gives the draft up. */
void draft_drop (Draft *draft);

/* The argument at `index`, which is the name of a file. Raises an error if it cannot be one. */
const char *files_check_name (lua_State *L, int index);

/* Pushes nil and "name: wrong"; returns 2. */
int files_refuse (lua_State *L, const char *name, const char *wrong);

/* core.files: what Lua reads and writes by this. */
extern const luaL_Reg files_functions[];
