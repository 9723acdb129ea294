/*
** Programs of others that run beside us and are spoken to through their standard input and output: game engines. No shell reads their
** arguments. Nothing that they do blocks us or ends us: they may be silent, not read, write without an end, or end.
**
** A program has no part in Ctrl-C, has none of our files, and ends with the thread that started it; whatever it has started ends with
** it, also in other sessions (Linux with /proc; else in its process group). What it writes to its standard error is dropped.
*/
#pragma once

#include <lauxlib.h>

/* core.coprocess: start; see coprocess.c. */
extern const luaL_Reg coprocess_functions[];
