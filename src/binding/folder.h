/*
** The folder of compiled units. It is opened once and checked: it must be a folder of ours, closed to others, and no link. All files
** are then named within what was opened, so that nothing that is put in its place later is believed.
**
** What a compiler works on stands in a draft, a folder of its own in there, which is locked as long as somebody needs it. A draft
** that nobody holds was left by a process that was killed.
*/
#ifndef GTS_FOLDER_H
#define GTS_FOLDER_H

#include <stdbool.h>

#include <lua.h>

typedef struct Folder {
  int at;               /* the open folder; -1 when closed */
  const char *path;     /* where it was found; lives as long as the folder */
} Folder;

typedef struct FolderDraft {
  int at;               /* the open folder of the draft; -1 if there is none */
  char name[64];        /* in the folder of units */
} FolderDraft;

/* The folder at `index`. Raises an error if it is none. */
Folder *folder_check (lua_State *L, int index);

/* Opens a regular file of a folder that is open, without following links or waiting for anybody; -1, and errno, if that cannot be. */
int folder_open (int at, const char *name, int flags);

/* Makes a draft, empty and locked, whose name nobody else has; false, and errno, if that cannot be. */
bool folder_draft (const Folder *folder, FolderDraft *draft);

/* Removes a draft and all that is in it. Cannot fail: what stays is removed by folder_tidy. */
void folder_remove (const Folder *folder, FolderDraft *draft);

void folder_register (lua_State *L);

/* Puts the functions folder and tidy, described in folder.c, into the table on top. */
void folder_set_functions (lua_State *L);

#endif
