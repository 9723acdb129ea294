/*
** base/stack.h in WebAssembly. What a function has in memory stands on a stack of our own, which ends at a known address; but most of
** what it has the browser keeps on its own stack, whose size it does not tell. So ours is the smaller one: where it is full, there
** is room on the other.
*/
#include "base/stack.h"

#include <emscripten/stack.h>
#include <stdint.h>

#define RESERVE ((uintptr_t)64 << 10)   /* what rules written in Lua, and the functions of C that they call, may need above the floor */

const char *stack_floor (void) { return (const char *)(emscripten_stack_get_end() + RESERVE); }
