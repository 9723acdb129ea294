/*
** The Lua modules of gts as they were compiled when the program was built: that is read seven times as fast as their text. The text
** still has the say: where it is no longer what was compiled, it is the text that is loaded.
*/
#pragma once

#include <lua.h>

/*
** Opens the archive of modules, which `gts modules` has written: first the size of its index, 16 bytes; then the index, text: a line
** that says for which Lua, and one for each module with its name, the checksum of its text, and place and size of its code in the file;
** then the codes, each as string.dump gives it, but for the name of the source behind the first bytes. Without an archive, or where it
** is cut short or made for another Lua, all modules are loaded from their texts. Only the first that is there counts; not to be called
** by two threads at once.
*/
void modules_open (const char *path);

/*
** Pushes a table: `stamp`, for which Lua archives must be made; `sum`, a function that gives the checksum of a text; `index`, a function
** that returns a line for each module, its name first; and `load`, a function of the name of a module, the file that its text is in, and
** its environment. It gives the chunk, as loadfile would have it; nil if the archive does not have it or the text is another.
*/
void modules_push_functions (lua_State *L);

/* Puts `ours` before package.path or package.cpath, whichever `field` says. */
void modules_set_path (lua_State *L, const char *field, const char *ours);
