/*
** base/stack.h in WebAssembly. What must have an address stands on a stack of ours, whose end is known; the rest is on one of the
** browser's, of which nothing is known but that it overflows at about a megabyte. Searches take at most twice as much of that one as of
** ours: so ours is small, and where it is full there is room on the other.
*/
#include "base/stack.h"

#include <stdint.h>

uintptr_t emscripten_stack_get_end (void);      /* of emscripten's library */

#define RESERVE ((uintptr_t)320 << 10)  /* what rules written in Lua, and the functions of C that they call, may need above the floor */

const char *stack_floor (void) { return (const char *)(emscripten_stack_get_end() + RESERVE); }
