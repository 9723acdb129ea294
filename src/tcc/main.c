/* The compiler that gts carries, as a program: see carried.c. */
#include "tcc/carried.h"

int main (int count, char **arguments) { return carried_compiler(count, arguments); }
