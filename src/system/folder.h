/*
** The folder of compiled units. It is opened once and checked: it must be a folder of ours, closed to others, and no link. All files
** are then named within what was opened, so that nothing that is put in its place later is believed.
**
** What a compiler works on stands in a draft, a folder in there that is named by the unit, and is locked as long as a process works on it:
** so one process compiles a unit, and the others know. A draft that no process holds was left by one that was killed.
*/
#pragma once

#include <stdbool.h>

#include <lauxlib.h>

typedef struct Folder {
  int at;               /* the open folder; -1 when closed */
  const char *path;     /* where it was found; lives as long as the folder */
} Folder;

typedef struct FolderDraft {
  int at;               /* the open folder of the draft; -1 if there is none */
  char name[80];        /* in the folder of units */
} FolderDraft;

/* The folder at `index`. Raises an error if it is none. */
Folder *folder_check (lua_State *L, int index);

/* Opens a regular file of a folder that is open, without following links or blocking; -1, and errno, if that cannot be. */
int folder_open (int at, const char *name, int flags);

typedef enum DraftState { DRAFT_MADE, DRAFT_BUSY, DRAFT_FAILED } DraftState;

/* Makes the draft of a unit, empty and locked. DRAFT_BUSY: another process, or thread, has it;
** draft->name is set then, too. DRAFT_FAILED, and errno, if it cannot be made. */
DraftState folder_draft (const Folder *folder, const char *name, FolderDraft *draft);

/* Has a process, or a thread, the draft of this name? */
bool folder_is_busy (const Folder *folder, const FolderDraft *draft);

/* Removes a draft and all that is in it. Cannot fail: what stays is removed by folder_tidy. Calls only what a signal handler may call. */
void folder_remove (const Folder *folder, FolderDraft *draft);

/* Of core.native: folder and tidy, described in folder.c. */
extern const luaL_Reg folder_functions[];
