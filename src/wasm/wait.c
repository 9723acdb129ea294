/* base/wait.h where there is one thread: nobody else could change the word. */
#include "base/wait.h"

void wait_on (const uint32_t *word, uint32_t value, double seconds) {
  (void)word;
  (void)value;
  (void)seconds;
}

void wait_wake (const uint32_t *word) { (void)word; }

int wait_processors (void) { return 1; }
