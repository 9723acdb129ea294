/* How far the C stack of this thread may grow: a recursive search asks before it goes deeper. */
#pragma once

/*
** The address below which the stack of the calling thread should not grow, with room left for a call into rules.
** NULL where the system does not say: then nothing is watched.
*/
const char *stack_floor (void);
