/* Workers that run what is not trusted, from the side that trusts itself: for lua/gts/game/confine.lua. */
#pragma once

#include <stdbool.h>

#include <lua.h>

/* Where the module, the worker and the archive of modules are, seen from the folder of the program: in the tree that it was built in, or
** where they were installed; Debian has a folder for each architecture. */
#ifndef GTS_MULTIARCH
#define GTS_MULTIARCH "."
#endif

/* Each a folder that has gts/core.so. */
#define PLACES "lib", "../lib/lua/5.4", "../lib/" GTS_MULTIARCH "/lua/5.4"

/* Set by a program that finds the others at any time. Libraries move: they look for them, and so must what they are in, as they are loaded. */
extern bool confined_place_stays;

/* Pushes the path of a program of gts by its name: beside the library that this is in, or below it, or where the program's own modules are; or nil. */
void confined_push_program (lua_State *L, const char *name);

/* Pushes the table core.confined: the functions start and folder, described in confined.c, and the path of the worker, if there is one. */
void confined_push_functions (lua_State *L);
