/*
** The files inside a static program: the Lua modules, the manual, the games, and the modules compiled. They are files whose names begin
** with CARRIED_ROOT, which stands for no folder; fopen, open, openat and stat know them (see the goal `static` of rocks/packages.mk), and
** so whatever reads files does. The rows are made there, too.
*/
#pragma once

#define CARRIED_ROOT "gts:/"

typedef struct Carried {
  const char *name;             /* behind CARRIED_ROOT */
  const char *from, *to;        /* its bytes */
} Carried;

/* Puts in the bytes of a file of the source, as carried_<number> to carried_end_<number>. */
#define CARRY(number, file) \
  __asm__(".section .rodata\ncarried_" #number ":\n.incbin \"" file "\"\ncarried_end_" #number ":\n.byte 0\n.previous\n"); \
  extern const char carried_##number[], carried_end_##number[];

/* Ended by a NULL name; in the order of the names. */
extern const Carried carried[];
