/* The compiler that gts carries; described in carried.c. */
#pragma once

/* The first argument by which a static program is that compiler. */
#define CARRIED_COMPILER "--tcc"

/* Compiles a unit, by the arguments of a program. Returns its exit code. */
int carried_compiler (int count, char **arguments);
