/* Waiting for a word in memory that threads, or processes that were forked, share; and how many processors there are. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Waits as long as *word is `value`, at most `seconds`; now and then for less. Returns false if that time is over. */
bool wait_on (const uint32_t *word, uint32_t value, double seconds);

/* Wakes all threads and processes that wait for it to change. Cannot fail. */
void wait_wake (const uint32_t *word);

/* Returns the number of processors this process may run on, 256 at most; 1 if that is not known. */
int wait_processors (void);
